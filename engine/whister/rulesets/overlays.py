"""Merging a record with its parents: the clauses and options of a rule set before any choice."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeVar

from whister.clause import Clause, Option, OptionValue, Source
from whister.errors import RecordError
from whister.frozen import Frozen, changed
from whister.rulesets import reader
from whister.rulesets.options import check_value, word
from whister.spelling import near

_NO_OPTION = "No option of this rule set brings it into force."
_Cited = TypeVar("_Cited", Clause, Option, OptionValue)


class Stack(Frozen):
    """A rule set before any option is chosen. ``gone`` gives the reason for each repeal, by the slug of the clause."""

    facts: Mapping[str, Any]
    clauses: Mapping[str, Clause]
    options: Mapping[str, Option]
    gone: Mapping[str, str]


def stacked(chain: Sequence[tuple[str, Mapping[str, Any]]]) -> Stack:
    """Merge records, from the root down."""
    facts: dict[str, Any] = {}
    clauses: dict[str, Clause] = {}
    options: dict[str, Option] = {}
    repealed: list[tuple[str, str]] = []
    gone: dict[str, str] = {}
    known: dict[str, set[str]] = {}
    for where, record in chain:
        clauses = {
            slug: changed(c, id=f"{where}#{slug}", change="kept") for slug, c in clauses.items() if not c.own
        }
        options = _handed_down(options)
        repealed = []
        facts |= {key: record[key] for key in ("title", "sections") if key in record}
        for key in ("aliases", "year", "summary", "extends", "derives_from"):
            facts.pop(key, None)
            if key in record:
                facts[key] = record[key]
        for entry in record.get("clause", ()):
            if entry["slug"] in clauses:
                raise RecordError(f"{where}: clause {entry['slug']!r} exists in a parent; use [[amend]]")
            clauses[entry["slug"]] = _clause(entry, where)
        for entry in record.get("amend", ()):
            clauses[entry["slug"]] = _amended(entry, clauses, where)
        for entry in record.get("repeal", ()):
            for slug in (*entry.get("slugs", ()), *([entry["slug"]] if "slug" in entry else ())):
                if clauses.pop(slug, None) is None:
                    raise RecordError(
                        f"{where}: [[repeal]] of {slug!r}, which is not in any parent{near(slug, clauses)}"
                    )
                repealed.append((slug, entry.get("why", "")))
        gone |= dict(repealed)
        for entry in record.get("option", ()):
            name, there = entry["name"], clauses if "/" in where else None
            if name in options and "default" not in entry:
                options[name] = _widened(options[name], entry, where, there)
            else:
                options[name] = _option(entry, where, there)
            known.setdefault(name, set()).update(word(value.value) for value in options[name].values)
        _restate(options, record, where)
    _check_conditions(options, known, chain[-1][0])
    _leave_out(options)
    facts |= {"id": chain[-1][0], "repealed": repealed}
    for key, what in (("title", "text"), ("sections", "pairs of slug and title in reading order")):
        if key not in facts:
            raise RecordError(f"{facts['id']}: expected {key!r}, {what}")
    order = [slug for slug, _ in facts["sections"]]
    for clause in clauses.values():
        if clause.section not in order:
            raise RecordError(f"{clause.id}: section {clause.section!r} is not one of {', '.join(order)}")
    in_order = dict(sorted(clauses.items(), key=lambda item: order.index(item[1].section)))
    graded, options = _graded(in_order, options, chain)
    return Stack(facts, _barred(graded, options, gone), options, gone)


def _barred(
    clauses: Mapping[str, Clause], options: Mapping[str, Option], gone: Mapping[str, str]
) -> dict[str, Clause]:
    """Return the clauses, with the reason added to each one that is not in force and that no option on offer enables.
    An option that changes a repealed clause is not on offer.
    """
    enabling: dict[str, list[str]] = {}
    for option in options.values():
        lost = [slug for slug in option.clauses if slug not in clauses]
        if lost:
            why = next((gone[slug] for slug in lost if gone.get(slug)), "")
            for value in option.values:
                for slug in value.enable:
                    enabling.setdefault(slug, []).append(why or _NO_OPTION)
            continue
        for value in option.values:
            why = (
                value.excluded
                or option.excluded
                or (option.fixed or "" if value.value != option.default else "")
            )
            for slug in value.enable:
                enabling.setdefault(slug, []).append(why)

    def barred(slug: str, clause: Clause) -> Clause:
        reasons = enabling.get(slug, [_NO_OPTION])
        return clause if clause.enabled or "" in reasons else changed(clause, barred=reasons[0])

    return {slug: barred(slug, clause) for slug, clause in clauses.items()}


def _graded(
    clauses: Mapping[str, Clause],
    options: Mapping[str, Option],
    chain: Sequence[tuple[str, Mapping[str, Any]]],
) -> tuple[dict[str, Clause], dict[str, Option]]:
    """Return the clauses and the options with their sources as they count for the last rule set of the chain.

    A source supports a rule set directly only if it is about that rule set; what it says about a parent or another game
    is *taken over*. The exceptions are the sources that ``stated_by`` names: what they say of a parent, or of the family
    as a whole, holds for this rule set too. Silence about another game is no evidence, and is left out if the clause
    has another source.
    """
    (where, record), above = chain[-1], {parent for parent, _ in chain[:-1]}
    family = chain[0][0].partition("/")[0].title()
    shared = frozenset(record.get("stated_by", ()))
    unused = set(shared)
    here: dict[Source, Source] = {}

    def counted(source: Source) -> Source:
        if source.about == where:
            return source
        if source.key in shared and (source.about in above or source.about == family):
            unused.discard(source.key)
            return source
        return here.setdefault(source, source.taken_over())

    def regraded(cited: _Cited) -> _Cited:
        if all(source.about == where for source in cited.sources):
            return cited
        sources = tuple(map(counted, cited.sources))
        heard = tuple(source for source in sources if source.relation != "silent" or source.stated is None)
        return changed(cited, sources=heard or sources)

    graded = {slug: regraded(clause) for slug, clause in clauses.items()}
    offered = {
        name: changed(regraded(option), values=tuple(map(regraded, option.values)))
        for name, option in options.items()
    }
    if unused:
        named = ", ".join(map(repr, sorted(unused)))
        raise RecordError(f"{where}: stated_by names {named}; no clause or option taken over has that source")
    return graded, offered


def _handed_down(options: Mapping[str, Option]) -> dict[str, Option]:
    """Return the options that a rule set inherits: all but those marked as the parent's own, without conditions that
    name one of these."""
    own = {name for name, option in options.items() if option.own}

    def known(conditions: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(condition for condition in conditions if condition.partition("=")[0] not in own)

    def freed(option: Option) -> Option:
        values = tuple(
            changed(value, requires=known(value.requires), excludes=known(value.excludes))
            for value in option.values
        )
        return changed(
            option, values=values, requires=known(option.requires), excludes=known(option.excludes)
        )

    return {name: freed(option) if own else option for name, option in options.items() if not option.own}


def _clause(entry: Mapping[str, Any], where: str) -> Clause:
    slug = entry["slug"]
    place = f"{where}#{slug}"
    return Clause(
        id=place, origin=place, slug=slug, section=entry["section"], title=entry["title"], text=entry["text"],
        rule=entry.get("rule", {}), sources=reader.sources(entry.get("sources"), place),
        cases=reader.cases(entry.get("cases"), slug, place), prose=entry.get("prose", ""),
        enabled=entry.get("enabled", True), note=entry.get("note", ""), own=entry.get("own", False),
    )  # fmt: skip


def _amended(entry: Mapping[str, Any], clauses: Mapping[str, Clause], where: str) -> Clause:
    slug = entry["slug"]
    if slug not in clauses:
        raise RecordError(f"{where}: [[amend]] of {slug!r}, which is not in any parent{near(slug, clauses)}")
    place = f"{where}#{slug}"
    old = clauses[slug]
    rule = {name: {**old.rule.get(name, {}), **entry.get("rule", {}).get(name, {})}
            for name in [*old.rule, *(n for n in entry.get("rule", {}) if n not in old.rule)]
            if name not in entry.get("drop", ())}  # fmt: skip
    for key in entry.get("drop_sources", ()):
        if key not in [source.key for source in old.sources]:
            raise RecordError(
                f"{place}: drop_sources names {key!r}, which is not a source of the parent's clause"
            )
    kept = tuple(source for source in old.sources if source.key not in entry.get("drop_sources", ()))
    told = {
        key: entry[key] for key in ("section", "title", "text", "prose", "enabled", "note") if key in entry
    }
    own = reader.cases(entry.get("cases"), slug, place)
    sources = kept + reader.sources(entry.get("sources"), place)
    if not sources:
        raise RecordError(f"{place}: drop_sources leaves no source; a rule without evidence is not shown")
    return changed(
        old, **told, rule=rule, change="amended" if told or rule != old.rule else "kept", id=place,
        sources=sources,
        cases=own if "rule" in entry or "enabled" in entry else old.cases + own,
    )  # fmt: skip


def _option(entry: Mapping[str, Any], where: str, clauses: Mapping[str, Clause] | None) -> Option:
    """Return an option from its record. ``clauses`` are those that it may change; None if they are not yet known."""
    place = f"{where}, option {entry['name']!r}"
    kind = entry.get("kind", "choice")
    values = reader.option_values(entry.get("values"), place)
    if "default" not in entry or (kind == "choice" and entry["default"] not in [v.value for v in values]):
        raise RecordError(f"{place}: 'default' must be one of the option's values")
    if kind != "choice" and not re.fullmatch(r"[^:.]+:[^:.]+\.[^:.]+", entry.get("parameter", "")):
        raise RecordError(
            f"{place}: an option of kind {kind!r} needs its 'parameter', slug:mechanism.parameter"
        )
    low_high = entry.get("range")
    option = Option(
        name=entry["name"], title=entry.get("title", entry["name"]), text=entry.get("text", ""),
        default=entry["default"], kind=kind, values=values, range=(low_high[0], low_high[1]) if low_high else None,
        parameter=entry.get("parameter", ""), sources=reader.sources(entry.get("sources"), place),
        requires=tuple(entry.get("requires", ())), excludes=tuple(entry.get("excludes", ())),
        own=entry.get("own", False),
    )  # fmt: skip
    return _touching(option, clauses, place)


def _widened(
    option: Option, entry: Mapping[str, Any], where: str, clauses: Mapping[str, Clause] | None
) -> Option:
    """Return a parent's option with further values, or with new sources and text for the values that it has. The entry
    has the option's name and no default.
    """
    place = f"{where}, option {option.name!r}"
    if option.kind != "choice" or set(entry) != {"name", "values"}:
        raise RecordError(
            f"{place}: a parent already has it; give only its name and further 'values', or restate it with a 'default'"
        )
    values = {(type(value.value), value.value): value for value in option.values}
    for given, value in zip(entry["values"], reader.option_values(entry["values"], place), strict=True):
        key = type(value.value), value.value
        old = values.get(key)
        if old is not None and not set(given) <= {"value", "text", "sources"}:
            raise RecordError(
                f"{place}: a parent already has the value {value.value!r}; give only its 'sources', and its 'text' if that differs"
            )
        values[key] = (
            changed(old, text=value.text or old.text, sources=value.sources or old.sources) if old else value
        )
    return _touching(changed(option, values=tuple(values.values())), clauses, place)


def _touching(option: Option, clauses: Mapping[str, Clause] | None, place: str) -> Option:
    """Return the option. Raises ``RecordError`` if it changes a clause that does not exist."""
    for slug in option.clauses if clauses is not None else ():
        if slug not in (clauses or ()):
            raise RecordError(f"{place}: {slug!r} is not a clause{near(slug, clauses or ())}")
    return option


def _restate(options: dict[str, Option], record: Mapping[str, Any], where: str) -> None:
    for name, value in record.get("defaults", {}).items():
        if name not in options:
            raise RecordError(
                f"{where}: [defaults] names {name!r}, which is not an option of any parent{near(name, options)}"
            )
        options[name] = changed(options[name], default=value)
        check_value(options[name], value, where, RecordError)
    for named in [*record.get("fixed", ()), *record.get("excluded", ())]:
        name = named.partition("=")[0]
        if name not in options:
            raise RecordError(f"{where}: {name!r} is not an option of any parent{near(name, options)}")
    for name, fixed in record.get("fixed", {}).items():
        check_value(options[name], fixed["value"], f"{where}, [fixed]", RecordError)
        options[name] = changed(options[name], default=fixed["value"], fixed=fixed["why"])
    for named, why in record.get("excluded", {}).items():
        name, _, values = named.partition("=")
        option = options[name]
        if not values:
            options[name] = changed(option, excluded=why)
            continue
        _check_words(values, [word(v.value) for v in option.values], f"{where}, [excluded] {named!r}", name)
        left = tuple(
            changed(v, excluded=why) if word(v.value) in values.split("|") else v for v in option.values
        )
        options[name] = changed(option, values=left)


def _check_conditions(options: Mapping[str, Option], known: Mapping[str, set[str]], where: str) -> None:
    """Check that ``requires`` and ``excludes`` name options and values that this rule set or a parent has."""
    for option in options.values():
        entries: tuple[Option | OptionValue, ...] = (option, *option.values)
        for chosen in entries:
            for condition in (*chosen.requires, *chosen.excludes):
                place = f"{where}, option {option.name!r}, condition {condition!r}"
                name, _, values = condition.partition("=")
                if name not in options:
                    raise RecordError(f"{place}: {name!r} is not an option{near(name, options)}")
                if values and options[name].kind == "choice":
                    _check_words(values, known[name], place, name)


def _check_words(values: str, known: Collection[str], place: str, name: str) -> None:
    for value in values.split("|"):
        if value not in known:
            raise RecordError(f"{place}: {value!r} is not a value of {name}{near(value, known)}")


def _leave_out(options: dict[str, Option]) -> None:
    """Exclude the options and values that require something excluded here, giving the same reason."""
    found = True
    while found:
        found = False
        for name, option in options.items():
            if option.excluded:
                continue
            why = _never(option.requires, options)
            values = tuple(
                changed(v, excluded=v.excluded or _never(v.requires, options)) for v in option.values
            )
            if why or values != option.values:
                options[name] = changed(option, values=values, excluded=why)
                found = True


def _never(conditions: Sequence[str], options: Mapping[str, Option]) -> str | None:
    """Return why conditions on other options can never be met; None if they can."""
    for condition in conditions:
        name, _, wanted = condition.partition("=")
        other = options.get(name)
        if other is None:
            continue
        if other.excluded:
            return other.excluded
        chosen = [
            v
            for v in other.values
            if (word(v.value) in wanted.split("|") if wanted else v.value != other.default)
        ]
        if other.fixed and other.default not in [v.value for v in chosen]:
            return other.fixed
        if other.kind == "choice" and all(v.excluded for v in chosen):
            return chosen[0].excluded if chosen else None
    return None
