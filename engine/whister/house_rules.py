"""The options of a rule set as a form: what may be chosen before the deal, what each choice means and rests on."""

from __future__ import annotations

from typing import Any

from whister.clause import Option, OptionValue, Source, best
from whister.errors import OptionClash
from whister.ruleset import Rules

Json = dict[str, Any]


def form(rules: Rules) -> list[Json]:
    """Every option that may be chosen, in the rule set's own order, with what is chosen now."""
    return [
        _told(rules, option) for option in rules.options.values() if not option.fixed and not option.excluded
    ]


def _told(rules: Rules, option: Option) -> Json:
    return {
        "name": option.name, "title": option.title, "text": option.text, "kind": option.kind,
        "default": option.default, "chosen": rules.chosen.get(option.name, option.default),
        "range": list(option.range) if option.range else None,
        "values": [_value(rules, option, value) for value in option.values if not value.excluded],
        "url": f"{rules.id}/#option-{option.name}", **_rests(option.sources),
    }  # fmt: skip


def _value(rules: Rules, option: Option, value: OptionValue) -> Json:
    return {
        "value": value.value, "text": value.text, "url": f"{rules.id}/#{option.name}.{_word(value.value)}",
        **_rests(value.sources),
    }  # fmt: skip


def _rests(sources: tuple[Source, ...]) -> Json:
    """What a choice rests on: the grade, and the keys of the bibliography."""
    supports = [source for source in sources if not source.relation]
    return {"evidence": str(best(sources)) if sources else "", "sources": [source.key for source in supports]}


def clash(error: OptionClash) -> Json:
    """Two choices that do not go together, for a form that has its own words for them."""
    wanted = None if error.wanted is None else list(error.wanted)
    return {
        "option": error.option,
        "value": error.value,
        "other": error.other,
        "now": error.now,
        "wanted": wanted,
    }


def in_force(rules: Rules) -> list[Json]:
    """The options chosen that differ from the rule set as it stands, each with its address."""
    told = []
    for name, chosen in rules.chosen.items():
        option = rules.options[name]
        if chosen != option.default:
            anchor = f"{name}.{_word(chosen)}" if option.kind == "choice" else f"option-{name}"
            told.append({"title": option.title, "value": _word(chosen), "url": f"{rules.id}/#{anchor}"})
    return told


def _word(value: str | int | bool) -> str:
    """A value as addresses have it."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


__all__ = ["clash", "form", "in_force"]
