"""The games of the family tree, and the descents given by records or dated claims.

A rule set's record says which game it derives from; the histories name games that are not rule sets here, and give
descents in dated claims. If both name the same two games, that is one descent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulebook.base.catalogue import claims, families, first_year, history, rule_sets
from rulebook.base.questions import question
from whister import Evidence, Source
from whister.clause import best
from whister.rulesets.reader import sources

SURE = "ok"


@dataclass(frozen=True)
class Game:
    """A game of the tree: a rule set, or a relative without one here."""

    id: str
    title: str
    family: str
    date: str = ""  #: as worded in the record; empty if it gives none
    claim: str = ""  #: the address of the claim that mentions a relative; empty for a rule set

    @property
    def year(self) -> float | None:
        """The first year in the date, if there is one."""
        return first_year(self.date)

    @property
    def place(self) -> str:
        """The target of its link: the rule set, or the claim."""
        return f"claim:{self.claim}" if self.claim else f"set:{self.id}"


@dataclass(frozen=True)
class Descent:
    """A descent of one game from another: its evidence and its sources."""

    child: str
    parent: str
    evidence: Evidence
    status: str  #: the status of the claim: "ok", "disputed", "doubtful"
    sources: tuple[Source, ...]
    claims: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@question
def games() -> Mapping[str, Game]:
    """Return every game of the tree by its ID, grouped by family, relatives first."""
    found: dict[str, Game] = {}
    for family in families():
        for each in history(family).get("relative", ()):
            claim = f"{family}#{each['claim']}"
            found[each["id"]] = Game(each["id"], each["title"], family, each.get("date", ""), claim)
        for rules in rule_sets():
            if rules.family == family:
                found[rules.id] = Game(rules.id, rules.title, family, rules.year or "")
    return found


@question
def descents() -> tuple[Descent, ...]:
    """Return every descent between two games of the tree, once each, in the order of the games."""
    order = list(games())
    found: dict[tuple[str, str], Descent] = {}
    for descent in (*_of_records(), *_of_histories()):
        if descent.child not in order or descent.parent not in order:
            continue  # the site may have only some of the rule sets
        known = found.get((descent.child, descent.parent))
        found[descent.child, descent.parent] = _together(known, descent) if known else descent
    return tuple(sorted(found.values(), key=lambda each: (order.index(each.child), order.index(each.parent))))


def _of_records() -> Iterator[Descent]:
    for rules in rule_sets():
        for origin in rules.derives_from:
            stated = {"key": origin["source"], "seen": "none"}
            stated |= {key: origin[key] for key in ("evidence", "via", "pages") if key in origin}
            known = sources([stated], rules.id)
            notes = (origin["note"],) if "note" in origin else ()
            yield Descent(rules.id, origin["id"], best(known), SURE, known, notes=notes)


def _of_histories() -> Iterator[Descent]:
    for family in families():
        told = {claim["id"]: claim for claim in claims(family)}
        for each in history(family).get("descent", ()):
            claim: Mapping[str, Any] = told[each["claim"]]
            known = tuple(
                source for source in sources(claim["sources"], each["claim"]) if not source.relation
            )
            grade = Evidence.named(each["evidence"]) if "evidence" in each else best(known)
            notes = (each["note"],) if "note" in each else ()
            address = f"{family}#{claim['id']}"
            yield Descent(each["child"], each["parent"], grade, claim["status"], known, (address,), notes)


def _together(one: Descent, other: Descent) -> Descent:
    """Merge two accounts of one descent: the better grade, the weaker status, and all sources."""
    status = one.status if one.status != SURE else other.status
    named = {source.key for source in one.sources}
    return Descent(
        one.child,
        one.parent,
        min(one.evidence, other.evidence),
        status,
        (*one.sources, *(source for source in other.sources if source.key not in named)),
        (*one.claims, *other.claims),
        (*one.notes, *other.notes),
    )
