"""The other players in a real browser: their strengths, a free table while they think, hints, and turning points."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.player import CORNER, SMALL, Player
from tests.browser.test_game import axe
from tests.browser.test_table import BOSTON, HEARTS

DECIDED = """table => new Promise(done => {
  const look = () => !table.request && !table.showing && table.state.thinking === undefined ? done(table.state) : setTimeout(look, 10);
  look();
})"""
"""Waits until no other player needs time."""
NOTED = """table => {
  const { engine } = table, ask = engine.ask.bind(engine);
  engine.noted = [];
  engine.ask = request => { engine.noted.push(request); return ask(request); };
}"""
"""Notes every request to the engine."""
PHONE_AND_DESK = pytest.mark.parametrize("width", [360, 1280])


def strengths(player: Player, **chosen: str) -> None:
    """Choose the strength of all the other players, or of each by its place, in the settings."""
    player.press("Settings")
    box = player.page.get_by_role("dialog", name="Settings")
    everyone = box.get_by_label("Strength of the other players").first
    everyone.select_option(chosen.pop("everyone", "each its own"))
    for name, strength in chosen.items():
        one(box, name).select_option(strength)
    box.get_by_role("button", name="Close").click()


def one(box: Locator, place: str) -> Locator:
    """Return the field for the strength of one player."""
    return box.locator("label", has_text=place.capitalize()).locator('select[name^="strength-"]')


def asked(player: Player, operation: str) -> list[dict[str, Any]]:
    """Return the requests for an operation so far."""
    found: list[dict[str, Any]] = player.table.evaluate("table => table.engine.noted")
    return [request for request in found if request["op"] == operation]


def hint(player: Player) -> Locator:
    player.press("Hint")
    shown = player.table.get_by_role("region", name="Hint")
    expect(shown.locator("strong")).to_be_visible()
    return shown


def pass_on(player: Player) -> None:
    """Pass in the auction at Boston."""
    player.choose(lambda legal: "pass")


# ---- strengths


def test_each_player_may_have_a_strength_of_its_own_which_is_remembered(page: Page) -> None:
    player = Player(page, BOSTON)
    player.table.evaluate(NOTED)
    strengths(player, north="strong")
    pass_on(player)
    assert player.table.evaluate(DECIDED)["choice"]
    thought = asked(player, "go-on")
    assert thought, "North has been given time"
    assert {str(request["strengths"]) for request in thought} == {
        "{'1': 'cautious', '2': 'strong', '3': 'cautious'}"
    }
    page.reload()
    player.press("Settings")
    box = page.get_by_role("dialog", name="Settings")
    expect(one(box, "north")).to_have_value("strong")
    expect(one(box, "west")).to_have_value("cautious")
    page.get_by_label("Strength of the other players").first.select_option("steady")
    expect(one(box, "north")).to_be_hidden()
    assert page.evaluate("localStorage.getItem('whister-strengths')") == '{"others":"steady"}'


@PHONE_AND_DESK
def test_the_settings_say_what_each_strength_is(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    player = Player(page, HEARTS)
    player.press("Settings")
    box = page.get_by_role("dialog", name="Settings")
    everyone = box.get_by_label("Strength of the other players").first
    expect(everyone).to_have_value("cautious")
    expect(box.locator(".wt-strengths li")).to_have_count(3)
    everyone.select_option("each its own")
    expect(one(box, "east")).to_be_visible()
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")
    axe(page, "the settings", "dialog")
    box.get_by_role("link", name="How they play, and how well").click()
    expect(page.get_by_role("heading", name="The computer players")).to_be_visible()


def test_what_the_visitor_does_comes_before_the_thought_of_another(page: Page) -> None:
    player = Player(page, BOSTON)
    strengths(player, everyone="strong")
    before = player.state()
    pass_on(player)
    assert player.state()["thinking"] == 1
    expect(player.table.locator(".wt-prompt")).to_contain_text("is to act")
    player.press("Undo")
    expect(player.table.locator(".wt-bid").first).to_be_visible()
    back = player.table.evaluate(DECIDED)
    assert back["record"] == before["record"]
    assert back["choice"] == before["choice"]


def test_a_game_that_is_left_while_a_player_thinks_goes_on_later(page: Page) -> None:
    player = Player(page, BOSTON)
    strengths(player, everyone="steady")
    pass_on(player)
    assert "thinking" in player.state()
    page.reload()
    assert player.table.evaluate(DECIDED)["choice"]


def test_a_whole_deal_is_played_against_steady_players(page: Page) -> None:
    player = Player(page, HEARTS)
    strengths(player, everyone="steady")
    for _ in range(20):
        if player.table.evaluate(DECIDED)["over"]:
            break
        player.choose()
    expect(player.settlement).to_be_visible()


# ---- hints


@PHONE_AND_DESK
def test_a_hint_is_marked_followed_and_taken_back(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    player = Player(page, HEARTS)
    player.choose()  # pass three cards
    while len([held for held in player.state()["hand"] if held["playable"]]) < 2:
        player.choose()
    before = player.state()
    felt = player.table.locator(".wt-felt").bounding_box()
    shown = hint(player)
    marked = player.table.locator(".wt-hand [data-advised]")
    expect(marked).to_have_count(1)
    expect(marked).to_be_in_viewport()
    assert player.state() == before, "a hint does not act"
    now = player.table.locator(".wt-felt").bounding_box()
    assert felt is not None
    assert now is not None
    assert felt["height"] == now["height"], "it lies beside the table, not over it"
    expect(shown).to_contain_text("Undo takes it back")
    expect(player.live).to_contain_text(shown.locator("strong").inner_text())
    assert player.table.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    axe(page, "a hint")
    marked.click(position=CORNER)
    after = player.table.evaluate(DECIDED)
    expect(shown).to_have_count(0)
    assert len(after["hand"]) == len(before["hand"]) - 1
    player.press("Undo")
    assert player.table.evaluate(DECIDED)["record"] == before["record"]


def test_a_hint_for_a_bid_is_asked_for_by_key_and_compares_bids(page: Page) -> None:
    player = Player(page, BOSTON)
    player.tab_to("pass")
    player.keys("h")
    shown = player.table.get_by_role("region", name="Hint")
    rows = shown.locator("tbody tr")
    expect(rows.first).to_contain_text("recommended")
    assert rows.count() > 1
    expect(player.table.locator(".wt-choice [data-advised]")).to_have_count(1)
    expect(player.table.get_by_role("button", name="Hint")).to_have_attribute("aria-pressed", "true")
    player.keys("h")
    expect(shown).to_have_count(0)
    expect(player.table.locator("[data-advised]")).to_have_count(0)


# ---- turning points


@PHONE_AND_DESK
def test_the_turning_points_of_a_deal_are_listed_and_shown_by_the_replay(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    player = Player(page, HEARTS)
    player.rush()
    over = player.state()
    player.press("Turning points")
    listed = player.table.get_by_role("region", name="Turning points")
    expect(listed).to_contain_text("The decisions that cost you most")
    moments = listed.get_by_role("button", name="Show this moment")
    assert 1 <= moments.count() <= 3
    axe(page, "turning points", ".wt-turning")
    moments.first.click()
    bar = page.get_by_role("region", name="Replay")
    expect(bar.locator(".wt-replay-words")).to_contain_text("cost about")
    shown = player.state()
    assert over["record"].startswith(shown["record"])
    assert shown["to_act"] == over["seat"]
    bar.get_by_role("button", name="Close").click()
    expect(bar).to_have_count(0)
    expect(moments.first).to_be_focused()
    assert player.state()["record"] == over["record"]
