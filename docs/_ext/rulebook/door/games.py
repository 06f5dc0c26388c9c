"""The directive `rule:games`: the rule sets of a family, or of all, with the facts by which readers choose.

```{rule:games} hearts
```

The best known come first. `_static/games.mjs` runs the form that filters and sorts them; without it the whole list is
shown.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from docutils import nodes

from rulebook.base.at_a_glance import counts_text
from rulebook.base.catalogue import (
    by_renown,
    families_by_renown,
    first_year,
    known_since,
    rule_set,
    rule_set_ids,
)  # fmt: skip
from rulebook.base.nodes import bullet_list, datum, joined, paragraph
from rulebook.base.questions import question
from rulebook.comparing.features import PARTNERS
from rulebook.comparing.which_question import stated
from rulebook.domain.directive import RuleDirective
from rulebook.door.games_form import games_form

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from whister import Rules

MODULE = "games.mjs"

ALONE, FIXED, FOR_A_DEAL = "each alone", "fixed partners", "a partner for the deal"
AUCTION, ANNOUNCED, NO_BIDDING = "an auction", "a slam may be announced", "no bidding"
UNDATED = "not dated"


class Fact(NamedTuple):
    """One criterion: its name, the text in the list, and the value by which the form filters or sorts."""

    kind: str
    words: str
    value: str


@question
def game_facts(rule_set_id: str) -> tuple[Fact, ...]:
    """Return the facts by which readers choose a rule set."""
    rules = rule_set(rule_set_id)
    dated = rules.year or ""
    return (
        Fact("year", dated or UNDATED, str(first_year(dated) or "")),
        Fact("players", f"{counts_text(rules.players)} players", " ".join(map(str, rules.players))),
        Fact("partners", partners := partnership(rules), partners),
        Fact("bidding", bids := bidding(rules), bids),
    )


def partnership(rules: Rules) -> str:
    """Return who plays together: each player alone, fixed partners, or a partner for one deal."""
    found = PARTNERS.read(rules)
    if found is None:
        return ALONE
    return FIXED if found.clause and "partners" in found.clause.rule else FOR_A_DEAL


def bidding(rules: Rules) -> str:
    """Return whether there is an auction or another kind of announcement."""
    if stated(rules, "auction"):
        return AUCTION
    return ANNOUNCED if stated(rules, "undertaking") else NO_BIDDING


@question
def one_line(rule_set_id: str) -> str:
    """Return the first sentence of a rule set's summary."""
    return re.split(r"(?<=[.!?])\s+(?=[A-Z])", rule_set(rule_set_id).summary, maxsplit=1)[0]


class Games(RuleDirective):
    """List the rule sets of a family, or of all families in turn."""

    required_arguments = 0
    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the form and a list; with several families, a section for each."""
        family, every = self.named_family(), families_by_renown()
        names = sorted((name for name in rule_set_ids() if name.startswith(family)), key=by_renown)
        form = games_form({name: game_facts(name) for name in names}, families=() if family else every)
        if family:
            return [form, self._list(names)]
        return [form, *(self._section(each, names) for each in every)]

    def _section(self, family: str, names: list[str]) -> nodes.section:
        title = family.title()
        section = nodes.section("", nodes.title(title, title), classes=["games-family", f"family-{family}"])
        self.anchor(section, f"all-{family}")
        section += self._list([name for name in names if name.startswith(f"{family}/")])
        return section

    def _list(self, names: list[str]) -> nodes.bullet_list:
        return bullet_list([self._game(name) for name in names], classes=["games"])

    def _game(self, name: str) -> list[nodes.Node]:
        facts = [[self._fact(name, fact)] for fact in game_facts(name)]
        return [
            paragraph(self.link("set", name), classes=["game-title"]),
            paragraph(one_line(name), classes=["game-line"]),
            paragraph(*joined(facts, " · "), classes=["game-facts"]),
        ]

    def _fact(self, name: str, fact: Fact) -> datum:
        found = datum(fact.words, fact.words, value=fact.value, classes=[f"game-{fact.kind}"])
        if fact.kind == "year" and not fact.value:
            found["value"] = f"~{known_since(name)}"
        return found


def _load_module(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Load the module that filters the games, on pages that contain the list."""
    if 'class="games-form' in context.get("body", ""):
        app.add_js_file(MODULE, type="module")


def setup_games(app: Sphinx) -> None:
    """Register the directive and its module."""
    app.add_directive_to_domain("rule", "games", Games)
    app.connect("html-page-context", _load_module)
