"""A rule set compiled for one number of players: the facts set by mechanisms, and the tables made from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

from whister.cards import pack
from whister.clause import Clause
from whister.errors import NotationError, RecordError
from whister.ledger import Ledger
from whister.notation import plays
from whister.objects import Fixed
from whister.plan.conclusion import Concluding, Conclusion
from whister.plan.course import Asked, CoursePart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import ASKED, Mechanism
from whister.plan.tricks import TrickPlay
from whister.plan.worth import WorthPart
from whister.rulesets.ruleset import RuleSet


class Plan(PlanFacts):
    """Everything that the engine needs from a rule set during a deal.

    Besides the facts it has ``course``, the order of the phases, and ``asked``, the mechanisms consulted in a deal.
    Every fact has a default, which applies unless the ``setup`` of a mechanism overrides it.
    """

    course: CoursePart
    asked: Asked

    def __init__(self, rules: RuleSet, mechanisms: Sequence[tuple[Clause, Mechanism]], players: int) -> None:
        super().__init__(rules, players + sum(mechanism.dummies for _, mechanism in mechanisms))
        self.course = CoursePart()
        self.asked = Asked()
        self.base = self
        self.named = ""  #: the suit named to count in the deal; "" if none has been
        self.ends = self._ends
        self.known: object = object()  #: the outcome checked last, which need not be checked again
        self._plays: dict[tuple[str, str, int, int, int], TrickPlay] = {}
        self._counting: dict[str, Plan] = {}
        self.declares = Fixed(
            {name: kind for _, mechanism in mechanisms for name, kind in mechanism.leaves_open.items()}
        )
        self.voids = ("misdeal", *(word for _, mechanism in mechanisms for word in mechanism.voids))
        staged = sorted(mechanisms, key=lambda item: item[1].order)
        for clause, mechanism in (item for item in staged if item[1].order == 0):
            self._lay(clause, mechanism)
        self.pack = pack(self.makeup.kind, self._ranks(), self.makeup.copies, self.makeup.jokers)
        self.plays = plays(self.pack)
        self.present = self.pack.all & ~self._left_out()
        self.cards = self.present.bit_count()
        self.worth = WorthPart(self.pack)
        for clause, mechanism in (item for item in staged if item[1].order > 0):
            self._lay(clause, mechanism)
        self._finish()

    def _ranks(self) -> tuple[str, ...]:
        try:
            return self.makeup.every_rank()
        except ValueError as error:
            raise self._misranked(str(error)) from None

    def _left_out(self) -> int:
        try:
            return self.makeup.left_out(self.pack)
        except NotationError as error:
            raise RecordError(str(error)) from None

    def check(self) -> None:
        """Check that every rank dealt is ranked, and that the hands and the widow have the sizes stated.

        Raises ``RecordError``.

        Only a complete rule set is checked; one with a repealed clause may leave cards unranked.
        """
        if missing := self.makeup.unranked(self.pack, self.present):
            raise self._misranked(f"the pack also has {' and '.join(map(repr, missing))}")
        if not self.dealing.as_stated(self.table.n):
            raise self._uneven()

    def _misranked(self, why: str) -> RecordError:
        high_to_low = " ".join(reversed(self.makeup.ranks))
        return RecordError(f"{self.clause_of['ranking'].id}: ranking.high_to_low = {high_to_low!r}; {why}")

    def _lay(self, clause: Clause, mechanism: Mechanism) -> None:
        self.clause_of.setdefault(type(mechanism).name, clause)
        try:
            self._ask(clause, mechanism)
            code = type(mechanism).setup.__code__
            parts = code.co_varnames[2 : code.co_argcount]
            mechanism.setup(clause, *[getattr(self, part) for part in parts])
        except NotationError as error:
            told = str(error).removeprefix(f"{clause.id}: ")
            raise RecordError(f"{clause.id}: {type(mechanism).name}: {told}") from None

    def _ask(self, clause: Clause, mechanism: Mechanism) -> None:
        """Register a mechanism for each hook in ``ASKED`` that it implements."""
        for hook in ASKED:
            if getattr(type(mechanism), hook) is not getattr(Mechanism, hook):
                asked = getattr(self.asked, hook)
                asked.insert(0 if mechanism.asked_first else len(asked), (clause, mechanism))

    def _finish(self) -> None:
        self.worth.count(self.present)
        table, dealing = self.table, self.dealing
        if not dealing.count(self.cards, table.n):
            raise self._uneven()
        in_turn = dealing.hand_size + dealing.pile_size // table.n
        self.play.most_tricks = in_turn if self.course.next_leader is None else self.cards // 2
        for complete in self.course.completing:
            complete()
        nothing: Mapping[str, int] = Fixed({})
        self.start = Ledger(1, table.opening_dealer, (self.settling.opening_totals,) * table.n, nothing)
        self.course.settle_order(self.rules.id)

    def _uneven(self) -> RecordError:
        clauses = [
            clause for clause in (self.dealing.clause, self.clause_of.get("pack")) if clause is not None
        ]
        where = " with ".join(clause.id for clause in clauses) or self.rules.id
        return RecordError(
            f"{where}: {self.cards} cards do not make {self.dealing.in_words(self.table.n)}; expected an even deal, or a "
            "clause that has 'widow' for what is left over"
        )

    def counting(self, suit: str) -> Plan:
        """Return this plan with the cards of the given suit counting; with no suit, the original plan."""
        base = self.base
        if not suit or not base.worth.named_value:
            return base
        found = base._counting.get(suit)
        if found is None:
            found = base._counting[suit] = copy(base)
            found._plays = {}
            found.named = suit
            found.worth = base.worth.once_named(suit, base.pack.suit_masks[suit] & base.present)
        return found

    def tricks(
        self, trump: str = "", contract: str = "", opening: int = 0, top: int = -1, step: int = 1
    ) -> TrickPlay:
        """Return the tables of play for a trump suit, contract, opening card, highest trump and direction; they are
        compiled only once."""
        key = (trump, contract, opening, top, step)
        found = self._plays.get(key)
        if found is None:
            found = self._plays[key] = TrickPlay(
                self,
                self.asked.narrow,
                trump,
                contract,
                opening,
                top=top,
                step=step,
                plain=self._plain(contract),
                simple=self._simple,
            )
        return found

    def _plain(self, contract: str) -> bool:
        """Return whether playing cards is the only action possible in the play of a contract, and the tables alone give
        the legal cards."""
        return not (
            self.course.asides.get("play")
            or self.play.pauses
            or any(rule.in_contract in ("", contract) for _, rule in self.asked.narrow_now)
            or self.course.after_card
            or self.course.next_leader is not None
            or self.table.dummy is not None
        )

    @property
    def _simple(self) -> bool:
        """Whether the strongest card wins a trick, its player leads next, and nothing else happens between tricks."""
        course = self.course
        return course.trick_taker is None and course.next_leader is None and not course.after_trick

    def conclude(self, ledger: Ledger) -> Conclusion:
        """See ``Rules.conclude``."""
        concluding = Concluding(self, ledger)
        for clause, mechanism in self.asked.conclude:
            mechanism.conclude(concluding, clause)
        return concluding.concluded()

    def _ends(self, ledger: Ledger) -> tuple[bool, tuple[int, ...]]:
        end = self.conclude(ledger)
        return end.over, end.winners

    def opened(self, ledger: Ledger) -> Ledger:
        """Return the ledger as a deal opens, with the stakes paid."""
        for _, mechanism in self.asked.open:
            ledger = mechanism.open(ledger, self)
        return ledger
