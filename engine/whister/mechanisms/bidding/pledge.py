"""A promise made before the first trick, and kept or broken by the end of the last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from whister.clause import Clause
from whister.notation import Action, word
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism, Phase
from whister.plan.settlement import Settling
from whister.plan.state import DealState


class Pledge(Mechanism):
    """A player may promise to capture none of certain cards, and scores ``kept`` or ``broken`` points for it.

    ``cards`` are cards, ranks or suits; ``said`` is the word of the promise, as in ``declare no-hearts``. Each player
    in turn, eldest hand first, promises or passes. Provides the phase ``pledge``, which comes before the play.
    """

    name: ClassVar[str] = "pledge"
    alone: ClassVar[str] = (
        "No other rule here lets several players make promises in one deal; `undertaking` has one declarer "
        "and replaces the whole score."
    )
    declares: ClassVar[Mapping[str, str]] = {"pledged": "seats"}
    cards: str
    said: str
    kept: int
    broken: int

    @property
    def says(self) -> tuple[str, ...]:
        return (f"declare {self.said}", "pass")

    def setup(self, clause: Clause, course: CoursePart) -> None:
        course.phases["pledge"] = PledgePhase(clause, self.said)

    def settle(self, settling: Settling, clause: Clause) -> None:
        outcome = settling.outcome
        pledged = outcome.declared.get("pledged", ())
        if not pledged or outcome.void or outcome.breaches or "nothing" in settling.done:
            return
        barred = settling.plan.pack.select(self.cards, clause.id)
        captured, amounts = settling.captured(clause), [0] * settling.n
        for seat in pledged:
            amounts[seat] = self.broken if captured[seat] & barred else self.kept
        settling.line(clause, "Pledges kept and broken", settling.plan.table.per_side(amounts))


class PledgePhase(Phase):
    """The pledges: each seat in turn promises or passes aloud."""

    what = "The time for promises"

    def __init__(self, clause: Clause, said: str) -> None:
        super().__init__("pledge", clause)
        self._promise = word("declare", said)
        self.says = (self._promise, "pass")

    def pending(self, deal: DealState) -> tuple[int, ...]:
        spoken = deal.facts.get("spoken", 0)
        return () if spoken == deal.plan.table.n else ((deal.eldest + spoken) % deal.plan.table.n,)

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        return self._promise, word("pass")

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        return self.clause, f"Expected '{self._promise}' or 'pass'."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        deal.facts["spoken"] = deal.facts.get("spoken", 0) + 1
        if action == self._promise:
            declared = deal.facts.get("declared", {})
            deal.facts["declared"] = {**declared, "pledged": (*declared.get("pledged", ()), seat)}

    def prompt(self, deal: DealState, seat: int) -> str:
        return f"Promise {self._promise.words[0].replace('-', ' ')}, or pass."
