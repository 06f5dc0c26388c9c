"""The cards and facts of a deal: hands, widow, stock and tricks, as masks, and the calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Self

from whister.cards import Card
from whister.ledger import Ledger
from whister.notation import Action
from whister.plan.compiled import Plan
from whister.plan.mechanism import Aside, Phase
from whister.plan.state import DealState, Dealt, Trick
from whister.plan.tricks import FIRST_TRICK, LEADING, UNBROKEN


@lru_cache(maxsize=1024)
def _complete(
    plan: Plan, number: int, taken: tuple[int, tuple[int, ...], int], seats: tuple[int, ...]
) -> Trick:
    """Return a complete trick: its leader, its cards and its winner. It is cached, since every view of a deal needs it
    again.
    """
    leader, played, winner = taken
    cards = tuple(plan.pack.cards[i] for i in played)
    worth = plan.worth.of(sum(1 << i for i in played))
    return Trick(number, leader, cards, None if winner < 0 else winner, worth, seats[: len(played)])


@lru_cache(maxsize=256)
def _round(n: int, step: int, first: int) -> tuple[int, ...]:
    """Return the ``n`` seats in the order of play from one of them."""
    return tuple((first + k * step) % n for k in range(n))


class Lying(DealState):
    """The cards and facts of a deal, without the methods that decide what may be done."""

    __slots__ = (
        "_hands",
        "asides",
        "bid",
        "captured",
        "closed_tricks",
        "contract",
        "dealt",
        "declarer",
        "facts",
        "flags",
        "given",
        "leader",
        "ledger",
        "log",
        "marked",
        "open_trick",
        "origin",
        "over",
        "partner",
        "parts",
        "past",
        "phase",
        "plan",
        "stage",
        "stock",
        "suit_led",
        "trump",
        "turn_up",
        "turned",
        "widow",
        "won",
    )  # fmt: skip

    plan: Plan
    parts: list[list[int]]  # during the play: each hand in parts, see Layout

    def __init__(self, plan: Plan, dealt: Dealt, ledger: Ledger) -> None:
        self.plan = plan
        self.ledger = ledger
        self.dealt = dealt
        self.origin: Self | None = None  #: the position as it was set up, if this is one
        self.given: Mapping[str, Any] | None = None  #: the arguments from which it was set up
        self._reset()

    def _reset(self) -> None:
        """Reset the deal to the cards as dealt, before any action."""
        self.plan = self.plan.base
        hands, self.widow, self.turned, self.stock, self.turn_up = self.dealt
        self._hands = list(hands)
        self.parts = []
        self.phase = ""
        self.stage: Phase | None = None  #: the phase, when it is not the play
        self.asides: Sequence[Aside] = ()  #: what else may be done in the phase
        self.over = False
        self.trump = ""
        self.contract = ""
        self.bid = 0
        self.declarer: int | None = None
        self.partner: int | None = None
        self.facts: dict[str, Any] = {}
        self.log: list[tuple[int, Action]] = []
        self.open_trick: list[int] = []
        self.closed_tricks: list[tuple[int, tuple[int, ...], int]] = []
        self.leader = 0
        self.suit_led = LEADING
        self.flags = FIRST_TRICK | UNBROKEN
        self.captured = [0] * self.plan.table.n
        self.won = [0] * self.plan.table.n
        self.marked = "", 0  #: when the state was last saved: the phase, and the number of tricks
        self.past: Self | None = None  #: the deal as last saved; see ``Machine.undo``

    @property
    def eldest(self) -> int:
        """The seat of eldest hand."""
        return self.plan.table.eldest(self.ledger.dealer)

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self.ledger.dealer

    @property
    def turned_suit(self) -> str:
        """The suit of the card turned up; "" if there is none."""
        return self.plan.pack.cards[self.turn_up].suit if self.turn_up >= 0 else ""

    def hand(self, seat: int) -> int:
        """Return the cards that a seat holds, as a mask."""
        return self.plan.pack.layout.join(self.parts[seat]) if self.parts else self._hands[seat]

    def holder(self, cards: int) -> int:
        """Return the first seat, from eldest hand on, that holds any of the given cards; eldest hand if none does."""
        hands = self._hands if not self.parts else [*map(self.hand, self.plan.table.seats)]
        held = [seat for seat, hand in enumerate(hands) if hand & cards]
        if len(held) == 1:
            return held[0]
        eldest = self.eldest
        return min(held, key=lambda seat: (seat - eldest) % len(hands), default=eldest)

    def _set_hand(self, seat: int, cards: int) -> None:
        if self.parts:
            self.parts[seat] = self.plan.pack.layout.split(cards)
        else:
            self._hands[seat] = cards

    def move(self, seat: int, *, out: int = 0, into: int = 0) -> None:
        """Take cards from a seat's hand and put others in."""
        self._set_hand(seat, self.hand(seat) & ~out | into)

    def exchange(self, out: Mapping[int, int], into: Mapping[int, int]) -> None:
        """Take cards from every hand and put others in, seat by seat, before the play."""
        for seat, cards in enumerate(self._hands):
            self._hands[seat] = cards & ~out[seat] | into[seat]

    def draw(self, seat: int) -> int:
        """Take the top card of the stock into a hand, and return its index."""
        card, *rest = self.stock
        self.stock = tuple(rest)
        self.widow &= ~(1 << card)
        self.move(seat, into=1 << card)
        return card

    def taken(self, seat: int) -> int:
        """Return how many tricks a seat has won."""
        return self.won[seat]

    def lying_open(self) -> dict[int, int]:
        """Return the hands that lie face up: a mask for each such seat.

        They were exposed for a contract, or laid down when the remaining tricks had been conceded.
        """
        laid_down: dict[int, int] = self.facts.get("laid_down", {})
        return {seat: self.hand(seat) for seat in self.facts.get("exposed", ())} | laid_down

    def face_up(self) -> dict[int, int]:
        """Return the single cards that seats have exposed and still hold: a mask for each such seat."""
        shown: Mapping[int, int] = self.facts.get("face_up", {})
        return {seat: cards & self.hand(seat) for seat, cards in shown.items() if cards & self.hand(seat)}

    @property
    def on_table(self) -> int:
        """The cards of the open trick, as a mask."""
        return sum(1 << card for card in self.open_trick)

    @property
    def trick(self) -> Trick:
        """The trick on the table, complete or not."""
        cards = self.plan.pack.cards
        mask = sum(1 << i for i in self.open_trick)
        to_lead = self.tables is not None and not self.open_trick
        return Trick(
            len(self.closed_tricks) + 1,
            self.seat if to_lead else self.leader,
            tuple(cards[i] for i in self.open_trick),
            None,
            self.plan.worth.of(mask),
            self.players_of(len(self.closed_tricks) + 1, self.leader)[: len(self.open_trick)],
        )

    @property
    def cards_out(self) -> list[Card]:
        """The cards of the open trick, in the order in which they were played."""
        cards = self.plan.pack.cards
        return [cards[place] for place in self.open_trick]

    @property
    def players_out(self) -> tuple[int, ...]:
        """The seats that play to the open trick, in order; the first ones, one for each card, have already played."""
        return self.players_of(len(self.closed_tricks) + 1, self.leader)

    def winner_of(self, trick: int) -> int | None:
        """Return who won a complete trick, counted from 0, or backwards from -1 for the last; None if it was set
        aside."""
        winner = self.closed_tricks[trick][2]
        return winner if winner >= 0 else None

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The complete tricks, in order."""
        return tuple(
            _complete(self.plan, number, taken, self.players_of(number, taken[0]))
            for number, taken in enumerate(self.closed_tricks, 1)
        )

    def players_of(self, number: int, leader: int) -> tuple[int, ...]:
        """Return the seats that play to a trick, in order: all, unless some have dropped out."""
        members: dict[int, tuple[int, ...]] = self.facts.get("members", {})
        found = members.get(number)
        if found is not None:
            return found
        return _round(self.plan.table.n, self.plan.table.step(self.ledger.dealer), leader)

    def order_from(self, seat: int) -> list[int]:
        table = self.plan.table
        return [*_round(table.n, table.step(self.ledger.dealer), seat)]
