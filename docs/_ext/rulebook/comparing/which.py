"""Which rule set do you play? Questions about how you play, and the answer of each rule set.

No answer is written for this page: each comes from the mechanisms in force or, for a position, from the engine.
`_static/which.mjs` turns the lists into a form; without it they are plain lists.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from docutils import nodes

from rulebook.base.catalogue import nearest
from rulebook.base.nodes import definition_list, joined, marked_text, paragraph
from rulebook.comparing.which_hearts import HEARTS
from rulebook.comparing.which_question import Question
from rulebook.comparing.which_rook import ROOK
from rulebook.domain.directive import RuleDirective
from whister import Rules

if TYPE_CHECKING:
    from sphinx.application import Sphinx

MODULE = "which.mjs"
T = TypeVar("T")

QUESTIONS: Mapping[str, tuple[Question, ...]] = {"hearts": HEARTS, "rook": ROOK}
"""The questions of each family that has some."""


class Which(RuleDirective):
    """Ask the questions of a family, and list under each answer the rule sets that give it."""

    def run(self) -> list[nodes.Node]:
        """Return a section for each question."""
        family = self.arguments[0]
        if family not in QUESTIONS:
            raise self.error(f"no questions for {family!r}{nearest(family, QUESTIONS)}")
        sets = self.every(family)
        return [self._question(question, sets) for question in QUESTIONS[family]]

    def _question(self, question: Question, sets: Sequence[Rules]) -> nodes.section:
        section = nodes.section("", nodes.title(question.title, question.title), classes=["which-question"])
        self.anchor(section, question.slug)
        section += paragraph(question.text, classes=["which-text"])
        given: dict[str, list[list[nodes.Node]]] = {}
        for rules in sets:
            for answer in question.answers(rules):
                link = self.link("set", rules.id)
                said: list[nodes.Node] = [link]
                if answer.clause is not None:
                    mark = self.link("clause", answer.clause.id, nodes.Text("§"))
                    mark["classes"] += ["which-clause"]
                    said += [nodes.Text(" "), mark]
                given.setdefault(answer.text, []).append(said)
        section += definition_list(
            ((marked_text(text), joined(links, "; ")) for text, links in _in_order(given)),
            classes=["which-answers"],
        )
        return section


def _in_order(given: Mapping[str, list[T]]) -> list[tuple[str, list[T]]]:
    """Return the answers in order: numbers ascending, others by how many rule sets give them."""
    numbers = {text: int(found[0]) for text in given if (found := re.match(r"\d+", text))}
    if len(numbers) * 2 > len(given):
        return sorted(given.items(), key=lambda item: numbers.get(item[0], 1 + max(numbers.values())))
    return sorted(given.items(), key=lambda item: -len(item[1]))


def _load_module(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Load the module that turns the questions into a form, on pages that have questions."""
    if 'class="which-question' in context.get("body", ""):
        app.add_js_file(MODULE, type="module")


def setup_which(app: Sphinx) -> None:
    """Register the directive and its module."""
    app.add_directive_to_domain("rule", "which", Which)
    app.connect("html-page-context", _load_module)
