"""The limits of bidding: which bids are allowed, how often, and what happens if all pass."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from whister.cards import Pack
from whister.clause import Clause
from whister.errors import DealError, RecordError
from whister.mechanisms.bidding.auction import auction_of
from whister.plan.bidding import Bid, BiddingPart
from whister.plan.course import CoursePart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import Mechanism
from whister.plan.play import PlayPart
from whister.plan.settlement import Settling
from whister.plan.state import DealState
from whister.plan.worth import WorthPart

MOST_BIDS = 1000  #: the largest number of bids in points


class Bids(Mechanism):
    """Bids in points or in chips: ``least``, and every multiple of ``step`` above it up to ``most``.

    If ``most`` is 0, the highest bid is all the points of a deal.
    """

    name: ClassVar[str] = "bids"
    least: int
    most: int
    step: int = 5

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"least": 1, "most": 2 * parameters["most"], "step": 1}

    def setup(
        self, clause: Clause, course: CoursePart, bidding: BiddingPart, worth: WorthPart, play: PlayPart
    ) -> None:
        if (
            self.step < 1 or self.most % self.step or (self.most and self.most < self.least)
            or self.most // self.step > MOST_BIDS
        ):  # fmt: skip
            raise RecordError(
                f"{clause.id}: bids from least {self.least} to most {self.most} by step {self.step}; expected a step of "
                f"1 or more, and for most a multiple of it, from least to {MOST_BIDS * self.step}"
            )
        auction_of(course, clause).bids_clause = clause
        course.completing.append(lambda: self._lay(bidding, worth.in_all(play.most_tricks)))

    def _lay(self, bidding: BiddingPart, all_points: int) -> None:
        above = range(
            self.least // self.step * self.step + self.step, (self.most or all_points) + 1, self.step
        )
        points = [self.least, *above]
        bidding.bids = tuple(Bid(str(number), number, rung=rung) for rung, number in enumerate(points))


class _Limit(Mechanism):
    """A limit on bids. The clause is stored in the auction phase under the mechanism's name."""

    def setup(self, clause: Clause, course: CoursePart) -> None:
        setattr(auction_of(course, clause), self.name, clause)


class Outbid(_Limit):
    """A bid must be higher in the ladder than the last one."""

    name: ClassVar[str] = "outbid"


class OnceRound(_Limit):
    """Every seat bids or passes once; then the auction is over."""

    name: ClassVar[str] = "once_round"
    alone: ClassVar[str] = (
        "No other auction here gives each player only one turn; `speak_again` limits how often a player "
        "announces, but still lets the auction go round."
    )


class WithinMeans(_Limit):
    """A seat may not bid more than its chips."""

    name: ClassVar[str] = "within_means"
    alone: ClassVar[str] = (
        "No other auction here is held in chips that a player can run out of; `no_debts` limits a payment, "
        "not a bid."
    )


class PassFinal(_Limit):
    """A seat that has passed takes no further part in the auction.

    With ``but_exact`` it may still come in with a contract for an exact number of tricks.
    """

    name: ClassVar[str] = "pass_final"
    but_exact: bool = False

    def setup(self, clause: Clause, course: CoursePart) -> None:
        super().setup(clause, course)
        auction_of(course, clause).exact_after_pass = self.but_exact


class OpeningBid(Mechanism):
    """The dealer automatically opens with ``bid`` (0: the lowest bid); the next player in turn calls first."""

    name: ClassVar[str] = "opening_bid"
    order: ClassVar[int] = 2
    bid: int = 0

    def setup(self, clause: Clause, course: CoursePart, bidding: BiddingPart) -> None:
        course.completing.append(lambda: self._lay(course, bidding, clause))

    def _lay(self, course: CoursePart, bidding: BiddingPart, clause: Clause) -> None:
        at = next((at for at, bid in enumerate(bidding.bids) if self.bid in (0, bid.points)), None)
        if at is None:
            known = ", ".join(str(bid.points) for bid in bidding.bids)
            raise RecordError(f"{clause.id}: opening_bid.bid = {self.bid}; expected one of the bids, {known}")
        auction_of(course, clause).opens = lambda deal: (deal.dealer, at)


class MustOpen(_Limit):
    """The first bidder may not pass."""

    name: ClassVar[str] = "must_open"
    alone: ClassVar[str] = (
        "No other auction here forbids the first bidder to pass; `opening_bid` makes a bid for the dealer "
        "automatically."
    )

    def setup(self, clause: Clause, course: CoursePart) -> None:
        auction_of(course, clause).duties.append((clause, _first_to_speak))


def _first_to_speak(deal: DealState, seat: int) -> str:
    """Return why the seat must bid if nobody has spoken yet; "" if somebody has."""
    return "" if deal.facts["calls"] else "The first to speak must bid."


class Hold(_Limit):
    """Once in an auction a seat may ``hold`` its partner's bid, if it is the highest, instead of bidding or passing."""

    name: ClassVar[str] = "hold"
    speech: ClassVar[tuple[str, ...]] = ("hold",)
    alone: ClassVar[str] = (
        "No other auction here lets a player stay in without bidding; `pass_final` decides what a pass means."
    )


class SpeakAgain(Mechanism):
    """The number of ``times`` that a seat may announce again after it has been outbid; -1 for no limit."""

    name: ClassVar[str] = "speak_again"
    times: int = -1

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"times": 0 if parameters.get("times", -1) else -1}

    def setup(self, clause: Clause, course: CoursePart) -> None:
        auction_of(course, clause).again = (clause, self.times)


class OwnBid(Mechanism):
    """Whether a seat ``may_raise`` its own bid when no one has outbid it; if not, the auction ends there.

    With ``tricks_only`` it may only replace a bid for a number of tricks, by another such bid.
    """

    name: ClassVar[str] = "own_bid"
    may_raise: bool = False
    tricks_only: bool = False

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"may_raise": not parameters.get("may_raise", False)}

    def setup(self, clause: Clause, course: CoursePart) -> None:
        auction = auction_of(course, clause)
        auction.own_raise, auction.tricks_only = clause if self.may_raise else None, self.tricks_only
        if self.tricks_only:
            auction.barring.append((clause, _no_misere))


def _no_misere(deal: DealState, seat: int, bid: Bid) -> str:
    """Return why a bidder may not replace a bid by this one; "" if it is allowed, or another player's."""
    contract = deal.plan.bidding.contracts.get(bid.contract)
    own = seat == deal.facts["bidder"] and contract is not None and contract.exactly
    return "Only a higher number of tricks, or a higher suit, may replace the bid." if own else ""


class Jump(Mechanism):
    """How far a bid may rise: to ``any`` higher bid, or by one ``step``, to the next bid only."""

    name: ClassVar[str] = "jump"
    to: Literal["any", "step"] = "any"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"to": "step" if parameters.get("to", "any") == "any" else "any"}

    def setup(self, clause: Clause, course: CoursePart) -> None:
        auction_of(course, clause).single_step = clause if self.to == "step" else None


class TopCloses(Mechanism):
    """The highest possible bid ends the auction at once."""

    name: ClassVar[str] = "top_closes"

    def setup(self, clause: Clause, course: CoursePart) -> None:
        auction_of(course, clause).top_closes = clause


class AllPass(Mechanism):
    """The consequence if nobody bids.

    ``then``: ``forced`` (the last player must make the lowest bid), ``redeal-same`` or ``redeal-next`` (the cards are
    thrown in, and the same dealer or the next one deals), or ``play`` (the deal is played with the given ``contract``,
    or with the cards of ``suit`` counting).
    """

    name: ClassVar[str] = "all_pass"
    then: Literal["forced", "redeal-same", "redeal-next", "play"] = "redeal-next"
    contract: str = ""
    suit: str = ""

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {
            "then": "redeal-same" if parameters.get("then", "redeal-next") == "redeal-next" else "redeal-next"
        }

    def setup(self, clause: Clause, pack: Pack, course: CoursePart) -> None:
        if self.then == "play" and not self.contract and self.suit not in pack.suits:
            raise RecordError(
                f"{clause.id}: all_pass.then = 'play' needs a contract, or one of the suits {', '.join(pack.suits)}; "
                f"got {self.suit!r}"
            )
        phase = auction_of(course, clause)
        phase.all_pass, phase.when_all_pass, phase.contract, phase.suit = (
            clause,
            self.then,
            self.contract,
            self.suit,
        )

    def settle(self, settling: Settling, clause: Clause) -> None:
        outcome = settling.outcome
        if outcome.void == "all-pass":
            settling.same_dealer = self.then == "redeal-same"
            settling.line(clause, "All passed: the cards are thrown in", kind="verdict")
        elif (
            self.then != "play"
            and settling.plan.bidding.contracts
            and outcome.declarer is None
            and not outcome.void
        ):
            raise DealError(
                "outcome: a deal that is played has a declarer; give him with his contract, or void='all-pass'"
            )

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        if self.then == "play" and self.contract:
            plan.bidding.expect_contract(self.contract, f"{clause.id}: all_pass.contract")
