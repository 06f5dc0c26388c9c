"""The course of a deal: its phases in order, and the actions possible in addition to theirs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from whister.clause import Clause, Verdict
from whister.errors import RecordError
from whister.notation import Action
from whister.plan.bidding import Bid
from whister.plan.mechanism import Aside, Mechanism, Phase
from whister.plan.settlement import Settling
from whister.plan.state import DealState

PLAY = "play"


class CoursePart:
    """The facts of a rule set about the order of phases, and its mechanisms' hooks at each point."""

    def __init__(self) -> None:
        self.order: tuple[str, ...] = (PLAY,)
        self.after_all = False  #: whether a phase follows the play
        self.clause: Clause | None = None
        self.optional: frozenset[str] = frozenset()
        #: phases that come just before the play unless the order places them
        self.before_play: list[str] = []
        self.phases: dict[str, Phase] = {}
        self.asides: dict[str, list[Aside]] = {}
        #: the calls of other games that are not offered here, with the clause and the reason
        self.unoffered: dict[str, tuple[Clause, str]] = {}
        self.completing: list[Callable[[], None]] = []  #: called once cards and points have been counted
        # hooks that return a fact about a deal
        self.leader: Callable[[DealState], int] = lambda deal: deal.eldest
        #: the bids of a deal, if a card turned up ranks the suits
        self.bids_now: Callable[[DealState], tuple[Bid, ...]] | None = None
        #: the seat that takes a complete trick, if the strongest card does not decide; None: the trick is set aside
        self.trick_taker: Callable[[DealState], int | None] | None = None
        #: if players without cards drop out: the seat that leads after the taker of a trick; None: the play is over
        self.next_leader: Callable[[DealState, int], int | None] | None = None
        #: whether no player has looked at their hand yet
        self.unseen: Callable[[DealState], bool] | None = None
        #: the declarer's partner as far as a seat knows, if the partner is secret
        self.partner_seen: Callable[[DealState, int], int | None] | None = None
        #: facts for the settlement of a finished deal, by name; see ``Outcome.declared``
        self.reporting: list[Callable[[DealState], Mapping[str, Any]]] = []
        #: carries out an illegal action that the rules allow to happen (a revoke); returns whether it did
        self.suffered: Callable[[DealState, int, Action, Verdict], bool] | None = None
        #: each seat's points in a settlement besides those for cards and tricks
        self.bonuses: list[Callable[[Settling], Sequence[int]]] = []
        # hooks that change a deal
        self.when_turned: list[Callable[[DealState], None]] = []
        self.when_trump: list[Callable[[DealState], None]] = []
        self.after_card: list[Callable[[DealState], None]] = []
        self.after_trick: list[Callable[[DealState], None]] = []
        #: functions that add cards never played to the cards that the seats captured, as masks
        self.after_play: list[Callable[[DealState, list[int]], None]] = []

    def settle_order(self, where: str) -> None:
        """Put the phases in order once all are known. Raises ``RecordError`` for a phase that no clause provides."""
        unplaced = [name for name in self.before_play if name not in self.order]
        at = self.order.index(PLAY)
        order = (*self.order[:at], *unplaced, *self.order[at:])
        order = tuple(name for name in order if name in self.phases or name not in self.optional)
        for name in order:
            if name not in self.phases and name != PLAY:
                place = self.clause.id if self.clause else where
                raise RecordError(
                    f"{place}: the course names phase {name!r}, which no clause in force provides"
                )
        self.order = tuple(name for name in order if name == PLAY or not self.phases[name].idle)
        self.after_all = self.order[-1] != PLAY

    def partner_known(self, deal: DealState, seat: int) -> int | None:
        """Return the declarer's partner if the seat knows who it is; None if it does not, or if there is no partner."""
        return deal.partner if self.partner_seen is None else self.partner_seen(deal, seat)


class Asked:
    """The mechanisms consulted in a deal, each with its clause, grouped by the method called."""

    def __init__(self) -> None:
        self.narrow: list[tuple[Clause, Mechanism]] = []
        #: clauses that restrict play by what has happened in the deal, after the others; see ``Mechanism.narrow_now``
        self.narrow_now: list[tuple[Clause, Mechanism]] = []
        self.settle: list[tuple[Clause, Mechanism]] = []
        self.open: list[tuple[Clause, Mechanism]] = []
        self.conclude: list[tuple[Clause, Mechanism]] = []
