"""The site's queries to the engine: rule sets, clauses and options by address.

An address is `<rule set>` or `<rule set>#<fragment>`: `hearts/black-lady#first-trick` is a clause,
`hearts/black-lady#moon` an option, `hearts/black-lady#moon.new` a value of that option.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

import whister
from rulebook.base.questions import file_text, note_record, question
from whister import Clause, Option, Rules
from whister.reference.best_known import named
from whister.rulesets.options import OptionChoice
from whister.table.house_rules import value_word

BEST_KNOWN = named()
"""The rule sets that most readers look for, best known first: our judgement, not a claim from a source."""


class UnknownAddress(LookupError):
    """Raised if there is no such rule set, clause or option; the message names the nearest one."""

    def __init__(self, kind: str, address: str, known: Iterable[str]) -> None:
        super().__init__(f"unknown {kind} {address!r}{nearest(address, known)}")


def nearest(wrong: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?` for the known word nearest to `wrong`; empty if none is near."""
    close = get_close_matches(wrong, list(known), n=1, cutoff=0.5)
    return f"; did you mean {close[0]!r}?" if close else ""


@question
def rule_set_ids() -> tuple[str, ...]:
    """Return every rule set's ID, sorted."""
    return whister.catalogue()


def rule_set(rule_set_id: str) -> Rules:
    """Load a rule set with its default options; raise `UnknownAddress` if there is none."""
    if rule_set_id not in rule_set_ids():
        raise UnknownAddress("rule set", rule_set_id, rule_set_ids())
    return _noted(rule_set_id)


def _noted(rule_set_id: str) -> Rules:
    note_record(rule_set_id)
    return _loaded(rule_set_id)


@cache
def _loaded(rule_set_id: str) -> Rules:
    return whister.load(rule_set_id)


@question
def title_of(rule_set_id: str) -> str:
    """Return the title of a rule set."""
    return rule_set(rule_set_id).title


def rule_sets() -> tuple[Rules, ...]:
    """Return every rule set, by ID."""
    return tuple(map(_noted, rule_set_ids()))


def families() -> tuple[str, ...]:
    """Return the families' names, in the order of their rule sets' IDs."""
    return tuple(dict.fromkeys(rule_set_id.partition("/")[0] for rule_set_id in rule_set_ids()))


@question
def parent_of(rule_set_id: str) -> str:
    """Return the ID of the rule set that a rule set extends; empty if there is none."""
    return rule_set(rule_set_id).extends or ""


@question
def year_of(rule_set_id: str) -> str:
    """Return the date of a rule set as worded in its record; empty if it has none."""
    return rule_set(rule_set_id).year or ""


@question
def clause(address: str) -> Clause:
    """Return the clause at `address`; raise `UnknownAddress` if there is none."""
    rule_set_id, _, slug = address.partition("#")
    found = rule_set(rule_set_id).clauses.get(slug)
    if found is None:
        raise UnknownAddress("clause", address, clause_addresses())
    return found


@question
def clause_title(address: str) -> str:
    """Return the title of the clause at an address."""
    return clause(address).title


@question
def clause_addresses() -> tuple[str, ...]:
    """Return the address of every clause of every rule set."""
    return tuple(found.id for rules in rule_sets() for found in rules.clauses.values())


def option_value(option: Option, value: OptionChoice) -> str:
    """Return a value as it is written in an address: `moon.new`, `target.100`."""
    return f"{option.name}.{value_word(value)}"


def option_anchors(rules: Rules) -> Mapping[str, str]:
    """Map each fragment that names an option or a value to the anchor it has on the page."""
    anchors: dict[str, str] = {}
    for option in rules.options.values():
        anchors[option.name] = f"option-{option.name}"
        for value in option.values:
            fragment = option_value(option, value.value)
            anchors[fragment] = fragment
    return anchors


@question
def option_addresses() -> tuple[str, ...]:
    """Return the address of every option and option value of every rule set."""
    return tuple(f"{rules.id}#{fragment}" for rules in rule_sets() for fragment in option_anchors(rules))


def by_renown(rule_set_id: str) -> tuple[int, int, str]:
    """Return a sort key for rule sets: the best known first, then the others by age."""
    known = BEST_KNOWN.index(rule_set_id) if rule_set_id in BEST_KNOWN else len(BEST_KNOWN)
    return known, known_since(rule_set_id), rule_set_id


def families_by_renown() -> tuple[str, ...]:
    """Return the families' names, in the order of their best-known rule sets."""
    return tuple(dict.fromkeys(name.partition("/")[0] for name in sorted(rule_set_ids(), key=by_renown)))


@question
def known_since(rule_set_id: str) -> int:
    """Return the year of a rule set; if it has no date, the year of its parent game or of its history's first claim."""
    if year := first_year(year_of(rule_set_id)):
        return year
    told = [claim["sort"] for claim in told_of(rule_set_id) if _tells_of(claim, rule_set_id)]
    if told:
        return int(min(told))
    rules = rule_set(rule_set_id)
    origins = [origin["id"] for origin in rules.derives_from if origin["id"] in rule_set_ids()]
    parents = origins or [rules.extends] * bool(rules.extends)
    return max((known_since(parent) for parent in parents), default=0)


def _tells_of(claim: Mapping[str, Any], rule_set_id: str) -> bool:
    return claim["status"] == "ok" and rule_set_id in claim.get("about", ())


def first_year(dated: str) -> int | None:
    """Return the first year named in a worded date, else the first year of its century; None if it names neither."""
    if year := re.search(r"\d{4}", dated):
        return int(year[0])
    century = re.search(r"(\d{1,2})(?:st|nd|rd|th)", dated)
    return (int(century[1]) - 1) * 100 if century else None


def engine_folder() -> Path:
    """Return the folder of the engine's package, which contains the rules and the histories as data files."""
    return Path(whister.__file__).parent


def history_file(family: str) -> Path:
    """Return the TOML file of a family's dated claims."""
    return engine_folder() / "history" / f"{family}.toml"


@question
def history(family: str) -> Mapping[str, Any]:
    """Return the contents of the file of a family's history; empty where nothing is recorded."""
    try:
        return tomllib.loads(file_text(history_file(family)))
    except FileNotFoundError:
        return {}


@question
def claims(family: str) -> tuple[Mapping[str, Any], ...]:
    """Return a family's dated claims, oldest first."""
    return tuple(sorted(history(family).get("claim", []), key=lambda claim: claim["sort"]))


@question
def readings(family: str) -> tuple[Mapping[str, Any], ...]:
    """Return this site's readings of disagreeing claims about a family."""
    return tuple(history(family).get("reading", []))


@question
def told_of(address: str) -> tuple[Mapping[str, Any], ...]:
    """Return the claims about a rule set, or all claims about a family, oldest first."""
    family = address.partition("/")[0]
    return tuple(each for each in claims(family) if address == family or address in each.get("about", ()))


@question
def errata_of(clause_address: str) -> tuple[str, ...]:
    """Return the addresses of the errata that affect a clause, sorted."""
    touched = {
        f"{family}#{each['id']}"
        for family in families()
        for each in errata(family)
        if clause_address in each.get("clauses", ())
    }
    return tuple(sorted(touched))


@question
def errata(family: str) -> tuple[Mapping[str, Any], ...]:
    """Return the errata of the article on a family, in the order of the file."""
    return tuple(history(family).get("erratum", []))


def stated_at(word: str) -> str:
    """Return the first file and line of the records with this word in quotation marks, for messages; empty if none."""
    for folder in ("rules", "history"):
        for file in sorted((engine_folder() / folder).rglob("*.toml")):
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                if f'"{word}"' in line:
                    return f"{file.relative_to(engine_folder().parents[1]).as_posix()}:{number}"
    return ""
