"""The catalogue as plain data, for programs, spreadsheets and other sites. ``data(rules)`` is one rule set in full:
nothing has to be looked up in a parent, and every field is present, even if empty. ``catalogue_data()`` is every rule
set in one document, with its format and the meaning of the mechanisms that the clauses use. ``rules.schema.json``, in
the same folder, explains each field.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from inspect import cleandoc
from typing import Any

import whister
from whister.clause import Case, Choice, Clause, Option, OptionValue, Source, best
from whister.mechanisms import REGISTRY
from whister.plan.mechanism import REQUIRED
from whister.reference.bibliography import Work, bibliography
from whister.reference.tiers import is_tertiary, tier
from whister.rules import Rules
from whister.table.house_rules import form, grouped
from whister.tally import tally

Json = dict[str, Any]
FORMAT = "whister-rules/2"
"""The format of the document; the number is raised when a field is removed or its meaning changes."""


def catalogue_data() -> Json:
    """Return every published rule set by ID, every mechanism by name and every source by key."""
    return {
        "format": FORMAT,
        "version": whister.__version__,
        "rule_sets": {name: data(whister.load(name)) for name in whister.catalogue()},
        "mechanisms": mechanisms(),
        "sources": {key: _work(work) for key, work in bibliography().items()},
    }


def data(rules: Rules) -> Json:
    """Return one rule set under its chosen options: its facts, clauses, options and hashes."""
    return {
        "id": rules.id,
        "url": "" if rules.source else f"{rules.id}/",
        "family": rules.family,
        "title": rules.title,
        "aliases": list(rules.aliases),
        "year": rules.year,
        "summary": rules.summary,
        "extends": rules.extends,
        "derives_from": [_descent(entry) for entry in rules.derives_from],
        "players": list(rules.players),
        "chosen": dict(rules.chosen),
        "behaviour_hash": rules.behaviour_hash,
        "text_hash": rules.text_hash,
        "sections": [{"slug": slug, "title": title} for slug, title in rules.sections],
        "clauses": [_clause(clause) for clause in rules.clauses.values()],
        "repealed": [{"slug": slug, "why": why} for slug, why in rules.repealed],
        "options": _options(rules),
        "groups": _groups(rules),
        "evidence": _counts(rules),
    }


def mechanisms() -> Json:
    """Return the meaning of each mechanism by name, with its parameters and their defaults."""
    return {
        name: {
            "text": cleandoc(REGISTRY[name].__doc__ or ""),
            "parameters": {
                each.name: {
                    "type": each.type,
                    "required": each.default is REQUIRED,
                    "default": None if each.default is REQUIRED else plain(each.default),
                }
                for each in REGISTRY[name].parameters.values()
            },
        }
        for name in sorted(REGISTRY)
    }


def schema() -> Json:
    """Return the JSON Schema of the document, draft 2020-12."""
    text = files("whister.reference").joinpath("rules.schema.json").read_text("utf-8")
    found: Json = json.loads(text)
    return found


def _descent(entry: Mapping[str, Any]) -> Json:
    return {
        "id": entry["id"],
        "source": entry["source"],
        "evidence": entry["evidence"],
        "via": entry.get("via"),
        "pages": entry.get("pages"),
        "note": entry.get("note", ""),
    }


def _counts(rules: Rules) -> Json:
    """Return how many clauses in force have each grade, and how many others can and cannot be enabled by an option."""
    counted = tally(rules.clauses.values())
    return {
        "in_force": {str(grade): number for grade, number in counted.grades.items()},
        "with_a_weaker_part": {str(grade): number for grade, number in counted.weaker.items()},
        "tertiary_alone": sum(clause.enabled and is_tertiary(clause) for clause in rules.clauses.values()),
        "by_option": counted.dormant,
        "not_offered": counted.barred,
    }


def _work(work: Work) -> Json:
    return {"label": work.label, "reference": work.reference, "tier": work.tier, "treats": list(work.treats)}


def _clause(clause: Clause) -> Json:
    return {
        "id": clause.id,
        "slug": clause.slug,
        "origin": clause.origin,
        "url": clause.url,
        "section": clause.section,
        "title": clause.title,
        "text": clause.text,
        "note": clause.note,
        "enabled": clause.enabled,
        "barred": clause.barred,
        "own": clause.own,
        "change": clause.change,
        "prose": clause.prose,
        "evidence": str(clause.evidence),
        "weakest": str(clause.weakest),
        "grades": {name: str(grade) for name, grade in clause.grades.items()},
        "tier": tier(clause),
        "choices": [_choice(choice) for choice in clause.choices],
        "replaced": clause.replaced,
        "rule": plain(clause.rule),
        "sources": [_source(source) for source in clause.sources],
        "cases": [_case(case) for case in clause.cases],
    }


def _choice(choice: Choice) -> Json:
    return {
        "option": choice.option,
        "value": choice.value,
        "parameters": list(choice.parameters),
        "evidence": str(choice.evidence),
        "sources": [_source(source) for source in choice.sources],
    }


def _source(source: Source) -> Json:
    return {
        "key": source.key,
        "evidence": None if source.relation else str(source.evidence),
        "seen": source.seen,
        "via": source.via,
        "pages": source.pages,
        "relation": source.relation,
        "note": source.note,
        "of": list(source.of),
        "about": source.about,
        "stated": None if source.stated is None or source.relation else str(source.stated),
    }


def _case(case: Case) -> Json:
    return {
        "id": case.id,
        "rules": case.rules,
        "text": case.text,
        "given": plain(case.given),
        "expected": plain(case.expected),
    }


def _groups(rules: Rules) -> list[Json]:
    """Return the names of the options that may be chosen, under the headings of the form."""
    return [{"title": group["title"], "options": group["options"]} for group in grouped(rules, form(rules))]


def _options(rules: Rules) -> list[Json]:
    """Return every option, including fixed and excluded ones; an option that the form offers has its wording on the
    form."""
    offered = {entry["name"]: entry for entry in form(rules)}
    return [_option(option, offered.get(option.name)) for option in rules.options.values()]


def _option(option: Option, offered: Json | None) -> Json:
    lines = {} if offered is None else {_key(each["value"]): each["line"] for each in offered["values"]}
    return {
        "name": option.name,
        "title": option.title,
        "text": option.text,
        "kind": option.kind,
        "default": option.default,
        "range": None if option.range is None else list(option.range),
        "example": "" if offered is None else offered["example"],
        "clauses": list(option.clauses),
        "sets": _target(option.parameter) if option.parameter else None,
        "values": [_value(value, lines.get(_key(value.value), "")) for value in option.values],
        "requires": list(option.requires),
        "excludes": list(option.excludes),
        "own": option.own,
        "fixed": option.fixed,
        "excluded": option.excluded,
        "evidence": str(best(option.sources)),
        "sources": [_source(source) for source in option.sources],
    }


def _value(value: OptionValue, line: str) -> Json:
    return {
        "value": value.value,
        "line": line,
        "text": value.text,
        "also": list(value.also),
        "sets": [{**_target(path), "value": plain(told)} for path, told in value.set.items()],
        "enable": list(value.enable),
        "disable": list(value.disable),
        "requires": list(value.requires),
        "excludes": list(value.excludes),
        "excluded": value.excluded,
        "evidence": str(best(value.sources)),
        "sources": [_source(source) for source in value.sources],
    }


def _key(value: object) -> tuple[str, object]:
    """Return a key that distinguishes values that are equal in Python, such as ``True`` and ``1``."""
    return type(value).__name__, value


def _target(path: str) -> Json:
    """Return what an option sets, from its path: ``moon:moon.effect`` is the parameter ``effect`` of the mechanism
    ``moon`` in the clause ``moon``."""
    slug, _, rest = path.partition(":")
    mechanism, _, parameter = rest.partition(".")
    return {"clause": slug, "mechanism": mechanism, "parameter": parameter}


def plain(value: Any) -> Any:
    """Return a parameter as plain JSON data."""
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [plain(inner) for inner in value]
    return value


__all__ = ["FORMAT", "catalogue_data", "data", "mechanisms", "plain", "schema"]
