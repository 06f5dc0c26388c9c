"""Random deals of every rule set, with every number of players and random options, and what must be true of each.

In every deal, no card or chip is lost, the deal ends, the settlement is the sum of its lines, and the result is
accepted again as facts given by hand. In every fiftieth deal, also, one clause explains each refusal, undo is exact,
views show nothing hidden, and records and links play again.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from tests.engine.accepting import accepted_back
from tests.engine.hiding import view_hides
from tests.engine.holding import act, dealt, ends, every_card_is_somewhere, everything, settlement_adds_up
from tests.proof.running import Found
from tests.proof.tables import drawn
from whister import Deal, Rules

DEALS = 500
"""Deals in a chunk."""
A_TABLE = 10
"""Deals at a table before the next one is drawn."""
ALL_DEALS = 1_000_000
WHOLE = 50
"""Of so many deals one has all its properties looked at."""
MOST_LOOKS = 4
"""In the others the cards are counted at the end and fewer times than this before it."""


def chunk(number: int) -> Found:
    """Play and check the deals of a chunk; the same number always gives the same deals."""
    counts, failures = Counter[str](), list[str]()
    for place in range(number * DEALS, (number + 1) * DEALS, A_TABLE):
        rules = drawn(place // A_TABLE, Random(f"table {place}"))
        counts["tables"] += 1
        for seed in range(place, place + A_TABLE):
            whole = seed % WHOLE == 0
            try:
                look(rules, seed, whole=whole)
            except Exception as error:
                failures.append(told(rules, seed, error))
            counts["deals"] += 1
            counts["with all properties"] += whole
    return Found(dict(counts), failures)


def told(rules: Rules, seed: int, error: Exception) -> str:
    """Return the table, the seed and what went wrong, on one line."""
    options = ", ".join(f"{name}={value}" for name, value in rules.chosen.items())
    words = " ".join(str(error).split())[:160]
    return f"{rules.id}, {rules.plan.table.n} players, {options or 'no options'}, deal {seed}: {type(error).__name__}: {words}"


def look(rules: Rules, seed: int, *, whole: bool) -> None:
    """Play a deal to the end with random actions; raise an error if any property fails."""
    chance = Random(f"deal {seed}")
    deal = dealt(rules, chance)
    if whole:
        everything(deal, chance)
        view_hides(deal, chance)
    else:
        for _ in range(chance.randrange(MOST_LOOKS)):
            walked(deal, chance, chance.randrange(20))
            every_card_is_somewhere(deal)
        ends(deal, chance)
        every_card_is_somewhere(deal)
        settlement_adds_up(deal)
    accepted_back(deal)


def walked(deal: Deal, chance: Random, steps: int) -> None:
    """Take ``steps`` random actions, or fewer if the deal ends first."""
    for _ in range(steps):
        if deal.over:
            return
        act(deal, chance)
