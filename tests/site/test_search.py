"""The index of search: every rule is in it once, every record leads to its place, and the files are few."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

import whister
from _search import Record
from _search.index import write
from _search.pages import sections
from tests.site.pages import Site
from whister.reference.best_known import best_known, named, place
from whister.reference.matching import plain
from whister.reference.retired import moved, tombstones
from whister.reference.vocabulary import vocabulary

FEW = 48
"""Files of the index: all of them are saved for reading without a network."""
SMALL = 1_800_000
"""Bytes of the index, as it lies on the disk."""


@pytest.fixture(scope="module")
def records(site: Site) -> list[list[Any]]:
    return [
        record
        for file in sorted((site.folder / "_search").glob("records-*.json"))
        for record in json.loads(file.read_text(encoding="utf-8"))
    ]


@pytest.fixture(scope="module")
def index(site: Site) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((site.folder / "_search/index.json").read_text(encoding="utf-8"))
    return found


def words(index: dict[str, Any]) -> list[str]:
    """The words of the index, in its order."""
    every: str = index["words"]
    return every.split(" ")


def held(found: str) -> set[int]:
    """The records that have a word, from how they are written: ``3C7a1Z-``."""
    assert re.fullmatch(r"(\d+[a-zA-Z][-.]?)+", found)
    return set(accumulate((int(gap) for gap in re.findall(r"\d+", found)), initial=-1)) - {-1}


@cache
def ids(site: Site, address: str) -> frozenset[str]:
    """Every id on a page, read without its other elements."""
    return frozenset(re.findall(r'\sid="([^"]+)"', site.page(address).path.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def names(site: Site) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((site.folder / "_search/names.json").read_text(encoding="utf-8"))
    return found


def test_every_clause_is_in_the_index_word_for_word(records: list[list[Any]]) -> None:
    texts = {text for _, kind, *_, text in records if kind == "clause"}
    for name in whister.catalogue():
        for clause in whister.load(name).clauses.values():
            assert " ".join(f"{clause.text} {clause.note}".split()) in texts, clause.id


def test_a_clause_that_games_share_is_there_once(records: list[list[Any]]) -> None:
    told = [(title, text) for _, kind, title, *_, text in records if kind == "clause"]
    assert len(told) == len(set(told))
    shared = sum(len(others) + 1 for _, kind, _, _, _, others, *_ in records if kind == "clause")
    assert shared == sum(len(whister.load(name).clauses) for name in whister.catalogue())


def test_every_record_leads_to_an_element(site: Site, records: list[list[Any]]) -> None:
    dead = []
    for url, *_ in records:
        address, _, fragment = url.partition("#")
        if address not in site.pages or (fragment and fragment not in ids(site, address)):
            dead.append(url)
    assert not dead


def test_every_source_of_the_bibliography_is_in_it(site: Site, records: list[list[Any]]) -> None:
    keys = {address for _, kind, _, _, address, *_ in records if kind == "source"}
    bibliography = (Path(__file__).parents[2] / "docs/references.bib").read_text(encoding="utf-8")
    assert keys == {
        line.partition("{")[2].rstrip(",\n") for line in bibliography.splitlines() if line.startswith("@")
    }


def test_the_pages_of_frames_and_the_search_page_are_not_in_it(records: list[list[Any]]) -> None:
    assert not [url for url, *_ in records if url.startswith(("embed/", "search/", "_"))]


def test_the_lists_of_citations_are_not_in_it(site: Site) -> None:
    anchors = [anchor for anchor, _, _ in sections(site.page("cite/").path)]
    assert "the-forms" in anchors
    assert not [anchor for anchor in anchors if anchor.startswith("whister-")]


def test_the_addresses_it_knows_are_all_there_are(site: Site, names: dict[str, Any]) -> None:
    for name in whister.catalogue():
        rules = whister.load(name)
        known = {slug: names["titles"][number] for slug, number in names["clauses"][name].items()}
        assert known == {clause.slug: clause.title for clause in rules.clauses.values()}
        offered = {name: names["titles"][number] for name, number in names["options"].get(name, {}).items()}
        assert offered == {option.name: option.title for option in rules.options.values()}
        assert ids(site, f"{name}/").issuperset([*known, *(f"option-{option}" for option in rules.options)])


def test_it_knows_where_every_retired_address_went(names: dict[str, Any]) -> None:
    assert names["retired"] == {old: moved(old) for old in tombstones()}
    assert names["pages"]["whole/matrix/"] == "The rule sets side by side"


def test_every_record_is_found_by_every_word_of_its_title(
    index: dict[str, Any], records: list[list[Any]]
) -> None:
    having = {word: held(found) for word, found in zip(words(index), index["found"].split(" "), strict=True)}
    assert having.keys() >= {"heartsette", "polignac", "misere", "coeur", "culbertson"}
    for number, (_, _, title, *_) in enumerate(records):
        telling = set(plain(title).split()) - vocabulary().small
        assert all(number in having[word] for word in telling), title


def test_cards_are_found_by_their_words(index: dict[str, Any], records: list[list[Any]]) -> None:
    """Its text has Q♠."""
    at = next(n for n, (url, *_) in enumerate(records) if url == "hearts/black-lady/#first-trick")
    assert "Q♠" in records[at][-1]
    found = dict(zip(words(index), index["found"].split(" "), strict=True))
    assert all(at in held(found[word]) for word in ("queen", "spades"))


def test_the_rule_of_the_best_known_game_stands_for_those_that_read_the_same(
    records: list[list[Any]],
) -> None:
    for url, kind, _, _, address, others, off, _ in records:
        games = [address.partition("#")[0], *others]
        if kind == "clause":
            slug = url.partition("#")[2]
            assert off == [game for game in games if not whister.load(game).clauses[slug].enabled], url
        assert sorted(games, key=lambda game: (game in off, place(game))) == games, url


def test_the_index_is_of_few_files_and_light(site: Site) -> None:
    files = [file for file in (site.folder / "_search").rglob("*") if file.suffix not in {".br", ".gz"}]
    files = [file for file in files if file.is_file()]
    assert len(files) <= FEW
    assert sum(file.stat().st_size for file in files) <= SMALL
    assert not [file.name for file in files if "ui" in file.name or file.suffix == ".css"]


def test_nothing_of_sphinx_s_own_search_is_shipped(site: Site) -> None:
    shipped = {file.name for file in site.folder.rglob("*")}
    assert shipped.isdisjoint(["searchindex.js", "searchtools.js", "language_data.js", "doctools.js"])


def test_only_the_search_page_has_the_script_of_search(site: Site) -> None:
    def mentions(address: str, words: str) -> bool:
        return words in site.page(address).path.read_text(encoding="utf-8")

    assert [address for address in site.pages if mentions(address, "search/search.mjs")] == ["search/"]
    assert not mentions("search/", "_search/")


def test_without_scripts_the_search_page_leads_to_the_index_and_the_families(site: Site) -> None:
    instead = site.page("search/").soup.find("noscript")
    assert instead is not None
    places = {site.find(site.page("search/"), str(link["href"]))[0] for link in instead.find_all("a")}
    assert places == {"genindex/", "hearts/", "boston/", "rook/", "bibliography/", "sources/"}


def test_a_record_with_signs_of_markup_is_indexed_as_it_reads(tmp_path: Path) -> None:
    text = "Less < more & a tag </body> “so”."
    odd = Record("x/", "page", "", 'A "title" <b>', text, names=("Ein 'Name'",))
    write([odd], tmp_path)
    (found,) = [
        record
        for file in tmp_path.glob("records-*.json")
        for record in json.loads(file.read_text(encoding="utf-8"))
    ]
    assert found == ["x/", "page", 'A "title" <b>', "", "", [], [], text]
    assert json.loads((tmp_path / "index.json").read_text(encoding="utf-8"))["words"].split(" ") == [
        "a", "b", "body", "ein", "less", "more", "name", "so", "tag", "title", "x",
    ]  # fmt: skip


def test_the_games_that_people_know_first_are_rule_sets_and_come_before_the_others() -> None:
    assert len(named()) == len(set(named()))
    assert set(named()) <= set(whister.catalogue()) == set(best_known())
    assert best_known()[: len(named())] == named()
    assert place("hearts/black-lady") == 0
    assert place("hearts/whist") == len(whister.catalogue())


def test_the_words_of_the_vocabulary_are_plain_and_none_of_them_is_both_small_and_telling() -> None:
    for group in vocabulary().same:
        assert len(group) > 1
        assert " " not in group[0], "it stands for those of several words"
        for word in group:
            assert plain(word) == word
            assert word not in vocabulary().small, word
    assert all(plain(word) == word for word in vocabulary().small)
