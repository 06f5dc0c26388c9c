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
"""The mechanisms in force by name; if several have the same name, the last."""

Make = Callable[[Any, Plan, Others], str]


class Told(NamedTuple):
    """The description of a mechanism: its ``moment``, its place in that stage, and the function that makes its
    sentence ("" for none).

    ``phases`` are the phases of a deal in which it occurs: its place is that of the first of them that the deal has.
    ``detail`` is 0 for what a newcomer must know; the higher it is, the sooner the sentence is left out.
    """

    moment: str
    place: int
    detail: int
    phases: str
    make: Make


TELLING: dict[str, list[Told]] = {}
"""The descriptions by the names of their mechanisms."""


def tells(name: str, moment: str, place: int, detail: int = 0, phases: str = "") -> Callable[[Make], Make]:
    """Register a function that describes a mechanism. ``place``: the lower, the earlier the sentence in its stage."""

    def keep(make: Make) -> Make:
        TELLING.setdefault(name, []).append(Told(moment, place, detail, phases, make))
        return make

    return keep
