"""The indices of a rule set: one whole number for each card and for each thing that may be said in a deal.

An action is a path of indices. A card that is played, a bid or an answer is a single index. A choice of several cards,
such as ``give 9D KH QS``, is the index of each card, lowest first, and then that of ``done``. A choice of one card is
the index of that card alone. Since the cards are in rising order, every action has exactly one path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from whister import checks
from whister.adapters.refused import IllegalIndex
from whister.mechanisms.exchange.exposed_cards import ExposurePhase
from whister.mechanisms.exchange.refusing import RefusalAside
from whister.mechanisms.play.leading import OPENINGS
from whister.mechanisms.table.called_partner import CalledPartner
from whister.notation import CARD_VERBS, Action
from whister.plan.compiled import Plan
from whister.plan.mechanism import Aside, Phase
from whister.playable import in_force
from whister.rules import Rules

DONE = "done"  #: ends a choice of several cards
WAIT = "wait"  #: leaves out what a seat might say out of turn
#: what only the seat to act may say, although no phase offers it
_IN_TURN = frozenset({"draw", "lead", "claim rest"})


class Indices:
    """The table of indices of a rule set with its options, for its number of players.

    ``texts[index]`` is the text of an index: a card, ``done``, ``wait``, or an action such as ``bid 75``. The indices
    from 0 to ``cards - 1`` are the cards. Equal cards of two packs share one index.
    """

    def __init__(self, rules: Rules) -> None:
        checks.instance(rules, Rules, "indices, rules")
        self.rules = rules
        plan = rules.plan
        faces = tuple(dict.fromkeys(map(str, plan.cards_of(plan.present))))
        self.cards = len(faces)
        said = dict.fromkeys(_said(rules))
        after = [DONE] if any(verb in said for verb in CARD_VERBS) else []
        if any(_out_of_turn(aside) for asides in plan.course.asides.values() for aside in asides):
            after.append(WAIT)
        self.texts: tuple[str, ...] = (*faces, *after, *(text for text in said if text not in CARD_VERBS))
        self._of = {text: index for index, text in enumerate(self.texts)}

    def __len__(self) -> int:
        return len(self.texts)

    def __getitem__(self, index: int) -> str:
        return self.texts[self.checked(index)]

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def __contains__(self, text: object) -> bool:
        return text in self._of

    def __repr__(self) -> str:
        return (
            f"<Indices of {self.rules.id}, {len(self)}: {self.cards} cards, {len(self) - self.cards} others>"
        )

    def checked(self, index: int) -> int:
        """Return an index, as an ``int``. Raises ``IllegalIndex`` for anything else, such as one that is too high."""
        try:
            found = index.__index__()
        except AttributeError:
            found = -1
        if isinstance(index, bool) or not 0 <= found < len(self):
            raise IllegalIndex(
                f"{self.rules.id}: expected an index from 0 to {len(self) - 1}, got {checks.said(index)}"
            )
        return found

    def of(self, text: str) -> int:
        """Return the index of a card, of ``done`` or ``wait``, or of an action that is not a choice of cards.

        Raises ``IllegalIndex`` for a text that is not in the table.
        """
        if text not in self._of:
            raise IllegalIndex(
                f"{self.rules.id}: {checks.said(text)} has no index; expected a card or a call of this game, such as "
                f"{self.texts[0]!r} or {self.texts[-1]!r}"
            )
        return self._of[text]

    def path(self, action: Action) -> tuple[int, ...]:
        """Return the indices that make up an action of this rule set, in order: one, or a path that ends in ``done``.

        Raises ``IllegalIndex`` for an action of another game.
        """
        if action.verb not in CARD_VERBS:
            return (self.of(str(action)),)
        cards = tuple(sorted(self.of(str(card)) for card in action.cards))
        return cards if len(cards) == 1 else (*cards, self.of(DONE))

    def to_dict(self) -> dict[str, Any]:
        """Return the table as plain JSON data: the rule set with its options, its behaviour hash, and every text in
        order.

        A policy that was trained by these indices fits any rules with the same ``behaviour`` and ``players``.
        """
        return {
            "rules": self.rules.id,
            "players": self.rules.plan.table.n - (self.rules.plan.table.dummy is not None),
            "options": {name: str(value) for name, value in self.rules.chosen.items()},
            "behaviour": self.rules.behaviour_hash,
            "indices": list(self.texts),
        }


def table(rules: Rules) -> dict[str, Any]:
    """Return the table of indices of some rules as plain JSON data; see ``Indices.to_dict``."""
    return Indices(rules).to_dict()


def _said(rules: Rules) -> Iterator[str]:
    """Yield all that may be said or done in a deal besides playing a card, as the texts of actions.

    The verbs ``give`` and ``discard`` are given without the cards that follow them.
    """
    plan = rules.plan
    phases = plan.course.phases
    order = (*plan.course.order, *(name for name in phases if name not in plan.course.order))
    for name in order:
        phase = phases.get(name)
        for words in (*phase.says, *phase.replies) if phase is not None and not phase.idle else ():
            yield from _spelled(rules, words, phase)
        for aside in plan.course.asides.get(name, ()):
            for words in aside.says:
                yield from _spelled(rules, words, aside)


def _spelled(rules: Rules, words: str, by: Phase | Aside | None) -> Sequence[str]:
    """Return the actions that begin with the words of a phase or an aside."""
    if words == "decline" and isinstance(by, RefusalAside):
        return [f"decline {card}" for card in _faces(rules.plan, by.cards)]
    if words == "expose" and isinstance(by, ExposurePhase):
        return [f"expose {card}" for card in _faces(rules.plan, by.cards)]
    after = _AFTER.get(words)
    return (str(words),) if after is None else [f"{words} {rest}" for rest in after(rules)]


def _faces(plan: Plan, mask: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(str, plan.cards_of(mask & plan.present))))


def _called(rules: Rules) -> Sequence[str]:
    """Return the cards that may be called."""
    plan, mask = rules.plan, 0
    for clause, mechanism in in_force(rules):
        if isinstance(mechanism, CalledPartner) and not (mechanism.card and mechanism.own == "alone"):
            named = plan.pack.select(f"{mechanism.among} {mechanism.then}", clause.id)
            mask |= named if mechanism.among else plan.pack.all
    return _faces(plan, mask)


def _led_as(rules: Rules) -> Sequence[str]:
    """Return the cards without a suit, each with every suit that may be named for it when it is led."""
    plan = rules.plan
    wild = [card for each in plan.makeup.wilds for card in _faces(plan, each.mask)]
    return [f"{card} as {suit}" for card in wild for suit in plan.pack.suits]


#: what may follow the first words of a call
_AFTER: dict[str, Callable[[Rules], Sequence[str]]] = {
    "bid": lambda rules: [bid.text for bid in rules.plan.bidding.bids],
    "trump": lambda rules: (*rules.plan.pack.suits, *rules.plan.play.trumpless),
    "name": lambda rules: rules.plan.pack.suits,
    "call": _called,
    "lead": _led_as,
    "opening": lambda rules: [action.words[0] for action in OPENINGS],
    "correct": lambda rules: _faces(rules.plan, rules.plan.present),
    "claim revoke": lambda rules: [str(seat) for seat in rules.plan.table.seats],
}


def _out_of_turn(aside: Aside) -> bool:
    return any(words not in _IN_TURN for words in aside.says)


__all__ = ["DONE", "WAIT", "Indices", "table"]
