"""Dated claims about a family or a rule set, from the engine's history files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from docutils import nodes

from rulebook.base.catalogue import claims, families, nearest, readings, rule_set_ids, told_of
from rulebook.base.nodes import bullet_list, joined, marked_text, moment, paragraph, span
from rulebook.domain.directive import RuleDirective
from rulebook.domain.rule_domain import source_link
from rulebook.sources.evidence import badge, source_line
from whister.rulesets.reader import sources

if TYPE_CHECKING:
    from sphinx.application import Sphinx

Claim = Mapping[str, Any]

ASSERTED = "ok"
"""The status that needs no mark."""

MONTHS = "January February March April May June July August September October November December".split()

EXACT = re.compile(rf"(?:(?:(\d{{1,2}}) )?({'|'.join(MONTHS)}) )?(\d{{4}})")
"""A date that names one year, one month or one day."""


class Claims(RuleDirective):
    """Show the dated claims about a family or about one rule set, oldest first."""

    def run(self) -> list[nodes.Node]:
        """Return a list, with claims that contradict or supersede one another side by side."""
        shown = self.shown()
        if not shown:
            return [paragraph("No dated claim is recorded.")]
        found = nodes.bullet_list(classes=["claims"], bullet="*")
        for group in disagreements(shown):
            found += self.anchored(group[0]) if len(group) == 1 else self._side_by_side(group)
        return [found]

    def shown(self) -> list[Claim]:
        """Return the claims to show, oldest first."""
        address = self.arguments[0]
        if address not in families() and address not in rule_set_ids():
            raise self.error(f"no history for {address!r}{nearest(address, [*families(), *rule_set_ids()])}")
        return list(told_of(address))

    @property
    def family(self) -> str:
        """The family named in the argument."""
        return str(self.arguments[0].partition("/")[0])

    def _side_by_side(self, group: list[Claim]) -> nodes.list_item:
        """Return a heading, a column for each account, and a last one for this site's reading."""
        reading = reading_of(self.family, group)
        accounts = nodes.bullet_list(classes=["claim-accounts"], bullet="*")
        for claim in group:
            account = self.anchored(claim)
            account.insert(0, paragraph(*self.teller(claim), classes=["claim-teller"]))
            accounts += account
        title = "Conflicting accounts"
        if reading is not None:
            title = reading["title"]
            head = paragraph("How we read it", classes=["claim-teller"])
            accounts += nodes.list_item("", head, paragraph(reading["text"]), classes=["claim-reading"])
        return nodes.list_item("", paragraph(title, classes=["claim-accounts-label"]), accounts)

    def teller(self, claim: Claim) -> list[nodes.Node]:
        """Return the origin of an account: as given in the record, or else the name of its first source."""
        if "teller" in claim:
            return marked_text(claim["teller"])
        return [source_link(self.env, sources(claim["sources"], claim["id"])[0].key)]

    def anchored(self, claim: Claim, *answers: nodes.Node) -> nodes.list_item:
        """Return a claim with its anchor; `answers` go between its text and its sources."""
        family = self.family
        anchor = f"history-{claim['id']}"
        item = nodes.list_item(classes=["claim", f"claim-{claim['status']}"])
        self.anchor(item, anchor)
        address = f"{family}#{claim['id']}"
        if self.arguments[0] == family or ("claim", address) not in self.domain.places:
            self.domain.note("claim", address, self.env.docname, anchor, f"{claim['date']}: {claim['text']}")
        head: list[nodes.Node] = [date_node(str(claim["date"]))]
        if claim["status"] != ASSERTED:
            head += [nodes.Text(" "), badge(claim["status"])]
        item += paragraph(*head, self.permalink(anchor, "Link to this claim"), classes=["claim-head"])
        item += paragraph(*marked_text(claim["text"]))
        superseded = claim.get("supersedes", ())
        replaced = [each for each in claims(family) if each["id"] in superseded] if superseded else []
        if replaced:
            older = [
                [self.link("claim", f"{family}#{each['id']}", nodes.Text(_account(each, claim)))]
                for each in replaced
            ]
            item += paragraph("Replaces ", *joined(older, ", "), ".", classes=["claim-note"])
        if claim.get("note"):
            item += paragraph(claim["note"], classes=["claim-note"])
        concerned = [each for each in claim.get("about", ()) if each in rule_set_ids()]
        if concerned and self.arguments[0] == family:
            links = [[self.link("set", each)] for each in concerned]
            item += paragraph("About ", *joined(links, ", "), ".", classes=["claim-note"])
        item += answers
        lines = [source_line(self.env, source) for source in sources(claim.get("sources"), address)]
        if lines:
            item += bullet_list(lines, classes=["rule-sources"])
        return item


def date_node(date: str) -> nodes.Node:
    """Return a date as worded in the record; an exact date is also machine-readable."""
    exact = EXACT.fullmatch(date)
    if exact is None:
        return span("claim-date", text=date)
    day, month, year = exact.groups()
    number = MONTHS.index(month) + 1 if month else 0
    parts = [year, *(f"{int(each):02}" for each in (number, day or 0) if each)]
    return moment(date, date, datetime="-".join(parts), classes=["claim-date"])


def reading_of(family: str, group: list[Claim]) -> Mapping[str, Any] | None:
    """Return this site's reading of a group of claims that disagree."""
    told = {claim["id"] for claim in group}
    return next((reading for reading in readings(family) if told & set(reading["claims"])), None)


def disagreements(shown: list[Claim]) -> list[list[Claim]]:
    """Group claims that contradict or supersede one another, in the order of each group's first claim."""
    groups: list[list[Claim]] = []
    for claim in shown:
        group = [claim]
        for other in [other for other in groups if any(disagree(claim, each) for each in other)]:
            groups.remove(other)
            group = other + group
        groups.append(sorted(group, key=lambda each: float(each["sort"])))
    return sorted(groups, key=lambda group: float(group[0]["sort"]))


def _account(older: Claim, claim: Claim) -> str:
    """Return the name of the account that a claim replaces."""
    same = str(older["date"]) == str(claim["date"])
    return "another account of the same date" if same else f"the account dated {older['date']}"


def disagree(one: Claim, other: Claim) -> bool:
    """Return whether one of two claims contradicts or supersedes the other."""

    def against(claim: Claim) -> set[str]:
        return {*claim.get("supersedes", ()), *claim.get("contradicts", ())}

    return other["id"] in against(one) or one["id"] in against(other)


def setup_history(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive_to_domain("rule", "claims", Claims)
