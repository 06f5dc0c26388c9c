"""The public interface of a deal. It gives cards, never masks, and only actions change a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from whister import checks
from whister.cards import Card
from whister.clause import Verdict
from whister.deal.machine import Machine
from whister.deal.outcome import of_deal
from whister.deal.quick import Quick
from whister.deal.rollout import Choice, Weights, play_out
from whister.deal.settle import settle
from whister.deal.view import View, view_of
from whister.drawing import face, folded, hand, hands_html, trick
from whister.errors import DealError
from whister.ledger import Ledger
from whister.notation import Action
from whister.objects import in_a_line
from whister.plan.bidding import Bid
from whister.plan.outcome import Outcome
from whister.plan.settlement import Settlement
from whister.plan.state import Trick

if TYPE_CHECKING:
    from random import Random


class DealFace(Quick):
    """A deal that is being played. Seats are numbered in order of play; ``to_act`` is the seat whose turn it is.

    Only ``act`` and ``undo`` change a deal; ``copy`` returns an independent one.
    """

    __slots__ = ()

    def __init__(self, state: Machine) -> None:
        if not isinstance(state, Machine):
            raise TypeError(
                "a deal cannot be created directly; use rules.deal(…), rules.position(…) or rules.session(…).deal"
            )
        self._state = state

    def __repr__(self) -> str:
        return in_a_line("Deal", self._title())

    def __str__(self) -> str:
        title, hands, notes = self._drawn()
        width = max(len(name) for name, _ in hands) + 2
        lines = [folded(f"{name:<{width}}{hand(cards)}".rstrip(), width) for name, cards in hands]
        return "\n".join([title, *lines, *(folded(note, 2) for note in notes)])

    def _repr_html_(self) -> str:
        return hands_html(*self._drawn())

    def _title(self) -> str:
        who = "" if self.over else f", seat {self.to_act} to act"
        return f"{self._state.plan.rules.id}, deal {self.ledger.number}: {self.phase}{who}"

    def _drawn(self) -> tuple[str, list[tuple[str, tuple[Card, ...]]], list[str]]:
        """Return a deal for display: a title, the hands by seat, and the cards on the table."""
        hands = [
            (f"Seat {seat}{', dealer' if seat == self.dealer else ''}", cards)
            for seat, cards in enumerate(self.hands)
        ]
        if self.widow:
            hands.append(("Widow", self.widow))
        notes = [f"Turned up: {face(self.turn_up)}"] if self.turn_up is not None else []
        if self.declarer is not None and (self.contract or self.bid):
            what = " ".join(
                filter(None, [self.contract or str(self.bid), self.trump and f"trump {self.trump}"])
            )
            notes.append(f"Declared by seat {self.declarer}: {what}")
        if self.trick.cards:
            notes.append(f"Trick {self.trick.number}: {trick(self.trick.seats, self.trick.cards)}")
        if any(self._state.won):
            notes.append(f"Tricks taken: {' '.join(map(str, self._state.won))}")
        return self._title(), hands, notes

    @property
    def _content(self) -> tuple[object, ...]:
        """The values by which two deals of one rule set are compared: the opening, the cards as dealt, the actions."""
        return self.ledger, self.dealt, self._state.given, self._state.turn_up, self.widow, self.actions

    # -- the state of the deal ----------------------------------------------------------------

    @property
    def ledger(self) -> Ledger:
        """The ledger when the deal opened, after the stakes were paid."""
        return self._state.ledger

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self._state.dealer

    @property
    def eldest(self) -> int:
        """The seat that calls and leads first."""
        return self._state.eldest

    @property
    def phase(self) -> str:
        """The current phase: ``auction``, ``play`` and so on; ``over`` at the end."""
        return self._state.phase

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self._state.over

    @property
    def pending(self) -> tuple[int, ...]:
        """All seats that may act now; several while choices are made secretly."""
        return self._state.pending

    @property
    def to_act(self) -> int | None:
        """The seat to act, the first of ``pending``; None if the deal is over."""
        return self._state.to_act

    @property
    def actions(self) -> tuple[tuple[int, Action], ...]:
        """Everything done so far: ``(seat, action)`` in order."""
        return self._state.actions

    # -- the contract -------------------------------------------------------------------------------------------

    @property
    def bids(self) -> tuple[Bid, ...]:
        """The possible bids in this deal, from low to high; bids of equal ``rung`` do not outbid each other."""
        return self._state.bids

    @property
    def high_bid(self) -> tuple[int, Bid] | None:
        """The seat of the highest bidder so far, and the bid; None before the first bid, or if the game has no
        bidding."""
        high, bidder = self._state.facts.get("high", -1), self._state.facts.get("bidder")
        return (bidder, self._state.bids[high]) if high >= 0 and bidder is not None else None

    @property
    def contract(self) -> str:
        """The ID of the contract; "" if there is none yet."""
        return self._state.contract

    @property
    def bid(self) -> int:
        """The bid in points, if points are bid."""
        return self._state.bid

    @property
    def trump(self) -> str:
        """The trump suit; "" if there is none, or none yet."""
        return self._state.trump

    @property
    def declarer(self) -> int | None:
        """The declarer's seat."""
        return self._state.declarer

    @property
    def partner(self) -> int | None:
        """The seat of the declarer's partner, once known to the engine; None if there is none."""
        return self._state.partner

    # -- the cards ----------------------------------------------------------------------------------------------

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that each seat holds now."""
        return tuple(map(self.hand, self._state.plan.table.seats))

    def hand(self, seat: int) -> tuple[Card, ...]:
        """Return the cards that a seat holds now. Raises ``DealError`` for anything but a seat."""
        return self._cards(self._state.hand(self._checked(seat)))

    @property
    def dealt(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that each seat was dealt."""
        return tuple(map(self._cards, self._state.dealt.hands))

    @property
    def widow(self) -> tuple[Card, ...]:
        """The cards that are in the widow or in the stock now."""
        return self._cards(self._state.widow)

    @property
    def turn_up(self) -> Card | None:
        """The card turned up for trump or preference; None if there is none."""
        place = self._state.turn_up
        return self._state.plan.pack.cards[place] if place >= 0 else None

    @property
    def turned_suit(self) -> str:
        """The suit of the card turned up; "" if there is none."""
        return self._state.turned_suit

    @property
    def led(self) -> str:
        """The suit that must be followed; "" before the lead, or if any card may be played to the card led."""
        return self._state.led

    @property
    def trick(self) -> Trick:
        """The trick on the table, complete or not."""
        return self._state.trick

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The complete tricks, in order."""
        return self._state.tricks

    @property
    def captured(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that each seat has won in tricks so far."""
        return tuple(map(self._cards, self._state.captured))

    def taken(self, seat: int) -> int:
        """Return how many tricks a seat has won. Raises ``DealError`` for anything but a seat."""
        return self._state.won[self._checked(seat)]

    def _cards(self, mask: int) -> tuple[Card, ...]:
        return self._state.plan.pack.spread(mask)

    def _checked(self, seat: int) -> int:
        return checks.seat(seat, self._state.plan.table.n, "seat")

    # -- acting -------------------------------------------------------------------------------------------------

    def why(self, action: Action | str, seat: int | None = None) -> Verdict:
        """Return whether an action is legal now, which clause refuses it, and which clauses were lifted or waived for
        it."""
        return self._state.why(action, seat)

    def play_out(self, chance: Random, weights: Weights | None = None, choose: Choice | None = None) -> None:
        """Play the deal to the end: a rollout. ``deal.copy().play_out(random.Random(1))`` leaves the deal itself
        unchanged.

        Every action is drawn from ``legal()`` with one number from ``chance``: all are equally likely unless cards
        have ``weights``. ``choose(deal, legal)`` returns one of ``legal`` when weights do not decide. The result is the
        same as if the same draws were made one by one with ``legal`` and ``act``, in about half the time. Raises
        ``DealError`` if this is impossible, as in a study position in which some hands are unknown.
        """
        play_out(self, self._state, chance, weights, choose)

    def undo(self) -> Action | None:
        """Take back the last action and return it; return None if nothing has been done."""
        return self._state.undo()

    def restart(self) -> None:
        """Take back all actions, so that the cards are as dealt."""
        self._state.restart()

    def view(self, seat: int) -> View:
        """Return the deal as a seat may see it."""
        return view_of(self._state, self._checked(seat))

    # -- the end ------------------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome:
        """The facts of the deal, for settlement. Raises ``DealError`` while it is being played."""
        if not self.over:
            raise DealError(
                f"the deal is not over: it is in the phase {self.phase!r}; its outcome is not known yet"
            )
        found = self._state.plan.base.known = of_deal(self._state)
        return found

    def settle(self) -> Settlement:
        """Settle the deal with the ledger with which it was opened."""
        return settle(self._state.plan.base, self.outcome, self.ledger)

    # -- copies -------------------------------------------------------------------------------------------------

    def copy(self) -> Self:
        """Return an independent deal in the same state."""
        return type(self)(self._state.copy())

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()  # what two copies share never changes


def state_of(deal: DealFace) -> Machine:
    """Return the machine behind a deal, for code that needs more than the public interface. It represents cards as
    masks."""
    return deal._state
