"""The one or two figures of a rule set that its own page shows at a glance."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor, log10
from typing import TYPE_CHECKING

from rulebook.base.questions import question
from rulebook.numbers.results import results
from whister import load
from whister.studies.recorded import moon_of
from whister.words import card_name

if TYPE_CHECKING:
    from whister import Rules
    from whister.studies.figures import Figure
    from whister.studies.study import Study

_MOST = 2
"""The most figures that are shown."""
_SELDOM = 0.01
"""The share of the deals below which it is not worth saying that something happens."""
_ALL_PASS = "all-pass"  # a reason and a contract
_VOID = {_ALL_PASS: "everyone passes", "unsupported": "nobody supports the bid"}


@question
def at_a_glance(rule_set_id: str) -> tuple[str, ...]:
    """Return the most telling figures of a rule set as parts of a sentence; none if no present figures are kept."""
    rules = load(rule_set_id)
    kept = results(rules.family, "set").get(rule_set_id)
    if kept is None or kept.stale():
        return ()
    return tuple(_telling(rules, kept.study()))[:_MOST]


def _telling(rules: Rules, study: Study) -> Iterator[str]:
    """Yield what the figures say, the most telling first, in words that can follow a comma."""
    groups: dict[str, list[Figure]] = {}
    for figure in study.figures:
        groups.setdefault(figure.group, []).append(figure)
    unfinished = any(figure.value for figure in groups.get("unfinished", ()))
    for figure in groups.get("length", ()):
        if figure.error and not unfinished:  # otherwise it is a rule, or of some games only
            yield f"a game lasts {rounded(figure.value)} deals on average"
    passed = [figure for figure in groups.get("contract", ()) if figure.about == _ALL_PASS]
    for figure in sorted([*groups.get("void", ()), *passed], key=lambda figure: -figure.value):
        if figure.about in _VOID and figure.value >= _SELDOM:
            yield f"{_VOID[figure.about]} in {_share(figure.value)} of the deals"
    moon = moon_of(rules.plan)
    one = "side" if moon is not None and moon.by == "side" else "player"
    for figure in groups.get("moon", ()):
        if figure.about == "shot":
            yield f"one {one} takes all the penalty cards in {_share(figure.value)} of the deals"
    for figure in groups.get("success", ()):
        if figure.n > _SELDOM * study.deals:
            yield f"{_share(figure.value)} of the contracts are made"
    own = {
        rules.plan.pack.card(card): figure.value
        for figure in groups.get("card", ())
        for card, taker in [figure.about.split(" ")]
        if taker == "own" and figure.value < 1  # otherwise it is a rule
    }
    if own:
        cards, values = rules.plan.pack.cards, rules.plan.worth.values
        dearest = max(own, key=lambda card: abs(values[cards.index(card)]))
        yield f"whoever plays {card_name(dearest)} takes it in {_share(own[dearest])} of the deals"
    for figure in groups.get("won", ()):
        if figure.value:
            yield f"about {rounded(figure.value)} {figure.unit} change hands in a game"


def rounded(number: float) -> str:
    """Return a number above nought with two digits that count: ``11``, ``5.4``, ``5``, ``1,100``."""
    digits = 1 - floor(log10(number))
    return f"{round(number, digits):,.{max(0, digits)}f}".removesuffix(".0")


def _share(share: float) -> str:
    """Return a share in per cent with two significant digits; 100 % only if it is the whole."""
    percent = rounded(100 * share) if share else "0"
    if percent == "100" and share < 1:
        percent = "more than 99"
    return f"{percent}\u00a0%"
