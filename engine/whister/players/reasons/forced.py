"""The reason for the only action that is possible: the rule that excludes the others."""

from __future__ import annotations

import re
from random import Random

from whister.deal.view import View, plan_of
from whister.notation import play
from whister.players.reasons.reason import Reason
from whister.players.search.repeating import Unimagined
from whister.players.search.worlds import Worlds


def reasons(view: View) -> tuple[Reason, ...]:
    """Return why the only legal action must be chosen; () if there is a choice."""
    if len(view.legal) != 1:
        return ()
    action = view.legal[0]
    plan = plan_of(view)
    if view.phase != "play" or action.verb != "play":
        return (Reason("forced", "Nothing else is possible now."),)
    others = [card for card in view.hand if card != action.words[0]]
    if not others:
        return (
            Reason(
                "forced", "This is your last card." if len(view.hand) == 1 else "All your cards are equal."
            ),
        )
    try:
        state = Worlds(view, Random(view.seat)).state
    except Unimagined:
        return (Reason("forced", "This is the only card that you may play."),)
    for card in others:
        verdict = state.why(play(card, plan.pack), view.seat)
        if not verdict.legal and verdict.clause is not None:
            why = re.sub(rf"\b([Ss])eat {view.seat} has\b", _you_have, verdict.reason)
            return (Reason("forced", f"This is the only card that you may play. {why}", verdict.clause.id),)
    return (Reason("forced", "This is the only card that you may play."),)


def _you_have(found: re.Match[str]) -> str:
    return "You have" if found[1] == "S" else "you have"
