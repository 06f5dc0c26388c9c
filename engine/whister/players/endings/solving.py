"""The result of each card in an ending."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from whister import checks
from whister.deal.machine import Machine
from whister.deal.public import DealFace, state_of
from whister.deal.useful_facts import where
from whister.errors import DealError
from whister.frozen import Frozen
from whister.ledger import Amount
from whister.notation import Action
from whister.plan.course import PLAY
from whister.players.endings.closing import Closing, FactRead, after_play
from whister.players.endings.compact import Compact
from whister.players.endings.counting import basis, relevant, tables_decide, tricks_decide
from whister.players.endings.interests import Interests, Side, joined, sides_of
from whister.players.endings.limits import Capped, Count
from whister.players.endings.tables import Search
from whister.players.endings.two_sides import NEVER
from whister.players.endings.walked import Walk, besides_cards

if TYPE_CHECKING:
    from collections.abc import Iterator

NODES = 200_000  #: the positions that a search looks at, unless it is told otherwise
_MOST_NODES = 1_000_000_000
_DETAILS = 4  # the degrees of detail in which an ending may be counted

Line = tuple[tuple[int, Action], ...]


class CardResult(Frozen):
    """What a card leads to with best play afterwards."""

    action: Action
    delta: tuple[Amount, ...]  #: each seat's result of the whole deal, in the unit of the rule set
    line: Line  #: the seats and their actions from this card to the end of the deal

    def __repr__(self) -> str:
        return f"<{self.action}: {' '.join(map(str, self.delta))}>"


class Ending(Frozen):
    """An ending solved with all hands known.

    With two sides the results are ``exact``: each side plays for the sum of its seats' results less the other's, and no
    play by the other side does better against it. With more sides they are a model, in which each plays for its own
    result and, of cards with equal results, chooses the first in the order of a sorted hand. Past the cap of positions
    (``capped``) no results are claimed.
    """

    seat: int  #: the seat to act
    sides: tuple[Side, ...]  #: the seats whose results count together
    results: tuple[CardResult, ...]  #: one for each legal card, in the order of a sorted hand
    exact: bool  #: whether the results are proved, and not those of a model
    capped: bool
    nodes: int  #: the number of positions looked at
    best: tuple[Action, ...]  #: the cards with the best result for the seat to act
    unit: str

    @property
    def kind(self) -> str:
        """How far the results may be relied on: ``exact``, ``model`` or ``capped``."""
        return "capped" if self.capped else "exact" if self.exact else "model"

    @property
    def delta(self) -> tuple[Amount, ...]:
        """Each seat's result with best play; empty if the search was capped."""
        return self._first.delta if self.best else ()

    @property
    def line(self) -> Line:
        """The seats and their actions in a best line, to the end of the deal; empty if the search was capped."""
        return self._first.line if self.best else ()

    @property
    def _first(self) -> CardResult:
        return next(each for each in self.results if each.action == self.best[0])


def applies(deal: DealFace | Machine) -> str:
    """Return one sentence that explains why an ending cannot be solved, or "" if it can."""
    state = deal if isinstance(deal, Machine) else state_of(deal)
    if state.over or state.phase != PLAY or state.tables is None:
        return f"The deal is in the phase {state.phase!r}; only the play of the cards is solved."
    plan = state.plan
    if state.stock and (plan.dealing.pile or "draw_to_follow" in plan.clause_of):
        return f"{len(state.stock)} cards are still to be drawn from the stock{where(plan, 'draw_to_follow', 'drawing_pile')}."
    if state.facts.get("breaches"):
        return f"A revoke may be claimed, which changes the result{where(plan, 'revoke_claim', 'revoke')}."
    if "claim_rest" in plan.clause_of:
        return f"A player may claim the tricks that are left{where(plan, 'claim_rest')}."
    if (found := besides_cards(state)) is not None:
        seat, action, aside = found
        return f"Seat {seat} may do something besides playing a card: {action!s} [{aside.clause.id}]."
    holders = [seat for seat in plan.table.seats if state.hand(seat)]
    if len(holders) == 1 and (plan.course.next_leader is None or "hand" in (state.given or ())):
        return f"Only the hand of seat {holders[0]} is known; an ending is solved with all the hands known."
    if plan.course.next_leader is None and not _even(state):
        return "The hands do not have the same number of cards; an ending is solved if all are played to the end."
    return ""


def _even(state: Machine) -> bool:
    played = set(state.players_out[: len(state.open_trick)])
    held = {sum(map(int.bit_count, hand)) + (seat in played) for seat, hand in enumerate(state.parts)}
    return len(held) == 1


def solve(deal: DealFace | Machine, *, nodes: int = NODES) -> Ending:
    """Return the result of each legal card of the seat to act, with best play by all, each hand being known to all.

    ``deal`` is in the play of the cards, and stays as it is. ``nodes`` is the largest number of positions to look at.
    Raises ``DealError`` if the ending cannot be solved, with the sentence that ``applies`` returns, and
    ``NotSourcedError`` if no source gives a price that is needed.
    """
    if not isinstance(deal, Machine):
        checks.instance(deal, DealFace, "solve, deal", called="a deal")
    checks.whole(nodes, "solve, nodes", 1, _MOST_NODES)
    state = deal if isinstance(deal, Machine) else state_of(deal)
    if why := applies(state):
        raise DealError(f"ending: {why}")
    count = Count(nodes)
    if tables_decide(state):
        for detail in range(_DETAILS):
            try:
                if (found := _by_tables(state, count, detail)) is not None:
                    return found
                break
            except FactRead:
                continue
    return _by_walk(state, count)


def _by_tables(state: Machine, count: Count, detail: int) -> Ending | None:
    """Solve an ending by the tables of play; None if these do not show its result."""
    assert state.tables is not None
    actions = state.tables.actions
    closing = Closing(state)
    found = basis(state, closing, lambda kind: Compact(state, kind), detail)
    if found is None:
        return None
    way, cards = found
    search = Search(state, way, cards, count)
    results: list[CardResult] = []
    solved: dict[int, tuple[int, list[int], tuple[Amount, ...]]] = {}
    guess: Any = None
    try:
        for card, bit in search.moves(search.start):
            if bit not in solved:
                then = search.after(search.start, bit)
                bounds: tuple[Any, Any] = (None, None)
                if way.interests.two:
                    bounds = search.ahead(then, guess)
                    guess = bounds[0] if bounds[0] != NEVER else guess
                line = [cards.card_of[bit], *search.line(then, bounds)]
                solved[bit] = cards.card_of[bit], line, _played(state, line, way.interests)[1]
            first, line, delta = solved[bit]
            swapped = [card if each == first else first if each == card else each for each in line]
            results.append(CardResult(actions[card], delta, _played(state, swapped, way.interests)[0]))
    except Capped:
        results = []
    return _ending(state, way.interests, results, count)


def _played(state: Machine, line: list[int], interests: Interests) -> tuple[Line, tuple[Amount, ...]]:
    """Return the actions of a line until the deal is over, and the settlement; the deal may end before the last card."""
    deal = DealFace(state.copy())
    done: list[tuple[int, Action]] = []
    for card in line:
        if deal.phase != PLAY:
            break
        assert state.tables is not None
        assert deal.to_act is not None
        action = state.tables.actions[card]
        done.append((deal.to_act, action))
        deal.act(action)
    return tuple(done), after_play(deal, interests)


def _by_walk(state: Machine, count: Count) -> Ending:
    """Solve an ending on copies of the deal."""
    plan, sides = state.plan, sides_of(state)
    usual = plan.course.next_leader is None and plan.course.trick_taker is None
    if usual and state.declarer is not None and plan.table.sides is None:
        by_tricks = tricks_decide(state, Closing(state))
        sides = joined(sides, by_tricks.values()) if by_tricks is not None else sides
    interests = Interests(plan, sides)
    walk = Walk(state, interests, count, reduce(or_, relevant(plan), 0))
    deal = DealFace(state.copy())
    results: list[CardResult] = []
    try:
        for action in deal.legal():
            twin = deal.copy()
            twin.act(action)
            delta, line = walk.line(twin)
            results.append(CardResult(action, delta, ((state.seat, action), *line)))
    except Capped:
        results = []
    return _ending(state, interests, results, count)


def _ending(state: Machine, interests: Interests, results: list[CardResult], count: Count) -> Ending:
    return Ending(
        state.seat, interests.sides, tuple(results), interests.two and bool(results), not results, count.nodes,
        tuple(_best(results, interests, state.seat)), state.plan.settling.unit,
    )  # fmt: skip


def _best(results: list[CardResult], interests: Interests, seat: int) -> Iterator[Action]:
    """Yield the cards to which the seat prefers no other."""
    for one in results:
        if not any(interests.better(other.delta, one.delta, seat) for other in results):
            yield one.action
