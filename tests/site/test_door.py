"""What a visitor sees first: the front page, the game to start with in each family, and the list of all games."""

from __future__ import annotations

import re

import pytest
from bs4 import Tag

import whister
from rulebook.base.catalogue import BEST_KNOWN, by_renown, known_since
from tests.site.pages import Page, Site
from whister.how_to_play import how_to_play

FAMILIES = ("hearts", "boston", "rook")
BEGINNINGS = {"hearts": "hearts/black-lady", "boston": "boston/fontainebleau", "rook": "rook/tournament"}
ONES = "one two three four five six seven eight nine".split()
TENS = "ten twenty thirty forty fifty sixty seventy eighty ninety".split()
NAMES = whister.catalogue()


def leads(site: Site, page: Page, link: Tag) -> str:
    return "#".join(part.rstrip("/") for part in site.find(page, str(link["href"])) if part)


def games(site: Site, address: str) -> dict[str, Tag]:
    """Return the items of a page's list of games, by rule set, in the order of the list."""
    page = site.page(address)
    items = page.soup.select("ul.games > li")
    return {leads(site, page, item.select("a")[0]): item for item in items}


def said(item: Tag, kind: str) -> str:
    (fact,) = item.select(f"data.game-{kind}")
    return fact.get_text()


def test_the_front_page_says_in_a_sentence_what_this_is_and_how_many_games_there_are(site: Site) -> None:
    front = site.page("").soup
    heading = front.select_one("article h1")
    assert heading is not None
    lead = heading.find_next("p")
    assert isinstance(lead, Tag)
    words = lead.get_text(" ", strip=True)
    assert words.count(".") == 1, words
    assert all(family.title() in words for family in FAMILIES)
    tens, ones = divmod(len(NAMES), 10)
    number = "-".join([TENS[tens - 1], *ONES[ones - 1 : ones]])
    assert f"the rules of {number} games" in words


def test_three_ways_lead_in_and_each_names_its_family(site: Site) -> None:
    page = site.page("")
    ways = page.soup.select(".ways-in a")
    assert [leads(site, page, way) for way in ways] == [*FAMILIES]
    assert [way.get_text().split()[0].lower() for way in ways] == [*FAMILIES]


def test_the_aim_over_the_front_pages_table_is_that_of_the_game_on_it(site: Site) -> None:
    page = site.page("")
    (table,) = page.soup.select("whister-table")
    aim = table.find_previous("p")
    assert isinstance(aim, Tag)
    rules = whister.load(str(table["rules"]))
    told = " ".join(sentence.text for sentence in how_to_play(rules)["aim"])
    assert told in aim.get_text()
    assert {leads(site, page, link) for link in aim.select("a")} == {rules.id, f"{rules.id}#how-to-play"}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_begins_with_the_game_that_has_a_first_hand_and_with_its_table(
    site: Site, family: str
) -> None:
    page, game = site.page(f"{family}/"), BEGINNINGS[family]
    start = page.element("start-here")
    assert {leads(site, page, link) for link in start.select("p.start-here a")} == {
        game, f"{game}#how-to-play",
    }  # fmt: skip
    assert start.select(".first-hand-play")
    assert [table["rules"] for table in start.select("whister-table")] == [game]
    front = site.page("")
    begun = {leads(site, front, link) for link in front.element("start-here").select("ul.start-here a")}
    assert begun >= {game, f"{game}#how-to-play", f"{family}#start-here"}


def test_the_front_page_lists_every_game_the_best_known_of_each_family_first(site: Site) -> None:
    listed = [*games(site, "")]
    assert sorted(listed) == sorted(NAMES)
    assert listed == [
        name for family in FAMILIES for name in sorted(NAMES, key=by_renown) if name.startswith(f"{family}/")
    ]
    for family in FAMILIES:
        here = [*games(site, f"{family}/")]
        assert here == [name for name in listed if name.startswith(f"{family}/")]
        assert here[0] == BEGINNINGS[family] == next(name for name in BEST_KNOWN if name in here)


def test_an_undated_game_is_not_at_the_bottom(site: Site) -> None:
    """Reversis has no date but was named in 1601; Black Lady has none but is the Hearts that most people play."""
    assert known_since("hearts/reversis") == 1601
    assert known_since("hearts/joker") == known_since("hearts/joker-1897") == 1897
    assert known_since("rook/county-40") == known_since("rook/kentucky-discard") == 1963
    for family in FAMILIES:
        dates = [said(item, "year") for item in games(site, f"{family}/").values()]
        assert dates.index("not dated") <= 2, family
    assert said(games(site, "hearts/")["hearts/greek-2008"], "year") == "2008"


@pytest.mark.parametrize(
    ("name", "facts"),
    {
        "hearts/black-lady": ["not dated", "3 to 7 players", "each alone", "no bidding"],
        "hearts/partnership": ["2001", "4 players", "fixed partners", "no bidding"],
        "hearts/auction": ["1895", "4 to 6 players", "each alone", "an auction"],
        "hearts/chasse-coeur": ["1850–1900", "3 to 6 players", "each alone", "a slam may be announced"],
        "boston/fontainebleau": ["c. 1810", "4 players", "a partner for the deal", "an auction"],
        "boston/mariland": ["1783", "4 players", "each alone", "an auction"],
        "rook/tournament": ["not dated", "4 players", "fixed partners", "an auction"],
        "rook/call-partner-5": ["not dated", "5 players", "a partner for the deal", "an auction"],
        "rook/whist-56": ["not dated", "4 players", "fixed partners", "no bidding"],
        "rook/two-1914": ["1914", "2 players", "each alone", "an auction"],
    }.items(),
)
def test_a_game_is_listed_with_its_date_players_partners_and_bidding(
    site: Site, name: str, facts: list[str]
) -> None:
    item = games(site, "")[name]
    assert [said(item, kind) for kind in ("year", "players", "partners", "bidding")] == facts


def test_each_game_has_one_sentence_of_its_summary(site: Site) -> None:
    for name, item in games(site, "").items():
        (line,) = item.select(".game-line")
        text = line.get_text()
        assert whister.load(name).summary.startswith(text.replace("’", "'")) or "’" in text, name
        assert re.fullmatch(r"[^.!?]+(?:\.\s?[a-z][^.!?]*)*[.!?]", text), (name, text)


def test_the_page_of_a_source_begins_with_what_it_is_and_what_rests_on_it(site: Site) -> None:
    page = site.page("sources/foster-complete-hoyle-1909/").soup
    reference, lead = page.select("article section > p")[:2]
    assert reference.get_text().startswith("R. F. Foster")
    assert re.match(
        r"What rests on this source: \d+ dated claims, \d+ clauses and \d+ options of ", lead.get_text()
    )
    assert "Black Lady, 1909" in lead.get_text()


def test_what_a_rule_set_changes_is_told_in_a_sentence(site: Site) -> None:
    changes = (
        site.page("hearts/microsoft/").element("what-it-changes").select(".rule-changes > p")[0].get_text()
    )
    diff = whister.diff(whister.load("hearts/black-lady"), whister.load("hearts/microsoft"))
    assert changes.startswith(f"Compared with Black Lady, {len(diff.kept)} rules stay as they are")
