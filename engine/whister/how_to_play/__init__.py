"""How to play a game, in a few sentences, each made from the parameters of one clause in force. No sentence is stored
with a rule set: equal rules give equal sentences, and house rules change them.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from whister.clause import Clause
from whister.how_to_play import auctioned, counted, dealt, played, rare, scored
from whister.how_to_play.telling import MOMENTS, TELLING
from whister.playable import in_force
from whister.rules import Rules

LINES = 10
"""The most lines that a newcomer should have to read before a first deal; the full rules contain the rest."""
LETTERS = 99
"""The number of characters in a full line of the page."""


class Sentence(NamedTuple):
    """One sentence, with the clause that states the rule in full and the mechanism from which the sentence is made."""

    text: str
    clause: Clause
    mechanism: str


class _Placed(NamedTuple):
    """A sentence with its stage, its place in that stage, and how soon it is left out."""

    moment: str
    place: int
    detail: int
    sentence: Sentence


_PHASES = 21
"""The place of a sentence about the first phase of a deal; sentences about later phases follow. This place comes after
the auction and the rule for a deal in which everyone passes."""

Moments = dict[str, tuple[Sentence, ...]]
"""The sentences, by the stages of a deal in order; a stage without a sentence is left out."""


def how_to_play(rules: Rules) -> Moments:
    """Return all the sentences for a rule set, by stage."""
    return _by_moment(_placed(rules))


def in_short(rules: Rules) -> Moments:
    """Return the sentences that a newcomer needs, in ten lines: details are left out until the rest fits, except those
    that house rules change."""
    usual = rules.vary(**{one.name: one.default for one in rules.options.values() if not one.excluded})
    kept = list(_placed(rules))
    known = {one.sentence.text for one in _placed(usual)} if rules.chosen != usual.chosen else None
    details = [one for one in kept if one.detail and (known is None or one.sentence.text in known)]
    details.sort(key=lambda one: (one.detail, list(MOMENTS).index(one.moment), one.place))
    while details and lines(_by_moment(kept)) > LINES:
        kept.remove(details.pop())
    return _by_moment(kept)


def lines(moments: Moments) -> int:
    """Return the number of lines that the sentences fill; each stage begins a new line."""
    return sum(len(textwrap.wrap(" ".join(one.text for one in said), LETTERS)) for said in moments.values())


def _placed(rules: Rules) -> Iterator[_Placed]:
    plan = rules.plan
    others: dict[str, Any] = {mechanism.name: mechanism for _, mechanism in in_force(rules)}
    course = others["course"].phases if "course" in others else plan.course.order
    for clause, mechanism in in_force(rules):
        for told in TELLING.get(mechanism.name, ()):
            if text := told.make(mechanism, plan, others):
                place = next(
                    (_PHASES + course.index(one) for one in told.phases.split() if one in course), told.place
                )
                yield _Placed(told.moment, place, told.detail, Sentence(text, clause, mechanism.name))


def _by_moment(placed: Iterable[_Placed]) -> Moments:
    in_order = sorted(placed, key=lambda one: one.place)
    found = {moment: tuple(one.sentence for one in in_order if one.moment == moment) for moment in MOMENTS}
    return {moment: said for moment, said in found.items() if said}


__all__ = [
    "LINES", "MOMENTS", "TELLING", "Moments", "Sentence", "auctioned", "counted", "dealt", "how_to_play", "in_short", "lines", "played",
    "rare", "scored",
]  # fmt: skip
