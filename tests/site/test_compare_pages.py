"""The pages for comparing rule sets and choosing house rules, before any script runs."""

from __future__ import annotations

import json

import pytest

import whister
from rulebook.comparing.rule_data import LEFT_OUT, unsourced
from tests.site.pages import Site
from whister.reference.data import data

RULE_SETS = whister.catalogue()
WRITTEN_ON = {name: parent for name in RULE_SETS if (parent := whister.load(name).extends)}


@pytest.mark.parametrize(("page", "mount"), [("compare/", "rule-compare"), ("house-rules/", "rule-house")])
def test_a_page_that_needs_a_script_says_so(site: Site, page: str, mount: str) -> None:
    (place,) = site.pages[page].soup.select(f".{mount}")

    assert "needs JavaScript" in place.get_text()


def test_every_comparison_with_a_parent_is_listed_where_it_is_written(site: Site) -> None:
    links = {link.url for link in site.pages["compare/"].links if link.url.endswith("#what-it-changes")}

    assert links == {f"../{name}/#what-it-changes" for name in WRITTEN_ON}
    assert all("what-it-changes" in site.pages[f"{name}/"].ids for name in WRITTEN_ON)


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_rule_set_leads_to_both_pages(site: Site, rule_set: str) -> None:
    links = {link.url for link in site.pages[f"{rule_set}/"].links}
    parent = WRITTEN_ON.get(rule_set)

    assert parent is None or f"../../compare/?a={parent}&b={rule_set}" in links
    if whister.load(rule_set).options:
        assert f"../../house-rules/?base={rule_set}" in links


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_data_beside_the_pages_is_the_engines(site: Site, rule_set: str) -> None:
    found = json.loads((site.folder / "_data" / f"{rule_set}.json").read_text(encoding="utf-8"))
    expected = json.loads(json.dumps(data(whister.load(rule_set))))
    for clause in expected["clauses"]:
        for key in LEFT_OUT:
            del clause[key]

    assert found == {**expected, "unsourced": unsourced(whister.load(rule_set))}


def test_the_index_names_every_rule_set_with_its_hash(site: Site) -> None:
    index = json.loads((site.folder / "_data" / "index.json").read_text(encoding="utf-8"))
    hashes = {name: told["behaviour_hash"] for name, told in index["rule_sets"].items()}

    assert hashes == {name: whister.load(name).behaviour_hash for name in RULE_SETS}
    assert all(told["said"].endswith(".") for told in index["mechanisms"].values())


def test_every_source_of_a_choice_has_a_name_and_a_page(site: Site) -> None:
    named = json.loads((site.folder / "_data" / "sources.json").read_text(encoding="utf-8"))
    keys = {
        source.key
        for rules in map(whister.load, RULE_SETS)
        for option in rules.options.values()
        for source in [*option.sources, *(source for value in option.values for source in value.sources)]
    }

    assert len(keys) > 30
    assert keys <= named.keys()
    assert {key for key in keys if f"sources/{key}/" not in site.pages} == set()
    assert named["wp-black-lady"] == {"named": "Wikipedia, Black Lady", "paged": False}
