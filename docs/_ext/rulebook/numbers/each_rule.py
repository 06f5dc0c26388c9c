"""The directive `rule:each-rule`: what each value of an option, or each step of descent, changes in the games of a family.

```{rule:each-rule} hearts
:kind: option
```
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot, sqrt
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from docutils.parsers.rst import directives

from rulebook.base.catalogue import title_of
from rulebook.base.nodes import Cell, details, joined, marked_text, paragraph, table
from rulebook.domain.directive import RuleDirective
from rulebook.numbers.beside import sigmas
from rulebook.numbers.downloads import figures_link
from rulebook.numbers.plots import Bar, bars
from rulebook.numbers.results import chosen, not_yet, older, played, repeated, results, told
from rulebook.pictures.chart import chart_node
from whister.studies.figures import Figure, Z, spread_of
from whister.studies.groups import DIFFERENCE, SHARE

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from whister.studies.kept import Kept
    from whister.studies.study import Study
    from whister.studies.sums import Sum

SURE = 3.5
"""The standard errors by which a difference must exceed nought to be named, since very many are compared."""
LEAST = 0.02
"""The least size of a difference of quantities that is named, in standard deviations. The pages say so."""
NAMED = 3
"""The most differences named for one rule."""
_LEFT_OUT = {"convergence", "converges", "choices", "points", "deviation", "unpaid"}
"""The groups of figures that are not named: they follow from others, have one value for each trick, or mark where a source is silent."""
_PAID = {"result", "average"}
"""The groups that are not named if a pool takes or pays more than before; who has the best result is named instead."""
_ONE_OF_EACH = {"result", "tricks", "contract", "moon", "best"}
"""The groups of which only the greatest difference is named: the others follow from it."""


_TOLD = {
    "result": "result of {}", "average": "mean result", "gap": "difference between the best and the worst result", "tricks": "tricks of {}",
    "best": "best result for {}", "contract": "“{}” played", "success": "contracts made", "bid": "mean winning bid", "void": "{}", "card": "{}",
    "moon/tried": "all the penalty cards in sight", "moon/shot": "all the penalty cards taken by one",
    "moon/stopped": "all the penalty cards in sight, but not taken",
}  # fmt: skip
"""What a difference is about, by its group, or by the whole name of the figure."""


_QUIET = {
    "small": f"with a change that is certain, but smaller than {LEAST:g} standard deviations",
    "unsure": "with some deals that differ, but no figure that certainly does",
    "same": "with no deal changed: the rule applies elsewhere, as at the end of a game, or the occasion for it never arose",
    "unlike": "with results in another unit or counted in the opposite direction, so that they cannot be compared",
}  # fmt: skip
"""What is said of those with no difference to name."""


POOLED = "results are left out, because the pool changes"
"""What is said where the results of a pair are not named."""

_WHAT = {"option": ("option", "options"), "descent": ("step of descent", "steps of descent")}
"""What one row is called, and several, by the kind."""
_PLOTS = (
    ("quantities", "standard deviations from deal to deal", "Size of the changes in results and tricks: the {} of {}", False),
    ("shares", "percentage points", "Size of the changes in how often something happens: the {} of {}", True),
)  # fmt: skip
"""The plots: a name, the unit of the axis, the title, and whether it shows shares."""
_SHOWN = 25
"""The most rows of a plot."""
_MOST = "What it changes most"


class Effect(NamedTuple):
    """A difference that is surely not nought, and its size: in standard deviations of the figure, or as a share."""

    figure: Figure
    size: float
    words: str

    @property
    def share(self) -> bool:
        """Return whether this is the difference of a share of the deals."""
        return self.figure.unit == SHARE

    @property
    def error(self) -> float:
        """Return the standard error of the size."""
        return (self.figure.error or 0.0) * self.size / abs(self.figure.value)


class EachRule(RuleDirective):
    """Show what the rules of a family change: its options, or the steps by which one rule set comes from another."""

    option_spec = {"kind": lambda words: directives.choice(words, tuple(_WHAT))}  # noqa: RUF012  (docutils does the same)

    def run(self) -> list[nodes.Node]:
        """Return a plot of the changes and a table with what each rule changes most."""
        family, kind = self.named_family(), self.options.get("kind", "option")
        found = results(family, kind)
        if not found:
            return [not_yet()]
        every = [(kept, kept.study()) for kept in found.values()]
        changing = [(kept, study, effects(study)) for kept, study in every]
        some = list(_alike(sorted((each for each in changing if each[2]), key=lambda each: -each[2][0].size)))
        quiet: dict[str, list[Kept]] = {said: [] for said in _QUIET.values()}
        for kept, study, changed in changing:
            if not changed:
                quiet[_QUIET[quiet_as(study)]].append(kept)
        out: list[nodes.Node] = []
        if some:
            out += [
                *self._plots(family, kind, some),
                self._table(kind, some),
                repeated(some[0].kept[0].asked()),
                figures_link(family),
            ]
        for said, these in quiet.items():
            if these:
                names = joined((self._named(kind, kept) for kept in these), " · ")
                what = _WHAT[kind][len(these) > 1]
                out.append(details(f"{len(these)} {what} {said}", paragraph(*names), classes=["claim-note"]))
        out += older(kept for kept, _ in every)
        return out

    def _name(self, kind: str, kept: Kept) -> nodes.Node:
        """Return a link to the option, or to the rule set that takes the step."""
        rules, _, part = kept.name.partition("#")
        if kind == "descent":
            return self.link("set", rules)
        title, text = chosen(kept, part)
        return self.link("option", kept.name, nodes.Text(f"{title}: {text}"))

    def _named(self, kind: str, kept: Kept) -> list[nodes.Node]:
        """Return the same, and for an option its game."""
        if kind == "descent":
            return [self._name(kind, kept)]
        game = kept.asked().sets[1]
        return [self._name(kind, kept), nodes.Text(" ("), self.link("set", game.id), nodes.Text(")")]

    def _titles(self, kind: str, kept: Kept) -> tuple[str, str]:
        """Return the same as plain text, and the game in which an option is chosen or from which a rule set comes."""
        first, second = kept.asked().sets
        if kind == "descent":
            return title_of(kept.name), f"from {title_of(first.id)}"
        return self._name(kind, kept).astext(), title_of(second.id)

    def _table(self, kind: str, some: Sequence[Row]) -> nodes.Element:
        """Return a table of what each rule changes, among this what is plotted."""
        rows: list[list[Cell]] = []
        classes = ["chart-table", "numbers-changes", f"numbers-{kind}"]
        for each in some:
            kept, study = each.kept[0], each.study
            first, second = kept.asked().sets
            most = [paragraph(*marked_text(effect.words)) for effect in each.named()]
            if pooled(study):
                most.append(paragraph(POOLED))
            if not study.alike:
                most.append(paragraph("results are counted differently, and are not compared"))
            name = joined(([self._name(kind, one)] for one in each.kept), ", or ")
            deals = Cell(f"{played(kept.asked())['deals']:,}")
            if kind == "descent":
                rows.append([Cell(*name), Cell(self.link("set", first.id)), Cell(*most), deals])
            else:
                _, usual = chosen(kept, kept.name.partition("#")[2], of=0)
                rows.append(
                    [
                        Cell(*name),
                        Cell(usual),
                        Cell(self.link("set", second.id)),
                        Cell(*most),
                        deals,
                    ]
                )
        if kind == "descent":
            return table(
                ("Rule set", "Compared with", _MOST, "Deals"), rows, classes=classes, widths=(4, 3, 6, 1)
            )
        return table(
            ("Rule", "Instead of", "In", _MOST, "Deals"), rows, classes=classes, widths=(4, 3, 3, 6, 1)
        )

    def _plots(self, family: str, kind: str, some: Sequence[Row]) -> Iterator[nodes.Node]:
        """Yield a plot of the greatest changes in quantities, and one of those in shares: they have no scale in common."""
        what = _WHAT[kind][1]
        for name, axis, title, of_shares in _PLOTS:
            by = 100 if of_shares else 1
            greatest = [
                (each.kept[0], effect) for each in some if (effect := each.first(share=of_shares)) is not None
            ]
            rows = [
                Bar(
                    *self._titles(kind, kept),
                    by * effect.size,
                    by * effect.error,
                    effect.words,
                    effect.figure.value < 0,
                )
                for kept, effect in sorted(greatest, key=lambda each: -each[1].size)[:_SHOWN]
            ]
            if rows:
                yield chart_node(*bars(
                    f"each-{kind}-{family}-{name}", title.format(what, family.title()),
                    f"A row for each of the {len(rows)} {what} with the greatest change of this kind. The table under the pictures names the changes.",
                    axis, rows,
                ))  # fmt: skip


class Row(NamedTuple):
    """What one rule changes, or several values of an option that change the same. ``effects`` are the differences, the
    greatest first."""

    kept: tuple[Kept, ...]
    study: Study
    effects: Sequence[Effect]

    def first(self, *, share: bool) -> Effect | None:
        """Return the greatest change in a quantity, or in a share of the deals: that which is plotted."""
        return next((effect for effect in self.effects if effect.share is share), None)

    def named(self) -> list[Effect]:
        """Return the changes that the table names: the greatest, and what is plotted."""
        plotted = (self.first(share=False), self.first(share=True))
        return [each for at, each in enumerate(self.effects) if at < NAMED or each in plotted]


def _alike(changing: Iterable[tuple[Kept, Study, list[Effect]]]) -> Iterator[Row]:
    """Yield a row for each rule, and one for all the values of an option with the same figures."""
    rows: list[Row] = []
    for kept, study, changed in changing:
        option = kept.name.partition(".")[0]
        same = next(
            (at for at, row in enumerate(rows) if "#" in option and row.kept[0].name.partition(".")[0] == option and row.study.sums == study.sums),
            None,
        )  # fmt: skip
        if same is None:
            rows.append(Row((kept,), study, changed))
        else:
            rows[same] = rows[same]._replace(kept=(*rows[same].kept, kept))
    yield from rows


def differs(study: Study) -> bool:
    """Return whether anything that is recorded of a pair ever differs."""
    return any(found.squares for name, found in study.sums.items() if name.startswith(f"{DIFFERENCE}/"))


def quiet_as(study: Study) -> str:
    """Return why no difference of a pair is named: a key of ``_QUIET``."""
    if any(_effects(study)):
        return "small"
    return "unlike" if not study.alike else "unsure" if differs(study) else "same"


def effects(study: Study) -> list[Effect]:
    """Return the differences of a pair that are surely not nought and not small, the greatest first."""
    every = [effect for effect in _effects(study) if effect.share or effect.size >= LEAST]
    return sorted(every, key=lambda effect: -effect.size)


def pooled(study: Study) -> bool:
    """Return whether the results of a pair are left out: the players surely win or lose money to a pool, and a deal played
    apart fills it and seldom pays it out."""
    average = next((each for each in study.figures if (each.of, each.group) == (DIFFERENCE, "average")), None)
    changed = average is not None and abs(average.value) >= SURE * (average.error or 0.0) > 0
    return changed and "points" not in study.units


def _effects(study: Study) -> Iterator[Effect]:
    seen: set[str] = set()
    differences = [each for each in study.figures if each.of == DIFFERENCE and each.part == "deals"]
    differences += _between(study)
    average = next((each for each in differences if each.group == "average"), None)
    left_out = _LEFT_OUT | (_PAID if pooled(study) else {"best"})
    for figure in sorted(differences, key=lambda each: -abs(each.value)):
        if figure.group in left_out | seen or not figure.error or abs(figure.value) < SURE * figure.error:
            continue
        if not _worth_naming(study, figure, average):
            continue
        if figure.group in _ONE_OF_EACH:
            seen.add(figure.group)
        yield Effect(figure, _size(study, figure), words(study, figure))


def _size(study: Study, figure: Figure) -> float:
    """Return the size of a difference: a share as it is, a quantity in its own standard deviations."""
    if figure.unit == SHARE:
        return abs(figure.value)
    if figure.group == "bid":
        apart = [each for each in study.figures if each.group == "bid"]
        return abs(figure.value) / max((each.error or 0.0) * sqrt(each.n) for each in apart)
    name = f"{figure.group}/{figure.about}" if figure.about else figure.group
    before = [found for side in "ab" for found in _spreading(study, side, figure.group, name)]
    spread = max((spread_of(each) or 0.0 for each in before), default=0.0)
    return abs(figure.value) / (spread or (figure.error or 0.0) * sqrt(figure.n))


def _between(study: Study) -> Iterator[Figure]:
    """Yield the differences in contracts made and in the winning bid, of which no pairs are recorded: their errors are those
    of two figures found apart."""
    found = {(each.group, each.of): each for each in study.figures}
    for group in ("success", "bid"):
        a, b = found.get((group, "a")), found.get((group, "b"))
        if a is not None and b is not None:
            value, error = b.value - a.value, hypot(a.error or 0.0, b.error or 0.0)
            yield b._replace(
                of=DIFFERENCE,
                n=min(a.n, b.n),
                value=value,
                error=error,
                low=value - Z * error,
                high=value + Z * error,
            )


def _worth_naming(study: Study, figure: Figure, average: Figure | None) -> bool:
    """Return whether a difference is about something that both rule sets have, and a seat's surely not that of all."""
    if figure.group == "contract" and figure.about[-1].isdigit():
        return False  # the mean bid says more
    if figure.group in ("card", "moon", "contract"):
        return _on_both_sides(study, figure)
    if figure.group == "tricks":
        seats = [sum(name.startswith(f"{side}/result/") for name in study.sums) for side in "ab"]
        return seats[0] == seats[1]
    return figure.group != "result" or average is None or _apart(figure, average)


def _on_both_sides(study: Study, figure: Figure) -> bool:
    """Return whether both rule sets record what a figure is about: a card with a value of its own, a slam, or a contract of
    this name."""
    about = figure.about.rpartition(" ")[0]
    named = {"card": f"{about} ", "contract": about or figure.about}.get(figure.group, "")
    start = f"{figure.group}/{named}"
    return all(any(name.startswith(f"{side}/{start}") for name in study.sums) for side in "ab")


def _apart(seat: Figure, average: Figure) -> bool:
    """Return whether the result of a seat surely changes in another way than the mean of all seats."""
    return abs(sigmas(average, seat)) >= SURE


def _spreading(study: Study, side: str, group: str, name: str) -> list[Sum]:
    """Return the sums by whose spread a difference is measured: for the mean result, those of the seats."""
    start = f"{side}/result/" if group == "average" else f"{side}/{name}"
    return [
        found
        for name, found in study.sums.items()
        if name == start or (group == "average" and name.startswith(start))
    ]


def words(study: Study, figure: Figure) -> str:
    """Return a difference in words: ``mean result: +1.2 ± 0.1 points (worse)``."""
    said = _TOLD.get(f"{figure.group}/{figure.about}") or _TOLD.get(figure.group) or figure.title
    said = f"{said.format(study.label(figure))}: {told(figure)}"
    if figure.unit == SHARE:
        return said
    better = (figure.value > 0) is not study.low[-1]
    sense = f" ({'better' if better else 'worse'})" if figure.group in _PAID else ""
    return f"{said} {figure.unit}{sense}"


def setup_each_rule(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive_to_domain("rule", "each-rule", EachRule)
