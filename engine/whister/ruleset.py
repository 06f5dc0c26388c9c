"""Rule sets: overlays and options resolved into clauses, and clauses compiled into something that deals."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from whister import checks, records
from whister.clause import Clause, Option, OptionValue, best
from whister.errors import DealError, OptionError, RecordError, UnknownRuleSet
from whister.ledger import Ledger
from whister.mechanisms import REGISTRY, build
from whister.outcome import Outcome, stated
from whister.plan import Plan
from whister.settlement import Settlement, settle

if TYPE_CHECKING:
    from whister.deal import Deal
    from whister.session import Conclusion, Session

OptionChoice = str | int | bool


class Rules:
    """One rule set with its options chosen: what a game is played by, and what its page shows.

    ``clauses`` and ``options`` map slugs and names, in reading order. ``players`` lists the counts allowed.
    """

    def __init__(
        self, facts: Mapping[str, Any], clauses: Mapping[str, Clause], options: Mapping[str, Option],
        chosen: Mapping[str, OptionChoice], players: int | None = None,
    ) -> None:  # fmt: skip
        self._facts = facts
        self.id: str = facts["id"]
        self.family, _, self.name = self.id.partition("/")
        self.title: str = facts["title"]
        self.aliases: tuple[str, ...] = tuple(facts.get("aliases", ()))
        self.year: str | None = facts.get("year")
        self.summary: str = facts.get("summary", "")
        self.extends: str | None = facts.get("extends")
        self.derives_from: tuple[Mapping[str, Any], ...] = tuple(facts.get("derives_from", ()))
        self.sections: tuple[tuple[str, str], ...] = tuple((a, b) for a, b in facts["sections"])
        self.repealed: tuple[tuple[str, str], ...] = tuple(facts.get("repealed", ()))
        self.clauses: Mapping[str, Clause] = MappingProxyType(dict(clauses))
        self.options: Mapping[str, Option] = MappingProxyType(dict(options))
        self.chosen: Mapping[str, OptionChoice] = MappingProxyType(dict(chosen))
        self._removed: tuple[str, ...] = ()
        self._mechanisms = [
            (clause, build(name, parameters, clause.id))
            for clause in self.clauses.values()
            if clause.enabled
            for name, parameters in clause.rule.items()
        ]
        counts = [mechanism.counts for _, mechanism in self._mechanisms if type(mechanism).name == "players"]
        self.players: tuple[int, ...] = tuple(counts[0]) if counts else (4,)
        if players is not None and (type(players) is not int or players not in self.players):
            raise OptionError(
                f"{self.id} is for {_either(self.players)} players, not {checks.said(players)} "
                f"[{self._clause_of('players').id if counts else self.id}]"
            )
        self._players = players if players is not None else (4 if 4 in self.players else self.players[0])
        self._plans: dict[int, Plan] = {}
        self.plan = self._plan(self._players)

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.chosen.items())
        return f"<Rules {self.id}, {self._players} players{chosen}>"

    # -- reading ------------------------------------------------------------------------------------------------

    @property
    def behaviour_hash(self) -> str:
        """A name for how the rule set plays: equal exactly when every mechanism and parameter is equal."""
        play = [
            [name, clause.rule[name]]
            for clause in self.clauses.values()
            if clause.enabled
            for name in clause.rule
        ]
        return "b1-" + _digest(play)

    @property
    def text_hash(self) -> str:
        """A name for how the rule set reads: titles, texts, sources."""
        text = [[c.slug, c.title, c.text, [[s.key, s.pages or "", str(s.evidence)] for s in c.sources]]
                for c in self.clauses.values()]  # fmt: skip
        return "t1-" + _digest([self.title, *text])

    @property
    def contracts(self) -> Mapping[str, Any]:
        """The contracts of the auction by ID, in rising order; empty where bids are plain numbers."""
        return MappingProxyType(self.plan.contracts)

    @property
    def declares(self) -> Mapping[str, str | tuple[str, ...]]:
        """What an outcome may say was declared aloud, each with its kind."""
        return {name: kind for _, mechanism in self._mechanisms for name, kind in mechanism.declares.items()}

    def without(self, slug: str) -> Rules:
        """These rules with one clause repealed, or at its neutral value where the game cannot do without it."""
        rules = Rules(self._facts, self._repealed(slug), self.options, self.chosen, self._players)
        rules._removed = (*self._removed, slug)
        return rules

    def vary(self, players: int | None = None, **options: OptionChoice) -> Rules:
        """These rules with other options or another number of players; what was repealed stays repealed."""
        seats = self._players if players is None else players
        if not self._removed:
            return load(self.id, seats, **{**self.chosen, **options})
        rules = load(self.id, None, **{**self.chosen, **options})
        for slug in self._removed:
            rules = Rules(rules._facts, rules._repealed(slug), rules.options, rules.chosen)
        rules = Rules(rules._facts, rules.clauses, rules.options, rules.chosen, seats)
        rules._removed = self._removed
        return rules

    def _repealed(self, slug: str) -> Mapping[str, Clause]:
        """The clauses with one at its neutral value, or without its mechanisms."""
        clause = self._clause_of(slug)
        neutral = {name: REGISTRY[name].neutral(parameters) for name, parameters in clause.rule.items()}
        rule = {name: parameters for name, parameters in neutral.items() if parameters is not None}
        return {**self.clauses, slug: replace(clause, rule=rule)}

    def _clause_of(self, slug: str) -> Clause:
        if slug not in self.clauses:
            raise OptionError(f"{self.id} has no clause {slug!r}{_near(str(slug), self.clauses)}")
        return self.clauses[slug]

    def _plan(self, players: int) -> Plan:
        if players not in self._plans:
            self._plans[players] = Plan(self, self._mechanisms, players)
        return self._plans[players]

    # -- dealing ------------------------------------------------------------------------------------------------

    def deal(
        self, seed: str | int | None = None, *, hands: Sequence[str | Iterable[str]] | None = None,
        widow: str | Iterable[str] = (), pack: str | Iterable[str] | None = None,
        cuts: Sequence[int | None] = (), ledger: Ledger | None = None, number: int | None = None,
        dealer: int | None = None,
    ) -> Deal:  # fmt: skip
        """One hand: shuffled from a seed, dealt from a pack in order (first card dealt first), or from hands given.

        ``cuts`` are the places (cards taken off the top) at which the players cut, in their order. The dealer's
        stake is paid as the deal opens. Raises ``DealError`` or ``NotationError`` for cards that cannot be dealt.
        """
        plan = self.plan
        if ledger is not None:
            checks.ledger(ledger, plan.n)
        if number is not None or dealer is not None:
            if number is not None:
                checks.whole(number, "number: deals are counted from 1", 1)
            checks.seat_or_none(dealer, plan.n, "dealer")
            ledger = plan.ledger(number=number, dealer=dealer, base=ledger)
        elif ledger is None:
            ledger = plan.ledger()
        if cuts:
            checks.cuts(cuts)
        if (seed is not None) + (hands is not None) + (pack is not None) > 1:
            raise DealError("give a seed, or hands, or a pack: only one of them")
        opened = plan.opened(ledger) if plan.opening else ledger
        if hands is not None:
            if cuts:
                raise DealError("cuts go with a pack, not with hands already dealt")
            checks.per_seat(hands, plan.n, "hands", "hands", checks.cards)
            checks.cards(widow, "the widow")
            return plan.dealing.given(hands, widow, opened)
        if seed is not None:
            checks.seed(seed)
            if cuts:
                return plan.dealing.shuffled_and_cut(seed, cuts, opened)
            return plan.dealing.shuffled(seed, opened)
        if pack is None and not ledger.order:
            raise DealError("a deal needs a seed, hands, or a pack in order")
        if pack is not None:
            checks.cards(pack, "pack")
        return plan.dealing.in_order(pack if pack is not None else ledger.order, cuts, opened)

    def position(self, hands: Sequence[str | Iterable[str]] | None = None, **given: Any) -> Deal:
        """A position in the play of the hand, for study: only what is given is known.

        ``hand`` is the hand of the seat to act (or ``hands`` for all), ``led`` the cards on the table in order,
        ``trick`` the number of the trick, ``leader`` its leader; ``trump``, ``contract``, ``declarer``, ``partner``,
        ``bid`` and ``played`` (cards of earlier tricks) as far as they matter.
        """
        checks.position(given if hands is None else {**given, "hands": hands}, self.plan)
        return self.plan.position(hands, **given)

    def ledger(self, **stands: Any) -> Ledger:
        """What stands between deals: ``number``, ``dealer``, ``totals`` per seat, ``pool`` (or a mapping of pools).

        ``standing`` is a mark that stands with the pool, such as a jack.
        """
        checks.stands(stands, self.plan)
        return self.plan.ledger(**stands)

    def outcome(self, **facts: Any) -> Outcome:
        """The facts of a deal given by hand, checked; see ``whister.outcome.Outcome`` for what may be given."""
        return stated(self.plan, facts)

    def settle(self, outcome: Outcome, ledger: Ledger | None = None) -> Settlement:
        """What the facts are worth: a pure function. ``ledger`` is what stands when the deal ends, stakes included."""
        checks.instance(outcome, Outcome, "settle")
        if ledger is None:
            ledger = self.plan.ledger()
        checks.ledger(ledger, self.plan.n)
        return settle(self.plan, outcome, ledger)

    def conclude(self, ledger: Ledger) -> Conclusion:
        """Whether the game is over after the deals of this ledger, who has won, and what is settled at its end."""
        from whister.session import conclude

        checks.ledger(ledger, self.plan.n)
        return conclude(self.plan, ledger)

    def session(self, seed: str | int, *, ledger: Ledger | None = None) -> Session:
        """Deals, one after another, until the game ends."""
        from whister.session import Session

        return Session(self, seed, ledger)


def load(rule_set: str, /, players: int | None = None, **options: OptionChoice | Mapping[str, int]) -> Rules:
    """The rule set of that ID, with options by name.

    Raises ``UnknownRuleSet``, or ``OptionError`` for an option or value it does not have.
    """
    if not isinstance(rule_set, str):
        raise UnknownRuleSet(f"a rule set is called by its ID, a text; got {checks.said(rule_set)}")
    texts = {name: _write_table(v) if isinstance(v, Mapping) else v for name, v in options.items()}
    for name, value in texts.items():
        if not isinstance(value, str | int):
            raise OptionError(
                f"{rule_set}: {name} = {checks.said(value)}; a value is a text, a whole number, or true or false"
            )
    if players is not None and type(players) is not int:
        raise OptionError(f"{rule_set}: players is a whole number, got {checks.said(players)}")
    return _loaded(rule_set, players, tuple((name, type(v).__name__, v) for name, v in sorted(texts.items())))


@lru_cache(maxsize=64)
def _loaded(rule_set: str, players: int | None, options: tuple[tuple[str, str, OptionChoice], ...]) -> Rules:
    return _chosen(_stack_of(rule_set), players, {name: value for name, _, value in options})


@dataclass(frozen=True, slots=True)
class _Stack:
    """A rule set before any option is chosen. ``gone``: why each clause that a record repealed went."""

    facts: Mapping[str, Any]
    clauses: Mapping[str, Clause]
    options: Mapping[str, Option]
    gone: Mapping[str, str]


@lru_cache(maxsize=64)
def _stack_of(rule_set: str) -> _Stack:
    return _stack(records.chain(rule_set))


def resolve(
    chain: Sequence[tuple[str, Mapping[str, Any]]], players: int | None, chosen: Mapping[str, OptionChoice]
) -> Rules:
    """Overlays laid over each other from the root, then the options."""
    return _chosen(_stack(chain), players, chosen)


def _stack(chain: Sequence[tuple[str, Mapping[str, Any]]]) -> _Stack:
    """Overlays laid over each other from the root."""
    facts: dict[str, Any] = {}
    clauses: dict[str, Clause] = {}
    options: dict[str, Option] = {}
    repealed: list[tuple[str, str]] = []
    gone: dict[str, str] = {}
    known: dict[str, set[str]] = {}
    for where, record in chain:
        clauses = {slug: replace(c, id=f"{where}#{slug}", change="kept") for slug, c in clauses.items()}
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
            if clauses.pop(entry["slug"], None) is None:
                raise RecordError(f"{where}: [[repeal]] of {entry['slug']!r}, which no parent has")
            repealed.append((entry["slug"], entry.get("why", "")))
        gone |= dict(repealed)
        for entry in record.get("option", ()):
            name, there = entry["name"], clauses if "/" in where else None
            if name in options and "default" not in entry:
                options[name] = _widened(options[name], entry, where, there)
            else:
                options[name] = _option(entry, where, there)
            known.setdefault(name, set()).update(_word(value.value) for value in options[name].values)
        _restate(options, record, where)
    _check_conditions(options, known, chain[-1][0])
    _leave_out(options)
    facts |= {"id": chain[-1][0], "repealed": repealed}
    for key, what in (("title", "a text"), ("sections", "pairs of slug and title in reading order")):
        if key not in facts:
            raise RecordError(f"{facts['id']}: expected {key!r}, {what}")
    order = [slug for slug, _ in facts["sections"]]
    for clause in clauses.values():
        if clause.section not in order:
            raise RecordError(f"{clause.id}: section {clause.section!r} is none of {', '.join(order)}")
    clauses = dict(sorted(clauses.items(), key=lambda item: order.index(item[1].section)))
    return _Stack(facts, clauses, options, gone)


def _chosen(stack: _Stack, players: int | None, chosen: Mapping[str, OptionChoice]) -> Rules:
    """The options laid over the clauses."""
    clauses, where = stack.clauses, stack.facts["id"]
    options = {name: option for name, option in stack.options.items() if _applies(option, clauses)}
    for name in chosen:
        if name in stack.options and name not in options:
            lost = [slug for slug in stack.options[name].clauses if slug not in clauses]
            why = next((stack.gone[slug] for slug in lost if stack.gone.get(slug)), "")
            if why:
                raise OptionError(f"{where} does not take the option {name!r}: {why}")
    chosen = {name: _spelt(options.get(name), value) for name, value in chosen.items()}
    return Rules(stack.facts, _overlaid(clauses, options, chosen, where), options, chosen, players)


def _clause(entry: Mapping[str, Any], where: str) -> Clause:
    slug = entry["slug"]
    place = f"{where}#{slug}"
    return Clause(
        id=place, origin=place, slug=slug, section=entry["section"], title=entry["title"], text=entry["text"],
        rule=entry.get("rule", {}), sources=records.sources(entry.get("sources"), place),
        cases=records.cases(entry.get("cases"), slug, place), prose=entry.get("prose", ""),
        enabled=entry.get("enabled", True), note=entry.get("note", ""),
    )  # fmt: skip


def _amended(entry: Mapping[str, Any], clauses: Mapping[str, Clause], where: str) -> Clause:
    slug = entry["slug"]
    if slug not in clauses:
        raise RecordError(f"{where}: [[amend]] of {slug!r}, which no parent has{_near(slug, clauses)}")
    place = f"{where}#{slug}"
    old = clauses[slug]
    rule = {name: {**old.rule.get(name, {}), **entry.get("rule", {}).get(name, {})}
            for name in [*old.rule, *(n for n in entry.get("rule", {}) if n not in old.rule)]
            if name not in entry.get("drop", ())}  # fmt: skip
    for key in entry.get("drop_sources", ()):
        if key not in [source.key for source in old.sources]:
            raise RecordError(
                f"{place}: drop_sources names {key!r}, which is no source of the parent's clause"
            )
    kept = tuple(source for source in old.sources if source.key not in entry.get("drop_sources", ()))
    changed = {
        key: entry[key] for key in ("section", "title", "text", "prose", "enabled", "note") if key in entry
    }
    own = records.cases(entry.get("cases"), slug, place)
    sources = kept + records.sources(entry.get("sources"), place)
    if not sources:
        raise RecordError(f"{place}: drop_sources leaves no source; a rule without evidence is not shown")
    return replace(
        old, **changed, rule=rule, change="amended" if changed or rule != old.rule else "kept", id=place,
        sources=sources,
        cases=own if "rule" in entry or "enabled" in entry else old.cases + own,
    )  # fmt: skip


def _option(entry: Mapping[str, Any], where: str, clauses: Mapping[str, Clause] | None) -> Option:
    """An option from its record. ``clauses`` are those it may touch; None where they are yet to come."""
    place = f"{where}, option {entry['name']!r}"
    kind = entry.get("kind", "choice")
    values = records.option_values(entry.get("values"), place)
    if "default" not in entry or (kind == "choice" and entry["default"] not in [v.value for v in values]):
        raise RecordError(f"{place}: expected 'default', one of its values")
    if kind != "choice" and not re.fullmatch(r"[^:.]+:[^:.]+\.[^:.]+", entry.get("parameter", "")):
        raise RecordError(
            f"{place}: an option of kind {kind!r} needs its 'parameter', slug:mechanism.parameter"
        )
    low_high = entry.get("range")
    option = Option(
        name=entry["name"], title=entry.get("title", entry["name"]), text=entry.get("text", ""),
        default=entry["default"], kind=kind, values=values, range=(low_high[0], low_high[1]) if low_high else None,
        parameter=entry.get("parameter", ""), sources=records.sources(entry.get("sources"), place),
        requires=tuple(entry.get("requires", ())), excludes=tuple(entry.get("excludes", ())),
    )  # fmt: skip
    return _touching(option, clauses, place)


def _widened(
    option: Option, entry: Mapping[str, Any], where: str, clauses: Mapping[str, Clause] | None
) -> Option:
    """A parent's option with further values, or with other sources and words for those it has.

    An entry of its name that gives no default.
    """
    place = f"{where}, option {option.name!r}"
    if option.kind != "choice" or set(entry) != {"name", "values"}:
        raise RecordError(
            f"{place}: a parent has it; give its name and further 'values', or restate it with a 'default'"
        )
    values = {(type(value.value), value.value): value for value in option.values}
    for given, value in zip(entry["values"], records.option_values(entry["values"], place), strict=True):
        key = type(value.value), value.value
        old = values.get(key)
        if old is not None and not set(given) <= {"value", "text", "sources"}:
            raise RecordError(
                f"{place}: a parent has {value.value!r}; give its 'sources', and its 'text' if it differs"
            )
        values[key] = (
            replace(old, text=value.text or old.text, sources=value.sources or old.sources) if old else value
        )
    return _touching(replace(option, values=tuple(values.values())), clauses, place)


def _touching(option: Option, clauses: Mapping[str, Clause] | None, place: str) -> Option:
    """The option, if it touches only clauses that there are."""
    for slug in option.clauses if clauses is not None else ():
        if slug not in (clauses or ()):
            raise RecordError(f"{place}: {slug!r} is no clause{_near(slug, clauses or ())}")
    return option


def _restate(options: dict[str, Option], record: Mapping[str, Any], where: str) -> None:
    for name, value in record.get("defaults", {}).items():
        if name not in options:
            raise RecordError(
                f"{where}: [defaults] names {name!r}, which is no option of a parent{_near(name, options)}"
            )
        options[name] = replace(options[name], default=value)
        _check_value(options[name], value, where, RecordError)
    for named in [*record.get("fixed", ()), *record.get("excluded", ())]:
        name = named.partition("=")[0]
        if name not in options:
            raise RecordError(f"{where}: {name!r} is no option of a parent{_near(name, options)}")
    for name, fixed in record.get("fixed", {}).items():
        _check_value(options[name], fixed["value"], f"{where}, [fixed]", RecordError)
        options[name] = replace(options[name], default=fixed["value"], fixed=fixed["why"])
    for named, why in record.get("excluded", {}).items():
        name, _, values = named.partition("=")
        option = options[name]
        if not values:
            options[name] = replace(option, excluded=why)
            continue
        _check_words(values, [_word(v.value) for v in option.values], f"{where}, [excluded] {named!r}", name)
        left = tuple(
            replace(v, excluded=why) if _word(v.value) in values.split("|") else v for v in option.values
        )
        options[name] = replace(option, values=left)


def _check_conditions(options: Mapping[str, Option], known: Mapping[str, set[str]], where: str) -> None:
    """What ``requires`` and ``excludes`` name is an option, and a value that this rule set or a parent gives it."""
    for option in options.values():
        entries: tuple[Option | OptionValue, ...] = (option, *option.values)
        for chosen in entries:
            for condition in (*chosen.requires, *chosen.excludes):
                place = f"{where}, option {option.name!r}, condition {condition!r}"
                name, _, values = condition.partition("=")
                if name not in options:
                    raise RecordError(f"{place}: {name!r} is no option{_near(name, options)}")
                if values and options[name].kind == "choice":
                    _check_words(values, known[name], place, name)


def _check_words(values: str, known: Collection[str], place: str, name: str) -> None:
    for value in values.split("|"):
        if value not in known:
            raise RecordError(f"{place}: {value!r} is no value of {name}{_near(value, known)}")


def _leave_out(options: dict[str, Option]) -> None:
    """Exclude the options and values that need what this rule set does not offer, for the same reason."""
    found = True
    while found:
        found = False
        for name, option in options.items():
            if option.excluded:
                continue
            why = _never(option.requires, options)
            values = tuple(
                replace(v, excluded=v.excluded or _never(v.requires, options)) for v in option.values
            )
            if why or values != option.values:
                options[name] = replace(option, values=values, excluded=why)
                found = True


def _never(conditions: Sequence[str], options: Mapping[str, Option]) -> str | None:
    """Why conditions on other options can never be met; None when they can."""
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
            if (_word(v.value) in wanted.split("|") if wanted else v.value != other.default)
        ]
        if other.fixed and other.default not in [v.value for v in chosen]:
            return other.fixed
        if other.kind == "choice" and all(v.excluded for v in chosen):
            return chosen[0].excluded if chosen else None
    return None


def _applies(option: Option, clauses: Mapping[str, Clause]) -> bool:
    return all(slug in clauses for slug in option.clauses)


def _overlaid(
    clauses: Mapping[str, Clause],
    options: Mapping[str, Option],
    chosen: Mapping[str, OptionChoice],
    where: str,
) -> dict[str, Clause]:
    """The clauses with the chosen options laid over; the order of the options never matters."""
    for name, value in chosen.items():
        if name not in options:
            taken = ", ".join(known for known, other in options.items() if not other.excluded)
            raise OptionError(
                f"{where} has no option {name!r}{_near(name, options)} Its options: {taken or 'none'}"
            )
        option = options[name]
        if option.excluded:
            raise OptionError(f"{where} does not take the option {name!r}: {option.excluded}")
        if option.fixed and value != option.default:
            raise OptionError(f"{where} fixes {name} = {option.default!r}: {option.fixed}")
        _check_value(option, value, where, OptionError)
    effective = {
        name: chosen.get(name, option.default) for name, option in options.items() if not option.excluded
    }
    for name in chosen:
        option, value = options[name], effective[name]
        if value != option.default:
            _check_company(option, name, effective, options, where)
        for offered in option.values:
            if offered.value == value and type(offered.value) is type(value):
                _check_company(offered, f"{name}={_word(value)}", effective, options, where)
    result = dict(clauses)
    set_by: dict[str, tuple[str, Any]] = {}
    ordered = sorted(effective, key=lambda name: effective[name] != options[name].default)
    for name in ordered:
        default = effective[name] == options[name].default
        for path, value in _effects(options[name], effective[name]).items():
            if not default and path in set_by and set_by[path][1] != value:
                slug, _, parameter = path.partition(":")
                clash = f"both set {path}" if parameter else f"disagree whether {slug!r} is in force"
                raise OptionError(
                    f"{where}: the options {set_by[path][0]!r} and {name!r} {clash}; choose one"
                )
            if not default:
                set_by[path] = (name, value)
            _lay(result, path, value, f"{where}, option {name!r}", default)
        if not default:
            _tell(result, options[name], effective[name])
    return result


def _tell(clauses: dict[str, Clause], option: Option, value: OptionChoice) -> None:
    """Say in each clause that an option has set otherwise what it does now, and on what evidence.

    A refusal quotes the clause, and a settlement is graded by it.
    """
    if option.kind == "choice":
        found = next(v for v in option.values if v.value == value)
        said, grade, paths = found.text, best(found.sources), list(found.set)
    else:
        said, grade, paths = f"{value}.", best(option.sources), [option.parameter]
    for slug in dict.fromkeys(path.partition(":")[0] for path in paths):
        clause = clauses[slug]
        text = f"{clause.text} Here, by the option “{option.title}”: {said}"
        clauses[slug] = replace(clause, text=text, chosen=max(grade, clause.chosen or grade))


def _effects(option: Option, value: OptionChoice) -> dict[str, Any]:
    if option.kind == "table":
        return {option.parameter: _read_table(str(value))}
    if option.kind != "choice":
        return {option.parameter: value}
    chosen = next(v for v in option.values if v.value == value and type(v.value) is type(value))
    effects = dict(chosen.set)
    effects |= {f"{slug}:": True for slug in chosen.enable} | {f"{slug}:": False for slug in chosen.disable}
    return effects


def _lay(clauses: dict[str, Clause], path: str, value: Any, place: str, default: bool) -> None:
    slug, _, rest = path.partition(":")
    mechanism, _, parameter = rest.partition(".")
    clause = clauses[slug]
    if not rest:
        if default and clause.enabled != value:
            raise RecordError(
                f"{place}: its default says {slug} is {'in' if value else 'out of'} force; the clause differs"
            )
        clauses[slug] = replace(clause, enabled=value)
        return
    if mechanism not in clause.rule:
        raise RecordError(
            f"{place}: {path!r} names mechanism {mechanism!r}, which clause {slug!r} does not have"
        )
    old = clause.rule[mechanism].get(parameter, _unstated(mechanism, parameter))
    if default:
        if old != value:
            raise RecordError(f"{place}: its default sets {path} = {value!r}, but the clause says {old!r}")
        return
    clauses[slug] = replace(
        clause, rule={**clause.rule, mechanism: {**clause.rule[mechanism], parameter: value}}
    )


def _unstated(mechanism: str, parameter: str) -> Any:
    """The value of a parameter that a record leaves out, as a record would write it."""
    value = (
        REGISTRY[mechanism].parameters[parameter].default
        if parameter in REGISTRY[mechanism].parameters
        else None
    )
    return list(value) if isinstance(value, tuple) else value


def _spelt(option: Option | None, value: OptionChoice) -> OptionChoice:
    """A value as the record spells it; underscores do for its hyphens."""
    values = option.values if option is not None else ()
    if isinstance(value, str) and (joined := value.replace("_", "-")) in [v.value for v in values]:
        return joined
    return next((v.value for v in values if (type(value), value) in [(type(a), a) for a in v.also]), value)


def _check_value(option: Option, value: OptionChoice, where: str, error: type[Exception]) -> None:
    if option.kind == "choice":
        found = next((v for v in option.values if v.value == value and type(v.value) is type(value)), None)
        if found is not None and found.excluded:
            raise error(f"{where} does not take {option.name} = {checks.said(value)}: {found.excluded}")
        if found is None:
            offered = ", ".join(repr(v.value) for v in option.values if not v.excluded)
            raise error(
                f"{where}: {option.name} = {checks.said(value)} is not offered; expected one of {offered}"
            )
    elif option.kind == "integer":
        low, high = option.range or (-(10**9), 10**9)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise error(
                f"{where}: {option.name} = {checks.said(value)} is not a whole number from {low} to {high}"
            )
    elif not isinstance(value, str) or _write_table(_read_table(value)) != value:
        raise error(
            f"{where}: {option.name} = {checks.said(value)} is no table; expected whole numbers by name, such as 'a:5.b:10'"
        )


def _write_table(table: Mapping[str, int]) -> str:
    """A table of whole numbers as one text, ``a:5.b:10``: how an option of kind ``table`` is kept."""
    return ".".join(f"{name}:{number}" for name, number in table.items())


def _read_table(text: str) -> dict[str, int]:
    """A table from its text; what is no whole number is left out."""
    pairs = [entry.partition(":") for entry in text.split(".") if entry]
    return {name: int(number) for name, _, number in pairs if re.fullmatch(r"-?\d+", number)}


def _word(value: OptionChoice) -> str:
    """A value as conditions name it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _check_company(
    chosen: Option | OptionValue,
    said: str,
    effective: Mapping[str, OptionChoice],
    options: Mapping[str, Option],
    where: str,
) -> None:
    for kind, conditions in (("requires", chosen.requires), ("excludes", chosen.excludes)):
        for condition in conditions:
            name, _, wanted = condition.partition("=")
            if name not in effective:
                continue
            now = effective[name]
            met = _word(now) in wanted.split("|") if wanted else now != options[name].default
            if met == (kind == "excludes"):
                what = condition if wanted else f"a choice of {name}"
                raise OptionError(f"{where}: {said} {kind} {what}; {name} is {now!r}")


@dataclass(frozen=True, slots=True)
class Diff:
    """What one rule set does to another, clause by clause; each a tuple of slugs."""

    added: tuple[str, ...]
    amended: tuple[str, ...]
    repealed: tuple[str, ...]
    kept: tuple[str, ...]


def diff(a: Rules, b: Rules) -> Diff:
    """From ``a`` to ``b``: clauses added, amended (text, rule or force), repealed, kept."""

    def said(clause: Clause) -> tuple[object, ...]:
        return clause.title, clause.text, clause.rule, clause.enabled

    for rules in (a, b):
        checks.instance(rules, Rules, "diff")
    both = [slug for slug in b.clauses if slug in a.clauses]
    return Diff(
        added=tuple(slug for slug in b.clauses if slug not in a.clauses),
        amended=tuple(slug for slug in both if said(a.clauses[slug]) != said(b.clauses[slug])),
        repealed=tuple(slug for slug in a.clauses if slug not in b.clauses),
        kept=tuple(slug for slug in both if said(a.clauses[slug]) == said(b.clauses[slug])),
    )


def _digest(content: object) -> str:
    text = json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _near(word: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), 1)
    return f"; did you mean {near[0]!r}?" if near else "."


def _either(counts: Sequence[int]) -> str:
    return ", ".join(map(str, counts[:-1])) + f" or {counts[-1]}" if len(counts) > 1 else str(counts[0])


__all__ = ["DealError", "Diff", "Rules", "diff", "load", "resolve"]
