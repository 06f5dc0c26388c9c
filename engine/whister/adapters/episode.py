"""A deal from the first card dealt to its result, with chance as a player that deals the cards one by one.

The cards are dealt from the top of the pack: each of those left is as likely as any other. The stock is dealt as well,
face down and in order, so that nothing is left to chance afterwards. Where a card of a second pack is turned up, it is
dealt last.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Self

from whister.adapters.indices import Indices
from whister.adapters.refused import IllegalIndex
from whister.adapters.steps import Steps
from whister.cards import bits
from whister.deal.dealing import Dealing
from whister.deal.view import SEALED, View
from whister.ledger import Ledger
from whister.notation import Action
from whister.plan.state import Dealt
from whister.rules import Deal, Rules

#: what is left out of a view as text: the same in all deals of a game, or told by the history
_LEFT_OUT = frozenset({"ledger", "events", "tricks", "legal"})
#: what a view shows to its own seat alone
PRIVATE = frozenset({"seat", "hand", "given", "received", "laid_aside", "widow", "partner"})


class Setting:
    """What all episodes of one game share: the rules, the ledger before the deal, and the indices."""

    def __init__(self, rules: Rules, ledger: Ledger | None = None) -> None:
        self.rules = rules
        self.ledger = ledger
        self.indices = Indices(rules)
        plan = rules.plan
        #: the cards of the pack, as indices in rising order
        self.whole = tuple(sorted(self.indices.of(str(card)) for card in plan.cards_of(plan.present)))
        self.turns = plan.dealing.turns_still  #: whether a card of a second pack is turned up
        #: the number of cards that chance deals
        self.dealt = len(self.whole) + self.turns
        widow = plan.dealing.widow
        #: whether a view leaves out what the seat has seen before, such as cards of a stock
        self.forgets = bool(plan.dealing.pile or plan.dealing.stock or (widow is not None and widow.face_up))

    def __reduce__(self) -> tuple[object, ...]:
        return Setting, (self.rules, self.ledger)

    @cached_property
    def receivers(self) -> Sequence[int]:
        """Who gets each card of the pack, from the top: a seat, the widow after them, or the stock after that."""
        plan = self.rules.plan
        dealer = plan.opened(self.ledger or plan.start).dealer
        return plan.once(Dealing).receivers[dealer]

    def deal(self, pack: Sequence[int]) -> Deal:
        """Return the deal of these cards, in the order in which chance has dealt them."""
        texts = [self.indices.texts[card] for card in pack]
        second: dict[str, Any] = {}
        if self.turns:
            up = texts.pop()
            first, *rest = (text for text in texts if text != up)
            second = {"still": [first, up, *rest], "still_cut": 1}
        return self.rules.deal(pack=texts, ledger=self.ledger, **second)

    def order_of(self, dealt: Dealt) -> tuple[int, ...]:
        """Return an order in which chance may have dealt these cards, as indices."""
        plan = self.rules.plan
        n, dealing = plan.table.n, plan.dealing
        piles = [list(bits(hand)) for hand in dealt.hands]
        widow = [*bits(dealt.widow & ~dealt.turned), *bits(dealt.turned)]
        if dealing.turns_next:
            widow.sort(key=lambda card: card != dealt.turn_up)
        elif dealing.turn_up and not self.turns:
            for pile in piles:
                pile.sort(key=lambda card: card == dealt.turn_up)
        piles += [widow, []]
        ordered = plan.once(Dealing).ordered
        if ordered is not None:
            piles[ordered] = list(dealt.stock)
            if dealing.pile:
                piles[n] = [card for card in widow if card not in dealt.stock]
        left = [iter(pile) for pile in piles]
        order = [next(left[receiver]) for receiver in self.receivers]
        if self.turns:
            order.append(dealt.turn_up)
        return tuple(self.indices.of(str(plan.pack.cards[card])) for card in order)


class Seen(NamedTuple):
    """A step as a seat sees it: who chose which index, -1 for a single card that another seat has chosen in secret."""

    seat: int
    which: int


class Episode:
    """One deal under a setting. ``steps`` plays it once all cards are dealt; until then it is None."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.pack: tuple[int, ...] = ()  #: the cards dealt so far, as indices
        self.steps: Steps | None = None
        #: every step: what its seat sees of it, and what the others do; None if they see nothing
        self._done: tuple[tuple[Seen, Seen | None], ...] = ()
        self._sights: tuple[
            tuple[str, ...], ...
        ] = ()  # for each seat, what it has seen, if a view forgets it

    @classmethod
    def begun(cls, setting: Setting, pack: Sequence[int]) -> Self:
        """Return an episode in which chance has dealt these cards in this order, all of them."""
        episode = cls(setting)
        episode.pack = tuple(pack)
        episode.steps = Steps(setting.deal(episode.pack), setting.indices)
        episode._look(episode.steps)
        return episode

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self.steps is not None and self.steps.over

    def chances(self) -> list[tuple[int, float]]:
        """Return the cards that may be dealt next, as indices, each with its probability; none once all are dealt."""
        if self.steps is not None:
            return []
        counts = Counter(self.setting.whole)
        if len(self.pack) < len(self.setting.whole):
            counts.subtract(self.pack)
        left = counts.total()
        return [(card, number / left) for card, number in sorted(counts.items()) if number]

    def step(self, index: int) -> None:
        """Deal a card, or let the seat whose step it is choose an index.

        Raises ``IllegalIndex`` for a card that cannot be dealt, and otherwise what ``Steps.step`` raises.
        """
        steps = self.steps
        if steps is None:
            self._deal(index)
            return
        seat = steps.seat
        action = steps.step(index)
        assert seat is not None
        self._done += ((Seen(seat, int(index)), _public(seat, int(index), action)),)
        if action is not None:
            self._look(steps)

    def _deal(self, card: int) -> None:
        setting = self.setting
        if card not in dict(self.chances()):
            text = setting.indices[card]
            raise IllegalIndex(f"{setting.rules.id}: index {card} ({text}) cannot be dealt now")
        self.pack = (*self.pack, int(card))
        if len(self.pack) == setting.dealt:
            self.steps = Steps(setting.deal(self.pack), setting.indices)
            self._look(self.steps)

    def _look(self, steps: Steps) -> None:
        """Note for each seat what it sees now and may no longer see later."""
        if not self.setting.forgets:
            return
        seats = self.setting.rules.plan.table.seats
        before = self._sights or ((),) * len(seats)
        now = [_sight(steps.deal.view(seat)) for seat in seats]
        self._sights = tuple(
            old if old[-1:] == (new,) else (*old, new) for old, new in zip(before, now, strict=True)
        )

    def history(self, seat: int | None) -> list[Seen]:
        """Return all steps so far that a seat knows of, its own included; with None, those that all have seen."""
        known = (own if own.seat == seat else public for own, public in self._done)
        return [each for each in known if each is not None]

    def told(self, seat: int) -> str:
        """Return all that a seat knows, as text: it cannot distinguish two episodes with the same text. "" before all
        the cards are dealt."""
        return self.text(seat, recalls=True)

    def text(self, seat: int | None, *, recalls: bool, public: bool = True) -> str:
        """Return what a seat sees now, as text, and with ``recalls`` also what it has seen before; "" before all the
        cards are dealt. With None it is what all can see, and without ``public`` what this seat alone can see."""
        if self.steps is None:
            return ""
        seats = self.setting.rules.plan.table.players
        view = self.steps.deal.view(seats[0] if seat is None else seat).to_dict()
        shown = {
            name: value for name, value in view.items()
            if name not in _LEFT_OUT and (seat is not None if name in PRIVATE else public)
        }  # fmt: skip
        if seat is not None:
            shown["chosen"] = self.steps.chosen if self.steps.seat == seat else ()
        if recalls:
            shown["history"] = self.history(seat)
            shown["sights"] = self._sights[seat] if self._sights and seat is not None else ()
        return json.dumps(shown, separators=(",", ":"))

    @property
    def chosen(self) -> tuple[int, ...]:
        """Every index so far: the cards dealt by chance, then the steps of the seats."""
        return (*self.pack, *(own.which for own, _ in self._done))

    def copy(self) -> Self:
        """Return an independent episode at the same point."""
        twin = type(self)(self.setting)
        twin.pack, twin._done, twin._sights = self.pack, self._done, self._sights
        twin.steps = None if self.steps is None else self.steps.copy()
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return replayed, (self.setting, self.chosen)


def replayed(setting: Setting, indices: Iterable[int]) -> Episode:
    """Return the episode in which chance and the seats have chosen these indices."""
    episode = Episode(setting)
    for index in indices:
        episode.step(index)
    return episode


def _public(seat: int, index: int, action: Action | None) -> Seen | None:
    """Return what the others see of a step: nothing of a call left out, or of a choice before it is complete."""
    if action is None:
        return None
    return Seen(seat, -1 if action.verb in SEALED and len(action.cards) == 1 else index)


def _sight(view: View) -> str:
    return " ".join([*view.hand, "/", *view.widow, "/", *([] if view.pile_top is None else [view.pile_top])])


__all__ = ["PRIVATE", "Episode", "Seen", "Setting", "replayed"]
