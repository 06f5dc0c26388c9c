"""What is shown beside the figures of cautious players: the heuristics of the field, and what revokes cost."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.nodes import Cell, paragraph, table
from rulebook.numbers.results import chosen, how, results, told
from whister.mechanisms.end.ending import low_wins

if TYPE_CHECKING:
    from whister import Rules
    from whister.studies.figures import Figure
    from whister.studies.kept import Kept
    from whister.studies.study import Study

_SIDES = {
    "claimed": "Claimed", "offender": "The player who revokes", "partner": "The partner", "others": "Each of the others",
}  # fmt: skip
HEURISTICS = {
    "fair": ("Fairness", "1 if eldest hand wins its equal share; in few deals, chance lowers it"),
    "skill": ("Order", "0 if searching is of no use, 1 if it always wins"),
    "converges": ("Convergence", "above 0.5 if the choices become fewer"),
    "spread": ("Spread", "how much depends on a choice"),
    "drama": ("Drama", "how far behind the winner was when behind"),
    "security": ("Security", "the share of the winner’s decisions at which it was not behind"),
}
"""The heuristics by their group: the name, and what the number says."""


def sigmas(one: Figure, other: Figure) -> float:
    """Return by how many standard errors of the difference the second of two figures is greater; 0 if they have none."""
    error = hypot(one.error or 0.0, other.error or 0.0)
    return (other.value - one.value) / error if error else 0.0


def heuristics(study: Study, kept: Kept | None, *lead: nodes.Node) -> list[nodes.Node]:
    """Return a table of the heuristics of the field after a paragraph; nothing if they have not been played."""
    if kept is None:
        return []
    known = {figure.group: figure for figure in (*study.figures, *kept.study().figures)}
    rows = [
        [Cell(name), Cell(told(known[group])), Cell(meaning)]
        for group, (name, meaning) in HEURISTICS.items()
        if group in known
    ]
    return [paragraph(*lead), table(("Measure", "Value", "What it says"), rows, widths=(3, 3, 6)), *how(kept)]


def revoked(rules: Rules) -> list[nodes.Node]:
    """Return what a revoke costs with each rule on it; nothing if none has been played."""
    found = [
        kept for name, kept in results(rules.family, "revokes").items() if name.partition("#")[0] == rules.id
    ]
    # without an offender, nobody could revoke
    costs = [(kept, sides) for kept in found if "offender" in (sides := _cost(kept))]
    if not costs:
        return []
    lead = paragraph(
        "Each deal in which somebody could revoke was played twice: once without a revoke, and once with one, which another "
        "player claims if the rules still allow it. The figures show how much the revoke changed each result, claimed or not, in "
        f"{costs[0][1]['offender'].unit}; {'fewer' if low_wins(rules.plan) else 'more'} is better."
    )
    shown = [side for side in _SIDES if any(_told_apart(side, sides) for _, sides in costs)]
    rows = [
        [
            Cell(_rule(kept)),
            Cell(f"{sides['offender'].n:,}"),
            *(Cell(told(sides[side]) if side in sides else "–") for side in shown),
        ]
        for kept, sides in costs
    ]
    played = [(kept, f"“{_rule(kept)}”" if len(costs) > 1 else "this") for kept, _ in costs]
    return [
        lead,
        table(("Rule", "Deals", *(_SIDES[side] for side in shown)), rows, widths=(5, 2, *[3] * len(shown))),
        *(node for kept, what in played for node in how(kept, what)),
    ]


def _told_apart(side: str, sides: Mapping[str, Figure]) -> bool:
    """Return whether a figure tells something: that every revoke is claimed does not."""
    return side in sides and not (side == "claimed" and sides[side].value == 1)


def _rule(kept: Kept) -> str:
    """Return a rule on revokes in words."""
    return chosen(kept, kept.name.partition("#")[2])[1]


def _cost(kept: Kept) -> dict[str, Figure]:
    """Return the figures of revokes by what they are about."""
    return {
        figure.about or figure.group: figure for figure in kept.study().figures if figure.part == "revokes"
    }
