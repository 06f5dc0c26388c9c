"""Points for cards captured, and related rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from whister.cards import Pack
from whister.clause import Clause
from whister.mechanisms.worth.exposed import exposure_of
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling
from whister.plan.settling import SettlingPart
from whister.plan.worth import WorthPart


class Values(Mechanism):
    """The value of captured cards, in points.

    ``cards`` maps cards, ranks or suits to points; ``penalties``: whether they are penalty cards. ``named`` is the
    value of each card of the suit named in the deal; these are also penalty cards.
    """

    name: ClassVar[str] = "values"
    cards: Mapping[str, int]
    penalties: bool = False
    named: int = 0

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {**parameters, "cards": dict.fromkeys(parameters["cards"], 0), "named": 0}

    def setup(self, clause: Clause, pack: Pack, worth: WorthPart) -> None:
        worth.named_value = self.named or worth.named_value
        for token, points in self.cards.items():
            mask = pack.select([token], clause.id)
            for card in pack.spread(mask):
                worth.values[card.index] = points
            if self.penalties and points:
                worth.penalties |= mask


class ScoreCaptured(Mechanism):
    """Each seat scores the value of the cards it captured, together with its partners' if they share a score.

    With ``taken_off`` the value is subtracted from the score, so that a high total is good.
    """

    name: ClassVar[str] = "score_captured"
    taken_off: bool = False

    def setup(self, clause: Clause, worth: WorthPart) -> None:
        worth.sign = -1 if self.taken_off else 1

    def settle(self, settling: Settling, clause: Clause) -> None:
        if settling.outcome.void or settling.outcome.breaches:
            return
        sign = settling.plan.worth.sign
        values = [sign * value for value in settling.values()]
        settling.line(clause, "Cards captured", settling.plan.table.per_side(values))


class BonusCard(Mechanism):
    """The player who captures ``card`` scores ``points`` for it; negative points help that player if low totals win.

    An exposed card may count more (see ``exposed_counts``). With ``needed_for_slam`` a slam of the penalty cards needs
    this card too. ``in_slam``: in a slam the points are scored ``apart`` from the amount, or ``included`` in it if the
    shooter captured the card.
    """

    name: ClassVar[str] = "bonus_card"
    card: str
    points: int
    needed_for_slam: bool = False
    in_slam: Literal["apart", "included"] = "apart"

    def setup(self, clause: Clause, pack: Pack, present: int, worth: WorthPart) -> None:
        if self.needed_for_slam:
            worth.slam_also |= pack.select([self.card], clause.id) & present

    def settle(self, settling: Settling, clause: Clause) -> None:
        if settling.outcome.void or settling.outcome.breaches or "nothing" in settling.done:
            return
        bits = settling.plan.pack.select([self.card])
        taken = [(captured & bits).bit_count() for captured in settling.captured(clause)]
        if self.in_slam == "included":
            taken = [0 if s in settling.notes.get("shooters", ()) else n for s, n in enumerate(taken)]
        if not any(taken):
            return
        name, times = settling.plan.pack.card(self.card).name, exposure_of(settling, bits)
        amounts = [self.points * times * count for count in taken]
        text = f"The {name}{', exposed,' if times > 1 else ''} captured"
        settling.line(clause, text, settling.plan.table.per_side(amounts))


class NoTricks(Mechanism):
    """A seat that wins no tricks scores ``points``; partners who share a score do so if neither wins any."""

    name: ClassVar[str] = "no_tricks"
    alone: ClassVar[str] = (
        "No other rule here scores points for winning no tricks; `bonus_card` looks at one card captured, and "
        "`sun` at a player who wins every trick."
    )
    points: int = -5

    def settle(self, settling: Settling, clause: Clause) -> None:
        tricks = settling.outcome.tricks
        if tricks is None or settling.outcome.void or settling.outcome.breaches or "slam" in settling.done:
            return
        if settling.plan.table.one_score:
            tricks = tuple(
                sum(tricks[s] for s in settling.plan.table.side_of(seat))
                for seat in settling.plan.table.seats
            )
        if 0 not in tricks:
            return
        settling.line(clause, "No tricks won", [self.points if won == 0 else 0 for won in tricks])


class ExactTotal(Mechanism):
    """If a total is exactly one of ``totals`` after the deal, it changes by ``points``."""

    name: ClassVar[str] = "exact_total"
    alone: ClassVar[str] = (
        "No other rule here scores points for reaching a particular total; `exact_wins` ends the game and "
        "changes no total."
    )
    totals: tuple[int, ...] = (50, 100)
    points: int = -50

    def settle(self, settling: Settling, clause: Clause) -> None:
        hits = [
            seat
            for seat in settling.plan.table.seats
            if settling.total(seat) in self.totals and settling.delta[seat]
        ]
        if hits:
            settling.line(
                clause,
                "Exact total",
                [self.points if s in hits else 0 for s in settling.plan.table.seats],
            )


class FloorTotal(Mechanism):
    """No total may fall below ``at``."""

    name: ClassVar[str] = "floor_total"
    alone: ClassVar[str] = (
        "No other rule here sets a minimum for a total whatever has lowered it; the floors of `moon` and "
        "`reliever` limit only their own deductions."
    )
    at: int = 0

    def settle(self, settling: Settling, clause: Clause) -> None:
        lifts = [max(self.at - settling.total(seat), 0) for seat in settling.plan.table.seats]
        if any(lifts):
            settling.line(clause, "Totals held at the floor", lifts)


class PayDifference(Mechanism):
    """The player who captured most pays each of the others the difference; players who tie for most all pay it.

    ``free``: the first so many points cost nothing, so that only those above are paid for. The payments are in chips
    and replace the score for cards captured.
    """

    name: ClassVar[str] = "pay_difference"
    free: int = 0

    def setup(self, clause: Clause, settling: SettlingPart) -> None:
        settling.unit = "chips"

    def settle(self, settling: Settling, clause: Clause) -> None:
        if settling.outcome.void or settling.outcome.breaches:
            return
        points = [max(settling.value(seat), self.free) for seat in settling.plan.table.seats]
        most = max(points)
        payers = [seat for seat, value in enumerate(points) if value == most]
        amounts = [0] * settling.n
        for payer in payers:
            for seat, value in enumerate(points):
                if seat not in payers:
                    amounts[payer] -= most - value
                    amounts[seat] += most - value
        settling.line(clause, "Differences paid", amounts)
