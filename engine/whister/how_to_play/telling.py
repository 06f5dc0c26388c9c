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
"""The mechanisms in force by name; of several with the same name, only the last."""

Make = Callable[[Any, Plan, Others], str]


class Told(NamedTuple):
    """The description of a mechanism: the stage of the deal (``moment``), the ``place`` in that stage, and the function
    that makes the sentence ("" for none).

    ``phases`` names the phases of a deal in which the mechanism acts; if the deal has any of them, the sentence is
    placed by the first one instead of by ``place``. ``detail`` is 0 for what a newcomer must know; the higher it is,
    the sooner the sentence is left out.
    """

    moment: str
    place: int
    detail: int
    phases: str
    make: Make


TELLING: dict[str, list[Told]] = {}
"""The descriptions by the names of their mechanisms."""


def tells(name: str, moment: str, place: int, detail: int = 0, phases: str = "") -> Callable[[Make], Make]:
    """Return a decorator that registers a function as the description of a mechanism. The lower ``place`` is, the
    earlier the sentence comes in its stage."""

    def keep(make: Make) -> Make:
        TELLING.setdefault(name, []).append(Told(moment, place, detail, phases, make))
        return make

    return keep
