"""Exposed cards that make cards count more for those who capture them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from whister import words
from whister.cards import Pack, bits
from whister.clause import Clause
from whister.errors import RecordError
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling
from whister.plan.worth import WorthPart

EXPOSED = "exposed"  #: the name under which an outcome declares the cards that were exposed


class ExposedCounts(Mechanism):
    """An exposed card makes certain cards count ``times`` as much for whoever captures them.

    ``of`` maps a card that may be exposed to those cards: cards, ranks or suits.
    """

    name: ClassVar[str] = "exposed_counts"
    alone: ClassVar[str] = (
        "No other game here has cards whose value depends on what was shown before the play; `multiplier` depends on "
        "what is captured."
    )
    order: ClassVar[int] = 2
    of: Mapping[str, str]
    times: int = 2

    def setup(self, clause: Clause, pack: Pack, present: int, worth: WorthPart) -> None:
        if self.times < 2:
            raise RecordError(f"{clause.id}: exposed_counts.times = {self.times}; expected 2 or more")
        for card, affected in self.of.items():
            mask = pack.select(affected, clause.id) & present
            worth.exposures.append((pack.mask([card], clause.id) & present, mask, self.times))

    def settle(self, settling: Settling, clause: Clause) -> None:
        if settling.outcome.void or settling.outcome.breaches or not exposed_in(settling):
            return
        plan = settling.plan
        for card, affected, times in plan.worth.exposures:
            if not card & exposed_in(settling):
                continue
            more = [
                plan.worth.sign * (times - 1) * plan.worth.of(captured & affected)
                for captured in settling.captured(clause)
            ]
            if any(more):
                name = words.capital(words.card_name(plan.cards_of(card)[0]))
                text = f"{name} was exposed: counted {words.times(times)}"
                settling.line(clause, text, plan.table.per_side(more))


def exposed_in(settling: Settling) -> int:
    """Return the cards that were exposed, as a mask."""
    return settling.plan.pack.mask(settling.outcome.declared.get(EXPOSED, ()))


def exposure_of(settling: Settling, card: int) -> int:
    """Return how many times a card counts because of what was exposed; ``card`` is its mask."""
    found = 1
    for shown, affected, times in settling.plan.worth.exposures:
        if card & affected and shown & exposed_in(settling):
            found *= times
    return found


def counted(settling: Settling, cards: int) -> int:
    """Return the value of captured cards, in points, with what their exposure adds."""
    values = settling.plan.worth.values
    return sum(values[card] * exposure_of(settling, 1 << card) for card in bits(cards) if values[card])
