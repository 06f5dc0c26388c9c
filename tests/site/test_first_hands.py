"""The guided first hands: what their files say happens at the table, card for card."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rulebook.table.first_hand import for_the_table
from rulebook.table.guided_deal import BadGuide, Guide, cards_named, cards_there, played, read_guide
from tests.site.pages import Site
from whister.table.requests import handle

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = sorted(EXAMPLES.glob("*/*-first-hand.toml"))
BLACK_LADY = EXAMPLES / "hearts" / "black-lady-first-hand.toml"

EACH = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@pytest.fixture
def altered(tmp_path: Path) -> Callable[[str, str], Path]:
    """Return a function that writes the guided deal of Black Lady with one text replaced."""

    def write(old: str, new: str) -> Path:
        text = BLACK_LADY.read_text(encoding="utf-8")
        assert old in text
        path = tmp_path / "altered.toml"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return path

    return write


def test_each_family_has_a_first_hand() -> None:
    assert {path.parent.name for path in FILES} == {"boston", "hearts", "rook"}


@EACH
def test_what_a_step_says_may_be_done_at_that_moment(path: Path) -> None:
    guide = read_guide(path)
    for move in played(guide):
        request = {"op": "why", "record": move.before["record"], "seat": guide.seat, "action": move.do}
        assert json.loads(handle(json.dumps(request)))["ok"]["legal"], move.do


@EACH
def test_the_bots_play_what_each_step_expects_to_the_end(path: Path) -> None:
    guide = read_guide(path)
    assert all(step.expect for step in guide.steps)
    assert "settled" in guide.steps[-1].expect
    assert played(guide)[-1].after["over"]


@EACH
def test_a_step_names_no_card_that_the_visitor_does_not_see(path: Path) -> None:
    guide = read_guide(path)
    named = 0
    for move in played(guide):
        step, there = guide.steps[move.step], cards_there(move.before)
        words = f"{step.say} {move.hint}" if move.do == step.do[0] else move.hint
        found = cards_named(words)
        assert found <= there, (move.do, found - there)
        named += len(found)
    assert named > len(guide.steps)


@EACH
def test_a_step_that_asks_for_cards_names_them(path: Path) -> None:
    guide = read_guide(path)
    for move in played(guide):
        cards = {word for word in move.do.split() if word.isupper()} - {"G"}
        if cards and move.after["phase"] == move.before["phase"] == "play":
            said = f"{guide.steps[move.step].say} {move.hint}"
            assert cards <= cards_named(said), (move.do, said)


@EACH
def test_the_end_says_what_was_settled(path: Path) -> None:
    guide = read_guide(path)
    numbers = {int(number) for number in re.findall(r"\d+", guide.end)}
    assert {abs(amount) for amount in guide.steps[-1].expect["settled"] if amount} <= numbers


@EACH
def test_the_page_has_each_position_as_a_part_of_one_record(path: Path) -> None:
    guide = read_guide(path)
    moves = played(guide)
    told = for_the_table(guide, moves)
    *dealt, done = told["record"].split("~")
    for move, one in zip(moves, told["moves"], strict=True):
        assert "~".join([*dealt, "_".join(done.split("_")[: one["at"]])]) == move.before["record"]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('do = ["4C"]', 'do = ["2H"]', "step 3, '2H': Hearts are not broken"),
        ('do = ["QC"]', 'do = ["KC"]', "step 2, 'KC'"),
        ('tricks = [1, 1, 0, 1]', 'tricks = [2, 0, 0, 1]', "step 4: expected tricks [2, 0, 0, 1]"),
        ('"North leads the two of clubs."', '"East leads the two of clubs."', "step 1: expected said"),
        ('lacks = ["AD"', 'lacks = ["QS"', "step 1: expected lacks"),
        ("settled = [2,", "settled = [3,", "step 6: expected settled"),
        ('clauses = ["passing", "follow"]', 'clauses = ["pasing"]', "has no clause 'pasing'"),
        ('clauses = ["passing", "follow"]', "clauses = []", "step 1: `do` and `clauses` may not be empty"),
        ("otherwise =", "other =", "step 1 lacks otherwise"),
        ('say = """Pass', 'sya = "x"\nsay = """Pass', "step 1: unknown key 'sya'"),
        ("Pass three cards", "Pass " + "very " * 30 + "good cards", "step 1: `say` has"),
        ('    "Play the three of spades.",\n', "", "step 5: 3 actions, but 2 hints"),
        ("expect = { said", "expect = { sad", "step 1: `expect` has no key 'sad'"),
        ("dealer = 3", 'dealer = "3"', "altered.toml: `dealer` must be of type int"),
        ('"QS 9S 6S', '"QS 9S 9S', "altered.toml: "),
        ('"QH", "5H", "8H"]', '"QH", "5H"]', "7 hints"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_file_and_place(
    altered: Callable[[str, str], Path], old: str, new: str, complaint: str
) -> None:
    with pytest.raises(BadGuide) as refused:
        played(read_guide(altered(old, new)))
    assert str(refused.value).startswith("altered.toml")
    assert complaint in str(refused.value)


def test_a_deal_that_is_not_played_out_is_refused(altered: Callable[[str, str], Path]) -> None:
    text = BLACK_LADY.read_text(encoding="utf-8")
    last = text[text.rindex("[[step]]") :]
    with pytest.raises(BadGuide, match="the deal is not over after the last step"):
        played(read_guide(altered(last, "")))


def test_a_missing_file_is_named() -> None:
    with pytest.raises(BadGuide, match=r"modern-first-hand\.toml: there is no such file in hearts/"):
        read_guide(EXAMPLES / "hearts" / "modern-first-hand.toml")


def test_cards_are_known_by_their_names_in_a_text() -> None:
    assert cards_named("Throw the queen of spades, the ten of hearts or the red 14; keep the bird.") == {
        "QS", "TH", "R14", "ROOK",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("address", "path"),
    [(address, path) for path in FILES
     for address in (f"{path.parent.name}/", f"{path.parent.name}/{path.stem.removesuffix('-first-hand')}/")],
)  # fmt: skip
def test_the_pages_list_every_step_with_links_that_lead_to_its_clauses(
    site: Site, address: str, path: Path
) -> None:
    page, guide = site.page(address), read_guide(path)
    (place,) = page.soup.select(".first-hand")
    steps = place.select(".first-hand-steps > li")
    assert [one.select_one(".first-hand-say").get_text() for one in steps] == [one.say for one in guide.steps]  # type: ignore[union-attr]
    for one, step in zip(steps, guide.steps, strict=True):
        _lead_to_clauses(site, address, guide, [str(link["href"]) for link in one.select("a")], step.clauses)
    assert place.select_one("details:not([open])") is not None
    assert json.loads(str(place["data-deal"])) == for_the_table(guide, played(guide))


def _lead_to_clauses(
    site: Site, address: str, guide: Guide, urls: list[str], clauses: tuple[str, ...]
) -> None:
    found = [site.find(site.page(address), url) for url in urls]
    assert found == [(f"{guide.rules}/", slug) for slug in clauses]
    assert all(fragment in site.page(place).ids for place, fragment in found)
