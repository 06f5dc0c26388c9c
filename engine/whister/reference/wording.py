"""Citations of sources, each on one line of plain text."""

from __future__ import annotations

import re

from whister.clause import Evidence, Source
from whister.reference.bibliography import bibliography

SEEN = {"full": "read in full", "part": "read in part", "none": "not read"}
"""How much of a source was read, as worded on the pages."""
RELATIONS = {"contradicts": "says otherwise", "silent": "is silent"}
_OF = {"contradicts": "for", "silent": "on"}


def source_said(source: Source, *, seen: bool = True) -> str:
    """Return a citation of a source: its key in the bibliography, how it supports the clause, the work through which it
    is known, and its pages. With ``seen``, also its tier, how much of it was read, whether its page is unknown, and its
    note.
    """
    how = [_relation(source) or _grade(source)]
    if source.via:
        how.append(f"through {source.via}")
    if seen:
        work = bibliography().get(source.via or source.key)
        how += [work.tier] if work and not source.relation else []
        how.append(SEEN[source.seen])
    if source.pages:
        pages = source.pages.replace("--", "–").replace("-", "–")
        how.append(f"{'pp.' if re.search('[–,]', pages) else 'p.'} {pages}")
    elif seen:
        how.append("page unknown")
    said = f"{source.key}: {', '.join(how)}"
    return f"{said}.{f' {source.note}' if source.note else ''}" if seen else said


def _relation(source: Source) -> str:
    """Return the relation in words, naming the game if the statement concerns another one; "" if the source supports
    the clause."""
    said = RELATIONS.get(source.relation, source.relation)
    return f"{said} {_OF[source.relation]} {source.about}" if said and source.stated is not None else said


def _grade(source: Source) -> str:
    """Return the grade, with the origin if the statement is taken over: ``taken over from rook/tournament``."""
    taken_over = source.evidence is Evidence.TAKEN_OVER
    of = f" ({', '.join(source.of)})" if source.of else ""
    return f"{source.evidence}{f' from {source.about}' if taken_over else ''}{of}"


__all__ = ["RELATIONS", "SEEN", "source_said"]
