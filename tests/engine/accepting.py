"""Facts given by hand: a deal's result, stated as a reader would state it, is accepted and settles like the deal."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import Any

from whister import Deal, DealError, IllegalAction, NotSourcedError, Outcome, Record, Settlement
from whister.deal.public import state_of
from whister.plan.outcome import captured_masks


def accepted_back(deal: Deal) -> None:
    """Raise ``AssertionError`` unless the outcome of a deal that is over is accepted as facts given by hand.

    The facts must settle to all that the deal settles to: deltas, pools, lines and the next ledger. So must the facts
    with points in place of the captured cards, unless they are refused with a request for the cards.
    """
    told = facts_of(deal)
    played = _settled(deal, deal.outcome)
    settled = _stated(deal, told)
    assert settled == played, _differ(deal, told, settled, played)
    if state_of(deal).plan.worth.total_value:
        del told["captured"]
        told["points"] = state_of(deal).plan.worth.of_each(captured_masks(deal.outcome))
        settled = _stated(deal, told)
        asked = isinstance(settled, DealError) and "give 'captured'" in str(settled)
        assert asked or settled == played, _differ(deal, told, settled, played)


def facts_of(deal: Deal) -> dict[str, Any]:
    """Return a deal's outcome as facts for ``Rules.outcome``, made only of texts, numbers, lists and tables."""
    outcome = deal.outcome
    facts = outcome._asdict() | {
        "captured": [list(cards) for cards in outcome.captured],
        "breaches": [
            {"seat": found.seat, "trick": found.trick, "card": found.card, "found_by": found.found_by}
            for found in outcome.breaches
        ],
        "declared": {
            name: [fact._asdict() for fact in said] if name == "plays" else said
            for name, said in outcome.declared.items()
        },
    }
    plain: dict[str, Any] = json.loads(json.dumps(facts))
    return plain


def play(deal: Deal, chance: Random) -> Deal:
    """Play random actions until the deal is over, with an occasional revoke if the table allows any."""
    while not deal.over:
        seat = chance.choice(deal.pending)
        legal = deal.legal(seat)
        if state_of(deal).plan.play.revoke is not None and deal.phase == "play" and chance.random() < 0.1:
            refused = [card for card in deal.hands[seat] if str(card) not in legal]
            with suppress(IllegalAction):
                deal.act(chance.choice(refused or deal.hands[seat]), seat)
                continue
        deal.act(legal[chance.randrange(len(legal))], seat)
    return deal


def _stated(deal: Deal, facts: dict[str, Any]) -> object:
    """Return the settlement of facts given by hand, or the error that refuses them."""
    try:
        return _settled(deal, deal.rules.outcome(**facts))
    except DealError as error:
        return error


def _settled(deal: Deal, outcome: Outcome) -> object:
    """Return the whole settlement, or what is known of it if no source gives a price."""
    try:
        return deal.rules.settle(outcome, deal.ledger)
    except NotSourcedError as error:
        return str(error), error.lines, error.made


def _differ(deal: Deal, told: dict[str, Any], settled: object, played: object) -> str:
    """Return a message with the rules, the record of the deal, the facts, and the two results."""
    results = " but as played ".join(
        f"{made.delta}, pool {made.pool}, {[line.text for line in made.lines]}, {made.ledger}"
        if isinstance(made, Settlement)
        else str(made)
        for made in (settled, played)
    )
    return f"{deal.rules!r}, {Record.of(deal)}: {told} settles as {results}"
