"""What the site asks the engine: rule sets, clauses and options by their address.

An address is `<rule set>` or `<rule set>#<fragment>`: `hearts/black-lady#first-trick` is a clause,
`hearts/black-lady#moon` an option, `hearts/black-lady#moon.new` a value of that option.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

import whister
from whister import Clause, Option, Rules
from whister.house_rules import value_word
from whister.options import OptionChoice


class UnknownAddress(LookupError):
    """No such rule set, clause or option; the message names the nearest one."""

    def __init__(self, kind: str, address: str, known: Iterable[str]) -> None:
        super().__init__(f"unknown {kind} {address!r}{nearest(address, known)}")


def nearest(wrong: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?` for the known word nearest to `wrong`, or nothing."""
    close = get_close_matches(wrong, list(known), n=1, cutoff=0.5)
    return f"; did you mean {close[0]!r}?" if close else ""


@cache
def rule_set_ids() -> tuple[str, ...]:
    """Every rule set's ID, sorted."""
    return whister.catalogue()


@cache
def rule_set(rule_set_id: str) -> Rules:
    """Load a rule set with its default options; raise `UnknownAddress` if there is none."""
    if rule_set_id not in rule_set_ids():
        raise UnknownAddress("rule set", rule_set_id, rule_set_ids())
    return whister.load(rule_set_id)


def rule_sets() -> tuple[Rules, ...]:
    """Every rule set, by ID."""
    return tuple(rule_set(rule_set_id) for rule_set_id in rule_set_ids())


def families() -> tuple[str, ...]:
    """The families' names, in the order of their rule sets' IDs."""
    return tuple(dict.fromkeys(rules.family for rules in rule_sets()))


@cache
def clause(address: str) -> Clause:
    """Return the clause at `address`; raise `UnknownAddress` if there is none."""
    rule_set_id, _, slug = address.partition("#")
    found = rule_set(rule_set_id).clauses.get(slug)
    if found is None:
        raise UnknownAddress("clause", address, clause_addresses())
    return found


def clause_addresses() -> tuple[str, ...]:
    """The address of every clause of every rule set."""
    return tuple(found.id for rules in rule_sets() for found in rules.clauses.values())


def option_value(option: Option, value: OptionChoice) -> str:
    """Return a value as it stands in an address: `moon.new`, `target.100`."""
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


def option_addresses() -> tuple[str, ...]:
    """The address of every option and option value of every rule set."""
    return tuple(f"{rules.id}#{fragment}" for rules in rule_sets() for fragment in option_anchors(rules))


def engine_folder() -> Path:
    """The folder of the engine's package: its rules and its history are data files in it."""
    return Path(whister.__file__).parent


def rule_file(rule_set_id: str) -> Path:
    """The TOML file a rule set is written in."""
    return engine_folder() / "rules" / f"{rule_set_id}.toml"


def history_file(family: str) -> Path:
    """The TOML file of a family's dated claims."""
    return engine_folder() / "history" / f"{family}.toml"


@cache
def history(family: str) -> Mapping[str, Any]:
    """What the file of a family's history holds; empty where nothing is recorded."""
    path = history_file(family)
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def claims(family: str) -> tuple[Mapping[str, Any], ...]:
    """A family's dated claims, oldest first."""
    return tuple(sorted(history(family).get("claim", []), key=lambda claim: claim["sort"]))


def readings(family: str) -> tuple[Mapping[str, Any], ...]:
    """How this site reads a family's claims that disagree."""
    return tuple(history(family).get("reading", []))


def errata(family: str) -> tuple[Mapping[str, Any], ...]:
    """The slips of the article on a family, in the order of the file."""
    return tuple(history(family).get("erratum", []))
