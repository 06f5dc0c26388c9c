"""Passing cards before the play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from whister import words
from whister.cards import Pack
from whister.clause import Clause
from whister.errors import OptionMisfit, RecordError
from whister.notation import Action, CardChoices, mask_of, of_hand
from whister.plan.course import CoursePart
from whister.plan.mechanism import NO_ENTRIES, Mechanism, Phase
from whister.plan.state import DealState
from whister.plan.table import TablePart

HOLD = "hold"
EACH = "each"
_WAYS = {
    "left": "to the left", "right": "to the right", "across": "across the table",
    "second-left": "to the second seat on the left", "second-right": "to the second seat on the right",
}  # fmt: skip


class Passing(Mechanism):
    """Cards passed face down; all the players choose before anyone looks at the cards received.

    Each passes ``count`` cards; ``count_for`` maps numbers of players to other counts. ``cycle`` maps a number of
    players to the directions of successive deals (``left``, ``right``, ``across``, ``second-left``, ``second-right``,
    ``each`` for an equal share to every other seat, ``hold`` for no pass), beginning with deal 1.
    """

    name: ClassVar[str] = "pass"
    speech: ClassVar[tuple[str, ...]] = ("give",)
    count: int = 3
    count_for: Mapping[int, int] = NO_ENTRIES
    cycle: Mapping[int, str] = NO_ENTRIES

    def setup(self, clause: Clause, pack: Pack, table: TablePart, course: CoursePart) -> None:
        if table.n not in self.cycle:
            known = ", ".join(map(str, sorted(self.cycle)))
            raise OptionMisfit.of(clause, f"this way of passing is for {known} players, not {table.n}")
        directions = self.cycle[table.n].split()
        count = self.count_for.get(table.n, self.count)
        steps = {"left": (1,), "right": (-1,), "second-left": (2,), "second-right": (-2,), HOLD: (),
                 EACH: tuple(range(1, table.n))}  # fmt: skip
        if table.n % 2 == 0:
            steps["across"] = (table.n // 2,)
        for direction in directions:
            if direction not in steps:
                raise RecordError(f"{clause.id}: pass.cycle for {table.n} players has {direction!r}; "
                                  f"expected one of {', '.join(steps)}")  # fmt: skip
        if not 0 < count <= pack.all.bit_count() // table.n:
            raise RecordError(
                f"{clause.id}: pass.count = {count} for {table.n} players; expected 1 or more, and no more than a hand holds"
            )
        if EACH in directions and count % (table.n - 1):
            raise RecordError(
                f"{clause.id}: pass.count = {count} cannot be shared equally among {table.n - 1} opponents"
            )
        targets = {
            direction: [
                tuple((seat + step * table.left) % table.n for step in steps[direction])
                for seat in table.seats
            ]
            for direction in directions
        }
        course.phases["pass"] = PassPhase(clause, count, directions, targets)


_NO_WORDS: tuple[str, ...] = ()


class PassPhase(Phase):
    """The pass: each seat chooses its cards, and all the cards change hands at once when the last has chosen."""

    what = "The pass"
    says = ("give",)

    # facts: "waiting" {seat: targets that it has yet to pass to}, "parcels" ((seat, target, cards), …) as they
    # were given, "received" {seat: cards}

    def __init__(
        self,
        clause: Clause,
        count: int,
        directions: Sequence[str],
        targets: Mapping[str, Sequence[tuple[int, ...]]],
    ) -> None:
        super().__init__("pass", clause)
        self.count = count
        self.directions = directions
        self._targets = targets

    def direction(self, number: int) -> str:
        """Return the direction of passing in deal ``number``."""
        return self.directions[(number - 1) % len(self.directions)]

    def targets(self, deal: DealState, seat: int) -> tuple[int, ...]:
        """Return the seats to which a seat passes, in order."""
        return self._targets[self.direction(deal.ledger.number)][seat]

    def share(self, deal: DealState) -> int:
        """Return the number of cards that go to one seat."""
        share: int = deal.facts["share"]
        return share

    def begin(self, deal: DealState) -> bool:
        direction = self.direction(deal.ledger.number)
        if direction == HOLD:
            return False
        targets = self._targets[direction]
        deal.facts["waiting"] = dict(enumerate(targets))
        deal.facts["share"] = self.count // len(targets[0])
        deal.facts["parcels"] = ()
        return True

    def pending(self, deal: DealState) -> tuple[int, ...]:
        return tuple(deal.facts["waiting"])

    def _next(self, deal: DealState, seat: int) -> int:
        """Return the seat to which a seat passes next."""
        targets: tuple[int, ...] = deal.facts["waiting"][seat]
        return targets[0]

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        facts = deal.facts
        hand, tail = deal.hand(seat), _NO_WORDS
        share = facts["share"]
        if share < self.count:
            hand &= ~sum(cards for giver, _, cards in facts["parcels"] if giver == seat)
            tail = (">", str(facts["waiting"][seat][0]))
        return CardChoices("give", deal.plan.pack, hand, share, tail=tail)

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        if action.verb == "give" and mask_of(action) & ~deal.hand(seat):
            stray = deal.plan.pack.spread(mask_of(action) & ~deal.hand(seat))[0]
            return self.clause, f"{stray} is not in the hand."
        given = sum(cards for giver, _, cards in deal.facts["parcels"] if giver == seat)
        if action.verb == "give" and (again := mask_of(action) & given):
            names = words.listed([words.card_name(card) for card in deal.plan.pack.spread(again)])
            return self.clause, f"Seat {seat} has passed {names} already."
        to = f", then '> {self._next(deal, seat)}'" if len(self.targets(deal, seat)) > 1 else ""
        return self.clause, f"Expected 'give' and {words.cards_in_words(self.share(deal))} of the hand{to}."

    def out_of_turn(self, deal: DealState, seat: int) -> str:
        return f"Seat {seat} has passed its cards."

    def missed(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        if self.direction(deal.ledger.number) == HOLD:
            return self.clause, "No cards are passed in this deal."
        return self.clause, f"{self.what} is over."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        facts = deal.facts
        waiting: dict[int, tuple[int, ...]] = facts["waiting"].copy()
        targets = waiting.pop(seat)
        if len(targets) > 1:
            waiting = {seat: targets[1:], **waiting}
        facts["waiting"] = waiting
        given_now = mask_of(action)
        if deal.plan.pack.equals:
            before = sum(cards for giver, _, cards in facts["parcels"] if giver == seat)
            given_now = mask_of(of_hand(action, deal.plan.pack, deal.hand(seat) & ~before))
        parcels = facts["parcels"] = (*facts["parcels"], (seat, targets[0], given_now))
        if waiting:
            return
        given = dict.fromkeys(deal.plan.table.seats, 0)
        received = given.copy()
        for giver, receiver, cards in parcels:
            given[giver] |= cards
            received[receiver] |= cards
        deal.exchange(given, received)
        facts["received"] = received

    def prompt(self, deal: DealState, seat: int) -> str:
        direction = self.direction(deal.ledger.number)
        cards = words.cards_in_words(self.share(deal))
        if direction == EACH:
            return f"Choose {cards} to pass to seat {self._next(deal, seat)}."
        return f"Choose {cards} to pass {_WAYS[direction]}."
