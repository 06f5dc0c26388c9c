"""Notes on a bid at the table: what it undertakes, the meaning of its words, and what it pays."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from whister.playable import Playable
from whister.table import bid_prices
from whister.table.terms import glossed
from whister.table.undertaking import in_short, in_words, number_in_short, number_in_words, several

if TYPE_CHECKING:
    from whister.notation import Action
    from whister.plan.bidding import Announcement, Bid
    from whister.plan.compiled import Plan
    from whister.rules import Deal

Json = dict[str, Any]


def of_contract(deal: Deal, contract: Announcement) -> Json:
    """Return the note on a contract's rung."""
    suits = tuple(bid.suit for bid in deal.bids if bid.contract == contract.id)
    return _of_contract(deal.rules.plan, contract.id, suits, deal.turned_suit, deal.ledger.first_turn)


def of_numbers(deal: Deal, bid: Bid) -> Json:
    """Return the note on all numerical bids, with the prices of one of them."""
    return _of_number(deal.rules.plan, bid.points)


def of_answer(plan: Plan, stands: Bid, action: Action) -> Json:
    """Return the note on an answer to the highest bid: supporting it, or letting a partner's bid stand."""
    contract = plan.bidding.contracts.get(stands.contract)
    if action.verb == "hold" or contract is None:
        short, text = (
            "your partner's bid stands",
            "You let your partner's bid stand, and you have not passed.",
        )
    else:
        short = f"{several(plan.bidding.joint(contract))} together"
        text = f"You become the bidder's partner for this deal: the two of you need {short}."
    return {"short": short, "text": text, "terms": [], "prices": None, "notes": []}


# The notes are the same for all deals with one plan, and are needed again at every bid.


@lru_cache(maxsize=128)
def _of_contract(plan: Plan, contract_id: str, suits: tuple[str, ...], turned: str, first: str) -> Json:
    contract = plan.bidding.contracts[contract_id]
    return {
        "short": in_short(plan, contract), "text": in_words(plan, contract), "terms": glossed(contract.title),
        **bid_prices.of_contract(_rules(plan), contract, suits, turned, first),
    }  # fmt: skip


@lru_cache(maxsize=64)
def _of_number(plan: Plan, bid: int) -> Json:
    return {
        "short": number_in_short(plan), "text": number_in_words(plan), "terms": [],
        **bid_prices.of_number(_rules(plan), bid),
    }  # fmt: skip


def _rules(plan: Plan) -> Playable:
    assert isinstance(plan.rules, Playable)
    return plan.rules


__all__ = ["of_answer", "of_contract", "of_numbers"]
