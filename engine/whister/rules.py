"""Rule sets: the clauses of a record and its parents, with options chosen, compiled for play."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Never

from whister import checks
from whister.clause import OWN, Clause, Option
from whister.deal import arguments
from whister.deal.machine import Machine
from whister.deal.opening import opened, opened_from_seed
from whister.deal.position import position
from whister.deal.public import DealFace
from whister.errors import DealError, OptionError, RecordError, UnknownRuleSet
from whister.ledger import Amount, Ledger
from whister.mechanisms import unstated
from whister.objects import in_a_line
from whister.plan.conclusion import Conclusion
from whister.plan.settlement import Settlement
from whister.plan.state import Dealt
from whister.playable import Playable
from whister.rulesets import own
from whister.rulesets.choosing import in_file, laid_over, stack_of, texts_of
from whister.rulesets.options import OptionChoice, Table
from whister.rulesets.overlays import Stack, stacked
from whister.shuffle import cut_of

_NOTHING_ELSE = None, (), None, (), None, None, (), None, None


class Rules(Playable):
    """One rule set with its options chosen.

    ``clauses`` (by slug) and ``options`` (by name) are in reading order; ``players`` lists the numbers allowed.
    """

    def __init__(
        self, facts: Mapping[str, Any], clauses: Mapping[str, Clause], options: Mapping[str, Option],
        chosen: Mapping[str, OptionChoice], players: int | None = None,
    ) -> None:  # fmt: skip
        super().__init__(facts, clauses, options, chosen, players)
        self._removed: tuple[str, ...] = ()
        self._source: own.Source | None = None

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.chosen.items())
        gone = "".join(f", without {slug}" for slug in self.repealed_here)
        return in_a_line(f"Rules {self.id}, {self._players} players{chosen}{gone}")

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Rules) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    @cached_property
    def _key(self) -> tuple[object, ...]:
        which = self.source, self.id, self._players, self.chosen, self._removed
        return *which, self.behaviour_hash, self.text_hash

    @property
    def source(self) -> str:
        """The text of the user's own rule set; "" for a rule set of the catalogue."""
        return self._source.text if self._source is not None else ""

    @property
    def repealed_here(self) -> tuple[str, ...]:
        """The slugs of the clauses that ``without`` has repealed."""
        return self._removed

    def __copy__(self) -> Rules:
        return self  # rules never change: `vary` and `without` make new ones

    def __deepcopy__(self, memo: object) -> Rules:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (
            self._source or self.id, self._players, dict(self.chosen), self._removed, self.behaviour_hash,
        )  # fmt: skip

    def without(self, slug: str) -> Rules:
        """Return these rules with one clause repealed, or set to its neutral value if the game cannot do without it."""
        rules = Rules(self._facts, self._repealed(slug), self.options, self.chosen, self._players)
        rules._removed, rules._source = (*self._removed, slug), self._source
        return rules

    def vary(self, players: int | str | None = None, **options: OptionChoice) -> Rules:
        """Return these rules with other options or another number of players; repealed clauses stay repealed."""
        seats = self._players if players is None else checks.number(players)
        if not self._removed:
            return load_with(self._source or self.id, seats, {**self.chosen, **options})
        rules = load_with(self._source or self.id, None, {**self.chosen, **options})
        for slug in self._removed:
            rules = Rules(rules._facts, rules._repealed(slug), rules.options, rules.chosen)
        rules = Rules(rules._facts, rules.clauses, rules.options, rules.chosen, seats)
        rules._removed, rules._source = self._removed, self._source
        return rules

    def deal(
        self, seed: str | int | None = None, *, hands: Sequence[str | Iterable[str]] | None = None,
        widow: str | Iterable[str] = (), pack: str | Iterable[str] | None = None,
        cuts: Sequence[int | None] = (), ledger: Ledger | None = None, number: int | None = None,
        dealer: int | None = None, turned: str | Iterable[str] = (), still: str | Iterable[str] | None = None,
        still_cut: int | None = None, **unknown: Never,
    ) -> Deal:  # fmt: skip
        """Return a deal: shuffled from a seed, from a pack in order (first card dealt first), or with hands given.

        ``cuts`` are the numbers of cards that the players cut off the top, in order. ``turned`` is the card turned up,
        if hands are given and the rules turn one up. If it is turned up from a second pack and the first is given in
        order, give the order of the second as well, as ``still`` or in the ledger, and its cut as ``still_cut``. The
        dealer's stake is paid as the deal opens. Raises ``DealError`` or ``NotationError`` for cards that cannot be
        dealt.
        """
        besides = hands, widow, pack, cuts, ledger, dealer, turned, still, still_cut
        if seed is not None and besides == _NOTHING_ELSE and not unknown:
            return Deal(opened_from_seed(self.plan, seed, number))
        return Deal(
            opened(
                self.plan, seed, hands=hands, widow=widow, pack=pack, cuts=cuts, ledger=ledger, number=number, dealer=dealer,
                turned=turned, still=still, still_cut=still_cut, **unknown,
            )
        )  # fmt: skip

    def position(self, hands: Sequence[str | Iterable[str]] | None = None, **given: Any) -> Deal:
        """Return a position in the play of the hand, for study: only what is given is known.

        ``hand`` is the hand of the seat to act (or ``hands`` for all), ``led`` the cards on the table in order,
        ``trick`` the number of the trick, ``leader`` its leader; ``trump``, ``contract``, ``declarer``, ``partner``,
        ``bid`` and ``played`` (cards of earlier tricks) if they matter.
        """
        known = arguments.position(given if hands is None else {**given, "hands": hands}, self.plan)
        return Deal(position(self.plan, **known))

    def session(self, seed: str | int, *, ledger: Ledger | None = None) -> Session:
        """Return a game, which is played deal by deal until it ends."""
        return Session(self, seed, ledger)


class Deal(DealFace):
    """A deal that is being played. Seats are numbered in order of play; ``to_act`` is the seat whose turn it is.

    Only ``act`` and ``undo`` change a deal; ``copy`` returns an independent one.
    """

    __slots__ = ()

    @property
    def rules(self) -> Rules:
        """The rules by which the deal is played."""
        return rules_of(self._state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deal):
            return NotImplemented
        return self._content == other._content and self.rules == other.rules

    __hash__ = None  # type: ignore[assignment]  # a deal changes

    def __reduce__(self) -> tuple[object, ...]:
        state = self._state
        done = tuple((seat, str(action)) for seat, action in self.actions)
        return _dealt_again, (self.rules, self.ledger, state.given or state.dealt, done)


def _dealt_again(
    rules: Rules, ledger: Ledger, cards: Dealt | Mapping[str, Any], done: Sequence[tuple[int, str]]
) -> Deal:
    """Restore a pickled deal: deal it again and repeat its actions."""
    if isinstance(cards, Dealt):
        deal = Deal(Machine(rules.plan, cards, ledger))
        deal.restart()
    else:
        deal = rules.position(**cards)
    for seat, action in done:
        deal.act(action, seat)
    return deal


def rules_of(state: Machine) -> Rules:
    """Return the rules of a deal."""
    rules = state.plan.rules
    assert isinstance(rules, Rules)
    return rules


class Session:
    """A game: ``deal`` is the current deal; ``advance`` settles it and deals the next, until ``over``. Each deal is
    shuffled from the session's seed and the deal's number, unless the rule set gathers the pack. The first dealer is
    found from the seed by the rule set's method, unless a ledger is given.
    """

    def __init__(
        self, rules: Rules, seed: str | int, ledger: Ledger | None = None, deal: Deal | None = None
    ) -> None:
        checks.instance(rules, Rules, "session, rules")
        checks.seed(seed)
        if ledger is not None:
            arguments.ledger(ledger, rules.plan)
        if deal is not None:
            checks.instance(deal, Deal, "session, deal")
        self.rules = rules
        self.seed = seed
        if ledger is None:
            first = rules.first_dealer(seed=seed).dealer if rules.plan.table.find_dealer is not None else None
            ledger = rules.ledger(dealer=first)
        self.ledger = ledger
        self._settlements: list[Settlement] = []
        self._played: list[Deal] = []
        self._dealt = 0 if deal is None else 1
        self._settled = False
        self.deal: Deal = self._deal(()) if deal is None else deal

    def copy(self) -> Session:
        """Return an independent session in the same state."""
        twin = Session.__new__(Session)
        twin.__dict__.update(self.__dict__)
        twin._settlements, twin._played, twin.deal = self._settlements[:], [*self.played], self.deal.copy()
        return twin

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        return self.__dict__ == other.__dict__ if isinstance(other, Session) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # a session changes

    def __repr__(self) -> str:
        where = f"Session {self.rules.id}, seed {self.seed!r}, deal {self.deal.ledger.number},"
        return in_a_line(where, "totals", ", ".join(map(str, self.totals)))

    @property
    def played(self) -> tuple[Deal, ...]:
        """Copies of the deals settled before the current one."""
        return tuple(deal.copy() for deal in self._played)

    @property
    def settlements(self) -> tuple[Settlement, ...]:
        """The settlement of each deal so far."""
        return tuple(self._settlements)

    @property
    def totals(self) -> tuple[Amount, ...]:
        """Each seat's total after the deals settled so far."""
        return self.ledger.totals

    @property
    def pool(self) -> int:
        """The chips in the pool now, with the stakes for the current deal."""
        return self.ledger.pool if self._settled else self.deal.ledger.pool

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.conclusion.over

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty while the game goes on."""
        return self.conclusion.winners

    @property
    def conclusion(self) -> Conclusion:
        """The conclusion of the game after the deals settled so far: whether it is over, and who has won."""
        return self.rules.conclude(self.ledger)

    def settle(self) -> Settlement:
        """Settle the current deal once it is over. Raises ``DealError`` before that."""
        if self._settled:
            return self._settlements[-1]
        settlement = self.deal.settle()
        self._settlements.append(settlement)
        self.ledger = settlement.ledger
        self._settled = True
        return settlement

    def follow(self, deal: Deal) -> None:
        """Settle the current deal, and continue with a deal that was dealt elsewhere."""
        checks.instance(deal, Deal, "session, deal")
        self.settle()
        self._played.append(self.deal)
        self._dealt += 1
        self.deal = deal
        self._settled = False

    def advance(self, cuts: Sequence[int | None] = ()) -> Settlement:
        """Settle the current deal and, unless the game is over, deal the next with the players' cuts.

        Raises ``DealError`` if the deal is still being played, or if the game was already over.
        """
        if self._settled and self.over:
            raise DealError("the game is over; start another to deal again")
        settlement = self.settle()
        if not self.over:
            self._played.append(self.deal)
            self.deal = self._deal(cuts)
            self._settled = False
        return settlement

    def deal_again(self) -> None:
        """Replace the current deal with a new one; the old one does not count, since no source says what it pays."""
        if not self._played:
            self.ledger = self.deal.ledger._replace(redeal=True)  # the dealer's stake stays in the pool
        self.deal = self._deal(())

    def _deal(self, cuts: Sequence[int | None]) -> Deal:
        self._dealt += 1
        if self.ledger.order:
            still_cut = cut_of(f"{self.seed}/{self._dealt}", self.rules.plan.cards)
            return self.rules.deal(ledger=self.ledger, cuts=cuts, still_cut=still_cut)
        return self.rules.deal(f"{self.seed}/{self._dealt}", ledger=self.ledger, cuts=cuts)


def load(
    rule_set: str | os.PathLike[str] | None = None, /, players: int | str | None = None, *, text: str | None = None,
    **options: OptionChoice | Table,
) -> Rules:  # fmt: skip
    """Load a rule set by its ID, with options by name, or your own from a file (a ``pathlib.Path``) or from ``text``.

    An option that is a table, such as a price list, is given as a mapping of names to whole numbers, or as the path of
    a TOML file that contains one; the key ``s`` in the file's table ``[chelem-table]`` means ``chelem-table-s``.

    Your own rule set is a record in the form described on the page "Adding a rule set", and ``extends`` a published
    one. Its ID is ``own/`` followed by a slug. It has no permanent address and no link; its games can be opened
    wherever it has been loaded.

    Raises ``UnknownRuleSet``; ``OptionError`` for an option or value that the rule set does not have;
    ``RecordError`` for your own record if it cannot be read.
    """
    if text is not None and rule_set is not None:
        raise UnknownRuleSet("load: expected an ID, a path or 'text'; give only one of them")
    given: Any = own.from_file(rule_set) if isinstance(rule_set, os.PathLike) else rule_set
    return load_with(given if text is None else own.from_text(text), players, options)


def load_with(
    rule_set: str | own.Source, players: int | str | None, options: Mapping[str, OptionChoice | Table]
) -> Rules:
    """Load rules from an ID or from your own text, with the options in a mapping. See ``load``."""
    if not isinstance(rule_set, own.Source) and not checks.is_name(rule_set):
        raise UnknownRuleSet(f"no rule set is called {checks.said(rule_set)}; expected an ID in text")
    if isinstance(rule_set, str) and rule_set.startswith(f"{OWN}/"):
        rule_set = own.known(rule_set)
    stack = stack_of(rule_set) if isinstance(rule_set, str) else own.stack(rule_set)
    texts = texts_of(stack, options)
    players = checks.number(players)
    if players is not None and type(players) is not int:
        raise OptionError(f"{stack.facts['id']}: players must be a whole number, got {checks.said(players)}")
    try:
        return _loaded(
            rule_set, players, tuple((name, type(v).__name__, v) for name, v in sorted(texts.items()))
        )
    except OptionError as error:
        raise in_file(error, stack, options) from None


@lru_cache(maxsize=64)
def _loaded(
    rule_set: str | own.Source, players: int | None, options: tuple[tuple[str, str, OptionChoice], ...]
) -> Rules:
    chosen = {name: value for name, _, value in options}
    if isinstance(rule_set, str):
        return _chosen(stack_of(rule_set), players, chosen)
    rules = _chosen(own.stack(rule_set), players, chosen)
    rules._source = rule_set
    return rules


def _again(
    rule_set: str | own.Source, players: int, chosen: Mapping[str, OptionChoice], removed: Sequence[str], plays: str
) -> Rules:  # fmt: skip
    """Restore pickled rules, if they play as they did when pickled. Raises ``RecordError``."""
    rules = load_with(rule_set, players, chosen)
    for slug in removed:
        rules = rules.without(slug)
    if rules.behaviour_hash != plays:
        raise RecordError(
            f"{rules.id}: it was pickled with rules that play as {plays}; here it plays as {rules.behaviour_hash}"
        )
    return rules


def resolve(
    chain: Sequence[tuple[str, Mapping[str, Any]]], players: int | None, chosen: Mapping[str, OptionChoice]
) -> Rules:
    """Merge a record with its parents, from the root down, then apply the options."""
    return _chosen(stacked(chain), players, chosen)


def _chosen(stack: Stack, players: int | None, chosen: Mapping[str, OptionChoice]) -> Rules:
    """Return the rules of a merged record, with the options chosen."""
    rules = Rules(stack.facts, *laid_over(stack, chosen, unstated), players)
    rules.check()
    return rules


__all__ = ["Deal", "Rules", "Session", "load", "load_with", "resolve", "rules_of"]
