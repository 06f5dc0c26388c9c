"""Worked examples: doctest sessions with commentary from the repository's examples folder, shown on a page.

```{rule:example} hearts/strategy
:part: ducking-under
:folded: The proof, played out
```

A part is the text under one second-level heading and is named after that heading. The first session of a part may
set up a deal and name it `deal`: the position of the part, which a table can open (`position`).
"""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from doctest import DocTestParser
from io import StringIO
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList

from rulebook.base.catalogue import nearest
from rulebook.base.nodes import details
from rulebook.base.questions import file_text, note_file
from rulebook.domain.directive import RuleDirective
from rulebook.python.console import mark_sessions, session
from rulebook.table.replay import on_the_table, positions
from whister import Deal

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import OptionSpec

TITLE_LEVEL = 2
"""The level of the file's title when it is included."""

SESSION = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


class Example(RuleDirective):
    """Include the worked example of a rule set, or one part of an example, exactly as it is tested."""

    option_spec: ClassVar[OptionSpec] = {
        "part": directives.unchanged_required,
        "folded": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """Return the example's text and sessions, headings one level lower; with `folded`, under a summary to open."""
        path = example_file(Path(self.env.srcdir), self.arguments[0])
        if not path.exists():
            raise self.error(
                f"no worked example for {self.arguments[0]!r}: expected {path.name} in {path.parent.name}/"
            )
        note_file(path)
        include = relpath(path, Path(self.env.doc2path(self.env.docname)).parent)
        lines = [f"```{{include}} {include}", ":heading-offset: 1", *self._lines(path), "```"]
        content = nodes.Element()
        self.state.nested_parse(StringList(lines, source=str(path)), self.content_offset, content)
        if "part" in self.options:
            mark_sessions(content, f"{self.arguments[0]}#{self.options['part']}", opening(path))
        else:
            mark_sessions(content, self.arguments[0])
        for found in list(content.findall(session)):
            around, place = found.parent, found.parent.index(found)
            around[place] = details("The Python session", found, classes=["session-fold"])
        shown = on_the_table(_with_headings(content), positions(self._sessions(path), str(path)))
        return [details(self.options["folded"], *shown)] if "folded" in self.options else shown

    def _sessions(self, path: Path) -> list[str]:
        """Return the sessions to run: all, or those at the beginning of the file followed by those of the part."""
        text = file_text(path)
        if "part" not in self.options:
            return sessions_of(text)
        first, last = part_lines(path, self.options["part"])
        return opening(path) + sessions_of("".join(text.splitlines(keepends=True)[first:last]))

    def _lines(self, path: Path) -> list[str]:
        """Return the options that select the lines of a part; empty for the whole example."""
        if "part" not in self.options:
            return []
        try:
            first, last = part_lines(path, self.options["part"])
        except LookupError as error:
            raise self.error(str(error)) from error
        return [f":start-line: {first}", f":end-line: {last}"]


def example_file(srcdir: Path, address: str) -> Path:
    """Return the path of the example of a rule set or a page."""
    return srcdir.parent / "examples" / f"{address}.md"


def part_lines(path: Path, part: str) -> tuple[int, int]:
    """Return the first line of a part, after its heading, and the line after its last, counted from 0."""
    lines = file_text(path).splitlines()
    heads = [number for number, line in enumerate(lines) if line.startswith("## ")]
    names = [_slug(lines[number]) for number in heads]
    if part not in names:
        raise LookupError(f"{path.name} has no part {part!r}{nearest(part, names)}")
    place = names.index(part)
    return heads[place] + 1, [*heads, len(lines)][place + 1]


def opening(path: Path) -> list[str]:
    """Return the sessions at the beginning of an example's file, before its first part."""
    return sessions_of(file_text(path).partition("\n## ")[0])


def sessions_of(text: str) -> list[str]:
    """Return the sessions of an example's text, in order."""
    found: list[str] = SESSION.findall(text)
    return found


def position(path: Path, part: str) -> Deal:
    """Return the deal that the first session of a part sets up. Raises ``LookupError`` if it sets up none."""
    lines = file_text(path).splitlines(keepends=True)
    first, last = part_lines(path, part)
    sessions = opening(path) + sessions_of("".join(lines[first:last]))[:1]
    names: dict[str, Any] = {}
    with redirect_stdout(StringIO()):
        for example in DocTestParser().get_examples("\n".join(sessions)):
            exec(compile(example.source, str(path), "single"), names)
    found = names.get("deal")
    if not isinstance(found, Deal):
        raise LookupError(f"{path.name}, {part!r}: the first session sets up no `deal`")
    return found


def _slug(heading: str) -> str:
    return "-".join(re.findall(r"\w+", heading.lower()))


def _with_headings(content: nodes.Element) -> list[nodes.Node]:
    """Drop the file's title, since the page has its own heading, and turn the rubrics below it into headings."""
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
