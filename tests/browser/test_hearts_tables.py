"""Every Hearts rule set at its page's table: played to the settlement, for any number of players, readable throughout."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import whister
from tests.browser.player import Player
from tests.browser.test_table import AXE, highest, look, states
from whister.bots import choose
from whister.record import DealRecord
from whister.ruleset import load

State = dict[str, Any]
HEARTS = [rules for rules in whister.catalogue() if rules.startswith("hearts/")]
OVERLAPS = """
table => {
  const box = one => one.getBoundingClientRect();
  const apart = [".wt-seat", ".wt-widow", ".wt-prompt", ".wt-trick .wt-card", ".wt-hand", ".wt-choice"];
  const parts = apart.flatMap(style => [...table.querySelectorAll(style)]).map(one =>
    [one.getAttribute("aria-label") ?? one.className, one.matches(".wt-seat, .wt-widow") ? [...one.children].map(box) : [box(one)]]);
  const felt = box(table.querySelector(".wt-felt"));
  const found = [];
  parts.forEach(([name, boxes], i) => {
    if (boxes.some(a => a.width && (a.left < felt.left - 1 || a.right > felt.right + 1))) found.push(`${name} beside the felt`);
    for (const [other, others] of parts.slice(i + 1))
      if (boxes.some(a => others.some(b => a.width && b.width
          && a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2)))
        found.push(`${name} over ${other}`);
  });
  return found;
}
"""
SMALL = """
table => [...table.querySelectorAll("button, .wt-bar a, summary")].map(one => [one.textContent, one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44).map(([text, box]) => [text, box.width, box.height])
"""


def show(player: Player, state: State) -> None:
    """Let the page's table draw a state, whosever it is."""
    player.table.evaluate(
        """async (table, state) => {
          await (await import("/_static/table/choice.mjs")).fetched(state);
          table.state = state;
          table.paint();
        }""",
        state,
    )


# ---- whole deals


FETCH = """
async (table, address) => {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  table.replaceWith(document.importNode(page.querySelector("whister-table"), true));
}
"""


def sit_at(player: Player, address: str) -> None:
    """Put another page's table in the place of this one: Python, once awake, stays awake."""
    player.table.evaluate(FETCH, address)


def settled(player: Player, rules: str) -> None:
    """Play to the end of the deal; the settlement shows the engine's totals."""
    met = player.play_on(highest)
    assert "play" in met, rules
    expect(player.settlement, rules).to_be_visible()
    totals = player.settlement.locator("tfoot tr").last.locator("td").all_inner_texts()
    state = player.state()
    found = [text.replace("−", "-") for text in totals[: len(state["seats"])]]
    assert found == [str(total) for total in state["settlement"]["totals"]], rules


def test_every_table_is_played_to_the_settlement(page: Page) -> None:
    player = Player(page, "/hearts/modern/")
    player.hurried = True
    for rules in HEARTS:
        sit_at(player, f"/{rules}/")
        assert player.state()["rules"]["id"] == rules
        settled(player, rules)


def test_every_table_is_played_by_as_many_as_may_play(page: Page) -> None:
    player = Player(page, "/hearts/modern/")
    player.hurried = True
    for rules in HEARTS:
        most = load(rules).players[-1]
        if most <= 4:
            continue
        sit_at(player, f"/{rules}/")
        player.press(f"Deal for {most} players")
        settled(player, rules)
        expect(player.table.locator(".wt-seat"), rules).to_have_count(most)


# ---- the number of players


@pytest.mark.parametrize("rules", HEARTS)
def test_the_page_offers_every_number_of_players(page: Page, rules: str) -> None:
    player = Player(page, f"/{rules}/")
    allowed = load(rules).players
    offered = player.table.get_by_role("group", name="Players").get_by_role("button")
    expect(offered).to_have_text([str(count) for count in allowed] if len(allowed) > 1 else [])


def test_a_number_of_players_is_chosen_by_keyboard_and_undone(page: Page) -> None:
    player = Player(page, "/hearts/modern/")
    before = player.state()["record"]
    player.hand.first.focus()
    player.tab_to("deal-6")
    player.keys("Enter")
    expect(player.table.locator(".wt-seat")).to_have_count(6)
    assert player.focused() == "deal-6"
    expect(player.table.locator(".wt-bar [aria-current]")).to_have_text("6")
    player.press("New deal")
    assert len(player.state()["seats"]) == 6
    player.press("Deal for 3 players")
    assert len(player.state()["seats"]) == 3
    player.press("Undo")
    assert len(player.state()["seats"]) == 6
    player.press("Deal for 4 players")
    assert len(player.state()["seats"]) == 4
    assert player.state()["record"] != before


# ---- room for everybody


def crowds() -> Iterator[tuple[str, State]]:
    """From two players to eleven, with and without cards that are nobody's: at first, in a full trick, at the end."""
    for rules, players in [
        ("modern", 3), ("modern", 5), ("modern", 6), ("four-jacks", 7), ("four-jacks", 8), ("joker", 9),
        *(("heartsette", count) for count in (3, 4, 5, 6)), *(("domino", count) for count in (2, 5, 6, 7)),
        *(("cancellation", count) for count in (6, 7, 9, 10, 11)), ("reversis-hoyle", 4),
    ]:  # fmt: skip
        met = list(states(f"hearts/{rules}", "1", players))
        fullest = max(met, key=lambda state: len(state["trick"]["plays"]))
        led = next(state for state in met if state["last_trick"] and not state["trick"]["plays"])
        for moment, state in {"first": met[0], "following": fullest, "leading": led, "end": met[-1]}.items():
            yield f"{rules}, {players} players, {moment}", state


def test_nothing_lies_over_anything_else(page: Page) -> None:
    player = Player(page, "/hearts/modern/")
    shown = list(crowds())
    for width in (360, 800):
        page.set_viewport_size({"width": width, "height": 1000})
        for moment, state in shown:
            show(player, state)
            assert player.table.evaluate(OVERLAPS) == [], (moment, width)
            assert player.table.evaluate(SMALL) == [], (moment, width)


def test_play_to_the_right_goes_round_the_other_way(page: Page) -> None:
    player = Player(page, "/hearts/reversis/")
    seats = player.state()["seats"]
    assert [seat["position"] for seat in seats] == ["south", "east", "north", "west"]
    for seat in seats[1:]:
        expect(player.table.locator(f".wt-seat.wt-{seat['position']}")).to_have_attribute(
            "aria-label", seat["name"]
        )


# ---- every phase


def in_phase(phase: str) -> Callable[[State], bool]:
    return lambda state: state["phase"] == phase and state["choice"] is not None


def fact(label: str, value: str = "") -> Callable[[State], bool]:
    return lambda state: any(one["label"] == label and value in one["value"] for one in state["facts"])


PHASES: dict[str, tuple[str, Callable[[State], bool], dict[str, Any]]] = {
    "bids in chips": ("auction", in_phase("auction"), {}),
    "naming the penalty suit": ("auction", in_phase("name"), {}),
    "announcing a générale": ("chasse-coeur", in_phase("announce"), {}),
    "announcing a capot": ("four-jacks", in_phase("announce"), {"capot": "on"}),
    "bidding a slam": ("partnership-slam", in_phase("announce"), {}),
    "a partner nobody knows": ("partnership-slam", fact("Partner", "whoever"), {}),
    "a partner known": ("partnership-slam", lambda state: any(seat["role"] == "partner" for seat in state["seats"]), {}),
    "laying out": ("reversis-hoyle", in_phase("discard"), {}),
    "the exchange across": ("reversis-hoyle", in_phase("pass"), {}),
    "pools by name": ("reversis-hoyle", fact("Great quinola pool"), {}),
    "drawing": ("domino", lambda state: bool(state["choice"]) and state["choice"]["kind"] == "buttons", {}),
    "out of cards": ("domino", lambda state: any(seat["role"] == "out" for seat in state["seats"]), {}),
    "the widow in hand": ("heartsette", in_phase("nest"), {"widow_mode": "into-hand"}),
    "a trick set aside": ("cancellation", fact("Set aside"), {}),
    "a pledge": ("omnibus", in_phase("pledge"), {"pledge": True}),
    "what a moon does": ("royal", in_phase("moon"), {}),
    "a joker led": ("joker", lambda state: state["prompt"].startswith("The joker was led"), {}),
    "a long settlement": ("reversis-hoyle", lambda state: state["over"], {}),
}  # fmt: skip


def met(rules: str, wanted: Callable[[State], bool], options: dict[str, Any]) -> State:
    """The first state of some deals that is as wanted."""
    for seed in range(200):
        for state in states(f"hearts/{rules}", str(seed), **options):
            if wanted(state):
                return state
    raise AssertionError(f"{rules}: not met")


def test_axe_finds_nothing_grave_in_any_phase(page: Page) -> None:
    player = Player(page, "/hearts/modern/")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for moment, (rules, wanted, options) in PHASES.items():
        show(player, met(rules, wanted, options))
        look(page, moment, widths=(360,))
        assert player.table.evaluate(OVERLAPS) == [], moment
        assert player.table.evaluate(SMALL) == [], moment
        expect(player.table.locator(".wt-prompt")).not_to_be_empty()


def test_a_standing_jack_is_said_at_the_table(page: Page) -> None:
    game = load("hearts/spot").session("j0")
    while not game.deal.ledger.standing:
        while not game.deal.over:
            seat = game.deal.pending[0]
            game.deal.act(choose(game.deal.view(seat)), seat)
        game.advance()
    player = Player(page, f"/hearts/spot/#deal={DealRecord.of(game.deal)}")
    expect(player.table.locator(".wt-facts")).to_contain_text("only a single clear player can win the pool")
    pool = game.deal.ledger.pools["pool"]
    expect(player.table.locator(".wt-facts")).to_contain_text(f"Pool {pool} chips")
    player.play_on()
    expect(player.settlement).to_be_visible()
