"""Episodes that a seat cannot distinguish from the one it is in: the cards that it has not seen are drawn at random."""

from __future__ import annotations

from collections.abc import Iterator
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

#: how many deals are drawn before it is said that none fits: so many that begin anew, and so many from each of these
_FRESH, _TRIES = 12, 6


def imagined(episode: Episode, chance: Random) -> Episode:
    """Return an episode at the same point that the seat to choose cannot distinguish from this one.

    It is drawn as the players that search draw their deals, which takes account of what the others have bid. Raises
    ``Unknowable`` if no seat is to choose, or if no such deal is found.
    """
    steps, where = episode.steps, episode.setting.rules.id
    if steps is None or steps.seat is None:
        raise Unknowable(f"{where}: no seat is to choose, so that nothing can be imagined for it")
    seat, told = steps.seat, episode.told(steps.seat)
    for _ in range(_FRESH):
        with suppress(Unimagined):
            worlds = Worlds(steps.deal.view(seat), chance)
            for _ in range(_TRIES):
                found = _repeated(episode, worlds.sample(), seat)
                if found is not None and found.told(seat) == told:
                    return found
    raise Unknowable(f"{where}, seat {seat}: no other deal was found that fits what it has seen")


def _repeated(episode: Episode, world: Machine, seat: int) -> Episode | None:
    """Return an episode in which the actions of an imagined deal are repeated, up to the choice that the seat has
    begun; None if the rules refuse one of them."""
    setting, steps = episode.setting, episode.steps
    assert steps is not None
    dealt, moved = _fitted(world.dealt, state_of(steps.deal), seat)
    found = Episode(setting)
    try:
        for card in setting.order_of(dealt):
            found.step(card)
        for actor, action in world.actions:
            if actor != setting.rules.plan.table.dummy:
                own = {} if actor == seat or action.verb not in SEALED else moved
                first, *rest = _path(episode, action, own)
                _wait(found, actor, first)
                for index in (first, *rest):
                    found.step(index)
        _wait(found, seat if steps.asked else None)
        for index in steps.chosen:
            found.step(index)
    except WhisterError:
        return None
    return found


def _path(episode: Episode, action: Action, moved: dict[int, int]) -> tuple[int, ...]:
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


def _fitted(world: Dealt, real: Machine, seat: int) -> tuple[Dealt, dict[int, int]]:
    """Return the cards of an imagined deal, exchanged so that all that a seat has seen dealt lies where it has seen it,
    and which card each of those exchanged has become."""
    exchanges: list[tuple[int, int]] = []

    def exchange(one: int, other: int) -> None:
        nonlocal world
        hands = tuple(swapped(hand, one, other) for hand in world.hands)
        stock = tuple(other if card == one else one if card == other else card for card in world.stock)
        widow, turned = swapped(world.widow, one, other), swapped(world.turned, one, other)
        world = Dealt(hands, widow, turned, stock, world.turn_up)
        exchanges.append((one, other))

    def agree(have: int, want: int) -> None:
        for one, other in zip(bits(have & ~want), bits(want & ~have), strict=False):
            exchange(one, other)

    agree(world.hands[seat], real.dealt.hands[seat])
    agree(world.turned, real.dealt.turned)
    for place in _seen(real, seat):
        if world.stock[place] != real.dealt.stock[place]:
            exchange(world.stock[place], real.dealt.stock[place])
    moved = {card: card for pair in exchanges for card in pair}
    for one, other in exchanges:
        moved = {card: other if now == one else one if now == other else now for card, now in moved.items()}
    return world, moved


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
