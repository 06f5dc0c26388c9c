"""The catalogue's records for search: each clause once, with the games that have it as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pybtex.database import parse_file

from _search import Record
from rulebook.bibliography import labels, reference_nodes
from whister.reference.entries import Entry, entries

BIBLIOGRAPHY = Path(__file__).parents[1] / "references.bib"


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


def source_records(site: Path) -> Iterator[Record]:
    """Every source of the bibliography under the name that the site gives it, by its own page where it has one."""
    bibliography = parse_file(str(BIBLIOGRAPHY)).entries
    named = labels(bibliography.values())
    for key, entry in bibliography.items():
        text = "".join(node.astext() for node in reference_nodes(entry))
        own = f"sources/{key}/"
        url = own if (site / own / "index.html").is_file() else f"bibliography/#{key}"
        yield Record(url, "source", "", named[key], text, address=key)
