"""The search index: every rule is in it once, every record leads to its place, and the files are few."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import whister
from _search import Record
from _search.index import write
from _search.pages import sections
from rulebook.numbers.results import results
from tests.site.pages import Site
from whister.reference.best_known import best_known, named, place
from whister.reference.matching import plain
from whister.reference.retired import moved, tombstones
from whister.reference.vocabulary import vocabulary

FEW = 48
"""The most files in the index; all of them are saved for reading without a network."""
SMALL = 1_800_000
"""The most bytes that the index takes up on disk."""
HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs"


@pytest.fixture(scope="module")
def records(site: Site) -> list[list[Any]]:
    return kept(site.folder / "_search", index_of(site))


def kept(folder: Path, index: Path) -> list[list[Any]]:
    """Return the records in a folder as the page's script completes them: with their kind, title and games."""
    known = json.loads(index.read_text(encoding="utf-8"))
    titles = names_of(folder)
    files = sorted(folder.glob("records-*.json"))
    stored = [record for file in files for record in json.loads(file.read_text(encoding="utf-8"))]
    found = []
    for (url, title, about, address, off, text), (kind, _, _, games, _) in zip(
        stored, known["facts"], strict=True
    ):
        names = [known["games"][game] for game in games]
        about = about or (whister.load(names[0]).title if names else "")  # noqa: PLW2901
        if title == 0:
            every = titles["options" if known["kinds"][kind] == "option" else "clauses"][names[0]]
            title = titles["titles"][every[url.removeprefix("#").removeprefix("option-")]]  # noqa: PLW2901
        url = f"{names[0]}/{url}" if names else url  # noqa: PLW2901
        address = re.sub("/(?=#|$)", "", url) if address == 0 else address  # noqa: PLW2901
        found.append(
            [url, known["kinds"][kind], title, about, address, names[1:], names[len(names) - off :], text]
        )
    return found


def names_of(folder: Path) -> dict[str, Any]:
    """Return the file of names as the page's script reads it."""
    found: dict[str, Any] = json.loads((folder / "names.json").read_text(encoding="utf-8"))
    for kind in ("clauses", "options"):
        each = {
            rules: dict(found["anchors"][number] for number in some) for rules, some in found[kind].items()
        }
        found[kind] = each
    return found


class Asked(NamedTuple):
    """The answer to a search: the numbers of the records found, the words corrected, and the words found nowhere."""

    found: list[int]
    changed: list[list[str]]
    unknown: list[str]


def asked(index: Path, *questions: str) -> list[Asked]:
    """Search an index for each question with the scripts of the site, in one run of Node; return the answers."""
    answers: list[dict[str, Any]] = json.loads(
        run_node(HERE / "searching.mjs", index, given=json.dumps(questions))
    )
    return [Asked(**answer) for answer in answers]


def run_node(*words: str | Path, given: str = "") -> str:
    """Run Node with these arguments; return its output."""
    node = shutil.which("node")
    if not node:
        pytest.fail("node is missing", pytrace=False)
    done = subprocess.run([node, *words], input=given, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def index_of(site: Site) -> Path:
    """Return the file of the index that the build has written."""
    return site.folder / "_search/index.json"


@cache
def ids(site: Site, address: str) -> frozenset[str]:
    """Return every id on a page, found without parsing the page."""
    return frozenset(re.findall(r'\sid="([^"]+)"', site.page(address).path.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def names(site: Site) -> dict[str, Any]:
    return names_of(site.folder / "_search")


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


def test_every_page_of_figures_is_in_it_and_comes_after_its_game(
    site: Site, records: list[list[Any]]
) -> None:
    places = {url: number for number, (url, *_) in enumerate(records)}
    measured = [name for name in whister.catalogue() if name in results(name.partition("/")[0], "set")]
    answers = asked(index_of(site), *(whister.load(name).title for name in measured))
    for name, answer in zip(measured, answers, strict=True):
        page = f"{name}/numbers/"
        _, kind, title, about, *_ = records[places[page]]
        assert [kind, title, about] == ["figures", f"{about} in numbers", whister.load(name).title]
        for anchor in ("revokes", "strong-players"):
            assert (f"{page}#{anchor}" in places) == (anchor in ids(site, page))
        order = [answer.found.index(places[url]) for url in (f"{name}/", page) if places[url] in answer.found]
        assert places[f"{name}/"] in answer.found
        assert order == sorted(order), name


def test_what_people_ask_about_deals_finds_the_figures_of_the_best_known_games_first(
    site: Site, records: list[list[Any]]
) -> None:
    questions = {
        "how likely is it to shoot the moon": "hearts/black-lady/numbers/",
        "moon statistics": "hearts/black-lady/numbers/",
        "boston statistics": "boston/measured/",
        "how often are contracts made in rook": "rook/tournament/numbers/",
    }
    answers = asked(index_of(site), *questions)
    assert [records[answer.found[0]][0] for answer in answers] == list(questions.values())


def test_what_is_folded_away_on_a_page_of_figures_is_not_in_it(records: list[list[Any]]) -> None:
    texts = [text for url, *_, text in records if "/measured/" in url]
    assert texts
    assert not [text for text in texts if "How this was measured" in text or "behaviour hash" in text]


def test_the_pages_of_frames_and_the_search_page_are_not_in_it(records: list[list[Any]]) -> None:
    assert not [url for url, *_ in records if url.startswith(("embed/", "search/", "_"))]


def test_the_lists_of_citations_are_not_in_it(site: Site) -> None:
    anchors = [anchor for anchor, _, _ in sections(site.page("cite/").path)]
    assert "the-formats" in anchors
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


def test_every_record_is_found_by_every_word_of_its_title(site: Site, records: list[list[Any]]) -> None:
    having: dict[str, set[int]] = {}
    for number, (_, _, title, *_) in enumerate(records):
        for word in set(plain(title).split()) - vocabulary().small:
            having.setdefault(word, set()).add(number)
    assert having.keys() >= {"heartsette", "polignac", "misere", "coeur", "culbertson"}
    for (word, every), answer in zip(having.items(), asked(index_of(site), *having), strict=True):
        assert not [*answer.changed, *answer.unknown], word
        assert every <= {*answer.found}, word


def test_cards_are_found_by_their_words(site: Site, records: list[list[Any]]) -> None:
    """The sign of a card and the words for it find the same rule."""
    at = next(n for n, (url, *_) in enumerate(records) if url == "hearts/black-lady/#first-trick")
    assert "queen of spades" in records[at][-1]
    assert all(at in answer.found for answer in asked(index_of(site), "queen", "spades", "Q♠"))


def test_a_word_is_found_as_it_is_written_and_put_right_where_it_is_misspelt(site: Site) -> None:
    begun, slip, swapped, nothing = asked(index_of(site), "heartset", "hartsete", "shuffel", "qwxzvk")
    assert begun.found
    assert not begun.changed
    assert slip.changed == [["hartsete", "heartsette"]]
    assert swapped.changed == [["shuffel", "shuffle"]]
    assert nothing == Asked([], [], ["qwxzvk"])


def test_a_word_finds_the_same_while_its_ending_is_being_written(site: Site) -> None:
    whole, *begun = asked(index_of(site), "passing", "passi", "passin", "passe")
    assert all(answer.found and not answer.changed for answer in begun)
    assert [answer.found[0] for answer in begun] == whole.found[:1] * 3


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


def test_the_licence_of_its_engine_lies_beside_it(site: Site) -> None:
    folder = site.folder / "_static" / "search"
    assert "licences.txt" in (folder / "minisearch.mjs").read_text(encoding="utf-8")[:200]
    papers = (folder / "licences.txt").read_text(encoding="utf-8")
    assert papers.startswith("minisearch ")
    assert "Permission is hereby granted" in papers


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
    words, index = tmp_path / "words.json", tmp_path / "index.json"
    write([odd], tmp_path, words)
    (found,) = kept(tmp_path, words)
    assert found == ["x/", "page", 'A "title" <b>', "", "", [], [], text]
    run_node(DOCS / "_search/index.mjs", words, index)
    asks = ["less", "tag", "body", "title", "b", "ein", "name", "x"]
    assert asked(index, *asks) == [Asked([0], [], [])] * len(asks)


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
