"""Rollouts: playing a deal to the end by the light policy, as each seat's part in it requires."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from whister.cards import bits
from whister.deal.view import view_of
from whister.notation import Action
from whister.players.cautious import choose
from whister.players.search.policy import AVOID, FORCE, TAKE, Aim, Situation, policies

if TYPE_CHECKING:
    from whister.deal.machine import Machine

_MOST = (
    400  #: more actions than any deal has after the search begins, so that a rollout cannot go on for ever
)


def play_on(state: Machine, aims: Sequence[Aim] | None = None, *, until_play: bool = False) -> None:
    """Play a deal to the end, or to the first card. ``aims`` are those of the seats in the play, if they are not to be
    found anew.
    """
    for _ in range(_MOST):
        if state.over or (until_play and state.tables is not None):
            return
        if state.tables is not None:
            _play_tricks(state, aims or aims_of(state))
        else:
            act(state)


def act(state: Machine) -> None:
    """Carry out one action outside the play of cards, chosen by the rules of thumb."""
    seat = state.to_act
    assert seat is not None
    legal = state.legal()
    state.act(legal[0] if len(legal) == 1 else choose(view_of(state, seat)), seat)


def aims_of(state: Machine) -> tuple[Aim, ...]:
    """Return what each seat wants in the play of the hand, by the contract, the value of cards, and the partner as far
    as the seat knows who it is."""
    plan, table = state.plan, state.plan.table
    contract = plan.bidding.contracts.get(state.contract)
    declarer = state.declarer
    found = []
    for seat in table.seats:
        partner = plan.course.partner_known(state, seat)
        if table.sides is not None:
            friends = frozenset(table.partner_of(seat))
        elif declarer is None:
            friends = frozenset()
        else:
            side = {declarer, partner}
            friends = frozenset(
                other for other in table.seats if other != seat and (other in side) == (seat in side)
            )
        found.append(Aim(_role(state, seat, contract), friends))
    return tuple(found)


def _role(state: Machine, seat: int, contract: Any) -> int:
    plan, declarer = state.plan, state.declarer
    if (
        contract is not None
        and not contract.takes
        and contract.tricks < 2
        and contract.id not in plan.play.trumpless
    ):
        return AVOID if declarer is None or seat == declarer else FORCE
    side = (declarer, plan.course.partner_known(state, seat))
    if contract is not None and contract.takes:
        return TAKE if seat in side or not plan.worth.penalties else AVOID
    return AVOID if plan.worth.penalties else TAKE


def _play_tricks(state: Machine, aims: Sequence[Aim]) -> None:
    """Play cards until something else is to be done."""
    play = state.tables
    assert play is not None
    worth = state.plan.worth
    in_tricks = not worth.total_value and not any(worth.values)
    by_role = policies(play, worth, in_tricks)
    parts, after, n = state.parts, play.after, state.plan.table.n
    seats = [(by_role[aim.role], aim.friends) for aim in aims]
    #: whether a partner may become known during the play
    secret = state.plan.course.partner_seen is not None and state.declarer is not None
    half = play.layout.width // 2
    penalties, total = worth.penalties, worth.total_value
    stop_at = 0.3 * total if penalties and total > 0 else 0
    shooter, seen_tricks = -1, -1
    suit_count = len(play.suits)
    now = Situation()
    while state.tables is play:
        fast = state.fast is play
        trick = state.open_trick
        seat = state.seat
        mine = parts[seat]
        policy, friends = seats[seat]
        if fast:
            quick = state.quick
            if trick and mine[quick]:
                allowed: Sequence[int] = ()
            else:
                allowed = mine if state.loose else state.fold()
        else:
            step = _other_action(state)
            if step is not None and step.verb != "play":
                state.act(step)
                parts = state.parts
                continue
            quick = -1
            allowed = state.plan.pack.layout.split(state._folded_now())
        if not trick:
            if secret and len(state.closed_tricks) != seen_tricks:
                seats = [(by_role[aim.role], aim.friends) for aim in aims_of(state)]
                policy = seats[seat][0]
            if stop_at and len(state.closed_tricks) != seen_tricks:
                shooter = _shooter(state, stop_at)
            seen_tricks = len(state.closed_tricks)
            card = policy.lead(allowed, parts, mine)
        else:
            led, rank = state.suit_led, state.rank
            now.rank, now.best, now.trick = rank, state.best, trick
            now.left = left = n - 1 - len(trick)
            now.friend = state.taker in friends
            now.shooting = -1 < shooter != seat and state.taker == shooter and policy.role == AVOID
            now.stopping = now.shooting and any(play.bits[played] & penalties for played in trick)
            now.feared = policy.costs and policy.feared(parts, mine)
            others = 0
            home = led if led < suit_count else 4
            follower = seat
            for _ in range(left):
                follower = after[follower]
                others |= parts[follower][home]
            now.others = policy.ordered(led, home, others) if others else ()
            if fast and mine[quick]:
                row = policy.ordered(led, quick, mine[quick])
                now.early = len(row) * n < 3 * half
                card = row[0] if len(row) == 1 else policy.follow(row, now)
            elif not fast and _only(allowed, home):
                row = policy.ordered(led, home, allowed[home])
                now.early = False
                card = row[0] if len(row) == 1 else policy.follow(row, now)
            else:
                now.taking = 0 if fast else _taking(state, allowed)
                now.early = not fast and allowed[home].bit_count() * n < 3 * half
                if policy.dear:
                    now.unseen = _held(parts, mine)
                if not fast and allowed[home]:
                    card = policy.either(policy.ordered(led, home, allowed[home]), allowed, home, now)
                else:
                    card = policy.void(allowed, now)
        if not fast:
            state.force(card)
            parts = state.parts
            continue
        # as in ``Quick.act``
        home = policy.home[card]
        mine[home] ^= 1 << card - home * play.layout.width
        state.folded = None
        if trick:
            trick.append(card)
            strength = state.rank[card]
            if strength > state.best:
                state.best, state.taker = strength, seat
            if seat == state.last:
                state.gather()
            else:
                state.seat = after[seat]
            continue
        trick.append(card)
        led = state.suit_led = play.suit_of[card]
        rank = state.rank = play.strength[led]
        way = play.quick[state.flags][led]
        state.quick, state.loose, state.table = way.quick, way.loose, way.table
        state.best = rank[card]
        state.leader = state.taker = seat
        state.last = play.before[seat]
        state.seat = after[seat]


def _held(parts: Sequence[Sequence[int]], mine: Sequence[int]) -> list[int]:
    """Return the cards that the other seats hold, in parts."""
    found = [0] * 6
    for other in parts:
        if other is not mine:
            for at in range(5):
                found[at] |= other[at]
    return found


def _taking(state: Machine, allowed: Sequence[int]) -> int:
    """Return the allowed cards that would win the trick though they are neither of the suit led nor trumps."""
    plan, intruder = state.plan, state.plan.play.intruder
    if intruder is None:
        return 0
    cards, trick = plan.pack.cards, state.cards_out
    found = 0
    for bit in bits(plan.pack.layout.join(allowed)):
        if intruder([*trick, cards[bit]], state.led) == len(trick):
            found |= 1 << bit
    return found


def _only(parts: Sequence[int], home: int) -> bool:
    """Return whether all the cards of a hand lie in one part."""
    return bool(parts[home]) and not any(part for at, part in enumerate(parts) if at != home)


def _other_action(state: Machine) -> Action | None:
    """Return what must be done before a card is played; None if a card may be played."""
    if not state.asides:
        return None
    legal = state.legal()
    if any(action.verb == "play" for action in legal):
        return None
    return legal[0] if legal else None


def _shooter(state: Machine, least: float) -> int:
    """Return the one seat that has captured penalty cards, if they are worth at least ``least`` points; -1 if none."""
    worth = state.plan.worth
    found = -1
    for seat, captured in enumerate(state.captured):
        if captured & worth.penalties:
            if found >= 0:
                return -1
            found = seat
    return found if found >= 0 and worth.of(state.captured[found]) >= least else -1
