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
    """A trick: its leader's seat (who is to lead, while it has no card), its cards in order of play, and the seat that
    won it (None while open)."""

    number: int
    leader: int
    cards: tuple[Card, ...]
    winner: int | None  #: None also for one that nobody won: it lies aside for the winner of the next
    value: int  #: what its cards are worth, in points
    seats: tuple[int, ...]  #: who played them, in order

    def __repr__(self) -> str:
        led = f"{'' if self.cards else 'to be '}led by {self.leader}"
        won = f"won by {self.winner}" if self.winner is not None else led
        return in_a_line(f"Trick {self.number}, {won}:", " ".join(self.cards))


class Dealt(NamedTuple):
    """The cards as dealt, in masks: each seat's hand, the widow, what of it lies face up, and a stock in order."""

    hands: tuple[int, ...]
    widow: int = 0
    turned: int = 0
    #: the places of its cards in the pack, the top card first; empty for a mere widow
    stock: tuple[int, ...] = ()
    #: the place of the card turned up for trump or preference: the dealer's last, or another pack's
    turn_up: int = -1


class DealState(Protocol):
    """A deal as its mechanisms see it. Cards are masks of the pack, single cards their places in it."""

    if not TYPE_CHECKING:
        __slots__ = ()

    ledger: Ledger
    dealt: Dealt
    #: what the phases know: immutable values by name, replaced and never changed
    facts: dict[str, Any]
    log: list[tuple[int, Action]]  #: what was done, but for the cards of an undisturbed play
    phase: str
    over: bool
    contract: str
    bid: int
    trump: str
    declarer: int | None
    partner: int | None
    widow: int
    turned: int  #: what of the widow lies face up
    stock: tuple[int, ...]  #: the top card first
    turn_up: int  #: the card turned up for trump or preference; -1 for none
    captured: list[int]  #: the cards each seat has won
    won: list[int]  #: and how many tricks
    # the open trick
    seat: int  #: who is to play to it
    leader: int
    taker: int  #: who is winning it
    open_trick: list[int]  #: its cards in order of play
    suit_led: int  #: the place of the suit to be followed among the suits; see ``TrickPlay``
    rank: tuple[int, ...]  #: how each card fares in it: the highest wins
    best: int  #: how its best card fares
    flags: int
    tables: TrickPlay | None  #: the play, while cards are played
    closed_tricks: list[tuple[int, tuple[int, ...], int]]  #: leader, cards, and who won it (-1: nobody)

    # -- seeing

    @property
    def plan(self) -> PlanFacts:
        """The compiled rules; once a suit has been named, with the values of its cards."""

    @property
    def eldest(self) -> int:
        """The seat that calls and leads first."""

    @property
    def dealer(self) -> int:
        """The dealer's seat."""

    @property
    def pending(self) -> tuple[int, ...]:
        """All seats that may act now; several while choices are sealed."""

    @property
    def to_act(self) -> int | None:
        """The first pending seat; None when the deal is over."""

    @property
    def unseen(self) -> bool:
        """Whether nobody has looked at their hand yet."""

    @property
    def bids(self) -> tuple[Bid, ...]:
        """What may be bid in this deal, from low to high."""

    @property
    def turned_suit(self) -> str:
        """The suit of the card turned up; "" where none is."""

    @property
    def led(self) -> str:
        """The suit that is to be followed; "" before the lead, or if any card may be played to the card led."""

    @property
    def trick(self) -> Trick:
        """The trick on the table, complete or not."""

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks that are complete, in order."""

    @property
    def on_table(self) -> int:
        """The cards of the open trick."""

    def hand(self, seat: int) -> int:
        """The cards a seat holds."""

    def holder(self, cards: int) -> int:
        """Return the first seat, from eldest hand on, that holds any of the given cards; eldest hand if none does."""

    def taken(self, seat: int) -> int:
        """How many tricks a seat has won."""

    @property
    def cards_out(self) -> list[Card]:
        """The cards of the open trick, in the order they were played."""

    @property
    def players_out(self) -> tuple[int, ...]:
        """The seats that play to the current trick, in order; as many have played as there are cards."""

    def winner_of(self, trick: int) -> int | None:
        """Return who won a complete trick, counted from 0, or from the last with -1; None if it is set aside."""

    def lying_open(self) -> dict[int, int]:
        """The hands that are face up."""

    def order_from(self, seat: int) -> list[int]:
        """Return all seats in the order of play, starting with one of them."""

    def players_of(self, number: int, leader: int) -> tuple[int, ...]:
        """Return the seats that play to a trick, in order: all, unless some have dropped out."""

    def why(self, action: Action | str, seat: int | None = None) -> Verdict:
        """Whether an action is legal now, and which one clause refuses it."""

    def captured_in_all(self) -> list[int]:
        """Return the cards each seat has captured when the deal is over, with the widow added to the seat that takes
        it."""

    # -- doing

    def move(self, seat: int, *, out: int = 0, into: int = 0) -> None:
        """Take cards from a seat's hand and put others in."""

    def exchange(self, out: Mapping[int, int], into: Mapping[int, int]) -> None:
        """Take cards from every hand and put others in, seat by seat, before the play."""

    def draw(self, seat: int) -> int:
        """Take the top card of the stock into a hand; return its place in the pack."""

    def count_suit(self, suit: str) -> None:
        """Name a suit whose cards count from now on."""

    def tell_turned(self) -> None:
        """Apply the clauses that act when a card is turned up."""

    def tell_trump(self) -> None:
        """Apply the clauses that act when the trump suit is named."""

    def force(self, card: int) -> None:
        """Play a card for the seat to act, whether or not it is legal."""

    def lead_as(self, card: int, suit: str) -> None:
        """Lead a card as one of ``suit``, which must then be followed."""

    def follow_now(self, suit: str) -> None:
        """Make the suit of the card just played the one to be followed; that card is winning so far."""

    def pause(self, phase: str) -> None:
        """Leave the play for a phase that returns to it with ``resume``."""

    def resume(self) -> None:
        """Continue the play that ``pause`` interrupted."""

    def take_up(self, number: int) -> list[tuple[int, tuple[int, ...]]]:
        """Give the cards of trick ``number`` and all later ones back to the hands that played them.

        Returns what was taken up: each trick's leader and its cards, the current trick last.
        """

    def concede(self, seat: int) -> None:
        """Give a seat all remaining tricks, and the cards set aside; the hands are laid down for all to see."""

    def stop(self) -> None:
        """Leave the play before its last trick, for the next phase."""

    def end(self, void: str = "") -> None:
        """Stop the deal here. If it counts for nothing, ``void`` gives the reason."""
