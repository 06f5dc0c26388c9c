"""Reading rule-set files: TOML is read into checked records, and every error names the file and the place. The form of
a record is described on the page "Adding a rule set"; only this module reads it. A record may also be stored as JSON,
made from the TOML by ``compiled``, which has been checked and is read much faster.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from whister import checks, reading
from whister.clause import Case, Evidence, OptionValue, Source
from whister.errors import RecordError, UnknownRuleSet
from whister.objects import fixed
from whister.spelling import did_you_mean, nearest

_RULES = Path(__file__).parents[1] / "rules"
_SUFFIXES = (".toml", ".json")  # a record is stored in one of these forms
_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*\Z")
#: The kinds of values in a record by key, table by table; the kinds are those of ``_KINDS``.
_TOP = {
    "title": "text", "aliases": "texts", "year": "text", "summary": "text", "extends": "text",
    "derives_from": "tables", "sections": "pairs", "defaults": "table", "fixed": "table of tables", "stated_by": "texts", "corrected": "texts",
    "excluded": "table of texts", "known_as": "table of tables", "clause": "tables", "amend": "tables", "repeal": "tables", "option": "tables",
}  # fmt: skip
_CLAUSE = {
    "slug": "text", "section": "text", "title": "text", "text": "text", "rule": "table of tables",
    "sources": "tables", "cases": "tables", "prose": "text", "enabled": "flag", "note": "text", "own": "flag",
}  # fmt: skip
#: ``drop`` and ``drop_sources``: mechanisms, and sources by key, that the amended clause loses.
_AMEND = {key: kind for key, kind in _CLAUSE.items() if key != "own"} | {
    "drop": "texts",
    "drop_sources": "texts",
}
_REPEAL = {"slug": "text", "slugs": "texts", "why": "text"}
_OPTION = {
    "name": "text", "title": "text", "text": "text", "default": "value", "kind": "text", "values": "tables",
    "range": "range", "parameter": "text", "sources": "tables", "requires": "texts", "excludes": "texts",
    "own": "flag",
}  # fmt: skip
_VALUE = {
    "value": "value", "also": "list", "text": "text", "sources": "tables", "set": "table", "enable": "texts",
    "disable": "texts", "requires": "texts", "excludes": "texts",
}  # fmt: skip
_SOURCE = dict.fromkeys(("key", "evidence", "seen", "via", "pages", "relation", "note", "about"), "text") | {
    "of": "texts"
}
#: The grades that a record may give to its evidence. *Taken over* is assigned when a source is not about the rule set.
_GRADES = tuple(grade for grade in Evidence if grade is not Evidence.TAKEN_OVER)
_FIXED = {"value": "value", "why": "text"}


def _all(kind: type, values: Any) -> bool:
    return all(isinstance(value, kind) for value in values)


_KINDS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "text": ("text", lambda v: isinstance(v, str)),
    "texts": ("a list of texts", lambda v: isinstance(v, list | tuple) and _all(str, v)),
    "list": ("a list", lambda v: isinstance(v, list | tuple)),
    "flag": ("true or false", lambda v: isinstance(v, bool)),
    "value": ("text, a whole number, or true or false", lambda v: isinstance(v, str | int)),
    "table": ("a table", lambda v: isinstance(v, dict)),
    "tables": ("an array of tables", lambda v: isinstance(v, list | tuple) and _all(dict, v)),
    "table of tables": ("a table of tables", lambda v: isinstance(v, dict) and _all(dict, v.values())),
    "table of texts": ("a table of texts", lambda v: isinstance(v, dict) and _all(str, v.values())),
    "pairs": (
        "a list of pairs of texts",
        lambda v: (
            isinstance(v, list | tuple)
            and all(isinstance(p, list) and len(p) == 2 and _all(str, p) for p in v)
        ),
    ),
    "range": ("two whole numbers", lambda v: isinstance(v, list | tuple) and len(v) == 2 and _all(int, v)),
}
_PROSE = {"", "physical", "manners", "history"}
#: The keys that a case may expect; all others are given.
EXPECTED = frozenset(
    "legal refused exempted winner points next phase dealt widow settles pool totals over winners losers declarer holder "
    "verdict index pays error count seen trump partner pools ledger evidence captured waived dealer exposed "
    "line verdict_evidence opens unit turned_up ranks told".split()
)

#: The keys that make the hands of a case a position in the play, not a whole deal.
_POSITION = frozenset("hand led trick leader seat contract bid played".split())


def catalogue(family: str | None = None) -> tuple[str, ...]:
    """Return the IDs of all rule sets, or of those of a ``family``, sorted: ``('boston/fontainebleau', …)``.

    Raises ``UnknownRuleSet`` for an unknown family.
    """
    if family is not None and family not in families():
        raise UnknownRuleSet(
            f"no family is called {checks.said(family)}; expected one of {', '.join(families())}"
        )
    found = [
        f"{family.name}/{entry.stem}"
        for family in _RULES.iterdir()
        if family.is_dir()
        for entry in family.iterdir()
        if entry.suffix in _SUFFIXES and not entry.name.startswith("_")
    ]
    return tuple(sorted(each for each in found if family in (None, each.partition("/")[0])))


def path_of(rule_set: str) -> Path:
    """Return the file of a rule set. Raises ``UnknownRuleSet``, suggesting the nearest ID."""
    family, _, name = rule_set.partition("/")
    spelt = len(rule_set) <= checks.LONGEST and _SLUG.match(family) and _SLUG.match(name)
    path = _file(family, name) if spelt else None
    if path is None:
        file = "; a file is given as a path: load(pathlib.Path('rules.toml'))."
        hint = file if rule_set.endswith(".toml") else near(rule_set)
        raise UnknownRuleSet(
            f"no rule set is called {checks.said(rule_set)}{hint} whister.catalogue() lists all {len(catalogue())}."
        )
    return path


#: The kinds of things for which a family may list other names.
NAMED = ("rule-sets", "options", "values", "contracts", "clauses")


@cache
def known_as(family: str, kind: str) -> Mapping[str, Sequence[str]]:
    """Return the other names that sources or readers use for one kind of thing in a family, mapped to the names used
    here."""
    file = _file(family, "_names")
    names: Mapping[str, Mapping[str, Sequence[str]]] = _read(file, family)["known_as"] if file else {}
    return names.get(kind, {})


def _check_names(names: Mapping[str, Mapping[str, Any]], where: str) -> None:
    for kind, entries in names.items():
        if kind not in NAMED:
            raise RecordError(f"{where}, known_as: {kind!r} is not one of {', '.join(NAMED)}")
        for name, meant in entries.items():
            if not isinstance(meant, list) or not meant or not _all(str, meant):
                raise RecordError(
                    f"{where}, known_as.{kind}: expected a list of names for {name!r}, got {checks.said(meant)}"
                )
            if kind == "values" and not re.fullmatch(r"[^=]+=[^=]+", name):
                raise RecordError(f"{where}, known_as.values: expected option=value, got {name!r}")


def _file(family: str, name: str) -> Path | None:
    files = (_RULES / family / f"{name}{suffix}" for suffix in _SUFFIXES)
    return next((file for file in files if file.is_file()), None)


def near(rule_set: str) -> str:
    """Return the end of an error message about a wrong ID, suggesting what it is another name for or the nearest ID."""
    found = named(rule_set, least=1)
    if found is None and (kind_and_name := part_named(rule_set)) is not None:
        return "; did you mean the {} {!r}?".format(*kind_and_name)
    return did_you_mean(found or named(rule_set))


def named(rule_set: str, also: Mapping[str, str] = MappingProxyType({}), least: float = 0.6) -> str | None:
    """Return the ID that a wrong one probably means, after comparing it with all IDs, their last parts and other names,
    including those in ``also``; ``least`` is the lowest similarity accepted."""
    names = {known: known for known in catalogue()}
    for known in catalogue():
        names.setdefault(known.partition("/")[2], known)
    for family in families():
        for other, (found, *_) in known_as(family, "rule-sets").items():
            names.setdefault(f"{family}/{other}", f"{family}/{found}")
            names.setdefault(other, f"{family}/{found}")
    for other, known in also.items():
        names.setdefault(other, known)
    return nearest(rule_set, names, least)


def part_named(said: str) -> tuple[str, str] | None:
    """Look up a word in a family's list of names, or in all such lists, and return the kind and name of the clause or
    option to which it refers, directly or through an alias; None if there is none."""
    family, _, word = said[: checks.LONGEST].rpartition("/")
    if family not in ("", *families()):
        return None
    for kind in ("options", "clauses"):
        for of in [family] if family else families():
            names = known_as(of, kind)
            known = {name: name for meant in names.values() for name in meant}
            known |= {other: meant[0] for other, meant in names.items()}
            if found := nearest(word, known, 1):
                return kind.removesuffix("s"), found
    return None


def families() -> tuple[str, ...]:
    """Return the families, sorted."""
    return tuple(sorted({known.partition("/")[0] for known in catalogue()}))


@cache
def chain(rule_set: str) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """Return the records of a rule set from the root down: ``(ID, record)``; the ID of a family's root is the family."""
    records: list[tuple[str, Mapping[str, Any]]] = []
    current: str | None = rule_set
    while current is not None:
        if any(current == seen for seen, _ in records):
            raise RecordError(f"{current}: a rule set cannot extend itself ({rule_set} leads back to it)")
        record = _read(path_of(current), current)
        records.insert(0, (current, record))
        current = record.get("extends")
    family = rule_set.partition("/")[0]
    root = _file(family, "_family")
    if root is not None:
        records.insert(0, (family, _read(root, family)))
    return tuple(records)


@cache
def _read(file: Path, where: str) -> Mapping[str, Any]:
    text = file.read_text("utf-8")
    found: Mapping[str, Any] = fixed(json.loads(text) if file.suffix == ".json" else read(text, where))
    return found


def compiled(text: str, where: str) -> str:
    """Return the JSON that can replace a record's TOML. Raises ``RecordError``, naming ``where``."""
    record = read(text, where)
    found = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    if json.loads(found) != record:
        raise RecordError(f"{where}: it contains values that JSON cannot represent")
    return found


def read(text: str, where: str) -> Mapping[str, Any]:
    """Read one record from its text and check its form. Raises ``RecordError``, naming ``where``."""
    try:
        record = reading.toml(text)
    except reading.Unreadable as error:
        raise RecordError(f"{where}: {error}") from None
    _known(record, _TOP, where)
    for kind, allowed in (
        ("clause", _CLAUSE),
        ("amend", _AMEND),
        ("repeal", _REPEAL),
        ("option", _OPTION),
    ):
        for position, entry in enumerate(record.get(kind, ()), 1):
            name = entry.get("name" if kind == "option" else "slug")
            place = f"{where}, [[{kind}]] number {position}" + (f" ({name})" if name else "")
            _known(entry, allowed, place)
            if kind == "repeal" and name is None and entry.get("slugs"):
                continue
            if not isinstance(name, str):
                raise RecordError(f"{place}: expected text for {'name' if kind == 'option' else 'slug'!r}")
            if kind != "option" and not _SLUG.match(name):
                raise RecordError(f"{place}: a slug must be lower-case words joined by hyphens, got {name!r}")
            if kind == "clause":
                _check_clause(entry, place)
    _check_names(record.get("known_as", {}), where)
    for name, entry in record.get("fixed", {}).items():
        _known(entry, _FIXED, f"{where}, [fixed] {name}")
        if len(entry) < len(_FIXED):
            raise RecordError(f"{where}, [fixed] {name}: expected {' and '.join(_FIXED)}")
    return record


def _check_clause(entry: Mapping[str, Any], place: str) -> None:
    for key in ("section", "title", "text"):
        if not isinstance(entry.get(key), str) or not entry[key].strip():
            raise RecordError(f"{place}: expected text for {key!r}")
    if not entry.get("sources"):
        raise RecordError(
            f"{place}: expected at least one entry in 'sources'; a rule without evidence is not shown"
        )
    if not entry.get("rule") and not entry.get("prose"):
        raise RecordError(f"{place}: expected 'rule', or 'prose' with the reason why there is none")
    if entry.get("prose", "") not in _PROSE:
        raise RecordError(
            f"{place}: 'prose' must be one of {', '.join(sorted(_PROSE - {''}))}, got {entry['prose']!r}"
        )


def sources(entries: Any, place: str) -> tuple[Source, ...]:
    """Return the sources of a clause or an option value. Raises ``RecordError``."""
    found: list[Source] = []
    for entry in entries or ():
        _known(entry, _SOURCE, f"{place}, sources")
        grade = entry.get("evidence", "described")
        if grade not in map(str, _GRADES):
            hint = (
                ". Name the rule set it is taken over from: about = 'family/name'" if "taken" in grade else ""
            )
            raise RecordError(
                f"{place}, source {entry.get('key')!r}: evidence must be one of {', '.join(map(str, _GRADES))}; "
                f"got {grade!r}{hint}"
            )
        if entry.get("seen", "none") not in ("full", "part", "none"):
            raise RecordError(
                f"{place}, source {entry.get('key')!r}: seen must be full, part or none; got {entry['seen']!r}"
            )
        if entry.get("relation", "") not in ("", "contradicts", "silent"):
            raise RecordError(
                f"{place}, source {entry.get('key')!r}: relation must be contradicts or silent; got {entry['relation']!r}"
            )
        if "key" not in entry:
            raise RecordError(f"{place}: expected 'key', the source's key in the bibliography")
        found.append(
            Source(
                key=entry["key"],
                evidence=Evidence.named(grade),
                seen=entry.get("seen", "none"),
                via=entry.get("via"),
                pages=entry.get("pages"),
                relation=entry.get("relation", ""),
                note=entry.get("note", ""),
                of=tuple(entry.get("of", ())),
                about=entry.get("about") or place.partition("#")[0].partition(",")[0],
            )
        )
    return tuple(found)


def cases(entries: Any, slug: str, place: str) -> tuple[Case, ...]:
    """Return the cases of a clause. Raises ``RecordError``."""
    found: list[Case] = []
    for entry in entries or ():
        if "id" not in entry:
            raise RecordError(f"{place}: expected 'id', the name of the case")
        where = f"{place}, case {entry['id']}"
        given, expected = parted(entry)
        _expects(expected, where)
        rows = given.get("also", ())
        if not _KINDS["tables"][1](list(rows)):
            raise RecordError(f"{where}, also: expected {_KINDS['tables'][0]}, got {checks.said(rows)}")
        for number, row in enumerate(rows, 1):
            _expects(parted(row, given)[1], f"{where}, also, number {number}")
        found.append(Case(entry["id"], place.partition("#")[0], slug, entry.get("text", ""), given, expected))
    return tuple(found)


def parted(
    entry: Mapping[str, Any], beside: Mapping[str, Any] | None = None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split a case into what it gives and what it expects; a row of ``also`` gives everything in ``beside`` too."""
    whole = {**(beside or {}), **entry}
    asked = EXPECTED - _given_keys(whole)
    given = {key: value for key, value in whole.items() if key not in asked and key not in ("id", "text")}
    return given, {key: value for key, value in entry.items() if key in asked}


def _expects(expected: Mapping[str, Any], where: str) -> None:
    if not expected:
        raise RecordError(f"{where}: expects nothing; give one of {', '.join(sorted(EXPECTED))}")


def _given_keys(entry: Mapping[str, Any]) -> frozenset[str]:
    """Return which of the keys that can be given or expected are given in a case; this depends on how it starts."""
    if not {"hand", "hands", "seed", "pack"} & set(entry):
        return frozenset({"points", "captured", "declarer", "partner", "trump"})
    widow = frozenset({"widow"}) if {"hand", "hands"} & set(entry) else frozenset()
    return widow | {"declarer", "partner", "trump"} if _POSITION & set(entry) else widow


def option_values(entries: Any, place: str) -> tuple[OptionValue, ...]:
    """Return the values of a choice. Raises ``RecordError``."""
    found: list[OptionValue] = []
    for entry in entries or ():
        _known(entry, _VALUE, place)
        if "value" not in entry:
            raise RecordError(f"{place}: each entry of 'values' needs a 'value'")
        found.append(
            OptionValue(
                entry["value"],
                entry.get("text", ""),
                sources(entry.get("sources"), place),
                dict(entry.get("set", {})),
                tuple(entry.get("enable", ())),
                tuple(entry.get("disable", ())),
                tuple(entry.get("also", ())),
                tuple(entry.get("requires", ())),
                tuple(entry.get("excludes", ())),
            )
        )
    return tuple(found)


def _known(entry: Mapping[str, Any], keys: Mapping[str, str], place: str) -> None:
    for key, value in entry.items():
        if key not in keys:
            raise RecordError(
                f"{place}: {key!r} is not a key here; expected one of {', '.join(sorted(keys))}"
            )
        says, fits = _KINDS[keys[key]]
        if not fits(value):
            raise RecordError(f"{place}, {key}: expected {says}, got {checks.said(value)}")
