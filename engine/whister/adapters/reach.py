"""How far a seat may get in a settlement, up and down, while its clauses are gone through one by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from whister.cards import bits
from whister.ledger import MAIN_POOL, Amount, Ledger
from whister.mechanisms.worth.bonus import Bonus
from whister.mechanisms.worth.reckoning import IndexLimit
from whister.plan.compiled import Plan
from whister.playable import in_force
from whister.rules import Rules


class Reach:
    """The lowest and the highest amount of one seat so far, the pools at their fullest, and the highest price.

    ``cards`` are the cards that it may capture. ``others`` is the reach of a seat in a deal in which another one has
    captured every penalty card; it is None in that reach itself, whose ``whole`` is the reach of a seat in any deal.
    """

    def __init__(self, rules: Rules, plan: Plan, ledger: Ledger, whole: Reach | None = None) -> None:
        self.rules, self.plan, self.ledger = rules, plan, ledger
        worth, bidding = plan.worth, plan.bidding
        self.n = plan.table.n
        self.tricks = max(plan.play.most_tricks, plan.dealing.hand_size)
        self.whole = self if whole is None else whole
        self.cards = plan.present & ~(0 if whole is None else worth.penalties | worth.slam_also)
        self.others = Reach(rules, plan, ledger, self) if whole is None else None
        self.worth = self.of(self.cards)
        more = [each.points for _, each in in_force(rules) if isinstance(each, Bonus)]
        more.append(worth.trick_value * self.tricks)
        #: the limits of the points captured
        self.captured = (
            self.worth[0] + sum(min(each, 0) for each in more),
            self.worth[1] + sum(max(each, 0) for each in more),
        )
        self.pools = dict(ledger.pools)
        self.price = 0  #: the highest price of a contract
        self.over = 0  #: the highest price of a trick over
        self.prices: Mapping[str, int] = {}  #: the prices of calls
        self.party = 0  #: the highest value of the party
        self.counter = 1  #: the value of the counter in which a difference in tricks is paid
        #: the most tricks that a side undertakes
        self.target = max(
            (each.tricks + bidding.joint_more(each) for each in bidding.contracts.values()), default=0
        )
        #: the highest index: the tricks won or, for a lost contract, those undertaken and those short, with honours
        self.index = max(worth.honours_count.values(), default=0) + max(self.tricks, 2 * self.target)
        self.index = min(
            (each.at for _, each in in_force(rules) if isinstance(each, IndexLimit)), default=self.index
        )
        self.bid = max((bid.points for bid in bidding.bids), default=0)
        self.times = plan.settling.times(ledger.number)
        self._paid: dict[str, tuple[Amount, Amount]] = {}

    def of(self, mask: int, instead: Mapping[int, int] | None = None) -> tuple[int, int]:
        """Return the lowest and the highest value that a seat may have captured among some cards; ``instead`` gives
        other values of some of them."""
        table = self.plan.worth.values
        values = [(instead or {}).get(card, table[card]) for card in bits(mask & self.cards)]
        return sum(value for value in values if value < 0), sum(value for value in values if value > 0)

    def pay(self, what: str, *amounts: Amount) -> None:
        """Add a part of the settlement: nothing, or anything between these amounts. What has the same name is paid at
        most once in a deal."""
        low, high = self._paid.get(what, (0, 0))
        self._paid[what] = min(low, *amounts), max(high, *amounts)

    def replace(self, amounts: Iterable[Amount]) -> None:
        """Add amounts that may take the place of everything so far."""
        low, high = self.total
        self._paid = {"so far": (min(low, *amounts), max(high, *amounts))}

    @property
    def total(self) -> tuple[Amount, Amount]:
        """The lowest and the highest amount so far."""
        return sum(low for low, _ in self._paid.values()), sum(high for _, high in self._paid.values())

    @property
    def pool(self) -> int:
        """The most that may be in the main pool."""
        return self.pools.get(MAIN_POOL, 0)

    def fill(self, chips: int, pool: str = MAIN_POOL) -> None:
        """Add what may be paid into a pool."""
        self.pools[pool] = self.pools.get(pool, 0) + max(chips, 0)


__all__ = ["Reach"]
