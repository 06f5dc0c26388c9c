"""The division of gains and losses between two partners."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from whister.clause import Clause
from whister.mechanisms.worth.reckoning import Reckoning, reckoning_of
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling


class Shares(Mechanism):
    """Declarer and partner divide gains and losses equally, in whole counters of the smallest kind.

    ``liability`` for a loss is ``joint``, or ``individual`` (if only one of the two made their own part, that player
    pays nothing; the declarer's part is the number announced, and the partner's is the tricks above it).
    """

    name: ClassVar[str] = "shares"
    order: ClassVar[int] = 14
    liability: Literal["joint", "individual"] = "joint"

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is None or reckoning.partner is None or reckoning.made is None:
            return
        declarer, partner = reckoning.declarer, reckoning.partner
        whole = int(settling.delta[declarer])
        unit = 2 * settling.plan.settling.smallest
        share = abs(whole) // unit * settling.plan.settling.smallest * (1 if whole > 0 else -1)
        text = "Declarer and partner share equally"
        if self.liability == "individual" and not reckoning.made:
            escapes = _one_who_made_his_part(settling, reckoning)
            if escapes is not None:
                share = whole if escapes == declarer else 0
                text = f"Seat {escapes} made his part and pays nothing"
        amounts = [0] * settling.n
        amounts[partner] += share
        amounts[declarer] -= share
        if share:
            settling.line(clause, text, amounts, evidence=reckoning.evidence)
        settling.notes["odd"] = abs(whole) % unit if text.startswith("Declarer") else 0


class PairPrice(Mechanism):
    """Two partners receive the price from each opponent, or pay it to each, ``times`` over."""

    name: ClassVar[str] = "pair_price"
    alone: ClassVar[str] = (
        "In other games a price is the same for two partners as for one; `shares` only divides it between "
        "them."
    )
    order: ClassVar[int] = 11
    times: int = 1

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"times": 2 if parameters.get("times", 1) == 1 else 1}

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is not None and reckoning.partner is not None and reckoning.price is not None:
            reckoning.price *= self.times
            reckoning.rests_on(clause)


def _one_who_made_his_part(settling: Settling, reckoning: Reckoning) -> int | None:
    tricks = settling.outcome.tricks
    assert tricks is not None
    declarer, partner = reckoning.side
    alone = reckoning.contract.tricks
    made = [
        seat
        for seat, part in ((declarer, alone), (partner, reckoning.target - alone))
        if tricks[seat] >= part
    ]
    return made[0] if len(made) == 1 else None


class OddCounter(Mechanism):
    """The odd counter between two partners goes ``to`` the ``declarer`` or the ``partner``, who wins or pays it."""

    name: ClassVar[str] = "odd_counter"
    order: ClassVar[int] = 15
    to: Literal["declarer", "partner"] = "declarer"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"to": "partner" if parameters.get("to", "declarer") == "declarer" else "declarer"}

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning, odd = reckoning_of(settling), settling.notes.get("odd", 0)
        if reckoning is None or not odd:
            return
        amounts = [0] * settling.n
        if self.to == "partner":
            declarer, partner = reckoning.side
            amounts[partner] = odd if reckoning.made else -odd
            amounts[declarer] = -amounts[partner]
        reckoning.rests_on(clause)
        who = "declarer" if self.to == "declarer" else "partner"
        settling.line(clause, f"The odd counter falls to the {who}", amounts, evidence=reckoning.evidence)
