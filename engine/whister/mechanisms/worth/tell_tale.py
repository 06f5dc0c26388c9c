"""Cards that change the value of others captured with them: they double a suit, cancel a card or lower a total.

Commercial packs print such effects on a few special cards. Each is a separate rule.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from whister.cards import Pack
from whister.clause import Clause
from whister.errors import RecordError
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling
from whister.plan.worth import WorthPart


class _Telling(Mechanism):
    """A card that changes the value of the cards captured with it."""

    def adjust(self, pack: Pack, worth: WorthPart, captured: int) -> int:
        """Return the points that the card adds to the value of the captured cards."""
        raise NotImplementedError

    def setup(self, clause: Clause, pack: Pack, worth: WorthPart) -> None:
        named = [value for name, value in vars(self).items() if name in ("card", "cancels", "of")]
        pack.select(named, clause.id)
        worth.adjusting.append(lambda captured: self.adjust(pack, worth, captured))

    def add(self, settling: Settling, clause: Clause, text: str) -> None:
        """Add a line to the settlement for the points that this card adds, if any."""
        if settling.outcome.void or settling.outcome.breaches:
            return
        plan = settling.plan
        amounts = [self.adjust(plan.pack, plan.worth, captured) for captured in settling.captured(clause)]
        if any(amounts):
            settling.line(clause, text, settling.plan.table.per_side(amounts))


class Multiplier(_Telling):
    """The player who captures ``card`` counts each of their captured cards ``of`` one suit ``times`` times."""

    name: ClassVar[str] = "multiplier"
    alone: ClassVar[str] = (
        "No other game here has a card that multiplies the value of a suit captured with it; with `values` a "
        "card counts the same in every hand, and `bonus_card` adds a fixed sum."
    )
    card: str
    of: str
    times: int = 2

    def adjust(self, pack: Pack, worth: WorthPart, captured: int) -> int:
        if not captured & pack.mask([self.card]):
            return 0
        return (self.times - 1) * worth.of(captured & pack.select(self.of))

    def settle(self, settling: Settling, clause: Clause) -> None:
        name = settling.plan.pack.card(self.card).name
        often = "twice" if self.times == 2 else f"{self.times} times"
        self.add(settling, clause, f"The {name}: counted {often}")


class Canceller(_Telling):
    """A player who captures ``card`` and the card it ``cancels`` in a deal counts nothing for the cancelled card."""

    name: ClassVar[str] = "canceller"
    alone: ClassVar[str] = (
        "No other game here has a card that cancels the cost of another; `bonus_card` would also benefit a "
        "player who has not captured that other card."
    )
    card: str
    cancels: str

    def adjust(self, pack: Pack, worth: WorthPart, captured: int) -> int:
        both = pack.mask([self.card]) | pack.mask([self.cancels])
        return -worth.of(pack.mask([self.cancels])) if captured & both == both else 0

    def settle(self, settling: Settling, clause: Clause) -> None:
        pack = settling.plan.pack
        self.add(
            settling, clause, f"The {pack.card(self.card).name} cancels the {pack.card(self.cancels).name}"
        )


class Reliever(_Telling):
    """The player who captures ``card`` has ``points`` subtracted, but not below zero.

    ``floor`` is the score that stops at zero: the ``total``, or the score of the ``hand``. A score already below zero
    is unchanged. The points are also subtracted after a slam, unless its amount is counted by the hand and so includes
    them already.
    """

    name: ClassVar[str] = "reliever"
    card: str
    points: int
    floor: Literal["total", "hand"] = "total"

    def setup(self, clause: Clause, pack: Pack, worth: WorthPart) -> None:
        if self.points < 0:
            raise RecordError(
                f"{clause.id}: reliever.points = {self.points}; expected 0 or more points to take off"
            )
        super().setup(clause, pack, worth)

    def adjust(self, pack: Pack, worth: WorthPart, captured: int) -> int:
        return -self.points if captured & pack.mask([self.card]) else 0

    def settle(self, settling: Settling, clause: Clause) -> None:
        outcome, plan = settling.outcome, settling.plan
        if outcome.void or outcome.breaches or "nothing" in settling.done:
            return
        told = settling.notes.get("hand counted", ())
        amounts = [0] * settling.n
        for seat, captured in enumerate(settling.captured(clause)):
            if self.adjust(plan.pack, plan.worth, captured) and seat not in told:
                left = settling.total(seat) if self.floor == "total" else settling.delta[seat]
                amounts[seat] = -int(min(self.points, max(left, 0)))
        if any(amounts):
            settling.line(
                clause,
                f"The {plan.pack.card(self.card).name}: points taken off",
                plan.table.per_side(amounts),
            )
