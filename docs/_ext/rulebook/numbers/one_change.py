"""The directive `rule:one-change`: what one value of an option, or one step of descent, changes.

```{rule:one-change} hearts/omnibus
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.nodes import bullet_list, marked_text, paragraph
from rulebook.domain.directive import RuleDirective
from rulebook.numbers.each_rule import differs, effects, words
from rulebook.numbers.results import chosen, how, not_yet, played, results

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from whister.studies.kept import Kept
    from whister.studies.study import Study

_NAMED = 4
"""The most differences named."""


class OneChange(RuleDirective):
    """Tell what a rule changes: ``hearts/microsoft#break_hearts.off``, or ``hearts/omnibus`` for a step of descent."""

    def run(self) -> list[nodes.Node]:
        """Return what is compared and a list of the differences, or the words that none is sure."""
        name = self.arguments[0]
        kept = results(name.partition("/")[0], "option" if "#" in name else "descent").get(name)
        if kept is None:
            return [not_yet()]
        study = kept.study()
        sure = [effect.words for effect in effects(study)][:_NAMED]
        lead = paragraph(
            *self._compared(kept), f", in {played(kept.asked())['deals']:,} deals. ", _verdict(study, sure)
        )
        told = sure or [
            words(study, each)
            for each in study.figures
            if each.of == "difference" and each.group == "average"
        ]
        return [lead, bullet_list([marked_text(each) for each in told]), *how(kept)]

    def _compared(self, kept: Kept) -> list[nodes.Node]:
        """Return what is compared with what."""
        first, second = (self.link("set", rules.id) for rules in kept.asked().sets)
        _, _, part = kept.name.partition("#")
        if not part:
            return [second, nodes.Text(" against "), first]
        title, text = chosen(kept, part)
        said = nodes.Text(f"{title}: {text}".strip())
        return [
            second,
            nodes.Text(" with the option “"),
            self.link("option", kept.name, said),
            nodes.Text("” against the same game without it"),
        ]


def _verdict(study: Study, sure: list[str]) -> str:
    """Return in words whether anything changes."""
    if sure:
        return (
            "What changes for certain, the greatest first:"
            if len(sure) > 1
            else "One figure changes for certain:"
        )
    return (
        "Some deals differ, but no figure does for certain:" if differs(study) else "No deal ends otherwise:"
    )


def setup_one_change(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive_to_domain("rule", "one-change", OneChange)
