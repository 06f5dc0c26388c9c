"""Worked examples: narrated doctest sessions from the repository's examples folder, shown in the page."""

from __future__ import annotations

from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.statemachine import StringList

from .directive import RuleDirective

if TYPE_CHECKING:
    from sphinx.application import Sphinx

TITLE_LEVEL = 2
"""The level of the file's own heading where it is included."""


class Example(RuleDirective):
    """Include the worked example of a rule set: what is shown is what is tested."""

    def run(self) -> list[nodes.Node]:
        """Return the example's text and sessions, its headings one level down."""
        path = example_file(Path(self.env.srcdir), self.arguments[0])
        if not path.exists():
            raise self.error(
                f"no worked example for {self.arguments[0]!r}: expected {path.name} in {path.parent.name}/"
            )
        self.env.note_dependency(str(path))
        include = relpath(path, Path(self.env.doc2path(self.env.docname)).parent)
        lines = [f"```{{include}} {include}", ":heading-offset: 1", "```"]
        content = nodes.Element()
        self.state.nested_parse(StringList(lines, source=str(path)), self.content_offset, content)
        return _with_headings(content)


def example_file(srcdir: Path, address: str) -> Path:
    """Return where the example of a rule set is written."""
    return srcdir.parent / "examples" / f"{address}.md"


def _with_headings(content: nodes.Element) -> list[nodes.Node]:
    """Drop the file's own heading, for the page has one here, and make headings of those under it."""
    found: list[nodes.Node] = []
    for node in content.children:
        if isinstance(node, nodes.rubric):
            if node["level"] <= TITLE_LEVEL:
                continue
            node["heading-level"] = node["level"]
        found.append(node)
    return found


def setup_examples(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive_to_domain("rule", "example", Example)
