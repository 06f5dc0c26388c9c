"""The two layers of a rule set's page: only the rules, or the rules with the evidence.

The evidence for a clause is folded away in ``<details class="evidence">``. The switch above the rules opens all of
these at once, and its state is remembered; without scripts each opens separately (`_static/reading.mjs`,
`parts/clauses.css`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.catalogue import rule_set_ids
from rulebook.base.elements import Html, h
from rulebook.base.frame import has_frame
from rulebook.base.nodes import details

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

LAYERS = {"rules": "Just the rules", "evidence": "With the evidence"}


class layer_switch(nodes.General, nodes.Element):  # noqa: N801  (nodes are named like tags)
    """The switch between the layers, only on pages of the site."""


def _switch() -> Html:
    choices = (
        h("label", None, h("input", {"type": "radio", "name": "layer", "value": name, "checked": name == "rules"}), h("span", None, label))
        for name, label in LAYERS.items()
    )  # fmt: skip
    return h("fieldset", {"class": "layers"}, h("legend", {"class": "unseen"}, "What is shown"), choices)


def _visit(self: HTML5Translator, node: layer_switch) -> None:
    if has_frame(self.builder):
        self.body.append(f"{_switch()}\n")
    raise nodes.SkipNode


def _skip(self: nodes.NodeVisitor, node: layer_switch) -> None:
    raise nodes.SkipNode


def _fold_what_is_argued(app: Sphinx, doctree: nodes.document) -> None:
    """Fold away the arguments after a rule set's history: the named passages, such as **Disputed.**"""
    if app.env.docname not in rule_set_ids():
        return
    for story in list(doctree.findall(nodes.section)):
        if "history" not in story["ids"]:
            continue
        first = next((place for place, part in enumerate(story) if _name(part)), None)
        if first is not None:
            argued = story[first:]
            story[first:] = [
                details(" · ".join(filter(None, map(_name, argued))), *argued, classes=["evidence"])
            ]


def _name(part: nodes.Node) -> str:
    """Return the name in bold at the beginning of a passage; empty if it has none."""
    said = part.children if isinstance(part, nodes.paragraph) else []
    named = next((child for child in said if child.astext()), None)
    return named.astext().rstrip(".") if isinstance(named, nodes.strong) else ""


def setup_layers(app: Sphinx) -> None:
    """Register the switch, and the folding of the arguments."""
    app.connect("doctree-read", _fold_what_is_argued)
    hidden = (_skip, None)
    app.add_node(layer_switch, html=(_visit, None), latex=hidden, text=hidden, man=hidden, texinfo=hidden)
