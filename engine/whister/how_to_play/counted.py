"""Sentences about which cards count, and for how much."""

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


def _part(plan: Plan, names: list[str]) -> str:
    """Return cards of a suit from which others count nothing, if they are one run: ``the hearts from ten to five``; ""
    for any others."""
    suit = _suit(names)
    letter = next((one for one in plan.pack.suits if naming.suit(plan, one) == suit), "")
    if len(names) <= _FEW or not letter:
        return ""
    cards = plan.cards_of(plan.pack.suit_masks[letter] & plan.present)
    own = [at for at, card in enumerate(cards) if words.card_name(card) in names]
    if len(own) != own[-1] - own[0] + 1 or all(plan.worth.values[card.index] for card in cards):
        return ""
    highest, lowest = (cards[at].name.partition(" of ")[0].lower() for at in (own[-1], own[0]))
    return f"the {suit} from {highest} to {lowest}"


def _told(plan: Plan, counted: Counted) -> list[tuple[str, int | str]]:
    """Return which cards count, and for how much; cards of one suit that count the number on them are grouped."""
    numbers = {name: n for n, name in enumerate("two three four five six seven eight nine ten".split(), 2)}
    own = [
        names[0]
        for names, points in counted
        if len(names) == 1 and numbers.get(names[0].split()[1]) == points
    ]
    suit = _suit(own)
    if len(own) <= _FEW or not suit:
        return [(_part(plan, names) or _together(names), points) for names, points in counted]
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
    kinds = many + [name for name in names if not name.startswith("each") and not _kinds_of(name) & {*many}]
    return words.listed(kinds) if kinds and len(kinds) <= _NAMED else "cards that count"


def _kinds_of(name: str) -> set[str]:
    """Return the kinds to which a card belongs, by its name: ``hearts`` and ``queens``, ``red cards`` and ``5s``."""
    rank, of, suit = name.removeprefix("the ").partition(" of ")
    if of:
        return {suit, f"{rank}s"}
    colour, _, number = rank.rpartition(" ")
    return {f"{colour} cards", f"{number}s"}


def _whole_rank(plan: Plan, counted: Counted) -> str:
    """Return the rank of the cards that count, if they are all the cards of one rank: ``jacks``; otherwise ""."""
    names = [name.removeprefix("the ") for alike, _ in counted for name in alike]
    ranks = {name.partition(" of ")[0] for name in names}
    return f"{ranks.pop()}s" if len(ranks) == 1 and len(names) == len(plan.pack.suits) else ""


@tells("values", "aim", 20)
def aim_of_values(mechanism: Any, plan: Plan, others: Others) -> str:
    counted = _counted(plan, mechanism.cards)
    if not counted:
        return "Avoid taking cards of the suit that is named." if mechanism.named else ""
    kinds = _kinds(counted)
    if all(points < 0 for _, points in counted):
        return f"Win tricks, but avoid taking {_whole_rank(plan, counted) or kinds}."
    if mechanism.penalties:
        if "first_trick_bonus" in others:
            tricks = ["the first trick", *(["the last trick"] if "last_trick_bonus" in others else [])]
            return f"Avoid taking {words.listed([*tricks, kinds])}."
        return f"Avoid taking {'tricks, above all ' if 'trick_points' in others else ''}{kinds}."
    return f"Win tricks with {kinds} in them."


@tells("values", "score", 10)
def values(mechanism: Any, plan: Plan, others: Others) -> str:
    every = _counted(plan, mechanism.cards)
    costs = plan.worth.sign < 0 or (bool(every) and all(points < 0 for _, points in every))
    counted = _told(plan, [(names, abs(points)) for names, points in every] if costs else every)
    if not counted and mechanism.named:
        each = f"{mechanism.named} {'point' if mechanism.named == 1 else 'points'}"
        return f"Each card of the suit that is named counts {each} against whoever takes it."
    if not counted:
        return ""
    names, points = counted[0]
    unit = "" if isinstance(points, str) else " point" if points == 1 else " points"
    if any(name[-1].isdigit() for name, _ in counted):  # "each 14 10" would be two numbers in a row
        numbers = [f"{points}{unit} for {names}", *(f"{worth} for {name}" for name, worth in counted[1:])]
        return f"Count {_in_turn(numbers)}{', against whoever takes them' if mechanism.penalties else ''}."
    said = [
        f"{name} {words.figure(worth) if isinstance(worth, int) else worth}{_each_of(name, worth)}"
        for name, worth in counted
    ]
    if costs:
        return _costs(plan, said, counted)
    verb = "count" if " and " in names or names.startswith("the hearts") else "counts"
    said[0] = f"{words.capital(names)} {verb} {points}{unit}{' each' if ' and ' in names else ''}"
    it = "it" if len(said) == 1 and verb == "counts" else "them"
    comma = "," if said[1:] else ""
    against = f"{comma} against whoever takes {it}" if mechanism.penalties else ""
    return f"{_in_turn(said)}{against}."


def _each_of(name: str, worth: int | str) -> str:
    """Return " each" after the value of several cards."""
    return " each" if " and " in name or (" from " in name and isinstance(worth, int)) else ""


def _costs(plan: Plan, said: list[str], counted: list[tuple[str, int | str]]) -> str:
    """Return what cards cost whose values are subtracted; the suit of the first is not repeated for other single ones."""
    first, points = counted[0]
    suit = first.rpartition(" of ")[2]
    more = [
        one.replace(f" of {suit}", "", 1) if " and " not in one and first.count(" ") == 3 else one
        for one in said[1:]
    ]
    verb = "cost" if " and " in first or " from " in first else "costs"
    unit = "" if isinstance(points, str) else " point" if points == 1 else " points"
    each = _each_of(first, points)
    return f"{_in_turn([f'{words.capital(first)} {verb} {points}{unit}{each}', *more])}."


def _in_turn(said: list[str]) -> str:
    """Return a list in words, with ", and" before its last item."""
    return ", and ".join([", ".join(said[:-1]), said[-1]]) if said[1:] else said[0]


@tells("bonus_card", "score", 20, detail=1)
def bonus_card(mechanism: Any, plan: Plan, others: Others) -> str:
    points = mechanism.points
    return f"Whoever takes {_each(plan, mechanism.card)} scores {words.figure(points)} for it."
