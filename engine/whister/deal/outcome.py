"""The outcome of a deal that was played: the facts that settlement reads."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from whister.deal.at_end import captured_by, gathered, honours_dealt
from whister.plan.outcome import Outcome

if TYPE_CHECKING:
    from whister.deal.machine import Machine

_NOTHING: Mapping[str, Any] = MappingProxyType({})


def of_deal(deal: Machine) -> Outcome:
    """The outcome of a deal that is over."""
    plan = deal.plan
    facts = deal.facts
    captured = deal.captured
    declared: Mapping[str, Any] = facts.get("declared", _NOTHING)
    for report in plan.course.reporting:
        declared = {**declared, **report(deal)}
    if plan.dealing.widow is not None and "stopped" not in facts:
        captured = captured_by(deal)
    return Outcome(
        tuple(captured),
        tuple(deal.won),
        deal.declarer,
        facts.get("silent", deal.partner),
        deal.contract,
        deal.trump,
        deal.bid,
        honours_dealt(deal) if plan.worth.honour_ranks else plan.no_honours,
        tuple(b for b in facts["breaches"] if b.found_by is not None) if "breaches" in facts else (),
        facts.get("stopped", False),
        declared,
        facts.get("void", ""),
        gathered(deal) if plan.dealing.gathered else (),
    )
