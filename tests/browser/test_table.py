"""The table in a real browser: whole deals by mouse and by keyboard, refusals, undo, links, reloads, failures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, Route, expect

from rulebook.table.as_html import view
from tests.asking import asked
from tests.browser.axe import look_at_table
from tests.browser.conftest import WITH_BOTH_FACES, Watch
from tests.browser.player import SMALL, WAIT, Player, offered

HEARTS, BOSTON, ROOK = "/hearts/black-lady/", "/boston/fontainebleau/", "/rook/tournament/"
TWO_PACKS, STOCK = "/hearts/cancellation/", "/hearts/domino/"
CALLED, DUMMY, DRAWN = "/rook/call-partner-5/", "/rook/two-1914/", "/rook/tennessee-two/"


def highest(actions: list[str]) -> str:
    """Return the last bid offered, or else the first action."""
    bids = [action for action in actions if action.startswith("bid ")]
    return bids[-1] if bids else actions[0]


def lowest_bid(actions: list[str]) -> str:
    """Return the lowest bid offered, or else the first action."""
    return next((action for action in actions if action.startswith("bid ")), actions[0])


def deals(rules: str, seeds: int = 3) -> list[dict[str, Any]]:
    """Return every state of some deals; the visitor does the first thing allowed, but bids high in every second one."""
    return [state for seed in range(seeds) for state in states(rules, str(seed), bold=bool(seed % 2))]


def states(
    rules: str, seed: str, players: int | None = None, *, bold: bool = True, wish: str = "", **options: Any
) -> Iterator[dict[str, Any]]:
    """Yield every state of a deal in which the visitor does the first thing allowed and, if bold, bids when possible.

    ``wish`` is an action that the visitor takes instead wherever it is allowed.
    """
    state = asked(op="new", rules=rules, options=options, players=players, seed=seed, seat=0)
    yield state
    while not state["over"]:
        choice = state["choice"]
        if choice["kind"] == "cards":
            action = " ".join([choice["verb"], *choice["allowed"][: choice["count"]]])
        elif choice["kind"] == "play":
            action = next(held["card"] for held in state["hand"] if held["playable"])
        else:
            legal = [act["action"] for act in offered(choice) if act["legal"]]
            action = wish if wish in legal else highest(legal) if bold else legal[0]
        state = asked(op="act", record=state["record"], seat=0, action=action)
        yield state


# ---- the same table, from Python and from the module


@pytest.mark.parametrize(
    "rules", [path.strip("/") for path in (HEARTS, BOSTON, ROOK, TWO_PACKS, STOCK, CALLED, DUMMY, DRAWN)]
)
def test_python_and_the_module_draw_the_same_table(page: Page, rules: str) -> None:
    page.goto(HEARTS)
    states = [state for state in deals(rules) if not state["over"]]
    drawn = page.evaluate(
        """async states => {
          const { view } = await import("/_static/table/view.mjs");
          const { FIRST_GLANCE } = await import("/_static/table/glance.mjs");
          const { markup } = await import("/_static/table/tree.mjs");
          await Promise.all(["ladder", "settlement"].map(name => import(`/_static/table/${name}.mjs`)));
          const game = {seed: "1", before: [], sheet: []};
          return states.map(state => markup(view({...state, game}, FIRST_GLANCE, "../../")));
        }""",
        states,
    )
    assert drawn == [str(view(state, "../../")) for state in states]


@pytest.mark.parametrize("path", [HEARTS, BOSTON, ROOK])
def test_the_page_is_not_redrawn_when_the_table_comes_alive(page: Page, path: str) -> None:
    page.goto(path)
    changes = page.locator("whister-table").evaluate(
        """async table => {
          const watch = new MutationObserver(() => {});
          const everything = {subtree: true, childList: true, attributes: true, characterData: true};
          watch.observe(table, everything);
          await table.comeAlive();
          return watch.takeRecords().length;
        }"""
    )
    assert changes == 0


@pytest.mark.parametrize("path", [HEARTS, BOSTON, ROOK])
def test_an_untouched_page_is_light_and_does_not_wake_python(page: Page, path: str) -> None:
    responses: list[Response] = []

    def note(response: Response) -> None:
        responses.append(response)

    page.on("response", note)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    assert not [response.url for response in responses if "/_runtime/" in response.url]
    sizes = {response.url: response.request.sizes()["responseBodySize"] for response in responses}
    faces = {url: sizes.pop(url) for url in [*sizes] if "/_static/faces/" in url}
    assert sum(sizes.values()) < 120 * 1024, sizes
    assert 0 < sum(faces.values()) < 60 * 1024, faces
    drawn = ("/_static/table/", "/cards.svg", "/rook.svg")
    own = {url: size for url, size in sizes.items() if any(part in url for part in drawn)}
    ladder = {url: own.pop(url) for url in [*own] if "/ladder." in url}
    assert 0 < sum(own.values()) <= 21 * 1024, own
    assert bool(ladder) == (path != HEARTS), "an auction brings its ladder, and nothing else does"
    assert sum(ladder.values()) <= 3 * 1024, ladder
    assert not [url for url in own if "settlement" in url], "a settlement's module comes at the end of a deal"


def test_without_scripts_the_first_hand_is_there(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, java_script_enabled=False)
    page = context.new_page()
    page.goto(HEARTS)
    expect(page.locator(".wt-hand .wt-card")).to_have_count(13)
    expect(page.locator("whister-table noscript p")).to_be_visible()
    expect(page.locator('[data-do="new"]')).to_be_hidden()
    box = page.locator(".wt-hand .wt-pip").first.bounding_box()
    assert box is not None
    assert box["width"] > 10
    context.close()


# ---- whole deals


def test_a_deal_of_black_lady_by_mouse(page: Page) -> None:
    player = Player(page, HEARTS)
    met = player.play_on()
    assert {"pass", "play", "over"} <= met
    expect(player.settlement).to_be_visible()
    amounts = player.state()["settlement"]["delta"]
    row = player.settlement.locator("tfoot tr").first.locator("td").all_inner_texts()
    assert [int(text.replace("−", "-")) for text in row[:4]] == amounts
    expect(player.live).to_contain_text(player.state()["settlement"]["verdict"])


def test_a_deal_of_boston_by_mouse(page: Page) -> None:
    player = Player(page, BOSTON)
    met = player.play_on(highest)
    assert {"auction", "play", "over"} <= met
    for line, link in zip(
        player.state()["settlement"]["lines"], player.settlement.get_by_role("link").all(), strict=True
    ):
        expect(link).to_have_attribute("href", f"../../{line['clause']['url']}")
    expect(player.settlement).to_contain_text("Pool")


def test_a_deal_of_rook_by_mouse(page: Page) -> None:
    player = Player(page, ROOK)
    met = player.play_on(highest)
    assert {"auction", "nest", "trump", "play", "over"} <= met
    expect(player.settlement).to_be_visible()


@pytest.mark.parametrize(
    ("path", "phases"),
    [
        (HEARTS, {"pass", "play"}),
        (BOSTON, {"auction", "play"}),
        (ROOK, {"auction", "nest", "trump", "play"}),
    ],
)
def test_a_deal_by_keyboard_alone(page: Page, path: str, phases: set[str]) -> None:
    player = Player(page, path)
    met = set()
    while not (state := player.state())["over"]:
        met.add(state["phase"])
        player.choose_by_keys(highest)
    assert phases <= met
    expect(player.settlement).to_be_visible()
    assert player.focused() == "next"
    player.keys("n")
    assert player.state()["phase"] in ("pass", "auction")


# ---- refusals


def until_refused(player: Player) -> dict[str, Any]:
    """Play on until the hand contains a card that may not be played; return that card as in the state's hand."""
    for _ in range(20):
        state = player.state()
        barred = [held for held in state["hand"] if state["choice"] == {"kind": "play"} and held["reason"]]
        if barred:
            found: dict[str, Any] = barred[0]
            return found
        player.choose()
    raise AssertionError("every card could be played all along")


def test_a_refused_card_names_the_clause_and_links_to_it(page: Page) -> None:
    player = Player(page, HEARTS)
    held = until_refused(player)
    before = player.state()["record"]
    card = player.card(held["card"])
    expect(card).to_have_attribute("aria-disabled", "true")
    expect(card).to_have_attribute("title", held["reason"]["text"])
    card.click(force=True)
    player.shows(held["reason"]["text"])
    player.shows(f"Refused by {held['reason']['clause']['title']}")
    expect(player.note).to_contain_text(held["reason"]["clause"]["text"])
    why, rule, instead = player.note.get_by_role("paragraph").all()
    expect(why).to_have_text(held["reason"]["text"])
    expect(rule).to_contain_text("Refused by")
    expect(instead).to_contain_text("You may play ")
    open_ = [one["name"] for one in player.state()["hand"] if one["playable"]]
    assert held["reason"]["instead"] == [one["card"] for one in player.state()["hand"] if one["playable"]]
    told = open_ if len(open_) <= 5 else open_[:4]
    for card, name in zip(instead.get_by_role("img").all(), told, strict=True):
        expect(card).to_have_accessible_name(f"the {name}")
        expect(card).to_have_text(re.compile(r"^([2-9JQKA]|10)$"))
    assert player.state()["record"] == before
    player.note.get_by_role("link").click()
    expect(page).to_have_url(page.url.split("#")[0] + "#" + held["reason"]["clause"]["slug"])
    expect(page.locator(":target")).to_be_in_viewport()


def test_a_refused_card_can_be_reached_and_tried_by_keyboard(page: Page) -> None:
    player = Player(page, HEARTS)
    held = until_refused(player)
    player.card(next(one["card"] for one in player.state()["hand"] if one["playable"])).focus()
    player.walk_to(held["card"])
    player.keys("Enter")
    player.shows(held["reason"]["text"])
    assert player.focused() == held["card"]


def test_a_closed_bid_says_which_clause_closes_it(page: Page) -> None:
    player = Player(page, ROOK)
    closed: list[dict[str, Any]] = []
    for _ in range(30):
        state = player.state()
        if state["phase"] == "auction":
            closed = [action for action in offered(state["choice"]) if not action["legal"]]
        if closed:
            break
        if state["phase"] == "auction":
            player.choose(lowest_bid)
        else:
            player.press("New game")
    player.table.locator(".wt-closed summary").click()
    player.table.locator(f'button[data-action="{closed[0]["action"]}"]').click(force=True)
    player.shows(closed[0]["reason"]["text"])
    expect(player.note.get_by_role("link")).to_have_attribute(
        "href", f"../../{closed[0]['reason']['clause']['url']}"
    )


def test_the_button_says_how_many_cards_are_missing(page: Page) -> None:
    player = Player(page, HEARTS)
    choice = player.state()["choice"]
    button = player.table.locator(".wt-confirm")
    expect(button).to_have_text(f"{choice['label']}: 3 more to choose")
    for card in choice["allowed"][:2]:
        player.card(card).click()
        expect(player.card(card)).to_have_attribute("aria-pressed", "true")
    expect(button).to_have_text(f"{choice['label']}: 1 more to choose")
    button.click(force=True)
    player.shows("1 more to choose.")
    player.card(choice["allowed"][0]).click()
    expect(player.card(choice["allowed"][0])).to_have_attribute("aria-pressed", "false")
    for card in choice["allowed"][2:4]:
        player.card(card).click()
    expect(button).to_have_text(choice["label"])
    player.card(choice["allowed"][4]).click()
    player.shows("Put one back first.")


def test_what_is_seen_of_a_card_is_its_own_under_the_mouse(page: Page) -> None:
    """No card covers the next one while it has the focus, is under the mouse, is raised or has been refused."""
    page.set_viewport_size({"width": 1280, "height": 900})
    player = Player(page, HEARTS)
    player.hand.nth(1).focus()
    player.keys("ArrowRight")
    boxes = [box for card in player.hand.all() if (box := card.bounding_box())]
    assert len(boxes) == 13
    assert boxes[3]["x"] + boxes[3]["width"] > boxes[4]["x"] + 10, "they overlap"
    page.mouse.click(boxes[3]["x"] + 10, boxes[3]["y"] + 40)
    page.mouse.click(boxes[4]["x"] + 10, boxes[4]["y"] + 40)
    for place in (3, 4):
        expect(player.hand.nth(place)).to_have_attribute("aria-pressed", "true")
    page.mouse.click(boxes[5]["x"] + 10, boxes[5]["y"] + 40)
    page.mouse.click(boxes[6]["x"] + 10, boxes[6]["y"] + 40)
    player.shows("Put one back first.")
    page.mouse.click(boxes[5]["x"] + 10, boxes[5]["y"] + 40)
    expect(player.hand.nth(5)).to_have_attribute("aria-pressed", "false")
    page.mouse.click(boxes[7]["x"] + 10, boxes[7]["y"] + 40)
    expect(player.hand.nth(7)).to_have_attribute("aria-pressed", "true")


# ---- the game is kept


def test_undo_goes_back_to_the_visitors_last_decision(page: Page) -> None:
    player = Player(page, HEARTS)
    player.choose()
    before = player.state()
    player.choose()
    assert player.state()["record"] != before["record"]
    player.press("Undo")
    assert player.state()["record"] == before["record"]
    assert player.state()["hand"] == before["hand"]
    player.hand.first.focus()
    player.keys("u")
    assert player.state()["phase"] == "pass"


def test_a_reload_keeps_the_game(page: Page) -> None:
    player = Player(page, HEARTS)
    for _ in range(4):
        player.choose()
    before = player.state()["record"]
    shown = player.table.locator(".wt-felt").inner_text()
    page.reload()
    assert player.state()["record"] == before
    assert player.table.locator(".wt-felt").inner_text() == shown
    player.choose()
    assert player.state()["record"].startswith(before)


def test_a_link_opens_the_same_position_elsewhere(page: Page, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    player = Player(page, ROOK)
    for _ in range(4):
        player.choose(highest)
    before = player.state()
    player.press("Share")
    page.get_by_role("button", name="Copy: Link to this position").click()
    expect(page.get_by_role("dialog")).to_contain_text("Copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    page.evaluate("localStorage.clear()")
    other = Player(context.new_page(), link)
    opened = other.state()
    for part in ("record", "hand", "trick", "seats", "choice", "facts"):
        assert opened[part] == before[part], part
    assert not page.evaluate("Boolean(document.querySelector('whister-table').request)")


KEPT = "() => Object.keys(localStorage).some(key => key.startsWith('whister:'))"


def test_two_tabs_keep_their_own_games(page: Page, context: BrowserContext) -> None:
    first = Player(page, HEARTS)
    second = Player(context.new_page(), HEARTS)
    second.choose()
    first.page.wait_for_function(KEPT)  # browsers take a moment to show one tab what another has stored
    first.press("New game")
    expect(first.note).to_contain_text("open in another tab")
    mine, other = first.state()["record"], second.state()["record"]
    assert mine != other
    first.page.reload()
    second.page.reload()
    assert first.state()["record"] == mine
    assert second.state()["record"] == other


def test_a_link_leaves_the_kept_game_alone_until_it_is_played(page: Page) -> None:
    player = Player(page, HEARTS)
    player.choose()
    linked = player.state()["record"]
    player.choose()
    kept = player.state()["record"]
    address = page.url
    player.page.goto(f"{address}#deal={linked}")
    page.reload()
    assert player.state()["record"] == linked
    page.goto(address)
    page.reload()
    assert player.state()["record"] == kept


def test_a_link_that_cannot_be_read_says_why(page: Page) -> None:
    player = Player(page, f"{HEARTS}#deal=w1~hearts/black-lady~nonsense")
    player.shows("This cannot be opened:")
    player.shows("The table has not changed.")
    assert player.state()["phase"] == "pass"


def test_a_link_that_cannot_be_read_offers_the_rules_it_names(page: Page) -> None:
    player = Player(page, f"{HEARTS}#deal=w1~rook/tournament~nonsense")
    player.shows("it ends before its version of the rules")
    player.note.get_by_role("link", name="The rules of").click()
    expect(page).to_have_url(re.compile(r"/rook/tournament/$"))


def test_undo_brings_back_the_deal_that_was_left(page: Page) -> None:
    player = Player(page, HEARTS)
    player.choose()
    before = player.state()["record"]
    player.press("New game")
    assert player.state()["record"] != before
    player.press("Undo")
    assert player.state()["record"] == before


# ---- when Python is not responding


def worker_says(context: BrowserContext, script: str, times: int = 1) -> None:
    """Send this script in place of the worker's file, this many times."""

    def answer(route: Route) -> None:
        route.fulfill(body=script, content_type="text/javascript")

    context.route("**/worker.mjs", answer, times=times)


def test_a_hanging_python_becomes_a_message_and_can_be_tried_again(
    page: Page, context: BrowserContext
) -> None:
    worker_says(context, "// says nothing")
    page.clock.install()
    player = Player(page, HEARTS)
    player.press("New game")
    page.clock.fast_forward(21_000)
    expect(player.note).to_contain_text("Python is not responding")
    page.clock.resume()
    player.table.get_by_role("button", name="Try again").click()
    assert player.state()["phase"] == "pass"
    player.choose()
    assert player.state()["phase"] == "play"


def test_that_python_is_kept_in_this_browser_is_said_once_where_it_loads(
    page: Page, context: BrowserContext
) -> None:
    worker_says(context, "// says nothing", times=2)
    player = Player(page, HEARTS)
    player.press("New game")
    expect(player.note).to_contain_text("Starting Python")
    expect(player.note).to_contain_text("Python will be stored in this browser (about 21 MB)")
    page.reload()
    player.press("New game")
    expect(player.note).to_contain_text("Starting Python")
    expect(player.note).not_to_contain_text("will be stored")


def test_undo_says_where_there_is_nothing_to_take_back(page: Page) -> None:
    player = Player(page, HEARTS)
    before = player.state()["record"]
    player.press("Undo")
    player.shows("You have nothing to undo.")
    assert player.state()["record"] == before


def test_python_wakes_for_whoever_has_played_here_once_a_table_is_in_sight(
    context: BrowserContext,
) -> None:
    asleep = "table => !table.engine.worker && !table.engine.awake"
    first = context.new_page()
    player = Player(first, HEARTS)
    first.wait_for_timeout(1000)
    assert player.table.evaluate(asleep), "who has not played here is left in peace"
    player.choose()
    first.wait_for_function("() => localStorage.getItem('whister-python')")
    later = context.new_page()
    later.goto(ROOK)
    later.locator("whister-table .wt-felt").scroll_into_view_if_needed()
    later.wait_for_function("() => document.querySelector('whister-table').engine.awake")
    first.close()
    below = context.new_page()
    below.set_viewport_size({"width": 1280, "height": 300})
    below.goto(f"{ROOK}#sources")
    below.wait_for_timeout(1000)
    assert below.locator("whister-table").evaluate(asleep), "nor is Python woken for a table out of sight"


def test_python_that_was_deleted_is_not_woken_unasked(context: BrowserContext) -> None:
    page = context.new_page()
    player = Player(page, HEARTS)
    player.choose()
    page.wait_for_function("() => localStorage.getItem('whister-python')")
    player.table.evaluate("table => table.engine.lose('the page is left')")
    player.press("Settings")
    page.get_by_role("button", name="Delete stored Python").click()
    expect(page.get_by_text("Deleted.")).to_be_visible()
    page.reload()
    page.wait_for_timeout(1000)
    assert player.table.evaluate("table => !table.engine.worker")


def test_a_crash_on_the_way_is_recovered_from_the_record(page: Page) -> None:
    player = Player(page, HEARTS)
    player.choose()
    player.choose()
    before = player.state()["record"]
    player.table.evaluate("table => table.engine.lose('the worker fell over')")
    player.choose()
    assert player.state()["record"].startswith(before)


def test_a_worker_that_does_not_load_is_said(page: Page, watch: Watch, context: BrowserContext) -> None:
    watch.expect("worker.mjs", "no such worker")
    worker_says(context, "throw new Error('no such worker')")
    player = Player(page, HEARTS)
    player.press("New game")
    player.shows("Your game is saved.")
    player.table.get_by_role("button", name="Try again").click()
    assert player.state()["phase"] == "pass"


# ---- for everyone


@pytest.mark.parametrize("path", [HEARTS, BOSTON, ROOK, TWO_PACKS, STOCK])
def test_axe_finds_nothing_grave(page: Page, path: str) -> None:
    player = Player(page, path)
    look_at_table(page, "at first")
    while player.state()["phase"] != "play":
        player.choose(highest)
    barred = player.table.locator(".wt-hand [data-barred]")
    if barred.count():
        barred.first.click(force=True)
    look_at_table(page, "in play")
    player.play_on(highest)
    for part in ("log", "keys"):
        player.table.locator(f".wt-{part} summary").click()
    look_at_table(page, "at the end")


@WITH_BOTH_FACES
@pytest.mark.parametrize("path", [HEARTS, BOSTON, ROOK])
def test_everything_to_touch_is_large_enough_on_a_phone(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    player = Player(page, path)
    assert player.table.evaluate(SMALL) == []


def test_the_others_steps_are_shown_one_by_one_and_a_click_skips_them(page: Page) -> None:
    player = Player(page, HEARTS)
    player.choose()
    card = next(held["card"] for held in player.state()["hand"] if held["playable"])
    page.emulate_media(reduced_motion="no-preference")
    player.table.evaluate(WAIT)
    player.card(card).click()
    expect(player.table.locator(f'.wt-play[data-card="{card}"]')).to_be_visible()
    assert player.table.evaluate("table => table.showing")
    player.table.locator(".wt-felt").click(position={"x": 5, "y": 5})
    expect(player.table.locator(".wt-prompt")).to_have_text(player.state()["prompt"])
    assert not player.table.evaluate("table => table.showing")


def test_the_focus_returns_to_the_hand_when_the_others_have_played(page: Page) -> None:
    player = Player(page, HEARTS)
    player.choose()
    page.emulate_media(reduced_motion="no-preference")
    held = [one["card"] for one in player.state()["hand"]]
    card = next(one["card"] for one in player.state()["hand"] if one["playable"])
    player.card(card).focus()
    player.keys("Enter")
    expect(player.hand).to_have_count(len(held) - 1)
    player.state()
    expect(player.table.locator(".wt-hand button:focus")).to_have_count(1)


def test_of_two_equal_cards_one_is_played_and_the_other_stays(page: Page) -> None:
    player = Player(page, TWO_PACKS)
    held = [one["card"] for one in player.state()["hand"]]
    twice = next(card for card in held if held.count(card) == 2)
    second = player.card(twice).nth(1)
    second.focus()
    expect(player.table.locator('.wt-hand [tabindex="0"]')).to_have_count(1)
    player.keys("Enter")
    assert [one["card"] for one in player.state()["hand"]].count(twice) == 1
    expect(player.card(twice)).to_have_count(1)
    expect(player.table.locator('.wt-hand [tabindex="0"]')).to_have_count(1)


def test_a_card_is_drawn_where_the_suit_cannot_be_followed(page: Page) -> None:
    player = Player(page, STOCK)
    while (state := player.state())["choice"]["kind"] == "play":
        player.choose()
    assert player.choose() == ["draw"]
    after = player.state()
    assert len(after["hand"]) == len(state["hand"]) + 1
    assert after["log"][len(state["log"])].startswith("You draw the ")


@WITH_BOTH_FACES
def test_eleven_players_fit_a_phone(page: Page) -> None:
    rules = TWO_PACKS.strip("/")
    record = asked(op="new", rules=rules, options={}, players=11, seed="1909", seat=0)["record"]
    page.set_viewport_size({"width": 360, "height": 900})
    player = Player(page, f"{TWO_PACKS}#deal={record}")
    expect(player.table.locator(".wt-seat")).to_have_count(11)
    player.choose()
    look_at_table(page, "eleven players")


def test_a_game_of_an_older_site_that_cannot_be_drawn_is_let_go(page: Page) -> None:
    player = Player(page, HEARTS)
    player.choose()
    page.evaluate(
        """() => {
          for (const storage of [localStorage, sessionStorage])
            for (const key of Object.keys(storage).filter(key => key.startsWith("whister:")))
              storage.setItem(key, JSON.stringify({...JSON.parse(storage.getItem(key)), state: {seat: 0}}));
        }"""
    )
    page.reload()
    assert player.state()["phase"] == "pass"
    player.choose()
    assert player.state()["phase"] == "play"


def test_a_question_mark_shows_the_keys(page: Page) -> None:
    player = Player(page, HEARTS)
    player.hand.first.focus()
    player.keys("?")
    expect(player.table.get_by_text("U: undo")).to_be_visible()
    card = player.state()["hand"][0]["card"]
    player.keys("?")
    expect(player.table.get_by_text("U: undo")).to_be_hidden()
    assert player.focused() == card, "whoever has read the keys goes on with the hand"
