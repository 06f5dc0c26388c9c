"""How a game is played, in a few sentences, each made from the parameters of one clause in force.

No sentence is stored for a rule set: rule sets with equal rules read alike, and house rules change what is said.
"""

from __future__ import annotations

from typing import NamedTuple

from whister.clause import Clause
from whister.how_to_play import auctioned, dealt, played, rare, scored
from whister.how_to_play.telling import MOMENTS, TELLING
from whister.playable import in_force
from whister.rules import Rules


class Sentence(NamedTuple):
    """One sentence, the clause that says the same in full, and the mechanism that it is made from."""

    text: str
    clause: Clause
    mechanism: str


def how_to_play(rules: Rules) -> dict[str, tuple[Sentence, ...]]:
    """What a newcomer needs, by the moments of a deal in order; a moment of which nothing is said is left out."""
    plan = rules.plan
    found: dict[str, list[tuple[int, Sentence]]] = {moment: [] for moment in MOMENTS}
    others = {mechanism.name: mechanism for _, mechanism in in_force(rules)}
    for clause, mechanism in in_force(rules):
        for told in TELLING.get(mechanism.name, ()):
            if text := told.make(mechanism, plan, others):
                found[told.moment].append((told.place, Sentence(text, clause, mechanism.name)))
    return {
        moment: tuple(sentence for _, sentence in sorted(each, key=lambda one: one[0]))
        for moment, each in found.items()
        if each
    }


__all__ = ["MOMENTS", "TELLING", "Sentence", "auctioned", "dealt", "how_to_play", "played", "rare", "scored"]
