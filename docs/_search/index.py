"""Writes the records into a few files, and the words that ``index.mjs`` indexes."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from _search import FIGURES, NAMES, Record
from _search.figures import figures
from _search.naming import naming
from _search.pages import prose
from _search.records import catalogue_records, source_records
from _search.weighing import likely, searched
from whister.reference.best_known import best_known, place
from whister.reference.vocabulary import vocabulary

DIGITS = "0123456789abcdef"


def build(site: Path, folder: Path, words: Path) -> int:
    """Write the records of a site's pages into a folder and their words into a file; return how many there are."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    records = list(_once([*catalogue_records(), *source_records(), *prose(site), *figures(site)]))
    write(records, folder, words)
    return len(records)


def _once(records: Iterable[Record]) -> Iterable[Record]:
    """Return one record for each address: the text on the page of a rule set or family is added to its record."""
    known: dict[str, Record] = {}
    for record in records:
        if before := known.get(record.url):
            record = replace(before, text=f"{before.text} {record.text}")  # noqa: PLW2901
        known[record.url] = record
    return known.values()


def write(records: Sequence[Record], folder: Path, words: Path) -> None:
    """Write some records into an empty folder, and their searchable words into the file for ``index.mjs``."""
    # The best known first, so that the most common searches need few of the files.
    ordered = sorted(records, key=lambda record: place("/".join(record.url.split("/")[:2])))
    each = -(-len(ordered) // len(DIGITS))
    _write(folder / NAMES, naming(ordered))
    for number, digit in enumerate(DIGITS):
        some = ordered[number * each : (number + 1) * each]
        _write(folder / f"records-{digit}.json", [_kept(record) for record in some])
    rules = {rule: number for number, rule in enumerate(dict.fromkeys(map(_rule, ordered)))}
    said = {"small": sorted(vocabulary().small), "same": vocabulary().same}
    kinds, families = (list(dict.fromkeys(every)) for every in zip(*map(_sort, ordered), strict=True))
    facts = [
        [kinds.index(record.kind), families.index(record.family), *_facts(record, rules)]
        for record in ordered
    ]
    found = [{"id": number, **searched(record)} for number, record in enumerate(ordered)]
    sorts = {"kinds": kinds, "families": families}
    _write(words, {"each": each, "games": best_known(), **sorts, **said, "facts": facts, "records": found})


def _sort(record: Record) -> tuple[str, str]:
    return record.kind, record.family


def _kept(record: Record) -> list[object]:
    """Return what neither the facts of a record nor its place on the site give; ``finding.mjs`` adds the rest."""
    first = next(iter(_games(record)), None)
    url = record.url.removeprefix(f"{first}/")
    in_names = record.games and record.kind in ("clause", "option")
    title = 0 if in_names else record.title
    about = "" if record.games else record.about  # the title of the first game
    address = 0 if record.address == re.sub("/(?=#|$)", "", record.url) else record.address
    return [url, title, about, address, len(record.off), record.text]


def _facts(record: Record, rules: Mapping[tuple[str, ...], int]) -> list[object]:
    """Return the data of a record besides its sort and its words, in the form that ``docs/_static/search/indexing.mjs``
    defines."""
    games = [best_known().index(game) for game in _games(record)]
    return [rules[_rule(record)], games, round(100 * likely(record))]


def _rule(record: Record) -> tuple[str, ...]:
    """Return the key that records of the same rule, or of the same figures, in different games share."""
    if record.kind == FIGURES:
        return (record.kind, record.family, record.url.partition("#")[2])
    is_rule = record.kind in ("clause", "option")
    return (record.kind, record.family, record.address.partition("#")[2]) if is_rule else (record.url,)


def _games(record: Record) -> Sequence[str]:
    """Return the rule sets that contain a record; a rule set does not contain itself."""
    rule_set, _, part = record.url.replace("/#", "#").partition("#")
    return record.games or ([rule_set] if part and rule_set in best_known() else [])


def _write(file: Path, facts: object) -> None:
    file.write_text(json.dumps(facts, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
