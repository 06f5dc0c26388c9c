"""Contracts: which may be announced, their order, and the resulting ladder of bids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from whister.cards import Pack
from whister.clause import Clause
from whister.errors import RecordError
from whister.frozen import changed
from whister.mechanisms.bidding.auction import AuctionPhase
from whister.plan.bidding import NAMED, NO_TRUMP, ONE_SUIT, Announcement, Bid, BiddingPart
from whister.plan.course import CoursePart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import NO_ENTRIES, Mechanism
from whister.plan.settlement import Settling


class Contract(Mechanism):
    """A contract, identified by ``id``.

    ``title`` is its name; ``rank`` is its place among the contracts, 1 being the lowest (0: it cannot be announced);
    ``tricks`` is the number to win, as a minimum or ``exactly``. ``spelling`` is the notation for a bid of it (by
    default its ``id``). Before the play each player lays aside ``discard`` cards. With ``exposed`` the declarer plays
    with their hand on the table; with ``partner`` they may ask for a partner.
    """

    name: ClassVar[str] = "contract"
    id: str
    title: str
    rank: int
    tricks: int
    exactly: bool = False
    discard: int = 0
    exposed: bool = False
    partner: bool = False
    spelling: str = ""

    @property
    def says(self) -> tuple[str, ...]:
        return (f"bid {self.spelling or self.id}",)

    def setup(self, clause: Clause, bidding: BiddingPart) -> None:
        if self.id in bidding.contracts:
            raise RecordError(
                f"{clause.id}: contract.id = {self.id!r}, which {bidding.contracts[self.id].clause.id} already has"
            )
        if any(self.rank and self.rank == other.rank for other in bidding.contracts.values()):
            raise RecordError(f"{clause.id}: contract.rank = {self.rank}, which another contract has")
        bidding.contracts[self.id] = Announcement(
            self.id, self.title, clause, self.rank, self.tricks, self.exactly, NAMED, self.discard, self.exposed,
            self.partner, self.spelling or self.id,
        )  # fmt: skip


class NumberContracts(Mechanism):
    """A contract for each number of tricks from ``least`` to ``most``, each ranking above the one before.

    ``title`` is their name, with ``{}`` for the number. Their ranks are ten times the number, which leaves room for
    others in between. Up to ``partner_to`` tricks the declarer may ask for a partner.
    """

    name: ClassVar[str] = "number_contracts"
    least: int
    most: int
    title: str = "{} tricks"
    partner_to: int = 0

    def setup(self, clause: Clause, pack: Pack, bidding: BiddingPart) -> None:
        if not 1 <= self.least <= self.most <= len(pack.cards):
            raise RecordError(
                f"{clause.id}: number_contracts from least {self.least} to most {self.most}; expected 1 to {len(pack.cards)}, in rising "
                "order"
            )
        for number in range(self.least, self.most + 1):
            said = _NUMBERS.get(number, str(number))
            Contract(
                id=said, title=self.title.replace("{}", said.capitalize()), rank=10 * number, tricks=number,
                partner=number <= self.partner_to, spelling=str(number),
            ).setup(clause, bidding)  # fmt: skip


_NUMBERS = {
    1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten",
    11: "eleven", 12: "twelve", 13: "thirteen",
}  # fmt: skip


class NoTrumps(Mechanism):
    """Contracts of one kind are played without trumps. ``of``: ``exact``, those for an exact number of tricks.

    ``also`` lists other contracts without trumps.
    """

    name: ClassVar[str] = "no_trumps"
    order: ClassVar[int] = 2
    of: Literal["exact"] = "exact"
    also: tuple[str, ...] = ()

    def setup(self, clause: Clause, bidding: BiddingPart) -> None:
        for contract in bidding.contracts.values():
            if contract.exactly or contract.id in self.also:
                bidding.contracts[contract.id] = changed(contract, trump=NO_TRUMP)

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        for name in self.also:
            plan.bidding.expect_contract(name, f"{clause.id}: no_trumps.also")


class TrumpSuit(Mechanism):
    """One suit is always the trump suit of a contract. ``of`` maps contracts to the letters of their suits.

    Such a contract is announced without its suit.
    """

    name: ClassVar[str] = "trump_suit"
    alone: ClassVar[str] = (
        "`turned_trump` and `name_trump` leave the suit to a card or to a player; only here is it the same in every deal."
    )
    order: ClassVar[int] = 2
    of: Mapping[str, str]

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return other suits, since without one the contract would be announced in any suit."""
        return {"of": {name: "S" if suit != "S" else "C" for name, suit in parameters["of"].items()}}

    def setup(self, clause: Clause, pack: Pack, bidding: BiddingPart) -> None:
        for name, suit in self.of.items():
            if suit not in pack.suits:
                raise RecordError(
                    f"{clause.id}: trump_suit.of, {name} = {suit!r}; expected one of {', '.join(pack.suits)}"
                )
            if name in bidding.contracts:
                bidding.contracts[name] = changed(bidding.contracts[name], trump=ONE_SUIT, suit=suit)

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        for name in self.of:
            plan.bidding.expect_contract(name, f"{clause.id}: trump_suit.of")


class GrandContracts(Mechanism):
    """Every contract that is announced with a trump suit may also be announced without trumps, above all its suits.

    ``title`` is the name of such a contract, with ``{}`` for the title of the other. The letter ``N`` takes the place
    of the suit in its notation.
    """

    name: ClassVar[str] = "grand_contracts"
    alone: ClassVar[str] = (
        "In no other game here is a trump suit left out of a bid to win tricks; `no_trumps` is for contracts that are "
        "never played with one."
    )
    order: ClassVar[int] = 2
    title: str = "{} in grand"

    def setup(self, clause: Clause, bidding: BiddingPart) -> None:
        for contract in [*bidding.contracts.values()]:
            if contract.rank and contract.trump == NAMED and not contract.exactly:
                id_, title = f"{contract.id}-grand", self.title.replace("{}", contract.title)
                bidding.contracts[id_] = changed(
                    contract,
                    id=id_,
                    title=title,
                    clause=clause,
                    trump=NO_TRUMP,
                    spelling=contract.bid("N").text,
                )


class SuitOrder(Mechanism):
    """The rank of the suits in the auction. ``low_to_high`` lists their letters."""

    name: ClassVar[str] = "suit_order"
    low_to_high: str

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"low_to_high": " ".join(reversed(parameters["low_to_high"].split()))}

    def setup(self, clause: Clause, pack: Pack, bidding: BiddingPart) -> None:
        suits = tuple(self.low_to_high.split())
        if sorted(suits) != sorted(pack.suits):
            raise RecordError(
                f"{clause.id}: suit_order.low_to_high = {self.low_to_high!r}; expected the suits "
                f"{' '.join(pack.suits)}, each once"
            )
        bidding.suit_order = suits


class Ladder(Mechanism):
    """The ladder of bids: the contracts in order of rank, and each contract in the order of the suits.

    If the suits are ranked by a card turned up, ``by`` decides which is compared first, the ``contract`` or the
    ``suit``; ``among`` decides whether ``all`` suits may be trumps, or only the ``preferred`` ones. ``preferring``
    lists the contracts in which suits are ranked in this way, if not in all; in the others they have their usual order.
    ``only`` maps a contract to the one class of suits in which it may be bid. ``equal`` maps a contract to the one just
    below it that it does not outbid.
    """

    name: ClassVar[str] = "ladder"
    order: ClassVar[int] = 3
    by: Literal["contract", "suit"] = "contract"
    among: Literal["all", "preferred"] = "all"
    preferring: tuple[str, ...] = ()
    only: Mapping[str, str] = NO_ENTRIES
    equal: Mapping[str, str] = NO_ENTRIES

    def setup(self, clause: Clause, pack: Pack, course: CoursePart, bidding: BiddingPart) -> None:
        bidding.contracts = dict(sorted(bidding.contracts.items(), key=lambda item: item[1].rank))
        suits = bidding.suit_order or pack.suits
        bidding.bids = tuple(
            changed(bid, rung=rung)
            for rung, bid in enumerate(
                contract.bid(suit)
                for contract in bidding.contracts.values()
                if contract.rank
                for suit in (suits if contract.trump == NAMED else ("",))
            )
        )
        if self.equal:
            bidding.bids = self._level(bidding.bids)
        if bidding.suit_classes:
            from whister.mechanisms.bidding.preference import ranked_bids

            course.bids_now = ranked_bids(
                pack, bidding, self.by, self.among, preferring=self.preferring, only=self.only
            )
        phase = course.phases.get("auction")
        if isinstance(phase, AuctionPhase):
            phase.bids_clause = clause

    def _level(self, bids: Sequence[Bid]) -> tuple[Bid, ...]:
        """Return the bids, with those of each contract in ``equal`` on the highest rung of the contract below it."""
        found: list[Bid] = []
        for bid in bids:
            below = self.equal.get(bid.contract)
            same = next((other for other in reversed(found) if other.contract == below), None)
            found.append(bid if same is None else changed(bid, rung=same.rung))
        return tuple(found)

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        known = [contract.id for contract in plan.bidding.contracts.values() if contract.rank]
        for name, below in self.equal.items():
            if name not in known[1:] or below != known[known.index(name) - 1]:
                raise RecordError(
                    f"{clause.id}: ladder.equal, {name} = {below!r}; expected a contract and the one just below it"
                )

    def settle(self, settling: Settling, clause: Clause) -> None:
        from whister.mechanisms.bidding.preference import must_be_preferred

        contract = settling.plan.bidding.contracts.get(settling.outcome.contract)
        if self.among == "preferred" and contract is not None and contract.trump == NAMED:
            must_be_preferred(settling, contract)
        elif contract is not None and contract.id in self.only:
            must_be_preferred(settling, contract, self.only[contract.id])
