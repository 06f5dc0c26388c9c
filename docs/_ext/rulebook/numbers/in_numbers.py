"""The directive `rule:numbers`: what many deals of a rule set show.

```{rule:numbers} hearts/black-lady
```
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.nodes import Cell, bullet_list, details, marked_text, paragraph, table
from rulebook.domain.directive import RuleDirective
from rulebook.numbers.beside import heuristics, revoked
from rulebook.numbers.downloads import figures_link
from rulebook.numbers.here import more_here
from rulebook.numbers.plots import Panel, Point, panels
from rulebook.numbers.results import how, played, results, told
from rulebook.numbers.stronger import stronger
from rulebook.pictures.chart import chart_node
from whister.mechanisms.end.ending import low_wins
from whister.studies.games import MOST
from whister.studies.recorded import moon_of
from whister.studies.told import contract_rank
from whister.words import card_name, number

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from whister import Rules
    from whister.studies.figures import Figure
    from whister.studies.kept import Kept
    from whister.studies.study import Study

_MANY = 12
"""The most contracts in a table that is not folded."""
_ENOUGH = 0.1
"""The share of the games that must reach a deal for its pool to be drawn."""
_AS_TABLE = "The same as a table"
_NONE = "0\u00a0%"
_WHOLE, _CLOSE = 5e-4, 0.01
"""How far a mean number of tricks may be from a whole one for nothing to be said, and to be given with two decimals."""


class InNumbers(RuleDirective):
    """Show the figures of a rule set."""

    def run(self) -> list[nodes.Node]:
        """Return the main figures as a list, tables by seat, by contract and by trick, and how they were found."""
        rules = self.rules()
        kept = results(rules.family, "set").get(rules.id)
        if kept is None:
            return [paragraph("Not measured yet."), *more_here(rules, None)]
        study = kept.study()
        groups: dict[str, list[Figure]] = {}
        for figure in study.figures:
            groups.setdefault(figure.group, []).append(figure)
        facts = [marked_text(fact) for fact in _facts(study, groups, rules)]
        found: list[nodes.Node] = [self._lead(kept, rules)]
        found += [bullet_list(facts)] if facts else []
        found.append(_by_seat(rules, study, groups))
        found += _contracts(rules, study, groups)
        found += _by_trick(rules, study, groups)
        found += _pool(rules, study, groups)
        found += [*how(kept), figures_link(rules.family)]
        for slug, title, content in (
            ("strong-players", "Stronger players", stronger(rules, study, results(rules.family, "strong").get(rules.id))),
            ("revokes", "What a revoke costs", revoked(rules)),
            ("field", "The heuristics of the field", heuristics(study, results(rules.family, "field").get(rules.id), *self._measures(rules))),
            ("more", "Play more deals here", [*more_here(rules, study)]),
        ):  # fmt: skip
            if content:
                section = nodes.section("", nodes.title(title, title), *content)
                self.anchor(section, slug)
                found.append(section)
        return found

    def _lead(self, kept: Kept, rules: Rules) -> nodes.paragraph:
        counts = played(kept.asked())
        games = f" and {counts['games']:,} games" if "games" in counts else ""
        return paragraph(
            f"{number(len(kept.origin.players)).capitalize()} of the computer’s ", self.page("/players", "cautious players"),
            f" played {counts['deals']:,} deals{games} of ", self.link("set", rules.id),
            ". The figure after ± is the standard error; the range in brackets is the 95\u00a0% confidence interval. See also ",
            self.page("/numbers", "what such figures can show"), " and ",
            self.page(f"/{rules.family}/measured", f"what each rule of {rules.family.title()} changes"), ".",
        )  # fmt: skip

    def _measures(self, rules: Rules) -> list[nodes.Node]:
        """Return the words that introduce the heuristics of the field."""
        return [
            nodes.Text("Six measures used in the study of games. "), self.page("/numbers", "In numbers"),
            nodes.Text(" defines them, and "), self.page(f"/{rules.family}/measured", f"{rules.family.title()} in numbers"),
            nodes.Text(" has those of all the games of the family side by side."),
        ]  # fmt: skip


def _facts(study: Study, groups: dict[str, list[Figure]], rules: Rules) -> Iterator[str]:
    """Yield the main figures in sentences."""
    for figure in groups.get("length", ()):
        left = [told(each) for each in groups.get("unfinished", ())]
        said = (
            f"A game lasts {told(figure)} deals on average, with a standard deviation of {figure.error * sqrt(figure.n):.1f}"
            if figure.error
            else f"A game has {told(figure)} deals"
        )
        yield f"{said}{f', if it ends within {MOST}: {left[0]} do not' if left else ''}."
    for figure in groups.get("tied", ()):
        if figure.value:
            yield f"The first place is tied in {told(figure)} of the games."
    for figure in groups.get("won", ()):
        yield f"In a game, the winners gain {told(figure)} {figure.unit} in all."
    for figure in groups.get("deviation", ()):
        yield f"The standard deviation of a player’s result in one deal is {told(figure)} {figure.unit}."
    for figure in groups.get("bid", ()):
        yield f"The winning bid is {told(figure)} {figure.unit} on average."
    for figure in groups.get("success", ()):
        yield f"The contract is made in {told(figure)} of the deals in which one is played."
    reasons = {figure.about: told(figure) for figure in groups.get("void", ())}
    if "all-pass" in reasons:
        yield f"Everyone passes in {reasons['all-pass']} of the deals."
    if "unsupported" in reasons:
        yield f"In {reasons['unsupported']}, nobody supports the bid."
    moon = {figure.about: told(figure) for figure in groups.get("moon", ())}
    if moon:
        found = moon_of(rules.plan)
        one = "side" if found is not None and found.by == "side" else "player"
        yield (
            f"One {one} takes all the penalty cards in {moon.get('shot', _NONE)} of the deals. In a further {moon.get('stopped', _NONE)}, "
            f"one {one} has half of them before anybody else has any, but does not get the rest."
        )
    pack = rules.plan.pack
    for figure in groups.get("card", ()):
        card, _, taker = figure.about.rpartition(" ")
        if (
            taker == "own" and figure.value < 1
        ):  # otherwise it is a rule, such as that the Rook is the highest trump
            name = card_name(pack.card(card)).removeprefix("the ")
            yield f"In {told(figure)} of the deals, the player who plays the {name} takes it."
    if any(figure.value for figure in groups.get("pool", ())):
        yield (
            "A result includes what the player has paid into the pool. What is still in the pool after a deal belongs to "
            "nobody yet, so that the results of a deal add up to less than zero."
        )
    sides = rules.plan.table.sides
    if sides is not None and _shared(sides, groups["result"]):
        yield "Partners have one result, which is shown for each of them."
    for figure in groups.get("unpaid", ()):
        yield f"In {told(figure)} of the deals, no source gives the payment; these are left out of the results."
    taken = sum(figure.value for figure in groups.get("tricks", ()))
    if abs(taken - round(taken)) > _WHOLE:
        yield f"On average, {taken:.{2 if abs(taken - round(taken)) > _CLOSE else 3}f} tricks of a deal are taken by one of the players."


def _shared(sides: Sequence[int], figures: Sequence[Figure]) -> bool:
    """Return whether the partners have the same mean results."""
    values = {int(figure.about): figure.value for figure in figures}
    return all(
        values[seat] == values[other]
        for seat in values
        for other in values
        if sides[seat - 1] == sides[other - 1]
    )


def _by_seat(rules: Rules, study: Study, groups: dict[str, list[Figure]]) -> nodes.table:
    """Return the results, the best results and the tricks of each seat."""
    unit = study.units[0]
    columns = [
        ("result", f"Result ({unit}; {'fewer' if low_wins(rules.plan) else 'more'} is better)"),
        ("best", "Best result of the deal"),
        ("tricks", "Tricks"),
        ("wins", "Games won (seat at the first deal)"),
    ]
    shown = [(group, head) for group, head in columns if group in groups]
    cells = {group: {figure.about: told(figure) for figure in groups[group]} for group, _ in shown}
    seats = sorted({about for each in cells.values() for about in each}, key=int)
    rows = [
        [Cell(_seat(seat, len(seats))), *(Cell(cells[group].get(seat, "–")) for group, _ in shown)]
        for seat in seats
    ]
    return table(("Seat", *(head for _, head in shown)), rows, widths=(3, *[4] * len(shown)))


def _seat(seat: str, count: int) -> str:
    names = {"1": "1, eldest hand", str(count): f"{count}, usually dealer"}
    return names.get(seat, seat)


def _contracts(rules: Rules, study: Study, groups: dict[str, list[Figure]]) -> list[nodes.Node]:
    """Return how often each contract is played and made; folded if there are many."""
    if "contract" not in groups:
        return []
    made = {figure.about: told(figure) for figure in groups.get("made", ())}
    head = ("Contract", "Played", *(["Made, of those played"] if made else []))
    figures = sorted(groups["contract"], key=lambda figure: contract_rank(figure.about, rules.plan))
    rows = [
        [
            Cell(study.label(figure)),
            Cell(told(figure)),
            *([Cell(made.get(figure.about, "–"))] if made else []),
        ]
        for figure in figures
    ]
    found = table(head, rows, widths=(4, 3, 3)[: len(head)])
    return [found] if len(rows) <= _MANY else [_folded(f"All {len(rows)} bids", found)]


def _points(study: Study, figures: list[Figure]) -> list[Point]:
    return [
        Point(int(f.about), f.value, f.low, f.high, f"{study.label(f)}: {told(f)}")
        for f in sorted(figures, key=lambda f: int(f.about))
    ]


def _by_trick(rules: Rules, study: Study, groups: dict[str, list[Figure]]) -> list[nodes.Node]:
    """Return a plot of the choices and the points in each trick, and a table of the same, folded away."""
    titles = {"choices": "Cards to choose from", "points": "Points in the trick"}
    shown = {group: title for group, title in titles.items() if group in groups}
    if not shown:
        return []
    drawn = panels(
        f"tricks-{rules.name}", f"{rules.title} trick by trick",
        f"{' and '.join(shown.values())}, from the first trick to the last. The table under the picture has the same figures.",
        [Panel(title, "Trick", _points(study, groups[group])) for group, title in shown.items()],
    )  # fmt: skip
    cells = {group: {figure.about: told(figure) for figure in groups[group]} for group in shown}
    tricks = sorted({about for each in cells.values() for about in each}, key=int)
    rows = [[Cell(trick), *(Cell(cells[group].get(trick, "–")) for group in shown)] for trick in tricks]
    found = table(("Trick", *shown.values()), rows, classes=["chart-table"], widths=(1, *[3] * len(shown)))
    return [chart_node(*drawn), _folded(_AS_TABLE, found)]


def _pool(rules: Rules, study: Study, groups: dict[str, list[Figure]]) -> list[nodes.Node]:
    """Return a plot of the pool when each deal opens, and a table of the same; nothing if no pool is ever filled."""
    figures = [figure for figure in groups.get("pool", ()) if figure.n >= _ENOUGH * study.games]
    if len(figures) < 3 or not any(figure.value for figure in figures):
        return []
    figures.sort(key=lambda figure: int(figure.about))
    title = f"Pool when a deal opens ({figures[0].unit})"
    drawn = panels(
        f"pool-{rules.name}", f"The pool of {rules.title}",
        f"The mean pool, deal by deal, in the games that reach it: {len(figures)} deals. The table under the picture has the same figures.",
        [Panel(title, "Deal", _points(study, figures))],
    )  # fmt: skip
    rows = [[Cell(figure.about), Cell(told(figure)), Cell(f"{figure.n:,}")] for figure in figures]
    return [
        chart_node(*drawn),
        _folded(_AS_TABLE, table(("Deal", title, "Games that reach it"), rows, classes=["chart-table"])),
    ]


def _folded(summary: str, found: nodes.Node) -> nodes.Node:
    """Return a table, folded up."""
    return details(summary, found, classes=["claim-note"])


def setup_in_numbers(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive_to_domain("rule", "numbers", InNumbers)
