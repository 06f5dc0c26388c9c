"""The directive `rule:how-to-play`: a rule set in a few lines, each sentence linked to its clause.

```{rule:how-to-play} hearts/black-lady
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.elements import Html, h
from rulebook.base.nodes import definition_list, joined, paragraph
from rulebook.base.wrapped import add_wrapped_node
from rulebook.domain.directive import RuleDirective
from whister.how_to_play import MOMENTS, how_to_play, in_short

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class told_here(nodes.General, nodes.Element):  # noqa: N801  (nodes are named like tags)
    """A description of how to play. Attributes: `rules`, the address of the rule set, and the number of `players`."""


class HowToPlay(RuleDirective):
    """Show how to play a rule set with the usual number of players.

    A table on the page rewrites it for its own number of players and its house rules (`table/how.mjs`).
    """

    def run(self) -> list[nodes.Node]:
        """Return a list of the stages of a deal; each sentence is a link to its clause."""
        rules = self.rules()
        short = in_short(rules)
        pairs = [
            (
                [nodes.Text(MOMENTS[moment])],
                joined(
                    ([self.link("clause", each.clause.id, nodes.Text(each.text))] for each in sentences), " "
                ),
            )
            for moment, sentences in short.items()
        ]
        told: list[nodes.Node] = [definition_list(pairs, classes=["how-to-play"])]
        if short != how_to_play(rules):
            told.append(paragraph(nodes.Text("The full rules are below."), classes=["how-rest"]))
        return [told_here("", *told, rules=rules.id, players=len(rules.plan.table.players))]


def _opening(node: nodes.Element) -> Html:
    return h("div", {"class": "how", "data-how": node["rules"], "data-players": node["players"]})


def setup_how_to_play(app: Sphinx) -> None:
    """Register the directive and its node."""
    add_wrapped_node(app, told_here, _opening)
    app.add_directive_to_domain("rule", "how-to-play", HowToPlay)
