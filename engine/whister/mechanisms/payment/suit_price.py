"""A price for each contract and trump suit, with honours and tricks over, as in a table with a column for each suit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from whister import words
from whister.clause import Clause
from whister.errors import NotSourcedError, RecordError
from whister.mechanisms.pack.turning import turned_suit
from whister.mechanisms.worth.reckoning import Reckoning, reckoning_of
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling


class SuitPrice(Mechanism):
    """The price of a contract: a number of counters, times the number for its trump suit in ``suits``.

    ``of`` maps a contract to its counters, followed by those for three honours, for four honours, and for each trick
    over. These are added only if the contract is made. A contract for an exact number of tricks has one number, and
    counts in the suit turned up. A contract that is missing from ``of`` has no price; nor, with ``slam_unpriced``, has
    winning all the tricks without a partner.
    """

    name: ClassVar[str] = "suit_price"
    alone: ClassVar[str] = (
        "No other price here is different in each suit for honours and tricks over as well; `price_list` adds the same "
        "step in every suit, and `multipliers` multiplies an index."
    )
    order: ClassVar[int] = 10
    of: Mapping[str, tuple[int, ...]]
    suits: Mapping[str, int]
    slam_unpriced: bool = False

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        for contract, row in self.of.items():
            found = plan.bidding.contracts.get(contract)
            wanted = len(row) if found is None else 1 if found.exactly else 4
            if len(row) != wanted or min(row) < 1:
                raise RecordError(
                    f"{clause.id}: suit_price.of has {list(row)} for {contract!r}; expected {wanted} of 1 or more"
                )
        if set(self.suits) != set(plan.pack.suits):
            raise RecordError(
                f"{clause.id}: suit_price.suits has {' '.join(self.suits)}; expected the suits {' '.join(plan.pack.suits)}"
            )

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is None or reckoning.made is None or reckoning.price is not None:
            return
        row = self.of.get(reckoning.contract.id)
        if row is None:
            known = f"{reckoning.tricks} tricks were won, {reckoning.target} wanted"
            raise NotSourcedError(clause, str(reckoning.contract.title), known)
        counters = row[0]
        if reckoning.made and not reckoning.contract.exactly:
            slam = reckoning.partner is None and reckoning.tricks >= settling.plan.dealing.hand_size
            if self.slam_unpriced and slam:
                raise NotSourcedError(
                    clause, "all the tricks won alone", "the source does not say which of its prices applies"
                )
            counters += self._added(reckoning, row)
        suit = reckoning.suit or turned_suit(settling)
        reckoning.price = counters * self.suits[suit] * settling.plan.settling.times(settling.ledger.number)
        reckoning.rests_on(clause)

    @staticmethod
    def _added(reckoning: Reckoning, row: tuple[int, ...]) -> int:
        held = {3: row[1], 4: row[2]}.get(reckoning.honours, 0)
        return held + row[3] * max(reckoning.tricks - reckoning.target, 0)

    def unsourced(self, plan: PlanFacts) -> str:
        silent = [*self._silent(plan)]
        if not silent:
            return ""
        return f"No source gives one clear price for {words.listed(silent)}: such a deal ends unpaid."

    def _silent(self, plan: PlanFacts) -> Iterator[str]:
        for contract in plan.bidding.contracts.values():
            if contract.rank and contract.id not in self.of:
                yield contract.title
        if self.slam_unpriced:
            yield "winning all the tricks alone"


class ForcedAlonePrice(Mechanism):
    """The price of a contract that allows a partner, when the declarer has found none and wins ``tricks`` or more.

    ``of`` maps the classes of suits to the price, in place of any other.
    """

    name: ClassVar[str] = "forced_alone_price"
    alone: ClassVar[str] = (
        "No other price here depends on whether a partner was found; `shares` only divides the price between partners."
    )
    order: ClassVar[int] = 9  # before any other price
    tricks: int
    of: Mapping[str, int]

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is None or not reckoning.made or not reckoning.contract.partner:
            return
        if reckoning.partner is None and self.tricks <= reckoning.tricks < settling.plan.dealing.hand_size:
            _price_by_class(settling, reckoning, self.of, clause)


class PairSlamPrice(Mechanism):
    """The price when two partners win all the tricks.

    ``of`` maps the classes of suits to the price, in place of any other: nothing is added for honours or tricks over.
    """

    name: ClassVar[str] = "pair_slam_price"
    alone: ClassVar[str] = (
        "No other price here is only for partners who win every trick; `all_tricks_bonus` adds to the price of a call, "
        "and `suit_price` gives a price to the contract and not to its slam."
    )
    order: ClassVar[int] = 9  # before any other price
    of: Mapping[str, int]

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is None or not reckoning.made or reckoning.partner is None:
            return
        if reckoning.tricks >= settling.plan.dealing.hand_size:
            _price_by_class(settling, reckoning, self.of, clause)


def _price_by_class(settling: Settling, reckoning: Reckoning, of: Mapping[str, int], clause: Clause) -> None:
    """Set the price that ``of`` gives for the class of the trump suit, if it gives one."""
    plan, first = settling.plan, settling.ledger.first_turn
    price = of.get(plan.bidding.suit_class(reckoning.suit, turned_suit(settling), first))
    if price is None:
        return
    reckoning.price = price * plan.settling.times(settling.ledger.number)
    reckoning.rests_on(clause)
