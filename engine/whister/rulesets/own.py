"""The user's own rule set: a record, in a file or as text, that extends a published one. Its ID is ``own/`` followed by
a slug made from the file's name or from its title. It has no page, its clauses have no address, and no link can name
it. The record of a game names it, and can be opened wherever it has been loaded; pickled objects contain its text.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from whister import checks, reading
from whister.clause import OWN
from whister.errors import RecordError, UnknownRuleSet
from whister.frozen import changed
from whister.rulesets import reader
from whister.rulesets.overlays import Stack, stacked
from whister.spelling import did_you_mean

_LONGEST = 200_000  #: bytes, more than any record of the catalogue has


_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_KNOWN: dict[str, Source] = {}
_MOST = 64  #: the most rule sets of the user's own that are stored


class Source(NamedTuple):
    """The text of the user's own rule set, its ID, and where it came from, for messages."""

    text: str
    id: str
    where: str


def from_file(path: os.PathLike[str]) -> Source:
    """Read a rule set from a file. Raises ``RecordError`` if it cannot be read."""
    name = os.fspath(path)
    try:
        text = reading.file(Path(path), _LONGEST)
    except reading.Unreadable as error:
        raise RecordError(f"{name}: {error}") from None
    return Source(text, f"{OWN}/{_slug(Path(path).stem)}", name)


def from_text(text: str) -> Source:
    """Read a rule set from text. Raises ``RecordError`` for anything else, or if the text is too long."""
    where = "the rule set given as text"
    if not isinstance(text, str):
        raise RecordError(f"{where}: expected TOML, got {checks.said(text)}")
    if len(text.encode(errors="replace")) > _LONGEST:
        raise RecordError(f"{where}: too long, with more than {_LONGEST} bytes")
    text = text.removeprefix("\ufeff")
    title = reader.read(text, where).get("title", "")
    return Source(text, f"{OWN}/{_slug(title)}", where)


def known(rule_set: str) -> Source:
    """Return the user's own rule set that was last loaded under that ID. Raises ``UnknownRuleSet``."""
    if rule_set not in _KNOWN:
        raise UnknownRuleSet(
            f"{checks.said(rule_set)} is a user's own rule set; load its file first, with "
            "whister.load(pathlib.Path('rules.toml')) or with --rules"
        )
    return _KNOWN[rule_set]


def is_known(rule_set: str) -> bool:
    """Return whether one of the user's own rule sets has been loaded under that ID."""
    return rule_set in _KNOWN


def _keep(source: Source) -> None:
    """Store a rule set under its ID, for records that name it; the oldest is dropped when there are too many."""
    _KNOWN.pop(source.id, None)
    _KNOWN[source.id] = source
    if len(_KNOWN) > _MOST:
        del _KNOWN[next(iter(_KNOWN))]


def stack(source: Source) -> Stack:
    """Merge the record with the published ones that it extends. Raises ``RecordError``."""
    laid = _stack(source)
    _keep(source)
    return laid


def _shown(value: object) -> bool:
    """Return whether all strings of a record are safe to print, without control characters."""
    if isinstance(value, str):
        return _CONTROL.search(value) is None
    if isinstance(value, Mapping):
        return all(map(_shown, (*value, *value.values())))
    return not isinstance(value, list | tuple) or all(map(_shown, value))


@lru_cache(maxsize=16)
def _stack(source: Source) -> Stack:
    record = reader.read(source.text, source.where)
    title = record.get("title", source.id)
    if not title.strip() or "\n" in title or len(title) > checks.LONGEST:
        raise RecordError(
            f"{source.where}, title: expected a line of 1 to {checks.LONGEST} characters, got {checks.said(title)}"
        )
    if not _shown(record):
        raise RecordError(f"{source.where}: a string contains a control character; remove it")
    parent = record.get("extends")
    if parent is None:
        raise RecordError(f"{source.where}: expected 'extends', the ID of a published rule set")
    if parent not in reader.catalogue():
        raise RecordError(
            f"{source.where}, extends: {checks.said(parent)} is not a published rule set{did_you_mean(reader.named(parent))}"
        )
    chain = (*reader.chain(parent), (source.id, {"title": source.id, **record}))
    laid = stacked(chain)
    return changed(laid, facts={**laid.facts, "family": parent.partition("/")[0]})


def _slug(name: str) -> str:
    """Return a name as the last part of an ID: words in lower case joined by hyphens."""
    words = re.findall(r"[a-z0-9]+", name.lower())
    slug = "-".join(words)[:60].strip("-") or "rules"
    return slug if slug[0].isalpha() else f"rules-{slug}"
