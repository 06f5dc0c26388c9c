"""A rule set ready for play, with its mechanisms compiled for one number of players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from whister import checks
from whister.cards import Card
from whister.clause import Clause, Option
from whister.deal import arguments
from whister.deal.opening import first_dealer
from whister.deal.settle import settle
from whister.errors import OptionError
from whister.frozen import changed
from whister.ledger import Ledger
from whister.mechanisms import REGISTRY, build
from whister.objects import Fixed
from whister.plan.compiled import Plan
from whister.plan.conclusion import Conclusion
from whister.plan.mechanism import Mechanism
from whister.plan.outcome import Outcome
from whister.plan.settlement import Settlement
from whister.plan.table import FirstDeal
from whister.rulesets.options import OptionChoice
from whister.rulesets.ruleset import RuleSet
from whister.words import either


class Playable(RuleSet):
    """The part of rules that needs no deal: the cards, contracts and prices, the value of a result, and the end of a
    game."""

    def __init__(
        self, facts: Mapping[str, Any], clauses: Mapping[str, Clause], options: Mapping[str, Option],
        chosen: Mapping[str, OptionChoice], players: int | None = None,
    ) -> None:  # fmt: skip
        super().__init__(facts, clauses, options, chosen)
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
                f"{self.id} is for {either(self.players)} players, not {checks.said(players)} "
                f"[{self._clause_of('players').id if counts else self.id}]"
            )
        self._players = players if players is not None else (4 if 4 in self.players else self.players[0])
        self._plans: dict[int, Plan] = {}
        self.plan = self._plan(self._players)

    def __setattr__(self, name: str, value: object) -> None:
        if not name.startswith("_") and "plan" in self.__dict__:
            raise AttributeError(
                f"{self.id}: rules cannot be changed; vary() and without() return changed copies"
            )
        super().__setattr__(name, value)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the pack, in order; if two packs are used, each card occurs twice."""
        return self.plan.cards_of(self.plan.present)

    @property
    def card_points(self) -> Mapping[Card, int]:
        """The points of each counting card, before any suit is named."""
        values = self.plan.worth.values
        return Fixed({card: values[card.index] for card in self.cards if values[card.index]})

    @property
    def contracts(self) -> Mapping[str, Any]:
        """The contracts of the auction by ID, in rising order; empty if bids are plain numbers.

        Each has its ``title``, its ``clause``, the ``tricks`` undertaken, whether that number must be won ``exactly``,
        and its ``trump``.
        """
        return Fixed(self.plan.bidding.contracts)

    @property
    def declares(self) -> Mapping[str, str | tuple[str, ...]]:
        """The declarations that an outcome may contain, each with the kind of its value."""
        return self.plan.declares

    @property
    def voids(self) -> tuple[str, ...]:
        """The reasons for which a deal may count for nothing, as given in an outcome; a misdeal is possible in any
        game."""
        return self.plan.voids

    def check(self) -> None:
        """Check that everything that the rules name exists. Raises ``RecordError``."""
        self.plan.check()
        for clause, mechanism in self._mechanisms:
            mechanism.check(self.plan, clause)

    def _repealed(self, slug: str) -> Mapping[str, Clause]:
        """Return the clauses, with one of them set to its neutral value or without its mechanisms."""
        clause = self._clause_of(slug)
        neutral = {name: REGISTRY[name].neutral(parameters) for name, parameters in clause.rule.items()}
        rule = {name: parameters for name, parameters in neutral.items() if parameters is not None}
        return {**self.clauses, slug: changed(clause, rule=rule)}

    @cached_property
    def unsourced(self) -> tuple[tuple[Clause, str], ...]:
        """The possible results for which no source gives a price: each clause concerned, and a sentence on the results.

        Settling a deal with such a result raises ``NotSourcedError``.
        """
        said = ((clause, mechanism.unsourced(self.plan)) for clause, mechanism in self.plan.asked.settle)
        return tuple((clause, text) for clause, text in said if text)

    def _plan(self, players: int) -> Plan:
        if players not in self._plans:
            self._plans[players] = Plan(self, self._mechanisms, players)
        return self._plans[players]

    # -- facts and games ------------------------------------------------------------------------------------------

    def ledger(self, **stands: Any) -> Ledger:
        """Return the state between deals: ``number``, ``dealer``, ``totals`` for each seat, ``pool`` (or a mapping of
        pools). ``standing`` is a mark that stays with the pool, such as a jack; ``base`` is the ledger that supplies
        everything else.
        """
        return self.plan.ledger(**arguments.stands(stands, self.plan))

    def outcome(self, **facts: Any) -> Outcome:
        """Return the given facts of a deal, after checking them: ``tricks``, ``captured``, ``declarer`` and so on.

        ``captured`` lists the scoring cards of each seat; ``points`` is their sum, if only that is known. ``honours``
        is how many were held, by the declaring side or by each seat; ``honours_counted`` is what they count, as in "two
        by honours". ``whister.deal.told_outcome`` explains all of them. The facts of any deal played here are accepted
        and give the same settlement. Raises ``DealError`` or ``NotationError``.
        """
        from whister.deal.told_outcome import stated  # rarely needed: deals played here have known facts

        found = self.plan.known = stated(self.plan, facts)
        return found

    def settle(self, outcome: Outcome, ledger: Ledger | None = None) -> Settlement:
        """Settle a deal from its facts. ``ledger`` is the state before the settlement, with the stakes already paid."""
        if outcome is not self.plan.known:
            from whister.deal.told_outcome import sound

            outcome = sound(self.plan, outcome)
        if ledger is not None:
            arguments.ledger(ledger, self.plan)
        return settle(self.plan, outcome, ledger or self.plan.start)

    def conclude(self, ledger: Ledger) -> Conclusion:
        """Return whether the game is over with this ledger, who has won, and what is paid at its end."""
        arguments.ledger(ledger, self.plan)
        return self.plan.conclude(ledger)

    def first_dealer(
        self, cards: str | Iterable[str] | None = None, *, seed: str | int | None = None
    ) -> FirstDeal:
        """Return who deals first in a session: by the cards cut or dealt out, in order, or by a seed. Raises
        ``DealError`` if the rule set does not say how the first dealer is chosen.
        """
        return first_dealer(self.plan, cards, seed=seed)


def in_force(rules: Playable) -> Sequence[tuple[Clause, Mechanism]]:
    """Return each mechanism in force, with the clause that states it, in reading order."""
    return tuple(rules._mechanisms)
