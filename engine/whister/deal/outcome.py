"""The outcome of a deal that was played: the facts needed to settle it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from whister.cards import Card
from whister.deal.at_end import captured_by, gathered, honours_dealt
from whister.mechanisms.revoke.breaches import Offence
from whister.objects import Fixed, fixed
from whister.plan.outcome import Breach, Captured, Outcome

if TYPE_CHECKING:
    from whister.deal.machine import Machine

_NOTHING: Mapping[str, Any] = Fixed()


def of_deal(deal: Machine) -> Outcome:
    """Return the outcome of a deal that is over."""
    plan = deal.plan
    facts, spread = deal.facts, plan.pack.spread
    captured = deal.captured
    declared: Mapping[str, Any] = facts.get("declared", _NOTHING)
    for report in plan.course.reporting:
        declared = {**declared, **report(deal)}
    if plan.dealing.widow is not None and "stopped" not in facts:
        captured = captured_by(deal)
    return Outcome.sure(
        Captured(plan.pack, tuple(captured)),
        tuple(deal.won),
        deal.declarer,
        facts.get("silent", deal.partner),
        deal.contract,
        deal.trump,
        deal.bid,
        honours_dealt(deal) if plan.worth.honour_ranks else plan.no_honours,
        tuple(_known(b, spread) for b in facts["breaches"] if b.found_by is not None)
        if "breaches" in facts
        else (),
        facts.get("stopped", False),
        fixed(declared) if declared else _NOTHING,
        facts.get("void", ""),
        gathered(deal) if plan.dealing.gathered else (),
    )


def _known(offence: Offence, spread: Callable[[int], tuple[Card, ...]]) -> Breach:
    """Return a claimed revoke in the form used by an outcome."""
    return Breach(offence.seat, offence.trick, offence.card, offence.found_by, spread(offence.cards))
