"""Sentences by mechanism: each is made from the parameters of one mechanism, for one number of players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from whister.plan.compiled import Plan

MOMENTS = {
    "aim": "Aim", "deal": "Deal", "before": "Before the play", "play": "Play", "score": "Score", "end": "End",
}  # fmt: skip
"""The stages of a deal, in the order of a reader's questions, with their headings."""

Others = Mapping[str, Any]
"""The mechanisms in force by name; of several with one name the last."""

Make = Callable[[Any, Plan, Others], str]


class Told(NamedTuple):
    """How a mechanism is described: its ``moment``, its place there, and its sentence; "" for none.

    ``phases`` are those of a deal in which it happens: its place is that of the first of them in the course. ``detail``
    says how well a first deal can be played without it: 0 not at all; the higher, the sooner it is left out.
    """

    moment: str
    place: int
    detail: int
    phases: str
    make: Make


TELLING: dict[str, list[Told]] = {}
"""The sentence of each mechanism that a newcomer has to know."""


def tells(name: str, moment: str, place: int, detail: int = 0, phases: str = "") -> Callable[[Make], Make]:
    """Register a function that describes a mechanism. ``place``: the lower, the earlier in its stage."""

    def keep(make: Make) -> Make:
        TELLING.setdefault(name, []).append(Told(moment, place, detail, phases, make))
        return make

    return keep
