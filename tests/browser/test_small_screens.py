"""Zoom, small screens, forced colours and reduced motion, at each phase of a game of each family."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.journeys import State, journeys
from tests.browser.player import CORNER, SMALL, Player
from tests.browser.test_proof import walked
from tests.browser.test_tables import OVERLAPS, show

GAMES = ("hearts/black-lady", "boston/fontainebleau", "rook/tournament")
CASE = "/embed/hearts/black-lady/#deal=c1~hearts/black-lady~hearts-broken~BLD-4~"
CUT_OFF = """
table => [...table.querySelectorAll(".wt-felt *, .wt-bar *, .wt-settlement *")].filter(one => {
  const { overflowX, overflowY, textOverflow } = getComputedStyle(one);
  const hides = [overflowX, overflowY].some(how => how === "hidden" || how === "clip") || textOverflow === "ellipsis";
  return hides && !one.matches(".wt-hidden, .wt-hidden *, svg, svg *")
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
  const seen = [...felt.querySelectorAll(":not(svg *)")].filter(one => !one.closest(".wt-hidden"));
  return seen.map(one => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width
    && (box.left < left + parseFloat(paddingLeft) - 0.5 || box.right > right - parseFloat(paddingRight) + 0.5))
    .map(([one, box]) => [one.className, one.textContent, box.left - left, right - box.right]);
}
"""
"""What lies in the felt's margin or beyond it: its class, its text, how far it is from either edge in pixels."""


def moments(player: Player, rules: str) -> dict[str, State]:
    """The first state of each phase of a rule set, and its end, as the page meets them."""
    found: dict[str, State] = {}
    for journey in journeys(rules):
        found = {**walked(player, journey), **found}
    return found


@pytest.mark.parametrize("rules", GAMES)
def test_every_phase_fits_when_enlarged(page: Page, rules: str) -> None:
    """1280 pixels at 200 % and at 400 %, and a phone: everything is seen, and large enough for a finger."""
    player = Player(page, f"/{rules}/")
    for phase, state in moments(player, rules).items():
        for width in (640, 360, 320):
            page.set_viewport_size({"width": width, "height": 640})
            show(player, state)
            at = (phase, width)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, at
            assert player.table.evaluate(UNSEEN) == [], at
            assert player.table.evaluate(CUT_OFF) == [], at
            assert player.table.evaluate(STICKS_OUT) == [], at
            assert player.table.evaluate(OVERLAPS) == [], at
            assert player.table.evaluate(SMALL) == [], at


@pytest.mark.parametrize("width", [320, 360])
def test_what_is_said_beside_a_case_stays_on_the_felt(page: Page, width: int) -> None:
    """Cards that the case of a clause does not give are told of at either side, where a phone has least room."""
    page.set_viewport_size({"width": width, "height": 640})
    player = Player(page, CASE)
    expect(player.table.locator(".wt-seat").get_by_text("cards not given")).to_have_count(3)
    assert player.table.evaluate(STICKS_OUT) == []
    assert player.table.evaluate(CUT_OFF) == []
    assert player.table.evaluate(OVERLAPS) == []


@pytest.mark.parametrize("rules", GAMES)
def test_in_forced_colours_everything_to_press_has_an_edge(page: Page, rules: str) -> None:
    player = Player(page, f"/{rules}/")
    page.emulate_media(forced_colors="active")
    for phase, state in moments(player, rules).items():
        show(player, state)
        edgeless = player.table.evaluate(
            """table => [...table.querySelectorAll("button")].filter(one => one.checkVisibility()).filter(one => {
              const { borderTopStyle, borderTopWidth, outlineStyle } = getComputedStyle(one);
              return (borderTopStyle === "none" || parseFloat(borderTopWidth) === 0) && outlineStyle === "none";
            }).map(one => one.textContent)"""
        )
        assert edgeless == [], phase


def test_a_card_comes_from_its_player_and_a_trick_goes_to_its_taker(page: Page) -> None:
    player = Player(page, f"/{GAMES[0]}/")
    player.choose()
    page.emulate_media(reduced_motion="no-preference")
    player.table.evaluate(
        """table => {
          globalThis.moved = [];
          const sides = { north: [0, -1], south: [0, 1], west: [-1, 0], east: [1, 0] };
          table.addEventListener("animationstart", ({ target, animationName }) => {
            const takes = animationName === "wt-take";
            const seat = takes ? table.querySelector("[data-won]") : target;
            const [animation] = target.getAnimations();
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
