"""The comparison of two rule sets, clause by clause, with the parameters that changed.

``whister.diff`` lists what is kept, amended, added and repealed; this module adds both sides of each clause, ready for
a page or a terminal. Either side may be house rules: a rule set with options chosen. On the site,
``docs/_static/compare/comparing.mjs`` does the same; a test checks that they agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import Any

from whister.clause import Clause
from whister.mechanisms import REGISTRY
from whister.plan.mechanism import REQUIRED
from whister.reference.data import plain
from whister.rules import Rules
from whister.rulesets.diff import diff
from whister.table.house_rules import in_force

Json = dict[str, Any]
CHANGES = ("kept", "amended", "added", "repealed", "own")
"""The possible changes of a clause; ``own`` means that it belongs to the first rule set alone and is never
inherited."""

ALIKE = {
    True: "The same mechanisms and parameters, in the same order.",
    False: "Mechanisms, parameters or their order differ.",
}
"""The meaning of equal and of unequal behaviour hashes."""


def compare(a: Rules, b: Rules) -> Json:
    """Compare ``a`` with ``b``: every clause of either, in the reading order of ``b``, then of ``a``.

    ``alike`` is true if the behaviour hashes are equal: the same mechanisms and parameters, in the same order. Each of
    ``clauses`` has its ``slug``, the ``change``, both sides (None if missing), the ``parameters`` that changed, whether
    it is one inherited clause (``carried``) or two clauses of the same name, and ``why`` it was repealed, if a reason
    is recorded. ``families`` has a note if the rule sets belong to different families.
    """
    changes = _changes(a, b)
    clauses = [_compared(slug, changes[slug], a, b) for slug in _in_order(changes, a, b)]
    return {
        "a": _named(a),
        "b": _named(b),
        "alike": a.behaviour_hash == b.behaviour_hash,
        "counts": {change: list(changes.values()).count(change) for change in CHANGES},
        "families": None if a.family == b.family else _apart(a, b),
        "clauses": clauses,
    }


def parameter_changes(before: Clause, after: Clause) -> list[Json]:
    """Return the differences between the rules of two versions of a clause. Each has its ``path`` (mechanism,
    parameter, and the entry if the parameter is a mapping) with its values ``before`` and ``after``, None for a missing
    one. A path of length one is a whole mechanism that only one side has. If one side leaves a parameter out, its value
    is the mechanism's default, and ``unstated`` names the side.
    """
    if before.rule == after.rule:
        return []
    old, new = plain(before.rule), plain(after.rule)
    return [change for name in dict.fromkeys([*old, *new]) for change in _of_mechanism(name, old, new)]


def change_in_words(change: Json) -> str:
    """Return a change of a parameter on one line: ``moon.effect: old → new``."""
    name, before, after = ".".join(change["path"]), change["before"], change["after"]
    if len(change["path"]) == 1:
        return f"{'new' if before is None else 'dropped'}: {rule_in_words(name, before or after or {})}"
    if before == after:
        return f"{name}: {in_words(after)}, {'left unsaid' if change['unstated'] == 'after' else 'as it was, now stated'}"
    was, became = (
        _entry_in_words(value) if len(change["path"]) > 2 else in_words(value) for value in (before, after)
    )
    return f"{name}: {was} → {became}"


def rule_in_words(mechanism: str, parameters: Mapping[str, Any]) -> str:
    """Return a mechanism with its parameters on one line: ``deal(packets=[4, 4, 5])``."""
    return f"{mechanism}({', '.join(f'{key}={in_words(value)}' for key, value in parameters.items())})"


def in_words(value: Any) -> str:
    """Return the value of a parameter in short form: numbered entries in the order of their numbers, then the rest."""
    if isinstance(value, Mapping):
        entries = sorted(value.items(), key=lambda entry: int(entry[0]) if str(entry[0]).isdecimal() else inf)
        return "{" + ", ".join(f"{key}: {in_words(item)}" for key, item in entries) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(in_words, value)) + "]"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None or value == "" else str(value)


def _entry_in_words(value: Any) -> str:
    """Return the value of an entry in words that distinguish a missing entry from one stated as none."""
    return "no entry" if value is None else in_words(value)


def _of_mechanism(name: str, before: Json, after: Json) -> Iterator[Json]:
    if name not in before or name not in after:
        yield _change([name], before.get(name), after.get(name))
        return
    old, new = before[name], after[name]
    for key in dict.fromkeys([*old, *new]):
        unstated = "before" if key not in old else "after" if key not in new else ""
        was, became = (side[key] if key in side else _usual(name, key) for side in (old, new))
        if unstated or was != became:
            yield from _of_value([name, key], was, became, unstated)


def _of_value(path: list[str], before: Any, after: Any, unstated: str) -> Iterator[Json]:
    """Yield the change of a parameter or, if both sides are mappings, of each entry that differs."""
    if isinstance(before, Mapping) and isinstance(after, Mapping) and before != after:
        for key in sorted({*before, *after}):
            if before.get(key) != after.get(key):
                yield _change([*path, key], before.get(key), after.get(key), unstated)
    else:
        yield _change(path, before, after, unstated)


def _change(path: list[str], before: Any, after: Any, unstated: str = "") -> Json:
    return {"path": path, "before": before, "after": after, "unstated": unstated}


def _usual(mechanism: str, parameter: str) -> Any:
    """Return the default of a parameter; None if it must be stated."""
    default = REGISTRY[mechanism].parameters[parameter].default
    return None if default is REQUIRED else plain(default)


def _changes(a: Rules, b: Rules) -> dict[str, str]:
    """Return the change of each clause of either rule set, by slug."""
    found = diff(a, b)
    changes = {slug: change for change in CHANGES[:4] for slug in getattr(found, change)}
    return changes | {slug: "own" for slug in a.clauses if slug not in changes}


def _in_order(changes: Mapping[str, str], a: Rules, b: Rules) -> list[str]:
    """Return the clauses by section; in each section those of ``b``, then those that only ``a`` has."""
    sections = list(dict.fromkeys(slug for rules in (b, a) for slug, _ in rules.sections))
    every = [slug for slug in [*b.clauses, *a.clauses] if slug in changes]
    places = {slug: sections.index((b.clauses.get(slug) or a.clauses[slug]).section) for slug in every}
    return sorted(places, key=lambda slug: places[slug])


def _compared(slug: str, change: str, a: Rules, b: Rules) -> Json:
    before, after = a.clauses.get(slug), b.clauses.get(slug)
    both = before is not None and after is not None
    return {
        "slug": slug,
        "change": change,
        "carried": before is not None and after is not None and before.origin == after.origin,
        "a": _side(before, a),
        "b": _side(after, b),
        "parameters": parameter_changes(before, after) if both else [],  # type: ignore[arg-type]
        "why": dict(b.repealed).get(slug, "") if change == "repealed" else "",
    }


def _side(clause: Clause | None, rules: Rules) -> Json | None:
    """Return a clause as it is in one of the rule sets, as data."""
    if clause is None:
        return None
    return {
        "id": clause.id,
        "url": clause.url,
        "section": dict(rules.sections)[clause.section],
        "title": clause.title,
        "text": clause.text,
        "enabled": clause.enabled,
        "barred": clause.barred,
    }


def _named(rules: Rules) -> Json:
    """Return one of the rule sets with its options, as data."""
    return {
        "id": rules.id,
        "url": f"{rules.id}/",
        "family": rules.family,
        "title": rules.title,
        "year": rules.year,
        "chosen": dict(rules.chosen),
        "in_force": in_force(rules),
        "behaviour_hash": rules.behaviour_hash,
    }


def _apart(a: Rules, b: Rules) -> Json:
    """Return what rule sets of two families have in common, with an explanation."""
    named = [slug for slug in b.clauses if slug in a.clauses]
    same = [slug for slug in named if a.clauses[slug].rule and a.clauses[slug].rule == b.clauses[slug].rule]
    one, other = _users(a), _users(b)
    shared = [{"mechanism": name, "a": one[name], "b": other[name]} for name in sorted(one) if name in other]
    said = (
        f"{a.title} belongs to the {a.family.title()} family and {b.title} to the {b.family.title()} family: no clause of "
        f"one is derived from a clause of the other. {_descent(a, b)}{_descent(b, a)}Clauses with the same name are shown "
        f"side by side: {len(named)}, of which {len(same)} have the same rule. "
        f"Mechanisms used by both: {len(shared)}."
    )
    return {"said": said, "same_name": named, "same_rule": same, "mechanisms": shared}


def _descent(child: Rules, parent: Rules) -> str:
    """Return a sentence about the descent of one rule set from the other, if its record gives one."""
    grades = [entry["evidence"] for entry in child.derives_from if entry["id"] == parent.id]
    return "".join(f"{child.title} is recorded as coming from {parent.title} ({grade}). " for grade in grades)


def _users(rules: Rules) -> dict[str, list[str]]:
    """Return the slugs of the clauses in force that use each mechanism, by its name."""
    users: dict[str, list[str]] = {}
    for slug, clause in rules.clauses.items():
        for name in clause.rule if clause.enabled else ():
            users.setdefault(name, []).append(slug)
    return users


__all__ = ["ALIKE", "CHANGES", "change_in_words", "compare", "in_words", "parameter_changes", "rule_in_words"]
