"""A rule set compiled for one number of players: facts laid down by mechanisms, and the tables made of them.

The facts stand in parts, one for each moment of a deal; every fact starts at what holds when no clause says
otherwise, and each mechanism's ``setup`` overrides its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from whister.cards import Card, pack
from whister.clause import Clause
from whister.errors import DealError, NotationError, RecordError
from whister.ledger import MAIN_POOL, Amount, Ledger
from whister.notation import plays
from whister.plan.bidding import BiddingPart
from whister.plan.course import Asked, CoursePart
from whister.plan.dealing import DealingPart
from whister.plan.makeup import MakeupPart
from whister.plan.play import PlayPart
from whister.plan.settling import SettlingPart
from whister.plan.table import TablePart
from whister.plan.worth import WorthPart
from whister.trick_play import TrickPlay

if TYPE_CHECKING:
    from whister.mechanisms.base import Mechanism
    from whister.ruleset import Rules

T = TypeVar("T")

_OFTEN = {1: "once", 2: "twice"}


class Plan:
    """Everything the engine asks of a rule set while cards are on the table.

    ``table``, ``makeup`` (of the pack), ``dealing``, ``bidding``, ``play``, ``worth`` and ``settling`` hold facts;
    ``course`` what happens when, and ``asked`` the mechanisms that are asked in a deal.
    """

    def __init__(self, rules: Rules, mechanisms: Sequence[tuple[Clause, Mechanism]], players: int) -> None:
        self.rules = rules
        self.slugs = rules.clauses.keys()  #: of all the clauses, those out of force among them
        self.table = TablePart(players + sum(mechanism.dummies for _, mechanism in mechanisms))
        self.makeup = MakeupPart()
        self.dealing = DealingPart()
        self.course = CoursePart()
        self.bidding = BiddingPart()
        self.play = PlayPart()
        self.settling = SettlingPart()
        self.asked = Asked()
        self.base = self
        self.known: object = object()  #: the outcome that was found last: no need to look at it again
        self.no_honours = (0,) * self.table.n
        self.clause_of: dict[str, Clause] = {}
        self._plays: dict[tuple[str, str, int, int, int], TrickPlay] = {}
        self._counting: dict[str, Plan] = {}
        self._made: dict[Callable[[Plan], Any], Any] = {}
        staged = sorted(mechanisms, key=lambda item: item[1].order)
        for clause, mechanism in (item for item in staged if item[1].order == 0):
            self._lay(clause, mechanism)
        self.pack = pack(self.makeup.kind, self._ranks(), self.makeup.copies, self.makeup.jokers)
        self.plays = plays(self.pack)
        self.present = self.pack.all & ~self._left_out()  #: the cards that are in the game
        self.cards = self.present.bit_count()  #: and how many they are
        self.worth = WorthPart(self.pack)
        for clause, mechanism in (item for item in staged if item[1].order > 0):
            self._lay(clause, mechanism)
        self._finish()

    def _ranks(self) -> tuple[str, ...]:
        try:
            return self.makeup.every_rank()
        except ValueError as error:
            raise self._misranked(str(error)) from None

    def _left_out(self) -> int:
        try:
            return self.makeup.left_out(self.pack)
        except NotationError as error:
            raise RecordError(str(error)) from None

    def check(self) -> None:
        """Look whether every rank that is dealt has its place, and every card. Raises ``RecordError``.

        A rule set that is whole says so; where a clause is repealed, they lie as they fall.
        """
        if missing := self.makeup.unranked(self.pack, self.present):
            raise self._misranked(f"the pack also has {' and '.join(map(repr, missing))}")
        if not self.dealing.as_stated(self.table.n):
            raise self._uneven()

    def _misranked(self, why: str) -> RecordError:
        high_to_low = " ".join(reversed(self.makeup.ranks))
        return RecordError(f"{self.clause_of['ranking'].id}: ranking.high_to_low = {high_to_low!r}; {why}")

    def _lay(self, clause: Clause, mechanism: Mechanism) -> None:
        self.clause_of.setdefault(type(mechanism).name, clause)
        try:
            mechanism.lay(self, clause)
        except NotationError as error:
            told = str(error).removeprefix(f"{clause.id}: ")
            raise RecordError(f"{clause.id}: {type(mechanism).name}: {told}") from None

    def _finish(self) -> None:
        self.worth.count(self.present)
        table, dealing = self.table, self.dealing
        if not dealing.count(self.cards, table.n):
            raise self._uneven()
        in_turn = dealing.hand_size + dealing.pile_size // table.n
        self.play.most_tricks = in_turn if self.course.next_leader is None else self.cards // 2
        for complete in self.course.completing:
            complete()
        nothing: Mapping[str, int] = MappingProxyType({})
        self._start = Ledger(1, table.opening_dealer, (self.settling.opening_totals,) * table.n, nothing)
        self.course.settle_order(self.rules.id)

    def _uneven(self) -> RecordError:
        clauses = [
            clause for clause in (self.dealing.clause, self.clause_of.get("pack")) if clause is not None
        ]
        where = " with ".join(clause.id for clause in clauses) or self.rules.id
        return RecordError(
            f"{where}: {self.cards} cards do not make {self.dealing.in_words(self.table.n)}; expected an even deal, or a "
            "clause that has 'widow' for what is left over"
        )

    def counting(self, suit: str) -> Plan:
        """This plan once a suit has been named whose cards count; without one, the plan before that."""
        base = self.base
        if not suit or not base.worth.named_value:
            return base
        found = base._counting.get(suit)
        if found is None:
            found = base._counting[suit] = copy(base)
            found._plays = {}
            found.worth = base.worth.once_named(suit, base.pack.suit_masks[suit] & base.present)
        return found

    def once(self, make: Callable[[Plan], T]) -> T:
        """What a function makes of this plan; it is made once."""
        if make not in self._made:
            self._made[make] = make(self)
        found: T = self._made[make]
        return found

    @property
    def all_points(self) -> int:
        """What all the cards and tricks of a deal are worth, in points."""
        return self.worth.in_all(self.play.most_tricks)

    # -- the play -----------------------------------------------------------------------------------------------

    def tricks(
        self, trump: str = "", contract: str = "", opening: int = 0, top: int = -1, step: int = 1
    ) -> TrickPlay:
        """The play of the hand for a trump suit, a contract and the highest trump; compiled once."""
        key = (trump, contract, opening, top, step)
        found = self._plays.get(key)
        if found is None:
            found = self._plays[key] = TrickPlay(self, trump, contract, opening, top=top, step=step)
        return found

    def opening_card(self, among: int) -> int:
        """The card that opens the play, with all that equal it: the lowest of its suit among some; none if any may."""
        if not self.play.opening_suit:
            return 0
        suit = self.pack.suit_masks[self.play.opening_suit] & among
        return self.pack.equal_to(suit & -suit) & suit

    # -- between deals ------------------------------------------------------------------------------------------

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
        """See ``Rules.ledger``; what is not given comes from ``base``, or stands as at the start of a game."""
        if isinstance(pool, int):
            pool = {MAIN_POOL: pool} if pool else {}
        base = base or self._start
        return Ledger(
            base.number if number is None else number,
            base.dealer if dealer is None else dealer,
            base.totals if totals is None else tuple(totals),
            base.pools if pool is None else MappingProxyType(dict(pool)),
            tuple(order) or base.order,
            standing=base.standing if standing is None else standing,
            last_declarer=base.last_declarer if last_declarer is None else tuple(last_declarer),
            still=tuple(still) or base.still,
            first_turn=base.first_turn if first_turn is None else first_turn,
        )

    def opened(self, ledger: Ledger) -> Ledger:
        """The ledger as a deal opens: stakes paid."""
        for _, mechanism in self.asked.open:
            ledger = mechanism.open(ledger, self)
        return ledger

    # -- cards --------------------------------------------------------------------------------------------------

    def cards_of(self, mask: int) -> tuple[Card, ...]:
        """The cards of a mask."""
        return self.pack.spread(mask)

    def take(self, cards: str | Iterable[str], where: str, taken: int = 0) -> list[int]:
        """The bit of each of some cards in turn; of equal cards those that are in the pack and not ``taken``.

        Raises ``DealError`` or ``NotationError``, naming ``where``, for a card that is not there so often.
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
        """The bits of the whole pack in the order given. Raises ``DealError`` or ``NotationError``."""
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
