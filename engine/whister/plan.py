"""A rule set compiled for one number of players: facts laid down by mechanisms, and the tables made of them.

Every attribute starts at what holds when no clause says otherwise; each mechanism's ``setup`` overrides its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from whister.cards import ZERO, Card, Pack, bits, pack
from whister.clause import Clause, Evidence
from whister.deal import Deal
from whister.dealing import Dealing
from whister.errors import DealError, NotationError, RecordError
from whister.ledger import MAIN_POOL, Amount, Ledger
from whister.notation import plays
from whister.play import Play
from whister.position import position
from whister.sums import Kinds
from whister.uses import useless

if TYPE_CHECKING:
    from whister.mechanisms.base import Aside, Mechanism, Phase
    from whister.mechanisms.bonus import Bonus
    from whister.ruleset import Rules

_OFTEN = {1: "once", 2: "twice"}


@dataclass(frozen=True, slots=True)
class Wild:
    """A card outside the suits: the suit it joins and its place there."""

    mask: int
    clause: Clause
    place: float  #: on the axis of ranks in its suit: 0 the lowest rank, -1 under it, above the last rank the highest
    suit: str = ""  #: the suit it joins; "" for the trumps


@dataclass(frozen=True, slots=True)
class Widow:
    """The cards dealt to nobody."""

    clause: Clause
    size: int
    interleaved: bool  #: one after each circuit of the deal, rather than the last cards
    face_up: int
    goes_to: str  #: "first-trick", "last-trick", "declarer" or "nobody"
    label: str


@dataclass(frozen=True, slots=True)
class SuitClass:
    """A suit that a card turned up puts above the others."""

    title: str
    clause: Clause
    rank: int  #: above plain suits, which have 0
    suit: Callable[[str, str], str]  #: which suit it is, by the suit turned up now and in the first deal


@dataclass(frozen=True, slots=True)
class Price:
    """One cell of a price list, in counters: the bare price of a bid and what each step above its number adds."""

    amount: int
    step: int
    evidence: Evidence


class Plan:
    """Everything the engine asks of a rule set while cards are on the table."""

    def __init__(self, rules: Rules, mechanisms: Sequence[tuple[Clause, Mechanism]], players: int) -> None:
        self.rules = rules
        self.n = players + sum(mechanism.dummies for _, mechanism in mechanisms)  #: the seats
        self.no_honours = (0,) * self.n
        self.known: object = object()  #: the outcome that was found last: no need to look at it again
        self.seats = tuple(range(self.n))
        # the table
        self.left = 1
        self.to_eldest = 1  #: from the dealer to eldest hand, in the order of play
        self.clockwise = True
        self.sides: tuple[int, ...] | None = None
        self.one_score = False  #: partners keep one score between them
        self.defenders_joined = (
            False  #: those who play against a declarer and a partner he has found score together
        )
        self.dummy: int | None = None  #: a seat at which nobody sits
        self.dummy_clause: Clause | None = None
        self.dummy_follows = False  #: its cards are played by the rules, not just from the top
        self.course: tuple[str, ...] = ("play",)
        self.course_clause: Clause | None = None
        self.course_optional: frozenset[str] = frozenset()
        self.before_play: list[str] = []  #: phases just before the play, where the course does not place them
        self.rotation = 0
        # the pack
        self.kind = "french"
        self.copies = 1  #: how many packs are shuffled together
        self.jokers = 0
        self.zeros: tuple[str, ...] = ()  #: suits with a card below the lowest
        self.ranks: tuple[str, ...] = ()
        self.left_out: Callable[[Pack], int] = lambda _: 0
        self.wilds: list[Wild] = []
        #: contracts without a trump suit, in which a wild card is the only trump, and which card wins: "highest" or "lowest"
        self.trumpless: dict[str, str] = {}
        self.wild_led: Clause | None = None  #: the clause by which a wild card that is led asks for trumps
        self.when_trump: list[Callable[[Deal], None]] = []
        self.widow: Widow | None = None
        self.widow_fits = False  #: a widow that would leave unequal hands is the nearest size that does not
        self.each: int | None = None  #: how many cards each is dealt, where not all are dealt
        self.stock = False  #: the widow is a stock, drawn from in the play: its order matters
        self.pile = ""  #: what the stock is called that lies beside the widow; "" where there is none
        self.pile_size = 0
        #: whether nobody has looked at his hand yet
        self.unseen: Callable[[Deal], bool] | None = None
        self.packets: tuple[int, ...] = (1,)
        self.first_card = "eldest"
        self.dealer_packets: tuple[int, ...] = ()  #: where they are not those of the others
        self.dealer_extra = 0  #: how many cards more than the others the dealer is dealt
        self.gathered: bool = False
        self.deal_clause: Clause | None = None
        self.cuts_allowed: int | None = None
        self.cuts_clause: Clause | None = None
        # the deal and its phases
        self.phases: dict[str, Phase] = {}
        self.asides: dict[str, list[Aside]] = {}
        #: what is said in other games and not offered here: by which clause, and why
        self.unoffered: dict[str, tuple[Clause, str]] = {}
        self.bids: tuple[Any, ...] = ()
        #: the bids of a deal, where a card turned up ranks the suits
        self.bids_now: Callable[[Deal], tuple[Any, ...]] | None = None
        self.turn_up = ""  #: which card is turned up: the "last-card" of the pack, or one of the "still-pack"
        self.when_turned: list[Callable[[Deal], None]] = []
        self.remembers_turn = False  #: the suit turned up in the first deal counts all through the session
        self.suit_classes: dict[
            str, SuitClass
        ] = {}  #: suits that a card turned up prefers, by the name of the class
        self.plain_equal = False  #: of suits that nothing prefers none beats another
        self.first_dealer: Any = None  #: how the first dealer of a session is found
        self.contracts: dict[str, Any] = {}
        self.suit_order: tuple[str, ...] = ()
        # the play
        self.turn_clause: Clause | None = None
        self.leader: Callable[[Deal], int] = lambda deal: deal.eldest
        self.opening_suit = ""
        self.narrowing: list[tuple[Clause, Mechanism]] = []
        #: clauses that narrow by what has happened in the deal, after the others; see ``Mechanism.narrow_now``
        self.narrowing_now: list[tuple[Clause, Mechanism]] = []
        self.pauses = False  #: the play may be left for a phase, and gone on with after it
        self.after_card: list[Callable[[Deal], None]] = []
        self.lead_passes = False  #: a card without a suit that is led leaves it to the next to set the suit
        #: whether the card that the declarer of a contract led to a trick takes it, whatever else is played
        self.unbeaten: Callable[[str, Sequence[Card]], bool] | None = None
        #: the place of the card that wins a trick to a suit so far, where strength in that suit does not settle it
        self.intruder: Callable[[Sequence[Card], str], int | None] | None = None
        #: who takes a complete trick, where the strongest card does not settle it; None: nobody, it is set aside
        self.trick_taker: Callable[[Deal], int | None] | None = None
        self.cancelling: Any = None  #: what is said of equal cards in a trick, where they cancel each other
        self.later_is_better = False  #: of two equal cards in a trick the later is the better
        #: players drop out as their hands run out: who leads next after the taker of a trick; None: the play is over
        self.next_leader: Callable[[Deal, int], int | None] | None = None
        self.idle_holders = 0  #: so many players left with cards end the play, where players drop out
        #: what becomes of cards that were never played: each adds to the masks that the seats captured
        self.after_play: list[Callable[[Deal, list[int]], None]] = []
        self.exempting: list[tuple[Clause, int, tuple[str, ...]]] = []
        self.breaking = 0
        self.trick_winner = "leader"
        self.trumps_beat = False
        self.revoke: Any = None
        self.after_trick: list[Callable[[Deal], None]] = []
        self.stops_when_decided: bool = False  #: a contract that has a trick too many ends the play
        # what things are worth
        self.values: list[int] = []
        self.penalties = 0
        self.trick_value = 0  #: what a trick is worth besides its cards
        self.bonuses: list[Bonus] = []  #: points besides those of cards and tricks
        self.total_value = 0  #: what all the cards are worth together
        self.named_value = 0  #: what each card of the suit named in the deal is worth
        self.named = ""  #: that suit; see ``counting``
        self.base = self
        self.unit = "points"
        self.card_unit = ""  #: what captured cards are counted in, where it is not the unit of the settlement
        self.opening_totals: Amount = 0
        self.settling: list[tuple[Clause, Mechanism]] = []
        self.opening: list[tuple[Clause, Mechanism]] = []
        #: facts for settlement that are read off a deal when it is over, by name; see ``Outcome.declared``
        self.reporting: list[Callable[[Deal], Mapping[str, Any]]] = []
        #: the card (its place) that leaves its suit and is the highest trump, by the trump suit and the suit turned up
        self.top_trump: Callable[[str, str], int] | None = None
        self.shown = 0  #: the cards of which an outcome tells how they came out
        self.pooled = 0  #: the cards that win or cost a pool by how they come out
        self.doubled: tuple[str, ...] = ()  #: payments between players that count twice
        self.concluding: list[tuple[Clause, Mechanism]] = []
        self.honour_ranks: tuple[str, ...] = ()
        self.honours_count: Mapping[int, int] = MappingProxyType(
            {}
        )  #: what so many honours held count; nothing else does
        self.partner_called = "partner"
        #: the declarer's partner as far as a seat knows, where it is a secret
        self.partner_seen: Callable[[Deal, int], int | None] | None = None
        self.honours_kept = False
        self.prices: dict[str, Price] = {}
        #: by what the index of a contract is multiplied in a suit of a class; None where that is not known
        self.multiplier: Callable[[Any, str], Price | None] | None = None
        self.smallest = 1
        self.debts = True  #: a player may owe chips that he does not have
        self.marks: dict[str, str] = {}  #: the marks that may stand with the pool, and what each says
        self.slam_also = 0
        self.adjusting: list[Callable[[int], int]] = []  #: what cards captured together add to their worth
        self.target = 0
        self.completing: list[Callable[[], None]] = []  #: what is laid down once cards and points are counted
        self.book = 0  #: so many tricks of a side count nothing
        self.book_clause: Clause | None = None

        self.clause_of: dict[str, Clause] = {}
        staged = sorted(mechanisms, key=lambda item: item[1].order)
        for clause, mechanism in (item for item in staged if item[1].order == 0):
            self._lay(clause, mechanism)
        self.pack = pack(self.kind, self._every_rank(), self.copies, self.jokers)
        self.plays = plays(self.pack)
        self.values = [0] * len(self.pack.cards)
        self.present = self.pack.all & ~self._left_out()
        for clause, mechanism in (item for item in staged if item[1].order > 0):
            self._lay(clause, mechanism)
        self._finish()

    def _every_rank(self) -> tuple[str, ...]:
        """The ranks of the pack from low to high: those that no clause ranks lowest, and under all a zero."""
        usual = pack(self.kind).ranks
        for place, rank in enumerate(self.ranks):
            if rank not in usual:
                raise self._misranked(f"{rank!r} is not a rank of this pack, which has {' '.join(usual)}")
            if rank in self.ranks[:place]:
                raise self._misranked(f"{rank!r} is named twice")
        unranked = tuple(rank for rank in usual if rank not in self.ranks)
        return (*((ZERO,) if self.zeros else ()), *unranked, *self.ranks)

    def _left_out(self) -> int:
        try:
            return self.left_out(self.pack)
        except NotationError as error:
            raise RecordError(str(error)) from None

    def check(self) -> None:
        """Look whether every rank that is dealt has its place, and every card. Raises ``RecordError``.

        A rule set that is whole says so; where a clause is repealed, they lie as they fall.
        """
        if self.ranks and len(self.ranks) < len(pack(self.kind).ranks):
            dealt = {card.rank for card in self.cards_of(self.present) if card.suit}
            missing = [rank for rank in self.pack.ranks if rank in dealt and rank not in (*self.ranks, ZERO)]
            if missing:
                raise self._misranked(f"the pack also has {' and '.join(map(repr, missing))}")
        widow = self.widow.size if self.widow else 0
        if (
            (widow not in (-1, self.widow_size) and not self.widow_fits)
            or self.each not in (None, self.hand_size)
            or self.pile_size % self.n
        ):
            raise self._uneven()

    def _misranked(self, why: str) -> RecordError:
        high_to_low = " ".join(reversed(self.ranks))
        return RecordError(f"{self.clause_of['ranking'].id}: ranking.high_to_low = {high_to_low!r}; {why}")

    def _lay(self, clause: Clause, mechanism: Mechanism) -> None:
        self.clause_of.setdefault(type(mechanism).name, clause)
        try:
            mechanism.setup(self, clause)
        except NotationError as error:
            told = str(error).removeprefix(f"{clause.id}: ")
            raise RecordError(f"{clause.id}: {type(mechanism).name}: {told}") from None

    def _finish(self) -> None:
        self._count()
        self.cards = self.present.bit_count()
        #: how many cards at most belong to nobody when a deal has been played out, those laid out by each seat apart
        self.nobodys = 0
        size = self.widow.size if self.widow else 0
        if self.each is not None and not self.pile:
            size = self.cards - self.each * self.n
        if size < 0 or (self.widow is None and not self.pile and self.cards % self.n):
            size = self.cards % self.n
        if self.widow_fits and not self.pile:
            size = min(range(self.cards % self.n, self.cards, self.n), key=lambda fit: (abs(fit - size), fit))
        self.widow_size = size
        self.pile_size = self.cards - size - (self.each or 0) * self.n if self.pile else 0
        spare = size + self.pile_size + self.dealer_extra
        self.hand_size = (self.cards - spare) // self.n
        if self.hand_size < 1 or (self.cards - spare) % self.n:
            raise self._uneven()
        #: a deal has so many tricks, or at most so many where players drop out
        self.most_tricks = (
            self.hand_size + self.pile_size // self.n if self.next_leader is None else self.cards // 2
        )
        if self.widow is not None and self.widow.goes_to == "nobody":
            self.nobodys = size
        for complete in self.completing:
            complete()
        self.dealing = Dealing(self)
        nothing: Mapping[str, int] = MappingProxyType({})
        first = self.n - self.to_eldest if self.dummy is None else self.players[-1]
        self._start = Ledger(1, first % self.n, (self.opening_totals,) * self.n, nothing)
        unplaced = [name for name in self.before_play if name not in self.course]
        at = self.course.index("play")
        self.course = (*self.course[:at], *unplaced, *self.course[at:])
        self.phase_order = tuple(
            name for name in self.course if name in self.phases or name not in self.course_optional
        )
        for name in self.phase_order:
            if name not in self.phases and name != "play":
                place = self.course_clause.id if self.course_clause else self.rules.id
                raise RecordError(
                    f"{place}: the course names phase {name!r}, which no clause in force provides"
                )
        self.phase_order = tuple(
            name for name in self.phase_order if name == "play" or not self.phases[name].idle
        )
        self._plays: dict[tuple[str, str, int, int, int], Play] = {}
        self._counting: dict[str, Plan] = {}

    def expect_contract(self, contract: str, place: str) -> None:
        """Raise ``RecordError``, naming ``place``, for a contract that there is not."""
        if contract not in self.contracts:
            known = ", ".join(map(repr, self.contracts)) or "a contract, but there are none"
            raise RecordError(f"{place} = {contract!r}; expected {known}")

    def _uneven(self) -> RecordError:
        clauses = [clause for clause in (self.deal_clause, self.clause_of.get("pack")) if clause is not None]
        hands = f"{self.n} {f'hands of {self.each}' if self.each is not None else 'equal hands'}"
        more = [f"{self.dealer_extra} more for the dealer"] if self.dealer_extra else []
        if self.widow is not None and self.widow.size >= 0:
            more.append(f"a widow of {self.widow.size}")
        if self.pile:
            more.append("a stock of as many for each")
        where = " with ".join(clause.id for clause in clauses) or self.rules.id
        return RecordError(
            f"{where}: {self.cards} cards do not make {' and '.join([hands, *more])}; expected an even deal, or a clause that "
            "has 'widow' for what is left over"
        )

    def _count(self) -> None:
        self.values = [value if self.present >> i & 1 else 0 for i, value in enumerate(self.values)]
        self.penalties &= self.present
        grouped: dict[int, int] = {}
        for i, value in enumerate(self.values):
            if value:
                grouped[value] = grouped.get(value, 0) | 1 << i
        self.value_groups = tuple((mask, value) for value, mask in grouped.items())
        self.total_value = sum(self.values)
        self._dearest = (0, *accumulate(sorted(self.values, reverse=True)))

    def counting(self, suit: str) -> Plan:
        """This plan once a suit has been named whose cards count; without one, the plan before that."""
        base = self.base
        if not suit or not base.named_value:
            return base
        found = base._counting.get(suit)
        if found is None:
            found = base._counting[suit] = copy(base)
            found.named, found._plays = suit, {}
            mask = found.pack.suit_masks[suit] & found.present
            found.values = [
                base.named_value if mask >> i & 1 else value for i, value in enumerate(base.values)
            ]
            found.penalties = base.penalties | mask
            found._count()
        return found

    # -- the table ----------------------------------------------------------------------------------------------

    def eldest(self, dealer: int) -> int:
        """The seat that speaks and leads first, the player at the dealer's left unless a clause says otherwise."""
        return (dealer + self.to_eldest * self.step(dealer)) % self.n

    def step(self, dealer: int) -> int:
        """The way round the table from seat to seat: 1, or -1 where a hand that nobody holds changes its place.

        That hand lies at the right of the dealer, so that it plays before him.
        """
        return -1 if self.dummy is not None and (dealer + 1) % self.n == self.dummy else 1

    def dealt_to(self, seat: int, dealer: int) -> int:
        """How many cards a seat is dealt."""
        return self.hand_size + (self.dealer_extra if seat == dealer else 0)

    @property
    def players(self) -> tuple[int, ...]:
        """The seats at which somebody sits."""
        return tuple(seat for seat in self.seats if seat != self.dummy)

    def partner_of(self, seat: int) -> tuple[int, ...]:
        """The other seats of a fixed partnership; none where each plays alone."""
        if self.sides is None:
            return ()
        return tuple(s for s in self.seats if s != seat and self.sides[s] == self.sides[seat])

    def partner_known(self, deal: Deal, seat: int) -> int | None:
        """The declarer's partner in a deal, as far as a seat knows."""
        return deal.partner if self.partner_seen is None else self.partner_seen(deal, seat)

    def side_of(self, seat: int) -> tuple[int, ...]:
        """The seats of a fixed partnership, the seat itself among them."""
        if self.sides is None:
            return (seat,)
        return tuple(s for s in self.seats if self.sides[s] == self.sides[seat])

    @property
    def turns_still(self) -> bool:
        """Whether two packs are in use by turns, and a card of the other one is turned up."""
        return self.turn_up == "still-pack"

    def worth(self, mask: int) -> int:
        """The value of some cards, in points."""
        return sum([(mask & group).bit_count() * value for group, value in self.value_groups])

    def worths(self, captured: Sequence[int]) -> list[int]:
        """The value of each seat's captured cards, in points."""
        points = [0] * len(captured)
        for group, value in self.value_groups:
            for seat, mask in enumerate(captured):
                if found := mask & group:
                    points[seat] += found.bit_count() * value
        return points

    def dearest(self, count: int, besides: int = 0) -> int:
        """What so many cards are worth at most, some cards left out."""
        if not besides:
            return self._dearest[min(count, len(self.values))]
        values = [value for place, value in enumerate(self.values) if not besides >> place & 1]
        return sum(sorted(values, reverse=True)[:count])

    def kinds(self, besides: int = 0) -> Kinds:
        """What cards are worth, where that is something, and how many are worth it, the dearest first; some left out."""
        counted = ((value, (group & ~besides).bit_count()) for group, value in self.value_groups)
        return tuple(sorted((kind for kind in counted if kind[1]), reverse=True))

    @cached_property
    def useless(self) -> frozenset[str]:
        """What may be said of a deal elsewhere, and no deal of these rules can have."""
        return useless(self)

    @property
    def ambiguous_honours(self) -> frozenset[int]:
        """The numbers that say one thing as honours held and another as what honours count."""
        count = self.honours_count
        return frozenset(said for said in count.values() if said and count.get(said, 0) != said)

    @property
    def all_points(self) -> int:
        """What all the cards and tricks of a deal are worth, in points."""
        return (
            self.total_value
            + self.trick_value * self.most_tricks
            + sum(bonus.points for bonus in self.bonuses)
        )

    def hand_worth(self, mask: int) -> int:
        """The value of some cards captured by one player, with what they do to each other."""
        return self.worth(mask) + sum(adjust(mask) for adjust in self.adjusting)

    def per_side(self, amounts: Sequence[Amount]) -> Sequence[Amount]:
        """What each seat scores, with its partners where they keep one score."""
        if not self.one_score:
            return amounts
        return [sum(amounts[s] for s in self.side_of(seat)) for seat in self.seats]

    def reaches_target(self, totals: Sequence[Amount]) -> bool:
        """Whether a total stands at the target that ends the game."""
        return bool(self.target) and self.unit != "chips" and max(totals) >= self.target

    # -- the play -----------------------------------------------------------------------------------------------

    def play(
        self, trump: str = "", contract: str = "", opening: int = 0, top: int = -1, step: int = 1
    ) -> Play:
        """The play of the hand for a trump suit, a contract and the highest trump; compiled once."""
        key = (trump, contract, opening, top, step)
        found = self._plays.get(key)
        if found is None:
            found = self._plays[key] = Play(self, trump, contract, opening, top=top, step=step)
        return found

    def top_card(self, trump: str, turned: str) -> int:
        """The place of the card that is the highest trump whatever its suit; -1 where none is."""
        return self.top_trump(trump, turned) if self.top_trump is not None and trump else -1

    def suit_class(self, suit: str, turned: str, first: str) -> str:
        """The best class a suit is in, by the suit turned up now and in the first deal; "" for a plain suit."""
        found = ""
        for name, known in self.suit_classes.items():
            if known.suit(turned, first) == suit and (
                not found or known.rank > self.suit_classes[found].rank
            ):
                found = name
        return found

    def opening_card(self, among: int) -> int:
        """The card that opens the play, with all that equal it: the lowest of its suit among some; none if any may."""
        if not self.opening_suit:
            return 0
        suit = self.pack.suit_masks[self.opening_suit] & among
        return self.pack.equal_to(suit & -suit) & suit

    def position(self, **given: Any) -> Deal:
        """See ``Rules.position``."""
        return position(self, **given)

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
        for _, mechanism in self.opening:
            ledger = mechanism.open(ledger, self)
        return ledger

    def next_dealer(self, dealer: int) -> int:
        """Who deals after a deal played out."""
        if self.dummy is not None:
            return self.players[(self.players.index(dealer) + self.rotation) % len(self.players)]
        return (dealer + self.rotation) % self.n

    def widow_taken(self, deal: Deal) -> list[int]:
        """Each seat's captured cards at the end, the widow with the seat it goes to."""
        captured = list(deal.captured)
        winners = [winner for _, _, winner in deal._tricks if winner >= 0]
        if "conceded_to" in deal.facts:
            winners.append(deal.facts["conceded_to"])
        if self.widow is not None and deal.widow and winners:
            to = {"first-trick": winners[0], "last-trick": winners[-1], "declarer": deal.declarer}
            taker = to.get(self.widow.goes_to)
            if taker is not None:
                captured[taker] |= deal.widow
        for count in self.after_play:
            count(deal, captured)
        return captured

    def honours(self, deal: Deal) -> tuple[int, ...]:
        """How many trump honours each seat was dealt."""
        if not deal.trump:
            return self.no_honours
        mask = self.pack.mask([card for card in self.pack.cards
                               if card.suit == deal.trump and card.rank in self.honour_ranks])  # fmt: skip
        gone = deal.facts.get("laid_aside", {}) if self.honours_kept else {}
        return tuple(
            (hand & mask & ~gone.get(seat, 0)).bit_count() for seat, hand in enumerate(deal.dealt[0])
        )

    def gather(self, deal: Deal) -> tuple[str, ...]:
        """The pack as gathered for the next deal: tricks in the order won, cards in the order played.

        Under them lie the cards laid aside and those left in the hands, seat by seat from the eldest.
        """
        order = [i for _, cards, _ in deal._tricks for i in cards]
        laid_aside: Mapping[int, int] = deal.facts.get("laid_aside", {})
        in_turn = [(deal.eldest + self.left * self.step(deal.dealer) * k) % self.n for k in self.seats]
        for seat in in_turn:
            order += bits(laid_aside.get(seat, 0))
        for seat in in_turn:
            order += bits(deal.hand(seat))
        left = self.present & ~sum(1 << i for i in order)
        return tuple(str(self.pack.cards[i]) for i in [*order, *bits(left)])

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
