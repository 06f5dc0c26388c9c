"""What decides the result of an ending, found from the clauses that settle it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from whister.cards import bits
from whister.mechanisms.pack.turning import TURNED
from whister.mechanisms.payment.dealt_card import HELD_BY
from whister.mechanisms.worth.bonus import FIRST_TRICK, LAST_TRICK, LastTrickBonus, MostTricksBonus
from whister.mechanisms.worth.exposed import EXPOSED
from whister.mechanisms.worth.points import BonusCard
from whister.plan.outcome import captured_masks
from whister.players.endings.closing import Closing, Delta, FactRead
from whister.players.endings.compact import Compact
from whister.players.endings.interests import Interests, joined, sides_of
from whister.players.endings.scoring import Gains, Tally
from whister.players.endings.tallies import CardTally, added, broken, of_points, of_tricks

if TYPE_CHECKING:
    from whister.deal.machine import Machine
    from whister.ledger import Amount
    from whister.plan.compiled import Plan

_MOST_SHARES = 1500  # the ways to divide the tricks that are settled one by one
_KEPT = 64  # the deals for which the settlements by tricks are kept
_ASIDE = 8  # the bits below those that count nothing
#: the reports on a deal that do not change while its last tricks are played, and the winner of the last
_LASTING = frozenset({FIRST_TRICK, LAST_TRICK, EXPOSED, HELD_BY, TURNED})
#: the mechanisms that pay nothing for a deal that was played to its end without a revoke
_IDLE = frozenset(
    "all_pass both_revoke captor_next exposed_cards misdeal redeal_claim redeal_dealer revoke_bars revoke_choice "
    "revoke_exact revoke_loses revoke_offender revoke_others revoke_paid revoke_pays_all revoke_to_pool revoke_tricks "
    "revoker_doubles_pool revoker_pays revoker_wins turned_trump".split()
)
#: those that add up what each captured card is worth
_ADDING = frozenset("score_captured bonus_card first_trick_bonus last_trick_bonus".split())
#: those that change nothing once two sides have captured what one would need
_SLAMS = frozenset("moon sun".split())
#: those that compare the points of the declarer's side with its bid: more points are never worse for it
_BIDS = frozenset("bid_test bid_made bid_missed defenders_score first_trick_bonus last_trick_bonus".split())
#: those that use nothing but each side's points, its tricks and the last trick
_BY_SIDE = _BIDS | {"most_tricks_bonus"}
#: those that use nothing but each seat's points, its tricks and the last trick
_BY_POINTS = _BY_SIDE | frozenset(
    "score_captured pay_difference taker_of_all lowest_takes against_all pay_in one_clear two_clear jack "
    "all_counters_bonus no_tricks sun exact_total floor_total".split()
)


class Basis(NamedTuple):
    """How a search counts the results of an ending."""

    interests: Interests
    gains: Gains | None
    tally: Tally | None
    #: the gains from which on the result of the first side changes; None if with any
    levels: tuple[int, ...] | None
    wanted: bool  #: whether tricks are good for the side that wins them


def relevant(plan: Plan) -> tuple[int, ...]:
    """Return the groups of cards, as masks, that the settlement may tell apart: those with a value, the penalty cards,
    and all that a settling clause names."""
    worth, pack = plan.worth, plan.pack
    found = {mask for mask, _ in worth.value_groups}
    found |= {worth.penalties, worth.slam_also, worth.shown, worth.pooled}
    found |= {mask for shown, affected, _ in worth.exposures for mask in (shown, affected)}
    for _, mechanism in plan.asked.settle:
        for token in _tokens(vars(mechanism).values()):
            if token in pack.suit_masks or token in pack.ranks or token in pack.places:
                found.add(pack.select([token]))
    return tuple(sorted(mask & plan.present for mask in found if mask & plan.present))


def _tokens(values: Iterable[Any]) -> Iterable[str]:
    """Yield all words in the parameters of a mechanism."""
    for value in values:
        if isinstance(value, str):
            yield from value.split()
        elif isinstance(value, Mapping):
            yield from _tokens([*value, *value.values()])
        elif isinstance(value, list | tuple):
            yield from _tokens(value)


def tricks_decide(state: Machine, closing: Closing) -> dict[tuple[int, ...], Delta] | None:
    """Return the settlement for each number of tricks that the seats may have won at the end; None if it depends on
    more.

    It is found by settling every division of the tricks left without the captured cards. If the play may stop early,
    every stop must settle alike, and counts as if the play went on.
    """
    plan, left = state.plan, closing.tricks_left
    if comb(left + closing.n - 1, left) > _MOST_SHARES or plan.course.after_all or closing.tells_last:
        return None
    kept = plan.once(_settled_by_tricks)
    key = (closing.facts, closing.won, left, len(state.closed_tricks), state.ledger)
    if key not in kept:
        if len(kept) >= _KEPT:
            kept.clear()
        kept[key] = _each_division(state, closing)
    return kept[key]


def _settled_by_tricks(_: Plan) -> dict[Hashable, dict[tuple[int, ...], Delta] | None]:
    """Return the settlements that have been worked out for a plan."""
    return {}


def _each_division(state: Machine, closing: Closing) -> dict[tuple[int, ...], Delta] | None:
    """Return what ``tricks_decide`` does, worked out now."""
    left = closing.tricks_left
    found: dict[tuple[int, ...], Delta] = {}
    try:
        for won in closing.divisions(left):
            found[won] = closing.by_tricks(won)
        if not may_stop(state):
            return found
        short = {
            closing.by_tricks(won, stopped=True)
            for some in range(1, left)
            for won in closing.divisions(some)
            if _missed(state, won) == 1
        }
    except FactRead:
        return None
    short |= {delta for won, delta in found.items() if _missed(state, won) == 1}
    if len(short) > 1:
        return None
    return {won: (*short,)[0] if _missed(state, won) > 0 else delta for won, delta in found.items()}


def may_stop(state: Machine) -> bool:
    """Return whether the play ends early once the contract is lost."""
    contract = state.plan.bidding.contracts.get(state.contract)
    return (
        state.plan.play.stops_when_decided
        and contract is not None
        and state.declarer is not None
        and state.plan.play.may_stop(contract, state.plan.dealing.hand_size)
    )


def _missed(state: Machine, won: Sequence[int]) -> int:
    """Return by how many tricks a contract that may stop the play is lost; 0 or less if it is not."""
    contract = state.plan.bidding.contracts[state.contract]
    assert state.declarer is not None
    own = won[state.declarer]
    played = len(state.closed_tricks) + sum(won) - sum(state.won)
    return own - contract.tricks if contract.exactly else played - own


def basis(
    state: Machine, closing: Closing, cards_of: Callable[[Callable[[int], Hashable]], Compact], detail: int
) -> tuple[Basis, Compact] | None:
    """Return how to count an ending, and its cards; None if only the whole deal shows its result.

    ``detail`` is 0 at first, and higher if a search has found that its settlement depends on more: 1 adds tricks to
    points, 2 takes cards for points, 3 takes cards and tricks.
    """
    plan, sides = state.plan, sides_of(state)
    by_tricks = tricks_decide(state, closing)
    if by_tricks is not None:
        if plan.table.sides is None and state.declarer is not None:
            sides = joined(sides, by_tricks.values())
        interests = Interests(plan, sides)
        return _by_tricks(closing, by_tricks, interests), cards_of(lambda _: 0)
    if may_stop(state):
        return None
    interests, values = Interests(plan, sides), plan.worth.values
    names = frozenset(mechanism.name for _, mechanism in plan.asked.settle) - _IDLE
    if interests.two and names <= _BY_SIDE and not plan.course.after_all:
        most = _for_most_tricks(closing, interests)
        if most is not None:
            cards = cards_of(values.__getitem__)
            return Basis(interests, _points_of_first(closing, cards, most), None, None, True), cards
    wanted = interests.sense * plan.worth.sign * plan.worth.in_all(1) >= 0
    if names <= _BY_POINTS and not names <= _ADDING and not plan.course.after_all and detail < 2:
        cards = cards_of(values.__getitem__)
        by_side = interests.two and names <= _BY_SIDE
        tally = of_points(closing, cards, interests, tricks=bool(detail), by_side=by_side)
        return Basis(interests, None, tally, None, wanted), cards
    groups = relevant(plan)
    cards = cards_of(lambda card: (values[card], *(mask >> card & 1 for mask in groups)))
    gains = _gains(closing, cards, interests) if names <= _ADDING | _SLAMS else None
    slams = names & _SLAMS
    if gains is not None and (not slams or broken(plan, state.captured, state.won, slams)):
        return Basis(interests, gains, None, None, wanted), cards
    tricks = detail > 2 or plan.course.after_all or (gains is not None and "sun" in slams)
    tally = CardTally(closing, cards, interests, groups, tricks=tricks).made(gains, slams)
    return Basis(interests, gains, tally, None, wanted), cards


def _by_tricks(closing: Closing, found: Mapping[tuple[int, ...], Delta], interests: Interests) -> Basis:
    """Return how to count when tricks decide: for two sides by the tricks of the first, if these are enough."""
    if not interests.two:
        return Basis(interests, None, of_tricks(closing, interests, found), None, True)
    results: dict[int, Amount] = {}
    for won, delta in found.items():
        own = sum(won[seat] - closing.won[seat] for seat in interests.sides[0])
        if results.setdefault(own, interests.lead(delta)) != interests.lead(delta):
            return Basis(interests, None, of_tricks(closing, interests, found), None, True)
    order = sorted(results)
    rises = [results[few] <= results[more] for few, more in pairwise(order)]
    falls = [results[few] >= results[more] for few, more in pairwise(order)]
    if all(rises) or all(falls):
        good = 1 if all(rises) else -1
        levels = sorted(
            good * (more if good > 0 else few)
            for few, more in pairwise(order)
            if results[few] != results[more]
        )
        return Basis(interests, Gains({}, (good, 0), (0, 0)), None, tuple(levels), good > 0)
    shift = tuple(0 if seat in interests.sides[0] else _ASIDE for seat in range(closing.n))
    known = {own: (lead, 0) for own, lead in results.items()}
    tally = Tally({}, 1, shift, lambda tallied, _: known[tallied & (1 << _ASIDE) - 1])
    return Basis(interests, None, tally, None, True)


def _for_most_tricks(closing: Closing, interests: Interests) -> tuple[int, ...] | None:
    """Return the points of the first side for having the most tricks, for each number that it wins from now on; () if
    there are none, and None if it may be that neither side gets them."""
    rules = [rule for _, rule in closing.plan.asked.settle if isinstance(rule, MostTricksBonus)]
    left, own = closing.tricks_left, sum(closing.won[seat] for seat in interests.sides[0])
    total = sum(closing.won) + left
    if any(rule.tie != "defenders" for rule in rules) and not total % 2:
        return None
    points = sum(rule.points for rule in rules)
    return tuple(points * (2 * (own + more) > total) for more in range(left + 1)) if points else ()


def _points_of_first(closing: Closing, cards: Compact, most: tuple[int, ...]) -> Gains:
    """Return gains that are the points of the first side, of which more are never worse for it."""
    plan, values = closing.plan, closing.plan.worth.values
    worth = {bit: (values[card], 0) for bit, card in cards.card_of.items() if values[card]}
    return Gains(worth, (plan.worth.trick_value, 0), (_last(closing), 0), most)


def _last(closing: Closing) -> int:
    """Return the points that the last trick brings besides its own cards."""
    plan = closing.plan
    bonus = sum(rule.points for _, rule in plan.asked.settle if isinstance(rule, LastTrickBonus))
    to_first, to_second = (captured_masks(closing.outcome(seat)) for seat in plan.table.seats[:2])
    return bonus + plan.worth.of(to_first[0] & ~to_second[0])


def _gains(closing: Closing, cards: Compact, interests: Interests) -> Gains:
    """Return what each card, each trick and the last trick add to the score of a seat."""
    plan = closing.plan
    sign = plan.worth.sign
    worth: dict[int, Amount] = {card: sign * value for card, value in enumerate(plan.worth.values)}
    for _, rule in plan.asked.settle:
        if isinstance(rule, BonusCard):
            for card in bits(plan.pack.select([rule.card])):
                worth[card] += rule.points
    shared = plan.table.one_score  # each of the partners has the whole score
    times = [interests.sense * (len(side) if shared else 1) for side in interests.sides]
    return added(cards, times, worth, sign * plan.worth.trick_value, sign * _last(closing))


def tables_decide(state: Machine) -> bool:
    """Return whether the cards are played by the tables alone until the end: the strongest card wins a trick, its player
    leads next, and nothing that changes the deal happens between the tricks."""
    plan, course, play = state.plan, state.plan.course, state.tables
    if play is None or not play.plain or plan.pack.equals or course.trick_taker is not None:
        return False
    widow = plan.dealing.widow
    by_first = (
        course.after_trick
        or FIRST_TRICK in plan.declares
        or (widow is not None and widow.goes_to == "first-trick")
    )
    if by_first and not state.closed_tricks:
        return False
    return all(name in _LASTING for report in course.reporting for name in report(state))
