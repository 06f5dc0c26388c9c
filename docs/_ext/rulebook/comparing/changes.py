"""The changes that a rule set makes to the one it extends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

import whister
from rulebook.base.catalogue import rule_set, rule_set_ids, title_of
from rulebook.base.nodes import bullet_list, details, joined, marked_text, paragraph, span
from rulebook.base.parameters import LONG
from rulebook.comparing.compare import page_link
from rulebook.domain.directive import RuleDirective
from whister.reference.comparing import change_in_words, parameter_changes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from whister import Clause, Diff, Rules


class Changes(RuleDirective):
    """Show the clauses added, amended, repealed and kept."""

    def run(self) -> list[nodes.Node]:
        """Return a paragraph and a list for each kind of change that occurs."""
        rules = self.rules()
        if rules.extends is None:
            family = rules.family.title()
            said = f"Nothing: this rule set starts from the clauses common to all {family} games."
            return [paragraph(said, *self._beside(rules))]
        parent = rule_set(rules.extends)
        diff = whister.diff(parent, rules)
        why = dict(rules.repealed)
        against = paragraph(
            "Compared with ",
            self.link("set", parent.id),
            f", {in_a_sentence(diff)}. This compares the written records; it does not show which game came from which.",
            page_link(
                "", " Compare them side by side.", page="compare", query=[("a", parent.id), ("b", rules.id)]
            ),
        )
        content: list[nodes.Node] = []
        if diff.added:
            content += self._group(
                "Added", [[self.link("clause", rules.clauses[slug].id)] for slug in diff.added]
            )
        if diff.amended:
            content += self._group("Amended", [self._amended(slug, parent, rules) for slug in diff.amended])
        if diff.repealed:
            content += self._group(
                "Repealed",
                [
                    [
                        self.link("clause", parent.clauses[slug].id),
                        nodes.Text(f": {why[slug]}" if why.get(slug) else ""),
                    ]
                    for slug in diff.repealed
                ],
            )
        if content:
            content = [details("List of changes", *content, classes=["evidence"])]
        if diff.kept:
            kept = bullet_list(
                ([self.link("clause", rules.clauses[slug].id)] for slug in diff.kept), ["compact"]
            )
            content.append(details(f"Kept: {len(diff.kept)} clauses", kept))
        return [nodes.container("", against, *content, classes=["rule-changes"])]

    def _beside(self, rules: Rules) -> list[nodes.Node]:
        """Return, for each game of another family from which this one comes, a link that compares the two."""
        parts: list[nodes.Node] = []
        for name in (origin["id"] for origin in rules.derives_from):
            if name in rule_set_ids() and rule_set(name).family != rules.family:
                words = f" Compare it with {title_of(name)}, a game of another family."
                parts.append(page_link("", words, page="compare", query=[("a", name), ("b", rules.id)]))
        return parts

    def _group(self, label: str, items: list[list[nodes.Node]]) -> list[nodes.Node]:
        return [paragraph(span("change-label", text=label)), bullet_list(items)]

    def _amended(self, slug: str, parent: Rules, rules: Rules) -> list[nodes.Node]:
        """Return a clause and its differences: in its parameters, or else in its wording."""
        before, after = parent.clauses[slug], rules.clauses[slug]
        differences = played_otherwise(before, after) or [
            [nodes.Text("reworded; the old words: "), nodes.emphasis("", "", *marked_text(before.text))]
        ]
        return [self.link("clause", after.id), nodes.Text(": "), *joined(differences, "; ")]


BECOMES = {
    "kept": ("stays as it is", "stay as they are"),
    "amended": ("changes", "change"),
    "repealed": ("is left out", "are left out"),
    "added": ("is new", "are new"),
}
"""The fate of one clause in words, and of several."""


def in_a_sentence(diff: Diff) -> str:
    """Return the changes to the clauses in words: `45 rules stay as they are, 8 change and 2 are new`."""
    counts = {fate: len(getattr(diff, fate)) for fate in BECOMES if getattr(diff, fate)}
    parts = [f"{count} {BECOMES[fate][count > 1]}" for fate, count in counts.items()]
    number, _, first = parts[0].partition(" ")
    parts[0] = f"{number} {'rule' if number == '1' else 'rules'} {first}"
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if parts[1:] else parts)


def played_otherwise(before: Clause, after: Clause) -> list[list[nodes.Node]]:
    """Return the differences in what a clause does: each changed parameter, and whether the clause is now in force."""
    differences: list[list[nodes.Node]] = [
        [nodes.literal(name, name), nodes.Text(f"{colon}{told}")]
        for change in parameter_changes(before, after)
        for name, colon, told in [_cut(change_in_words(change)).partition(": ")]
    ]
    if before.enabled != after.enabled:
        off = "no longer part of the game" if after.barred else "in force only with an option"
        differences.append([nodes.Text("now in force" if after.enabled else off)])
    return differences


def _cut(told: str) -> str:
    """Return a change cut to a limited length; the record contains all of it."""
    return told if len(told) <= LONG else told[:LONG] + "…"


def setup_changes(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive_to_domain("rule", "changes", Changes)
