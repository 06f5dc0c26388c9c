"""Writing the index: which record has which word, and the records that it leads to, in a few files."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from _search import INDEX, NAMES, Record
from _search.naming import naming
from _search.pages import prose
from _search.records import catalogue_records, source_records
from _search.weighing import LIMIT, usual_length, weighed
from whister.reference.best_known import best_known, place
from whister.reference.vocabulary import vocabulary

DIGITS = "0123456789abcdef"
LEVELS = 26  #: letters for how much a record has of a word


def build(site: Path, folder: Path) -> int:
    """Write the index of a site's pages into a folder; return how many records it has."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    records = list(_once([*catalogue_records(), *source_records(), *prose(site)]))
    write(records, folder)
    return len(records)


def _once(records: Iterable[Record]) -> Iterable[Record]:
    """Each address once: what the page of a rule set or a family says is in the record of that."""
    known: dict[str, Record] = {}
    for record in records:
        if before := known.get(record.url):
            record = replace(before, text=f"{before.text} {record.text}")  # noqa: PLW2901
        known[record.url] = record
    return known.values()


def write(records: Sequence[Record], folder: Path) -> None:
    """Write the index of some records into an empty folder."""
    # The best known first: what is looked for most is in few of the files.
    ordered = sorted(records, key=lambda record: place("/".join(record.url.split("/")[:2])))
    each = -(-len(ordered) // len(DIGITS))
    _write(folder / NAMES, naming(ordered))
    _write(folder / INDEX, {"each": each, **_index(ordered)})
    for number, digit in enumerate(DIGITS):
        some = ordered[number * each : (number + 1) * each]
        _write(folder / f"records-{digit}.json", [_kept(record) for record in some])


def _kept(record: Record) -> list[object]:
    facts = [record.url, record.kind, record.title, record.about, record.address]
    return [*facts, record.games[1:], record.off, record.text]


def _index(records: Sequence[Record]) -> dict[str, object]:
    """The words in order, and for each the records that have it: ``3C7a1Z-``.

    A number is how many records further it is than the last, from -1; the letter how much of the word it has. A capital
    says that its title has the word, a dash that the last part of its address has it, a dot that only the game or the
    page has it of which it is a part.
    """
    usual = usual_length(list(records))
    every = [weighed(record, usual) for record in records]
    found: dict[str, list[str]] = {}
    last: dict[str, int] = {}
    for number, one in enumerate(every):
        for word, much in one.words.items():
            letter = chr(ord("a") + min(LEVELS - 1, int(much / LIMIT * LEVELS)))
            gap = number - last.get(word, -1)
            letter = letter.upper() if word in one.title else letter
            mark = "-" if word in one.address else "." if word in one.borrowed else ""
            found.setdefault(word, []).append(f"{gap}{letter}{mark}")
            last[word] = number
    words = sorted(found)
    titles = sorted({record.title for record in records})
    at = {title: number for number, title in enumerate(titles)}
    kinds = sorted({record.kind for record in records})
    families = sorted({record.family for record in records})
    games = list(best_known())
    rules = [_rule(record) for record in records]
    known = {rule: number for number, rule in enumerate(dict.fromkeys(rules))}
    return {
        "words": " ".join(words),
        "found": " ".join("".join(found[word]) for word in words),
        "kinds": kinds,
        "families": families,
        "kind": "".join(str(kinds.index(record.kind)) for record in records),
        "family": "".join(str(families.index(record.family)) for record in records),
        "games": games,
        "of": [[games.index(game) for game in _games(record)] for record in records],
        "rule": [known[rule] for rule in rules],
        "title": [at[record.title] for record in records],
        "long": [len(one.title) for one in every],
        "short": [len(one.address) for one in every],
        "prior": [round(100 * one.prior) for one in every],
        "small": " ".join(sorted(vocabulary().small)),
        "same": vocabulary().same,
    }


def _rule(record: Record) -> tuple[str, ...]:
    """What a record has in common with those of other games that say how they have the same rule."""
    is_rule = record.kind in ("clause", "option")
    return (record.kind, record.family, record.address.partition("#")[2]) if is_rule else (record.url,)


def _games(record: Record) -> Sequence[str]:
    """The rule sets that a record is a part of; a rule set is no part of itself."""
    rule_set, _, part = record.url.replace("/#", "#").partition("#")
    return record.games or ([rule_set] if part and rule_set in best_known() else [])


def _write(file: Path, facts: object) -> None:
    file.write_text(json.dumps(facts, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
