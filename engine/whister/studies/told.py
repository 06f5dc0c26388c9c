"""Figures in words: what each is about, and its value with its error or its interval."""

from __future__ import annotations

from math import floor, log10

from whister.drawing import face
from whister.plan import naming
from whister.plan.compiled import Plan
from whister.studies.figures import Figure
from whister.studies.groups import DIFFERENCE, GROUPS, SHARE

SEATS = "Seats are numbered in the order of play from eldest hand, who calls first; usually the last one is the dealer."
_MOST = 4  #: the most decimal places of a figure
_COURSE = {
    "tried": "in sight (one player has half of them, and nobody else any)",
    "shot": "taken",
    "stopped": "in sight, but not taken",
}
_SIDES = {"offender": "the player who revokes", "partner": "the partner", "others": "each of the others"}
_VOID = {
    "all-pass": "everyone passed",
    "unsupported": "nobody supported the bid",
    "misdeal": "a misdeal",
    "redeal": "dealt again",
}


def label(figure: Figure, plan: Plan) -> str:
    """Return what a figure is about: ``seat 1``, ``Five levées``, ``Q♠, taken by seat 2``; "" for the whole deal."""
    about = figure.about
    kind = GROUPS[figure.group].about if figure.group in GROUPS else ""
    if kind in ("seat", "trick", "deal"):
        return f"{kind} {about}"
    if kind == "contract":
        return _contract(about, plan)
    if kind == "card":
        card, _, taker = about.rpartition(" ")
        who = "the player who played it" if taker == "own" else f"seat {taker}"
        return f"{face(card)}, taken by {who}"
    known = {"course": _COURSE, "side": _SIDES}.get(kind, _VOID)
    return known.get(about, about)


def _contract(about: str, plan: Plan) -> str:
    """Return the title of a contract, and the number bid; ``about`` is as in ``recorded.contract_of``."""
    name, _, bid = about.rpartition(" ")
    if not name and bid in plan.bidding.contracts:
        name, bid = bid, ""
    title = naming.contract_title(plan, name, "") if name else ""
    return ", ".join(filter(None, [title, bid]))


def contract_rank(about: str, plan: Plan) -> tuple[int, int]:
    """Return the place of a contract among all: in the order of the bids, then by the number bid."""
    order = [bid.contract for bid in plan.bidding.bids]
    name, _, bid = about.rpartition(" ")
    name, bid = (name, bid) if bid.isdigit() else (about, "0")
    return (order.index(name) if name in order else len(order)), int(bid)


def value(figure: Figure) -> str:
    """Return the value of a figure with its standard error, ``6.94 ± 0.36``, or a share with its 95 per cent interval,
    ``2.5 % (1.4–4.5)``. A difference of shares is in percentage points, with signs: ``+2.5 percentage points (+1.4 to +3.6)``."""
    measure = figure.group in ("fair", "skill", "converges", "spread", "drama", "security")
    if figure.unit == SHARE and not measure:
        return _share(figure)
    if not figure.error:
        same = f" (the same in all {figure.n} deals)" if measure and figure.error is not None else ""
        return f"{_number(figure.value, 3 if same else 2).removesuffix('.00').removesuffix('.000')}{same}"
    digits = _digits(figure.error)
    write = _signed if figure.of == DIFFERENCE else _number
    error = max(figure.error, 10.0**-digits)
    return f"{write(figure.value, digits)} ± {_number(error, digits)}"


def _share(figure: Figure) -> str:
    """Return a share in per cent, or a difference of shares in percentage points, with its interval."""
    signed = figure.of == DIFFERENCE
    unit, write = (" percentage points", _signed) if signed else (" %", _number)
    if figure.low is None or figure.high is None:
        return f"{write(100 * figure.value, 1)}{unit}"
    digits = max(0, _digits((figure.high - figure.low) * 25) - (not signed))
    low, high = (write(100 * bound, digits) for bound in (figure.low, figure.high))
    to = " to " if signed else "–"
    return f"{write(100 * figure.value, digits)}{unit} ({low}{to}{high})"


def _digits(error: float) -> int:
    """Return the number of decimal places with which an error has two digits, four at most."""
    return 2 if error <= 0 else min(_MOST, max(0, 1 - floor(log10(error))))


def _signed(number: float, digits: int) -> str:
    return f"{'+' if number > 0 else ''}{_number(number, digits)}"


def _number(number: float, digits: int) -> str:
    return f"{number:,.{digits}f}".replace("-", "−")


__all__ = ["SEATS", "contract_rank", "label", "value"]
