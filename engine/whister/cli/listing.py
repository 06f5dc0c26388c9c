"""``whister list``: all rule sets, or the options of one."""

from __future__ import annotations

import argparse
from typing import Any

import whister
from whister.cli import naming
from whister.cli.paper import Paper, paper
from whister.cli.parser import add_json, command, exits
from whister.cli.trouble import Trouble
from whister.reference.cache import kept
from whister.rules import Rules
from whister.rulesets.reader import families
from whister.table import house_rules
from whister.table.house_rules import value_word

Json = dict[str, Any]
NAME = "list"


def add(commands: Any) -> None:
    """Add ``whister list`` to the commands."""
    parser = command(
        commands, NAME, run, summary="list the rule sets, or the options of one",
        usage="[FAMILY] [--options RULESET] [--json]",
        about="List the rule sets: ID, title, year, number of players, and the rule set each one derives from. "
        "Give a family to list only that family.\n\n"
        "With --options, list the house rules available for a rule set: each option, its values and the usual one.",
        examples=("whister list", "whister list rook", "whister list --options hearts/black-lady", "whister list --json"),
        codes=exits((0, "listed"), (2, "no such family or rule set")),
    )  # fmt: skip
    parser.add_argument("family", nargs="?", metavar="FAMILY", help="list one family")
    parser.add_argument("--options", metavar="RULESET", help="list the options of this rule set")
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    """List the rule sets or the options."""
    out = paper(asked.color)
    if asked.options is not None:
        if asked.family is not None:
            raise Trouble("give either a family or --options with a rule set.")
        _options(out, naming.rules_of(asked.options), as_json=asked.json)
        return 0
    wanted = families() if asked.family is None else [naming.family(asked.family)]
    told = [one for one in kept("list", _every) if one["family"] in wanted]
    if asked.json:
        out.json({"rule_sets": told})
        return 0
    for family in wanted:
        if family != wanted[0]:
            out.line()
        out.line(out.style(family.capitalize(), "strong"))
        out.rows([_row(out, one) for one in told if one["family"] == family], indent=2)
    return 0


def _every() -> list[Json]:
    """Return every rule set as data for the list."""
    return [_told(whister.load(one)) for one in whister.catalogue()]


def _told(rules: Rules) -> Json:
    """Return a rule set as data for the list."""
    return {
        "id": rules.id, "family": rules.family, "title": rules.title, "aliases": list(rules.aliases), "year": rules.year,
        "players": list(rules.players), "derives_from": [one["id"] for one in rules.derives_from if "id" in one],
        "clauses": len(rules.clauses), "behaviour_hash": rules.behaviour_hash,
    }  # fmt: skip


def _row(out: Paper, one: Json) -> tuple[str, ...]:
    near = [parent.removeprefix(f"{one['family']}/") for parent in one["derives_from"]]
    parents = f"from {', '.join(near)}" if near else ""
    return (
        out.style(one["id"], "name"), one["year"] or "undated", counts(one["players"]),
        f"{one['title']}{out.style(f', {parents}', 'quiet') if parents else ''}",
    )  # fmt: skip


def counts(players: list[int]) -> str:
    """Return the numbers of players in short form: ``3-7``, ``4``, ``4, 6``."""
    if len(players) > 2 and players == list(range(players[0], players[-1] + 1)):
        return f"{players[0]}-{players[-1]}"
    return ", ".join(map(str, players))


def _options(out: Paper, rules: Rules, *, as_json: bool) -> None:
    form = house_rules.form(rules)
    if as_json:
        out.json({"rule_set": rules.id, "options": form})
        return
    out.line(f"{out.style(rules.title, 'strong')}  {out.style(rules.id, 'name')}")
    if not form:
        out.line("This rule set has no options.")
    for option in form:
        out.line()
        out.line(f"{out.style(option['name'], 'name')}  {out.style(option['title'], 'strong')}")
        out.line(option["text"], 4)
        if option["kind"] == "choice":
            out.rows([_value(out, option, value) for value in option["values"]], indent=4)
        else:
            out.line(_limits(option), 4)
    if form:
        first = form[0]
        value = next(
            (one["value"] for one in first["values"] if one["value"] != first["default"]), first["default"]
        )
        out.line()
        out.line(
            out.style(
                f"To play with one: whister play {rules.id} -o {first['name']}={value_word(value)}", "quiet"
            )
        )


def _value(out: Paper, option: Json, value: Json) -> tuple[str, ...]:
    usual = value["value"] == option["default"]
    text = value["text"] or value["line"]
    return f"{'*' if usual else ' '} {value_word(value['value'])}", text + (" (usual)" if usual else "")


def _limits(option: Json) -> str:
    if option["range"]:
        low, high = option["range"]
        return f"A whole number from {low} to {high}; usually {value_word(option['default'])}."
    example = f" For example: {option['example']}" if option["example"] else ""
    return f"A table, written NAME:NUMBER with full stops between.{example}" if example else "A table."
