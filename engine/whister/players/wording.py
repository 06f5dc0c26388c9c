"""Actions, amounts and shares of deals in words, for advice."""

from __future__ import annotations

from whister import words
from whister.notation import Action, mask_of
from whister.plan import naming
from whister.plan.compiled import Plan

_ENOUGH = 50  # the number of deals from which a share is given in per cent


def cards(plan: Plan, mask: int) -> str:
    """Return several cards: ``the king and the two of clubs``."""
    return words.listed([words.card_name(card) for card in plan.pack.spread(mask)])


def others(plan: Plan) -> str:
    """Return those with whose mean a result is compared. A partner for one deal is one of them."""
    return "the other players" if plan.table.sides is None else "your opponents"


def named(plan: Plan, action: Action) -> str:
    """Return an action as a noun: ``the king of clubs``, ``the bid of 75``, ``hearts as trumps``."""
    first = action.words[0] if action.words else ""
    if action.verb == "play":
        return words.card_name(plan.pack.card(first))
    if action.verb == "bid":
        made = next((bid for bid in plan.bidding.bids if bid.action == action), None)
        return f"a bid of {naming.bid(plan, made).lower() if made is not None else ' '.join(action.words)}"
    if action.verb == "trump" and first in plan.play.trumpless:
        return str(plan.bidding.contracts[first].title).lower()
    if action.verb == "trump":
        return f"{naming.suit(plan, first)} as trumps"
    if action.verb == "name":
        return f"naming {naming.suit(plan, first)}"
    if action.verb == "declare" and first in plan.bidding.contracts:
        return f"announcing {naming.undertaking(plan, first)}"
    if action.verb == "lead":
        return f"{_card(plan, first)} as {naming.suit(plan, action.words[2])}"
    if mask := mask_of(action):
        verb = {"give": "passing", "discard": "laying aside", "call": "calling", "expose": "exposing"}
        return f"{verb.get(action.verb, action.verb)} {cards(plan, mask)}"
    if action.verb in ("call", "expose") and first:
        return f"{action.verb[:-1] if action.verb[-1] == 'e' else action.verb}ing {_card(plan, first)}"
    known = {
        "pass": "passing", "accept": "accepting", "decline": "declining", "alone": "playing alone",
        "ask": "asking for a partner", "support": "supporting", "hold": "letting the bid stand",
        "draw": "drawing a card", "opening declarer": "leading yourself", "opening left": "letting your left lead",
    }  # fmt: skip
    return known.get(str(action), f"“{action}”")


def imperative(plan: Plan, action: Action, *, leading: bool = False) -> str:
    """Return an action as a recommendation: ``Lead the king of clubs``, ``Bid 75``."""
    first = action.words[0] if action.words else ""
    if action.verb == "play":
        return f"{'Lead' if leading else 'Play'} {words.card_name(plan.pack.card(first))}"
    if action.verb == "bid":
        return f"Bid {named(plan, action).removeprefix('a bid of ')}"
    if action.verb == "trump":
        return f"Name {named(plan, action)}"
    if action.verb == "name":
        return f"Name {naming.suit(plan, first)}"
    if action.verb == "lead":
        return f"Lead {_card(plan, first)} as {naming.suit(plan, action.words[2])}"
    if action.verb in ("give", "discard", "call", "expose") and (mask := mask_of(action)):
        verb = {"give": "Pass", "discard": "Lay aside", "call": "Call", "expose": "Expose"}[action.verb]
        return f"{verb} {cards(plan, mask)}"
    if action.verb in ("call", "expose") and first:
        return f"{action.verb.capitalize()} {_card(plan, first)}"
    if action.verb == "declare" and first in plan.bidding.contracts:
        return f"Announce {naming.undertaking(plan, first)}"
    if action.verb == "claim" and first == "rest":
        return "Claim the remaining tricks"
    known = {
        "ask": "Ask for a partner", "alone": "Play alone", "hold": "Let your partner’s bid stand",
        "draw": "Draw a card", "claim redeal": "Ask for a new deal",
        "opening declarer": "Lead yourself", "opening left": "Let your left lead",
    }  # fmt: skip
    text = str(action)
    return known.get(text, f"{text[:1].upper()}{text[1:]}")


def _card(plan: Plan, text: str) -> str:
    return words.card_name(plan.pack.card(text))


def share(part: float, deals: int) -> str:
    """Return a share of the deals: ``in 82% of deals``, or, of few, ``in 7 of 8 deals``."""
    if part in (0, 1):
        return f"in {'all' if part else 'none of'} {deals} deals"
    return (
        f"in {_percent(part)} of deals" if deals >= _ENOUGH else f"in {round(part * deals)} of {deals} deals"
    )


def shares(part: float, other: float, deals: int, after: str) -> str:
    """Return two shares of the same deals: ``in 82% of deals, and in 61% after the king of clubs``."""
    if other in (0, 1):
        then = "all" if other else "none"
    else:
        then = _percent(other) if deals >= _ENOUGH and part not in (0, 1) else str(round(other * deals))
    return f"{share(part, deals)}, and in {then} {after}"


def _percent(part: float) -> str:
    return "less than 1%" if part < 0.01 else f"{min(round(100 * part), 99)}%"


def amount(value: float) -> str:
    """Return an amount rounded to one decimal, or to a whole number from 100 up: ``2.1``, ``35``, ``−0.5``."""
    size = abs(value)
    text = f"{size:.0f}" if size >= 100 else f"{size:.1f}".removesuffix(".0")
    return f"−{text}" if value < 0 and text != "0" else text


def of_unit(value: float, unit: str) -> str:
    """Return an amount in its unit: ``1 point``, ``2.1 points``."""
    text = amount(value)
    singular = unit[:-1] if unit.endswith("s") and text == "1" else unit
    return f"{text} {singular}"


def points(plan: Plan, value: int) -> str:
    """Return the value of cards: ``13 points``, ``one point``; "" if cards are not counted in points."""
    if (plan.worth.card_unit or plan.settling.unit) != "points" or not value:
        return ""
    return f"{amount(value)} point{'' if abs(value) == 1 else 's'}"


def low_cards(plan: Plan, count: int, suit: str) -> str:
    """Return a number of low cards of a suit: ``two lower spades``."""
    return f"{words.number(count)} lower {naming.cards_of(plan, suit) if count != 1 else naming.card_of(plan, suit)}"


__all__ = ["amount", "cards", "imperative", "low_cards", "named", "of_unit", "points", "share", "shares"]
