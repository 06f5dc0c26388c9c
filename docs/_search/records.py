"""The catalogue's records for search: each clause once, with the games that have it as it stands."""

from __future__ import annotations

from collections.abc import Iterator

from _search import Record
from whister.reference.entries import Entry, entries


def catalogue_records() -> Iterator[Record]:
    """Rule sets, families, clauses, options and dated claims; what several games share is one record."""
    alike: dict[tuple[str, str, str], list[Entry]] = {}
    for entry in (one.entry for one in entries()):
        shared = entry.kind in ("clause", "option")
        key = (entry.kind, entry.title, entry.text) if shared else (entry.kind, entry.id, "")
        if entry.kind != "source":
            alike.setdefault(key, []).append(entry)
    for same in alike.values():
        first = next((entry for entry in same if entry.first), same[0])
        yield Record(
            first.url,
            first.kind,
            first.family,
            first.title,
            first.text,
            first.names,
            first.about,
            first.id,
            len(same) - 1,
        )


def source_records() -> Iterator[Record]:
    """Every source of the bibliography under the name that the site gives it, by its own page."""
    for entry in (one.entry for one in entries()):
        if entry.kind == "source":
            yield Record(entry.url, "source", "", entry.title, entry.text, address=entry.id)
