"""Deals in words: the names of the seats, and the actions in sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from whister import words
from whister.cards import Card
from whister.deal.public import state_of
from whister.mechanisms.bidding.auction import AuctionPhase
from whister.notation import Action, mask_of
from whister.plan import naming

if TYPE_CHECKING:
    from whister.plan.compiled import Plan
    from whister.rules import Deal

_PLACES = {
    2: ("south", "north"),
    3: ("south", "west", "east"),
    4: ("south", "west", "north", "east"),
    5: ("south", "west", "northwest", "northeast", "east"),
    6: ("south", "southwest", "northwest", "north", "northeast", "southeast"),
    7: ("south", "southwest", "west", "northwest", "northeast", "east", "southeast"),
    8: ("south", "southwest", "west", "northwest", "north", "northeast", "east", "southeast"),
}


def place(plan: Plan, seat: int, viewer: int, dealer: int | None = None) -> str:
    """Return where a seat is drawn, with the viewer sitting South: ``west`` and so on, by the direction of play.

    The dummy lies to the right of the ``dealer``, between two players who face each other.
    """
    if plan.table.dummy is not None and viewer != plan.table.dummy:
        if seat == plan.table.dummy:
            return "east" if (dealer == viewer) == plan.table.clockwise else "west"
        return _PLACES[2][seat != viewer]
    places = _PLACES.get(plan.table.n, tuple(f"seat-{k}" for k in range(plan.table.n)))
    step = (seat - viewer) % plan.table.n
    return places[step] if plan.table.clockwise else places[-step % plan.table.n]


def name(plan: Plan, seat: int, viewer: int) -> str:
    """Return the name of a seat at the beginning of a sentence: ``You``, its side of the table, or ``The dummy``."""
    if seat == viewer:
        return "You"
    if seat == plan.table.dummy:
        return "The dummy"
    where = place(plan, seat, viewer)
    compound = {
        "southwest": "South-west",
        "northwest": "North-west",
        "northeast": "North-east",
        "southeast": "South-east",
    }
    return compound.get(where, where.replace("-", " ").capitalize())


def name_within(plan: Plan, seat: int, viewer: int) -> str:
    """Return the name of a seat within a sentence: ``you``, ``West``, ``the dummy``."""
    found = name(plan, seat, viewer)
    return found.lower() if seat in (viewer, plan.table.dummy) else found


def people(plan: Plan, seats: Sequence[int], viewer: int) -> str:
    """Return several seats within a sentence, with the viewer first: ``you and North``."""
    ordered = sorted(seats, key=lambda seat: (seat - viewer) % plan.table.n)
    return words.listed([name_within(plan, seat, viewer) for seat in ordered])


def does(seats: Sequence[int], viewer: int, verb: str, third: str = "") -> str:
    """Return a verb in the form for these seats: ``you win``, ``West wins``, ``West and East win``."""
    return verb if len(seats) > 1 or viewer in seats else third or f"{verb}s"


def seats_named(plan: Plan, text: str, viewer: int) -> str:
    """Return a sentence from the engine with the viewer's names for the seats instead of their numbers."""

    def called(found: re.Match[str]) -> str:
        seat = int(found[2])
        if seat not in plan.table.seats:
            return found[0]
        if seat != viewer:
            return (name if found[1] == "S" else name_within)(plan, seat, viewer)
        return "Your seat" if found[1] == "S" else "your seat"

    own = rf"\b([Ss])eat {viewer}\b"
    text = re.sub(rf"{own} has ([^.;:]+?),? and must\b", _bound, text)
    text = re.sub(rf"\b([Tt])he ([a-z ]+) of seat {viewer}\b", _yours, text)
    text = re.sub(rf"{own}(,?) ({'|'.join(_YOU)})\b", _addressed, text)
    text = re.sub(rf"{own}(?=(?:,| and) seat \d)|(?<=\band ){own}(?=,? take\b)", _you, text)
    text = re.sub(rf"(?<=\b[bt][yo] ){own}", "you", text)
    return re.sub(r"\b([Ss])eat (\d+)\b", called, text)


_YOU = {"pays": "pay", "takes": "take", "wins": "win", "is": "are", "has": "have"} | {
    past: past for past in ("took", "revoked", "must")
}
"""The verb forms for a seat and for the viewer: ``seat 2 pays``, ``you pay``."""


def _you(found: re.Match[str]) -> str:
    return "You" if "S" in found.groups() else "you"


def _addressed(found: re.Match[str]) -> str:
    return f"{_you(found)}{found[2]} {_YOU[found[3]]}"


def _bound(found: re.Match[str]) -> str:
    return f"{_you(found)} have {found[2]}, so you must"


def _yours(found: re.Match[str]) -> str:
    return f"{'Your' if found[1] == 'T' else 'your'} {found[2]}"


def label(plan: Plan, action: Action) -> str:
    """Return a short label for an action, as on a button."""
    if action.verb == "bid":
        made = next((known for known in plan.bidding.bids if known.action == action), None)
        if made is not None and made.contract:
            return (
                naming.suit(plan, made.suit).capitalize()
                if made.suit
                else str(plan.bidding.contracts[made.contract].title)
            )
        if made is None and action.words[0] in plan.bidding.contracts:
            return f"Bid {naming.undertaking(plan, action.words[0])}"
        return " ".join(action.words)
    if action.verb == "decline" and action.words:
        return f"Refuse {words.card_name(plan.pack.card(action.words[0]))}"
    if action.verb == "call":
        return f"Call {words.card_name(plan.pack.card(action.words[0]))}"
    if action.verb == "expose":
        return f"Expose {words.card_name(plan.pack.card(action.words[0]))}"
    if action.verb == "declare" and action.words[0] in plan.bidding.contracts:
        return f"Announce {naming.undertaking(plan, action.words[0])}"
    if action.verb == "declare" and action.words[0].startswith("no-"):
        return f"Promise {action.words[0].replace('-', ' ')}"
    if action.verb == "trump" and action.words[0] in plan.play.trumpless:
        return str(plan.bidding.contracts[action.words[0]].title)
    if action.verb in ("trump", "name"):
        return naming.suit(plan, action.words[0]).capitalize()
    if action.verb == "lead":
        return f"Lead the {plan.pack.card(action.words[0]).name} as {naming.suit(plan, action.words[2])}"
    known = {
        "ask": "Ask for a partner", "alone": "Play alone", "accept": "Accept", "decline": "Decline", "pass": "Pass",
        "support": "Support", "draw": "Draw a card", "claim redeal": "Ask for a new deal", "claim rest": "Claim the remaining tricks",
        "declare old": "Add to the others", "declare new": "Take off your own",
        "declare tricks": "Take tricks from them", "declare off": "Take points off their score",
        "declare on": "Add points to your score",
        "hold": "Hold your partner's bid", "opening declarer": "Lead yourself", "opening left": "Let your left lead",
    }  # fmt: skip
    text = str(action)
    if action.verb == "correct":
        return f"Put right with the {plan.pack.card(action.words[0]).name}"
    if text.startswith("claim revoke "):
        return f"Claim a revoke by seat {action.words[1]}"
    return known.get(text, text[:1].upper() + text[1:])


def done(deal: Deal, seat: int, action: Action, viewer: int, leading: bool) -> str:
    """Return what a seat did, in a sentence, as far as the viewer may know it."""
    plan = state_of(deal).plan
    you = seat == viewer
    who = name(plan, seat, viewer)

    def say(verb: str, rest: str = "") -> str:
        third = verb if you else (verb + "es" if verb.endswith("s") else verb + "s")
        return f"{who} {third}{' ' + rest if rest else ''}."

    if action.verb == "play":
        return say("lead" if leading else "play", words.card_name(plan.pack.card(action.words[0])))
    if action.verb in ("give", "discard"):
        verb = "pass" if action.verb == "give" else "lay"
        auction = plan.course.phases.get("auction")
        hidden = isinstance(auction, AuctionPhase) and auction.laying is not None
        tail = "" if action.verb == "give" else " face down" if hidden else " aside"
        if you:
            cards = [words.card_name(card) for card in plan.cards_of(mask_of(action))]
            return say(verb, f"{words.listed(cards)}{tail}")
        return say(verb, f"{words.cards_in_words(mask_of(action).bit_count())}{tail}")
    if action.verb == "bid":
        made = next((known for known in plan.bidding.bids if known.action == action), None)
        return say(
            "bid",
            naming.bid(plan, made).lower() if made is not None else naming.undertaking(plan, action.words[0]),
        )
    if action.verb == "decline" and action.words:
        return say("refuse", words.card_name(plan.pack.card(action.words[0])))
    if action.verb == "call":
        return say("call", words.card_name(plan.pack.card(action.words[0])))
    if action.verb == "expose":
        return say("expose", words.card_name(plan.pack.card(action.words[0])))
    if action.verb == "declare" and action.words[0] in plan.bidding.contracts:
        return say("announce", naming.undertaking(plan, action.words[0]))
    if action.verb == "declare" and action.words[0].startswith("no-"):
        return say("promise", action.words[0].replace("-", " "))
    if action.verb == "trump" and action.words[0] in plan.play.trumpless:
        return say("call", str(plan.bidding.contracts[action.words[0]].title).lower())
    if action.verb == "trump":
        return say("name", f"{naming.suit(plan, action.words[0])} as trumps")
    if action.verb == "name":
        return say("name", f"{naming.suit(plan, action.words[0])} as the penalty suit")
    if action.verb == "lead":
        return say(
            "lead",
            f"{words.card_name(plan.pack.card(action.words[0]))} as {naming.suit(plan, action.words[2])}",
        )
    if action.verb == "correct":
        return say("put", f"a revoke right with {words.card_name(plan.pack.card(action.words[0]))}")
    if action.verb == "claim" and action.words[0] == "revoke":
        return say("claim", f"a revoke by {name_within(plan, int(action.words[1]), viewer)}")
    simple = {"claim redeal": ("ask", "for a new deal"), "claim rest": ("claim", "the tricks that are left"),
              "pass": ("pass", ""), "ask": ("ask", "for a partner"), "alone": ("play", "alone"),
              "accept": ("accept", ""), "decline": ("decline", ""), "hold": ("hold", "the partner's bid"),
              "opening declarer": ("lead", "to the first trick"),
              "opening left": ("let", "the player at the left lead"),
              "declare old": ("choose", "to add to the others"),
              "declare new": ("choose", "to take points off the shooter"),
              "declare tricks": ("take", "tricks for the revoke"),
              "declare off": ("take", "points off for the revoke"),
              "declare on": ("score", "points for the revoke")}  # fmt: skip
    verb, rest = simple.get(str(action), (action.verb, " ".join(action.words)))
    return say(verb, rest)


def drawn(plan: Plan, seat: int, viewer: int, card: Card) -> str:
    """Return a sentence saying that a seat has drawn a card from the stock; the card is named only to that seat."""
    you = seat == viewer
    what = words.card_name(card) if you else "a card"
    stock = plan.dealing.widow.label.lower() if plan.dealing.widow is not None else "stock"
    return f"{name(plan, seat, viewer)} draw{'' if you else 's'} {what} from the {stock}."


def filled(plan: Plan, drawn: Sequence[tuple[int, Card]], viewer: int) -> str:
    """Return a sentence about cards drawn from the stock to fill up hands: the first may have lain face up, the others
    did not."""
    (first, top), *others = drawn
    takes = "take" if first == viewer else "takes"
    card = words.card_name(top) if not plan.dealing.pile_hidden or first == viewer else "a card"
    text = f"{name(plan, first, viewer)} {takes} {card} from the {plan.dealing.pile.lower()}"
    for seat, card in others:
        what = words.card_name(card) if seat == viewer else "the next card"
        text += f", {name_within(plan, seat, viewer)} {what}"
    return f"{text}."
