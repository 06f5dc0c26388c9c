"""The auction at the table, in a real browser: the ladder by mouse, by keyboard, on a phone, and its accessibility."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import whister
from tests.asking import asked
from tests.browser.axe import look_at_table
from tests.browser.conftest import WITH_BOTH_FACES, Watch
from tests.browser.player import SMALL, STILL, WAIT, Player, offered
from tests.browser.test_faces import keep_back
from tests.browser.test_table import BOSTON, HEARTS, ROOK

BIDS = "/hearts/auction/"
RULES = BOSTON.strip("/")
SHIFTS = """
globalThis.shifts = [];
new PerformanceObserver(list => shifts.push(...list.getEntries().map(one => one.value)))
  .observe({type: "layout-shift", buffered: true});
"""


def overcalled(least: int = 2) -> dict[str, Any]:
    """Return the state of an auction of Boston in which higher bids have closed this many rungs or more."""
    for seed in range(200):
        state = asked(op="new", rules=RULES, options={}, players=None, seed=str(seed), seat=0)
        for _ in range(6):
            choice = state["choice"]
            if not choice or choice["kind"] != "ladder":
                break
            closed = sum(len(part["rungs"]) for part in choice["parts"] if part["reason"])
            if closed >= least:
                return state
            bid = next(bid["action"] for bid in offered(choice) if "name" in bid and bid["legal"])
            state = asked(op="act", record=state["record"], seat=0, action=bid)
    raise AssertionError("nobody bids that high")


def at(page: Page, state: dict[str, Any]) -> Player:
    """Return a visitor at the page's table with this state."""
    player = Player(page, f"{BOSTON}#deal={state['record']}")
    assert player.state()["record"] == state["record"]
    return player


def lowest(state: dict[str, Any]) -> str:
    """Return the lowest bid that is open."""
    return next(str(one["action"]) for one in offered(state["choice"]) if "name" in one and one["legal"])


def bid(player: Player, action: str) -> Locator:
    return player.table.locator(f'.wt-bid[data-action="{action}"]')


def name_of(player: Player, title: str) -> Locator:
    """Return the name of a rung on the page; a click on it opens the rung's note."""
    return player.table.locator(f'.wt-about[data-part="about-{title}"] > summary')


def note_of(player: Player, title: str) -> Locator:
    return player.table.locator(f'.wt-about[data-part="about-{title}"] > .wt-bid-note')


def test_the_ladder_has_fifteen_rungs_in_the_order_of_the_auction_each_with_its_rule(page: Page) -> None:
    player = Player(page, BOSTON)
    rungs = player.table.locator(".wt-rung")
    ranked = [contract for contract in whister.load(RULES).contracts.values() if contract.rank]
    assert rungs.locator(".wt-rung-name").all_inner_texts() == [contract.title for contract in ranked]
    for contract, link in zip(ranked, rungs.locator(".wt-bid-note a").all(), strict=True):
        expect(link).to_have_attribute("href", f"../../{contract.clause.url}")
    expect(rungs.first.get_by_role("button")).to_have_count(4)
    expect(rungs.first.get_by_role("button").first).to_have_accessible_name("Five levées in spades")
    expect(rungs.nth(2).get_by_role("button")).to_have_accessible_name("Little Misère, no trumps")


def test_what_stands_and_what_it_has_beaten_are_said_with_their_makers(page: Page) -> None:
    state = overcalled()
    player = at(page, state)
    stands = next(one for one in offered(state["choice"]) if one.get("stands"))
    name = state["seats"][stands["by"]]["name"]
    expect(player.table.locator(".wt-rung[data-stands]")).to_contain_text(f"{name}: stands")
    expect(bid(player, stands["action"])).to_have_attribute("aria-current", "true")
    player.table.locator(".wt-closed summary").first.click()
    expect(player.table.locator(".wt-closed")).to_contain_text("You: outbid")


def test_closed_rungs_are_one_line_that_names_the_clause_and_can_be_opened(page: Page) -> None:
    state = overcalled()
    player = at(page, state)
    part = state["choice"]["parts"][0]
    clause = part["reason"]["clause"]
    fold = player.table.locator(".wt-closed")
    expect(fold).to_contain_text(f"Not available: {part['label']}")
    expect(fold.get_by_role("link", name=clause["title"])).to_have_attribute("href", f"../../{clause['url']}")
    closed = bid(player, part["rungs"][0]["bids"][0]["action"])
    expect(closed).to_be_hidden()
    fold.locator("summary").first.click()
    closed.click(force=True)
    player.shows(part["reason"]["text"])
    expect(player.note.get_by_role("link")).to_have_attribute("href", f"../../{clause['url']}")
    assert player.state()["record"] == state["record"]


# ---- what a bid means


def test_a_name_opens_its_note_and_the_auction_stays(page: Page) -> None:
    player = Player(page, BOSTON)
    before = player.state()["record"]
    expect(name_of(player, "Piccolissimo")).to_contain_text("exactly 1 trick, a card laid aside")
    expect(note_of(player, "Piccolissimo")).to_be_hidden()
    name_of(player, "Piccolissimo").click()
    note = note_of(player, "Piccolissimo")
    expect(note).to_contain_text("Win exactly 1 of the 12 tricks, without trumps")
    expect(note).to_contain_text("Piccolissimo: a bid to win exactly one trick.")
    expect(note.get_by_role("row", name="1 trick +300")).to_be_visible()
    clause = whister.load(RULES).clauses["announce-piccolissimo"]
    expect(note).to_contain_text(clause.text)
    expect(note.get_by_role("link")).to_have_attribute("href", f"../../{clause.url}")
    assert page.url.endswith(BOSTON)
    assert player.state()["record"] == before
    bid(player, "bid piccolissimo").click()
    assert player.state()["log"][0] == "You bid piccolissimo."


def test_a_note_opens_by_keyboard_beside_the_bid_that_was_left(page: Page) -> None:
    player = Player(page, BOSTON)
    bid(player, "bid 5S").focus()
    player.keys("ArrowLeft")
    expect(name_of(player, "Five levées")).to_be_focused()
    player.keys("Enter")
    expect(note_of(player, "Five levées").get_by_role("columnheader", name="hearts")).to_be_visible()
    player.keys("Tab")
    expect(note_of(player, "Five levées").get_by_role("link")).to_be_focused()
    player.keys("Shift+Tab", "Enter")
    expect(note_of(player, "Five levées")).to_be_hidden()


def test_a_note_that_is_open_stays_open_when_the_others_have_bid(page: Page) -> None:
    player = Player(page, ROOK)
    name_of(player, "What a bid means").click()
    player.choose(lambda actions: next(one for one in actions if one.startswith("bid ")))
    for _ in range(5):
        if player.state()["phase"] == "auction":
            break
        player.press("New game")
    note = note_of(player, "What a bid means")
    expect(note).to_be_visible()
    told = player.state()["choice"]["about"]["note"]["prices"]
    expect(note.get_by_role("table", name=told["caption"])).to_be_visible()


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_moves_under_the_pointer_that_opens_a_note(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    player = Player(page, BOSTON)
    player.state()
    for title in ("Five levées", "Little Misère"):
        name = name_of(player, title)
        name.scroll_into_view_if_needed()
        box = name.bounding_box()
        top = player.table.locator(".wt-ladder").evaluate("ladder => ladder.scrollTop")
        name.click()
        expect(note_of(player, title)).to_be_visible()
        moved = player.table.locator(".wt-ladder").evaluate("ladder => ladder.scrollTop") - top
        after = name.bounding_box()
        assert box
        assert after
        assert (after["x"], round(after["y"] + moved)) == (box["x"], round(box["y"]))
        name.click()


def test_without_scripts_a_note_opens_as_well(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, java_script_enabled=False)
    page = context.new_page()
    page.goto(BOSTON)
    page.locator('.wt-about[data-part="about-Chelem"] > summary').click()
    expect(page.locator('.wt-about[data-part="about-Chelem"] > .wt-bid-note')).to_contain_text(
        "Win all 13 tricks"
    )
    context.close()


def test_axe_finds_nothing_grave_on_a_note(page: Page) -> None:
    for path, title in ((BOSTON, "Little Misère on the table"), (BIDS, "What a bid means")):
        player = Player(page, path)
        name_of(player, title).click()
        look_at_table(page, title)


# ---- by keyboard


def test_the_arrows_walk_the_ladder_and_enter_bids(page: Page) -> None:
    player = Player(page, BOSTON)
    player.tab_to("pass")
    player.keys("Tab")
    assert player.focused() == "bid 5S", "the lowest bid open comes first"
    player.keys("ArrowRight", "ArrowRight", "ArrowDown")
    assert player.focused() == "bid 6D"
    player.keys("ArrowDown")
    assert player.focused() == "bid little-misere"
    player.keys("ArrowDown", "ArrowUp", "ArrowUp", "Shift+Tab", "Tab")
    assert player.focused().startswith("bid 6"), "Tab comes back to the bid that was left"
    player.keys("Home")
    expect(name_of(player, "Five levées")).to_be_focused()
    player.keys("End")
    assert player.focused() == "bid chelem-table-h"
    player.keys("ArrowUp", "Enter")
    after = player.state()
    assert after["log"][0] == "You bid chelem in hearts."


def test_one_rung_of_the_ladder_is_in_the_order_of_tab(page: Page) -> None:
    player = Player(page, BOSTON)
    expect(player.table.locator('.wt-ladder [tabindex="0"]')).to_have_count(1)
    bid(player, "bid 9D").focus()
    expect(player.table.locator('.wt-ladder [tabindex="0"]')).to_have_attribute("data-action", "bid 9D")
    player.tab_to("new")
    player.keys("Shift+Tab")
    assert player.focused() == "bid 9D"


def test_a_closed_bid_beside_open_ones_can_be_reached_and_says_why(page: Page) -> None:
    state = overcalled()
    player = at(page, state)
    stands = next(one for one in offered(state["choice"]) if one.get("stands"))
    player.reach(stands["action"])
    player.keys("Enter")
    player.shows(stands["reason"]["text"])
    assert player.focused() == stands["action"]


def test_the_focus_goes_to_the_lowest_open_bid_when_the_others_have_spoken(page: Page) -> None:
    player = at(page, overcalled())
    player.press("Undo")
    first = lowest(player.state())
    player.hand.first.focus()
    player.reach(first)
    player.keys("Enter")
    after = player.state()
    assert after["choice"]["kind"] == "ladder"
    assert player.focused() == lowest(after)


# ---- in its place


def test_the_ladder_stays_in_sight_while_the_others_bid(page: Page) -> None:
    player = at(page, overcalled())
    player.press("Undo")
    player.state()
    page.emulate_media(reduced_motion="no-preference")
    player.table.evaluate(WAIT)
    bid(player, lowest(player.state())).click()
    expect(player.table.locator(".wt-prompt")).to_contain_text("You bid")
    expect(player.table.locator(".wt-ladder")).to_be_visible()
    said = player.table.locator(".wt-call").all_inner_texts()
    assert said
    assert not [text for text in said if any(letter.isdigit() for letter in text)], "calls are said in words"
    player.table.locator(".wt-felt").click(position={"x": 5, "y": 5})


@pytest.mark.parametrize("path", [BOSTON, ROOK, BIDS])
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("faces", ["usual"])
def test_nothing_moves_when_the_page_opens(page: Page, path: str, width: int) -> None:
    """The site's fonts are withheld here; `test_faces.py` tests that nothing moves when they arrive."""
    page.set_viewport_size({"width": width, "height": 740})
    page.add_init_script(SHIFTS)
    keep_back(page)
    slow = {"rate": 10}  # so that the page is painted before all of it has arrived
    page.set_default_timeout(60_000)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", slow)
    page.goto(path, wait_until="domcontentloaded")
    page.locator("whister-table").first.evaluate(STILL)
    assert sum(page.evaluate("shifts")) < 0.01
    page.unroute_all(behavior="ignoreErrors")


def test_a_table_without_an_auction_can_fetch_the_ladder_and_its_style(page: Page) -> None:
    page.goto(HEARTS)
    assert not page.locator('link[href*="ladder.css"]').count()
    page.evaluate(
        """async state => {
          const { fetched } = await import("/_static/table/later.mjs");
          await fetched(state);
          const table = document.querySelector("whister-table");
          table.state = state;
          await table.comeAlive();
        }""",
        overcalled(),
    )
    expect(page.locator(".wt-ladder .wt-rung[data-stands]")).to_be_visible()
    assert page.locator(".wt-rung").last.evaluate("rung => getComputedStyle(rung).display") == "grid"


# ---- when it does not load


@pytest.mark.parametrize("path", [BOSTON, ROOK])
def test_without_its_ladder_an_auction_is_played_by_plain_buttons(
    page: Page, watch: Watch, path: str
) -> None:
    watch.expect("ladder.mjs")
    page.route("**/ladder.mjs*", lambda route: route.abort())
    player = Player(page, path)
    expect(player.table.locator(".wt-ladder")).to_be_visible()
    state = player.state()
    opened = [one for one in offered(state["choice"]) if one["legal"]]
    player.press("New game")
    assert player.state()["record"] != state["record"]
    player.press("Undo")
    assert player.state()["record"] == state["record"]
    expect(player.table.locator(".wt-choice")).to_contain_text("The list of bids did not load.")
    shown = player.table.locator(".wt-choice [data-action]")
    assert [one.get_attribute("data-action") for one in shown.all()] == [one["action"] for one in opened]
    assert shown.last.inner_text() == opened[-1]["name"]
    look_at_table(page, "plain bids", widths=(360,))
    assert {"auction", "play", "over"} <= player.rush()


def test_without_its_table_a_settlement_says_so_and_the_deal_is_kept(page: Page, watch: Watch) -> None:
    watch.expect("settlement.mjs")
    page.route("**/settlement.mjs*", lambda route: route.abort())
    player = Player(page, BOSTON)
    player.rush()
    expect(player.table).to_contain_text("The score did not load.")
    page.unroute("**/settlement.mjs*")
    page.reload()
    expect(player.settlement).to_be_visible()


# ---- for everyone


def test_axe_finds_nothing_grave_on_the_ladder(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    player = at(page, overcalled())
    look_at_table(page, "rungs closed")
    player.table.locator(".wt-closed summary").first.click()
    bid(player, player.state()["choice"]["parts"][0]["rungs"][0]["bids"][0]["action"]).click(force=True)
    look_at_table(page, "rungs opened, one refused")


@WITH_BOTH_FACES
@pytest.mark.parametrize("path", [BOSTON, ROOK, BIDS])
def test_every_rung_is_large_enough_to_touch(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    player = Player(page, path)
    assert player.table.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_bids_in_points_stand_in_a_row_and_say_what_stands(page: Page) -> None:
    player = Player(page, ROOK)
    for _ in range(30):
        state = player.state()
        if state["phase"] == "auction" and any(one.get("stands") for one in offered(state["choice"])):
            break
        if state["phase"] == "auction":
            player.choose(lambda actions: next(one for one in actions if one.startswith("bid ")))
        else:
            player.press("New game")
    expect(player.table.locator(".wt-rung[data-stands]")).to_contain_text(": stands")
    expect(player.table.locator(".wt-closed")).to_contain_text("Not available: ")
