"""Sentences about what a deal scores and how a game ends."""

from __future__ import annotations

from typing import Any

from whister import words
from whister.how_to_play.telling import Others, tells
from whister.plan.compiled import Plan


@tells("last_trick_bonus", "score", 21, detail=1)
def last_trick_bonus(mechanism: Any, plan: Plan, others: Others) -> str:
    return _trick(mechanism.points, "last", others)


@tells("first_trick_bonus", "score", 21, detail=1)
def first_trick_bonus(mechanism: Any, plan: Plan, others: Others) -> str:
    return _trick(mechanism.points, "first", others)


def _trick(points: int, which: str, others: Others) -> str:
    worth = f"{points} {'point' if points == 1 else 'points'}"
    if _against(others):
        return f"The {which} trick counts {worth} against its winner."
    return f"The {which} trick brings {worth}."


@tells("all_counters_bonus", "score", 22)
def all_counters_bonus(mechanism: Any, plan: Plan, others: Others) -> str:
    if not mechanism.with_tricks:
        return ""
    more = f"{mechanism.points} {'point' if mechanism.points == 1 else 'points'} more"
    return f"All of these together count {more}{' against' if _against(others) else ' for'} whoever has them."


@tells("most_tricks_bonus", "score", 22, detail=1)
def most_tricks_bonus(mechanism: Any, plan: Plan, others: Others) -> str:
    return f"The side with most tricks has {mechanism.points} points for them."


@tells("trick_points", "score", 23, detail=1)
def trick_points(mechanism: Any, plan: Plan, others: Others) -> str:
    points = f"{words.figure(mechanism.points)} {'point' if mechanism.points == 1 else 'points'}"
    if _against(others):
        return f"Each trick counts {points} against its winner."
    return f"Each trick brings {points}."


def _against(others: Others) -> bool:
    """Return whether points count against the player who takes them."""
    return "values" in others and others["values"].penalties


@tells("turned_trump", "score", 24, detail=2)
def turned_card(mechanism: Any, plan: Plan, others: Others) -> str:
    return "The winner of the last trick takes the card turned up." if plan.dealing.turn_up_taken else ""


@tells("widow_goes", "score", 24, detail=2)
def widow_goes(mechanism: Any, plan: Plan, others: Others) -> str:
    label = plan.dealing.widow.label.lower() if plan.dealing.widow else ""
    takers = {
        "first-trick": "the winner of the first trick", "last-trick": "the winner of the last trick",
        "declarer": "the bidder", "nobody": "nobody",
    }  # fmt: skip
    return f"What is in the {label} counts for {takers[mechanism.to]}." if label else ""


@tells("moon", "score", 30)
def moon(mechanism: Any, plan: Plan, others: Others) -> str:
    bonus, announced = others.get("bonus_card"), others.get("undertaking")
    every = (
        "every penalty card" if bonus is not None and not bonus.needed_for_slam else "every card that counts"
    )
    alone = " unannounced" if announced is not None and announced.takes == "penalties" else ""
    if mechanism.effect == "void":
        return f"If {'one side' if mechanism.by == 'side' else 'one player'} takes {every}, nobody scores."
    who = f"{'A side that' if mechanism.by == 'side' else 'Whoever'} takes {every}{alone}"
    amount = "those points" if mechanism.of_hand else f"{mechanism.amount or plan.all_points} points"
    rest = "every opponent" if mechanism.to == "opponents" else "everybody else"
    rest = "the other side" if plan.table.one_score else rest
    effects = {
        "old": f"scores nothing, and {rest} scores {amount}",
        "new": f"takes {amount} off the score instead, and the others score nothing",
        "choice": f"gives {rest} {amount}, or takes them off the score",
        "plus": f"scores {_less(amount)}, and the others score nothing",
        "receive": f"has {amount} from {rest}",
    }
    return f"{who} {effects[mechanism.effect]}."


def _less(amount: str) -> str:
    """Return points to be subtracted: ``−26 points`` or, for an amount in words, ``as much less``."""
    return f"−{amount}" if amount[0].isdigit() else "as much less"


@tells("bid_made", "score", 40)
def bid_made(mechanism: Any, plan: Plan, others: Others) -> str:
    what, it = (
        ("what they take", "it reaches") if mechanism.scores == "captured" else ("their bid", "they take")
    )
    return f"The bidders score {what} if {it} their bid."


@tells("bid_missed", "score", 41)
def bid_missed(mechanism: Any, plan: Plan, others: Others) -> str:
    return "If not, they lose the amount of the bid."


@tells("defenders_score", "score", 42, detail=1)
def defenders_score(mechanism: Any, plan: Plan, others: Others) -> str:
    return "The others score what they take."


@tells("end", "end", 10)
def end(mechanism: Any, plan: Plan, others: Others) -> str:
    unit = plan.settling.unit
    somebody = []
    if mechanism.target and unit == "points":
        verb = "reaches" if mechanism.test == "reach" else "passes"
        somebody.append(f"{verb} {words.figure(mechanism.target)}")
    if mechanism.floor:
        somebody.append(f"falls to {words.figure(mechanism.floor)}")
    if mechanism.ahead:
        somebody.append(f"is {mechanism.ahead} ahead")
    if mechanism.broke:
        somebody.append(f"has no {unit} left")
    who = "a side" if plan.table.one_score else "somebody"
    found = [f"when {who} {' or '.join(somebody)}"] if somebody else []
    deals = mechanism.deals or mechanism.rounds * len(plan.table.players)
    if mechanism.target and unit == "chips":
        deals = deals or mechanism.without_points
    if deals:
        found.append(f"after {words.number(deals)} deal{'' if deals == 1 else 's'}")
    return f"The game ends {' or '.join(found)}." if found else ""


@tells("winner", "end", 20)
def winner(mechanism: Any, plan: Plan, others: Others) -> str:
    unit = plan.settling.unit
    if unit != "points":
        return f"Whoever has the most {unit} wins."
    of = " of two partners" if mechanism.of == "sides" and not plan.table.one_score else ""
    return f"The {mechanism.total} total{of} wins."


@tells("opponents_pay", "score", 50)
def opponents_pay(mechanism: Any, plan: Plan, others: Others) -> str:
    return "Each opponent pays the price of a bid that is made."


@tells("declarer_pays", "score", 51)
def declarer_pays(mechanism: Any, plan: Plan, others: Others) -> str:
    return "The bidder pays each of them for a lost bid." if mechanism.to == "opponents" else ""


@tells("declarer_pays", "score", 51, detail=2)
def declarer_pays_the_pool(mechanism: Any, plan: Plan, others: Others) -> str:
    return "" if mechanism.to == "opponents" else "The bidder also pays the pool for a lost bid."


@tells("pool_to_declarer", "score", 52, detail=1)
def pool_to_declarer(mechanism: Any, plan: Plan, others: Others) -> str:
    return "A bid that is made takes the pool."


@tells("shares", "score", 53, detail=3)
def shares(mechanism: Any, plan: Plan, others: Others) -> str:
    return "Partners divide what they win or lose."


@tells("fewest_tricks", "score", 54, detail=2)
def fewest_tricks(mechanism: Any, plan: Plan, others: Others) -> str:
    return "Without a bidder, the fewest tricks win the pool."


@tells("last_trick_pays", "score", 54, detail=2)
def last_trick_pays(mechanism: Any, plan: Plan, others: Others) -> str:
    like = plan.bidding.contracts[mechanism.like].title.lower()
    return f"Without a bidder, the winner of the last trick pays each player the price of {words.with_article(like)}."


@tells("most_tricks_pay", "score", 54, detail=2)
def most_tricks_pay(mechanism: Any, plan: Plan, others: Others) -> str:
    like = plan.bidding.contracts[mechanism.like].title.lower()
    return (
        f"Without a bidder, whoever has most tricks pays each player the price of {words.with_article(like)}."
    )


@tells("dealer_stake", "deal", 50, detail=3)
def dealer_stake(mechanism: Any, plan: Plan, others: Others) -> str:
    stakes = words.listed([str(stake) for stake in mechanism.each.values()])
    return f"The dealer puts {stakes} {plan.settling.unit} into the pool{'s' if len(mechanism.each) > 1 else ''}."


@tells("double_deals", "deal", 51, detail=3)
def double_deals(mechanism: Any, plan: Plan, others: Others) -> str:
    return f"From deal {mechanism.first} to deal {mechanism.last} the stake and the prices are doubled."


@tells("dealt_card_bonus", "score", 55, detail=3)
def dealt_card_bonus(mechanism: Any, plan: Plan, others: Others) -> str:
    card = words.card_name(plan.pack.card(mechanism.card))
    return f"Whoever is dealt {card} gets {mechanism.each} {plan.settling.unit} from each player, except in misères."


@tells("pay_in", "score", 60)
def pay_in(mechanism: Any, plan: Plan, others: Others) -> str:
    return "Players pay the pool a chip for each point they took."


def _least(others: Others) -> str:
    pay_in = others.get("pay_in")
    return "the fewest" if pay_in is not None and pay_in.winner == "fewest" else "none"


@tells("one_clear", "score", 61)
def one_clear(mechanism: Any, plan: Plan, others: Others) -> str:
    return f"A player who is the only one to have taken {_least(others)} wins the pool."


@tells("two_clear", "score", 62, detail=2)
def two_clear(mechanism: Any, plan: Plan, others: Others) -> str:
    new = "" if mechanism.with_jack else ", unless it was left from the last deal"
    return f"If two players have taken {_least(others)}, they divide it{new}."


@tells("jack", "score", 63, detail=2)
def jack(mechanism: Any, plan: Plan, others: Others) -> str:
    if _least(others) == "the fewest":
        return "In any other case it stays for the next deal."
    return "If everybody has taken some, or one player all, it stays for the next deal."


@tells("sun", "score", 31, detail=1)
def sun(mechanism: Any, plan: Plan, others: Others) -> str:
    amount = f"{mechanism.amount or plan.all_points} points"
    if mechanism.slate:
        return "Whoever wins every trick begins again from nought."
    if mechanism.effect == "new":
        return f"Whoever wins every trick takes {amount} off the score."
    return f"Whoever wins every trick scores nothing, and every opponent {amount}."


@tells("no_tricks", "score", 32, detail=1)
def no_tricks(mechanism: Any, plan: Plan, others: Others) -> str:
    return f"Whoever wins no trick scores {words.figure(mechanism.points)}."


@tells("book", "aim", 30)
def aim_of_book(mechanism: Any, plan: Plan, others: Others) -> str:
    return f"Win more than {words.number(mechanism.tricks)} tricks with your partner."


@tells("book", "score", 70)
def book(mechanism: Any, plan: Plan, others: Others) -> str:
    return f"The first {words.number(mechanism.tricks)} tricks of a side count nothing."


@tells("odd_tricks", "score", 71)
def odd_tricks(mechanism: Any, plan: Plan, others: Others) -> str:
    return f"Each trick above them scores {words.figure(mechanism.points)} {'point' if mechanism.points == 1 else 'points'}."
