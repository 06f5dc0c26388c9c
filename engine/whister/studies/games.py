"""Whole games, played deal after deal with their totals and pools: how long they last, who wins, and what changes
hands."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from whister.errors import NotSourcedError
from whister.mechanisms.end.ending import low_wins
from whister.players.protocol import Forfeit, Player
from whister.players.seated import play
from whister.rules import Rules
from whister.studies.recorded import places
from whister.studies.sums import Data, mean, plain

MOST = 200  #: the most deals of a game that are played


def game_of(
    rules: Rules, seed: str, players: dict[int, Player], names: Mapping[int, str] | None = None
) -> tuple[Data, tuple[Forfeit, ...]]:  # fmt: skip
    """Play a game to its end, or to the most deals that are played. Return the values recorded, and the choices that were
    forfeited. ``names`` are those of the players by seat, if they differ.
    """
    forfeits: tuple[Forfeit, ...] = ()
    session = rules.session(seed)
    plan = rules.plan
    place = places(session.deal)
    chips = plan.settling.unit != "points"
    found: Data = {}
    won, dealt = Fraction(0), 0
    while dealt < MOST:
        dealt += 1
        if chips:
            found[f"pool/{dealt}"] = session.deal.ledger.pool
        forfeits += play(session.deal, players)
        try:
            settlement = session.advance()
        except NotSourcedError:
            session.deal_again()
            continue
        won += sum(max(amount, 0) for amount in settlement.delta)
        if session.over:
            break
    if not session.over:
        return found | {"unfinished": 1}, forfeits
    winners = session.winners
    totals = [session.totals[seat] for seat in place]
    found["length"] = dealt
    found["tied"] = int(any(other not in plan.table.side_of(winners[0]) for other in winners[1:]))
    for seat, at in place.items():
        found[f"wins/{at}"] = plain(Fraction(1, len(winners))) if seat in winners else 0
    found["first"] = session.totals[winners[0]]
    found["last"] = max(totals) if low_wins(plan) else min(totals)
    if chips:
        found["won"] = plain(won)
    if names is not None:
        for name in dict.fromkeys(names.values()):
            own = [seat for seat in names if names[seat] == name]
            found[f"champion/{name}"] = mean([int(seat in winners) for seat in own]) / Fraction(len(winners))
    return found, forfeits


__all__ = ["MOST", "game_of"]
