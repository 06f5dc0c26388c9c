"""Rule sets: overlays and the options chosen make clauses, and clauses are compiled into something that deals."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Never

from whister import checks, records
from whister.clause import Clause, Option
from whister.dealing import Dealing
from whister.errors import DealError, OptionError, UnknownRuleSet
from whister.ledger import Ledger
from whister.mechanisms import REGISTRY, build
from whister.options import (
    OptionChoice,
    Table,
    applies,
    check_value,
    no_option,
    option_text,
    overlaid,
    spelt,
    written,
)
from whister.outcome import Outcome, sound, stated
from whister.overlays import Stack, stacked
from whister.plan import Plan
from whister.position import position
from whister.settlement import Settlement, settle
from whister.shuffle import shuffled
from whister.spelling import near

if TYPE_CHECKING:
    from whister.deal import Deal
    from whister.mechanisms.first_dealer import FirstDeal
    from whister.session import Conclusion, Session


_LONGEST_TABLE = 20_000  # characters of a price list
_TO_DEAL = (
    "cuts",
    "dealer",
    "hands",
    "ledger",
    "number",
    "pack",
    "seed",
    "still",
    "still_cut",
    "turned",
    "widow",
)


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

    def __copy__(self) -> Rules:
        return self  # never changed: `vary` and `without` make others

    def __deepcopy__(self, memo: object) -> Rules:
        return self

    def __reduce__(self) -> Never:
        raise OptionError(f"{self.id}: rules cannot be pickled; load them again by id and options")

    # -- reading ------------------------------------------------------------------------------------------------

    @cached_property
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
        return MappingProxyType(self.plan.bidding.contracts)

    @cached_property
    def declares(self) -> Mapping[str, str | tuple[str, ...]]:
        """What an outcome may say was declared aloud, each with its kind."""
        asked = [mechanism.leaves_open for _, mechanism in self._mechanisms]
        return MappingProxyType({name: kind for facts in asked for name, kind in facts.items()})

    @cached_property
    def voids(self) -> tuple[str, ...]:
        """Why a deal may count for nothing, as an outcome says it; a misdeal may happen in any game."""
        return ("misdeal", *(word for _, mechanism in self._mechanisms for word in mechanism.voids))

    def without(self, slug: str) -> Rules:
        """These rules with one clause repealed, or at its neutral value where the game cannot do without it."""
        rules = Rules(self._facts, self._repealed(slug), self.options, self.chosen, self._players)
        rules._removed = (*self._removed, slug)
        return rules

    def vary(self, players: int | str | None = None, **options: OptionChoice) -> Rules:
        """These rules with other options or another number of players; what was repealed stays repealed."""
        seats = self._players if players is None else checks.number(players)
        if not self._removed:
            return load(self.id, seats, **{**self.chosen, **options})
        rules = load(self.id, None, **{**self.chosen, **options})
        for slug in self._removed:
            rules = Rules(rules._facts, rules._repealed(slug), rules.options, rules.chosen)
        rules = Rules(rules._facts, rules.clauses, rules.options, rules.chosen, seats)
        rules._removed = self._removed
        return rules

    def check(self) -> None:
        """Look whether what the rules name is there, as in a rule set that is whole. Raises ``RecordError``."""
        self.plan.check()
        for clause, mechanism in self._mechanisms:
            mechanism.check(self.plan, clause)

    def _repealed(self, slug: str) -> Mapping[str, Clause]:
        """The clauses with one at its neutral value, or without its mechanisms."""
        clause = self._clause_of(slug)
        neutral = {name: REGISTRY[name].neutral(parameters) for name, parameters in clause.rule.items()}
        rule = {name: parameters for name, parameters in neutral.items() if parameters is not None}
        return {**self.clauses, slug: replace(clause, rule=rule)}

    def _clause_of(self, slug: Any) -> Clause:
        if not isinstance(slug, str) or slug not in self.clauses:
            raise OptionError(
                f"{self.id} has no clause {checks.said(slug)}"
                f"{near(slug, self.clauses, records.known_as(self.family, 'clauses'))}"
            )
        return self.clauses[slug]

    @cached_property
    def unsourced(self) -> tuple[tuple[Clause, str], ...]:
        """The results that may come and that no source prices, in a sentence each, with the clause that asks for the price.

        A deal that ends in one raises ``NotSourcedError`` when it is settled.
        """
        said = ((clause, mechanism.unsourced(self.plan)) for clause, mechanism in self.plan.asked.settle)
        return tuple((clause, text) for clause, text in said if text)

    @cached_property
    def out_of_force(self) -> tuple[tuple[Clause, tuple[str, ...]], ...]:
        """The clauses that an option puts in force or out of it, while they are out; and what they would let a player say."""
        said = [
            (clause, tuple(said for said in build(name, parameters, clause.id).says if said != "pass"))
            for clause in self.clauses.values()
            if not clause.enabled
            for name, parameters in clause.rule.items()
        ]
        return tuple((clause, says) for clause, says in said if says)

    def switched_off(self, clause: Clause) -> str:
        """The option that keeps a clause out of force, in a sentence."""
        for option in self.options.values():
            touched = any(clause.slug in (*value.enable, *value.disable) for value in option.values)
            if touched and not option.excluded:
                now = option_text(self.chosen.get(option.name, option.default))
                return f"It is not in force here: the option {option.name} is {now!r}."
        return "It is not in force here."

    def _plan(self, players: int) -> Plan:
        if players not in self._plans:
            self._plans[players] = Plan(self, self._mechanisms, players)
        return self._plans[players]

    # -- dealing ------------------------------------------------------------------------------------------------

    def deal(
        self, seed: str | int | None = None, *, hands: Sequence[str | Iterable[str]] | None = None,
        widow: str | Iterable[str] = (), pack: str | Iterable[str] | None = None,
        cuts: Sequence[int | None] = (), ledger: Ledger | None = None, number: int | None = None,
        dealer: int | None = None, turned: str | Iterable[str] = (), still: str | Iterable[str] | None = None,
        still_cut: int | None = None, **unknown: Never,
    ) -> Deal:  # fmt: skip
        """One hand: shuffled from a seed, dealt from a pack in order (first card dealt first), or from hands given.

        ``cuts`` are the places (cards taken off the top) at which the players cut, in their order. ``turned`` is the
        card turned up, where hands are given and the rules turn one. Where a second pack is cut for it, a pack dealt
        in order wants that one in order too, as ``still`` or in the ledger, and its ``still_cut``. The dealer's
        stake is paid as the deal opens. Raises ``DealError`` or ``NotationError`` for cards that cannot be dealt.
        """
        plan = self.plan
        if unknown:
            checks.only(unknown, _TO_DEAL, "deal")
        if ledger is not None:
            checks.ledger(ledger, plan)
        if number is not None or dealer is not None:
            if number is not None:
                checks.whole(number, "number: deals are counted from 1", 1)
            checks.player_or_none(dealer, plan, "dealer")
            ledger = plan.ledger(number=number, dealer=dealer, base=ledger)
        elif ledger is None:
            ledger = plan.ledger()
        if cuts != ():
            cuts = checks.cuts(cuts)
        if (seed is not None) + (hands is not None) + (pack is not None) > 1:
            raise DealError("give a seed, or hands, or a pack: only one of them")
        if still is not None:
            ledger = ledger._replace(
                still=checks.order(plan.pack.read(checks.cards(still, "still"), "still"), plan, "still")
            )
        opened = plan.opened(ledger) if plan.asked.open else ledger
        if hands is not None:
            if cuts:
                raise DealError("cuts go with a pack, not with hands already dealt")
            given = checks.per_seat(hands, plan.table.n, "hands", "hands", checks.cards)
            lying, up = checks.cards(widow, "the widow"), checks.cards(turned, "turned")
            return plan.once(Dealing).given(given, lying, opened, up)
        for what, beside in (("the widow", widow), ("turned", turned)):
            if beside != () and checks.cards(beside, what):
                raise DealError(f"{what}: goes with hands; a pack that is dealt has its own")
        if seed is not None:
            checks.seed(seed, numbered=True)
            if cuts:
                return plan.once(Dealing).shuffled_and_cut(seed, cuts, opened)
            return plan.once(Dealing).shuffled(seed, opened)
        if pack is None and not ledger.order:
            raise DealError("a deal needs a seed, hands, or a pack in order")
        if still_cut is not None:
            checks.whole(still_cut, "still_cut", 1)
        in_order = checks.cards(pack, "pack") if pack is not None else ledger.order
        return plan.once(Dealing).in_order(in_order, cuts, opened, still_cut)

    def position(self, hands: Sequence[str | Iterable[str]] | None = None, **given: Any) -> Deal:
        """A position in the play of the hand, for study: only what is given is known.

        ``hand`` is the hand of the seat to act (or ``hands`` for all), ``led`` the cards on the table in order,
        ``trick`` the number of the trick, ``leader`` its leader; ``trump``, ``contract``, ``declarer``, ``partner``,
        ``bid`` and ``played`` (cards of earlier tricks) as far as they matter.
        """
        known = checks.position(given if hands is None else {**given, "hands": hands}, self.plan)
        return position(self.plan, **known)

    def ledger(self, **stands: Any) -> Ledger:
        """What stands between deals: ``number``, ``dealer``, ``totals`` per seat, ``pool`` (or a mapping of pools).

        ``standing`` is a mark that stands with the pool, such as a jack.
        """
        return self.plan.ledger(**checks.stands(stands, self.plan))

    def outcome(self, **facts: Any) -> Outcome:
        """The facts of a deal given by hand, checked: ``tricks``, ``captured``, ``declarer`` and so on.

        ``captured`` holds each seat's scoring cards, ``points`` what they come to where only that is known. ``honours``
        are those held, a number or one for each seat; ``honours_counted`` is what they count, as in "two by honours".
        See ``whister.outcome.stated`` for all. The facts of every deal that was played are accepted, and settle alike.
        Raises ``DealError`` or ``NotationError``.
        """
        found = self.plan.known = stated(self.plan, facts)
        return found

    def settle(self, outcome: Outcome, ledger: Ledger | None = None) -> Settlement:
        """What the facts are worth: a pure function. ``ledger`` is what stands when the deal ends, stakes included."""
        if outcome is not self.plan.known:
            sound(self.plan, outcome)
        if ledger is not None:
            checks.ledger(ledger, self.plan)
        return settle(self.plan, outcome, ledger or self.plan.ledger())

    def conclude(self, ledger: Ledger) -> Conclusion:
        """Whether the game is over after the deals of this ledger, who has won, and what is settled at its end."""
        from whister.session import conclude

        checks.ledger(ledger, self.plan)
        return conclude(self.plan, ledger)

    def first_dealer(
        self, cards: str | Iterable[str] | None = None, *, seed: str | int | None = None
    ) -> FirstDeal:
        """Who deals first in a session: by the cards cut, or dealt out, in order; or by a seed.

        Raises ``DealError`` where the rule set does not say how the first dealer is found.
        """
        plan = self.plan
        if plan.table.first_dealer is None:
            raise DealError(f"{self.id} does not say who deals first; give the dealer")
        if (cards is None) == (seed is None):
            raise DealError("give the cards that are cut, or a seed: one of them")
        clause, mechanism = plan.table.first_dealer
        if cards is not None:
            shown = plan.pack.read(checks.cards(cards, "cards"), "cards")
        else:
            checks.seed(seed)
            shown = shuffled(
                [card for card in plan.pack.cards if plan.present >> card.index & 1], f"{seed}/dealer"
            )
        found: FirstDeal = mechanism.find(plan, clause, shown, whole=cards is not None)
        return found

    def session(self, seed: str | int, *, ledger: Ledger | None = None) -> Session:
        """Deals, one after another, until the game ends."""
        from whister.session import Session

        return Session(self, seed, ledger)


def load(rule_set: str, /, players: int | str | None = None, **options: OptionChoice | Table) -> Rules:
    """The rule set of that ID, with options by name.

    An option that is a table, such as a price list, is given as a mapping of names to whole numbers, or as the path
    (``pathlib.Path``) of a TOML file that holds one; ``s`` in its table ``[chelem-table]`` is ``chelem-table-s``.
    Raises ``UnknownRuleSet``, or ``OptionError`` for an option or value it does not have.
    """
    if not checks.is_name(rule_set):
        raise UnknownRuleSet(f"no rule set is called {checks.said(rule_set)}; expected an ID, a short text")
    texts: dict[str, Any] = {
        name: written(value, f"{rule_set}: {name}")
        if isinstance(value, Mapping | os.PathLike) and _is_table(rule_set, name)
        else value
        for name, value in options.items()
    }
    for name, value in texts.items():
        if not isinstance(value, str | int) or (isinstance(value, str) and len(value) > _LONGEST_TABLE):
            raise _no_value(rule_set, name, value)
    players = checks.number(players)
    if players is not None and type(players) is not int:
        raise OptionError(f"{rule_set}: players is a whole number, got {checks.said(players)}")
    try:
        return _loaded(
            rule_set, players, tuple((name, type(v).__name__, v) for name, v in sorted(texts.items()))
        )
    except OptionError as error:
        raise _in_file(error, rule_set, options) from None


def _is_table(rule_set: str, name: str) -> bool:
    options = _stack_of(rule_set).options
    return name in options and options[name].kind == "table"


def _no_value(rule_set: str, name: str, value: Any) -> OptionError:
    """What to say of a value of a kind or a length that no option takes: what this one takes, if there is it."""
    options = _stack_of(rule_set).options
    if name not in options:
        return no_option(name, options, rule_set)
    try:
        check_value(options[name], value, rule_set, OptionError)
    except OptionError as error:
        return error
    return OptionError(
        f"{rule_set}: {name} = {checks.said(value)}; a table in one text has at most {_LONGEST_TABLE} characters"
    )


def _in_file(error: OptionError, rule_set: str, options: Mapping[str, object]) -> OptionError:
    """The error, with the name of the file first if it is about a table that was read from one."""
    known = _stack_of(rule_set).options
    for name, value in options.items():
        slugs = known[name].clauses if name in known else ()
        about = tuple(f"{rule_set}#{slug}: " for slug in slugs)
        if isinstance(value, os.PathLike) and str(error).startswith(about):
            return OptionError(f"{os.fspath(value)}: {error}")
    return error


@lru_cache(maxsize=64)
def _loaded(rule_set: str, players: int | None, options: tuple[tuple[str, str, OptionChoice], ...]) -> Rules:
    return _chosen(_stack_of(rule_set), players, {name: value for name, _, value in options})


@lru_cache(maxsize=64)
def _stack_of(rule_set: str) -> Stack:
    return stacked(records.chain(rule_set))


def resolve(
    chain: Sequence[tuple[str, Mapping[str, Any]]], players: int | None, chosen: Mapping[str, OptionChoice]
) -> Rules:
    """Overlays laid over each other from the root, then the options."""
    return _chosen(stacked(chain), players, chosen)


def _chosen(stack: Stack, players: int | None, chosen: Mapping[str, OptionChoice]) -> Rules:
    """The options laid over the clauses."""
    clauses, where = stack.clauses, stack.facts["id"]
    options = {name: option for name, option in stack.options.items() if applies(option, clauses)}
    for name in chosen:
        if name in stack.options and name not in options:
            lost = [slug for slug in stack.options[name].clauses if slug not in clauses]
            why = next((stack.gone[slug] for slug in lost if stack.gone.get(slug)), "")
            if why:
                raise OptionError(f"{where} does not take the option {name!r}: {why}")
    chosen = {name: spelt(options.get(name), value) for name, value in chosen.items()}
    rules = Rules(stack.facts, overlaid(clauses, options, chosen, where), options, chosen, players)
    rules.check()
    return rules


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
        repealed=tuple(
            slug for slug, clause in a.clauses.items() if slug not in b.clauses and not clause.own
        ),
        kept=tuple(slug for slug in both if said(a.clauses[slug]) == said(b.clauses[slug])),
    )


def _digest(content: object) -> str:
    text = json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _either(counts: Sequence[int]) -> str:
    return ", ".join(map(str, counts[:-1])) + f" or {counts[-1]}" if len(counts) > 1 else str(counts[0])


__all__ = ["DealError", "Diff", "Rules", "diff", "load", "resolve"]
