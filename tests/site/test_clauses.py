"""Every clause and option of the records is on its page, at its address, with its sources."""

from __future__ import annotations

import pytest

import whister
from tests.site.pages import Page, Site

RULE_SETS = whister.catalogue()

QUOTES = str.maketrans("‘’“”", "''\"\"")
"""The pages have curly quotes, the records straight ones."""


def rule_page(site: Site, rule_set: str) -> Page:
    return site.page(f"{rule_set}/")


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_clause_has_its_element_and_its_text(site: Site, rule_set: str) -> None:
    page = rule_page(site, rule_set)
    for clause in whister.load(rule_set).clauses.values():
        element = page.element(clause.slug)
        assert "clause" in element.get_attribute_list("class"), f"#{clause.slug} is not a clause on {page}"
        text = element.select_one(".clause-text")
        assert text is not None
        assert text.get_text().translate(QUOTES) == clause.text


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_no_clause_stands_without_its_sources(site: Site, rule_set: str) -> None:
    page = rule_page(site, rule_set)
    for clause in whister.load(rule_set).clauses.values():
        lines = page.element(clause.slug).select(".rule-sources > li")
        assert len(lines) == len(clause.sources) > 0
        for line, source in zip(lines, clause.sources, strict=True):
            badge = line.select_one(".badge")
            assert badge is not None
            assert badge.get_text() == (source.relation or str(source.evidence))
            assert line.find("a") is not None, (
                f"{clause.id}: the source {source.key} is not in the bibliography"
            )


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_case_of_a_clause_is_listed_where_it_is_stated(site: Site, rule_set: str) -> None:
    page = rule_page(site, rule_set)
    for clause in whister.load(rule_set).clauses.values():
        listed = [case.get_text() for case in page.element(clause.slug).select(".case-id")]
        assert listed == [case.id for case in clause.cases if case.rules == rule_set]


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_an_inherited_clause_says_so(site: Site, rule_set: str) -> None:
    page = rule_page(site, rule_set)
    for clause in whister.load(rule_set).clauses.values():
        marks = [mark.get_text() for mark in page.element(clause.slug).select(".clause-remark .badge")]
        assert ("inherited" in marks) == (clause.origin != clause.id and clause.change != "amended"), (
            clause.id
        )
        assert ("amended" in marks) == (clause.change == "amended"), clause.id
        assert ("prose only" in marks) == bool(clause.prose), clause.id


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_option_value_has_its_anchor(site: Site, rule_set: str) -> None:
    page = rule_page(site, rule_set)
    for option in whister.load(rule_set).options.values():
        assert page.element(f"option-{option.name}").get_text().translate(QUOTES) == option.title
        for value in option.values:
            word = (
                {True: "on", False: "off"}.get(value.value, str(value.value))
                if isinstance(value.value, bool)
                else str(value.value)
            )
            assert page.element(f"{option.name}.{word}").get_text() == word


def test_the_bibliography_says_where_a_source_is_used(site: Site) -> None:
    page = site.page("bibliography/")
    for rule_set in RULE_SETS:
        used = {source.key for clause in whister.load(rule_set).clauses.values() for source in clause.sources}
        for key in used:
            entry = page.element(key)
            links = [site.find(page, str(link["href"]))[0] for link in entry.select(".source-used a[href]")]
            assert f"{rule_set}/" in links, f"{key} is used by {rule_set}; its entry leads to {links}"


def test_every_descent_is_told_with_a_source_of_the_bibliography(site: Site) -> None:
    entries = set(site.page("bibliography/").ids)
    for name in RULE_SETS:
        facts = rule_page(site, name).soup.select_one(".rule-facts")
        assert facts is not None
        for origin in whister.load(name).derives_from:
            assert facts.select(f'a[href*="{origin["id"].partition("/")[2]}"]'), (
                f"{name} does not tell of {origin['id']}"
            )
            for key in (origin["source"], origin.get("via", origin["source"])):
                assert key in entries, f"{name}: {key} is not in the bibliography"


def test_the_facts_count_the_cards(site: Site) -> None:
    shown = {
        name: row.get_text(strip=True)
        for name in whister.catalogue()
        for row in site.page(f"{name}/").soup.select('.rule-facts dd:has(a[href$="#pack"])')
    }
    known = {
        "boston/fontainebleau": "52 cards",
        "hearts/black-lady": "48 to 52 cards",
        "hearts/cancellation": "104 cards",
        "hearts/four-jacks": "28 to 32 cards",
        "hearts/heartsette": "51 to 52 cards",
        "hearts/joker-1897": "48 to 52 cards",
        "hearts/reversis": "48 cards",
        "rook/tournament": "41 cards",
    }
    assert {name: shown[name] for name in known} == known
    assert set(shown) == set(whister.catalogue())
