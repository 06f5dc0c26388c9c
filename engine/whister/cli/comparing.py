"""``whister compare``: two rule sets clause by clause, or one rule set with its own house rules or with its parent."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any

from whister.cli import naming
from whister.cli.paper import Paper, paper
from whister.cli.parser import add_json, add_options, add_rules, command, exits
from whister.cli.trouble import FOUND, MISUSED, NOTHING, Trouble
from whister.reference.comparing import ALIKE, change_in_words, compare
from whister.rules import Rules

Json = dict[str, Any]
NAME = "compare"
_SIGNS = {"amended": "~", "added": "+", "repealed": "-", "own": "-", "kept": "="}
_WORDS = ("kept", "amended", "of the same name", "added", "repealed", "of A alone")


def add(commands: Any) -> None:
    """Add ``whister compare`` to the commands."""
    parser = command(
        commands, NAME, run, summary="compare two rule sets clause by clause",
        usage="A [B] [--rules FILE] [-o NAME=VALUE ...] [--first NAME=VALUE ...] [--kept] [--all] [--json]",
        about="Compare two rule sets: the clauses that are kept, amended (with the parameters that changed), added and repealed. "
        "Without B, the rule set is compared with its house rules from -o or --first, or else with the one it derives from.\n\n"
        "With --rules, B is the rule set in that file; if A is left out, it is the rule set that B extends.\n\n"
        "-o sets house rules of B, --first those of A. In the list, ~ marks an amended clause, + an added, - a repealed and = a kept one.",
        examples=(
            "whister compare hearts/black-lady-1909 hearts/black-lady", "whister compare hearts/black-lady -o moon=new",
            "whister compare boston/russian", "whister compare boston/hoyle rook/kentucky --json",
        ),
        codes=exits((FOUND, "the same mechanisms and parameters, in the same order"), (NOTHING, "different mechanisms, parameters or order"),
                    (MISUSED, "no such rule set or option")),
    )  # fmt: skip
    parser.add_argument("first_set", metavar="A", nargs="?", help="a rule set")
    parser.add_argument("second_set", metavar="B", nargs="?", help="the rule set to compare it with")
    add_rules(parser)
    add_options(parser, players=False)
    parser.add_argument(
        "--first", metavar="NAME=VALUE", action="append", default=[], help="a house rule of A"
    )
    parser.add_argument("--kept", action="store_true", help="list kept clauses too")
    parser.add_argument(
        "--all",
        action="store_true",
        help="list clauses in force on neither side too",
    )
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    """Print the comparison."""
    out = paper(asked.color)
    first, second = _both(asked)
    found = compare(first, second)
    if asked.json:
        out.json(found)
    else:
        _told(out, found, kept=asked.kept, dormant=asked.all)
    return FOUND if found["alike"] else NOTHING


def _both(asked: argparse.Namespace) -> tuple[Rules, Rules]:
    """Return the two rule sets to compare."""
    if asked.rules is not None:
        if asked.second_set is not None:
            raise Trouble("--rules is the second rule set: name at most one other.")
        asked.second_set = naming.from_file(asked.rules)
        asked.first_set = asked.first_set or naming.rules_of(asked.second_set).extends
    if asked.first_set is None:
        raise Trouble("expected a rule set, such as: whister compare boston/russian")
    one = naming.rules_of(asked.first_set, asked.first, how="--first", counted=False)
    if asked.second_set is not None:
        return one, naming.rules_of(asked.second_set, asked.options, counted=False)
    if asked.options or asked.first:
        return one, naming.rules_of(asked.first_set, asked.options, counted=False)
    parent = next((entry["id"] for entry in one.derives_from if "id" in entry), None)
    if parent is None:
        raise Trouble(
            f"{one.id} does not extend another rule set: name a second one, or house rules with -o."
        )
    return naming.rules_of(parent), one


def _told(out: Paper, found: Json, *, kept: bool, dormant: bool) -> None:
    for sign, side in (("A", found["a"]), ("B", found["b"])):
        out.line(f"{sign}  {out.style(side['title'], 'strong')}  {out.style(side['id'], 'name')}", 0, 3)
        for one in side["in_force"]:
            out.line(f"{one['title']}: {one['value']}", 3, 5)
    if found["families"]:
        out.line()
        out.line(found["families"]["said"])
    clauses = [clause for clause in found["clauses"] if dormant or _awake(clause)]
    counts = Counter(map(_word, clauses))
    told = ", ".join(f"{counts[word]} {word}" for word in _WORDS if counts[word])
    out.line(f"{told}. {ALIKE[found['alike']]}")
    if left := len(found["clauses"]) - len(clauses):
        out.line(f"{left} more clauses are in force on neither side; --all lists them.")
    section = ""
    for clause in clauses:
        if _word(clause) == "kept" and not kept:
            continue
        here = (clause["b"] or clause["a"])["section"]
        if here != section:
            section = here
            out.line()
            out.line(out.style(section.upper(), "strong"))
        _clause(out, clause)


def _clause(out: Paper, clause: Json) -> None:
    before, after, change = clause["a"], clause["b"], clause["change"]
    shown = after or before
    head = f"{_SIGNS[change]} {out.style(shown['title'], 'strong')}  {out.style(shown['id'], 'name')}  {_word(clause)}"
    out.line(head, 0, 4)
    if change in ("added", "repealed", "own", "kept"):
        out.line(shown["text"], 4)
    elif before["text"] == after["text"]:
        out.line(after["text"], 4)
    else:
        out.line(f"A: {before['text']}", 4, 7)
        out.line(f"B: {after['text']}", 4, 7)
    if before and after and before["enabled"] != after["enabled"]:
        out.line(f"In force in {'B' if after['enabled'] else 'A'} alone.", 4)
    for parameter in clause["parameters"]:
        out.line(change_in_words(parameter), 6, 8)
    if clause["why"]:
        out.line(clause["why"], 4)


def _word(clause: Json) -> str:
    """Return a few words on how a clause differs; for two unrelated clauses, only that they have the same name."""
    if clause["change"] in ("kept", "amended") and not clause["carried"]:
        return "of the same name"
    return "of A alone" if clause["change"] == "own" else str(clause["change"])


def _awake(clause: Json) -> bool:
    """Return whether a clause is in force on at least one side."""
    return any(side is not None and side["enabled"] for side in (clause["a"], clause["b"]))
