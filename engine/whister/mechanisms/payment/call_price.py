"""A price for each contract, higher in a better suit and for winning all the tricks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from whister.clause import Clause
from whister.errors import OptionMisfit, RecordError
from whister.ledger import MAIN_POOL
from whister.mechanisms.pack.turning import turned_suit
from whister.mechanisms.worth.reckoning import reckoning_of
from whister.plan.bidding import BiddingPart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import NO_ENTRIES, Mechanism
from whister.plan.settlement import Settling
from whister.plan.settling import SettlingPart
from whister.spelling import near

PRICES = "prices"  #: a note in the settlement: the prices in force, and their evidence
STEP = "step"  #: the name of the price of a trick over or short in the players' own price list


class CallPrice(Mechanism):
    """A price for each contract: ``of`` maps contract IDs to prices. Each trick over or short adds ``step``.

    ``times`` maps classes of suits, which a card turned up decides, to multipliers of the total. ``custom`` prices, one
    for each contract that may be announced, replace ``of``; they may also include ``step`` and the classes.

    ``flat`` lists contracts in which tricks over and short are not paid for, and ``over`` maps contracts to another
    price of a trick over. ``least_short`` is the number of tricks, 1 or 0, by which a contract is short that only a
    revoke has lost.
    """

    name: ClassVar[str] = "call_price"
    order: ClassVar[int] = 10
    of: Mapping[str, int]
    step: int = 0
    times: Mapping[str, int] = NO_ENTRIES
    custom: Mapping[str, int] = NO_ENTRIES
    flat: tuple[str, ...] = ()
    over: Mapping[str, int] = NO_ENTRIES
    least_short: int = 1

    def setup(self, clause: Clause, bidding: BiddingPart, settling: SettlingPart) -> None:
        if self.custom:
            _check_custom(bidding, settling, clause, self.custom)

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        for name in (*self.flat, *self.over):
            plan.bidding.expect_contract(
                name, f"{clause.id}: call_price.{'flat' if name in self.flat else 'over'}"
            )

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning, prices = reckoning_of(settling), self.custom or self.of
        settling.notes[PRICES] = prices, clause.enforced
        if reckoning is None or reckoning.made is None or reckoning.price is not None:
            return
        if reckoning.contract.id not in prices:
            return
        name, step = reckoning.contract.id, prices.get(STEP, self.step)
        over = reckoning.tricks - reckoning.target if reckoning.made else 0
        short = 0 if reckoning.made else reckoning.short
        if name in self.flat:
            step = 0
        elif (
            reckoning.tricks >= reckoning.target and not reckoning.contract.exactly
        ):  # lost by a revoke alone
            short *= self.least_short
        reckoning.over = step if self.custom else self.over.get(name, step)
        reckoning.price = prices[name] + reckoning.over * over + step * short
        if self.times and reckoning.suit:
            found = settling.plan.bidding.suit_class(
                reckoning.suit, turned_suit(settling), settling.ledger.first_turn
            )
            reckoning.price *= prices.get(found, self.times.get(found, 1))
        reckoning.rests_on(clause)


def _check_custom(
    bidding: BiddingPart, settling: SettlingPart, clause: Clause, prices: Mapping[str, int]
) -> None:
    announced = [name for name, contract in bidding.contracts.items() if contract.rank]
    known = [*announced, STEP, *bidding.suit_classes]
    for name, price in prices.items():
        if name not in known:
            raise OptionMisfit.of(
                clause,
                f"{name!r} is not an announcement{near(name, known)} "
                f"A price list names {' '.join(announced)}, and may name {' '.join(known[len(announced) :])}",
            )
        if price % (1 if name in bidding.suit_classes else settling.smallest) or not (price or name == STEP):
            raise OptionMisfit.of(
                clause,
                f"the price of {name} is {price}; expected {settling.smallest}, the smallest "
                f"counter, or a multiple of it",
            )
    missing = [name for name in announced if name not in prices]
    if missing:
        raise OptionMisfit.of(clause, f"the price list has no price for {', '.join(missing)}")


class AllTricksBonus(Mechanism):
    """The bonus for winning all the tricks.

    The price ``doubles``, that of the ``tricks-over`` alone does, a ``fixed`` sum of ``counters`` is added, or the
    ``pool`` doubles. To double the pool, each opponent adds an equal share of its contents, in whole counters of the
    smallest kind. With ``pair`` only two partners get the bonus. ``but`` lists contracts without the bonus.
    """

    name: ClassVar[str] = "all_tricks_bonus"
    order: ClassVar[int] = 11
    bonus: Literal["doubles", "tricks-over", "fixed", "pool"] = "doubles"
    counters: int = 0
    pair: bool = False
    but: tuple[str, ...] = ()

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        for name in self.but:
            plan.bidding.expect_contract(name, f"{clause.id}: all_tricks_bonus.but")

    def setup(self, clause: Clause) -> None:
        if (self.bonus == "fixed") != bool(self.counters):
            raise RecordError(
                f"{clause.id}: all_tricks_bonus.bonus = {self.bonus!r} with {self.counters} counters; "
                "counters can be given only with 'fixed'"
            )

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is None or reckoning.price is None or not reckoning.made:
            return
        if reckoning.contract.id in self.but:
            return
        if reckoning.tricks < settling.plan.dealing.hand_size or (self.pair and reckoning.partner is None):
            return
        reckoning.rests_on(clause)
        if self.bonus == "doubles":
            reckoning.price *= 2
            settling.line(clause, "All the tricks: the price is doubled")
        elif self.bonus == "tricks-over":
            reckoning.price += reckoning.over * (reckoning.tricks - reckoning.target)
            settling.line(clause, "All the tricks: the tricks over are paid double", kind="verdict")
        elif self.bonus == "fixed":
            reckoning.price += self.counters
            settling.line(
                clause,
                f"All the tricks: {self.counters} {'is' if self.counters == 1 else 'are'} added to the price",
            )
        elif settling.pools.get(MAIN_POOL):
            unit = settling.plan.settling.smallest
            share = settling.pool // (len(reckoning.opponents) * unit) * unit
            amounts = [-share * (seat in reckoning.opponents) for seat in settling.plan.table.seats]
            settling.line(
                clause, f"All the tricks: each opponent adds {share} to the pool", amounts, pool=-sum(amounts)
            )
