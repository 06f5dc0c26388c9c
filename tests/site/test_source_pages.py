"""Each source has a page on how much of it was consulted and what rests on it; the bibliography has no gaps."""

from __future__ import annotations

import re
from pathlib import Path

from pybtex.database import Entry, parse_file

import whister
from rulebook.base.catalogue import claims, errata, families
from rulebook.domain.bibliography import page_text
from rulebook.sources.resting import resting
from tests.site.pages import Site
from whister import Evidence, Source
from whister.reference.wording import source_said

BIBLIOGRAPHY = Path(__file__).resolve().parents[2] / "docs" / "references.bib"
ENTRIES: dict[str, Entry] = dict(parse_file(str(BIBLIOGRAPHY)).entries)

SEEN = re.compile(r"\b(read|seen|copied)\b", re.IGNORECASE)
"""A word of a note that says what was seen."""


def plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def test_every_source_has_a_page_and_the_bibliography_leads_to_it(site: Site) -> None:
    bibliography = site.page("bibliography/")
    for key in ENTRIES:
        page = site.page(f"sources/{key}/")
        entry = bibliography.element(key)
        leads = [site.find(bibliography, str(link["href"]))[0] for link in entry.select("a[href]")]
        assert page.address in leads, key


def test_sources_of_one_name_stand_in_the_bibliography_in_the_order_of_their_letters(site: Site) -> None:
    order = [str(each["id"]) for each in site.page("bibliography/").soup.select(".citation[id]")]
    one, other = (order.index(f"britannica-{game}-1911") for game in ("boston", "hearts"))
    assert (one, other) == (one, one + 1)


def test_the_list_of_sources_leads_to_each_page_with_the_number_of_what_rests_on_it(site: Site) -> None:
    page = site.page("sources/")
    told = {
        site.find(page, str(item.select("a")[0]["href"]))[0]: item.get_text().rpartition("(")[2].rstrip(")")
        for item in page.soup.select(".source-index li")
    }
    assert told.keys() == {f"sources/{key}/" for key in ENTRIES}
    assert told["sources/britannica-hearts-1911/"] == str(len(resting()["britannica-hearts-1911"].supported))


def test_the_page_of_a_source_lists_what_rests_on_it(site: Site) -> None:
    for key in ENTRIES:
        page = site.page(f"sources/{key}/")
        leads = {site.find(page, link.url) for link in page.links if link.element == "a"}
        stated = resting()[key].stated if key in resting() else []
        for rest in stated:
            name, _, fragment = rest.address.partition("#")
            if rest.kind == "clause":
                assert (f"{name}/clauses/", fragment) in leads, (key, rest.address)
            if rest.kind == "erratum":
                assert any(anchor == f"erratum-{fragment}" for _, anchor in leads), (key, rest.address)
            if rest.kind == "claim":
                assert any(anchor == f"history-{fragment}" for _, anchor in leads), (key, rest.address)


def test_what_a_source_is_silent_on_or_contradicts_does_not_stand_among_what_rests_on_it(site: Site) -> None:
    apart = 0
    for key, rests in resting().items():
        soup = site.page(f"sources/{key}/").soup
        resting_on_it = soup.select("[id^=rests-]:not(#rests-not)")
        assert not [
            each for part in resting_on_it for each in part.select(".badge-silent, .badge-contradicts")
        ]
        others = soup.select("#rests-not")
        assert len(others) == (len(rests.supported) < len(rests.stated)), key
        for each in others:
            apart += 1
            lines = each.select("li")
            assert len(lines) == len(rests.stated) - len(rests.supported), key
            assert all(line.select(".badge-silent, .badge-contradicts") for line in lines), key
    assert apart > 5


def test_what_is_reported_names_the_work_it_is_known_through_or_says_why_not() -> None:
    """A statement that is known at second hand is not marked as read."""
    for rests in resting().values():
        for rest in rests.stated:
            source = rest.source
            if source.relation:
                continue
            at_second_hand = "second hand" in source.note.casefold()
            if str(source.evidence) == "reported":
                assert source.via or "not recorded" in source.note, rest.address
                assert source.via or source.seen == "none", rest.address
            assert source.seen == "none" or not at_second_hand, (rest.address, source.note)


def test_pages_have_a_dash_between_them_whatever_the_record_has() -> None:
    assert page_text("334-335") == page_text("334--335") == page_text("334–335") == "pp. 334–335"
    assert page_text("121") == "p. 121"
    written = source_said(Source("hoyle", Evidence.DESCRIBED, pages="334-335"), seen=False)
    assert written == "hoyle: described, pp. 334–335"


def test_a_descent_does_not_say_how_much_of_its_source_was_read(site: Site) -> None:
    """That is not recorded for a descent; how much of the source was consulted is stated above on the page."""
    for key, rests in resting().items():
        if any(rest.kind == "descent" for rest in rests.stated):
            told = site.page(f"sources/{key}/").element("rests-descent").get_text()
            assert "comes from" in told, key
            assert not re.search(r"· (not read|read in)", told), key


def test_nothing_that_names_a_source_is_missing_from_its_page() -> None:
    stated = {(key, rest.kind, rest.address) for key, rests in resting().items() for rest in rests.stated}
    for rule_set in whister.catalogue():
        rules = whister.load(rule_set)
        for clause in rules.clauses.values():
            if clause.change == "added":
                for source in clause.sources:
                    assert (source.key, "clause", clause.id) in stated
    for family in families():
        for kind, told in (("claim", claims(family)), ("erratum", errata(family))):
            for each in told:
                for source in each["sources"]:
                    assert (source["key"], kind, f"{family}#{each['id']}") in stated


def test_no_source_stands_twice() -> None:
    seen: dict[tuple[str, ...], str] = {}
    for key, entry in ENTRIES.items():
        people = ",".join(str(person) for person in entry.persons.get("author", ()))
        title = plain(entry.fields.get("title", ""))
        same = (
            plain(people),
            title,
            *(entry.fields.get(name, "") for name in ("year", "url", "pages", "howpublished")),
        )
        assert same not in seen, f"{key} and {seen.get(same)} are one source"
        seen[same] = key


def test_no_source_lacks_what_tells_it_from_others() -> None:
    for key, entry in ENTRIES.items():
        assert entry.fields.get("title"), f"{key} has no title, not even a description in brackets"
        told = ("year", "url", "howpublished", "organization", "publisher", "booktitle")
        named = entry.persons or any(entry.fields.get(name) for name in told)
        described = entry.type == "book" or entry.fields["title"].startswith(("[", "{["))
        assert named or described, f"{key} has neither author nor year nor place, and is not described"
        assert entry.fields.get("note"), f"{key} does not say what was seen of it"
        assert SEEN.search(entry.fields["note"]), (
            f"{key}: its note does not say what was seen: {entry.fields['note']}"
        )
        if year := entry.fields.get("year"):
            assert re.fullmatch(r"1[4-9]\d\d|20[0-2]\d", year), (key, year)
