"""The table's behaviour: what it shows between turns, a scoreboard on one line, and a felt that stays where it is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import whister
from tests.browser.conftest import WITH_BOTH_FACES
from tests.browser.looking import drawn, show, wrong_in
from tests.browser.player import CORNER, Player
from tests.browser.test_table import HEARTS, TWO_PACKS, states

EVERY = tuple(whister.catalogue())
State = dict[str, Any]

CUT_OFF = """
table => {
  const board = table.querySelector(".wt-board"), { right } = board.getBoundingClientRect();
  return board.scrollWidth > board.clientWidth || [...board.children].some(one => one.getBoundingClientRect().right > right)
    ? [board.innerText] : [];
}
"""
"""Finds a scoreboard that does not fit on its line."""

PICTURES = """
async text => {
  const { frames } = await import("/_static/table/frames.mjs");
  const all = JSON.parse(text), wrong = [];
  let seen = 0;
  all.slice(1).forEach((after, i) => {
    let before = all[i];
    for (const { state } of [...frames(before, after), { state: after }]) {
      seen++;
      const told = what => wrong.push(`${what}: ${state.prompt}`);
      if (state !== after && state.hand.some(({ playable, reason }) => playable || reason)) told("a card is open or barred");
      if (state.last_trick && state.last_trick.number !== before.last_trick?.number && state.last_trick.number === before.trick.number
          && before.trick.plays.length !== state.last_trick.plays.length) told("a trick is taken before it is complete");
      const held = state.seats[state.seat].count;
      if (held !== state.hand.length && state.seats[state.seat].plays && state.hand.length) told(`${held} cards counted, ${state.hand.length} shown`);
      before = state;
    }
  });
  return [seen, wrong];
}
"""
"""Counts the pictures between the answers of the engine, and finds what is wrong in them."""


@pytest.mark.parametrize("family", ["boston", "hearts", "rook"])
def test_what_is_shown_between_turns_is_true(page: Page, family: str) -> None:
    """While the others act, no card is open or barred, counts match the cards, and only complete tricks are taken."""
    page.goto(HEARTS)
    for rules in whister.catalogue(family):
        for bold in (False, True):
            seen, wrong = page.evaluate(PICTURES, json.dumps(list(states(rules, "3", bold=bold))))
            assert wrong == [], rules
            assert seen, rules


@WITH_BOTH_FACES
def test_the_scoreboard_is_one_line_at_any_moment_of_any_rule_set(page: Page) -> None:
    player = Player(page, HEARTS)
    player.alone()
    moments = {
        f"{rules} {number}": state
        for rules in EVERY
        for number, state in enumerate(states(rules, "5", bold=True))
        if state["phase"] in ("play", "over") and not number % 3
    }
    for width in (360, 820, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert wrong_in(player, moments, CUT_OFF) == {}, width


def test_the_cards_passed_are_named_until_the_first_card_is_played(page: Page) -> None:
    player = Player(page, HEARTS)
    held = {one["card"] for one in player.state()["hand"]}
    gone = player.choose()
    come = [one["card"] for one in player.state()["hand"] if one["card"] not in held]
    assert len(come) == len(gone) == 3
    told = player.table.locator(".wt-come")
    expect(told).to_have_count(1)
    assert all(name in told.inner_text() for name in ("From", *(card[0] for card in come)))
    expect(player.table.locator(".wt-hand [data-mark]")).to_have_count(3)
    player.choose()
    expect(told).to_have_count(0)
    expect(player.table.locator(".wt-hand [data-mark]")).to_have_count(0)


def test_the_last_trick_is_seen_again_by_a_key_and_by_a_button(page: Page) -> None:
    player = Player(page, HEARTS)
    state = player.state()
    while not (state["last_trick"] and state["trick"]["plays"]):
        player.choose()
        state = player.state()
    trick = player.table.locator(".wt-trick")
    now, past = ([play["card"] for play in one["plays"]] for one in (state["trick"], state["last_trick"]))
    button = player.table.locator('[data-do="back"]')
    shown = "cards => cards.map(card => card.dataset.card)"
    assert trick.locator("li").evaluate_all(shown) == now
    player.hand.first.focus()
    player.keys("l")
    assert trick.locator("li").evaluate_all(shown) == past
    label = "trick => getComputedStyle(trick, '::after').content"
    assert trick.evaluate(label).startswith('"Last trick, taken by ')
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(player.live).to_contain_text("Last trick, taken by ")
    for play in state["last_trick"]["plays"]:
        expect(player.live).to_contain_text(f"{state['seats'][play['seat']]['name']}: {play['name']}")
    button.click()
    expect(player.live).to_contain_text(f"Trick {state['trick']['number']}. ")
    assert trick.locator("li").evaluate_all(shown) == now
    assert trick.evaluate(label) == "none"


def test_cancelled_cards_are_marked_in_pairs_and_lead_to_the_clause(page: Page) -> None:
    player = Player(page, TWO_PACKS)
    state = next(
        state
        for seed in range(40)
        for state in states(TWO_PACKS.strip("/"), str(seed), players=8)
        if state["trick"]["cancelled"]
    )
    show(player, state)
    gone = player.table.locator(".wt-play[data-gone]")
    pairs = gone.evaluate_all("cards => cards.map(card => card.dataset.pair)")
    assert pairs
    assert all(pairs.count(pair) == 2 for pair in pairs)
    expect(gone.first).to_contain_text("cancelled")
    link = player.table.locator(".wt-cancelled a")
    assert (link.get_attribute("href") or "").endswith(state["trick"]["cancelled"]["url"])


def test_undo_focuses_no_card_that_may_not_be_played(page: Page) -> None:
    player = Player(page, HEARTS)
    for _ in range(8):
        player.choose()
        player.hand.first.focus()
        player.keys("u")
        state = player.state()
        at = player.table.locator('.wt-hand [tabindex="0"]').evaluate(
            "card => card.closest('li').dataset.card"
        )
        open_to = [held["card"] for held in state["hand"] if held["playable"]]
        assert not open_to or at in open_to
        player.choose()


def test_a_case_that_is_opened_takes_the_place_of_a_replay(page: Page) -> None:
    player = Player(page, HEARTS)
    page.locator(".example-replay").first.click()
    expect(page.locator(".wt-replay")).to_have_count(1)
    player.state()
    page.locator("a.see[href*='=c1~']").first.evaluate("link => link.click()")
    expect(player.table.locator(".wt-case")).to_have_count(1)
    expect(page.locator(".wt-replay")).to_have_count(0)


HEIGHT = "table => [Math.round(table.querySelector('.wt-felt').getBoundingClientRect().height)]"


@pytest.mark.parametrize("family", ["boston", "hearts", "rook"])
def test_the_felt_is_as_high_at_any_moment_of_a_deal(page: Page, family: str) -> None:
    """This is so from the auction to the last trick, with the fewest players and the most: no button below it moves."""
    player = Player(page, HEARTS)
    player.alone()
    for rules in map(whister.load, whister.catalogue(family)):
        for players in sorted({len(rules.plan.table.players), rules.players[0], rules.players[-1]}):
            moments = [
                *states(rules.id, "5", players, bold=False),
                *states(rules.id, "6", players, bold=True),
            ]
            for width in (360, 820, 1280):
                page.set_viewport_size({"width": width, "height": 900})
                heights = {height for ((height,),) in drawn(player, moments, HEIGHT)}
                assert len(heights) == 1, (rules.id, players, width, heights)


def test_a_refusal_moves_nothing(page: Page) -> None:
    player = Player(page, HEARTS)
    state = player.state()
    while not any(held["reason"] for held in state["hand"]):
        player.choose()
        state = player.state()
    where = "table => ['.wt-felt', '.wt-hand', '.wt-bar'].map(one => table.querySelector(one).getBoundingClientRect().top)"
    before = player.table.evaluate(where)
    barred = next(held["card"] for held in state["hand"] if held["reason"])
    player.card(barred).click(position=CORNER, force=True)
    expect(player.note).to_be_visible()
    assert player.table.evaluate(where) == before
