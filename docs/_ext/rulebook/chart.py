"""Pictures made at build time: lines, marks and labels as SVG, whose links are those of the rule domain.

A picture is drawn for white paper by its own attributes, and a style sheet gives it the colours of the page. Every label
and line is kept beside the drawing as a box, so that a test can see that nothing lies upon anything else. On a page
the picture is part of the page; in an EPUB it is a file; text and LaTeX have the table that follows it.
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

from .domain import rule_domain, warn_unknown
from .elements import Html, h
from .figure import IMAGES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

STYLE = "charts.css"
INK, SOFT, RULE = "#23201b", "#5a544a", "#dcd6c8"
"""The colours of a picture on paper: what is drawn, what stands behind it, and the lines of its ground."""

KEY = 16.0
"""How far below the upper edge the meaning of the marks is said, in pixels."""

ACCENTS = {"hearts": "#9b1c31", "boston": "#1f4f82", "rook": "#1e6142"}
AGAINST = "#9b1c31"
PLACE = re.compile(r' href="rule:(\w+):([^"]+)"')
WIDTHS = {
    "ijlI'": 0.28, " .,;:|!’": 0.32, "ftr-()[]": 0.4, "cszJk–": 0.58, "LFTY": 0.62, "vxy": 0.6, "abdeghnopqué": 0.64,
    "EPZSABRKXVC": 0.7, "DHNUGOQ": 0.79, "wM": 0.87, "mW—…œŒ%@": 1.0,
}  # fmt: skip
"""How wide letters are, in parts of the size: at least as wide as in DejaVu Sans, the widest of the usual fonts."""

EMS = {letter: width for letters, width in WIDTHS.items() for letter in letters}
OTHER, BOLD = 0.65, 1.12
"""The width of any other letter, and how much wider a bold one is."""


@dataclass(frozen=True)
class Box:
    """What a label or a mark covers, in the picture's units; `about` says what it is."""

    left: float
    top: float
    right: float
    bottom: float
    about: str = ""

    def meets(self, other: Box) -> bool:
        """Whether two boxes share more than an edge."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


@dataclass
class Drawing:
    """A picture while it is drawn. `name` is a word for its ids; the size is in pixels at the size of the text."""

    name: str
    title: str
    about: str
    width: float
    height: float = 0
    parts: list[Html] = field(default_factory=list)
    labels: list[Box] = field(default_factory=list)
    lines: list[Box] = field(default_factory=list)

    def line(self, points: Sequence[tuple[float, float]], kind: str, **attrs: str) -> Html:
        """Return a line from point to point, each stretch of it upright or level; what it covers is kept."""
        for (x, y), (to_x, to_y) in pairwise(points):
            self.lines.append(Box(min(x, to_x), min(y, to_y), max(x, to_x), max(y, to_y), kind))
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        drawn = {"points": path, "class": kind, "fill": "none", "stroke": SOFT}
        return h("polyline", {**drawn, **_hyphened(attrs)})

    def ground(self, x: float, top: float) -> None:
        """Draw an upright line of the ground, from `top` to the foot."""
        ends = {"x1": f"{x:g}", "x2": f"{x:g}", "y1": f"{top:g}", "y2": f"{self.height:g}"}
        self.parts.append(h("line", {"class": "chart-grid", "stroke": RULE, **ends}))

    def text(
        self, x: float, y: float, words: str, kind: str = "", *, size: float = 12.5, **attrs: str
    ) -> Html:
        """Return a line of text that begins at `x` and stands on `y`; what it covers is kept."""
        width = text_width(words, size, bold="font_weight" in attrs)
        left = x - {"middle": width / 2, "end": width}.get(attrs.get("text_anchor", ""), 0)
        self.labels.append(Box(left, y - size * 0.8, left + width, y + size * 0.25, words))
        drawn = {"x": f"{x:g}", "y": f"{y:g}", "font-size": f"{size:g}", "fill": INK}
        return h("text", {**drawn, "class": f"chart-text {kind}".strip(), **_hyphened(attrs)}, words)

    def label(self, x: float, y: float, words: str, kind: str = "", **attrs: Any) -> None:
        """Write a line of text that leads nowhere."""
        self.parts.append(self.text(x, y, words, kind, **attrs))

    def node(self, place: str, *parts: Html, tip: str = "", family: str = "", kind: str = "") -> None:
        """Add a mark with its label as one link; `place` is `set:…`, `claim:…`, `clause:…` or `source:…`, or empty."""
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
        """Say above the picture what its marks mean: shape, whether hollow, words. Return where more may stand."""
        for shape, hollow, words in marks:
            self.parts.append(mark(shape, x + 5, KEY, hollow=hollow))
            self.label(x + 15, KEY + 4, words, "chart-soft", size=11)
            x += 30 + text_width(words, 11)
        return x

    def svg(self) -> str:
        """The picture as an SVG document that loads nothing."""
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
    """Return a mark about 9 pixels wide, filled or hollow: a `square`, a `circle`, a `diamond` or a `crossed` one."""
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
    """How wide a line of text is at most, in pixels."""
    return sum(EMS.get(letter, OTHER) for letter in words) * size * (BOLD if bold else 1)


def wrapped(words: str, width: float, size: float = 12.5, *, bold: bool = False) -> list[str]:
    """Return a text in lines no wider than `width`, unless a single word is."""
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
    """A picture. Attributes: `svg`, its markup, with `rule:kind:address` for its links; `name`, `title`, `about`."""


def chart_node(drawing: Drawing) -> chart:
    """Return the node of a picture."""
    return chart("", svg=drawing.svg(), name=drawing.name, title=drawing.title, about=drawing.about)


def _visit_html(self: HTML5Translator, node: chart) -> None:
    """Put the picture into the page, in a box of its own that scrolls; in an EPUB, put it into a file."""
    env, page = self.builder.env, self.builder.current_docname
    if self.builder.name == "epub":
        drawn = PLACE.sub("", node["svg"]) + "\n"
        name = f"{IMAGES}/{node['name']}-{sha256(drawn.encode()).hexdigest()[:16]}.svg"
        path = Path(self.builder.outdir, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(drawn, encoding="utf-8")
        image = h("img", {"src": relative_uri(self.builder.get_target_uri(page), name), "alt": node["about"]})
        self.body.append(f"<p>{str(image).removesuffix('></img>')}/></p>\n")
        raise nodes.SkipNode

    def address(found: re.Match[str]) -> str:
        target = nodes.Element("", reftype=found[1], reftarget=found[2], refexplicit=True)
        label = nodes.inline()
        link = rule_domain(env).resolve_xref(env, page, self.builder, found[1], found[2], target, label)  # type: ignore[arg-type]
        if link is None:
            warn_unknown(rule_domain(env), found[1], found[2], page)
            return ""
        return f' href="{self.attval(link.get("refuri") or "#" + link["refid"])}"'

    drawn = PLACE.sub(address, node["svg"])
    attrs = {"class": "chart", "role": "region", "aria-label": node["title"], "tabindex": "0"}
    self.body.append(f"{str(h('div', attrs)).removesuffix('</div>')}{drawn}</div>\n")
    raise nodes.SkipNode


def _skip(self: Any, node: chart) -> None:
    raise nodes.SkipNode


def setup_chart(app: Sphinx) -> None:
    """Register the node and its style sheet."""
    nothing = (_skip, None)
    app.add_node(chart, html=(_visit_html, None), latex=nothing, text=nothing, man=nothing, texinfo=nothing)
    app.add_css_file(STYLE)
