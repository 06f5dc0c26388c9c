"""A rule set in figures: its age, its numbers of players and its numbers of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.base.catalogue import first_year, year_of
from whister import load

if TYPE_CHECKING:
    from whister import Rules


def counts_text(counts: tuple[int, ...]) -> str:
    """Return numbers of players as text: `3 to 6`, `4`."""
    if len(counts) > 2 and list(counts) == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]}"
    return " or ".join(map(str, counts))


def cards_text(rules: Rules) -> str:
    """Return the number of cards in play, from fewest to most: `41 cards`, `48 to 52 cards`."""
    counts = [load(rules.id, players).plan.cards for players in rules.players]
    fewest, most = min(counts), max(counts)
    return f"{most} cards" if fewest == most else f"{fewest} to {most} cards"


def by_age(rules: Rules) -> tuple[str, str, str]:
    """Return a sort key: by family, then by age, with the oldest rule set first and those without a date last."""
    return age(rules.id)


def age(rule_set_id: str) -> tuple[str, str, str]:
    """Return the same sort key for a rule set by its ID."""
    return rule_set_id.partition("/")[0], str(first_year(year_of(rule_set_id)) or 9999), rule_set_id
