"""The family tree: each game in its own row, at its year, with lines from the games that it comes from.

Time runs to the right. A hollow mark is a game without a date, placed beside its neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.catalogue import rule_set_ids
from rulebook.base.elements import Html
from rulebook.base.nodes import Cell, details, joined, table
from rulebook.domain.directive import RuleDirective
from rulebook.domain.rule_domain import source_link
from rulebook.pictures.chart import ACCENTS, AGAINST, KEY, SOFT, Drawing, chart_node, mark, text_width
from rulebook.pictures.genealogy import SURE, Descent, Game, descents, games
from rulebook.pictures.tree_layout import FIRST, LAST, LEFT, Layout, column
from rulebook.sources.evidence import badge
from whister import Evidence

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROW, TOP, YEARS = 22.0, 58.0, 46.0
"""The height of a row, the top of the first, and the height of the years, in pixels."""

NAME, EDGE = 10.0, 3.0
"""From a mark to the name of its game, and the position of lines that would cross names, in pixels."""

YEARS_SHOWN = (1550, 1650, 1750, 1850, 1900, 1950, 2000, LAST)

DASHES = {Evidence.DESCRIBED: "", Evidence.REPORTED: "9 3"}
"""The dash pattern of a descent's line by its evidence; weaker evidence has `WEAK`."""

MARKS = (("square", False, "rule set"), ("circle", False, "other game"), ("square", True, "not dated"))
"""The meanings of the marks."""

WEAK, DOUBTED = "3 3", "1 4"


def dash(descent: Descent) -> str:
    """Return the dash pattern of a descent's line; a disputed one is dotted, whatever its evidence."""
    return DOUBTED if descent.status != SURE else DASHES.get(descent.evidence, WEAK)


def kind(descent: Descent) -> str:
    """Return the style of a descent's line: its grade, or "against" if it is disputed."""
    return "against" if descent.status != SURE else str(descent.evidence)


def lines(family: str = "") -> tuple[Descent, ...]:
    """Return the descents with a game of the family at either end, or all if no family is given."""
    of = {name: game.family for name, game in games().items()}
    return tuple(each for each in descents() if family in {"", of[each.child], of[each.parent]})


def layout(family: str = "") -> Layout:
    """Return the layout of the tree of all games, or of one family and the games that it is joined to."""
    joined_to = {name for each in lines(family) for name in (each.child, each.parent)}
    shown = {name: game for name, game in games().items() if family in {"", game.family} or name in joined_to}
    families = [name for name in ACCENTS if any(game.family == name for game in shown.values())]
    return Layout(shown, lines(family), families)


def drawn(family: str = "") -> Drawing:
    """Draw the tree of all games, or of one family."""
    laid = layout(family)
    rows, headings, y = {}, [], TOP
    for heading in laid.families:
        headings.append((heading, y + 8))
        y += ROW + 10
        for name in laid.order:
            if games()[name].family == heading:
                rows[name] = y
                y += ROW
    drawing = Drawing(
        f"tree-{family}" if family else "tree",
        f"The family tree of {family.title() if family else 'Hearts, Boston and Rook'}",
        f"{len(rows)} games in rows, each at its year from {FIRST} to {LAST}, and {len(lines(family))} lines of descent. "
        "The table below the picture has the same information.",
        max(laid.across[name] + 22 + text_width(_words(games()[name])) for name in rows),
        y + 6,
        head=YEARS + 6,
    )
    _ground(drawing, headings, again=not family)
    drawing.width = max(drawing.width, _key(drawing))
    for descent in sorted(lines(family), key=lambda each: each.status == SURE):
        _line(drawing, descent, laid, rows)
    for name, height in rows.items():
        _game(drawing, games()[name], laid.across[name], height)
    return drawing


def _ground(drawing: Drawing, headings: Sequence[tuple[str, float]], *, again: bool) -> None:
    """Draw the grid lines, with the years at the top and, in a long tree, again beside each family's name."""
    for year in YEARS_SHOWN:
        drawing.ground(column(year), YEARS + 6)
        for y in (YEARS, *(height for _, height in headings[1:] if again)):
            if year == LAST:
                drawing.label(column(year) + 6, y, "not dated", "chart-soft", size=11)
            elif y == YEARS or year > 1800:
                drawing.label(column(year), y, str(year), "chart-soft", size=11, text_anchor="middle")
    for family, y in headings:
        look = {"size": 15, "font_weight": "600", "fill": ACCENTS[family]}
        drawing.label(LEFT - 8, y, family.title(), "chart-heading", **look)


def _key(drawing: Drawing) -> float:
    """Draw the key to marks and lines above the picture; return its width."""
    x = drawing.key(MARKS)
    styles = {"described": "", "reported": DASHES[Evidence.REPORTED], "inferred": WEAK, "against": DOUBTED}
    for style, broken in styles.items():
        words = "disputed or doubtful" if style == "against" else style
        drawing.parts.append(_stroke(drawing, [(x, KEY), (x + 26, KEY)], style, broken))
        drawing.label(x + 31, KEY + 4, words, "chart-soft", size=11)
        x += 46 + text_width(words, 11)
    return x


def _stroke(drawing: Drawing, points: Sequence[tuple[float, float]], style: str, broken: str) -> Html:
    attrs = {"stroke_dasharray": broken} if broken else {}
    colour = AGAINST if style == "against" else SOFT
    return drawing.line(points, f"chart-{style}", stroke=colour, stroke_width="1.4", **attrs)


def _line(drawing: Drawing, descent: Descent, laid: Layout, rows: Mapping[str, float]) -> None:
    """Draw a descent: down from the parent, then right to the child; several lines to one child are stacked.

    A line that would cross the name of another game goes down the left edge instead.
    """
    from_x, to_x = laid.across[descent.parent], laid.across[descent.child]
    beside = sorted(laid.parents[descent.child], key=lambda name: -laid.across[name])
    start, end = rows[descent.parent], rows[descent.child]
    between = [name for name, y in rows.items() if start < y < end]
    end += (beside.index(descent.parent) - (len(beside) - 1) / 2) * 3.4
    down = [(from_x, end)]
    if any(_is_crossed(name, laid, from_x) for name in between):
        down = [(from_x, start + 9), (EDGE, start + 9), (EDGE, end)]
    points = [(from_x, start + 4), *down, (to_x - 5, end)]
    drawing.parts.append(_stroke(drawing, points, f"{kind(descent)} chart-descent", dash(descent)))


def _is_crossed(name: str, laid: Layout, x: float) -> bool:
    """Return whether a line down the picture at ``x`` crosses the name of a game."""
    begins = laid.across[name] + NAME
    return begins - 2 < x < begins + text_width(_words(games()[name])) + 2


def _words(game: Game) -> str:
    """Return the label of a game: its title, and its date if that is not in the title."""
    dated = game.date and not any(part in game.title for part in game.date.split() if part.isdigit())
    return f"{game.title}, {game.date}" if dated else game.title


def _game(drawing: Drawing, game: Game, x: float, y: float) -> None:
    shape = "square" if game.id in rule_set_ids() else "circle"
    sign = mark(shape, x, y, family=game.family, hollow=game.year is None)
    drawing.node(game.place, sign, drawing.text(x + NAME, y + 4, _words(game)), family=game.family)


class FamilyTree(RuleDirective):
    """Draw the family tree and repeat it as a table with a row for each game, folded away for a single family."""

    required_arguments = 0
    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the picture and the table."""
        family = self.named_family()
        rows = [self._row(games()[name]) for name in layout(family).order]
        headings = ["Game", "Dated", "Comes from"]
        shown: nodes.Node = table(headings, rows, classes=["chart-table", "tree-table"], widths=(32, 20, 60))
        if family:
            shown = details("The family tree as a table", shown)
        return [chart_node(drawn(family)), shown]

    def _row(self, game: Game) -> list[Cell]:
        told = [each for each in descents() if each.child == game.id]
        lines = [nodes.paragraph("", "", *self._told(each)) for each in told]
        origin = Cell(*lines) if lines else Cell("not recorded")
        return [Cell(self._name(game.id)), Cell(game.date or "not dated"), origin]

    def _name(self, name: str) -> nodes.Element:
        what, _, address = games()[name].place.partition(":")
        return self.link(what, address, nodes.Text(games()[name].title))

    def _told(self, descent: Descent) -> list[nodes.Node]:
        """Return a descent in words: parent, evidence, sources, notes and claims."""
        who: list[list[nodes.Node]] = []
        for source in descent.sources:
            named: list[nodes.Node] = [source_link(self.env, source.key)]
            if source.via:
                named += [nodes.Text(" through "), source_link(self.env, source.via)]
            who.append(named)
        parts: list[list[nodes.Node]] = [joined(who, ", ")]
        parts += [[nodes.Text(note.rstrip("."))] for note in descent.notes]
        parts += [[self.link("claim", claim, nodes.Text("the claim"))] for claim in descent.claims]
        marks = [str(descent.evidence), *([descent.status] if descent.status != SURE else [])]
        badges = joined(([badge(word)] for word in marks), " ")
        named = [self._name(descent.parent), nodes.Text(" "), *badges]
        return [*named, nodes.Text(" ("), *joined(parts, " · "), nodes.Text(")")]


def setup_family_tree(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive_to_domain("rule", "tree", FamilyTree)
