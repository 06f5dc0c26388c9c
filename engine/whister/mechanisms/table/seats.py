"""The players at the table, and the order of a deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from whister.clause import Clause
from whister.errors import RecordError
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism
from whister.plan.table import TablePart

_MOST_PLAYERS = 20


class Players(Mechanism):
    """The ``allowed`` numbers of players."""

    name: ClassVar[str] = "players"
    order: ClassVar[int] = 0
    allowed: tuple[int, ...]

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"allowed": [*range(2, 14)]}

    @property
    def counts(self) -> tuple[int, ...]:
        return self.allowed

    def setup(self, clause: Clause) -> None:
        if min(self.allowed) < 2 or max(self.allowed) > _MOST_PLAYERS:
            raise RecordError(
                f"{clause.id}: players.allowed = {list(self.allowed)[:_MOST_PLAYERS]}; expected from 2 to {_MOST_PLAYERS} players"
            )


class Partners(Mechanism):
    """Fixed partnerships. ``seated``: ``across`` (seats 0 and 2 against 1 and 3, and so on round the table).

    ``scores``: whether partners score ``together``, as one, or ``singly``.
    """

    name: ClassVar[str] = "partners"
    order: ClassVar[int] = 0
    seated: Literal["across"] = "across"
    scores: Literal["together", "singly"] = "together"

    def setup(self, clause: Clause, table: TablePart) -> None:
        if table.n % 2:
            raise RecordError(
                f"{clause.id}: partners sit across, which needs an even number of players, not {table.n}"
            )
        table.sides = tuple(seat % 2 for seat in table.seats)
        table.one_score = self.scores == "together"


class Seats(Mechanism):
    """The direction of play. ``direction``: ``clockwise`` or ``anticlockwise``.

    Seats are numbered in the order of play, so this decides which neighbour a source means by "left". ``eldest`` hand
    sits at the dealer's ``left``, or is the ``next`` player in the order of play, whichever side that is.
    """

    name: ClassVar[str] = "seats"
    order: ClassVar[int] = 0
    direction: Literal["clockwise", "anticlockwise"] = "clockwise"
    eldest: Literal["left", "next"] = "left"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        other = {"clockwise": "anticlockwise", "anticlockwise": "clockwise"}
        return {"direction": other[parameters.get("direction", "clockwise")]}

    def setup(self, clause: Clause, table: TablePart) -> None:
        table.clockwise = self.direction == "clockwise"
        table.left = 1 if table.clockwise else -1
        table.to_eldest = table.left if self.eldest == "left" else 1


class Course(Mechanism):
    """The order of the phases of a deal.

    ``phases`` lists them; a phase with nothing to do in a deal is skipped. Phases in ``optional`` are left out if no
    clause in force provides them.
    """

    name: ClassVar[str] = "course"
    phases: tuple[str, ...] = ("play",)
    optional: tuple[str, ...] = ()

    def setup(self, clause: Clause, course: CoursePart) -> None:
        if "play" not in self.phases:
            raise RecordError(f"{clause.id}: course.phases = {list(self.phases)}; expected 'play' among them")
        for phase in self.optional:
            if phase not in self.phases:
                raise RecordError(
                    f"{clause.id}: course.optional names {phase!r}, which is not one of its phases"
                )
        course.order = self.phases
        course.optional = frozenset(self.optional)
        course.clause = clause


class Rotation(Mechanism):
    """The next dealer: the player ``to`` the ``left`` or ``right`` of the dealer, or the ``same`` one."""

    name: ClassVar[str] = "rotation"
    to: Literal["left", "right", "same"] = "left"

    def setup(self, clause: Clause, table: TablePart) -> None:
        table.rotation = {"left": table.left, "right": -table.left, "same": 0}[self.to]
