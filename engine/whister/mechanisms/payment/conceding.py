"""Contracts that the opponents pay for at the beginning of the play, without playing them out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from whister.clause import Clause
from whister.mechanisms.worth.reckoning import reckoning_of
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling

CONCEDED: Mapping[str, str] = {"conceded": "yes or no"}
"""The declaration that the opponents have agreed to pay."""


class Conceded(Mechanism):
    """Opponents who agree to pay for a contract pay its price without tricks over, whatever tricks have been won.

    That they have agreed is given as ``conceded`` in ``declared``.
    """

    name: ClassVar[str] = "conceded"
    declares: ClassVar[Mapping[str, str]] = CONCEDED
    order: ClassVar[int] = 5

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is None or not settling.outcome.declared.get("conceded"):
            return
        reckoning.forced, reckoning.tricks = True, reckoning.target
        reckoning.judged_by(clause)
        settling.line(clause, "The opponents pay without playing on", kind="verdict")
