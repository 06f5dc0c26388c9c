"""A changed clause is an erratum, listed on a page and in a feed; no version is released while one is missing."""

from __future__ import annotations

import datetime
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import whister
from rulebook.base.catalogue import errata, families
from rulebook.domain import released
from rulebook.history import corrections
from rulebook.history.corrections import BadCorrection, Entry, feed
from tests.site.pages import Site
from whister.reference.release import AUTHOR
from whister.table.recorded import corrected

DOCS = Path(__file__).parents[2] / "docs"
ATOM = "{http://www.w3.org/2005/Atom}"
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)")

CORRECTION = """
[[correction]]
id = "first-trick-queen"
version = "0.2.0"
date = 2026-12-01
title = "The queen on the first trick"
clauses = ["hearts/black-lady#first-trick"]
was = "The queen might be thrown."
reading = "She may not."
why = "The source says so."
"""


def texts(element: ET.Element, name: str) -> list[str]:
    return [each.text or "" for each in element.findall(f"{ATOM}{name}")]


def check_as_rfc_4287_asks(root: ET.Element) -> None:
    """Check that a feed has each required element, and that none occurs more often than it may."""
    assert root.tag == f"{ATOM}feed"
    assert [len(texts(root, name)) for name in ("id", "title", "updated")] == [1, 1, 1]
    assert MOMENT.fullmatch(texts(root, "updated")[0])
    assert root.findall(f"{ATOM}author/{ATOM}name")  # for all entries that have none
    kinds = [link.get("rel") for link in root.findall(f"{ATOM}link")]
    assert kinds.count("self") == 1
    names = []
    for entry in root.findall(f"{ATOM}entry"):
        assert [len(texts(entry, name)) for name in ("id", "title", "updated", "summary")] == [1, 1, 1, 1]
        assert re.match(r"[a-z][a-z0-9+.-]*:\S+$", texts(entry, "id")[0])  # an absolute IRI
        assert MOMENT.fullmatch(texts(entry, "updated")[0])
        alternates = [
            link for link in entry.findall(f"{ATOM}link") if link.get("rel", "alternate") == "alternate"
        ]
        assert len(alternates) == 1
        names += texts(entry, "id")
    assert len(names) == len(set(names))


def test_the_feed_is_valid_and_has_every_slip_at_its_place(site: Site) -> None:
    root = ET.parse(site.folder / "errata.xml").getroot()
    check_as_rfc_4287_asks(root)
    places = [link.get("href", "") for link in root.findall(f"{ATOM}entry/{ATOM}link")]
    for family in families():
        for erratum in errata(family):
            assert f"{family}/errata/#erratum-{erratum['id']}" in places
    for place in places:
        address, _, anchor = place.partition("#")
        assert anchor in site.page(address).ids


def test_every_page_that_is_read_names_the_feed(site: Site) -> None:
    for page in site.read:
        if page.address != "404.html" and not page.address.endswith("/cite/"):
            links = page.select('head link[type="application/atom+xml"]')
            assert [site.find(page, link.get("href", ""))[0] for link in links] == ["errata.xml"], page


def test_the_newest_entry_stands_first_and_the_same_entries_give_the_same_bytes() -> None:
    old = Entry("a#old", "Old", "…", datetime.date(2026, 1, 2), "a/#old")
    new = Entry("a#new", "New", "♠ & <b>", datetime.date(2026, 3, 4), "a/#new")
    written = feed([old, new], base="https://whister.example/")
    assert written == feed([new, old], base="https://whister.example/")
    root = ET.fromstring(written)
    check_as_rfc_4287_asks(root)
    assert [texts(entry, "title") for entry in root.findall(f"{ATOM}entry")] == [["New"], ["Old"]]
    assert texts(root, "updated")[0].startswith("2026-03-04")
    assert [each.text for each in root.findall(f"{ATOM}author/{ATOM}name")] == [AUTHOR]
    (link,) = root.findall(f"{ATOM}entry/{ATOM}link")[:1]
    assert link.get("href") == "https://whister.example/a/#new"


def test_an_entry_keeps_its_name_wherever_the_site_is_published() -> None:
    entry = Entry("hearts#slip", "A slip", "…", datetime.date(2026, 1, 2), "hearts/errata/#erratum-slip")
    here, there = (
        ET.fromstring(feed([entry], base=base)) for base in ("https://a.example/", "https://b.example/x/")
    )
    assert texts(here[-1], "id") == texts(there[-1], "id")


def test_a_correction_that_lacks_something_is_refused(tmp_path: Path) -> None:
    (tmp_path / corrections.FILE).write_text(CORRECTION.replace('why = "The source says so."', ""))
    with pytest.raises(BadCorrection, match="first-trick-queen lacks why"):
        corrections.corrections(tmp_path)


@pytest.mark.parametrize("rule_set", [name for name in whister.catalogue() if corrected(name)])
def test_every_erratum_that_a_rule_set_names_is_on_the_page_with_a_clause_of_it(
    rule_set: str, site: Site
) -> None:
    listed = {each["id"]: each for each in corrections.corrections(DOCS)}
    for name in corrected(rule_set):
        assert any(clause.startswith(f"{rule_set}#") for clause in listed[name]["clauses"])
        assert f"correction-{name}" in site.page("corrections/").ids


def test_every_clause_of_an_erratum_belongs_to_a_rule_set_that_names_it() -> None:
    for each in corrections.corrections(DOCS):
        for clause in each["clauses"]:
            assert each["id"] in corrected(clause.partition("#")[0])


def test_a_clause_that_was_changed_since_a_release_must_be_told_of(tmp_path: Path) -> None:
    lock = tmp_path / released.LOCK
    rules = whister.load("hearts/black-lady")
    clause = rules.clauses["first-trick"]
    moon = rules.clauses["moon"]
    then = {
        clause.id: released.state(clause)._replace(rule="0" * 12),
        moon.id: released.state(moon),
        "hearts/black-lady#gone": released.State("1", "2"),  # its tombstone is in anchors.lock
    }
    released.write(lock, "0.1.0", then)
    assert released.read(lock) == ("0.1.0", then)
    differing = released.changed(then, released.current())
    assert differing == {clause.id: "rule"}
    assert released.untold(differing, []) == [f"{clause.id}: its rule changed since the last release"]
    (tmp_path / corrections.FILE).write_text(CORRECTION)
    told = corrections.corrections(tmp_path)
    now = released.current()
    assert corrections.untold([], released.read(lock), now) == released.untold(differing, [])
    assert corrections.untold(told, released.read(lock), now) == []
    # a clause that changes again after 0.2.0 is listed again
    for version, wrong in (("0.2.0", [clause.id]), ("0.10.0", [clause.id]), ("0.1.9", [])):
        released.write(lock, version, then)
        again = corrections.untold(told, released.read(lock), now)
        assert [words.partition(":")[0] for words in again] == wrong, version


def test_before_the_first_release_nothing_is_told_of(tmp_path: Path) -> None:
    before = released.read(tmp_path / released.LOCK)
    assert before == released.Released("", {})
    assert corrections.untold([], before, released.current()) == []


def test_a_correction_of_no_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / corrections.FILE).write_text(CORRECTION.replace('"0.2.0"', '"the next"'))
    with pytest.raises(BadCorrection, match="first-trick-queen has 'the next' as its version"):
        corrections.corrections(tmp_path)


def test_a_clause_that_says_or_does_something_else_has_another_hash() -> None:
    plain = whister.load("hearts/black-lady").clauses["moon"]
    chosen = whister.load("hearts/black-lady", moon="new").clauses["moon"]
    assert released.state(plain).rule != released.state(chosen).rule
    assert released.state(plain).text == released.state(plain).text
    assert (
        len({released.state(clause).text for clause in whister.load("hearts/black-lady").clauses.values()})
        > 30
    )
