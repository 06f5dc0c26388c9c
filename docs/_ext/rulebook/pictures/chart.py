"""Pictures made at build time: lines, marks and labels as SVG, with links resolved by the rule domain.

The attributes of a picture are for white paper; a style sheet gives it the colours of the page. The box of every label
and line is stored beside the drawing, so that a test can check that nothing overlaps. On the site the picture is part
of the page; in a book it has a file for each page that it fills; text and LaTeX show only the table that follows it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.osutil import relative_uri

from rulebook.base.elements import Html, h
from rulebook.domain.rule_domain import rule_domain, warn_unknown
from rulebook.pictures.figure import IMAGES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

STYLE = "charts.css"
INK, SOFT, RULE = "#23201b", "#5a544a", "#dcd6c8"
"""The colours of a picture on paper: the drawing, its background, and the grid lines."""

KEY = 16.0
"""The distance of the key from the upper edge, in pixels."""

ACCENTS = {"hearts": "#9b1c31", "boston": "#1f4f82", "rook": "#1e6142"}
AGAINST = "#9b1c31"
BOOK_PAGE = 920.0
"""The greatest height of a part of a picture in a book, in pixels: still legible on A4 paper and on e-readers."""

NARROW = 344.0
"""The width of a picture that fits a phone, in pixels."""

BOOK_LEAD = 210.0
"""The height left free above the first part, for the page's title and its first paragraph."""

PLACE = re.compile(r' href="rule:(\w+):([^"]+)"')
BOX = re.compile(r'viewBox="0 0 ([\d.]+) [\d.]+" width="[^"]*" height="[^"]*" role="group"')
WIDTHS = {
    "ijlI'": 0.28, " .,;:|!’": 0.32, "ftr-()[]": 0.4, "cszJk–": 0.58, "LFTY": 0.62, "vxy": 0.6, "abdeghnopqué": 0.64,
    "EPZSABRKXVC": 0.7, "DHNUGOQ": 0.79, "wM": 0.87, "mW—…œŒ%@": 1.0,
}  # fmt: skip
"""The widths of letters relative to the font size, at least those of DejaVu Sans, the widest of the usual fonts."""

EMS = {letter: width for letters, width in WIDTHS.items() for letter in letters}
OTHER, BOLD = 0.65, 1.12
"""The width of any other letter, and the factor for bold letters."""


@dataclass(frozen=True)
class Box:
    """The area of a label or a line, in the picture's units; `about` describes it."""

    left: float
    top: float
    right: float
    bottom: float
    about: str = ""

    def meets(self, other: Box) -> bool:
        """Return whether two boxes share more than an edge."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


@dataclass
class Drawing:
    """A picture while it is drawn. `name` is used in its IDs; the size is in pixels, at the scale of the text.

    `head` is the height of the upper strip that a book repeats above each further part of a picture on several pages.
    """

    name: str
    title: str
    about: str
    width: float
    height: float = 0
    head: float = 0
    parts: list[Html] = field(default_factory=list)
    labels: list[Box] = field(default_factory=list)
    lines: list[Box] = field(default_factory=list)

    def line(self, points: Sequence[tuple[float, float]], kind: str, **attrs: str) -> Html:
        """Return a line of horizontal and vertical segments from point to point; their boxes are stored."""
        for (x, y), (to_x, to_y) in pairwise(points):
            self.lines.append(Box(min(x, to_x), min(y, to_y), max(x, to_x), max(y, to_y), kind))
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        drawn = {"points": path, "class": kind, "fill": "none", "stroke": SOFT}
        return h("polyline", {**drawn, **_hyphened(attrs)})

    def ground(self, x: float, top: float) -> None:
        """Draw a vertical grid line from `top` to the lower edge."""
        ends = {"x1": f"{x:g}", "x2": f"{x:g}", "y1": f"{top:g}", "y2": f"{self.height:g}"}
        self.parts.append(h("line", {"class": "chart-grid", "stroke": RULE, **ends}))

    def text(
        self, x: float, y: float, words: str, kind: str = "", *, size: float = 12.5, **attrs: str
    ) -> Html:
        """Return a line of text that begins at `x` on the baseline `y`; its box is stored."""
        width = text_width(words, size, bold="font_weight" in attrs)
        left = x - {"middle": width / 2, "end": width}.get(attrs.get("text_anchor", ""), 0)
        self.labels.append(Box(left, y - size * 0.8, left + width, y + size * 0.25, words))
        drawn = {"x": f"{x:g}", "y": f"{y:g}", "font-size": f"{size:g}", "fill": INK}
        return h("text", {**drawn, "class": f"chart-text {kind}".strip(), **_hyphened(attrs)}, words)

    def label(self, x: float, y: float, words: str, kind: str = "", **attrs: Any) -> None:
        """Add a line of text without a link."""
        self.parts.append(self.text(x, y, words, kind, **attrs))

    def node(self, place: str, *parts: Html, tip: str = "", family: str = "", kind: str = "") -> None:
        """Add a mark with its label, linked to `place`: `set:…`, `claim:…`, `clause:…` or `source:…`, or empty."""
        attrs = {
            "class": f"chart-node {f'chart-{kind}' if kind else ''}".strip(),
            "data-family": family or None,
        }
        inside = [h("title", {}, tip)] if tip else []
        if place:
            self.parts.append(h("a", {**attrs, "href": f"rule:{place}"}, inside, parts))
        else:
            self.parts.append(h("g", attrs, inside, parts))

    def key(self, marks: Sequence[tuple[str, bool, str]], x: float = 8.0) -> float:
        """Add a key above the picture; return the position for the next entry.

        Each mark has its shape, whether it is hollow, and its text.
        """
        for shape, hollow, words in marks:
            self.parts.append(mark(shape, x + 5, KEY, hollow=hollow))
            self.label(x + 15, KEY + 4, words, "chart-soft", size=11)
            x += 30 + text_width(words, 11)
        return x

    def cuts(self, most: float = BOOK_PAGE) -> list[float]:
        """Return the heights at which to cut the picture so that no part is higher than `most` and no label is cut.

        The first is 0 and the last is the height of the picture. Raises ``ValueError`` if there is no place to cut.
        """
        found = [0.0]
        first = most - BOOK_LEAD if self.height > most else most
        while self.height - found[-1] > (room := most - self.head if found[1:] else first):
            foot = found[-1] + room
            while any(box.top < foot < box.bottom for box in self.labels):
                foot = min(box.top for box in self.labels if box.top < foot < box.bottom)
            if foot <= found[-1]:
                raise ValueError(
                    f"{self.name}: no place to cut between {found[-1]:g} and {found[-1] + room:g}"
                )
            found.append(foot)
        return [*found, self.height]

    def svg(self) -> str:
        """Return the picture as an SVG document that loads nothing."""
        size = f"{self.width:g} {self.height:g}"
        head = {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {size}",
            "width": f"{self.width:g}",
            "height": f"{self.height:g}",
            "role": "group",
            "aria-labelledby": f"chart-{self.name}-title",
            "aria-describedby": f"chart-{self.name}-about",
            "font-family": "system-ui, sans-serif",
        }
        title = h("title", {"id": f"chart-{self.name}-title"}, self.title)
        about = h("desc", {"id": f"chart-{self.name}-about"}, self.about)
        return str(h("svg", head, title, about, self.parts))


def mark(shape: str, x: float, y: float, *, family: str = "", hollow: bool = False) -> Html:
    """Return a mark about 9 pixels wide, filled or hollow: a `square`, `circle`, `diamond` or `crossed` diamond."""
    colour = ACCENTS.get(family, SOFT)
    attrs = {
        "class": f"chart-mark{' chart-hollow' if hollow else ''}",
        "fill": "#fff" if hollow else colour,
        "stroke": colour,
        "stroke-width": "1.5",
    }
    if shape == "circle":
        return h("circle", {"cx": f"{x:g}", "cy": f"{y:g}", "r": "4.2", **attrs})
    if shape in {"diamond", "crossed"}:
        corners = f"M{x:g},{y - 5.5:g} {x + 5.5:g},{y:g} {x:g},{y + 5.5:g} {x - 5.5:g},{y:g}z"
        cross = (
            f"M{x - 2.7:g},{y - 2.7:g}l5.4,5.4M{x + 2.7:g},{y - 2.7:g}l-5.4,5.4" if shape == "crossed" else ""
        )
        return h("path", {"d": corners + cross, **attrs})
    return h("rect", {"x": f"{x - 4:g}", "y": f"{y - 4:g}", "width": "8", "height": "8", **attrs})


def text_width(words: str, size: float = 12.5, *, bold: bool = False) -> float:
    """Return the greatest width of a line of text, in pixels."""
    return sum(EMS.get(letter, OTHER) for letter in words) * size * (BOLD if bold else 1)


def wrapped(words: str, width: float, size: float = 12.5, *, bold: bool = False) -> list[str]:
    """Return a text in lines no wider than `width`, except for single words that are wider."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, size, bold=bold) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _hyphened(attrs: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in attrs.items()}


class chart(nodes.General, nodes.Element):  # noqa: N801  (nodes are named like tags)
    """A picture.

    Attributes: `svg`, its markup, with links in the form `rule:kind:address`; `narrow`, that of the same picture for a
    phone, or empty; `name`, `title`, `about`; `fits`, whether it need not be scrolled on a phone; and `cuts` and `head` for
    a book.
    """


def chart_node(drawing: Drawing, narrow: Drawing | None = None) -> chart:
    """Return the node of a picture. ``narrow`` is the same picture for a phone."""
    told = {"name": drawing.name, "title": drawing.title, "about": drawing.about}
    if narrow is not None and narrow.width > NARROW:
        raise ValueError(f"{narrow.name} is {narrow.width:g} pixels wide; a phone has room for {NARROW:g}")
    fits = narrow is not None or drawing.width <= NARROW
    other = narrow.svg() if narrow is not None and drawing.width > NARROW else ""
    return chart(
        "", svg=drawing.svg(), narrow=other, cuts=drawing.cuts(), head=drawing.head, fits=fits, **told
    )


def _visit_html(self: HTML5Translator, node: chart) -> None:
    """Put the picture into the page in its own scrolling box, or in an EPUB into files.

    On a narrow screen a line above it links to the table that follows every picture, unless the picture fits.
    """
    env, page = self.builder.env, self.builder.current_docname
    if self.builder.name == "epub":
        parts = list(pairwise(node["cuts"]))
        for number, (top, foot) in enumerate(parts, 1):
            shown = [(0.0, node["head"]), (top, foot)] if top and node["head"] else [(top, foot)]
            words = node["about"] if number == 1 else f"{node['title']}, part {number} of {len(parts)}"
            images = [
                _file(self.builder, node, *window, words if window[1] == foot else "") for window in shown
            ]
            self.body.append(f'<p class="chart-part">{"<br/>".join(images)}</p>\n')
        raise nodes.SkipNode

    def address(found: re.Match[str]) -> str:
        target = nodes.Element("", reftype=found[1], reftarget=found[2], refexplicit=True)
        label = nodes.inline()
        link = rule_domain(env).resolve_xref(env, page, self.builder, found[1], found[2], target, label)  # type: ignore[arg-type]
        if link is None:
            warn_unknown(rule_domain(env), found[1], found[2], page)
            return ""
        return f' href="{self.attval(link.get("refuri") or "#" + link["refid"])}"'

    alone = "chart-fits" if node["fits"] else ""
    kinds = {"chart-wide": node["svg"], "chart-fits chart-narrow": node["narrow"]}
    boxes = [
        _box(kind, PLACE.sub(address, svg), node["title"])
        for kind, svg in (kinds if node["narrow"] else {alone: node["svg"]}).items()
    ]
    below = f"{node['name']}-table"
    hint = h("p", {"class": "chart-hint"}, "The picture scrolls sideways. ",
        h("a", {"href": f"#{below}"}, "The table below it"), " has the same information.")  # fmt: skip
    self.body += ["" if node["fits"] else str(hint), "\n", *boxes, "\n", str(h("div", {"id": below})), "\n"]
    raise nodes.SkipNode


def _box(kind: str, drawn: str, title: str) -> str:
    """Return a picture in the box in which it is scrolled."""
    attrs = {"class": f"chart {kind}".strip(), "role": "region", "aria-label": title, "tabindex": "0"}
    return f"{str(h('div', attrs)).removesuffix('</div>')}{drawn}</div>"


def _file(builder: Any, node: chart, top: float, foot: float, words: str) -> str:
    """Write the part of a picture between two heights to a file, without links; return its `img`."""
    drawn = BOX.sub(lambda found: f'viewBox="0 {top:g} {found[1]} {foot - top:g}" width="{found[1]}" '
                    f'height="{foot - top:g}" role="img"', PLACE.sub("", node["svg"]), count=1)  # fmt: skip
    drawn = drawn.replace("<a ", "<g ").replace("</a>", "</g>") + "\n"
    name = f"{IMAGES}/{node['name']}-{sha256(drawn.encode()).hexdigest()[:16]}.svg"
    path = Path(builder.outdir, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(drawn, encoding="utf-8")
    source = relative_uri(builder.get_target_uri(builder.current_docname), name)
    return f"{str(h('img', {'src': source, 'alt': words})).removesuffix('></img>')}/>"


def _skip(self: Any, node: chart) -> None:
    raise nodes.SkipNode


def setup_chart(app: Sphinx) -> None:
    """Register the node and its style sheet."""
    nothing = (_skip, None)
    app.add_node(chart, html=(_visit_html, None), latex=nothing, text=nothing, man=nothing, texinfo=nothing)
    app.add_css_file(STYLE)
