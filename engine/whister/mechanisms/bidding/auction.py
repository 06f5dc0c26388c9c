"""The auction: whose turn it is, what may be bid now, and when it ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from whister import words
from whister.clause import Clause, Verdict
from whister.errors import RecordError
from whister.mechanisms.bidding.naming import count_suit
from whister.notation import Action, word
from whister.plan import naming
from whister.plan.bidding import FIXED, Bid
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism, Phase
from whister.plan.state import DealState
from whister.rulesets.reader import known_as
from whister.spelling import near

if TYPE_CHECKING:
    from whister.mechanisms.bidding.laying import Laying
    from whister.mechanisms.bidding.support import Support

PASS, ASK, ALONE, HOLD = word("pass"), word("ask"), word("alone"), word("hold")


class AuctionPhase(Phase):
    """The auction. The bidding mechanisms set its attributes."""

    what = "The auction"

    def __init__(self, clause: Clause) -> None:
        super().__init__("auction", clause)
        self.first = "eldest"
        #: the clause by which some deals have no auction, and the reason
        self.left_out: tuple[Clause, str] | None = None
        self.outbid: Clause | None = None
        self.pass_final: Clause | None = None
        self.exact_after_pass = False
        self.single_step: Clause | None = None
        self.top_closes: Clause | None = None
        self.all_pass: Clause | None = None
        self.bids_clause: Clause | None = None
        self.again: tuple[Clause, int] | None = None
        self.own_raise: Clause | None = None
        self.tricks_only = False  #: whether a bidder may only replace a number of tricks, by another
        self.asking: Clause | None = None
        self.when_all_pass = "redeal-next"
        self.contract = ""
        self.suit = ""
        self.once_round: Clause | None = None
        self.within_means: Clause | None = None
        self.no_auction: Callable[[DealState], bool] = lambda deal: False
        self.support: Support | None = None
        #: the seat that opens, and its bid (a place in the ladder)
        self.opens: Callable[[DealState], tuple[int, int]] | None = None
        #: the clauses that may oblige a seat to bid, with functions that return why it must; "" if it need not
        self.duties: list[tuple[Clause, Callable[[DealState, int], str]]] = []
        self.hold: Clause | None = None
        #: the clause that refuses some bids, and a function that gives the reason ("" if the bid is allowed)
        self.withheld: tuple[Clause, Callable[[Bid], str]] | None = None
        #: the clauses that keep a seat from a bid, with functions like that of ``withheld``
        self.barring: list[tuple[Clause, Callable[[DealState, int, Bid], str]]] = []
        #: the rule of a bid with which a card is laid face down
        self.laying: Laying | None = None

    # facts: "calls" ((seat, text), …), "high" (place in deal.bids, -1), "bidder", "passed" {seats}, "turn";
    # if a bidder says at once whether they ask for a partner: "saying" (not said yet), "asks"

    @property
    def says(self) -> Sequence[str]:  # type: ignore[override]
        """The calls of the auction, including those that other clauses add."""
        support = () if self.support is None else (self.support.verb,)
        also = (*([HOLD] if self.hold else ()), *([ASK, ALONE] if self.asking else ()))
        return ("bid", PASS, *support, *also, *(["discard"] if self.laying else ()))

    def missed(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        if "calls" not in deal.facts and self.left_out is not None:
            return self.left_out
        if self.support is not None and action.verb == self.support.verb:
            return self.support.refusal(deal, seat)
        return super().missed(deal, seat, action)

    def owner(self, action: Action) -> Clause:
        if self.support is not None and action.verb == self.support.verb:
            return self.support.clause
        if self.laying is not None and action.verb == "discard":
            return self.laying.clause
        return {HOLD: self.hold, ASK: self.asking, ALONE: self.asking}.get(action) or self.clause

    def begin(self, deal: DealState) -> bool:
        if self.no_auction(deal):
            return False
        first = {"eldest": deal.eldest, "dealer": deal.dealer}[self.first]
        dummy = deal.plan.table.dummy
        passed = frozenset() if dummy is None else frozenset({dummy})
        deal.facts |= {"calls": (), "high": -1, "bidder": None, "passed": passed, "turn": first}
        if self.opens is not None:
            opener, at = self.opens(deal)
            bid = deal.bids[at]
            deal.facts |= {"calls": ((opener, bid.text),), "high": at, "bidder": opener}
            deal.facts["turn"] = self._next(deal, opener)
        return True

    def pending(self, deal: DealState) -> tuple[int, ...]:
        turn = deal.facts["turn"]
        return () if turn is None else (turn,)

    def forced(self, deal: DealState, seat: int) -> bool:
        """Return whether the seat must bid because all the others have passed."""
        if self.when_all_pass != "forced" or deal.facts["high"] >= 0:
            return False
        return len(deal.facts["passed"] - {seat}) == deal.plan.table.n - 1

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        bids = deal.bids
        if self.forced(deal, seat):
            return (bids[0].action,)
        if deal.facts.get("saying"):
            return (ASK, ALONE)
        if self.laying is not None and deal.facts.get("laying"):
            return self.laying.choices(deal, seat)
        offered = (PASS,) if self.support is None else (PASS, *self.support.offers(deal, seat))
        if any(why(deal, seat) for _, why in self.duties):
            offered = ()
        if self.hold is not None and not self._no_hold(deal, seat):
            offered = (*offered, HOLD)
        if self._silent(deal, seat) or (self.support is not None and seat in deal.facts["passed"]):
            return offered
        passed = self.exact_after_pass and seat in deal.facts["passed"]
        first = self.first_above(deal) if self.outbid else 0
        last = min(len(bids), first + 1) if self.single_step else len(bids)
        if self.within_means is not None:
            chips = deal.ledger.totals[seat]
            last = next((place for place in range(first, last) if bids[place].points > chips), last)
        held = None if self.withheld is None else self.withheld[1]
        open_to = bids[first:last]
        if passed or held or self.barring:
            open_to = tuple(
                bid
                for bid in open_to
                if not (passed and not self._exact(deal, bid)) and not (held and held(bid))
                and not any(why(deal, seat, bid) for _, why in self.barring)
            )  # fmt: skip
        return (*offered, *[bid.action for bid in open_to])

    def raises_own(self, deal: DealState) -> bool:
        """Return whether the last bidder, whom all the others have left the bid, may still replace it."""
        bid, facts = deal.bids[deal.facts["high"]], deal.facts
        contract, bidder = deal.plan.bidding.contracts.get(bid.contract), facts["bidder"]
        if self.own_raise is None or bidder in facts["passed"] or contract is None or contract.partner:
            return False
        if self.tricks_only and contract.exactly:
            return False
        return any(action.verb == "bid" for action in self.legal(deal, bidder))

    @staticmethod
    def first_above(deal: DealState) -> int:
        """Return the place of the lowest bid above the highest bid so far; the number of bids if there is none."""
        bids, high = deal.bids, deal.facts["high"]
        if high < 0:
            return 0
        return next((at for at in range(high + 1, len(bids)) if bids[at].rung > bids[high].rung), len(bids))

    def judge(self, deal: DealState, seat: int, action: Action) -> Verdict:
        if seat not in self.pending(deal) and self.once_round is not None and self._called(deal, seat):
            return Verdict(False, self.once_round, f"Seat {seat} has spoken.")
        if self.support is not None and action.verb == self.support.verb:
            if seat not in self.pending(deal) and self.support.gone(deal, seat):
                return Verdict(False, *self.support.refusal(deal, seat))
        elif self.asking is not None and action in (ASK, ALONE) and not deal.facts.get("saying"):
            return Verdict(False, self.asking, "It may only be said with an announcement.")
        elif self.hold is not None and action == HOLD:
            if seat not in self.pending(deal) and (barred := self._no_hold(deal, seat)):
                return Verdict(False, self.hold, barred)
        elif seat not in self.pending(deal) and seat in deal.facts["passed"] and self.pass_final is not None:
            return Verdict(False, self.pass_final, f"Seat {seat} has passed.")
        return super().judge(deal, seat, action)

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        bids = deal.bids
        if self.forced(deal, seat) and self.all_pass is not None:
            return self.all_pass, f"The others have passed, so seat {seat} must {self._least(deal)}."
        if deal.facts.get("saying") and self.asking is not None:
            return self.asking, "Expected 'ask' or 'alone', which belongs to the announcement."
        if self.laying is not None and (deal.facts.get("laying") or action.verb == "discard"):
            return self.laying.refusal(deal, seat, action)
        if self.support is not None and action.verb == self.support.verb:
            return self.support.refusal(deal, seat)
        if self.hold is not None and action.verb == HOLD:
            return self.hold, self._no_hold(deal, seat)
        for clause, must in self.duties if action == PASS else ():
            if why := must(deal, seat):
                return clause, why
        if action.verb != "bid" or not action.words:
            return self.clause, "Expected 'pass' or a bid."
        final = self.pass_final if seat in deal.facts["passed"] else None
        if self.support is not None and final is not None:
            return final, f"Seat {seat} has passed."
        if self.again is not None and self._silent(deal, seat):
            return self.again[0], f"Seat {seat} has announced {words.times(self.again[1] + 1)}."
        place = next((i for i, bid in enumerate(bids) if bid.action == action), None)
        if place is None:
            said = " ".join(action.words)
            known = f"; bids go from {bids[0]} to {bids[-1]}." if bids else "."
            if any(map(str.isalpha, said)) and len(said) > 2:
                meant = near(said, [bid.text for bid in bids], known_as(deal.plan.rules.family, "contracts"))
                known = known if meant == "." else meant
            return self.bids_clause or self.clause, f"There is no bid {said!r}{known}"
        if final is not None and not self._exact(deal, bids[place]):
            return final, f"Seat {seat} has passed."
        if self.withheld is not None and (why := self.withheld[1](bids[place])):
            return self.withheld[0], why
        high = deal.facts["high"]
        if self.outbid is not None and high >= 0 and bids[place].rung <= bids[high].rung:
            return self.outbid, f"It does not beat {naming.bid(deal.plan, bids[high])}."
        for clause, barred in self.barring:
            if why := barred(deal, seat, bids[place]):
                return clause, why
        if self.within_means is not None and bids[place].points > deal.ledger.totals[seat]:
            return self.within_means, f"Seat {seat} has {deal.ledger.totals[seat]} chips."
        if self.single_step is not None:
            return self.single_step, f"The next bid is {bids[self.first_above(deal)]}."
        return self.clause, ""

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        facts, bids, n = deal.facts, deal.bids, deal.plan.table.n
        if facts.get("saying"):
            facts["saying"], facts["asks"] = False, action == ASK
        elif self.laying is not None and facts.get("laying"):
            self.laying.lay(deal, seat, action)
        elif action.verb == "pass":
            facts["passed"] = facts["passed"] | {seat}
            facts["calls"] = (*facts["calls"], (seat, "pass"))
        elif action.verb != "bid":
            facts["calls"] = (*facts["calls"], (seat, str(action)))
            if action != HOLD:
                facts["supporter"] = seat
        else:
            facts["high"] = [bid.action for bid in bids].index(action)
            facts["bidder"] = seat
            facts["calls"] = (*facts["calls"], (seat, action.words[0]))
            facts.pop("supporter", None)
            if self.pass_final is None:
                facts["passed"] = frozenset()
            if self.asking is not None:
                facts["asks"] = False
                contract = deal.plan.bidding.contracts.get(bids[facts["high"]].contract)
                if contract is not None and contract.partner:
                    facts["saying"] = True
                    return
            if self.laying is not None and self.laying.called_for(bids[facts["high"]]):
                facts["laying"] = True
                return
        facts["turn"] = (
            self._next(deal, seat) if self.support is None else self.support.next(self, deal, seat)
        )
        top = self.top_closes is not None and facts["high"] >= 0 and bids[facts["high"]].rung == bids[-1].rung
        back = facts["turn"] is None or (
            facts["turn"] == facts["bidder"]
            and self.support is None
            and (self.own_raise is None or self._alone(deal))
        )
        if facts["bidder"] is not None and (top or back):
            facts["turn"] = None
            self._close(deal, bids[facts["high"]])
        elif facts["bidder"] is None and len(facts["passed"]) == n:
            facts["turn"] = None
            if self.when_all_pass == "play":
                deal.contract, deal.trump = self.contract, ""
                if self.suit:
                    count_suit(deal, self.suit)
            else:
                deal.end(void="all-pass")

    def _close(self, deal: DealState, bid: Bid) -> None:
        """End the auction: its winner becomes the declarer, and a supporter the partner."""
        facts = deal.facts
        if self.support is not None and self.support.falls(deal, bid):
            deal.end(void="unsupported")
            return
        deal.declarer, deal.bid, deal.contract = facts["bidder"], bid.points, bid.contract
        contract = deal.plan.bidding.contracts.get(bid.contract)
        if contract is None or contract.trump != FIXED:
            deal.trump = bid.suit
        if self.laying is not None and self.laying.called_for(bid):
            deal.trump = self.laying.suit_of(deal, facts["bidder"])
        if "supporter" in facts:
            deal.partner = facts["supporter"]

    def _silent(self, deal: DealState, seat: int) -> bool:
        """Return whether the seat has announced as often as it may."""
        if self.again is None or self.again[1] < 0:
            return False
        return sum(1 for s, text in deal.facts["calls"] if s == seat and text != str(PASS)) > self.again[1]

    @staticmethod
    def _alone(deal: DealState) -> bool:
        """Return whether the bidder has passed, or has made the last call."""
        calls, bidder = deal.facts["calls"], deal.facts["bidder"]
        return bidder in deal.facts["passed"] or bool(calls and calls[-1][0] == bidder)

    @staticmethod
    def _no_hold(deal: DealState, seat: int) -> str:
        """Return why a seat may not hold the highest bid; "" if it may."""
        bidder = deal.facts["bidder"]
        if bidder is None or bidder not in deal.plan.table.partner_of(seat):
            return "The bid that stands is not the partner's."
        held = any(caller == seat and text == HOLD for caller, text in deal.facts["calls"])
        return f"Seat {seat} has held once." if held else ""

    @staticmethod
    def _called(deal: DealState, seat: int) -> bool:
        return any(caller == seat for caller, _ in deal.facts["calls"])

    def _next(self, deal: DealState, seat: int) -> int | None:
        if self.once_round is not None:
            turn = deal.order_from(seat)[1]
            return None if self._called(deal, turn) else turn
        passed = deal.facts["passed"]
        for turn in (*deal.order_from(seat)[1:], seat):
            if turn == deal.facts["bidder"] or turn not in passed or self._comes_in(deal, turn):
                return turn
        return None

    @staticmethod
    def _exact(deal: DealState, bid: Bid) -> bool:
        """Return whether a bid undertakes an exact number of tricks."""
        contract = deal.plan.bidding.contracts.get(bid.contract)
        return contract is not None and contract.exactly

    def _comes_in(self, deal: DealState, seat: int) -> bool:
        """Return whether a seat that has passed may outbid the highest bid and has not called since it was made."""
        if not self.exact_after_pass or deal.facts["high"] < 0:
            return False
        for caller, text in reversed(deal.facts["calls"]):
            if caller == seat:
                return False
            if text != str(PASS):
                break
        return any(self._exact(deal, bid) for bid in deal.bids[self.first_above(deal) :])

    def _least(self, deal: DealState) -> str:
        """Return the lowest bid in words, such as ``bid 70``."""
        return f"bid {naming.bid(deal.plan, deal.bids[0])}"

    def prompt(self, deal: DealState, seat: int) -> str:
        high = deal.facts["high"]
        if self.forced(deal, seat):
            return f"The others have passed, so you must {self._least(deal)}."
        if deal.facts.get("saying"):
            return ask_or_alone(deal, deal.bids[high].contract)
        if deal.facts.get("laying"):
            return "Lay a card of your trump suit face down."
        if high >= 0:
            or_help = "" if self.support is None else self.support.prompt(deal, seat)
            if self.exact_after_pass and seat in deal.facts["passed"]:
                titles = {
                    deal.plan.bidding.contracts[bid.contract].title: None
                    for bid in deal.bids
                    if self._exact(deal, bid)
                }
                or_help = f"You have passed: bid {', '.join(titles)} if it is higher, or pass again."
            return f"{naming.bid(deal.plan, deal.bids[high])} is bid. {or_help or 'Bid higher or pass.'}"
        what = f" {deal.plan.settling.unit} to name the penalty suit," if deal.plan.worth.named_value else ""
        return f"Bid{what} or pass."


def ask_or_alone(deal: DealState, contract: str) -> str:
    """Return the prompt for a declarer who may ask for a partner, with the tricks needed with a partner and alone."""
    wanted = deal.plan.bidding.contracts[contract]
    together = wanted.tricks + deal.plan.bidding.joint_more(wanted)
    return f"Ask for a partner ({together} tricks together), or play alone ({wanted.tricks} tricks)."


def auction_of(course: CoursePart, clause: Clause) -> AuctionPhase:
    """Return the auction that a clause modifies. Raises ``RecordError`` unless an earlier clause has ``auction``."""
    phase = course.phases.get("auction")
    if not isinstance(phase, AuctionPhase):
        raise RecordError(f"{clause.id}: this is a rule of the auction, but no earlier clause has 'auction'")
    return phase


class Auction(Mechanism):
    """Seats bid or pass in turn, beginning with ``first`` (``eldest`` or ``dealer``)."""

    name: ClassVar[str] = "auction"
    speech: ClassVar[tuple[str, ...]] = ("bid", "pass")
    voids: ClassVar[tuple[str, ...]] = ("all-pass",)
    first: Literal["eldest", "dealer"] = "eldest"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"first": "dealer" if parameters.get("first", "eldest") == "eldest" else "eldest"}

    def setup(self, clause: Clause, course: CoursePart) -> None:
        phase = course.phases["auction"] = AuctionPhase(clause)
        phase.first = self.first
