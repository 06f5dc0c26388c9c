"""The compiled play of the hand: which cards may be played, which card wins, and which clause decides.

Legality is an ordered fold. Each narrowing clause gives a pair of masks ``(test, keep)`` for a situation: a hand with
cards of ``test`` keeps only ``keep``; any other hand is unchanged, and the clause is waived. An exempting clause adds
its cards to the ``keep`` of the clauses it lifts. The fast path folds the masks alone; ``judge`` folds the same pairs
together with their clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Protocol

from whister.cards import Card, bits
from whister.clause import Clause, Verdict
from whister.frozen import Frozen
from whister.notation import Place, place_of
from whister.plan.facts import PlanFacts
from whister.plan.refusing import Barred

FIRST_TRICK = 1
UNBROKEN = 2
#: A table of the actions that play the cards of a part of a hand, by its mask; see ``Layout.parts``.
Table = Any
LEADING = -1


class Context(Frozen):
    """A situation of play, as given to narrowing mechanisms."""

    plan: PlanFacts
    trump: str
    contract: str
    led: str  #: the suit led; "" when leading
    first: bool  #: whether this is the first trick
    unbroken: bool  #: whether the suit that may not be led until it is broken has not been broken
    opening: int  #: the card that must open the play; 0 if any may
    top: int = 0  #: a card that has left its suit for the trumps, as a mask

    @property
    def leading(self) -> bool:
        """Whether the seat is to lead."""
        return not self.led

    def suit(self, letter: str) -> int:
        """Return the cards of a suit, including those that have joined it."""
        mask = self.must_follow(letter)
        for wild in self.plan.makeup.wilds:
            if letter == (wild.suit or self.trump):
                mask |= wild.mask & self.plan.present
        return mask

    def must_follow(self, letter: str) -> int:
        """Return the cards that must be played when the suit is led: those of the suit, without wild cards."""
        mask = self.plan.pack.suit_masks[letter] & self.plan.present
        if self.top:
            mask = mask | self.top if letter == self.trump else mask & ~self.top
        return mask


class Step(Frozen):
    """One clause's part in the fold."""

    clause: Clause
    test: int
    keep: int
    lifted: tuple[tuple[Clause, int], ...]  #: the clauses that have added cards to ``keep``, with those cards
    lapses: bool  #: whether it does not apply to a hand that cannot meet it, instead of being waived
    why: Callable[
        [Barred], str
    ]  #: returns a sentence on why it bars a card; "" if the masks alone explain it


class Narrows(Protocol):
    """The interface of a mechanism that restricts the cards that may be played."""

    @property
    def lapses(self) -> bool:
        """Whether the clause does not apply at all to a hand that cannot meet it, instead of being waived."""

    def narrow(self, context: Context) -> tuple[int, int] | None:
        """Return the masks ``(test, keep)`` for a situation of play; None if it requires nothing."""

    def why_not(self, context: Context, card: Barred) -> str:
        """Return a sentence that explains why a card is not kept; "" if the masks alone explain it."""


class Way:
    """The fast version of a fold."""

    __slots__ = ("loose", "quick", "table")

    def __init__(self, quick: int, loose: bool, table: Table) -> None:
        self.quick = quick  #: the part of the hand that must be played from; -1 if there is no fast version
        self.loose = loose  #: whether a hand without that part may play any card
        self.table = table  #: the actions that play cards of that part


class TrickPlay:
    """The tables of play for one plan, trump suit, contract, opening card, highest trump and direction of play."""

    def __init__(
        self,
        plan: PlanFacts,
        narrowing: Sequence[tuple[Clause, Narrows]],
        trump: str,
        contract: str,
        opening: int,
        *,
        top: int = -1,
        step: int = 1,
        plain: bool = True,
        simple: bool = True,
    ) -> None:
        self.plan = plan
        self.trump = trump
        self.top = top
        self.contract = contract
        pack = plan.pack
        self.suits = pack.suits
        self.actions = plan.plays.things
        self.bits = tuple(1 << i for i in range(len(pack.cards)))
        self.after = tuple((seat + step) % plan.table.n for seat in plan.table.seats)
        self.before = tuple((seat - step) % plan.table.n for seat in plan.table.seats)
        #: whether playing cards is the only action possible during the play, and the tables give the legal cards
        self.plain = plain
        #: whether the best card takes a trick, its player leads next, and nothing else happens
        self.simple = simple
        self._narrowing = narrowing
        #: functions that play whole tricks, by the weights of cards; see ``fused``
        self.made: dict[Any, Any] = {}
        self.breaking = plan.play.breaking | self._joined(plan.play.breaking)
        self._opening = opening
        self.suit_of = tuple(self._suit_of(card) for card in pack.cards)
        self.strength = tuple(self._strength(suit) for suit in (*pack.suits, ""))
        self.named = tuple(self._folds(flags) for flags in range(4))
        self.layout = plan.plays
        self.parts = self.layout.parts
        #: returns the actions that play the cards of a mask, in the order of a sorted hand
        self.listed = self.layout.of
        #: the place of each card in a hand, by its action
        self.places: dict[str, Place] = {action: place_of(action) for action in self.actions}
        split = self.layout.split
        #: the fold by flags and suit led: the ``test`` and ``keep`` of each step, in the parts of a hand
        self.steps = tuple(
            tuple(tuple((*split(step.test), *split(step.keep)) for step in steps) for steps in by_led)
            for by_led in self.named
        )
        #: by flags and suit led: the fast version of the fold (see ``_quick``), and the actions of its part of a hand
        self.quick = tuple(
            tuple(Way(*(way := self._quick(steps)), self.parts[way[0]]) for steps in by_led)
            for by_led in self.named
        )

    def folded(self, hand: Sequence[int], flags: int, led: int) -> tuple[int, ...]:
        """Return the cards of a hand that all the clauses allow; the hand and the result are in parts."""
        a, b, c, d, odd, _ = hand
        for p, q, r, s, o, _, i, j, k, m, n, _ in self.steps[flags][led]:
            if a & p or b & q or c & r or d & s or odd & o:
                a &= i
                b &= j
                c &= k
                d &= m
                odd &= n
        return a, b, c, d, odd, 0

    def _quick(self, steps: tuple[Step, ...]) -> tuple[int, bool]:
        """Return the fast version of a fold: a part of the hand, and whether a hand without it may play any card.

        A hand with cards in that part must play one of them, whatever the rest of the fold. The last part, which is
        always empty, means that any card is legal; -1 means that there is no fast version.
        """
        if not steps:
            return len(self.parts) - 1, True
        first, *others = steps
        suits = [mask & self.plan.present for mask in self.plan.pack.suit_masks.values()]
        if (
            first.test != first.keep
            or first.test not in suits
            or any(first.test & ~step.keep for step in others)
        ):
            return -1, False
        return suits.index(first.test), not others

    def _joined(self, mask: int) -> int:
        """Return the wild cards that have joined a suit wholly contained in a mask."""
        suits = {letter: cards & self.plan.present for letter, cards in self.plan.pack.suit_masks.items()}
        return sum(wild.mask for wild in self.plan.makeup.wilds if wild.suit and not suits[wild.suit] & ~mask)

    def _suit_of(self, card: Card) -> int:
        if card.index == self.top:
            return self.suits.index(self.trump)
        if card.suit:
            return self.suits.index(card.suit)
        for wild in self.plan.makeup.wilds:
            if wild.suit and wild.mask >> card.index & 1:
                return self.suits.index(wild.suit)
        return (
            self.suits.index(self.trump)
            if self.trump and self.plan.play.wild_led is not None
            else len(self.suits)
        )

    def _strength(self, led: str) -> tuple[int, ...]:
        """Return the strength of each card when a given suit is led: the highest number wins, 0 never does."""
        plan, pack = self.plan, self.plan.pack
        strength = [0] * len(pack.cards)
        if plan.play.trick_winner == "leader":
            return tuple(strength)
        wild = {i: w for w in plan.makeup.wilds for i in bits(w.mask)}
        alone = self.contract in plan.play.trumpless
        lowest = plan.play.trumpless.get(self.contract) == "lowest"
        for card in pack.cards:
            i = card.index
            rank = (
                4 * pack.ranks.index(card.rank) if card.suit else int(4 * wild[i].place) if i in wild else 0
            )
            suit = card.suit or (wild[i].suit or self.trump if i in wild else "")
            if i == self.top:
                suit, rank = self.trump, 4 * len(pack.ranks) + 2
            if plan.play.trick_winner == "lowest" or (lowest and card.suit):
                rank = 4 * len(pack.ranks) - rank
            if suit and suit == self.trump and plan.play.trumps_beat:
                strength[i] = 1000 + rank
            elif alone and i in wild:
                strength[i] = 1000
            elif suit and suit == led:
                strength[i] = 100 + rank
        return tuple(strength)

    def _folds(self, flags: int) -> tuple[tuple[Step, ...], ...]:
        return tuple(tuple(self._fold(led, flags)) for led in (*self.suits, ""))

    def _fold(self, led: str, flags: int) -> Iterator[Step]:
        context = Context(
            self.plan,
            self.trump,
            self.contract,
            led,
            bool(flags & FIRST_TRICK),
            bool(flags & UNBROKEN),
            self._opening,
            1 << self.top if self.top >= 0 else 0,
        )
        for clause, mechanism in self._narrowing:
            masks = mechanism.narrow(context)
            if masks is None:
                continue
            test, keep = masks
            lifted: list[tuple[Clause, int]] = []
            for exempting, cards, lifts in self.plan.play.exempting:
                if clause.slug in lifts and cards & ~keep:
                    lifted.append((exempting, cards & ~keep))
                    keep |= cards
            yield Step(
                clause, test, keep, tuple(lifted), mechanism.lapses, partial(mechanism.why_not, context)
            )

    def judge(self, seat: int, hand: int, bit: int, flags: int, led: int) -> Verdict:
        """Return whether a card held may be played, and the clauses that decide it."""
        mask = hand
        exempted: Clause | None = None
        waived: list[Clause] = []
        for step in self.named[flags][led]:
            if not mask & step.test:
                if mask & ~step.keep and not step.lapses:
                    waived.append(step.clause)
                continue
            if not bit & step.keep:
                card = Barred(self.plan, seat, bit, mask, step.test, step.keep)
                return Verdict(False, step.clause, step.why(card) or card.told(), waived=tuple(waived))
            for clause, cards in step.lifted:
                if bit & cards:
                    exempted = clause
            mask &= step.keep
        return Verdict(True, None, "", exempted, tuple(waived))
