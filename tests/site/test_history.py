"""Every dated claim and every erratum of the records is on its page, with its anchor and its sources."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from bs4 import Tag
from sphinx.util.inventory import InventoryFile

import whister
from rulebook.base.catalogue import clause_addresses, errata, readings
from rulebook.history.claims import disagree, disagreements, reading_of
from tests.site.pages import Page, Site
from tests.site.test_clauses import QUOTES

HISTORIES = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(whister.__file__).parent / "history").glob("*.toml"))
}
CLAIMS = {family: found["claim"] for family, found in HISTORIES.items()}
ERRATA = [family for family, found in HISTORIES.items() if found.get("erratum")]
TIMELINES = ["boston", "rook"]
"""The families whose claims are in one list in order of date, without columns for those that disagree."""
STATUSES = {"ok", "disputed", "corrected", "doubtful", "legend"}


def history_page(site: Site, family: str) -> Page:
    """Return the page of a family's claims: its history or, if it has none, its first page."""
    return site.page(f"{family}/history/" if f"{family}/history/" in site.pages else f"{family}/")


def text(element: Tag) -> str:
    return " ".join(element.get_text().translate(QUOTES).split())


def sources(element: Tag) -> list[Tag]:
    return element.select(":scope > .rule-sources > li")


@pytest.mark.parametrize("family", CLAIMS)
def test_no_claim_stands_without_its_date_status_and_sources(site: Site, family: str) -> None:
    page = history_page(site, family)
    for claim in CLAIMS[family]:
        element = page.element(f"history-{claim['id']}")
        assert claim["date"] in text(element)
        assert claim["text"].translate(QUOTES) in text(element)
        assert len(sources(element)) == len(claim["sources"]) > 0
        mark = element.select_one(".claim-head .badge")
        assert (mark.get_text() if isinstance(mark, Tag) else "ok") == claim["status"]
        assert claim["status"] in STATUSES


@pytest.mark.parametrize("family", CLAIMS)
def test_claims_answer_claims_that_are_there(family: str) -> None:
    known = {claim["id"] for claim in CLAIMS[family]}
    assert len(known) == len(CLAIMS[family])
    for claim in CLAIMS[family]:
        assert {*claim.get("supersedes", ()), *claim.get("contradicts", ())} < known, claim["id"]
        assert set(claim.get("about", ())) <= set(whister.catalogue()), claim["id"]


@pytest.mark.parametrize("family", sorted({*CLAIMS} - {*TIMELINES}))
def test_claims_that_disagree_stand_side_by_side_with_our_reading(site: Site, family: str) -> None:
    page = history_page(site, family)
    for group in disagreements(CLAIMS[family]):
        places = [page.element(f"history-{claim['id']}").parent for claim in group]
        assert all(place is places[0] for place in places)
        assert isinstance(places[0], Tag)
        assert ("claim-accounts" in places[0].get_attribute_list("class")) == (len(group) > 1)
        reading = reading_of(family, group)
        if len(group) > 1 and reading is not None:
            last = places[0].select(":scope > li")[-1]
            assert "claim-reading" in last.get_attribute_list("class")
            assert reading["text"] in text(last)


def timeline(site: Site, family: str) -> list[Tag]:
    """Return the entries of a family's timeline."""
    lists = history_page(site, family).soup.select("ol.timeline")
    assert len(lists) == 1
    return lists[0].select(":scope > li")


@pytest.mark.parametrize("family", TIMELINES)
def test_every_claim_stands_on_the_timeline_once_and_in_order(site: Site, family: str) -> None:
    told = [str(entry["id"]).removeprefix("history-") for entry in timeline(site, family) if entry.get("id")]
    assert sorted(told) == sorted(claim["id"] for claim in CLAIMS[family])
    years = {claim["id"]: claim["sort"] for claim in CLAIMS[family]}
    assert [years[each] for each in told] == sorted(years.values())
    assert not history_page(site, family).soup.select(".claims")


@pytest.mark.parametrize("family", TIMELINES)
def test_the_timeline_says_the_status_of_a_claim_in_words(site: Site, family: str) -> None:
    page = history_page(site, family)
    for claim in CLAIMS[family]:
        head = page.element(f"history-{claim['id']}").select_one(".claim-head")
        assert isinstance(head, Tag)
        words = set(head.get_text().replace("¶", "").removeprefix(claim["date"]).split())
        assert words == {claim["status"]} - {"ok"}, claim["id"]


@pytest.mark.parametrize("family", CLAIMS)
def test_a_date_that_is_exact_is_one_for_programs_too(site: Site, family: str) -> None:
    page = history_page(site, family)
    for claim in CLAIMS[family]:
        time = page.element(f"history-{claim['id']}").select_one("time.claim-date")
        if isinstance(time, Tag):
            assert time.get_text() == claim["date"]
            assert str(time["datetime"]).startswith(str(int(claim["sort"])))
        else:
            assert not re.fullmatch(r"\d{4}", claim["date"])


def test_the_day_of_a_newspaper_is_a_day_for_programs(site: Site) -> None:
    time = site.page("boston/history/").element("history-wisk-bostonien-1785").find("time")
    assert isinstance(time, Tag)
    assert time["datetime"] == "1785-12-27"


@pytest.mark.parametrize("family", TIMELINES)
def test_claims_that_disagree_link_to_each_other_and_to_our_reading(site: Site, family: str) -> None:
    page = history_page(site, family)
    for group in disagreements(CLAIMS[family]):
        reading = reading_of(family, group)
        for claim in group:
            entry = page.element(f"history-{claim['id']}")
            led = {str(link["href"]) for link in entry.select(".claim-note a[href]")}
            for other in group:
                if disagree(claim, other):
                    assert f"#history-{other['id']}" in led, claim["id"]
            shown = entry.select(".claim-reading")
            assert len(shown) == (claim is group[-1] and reading is not None)
            if reading is not None and len(group) > 1:
                assert shown or f"#history-{group[-1]['id']}" in led
                assert not shown or reading["text"] in text(shown[0])


@pytest.mark.parametrize("family", TIMELINES)
def test_a_dated_rule_set_is_on_the_timeline(site: Site, family: str) -> None:
    page = history_page(site, family)
    entries = timeline(site, family)
    for rule_set in whister.catalogue():
        year = whister.load(rule_set).year
        if rule_set.startswith(f"{family}/") and year and re.search(r"\d", year):
            dated = [entry for entry in entries if year in text(entry.select(".claim-date, time")[0])]
            led = {
                site.find(page, str(link["href"]))[0] for entry in dated for link in entry.select("a[href]")
            }
            assert f"{rule_set}/" in led, (rule_set, year)


@pytest.mark.parametrize("family", CLAIMS)
def test_a_reading_reads_one_group_and_no_claim_twice(family: str) -> None:
    groups = [{claim["id"] for claim in group} for group in disagreements(CLAIMS[family])]
    read: list[str] = []
    for reading in readings(family):
        assert set(reading["claims"]) in groups, reading["title"]
        read += reading["claims"]
    assert len(read) == len(set(read))


@pytest.mark.parametrize("family", ERRATA)
def test_every_disagreement_is_read(family: str) -> None:
    for group in disagreements(CLAIMS[family]):
        assert len(group) == 1 or reading_of(family, group) is not None, group[0]["id"]
    for claim in CLAIMS[family]:
        alone = not any(claim in group for group in disagreements(CLAIMS[family]) if len(group) > 1)
        assert not (alone and claim["status"] in {"disputed", "corrected"}), claim["id"]


@pytest.mark.parametrize("family", ERRATA)
def test_what_is_known_through_another_work_says_so(family: str) -> None:
    for claim in CLAIMS[family]:
        if all(source.get("via") for source in claim["sources"]):
            note = claim.get("note", "")
            assert any(words in note for words in ("second hand", "One source only", "not seen")), claim["id"]


@pytest.mark.parametrize("family", ERRATA)
def test_every_erratum_has_its_anchor_its_words_and_its_sources(site: Site, family: str) -> None:
    page = site.page(f"{family}/errata/")
    for erratum in errata(family):
        element = page.element(f"erratum-{erratum['id']}")
        shown = text(element)
        for part in ("title", "says", "reading", "ground", "effect"):
            assert " ".join(erratum[part].translate(QUOTES).split()) in shown, (erratum["id"], part)
        assert len(sources(element)) == len(erratum["sources"]) > 0
        assert all(line.find("a") for line in sources(element)), erratum["id"]


@pytest.mark.parametrize("family", ERRATA)
def test_an_erratum_leads_to_what_it_touches(site: Site, family: str) -> None:
    page = site.page(f"{family}/errata/")
    claims = {claim["id"] for claim in CLAIMS[family]}
    for erratum in errata(family):
        element = page.element(f"erratum-{erratum['id']}")
        led = {"#".join(site.find(page, str(link["href"]))) for link in element.select(".claim-note a[href]")}
        assert set(erratum.get("clauses", ())) <= set(clause_addresses()), erratum["id"]
        assert set(erratum.get("about", ())) <= set(whister.catalogue()), erratum["id"]
        for address in [*erratum.get("clauses", ()), *erratum.get("about", ())]:
            rule_set, _, slug = address.partition("#")
            assert f"{rule_set}/#{slug}" in led, (erratum["id"], address)
        for claim in erratum.get("claims", ())[:1]:
            assert claim in claims
            assert any(link.endswith(f"#history-{claim}") for link in led)


@pytest.mark.parametrize("family", ERRATA)
def test_a_slip_of_another_page_says_whose_it_is(site: Site, family: str) -> None:
    page = site.page(f"{family}/errata/")
    for erratum in errata(family):
        head = page.element(f"erratum-{erratum['id']}").select_one(".erratum-says > .claim-teller")
        assert isinstance(head, Tag)
        assert text(head) == erratum.get("teller", "The article says").translate(QUOTES)


def test_claims_and_errata_are_in_the_inventory(site: Site) -> None:
    inventory = InventoryFile.loads(
        (site.folder / "objects.inv").read_bytes(), uri="https://whister.example/"
    ).data
    for family, found in HISTORIES.items():
        for kind in ("claim", "erratum"):
            for each in found.get(kind, ()):
                assert f"{family}#{each['id']}" in inventory[f"rule:{kind}"]
