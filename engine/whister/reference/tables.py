"""Every clause of the catalogue, as a table for a spreadsheet and as text to read. ``clauses_csv`` has a row for each
clause and source; ``COLUMNS`` explains each column. ``clauses_text`` is plain text, wrapped for a narrow page.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from textwrap import wrap
from types import MappingProxyType

import whister
from whister.clause import Clause, Source
from whister.reference.release import AUTHOR
from whister.reference.tiers import tier
from whister.reference.wording import source_said
from whister.rules import Rules

#: The columns of the table, in order, with the contents of each.
COLUMNS: Mapping[str, str] = MappingProxyType(
    {
        "clause": "the clause's address: hearts/black-lady#first-trick",
        "rule_set": "the ID of the rule set: hearts/black-lady",
        "family": "the family of the rule set, the first part of its ID",
        "game": "the title of the rule set",
        "year": "the date of the rule set, as text; empty where it has none",
        "section": "the part of the rules that the clause belongs to",
        "title": "the title of the clause",
        "text": "what the clause says",
        "note": "what must be known beside it; often empty",
        "origin": "the address where the clause was first written",
        "change": "added, amended or kept, against the rule set that this one is written on top of",
        "in_force": "yes; by option, if only an option brings it into force; or no, if no option on offer does",
        "evidence": "the best grade among the sources that support the clause",
        "weakest": "the grade of its weakest part; the same where all parts are as well supported",
        "tier": "the best kind of source that states it: primary, secondary, tertiary; empty where none does",
        "mechanisms": "what enforces it, a space between each two; empty for prose only",
        "source": "the key of a source in the bibliography",
        "source_evidence": "how well that source supports it: described, reported, inferred, taken over, default, recalled, reconstructed; empty if it is silent or contradicts the clause",
        "about": "the rule set or game that the source makes its statement about",
        "stated": "the grade of the statement for that rule set or game, where it is taken over from there; else empty",
        "of": "the parameters that the source is cited for, separated by spaces; empty: all that no other source names",
        "seen": "how much of that source was read: full, part or none",
        "via": "the key of the work through which that source is known; empty where it was read itself",
        "pages": "its pages; empty where they are not known",
        "relation": "empty where it supports the clause; else contradicts or silent",
        "source_note": "a note on that source; often empty",
    }
)
_WIDTH = 76
_INDENT = "    "


def clauses_csv() -> str:
    """Return every clause, with a row for each of its sources, in the format of RFC 4180, with a header, quotes where
    needed, and CRLF."""
    out = io.StringIO(newline="")
    rows = csv.writer(out)
    rows.writerow(COLUMNS)
    for name in whister.catalogue():
        rules = whister.load(name)
        titles = dict(rules.sections)
        for clause in rules.clauses.values():
            for source in clause.sources:
                rows.writerow(_row(rules, clause, titles.get(clause.section, clause.section), source))
    return out.getvalue()


def in_force(clause: Clause) -> str:
    """Return whether a clause is in force: ``"yes"``, ``"by option"``, or ``"no"`` if no option on offer brings it into
    force.
    """
    return "yes" if clause.enabled else "no" if clause.barred else "by option"


def _row(rules: Rules, clause: Clause, section: str, source: Source) -> tuple[str, ...]:
    return (
        clause.id,
        rules.id,
        rules.family,
        rules.title,
        rules.year or "",
        section,
        clause.title,
        clause.text,
        clause.note,
        clause.origin,
        clause.change,
        in_force(clause),
        str(clause.evidence),
        str(clause.weakest),
        tier(clause),
        " ".join(clause.rule),
        source.key,
        "" if source.relation else str(source.evidence),
        source.about,
        "" if source.stated is None or source.relation else str(source.stated),
        " ".join(source.of),
        source.seen,
        source.via or "",
        source.pages or "",
        source.relation,
        source.note,
    )


def clauses_text(width: int = _WIDTH) -> str:
    """Return every clause in reading order, with its address and its sources below it, in lines of at most ``width``
    characters.

    A word longer than a line, such as an address, is not broken.
    """
    return "\n".join(line.rstrip() for line in _lines(width)) + "\n"


def _lines(width: int) -> Iterator[str]:
    count = len(whister.catalogue())
    yield from (*_head("Whister: every clause", "="), "")
    yield from _wrapped(
        f"Version {whister.__version__}. {count} rule sets, each one edition of one game. Under a clause stands its name, "
        "#moon. After the name of its rule set, hearts/black-lady#moon, it is an address that does not change. Then comes what "
        "the clause rests on: sources by their keys in the bibliography, with the grade of the evidence (described, "
        "reported, inferred, taken over, default, recalled, reconstructed). A source that “is silent” treats the game and says nothing of this; one "
        "that “says otherwise” contradicts the clause. Neither supports it.",
        width,
    )
    yield from (
        "",
        *_wrapped(f"{AUTHOR}. Texts under the Creative Commons licence CC BY 4.0.", width),
    )
    for family in dict.fromkeys(name.partition("/")[0] for name in whister.catalogue()):
        yield from ("", "", *_head(family.upper(), "="))
        for name in whister.catalogue():
            if name.startswith(f"{family}/"):
                yield from _game(whister.load(name), width)


def _game(rules: Rules, width: int) -> Iterator[str]:
    yield from ("", "", *_head(f"{rules.title}{f' ({rules.year})' if rules.year else ''}", "-"))
    yield rules.id
    if rules.aliases:
        yield from _wrapped(f"Also called {', '.join(rules.aliases)}.", width)
    yield from ("", *_wrapped(rules.summary, width))
    for slug, title in rules.sections:
        inside = [clause for clause in rules.clauses.values() if clause.section == slug]
        if inside:
            yield from ("", "", f"  {title}", f"  {'.' * len(title)}")
        for clause in inside:
            yield from _clause(clause, width)


def _clause(clause: Clause, width: int) -> Iterator[str]:
    only = {"yes": "", "by option": " (only by an option)", "no": " (not part of this game)"}[
        in_force(clause)
    ]
    yield from ("", *_wrapped(f"{clause.title}{only}", width, "  "))
    yield from _wrapped(clause.text, width, _INDENT)
    if clause.note:
        yield from _wrapped(clause.note, width, _INDENT)
    yield from _wrapped(
        f"#{clause.slug}  [{'; '.join(source_said(source, seen=False) for source in clause.sources)}]",
        width,
        _INDENT,
    )


def _head(title: str, line: str) -> tuple[str, str]:
    return title, line * len(title)


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    return wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


__all__ = ["COLUMNS", "clauses_csv", "clauses_text"]
