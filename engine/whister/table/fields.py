"""Checks of a request from the page: its JSON text, its fields, and the visitor."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from whister import checks
from whister.deal import arguments
from whister.deal.public import state_of
from whister.errors import NotationError
from whister.links.written import LONGEST
from whister.players.seated import CAUTIOUS
from whister.players.strengths import STRENGTHS
from whister.spelling import near
from whister.table import sentences
from whister.table.display import Visit

if TYPE_CHECKING:
    from whister.rules import Deal
    from whister.table.game import Game

Json = dict[str, Any]
OTHERS = "others"  #: stands for the seats to which a request gives no strength of their own
_NESTED = 100  # more lists and objects than any request has
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)  # a string in JSON, closed or not
_HALF = re.compile(r"[\ud800-\udfff]|\\u[dD][89a-fA-F]")  # half of a surrogate pair


def read(sent: Any) -> Json:
    """Return the request in JSON text. Raises ``NotationError`` for anything but a JSON object."""
    if not isinstance(sent, str) or len(sent) > LONGEST:
        raise NotationError(f"request: expected a JSON object of at most {LONGEST} characters")
    try:
        if len(re.findall(r"[\[{]", _TEXT.sub("", sent))) > _NESTED:
            raise ValueError("it is nested too deeply")
        request = json.loads(sent)
        if _HALF.search(sent):
            json.dumps(request, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise NotationError(
            "request: expected text that can be written in UTF-8; it contains half a character (a lone surrogate)"
        ) from None
    except ValueError as error:
        raise NotationError(f"request: expected a JSON object; {str(error)[:80]}") from None
    if not isinstance(request, dict):
        raise NotationError(f"request: expected a JSON object, got {checks.said(request)}")
    return request


def number(request: Json) -> int | str | None:
    """Return the number that the page has given to a request, for the answer to repeat; None if it is neither a number
    nor a short string."""
    given = request.get("id")
    short = (type(given) is int and given.bit_length() < 64) or (
        isinstance(given, str) and len(given) <= checks.LONGEST
    )
    return given if short else None


def text(request: Json, key: str, known: Sequence[str] = ()) -> str:
    """Return a string that the request must have. Raises ``NotationError`` if it is missing or not one of ``known``."""
    value = request.get(key)
    if not isinstance(value, str) or (known and value not in known):
        expected = f"one of {', '.join(known)}" if known else "text"
        raise NotationError(f"request, {key}: expected {expected}, got {checks.said(value)}")
    return value


def visit(request: Json, deal: Deal, around: Game | None = None) -> Visit:
    """Return the visitor who makes a request. Raises ``DealError`` or ``NotationError`` for an invalid seat."""
    seat = arguments.player(request.get("seat", 0), state_of(deal).plan, "request, seat")
    others = request.get("others", CAUTIOUS)
    return Visit(seat, request.get("study") is True, around, others, *strengths(request, deal, seat))


def guest(request: Json, deal: Deal, around: Game | None = None) -> Visit:
    """Return the visitor to a deal that comes from elsewhere. If the visitor's own seat does not play in that deal, the
    visitor is given the first seat that does."""
    seat = request.get("seat", 0)
    away = type(seat) is int and seat >= 0 and seat not in state_of(deal).plan.table.players
    return visit(request | {"seat": state_of(deal).plan.table.players[0]} if away else request, deal, around)


def strengths(request: Json, deal: Deal, visitor: int) -> tuple[Mapping[int, str], str]:
    """Return the strengths of the players besides the visitor, by seat, and a sentence on a name that is unknown, or "".

    The request maps seats to names; ``others`` is the name for the seats that are not listed. A player with an unknown
    name is cautious. Seats at which nobody else plays are left out, since the same choice is for tables of any size.
    Raises ``NotationError`` for anything but a mapping of seats to text.
    """
    given: Json = checks.instance(request.get("strengths", {}), dict, "request, strengths", NotationError)
    for seat, name in given.items():
        if seat != OTHERS and not (seat.isascii() and seat.isdigit()):
            raise NotationError(f"request, strengths: expected a seat or “{OTHERS}”, got {checks.said(seat)}")
        if not checks.is_name(name):
            raise NotationError(f"request, strengths, seat {seat}: expected text, got {checks.said(name)}")
    plan = state_of(deal).plan
    chosen: dict[int, str] = {
        seat: str(given.get(str(seat), given.get(OTHERS, "")))
        for seat in plan.table.players
        if seat != visitor
    }
    wrong = {seat: name for seat, name in chosen.items() if name and name not in STRENGTHS}
    known = MappingProxyType({seat: name for seat, name in chosen.items() if name in STRENGTHS})
    if not wrong:
        return known, ""
    name = next(iter(wrong.values()))
    cautious = sentences.people(plan, [seat for seat in wrong if wrong[seat] == name], visitor)
    play = "plays" if list(wrong.values()).count(name) == 1 else "play"
    return (
        known,
        f"No player is called {checks.said(name)}{near(name, STRENGTHS)} So {cautious} {play} cautiously.",
    )


__all__ = ["OTHERS", "guest", "number", "read", "strengths", "text", "visit"]
