"""A stock: undealt cards, drawn one by one by a player who cannot follow suit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from whister.clause import Clause
from whister.notation import Action, word
from whister.plan.course import CoursePart
from whister.plan.dealing import DealingPart, Widow
from whister.plan.mechanism import Aside, Mechanism
from whister.plan.settlement import Settling
from whister.plan.state import DealState

DRAW = word("draw")


class Stock(Mechanism):
    """The cards left after the deal lie face down in order, to be drawn from the top."""

    name: ClassVar[str] = "stock"
    alone: ClassVar[str] = (
        "No other game here has cards drawn one by one during the play; `widow` holds the cards left over in "
        "no order."
    )
    label: str = "Stock"

    def setup(self, clause: Clause, dealing: DealingPart) -> None:
        dealing.widow = Widow(clause, -1, False, 0, "nobody", self.label)
        dealing.stock = True


class DrawToFollow(Mechanism):
    """A player who cannot follow suit draws from the stock, card by card, until able to follow or the stock is empty.

    A player who can follow does not draw. The cards drawn stay in the hand.
    """

    name: ClassVar[str] = "draw_to_follow"
    speech: ClassVar[tuple[str, ...]] = (DRAW,)
    alone: ClassVar[str] = (
        "No other game here adds cards to a hand during a trick; `follow` concerns only the cards already "
        "held."
    )

    def setup(self, clause: Clause, course: CoursePart) -> None:
        course.asides.setdefault("play", []).append(_Draw(clause))


class _Draw(Aside):
    says = (DRAW,)

    def __init__(self, clause: Clause) -> None:
        self.clause = clause

    def offers(self, deal: DealState, seat: int) -> Sequence[Action]:
        return (DRAW,) if not self._needless(deal, seat) else ()

    def instead(self, deal: DealState, seat: int) -> tuple[Clause, str] | None:
        if self._needless(deal, seat):
            return None
        suit = deal.plan.pack.suit_names[deal.led]
        return self.clause, f"No {suit} are held, and they were led: draw from the stock."

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str] | None:
        reason = self._needless(deal, deal.to_act)
        return (self.clause, reason) if reason else None

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        deal.draw(seat)

    @staticmethod
    def _needless(deal: DealState, seat: int | None) -> str:
        """Return why the seat may not draw; "" if it must."""
        led = deal.led
        if seat is None or seat != deal.to_act or not led:
            return "Nothing is led that could not be followed."
        if deal.hand(seat) & deal.plan.pack.suit_masks[led]:
            return "The hand can follow suit."
        return "" if deal.stock else "The stock is empty."


class LastHolder(Mechanism):
    """The last player with cards counts the rest of the stock with their tricks and, with ``hand``, their hand too.

    ``all_out`` decides who counts the stock if all run out in the same trick: the ``trick-winner``, or nobody (it is
    left ``aside``). If a deal is broken off while several players hold cards, nobody counts it.
    """

    name: ClassVar[str] = "last_holder"
    alone: ClassVar[str] = (
        "No other game here gives cards to the last player holding any; `widow` goes to the winner of a trick "
        "or to the declarer."
    )
    declares: ClassVar[Mapping[str, str]] = {"last_holder": "seats"}
    order: ClassVar[int] = 2
    hand: bool = True
    all_out: Literal["trick-winner", "aside"] = "trick-winner"

    def setup(self, clause: Clause, cards: int, dealing: DealingPart, course: CoursePart) -> None:
        course.after_play.append(self.count)
        course.completing.append(lambda: self._leave(cards, dealing))
        course.reporting.append(self.report)

    def _leave(self, cards: int, dealing: DealingPart) -> None:
        """Set the largest number of cards that may belong to nobody: a hand of any size, the stock, or none."""
        dealing.nobodys = cards if not self.hand else dealing.widow_size if self.all_out == "aside" else 0

    def left_over(self, deal: DealState) -> tuple[int, int] | None:
        """Return the seat that counts the cards nobody captured, and those cards; None if no seat counts them."""
        holders = [seat for seat in deal.plan.table.seats if deal.hand(seat)]
        if len(holders) == 1:
            return holders[0], deal.widow | (deal.hand(holders[0]) if self.hand else 0)
        if not holders and self.all_out == "trick-winner" and deal.closed_tricks:
            winner = deal.winner_of(-1)
            assert winner is not None
            return winner, deal.widow
        return None

    def count(self, deal: DealState, captured: list[int]) -> None:
        """Add the cards that nobody captured to those of the seat that counts them."""
        found = self.left_over(deal)
        if found is not None:
            captured[found[0]] |= found[1]

    def report(self, deal: DealState) -> Mapping[str, tuple[int, ...]]:
        """Return the fact ``last_holder``: the seat that counts the cards nobody captured."""
        found = self.left_over(deal)
        return {"last_holder": (found[0],)} if found is not None and found[1] else {}

    def settle(self, settling: Settling, clause: Clause) -> None:
        for seat in settling.outcome.declared.get("last_holder", ()):
            settling.line(clause, f"Seat {seat} counts the cards that are left too", kind="verdict")
