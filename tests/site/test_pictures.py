"""The pictures of all games: every rule set is shown, they agree with the records, and no label covers another."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from bs4 import BeautifulSoup, Tag
from pybtex.database import parse_file
from sphinx.cmd.build import build_main

import whister
from rulebook.base import at_a_glance
from rulebook.base.catalogue import claims, families, history, rule_set
from rulebook.comparing import matrix
from rulebook.comparing.features import FEATURES
from rulebook.domain import bibliography
from rulebook.pictures import appearances, chronology, family_tree, first_appearances
from rulebook.pictures.chart import Box, Drawing
from rulebook.pictures.genealogy import descents, games
from tests.site.pages import Site
from tests.site.test_rulebook import build
from whister import Evidence
from whister.mechanisms import REGISTRY

SOURCES = parse_file(Path(__file__).parents[2] / "docs" / "references.bib").entries
EVENTS = chronology.events(SOURCES, bibliography.labels(SOURCES.values()))
FIRST = {family: appearances.appearances(family, SOURCES) for family in families()}
PICTURES: Mapping[str, Drawing] = {
    "tree": family_tree.drawn(),
    **{f"tree-{family}": family_tree.drawn(family) for family in families()},
    "timeline": chronology.drawn(EVENTS),
    **{f"first-{family}": first_appearances.drawn(family, found) for family, found in FIRST.items()},
}
PAGES = ("timeline", "family-tree", "first-appearances")
"""The pages with a picture."""


@cache
def links(name: str) -> list[str]:
    """Return the addresses to which the marks of a picture lead, in the form `set:hearts/black-lady`."""
    return re.findall(r' href="rule:([^"]+)"', PICTURES[name].svg())


def met(boxes: Sequence[Box], others: Sequence[Box]) -> list[tuple[str, str]]:
    return [(one.about, other.about) for one in boxes for other in others if one.meets(other)]


@pytest.mark.parametrize("name", PICTURES)
def test_no_label_lies_on_another_or_outside_the_picture(name: str) -> None:
    drawing = PICTURES[name]
    pairs = itertools.combinations(drawing.labels, 2)
    assert not [(one.about, other.about) for one, other in pairs if one.meets(other)]
    frame = [each for each in drawing.labels if each.left < 0 or each.right > drawing.width]
    assert not [each.about for each in frame]
    assert all(each.top > 0 and each.bottom < drawing.height for each in drawing.labels)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_says_what_it_is_to_who_does_not_see_it(name: str) -> None:
    drawn = PICTURES[name].svg()
    assert f'<title id="chart-{name}-title">' in drawn
    assert f'<desc id="chart-{name}-about">' in drawn
    assert f'aria-labelledby="chart-{name}-title"' in drawn
    assert "style=" not in drawn
    assert "<script" not in drawn


@pytest.mark.parametrize("family", ["", *families()])
def test_no_line_of_descent_crosses_a_label(family: str) -> None:
    tree = family_tree.drawn(family)
    assert not met(tree.labels, tree.lines)


@pytest.mark.parametrize("family", families())
def test_the_tree_of_a_family_has_every_game_of_it_and_those_of_others_it_is_joined_to(family: str) -> None:
    shown = family_tree.layout(family).order
    assert {name for name, game in games().items() if game.family == family} <= set(shown)
    others = {name for name in shown if games()[name].family != family}
    assert others == {
        name
        for each in descents()
        for name, other in ((each.child, each.parent), (each.parent, each.child))
        if games()[name].family != family and games()[other].family == family
    }


@pytest.mark.parametrize("family", ["", *families()])
def test_no_line_of_descent_goes_through_the_mark_of_another_game(family: str) -> None:
    laid = family_tree.layout(family)
    row = {name: number for number, name in enumerate(laid.order)}
    touched = [
        (name, each.parent, each.child)
        for each in family_tree.lines(family)
        for name in laid.order[row[each.parent] + 1 : row[each.child]]
        if abs(laid.across[name] - laid.across[each.parent]) < 6
    ]
    assert not touched


def test_every_rule_set_stands_in_the_tree_once() -> None:
    sets = [each.removeprefix("set:") for each in links("tree") if each.startswith("set:")]
    assert sorted(sets) == list(whister.catalogue())


def test_every_relative_of_the_histories_stands_in_the_tree_once() -> None:
    named = [
        f"claim:{family}#{each['claim']}"
        for family in families()
        for each in history(family).get("relative", ())
    ]
    assert sorted(each for each in links("tree") if each.startswith("claim:")) == sorted(named)


def test_every_descent_of_the_records_is_drawn_once_and_nothing_else() -> None:
    stated = {
        (rules.id, origin["id"])
        for rules in map(whister.load, whister.catalogue())
        for origin in rules.derives_from
    } | {
        (each["child"], each["parent"])
        for family in families()
        for each in history(family).get("descent", ())
    }
    assert sorted((each.child, each.parent) for each in descents()) == sorted(stated)
    assert PICTURES["tree"].svg().count("chart-descent") == len(stated)


def test_a_descent_joins_games_that_are_there_and_names_who_tells_it() -> None:
    for each in descents():
        assert each.child in games()
        assert each.parent in games()
        assert each.sources, each
    for family in families():
        told = {claim["id"] for claim in claims(family)}
        for each in (*history(family).get("relative", ()), *history(family).get("descent", ())):
            assert each["claim"] in told, each


def test_a_descent_that_a_claim_doubts_is_drawn_as_one() -> None:
    doubted = {(each.child, each.parent) for each in descents() if family_tree.kind(each) == "against"}
    assert doubted == {
        ("hearts/hearts-1887", "hearts/reversis"),
        ("skat", "boston"),
        ("twenty-five", "boston"),
    }


def test_time_runs_to_the_right_in_the_tree() -> None:
    laid = family_tree.layout()
    for each in descents():
        assert laid.across[each.parent] < laid.across[each.child], each
        assert laid.order.index(each.parent) < laid.order.index(each.child), each


def test_every_rule_set_and_every_doubted_claim_stands_in_the_timeline_once() -> None:
    found = links("timeline")
    sets = [each.removeprefix("set:") for each in found if each.startswith("set:")]
    assert sorted(sets) == list(whister.catalogue())
    doubted = [
        f"claim:{family}#{claim['id']}"
        for family in families()
        for claim in claims(family)
        if claim["status"] != "ok"
    ]
    assert sorted(each for each in found if each.startswith("claim:")) == sorted(doubted)


def test_every_dated_book_stands_in_the_lane_of_each_family_it_serves() -> None:
    stated = sorted(
        (key, family)
        for key, entry in SOURCES.items()
        if entry.type in {"book", "incollection", "article", "manual"} and "year" in entry.fields
        for family in entry.fields["keywords"].split(", ")
    )
    drawn = [(each.address, each.family) for each in EVENTS if each.kind == "source"]
    assert set(stated) <= set(drawn)
    assert len(drawn) == len(set(drawn))


def test_a_claim_stands_whole_in_the_timeline_with_its_date_and_what_speaks_against_it() -> None:
    drawn = ET.fromstring(PICTURES["timeline"].svg())
    said = {
        link.get("href"): " ".join(line.text or "" for line in link.iter("{http://www.w3.org/2000/svg}text"))
        for link in drawn.iter("{http://www.w3.org/2000/svg}a")
    }
    claimed = [each for each in EVENTS if each.kind == "claim"]
    for each in claimed:
        assert said[f"rule:{each.place}"] == f"{each.date or 'Undated'}, {each.status}: {each.words}"
    assert len({said[f"rule:{each.place}"] for each in claimed}) == len(claimed)


def test_the_timeline_tells_its_first_and_last_year_to_who_does_not_see_it() -> None:
    years = [int(each.year) for each in EVENTS if each.year is not None]
    assert f"from {min(years)} to {max(years)}:" in PICTURES["timeline"].about


def test_a_later_edition_is_not_shown_as_the_work_itself() -> None:
    (pushkin,) = [each for each in EVENTS if each.address == "pushkin-nabokov-1975"]
    assert (pushkin.words, pushkin.date) == ("Pushkin, edition of 1975", "edition of 1975")
    cited = [
        each
        for kind in appearances.kinds("boston")
        for each in appearances.witnesses(kind, "boston", SOURCES)
        if each.source.key == pushkin.address
    ]
    assert {each.date for each in cited} == {"1975 (edition)"}


@pytest.mark.parametrize(
    ("kind", "key"),
    [
        ("hearts moon-plus", "arnold-2011"),
        ("boston suit-order", "pushkin-nabokov-1975"),
        ("boston little-misere", "pierer-boston-1857"),
        ("boston grand-misere", "pierer-boston-1857"),
        ("boston joint-target", "meyers-boston-1905"),
        ("boston price-table", "britannica-boston-1911"),
    ],
)
def test_a_source_that_backs_one_thing_alone_does_not_date_another(kind: str, key: str) -> None:
    family, name = kind.split()
    assert key in SOURCES
    (found,) = [each for each in FIRST[family] if each.kind.id == name]
    assert found.first is None or found.first.source.key != key
    assert found.first is not None or found.undated


def test_a_price_table_is_dated_by_the_one_that_was_printed_and_not_by_a_mention_of_one() -> None:
    (found,) = [each for each in FIRST["boston"] if each.kind.id == "price-table"]
    assert found.first is not None
    assert found.first.source.key == "foster-complete-hoyle-1914"


@pytest.mark.parametrize("family", families())
def test_a_source_with_a_note_dates_a_kind_only_where_it_is_named_as_stating_it(family: str) -> None:
    for each in FIRST[family]:
        cited = list(appearances.witnesses(each.kind, family, SOURCES))
        if each.first is not None and each.first.source.note:
            assert each.kind.named(each.first.source, each.first.place), each.kind.id
        for named in each.kind.stated_by:
            assert [found for found in cited if found.place == named["place"]], (each.kind.id, named)
        assert len([found for found in cited if each.kind.named(found.source, found.place)]) >= len(
            each.kind.stated_by
        ), each.kind.id


@pytest.mark.parametrize(
    ("kind", "key", "place"),
    [
        ("rook rook-lowest", "gamethyme-rook-2011", "option:rook/tournament#rook_rank.lowest"),
        ("hearts passing-in-rotation", "parlett-penguin-2008", "option:hearts/modern#passing.parlett"),
        ("rook bidding", "hasbro-rook-2010", "clause:rook/tournament#jump"),
        ("hearts joker", "foster-hearts-1895", "claim:hearts#variants-in-1895"),
    ],
)
def test_the_first_source_may_stand_behind_an_option(kind: str, key: str, place: str) -> None:
    family, name = kind.split()
    (first,) = [each.first for each in FIRST[family] if each.kind.id == name]
    assert first is not None
    assert (first.source.key, first.place) == (key, place)


def test_each_game_of_the_contents_list_has_its_own_page() -> None:
    pages = {
        each.kind.id: each.first.source.pages
        for each in FIRST["hearts"]
        if each.first and each.first.source.key == "foster-hearts-1895"
    }
    assert pages == {"sweepstake": None, "naming-the-suit": "47", "joker": "60"}


def test_a_game_dated_before_the_first_source_of_its_rule_is_told_of() -> None:
    found = {each.kind.id: each.played for each in FIRST["hearts"]}
    for kind in ("lowest-club", "safe-first-trick", "passing-in-rotation", "breaking-hearts"):
        assert found[kind] == "hearts/microsoft", kind
    assert found["every-queen"] == ""  # a claim already mentions it


def test_the_timeline_runs_from_the_oldest_to_the_youngest() -> None:
    years = [each.year for each in EVENTS if each.year is not None]
    assert years == sorted(years)
    assert [each.kind for each in EVENTS if each.year is None] == ["set"] * (len(EVENTS) - len(years))


@pytest.mark.parametrize("family", families())
def test_every_kind_of_rule_is_one_that_some_clause_states(family: str) -> None:
    kinds = appearances.kinds(family)
    assert len({kind.id for kind in kinds}) == len({kind.title for kind in kinds}) == len(kinds)
    told = {claim["id"] for claim in claims(family)}
    for each in FIRST[family]:
        assert each.kind.mechanism in REGISTRY, each.kind.id
        assert each.sets, each.kind.id
        assert {*each.kind.claims} <= told, each.kind.id


@pytest.mark.parametrize("family", families())
def test_no_dated_source_of_a_kind_is_older_than_the_first(family: str) -> None:
    for each in FIRST[family]:
        for name in each.sets:
            for clause in rule_set(name).clauses.values():
                parent = rule_set(name).extends
                inherited = rule_set(parent).clauses.get(clause.slug) if parent else None
                taken_over = inherited.sources if inherited and not each.kind.states(inherited) else ()
                if not each.kind.states(clause):
                    continue
                for source in clause.sources:
                    year = SOURCES[source.key].fields.get("year", "")[:4]
                    states = not source.relation and str(source.evidence) in {
                        "described",
                        "reported",
                        "inferred",
                    }
                    if year and states and not source.note and source not in taken_over:
                        first = each.first.year if each.first else None
                        assert first is not None, (each.kind.id, name)
                        assert first <= int(year), (each.kind.id, name)


def test_a_source_of_the_older_game_does_not_date_what_a_younger_one_added() -> None:
    found = {each.kind.id: each for each in FIRST["hearts"]}
    first = found["queen-of-spades"].first
    assert first is not None
    assert (first.year, first.place) == (1909, "clause:hearts/black-lady-1909#values")
    assert first.source.key == "foster-complete-hoyle-1909"
    assert not first.seen


def test_a_date_told_without_a_dated_source_stands_apart_from_the_first_source() -> None:
    worth_taking = next(each for each in FIRST["hearts"] if each.kind.id == "card-worth-taking")
    assert worth_taking.first is not None
    assert worth_taking.first.year == 1950
    assert [claim["date"] for claim in worth_taking.told] == ["1920s"]


def test_a_date_that_is_disputed_has_a_mark_and_a_word_of_its_own() -> None:
    told = [claim for each in FIRST["hearts"] for claim in each.told]
    assert {claim["status"] for claim in told} == {"ok", "disputed"}
    svg = PICTURES["first-hearts"].svg()
    claims_drawn = re.findall(
        r'href="rule:claim:hearts#([\w-]+)">(?:<title>.*?</title>)?<path [^>]*d="([^"]+)"', svg
    )
    shapes = {name: path.count("M") for name, path in claims_drawn}
    assert shapes == {claim["id"]: 1 if claim["status"] == "ok" else 3 for claim in told}
    assert "1914–1918, disputed" in svg


@pytest.mark.parametrize("family", FEATURES)
def test_a_cell_of_the_matrix_leads_to_a_clause_in_force(family: str) -> None:
    for name in whister.catalogue():
        rules = rule_set(name)
        if rules.family == family:
            for feature in FEATURES[family]:
                answer = feature.read(rules)
                if answer is not None and answer.clause is not None:
                    assert rules.clauses[answer.clause.slug] is answer.clause, (name, feature.title)
                    assert answer.clause.enabled, (name, feature.title)
                    assert answer.text, (name, feature.title)


def by_age(family: str) -> list[str]:
    sets = [rule_set(name) for name in whister.catalogue() if name.startswith(f"{family}/")]
    return [rules.id for rules in sorted(sets, key=at_a_glance.by_age)]


def test_a_cell_that_no_source_read_describes_has_a_mark_and_its_grade_in_words(tmp_path: Path) -> None:
    warnings, out = build(tmp_path, "```{rule:matrix} hearts\n```")
    assert "nknown node" not in warnings
    soup = BeautifulSoup((out / "index.html").read_text(encoding="utf-8"), "html.parser")
    body = soup.select_one("table.matrix tbody")
    assert body is not None
    shown = dict(zip(by_age("hearts"), body.select("tr"), strict=True))
    graded = 0
    for name, row in shown.items():
        rules = rule_set(name)
        cells = row.find_all(["td", "th"])[2:]
        for cell, feature in zip(cells, FEATURES["hearts"], strict=True):
            answer = feature.read(rules)
            grade = str(answer.clause.evidence) if answer and answer.clause else "described"
            marked = [each.get_text() for each in cell.select(".matrix-mark, .unseen")]
            if grade == "described":
                assert not marked, (name, feature.title)
            else:
                graded += 1
                assert marked == [matrix.MARKS[Evidence.named(grade)], grade], (name, feature.title)
    assert graded > 60
    key = soup.select_one(".matrix-key")
    assert key is not None
    for grade in ("default", "reported", "inferred"):
        assert grade in key.get_text()


@pytest.mark.parametrize("family", FEATURES)
def test_every_column_of_the_matrix_tells_rule_sets_apart(family: str) -> None:
    sets = [rule_set(name) for name in whister.catalogue() if name.startswith(f"{family}/")]
    for feature in FEATURES[family]:
        said = {answer.text if (answer := feature.read(rules)) else "" for rules in sets}
        assert len(said) > 1, feature.title


def test_the_matrix_says_what_a_card_player_finds_in_the_rules() -> None:
    def said(name: str, title: str) -> str:
        rules = rule_set(name)
        feature = next(each for each in FEATURES[rules.family] if each.title == title)
        return answer.text if (answer := feature.read(rules)) else ""

    assert said("hearts/black-lady", "Q♠ costs") == "13"
    assert said("hearts/hearts-1887", "Q♠ costs") == ""
    assert said("hearts/black-lady-1950", "The moon") == "nobody scores"
    assert said("hearts/joker", "Joker") == "in the pack"
    assert said("boston/fontainebleau", "Preference") == "order ♠♣♦♥"
    assert said("boston/nantes", "Best trump") == "J♦"
    assert said("rook/tournament", "The 1s") == ""
    assert said("rook/buckeye", "The 1s") == "high"
    assert said("rook/red-one", "The 1s") == "one, the best trump"
    assert said("rook/streetsboro", "The Rook is") == "lowest trump"


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, Path]]:
    """Build a page of the pictures with each builder, reading it once; return the warnings and the folder of each."""
    folder = tmp_path_factory.mktemp("books")
    names = ("chronology}", "tree}", "first-appearances} hearts", "matrix} boston")
    warnings, out = build(folder, "\n\n".join(f"```{{rule:{name}\n```" for name in names), "text")
    found = {"text": (warnings, out)}
    for builder in ("latex", "epub"):
        log, out = folder / f"{builder}.log", folder / builder
        read = ["-q", "-d", str(folder / "text" / ".doctrees"), "-w", str(log)]
        assert build_main([*read, "-b", builder, str(folder), str(out)]) == 0
        found[builder] = (log.read_text(encoding="utf-8"), out)
    return found


@pytest.mark.parametrize("builder", ["text", "latex", "epub"])
def test_the_tables_of_the_pictures_are_in_the_books(
    books: dict[str, tuple[str, Path]], builder: str
) -> None:
    warnings, out = books[builder]
    assert "nknown node" not in warnings
    files = [path for path in out.glob("*.*") if path.suffix in {".txt", ".tex", ".xhtml"}]
    text = " ".join(" ".join(path.read_text(encoding="utf-8") for path in files).split())
    for title in ("Four Jacks", "Slobberhannes", "The lowest club is led", "list by suit"):
        assert title in text, title


def test_the_pictures_are_files_of_an_epub(books: dict[str, tuple[str, Path]]) -> None:
    drawn = sorted((books["epub"][1] / "_images").glob("*.svg"))
    assert sorted({path.stem.rpartition("-")[0] for path in drawn}) == ["first-hearts", "timeline", "tree"]
    for path in drawn:
        assert ET.parse(path).getroot().tag.endswith("}svg")
        assert "rule:" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_every_mark_has_its_row_in_the_table_under_the_picture(site: Site, page: str) -> None:
    found = site.page(f"whole/{page}/").soup.select(".chart")
    assert found
    for picture in found:
        below = picture.find_next("table")
        assert isinstance(below, Tag)
        rows = below.select("tbody tr")
        told = {str(link["href"]): row for row in rows for link in row.select("a[href]")}
        marks = picture.select("a[href]")
        assert {str(mark["href"]) for mark in marks} <= set(told)
        assert not picture.select("a:not([href])")
        assert len(marks) >= len([row for row in rows if "no dated source" not in row.get_text()])


@pytest.mark.parametrize("family", FEATURES)
def test_every_rule_set_has_its_row_in_the_matrix_by_age(site: Site, family: str) -> None:
    page = site.page("whole/matrix/")
    table = page.element(family).select_one("table.matrix")
    assert isinstance(table, Tag)
    order = [
        site.find(page, str(row.select("a")[0]["href"]))[0].strip("/") for row in table.select("tbody tr")
    ]
    assert sorted(order) == [name for name in whister.catalogue() if name.startswith(f"{family}/")]
    assert order == sorted(order, key=at_a_glance.age)


def test_a_line_above_each_picture_leads_to_its_table(tmp_path: Path) -> None:
    _, out = build(tmp_path, "```{rule:tree}\n```\n\n```{rule:first-appearances} boston\n```")
    page = BeautifulSoup((out / "index.html").read_text(encoding="utf-8"), "lxml")
    links = page.select(".chart-hint a")
    assert len(links) == 2
    for link in links:
        place = page.select_one(str(link["href"]))
        assert place is not None
        assert (after := place.find_next_sibling()) is not None
        assert after.name == "table" or after.select("table")


def test_a_date_in_words_has_the_year_that_it_is_sorted_by(books: dict[str, tuple[str, Path]]) -> None:
    _, folder = books["epub"]
    page = folder / "index.xhtml"
    found = BeautifulSoup(page.read_text(encoding="utf-8"), "lxml").select("table.matrix td data")
    dated = {mark.get_text(): int(str(mark["value"])) for mark in found}
    assert dated["early 19th century"] < dated["c. 1810"]
    assert list(dated.values()) == sorted(dated.values())


def test_a_mark_that_leads_nowhere_is_warned_of_and_prose_about_a_matrix_loads_no_module(
    tmp_path: Path,
) -> None:
    text = "Each family has a matrix (see the matrix of it).\n\n```{rule:tree}\n```"
    warnings, out = build(tmp_path, text)
    assert "index.md: WARNING: unknown set 'hearts/heartsette'" in warnings  # the picture's: it has no line
    assert "matrix.mjs" not in (out / "index.html").read_text(encoding="utf-8")


def test_the_page_with_a_matrix_has_the_module_that_sorts_it(site: Site) -> None:
    assert "matrix.mjs" in site.page("whole/matrix/").path.read_text(encoding="utf-8")
