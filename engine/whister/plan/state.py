"""The interface of a deal for mechanisms: cards as masks, and the methods that control the play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from whister.cards import Card
from whister.clause import Verdict
from whister.frozen import Frozen
from whister.ledger import Ledger
from whister.notation import Action
from whister.objects import in_a_line
from whister.plan.bidding import Bid
from whister.plan.facts import PlanFacts
from whister.plan.tricks import TrickPlay


class Trick(Frozen):
    """A trick: the seat that leads, its cards in order of play, and the seat that won it (None while it is open)."""

    number: int
    leader: int
    cards: tuple[Card, ...]
    winner: int | None  #: also None for a trick that nobody won, which is set aside for the next winner
    value: int  #: the value of its cards, in points
    seats: tuple[int, ...]  #: the seats that played the cards, in order

    def __repr__(self) -> str:
        led = f"{'' if self.cards else 'to be '}led by {self.leader}"
        won = f"won by {self.winner}" if self.winner is not None else led
        return in_a_line(f"Trick {self.number}, {won}:", " ".join(self.cards))


class Dealt(NamedTuple):
    """The cards as dealt: each seat's hand, the widow and its cards that are face up, as masks; a stock in order."""

    hands: tuple[int, ...]
    widow: int = 0
    turned: int = 0
    #: the places of its cards in the pack, the top card first; empty for a widow whose order does not matter
    stock: tuple[int, ...] = ()
    #: the place of the card turned up for trump or preference, from the dealer's hand or another pack; -1 for none
    turn_up: int = -1


class DealState(Protocol):
    """A deal as mechanisms see it. Groups of cards are masks of the pack, and single cards are places in it."""

    if not TYPE_CHECKING:
        __slots__ = ()

    ledger: Ledger
    dealt: Dealt
    #: the state of the phases: immutable values by name, replaced but never changed
    facts: dict[str, Any]
    log: list[tuple[int, Action]]  #: the actions so far, except cards played without interruption
    phase: str
    over: bool
    contract: str
    bid: int
    trump: str
    declarer: int | None
    partner: int | None
    widow: int
    turned: int  #: the cards of the widow that are face up
    stock: tuple[int, ...]  #: the top card first
    turn_up: int  #: the card turned up for trump or preference; -1 for none
    captured: list[int]  #: the cards that each seat has captured
    won: list[int]  #: the number of tricks that each seat has won
    # the open trick
    seat: int  #: the seat to play to it
    leader: int
    taker: int  #: the seat that is winning it
    open_trick: list[int]  #: its cards in order of play
    suit_led: int  #: the place among the suits of the one to be followed; see ``TrickPlay``
    rank: tuple[int, ...]  #: the strength of each card of the pack in it: the highest wins
    best: int  #: the strength of its winning card
    flags: int
    tables: TrickPlay | None  #: the tables of play, while cards are being played
    closed_tricks: list[tuple[int, tuple[int, ...], int]]  #: leader, cards, and winner (-1: nobody)

    # -- reading

    @property
    def plan(self) -> PlanFacts:
        """The compiled rules, with the values of the named suit's cards once a suit has been named."""

    @property
    def eldest(self) -> int:
        """The seat that calls and leads first."""

    @property
    def dealer(self) -> int:
        """The dealer's seat."""

    @property
    def pending(self) -> tuple[int, ...]:
        """All seats that may act now; several if they choose in any order."""

    @property
    def to_act(self) -> int | None:
        """The first pending seat; None when the deal is over."""

    @property
    def unseen(self) -> bool:
        """Whether nobody has looked at their hand yet."""

    @property
    def bids(self) -> tuple[Bid, ...]:
        """The bids possible in this deal, from low to high."""

    @property
    def turned_suit(self) -> str:
        """The suit of the card turned up; "" if there is none."""

    @property
    def led(self) -> str:
        """The suit to be followed; "" before the lead, or if any card may be played to the card led."""

    @property
    def trick(self) -> Trick:
        """The trick on the table, complete or not."""

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The complete tricks, in order."""

    @property
    def on_table(self) -> int:
        """The cards of the open trick."""

    def hand(self, seat: int) -> int:
        """Return the cards that a seat holds."""

    def holder(self, cards: int) -> int:
        """Return the first seat, from eldest hand on, that holds any of the given cards; eldest hand if none does."""

    def taken(self, seat: int) -> int:
        """Return the number of tricks that a seat has won."""

    @property
    def cards_out(self) -> list[Card]:
        """The cards of the open trick, in the order they were played."""

    @property
    def players_out(self) -> tuple[int, ...]:
        """The seats that play to the current trick, in order, including those yet to play."""

    def winner_of(self, trick: int) -> int | None:
        """Return the winner of the complete trick with this number, from 0, or -1 for the last; None if it was set aside."""

    def lying_open(self) -> dict[int, int]:
        """Return the hands that are face up, by seat."""

    def face_up(self) -> dict[int, int]:
        """Return the single cards that seats have exposed and still hold, by seat."""

    def order_from(self, seat: int) -> list[int]:
        """Return all seats in the order of play, starting with ``seat``."""

    def players_of(self, number: int, leader: int) -> tuple[int, ...]:
        """Return the seats that play to a trick, in order: all but those that have dropped out."""

    def why(self, action: Action | str, seat: int | None = None) -> Verdict:
        """Return whether an action is legal now, and if not, the one clause that refuses it."""

    def captured_in_all(self) -> list[int]:
        """Return the cards that each seat has captured once the deal is over, including the widow for its taker."""

    # -- changing

    def move(self, seat: int, *, out: int = 0, into: int = 0) -> None:
        """Remove cards from a seat's hand and add others."""

    def exchange(self, out: Mapping[int, int], into: Mapping[int, int]) -> None:
        """Remove cards from every hand and add others, seat by seat, before the play."""

    def draw(self, seat: int) -> int:
        """Take the top card of the stock into a hand; return its place in the pack."""

    def count_suit(self, suit: str) -> None:
        """Name a suit whose cards count from now on."""

    def tell_turned(self) -> None:
        """Apply the clauses that take effect when a card is turned up."""

    def tell_trump(self) -> None:
        """Apply the clauses that take effect when the trump suit is named."""

    def force(self, card: int) -> None:
        """Play a card for the seat to act, whether or not it is legal."""

    def lead_as(self, card: int, suit: str) -> None:
        """Lead a card as one of ``suit``, which must then be followed."""

    def follow_now(self, suit: str) -> None:
        """Make the suit of the card just played the one to be followed, with that card winning so far."""

    def pause(self, phase: str) -> None:
        """Leave the play for a phase that returns to it with ``resume``."""

    def resume(self) -> None:
        """Continue the play that ``pause`` interrupted."""

    def take_up(self, number: int) -> list[tuple[int, tuple[int, ...]]]:
        """Give the cards of trick ``number`` and all later ones back to the hands that played them.

        Returns the tricks taken back, each as its leader and its cards, the current trick last.
        """

    def concede(self, seat: int) -> None:
        """Give a seat all remaining tricks, and the cards set aside; the hands are turned face up."""

    def stop(self) -> None:
        """End the play before its last trick and go on to the next phase."""

    def end(self, void: str = "") -> None:
        """End the deal now. If it counts for nothing, ``void`` gives the reason."""
