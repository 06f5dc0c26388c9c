"""The auction as a ladder for the table: every bid in order, which bids are open, and why the others are closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

from whister.clause import Clause, Verdict
from whister.deal.public import state_of
from whister.mechanisms.bidding.auction import AuctionPhase
from whister.notation import Action
from whister.plan import naming
from whister.table import sentences

if TYPE_CHECKING:
    from whister.plan.bidding import Bid
    from whister.rules import Deal

Json = dict[str, Any]
_MANY = 24  # up to this number, bids are shown one by one; above it, only those in reach


class Ladder:
    """The rungs of one seat's auction, from low to high.

    ``legal`` lists the seat's legal actions. ``told`` returns a clause in the form that the page needs; ``why`` returns
    a refusal: the clause that closes a bid, and the reason.
    """

    def __init__(
        self,
        deal: Deal,
        seat: int,
        legal: Sequence[Action],
        told: Callable[[Clause | None], Json | None],
        why: Callable[[Verdict], Json | None],
    ) -> None:
        self.deal = deal
        self.told = told
        self.stands, self.bidder = standing(deal)
        self.made = {text: caller for caller, text in state_of(deal).facts.get("calls", ())}
        self.closed: dict[Bid, Json | None] = {}
        open_now, before = set(legal), None
        for bid in deal.bids:
            if bid.action in open_now:
                self.closed[bid] = None
            elif bid.contract or before is None or bid == self.stands:
                self.closed[bid] = why(deal.why(bid.action, seat))
            else:
                self.closed[bid] = before  # numbers are all closed for the same reason
            before = self.closed[bid]

    def parts(self) -> list[Json]:
        """Return the ladder in parts. Some are closed as a whole, each for a single reason; the other bids are in the
        parts between them.

        A part with a reason has a ``label`` that sums it up. The highest bid so far is never in such a part.
        """
        rungs = self._rungs()
        parts: list[Json] = []
        for reason, run in groupby(rungs, self._reason):
            held = list(run)
            label = self._summary(held) if reason is not None else ""
            if not held[0][0].contract and len(self.deal.bids) > _MANY:
                held = [near for rung in held if (near := _nearest(rung) if reason is None else ())]
            told = [self._rung(rung, alike=reason is not None) for rung in held]
            parts.append({"label": label, "reason": reason, "rungs": told})
        return parts

    def answers(self, actions: Sequence[Action]) -> list[Json]:
        """Return the answers to the highest bid other than a higher bid, each with its note, as a part before the
        bids."""
        from whister.table import bid_notes

        plan, auction = state_of(self.deal).plan, state_of(self.deal).plan.course.phases["auction"]
        rungs: list[Json] = []
        if not isinstance(auction, AuctionPhase) or self.stands is None:
            return []
        for action in actions:
            name = sentences.label(plan, action)
            said = {
                "action": str(action), "label": action.verb, "name": name, "suit": "", "legal": True, "by": None,
                "stands": False, "equal": False,
            }  # fmt: skip
            note = bid_notes.of_answer(plan, self.stands, action)
            rungs.append(
                {"title": name, "clause": self.told(auction.owner(action)), "note": note, "bids": [said]}
            )
        return [{"label": "", "reason": None, "rungs": rungs}] if rungs else []

    def about(self) -> Json | None:
        """Return the note on bids in numbers, which have no rungs of their own, with the prices of the lowest open bid."""
        from whister.table import bid_notes  # loaded only for an auction, with the prices

        first = self.deal.bids[0]
        if first.contract:
            return None
        bid = next((bid for bid in self.deal.bids if self.closed[bid] is None), self.stands or first)
        auction = state_of(self.deal).plan.course.phases["auction"]
        clause = auction.bids_clause if isinstance(auction, AuctionPhase) else auction.clause
        return {
            "title": "What a bid means",
            "clause": self.told(clause),
            "note": bid_notes.of_numbers(self.deal, bid),
        }

    def _rungs(self) -> list[list[Bid]]:
        """Return the bids in rungs: those of each contract, and runs of numbers that are all open or closed for the
        same reason."""

        def rung(bid: Bid) -> tuple[object, ...]:
            reason = self.closed[bid]
            return (bid.contract,) if bid.contract else (bid == self.stands, reason and reason["text"])

        return [list(bids) for _, bids in groupby(self.deal.bids, rung)]

    def _reason(self, rung: Sequence[Bid]) -> Json | None:
        """Return the reason why a whole rung is closed, if there is a single one; None for the rung of the highest
        bid."""
        first = self.closed[rung[0]]
        alike = all(self.closed[bid] == first for bid in rung)
        return first if alike and self.stands not in rung else None

    def _summary(self, rungs: Sequence[Sequence[Bid]]) -> str:
        """Return a label that sums up rungs: ``5 rungs below Five levées in hearts``, ``Below 100``, ``51 to 300``."""
        plan, lowest, highest = state_of(self.deal).plan, rungs[0][0], rungs[-1][-1]
        below = self.stands is not None and highest.rung < self.stands.rung
        stands = naming.bid(plan, self.stands) if self.stands is not None and below else ""
        if not lowest.contract:
            return (
                f"Below {stands}"
                if below
                else f"{lowest} to {highest}"
                if lowest != highest
                else str(highest)
            )
        if len(rungs) == 1:
            return str(plan.bidding.contracts[lowest.contract].title)
        if below:
            return f"{len(rungs)} rungs below {stands}"
        first, last = (plan.bidding.contracts[bid.contract].title for bid in (lowest, highest))
        return f"{first} to {last}"

    def _rung(self, bids: Sequence[Bid], *, alike: bool) -> Json:
        """Return one rung. ``alike``: whether the reason why its bids are closed is given for the whole part."""
        from whister.table import bid_notes

        contract = state_of(self.deal).plan.bidding.contracts.get(bids[0].contract)
        return {
            "title": contract.title if contract is not None else "",
            "clause": self.told(contract.clause) if contract is not None else None,
            "note": bid_notes.of_contract(self.deal, contract) if contract is not None else None,
            "bids": [self._bid(bid, before, alike=alike) for before, bid in pairwise((None, *bids)) if bid],
        }

    def _bid(self, bid: Bid, before: Bid | None, *, alike: bool) -> Json:
        reason = self.closed[bid]
        label, name = self._called(bid)
        told: Json = {
            "action": str(bid.action), "label": label, "name": name, "suit": bid.suit, "legal": reason is None,
            "by": self.made.get(bid.text), "stands": bid == self.stands, "equal": before is not None and before.rung == bid.rung,
        }  # fmt: skip
        return told if alike or reason is None else told | {"reason": reason}

    def _called(self, bid: Bid) -> tuple[str, str]:
        """Return the text on a bid's button, and its accessible name, which contains that text."""
        plan, deal = state_of(self.deal).plan, self.deal
        name = naming.bid(plan, bid)
        if bid.suit:
            preferred = plan.bidding.suit_class(bid.suit, deal.turned_suit, deal.ledger.first_turn)
            more = f", {plan.bidding.suit_classes[preferred].title}" if preferred else ""
            return naming.suit(plan, bid.suit), name + more
        if not bid.contract:
            return bid.text, name
        if plan.bidding.contracts[bid.contract].trump == "none":
            return "no trumps", f"{name}, no trumps"
        return "bid", f"{name}: bid"


def standing(deal: Deal) -> tuple[Bid | None, int | None]:
    """Return the highest bid in a deal's auction, and who made it."""
    high = state_of(deal).facts.get("high", -1)
    return (deal.bids[high], state_of(deal).facts["bidder"]) if high >= 0 else (None, None)


def beaten(deal: Deal) -> list[tuple[int, Bid]]:
    """Return the contracts that were bid and then outbid in a deal's auction, with their bidders, in order."""
    bids = {bid.text: bid for bid in deal.bids if bid.contract}
    made = [(seat, bids[text]) for seat, text in state_of(deal).facts.get("calls", ()) if text in bids]
    return made[:-1]


def besides(deal: Deal, legal: Sequence[Action]) -> list[Action]:
    """Return the actions allowed in the auction that are not bids."""
    bids = {bid.action for bid in deal.bids}
    return [action for action in legal if action not in bids]


def _nearest(bids: Sequence[Bid]) -> list[Bid]:
    """Return the nearest bids in a long series: the first few, then round numbers at growing intervals."""
    near = list(bids[:8])
    near += [bid for bid in bids[8:] if not bid.points % (5 if bid.points <= 50 else 50)]
    return near[:_MANY]


__all__ = ["Ladder", "beaten", "besides", "standing"]
