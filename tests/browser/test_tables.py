"""Every rule set at its page's table: played to the settlement, for any number of players, readable throughout."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

import whister
from tests.asking import asked
from tests.browser.axe import look_at_table
from tests.browser.conftest import WITH_BOTH_FACES
from tests.browser.looking import CUT_SHORT, OVERLAPS, TOO_WIDE, State, show, wrong_in
from tests.browser.player import SMALL, Player, offered
from tests.browser.test_table import states
from whister.bots import choose
from whister.links.deal_record import DealRecord
from whister.rules import load

EVERY = tuple(whister.catalogue())
FIRST = EVERY[0]


# ---- whole deals


FETCH = """
async (table, address) => {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  table.replaceWith(document.importNode(page.querySelector("whister-table"), true));
}
"""


def sit_at(player: Player, address: str) -> None:
    """Replace this table with that of another page, so that Python, once started, keeps running."""
    player.table.evaluate(FETCH, address)


def settled(player: Player, rules: str) -> None:
    """Play to the end of the deal; check that the settlement shows the engine's totals."""
    met = player.rush()
    assert "play" in met, rules
    expect(player.settlement, rules).to_be_visible()
    totals = player.settlement.locator("tfoot tr").last.locator("td").all_inner_texts()
    state = player.state()
    found = [text.replace("−", "-") for text in totals[: len(state["seats"])]]
    assert found == [str(total) for total in state["settlement"]["totals"]], rules


def test_every_table_is_played_by_as_many_as_may_play(page: Page) -> None:
    player = Player(page, "/hearts/modern/")
    player.alone()
    for rules in EVERY:
        allowed = load(rules).players
        most = allowed[-1]
        if most <= 4 or len(allowed) == 1:
            continue
        sit_at(player, f"/{rules}/")
        player.press(f"Deal for {most} players")
        settled(player, rules)
        expect(player.table.locator(".wt-seat"), rules).to_have_count(most)


# ---- the number of players


def test_the_page_offers_every_number_of_players(page: Page) -> None:
    player = Player(page, f"/{FIRST}/")
    player.alone()
    for rules in EVERY:
        sit_at(player, f"/{rules}/")
        allowed = load(rules).players
        buttons = player.table.get_by_role("group", name="Players").get_by_role("button")
        wanted = [str(count) for count in allowed] if len(allowed) > 1 else []
        expect(buttons, rules).to_have_text(wanted)


def test_a_number_of_players_is_chosen_by_keyboard_and_undone(page: Page) -> None:
    player = Player(page, "/hearts/modern/")
    player.alone()
    before = player.state()["record"]
    player.hand.first.focus()
    player.tab_to("deal-6")
    player.keys("Enter")
    expect(player.table.locator(".wt-seat")).to_have_count(6)
    assert player.focused() == "deal-6"
    expect(player.table.locator(".wt-bar [aria-current]")).to_have_text("6")
    player.press("New game")
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
    """Yield states of two to eleven players, some with cards that belong to nobody, at four moments of a deal."""
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


@WITH_BOTH_FACES
def test_nothing_lies_over_anything_else(page: Page) -> None:
    player = Player(page, "/hearts/modern/")
    player.alone()
    shown = dict(crowds())
    for width in (360, 800):
        page.set_viewport_size({"width": width, "height": 1000})
        assert wrong_in(player, shown, OVERLAPS, SMALL) == {}, width


@WITH_BOTH_FACES
def test_a_settlement_for_many_names_each_player_beside_the_amount_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    player = Player(page, "/hearts/modern/")
    player.alone()
    *_, end = states("hearts/cancellation", "1", 11)
    show(player, end)
    assert player.settlement.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    named = (
        player.settlement.locator("tfoot tr")
        .last.locator("td")
        .evaluate_all(
            "cells => cells.map(cell => [getComputedStyle(cell, '::before').content, cell.textContent])"
        )
    )
    totals = end["settlement"]["totals"]
    assert named == [[f'"{seat["name"]}"', str(totals[seat["seat"]])] for seat in end["seats"]]


@pytest.mark.parametrize("width", [360, 1280])
def test_the_hand_stays_where_it_is_while_a_deal_is_played(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    player = Player(page, "/hearts/modern/")
    player.alone()
    places = set()
    for state in states("hearts/black-lady", "1"):
        if state["over"]:
            break
        show(player, state)
        places.add(
            player.table.evaluate(
                """table => {
                  const [felt, hand] = [".wt-felt", ".wt-hand"].map(name => table.querySelector(name).getBoundingClientRect());
                  return `the hand ${hand.top - felt.top} under the rim of a felt ${felt.height} high`;
                }"""
            )
        )
    assert len(places) == 1, places


def test_play_to_the_right_goes_round_the_other_way(page: Page) -> None:
    player = Player(page, "/hearts/reversis/")
    player.alone()
    seats = player.state()["seats"]
    assert [seat["position"] for seat in seats] == ["south", "east", "north", "west"]
    for seat in seats[1:]:
        expect(player.table.locator(f".wt-seat.wt-{seat['position']}")).to_have_attribute(
            "aria-label", seat["name"]
        )


# ---- every phase


Wanted = Callable[[State], bool]


def in_phase(phase: str) -> Wanted:
    return lambda state: state["phase"] == phase and state["choice"] is not None


def fact(label: str, value: str = "") -> Wanted:
    return lambda state: any(
        one["label"] == label and value in one["value"] for one in (*state["facts"], *state["board"])
    )


def says(action: str) -> Wanted:
    """Return a condition: the visitor has this action, by a button, on the ladder or beside the choice."""
    return lambda state: action in [one["action"] for one in [*state["also"], *said(state["choice"])]]


def said(choice: dict[str, Any] | None) -> list[dict[str, Any]]:
    return offered(choice) if choice and choice["kind"] in ("buttons", "ladder") else []


def role(name: str) -> Wanted:
    return lambda state: any(seat["role"] == name for seat in state["seats"])


def over(state: State) -> bool:
    return bool(state["over"])


class Moment(NamedTuple):
    """Something that a visitor meets in a deal under certain options, taking the action `wish` where it is allowed."""

    rules: str
    wanted: Wanted
    options: dict[str, Any] = {}  # noqa: RUF012 (never changed)
    wish: str = ""
    seen_from: int = 0
    bold: bool = True
    record: str = ""  #: a deal to open instead, if the moment is rare


def no_trumps() -> str:
    """Return the record of a deal in which seat 2 holds no trump and seat 0 is to lead: the last moment for chicane."""
    hands = [
        "AD KD QD JD 9D 8D AS KS 5S AC 4C AH 5H", "TD 7D 5D QS JS 9S 4S KC TC 3C KH 9H 3H",
        "TS 8S 7S 6S QC JC 9C 8C QH JH TH 8H 7H", "6D 4D 3D 2D 3S 2S 7C 6C 5C 2C 6H 4H 2H",
    ]  # fmt: skip
    deal = load("boston/russian", chicane_until="opening-lead").deal(hands=hands, dealer=3)
    for action in ("bid 5D", "pass", "pass", "pass", "alone"):
        deal.act(action)
    return str(DealRecord.of(deal))


def few_to_lay_aside() -> str:
    """Return the record of a deal in which the declarer holds nothing but counters and one other card."""
    hands = [
        "R5 R10 R14 Y5 Y10 Y14 G10 B5 B10", "R6 R7 R8 R9 R11 R12 R13 Y6 Y7",
        "Y8 Y9 Y11 Y12 Y13 G6 G7 G8 G9", "G11 G12 G13 B6 B7 B8 B9 B11 B12",
    ]  # fmt: skip
    rules = load("rook/tournament", nest_discards="no-counters-unless-forced")
    deal = rules.deal(hands=hands, widow="G5 G14 B13 B14 ROOK", dealer=3)
    deal.act("bid 120")
    return str(DealRecord.of(deal))


def conceded() -> str:
    """Return the record of a deal in which the player to lead claims all the tricks, and everybody accepts."""
    deal = load("rook/tournament", allow_claim=True).deal("1909")
    while deal.phase != "play":
        deal.act(deal.legal()[0])
    deal.act("claim rest")
    for seat in deal.pending:
        deal.act("accept", seat)
    return str(DealRecord.of(deal))


PHASES = {
    "bids in chips": Moment("hearts/auction", in_phase("auction")),
    "naming the penalty suit": Moment("hearts/auction", in_phase("name")),
    "announcing a générale": Moment("hearts/chasse-coeur", in_phase("announce")),
    "announcing a capot": Moment("hearts/four-jacks", in_phase("announce"), {"capot": "on"}),
    "bidding a slam": Moment("hearts/partnership-slam", in_phase("announce")),
    "a partner nobody knows": Moment("hearts/partnership-slam", fact("Partner", "whoever")),
    "a partner known": Moment("hearts/partnership-slam", role("partner")),
    "laying out": Moment("hearts/reversis-hoyle", in_phase("discard")),
    "the exchange across": Moment("hearts/reversis-hoyle", in_phase("pass")),
    "pools by name": Moment("hearts/reversis-hoyle", fact("Great quinola pool")),
    "drawing": Moment("hearts/domino", lambda state: bool(state["choice"]) and state["choice"]["kind"] == "buttons"),
    "out of cards": Moment("hearts/domino", role("out")),
    "the widow in hand": Moment("hearts/heartsette", in_phase("nest"), {"widow_mode": "into-hand"}),
    "a trick set aside": Moment("hearts/cancellation", fact("Set aside")),
    "a pledge": Moment("hearts/omnibus", in_phase("pledge"), {"pledge": True}),
    "what a moon does": Moment("hearts/royal", in_phase("moon")),
    "a joker led": Moment("hearts/joker", lambda state: state["prompt"].startswith("The joker was led")),
    "a long settlement": Moment("hearts/reversis-hoyle", over),
    "rungs that are closed": Moment("boston/fontainebleau", lambda state: any(
        part["reason"] and part["rungs"] for part in (state["choice"] or {}).get("parts", ())), wish="bid 5S"),
    "asking for a whister": Moment("boston/fontainebleau", says("ask"), wish="bid 5H"),
    "being asked": Moment("boston/fontainebleau", says("decline"), bold=False),
    "a whister": Moment("boston/fontainebleau", role("whister"), bold=False),
    "laying a card aside": Moment("boston/fontainebleau", in_phase("discard"), wish="bid little-misere"),
    "no trumps": Moment("boston/fontainebleau", in_phase("play"), wish="bid grand-misere"),
    "a hand laid down": Moment("boston/fontainebleau", lambda state: any(
        seat["exposed"] and len(seat["hand"]) > 9 for seat in state["seats"][:1]), wish="bid grand-misere-table",
        seen_from=2),
    "all have passed": Moment("boston/fontainebleau", over, bold=False),
    "a payment that is not sourced": Moment("boston/fontainebleau", over, {"payment_table": "sourced-only"}, "bid 5S"),
    "chicane": Moment("boston/russian", says("declare chicane")),
    "the last moment for chicane": Moment("boston/russian", says("say nothing"), seen_from=2, record=no_trumps()),
    "a card turned up": Moment("boston/mariland", fact("Turned up", "the dealer's")),
    "a card of the other pack": Moment("boston/american", fact("Turned up", "from the other pack")),
    "supporting": Moment("boston/whischt-bostonien", says("support"), bold=False),
    "accepting": Moment("boston/nantes", says("accept"), bold=False),
    "preferences by name": Moment("boston/nantes", fact("Belle")),
    "naming trumps after the bids": Moment("boston/hoyle", in_phase("trump")),
    "a nest": Moment("rook/tournament", in_phase("nest")),
    "counters barred from the nest": Moment("rook/tournament", in_phase("nest"), {"nest_discards": "no-counters"}),
    "too few cards for the nest": Moment("rook/tournament", in_phase("nest"), record=few_to_lay_aside()),
    "cards for cards of the nest": Moment("rook/two-1914", in_phase("nest")),
    "naming trumps": Moment("rook/tournament", in_phase("trump")),
    "trumps or none": Moment("rook/call-partner-5", in_phase("trump")),
    "calling a card": Moment("rook/call-partner-5", in_phase("call")),
    "the leader to be named": Moment("rook/call-partner-5", in_phase("opening")),
    "a partner by a card": Moment("rook/call-partner", fact("Partner", "whoever")),
    "a nest with a card turned": Moment("rook/series-200", in_phase("auction")),
    "a card of the nest face up": Moment("rook/western-new-york", lambda state: state["phase"] == "play" and bool(
        state["widow"]["seen"]), bold=False),
    "trumps laid aside, announced": Moment("rook/streetsboro", fact("Announced"), bold=False),
    "the Rook that must be played": Moment("rook/tournament", lambda state: "must be played" in state["prompt"],
        bold=False),
    "hands laid down after a claim": Moment("rook/tournament", over, record=conceded()),
    "a dummy's card": Moment("rook/two-1914", lambda state: any(play["seat"] == 2 for play in state["trick"]["plays"])),
    "a stock beside the nest": Moment("rook/tennessee-two", lambda state: state["phase"] == "play" and bool(
        state["pile"]) and any(held["mark"] for held in state["hand"])),
    **{f"the end of {rules}": Moment(rules, over) for rules in EVERY if not rules.startswith("hearts/")},
}  # fmt: skip


def met(moment: Moment) -> State:
    """Return the first state of some deals that is as wanted, or that of the moment's own record."""
    rules, wanted, options, wish, seat, bold, record = moment
    if record:
        return asked(op="open", record=record, seat=seat)
    for seed in range(200):
        for state in states(rules, str(seed), bold=bold, wish=wish, **options):
            seen = asked(op="open", record=state["record"], seat=seat) if seat else state
            if wanted(seen):
                return seen
    raise AssertionError(f"{rules}: not met")


@cache
def every_moment() -> dict[str, State]:
    """Return the state of every moment by name."""
    return {name: met(moment) for name, moment in PHASES.items()}


def test_axe_finds_nothing_grave_in_any_phase(page: Page) -> None:
    """Phases are checked in light and dark by turns, since they all use the same colours."""
    player = Player(page, f"/{FIRST}/")
    player.alone()
    for place, (name, state) in enumerate(every_moment().items()):
        show(player, state)
        look_at_table(page, name, widths=(360,), schemes=("dark",) if place % 2 else ("light",))
        expect(player.table.locator(".wt-prompt"), name).not_to_be_empty()


@WITH_BOTH_FACES
def test_nothing_lies_over_anything_else_in_any_phase(page: Page) -> None:
    player = Player(page, f"/{FIRST}/")
    player.alone()
    moments = every_moment()
    for width in (360, 800):
        page.set_viewport_size({"width": width, "height": 1000})
        assert wrong_in(player, moments, OVERLAPS, SMALL) == {}, width


@WITH_BOTH_FACES
def test_the_phases_of_every_rule_set_fit_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 1000})
    player = Player(page, f"/{FIRST}/")
    player.alone()
    asked: dict[str, State] = {}
    for rules in EVERY:
        for state in [*states(rules, "1"), *states(rules, "2", bold=False)]:
            if state["choice"] or state["over"]:
                asked.setdefault(f"{rules}, {state['phase']}", state)
    assert wrong_in(player, asked, OVERLAPS, SMALL, CUT_SHORT, TOO_WIDE) == {}


def test_a_payment_that_is_not_sourced_ends_the_deal_and_loses_nothing(page: Page) -> None:
    options: dict[str, Any] = {"payment_table": "sourced-only"}
    *_, last, end = states("boston/fontainebleau", "1", wish="bid 5S", **options)
    assert end["settlement"]["unpaid"]
    player = Player(page, f"/boston/fontainebleau/#deal={last['record']}")
    record = player.state()["record"]
    assert player.state()["hand"] == last["hand"]
    player.choose()
    verdict = "Score: " + end["settlement"]["verdict"]
    expect(player.settlement).to_contain_text(verdict)
    expect(player.settlement).to_contain_text("The payment is not sourced: ")
    expect(player.settlement.get_by_role("link").last).to_have_attribute(
        "href", "../../boston/fontainebleau/#payment-table"
    )
    expect(player.live).to_contain_text(end["prompt"])
    expect(player.note).to_be_hidden()
    page.reload()
    expect(player.settlement).to_contain_text("The payment is not sourced: ")
    player.press("Undo")
    assert player.state()["record"] == record
    player.choose()
    player.state()
    player.press("New game")
    assert player.state()["phase"] == "auction"
    assert player.state()["rules"]["options"] == options


def test_a_standing_jack_is_said_at_the_table(page: Page) -> None:
    game = load("hearts/spot", settlement="sweep").session("j0")
    while not game.deal.ledger.standing:
        while not game.deal.over:
            seat = game.deal.pending[0]
            game.deal.act(choose(game.deal.view(seat)), seat)
        game.advance()
    player = Player(page, f"/hearts/spot/#deal={DealRecord.of(game.deal)}")
    expect(player.table.locator(".wt-facts")).to_contain_text("only a single clear player can win the pool")
    pool = game.deal.ledger.pools["pool"]
    expect(player.table.locator(".wt-board")).to_contain_text(f"{pool} chips")
    player.play_on()
    expect(player.settlement).to_be_visible()
