"""Each clause has a panel with everything about it, and a card that is shown beside links to it."""

from __future__ import annotations

import json

import pytest
from bs4 import Tag

import whister
from tests.site.pages import Page, Site

RULE_SETS = whister.catalogue()
QUOTES = str.maketrans("‘’“”", "''\"\"")


def panel(site: Site, address: str) -> Tag:
    rule_set, _, slug = address.partition("#")
    return site.page(f"{rule_set}/clauses/").element(slug)


def row(panel: Tag, label: str) -> Tag:
    """Return what is beside a label in a panel."""
    for term in panel.select("dl.panel-rows > dt"):
        if term.get_text() == label:
            found = term.find_next_sibling("dd")
            assert isinstance(found, Tag)
            return found
    raise AssertionError(f"no {label!r} among {[term.get_text() for term in panel.select('dt')]}")


def leads(site: Site, page: Page, found: Tag) -> set[str]:
    return {"#".join(filter(None, site.find(page, str(link["href"])))) for link in found.select("a[href]")}


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_clause_has_a_panel_with_its_sources_mechanisms_and_cases(site: Site, rule_set: str) -> None:
    page = site.page(f"{rule_set}/clauses/")
    for clause in whister.load(rule_set).clauses.values():
        found = page.element(clause.slug)
        text = found.select_one(".clause-text")
        assert text is not None
        assert text.get_text().translate(QUOTES) == clause.text
        lines = row(found, "Sources").select("li")
        assert [line.select(".badge")[0].get_text() for line in lines] == [
            each.relation or str(each.evidence) for each in clause.sources
        ]
        for line, source in zip(lines, clause.sources, strict=True):
            assert f"sources/{source.key}/" in leads(site, page, line)
        if clause.rule:
            enforced = row(found, "Enforced by")
            wanted = {f"adding/#mechanism-{name}" for name in clause.rule}
            assert wanted <= leads(site, page, enforced), clause.id
        assert [case.get_text() for case in found.select(".case-id")] == [case.id for case in clause.cases]


def test_every_clause_on_a_rule_sets_page_leads_to_its_panel(site: Site) -> None:
    for rule_set in RULE_SETS:
        page = site.page(f"{rule_set}/")
        for clause in whister.load(rule_set).clauses.values():
            more = page.element(clause.slug).select(".clause-more a")
            assert [site.find(page, str(link["href"])) for link in more] == [
                (f"{rule_set}/clauses/", clause.slug)
            ]


def test_a_panel_says_what_the_clause_changed(site: Site) -> None:
    found = row(panel(site, "hearts/black-lady#first-trick"), "Amends")
    assert [each.get_text() for each in found.select("del")] == ["No penalty card"]
    assert [each.get_text() for each in found.select("ins")] == ["Neither a heart nor the queen of spades"]
    assert "now in force" in found.get_text()
    page = site.page("hearts/black-lady/clauses/")
    assert "hearts/modern/#first-trick" in leads(site, page, found)


def test_a_panel_says_which_sources_and_which_note_an_amendment_changed(site: Site) -> None:
    found = row(panel(site, "boston/russian#suit-rank"), "Amends").get_text(" ", strip=True)
    assert (
        "its note, which was: The article on which this rule set is based does not say where spades rank."
        in found
    )
    assert "its sources: now also Pushkin, edition of 1975 ; no longer gamerules.com, Boston" in found


def test_a_panel_says_who_took_the_clause_over_and_who_changed_it(site: Site) -> None:
    page = site.page("hearts/black-lady/clauses/")
    found = panel(site, "hearts/black-lady#first-trick")
    assert leads(site, page, row(found, "Taken over by")) == {
        "hearts/partnership/clauses/#first-trick",
        "hearts/partnership-individual/clauses/#first-trick",
    }
    assert leads(site, page, row(found, "Amended by")) == {"hearts/microsoft/clauses/#first-trick"}


def test_what_became_of_a_clause_agrees_with_the_rule_sets_on_top_of_its_own(site: Site) -> None:
    for rule_set in RULE_SETS:
        above = whister.load(rule_set).extends
        if above is None:
            continue
        parent, child = whister.load(above), whister.load(rule_set)
        page = site.page(f"{above}/clauses/")
        for slug, _ in child.repealed:
            if slug in parent.clauses and slug not in child.clauses:
                assert f"{rule_set}/" in leads(site, page, row(page.element(slug), "Repealed by")), slug
        for clause in child.clauses.values():
            if clause.slug in parent.clauses:
                label = "Amended by" if clause.change == "amended" else "Taken over by"
                wanted = f"{rule_set}/clauses/#{clause.slug}"
                assert wanted in leads(site, page, row(page.element(clause.slug), label)), clause.id


def test_a_panel_says_who_refers_to_the_clause(site: Site) -> None:
    page = site.page("hearts/black-lady/clauses/")
    found = leads(site, page, row(panel(site, "hearts/black-lady#first-trick"), "Referred to"))
    assert {
        "hearts/black-lady/#option-first_trick_forced",  # an option sets it
        "evidence/#described",  # a page quotes it
        "hearts/black-lady/",  # its worked example is refused by it
    } <= found
    errata = leads(site, page, row(panel(site, "hearts/black-lady#values"), "Referred to"))
    assert [each for each in errata if each.startswith("hearts/errata/#erratum-")]


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_cards_say_what_the_clauses_say(site: Site, rule_set: str) -> None:
    told = json.loads((site.folder / rule_set / "clauses" / "cards.json").read_text(encoding="utf-8"))
    rules = whister.load(rule_set)
    assert told["title"].translate(QUOTES) == rules.title
    assert list(told["clauses"]) == list(rules.clauses)
    for clause in rules.clauses.values():
        card = told["clauses"][clause.slug]
        assert card["text"].translate(QUOTES) == clause.text
        assert card["grade"] == str(clause.evidence)
        assert card["source"]


def test_links_to_clauses_are_marked_for_their_cards(site: Site) -> None:
    page = site.page("hearts/errata/")
    marked = [site.find(page, str(link["href"])) for link in page.soup.select("article a.clause-link")]
    assert ("hearts/modern/", "pack") in marked
    assert all(slug in whister.load(place.rstrip("/")).clauses for place, slug in marked)
