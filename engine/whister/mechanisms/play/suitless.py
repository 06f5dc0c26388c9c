"""Cards without a suit that never win: leading them, following their lead, and taking a trick of such cards only."""

from __future__ import annotations

from typing import ClassVar, Literal

from whister.clause import Clause
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism
from whister.plan.play import PlayPart
from whister.plan.refusing import Barred
from whister.plan.state import DealState
from whister.plan.table import TablePart


class SuitlessLead(Mechanism):
    """After the lead of a card without a suit, the first card of a suit sets the suit to be followed.

    The player of that card is subject to the rules for a leader. Without this mechanism there is no suit to follow, and
    the leader wins.
    """

    name: ClassVar[str] = "suitless_lead"
    alone: ClassVar[str] = (
        "No other game here passes the choice of the suit to the next player; with `wild_led` the lead itself "
        "decides it."
    )

    def setup(self, clause: Clause, course: CoursePart, play: PlayPart) -> None:
        play.lead_passes = True
        course.after_card.append(_pass_the_lead)


def _pass_the_lead(deal: DealState) -> None:
    play, trick = deal.tables, deal.open_trick
    assert play is not None
    if len(trick) > 1 and deal.suit_led == len(play.suits) and play.suit_of[trick[-1]] < len(play.suits):
        deal.follow_now(play.suits[play.suit_of[trick[-1]]])


class SuitlessBarred(Mechanism):
    """A card without a suit may not be led by a player who holds any card of a suit."""

    name: ClassVar[str] = "suitless_barred"
    alone: ClassVar[str] = (
        "No other rule here bars the lead of a card without a suit; `breaking` bars a suit until it is "
        "opened."
    )

    def narrow_now(self, deal: DealState, seat: int) -> tuple[int, int] | None:
        if deal.open_trick:
            return None
        suited = sum(deal.plan.pack.suit_masks.values())
        return suited, suited

    def why_not_now(self, deal: DealState, card: Barred) -> str:
        return card.while_others(f"{card.name} may not be led")


class SuitlessTrick(Mechanism):
    """The player who takes a trick in which no card has a suit.

    ``to``: its ``leader``, or the winner of the ``next`` trick. In the second case the trick is set aside, and its
    leader leads again; the leader takes it if it is the last trick of a deal.
    """

    name: ClassVar[str] = "suitless_trick"
    alone: ClassVar[str] = (
        "No other game here can have a trick of cards without a suit; `trick` needs a suit led, and "
        "`set_aside` needs cards that cancelled each other."
    )
    order: ClassVar[int] = 2  # after the rules for other tricks
    to: Literal["next", "leader"] = "next"

    def setup(self, clause: Clause, table: TablePart, course: CoursePart) -> None:
        usual = course.trick_taker

        def taker(deal: DealState) -> int | None:
            play = deal.tables
            assert play is not None
            if any(play.suit_of[card] < len(play.suits) for card in deal.open_trick):
                return deal.taker if usual is None else usual(deal)
            more = any(deal.hand(seat) for seat in table.seats)
            return None if more and self.to == "next" else deal.trick.leader

        course.trick_taker = taker
