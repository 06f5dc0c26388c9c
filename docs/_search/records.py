"""The catalogue's records for search: each clause once, with all games that have it unchanged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from _search import Record
from rulebook.base.catalogue import rule_sets
from whister.reference.best_known import place
from whister.reference.entries import Entry, entries


def catalogue_records() -> Iterator[Record]:
    """Yield rule sets, families, clauses, options and dated claims; one shared by several games has a single record."""
    alike: dict[tuple[object, ...], list[Entry]] = {}
    for entry in (one.entry for one in entries()):
        if entry.kind != "source":
            shared = entry.kind in ("clause", "option")
            key = (entry.kind, entry.title, entry.text) if shared else (entry.kind, entry.id)
            alike.setdefault(key, []).append(entry)
    for same in alike.values():
        same.sort(key=lambda entry: (not entry.in_force, place(rule_set_of(entry))))
        best = same[0]
        yield Record(
            best.url,
            best.kind,
            best.family,
            best.title,
            best.text,
            best.names or _cards().get(best.id, ()),
            best.about,
            best.id,
            tuple(dict.fromkeys(map(rule_set_of, same))) if best.kind in ("clause", "option") else (),
            tuple(rule_set_of(entry) for entry in same if not entry.in_force),
        )


@cache
def _cards() -> Mapping[str, tuple[str, ...]]:
    """Map each clause's ID to the single cards whose value it gives.

    Readers who search for such a card want its value first.
    """
    found = {}
    for rules in rule_sets():
        pack = rules.plan.pack
        for clause in rules.clauses.values():
            worth, bonus = clause.rule.get("values", {}), clause.rule.get("bonus_card", {})
            told = [
                pack.spread(pack.select([one]))
                for one in (*worth.get("cards", ()), *filter(None, [bonus.get("card")]))
            ]
            found[clause.id] = tuple(cards[0].name for cards in told if len(cards) == 1)
    return found


def rule_set_of(entry: Entry) -> str:
    """Return the rule set that an entry belongs to; empty if there is none."""
    return entry.id.partition("#")[0]


def source_records() -> Iterator[Record]:
    """Yield every source of the bibliography by its name on the site, with the address of its page."""
    for entry in (one.entry for one in entries()):
        if entry.kind == "source":
            yield Record(entry.url, "source", "", entry.title, entry.text, address=entry.id)
