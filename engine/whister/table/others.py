"""The other players at the table: they act until the visitor must, each with the strength chosen for its seat.

A player that searches takes time. One request lets at most one of them think, so that the page can show what has
happened so far, and another request waits for one decision at most.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from whister.deal.public import state_of
from whister.players.cautious import choose
from whister.players.claiming import sure_claim
from whister.players.protocol import Clock
from whister.players.seated import announce, profits
from whister.players.strengths import STRENGTHS
from whister.table import sentences

if TYPE_CHECKING:
    from whister.deal.view import View
    from whister.notation import Action
    from whister.rules import Deal
    from whister.table.display import Visit

SECONDS = 2.8  #: the longest that a search for one decision lasts; with the rest of a request this is less than 3 seconds
_ENOUGH = 8  #: the fewest deals on which a search that ran out of time has compared the actions
_BOT_LIMIT = 2000  # more actions than any deal has


class Stop(NamedTuple):
    """Why the other players stopped: for the visitor, or because one of them needs time to think."""

    forfeits: Mapping[int, str]  #: a sentence on each choice that was forfeited, by the number of the action
    last: tuple[Action, ...] = ()  #: what the visitor can only announce before the next action
    thinking: int | None = None  #: the seat to act, if it needs time and this request has given it none
    notice: str = ""  #: a sentence on a decision that was forfeited, if there was one


def act_on(
    deal: Deal, visit: Visit, act: Callable[[Action, int], None], *, thoughts: int, silent: bool = False
) -> Stop:
    """Let the other players act until the visitor must act or has a last chance to, or until ``thoughts`` searches are
    done and another one is needed.

    ``act`` carries out an action of a seat. ``silent``: the visitor has already been offered what may be announced now.
    """
    visitor, plan = visit.seat, state_of(deal).plan
    players = [seat for seat in plan.table.players if seat != visitor]
    forfeits: dict[int, str] = {}
    notices = [visit.misnamed] if visit.misnamed else []
    for _ in range(_BOT_LIMIT):
        announce(deal, players, act)
        seat = _next(deal, visit)
        if seat is None:
            break
        if _thinks(deal, visit, seat):
            if not thoughts:
                return Stop(forfeits, thinking=seat, notice=" ".join(notices))
            thoughts -= 1
            action, forfeited = decided(deal.view(seat), visit.strengths[seat], deal, visitor)
            notices += [forfeited] if forfeited else []
        else:
            action, forfeit = visit.others.ask(deal.view(seat))
            if forfeit is not None:
                forfeits[len(deal.actions)] = forfeit.told(sentences.name(plan, seat, visitor))
        if not silent and visitor not in deal.pending and (last := _last_word(deal, visitor, action, seat)):
            return Stop(forfeits, tuple(last), notice=" ".join(notices))
        act(action, seat)
        silent = False
    return Stop(forfeits, notice=" ".join(notices))


def _next(deal: Deal, visit: Visit) -> int | None:
    """Return the seat that acts next; None if the visitor must act first, or the deal is over.

    While the visitor may act too, only players that need no time act before.
    """
    others = [seat for seat in deal.pending if seat != visit.seat]
    if deal.over or not others:
        return None
    if visit.seat not in deal.pending:
        return others[0]
    if deal.phase == "play":
        return None
    return next((seat for seat in others if not _thinks(deal, visit, seat)), None)


def _thinks(deal: Deal, visit: Visit, seat: int) -> bool:
    """Return whether a seat needs time for its next action."""
    name = visit.strengths.get(seat)
    return name is not None and STRENGTHS[name].rollouts > 0 and len(deal.legal(seat)) > 1


def decided(view: View, name: str, deal: Deal, visitor: int) -> tuple[Action, str]:
    """Return the action that a player of a strength decides on, and a sentence for the visitor, or "".

    A search that fails, or whose time is up before it has compared the actions, forfeits the decision to the cautious
    player, and the sentence says so. The same view gives the same action as long as the time suffices.
    """
    clock = Clock(SECONDS)
    try:
        if (claim := sure_claim(view)) is not None:
            return claim, ""
        from whister.players.search.searching import consider  # loaded only for a player who needs it

        thought = consider(view, STRENGTHS[name].rollouts, expired=clock.expired)
    except Exception:
        why = "could not compare the actions"
    else:
        if thought.action not in view.legal:
            why = "found no action that the rules allow"
        elif clock.expired() and thought.worlds < _ENOUGH:
            why = "took too long"
        else:
            return thought.action, ""
    who = sentences.name(state_of(deal).plan, view.seat, visitor)
    return choose(view), f"{who} {why}, and followed rules of thumb for one decision."


def _last_word(deal: Deal, visitor: int, action: Action, bot: int) -> list[Action]:
    """Return the announcements that may help the visitor and can only be made before a bot's next action."""
    said = profits(deal, visitor)
    if not said:
        return []
    after = deal.copy()
    after.act(action, bot)
    return [one for one in said if one not in profits(after, visitor)]


__all__ = ["SECONDS", "Stop", "act_on", "decided"]
