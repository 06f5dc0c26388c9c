"""The matches of the arena: each plays one deal of a rule set several times and returns what is compared.

Deals are duplicate: the same cards are dealt once for each seat (or side) in which the player measured sits, so that
the luck of the cards falls out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

import whister
from whister import Deal, NotSourcedError, Rules
from whister.deal.public import state_of
from whister.mechanisms.end.ending import low_wins
from whister.notation import Action
from whister.players.cautious import choose
from whister.players.entrants import Entrant
from whister.players.protocol import Player, ask
from whister.players.search.candidates import candidates
from whister.players.search.playout import play_on
from whister.players.search.searching import Measure

Result = dict[str, Any]


class Match(NamedTuple):
    """A comparison: its name, what it compares, in one sentence, and what plays one deal of it."""

    name: str
    says: str
    play: Callable[[Rules, int, int], Result]


@cache
def rules_of(name: str) -> Rules:
    """Return a rule set; each process loads it once."""
    return whister.load(name)


def dealt(rules: Rules, at: int) -> Deal:
    """Return deal ``at`` of the arena. Dealers and deal numbers alternate, and with them the passing of cards."""
    seats = rules.plan.table.players
    turn = at % len(seats)
    dealer = seats[(seats.index(rules.plan.start.dealer) + turn) % len(seats)]
    return rules.deal(f"arena/{at}", number=turn + 1, dealer=dealer)


def result(deal: Deal) -> list[float] | None:
    """Return each seat's settlement; None if no source gives a price that is needed."""
    try:
        return [float(amount) for amount in deal.settle().delta]
    except NotSourcedError:
        return None


def value(rules: Rules, deal: Deal, seat: int) -> float:
    """Return the settlement of a seat minus the mean of its opponents', positive if good for the seat."""
    delta = result(deal)
    if delta is None:
        return 0.0
    side = set(rules.plan.table.side_of(seat))
    others = [delta[other] for other in rules.plan.table.players if other not in side]
    return (-1 if low_wins(rules.plan) else 1) * (delta[seat] - sum(others) / len(others))


def played(deal: Deal, players: Mapping[int, Player]) -> int:
    """Play a deal to its end, cautiously where no player is given; return the number of choices forfeited."""
    forfeits = 0
    while not deal.over:
        seat = deal.to_act
        assert seat is not None
        view, player = deal.view(seat), players.get(seat)
        action, forfeit = (choose(view), None) if player is None else ask(player, view)
        forfeits += forfeit is not None
        deal.act(action, seat)
    return forfeits


def lone(who: str, others: str) -> Callable[[Rules, int, int], Result]:
    """Return a match of one player, with its partner if sides are fixed, against the others."""

    def play(rules: Rules, at: int, rollouts: int) -> Result:
        table = rules.plan.table
        player = Entrant(who, rollouts=rollouts or None, seed=at).make()
        rest = Entrant(others, seed=at).make()
        values, forfeits = [], 0
        for seat in table.players:
            side = table.side_of(seat)
            deal = dealt(rules, at)
            forfeits += played(deal, {s: player if s in side else rest for s in table.players})
            values.append(value(rules, deal, seat))
        return {"value": sum(values) / len(values), "own": _own(rules, at), "forfeits": forfeits}

    return play


def _own(rules: Rules, at: int) -> list[float]:
    """Return the settlements of a deal between cautious players."""
    deal = dealt(rules, at)
    played(deal, {})
    return result(deal) or [0.0] * rules.plan.table.n


def against_ismcts(rules: Rules, at: int, rollouts: int) -> Result:
    """Play a deal with one player against three of OpenSpiel's searchers at Hearts."""
    from tests.arena import ismcts

    player = Entrant("steady", rollouts=rollouts or None, seed=at).make()
    values, illegal = [], 0
    for lone_seat in rules.plan.table.players:
        deal = dealt(rules, at)
        bots = {seat: ismcts.bot(10 * at + seat) for seat in rules.plan.table.players}
        state = None
        while not deal.over:
            seat = deal.to_act
            assert seat is not None
            view = deal.view(seat)
            if deal.phase == "play" and state is None:
                state = ismcts.repeated(deal)
            if seat == lone_seat:
                said = str(ask(player, view)[0])
            elif state is None or len(view.legal) == 1:
                said = str(choose(view))
            elif (said := ismcts.chosen(state, bots[seat])) not in view.legal:
                illegal += 1
                said = str(choose(view))
            deal.act(said, seat)
            if state is not None:
                ismcts.apply(state, said)
        values.append(value(rules, deal, lone_seat))
    return {"value": sum(values) / len(values), "illegal": illegal}


def contracts(rules: Rules, at: int, rollouts: int) -> Result:
    """Play one contract twice against cautious defenders: by a declarer who sees one hand, and by one who sees all.

    The cautious players bid. Returns whether each declarer made the contract; None if there was none.
    """
    deal = dealt(rules, at)
    while not deal.over and deal.phase in ("turn", "auction", "partner"):
        seat = deal.to_act
        assert seat is not None
        deal.act(choose(deal.view(seat)), seat)
    if deal.over or deal.declarer is None:
        return {"made": None, "seen": None}
    player = Entrant("steady", rollouts=rollouts or None, seed=at).make()
    made = []
    for sees in (False, True):
        copy = deal.copy()
        while not copy.over:
            seat = copy.to_act
            assert seat is not None
            view = copy.view(seat)
            if seat not in (copy.declarer, copy.partner):
                action = choose(view)
            else:
                action = _seeing(copy, seat) if sees else ask(player, view)[0]
            copy.act(action, seat)
        try:
            made.append(copy.settle().made)
        except NotSourcedError as error:
            made.append(error.made)
    return {"made": made[0], "seen": made[1]}


def _seeing(deal: Deal, seat: int) -> Action:
    """Return the action of a player who sees all the hands: the one that is best if all then play as in rollouts."""
    view = deal.view(seat)
    if len(view.legal) == 1:
        return view.legal[0]
    measure = Measure(state_of(deal).plan.base, seat)
    held = sum(1 << card.index for s, hand in enumerate(deal.hands) if s != seat for card in hand)
    best: tuple[float, Action] | None = None
    for action in candidates(view, held):
        state = state_of(deal).copy()
        state.act(action, seat)
        play_on(state)
        worth = measure(state)
        if best is None or worth > best[0]:
            best = worth, action
    assert best is not None
    return best[1]


MATCHES = {
    match.name: match
    for match in (
        Match("lone", "one steady player against cautious ones", lone("steady", "cautious")),
        Match("random", "one cautious player against random ones", lone("cautious", "random")),
        Match("ismcts", "one steady player against three of OpenSpiel's, 1,000 simulations", against_ismcts),
        Match("contracts", "contracts made, beside a declarer who sees all hands", contracts),
    )
}
