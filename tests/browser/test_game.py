"""Whole games in a real browser: deal after deal, house rules, seats, pace, downloaded records, and games kept."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

import whister
from tests.browser.axe import GRAVE, violations
from tests.browser.conftest import WITH_BOTH_FACES
from tests.browser.journeys import deal
from tests.browser.looking import show
from tests.browser.player import ALONE, Player
from tests.browser.test_table import BOSTON, HEARTS, ROOK


def axe(page: Page, moment: str, within: str = "whister-table") -> None:
    """Check that axe finds nothing grave in a part of the page, in light and dark."""
    if within == "whister-table":
        page.locator(within).first.evaluate(ALONE)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert violations(page, within, GRAVE) == [], (moment, scheme)


# ---- a game goes on


@pytest.mark.parametrize("path", [HEARTS, BOSTON, ROOK])
def test_three_deals_stand_on_the_score_sheet(page: Page, path: str) -> None:
    player = Player(page, path)
    player.press("New game")
    deltas: list[list[Any]] = []
    for _ in range(3):
        if deltas:
            player.press("Next deal")  # after the third a game may be over
            player.state()
        player.rush()
        deltas.append(player.state()["settlement"]["delta"])
    rows = player.table.locator(".wt-sheet tbody tr:not(.wt-stakes)")
    expect(rows).to_have_count(3)
    shown = [
        [
            cell.replace("−", "-").replace("+", "")
            for cell in row.locator("td small").all_inner_texts()[
                : len(deltas[0])
            ]  # a pool's cell comes after them
        ]
        for row in rows.all()
    ]
    assert shown == [[str(amount) for amount in delta] for delta in deltas]
    for seat, total in enumerate(player.state()["settlement"]["totals"]):
        shown_total = f"total: {total}".replace("-", "−")
        expect(player.table.locator(f'[data-seat="{seat}"] .wt-meta')).to_contain_text(shown_total)
    axe(page, "a game under way")


def test_the_score_sheet_of_boston_shows_the_stakes_and_the_pool(page: Page) -> None:
    player = Player(page, BOSTON)
    player.rush()
    before = player.settlement.locator("tfoot tr").first
    expect(before).to_contain_text("Before the deal, after the stakes are paid")
    expect(before.locator("td")).to_have_text(["1600", "1600", "1600", "1550", "50"])
    opened, gained, left = (
        int(row.locator("td").last.inner_text().replace("−", "-"))
        for row in player.settlement.locator("tfoot tr").all()
    )
    assert gained != 0
    assert opened + gained == left, "the pool's column adds up"
    expect(player.table.locator(".wt-board")).to_contain_text(f"{left} counters")
    player.press("Next deal")
    player.rush()
    start, first, stakes, second = player.table.locator(".wt-sheet tbody tr").all()
    expect(start).to_contain_text("At the start")
    expect(start.locator("td")).to_have_text(["1600 ", "1600 ", "1600 ", "1550 ", "50 "])
    expect(stakes).to_contain_text("Deal 2: stakes")
    expect(stakes.locator("td").first).to_contain_text("−50")  # the visitor deals second
    expect(stakes.locator("td").last).to_contain_text("+50")
    row = player.state()["settlement"]["row"]
    expect(second.locator("td").last).to_contain_text(f"{row['pools'][0]['chips']} ")
    expect(first.locator("td")).to_have_count(5)


@pytest.mark.parametrize("width", [360, 1280])
def test_each_of_several_pools_is_settled_by_its_name(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    player = Player(page, "/hearts/reversis-hoyle/")
    player.rush()
    pools = player.state()["settlement"]["row"]["pools"]
    assert [pool["label"] for pool in pools][-2:] == ["Great quinola pool", "Little quinola pool"]
    rows = player.settlement.locator("tfoot tr").all()
    assert len(rows) == 3
    changed = [f"{pool['chips'] - pool['opened']:+}".replace("-", "−").replace("+0", "0") for pool in pools]
    for row, amounts in zip(
        rows,
        ([pool["opened"] for pool in pools], changed, [pool["chips"] for pool in pools]),
        strict=True,
    ):
        names = [f"{pool['label']} {amount}" for pool, amount in zip(pools, amounts, strict=True)]
        expect(row.locator("td").last.locator(".wt-held")).to_have_text(names)
    assert player.settlement.evaluate("one => one.scrollWidth <= one.clientWidth"), "nothing is cut off"


def test_at_the_end_of_a_game_each_seat_has_its_share_of_the_last_pool(page: Page) -> None:
    player = Player(page, BOSTON)
    ended = next(
        state
        for seed in range(20)
        for state in deal(
            "boston/fontainebleau", {"session_deals": 1}, str(seed), lambda open_: open_[0]
        ).states
        if state["over"] and any(state["settlement"]["end"]["delta"])
    )
    show(player, ended)
    shown = player.settlement.locator(".wt-end tfoot td").all_inner_texts()[:4]
    for seat, total in zip(("You", "West", "North", "East"), shown, strict=True):
        place = player.table.get_by_role("group", name=seat, exact=True)
        expect(place).to_contain_text(f"total: {total}")
        expect(place).not_to_contain_text("0 cards")


def test_a_game_of_whist_with_rook_cards_is_won_and_says_by_whom(page: Page) -> None:
    player = Player(page, "/rook/whist-52/")
    player.press("New game")
    for _ in range(20):
        player.rush()
        end = player.state()["settlement"]["end"]
        if end:
            break
        player.press("Next deal")
    assert end
    expect(player.table.locator(".wt-prompt")).to_contain_text(end["text"])
    expect(player.live).to_contain_text(end["text"])
    expect(player.table.get_by_role("button", name="Next deal")).to_have_count(0)
    axe(page, "the end of a game")
    player.press("New game")
    assert player.state()["game"]["sheet"] == []


@pytest.mark.parametrize("path", [HEARTS, BOSTON, ROOK])
def test_the_way_on_from_a_deal_is_where_the_hand_was_and_has_the_focus(page: Page, path: str) -> None:
    player = Player(page, path)
    player.press("New game")
    player.rush()
    player.state()
    way = player.table.locator(".wt-felt .wt-onward button")
    expect(way).to_have_text("Next deal")
    expect(way).to_be_focused()
    expect(player.table.get_by_role("button", name="Next deal")).to_have_count(1)
    expect(player.table.get_by_role("button", name="New game")).to_have_count(1)
    box, prompt = way.bounding_box(), player.table.locator(".wt-prompt").bounding_box()
    assert box is not None
    assert prompt is not None
    assert box["height"] >= 44
    assert box["y"] >= prompt["y"] + prompt["height"], "under the sentence that tells the end"
    player.keys("n")
    assert player.state()["phase"] != "over"
    expect(way).to_have_count(0)


def test_how_a_deal_ended_is_in_the_prompt_and_is_said_once(page: Page) -> None:
    player = Player(page, HEARTS)
    player.press("New game")
    player.rush()
    state = player.state()
    told = state["prompt"]
    points = state["settlement"]["delta"][state["seat"]]
    assert f"{abs(points)} point" in told or "scored nothing" in told or "none for you" in told
    expect(player.table.locator(".wt-prompt")).to_have_text(told)
    assert player.live.inner_text().count(told) == 1
    assert player.live.inner_text().endswith(told), "nothing is said of the end besides"


def test_the_hands_are_shown_as_they_were_dealt(page: Page) -> None:
    player = Player(page, ROOK)
    held = [one["card"] for one in player.state()["hand"]]
    player.rush()
    player.table.get_by_text("The hands as dealt").click()
    own = player.table.locator(".wt-dealt dd").first
    names = [card.get_attribute("aria-label") for card in own.locator(".wt-card").all()]
    assert len(names) == len(held)
    expect(player.table.locator(".wt-dealt .wt-card")).to_have_count(41)


def test_undo_leads_back_to_the_deal_before(page: Page) -> None:
    player = Player(page, HEARTS)
    player.rush()
    over = player.state()["record"]
    player.press("Next deal")
    assert player.state()["record"] != over
    player.press("Undo")
    assert player.state()["record"] == over
    expect(player.settlement).to_be_visible()


def test_a_replay_of_a_deal_begins_with_its_cards_and_has_no_empty_words(page: Page) -> None:
    player = Player(page, HEARTS)
    player.rush()
    player.press("Replay")
    bar = page.get_by_role("region", name="Replay")
    expect(bar.locator(".wt-replay-done")).to_have_text("The cards as dealt.")
    expect(bar.locator(".wt-replay-words")).to_be_hidden()
    bar.get_by_role("button", name="Next").click()
    expect(bar.locator(".wt-replay-done")).to_have_text("West passes three cards.")


def test_a_position_of_a_replay_is_shared_and_the_deal_stays_over(page: Page) -> None:
    player = Player(page, HEARTS)
    player.rush()
    over = player.state()["record"]
    player.press("Replay")
    bar = page.get_by_role("region", name="Replay")
    for _ in range(4):
        bar.get_by_role("button", name="Next").click()
    player.press("Share")
    link = page.get_by_role("dialog").locator("#wt-link").input_value()
    assert "#deal=w2~" in link
    page.keyboard.press("Escape")
    expect(bar).to_have_count(1)
    player.press("Undo")
    expect(bar).to_have_count(0)
    assert player.state()["record"] == over
    player.press("Replay")
    bar.get_by_role("button", name="Next").click()
    player.press("Settings")
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    expect(bar).to_have_count(0)
    assert player.state()["record"] == over


def test_a_replay_leaves_the_game_as_it_is(page: Page) -> None:
    player = Player(page, HEARTS)
    player.rush()
    player.press("Next deal")
    player.state()
    player.rush()
    before = player.state()
    player.press("Replay")
    bar = page.get_by_role("region", name="Replay")
    bar.get_by_role("button", name="Last").click()
    expect(bar).to_contain_text(before["log"][-1])
    bar.get_by_role("button", name="Close").click()
    assert player.state()["record"] == before["record"]
    player.press("Next deal")
    after = player.state()
    assert after["game"]["before"] == [*before["game"]["before"], before["record"]]
    assert after["game"]["seed"] == before["game"]["seed"]


# ---- house rules


def unfold(dialogue: Locator, group: str) -> None:
    dialogue.locator("summary", has_text=group).click()


def test_house_rules_are_chosen_with_their_sources_and_are_in_force(page: Page) -> None:
    player = Player(page, HEARTS)
    player.press("House rules")
    dialogue = page.get_by_role("dialog", name="House rules: Black Lady")
    expect(dialogue).to_be_visible()
    moon = dialogue.get_by_label("The moon", exact=True)
    moon.select_option("new")
    words = moon.locator("option:checked").inner_text()
    means = dialogue.locator("#wt-option-moon-means")
    expect(means).to_contain_text(
        next(
            value.text
            for value in whister.load("hearts/black-lady").options["moon"].values
            if value.value == "new"
        )
    )
    expect(means.locator(".option-source").first).to_be_visible()
    axe(page, "house rules")
    dialogue.get_by_role("button", name="Play by these rules").click()
    expect(dialogue).to_have_count(0)
    state = player.state()
    assert state["rules"]["options"] == {"moon": "new"}
    expected = whister.load("hearts/black-lady", moon="new").behaviour_hash
    expect(player.table.locator(".wt-rules")).to_contain_text(expected)
    link = player.table.locator(".wt-rules").get_by_role("link", name=f"The moon: {words}", exact=True)
    expect(link).to_have_attribute("href", "../../hearts/black-lady/#moon.new")
    player.press("New game")
    assert player.state()["rules"]["options"] == {"moon": "new"}, "a new game keeps the house rules"


def test_the_grade_of_a_choice_is_the_word_and_the_box_of_the_page(page: Page) -> None:
    """The grade looks the same in the form, in the source under it, and in the rules."""
    player = Player(page, HEARTS)
    player.press("House rules")
    drawn = """badges => badges.map(one => {
      const { color, borderStyle, borderRadius, fontSize, fontFamily } = getComputedStyle(one);
      return [one.textContent, color, borderStyle, borderRadius, fontSize, fontFamily];
    })"""
    badges = page.locator("#wt-option-sun-means .badge")
    expect(badges).to_have_count(2)
    of_choice, of_source = badges.evaluate_all(drawn)
    (of_page,) = page.locator('tr:has([id="sun.off"]) .option-source .badge').evaluate_all(drawn)
    assert of_page[0] == "default"
    assert of_choice == of_source == of_page


def test_house_rules_that_clash_are_told_and_nothing_is_lost(page: Page) -> None:
    player = Player(page, ROOK)
    before = player.state()["record"]
    rules = whister.load("rook/tournament")
    number = next(option for option in rules.options.values() if option.range and not option.fixed)
    player.press("House rules")
    dialogue = page.get_by_role("dialog")
    unfold(dialogue, "Target and end of the game")
    dialogue.get_by_label(number.title, exact=True).fill("99999")
    dialogue.get_by_role("button", name="Play by these rules").click()
    expect(dialogue.get_by_role("status")).to_contain_text("is not a whole number from")
    page.keyboard.press("Escape")
    expect(dialogue).to_have_count(0)
    assert player.state()["record"] == before


def test_house_rules_that_do_not_go_together_are_told_as_the_form_has_them(page: Page) -> None:
    Player(page, HEARTS).press("House rules")
    dialogue = page.get_by_role("dialog")
    dialogue.get_by_label("The moon", exact=True).select_option("new")
    unfold(dialogue, "Points, chips and stakes")
    dialogue.get_by_label("Points or chips", exact=True).select_option("sweep")
    moon, chips = (
        dialogue.get_by_label(title, exact=True).locator("option:checked").inner_text()
        for title in ("The moon", "Points or chips")
    )
    dialogue.get_by_role("button", name="Play by these rules").click()
    first, second = (f"“{re.escape(line.removesuffix(' …'))}[^…”]*”" for line in (moon, chips))
    said = re.compile(f"^The moon, {first} cannot be combined with Points or chips, {second}\\.$")
    expect(dialogue.get_by_role("status")).to_have_text(said)
    expect(dialogue.get_by_label("The moon", exact=True)).to_be_focused()
    axe(page, "house rules that do not go together")


@WITH_BOTH_FACES
def test_on_a_phone_a_refused_house_rule_and_its_field_are_seen_together(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    Player(page, BOSTON).press("House rules")
    dialogue = page.get_by_role("dialog")
    unfold(dialogue, "What is paid")
    prices = dialogue.get_by_role("textbox", name="Your own price list")
    prices.fill("nothing of the kind")
    dialogue.get_by_role("button", name="Play by these rules").click()
    expect(dialogue.get_by_role("status")).not_to_be_empty()
    expect(prices).to_be_focused()
    expect(prices).to_be_in_viewport(ratio=1)
    expect(dialogue.get_by_role("status")).to_be_in_viewport(ratio=1)
    bottom = prices.evaluate("field => field.getBoundingClientRect().bottom")
    assert bottom <= dialogue.get_by_role("status").evaluate("told => told.getBoundingClientRect().top")
    axe(page, "a refused house rule on a phone")


def test_what_may_end_unpaid_is_said_before_the_deal(page: Page) -> None:
    player = Player(page, BOSTON)
    player.press("House rules")
    dialogue = page.get_by_role("dialog")
    unfold(dialogue, "What is paid")
    dialogue.get_by_label("The table of payments", exact=True).select_option("sourced-only")
    deal = dialogue.get_by_role("button", name="Play by these rules")
    deal.click()
    expect(dialogue.get_by_role("status")).to_contain_text("a deal played for any other bid ends unpaid")
    deal.click()
    expect(dialogue).to_have_count(0)
    expect(page.locator(".wt-rules")).to_contain_text("a deal played for any other bid ends unpaid")


def test_a_price_list_is_written_by_its_example_and_refused_by_the_title_of_its_option(page: Page) -> None:
    player = Player(page, BOSTON)
    player.press("House rules")
    dialogue = page.get_by_role("dialog")
    unfold(dialogue, "What is paid")
    prices = dialogue.get_by_role("textbox", name="Your own price list")
    deal = dialogue.get_by_role("button", name="Play by these rules")
    for wrong in ("x", "a:5 b:10"):
        prices.fill(wrong)
        deal.click()
        told = dialogue.get_by_role("status")
        expect(told).to_contain_text("“Your own price list”: ")
        expect(told).not_to_contain_text("TOML")
        expect(told).not_to_contain_text("#")
        expect(prices).to_be_focused()
    dialogue.get_by_role("button", name="Use an example").click()
    example = prices.input_value()
    assert example == prices.get_attribute("placeholder")
    deal.click()
    expect(dialogue).to_have_count(0)
    assert player.state()["rules"]["options"] == {"prices": example.replace(" ", ".")}


# ---- who sits where, and how fast


def test_the_seat_is_chosen_and_all_hands_are_shown_for_study(page: Page) -> None:
    player = Player(page, ROOK)
    before = player.state()
    player.press("Settings")
    dialogue = page.get_by_role("dialog", name="Settings")
    axe(page, "settings")
    dialogue.get_by_label("Show all hands").check()
    page.keyboard.press("Escape")
    expect(player.table.locator(".wt-seat .wt-open .wt-card")).to_have_count(27)
    north = player.state()["seats"][2]["hand"]
    player.press("Settings")
    page.get_by_role("dialog").evaluate(
        """box => {
          const [study, seat] = ["study", "seat"].map(name => box.querySelector(`[name="${name}"]`));
          study.click();
          seat.value = "2";
          seat.dispatchEvent(new Event("change", {bubbles: true}));
        }"""
    )  # the second before the first is answered
    page.keyboard.press("Escape")
    expect(player.table.locator('.wt-south[data-seat="2"]')).to_be_visible()
    state = player.state()
    assert state["seat"] == 2
    assert sorted(held["card"] for held in state["hand"]) == sorted(north)
    assert state["record"].startswith(before["record"])
    expect(player.table.locator(".wt-seat .wt-open .wt-card")).to_have_count(0)


def test_the_look_of_the_cards_is_kept_for_every_page(page: Page) -> None:
    player = Player(page, HEARTS)
    player.press("Settings")
    dialogue = page.get_by_role("dialog")
    dialogue.get_by_role("combobox", name="Suits").select_option("two")
    dialogue.get_by_label("Large index").check()
    page.goto(BOSTON)
    assert page.evaluate("({...document.documentElement.dataset})")["deck"] == "two"
    assert page.evaluate("document.documentElement.dataset.index") == "large"


def test_paused_the_others_take_one_step_at_a_time(page: Page) -> None:
    page.clock.install()
    player = Player(page, HEARTS)
    player.choose()
    player.state()
    page.emulate_media(reduced_motion="no-preference")
    player.press("Pause")
    card = next(held["card"] for held in player.state()["hand"] if held["playable"])
    steps = player.table.evaluate("table => table.state.trick.plays.length")
    player.card(card).click()
    expect(player.table.locator(".wt-play")).to_have_count(steps + 1)
    page.clock.fast_forward(60_000)
    expect(player.table.locator(".wt-play")).to_have_count(steps + 1)
    said = player.table.locator(".wt-prompt").inner_text()
    assert said.startswith("You play the ")
    page.keyboard.press("s")
    expect(player.table.locator(".wt-prompt")).not_to_have_text(said)
    page.keyboard.press("p")
    expect(player.table.get_by_role("button", name="Step")).to_have_count(0)
    player.state()


def test_a_pause_is_kept_over_a_reload_until_it_ends(page: Page) -> None:
    player = Player(page, HEARTS)
    pause = player.table.get_by_role("button", name="Pause")
    pause.click()
    page.reload()
    expect(pause).to_have_attribute("aria-pressed", "true")
    expect(player.table.get_by_role("button", name="Step")).to_be_visible()
    pause.click()
    page.reload()
    expect(pause).to_have_attribute("aria-pressed", "false")


def pictures(player: Player) -> list[str]:
    """Play a card; return the texts of the prompt, one for each picture, until the other players have followed."""
    card = next(held["card"] for held in player.state()["hand"] if held["playable"])
    player.table.evaluate(
        """table => {
          const prompt = table.querySelector(".wt-prompt");
          window.seen = [];
          new MutationObserver(() => window.seen.push(prompt.textContent))
            .observe(prompt, {characterData: true, childList: true, subtree: true});
        }"""
    )
    player.card(card).click()
    expect(player.table.locator(f'.wt-hand li[data-card="{card}"]')).to_have_count(0)
    player.state()
    seen: list[str] = player.page.evaluate("window.seen")
    return seen


@pytest.mark.parametrize(("speed", "one_by_one"), [("fast", True), ("no pause", False)])
def test_the_others_cards_are_shown_one_by_one_or_all_at_once(
    page: Page, speed: str, one_by_one: bool
) -> None:
    player = Player(page, HEARTS)
    player.choose()
    player.state()
    page.emulate_media(reduced_motion="no-preference")
    player.press("Settings")
    page.get_by_role("dialog").get_by_label("Speed of the other players").select_option(label=speed)
    page.keyboard.press("Escape")
    page.reload()  # the choice is kept
    before = len(player.state()["log"])
    seen = pictures(player)
    told = player.state()["log"][before:]
    shown = [text for text in seen if text in told]
    assert shown == (told if one_by_one else [])


# ---- taken away, and kept


def test_the_record_of_a_game_is_downloaded_and_opens_again(page: Page) -> None:
    player = Player(page, HEARTS)
    player.rush()
    player.press("Next deal")
    state = player.state()
    player.press("Share")
    dialogue = page.get_by_role("dialog", name="Share")
    axe(page, "share")
    with page.expect_download() as download:
        dialogue.get_by_role("link", name="Download the record").click()
    text = download.value.path().read_text(encoding="utf-8")
    assert text.splitlines() == [*state["game"]["before"], state["record"]]
    assert download.value.suggested_filename == "hearts-black-lady-2.txt"
    frame = dialogue.get_by_role("textbox", name="Embed this table in your page").input_value()
    assert "/embed/hearts/black-lady/#deal=" in frame
    page.keyboard.press("Escape")
    player.press("New game")
    player.state()
    player.press("Share")
    page.get_by_role("dialog").get_by_role("textbox", name="Record of the game").fill(text)
    page.get_by_role("dialog").get_by_role("button", name="Open the record above").click()
    expect(player.table.locator(".wt-sheet tbody tr")).to_have_count(1)
    assert player.state()["record"] == state["record"]


def test_a_whole_game_survives_a_reload(page: Page) -> None:
    player = Player(page, HEARTS)
    player.rush()
    player.press("Next deal")
    player.choose()
    before = player.state()
    page.reload()
    expect(player.table.locator(".wt-sheet tbody tr")).to_have_count(1)
    assert player.state() == before | {"steps": []}


def test_a_game_of_an_older_version_of_the_site_is_played_again_and_goes_on(page: Page) -> None:
    player = Player(page, HEARTS)
    player.rush()
    player.press("Next deal")
    player.choose()
    before = player.state()
    rewrite(page, "kept.build = 'another build'; kept.state.prompt = 'as it was told then';")
    page.reload()
    expect(player.table.locator(".wt-prompt")).to_have_text(before["prompt"])
    state = player.state()
    assert state["record"] == before["record"]
    assert state["game"] == before["game"]


def test_a_game_that_was_kept_comes_back_from_a_link(page: Page) -> None:
    player = Player(page, HEARTS)
    first = player.state()["record"]
    player.choose()
    player.choose()
    kept = player.state()["record"]
    page.goto("about:blank")
    page.goto(f"{HEARTS}#deal={first}")
    player.choose()
    assert player.state()["record"] != kept
    player.press("Undo")
    player.state()
    player.press("Undo")
    assert player.state()["record"] == kept


def test_a_seat_that_was_chosen_is_kept(page: Page) -> None:
    player = Player(page, HEARTS)
    player.press("Settings")
    page.get_by_role("dialog").get_by_label("Your seat").select_option("2")
    page.keyboard.press("Escape")
    hand = player.state()["hand"]
    page.reload()
    assert player.state()["hand"] == hand


def test_a_kept_game_that_todays_rules_refuse_says_which_step_and_why(page: Page) -> None:
    player = Player(page, HEARTS)
    while not any(held["reason"] for held in player.state()["hand"]):
        player.choose()
    state = player.state()
    wrong = next(held for held in state["hand"] if held["reason"])
    rewrite(page, f"kept.build = 'another build'; kept.state.record += {json.dumps('_' + wrong['card'])};")
    page.reload()
    player.shows("is refused by today's rules")
    expect(player.note.get_by_role("link")).to_have_text(wrong["reason"]["clause"]["title"])
    assert player.state()["record"] == state["record"]


@pytest.mark.parametrize("lost", ["hand", "seats", "rules", "game"])
def test_a_kept_game_that_lacks_a_part_is_played_again_from_its_record(page: Page, lost: str) -> None:
    player = Player(page, HEARTS)
    player.choose()
    before = player.state()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    rewrite(page, f"delete kept.state.{lost};")
    page.reload()
    expect(player.hand).to_have_count(len(before["hand"]))
    page.wait_for_function(
        "record => document.querySelector('whister-table').state.record === record", arg=before["record"]
    )
    assert player.state()["hand"] == before["hand"]
    player.choose()
    assert player.state()["record"] != before["record"]
    assert wrong == []


def rewrite(page: Page, change: str) -> None:
    """Change the game that the page has stored; in the script `change`, the game is `kept`."""
    page.evaluate(
        """change => {
          for (const storage of [localStorage, sessionStorage])
            for (const key of Object.keys(storage).filter(key => key.startsWith("whister:"))) {
              const kept = JSON.parse(storage.getItem(key));
              CHANGE
              storage.setItem(key, JSON.stringify(kept));
            }
        }""".replace("CHANGE", change),
        change,
    )


def test_nothing_is_chosen_of_a_kept_game_before_it_is_seen(page: Page) -> None:
    """At that point the page still shows the first hand, whose cards lie in other places than the kept game's."""
    player = Player(page, HEARTS)
    for _ in range(3):
        player.choose()
    kept = player.state()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/_static/table/picture.mjs*", hold)
    page.reload(wait_until="commit")
    table = page.locator("whister-table")
    page.wait_for_function("() => document.querySelector('whister-table')?.coming")
    for button in table.locator(".wt-hand button").all()[:4]:
        button.dispatch_event("click")
    assert table.evaluate("table => table.request === null && table.state.record") == kept["record"]
    expect(table.locator(".wt-hand li")).to_have_count(13)
    for route in held:
        route.continue_()
    expect(table.locator(".wt-hand li")).to_have_count(len(kept["hand"]))
    assert player.state()["record"] == kept["record"]
    player.choose()
    assert player.state()["record"] != kept["record"]
