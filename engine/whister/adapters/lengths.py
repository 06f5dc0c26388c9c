"""The longest that a deal can take, in steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from whister import checks
from whister.adapters.refused import Unbounded
from whister.mechanisms.bidding.auction import AuctionPhase
from whister.mechanisms.bidding.naming import NamingPhase
from whister.mechanisms.bidding.pledge import PledgePhase
from whister.mechanisms.exchange.card_in_front import LayingOutPhase
from whister.mechanisms.exchange.exposed_cards import ExposurePhase
from whister.mechanisms.exchange.laying_aside import LayingAsidePhase
from whister.mechanisms.exchange.nest import MidwayNestPhase, NestPhase
from whister.mechanisms.exchange.passing import EACH, PassPhase
from whister.mechanisms.exchange.refusing import RefusalAside, ReplacementPhase
from whister.mechanisms.pack.redeal import RedealAside
from whister.mechanisms.payment.chicane import ChicaneAside
from whister.mechanisms.play.claims import ClaimPhase
from whister.mechanisms.play.leading import LeaderPhase
from whister.mechanisms.play.trump import TrumpPhase
from whister.mechanisms.revoke.choice import PricePhase
from whister.mechanisms.revoke.claiming import ClosingPhase
from whister.mechanisms.revoke.correcting import MendPhase
from whister.mechanisms.table.called_partner import CallPhase
from whister.mechanisms.table.partner import PartnerPhase
from whister.mechanisms.worth.slam_choice import ShooterChooses, TableChooses
from whister.mechanisms.worth.undertaking import AnnouncePhase
from whister.plan.compiled import Plan
from whister.plan.mechanism import Phase
from whister.rules import Rules

Steps: TypeAlias = Callable[[Plan, Any], int]


def longest(rules: Rules) -> int:
    """Return a number of steps that no deal exceeds: every card played, every bid made and passed by all, every choice
    and answer that a phase allows, and every call out of turn both left out and made.

    Raises ``Unbounded`` for an auction without a limit, in which a bid need not be higher than the last.
    """
    checks.instance(rules, Rules, "longest, rules")
    plan = rules.plan
    steps = _played(plan) + sum(_in_phase(plan, phase) for phase in plan.course.phases.values())
    asides = {(type(one), str(one.says)): one for each in plan.course.asides.values() for one in each}
    for aside in asides.values():
        if isinstance(aside, RedealAside | ChicaneAside):
            steps += 2 * plan.table.n
        elif isinstance(aside, RefusalAside):
            steps += plan.table.n * aside.cards.bit_count()
        elif "draw" in aside.says:
            steps += plan.dealing.widow_size
    return steps


def _played(plan: Plan) -> int:
    """Return the most cards that players play."""
    dealing = plan.dealing
    left = 0 if dealing.stock else dealing.widow_size
    return plan.cards - left - (dealing.hand_size if plan.table.dummy is not None else 0)


def _in_phase(plan: Plan, phase: Phase) -> int:
    if phase.silent or phase.idle:
        return 0
    if type(phase) not in STEPS:
        raise Unbounded(f"{phase.clause.id}: no limit is known for the phase {phase.name!r}")
    return STEPS[type(phase)](plan, phase)


def _auction(plan: Plan, phase: AuctionPhase) -> int:
    n, bids = plan.table.n, plan.bidding.bids
    more = (phase.asking is not None) + (phase.laying is not None)  # steps that belong to a bid
    if phase.once_round is not None:
        return n * (1 + more)
    if phase.outbid is None:
        raise Unbounded(
            f"{phase.clause.id}: the auction has no limit, since a bid need not be higher than the last"
        )
    rungs = len(bids) if plan.course.bids_now is not None else len({bid.rung for bid in bids})
    holds = n if phase.hold is not None else 0
    if phase.pass_final is not None and not phase.exact_after_pass and phase.support is None:
        return n + holds + rungs * (1 + more)
    return n + holds + rungs * (1 + n + more)


def _several(cards: int) -> int:
    """Return the steps of a choice of some cards."""
    return cards + (cards > 1)


def _passing(plan: Plan, phase: PassPhase) -> int:
    others = plan.table.n - 1
    each = others * _several(phase.count // others) if EACH in phase.directions else 0
    return plan.table.n * max(_several(phase.count), each)


def _aside(plan: Plan, phase: LayingAsidePhase) -> int:
    most = max((contract.discard for contract in plan.bidding.contracts.values()), default=0)
    return plan.table.n * _several(most)


def _nest(plan: Plan, phase: NestPhase) -> int:
    return _several(plan.dealing.widow_size)


def _one(plan: Plan, phase: Phase) -> int:
    return 1


def _each(plan: Plan, phase: Phase) -> int:
    return plan.table.n


def _none(plan: Plan, phase: Phase) -> int:
    return 0


STEPS: Mapping[type[Phase], Steps] = {
    AuctionPhase: _auction, PassPhase: _passing, LayingAsidePhase: _aside, NestPhase: _nest, MidwayNestPhase: _nest,
    LayingOutPhase: _each, AnnouncePhase: _each, PledgePhase: _each, NamingPhase: _one, TrumpPhase: _one, CallPhase: _one,
    LeaderPhase: _one, ShooterChooses: _one, TableChooses: _one, PricePhase: _none, ClosingPhase: _none, MendPhase: _none,
    PartnerPhase: lambda plan, phase: plan.table.n + 1,
    ExposurePhase: lambda plan, phase: plan.table.n + phase.cards.bit_count(),
    ReplacementPhase: lambda plan, phase: 3 * phase.aside.cards.bit_count(),
    ClaimPhase: lambda plan, phase: plan.table.n**2,
}  # fmt: skip
"""For each kind of phase in which players act, a function that returns its most steps. A phase that only a revoke
brings about has none, since the adapters offer only legal actions."""

__all__ = ["STEPS", "longest"]
