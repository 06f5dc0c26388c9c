"""Captures that turn the sign of a score, or multiply it."""

from __future__ import annotations

from typing import ClassVar

from whister import words
from whister.cards import Pack
from whister.clause import Clause
from whister.errors import RecordError
from whister.mechanisms.worth.exposed import counted, exposed_in
from whister.plan import naming
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling

#: the key for the seats whose cards have changed their sign, and what they have taken all of
TURNED = "turned"


class SignTurned(Mechanism):
    """A player who captures all of ``cards`` scores their value with the opposite sign.

    The same applies to those of the cards ``also`` that this player has captured. ``cards`` and ``also`` are cards,
    ranks or suits.
    """

    name: ClassVar[str] = "sign_turned"
    alone: ClassVar[str] = (
        "No other game here turns the cost of captured cards into a gain; `moon` replaces the scores of all players."
    )
    order: ClassVar[int] = 3
    cards: str
    also: str = ""

    def setup(self, clause: Clause, pack: Pack) -> None:
        pack.select(f"{self.cards} {self.also}", clause.id)

    def settle(self, settling: Settling, clause: Clause) -> None:
        plan = settling.plan
        if settling.outcome.void or settling.outcome.breaches:
            return
        wanted = plan.pack.select(self.cards) & plan.present
        turned = wanted | plan.pack.select(self.also) & plan.present
        captured = settling.captured(clause)
        takers = tuple(seat for seat, cards in enumerate(captured) if cards & wanted == wanted)
        if not takers:
            return
        what = naming.cards_of(plan, self.cards) if self.cards in plan.pack.suit_masks else "cards"
        settling.notes[TURNED] = takers, what
        amounts = [
            -2 * plan.worth.sign * counted(settling, cards & turned) if seat in takers else 0
            for seat, cards in enumerate(captured)
        ]
        turned_to = "plus instead of minus" if plan.worth.sign < 0 else "minus instead of plus"
        text = f"All the {what}: {turned_to}"
        settling.line(clause, text, plan.table.per_side(amounts))


class ScoreMultiplier(Mechanism):
    """The player who captures ``card`` scores ``times`` as much in the deal if they have also captured any of ``others``.

    If they have captured none of these, they score ``points``. ``others`` are cards, ranks or suits, with or without a
    value of their own. If the card was exposed, ``exposed_times`` and ``exposed_points`` apply instead; 0 means that
    exposing it makes no difference. Everything that other clauses score in the deal is multiplied.
    """

    name: ClassVar[str] = "score_multiplier"
    alone: ClassVar[str] = (
        "No other game here has a card that multiplies a whole score; `multiplier` multiplies the value of one suit."
    )
    order: ClassVar[int] = 8  # after everything that it multiplies
    card: str
    others: str
    times: int = 2
    points: int = 0
    exposed_times: int = 0
    exposed_points: int = 0

    def setup(self, clause: Clause, pack: Pack) -> None:
        pack.select(f"{self.card} {self.others}", clause.id)
        for name in ("times", "exposed_times"):
            if (times := getattr(self, name)) < 0 or times == 1:
                raise RecordError(f"{clause.id}: score_multiplier.{name} = {times}; expected 2 or more")

    def settle(self, settling: Settling, clause: Clause) -> None:
        plan = settling.plan
        if settling.outcome.void or settling.outcome.breaches:
            return
        card, others = (plan.pack.select(token) for token in (self.card, self.others))
        shown = bool(card & exposed_in(settling))
        times = (self.exposed_times if shown else 0) or self.times
        points = (self.exposed_points if shown else 0) or self.points
        name = words.capital(words.card_name(plan.pack.card(self.card)))
        for seat, captured in enumerate(settling.captured(clause)):
            if not captured & card:
                continue
            with_others = bool(captured & others & ~card)
            amount = (times - 1) * settling.delta[seat] if with_others else points
            what = (
                f": the score counts {words.times(times)}" if with_others else ", with no other scoring card"
            )
            exposed = ", exposed" if shown else ""
            amounts = [amount if one == seat else 0 for one in plan.table.seats]
            settling.line(clause, f"{name}{exposed}{what}", plan.table.per_side(amounts))
