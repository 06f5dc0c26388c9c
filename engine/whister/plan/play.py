"""The play: what wins a trick, what opens the play, and other effects of the cards in a trick."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from whister.cards import Card
from whister.clause import Clause


class CancelledCards:
    """The rule for equal cards in a trick that cancel each other."""

    def __init__(self, by_rank: bool) -> None:
        self.by_rank = by_rank
        self.whole = ""  #: which pairs count towards the two that cancel the whole trick; "" for none
        self.aside = False  #: a trick that nobody wins is set aside
        self.last = ""  #: who takes it when there is no next trick

    def pairs(self, cards: Sequence[Card]) -> list[tuple[int, int]]:
        """Return the places of the cards that cancel each other, pair by pair in order of play; a third card counts."""
        single: dict[str, int] = {}
        found: list[tuple[int, int]] = []
        for place, card in enumerate(cards):
            key = card.rank if self.by_rank else str(card)
            if key in single:
                found.append((single.pop(key), place))
            else:
                single[key] = place
        return found

    def cancelled(self, cards: Sequence[Card]) -> frozenset[int]:
        """Return the places of the cards that cannot win."""
        pairs = self.pairs(cards)
        if self.whole:
            counted = [pair for pair in pairs
                       if self.whole == "any-suit" or any(cards[at].suit == cards[0].suit for at in pair)]  # fmt: skip
            if len(counted) > 1:
                return frozenset(range(len(cards)))
        return frozenset(place for pair in pairs for place in pair)


class RevokeRule:
    """The rule for revokes, if they can happen."""

    def __init__(self, clause: Clause, of: Sequence[str]) -> None:
        self.clause = clause
        self.of = frozenset(of)  #: the slugs of the clauses of play that may be broken; empty: any
        self.until = ""  #: how long one may be put right: until the end of its "trick", the "next-lead" or the "next-trick"
        self.loses_trick = False  #: a claimed revoke gives its trick to the offender


class PlayPart:
    """The facts of a rule set about tricks that do not change during the play."""

    def __init__(self) -> None:
        self.turn_clause: Clause | None = None
        self.trick_winner = (
            "leader"  #: who wins it: the "highest" or "lowest" card of the suit led, or its "leader"
        )
        self.trumps_beat = False
        self.later_is_better = False  #: of two equal cards in a trick the later is the better
        self.opening_suit = ""
        self.exempting: list[tuple[Clause, int, tuple[str, ...]]] = []
        self.breaking = 0
        #: contracts without a trump suit, in which a wild card is the only trump, and which card wins: "highest" or "lowest"
        self.trumpless: dict[str, str] = {}
        self.wild_led: Clause | None = None  #: the clause by which a wild card that is led asks for trumps
        self.lead_passes = False  #: a card without a suit that is led leaves it to the next to set the suit
        #: whether the card that the declarer of a contract led to a trick takes it, whatever else is played
        self.unbeaten: Callable[[str, Sequence[Card]], bool] | None = None
        #: the place of the card that wins a trick to a suit so far, where strength in that suit does not settle it
        self.intruder: Callable[[Sequence[Card], str], int | None] | None = None
        #: the card (its place) that leaves its suit and is the highest trump, by the trump suit and the suit turned up
        self.top_trump: Callable[[str, str], int] | None = None
        self.cancelling: CancelledCards | None = (
            None  #: what is said of equal cards in a trick, where they cancel each other
        )
        self.idle_holders = 0  #: so many players left with cards end the play, where players drop out
        self.pauses = False  #: the play may be left for a phase, and gone on with after it
        self.stops_when_decided = False  #: a contract that has a trick too many ends the play
        self.revoke: RevokeRule | None = None
        self.most_tricks = 0  #: a deal has so many tricks, or at most so many where players drop out

    def top_card(self, trump: str, turned: str) -> int:
        """The place of the card that is the highest trump whatever its suit; -1 if there is none."""
        return self.top_trump(trump, turned) if self.top_trump is not None and trump else -1
