"""Nodes and small builders shared by the components.

Generic docutils nodes are used where possible, so that the text, EPUB and LaTeX builders work. Outside HTML our few own
nodes show only their contents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, cast

from docutils import nodes
from docutils.utils import smartquotes
from sphinx import addnodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}


class disclosure(nodes.General, nodes.Element):  # noqa: N801  (nodes are named like tags)
    """Details that can be opened. The first child is a `disclosure_summary`."""


class disclosure_summary(nodes.General, nodes.TextElement):  # noqa: N801
    """The line of a `disclosure` that is always visible."""


class permalink(nodes.Inline, nodes.TextElement):  # noqa: N801
    """The ¶ beside something that has an anchor but is no heading. Attributes: `refid`, `label`."""


class moment(nodes.Inline, nodes.TextElement):  # noqa: N801
    """A date that a program can read as well. Attribute: `datetime`, the date in ISO 8601."""


class datum(nodes.inline):  # noqa: N801
    """Text with a value by which scripts can sort or filter. Attribute: `value`."""


def curled(text: str) -> str:
    """Return `text` with curly quotation marks, for text added to a page after Sphinx has curled its own."""
    found: str = smartquotes.smartyPants(text, "q")
    return found


def marked_text(content: str) -> list[nodes.Node]:
    """Return `content` as text nodes, with each suit symbol in its own inline (for its colour)."""
    parts: list[nodes.Node] = []
    for part in re.split(f"([{''.join(SUITS)}])", content):
        if part in SUITS:
            parts.append(nodes.inline(part, part, classes=["suit", f"suit-{SUITS[part]}"]))
        elif part:
            parts.append(nodes.Text(part))
    return parts


def span(*classes: str, text: str = "", children: Iterable[nodes.Node] = ()) -> nodes.inline:
    """Return an inline with classes, from a string or from nodes."""
    return nodes.inline(text, "", *(marked_text(text) if text else children), classes=list(classes))


def paragraph(*children: nodes.Node | str, classes: Sequence[str] = ()) -> nodes.paragraph:
    """Return a paragraph of nodes and strings."""
    node = nodes.paragraph("", "", classes=list(classes))
    for child in children:
        node += marked_text(child) if isinstance(child, str) else [child]
    node.rawsource = node.astext()
    return node


def bullet_list(items: Iterable[Sequence[nodes.Node]], classes: Sequence[str] = ()) -> nodes.bullet_list:
    """Return a list with an item for each sequence of nodes; inline nodes are put in a paragraph."""
    found = nodes.bullet_list(classes=list(classes), bullet="*")
    for item in items:
        blocks = [*item] if isinstance(item[0], nodes.Body) else [nodes.paragraph("", "", *item)]
        found += nodes.list_item("", *blocks)
    return found


def definition_list(
    pairs: Iterable[tuple[Sequence[nodes.Node], Sequence[nodes.Node]]], classes: Sequence[str] = ()
) -> nodes.definition_list:
    """Return a definition list from pairs of inline terms and inline descriptions."""
    found = nodes.definition_list(classes=list(classes))
    for term, description in pairs:
        found += nodes.definition_list_item(
            "", nodes.term("", "", *term), nodes.definition("", nodes.paragraph("", "", *description))
        )
    return found


class Cell(list[nodes.Node]):
    """The nodes of a table cell, and how many further rows it covers."""

    def __init__(self, *children: nodes.Node | str, more_rows: int = 0, classes: Sequence[str] = ()) -> None:
        super().__init__()
        for child in children:
            self.extend(marked_text(child) if isinstance(child, str) else [child])
        self.more_rows = more_rows
        self.classes = list(classes)


def table(
    headings: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    *,
    classes: Sequence[str] = (),
    stub: bool = True,
    widths: Sequence[int] = (),
) -> nodes.table:
    """Return a table; with `stub` the first column contains row headings.

    `widths` are the column widths in characters, for text and LaTeX; on a web page the browser sizes the columns.
    """
    group = nodes.tgroup(cols=len(headings))
    for number in range(len(headings)):
        column = nodes.colspec(colwidth=widths[number] if widths else 1)
        if stub and number == 0:
            column["stub"] = 1
        group += column
    group += nodes.thead("", _row([Cell(heading) for heading in headings]))
    group += nodes.tbody("", *(_row(row) for row in rows))
    return nodes.table("", group, classes=["colwidths-auto", *classes])


def _row(cells: Sequence[Cell]) -> nodes.row:
    row = nodes.row()
    for cell in cells:
        entry = nodes.entry("", *_blocks(cell), classes=cell.classes)
        if cell.more_rows:
            entry["morerows"] = cell.more_rows
        row += entry
    return row


def _blocks(cell: Cell) -> list[nodes.Node]:
    """Return the contents of a cell as paragraphs and lists; running text between these is put into paragraphs."""
    found: list[nodes.Node] = []
    for is_block, run in groupby(cell, lambda node: isinstance(node, nodes.Body)):
        some = list(run)
        found += some if is_block else [nodes.paragraph("", "", *some)]
    return found or [nodes.paragraph()]


def details(
    summary: str | Sequence[nodes.Node], *children: nodes.Node, classes: Sequence[str] = ()
) -> disclosure:
    """Return details that can be opened, with a summary line."""
    line = [nodes.Text(summary)] if isinstance(summary, str) else summary
    return disclosure("", disclosure_summary("", "", *line), *children, classes=list(classes))


def rule_link(kind: str, address: str, *content: nodes.Node, docname: str) -> addnodes.pending_xref:
    """Return a link in the rule domain; without content it shows the title of its target."""
    label = nodes.inline("" if content else address, "", *(content or [nodes.Text(address)]))
    return addnodes.pending_xref(
        "",
        label,
        refdomain="rule",
        reftype=kind,
        reftarget=address,
        refexplicit=bool(content),
        refwarn=True,
        refdoc=docname,
    )


def page_link(page: str, words: str, *, docname: str) -> addnodes.pending_xref:
    """Return a link to a page of this documentation, ``/numbers``."""
    return addnodes.pending_xref(
        "", nodes.inline(words, words), refdomain="std", reftype="doc", reftarget=page, refexplicit=True, refwarn=True,
        refdoc=docname,
    )  # fmt: skip


def joined(parts: Iterable[Sequence[nodes.Node]], separator: str) -> list[nodes.Node]:
    """Return the parts in one list with a separator between them."""
    found: list[nodes.Node] = []
    for part in parts:
        if found:
            found.append(nodes.Text(separator))
        found.extend(part)
    return found


def _visit_disclosure(self: HTML5Translator, node: disclosure) -> None:
    self.body.append(self.starttag(node, "details"))


def _depart_disclosure(self: HTML5Translator, node: disclosure) -> None:
    self.body.append("</details>\n")


def _visit_summary(self: HTML5Translator, node: disclosure_summary) -> None:
    self.body.append(self.starttag(node, "summary", suffix=""))


def _depart_summary(self: HTML5Translator, node: disclosure_summary) -> None:
    self.body.append("</summary>\n")


def _visit_permalink(self: HTML5Translator, node: permalink) -> None:
    label = self.attval(node["label"])
    self.body.append(f'<a class="headerlink" href="#{node["refid"]}" title="{label}">¶</a>')
    raise nodes.SkipNode


def _visit_moment(self: HTML5Translator, node: moment) -> None:
    self.body.append(self.starttag(node, "time", suffix="", DATETIME=node["datetime"]))


def _depart_moment(self: HTML5Translator, node: moment) -> None:
    self.body.append("</time>")


def _visit_datum(self: HTML5Translator, node: datum) -> None:
    self.body.append(self.starttag(node, "data", "", value=node["value"]))


def _depart_datum(self: HTML5Translator, node: datum) -> None:
    self.body.append("</data>")


def _skip(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    raise nodes.SkipNode


def _pass(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Show only the children."""


def _visit_line(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    self.visit_paragraph(cast(nodes.paragraph, node))


def _depart_line(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    self.depart_paragraph(cast(nodes.paragraph, node))


def setup_nodes(app: Sphinx) -> None:
    """Register the nodes with a visitor for each builder."""
    through, line, hidden = (_pass, _pass), (_visit_line, _depart_line), (_skip, None)
    app.add_node(
        disclosure,
        html=(_visit_disclosure, _depart_disclosure),
        latex=through,
        text=through,
        man=through,
        texinfo=through,
    )
    app.add_node(
        disclosure_summary,
        html=(_visit_summary, _depart_summary),
        latex=line,
        text=line,
        man=line,
        texinfo=line,
    )
    app.add_node(
        datum,
        html=(_visit_datum, _depart_datum),
        latex=through,
        text=through,
        man=through,
        texinfo=through,
    )
    app.add_node(
        moment,
        html=(_visit_moment, _depart_moment),
        latex=through,
        text=through,
        man=through,
        texinfo=through,
    )
    app.add_node(
        permalink, html=(_visit_permalink, None), latex=hidden, text=hidden, man=hidden, texinfo=hidden
    )
