"""Positions in a real browser: playing a card, going back, and a link that opens the right one of several tables."""

from __future__ import annotations

from playwright.sync_api import Page, expect

import whister
from tests.browser.player import STILL, Player
from tests.engine.test_piles import HANDS, NEST

POSITIONS = "/hearts/strategy/"


def moon_table(page: Page) -> Player:
    """Return the table of a position that is not the first on its page or of its rule set."""
    player = Player(page, POSITIONS)
    player.table = page.locator("section#stop-the-moon whister-table")
    return player


def test_the_moon_is_stopped_and_the_position_comes_back(page: Page) -> None:
    player = moon_table(page)
    opened = player.state()
    player.card("JH").click()
    expect(player.table.locator(".wt-settlement, .wt-hand li").first).to_be_visible()
    after = player.state()
    assert [held["card"] for held in after["hand"]] != [held["card"] for held in opened["hand"]]
    assert after["record"].startswith(opened["record"])
    player.table.get_by_role("button", name="Back to the position").click()
    assert player.state()["record"] == opened["record"]
    expect(player.table.locator(".wt-hand li")).to_have_count(len(opened["hand"]))


def test_the_way_back_is_kept_over_a_reload(page: Page) -> None:
    player = moon_table(page)
    opened = player.state()["record"]
    player.card("2H").click()
    assert player.state()["record"] != opened
    player.table.get_by_role("button", name="Back to the position").click()
    page.reload()
    assert player.state()["record"] == opened


def test_a_link_pasted_into_the_same_page_opens_it_and_undo_leads_back(page: Page) -> None:
    player = Player(page, "/hearts/black-lady/")
    player.choose()
    link = player.state()["record"]
    player.choose()
    later = player.state()["record"]
    page.goto(f"/hearts/black-lady/#deal={link}")
    expect(player.hand).to_have_count(13)
    assert player.state()["record"] == link
    player.press("Undo")
    assert player.state()["record"] == later


def test_after_a_refused_step_of_a_link_the_others_play_on(page: Page) -> None:
    record = whister.Record.of(whister.load("boston/fontainebleau").deal("1909", dealer=0))
    player = Player(page, f"/boston/fontainebleau/#deal={record}1H")
    player.shows("Step 1 of this record, “1H”, is not possible in this deal")
    player.shows("play on from there, or begin a new game")
    before = player.state()
    assert 0 not in before["pending"]
    player.table.get_by_role("button", name="Let the others play on").click()
    expect(player.table.get_by_role("button", name="Let the others play on")).to_have_count(0)
    after = player.state()
    assert after["over"] or 0 in after["pending"]
    assert after["record"].startswith(before["record"])


def test_a_rule_that_is_waived_says_so_when_it_bites(page: Page) -> None:
    player = Player(page, "/hearts/black-lady/#deal=c1~hearts/black-lady~first-trick~BLD-3b~")
    expect(player.hand).to_have_count(2)
    player.card("QS").click()
    player.shows("The first trick: waived, since nothing else is held.")


def test_the_rook_played_out_of_its_suit_says_by_which_rule(page: Page) -> None:
    player = Player(page, "/rook/tournament/#deal=c1~rook/tournament~rook-any-time~RK-10b~")
    expect(player.table.locator(".wt-play")).to_have_count(1)
    player.card("ROOK").click()
    player.shows(whister.load("rook/tournament").clauses["rook-any-time"].text)


def test_the_rook_that_must_be_played_says_why(page: Page) -> None:
    hands = [HANDS[3], *HANDS[:3]]
    deal = whister.load("rook/tournament").deal(hands=hands, widow=NEST, dealer=0)
    for action in ("pass", "pass", "pass", "bid 70", "discard Y5 R5 R6 R9 G9", "trump Y", "Y12", "Y8", "Y6"):
        deal.act(action)
    player = Player(page, f"/rook/tournament/#deal={whister.Record.of(deal)}")
    expect(player.table.locator(".wt-prompt")).to_have_text(
        "Trump is led, and the Rook is your only trump: it must be played."
    )
    expect(player.live).to_contain_text("it must be played")
    refused = next(held["card"] for held in player.state()["hand"] if not held["playable"])
    player.card(refused).click(force=True)
    player.shows("You have no yellow card but the Rook, so you must play it.")
    player.shows("You may play the Rook.")


def test_when_the_rest_is_conceded_every_hand_lies_on_the_table_ones_own_among_them(page: Page) -> None:
    deal = whister.load("rook/tournament", allow_claim=True, revoke="adjudicate").deal("1909")
    while deal.phase != "play":
        deal.act(deal.legal()[0])
    held = [{card.name for card in hand} for hand in deal.hands]
    deal.act("claim rest")
    for seat in deal.pending:
        deal.act("accept", seat)
    player = Player(page, f"/rook/tournament/#deal={whister.Record.of(deal)}")
    expect(player.table.locator(".wt-seat .wt-open")).to_have_count(4)
    for seat, cards in enumerate(held):
        shown = player.table.locator(f'.wt-seat[data-seat="{seat}"] .wt-open .wt-card')
        assert {card.get_attribute("aria-label") for card in shown.all()} == cards


def test_a_link_opens_at_the_table_with_its_cards(page: Page) -> None:
    player = moon_table(page)
    player.card("JH").click()
    record = player.state()["record"]
    page.goto("/evidence/")
    page.goto(f"{POSITIONS}#deal={record}")
    tables = page.locator("whister-table")
    shown = [tables.nth(place).evaluate(STILL)["record"] for place in range(tables.count())]
    assert shown.count(record) == 1
    assert shown[7] == record
