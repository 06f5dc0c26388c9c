"""The facts of a rule set for one number of players, grouped by the stages of a deal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from whister.cards import Card, Layout, Pack
from whister.clause import Clause
from whister.errors import DealError, NotationError
from whister.ledger import MAIN_POOL, Amount, Ledger
from whister.notation import Action
from whister.objects import Fixed
from whister.plan.bidding import BiddingPart
from whister.plan.dealing import DealingPart
from whister.plan.makeup import MakeupPart
from whister.plan.play import PlayPart
from whister.plan.settling import SettlingPart
from whister.plan.table import TablePart
from whister.plan.worth import WorthPart
from whister.rulesets.ruleset import RuleSet

T = TypeVar("T")

_OFTEN = {1: "once", 2: "twice"}


class PlanFacts:
    """The facts of a rule set, in groups, and its pack.

    The groups are ``table``, ``makeup`` (of the pack), ``dealing``, ``bidding``, ``play``, ``worth`` and ``settling``.
    """

    table: TablePart
    makeup: MakeupPart
    dealing: DealingPart
    bidding: BiddingPart
    play: PlayPart
    settling: SettlingPart
    pack: Pack
    plays: Layout[Action]
    present: int  #: the cards in the game, as a mask
    cards: int  #: the number of cards in the game
    worth: WorthPart
    ends: Callable[
        [Ledger], tuple[bool, tuple[int, ...]]
    ]  #: returns whether the game is over, and its winners
    start: Ledger  #: the ledger before the first deal of a game
    declares: Mapping[
        str, str | tuple[str, ...]
    ]  #: the facts that an outcome may give as declared aloud, each with its kind
    voids: tuple[
        str, ...
    ]  #: the reasons an outcome may give for a void deal; a misdeal may happen in any game

    def __init__(self, rules: RuleSet, seats: int) -> None:
        self.rules = rules
        self.slugs = rules.clauses.keys()  #: the slugs of all clauses, including those not in force
        self.clause_of: dict[str, Clause] = {}  #: the clause of each mechanism, by the mechanism's name
        self.table = TablePart(seats)
        self.makeup = MakeupPart()
        self.dealing = DealingPart()
        self.bidding = BiddingPart()
        self.play = PlayPart()
        self.settling = SettlingPart()
        self.no_honours = (0,) * seats
        self._made: dict[Callable[[Any], Any], Any] = {}

    def once(self, make: Callable[[Any], T]) -> T:
        """Return the result of a function of this plan; the function is called only once."""
        if make not in self._made:
            self._made[make] = make(self)
        found: T = self._made[make]
        return found

    @property
    def all_points(self) -> int:
        """The value of all the cards and tricks of a deal, in points."""
        return self.worth.in_all(self.play.most_tricks)

    def opening_card(self, among: int, number: int = 1) -> int:
        """Return the mask of the card that opens the play of a deal with this number, and its equals; 0 if none does."""
        if self.play.opens_once and number > 1:
            return 0
        if not self.play.opening_suit:
            return self.play.opening & among
        suit = self.pack.suit_masks[self.play.opening_suit] & among
        return self.pack.equal_to(suit & -suit) & suit

    def ledger(
        self,
        *,
        number: int | None = None,
        dealer: int | None = None,
        totals: Sequence[Amount] | None = None,
        pool: int | Mapping[str, int] | None = None,
        order: Sequence[str] = (),
        standing: str | None = None,
        last_declarer: Sequence[int] | None = None,
        still: Sequence[str] = (),
        first_turn: str | None = None,
        base: Ledger | None = None,
    ) -> Ledger:
        """Return a ledger; see ``Rules.ledger``. Values not given are those of ``base``, or of the start of a game."""
        if isinstance(pool, int):
            pool = {MAIN_POOL: pool} if pool else {}
        base = base or self.start
        return Ledger(
            base.number if number is None else number,
            base.dealer if dealer is None else dealer,
            base.totals if totals is None else tuple(totals),
            base.pools if pool is None else Fixed(dict(pool)),
            tuple(order) or base.order,
            standing=base.standing if standing is None else standing,
            last_declarer=base.last_declarer if last_declarer is None else tuple(last_declarer),
            still=tuple(still) or base.still,
            first_turn=base.first_turn if first_turn is None else first_turn,
        )

    def cards_of(self, mask: int) -> tuple[Card, ...]:
        """Return the cards of a mask."""
        return self.pack.spread(mask)

    def take(self, cards: str | Iterable[str], where: str, taken: int = 0) -> list[int]:
        """Return the bit of each card in turn; if the pack has equal cards, the bit of a copy that is not ``taken``.

        Raises ``DealError`` or ``NotationError``, naming ``where``, for a card of which no copy is left.
        """
        free, found = self.present & ~taken, []
        for card in self.pack.read(cards, where):
            bits_ = self.pack.equal_to(1 << card.index)
            bit = bits_ & free & -(bits_ & free)
            if not bit:
                raise self._not_there(card, bits_ & self.present, bits_ & taken, where)
            free ^= bit
            found.append(bit)
        return found

    def whole(self, cards: str | Iterable[str], where: str) -> list[int]:
        """Return the bits of the whole pack in the order given. Raises ``DealError`` or ``NotationError``."""
        found = self.pack.read(cards, where)
        if len(found) != self.cards:
            raise DealError(f"{where}: expected the {self.cards} cards of {self.rules.id}; got {len(found)}")
        return self.take(found, where)

    def _not_there(self, card: Card, there: int, taken: int, where: str) -> DealError | NotationError:
        if not there:
            return DealError(f"{where}: {card} is not in the pack of {self.rules.id}")
        if there & taken:
            return DealError(f"{where}: {card} is in another place already")
        often = there.bit_count()
        named, has = (_OFTEN.get(count, f"{count} times") for count in (often + 1, often))
        return NotationError(f"{where}: {card} is named {named}; the pack of {self.rules.id} has it {has}")
