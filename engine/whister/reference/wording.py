"""Citations of sources in a line of plain text."""

from __future__ import annotations

import re

from whister.clause import Evidence, Source

SEEN = {"full": "read in full", "part": "read in part", "none": "not read"}
"""How much of a source was read, as worded on the pages."""
RELATIONS = {"contradicts": "says otherwise", "silent": "is silent"}


def source_said(source: Source, *, seen: bool = True) -> str:
    """Return a citation of a source: its key in the bibliography, how it supports the clause, the work through which it
    is known, and its pages. With ``seen``, also how much of it was read, whether its page is unknown, and its note.
    """
    how = [RELATIONS.get(source.relation, source.relation) or _grade(source)]
    if source.via:
        how.append(f"through {source.via}")
    if seen:
        how.append(SEEN[source.seen])
    if source.pages:
        pages = source.pages.replace("--", "–").replace("-", "–")
        how.append(f"{'pp.' if re.search('[–,]', pages) else 'p.'} {pages}")
    elif seen:
        how.append("page unknown")
    said = f"{source.key}: {', '.join(how)}"
    return f"{said}.{f' {source.note}' if source.note else ''}" if seen else said


def _grade(source: Source) -> str:
    """Return the grade, with the origin of a statement taken over: ``taken over from rook/tournament``."""
    taken_over = source.evidence is Evidence.TAKEN_OVER
    of = f" ({', '.join(source.of)})" if source.of else ""
    return f"{source.evidence}{f' from {source.about}' if taken_over else ''}{of}"


__all__ = ["RELATIONS", "SEEN", "source_said"]
