"""The timeline of a family: every dated claim once, oldest first, with the rule sets at their dates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.catalogue import first_year, rule_set_ids, year_of
from rulebook.base.nodes import joined, paragraph
from rulebook.history.claims import Claim, Claims, date_node, disagree, disagreements, reading_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class Timeline(Claims):
    """Show the dated claims about a family or about one rule set as a single timeline.

    Unlike `rule:claims` it is always in the order of years: claims that disagree are in order of date and link to each
    other, and this site's reading is under the last of them. A dated rule set of the family whose date is in no claim
    has its own entry.
    """

    def run(self) -> list[nodes.Node]:
        """Return an ordered list."""
        shown = self.shown()
        dated = [(float(claim["sort"]), self._entry(claim, shown)) for claim in shown]
        dated += [(year, self._rules_entry(name)) for year, name in self._untold(shown)]
        if not dated:
            return [paragraph("No dated claim is recorded.")]
        found = nodes.enumerated_list(classes=["timeline"], enumtype="arabic", prefix="", suffix=".")
        found += [entry for _, entry in sorted(dated, key=lambda each: each[0])]
        return [found]

    def _entry(self, claim: Claim, shown: list[Claim]) -> nodes.list_item:
        """Return a claim with links to those that disagree with it; the last of them has this site's reading."""
        answering = [other for other in shown if disagree(claim, other)]
        newer = [other for other in answering if claim["id"] in other.get("supersedes", ())]
        older = claim.get("supersedes", ())  # the text of the claim already names those that it replaces
        beside = [other for other in answering if other not in newer and other["id"] not in older]
        sentences: list[list[nodes.Node]] = []
        for words, named in (("Replaced by ", newer), ("Disagrees with ", beside)):
            if named:
                links = joined(([self._claim_link(other)] for other in named), ", ")
                sentences.append([nodes.Text(words), *links, nodes.Text(".")])
        group = next(group for group in disagreements(shown) if claim in group)
        reading = reading_of(self.family, group) if answering else None
        last = group[-1]
        if reading is not None and claim is not last:
            link = self.link("claim", f"{self.family}#{last['id']}", nodes.Text("How we read it"))
            sentences.append([link, nodes.Text(".")])
        answers = [paragraph(*joined(sentences, " "), classes=["claim-note"])] if sentences else []
        if reading is not None and claim is last:
            head = nodes.strong("How we read it", "How we read it")
            answers.append(paragraph(head, f": {reading['text']}", classes=["claim-reading"]))
        return self.anchored(claim, *answers)

    def _claim_link(self, claim: Claim) -> nodes.Element:
        teller = "".join(node.astext() for node in self.teller(claim))
        return self.link("claim", f"{self.family}#{claim['id']}", nodes.Text(f"{teller} ({claim['date']})"))

    def _untold(self, shown: list[Claim]) -> list[tuple[float, str]]:
        """Return the dated rule sets of the family whose date is in no claim, each with its year for sorting."""
        told = {(name, claim["date"]) for claim in shown for name in claim.get("about", ())}
        found: list[tuple[float, str]] = []
        for name in rule_set_ids():
            if self.arguments[0] in {name, name.partition("/")[0]}:
                year = first_year(year_of(name))
                if year is not None and (name, year_of(name)) not in told:
                    found.append((year, name))
        return found

    def _rules_entry(self, name: str) -> nodes.list_item:
        head = paragraph(date_node(year_of(name)), classes=["claim-head"])
        text = paragraph("The date given here for the rules of ", self.link("set", name), ".")
        return nodes.list_item("", head, text, classes=["claim", "timeline-rules"])


def setup_timeline(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive_to_domain("rule", "timeline", Timeline)
