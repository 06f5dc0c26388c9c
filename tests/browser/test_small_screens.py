"""Zoom, small screens, forced colours and reduced motion, at each phase of a game of each family."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import whister
from tests.asking import asked
from tests.browser.conftest import WITH_BOTH_FACES, Watch
from tests.browser.journeys import State, deal, journeys, open_actions
from tests.browser.looking import OVERLAPS, TOO_WIDE, show, wrong_in
from tests.browser.player import CORNER, SMALL, Player, offered

GAMES = ("hearts/black-lady", "boston/fontainebleau", "rook/tournament")
CASE = "/embed/hearts/black-lady/#deal=c1~hearts/black-lady~hearts-broken~BLD-4~"
CUT_OFF = """
table => [...table.querySelectorAll(".wt-felt *, .wt-bar *, .wt-settlement *")].filter(one => {
  const { overflowX, overflowY, textOverflow } = getComputedStyle(one);
  const hides = [overflowX, overflowY].some(how => how === "hidden" || how === "clip") || textOverflow === "ellipsis";
  return hides && !one.matches(".wt-hidden, .wt-hidden *, .wt-long, svg, svg *")
    && one.textContent.trim() && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1);
}).map(one => `${one.className}: ${one.textContent}`)
"""
UNSEEN = """
table => [...table.querySelectorAll("button, a")].filter(one => one.checkVisibility()).filter(one => {
  const box = one.getBoundingClientRect();
  return box.left < 0 || box.right > document.documentElement.clientWidth + 1;
}).filter(one => !one.closest(".wt-settlement, .wt-sheet")).map(one => one.textContent)
"""
STICKS_OUT = """
table => {
  const felt = table.querySelector(".wt-felt");
  const { left, right } = felt.getBoundingClientRect();
  const { paddingLeft, paddingRight } = getComputedStyle(felt);
  const seen = [...felt.querySelectorAll(":not(svg *)")].filter(one => !one.closest(".wt-hidden, .wt-long"));
  return seen.map(one => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width
    && (box.left < left + parseFloat(paddingLeft) - 0.5 || box.right > right - parseFloat(paddingRight) + 0.5))
    .map(([one, box]) => [one.className, one.textContent, box.left - left, right - box.right]);
}
"""
"""What lies in the felt's margin or beyond it: the class, the text, and the pixels from the left and right edges."""


EDGELESS = """
table => [...table.querySelectorAll("button")].filter(one => one.checkVisibility()).filter(one => {
  const { borderTopStyle, borderTopWidth, outlineStyle } = getComputedStyle(one);
  return (borderTopStyle === "none" || parseFloat(borderTopWidth) === 0) && outlineStyle === "none";
}).map(one => one.textContent)
"""
PAGES = (
    "/", "/404.html", "/adding/", "/api/", "/bibliography/", "/boston/", "/boston/errata/", "/boston/fontainebleau/",
    "/boston/fontainebleau/sheet/", "/boston/hoyle/", "/boston/nantes/", "/cards/", "/cite/", "/command-line/",
    "/compare/", "/embed/boston/fontainebleau/", "/embed/hearts/reversis-hoyle/", "/evidence/", "/genindex/", "/hearts/",
    "/hearts/black-lady/", "/hearts/black-lady/cite/", "/hearts/history/", "/hearts/reversis-hoyle/",
    "/hearts/strategy/", "/house-rules/?base=boston/hoyle", "/rook/", "/rook/tournament/", "/search/?q=moon",
    "/sources/", "/take-away/", "/whole/matrix/", "/whole/timeline/",
)  # fmt: skip
"""One page of each kind, and those with the longest words and widest tables."""

LARGER = """
(size) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root { font-size: ${size}% !important }
    * { font-family: "DejaVu Sans" !important; font-weight: bold !important }`);
  document.adoptedStyleSheets = [sheet];
  return new Promise(done => requestAnimationFrame(() => setTimeout(done)));
}
"""
"""Sets bold text in a font as wide as any on a reader's machine, at a size that the reader asks for."""

HEADER = """
() => {
  const width = document.documentElement.clientWidth, header = document.querySelector(".site-header");
  const parts = [...header.querySelectorAll("a, button, label")].map(one => [one.textContent.trim() || one.className,
    one.getBoundingClientRect()]);
  const within = header.getBoundingClientRect();
  const out = parts.filter(([, box]) => box.left < 0 || box.right > width || box.top < 0 || box.bottom > within.bottom);
  const over = parts.flatMap(([name, a], i) => parts.slice(i + 1).filter(([, b]) => a.left < b.right - 1
    && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1).map(([other]) => `${name} over ${other}`));
  return [...out.map(([name]) => `${name} out of sight`), ...over];
}
"""
"""Finds the parts of the header that are out of sight, and those that overlap."""


def moments(rules: str) -> dict[str, State]:
    """Return the first state of each phase of a rule set and its end; `test_proof.py` reaches them in the page."""
    found: dict[str, State] = {}
    for journey in journeys(rules):
        found = {**journey.moments, **found}
    return found


@WITH_BOTH_FACES
def test_no_page_is_wider_than_a_small_screen(page: Page, watch: Watch) -> None:
    watch.expect("404")
    for path in PAGES:
        page.goto(path)
        for width in (320, 360):
            page.set_viewport_size({"width": width, "height": 600})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)


LARGER_AND_SPACED = {
    "twice as large": ":root { font-size: 200% !important }",
    "spaced": """* { letter-spacing: 0.12em !important; line-height: 1.5 !important; word-spacing: 0.16em !important }
        p { margin-bottom: 2em !important }""",
}
"""What readers ask for: twice the size, and the spacing of WCAG 2.2, 1.4.12."""

STYLED = """
style => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
  return new Promise(done => requestAnimationFrame(() => setTimeout(done)));
}
"""

CUT = """
() => [...document.querySelectorAll("article :is(p, li, dd, dt, td, th, summary, button, a, h1, h2, h3, h4)")].filter(one => {
  const { overflowX, overflowY, textOverflow } = getComputedStyle(one);
  const hides = [overflowX, overflowY].some(how => how === "hidden" || how === "clip") || textOverflow === "ellipsis";
  return hides && one.checkVisibility() && one.textContent.trim() && !one.closest(".wt-hidden, .unseen, .wt-long, svg")
    && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1);
}).map(one => `${one.className || one.nodeName}: ${one.textContent}`)
"""
"""Finds the elements of an article that hide a part of their own text."""

OF_EACH_KIND = (
    "/", "/404.html", "/bibliography/", "/boston/fontainebleau/", "/cite/", "/compare/", "/evidence/", "/hearts/",
    "/hearts/black-lady/", "/hearts/history/", "/house-rules/", "/rook/tournament/", "/whole/matrix/", "/whole/timeline/",
)  # fmt: skip


@WITH_BOTH_FACES
def test_larger_and_wider_text_is_neither_cut_nor_beside_the_page(page: Page, watch: Watch) -> None:
    watch.expect("404")
    page.set_viewport_size({"width": 390, "height": 844})
    for path in OF_EACH_KIND:
        page.goto(path)
        for how, style in LARGER_AND_SPACED.items():
            page.evaluate(STYLED, style)
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, (path, how)
            assert page.evaluate(CUT) == [], (path, how)


@pytest.mark.parametrize("faces", ["wide"])
def test_the_header_has_room_for_any_face_at_any_size(page: Page) -> None:
    """Up to twice the size on a phone, names and buttons are in sight and apart, and drawers begin below them."""
    for path in ("/hearts/black-lady/", "/house-rules/"):
        page.goto(path)
        for width in (320, 360, 500):
            page.set_viewport_size({"width": width, "height": 640})
            for size in (100, 125, 150, 200):
                page.evaluate(LARGER, size)
                assert page.evaluate(HEADER) == [], (path, width, size)
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width, size)
                below = page.locator(".sidebar-drawer").evaluate(
                    "drawer => drawer.getBoundingClientRect().top"
                )
                height = page.locator(".site-header").evaluate("header => header.offsetHeight")
                assert below >= height - 1, (path, width, size)


@WITH_BOTH_FACES
@pytest.mark.parametrize("rules", GAMES)
def test_every_phase_fits_when_enlarged(page: Page, rules: str) -> None:
    """At 1280 pixels enlarged to 200 % and 400 %, and on a phone, everything is in sight and easily touched."""
    player = Player(page, f"/{rules}/")
    met = moments(rules)
    for width in (640, 360, 320):
        page.set_viewport_size({"width": width, "height": 640})
        assert wrong_in(player, met, TOO_WIDE, UNSEEN, CUT_OFF, STICKS_OUT, OVERLAPS, SMALL) == {}, width


@WITH_BOTH_FACES
@pytest.mark.parametrize("width", [320, 360])
def test_what_is_said_beside_a_case_stays_on_the_felt(page: Page, width: int) -> None:
    """Cards that a case does not give are marked at each seat, even at the sides, where a phone has least room."""
    page.set_viewport_size({"width": width, "height": 640})
    player = Player(page, CASE)
    expect(player.table.locator(".wt-seat").get_by_text("hand unknown")).to_have_count(3)
    assert player.table.evaluate(STICKS_OUT) == []
    assert player.table.evaluate(CUT_OFF) == []
    assert player.table.evaluate(OVERLAPS) == []


AT_EACH_BID = """
async table => {
  const wrong = [];
  const header = document.querySelector(".site-header").getBoundingClientRect().bottom;
  const seen = one => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= header - 1 && bottom <= innerHeight + 1;
  };
  const bids = [...table.querySelectorAll(".wt-ladder :is(button, summary)")].filter(one => one.checkVisibility());
  for (const bid of [...bids, ...bids.toReversed()]) {
    bid.focus();
    await new Promise(done => requestAnimationFrame(done));
    const within = table.querySelector(".wt-ladder").getBoundingClientRect();
    const { top, bottom } = bid.getBoundingClientRect();
    const name = bid.dataset.action ?? bid.textContent;
    if (!seen(table.querySelector(".wt-hand"))) wrong.push(`the hand at ${name}`);
    if (!seen(bid) || top < within.top - 1 || bottom > within.bottom + 1) wrong.push(name);
    for (const one of table.querySelectorAll(".wt-choice > .wt-group button")) if (!seen(one)) wrong.push(`${one.textContent} at ${name}`);
  }
  return [bids.length, wrong];
}
"""
"""Counts a ladder's bids and names, and finds where the hand, the bid reached or a button beside it is out of sight."""


def overcalled(rules: str) -> State:
    """Return an auction in which somebody has bid before the visitor bids again, or an earlier state if nobody has."""
    state = opening = asked(op="new", rules=rules, options={}, players=None, seed=rules, seat=0)
    for _ in range(3):
        choice = state["choice"]
        if not choice or choice["kind"] != "ladder":
            return opening
        if any(bid["stands"] for part in choice["parts"] for rung in part["rungs"] for bid in rung["bids"]):
            return state
        lowest = next(one for one in offered(choice) if "name" in one and one["legal"])
        opening, state = state, asked(op="act", record=state["record"], seat=0, action=lowest["action"])
    return opening


def highest(bids: list[str]) -> str:
    return next((one for one in reversed(bids) if one.startswith("bid ")), bids[0])


@WITH_BOTH_FACES
def test_on_a_phone_every_card_that_may_be_called_can_be_tapped(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    player = Player(page, "/rook/tournament/")
    state = next(
        state
        for seed in range(40)
        for state in deal("rook/tournament", {"partners": "called-card"}, str(seed), highest).states
        if state["choice"] and open_actions(state)[0].startswith("call ")
    )
    show(player, state)
    calls = player.table.locator('.wt-choice [data-action^="call "]')
    expect(player.table.locator(".wt-come")).to_have_count(1)
    assert calls.count() > 15
    for call in calls.all():
        call.click(trial=True)


@pytest.mark.parametrize("family", ["boston", "hearts", "rook"])
def test_on_a_phone_the_hand_and_the_pass_are_in_sight_at_every_bid(page: Page, family: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    looked = 0
    for rules in (name for name in whister.catalogue() if name.startswith(f"{family}/")):
        state = asked(op="new", rules=rules, options={}, players=None, seed=rules, seat=0)
        if not state["choice"] or state["choice"]["kind"] != "ladder":
            continue
        player = Player(page, f"/{rules}/")
        for drawn in (state, overcalled(rules)):
            show(player, drawn)
            bids, wrong = player.table.evaluate(AT_EACH_BID)
            assert wrong == [], rules
            looked += bids
    assert looked > 9


@pytest.mark.parametrize("rules", GAMES)
def test_in_forced_colours_everything_to_press_has_an_edge(page: Page, rules: str) -> None:
    player = Player(page, f"/{rules}/")
    page.emulate_media(forced_colors="active")
    assert wrong_in(player, moments(rules), EDGELESS) == {}


def test_a_card_comes_from_its_player_and_a_trick_goes_to_its_taker(page: Page) -> None:
    player = Player(page, f"/{GAMES[0]}/")
    player.choose()
    page.emulate_media(reduced_motion="no-preference")
    player.table.evaluate(
        """table => {
          globalThis.moved = [];
          const sides = { north: [0, -1], south: [0, 1], west: [-1, 0], east: [1, 0] };
          table.addEventListener("animationstart", ({ target, animationName }) => {
            if (!["wt-arrive", "wt-take"].includes(animationName)) return;
            const takes = animationName === "wt-take";
            const seat = takes ? table.querySelector("[data-won]") : target;
            const [animation] = target.getAnimations();
            if (!animation) return; // it was over before the event came
            animation.pause();
            animation.currentTime = takes ? 399 : 1;
            const { e, f } = new DOMMatrix(getComputedStyle(target).transform);
            animation.play();
            const side = seat.className.match(/wt-(north|south|west|east)/)[1];
            moved.push([animationName, side, [Math.sign(Math.round(e)), Math.sign(Math.round(f))].join() === sides[side].join()]);
          });
        }"""
    )
    for _ in range(3):
        card = next(held["card"] for held in player.state()["hand"] if held["playable"])
        player.card(card).first.click(position=CORNER)
    player.state()
    moved = page.evaluate("moved")
    assert {name for name, _, _ in moved} == {"wt-arrive", "wt-take"}
    assert {side for name, side, _ in moved if name == "wt-arrive"} == {"north", "south", "west", "east"}
    assert all(right for _, _, right in moved), moved


def test_with_reduced_motion_nothing_moves(page: Page) -> None:
    player = Player(page, f"/{GAMES[0]}/")
    page.evaluate(
        "globalThis.moved = []; document.addEventListener('transitionrun', e => moved.push(e.propertyName))"
    )
    page.evaluate("document.addEventListener('animationstart', e => moved.push(e.animationName))")
    for _ in range(4):
        player.choose()
        player.state()
        assert (
            page.evaluate("document.getAnimations().map(one => one.animationName ?? one.transitionProperty)")
            == []
        )
    assert page.evaluate("moved") == []


def test_on_a_phone_a_whole_felt_with_an_auction_fits_below_the_header(page: Page) -> None:
    """The felt includes the hand, the prompt, the scoreboard and the visitor's own place."""
    page.set_viewport_size({"width": 360, "height": 740})
    player = Player(page, "/boston/fontainebleau/")
    room = page.evaluate(
        "() => innerHeight - document.querySelector('header').getBoundingClientRect().height"
    )
    for rules in ("boston/fontainebleau", "boston/hoyle", "boston/russian", "rook/tournament"):
        show(player, asked(op="new", rules=rules, options={}, players=None, seed=rules, seat=0))
        felt = player.table.locator(".wt-felt").bounding_box()
        assert felt is not None
        assert felt["height"] <= room, rules


def test_on_a_phone_ones_own_call_moves_no_card(page: Page) -> None:
    """The call is a long one here: six levées in hearts, before the question whether to ask for a partner."""
    page.set_viewport_size({"width": 360, "height": 740})
    player = Player(page, "/boston/fontainebleau/")
    where = """table => {
      const [felt, hand] = [".wt-felt", ".wt-hand"].map(one => table.querySelector(one).getBoundingClientRect().top);
      return Math.round(hand - felt);
    }"""
    state = player.state()
    before = player.table.evaluate(where)
    assert state["choice"]["kind"] == "ladder"
    player.choose(lambda bids: next(bid for bid in bids if bid.endswith("6H")))
    state = player.state()
    assert state["seats"][0]["call"] == "bid six levées in hearts"
    assert player.table.evaluate(where) == before
