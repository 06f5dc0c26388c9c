"""The deal: the size of the hands, the packets, and the use of the remaining cards."""

from __future__ import annotations

from whister.clause import Clause
from whister.frozen import Frozen


class Widow(Frozen):
    """The cards not dealt to any player."""

    clause: Clause
    size: int
    #: whether one of its cards is put down after each round of the deal; otherwise it is the last cards of the pack
    interleaved: bool
    face_up: int
    goes_to: str  #: "first-trick", "last-trick", "declarer" or "nobody"
    label: str
    least: int = 0  #: the smallest number, where it is that of the cards that cannot be dealt evenly


class DealingPart:
    """The facts of a rule set about cutting, dealing and turning up."""

    def __init__(self) -> None:
        self.clause: Clause | None = None  #: the clause by which the cards are dealt
        self.each: int | None = None  #: the number of cards dealt to each player, if not all are dealt
        self.packets: tuple[int, ...] = (1,)
        self.first_card = "eldest"
        self.dealer_packets: tuple[int, ...] = ()  #: if they differ from those of the other players
        #: the number of cards that the dealer is dealt beyond those of each other player
        self.dealer_extra = 0
        self.widow: Widow | None = None
        #: whether a widow that would leave unequal hands is changed to the nearest size that does not
        self.widow_fits = False
        #: whether the widow is a stock drawn from during the play, so that its order matters
        self.stock = False
        self.pile = ""  #: the name of the stock beside the widow; "" if there is none
        self.pile_hidden = False  #: whether the top card of that stock lies face down
        self.gathered = False  #: whether the pack is gathered as played and not shuffled
        self.packs = 1  #: how many packs are dealt in turn, if no card of the other is turned up
        self.cuts_allowed: int | None = None
        self.cuts_clause: Clause | None = None
        #: the card turned up: the "last-card" of the pack, the "next-card" after the hands, or one of the "still-pack"
        self.turn_up = ""
        #: whether the winner of the last trick captures that card, which nobody holds
        self.turn_up_taken = False
        #: whether a suit is remembered: that turned up in the first deal, or the trump suit of the last deal
        self.remembers_turn = False
        # derived once the cards have been counted
        self.hand_size = 0
        self.widow_size = 0
        self.pile_size = 0
        #: the largest number of cards that may belong to nobody when a deal has been played out, except those laid out
        self.nobodys = 0

    def count(self, cards: int, hands: int) -> bool:
        """Set the size of the hands from the number of cards and hands; return whether they can be dealt evenly."""
        size = self.widow.size if self.widow else 0
        if self.each is not None and not self.pile:
            size = cards - self.each * hands
        if size < 0 or (self.widow is None and not self.pile and cards % hands):
            size = cards % hands
            while self.widow is not None and size < self.widow.least:
                size += hands
        if self.widow_fits and not self.pile:
            size = min(range(cards % hands, cards, hands), key=lambda fit: (abs(fit - size), fit))
        self.widow_size = size
        self.pile_size = cards - size - (self.each or 0) * hands if self.pile else 0
        spare = size + self.pile_size + self.dealer_extra
        self.hand_size = (cards - spare) // hands
        if self.widow is not None and self.widow.goes_to == "nobody":
            self.nobodys = size - self.turn_up_taken
        return self.hand_size >= 1 and not (cards - spare) % hands

    def as_stated(self, hands: int) -> bool:
        """Return whether the hands and the widow have the sizes that the clauses state."""
        widow = self.widow.size if self.widow else 0
        return (
            (widow in (-1, self.widow_size) or self.widow_fits)
            and self.each in (None, self.hand_size)
            and not self.pile_size % hands
        )

    def in_words(self, hands: int) -> str:
        """Return a description of the hands and other cards to be dealt."""
        more = [f"{self.dealer_extra} more for the dealer"] if self.dealer_extra else []
        if self.widow is not None and self.widow.size >= 0:
            more.append(f"a widow of {self.widow.size}")
        if self.pile:
            more.append("a stock of as many for each")
        each = f"hands of {self.each}" if self.each is not None else "equal hands"
        return " and ".join([f"{hands} {each}", *more])

    def dealt_to(self, seat: int, dealer: int) -> int:
        """Return the number of cards dealt to a seat."""
        return self.hand_size + (self.dealer_extra if seat == dealer else 0)

    @property
    def turns_still(self) -> bool:
        """Whether two packs are used in turn, with a card turned up from the one that is not dealt."""
        return self.turn_up == "still-pack"

    @property
    def turns_next(self) -> bool:
        """Whether the card turned up is the first one of the widow, which nobody holds."""
        return self.turn_up == "next-card"

    @property
    def in_turn(self) -> bool:
        """Whether two packs are dealt in turn."""
        return self.turns_still or self.packs > 1
