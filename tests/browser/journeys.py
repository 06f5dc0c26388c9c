"""Deals, found by the engine in this Python, that take a visitor through every phase of a rule set."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from tests.asking import asked
from tests.browser.player import offered
from tests.house_rules import varied
from whister import IllegalAction, OptionError, catalogue
from whister.links.deal_record import DealRecord
from whister.rules import Rules, load

State = dict[str, Any]
Choosing = Callable[[list[str]], str]
HouseRules = tuple[str, dict[str, Any]]  # a rule set and the options chosen
EXPOSED = "exposed"  # not a phase: a hand has been laid open
SEEDS = 200
FEW = 10
# Options for what a rule set does not offer by default.
OPTIONS: dict[str, dict[str, Any]] = {"boston/hoyle": {"announcements": "all"}}


class Journey(NamedTuple):
    """A deal that a visitor in seat 0 plays to the end: its rules, the visitor's actions, and every state seen."""

    rules: str
    options: dict[str, Any]
    actions: list[str]
    states: list[State]

    @property
    def moments(self) -> dict[str, State]:
        """The first state in each phase that gives the visitor a choice, at the end, and with a hand laid open."""
        found: dict[str, State] = {}
        for state in self.states:
            if state["choice"] or state["over"]:
                found.setdefault(state["phase"], state)
            if any(seat["exposed"] for seat in state["seats"]):
                found.setdefault(EXPOSED, state)
        return found

    @property
    def phases(self) -> set[str]:
        """The names of the moments reached."""
        return {*self.moments}


def open_actions(state: State) -> list[str]:
    """Return the visitor's possible actions, one for each card or button; of the choices of several cards, only one, or
    for cards to pass, those of neighbouring cards."""
    choice = state["choice"]
    if choice["kind"] == "cards":
        cards, count = choice["allowed"], choice["count"]
        firsts = range(len(cards) - count + 1) if choice["verb"] == "give" else [0]
        return [" ".join([choice["verb"], *cards[at : at + count]]) for at in firsts]
    if choice["kind"] == "play":
        return [held["card"] for held in state["hand"] if held["playable"]]
    return [act["action"] for act in [*offered(choice), *state["also"]] if act.get("legal", True)]


def deal(
    rules: str, options: dict[str, Any], seed: str, choosing: Choosing, *,
    players: int | None = None, dealer: int | None = None,
) -> Journey:  # fmt: skip
    """Play a whole deal in which the visitor does what `choosing` picks."""
    state = asked(op="new", rules=rules, options=options, players=players, seed=seed, seat=0, dealer=dealer)
    return onward(rules, options, state, choosing)


def onward(rules: str, options: dict[str, Any], state: State, choosing: Choosing) -> Journey:
    """Play from a state to the end of the deal; the visitor does what `choosing` picks."""
    states, actions = [state], list[str]()
    while not state["over"]:
        actions.append(choosing(open_actions(state)))
        state = asked(op="act", record=state["record"], seat=0, action=actions[-1])
        states.append(state)
    return Journey(rules, options, actions, states)


def visitors(seed: int) -> Iterator[Choosing]:
    """Yield three ways of choosing: the highest bid, the first action offered, and any action at random."""
    yield lambda open_: next((one for one in reversed(open_) if one.startswith("bid ")), open_[0])
    yield lambda open_: open_[0]
    yield random.Random(seed).choice


def asked_in(rules: Rules) -> set[str]:
    """Return the phases of a rule set in which anybody may have a choice, and `EXPOSED` if a hand may be laid open."""
    plan = rules.plan
    asked = {"play"} | {
        name for name, phase in plan.course.phases.items() if not (phase.silent or phase.idle)
    }
    if any(contract.exposed for contract in plan.bidding.contracts.values()):
        asked.add(EXPOSED)
    return asked


def journeys(rules: str) -> list[Journey]:
    """Return deals that together reach the end and every phase of a rule set in which anybody may have a choice."""
    options = OPTIONS.get(rules, {})
    missing, found = {*asked_in(load(rules).vary(**options)), "over"}, list[Journey]()
    for seed in range(SEEDS):
        for choosing in visitors(seed):
            if not missing:
                return found
            journey = deal(rules, options, str(seed), choosing)
            if journey.phases & missing:
                missing -= journey.phases
                found.append(journey)
    if missing:
        raise AssertionError(f"{rules}: no deal reaches {missing}")
    return found


# ---- phases that only house rules bring


def brought(family: str) -> dict[str, list[HouseRules]]:
    """Return the phases that no rule set of a family has unless an option is chosen, with the house rules for each."""
    every = [load(name) for name in catalogue() if name.startswith(f"{family}/")]
    plain = set[str]().union(*(asked_in(rules.vary(**OPTIONS.get(rules.id, {}))) for rules in every))
    found: dict[str, list[HouseRules]] = {}
    for rules in every:
        for options in varied(rules):
            for phase in asked_in(load(rules.id, **options)) - plain:
                found.setdefault(phase, []).append((rules.id, options))
    return found


def journey_with(rules: str, options: dict[str, Any], phase: str) -> Journey | None:
    """Return a deal by house rules in which the visitor has a choice in a given phase; None if none was found."""
    counts = [players for players in load(rules, **options).players if settled(rules, options, players)]
    for seed in range(SEEDS):
        players, dealer = counts[seed % len(counts)], 0 if seed % 2 else None
        for choosing in visitors(seed) if seed < FEW else ():
            journey = deal(rules, options, str(seed), choosing, players=players, dealer=dealer)
            if phase in journey.phases:
                return journey
        for record in strayed(load(rules, players, **options), phase, seed):
            state = asked(op="open", record=record, seat=0)
            if state["phase"] == phase and state["choice"]:
                return onward(rules, options, state, next(visitors(seed)))
    return None


def settled(rules: str, options: dict[str, Any], players: int) -> bool:
    """Return whether the rules with these options can be loaded for this number of players."""
    with suppress(OptionError):
        return bool(load(rules, players, **options))
    return False


def strayed(rules: Rules, phase: str, seed: int) -> Iterator[str]:
    """Play a deal in which everybody does whatever the rules tolerate; yield its record wherever the visitor may act in
    a given phase.

    The players revoke, and claim revokes and tricks, which the bots at a page's table never do.
    """
    chance, deal = random.Random(seed), rules.deal(seed)
    boldness = seed % 3 / 3  # how often a player who may claim does so
    while not deal.over:
        if deal.phase == phase and 0 in deal.pending:
            yield str(DealRecord.of(deal))
        seat = chance.choice(deal.pending)
        claims = [
            (by, one) for by in rules.plan.table.players for one in deal.legal(by) if one.verb == "claim"
        ]
        if claims and chance.random() < boldness:
            by, claim = chance.choice(claims)
            deal.act(claim, by)
        elif deal.phase == "play" and rules.plan.play.revoke is not None:
            with suppress(IllegalAction):
                deal.act(str(chance.choice(deal.view(seat).hand)), seat)
        else:
            legal = deal.legal(seat)
            deal.act(legal[chance.randrange(len(legal))], seat)
