"""A price card: the price of each bid, by the number of tricks bid and, if it is lost, the number of tricks short."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import ClassVar

from whister.clause import Clause
from whister.errors import OptionMisfit, RecordError
from whister.mechanisms.worth.reckoning import Reckoning, reckoning_of
from whister.plan.bidding import Announcement, BiddingPart
from whister.plan.course import CoursePart
from whister.plan.dealing import DealingPart
from whister.plan.mechanism import NO_ENTRIES, Mechanism
from whister.plan.settlement import Settling
from whister.plan.settling import SettlingPart
from whister.spelling import near

_TOLD = 12
"""How many missing prices are listed by name; a price card that lacks a whole table may lack a hundred prices."""


def _numbers(bidding: BiddingPart) -> Iterator[Announcement]:
    """Return the contracts that may be announced and are for a minimum number of tricks."""
    return (contract for contract in bidding.contracts.values() if contract.rank and not contract.exactly)


def _unpriced(settling: Settling, made: bool) -> Reckoning | None:
    """Return the contract to be settled, if it is for a minimum number of tricks and still has no price.

    With ``made`` it must have been made, otherwise lost. None means that there is no such contract.
    """
    reckoning = reckoning_of(settling)
    if reckoning is None or reckoning.made is not made or reckoning.price is not None:
        return None
    return None if reckoning.contract.exactly else reckoning


class PriceMade(Mechanism):
    """The price that each opponent pays for a contract that is made.

    ``of`` maps its number of tricks to the price. If the price also depends on the tricks won, ``rows`` maps the number
    of tricks announced to the prices for just that number won, one more, and so on.
    """

    name: ClassVar[str] = "price_made"
    order: ClassVar[int] = 10
    of: Mapping[int, int] = NO_ENTRIES
    rows: Mapping[str, tuple[int, ...]] = NO_ENTRIES

    def setup(self, clause: Clause, bidding: BiddingPart, dealing: DealingPart, course: CoursePart) -> None:
        if self.rows:
            course.completing.append(partial(self._check_rows, clause, bidding, dealing))
            return
        for contract in _numbers(bidding):
            if self.of.get(contract.tricks, 0) <= 0:
                raise RecordError(
                    f"{clause.id}: price_made.of = {dict(self.of)}; expected a price of 1 or more for {contract.tricks} tricks"
                )

    def _check_rows(self, clause: Clause, bidding: BiddingPart, dealing: DealingPart) -> None:
        for contract in _numbers(bidding):
            row, wanted = self.rows.get(str(contract.tricks), ()), dealing.hand_size - contract.tricks + 1
            if len(row) != wanted or min(row) <= 0:
                raise RecordError(
                    f"{clause.id}: price_made.rows has {len(row)} prices for {contract.tricks} tricks; expected "
                    f"{wanted}, one for each possible number of tricks won"
                )

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = _unpriced(settling, made=True)
        if reckoning is None:
            return
        bid = reckoning.contract.tricks
        if self.rows:
            reckoning.price = self.rows[str(bid)][max(reckoning.tricks - reckoning.target, 0)]
        else:
            reckoning.price = self.of[bid]
        reckoning.rests_on(clause)


class PriceShort(Mechanism):
    """The price that the declarer pays each opponent for a lost contract, by the number of tricks short.

    ``rows`` maps the number of tricks announced to the prices for one trick short, two short, and so on.
    """

    name: ClassVar[str] = "price_short"
    order: ClassVar[int] = 10
    rows: Mapping[str, tuple[int, ...]]

    def setup(self, clause: Clause, bidding: BiddingPart) -> None:
        for contract in _numbers(bidding):
            row = self.rows.get(str(contract.tricks), ())
            if len(row) != contract.tricks or min(row) <= 0:
                raise RecordError(
                    f"{clause.id}: price_short.rows has {len(row)} prices for {contract.tricks} tricks; expected "
                    f"{contract.tricks}, one for each possible number of tricks short"
                )

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = _unpriced(settling, made=False)
        if reckoning is not None:
            reckoning.price = self.rows[str(reckoning.contract.tricks)][reckoning.short - 1]
            reckoning.rests_on(clause)


class Overtrick(Mechanism):
    """For each trick above the number announced, every opponent pays ``each`` counters more."""

    name: ClassVar[str] = "overtrick"
    alone: ClassVar[str] = (
        "No other price here adds a sum for each trick to a contract that is made but not to one that is "
        "lost; `price_list` has one step for both."
    )
    order: ClassVar[int] = 11
    each: int = 1

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is None or not reckoning.made or reckoning.price is None or reckoning.contract.exactly:
            return
        over = reckoning.tricks - reckoning.target
        if over > 0:
            reckoning.price += self.each * over
            reckoning.rests_on(clause)


class OwnCard(Mechanism):
    """The players' own price card, in place of the rule set's prices, which apply if there are no ``prices``.

    ``prices`` has ``made-N`` for each bid of N tricks, ``short-N-K`` for each number K of tricks by which it may fall
    short, and the bid itself (``little-misere``) for each contract to win an exact number of tricks.
    """

    name: ClassVar[str] = "own_card"
    alone: ClassVar[str] = (
        "No other custom prices have a row for each loss; `price_list` and `call_price` take one price for "
        "each bid."
    )
    order: ClassVar[int] = 9  # before any other price
    prices: Mapping[str, int] = NO_ENTRIES

    def setup(self, clause: Clause, bidding: BiddingPart, settling: SettlingPart) -> None:
        if self.prices:
            _check(bidding, settling.smallest, clause, self.prices)

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if not self.prices or reckoning is None or reckoning.made is None:
            return
        contract = reckoning.contract
        if contract.exactly:
            name = contract.spelling
        elif reckoning.made:
            name = f"made-{contract.tricks}"
        else:
            name = f"short-{contract.tricks}-{reckoning.short}"
        reckoning.price = self.prices[name]
        reckoning.rests_on(clause)


def _check(bidding: BiddingPart, smallest: int, clause: Clause, prices: Mapping[str, int]) -> None:
    exact = [
        contract.spelling for contract in bidding.contracts.values() if contract.rank and contract.exactly
    ]
    wanted = list(exact)
    for contract in _numbers(bidding):
        wanted.append(f"made-{contract.tricks}")
        wanted += [f"short-{contract.tricks}-{short}" for short in range(1, contract.tricks + 1)]
    for name, price in prices.items():
        _, bid, short = (*name.split("-"), "", "")[:3]
        if name not in wanted and name == f"short-{bid}-{short}" and f"short-{bid}-1" in wanted:
            raise OptionMisfit.of(
                clause,
                f"{name!r} is not a price on this card: a bid of {bid} can fall short by 1 to {bid} tricks",
            )
        if name not in wanted:
            also = f", and {', '.join(exact)}" if exact else ""
            raise OptionMisfit.of(
                clause,
                f"{name!r} is not a price on this card{near(name, wanted)} It has made-N for each bid of N "
                f"tricks, short-N-K for each number K that it may fall short by{also}",
            )
        if price <= 0 or price % smallest:
            raise OptionMisfit.of(
                clause,
                f"the price {name} is {price}; expected {smallest}, the smallest counter, or a multiple of it",
            )
    missing = [name for name in wanted if name not in prices]
    if missing:
        more = f" … and {len(missing) - _TOLD} more" if len(missing) > _TOLD else ""
        raise OptionMisfit.of(clause, f"the price card has no price for {', '.join(missing[:_TOLD])}{more}")
