"""Playing a deal to the end from any state: the basis of search and of studies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from whister import checks
from whister.cards import Pack
from whister.deal.fused import CardWeights, Draw, fused, weight_of
from whister.deal.machine import Machine
from whister.errors import DealError
from whister.notation import Action
from whister.objects import Fixed, in_a_line

if TYPE_CHECKING:
    from random import Random

_HEAVIEST = 1000
_KEPT = 8  # the compiled ways to play a hand that are stored for each trump and contract
SITUATIONS = "lead", "follow", "discard"


class Weights:
    """A way to choose cards, given as tables: how likely each card is to be played, relative to the other legal ones.

    ``lead``, ``follow`` and ``discard`` (when the suit led is not played) each map cards, ranks or suits, as in
    ``{"QS": 20, "H": 3}``, to whole numbers from 1 to 1000. A card not named has weight 1; if two entries cover a card,
    the later one counts. Raises ``DealError`` for anything else.
    """

    __slots__ = ("_made", "discard", "follow", "lead")

    def __init__(
        self, lead: Mapping[str, int] = {}, follow: Mapping[str, int] = {}, discard: Mapping[str, int] = {}
    ) -> None:
        self.lead, self.follow, self.discard = map(_checked, (lead, follow, discard), SITUATIONS)
        self._made: dict[Pack, CardWeights] = {}

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Weights) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        return tuple(tuple(getattr(self, name).items()) for name in SITUATIONS)

    def __repr__(self) -> str:
        named = (f"{name} {dict(getattr(self, name))}" for name in SITUATIONS if getattr(self, name))
        return in_a_line("Weights", ", ".join(named) or "all alike")

    def __reduce__(self) -> tuple[object, ...]:
        return Weights, (dict(self.lead), dict(self.follow), dict(self.discard))

    def _of(self, pack: Pack) -> CardWeights:
        """Return the weight of each card of a pack, by situation. Raises ``NotationError`` for a card that is not in
        the pack."""
        if pack not in self._made:
            found: dict[str, Sequence[int]] = {}
            for name in SITUATIONS:
                each = [1] * len(pack.cards)
                for token, weight in getattr(self, name).items():
                    for card in pack.spread(pack.select([token], f"weights, {name}")):
                        each[card.index] = weight
                found[name] = tuple(each)
            self._made[pack] = found
        return self._made[pack]


def _checked(weights: Mapping[str, int], what: str) -> Mapping[str, int]:
    if not isinstance(weights, Mapping):
        raise checks.refuse(f"weights, {what}", "a mapping of cards to numbers", weights)
    for token, weight in weights.items():
        if not isinstance(token, str):
            raise checks.refuse(f"weights, {what}", "a card, a rank or a suit", token)
        checks.whole(weight, f"weights, {what}, {checks.said(token)}", 1, _HEAVIEST)
    return Fixed(weights)


#: A function that chooses one of the legal actions of a deal.
Choice = Callable[[Any, Sequence[Action]], "Action | str"]


def play_out(
    deal: Any, state: Machine, chance: Random, weights: Weights | None = None, choose: Choice | None = None
) -> None:
    """See ``Deal.play_out``."""
    if not callable(getattr(chance, "random", None)):
        raise checks.refuse("play_out, chance", "a random.Random", chance)
    if weights is not None and not isinstance(weights, Weights):
        raise checks.refuse("play_out, weights", "whister.Weights", weights)
    if choose is not None and not callable(choose):
        raise checks.refuse(
            "play_out, choose", "a function that takes the deal and its legal actions", choose
        )
    draw = chance.random
    by_card = weights._of(state.plan.pack) if weights is not None else None
    while not state.over:
        play = state.fast
        cards_drawn = weights is not None or choose is None
        if play is not None and cards_drawn and not state.open_trick and state.even:
            _whole_tricks(state, draw, weights, by_card)
            continue
        offered = deal.legal()
        if not offered:
            raise DealError(f"the deal cannot be played out: nothing may be done in the phase {deal.phase!r}")
        if choose is not None and not (by_card is not None and state.tables is not None):
            deal.act(choose(deal, offered))
        elif by_card is not None and state.tables is not None:
            deal.act(_weighed(state, offered, by_card, draw))
        else:
            deal.act(offered[int(draw() * len(offered))])


def _whole_tricks(state: Machine, draw: Draw, weights: Weights | None, by_card: CardWeights | None) -> None:
    play = state.fast
    assert play is not None
    made = play.made.get(weights)
    if made is None:
        if len(play.made) >= _KEPT:
            play.made.clear()
        made = play.made[weights] = fused(play, by_card)
    made(state, draw)


def _weighed(state: Machine, offered: Sequence[Action], by_card: CardWeights, draw: Draw) -> Action:
    """Choose one of several actions by weight; an action that is not a card has weight 1."""
    among: list[Action] = []
    play = state.tables
    assert play is not None
    for action in offered:
        if action.verb != "play":
            among.append(action)
            continue
        place = state.plan.pack.index[action]
        among += [action] * weight_of(by_card, play, state.suit_led, place)
    return among[int(draw() * len(among))]
