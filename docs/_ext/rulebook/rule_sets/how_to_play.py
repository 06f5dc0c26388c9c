"""The directive `rule:how-to-play`: a rule set in a few lines, each sentence with the clause that says it in full.

```{rule:how-to-play} hearts/black-lady
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.nodes import definition_list, joined
from rulebook.domain.directive import RuleDirective
from whister.reference.how_to_play import how_to_play

if TYPE_CHECKING:
    from sphinx.application import Sphinx

MOMENTS = {
    "aim": "Aim", "deal": "Deal", "before": "Before the play", "play": "Play", "score": "Score", "end": "End",
}  # fmt: skip


class HowToPlay(RuleDirective):
    """Show how a rule set is played, for the usual number of players."""

    def run(self) -> list[nodes.Node]:
        """Return a list of the moments of a deal; each sentence is a link to its clause."""
        pairs = [
            (
                [nodes.Text(MOMENTS[moment])],
                joined(
                    ([self.link("clause", each.clause.id, nodes.Text(each.text))] for each in sentences), " "
                ),
            )
            for moment, sentences in how_to_play(self.rules()).items()
        ]
        return [definition_list(pairs, classes=["how-to-play"])]


def setup_how_to_play(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive_to_domain("rule", "how-to-play", HowToPlay)
