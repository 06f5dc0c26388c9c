"""The index of search: every rule is in it once, every record leads to its place, and the files are few."""

from __future__ import annotations

import gzip
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import whister
from _search import Record
from _search.index import as_page, said, write
from _search.pages import sections
from tests.site.pages import Site
from whister.reference.matching import plain
from whister.reference.retired import moved, tombstones

FEW = 48
"""Files of the index: all of them are saved for reading without a network."""
SMALL = 1_800_000
"""Bytes of the index, as it lies on the disk."""


@pytest.fixture(scope="module")
def records(site: Site) -> list[list[Any]]:
    return [
        record
        for file in sorted((site.folder / "_search").glob("records-*.json"))
        for record in json.loads(file.read_text(encoding="utf-8")).values()
    ]


@cache
def ids(site: Site, address: str) -> frozenset[str]:
    """Every id on a page, read without its other elements."""
    return frozenset(re.findall(r'\sid="([^"]+)"', site.page(address).path.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def names(site: Site) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((site.folder / "_search/names.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("kept", [0, 5, -9])
def test_a_file_that_a_full_disk_cut_short_is_no_part_of_the_index(tmp_path: Path, kept: int) -> None:
    whole = gzip.compress(b"pagefind_dcd" + bytes(range(256)))
    (tmp_path / "whole.pf_index").write_bytes(whole)
    assert said(tmp_path / "whole.pf_index") == bytes(range(256))
    (tmp_path / "short.pf_index").write_bytes(whole[:kept])
    with pytest.raises(
        OSError, match=r"short\.pf_index: pagefind did not write it whole; is the disk full\?"
    ):
        said(tmp_path / "short.pf_index")


def test_every_clause_is_in_the_index_word_for_word(records: list[list[Any]]) -> None:
    texts = {text for _, kind, _, _, _, _, text in records if kind == "clause"}
    for name in whister.catalogue():
        for clause in whister.load(name).clauses.values():
            assert " ".join(f"{clause.text} {clause.note}".split()) in texts, clause.id


def test_a_clause_that_games_share_is_there_once(records: list[list[Any]]) -> None:
    told = [(title, text) for _, kind, title, _, _, _, text in records if kind == "clause"]
    assert len(told) == len(set(told))
    shared = sum(also + 1 for _, kind, _, _, _, also, _ in records if kind == "clause")
    assert shared == sum(len(whister.load(name).clauses) for name in whister.catalogue())


def test_every_record_leads_to_an_element(site: Site, records: list[list[Any]]) -> None:
    dead = []
    for url, *_ in records:
        address, _, fragment = url.partition("#")
        if address not in site.pages or (fragment and fragment not in ids(site, address)):
            dead.append(url)
    assert not dead


def test_every_source_of_the_bibliography_is_in_it(site: Site, records: list[list[Any]]) -> None:
    keys = {address for _, kind, _, _, address, _, _ in records if kind == "source"}
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


def test_it_knows_every_word_by_heart(names: dict[str, Any], records: list[list[Any]]) -> None:
    words = set(names["words"].split())
    assert words >= {"heartsette", "polignac", "misere", "coeur", "culbertson"}
    for _, _, title, *_ in records:
        assert {word for word in plain(title).split() if not word.isdigit()} <= words


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
    odd = Record(
        "x/", "page", "", 'A "title" <b>', "Less < more & a tag </body> “so”.", names=("Ein 'Name'",)
    )
    assert "<b>" not in as_page(odd)
    write([odd], tmp_path)
    (found,) = [
        record
        for file in tmp_path.glob("records-*.json")
        for record in json.loads(file.read_text(encoding="utf-8")).values()
    ]
    assert found == ["x/", "page", 'A "title" <b>', "", "", 0, "Less < more & a tag </body> “so”."]
