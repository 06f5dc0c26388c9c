"""A deal that is over, as the visitor sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from whister.table import sentences

if TYPE_CHECKING:
    from whister.ledger import Amount, Line
    from whister.plan.compiled import Plan
    from whister.plan.outcome import Outcome
    from whister.plan.settlement import Settling


class Ended(NamedTuple):
    """A deal that is over, as seen by the visitor."""

    plan: Plan  #: with the values of this deal
    found: Settling  #: the settlement, with its intermediate results
    visitor: int
    delta: tuple[Amount, ...] | None  #: None if no source gives a price

    @property
    def outcome(self) -> Outcome:
        return self.found.outcome

    def who(self, seats: tuple[int, ...]) -> str:
        return sentences.people(self.plan, seats, self.visitor)

    def does(self, seats: tuple[int, ...], verb: str, third: str = "") -> str:
        return f"{self.who(seats)} {sentences.does(seats, self.visitor, verb, third)}"

    def lines(self, *names: str) -> list[Line]:
        """Return the lines of the settlement that belong to clauses with these mechanisms."""
        clauses = {clause.id for clause, found in self.plan.asked.settle if found.name in names}
        return [line for line in self.found.lines if line.clause.id in clauses]

    def has(self, name: str) -> bool:
        return any(found.name == name for _, found in self.plan.asked.settle)


class Told(NamedTuple):
    """The first part of a sentence, saying what happened; what the visitor scores follows."""

    text: str
    own: bool = False  #: whether it is about the visitor, alone or with others
    full: bool = False  #: whether it already includes what the visitor scores
