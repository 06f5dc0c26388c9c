"""Two directives for newcomers: the aim of the game on the table, and the game to start with.

```{rule:aim} hearts/black-lady
```

```{rule:start-here} hearts
```

The game to start with in a family is the one with a guided first hand, whose file (`examples/<family>/<rule
set>-first-hand.toml`) gives the reason. The aim is composed from the mechanisms in force.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.catalogue import families_by_renown, rule_set_ids
from rulebook.base.nodes import joined, marked_text, paragraph, span
from rulebook.domain.directive import RuleDirective
from rulebook.table.guided_deal import BadGuide, Guide, guide_file, read_guide
from whister.how_to_play import how_to_play

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HOW_TO_PLAY, START_HERE = "how-to-play", "start-here"
"""Anchors of headings to link: on a rule set's page, and on a family's page."""


class Aim(RuleDirective):
    """Name the game on the table and the aim of its players."""

    def run(self) -> list[nodes.Node]:
        """Return a paragraph."""
        rules = self.rules()
        aim = " ".join(sentence.text for sentence in how_to_play(rules)["aim"])
        named = paragraph(
            span("door-game", children=[nodes.Text("On the table: "), self.link("set", rules.id), nodes.Text(".")]),
            " ", span("door-goal", text=aim), " ",
            self.link("place", f"{rules.id}#{HOW_TO_PLAY}", nodes.Text("How to play")),
            classes=["door-aim"],
        )  # fmt: skip
        return [named]


class StartHere(RuleDirective):
    """Show the game to start with, in one family or in each."""

    required_arguments = 0
    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a paragraph for one family, or a list for all."""
        try:
            if not self.arguments:
                items = [self._of_all(each) for each in families_by_renown()]
                return [nodes.bullet_list("", *items, bullet="*", classes=["start-here"])]
            guide = self._first(self.named_family())
        except BadGuide as error:
            raise self.error(str(error)) from error
        return [paragraph(*self._begin(guide), " ", self._how(guide), ".", classes=["start-here"])]

    def _of_all(self, family: str) -> nodes.list_item:
        """Return the list item of a family: its name, and a link to the first hand on the family's page."""
        guide = self._first(family)
        hand = self.link("place", f"{family}/index#{START_HERE}", nodes.Text("Your first hand"))
        return nodes.list_item(
            "",
            paragraph(span("start-family", text=family.title()), " ", *self._begin(guide)),
            paragraph(*joined([[self._how(guide)], [hand]], " · "), classes=["start-links"]),
            classes=[f"family-{family}"],
        )

    def _begin(self, guide: Guide) -> list[nodes.Node]:
        title = nodes.strong("", "", self.link("set", guide.rules))
        return [title, nodes.Text(": "), *marked_text(guide.why)]

    def _how(self, guide: Guide) -> nodes.Element:
        return self.link("place", f"{guide.rules}#{HOW_TO_PLAY}", nodes.Text("How to play"))

    def _first(self, family: str) -> Guide:
        """Return the guided first hand of a family. Raises `BadGuide` if there is none, or none with a reason."""
        files = [
            guide_file(Path(self.env.srcdir), name)
            for name in rule_set_ids()
            if name.startswith(f"{family}/")
        ]
        there = [file for file in files if file.is_file()]
        if len(there) != 1:
            raise BadGuide(f"{family}: expected one rule set with a first hand, found {len(there)}")
        guide = read_guide(there[0])
        if not guide.why:
            raise BadGuide(f"{guide.path.name} lacks `why`, the reason to begin with this game")
        return guide


def setup_start_here(app: Sphinx) -> None:
    """Register the directives."""
    app.add_directive_to_domain("rule", "aim", Aim)
    app.add_directive_to_domain("rule", "start-here", StartHere)
