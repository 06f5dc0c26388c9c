"""A seat sees only what it may: its view stays the same if cards that it has not seen change places.

For every step of a deal, it is worked out what each seat has seen by then: its own cards as it received them, and all
that lay open. A twin of the deal is made in which two cards that a seat has not seen are exchanged, wherever they lie:
in hands, in the widow, in a stock, in the gathered pack, among cards passed or laid aside. All actions are repeated in
the twin, as far as the rules allow, and the view of that seat must be the same at every step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from itertools import combinations
from random import Random
from typing import NamedTuple

from whister import Deal, WhisterError
from whister.deal.machine import Machine
from whister.deal.public import state_of
from whister.deal.view import View
from whister.ledger import Ledger
from whister.notation import CARD_VERBS, Action, mask_of, of_cards
from whister.plan.state import Dealt

LOOKS = 5  #: steps of each phase at which views are compared
MARKED = "marked"  #: a card that all know of, though not where it is
Look = Callable[[Deal, int], object]


class Moment(NamedTuple):
    """A deal at one step, and what each seat has seen by then."""

    step: int
    deal: Deal
    seen: tuple[int, ...]  #: a mask for each seat


def view_hides(deal: Deal, chance: Random, *, tries: int = 3, look: Look = Deal.view) -> int:
    """Check that no seat sees a change in what is hidden from it; return how many views were compared.

    ``tries`` exchanges are made for each seat in each phase. The actions of the deal are repeated; the deal is not
    played on.
    """
    looks = 0
    for seat, moment, twin in doubles(deal, chance, tries):
        sees, would = look(moment.deal, seat), look(twin, seat)
        assert sees == would, (
            f"seat {seat} sees what it may not after {moment.step} steps of {deal!r}:\n{_said(sees)}\n{_said(would)}"
        )
        looks += 1
    return looks


def _said(look: object) -> object:
    """Return all that a view shows, for a reader who looks for the difference."""
    if not isinstance(look, View):
        return look
    return {each.name: getattr(look, each.name) for each in fields(look) if each.name != "_plan"}


def doubles(deal: Deal, chance: Random, tries: int) -> Iterator[tuple[int, Moment, Deal]]:
    """Yield a seat, a moment of the deal, and a twin at the same moment that the seat cannot distinguish from it."""
    moments = told_again(deal)
    looked_at = _some_of_each_phase(moments, chance)
    steps = {moment.step for phase in looked_at for moment in phase}
    for seat in state_of(deal).plan.table.players if looked_at else ():
        tried: set[tuple[str, str]] = set()
        for last in [chance.choice(phase) for phase in looked_at for _ in range(tries)]:
            exchanged = unseen_pair(last, seat, chance, tried)
            if exchanged is None:
                continue
            twin = _dealt_with(deal, *exchanged, chance)
            for moment in moments[: last.step + 1]:
                if moment.step in steps:
                    if _public(twin) != _public(moment.deal):
                        break
                    yield seat, moment, twin
                if moment.step < last.step:
                    actor, action = deal.actions[moment.step]
                    try:
                        twin.act(_with(deal, action, *exchanged) if actor != seat else action, actor)
                    except WhisterError:
                        break  # every seat can see that it cannot be done
    yield from _sealed(moments, chance)


def _some_of_each_phase(moments: Sequence[Moment], chance: Random) -> list[list[Moment]]:
    """Return a few moments of each phase of a deal."""
    phases: dict[str, list[Moment]] = {}
    for moment in moments:
        if not moment.deal.over:
            phases.setdefault(moment.deal.phase, []).append(moment)
    return [chance.sample(found, min(LOOKS, len(found))) for found in phases.values()]


def told_again(deal: Deal) -> list[Moment]:
    """Return every step of a deal, from the cards as dealt."""
    again = deal.copy()
    again.restart()
    moments: list[Moment] = []
    seen = [0] * state_of(deal).plan.table.n
    for step in range(len(deal.actions) + 1):
        seen = [cards | shown for cards, shown in zip(seen, _shown(again), strict=True)]
        moments.append(Moment(step, again.copy(), tuple(seen)))
        if step < len(deal.actions):
            actor, action = deal.actions[step]
            again.act(action, actor)
    return moments


def _public(deal: Deal) -> tuple[object, ...]:
    """Return what every seat can see; a twin in which this differs is no longer a twin."""
    return deal.phase, deal.pending, _lying_open(deal)


def _lying_open(deal: Deal) -> int:
    """Return the cards that lie face up, or have done so in the play."""
    plan, facts = state_of(deal).plan, state_of(deal).facts
    lying: int = state_of(deal).on_table | state_of(deal).turned | facts.get("shown", 0)
    for trick in deal.tricks:
        lying |= sum(1 << card.index for card in trick.cards)
    if state_of(deal).turn_up >= 0 and not plan.dealing.turns_still:
        lying |= 1 << state_of(deal).turn_up
    if plan.dealing.pile and not plan.dealing.pile_hidden and state_of(deal).stock:
        lying |= 1 << state_of(deal).stock[0]
    for seat in facts.get("exposed", ()):
        lying |= state_of(deal).hand(seat)
    for cards in facts.get("face_up", {}).values():
        lying |= cards
    for hand in facts.get("laid_down", {}).values():
        lying |= hand
    return lying


def _shown(deal: Deal) -> list[int]:
    """Return the cards that each seat may see now."""
    plan, facts = state_of(deal).plan, state_of(deal).facts
    shown = [_lying_open(deal)] * plan.table.n
    blind = plan.course.unseen is not None and plan.course.unseen(state_of(deal))
    for seat in plan.table.players:
        own = 0 if blind else state_of(deal).hand(seat)
        own |= facts.get("laid_aside", {}).get(seat, 0)
        own |= state_of(deal).widow if facts.get("widow_seen_by") == seat else 0
        shown[seat] |= own
    return shown


def unseen_pair(
    moment: Moment, seat: int, chance: Random, tried: set[tuple[str, str]]
) -> tuple[int, int] | None:
    """Return two cards in different places that the seat has not seen; None if all such cards lie in one place.

    Pairs of places that have been ``tried`` are avoided if there are others.
    """
    deal = moment.deal
    hidden = state_of(deal).plan.present & ~moment.seen[seat]
    places: dict[str, list[int]] = {}
    for card in state_of(deal).plan.cards_of(hidden):
        places.setdefault(_place(deal, 1 << card.index), []).append(card.index)
    pairs = list(combinations(sorted(places), 2))
    if not pairs:
        return None
    pairs = [pair for pair in pairs if pair not in tried] or pairs
    marked = [pair for pair in pairs if MARKED in "".join(pair)]
    first, second = pair = chance.choice(marked if marked and chance.random() < 0.5 else pairs)
    tried.add(pair)
    return chance.choice(places[first]), chance.choice(places[second])


def _place(deal: Deal, card: int) -> str:
    """Return where a card lies and has been, and what marks it out, to distinguish it from other hidden cards."""
    plan, facts = state_of(deal).plan, state_of(deal).facts
    nobodys = state_of(deal).hand(plan.table.dummy) if plan.table.dummy is not None else plan.present
    lying = [1 << place for place in state_of(deal).stock if nobodys >> place & 1]
    named = facts.get("called", 0) | plan.opening_card(plan.present)
    return str((
        MARKED if card & named else "", plan.worth.of(card) > 0, [seat for seat in plan.table.players if card & state_of(deal).hand(seat)],
        [seat for seat in plan.table.players if card & state_of(deal).dealt.hands[seat]],
        lying.index(card) if card in lying[:3] else None,
        [(giver, taker) for giver, taker, cards in facts.get("parcels", ()) if card & cards],
        [seat for seat, cards in facts.get("laid_aside", {}).items() if card & cards],
    ))  # fmt: skip


def _dealt_with(deal: Deal, one: int, other: int, chance: Random) -> Deal:
    """Return the deal before anything was done, with two cards exchanged wherever they lay."""
    plan = state_of(deal).plan.base
    hands, widow, turned, stock, turn_up = state_of(deal).dealt
    places = {one: other, other: one}
    dealt = Dealt(
        tuple(_exchanged(hand, one, other) for hand in hands), _exchanged(widow, one, other), turned,
        tuple(places.get(place, place) for place in stock), turn_up,
    )  # fmt: skip
    return Deal(Machine(plan, dealt, _in_another_order(deal.ledger, deal, places, chance)))


def _in_another_order(ledger: Ledger, deal: Deal, places: dict[int, int], chance: Random) -> Ledger:
    """Return the ledger with the cards exchanged in the gathered pack, and the other pack reordered below its top."""
    cards = state_of(deal).plan.pack.cards
    names = {str(cards[one]): str(cards[other]) for one, other in places.items()}
    order = tuple(names.get(card, card) for card in ledger.order)
    return ledger._replace(
        order=order, still=(*ledger.still[:1], *chance.sample(ledger.still[1:], len(ledger.still[1:])))
    )


def _exchanged(mask: int, one: int, other: int) -> int:
    """Return a mask with two cards exchanged."""
    differ = (mask >> one ^ mask >> other) & 1
    return mask ^ (differ << one | differ << other)


def _with(deal: Deal, action: Action, one: int, other: int) -> Action:
    """Return an action with two cards exchanged if it was done face down, and unchanged if it was done openly."""
    mask = _exchanged(mask_of(action), one, other)
    if action.verb not in CARD_VERBS or mask == mask_of(action):
        return action
    tail = action.words[mask_of(action).bit_count() :]
    return of_cards(action.verb, state_of(deal).plan.pack, mask, tail=tail)


def _sealed(moments: Sequence[Moment], chance: Random) -> Iterator[tuple[int, Moment, Deal]]:
    """Yield deals in which one of several seats makes either of two choices face down: no other seat can see which."""
    for step, deal, seen in moments:
        if deal.over or deal.phase == "play" or len(deal.pending) < 2:
            continue
        chooser = chance.choice(deal.pending)
        legal = deal.legal(chooser)
        one, other = (legal[chance.randrange(len(legal))] for _ in range(2))
        if one.verb != other.verb or one.verb not in CARD_VERBS or one == other:
            continue
        first, second = deal.copy(), deal.copy()
        first.act(one, chooser)
        second.act(other, chooser)
        for seat in state_of(deal).plan.table.seats:
            if seat != chooser and first.phase == deal.phase:
                yield seat, Moment(step + 1, first, seen), second
