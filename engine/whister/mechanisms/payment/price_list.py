"""Price lists, and who pays whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from whister import words
from whister.clause import Clause, Evidence
from whister.errors import NotSourcedError, OptionMisfit, RecordError
from whister.mechanisms.worth.reckoning import reckoning_of
from whister.plan import naming
from whister.plan.bidding import Bid, BiddingPart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import NO_ENTRIES, Mechanism
from whister.plan.settlement import Settling
from whister.plan.settling import Price, SettlingPart
from whister.spelling import near

STEP = "step"


class PriceList(Mechanism):
    """The price list: a basic price for every bid, and ``step`` for each point of the index above the tricks bid.

    Each opponent pays or receives the price. For a bid with a suit the basic price is
    ``levels[contract] + suits[suit]``; for a bid without a suit it is ``flat[contract]``, with no steps. Bids in
    ``inferred`` are graded as inferred, a bid in ``stated`` with its index (``5H 7``) has a price from a source, and
    every other price is a reconstruction. ``only`` limits the list to the bids given. A ``printed`` list replaces it:
    the prices in a source, by bid (``5H``). So does a ``custom`` list: a price for every bid, and the ``step``. Prices
    are multiples of the smallest counter.
    """

    name: ClassVar[str] = "price_list"
    order: ClassVar[int] = 10
    levels: Mapping[str, int] = NO_ENTRIES
    suits: Mapping[str, int] = NO_ENTRIES
    flat: Mapping[str, int] = NO_ENTRIES
    step: int = 5
    inferred: tuple[str, ...] = ()
    stated: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    printed: Mapping[str, int] = NO_ENTRIES
    custom: Mapping[str, int] = NO_ENTRIES

    def setup(self, clause: Clause, bidding: BiddingPart, settling: SettlingPart) -> None:
        if self.custom:
            settling.prices = _custom(bidding, clause, self.custom)
        else:
            for bid in bidding.bids:
                amount = self.printed.get(bid.text) if self.printed else self._bare(bid)
                if amount is not None and (not self.only or bid.text in self.only):
                    settling.prices[bid.text] = Price(
                        amount, _step(bidding, bid, self.step), self._grade(bid, clause)
                    )
        multiple = f"expected a multiple of {settling.smallest}, the smallest counter"
        for text, price in settling.prices.items():
            if price.amount <= 0 or price.amount % settling.smallest:
                raise self._wrong(clause, f"the price of {text} is {price.amount}; {multiple}, above 0")
            if price.step % settling.smallest:
                raise self._wrong(clause, f"the step is {price.step}; {multiple}")

    def _wrong(self, clause: Clause, why: str) -> OptionMisfit | RecordError:
        return OptionMisfit.of(clause, why) if self.custom else RecordError(f"{clause.id}: {why}")

    def _grade(self, bid: Bid, clause: Clause) -> Evidence:
        if self.printed:  # in a table of this game, or of another
            return clause.at_best(Evidence.INFERRED)
        return Evidence.INFERRED if bid.text in self.inferred else Evidence.RECONSTRUCTED

    def _bare(self, bid: Bid) -> int | None:
        if not bid.suit:
            return self.flat.get(bid.contract)
        if bid.contract not in self.levels or bid.suit not in self.suits:
            return None
        return self.levels[bid.contract] + self.suits[bid.suit]

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is None or reckoning.made is None:
            return
        contract = reckoning.row or reckoning.contract
        bid = contract.bid(reckoning.suit)
        price = settling.plan.settling.prices.get(bid.text)
        if price is None:
            raise NotSourcedError(clause, str(bid), self._answered(settling.plan))
        above = 0 if reckoning.index is None else max(reckoning.index - contract.tricks, 0)
        reckoning.price = price.amount + price.step * above
        stated = not self.custom and f"{bid} {reckoning.index}" in self.stated
        grade = Evidence.DESCRIBED if stated else price.evidence
        reckoning.evidence = max(reckoning.evidence, grade, clause.at_best(Evidence.TAKEN_OVER))

    def unsourced(self, plan: PlanFacts) -> str:
        if all(bid.text in plan.settling.prices for bid in plan.bidding.bids):
            return ""
        known, unknown = (
            [
                naming.bid(plan, bid)
                for bid in plan.bidding.bids
                if (bid.text in plan.settling.prices) == priced
            ]
            for priced in (True, False)
        )
        if len(unknown) < len(known):
            return f"The sources give no price for {words.listed(unknown)}: a deal played for such a bid ends unpaid."
        paid = (
            f"The sources give prices only for {words.listed(known)}"
            if known
            else "The sources give no prices"
        )
        return f"{paid}: a deal played for any other bid ends unpaid."

    @staticmethod
    def _answered(plan: PlanFacts) -> str:
        known = plan.settling.prices
        missing = [bid.text for bid in plan.bidding.bids if bid.text not in known]
        if len(missing) < len(known):
            return f"there is a price for every bid but {' '.join(missing)}"
        return f"there is a price for {' '.join(known) or 'nothing'} alone"


def _custom(bidding: BiddingPart, clause: Clause, prices: Mapping[str, int]) -> dict[str, Price]:
    bids = {bid.text: bid for bid in bidding.bids}
    for text in prices:
        if text not in bids and text != STEP:
            raise OptionMisfit.of(
                clause,
                f"{text!r} is not a bid{near(text, (*bids, STEP))} "
                f"A price list gives a price for each of {', '.join(bids)} and {STEP!r}.",
            )
    missing = [text for text in (*bids, STEP) if text not in prices]
    if missing:
        raise OptionMisfit.of(clause, f"the price list has no price for {', '.join(missing)}")
    return {
        text: Price(prices[text], _step(bidding, bid, prices[STEP]), Evidence.DEFAULT)
        for text, bid in bids.items()
    }


def _step(bidding: BiddingPart, bid: Bid, step: int) -> int:
    """Return what each point of the index adds to the price of a bid: nothing in a contract for an exact number."""
    contract = bidding.contracts.get(bid.contract)
    return step if bid.suit or (contract is not None and not contract.exactly) else 0


class LossPerTrick(Mechanism):
    """A contract for an exact number of tricks costs ``each`` more for every trick by which it misses that number."""

    name: ClassVar[str] = "loss_per_trick"
    alone: ClassVar[str] = (
        "Like `price_list` it adds a sum for each trick, but only for those by which an exact number is "
        "missed, in an option of one game."
    )
    order: ClassVar[int] = 11
    each: int = 5

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is None or reckoning.price is None or reckoning.made or not reckoning.contract.exactly:
            return
        reckoning.price += self.each * abs(reckoning.tricks - reckoning.target)
        reckoning.rests_on(clause)


class OpponentsPay(Mechanism):
    """Each opponent pays the declarer for a contract that is made."""

    name: ClassVar[str] = "opponents_pay"
    order: ClassVar[int] = 12

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is None or not reckoning.made or reckoning.price is None:
            return
        price, opponents = reckoning.price, reckoning.opponents
        amounts = [0] * settling.n
        amounts[reckoning.declarer] = price * len(opponents)
        for seat in opponents:
            amounts[seat if reckoning.payer is None else reckoning.payer] -= price
        who = (
            "Each opponent pays"
            if reckoning.payer is None
            else f"Seat {reckoning.payer} pays for every opponent"
        )
        settling.line(clause, f"{who} {price}", amounts, evidence=reckoning.evidence)


class DeclarerPays(Mechanism):
    """The declarer pays for a contract that is lost, ``to`` each of the ``opponents`` or to the ``pool``."""

    name: ClassVar[str] = "declarer_pays"
    order: ClassVar[int] = 12
    to: Literal["opponents", "pool"] = "opponents"

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is None or reckoning.made is not False or reckoning.price is None:
            return
        price = reckoning.price
        amounts = [0] * settling.n
        if self.to == "pool":
            amounts[reckoning.declarer] = -price
            settling.line(clause, f"The declarer pays {price} to the pool", amounts, pool=price,
                          evidence=reckoning.evidence)  # fmt: skip
            return
        for seat in reckoning.opponents:
            amounts[seat] += price
            amounts[reckoning.declarer] -= price
        settling.line(
            clause, f"The declarer pays {price} to each opponent", amounts, evidence=reckoning.evidence
        )
