"""Episodes that a seat cannot distinguish from the one it is in: the cards that it has not seen are drawn at random."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from random import Random

from whister.adapters.episode import Episode
from whister.adapters.indices import DONE, WAIT
from whister.adapters.refused import Unknowable
from whister.cards import bits
from whister.deal.machine import Machine
from whister.deal.public import state_of
from whister.deal.view import SEALED
from whister.errors import WhisterError
from whister.notation import Action
from whister.plan.state import Dealt
from whister.players.search.repeating import Unimagined, swapped
from whister.players.search.worlds import Worlds

#: how many deals are drawn before others are made by exchanges: so many that begin anew, and so many from each of these
_FRESH, _TRIES = 4, 6
_EXCHANGES = 150  #: how often two hidden cards are exchanged then

Moved = dict[int, int]  #: for cards of the pack that were exchanged, those that lie in their places


def imagined(episode: Episode, chance: Random) -> Episode:
    """Return an episode at the same point that the seat to choose cannot distinguish from this one.

    It is drawn as the players that search draw their deals, which takes account of what the others have bid. If none of
    these deals fits all that the seat has seen, hidden cards of the real deal are exchanged many times, two by two, as
    long as the seat cannot notice. Raises ``Unknowable`` if no seat is to choose.
    """
    steps = episode.steps
    if steps is None or steps.seat is None:
        raise Unknowable(
            f"{episode.setting.rules.id}: no seat is to choose, so that nothing can be imagined for it"
        )
    seat, told, real = steps.seat, episode.told(steps.seat), state_of(steps.deal)
    for _ in range(_FRESH):
        with suppress(Unimagined):
            worlds = Worlds(steps.deal.view(seat), chance)
            for _ in range(_TRIES):
                world = worlds.sample()
                found = _repeated(episode, world.actions, *_fitted(world.dealt, real, seat))
                if found is not None and found.told(seat) == told:
                    return found
    return _exchanged(episode, real, seat, chance)


def _exchanged(episode: Episode, real: Machine, seat: int, chance: Random) -> Episode:
    """Return an episode in which cards that a seat has not held have been exchanged at random where it cannot notice."""
    told, best = episode.told(seat), episode
    dealt, moved = real.dealt, Moved()
    own = real.dealt.hands[seat] | real.hand(seat)
    cards = [*bits(real.plan.present & ~own)]
    for _ in range(_EXCHANGES):
        one, other = chance.sample(cards, 2)
        tried = _with(dealt, one, other), _after(moved, one, other)
        found = _repeated(episode, real.actions, *tried)
        if found is not None and found.told(seat) == told:
            (dealt, moved), best = tried, found
    return best


def _repeated(
    episode: Episode, actions: Iterable[tuple[int, Action]], dealt: Dealt, moved: Moved
) -> Episode | None:
    """Return an episode in which some actions are repeated with other cards, up to the choice that the seat to choose
    has begun; None if the rules refuse one of them. Secret choices of others are made with the cards exchanged."""
    setting, steps = episode.setting, episode.steps
    assert steps is not None
    found = Episode.begun(setting, setting.order_of(dealt))
    try:
        for actor, action in actions:
            if actor != setting.rules.plan.table.dummy:
                hidden = actor != steps.seat and action.verb in SEALED
                path = _path(episode, action, moved if hidden else {})
                _wait(found, actor, path[0])
                for index in path:
                    found.step(index)
        _wait(found, steps.seat if steps.asked else None)
        for index in steps.chosen:
            found.step(index)
    except WhisterError:
        return None
    return found


def _path(episode: Episode, action: Action, moved: Moved) -> tuple[int, ...]:
    """Return the indices of an action, with some cards exchanged for others."""
    indices = episode.setting.indices
    if not moved:
        return indices.path(action)
    pack = episode.setting.rules.plan.pack
    cards = [pack.cards[moved.get(card.index, card.index)] for card in action.cards]
    path = tuple(sorted(indices.of(str(card)) for card in cards))
    return path if len(path) == 1 else (*path, indices.of(DONE))


def _wait(episode: Episode, seat: int | None, index: int | None = None) -> None:
    """Leave out the calls that seats are asked for, until the given seat is asked, for a call with this index."""
    while (steps := episode.steps) is not None and steps.asked:
        if steps.seat == seat and (index is None or index in steps.legal()):
            return
        episode.step(episode.setting.indices.of(WAIT))


def _fitted(world: Dealt, real: Machine, seat: int) -> tuple[Dealt, Moved]:
    """Return the cards of an imagined deal, exchanged so that all that a seat has seen dealt lies where it has seen it,
    and the exchanges."""
    moved = Moved()

    def exchange(one: int, other: int) -> None:
        nonlocal world, moved
        world, moved = _with(world, one, other), _after(moved, one, other)

    def agree(have: int, want: int) -> None:
        for one, other in zip(bits(have & ~want), bits(want & ~have), strict=False):
            exchange(one, other)

    agree(world.hands[seat], real.dealt.hands[seat])
    agree(world.turned, real.dealt.turned)
    for place in _seen(real, seat):
        if world.stock[place] != real.dealt.stock[place]:
            exchange(world.stock[place], real.dealt.stock[place])
    return world, moved


def _with(dealt: Dealt, one: int, other: int) -> Dealt:
    """Return a deal with two cards exchanged."""
    hands = tuple(swapped(hand, one, other) for hand in dealt.hands)
    widow, turned = swapped(dealt.widow, one, other), swapped(dealt.turned, one, other)
    stock = tuple(other if card == one else one if card == other else card for card in dealt.stock)
    return Dealt(hands, widow, turned, stock, dealt.turn_up)


def _after(moved: Moved, one: int, other: int) -> Moved:
    """Return some exchanges of cards with one more after them."""
    found = {one: one, other: other, **moved}
    return {card: other if now == one else one if now == other else now for card, now in found.items()}


def _seen(real: Machine, seat: int) -> Iterator[int]:
    """Yield the places in the stock, or in the pile of a dummy, whose cards a seat has seen."""
    plan, stock = real.plan, real.dealt.stock
    if plan.table.dummy is not None:
        yield from range(sum(actor == plan.table.dummy for actor, _ in real.actions))
    elif plan.dealing.pile:
        for trick in range(len(real.closed_tricks) + 1):
            top = trick * plan.table.n
            if top < len(stock) and not plan.dealing.pile_hidden:
                yield top
            if top < len(stock) and trick < len(real.closed_tricks):
                yield top + real.order_from(real.closed_tricks[trick][2]).index(seat)
    else:
        draws = [actor for actor, action in real.actions if action == "draw"]
        yield from (place for place, actor in enumerate(draws) if actor == seat)


__all__ = ["imagined"]
