"""A visitor is guided through a first hand: plays it to the end, leaves it or strays from it, by mouse or keyboard."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import GRAVE, look
from tests.browser.player import CORNER, Player

HANDS = {"hearts": "/hearts/", "boston": "/boston/fontainebleau/", "rook": "/rook/"}
EACH = pytest.mark.parametrize("place", HANDS.values(), ids=HANDS.keys())
CARDS = ("give", "discard")


class Guided(Player):
    """A visitor at the table of a page with a guided deal, and the bar beside it."""

    def __init__(self, page: Page, address: str) -> None:
        super().__init__(page, address)
        self.opener = page.get_by_role("button", name="Your first hand: learn by playing it")
        self.bar = self.table.get_by_role("region", name="Your first hand")
        script = json.loads(page.locator(".first-hand").get_attribute("data-deal") or "")
        self.moves: list[dict[str, Any]] = script["moves"]
        self.otherwise: list[str] = script["otherwise"]
        self.said = page.locator(".first-hand-say").all_text_contents()
        self.steps = len(self.otherwise)

    def begin(self) -> None:
        self.opener.click()
        self.stands(0)

    def stands(self, number: int) -> None:
        """Check that the bar explains the move with this number, and that the table marks it."""
        move = self.moves[number]
        expect(self.bar).to_contain_text(f"Step {move['step'] + 1} of {self.steps}")
        begins = not number or self.moves[number - 1]["step"] < move["step"]
        if begins:
            expect(self.bar).to_contain_text(self.said[move["step"]])
        expect(self.bar).to_contain_text(move["hint"])
        words = move["do"].split()
        wanted = words[1:] if words[0] in CARDS else [move["do"]]
        marks = self.table.locator("[data-advised]")
        expect(marks).to_have_count(len(wanted))
        found = marks.evaluate_all(
            "all => all.map(one => one.dataset.action ?? one.closest('li').dataset.card)"
        )
        assert sorted(found) == sorted(wanted)
        expect(marks.first).to_have_accessible_description("recommended")
        expect(self.live).to_contain_text(f"Step {move['step'] + 1} of {self.steps}: ")
        expect(self.live).to_contain_text(move["hint"] or self.said[move["step"]])

    def bar_button(self, name: str) -> None:
        self.bar.get_by_role("button", name=name, exact=True).click()

    def lets_all_be_done(self) -> None:
        """Make every move with the bar's button, to the end."""
        for number in range(len(self.moves)):
            self.stands(number)
            self.bar_button("Do it for me")
        self.has_ended()

    def do(self, move: dict[str, Any]) -> None:
        """Make the recommended move by mouse."""
        verb, *cards = move["do"].split()
        if verb in CARDS or verb.isupper():
            for card in cards or [verb]:
                self.card(card).click(position=CORNER)
            if cards:
                self.table.locator(".wt-confirm[data-advised]").click()
        else:
            self.table.locator(f'.wt-choice button[data-action="{move["do"]}"]').click()

    def do_by_keys(self, move: dict[str, Any]) -> None:
        """Make the recommended move by keyboard; its button already has the focus, unless cards are to be chosen."""
        verb, *cards = move["do"].split()
        if verb not in CARDS:
            assert self.focused() == move["do"]
            self.keys("Enter")
            return
        for card in cards:
            self.walk_to(card)
            self.keys("Space")
        self.tab_to("confirm")
        self.keys("Enter")

    def has_ended(self) -> None:
        expect(self.bar.locator(".first-hand-end")).to_be_visible()
        expect(self.live).to_contain_text("What happened: ")
        expect(self.settlement).to_be_visible()


@EACH
def test_a_first_hand_is_played_to_its_end_by_mouse(page: Page, place: str) -> None:
    guided = Guided(page, place)
    guided.begin()
    for number, move in enumerate(guided.moves):
        guided.stands(number)
        guided.do(move)
    guided.has_ended()
    guided.bar_button("Deal a hand of your own")
    expect(guided.bar).to_have_count(0)
    assert not guided.state()["over"]


@EACH
def test_a_first_hand_is_played_to_its_end_by_keyboard(page: Page, place: str) -> None:
    guided = Guided(page, place)
    guided.opener.focus()
    guided.keys("Enter")
    for number, move in enumerate(guided.moves):
        guided.stands(number)
        guided.do_by_keys(move)
    guided.has_ended()
    expect(guided.bar.get_by_role("button", name="Deal a hand of your own")).to_be_focused()
    guided.keys("Enter")
    expect(guided.bar).to_have_count(0)
    assert not guided.state()["over"]


def test_the_guide_does_each_step_if_it_is_asked_to(page: Page) -> None:
    guided = Guided(page, HANDS["rook"])
    guided.begin()
    guided.lets_all_be_done()


def test_the_end_says_what_was_settled_and_leads_back(page: Page) -> None:
    guided = Guided(page, HANDS["hearts"])
    before = guided.state()["record"]
    guided.begin()
    guided.lets_all_be_done()
    expect(guided.bar).to_contain_text("West took 13 with the queen that you threw.")
    expect(guided.bar.get_by_role("link", name="Scoring the deal")).to_have_attribute(
        "href", re.compile("black-lady/#score$")
    )
    guided.bar_button("Back to the previous game")
    assert guided.state()["record"] == before


@pytest.mark.parametrize("key", ["", "n"], ids=["by mouse", "by keyboard"])
@EACH
def test_the_next_deal_goes_on_with_the_score_of_the_first_hand(page: Page, place: str, key: str) -> None:
    guided = Guided(page, place)
    before = guided.state()["record"]
    guided.begin()
    guided.lets_all_be_done()
    first = guided.state()
    if key:
        guided.keys(key)
    else:
        guided.press("Next deal")
    expect(guided.bar).to_have_count(0)
    second = guided.state()
    assert second["game"]["before"] == [first["record"]]
    assert second["game"]["sheet"][0]["totals"] == first["settlement"]["totals"]
    assert guided.table.evaluate("table => table.contains(document.activeElement)")
    guided.press("Undo")
    assert guided.state()["record"] == first["record"]
    guided.press("Undo")
    assert guided.state()["record"] == before


def test_leaving_in_the_middle_brings_the_game_back(page: Page) -> None:
    guided = Guided(page, HANDS["hearts"])
    guided.choose()
    before = guided.state()["record"]
    guided.begin()
    guided.do(guided.moves[0])
    guided.stands(1)
    guided.bar_button("Leave")
    expect(guided.bar).to_have_count(0)
    assert guided.state()["record"] == before
    expect(guided.table.locator("[data-advised]")).to_have_count(0)
    expect(guided.opener).to_be_focused()
    guided.choose()
    assert guided.state()["record"].startswith(before)


def test_escape_leaves_the_guide(page: Page) -> None:
    guided = Guided(page, HANDS["hearts"])
    before = guided.state()["record"]
    guided.begin()
    guided.bar.get_by_role("button", name="Leave").focus()
    guided.keys("Escape")
    assert guided.state()["record"] == before


def test_a_page_that_is_left_in_the_middle_has_the_visitors_own_game_again(page: Page) -> None:
    guided = Guided(page, HANDS["hearts"])
    guided.choose()
    before = guided.state()["record"]
    guided.begin()
    guided.do(guided.moves[0])
    guided.stands(1)
    page.reload()
    assert guided.state()["record"] == before


def test_who_does_otherwise_is_answered_and_may_take_it_back(page: Page) -> None:
    guided = Guided(page, HANDS["hearts"])
    guided.begin()
    guided.do(guided.moves[0])
    guided.stands(1)
    guided.card("4C").click(position=CORNER)
    expect(guided.bar).to_contain_text(f"That is allowed. {guided.otherwise[1]}")
    expect(guided.live).to_contain_text(guided.otherwise[1])
    expect(guided.table.locator("[data-advised]")).to_have_count(0)
    guided.bar_button("Take it back")
    guided.stands(1)
    guided.card("4C").click(position=CORNER)
    expect(guided.bar).to_contain_text("That is allowed.")
    guided.press("Undo")
    guided.stands(1)


def test_who_goes_far_astray_is_led_back_to_the_step(page: Page) -> None:
    guided = Guided(page, HANDS["hearts"])
    guided.begin()
    guided.do(guided.moves[0])
    guided.stands(1)
    guided.card("4C").click(position=CORNER)
    expect(guided.bar).to_contain_text("That is allowed.")
    guided.choose()
    guided.choose()
    guided.bar_button("Take it back")
    guided.stands(1)


def test_who_does_otherwise_may_go_on_without_the_guide(page: Page) -> None:
    guided = Guided(page, HANDS["hearts"])
    guided.begin()
    guided.do(guided.moves[0])
    guided.stands(1)
    guided.card("4C").click(position=CORNER)
    guided.state()
    guided.bar_button("Continue without the guide")
    expect(guided.bar).to_have_count(0)
    played = guided.choose()
    assert not set(played) & {held["card"] for held in guided.state()["hand"]}


def test_undo_leads_back_to_the_step_before(page: Page) -> None:
    guided = Guided(page, HANDS["rook"])
    guided.begin()
    for number in range(3):
        guided.stands(number)
        guided.do(guided.moves[number])
    guided.stands(3)
    guided.press("Undo")
    guided.stands(2)


def test_a_refused_card_is_explained_as_always(page: Page) -> None:
    guided = Guided(page, HANDS["hearts"])
    guided.begin()
    guided.do(guided.moves[0])
    guided.stands(1)
    guided.card("AH").click(position=CORNER, force=True)
    guided.shows("Following suit")
    expect(guided.bar).to_contain_text("Step 2 of 6")
    expect(guided.table.locator("[data-advised]")).to_have_count(1)


def test_one_deal_at_a_time(page: Page) -> None:
    guided = Guided(page, "/hearts/black-lady/")
    before = guided.state()["record"]
    page.get_by_role("button", name="Step through on the table").first.click()
    replay = guided.table.get_by_role("region", name="Replay")
    expect(replay).to_be_visible()
    guided.begin()
    expect(replay).to_have_count(0)
    page.get_by_role("button", name="Step through on the table").first.click()
    expect(guided.bar).to_have_count(0)
    expect(replay).to_be_visible()
    replay.get_by_role("button", name="Close").click()
    assert guided.state()["record"] == before


def test_a_followed_link_takes_the_place_of_the_guide(page: Page) -> None:
    guided = Guided(page, "/hearts/black-lady/")
    guided.begin()
    page.locator("a.see:not(.worked-example a)").first.evaluate("link => link.click()")
    expect(guided.bar).to_have_count(0)


def test_a_new_game_ends_the_guide(page: Page) -> None:
    guided = Guided(page, HANDS["hearts"])
    guided.begin()
    guided.press("New game")
    expect(guided.bar).to_have_count(0)
    assert guided.state()["phase"] == "pass"


def test_nothing_of_the_guide_is_loaded_before_it_is_asked_for(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2].partition("?")[0]))
    guided = Guided(page, HANDS["boston"])
    page.wait_for_load_state("networkidle")
    assert "element.mjs" in asked
    assert not {"guide.mjs", "guide.css"} & {*asked}
    guided.begin()
    assert {"guide.mjs", "guide.css"} <= {*asked}


def test_a_guide_that_a_link_led_away_from_is_gone_on_with(page: Page) -> None:
    guided = Guided(page, HANDS["hearts"])
    before = guided.state()["record"]
    guided.begin()
    for number in range(2):
        guided.stands(number)
        guided.bar_button("Do it for me")
    guided.stands(2)
    guided.bar.get_by_role("link", name="Winning a trick").click()
    page.wait_for_url("**/hearts/black-lady/#trick")
    page.goto(HANDS["hearts"])
    assert guided.state()["record"] == before
    expect(guided.opener).to_have_count(0)
    on = page.get_by_role("button", name="Continue your first hand")
    on.click()
    guided.stands(2)
    guided.do(guided.moves[2])
    guided.stands(3)
    guided.press("Undo")
    guided.stands(2)
    guided.bar_button("Leave")
    expect(on).to_have_count(0)
    guided.begin()


def test_a_step_is_said_once_and_then_only_what_is_next(page: Page) -> None:
    guided = Guided(page, HANDS["hearts"])
    guided.begin()
    first = next(number for number, move in enumerate(guided.moves) if move["hint"])
    for number in range(first + 1):
        guided.stands(number)
        guided.bar_button("Do it for me")
    guided.stands(first + 1)
    expect(guided.bar).not_to_contain_text(guided.said[guided.moves[first]["step"]])


@pytest.mark.parametrize("size", [(360, 740), (1280, 900)], ids=["phone", "desk"])
def test_the_felt_stays_where_it_is_from_step_to_step(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    guided = Guided(page, HANDS["hearts"])
    guided.begin()
    tops = []
    for number in range(8):
        guided.stands(number)
        tops.append(guided.table.locator(".wt-felt").evaluate("felt => felt.getBoundingClientRect().top"))
        guided.bar_button("Do it for me")
    assert max(tops) - min(tops) < 2


@EACH
def test_axe_finds_nothing_in_a_guide(page: Page, place: str) -> None:
    guided = Guided(page, place)
    guided.begin()
    look(page, "the first step", "whister-table", impacts=GRAVE)
    guided.bar_button("Do it for me")
    guided.stands(1)
    guided.alone()
    look(page, "the second step", ".wt-guide")
    look(page, "the second step", "whister-table", impacts=GRAVE)


def test_axe_finds_nothing_in_the_steps_to_read(page: Page) -> None:
    page.goto(HANDS["rook"])
    page.get_by_text("The 6 steps of this hand, to read").click()
    look(page, "the steps", ".first-hand")


@EACH
def test_on_a_phone_the_step_and_the_cards_are_seen_together(page: Page, place: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    guided = Guided(page, place)
    guided.begin()
    for number in range(8):
        guided.stands(number)
        expect(guided.table.locator("[data-advised]").first).to_be_in_viewport(ratio=1)
        expect(guided.bar.locator(".wt-replay-bar")).to_be_in_viewport(ratio=1)
        assert page.evaluate("[scrollX, document.documentElement.scrollWidth]") == [0, 360]
        foot = guided.bar.evaluate("bar => bar.getBoundingClientRect().bottom")
        tops = guided.table.locator(".wt-hand, .wt-play").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().top)"
        )
        assert foot <= min(tops), f"covered at move {number}"
        confirm = guided.table.locator(".wt-confirm")
        if confirm.count():
            box = confirm.bounding_box()
            assert box
            assert foot <= box["y"], "the button for chosen cards is covered"
        guided.bar_button("Do it for me")


def test_a_page_read_without_scripts_has_the_steps_and_no_button(browser: Browser, address: str) -> None:
    plain = browser.new_context(base_url=address, java_script_enabled=False)
    page = plain.new_page()
    page.goto(HANDS["hearts"])
    expect(page.get_by_role("button", name="Your first hand")).to_have_count(0)
    page.get_by_text("The 6 steps of this hand, to read").click()
    steps = page.locator(".first-hand-steps > li")
    expect(steps).to_have_count(6)
    expect(steps.nth(3)).to_contain_text("throw the queen of spades")
    expect(steps.nth(3).get_by_role("link", name="Following suit")).to_be_visible()
    plain.close()
