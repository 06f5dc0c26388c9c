"""The declarer, the dealer or the winner of the first trick takes up the widow and lays aside the same number of
cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import Any, ClassVar, Literal

from whister.cards import Pack, bits
from whister.clause import Clause
from whister.errors import RecordError
from whister.mechanisms.exchange import nest_told as told
from whister.notation import Action, CardChoices, mask_of
from whister.plan.course import CoursePart
from whister.plan.dealing import DealingPart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import Mechanism, Phase
from whister.plan.play import PlayPart
from whister.plan.state import DealState
from whister.words import cards_in_words


class NestPhase(Phase):
    """The exchange. The player who lays cards aside knows them; the others see only those that must be face up."""

    what = "The exchange"
    says = ("discard",)

    def __init__(self, clause: Clause, by_dealer: bool) -> None:
        super().__init__("nest", clause)
        self.by_dealer = by_dealer
        self.limit: NestLimit | None = None
        self.limit_clause = clause

    def begin(self, deal: DealState) -> bool:
        return take_up(deal, self._taker(deal))

    def _taker(self, deal: DealState) -> int | None:
        return deal.dealer if self.by_dealer else deal.declarer

    def pending(self, deal: DealState) -> tuple[int, ...]:
        taker = self._taker(deal)
        return () if taker is None or "laid_aside" in deal.facts else (taker,)

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        count, pack, hand = deal.plan.dealing.widow_size, deal.plan.pack, deal.hand(seat)
        barred = hand & self.barred(deal)
        free = hand & ~barred
        if self.limit is not None and self.limit.swaps:
            return self._swaps(deal, seat, barred)
        if self.limit is None or not barred:
            return CardChoices("discard", pack, hand, count)
        if free.bit_count() >= count:
            return CardChoices("discard", pack, free, count)
        return CardChoices("discard", pack, hand, count, always=free if self.limit.unless_forced else 0)

    def barred(self, deal: DealState) -> int:
        if self.limit is None:
            return 0
        plan = deal.plan
        known = kinds(deal)
        named = plan.pack.select([token for token in self.limit.bars if token not in known])
        return named | any_of(known[token] for token in self.limit.bars if token in known)

    def _swaps(self, deal: DealState, seat: int, barred: int) -> Sequence[Action]:
        """Return the choices that exchange an allowed number of cards and as few of the barred ones as possible."""
        assert self.limit is not None
        count, pack, hand = deal.plan.dealing.widow_size, deal.plan.pack, deal.hand(seat)
        taken = deal.facts["received"][seat] & hand
        fewest, best = count + 1, list[int]()
        for swapped in self.limit.swaps:
            back, bad = _fewest(_choices(taken, count - swapped), barred)
            own, more = _fewest(_choices(hand & ~taken, swapped), barred)
            if back and own and bad + more <= fewest:
                best = best if bad + more == fewest else []
                fewest = bad + more
                best += [one | other for one in back for other in own]
        return CardChoices("discard", pack, any_of(best), count, only=best)

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        count = deal.plan.dealing.widow_size
        stray = mask_of(action) & ~deal.hand(seat)
        if action.verb != "discard" or mask_of(action).bit_count() != count:
            return self.clause, f"Expected 'discard' and {count} cards of the hand."
        if stray:
            return self.clause, f"{deal.plan.pack.spread(stray)[0]} is not in the hand."
        barred = mask_of(action) & self.barred(deal)
        bars, swaps = (self.limit.bars, self.limit.swaps) if self.limit is not None else ((), ())
        if not barred:
            return self.limit_clause, f"Of the cards laid aside, {told.numbers(swaps)}"
        known = {kind: mask for kind, mask in kinds(deal).items() if kind in bars}
        return self.limit_clause, told.why_not(deal.plan, known, barred, self.legal(deal, seat))

    def missed(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        if "laid_aside" in deal.facts:
            return self.clause, "The cards have been laid aside."
        return self.clause, "Nobody takes up cards in this deal."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        deal.move(seat, out=mask_of(action))
        deal.widow = mask_of(action)
        deal.facts["laid_aside"] = {seat: mask_of(action)}
        self.show(deal)

    def show(self, deal: DealState) -> None:
        """Turn up the cards laid aside that must be face up; do nothing until they have been chosen."""
        if self.limit is None or "laid_aside" not in deal.facts:
            return
        if self.limit.shows == "counters":
            deal.facts["shown"] = deal.widow & counters(deal.plan)
        elif self.limit.shows == "trumps" and deal.trump:
            deal.facts["shown"] = deal.widow & trumps(deal)
        if self.limit.tells and (deal.trump or self.limit.tells == "counters"):
            told = counters(deal.plan) if self.limit.tells == "counters" else trumps(deal)
            deal.facts["told"] = (self.limit.tells, (deal.widow & told).bit_count())

    def public(self, action: Action) -> str:
        return f"discard {mask_of(action).bit_count()} cards"

    def prompt(self, deal: DealState, seat: int) -> str:
        label = deal.plan.dealing.widow.label.lower() if deal.plan.dealing.widow is not None else "widow"
        are = "are" if label.endswith("s") else "is"
        said = f"The {label} {are} in your hand: lay {cards_in_words(deal.plan.dealing.widow_size)} aside."
        return " ".join((said, *self._told(deal, seat)))

    def _told(self, deal: DealState, seat: int) -> Iterator[str]:
        """Yield sentences that state the limits on a hand's choice."""
        if self.limit is None:
            return
        if self.limit.swaps:
            yield f"Of these, {told.numbers(self.limit.swaps)}"
        if barred := deal.hand(seat) & self.barred(deal):
            first = bool(self.limit.swaps or self.limit.unless_forced)
            yield told.limit(deal.plan, self.limit.bars, barred, self.legal(deal, seat), first=first)


class MidwayNestPhase(NestPhase):
    """The exchange by the winner of the first trick, before the lead to the second."""

    def missed(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        if "laid_aside" in deal.facts:
            return super().missed(deal, seat, action)
        return self.clause, "The first trick has not been won."

    def _taker(self, deal: DealState) -> int | None:
        return deal.winner_of(0)

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        super().perform(deal, seat, action)
        deal.resume()

    @staticmethod
    def after_trick(deal: DealState) -> None:
        """Interrupt the play for the exchange after the first trick."""
        if len(deal.closed_tricks) == 1 and take_up(deal, deal.winner_of(0)):
            deal.pause("nest")


class PickupPhase(Phase):
    """Taking up the widow, if another phase comes before the discard; no player has a decision to make."""

    silent = True

    def __init__(self, clause: Clause) -> None:
        super().__init__("pickup", clause)

    def begin(self, deal: DealState) -> bool:
        take_up(deal, deal.declarer)
        return False

    def pending(self, deal: DealState) -> tuple[int, ...]:
        return ()


def take_up(deal: DealState, taker: int | None) -> bool:
    """Put the widow into the taker's hand, unless it is there already; return False if there is no widow or taker."""
    if taker is None or not deal.plan.dealing.widow_size:
        return False
    if "taken_up" not in deal.facts:
        received = deal.facts.get("received", {})
        deal.facts["taken_up"] = taker
        deal.facts["received"] = {**received, taker: received.get(taker, 0) | deal.widow}
        deal.move(taker, into=deal.widow)
        deal.widow = deal.turned = 0
    return True


def trumps(deal: DealState) -> int:
    """Return the trumps as a mask, including cards that have joined them; 0 before a suit is named."""
    plan, trump = deal.plan, deal.trump
    if not trump:
        return 0
    top = plan.play.top_card(trump, deal.turned_suit)
    return any_of(
        (plan.pack.suit_masks[trump], *(wild.mask for wild in plan.makeup.wilds), 1 << top if top >= 0 else 0)
    )


def _choices(mask: int, count: int) -> list[int]:
    """Return every selection of ``count`` cards from a mask, as masks."""
    return list(map(sum, combinations([1 << card for card in bits(mask)], count)))


def _fewest(choices: list[int], barred: int) -> tuple[list[int], int]:
    """Return the choices with the fewest barred cards, and that number."""
    if not barred or not choices:
        return choices, 0
    among = [(mask & barred).bit_count() for mask in choices]
    fewest = min(among)
    return [mask for mask, bad in zip(choices, among, strict=True) if bad == fewest], fewest


def any_of(masks: Iterable[int]) -> int:
    """Return the union of some masks."""
    return reduce(or_, masks, 0)


def kinds(deal: DealState) -> dict[str, int]:
    """Return the cards that a limit may name by kind, as masks."""
    return {"counters": counters(deal.plan), "trumps": trumps(deal)}


def counters(plan: PlanFacts) -> int:
    """Return the cards that are worth points, as a mask."""
    return sum(mask for mask, _ in plan.worth.value_groups)


class Nest(Mechanism):
    """A player takes up the whole widow and lays aside the same number of cards, which become the widow.

    ``by`` is the ``declarer``, the ``dealer`` or, during the play, the winner of the ``first-trick``. Provides the
    phase ``nest`` and, for the declarer, ``pickup``, so that a course may place another phase between the two.
    """

    name: ClassVar[str] = "nest"
    speech: ClassVar[tuple[str, ...]] = ("discard",)
    by: Literal["declarer", "dealer", "first-trick"] = "declarer"

    def setup(self, clause: Clause, dealing: DealingPart, course: CoursePart, play: PlayPart) -> None:
        if dealing.widow is None:
            raise RecordError(f"{clause.id}: nest needs an earlier clause that deals a widow")
        if self.by == "first-trick":
            course.phases["nest"] = MidwayNestPhase(clause, False)
            course.after_trick.append(MidwayNestPhase.after_trick)
            play.pauses = True
            return
        course.phases["nest"] = NestPhase(clause, self.by == "dealer")
        course.phases["pickup"] = PickupPhase(clause)


class NestLimit(Mechanism):
    """Limits on the cards laid aside, and whether they lie face up.

    ``bars`` lists what may not be laid aside: ``counters`` (cards worth points), ``trumps`` (if the suit has been
    named), cards, ranks or suits. A hand with too few other cards may lay aside any cards; with ``unless_forced`` it
    lays aside all the others first. ``shows``: the ``counters`` or ``trumps`` among them lie face up; otherwise all lie
    face down, known only to the player who laid them aside. ``tells``: the others learn how many ``counters`` or
    ``trumps`` are among them. ``swaps`` lists the numbers of cards from the widow that may be kept, each in exchange
    for a card of the hand; without it any number may be kept.
    """

    name: ClassVar[str] = "nest_limit"
    order: ClassVar[int] = 2
    bars: tuple[str, ...] = ()
    unless_forced: bool = False
    shows: Literal["", "counters", "trumps"] = ""
    tells: Literal["", "counters", "trumps"] = ""
    swaps: tuple[int, ...] = ()

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        told = any(parameters.get(name) for name in ("bars", "shows", "tells", "swaps"))
        return {} if told else {"bars": ["counters"]}

    def setup(self, clause: Clause, pack: Pack, course: CoursePart) -> None:
        pack.select([token for token in self.bars if token not in ("counters", "trumps")], clause.id)
        phase = course.phases.get("nest")
        if isinstance(phase, NestPhase):
            phase.limit, phase.limit_clause = self, clause
            course.when_trump.append(phase.show)

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        if any(not 0 <= kept <= plan.dealing.widow_size for kept in self.swaps):
            raise RecordError(
                f"{clause.id}: nest_limit.swaps = {list(self.swaps)}; expected numbers from 0 to {plan.dealing.widow_size}, the "
                "cards of the nest"
            )
