"""Counting the clauses of a rule set that are in force, by grade of evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from whister.clause import Clause, Evidence


class Tally(NamedTuple):
    """A count of clauses. Each is counted once, under the best grade among its sources."""

    grades: Mapping[Evidence, int]  #: clauses in force by grade, best first
    weaker: Mapping[Evidence, int]  #: how many of these have a part with a weaker grade
    dormant: int  #: clauses that only an option brings into force
    barred: int  #: clauses of a parent that no option on offer brings into force

    @property
    def in_force(self) -> int:
        """The number of clauses in force."""
        return sum(self.grades.values())

    def remarks(self, tertiary: int) -> list[str]:
        """Return remarks to be added to the grades: the number of clauses with a weaker part, of those that only
        ``tertiary`` sources state, and of those that only an option brings into force. A number of 0 is left out.
        """
        counts = {
            "partly on weaker evidence": sum(self.weaker.values()),
            "stated only by tertiary sources": tertiary,
            "more only with an option": self.dormant,
        }
        return [f"{number} {what}" for what, number in counts.items() if number]


def tally(clauses: Iterable[Clause]) -> Tally:
    """Return the count of the clauses of a rule set with its options chosen."""
    grades: Counter[Evidence] = Counter()
    weaker: Counter[Evidence] = Counter()
    dormant = barred = 0
    for clause in clauses:
        if not clause.enabled:
            barred += bool(clause.barred)
            dormant += not clause.barred
            continue
        grades[clause.evidence] += 1
        weaker[clause.evidence] += clause.weakest > clause.evidence
    return Tally(dict(sorted(grades.items())), dict(sorted(weaker.items())), dormant, barred)


__all__ = ["Tally", "tally"]
