"""Sentences about what counts, what a deal scores and how a game ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from whister import words
from whister.how_to_play.telling import Others, tells
from whister.plan import naming
from whister.plan.compiled import Plan


def _each(plan: Plan, token: str) -> str:
    """Return the cards that a token names, as part of a sentence: ``each heart``, ``each ten``, ``the queen of
    spades``."""
    if token in plan.pack.suit_masks:
        return f"each {naming.card_of(plan, token)}"
    if token in plan.pack.ranks:
        card = plan.pack.spread(plan.pack.select([token]))[0]
        return f"each {card.name.partition(' of ')[0] if ' of ' in card.name else token}"
    return words.card_name(plan.pack.spread(plan.pack.select([token]))[0])


_FEW = 3  # up to this number, cards of a suit are named; above it, they are grouped
# up to this number, kinds of card are named in the aim; above it, the aim only mentions “cards that count”
_NAMED = 5

Counted = list[tuple[list[str], int]]
"""Groups of cards of equal value: the names of the cards, and the points for each card."""


def _counted(plan: Plan, cards: Mapping[str, int]) -> Counted:
    """Return the final values of the cards: ``(["each heart"], 1), (["the queen of spades"], 13)``."""
    found: dict[int, list[str]] = {}
    for token, points in cards.items():
        held = plan.pack.spread(plan.pack.select([token]) & plan.present)
        worth = [plan.worth.values[card.index] for card in held]
        if points and points in worth:  # another clause in force may change the values of some of them
            name = _each(plan, token)
            other = set(worth) != {points}
            found.setdefault(points, []).append(name.replace("each", "each other", 1) if other else name)
    told = [(names, points) for points, names in found.items()]
    return sorted(told, key=lambda one: 1 if _is_rest(one[0]) else -one[0][0].startswith("each "))


def _suit(names: list[str]) -> str:
    """Return the suit of all these cards: ``hearts``; "" if they have none in common."""
    suits = {name.rpartition(" of ")[2] for name in names}
    return suits.pop() if len(suits) == 1 and all(" of " in name for name in names) else ""


def _is_rest(names: list[str]) -> bool:
    """Return whether these cards are described as the rest of their suit."""
    return "each other" in names[0] or (len(names) > _FEW and bool(_suit(names)))


def _together(names: list[str], by_name: str = "") -> str:
    """Return cards of equal value: ``each 10 or 14``, ``the king and queen of hearts``, ``each other heart``.

    The cards of the suit ``by_name`` are named one by one.
    """
    suit = _suit(names)
    if suit and len(names) > 1:
        if _is_rest(names) and suit != by_name:
            return f"each other {suit[:-1]}"
        return f"the {words.listed([name.removeprefix('the ').partition(' of ')[0] for name in names])} of {suit}"
    if all(name.startswith("each ") for name in names):
        return words.choice_of([names[0], *(name.removeprefix("each ") for name in names[1:])])
    return words.listed(names)


def _told(counted: Counted) -> list[tuple[str, int | str]]:
    """Return which cards count, and for how much; cards of one suit that count the number on them are grouped."""
    numbers = {name: n for n, name in enumerate("two three four five six seven eight nine ten".split(), 2)}
    own = [
        names[0]
        for names, points in counted
        if len(names) == 1 and numbers.get(names[0].split()[1]) == points
    ]
    suit = _suit(own)
    if len(own) <= _FEW or not suit:
        return [(_together(names), points) for names, points in counted]
    told: list[tuple[str, int | str]] = []
    for names, points in counted:
        if names[0] not in own:
            told.append((_together(names, suit), points))
    highest, lowest = own[0].split()[1], own[-1].split()[1]
    return [*told, (f"the {suit} from {highest} to {lowest}", "the number on them")]


def _kinds(counted: Counted) -> str:
    """Return the cards that count, in brief: ``hearts and the queen of spades``, ``5s, 10s and the Rook``."""
    names = [name for alike, _ in counted for name in alike]
    many = [
        f"{name.removeprefix('each ').removeprefix('other ')}s" for name in names if name.startswith("each")
    ]
    suits = [name.rpartition(" of ")[2] for name in names if " of " in name]
    many += [suit for suit in dict.fromkeys(suits) if suits.count(suit) > _FEW and suit not in many]
    kinds = many + [
        name
        for name in names
        if not name.startswith("each")
        and not {name.rpartition(" of ")[2], f"{name.partition(' of ')[0].removeprefix('the ')}s"} & {*many}
    ]
    return words.listed(kinds) if kinds and len(kinds) <= _NAMED else "cards that count"


@tells("values", "aim", 20)
def aim_of_values(mechanism: Any, plan: Plan, others: Others) -> str:
    counted = _counted(plan, mechanism.cards)
    if not counted:
        return "Avoid taking cards of the suit that is named." if mechanism.named else ""
    kinds = _kinds(counted)
    if mechanism.penalties:
        if "first_trick_bonus" in others:
            tricks = ["the first trick", *(["the last trick"] if "last_trick_bonus" in others else [])]
            return f"Avoid taking {words.listed([*tricks, kinds])}."
        return f"Avoid taking {'tricks, above all ' if 'trick_points' in others else ''}{kinds}."
    return f"Win tricks with {kinds} in them."


@tells("values", "score", 10)
def values(mechanism: Any, plan: Plan, others: Others) -> str:
    counted = _told(_counted(plan, mechanism.cards))
    if not counted and mechanism.named:
        each = f"{mechanism.named} {'point' if mechanism.named == 1 else 'points'}"
        return f"Each card of the suit that is named counts {each} against whoever takes it."
    if not counted:
        return ""
    names, points = counted[0]
    unit = "" if isinstance(points, str) else " point" if points == 1 else " points"
    if any(name[-1].isdigit() for name, _ in counted):  # "each 14 10" would be two numbers in a row
        numbers = [f"{points}{unit} for {names}", *(f"{worth} for {name}" for name, worth in counted[1:])]
        return f"Count {_in_turn(numbers)}."
    said = [
        f"{name} {words.figure(worth) if isinstance(worth, int) else worth}{' each' if ' and ' in name else ''}"
        for name, worth in counted
    ]
    verb = "count" if " and " in names or names.startswith("the hearts") else "counts"
    said[0] = f"{words.capital(names)} {verb} {points}{unit}{' each' if ' and ' in names else ''}"
    it = "it" if len(said) == 1 and verb == "counts" else "them"
    comma = "," if said[1:] else ""
    against = f"{comma} against whoever takes {it}" if mechanism.penalties else ""
    return f"{_in_turn(said)}{against}."


def _in_turn(said: list[str]) -> str:
    """Return a list in words, with ", and" before its last item."""
    return ", and ".join([", ".join(said[:-1]), said[-1]]) if said[1:] else said[0]


@tells("bonus_card", "score", 20, detail=1)
def bonus_card(mechanism: Any, plan: Plan, others: Others) -> str:
    points = mechanism.points
    return f"Whoever takes {_each(plan, mechanism.card)} scores {words.figure(points)} for it."


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
