"""A page for each source (full reference, how much was consulted, all that rests on it), and a list of these pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from docutils import nodes
from pybtex.database import Entry

from rulebook.base.catalogue import claims, clause_title, rule_set_ids, title_of
from rulebook.base.nodes import bullet_list, definition_list, joined, marked_text, paragraph, rule_link
from rulebook.building.sheets import Sheet, setup_sheets, source_page
from rulebook.citing.cite import source_citation
from rulebook.domain.bibliography import entries, note_nodes, reference_nodes
from rulebook.domain.rule_domain import rule_domain, source_link
from rulebook.sources.evidence import badge, statement
from rulebook.sources.resting import Rest, Resting, rests_on, supported_by

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

CITED = "source-cited"
"""The anchor, on a source's page, of the citation of the source itself."""

BIBLIOGRAPHY = "bibliography"
"""The page that gives every source in full."""

SHOWN = 110
"""The most characters of a claim's text; its own page has all of it."""

HEADINGS = (
    ("descent", "Descent of games"),
    ("claim", "Dated claims"),
    ("erratum", "Errata"),
    ("clause", "Clauses"),
    ("option", "Options"),
)
"""Kinds of things that rest on a source, in the order of a page."""

COUNTED = {
    "descent": ("the descent of {} game", "the descent of {} games"),
    "claim": ("{} dated claim", "{} dated claims"),
    "erratum": ("{} erratum", "{} errata"),
    "clause": ("{} clause", "{} clauses"),
    "option": ("{} option", "{} options"),
}
"""The count of each kind in words, singular and plural."""

MOST_NAMED = 4
"""The most rule sets named in a sentence."""

UNSUPPORTED = "Not supported by this source"
"""The heading for records that cite the source without its support."""


def _sheets(env: BuildEnvironment) -> Iterator[Sheet]:
    yield Sheet(source_page("index"), lambda: "Sources", lambda: _index(env))
    for key, entry in entries(env).items():
        source = _Source(env, entry)
        yield Sheet(source_page(key), source.title, source.all, cited_as=source.about, source=CITED)


def _index(env: BuildEnvironment) -> Iterator[nodes.Node]:
    """Yield a list of the sources by name, each with the number of things that rest on it."""
    page = source_page("index")
    whole = rule_link("place", f"{BIBLIOGRAPHY}#bibliography", nodes.Text("bibliography"), docname=page)
    yield paragraph(
        "Each source has a page that lists everything that rests on it: clauses, options, dated claims, errata and "
        "descents of games. The number in brackets says how many. The ",
        whole,
        " lists the sources in full, with what was seen of each.",
    )
    named = rule_domain(env).source_labels
    lines = []
    for key in sorted(entries(env), key=lambda key: named[key].casefold()):
        rests = supported_by(key)
        lines.append([source_link(env, key), nodes.Text(f" ({rests})" if rests else "")])
    yield bullet_list(lines, classes=["source-index"])


def _listed(parts: Sequence[list[nodes.Node]]) -> list[nodes.Node]:
    """Return the parts with commas between them, and a word before the last."""
    return joined([joined(parts[:-1], ", "), parts[-1]] if parts[1:] else parts, " and ")


class _Source:
    """The page of one source."""

    def __init__(self, env: BuildEnvironment, entry: Entry) -> None:
        self.env = env
        self.entry = entry
        self.key = entry.key
        self.page = source_page(entry.key)

    def title(self) -> str:
        return rule_domain(self.env).source_labels[self.key]

    def about(self) -> str:
        """Return the title used to cite the page, since the name alone would mean the source."""
        return f"{self.title()}: what rests on this source"

    def all(self) -> Iterator[nodes.Node]:
        yield paragraph(*reference_nodes(self.entry, note=False), classes=["source-reference"])
        rests = rests_on(self.key)
        yield self._lead(rests.supported)
        bibliography = rule_link(
            "place", f"{BIBLIOGRAPHY}#{self.key}", nodes.Text("in the bibliography"), docname=self.page
        )
        seen = note_nodes(self.entry)
        facts = [([nodes.Text("What was seen")], seen)] if seen else []
        facts.append(
            ([nodes.Text("Key")], [nodes.literal(self.key, self.key), nodes.Text(", "), bibliography])
        )
        yield definition_list(facts, classes=["rule-facts", "source-facts"])
        for kind, heading in HEADINGS:
            found = [rest for rest in rests.supported if rest.kind == kind]
            if found:
                yield nodes.section(
                    "", nodes.title(heading, heading), *self._lists(kind, found, rests), ids=[f"rests-{kind}"]
                )
        other = [rest for rest in rests.stated if rest.source.relation]
        if other:
            yield nodes.section(
                "",
                nodes.title(UNSUPPORTED, UNSUPPORTED),
                paragraph("The source does not mention these, or says something else."),
                *(
                    node
                    for kind, _ in HEADINGS
                    if (found := [rest for rest in other if rest.kind == kind])
                    for node in self._lists(kind, found, rests)
                ),
                ids=["rests-not"],
            )

        seen_of_it = [nodes.Text("The source itself: "), *note_nodes(self.entry)] if seen else []
        yield nodes.section(
            "",
            nodes.title("", "Cite the source"),
            paragraph("The citation gives what is known here about the source. ", *seen_of_it),
            source_citation(key=self.key),
            ids=[CITED],
        )

    def _lead(self, found: Sequence[Rest]) -> nodes.paragraph:
        """Return a sentence on what rests on the source, and in which games."""
        if not found:
            return paragraph("No clause, claim or erratum rests on this source yet.")
        counts = {kind: sum(rest.kind == kind for rest in found) for kind, _ in HEADINGS}
        told = [COUNTED[kind][count > 1].format(count) for kind, count in counts.items() if count]
        ruled = [rest.address.partition("#")[0] for rest in found if rest.kind in ("clause", "option")]
        games: list[list[nodes.Node]] = [[self._link("set", name)] for name in dict.fromkeys(ruled)]
        if len(games) > MOST_NAMED:
            games[MOST_NAMED:] = [[nodes.Text(f"{len(games) - MOST_NAMED} more rule sets")]]
        of = [nodes.Text(" of "), *_listed(games)] if games else []
        return paragraph(
            "What rests on this source: ", *_listed([[nodes.Text(each)] for each in told]), *of, "."
        )

    def _lists(self, kind: str, found: list[Rest], rests: Resting) -> Iterator[nodes.Node]:
        """Yield one list or, for clauses and options, a list for each rule set."""
        if kind not in {"clause", "option"}:
            yield bullet_list((self._line(rest, rests) for rest in found), classes=["resting"])
            return
        by_rules: dict[str, list[Rest]] = {}
        for rest in found:
            by_rules.setdefault(rest.address.partition("#")[0], []).append(rest)
        for name, some in by_rules.items():
            yield paragraph(self._link("set", name), classes=["resting-of"])
            yield bullet_list((self._line(rest, rests) for rest in some), classes=["resting"])

    def _line(self, rest: Rest, rests: Resting) -> list[nodes.Node]:
        """Return one thing that rests on the source, how it is supported, and the place in the source."""
        parts = [
            [badge(rest.source.relation or str(rest.source.evidence)), nodes.Text(" "), *self._named(rest)]
        ]
        if rest.source.key != self.key:
            parts.append([nodes.Text("as reported for "), source_link(self.env, rest.source.key)])
        parts += [
            part
            for part in statement(self.env, rest.source, read=rest.kind != "descent")
            if part[0].astext() != "through " or self._other(rest)
        ]
        times = rests.taken_over.get(rest.address, 0) if rest.kind == "clause" else 0
        if times:
            parts.append([nodes.Text(f"also in {times} more rule set{'s' if times > 1 else ''}")])
        return joined(parts, " · ")

    def _other(self, rest: Rest) -> bool:
        """Return whether the source is known through a work other than the one on this page."""
        return rest.source.via not in {None, self.key}

    def _named(self, rest: Rest) -> list[nodes.Node]:
        if rest.kind == "descent":
            child, older = rest.address.split()
            game = title_of(older) if older in rule_set_ids() else older
            return [self._link("set", child), nodes.Text(" comes from "), nodes.Text(game)]
        if rest.kind == "claim":
            family, _, name = rest.address.partition("#")
            (claim,) = [each for each in claims(family) if each["id"] == name]
            text = claim["text"]
            cut = text if len(text) <= SHOWN else text[:SHOWN].rsplit(" ", 1)[0] + " …"
            dated = self._link("claim", rest.address, nodes.Text(str(claim["date"])))
            return [dated, nodes.Text(": "), *marked_text(cut)]
        return [self._link("panel" if rest.kind == "clause" else rest.kind, rest.address, *self._title(rest))]

    def _title(self, rest: Rest) -> list[nodes.Node]:
        if rest.kind != "clause":
            return []
        return marked_text(clause_title(rest.address))

    def _link(self, kind: str, address: str, *content: nodes.Node) -> nodes.Element:
        return rule_link(kind, address, *content, docname=self.page)


def setup_source_sheets(app: Sphinx) -> None:
    """Register the pages."""
    setup_sheets(app, _sheets)
