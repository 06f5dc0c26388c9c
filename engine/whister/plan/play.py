"""The play: the winning card of a trick, the opening of the play, and other effects of the cards in a trick."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from whister.cards import Card
from whister.clause import Clause
from whister.plan.bidding import Announcement


class CancelledCards:
    """The rule for equal cards in a trick that cancel each other."""

    def __init__(self, by_rank: bool) -> None:
        self.by_rank = by_rank
        self.whole = ""  #: which pairs cancel the whole trick if there are two; "" for none
        self.aside = False  #: whether a trick that nobody wins is set aside
        self.last = ""  #: the player who takes it if there is no next trick

    def pairs(self, cards: Sequence[Card]) -> list[tuple[int, int]]:
        """Return the places of cards that cancel, pair by pair in order of play; a third equal card stays unpaired."""
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
        #: the time limit for correcting one: the end of its "trick", the "next-lead" or the end of the "next-trick"
        self.until = ""
        self.loses_trick = False  #: whether a claimed revoke gives its trick to the offender
        self.stops_decided = False  #: whether a claim ends the play of a contract that a revoke decides


class PlayPart:
    """A rule set's facts about tricks, which do not change during the play."""

    def __init__(self) -> None:
        self.turn_clause: Clause | None = None
        #: the winner of a trick: the "highest" or "lowest" card of the suit led, or the "leader"
        self.trick_winner = "leader"
        self.trumps_beat = False
        self.later_is_better = False  #: whether the later of two equal cards in a trick ranks higher
        self.opening_suit = ""
        self.opening = (
            0  #: the card that opens the play, if a clause names it; otherwise the lowest of that suit
        )
        self.opens_once = False  #: whether such a card opens only the first deal of a session
        self.exempting: list[tuple[Clause, int, tuple[str, ...]]] = []
        self.breaking = 0
        #: contracts in which a wild card is the only trump, and the card of a suit that wins: "highest" or "lowest"
        self.trumpless: dict[str, str] = {}
        self.wild_led: Clause | None = None  #: the clause by which a wild card led calls for trumps
        #: whether, after a card without a suit is led, the next card of a suit sets the suit
        self.lead_passes = False
        #: returns whether the card led by a contract's declarer takes the trick, whatever else is played
        self.unbeaten: Callable[[str, Sequence[Card]], bool] | None = None
        #: returns the place of the card winning a trick so far, if strength in the suit led does not decide it
        self.intruder: Callable[[Sequence[Card], str], int | None] | None = None
        #: returns the place of the highest trump that leaves its suit, given the trump suit and the suit turned up
        self.top_trump: Callable[[str, str], int] | None = None
        #: the rule for equal cards in a trick, if they cancel each other
        self.cancelling: CancelledCards | None = None
        self.idle_holders = 0  #: the number of players with cards at which the play ends, if players drop out
        self.pauses = False  #: whether the play may be interrupted for a phase and then continued
        self.stops_when_decided = False  #: whether the play ends when a contract has a trick too many
        self.stops_at_slam = False  #: whether it also ends when a contract of every trick has lost one
        self.revoke: RevokeRule | None = None
        self.most_tricks = 0  #: the number of tricks in a deal, or the largest number if players drop out

    def may_stop(self, contract: Announcement, most: int) -> bool:
        """Return whether the play ends before the last of its ``most`` tricks once this contract is lost."""
        slam = self.stops_at_slam and contract.tricks == most
        return self.stops_when_decided and (contract.exactly or slam)

    def top_card(self, trump: str, turned: str) -> int:
        """Return the place of the card that is the highest trump whatever its suit; -1 if there is none."""
        return self.top_trump(trump, turned) if self.top_trump is not None and trump else -1
