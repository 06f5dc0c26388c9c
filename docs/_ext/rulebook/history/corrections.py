"""Our own errata: the clauses that were changed after a version was released, on a page and in a feed.

They are recorded in `docs/corrections.toml`. The feed, `errata.xml`, also lists the errors in the articles. It has only
the dates of the records, so the same records give the same bytes.
"""

from __future__ import annotations

import datetime
import re
import tomllib
import uuid
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urljoin

from docutils import nodes
from feedgen.feed import FeedGenerator
from sphinx.errors import ExtensionError

from rulebook.base.catalogue import clause_addresses, errata, families
from rulebook.base.nodes import joined, marked_text, moment, paragraph
from rulebook.base.questions import file_text
from rulebook.building.sheets import has_sheets
from rulebook.building.writing import File, setup_files
from rulebook.domain import released
from rulebook.domain.directive import RuleDirective
from rulebook.domain.rule_domain import place_of
from whister.reference.release import AUTHOR

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

FILE = "corrections.toml"
FEED = "errata.xml"
PAGE = "corrections"
NEEDED = {"id", "version", "date", "title", "clauses", "was", "reading", "why"}

VERSION = re.compile(r"\d+(?:\.\d+)*")

Correction = Mapping[str, Any]


class BadCorrection(ExtensionError):
    """Raised if a correction is incomplete, or if a changed clause has none."""


def corrections(folder: Path) -> tuple[Correction, ...]:
    """Return every correction, newest first. Raises `BadCorrection` if one is incomplete."""
    try:
        found = tomllib.loads(file_text(folder / FILE)).get("correction", [])
    except FileNotFoundError:
        return ()
    for each in found:
        lacking = sorted(NEEDED - set(each))
        if lacking:
            raise BadCorrection(f"{FILE}: {each.get('id', 'a correction')} lacks {', '.join(lacking)}")
        if not VERSION.fullmatch(each["version"]):
            raise BadCorrection(
                f"{FILE}: {each['id']} has {each['version']!r} as its version; expected numbers separated by points, such as 0.1.0"
            )
    return tuple(sorted(found, key=lambda each: (each["date"], each["id"]), reverse=True))


class Corrections(RuleDirective):
    """Show every correction, newest first, each with its own anchor."""

    required_arguments = 0

    def run(self) -> list[nodes.Node]:
        """Return a section for each correction, or a line saying that there are none."""
        found = corrections(Path(self.env.srcdir))
        words = nodes.Text("an Atom feed")
        feed = paragraph(
            "These corrections and the errors in the articles are also in ",
            self.link("file", FEED, words),
            ".",
        )
        if not found:
            return [paragraph("None: this is the first version."), feed]
        return [feed, *(self._section(each) for each in found)]

    def _section(self, correction: Correction) -> nodes.section:
        title = nodes.title(correction["title"], "", *marked_text(correction["title"]))
        section = nodes.section("", title, classes=["erratum"])
        anchor = f"correction-{correction['id']}"
        self.anchor(section, anchor)
        self.domain.note(
            "erratum", f"whister#{correction['id']}", self.env.docname, anchor, correction["title"]
        )
        self.set_source_info(section)
        day = correction["date"].isoformat()
        section += paragraph(
            f"Version {correction['version']}, ", moment(day, day, datetime=day), ".", classes=["claim-note"]
        )
        for label, key in (("Before", "was"), ("Now", "reading"), ("Why", "why")):
            section += paragraph(
                nodes.strong(label, label), f": {correction[key]}", classes=["erratum-reason"]
            )
        links = [
            [self.link("clause", each) if each in clause_addresses() else nodes.literal(each, each)]
            for each in correction["clauses"]
        ]
        section += paragraph("Clauses changed: ", *joined(links, ", "), ".", classes=["claim-note"])
        return section


class Entry(NamedTuple):
    """An entry of the feed: its permanent ID, its text, its date and its place on the site."""

    address: str
    title: str
    summary: str
    day: datetime.date
    place: str


def feed_entries(folder: Path, place_of: Any) -> Iterator[Entry]:
    """Yield the corrections and the errors in the articles; `place_of` maps an erratum's address to its URL, if any."""
    for each in corrections(folder):
        address = f"whister#{each['id']}"
        summary = f"{', '.join(each['clauses'])}: {each['reading']} Before: {each['was']} {each['why']}"
        yield Entry(address, each["title"], summary, each["date"], place_of(address))
    for family in families():
        for each in errata(family):
            address = f"{family}#{each['id']}"
            teller = each.get("teller", "The article says")
            summary = f"{teller}: {each['says']} We read it as: {each['reading']} {each['ground']}"
            yield Entry(address, each["title"], summary, each["date"], place_of(address))


def feed(entries: list[Entry], *, base: str = "") -> bytes:
    """Write the entries as an Atom feed, newest first. `base` is the site's address; without it links are relative."""
    made = FeedGenerator()
    made.id(_known_by("errata"))
    made.title("Whister: errata")
    made.subtitle("Clauses that were changed, and errors in the articles that the rules start from")
    made.author({"name": AUTHOR})
    made.rights("CC BY 4.0")
    made.language("en")
    made.link(href=urljoin(base, FEED), rel="self", type="application/atom+xml")
    made.link(href=urljoin(base, f"{PAGE}/"), rel="alternate", type="text/html")
    made.updated(_moment(max((entry.day for entry in entries), default=datetime.date(2026, 11, 21))))
    for entry in sorted(entries, key=lambda each: (each.day, each.address), reverse=True):
        item = made.add_entry(order="append")
        item.id(_known_by(entry.address))
        item.title(entry.title)
        item.summary(entry.summary)
        item.published(_moment(entry.day))
        item.updated(_moment(entry.day))
        item.link(href=urljoin(base, entry.place), rel="alternate", type="text/html")
    written: bytes = made.atom_str(pretty=True)
    return written


def _known_by(address: str) -> str:
    """Return a permanent ID, the same wherever the site is published."""
    return uuid.uuid5(uuid.NAMESPACE_URL, f"whister:{address}").urn


def _moment(day: datetime.date) -> datetime.datetime:
    return datetime.datetime(day.year, day.month, day.day, tzinfo=datetime.UTC)


def _check(app: Sphinx, env: BuildEnvironment) -> None:
    """Check that a correction lists every clause that differs from the last version."""
    folder = Path(app.srcdir)
    wrong = untold(corrections(folder), released.read(folder / released.LOCK), released.current())
    if wrong:
        raise BadCorrection(f"{FILE} does not list " + "; ".join(wrong))


def untold(
    told: Iterable[Correction], before: released.Released, now: Mapping[str, released.State]
) -> list[str]:
    """Return a message about each clause changed since a release but listed in no correction of a newer version."""
    since = [each for each in told if released.newer(each["version"], before.version)]
    clauses = (address for each in since for address in each["clauses"])
    return released.untold(released.changed(before.clauses, now), clauses)


def _files(app: Sphinx) -> Iterator[File]:
    if has_sheets(app.builder):
        yield File(FEED, partial(_feed, app))


def _feed(app: Sphinx) -> bytes:
    def where(address: str) -> str:
        place = place_of(app.env, "erratum", address)
        return f"{app.builder.get_target_uri(place.docname)}#{place.anchor}" if place else ""

    entries = [each for each in feed_entries(Path(app.srcdir), where) if each.place]
    return feed(entries, base=app.config.html_baseurl)


def _link(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    context["errata_feed"] = FEED if has_sheets(app.builder) else ""


def setup_corrections(app: Sphinx) -> None:
    """Register the directive, the check and the feed."""
    app.add_directive_to_domain("rule", "corrections", Corrections)
    app.connect("env-check-consistency", _check)
    app.connect("html-page-context", _link)
    setup_files(app, _files)
