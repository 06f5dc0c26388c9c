"""A choice of several cards, made one card at a time in the order of their indices.

Only cards with which a legal choice can still be completed are offered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from whister.adapters.indices import Indices
from whister.notation import CARD_VERBS, Action, CardChoices, only_of

Cards = tuple[int, ...]  #: cards chosen, as indices in rising order


class Choosing(Protocol):
    """A choice of several cards. ``verb`` and ``tail`` are the words before and after them."""

    verb: str
    tail: tuple[str, ...]

    def after(self, chosen: Cards) -> Sequence[int]:
        """Return the cards, as indices, that may be chosen after some have been chosen; none if the choice is
        complete."""


class AnyOf:
    """A choice of ``count`` cards in which any may be chosen, as long as ``always`` are among them."""

    def __init__(
        self, verb: str, tail: tuple[str, ...], cards: Iterable[int], always: Iterable[int], count: int
    ) -> None:
        self.verb, self.tail = verb, tail
        self._held, self._always, self._count = Counter(cards), Counter(always), count

    def after(self, chosen: Cards) -> Sequence[int]:
        """See ``Choosing.after``."""
        missing = self._count - len(chosen)
        if not missing:
            return ()
        least, taken = (chosen[-1] if chosen else -1), Counter(chosen)
        free = {
            card: left
            for card, n in sorted(self._held.items())
            if card >= least and (left := n - taken[card])
        }
        due = {card: left for card, n in self._always.items() if (left := n - taken[card]) > 0}
        if sum(due.values()) == missing:
            return (min(due),)
        found: list[int] = []
        rest = sum(free.values())  # the cards from this one on, copies included
        for card, left in free.items():
            if rest < missing:
                break
            found.append(card)
            if card in due:
                break
            rest -= left
        return found


class OneOf:
    """A choice among some groups of cards, each given as indices in rising order."""

    def __init__(self, verb: str, tail: tuple[str, ...], groups: Iterable[Cards]) -> None:
        self.verb, self.tail = verb, tail
        self._groups = tuple(dict.fromkeys(groups))

    def after(self, chosen: Cards) -> Sequence[int]:
        """See ``Choosing.after``."""
        n = len(chosen)
        return sorted({group[n] for group in self._groups if len(group) > n and group[:n] == chosen})


def choosing(indices: Indices, legal: Sequence[Action]) -> Choosing | None:
    """Return the choice of several cards among the legal actions; None if there is none."""
    if isinstance(legal, CardChoices):
        if legal.count < 2:
            return None
        verb, tail = legal[0].verb, tuple(legal.tail)
        if only_of(legal):
            return OneOf(verb, tail, map(_cards(indices), legal))
        cards, always = ([indices.of(str(card)) for card in each] for each in (legal.cards, legal.always))
        return AnyOf(verb, tail, cards, always, legal.count)
    several = [action for action in legal if action.verb in CARD_VERBS and len(action.cards) > 1]
    if not several:
        return None
    first = several[0]
    return OneOf(first.verb, first.words[len(first.cards) :], map(_cards(indices), several))


def _cards(indices: Indices) -> Callable[[Action], Cards]:
    return lambda action: indices.path(action)[:-1]
