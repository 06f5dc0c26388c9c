"""The kinds of source: primary (the rules themselves), secondary (a study), and tertiary (an encyclopaedia, a wiki or
an unsigned compilation)."""

from __future__ import annotations

from whister.clause import Clause, Evidence, Source
from whister.reference.bibliography import bibliography

TIERS = ("primary", "secondary", "tertiary")
"""The kinds of source, best first."""


def tier(clause: Clause) -> str:
    """Return the best kind of source that states a clause; "" if none does. If options have changed the clause, the
    sources of the chosen values also count, and the sources that they replace do not.
    """
    held = [source for source in clause.sources if clause.supported_by(source)]
    held += [source for choice in clause.choices for source in choice.sources]
    stated = {_read(source) for source in held if _states(source)}
    return next((kind for kind in TIERS if kind in stated), "")


def is_tertiary(clause: Clause) -> bool:
    """Return whether a clause is graded *inferred* or better, but by tertiary sources alone."""
    return clause.evidence <= Evidence.INFERRED and tier(clause) == TIERS[-1]


def _states(source: Source) -> bool:
    return not source.relation and source.evidence <= Evidence.TAKEN_OVER


def _read(source: Source) -> str:
    """Return the kind of the work that was read: for a book known only through a wiki, that of the wiki."""
    work = bibliography().get(source.via or source.key)
    return work.tier if work else ""


__all__ = ["TIERS", "is_tertiary", "tier"]
