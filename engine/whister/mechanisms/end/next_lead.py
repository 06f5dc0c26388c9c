"""The first lead of the next deal, when a capture in this one decides it."""

from __future__ import annotations

from typing import ClassVar

from whister import words
from whister.cards import Pack
from whister.clause import Clause
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling


class CaptorNext(Mechanism):
    """The player who captures ``card`` is eldest hand in the next deal, so that the player before them deals it.

    If nobody has captured it, the deal passes as usual.
    """

    name: ClassVar[str] = "captor_next"
    alone: ClassVar[str] = (
        "No other game here has an eldest hand that depends on the deal before; with `rotation` the deal passes by seats."
    )
    order: ClassVar[int] = 9  # after the scores
    card: str

    def setup(self, clause: Clause, pack: Pack) -> None:
        pack.mask([self.card], clause.id)

    def settle(self, settling: Settling, clause: Clause) -> None:
        if settling.outcome.void:
            return
        card = settling.plan.pack.card(self.card)
        bits = settling.plan.pack.select([self.card])
        captor = next((s for s, cards in enumerate(settling.captured(clause)) if cards & bits), None)
        if captor is None:
            return
        settling.next_eldest = captor
        text = f"Eldest hand in the next deal, for taking {words.card_name(card)}: seat {captor}"
        settling.line(clause, text, kind="verdict")
