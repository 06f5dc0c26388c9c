"""A case of a clause, laid out on the table, with what it shows and what may be tried.

A case that deals every card opens at its position and is played on like any deal. In any other case only the cards that
it gives are known: the visitor plays for the seat to act, the other seats do not play, and what was tried may be taken
back.
"""

from __future__ import annotations

import re
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from whister import words
from whister.cases import SETTLED
from whister.deal.public import state_of
from whister.errors import WhisterError
from whister.links.deal_record import ReplayError, act_on
from whister.links.texts import Standing, is_position, text_of
from whister.table import display, fields, sentences
from whister.table.broken_links import broken
from whister.table.display import Visit
from whister.table.game import around
from whister.table.payment import settled
from whister.table.reasons import clause_told

if TYPE_CHECKING:
    from whister.clause import Case
    from whister.rules import Deal

Json = dict[str, Any]
_LETTERS = re.compile(r"\b[B-H]\b|\bA(?=[,.:’']| (?:a?lone|and|[a-z]+s|may|must|has|is)\b)")
"""A player referred to by a letter; an A before a noun may be an article."""


def answer(operation: str, request: Json) -> Json | None:
    """Return the state that answers a request about a case; None if the table answers as for any other deal."""
    if operation not in ("open", "act", "undo"):
        return None
    start = Standing.parse(fields.text(request, "record"))
    deal = start.opening()
    position = len(deal.actions)
    try:
        act_on(deal, start.actions)
    except ReplayError as error:
        if operation != "open":
            raise
        return _seen(start, deal, position, len(deal.actions), request) | {
            "broken": broken(error, _seat(start, deal, position, request))
        }
    if operation == "open":
        return _seen(start, deal, position, len(deal.actions), request)
    if not is_position(deal):
        return None
    before = len(deal.actions)
    if operation == "act":
        action, seat = fields.text(request, "action"), _seat(start, deal, position, request)
        verdict = deal.why(action, seat)
        deal.act(action, seat)
        return display.noted(_seen(start, deal, position, before, request), verdict)
    if before > position:
        deal.undo()
        before -= 1
    return _seen(start, deal, position, before, request)


def _seat(start: Standing, deal: Deal, position: int, request: Json) -> int:
    """Return the seat from which a case is seen: at first the one whose view it tests, if any; then the seat to act if
    its cards are known, or else the last seat that acted."""
    holder = start.load()[2].expected.get("holder")
    if isinstance(holder, int) and len(deal.actions) == position:
        return holder
    to_act = deal.to_act
    if to_act is not None and (state_of(deal).hand(to_act) or not is_position(deal)):
        return to_act
    acted = deal.actions[position:]
    if acted:
        return acted[-1][0]
    origin = state_of(deal).origin
    opened = origin.to_act if origin is not None else None
    return opened if opened is not None else fields.visit(request, deal).seat


def _seen(start: Standing, deal: Deal, position: int, before: int, request: Json) -> Json:
    """Return what the visitor sees of a case, with the steps after the first ``before`` actions."""
    _, clause, case = start.load()
    seat = _seat(start, deal, position, request)
    visit = Visit(seat, request.get("study") is True, around(str(start)) if request["op"] == "open" else None)
    state = display.state(deal, visit, before)
    state["case"] = {"id": case.id, "position": is_position(deal), "clause": clause_told(clause)}
    state["record"] = text_of(deal, str(start))
    if _LETTERS.search(case.text):
        state["facts"].append({"label": "Players", "value": _lettered(deal, seat)})
    if len(deal.actions) == position:
        said = sentences.seats_named(state_of(deal).plan, case.text, seat)
        state["prompt"] = " ".join(filter(None, (said, _to_try(deal, case) or _to_do(state))))
    if not is_position(deal):
        return state
    if len(deal.actions) != position:
        state["prompt"] = _after(deal, seat, state["prompt"])
    if deal.over and SETTLED & set(case.expected):
        state["settlement"] = settled(deal, seat)
    for one in state["seats"]:
        _known_alone(deal, one, seat)
    return state


def _known_alone(deal: Deal, one: Json, seat: int) -> None:
    """Show the cards of a seat if the case gives them; otherwise hide its hand and the number of its cards."""
    origin = state_of(deal).origin
    if origin is not None and origin.hand(one["seat"]):
        cards = state_of(deal).plan.cards_of(state_of(deal).hand(one["seat"]))
        one |= {"hand": [str(card) for card in cards], "exposed": one["seat"] != seat}
    else:
        one |= {"hand": None, "count": None, "role": one["role"] if one["role"] != "out" else ""}


def _lettered(deal: Deal, seat: int) -> str:
    """Return a sentence saying which players a case calls A, B and so on, in order of play from seat 0."""
    plan = state_of(deal).plan
    return ", ".join(
        f"{ascii_uppercase[one]} is {sentences.name_within(plan, one, seat)}" for one in plan.table.players
    )


def _after(deal: Deal, seat: int, usual: str) -> str:
    """Return what the visitor may do after trying a card."""
    if deal.over or (deal.to_act is not None and state_of(deal).hand(deal.to_act)):
        return usual
    to_act = deal.to_act if deal.to_act is not None else seat
    who = sentences.name(state_of(deal).plan, to_act, seat)
    return f"The card is played. {who} would be next, whose cards this case does not give: take yours back to try another."


def _to_try(deal: Deal, case: Case) -> str:
    """Return a sentence about the cards in the hand that the case concerns; "" if it concerns something else."""
    tried = (
        ("refused", "Refused here: {}. Try {it}."),
        ("exempted", "Let pass here: {}."),
        ("waived", "Let pass here, since nothing else is held: {}."),
        ("legal", "What may be played: {}."),
    )
    for key, sentence in tried:
        cards = _cards(deal, case.expected.get(key, "")) if deal.phase == "play" else []
        if cards:
            return sentence.format(words.listed(cards), it="it" if len(cards) == 1 else "one")
    return ""


def _to_do(state: Json) -> str:
    """Return what the visitor may do if the case is not about a card: act as in any deal, or read the score."""
    if state["over"]:
        return "The settlement is below." if state["settlement"] else ""
    return str(state["prompt"]) if state["choice"] else ""


def _cards(deal: Deal, value: Any) -> list[str]:
    """Return the cards of an expectation in words; an empty list if it is about other actions."""
    texts = value.split() if isinstance(value, str) else [str(one) for one in value]
    try:
        return [words.card_name(state_of(deal).plan.pack.card(text)) for text in texts]
    except WhisterError:
        return []


__all__ = ["answer"]
