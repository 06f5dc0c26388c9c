"""The names of games in other places and languages, each with its source."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from whister.clause import Source
from whister.frozen import Frozen
from whister.rulesets.reader import sources

_FILE = Path(__file__).with_name("names.toml")


class Name(Frozen):
    """One name of one or more rule sets, or of a family."""

    name: str
    language: str  #: a language tag: "es", "fr", "en-AU"
    of: tuple[str, ...]  #: IDs of rule sets, or the name of a family
    kind: str  #: "name", "translation" (found only in a translation) or "mistaken" (the name of another game)
    sources: tuple[Source, ...]
    note: str = ""


@cache
def names() -> tuple[Name, ...]:
    """Return every name, in the order of the file."""
    records = tomllib.loads(_FILE.read_text("utf-8"))["name"]
    return tuple(
        Name(
            record["name"],
            record["language"],
            tuple(record["of"]),
            record.get("kind", "name"),
            sources(record["sources"], f"names, {record['name']}"),
            record.get("note", ""),
        )
        for record in records
    )


def names_of(address: str) -> tuple[Name, ...]:
    """Return the names of one rule set or family, in the order of the file."""
    return tuple(name for name in names() if address in name.of)


__all__ = ["Name", "names", "names_of"]
