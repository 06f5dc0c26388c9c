"""Sentences about passing, bidding, naming a suit and laying cards aside before the play."""

from __future__ import annotations

from typing import Any

from whister import words
from whister.how_to_play.telling import Others, tells
from whister.plan.compiled import Plan


@tells("auction", "before", 10)
def auction(mechanism: Any, plan: Plan, others: Others) -> str:
    first = "" if mechanism.first == "eldest" else ", the dealer first,"
    once = ", once," if "once_round" in others and not first else ""
    return f"Each in turn{first}{once} bids or passes; the highest bid stands."


@tells("bids", "before", 11)
def bids(mechanism: Any, plan: Plan, others: Others) -> str:
    unit, step = plan.settling.unit, mechanism.step
    steps = f" in steps of {step}" if step > 1 else ""
    if unit == "chips":
        return f"A bid is {words.amount(mechanism.least, unit)} or more."
    if not mechanism.most:
        return f"Bids start from {mechanism.least} {unit}{steps.replace(' in', ', in')}."
    return f"Bids run from {mechanism.least} to {mechanism.most} {unit}{steps}."


@tells("ladder", "aim", 10)
def aim_of_contracts(mechanism: Any, plan: Plan, others: Others) -> str:
    exactly = [each for each in plan.bidding.contracts.values() if each.exactly]
    exact = {each.tricks: each.title.lower() for each in reversed(exactly)}  # the lowest of each number
    few = [
        f"in a {title if tricks else 'misère'} {words.number(tricks) if tricks else 'none'}"
        for tricks, title in sorted(exact.items())
    ]
    misere = f" ({', '.join(few)})" if few else ""
    return f"Win the tricks you bid, or more{misere}; or defeat the bidder."


@tells("ladder", "before", 12)
def ladder(mechanism: Any, plan: Plan, others: Others) -> str:
    ranked = sorted(
        (each for each in plan.bidding.contracts.values() if each.rank and not _grand(each)),
        key=lambda each: each.rank,
    )
    lowest, highest = ranked[0].title.lower(), ranked[-1].title.lower()
    kind = f" {highest.split()[-1]}"
    return f"There are {words.number(len(ranked))} bids, from {lowest.removesuffix(kind)} to {highest}."


@tells("ladder", "before", 13, detail=1)
def trump_of_a_bid(mechanism: Any, plan: Plan, others: Others) -> str:
    bids = [each for each in plan.bidding.contracts.values() if each.rank]
    if not any(each.trump == "named" for each in bids):
        return ""
    without = dict.fromkeys(
        "misères" if not each.tricks else each.title.lower()
        for each in bids
        if each.trump == "none" and each.exactly
    )
    names = "names its trump suit, or no trumps" if any(map(_grand, bids)) else "names its trump suit"
    return f"But for {words.listed([*without])}, a bid {names}." if without else f"A bid {names}."


def _grand(contract: Any) -> bool:
    """Return whether a contract to win tricks is announced without trumps."""
    return contract.trump == "none" and not contract.exactly


@tells("all_pass", "before", 20, detail=2)
def all_pass(mechanism: Any, plan: Plan, others: Others) -> str:
    then = {
        "forced": "the last to speak must make the lowest bid", "redeal-same": "the same dealer deals again",
        "redeal-next": "the next player deals", "play": "the deal is played without a bidder",
    }  # fmt: skip
    all_ = "the others" if mechanism.then == "forced" else "all"
    return f"If {all_} pass, {then[mechanism.then]}."


@tells("opening_bid", "before", 9, detail=1)
def opening_bid(mechanism: Any, plan: Plan, others: Others) -> str:
    return f"The dealer must begin with a bid of {mechanism.bid}."


@tells("whister", "before", 25, phases="partner")
def whister(mechanism: Any, plan: Plan, others: Others) -> str:
    when = "With the bid" if mechanism.asked == "with-announcement" else "Whoever wins the auction"
    if mechanism.asked == "with-announcement":
        return f"{when}, players say whether they would have a partner, the whister."
    bids = [each for each in plan.bidding.contracts.values() if each.rank]
    helped = sorted((each for each in bids if each.partner), key=lambda each: each.rank)
    if not helped or len(helped) == len(bids):
        return f"{when} asks for a partner, the whister, or plays alone."
    lowest, highest = helped[0].title.lower(), helped[-1].title.lower()
    with_bid = f"{lowest.removesuffix(f' {highest.split()[-1]}')} to {highest}"
    return f"Whoever wins the auction with {with_bid} may ask for a partner, the whister."


@tells("support", "before", 25)
def support(mechanism: Any, plan: Plan, others: Others) -> str:
    helped = [each.title.lower() for each in plan.bidding.contracts.values() if each.partner and each.rank]
    bid = f"a {' or a '.join(helped)}" if len(set(helped)) < 3 else "the highest bid"
    return f"Another player may support {bid}, and is then the bidder's partner."


@tells("laid_card", "before", 24)
def laid_card(mechanism: Any, plan: Plan, others: Others) -> str:
    title = plan.bidding.contracts[mechanism.contract].title.lower()
    suits = " or ".join(known.title for known in plan.bidding.suit_classes.values())
    return f"For a {title} a card of the trump suit, {suits}, is laid face down."


@tells("joint_target", "before", 26)
def joint_target(mechanism: Any, plan: Plan, others: Others) -> str:
    counts = {mechanism.more, *mechanism.of.values()}
    more = (
        words.number(min(counts))
        if len(counts) == 1
        else f"{words.number(min(counts))} to {words.number(max(counts))}"
    )
    return f"Two partners must win {more} tricks more than were bid."


@tells("called_partner", "before", 27, phases="call")
def called_partner(mechanism: Any, plan: Plan, others: Others) -> str:
    if mechanism.card:
        card = words.card_name(plan.pack.card(mechanism.card))
        of = "the bidder" if "auction" in others else "whoever undertakes to take everything"
        return f"Whoever holds {card} is the silent partner of {of}."
    if not mechanism.of:
        return "The bidder names a card, and its holder becomes a silent partner."
    titles = [plan.bidding.contracts[name].title.lower() for name in mechanism.of]
    bids = words.choice_of([words.with_article(title) for title in titles])
    ranks = {card.name.partition(" of ")[0] for card in plan.pack.spread(plan.pack.select(mechanism.among))}
    called = words.with_article(ranks.pop()) if len(ranks) == 1 else "a card"
    return f"In {bids} the bidder calls {called}, and its holder becomes a silent partner."


@tells("missing_card", "before", 26, phases="holder")
def missing_card(mechanism: Any, plan: Plan, others: Others) -> str:
    title = plan.bidding.contracts[mechanism.contract].title.lower()
    cards = plan.pack.spread(plan.pack.select(mechanism.cards))
    ranks = {card.name.partition(" of ")[0] for card in cards}
    named = ranks.pop() if len(ranks) == 1 else "card"
    held, last = words.number(len(cards) - 1), _ORDINALS.get(len(cards), "last")
    does = ["is the partner"]
    does += ["names trumps"] * ("holder_names_trump" in others)
    does += ["leads that card"] * ("holder_leads" in others)
    must = "must bid" if mechanism.must else "may bid"
    return f"With {held} {named}s you {must} {title}: the holder of the {last} {words.listed(does)}."


_ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}


@tells("nest", "before", 30, phases="pickup nest")
def nest(mechanism: Any, plan: Plan, others: Others) -> str:
    takers = {
        "declarer": "The bidder", "dealer": "The dealer", "first-trick": "The winner of the first trick",
    }  # fmt: skip
    label = plan.dealing.widow.label.lower() if plan.dealing.widow else "widow"
    limit = others.get("nest_limit")
    if limit is not None and limit.swaps:
        swaps = words.listed([words.number(n) for n in limit.swaps if n])
        return f"{takers[mechanism.by]} may exchange {swaps} cards with the {label}."
    bars = [one for one in (limit.bars if limit is not None else ()) if one in ("counters", "trumps")]
    but = f", no {' or '.join(bars)}" if bars else ""
    return f"{takers[mechanism.by]} takes up the {label} and lays aside as many cards{but}."


@tells("name_trump", "before", 31, phases="trump")
def name_trump(mechanism: Any, plan: Plan, others: Others) -> str:
    where = ""
    if "turned_trump" in others and others["turned_trump"].of:
        named = [
            each.title.lower() for each in plan.bidding.contracts.values() if each.trump_later and each.rank
        ]
        where = f"In {words.choice_of([words.with_article(title) for title in named])} "
    if "holder_names_trump" in others:
        where = "Otherwise "
    the = "the" if where else "The"
    return f"{where}{the} bidder names trumps{', or none' if 'no_trump_call' in others else ''}."


@tells("name_suit", "before", 31)
def name_suit(mechanism: Any, plan: Plan, others: Others) -> str:
    return "The bidder names the suit whose cards are to be avoided."


@tells("turned_trump", "before", 31)
def turned_trump(mechanism: Any, plan: Plan, others: Others) -> str:
    if not mechanism.of:
        next_card = "The card left over" if plan.dealing.widow_size == 1 else "The next card"
        what = next_card if plan.dealing.turns_next else "A card"
        ranks = [
            plan.pack.spread(plan.pack.select([rank]))[0].name.partition(" of ")[0]
            for rank in mechanism.none_for
        ]
        but = [f"it is {words.choice_of([words.with_article(rank) for rank in ranks])}"] if ranks else []
        but += [] if mechanism.again else ["that suit was trumps in the last deal"]
        unless = f", unless {' or '.join(but)}" if but else ""
        return f"{what} is turned up, and its suit is trumps{unless}."
    titles = [plan.bidding.contracts[name].title.lower() for name in mechanism.of]
    return f"A card is turned up: its suit is trumps in {words.choice_of([words.with_article(t) for t in titles])}."
