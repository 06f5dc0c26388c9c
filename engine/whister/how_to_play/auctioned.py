"""What is passed, bid, named and laid aside before the play."""

from __future__ import annotations

from typing import Any

from whister import words
from whister.how_to_play.telling import Others, tells
from whister.plan.compiled import Plan


@tells("auction", "before", 10)
def auction(mechanism: Any, plan: Plan, others: Others) -> str:
    first = "" if mechanism.first == "eldest" else ", the dealer first,"
    return f"Each in turn{first} bids or passes; the highest bid stands."


@tells("bids", "before", 11)
def bids(mechanism: Any, plan: Plan, others: Others) -> str:
    unit, step = plan.settling.unit, mechanism.step
    steps = f" in steps of {step}" if step > 1 else ""
    if not mechanism.most:
        return f"Bids start from {mechanism.least} {unit}{steps.replace(' in', ', in')}."
    return f"Bids run from {mechanism.least} to {mechanism.most} {unit}{steps}."


@tells("ladder", "aim", 10)
def aim_of_contracts(mechanism: Any, plan: Plan, others: Others) -> str:
    exact = {each.tricks: each.title.lower() for each in plan.bidding.contracts.values() if each.exactly}
    few = [
        f"in a {title if tricks else 'misère'} {words.number(tricks) if tricks else 'none'}"
        for tricks, title in sorted(exact.items())
    ]
    misere = f" ({', '.join(few)})" if few else ""
    return f"Win the tricks you bid, or more{misere}; or defeat the bidder."


@tells("ladder", "before", 12)
def ladder(mechanism: Any, plan: Plan, others: Others) -> str:
    ranked = sorted(
        (each for each in plan.bidding.contracts.values() if each.rank), key=lambda each: each.rank
    )
    lowest, highest = ranked[0].title.lower(), ranked[-1].title.lower()
    kind = f" {highest.split()[-1]}"
    return f"There are {words.number(len(ranked))} bids, from {lowest.removesuffix(kind)} to {highest}."


@tells("all_pass", "before", 20, detail=2)
def all_pass(mechanism: Any, plan: Plan, others: Others) -> str:
    then = {
        "forced": "the last to speak must make the lowest bid", "redeal-same": "the same dealer deals again",
        "redeal-next": "the next player deals", "play": "the deal is played without a bidder",
    }  # fmt: skip
    return f"If all pass, {then[mechanism.then]}."


@tells("whister", "before", 25)
def whister(mechanism: Any, plan: Plan, others: Others) -> str:
    when = "With the bid" if mechanism.asked == "with-announcement" else "Whoever wins the auction"
    if mechanism.asked == "with-announcement":
        return f"{when}, players say whether they would have a partner, the whister."
    bids = [each for each in plan.bidding.contracts.values() if each.rank]
    helped = sorted((each for each in bids if each.partner), key=lambda each: each.rank)
    if not helped or len(helped) == len(bids):
        return f"{when} asks for a partner, the whister, or plays alone."
    alone = "Except in a misère, whoever" if any(each.exactly for each in bids) else "Whoever"
    return f"{alone} wins the auction with {helped[-1].title.lower()} or less may ask for a partner, the whister."


@tells("support", "before", 25)
def support(mechanism: Any, plan: Plan, others: Others) -> str:
    return "Another player may support the highest bid and become the bidder's partner."


@tells("joint_target", "before", 26)
def joint_target(mechanism: Any, plan: Plan, others: Others) -> str:
    more = words.number(mechanism.more)
    return f"Two partners must win {more} tricks more than were bid."


@tells("called_partner", "before", 27)
def called_partner(mechanism: Any, plan: Plan, others: Others) -> str:
    if mechanism.card:
        card = words.card_name(plan.pack.card(mechanism.card))
        of = "the bidder" if "auction" in others else "whoever undertakes to take everything"
        return f"Whoever holds {card} is the silent partner of {of}."
    return "The bidder names a card, and its holder becomes a silent partner."


@tells("nest", "before", 30)
def nest(mechanism: Any, plan: Plan, others: Others) -> str:
    takers = {
        "declarer": "The bidder", "dealer": "The dealer", "first-trick": "The winner of the first trick",
    }  # fmt: skip
    label = plan.dealing.widow.label.lower() if plan.dealing.widow else "widow"
    return f"{takers[mechanism.by]} takes up the {label} and discards as many."


@tells("name_trump", "before", 31)
def name_trump(mechanism: Any, plan: Plan, others: Others) -> str:
    return "The bidder names trumps."


@tells("name_suit", "before", 31)
def name_suit(mechanism: Any, plan: Plan, others: Others) -> str:
    return "The bidder names the suit whose cards are to be avoided."


@tells("turned_trump", "before", 31)
def turned_trump(mechanism: Any, plan: Plan, others: Others) -> str:
    return "The card turned up makes its suit trump."
