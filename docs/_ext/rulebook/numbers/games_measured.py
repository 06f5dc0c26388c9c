"""The directives `rule:games-measured` and `rule:measured-elsewhere`: the games of a family by the heuristics of the
field, and the figures that others have published, beside ours.

```{rule:games-measured} hearts
```
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes

from rulebook.base.catalogue import rule_set_ids, title_of
from rulebook.base.nodes import Cell, paragraph, table
from rulebook.domain.directive import RuleDirective
from rulebook.numbers.beside import HEURISTICS, sigmas
from rulebook.numbers.downloads import figures_link
from rulebook.numbers.plots import Mark, grid
from rulebook.numbers.results import not_yet, older, played, repeated, results, told
from rulebook.pictures.chart import chart_node
from whister.studies.field import RANDOM_DEALS

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from whister.studies.figures import Figure

SURE = 2.0
"""The standard errors by which two figures must differ for one to count as the greater."""


class Claim(NamedTuple):
    """A published statement: by this heuristic, the first game has less than the second one."""

    heuristic: str
    less: str
    more: str


_HEARTS, _OMNIBUS, _KNAVES = "hearts/black-lady", "hearts/omnibus", "hearts/knaves"
_SLOBBERHANNES, _POLIGNAC = "hearts/slobberhannes", "hearts/polignac-1914"
PUBLISHED: Mapping[str, float] = {
    "fair": 0.86, "skill": 0.52, "converges": 0.54, "spread": 0.14, "drama": 0.46, "security": 0.34,
}  # fmt: skip
"""The figures of Hearts for four players, after Goadrich, 9 April 2019."""
CLAIMS = (
    Claim("spread", _POLIGNAC, _HEARTS), Claim("spread", _SLOBBERHANNES, _HEARTS),
    Claim("spread", _HEARTS, _OMNIBUS), Claim("spread", _OMNIBUS, _KNAVES),
    Claim("drama", _SLOBBERHANNES, _POLIGNAC), Claim("drama", _POLIGNAC, _HEARTS), Claim("drama", _HEARTS, _OMNIBUS),
    Claim("skill", _OMNIBUS, _HEARTS), Claim("skill", _HEARTS, _KNAVES), Claim("skill", _KNAVES, _SLOBBERHANNES),
    Claim("security", _HEARTS, _OMNIBUS), Claim("security", _OMNIBUS, _KNAVES),
    Claim("security", _OMNIBUS, _POLIGNAC), Claim("security", _OMNIBUS, _SLOBBERHANNES),
)  # fmt: skip
"""What Goadrich says of the order of the games, 5 May 2019."""


def measured(family: str) -> dict[str, dict[str, Figure]]:
    """Return the heuristics of each rule set of a family that have been measured, by the group of the figure."""
    found: dict[str, dict[str, Figure]] = {}
    for kind in ("set", "field"):
        for name, kept in results(family, kind).items():
            figures = {
                f.group: f for f in kept.study().figures if f.group in HEURISTICS or f.group == "length"
            }
            found.setdefault(name, {}).update(figures)
    return found


class GamesMeasured(RuleDirective):
    """Show the heuristics of all rule sets of a family."""

    def run(self) -> list[nodes.Node]:
        """Return a plot with a row for each rule set and a column for each heuristic, and a table of the same."""
        family = self.named_family()
        found = measured(family)
        names = sorted((name for name in rule_set_ids() if "skill" in found.get(name, {})), key=title_of)
        if not names:
            return [not_yet()]
        heads = [name for name, _ in HEURISTICS.values()]
        drawn = grid(
            f"games-{family}", f"The games of the {family.title()} family by the heuristics of the field",
            f"A row for each of {len(names)} rule sets, a column for each of {', '.join(heads)}. The table under the picture has the same figures.",
            heads, [(title_of(name), [_mark(found[name].get(group)) for group in HEURISTICS]) for name in names],
        )  # fmt: skip
        rows = [
            [
                Cell(self.page(f"/{name}/numbers", title_of(name))),
                *(Cell(_told(found[name].get(group))) for group in HEURISTICS),
            ]
            for name in names
        ]
        fields = results(family, "field")
        counts = [played(fields[name].asked())["field"] for name in names]
        fewest, most = min(counts), max(counts)
        note = paragraph(
            f"Fairness is from {fewest * RANDOM_DEALS:,} deals of random players, convergence from the deals on the page of figures to "
            f"which the name of the game leads, and the rest from {_deals(fewest, most)} of searching players. Fairness cannot exceed 1, and "
            "chance only takes from it: near 1, games cannot be ranked by it. If many pairs are compared at two standard errors, about one "
            "in twenty will seem to differ by chance.",
            classes=["claim-note"],
        )
        head = ("Game", *heads)
        by_row = table(head, rows, classes=["chart-table"], widths=(4, *[2] * len(heads)))
        return [
            chart_node(*drawn), by_row, note, repeated(fields[names[0]].asked()), figures_link(family), *older(fields[name] for name in names),
        ]  # fmt: skip


def _deals(fewest: int, most: int) -> str:
    return f"{fewest} deals" if fewest == most else f"{fewest} to {most} deals"


def _mark(figure: Figure | None) -> Mark | None:
    return None if figure is None else Mark(figure.value, figure.error or 0.0, told(figure))


def _told(figure: Figure | None) -> str:
    return "–" if figure is None else told(figure)


class MeasuredElsewhere(RuleDirective):
    """Show the published figures of Hearts beside ours."""

    required_arguments = 0

    def run(self) -> list[nodes.Node]:
        """Return a table of the figures of Hearts, and one of what is said about the order of the games."""
        found = measured("hearts")
        ours = found.get(_HEARTS, {})
        if "skill" not in ours:
            return [not_yet()]
        rows = [
            [Cell(name), Cell(f"{PUBLISHED[group]:.2f}"), Cell(_told(ours.get(group)))]
            for group, (name, _) in HEURISTICS.items()
        ]
        first = table(("Heuristic", "Hearts, 2019", f"{title_of(_HEARTS)}, here"), rows, widths=(3, 3, 3))
        claims = [
            [Cell(*self._said(claim)), Cell(_told(less)), Cell(_told(more)), Cell(verdict(less, more))]
            for claim in CLAIMS
            if (less := found.get(claim.less, {}).get(claim.heuristic)) is not None
            and (more := found.get(claim.more, {}).get(claim.heuristic)) is not None
        ]
        second = table(
            ("Said in 2019", "First game, here", "Second game, here", "Confirmed?"),
            claims,
            widths=(5, 3, 3, 3),
        )
        note = paragraph(
            f"An order is confirmed, or reversed, if the two figures differ by more than {SURE:g} standard errors. Of "
            f"{len(claims)} comparisons, about one would seem to do so by chance alone.",
            classes=["claim-note"],
        )
        return [first, second, note, *older(results("hearts", "field").values())]

    def _said(self, claim: Claim) -> Sequence[nodes.Node]:
        name = HEURISTICS[claim.heuristic][0].lower()
        return [
            self.link("set", claim.less),
            nodes.Text(f" has less {name} than "),
            self.link("set", claim.more),
        ]


def verdict(less: Figure, more: Figure) -> str:
    """Return whether two figures bear out that the first is less: by more than two standard errors, or not."""
    apart = sigmas(less, more)
    if abs(apart) <= SURE:
        return "too close to say"
    return "yes" if apart > 0 else "no: the reverse"


def setup_games_measured(app: Sphinx) -> None:
    """Register the directives."""
    app.add_directive_to_domain("rule", "games-measured", GamesMeasured)
    app.add_directive_to_domain("rule", "measured-elsewhere", MeasuredElsewhere)
