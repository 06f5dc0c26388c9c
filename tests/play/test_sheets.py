"""What the drawn table shows beside the felt: its sheets, what it asks for, and the cards of the hand."""

from __future__ import annotations

from typing import Any

import pytest
from textual.binding import Binding
from textual.geometry import Size

import whister
from tests.play.test_drawn import Played, at, note
from whister.cli.table.app import TableApp
from whister.cli.table.conversation import Conversation
from whister.cli.table.hand import Hand
from whister.cli.table.screens import Paper


def sheets(app: TableApp, *keys: str, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Return the head and the lines of each sheet that these actions open."""
    opened: list[Any] = []
    monkeypatch.setattr(app, "push_screen", opened.append)
    for key in keys:
        getattr(app, f"action_{key}")()
    assert all(isinstance(sheet, Paper) for sheet in opened)
    return [[sheet.head, *map(str, sheet.parts)] for sheet in opened]


def test_the_deal_its_rules_and_its_record_are_each_on_a_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Conversation.begun("hearts/black-lady", {}, seed="1909")
    table.act("give 2C 4C JC")
    app = TableApp(table, lambda _: None, pace=0)
    log, rules, record, score = sheets(app, "log", "rules", "record", "score", monkeypatch=monkeypatch)
    assert log[:3] == ["The deal in words", "1. West passes three cards.", "2. North passes three cards."]
    assert len(log) == 8
    assert rules == [
        "The rules in force",
        f"Rules: Black Lady (hearts/black-lady), no house rules. {whister.load('hearts/black-lady').behaviour_hash}",
        "",
        "All its clauses: whister show hearts/black-lady",
    ]
    assert record == [
        "To keep or to send", "A link to this position:", table.link(), "\nThe record of the game, a line for each deal:", table.record,
    ]  # fmt: skip
    assert score == ["The game so far, in points", "No deal has been settled yet."]


def hand(cards: str, monkeypatch: pytest.MonkeyPatch, *, width: int, focused: bool = True) -> Hand:
    """Return a hand that is ``width`` columns wide."""
    monkeypatch.setattr(Hand, "content_size", Size(width, 4))
    monkeypatch.setattr(Hand, "has_focus", focused)
    found = Hand()
    found.cards = [{"card": card, "mark": ""} for card in cards.split()]
    return found


def test_a_card_of_the_hand_is_picked_barred_new_or_under_the_cursor(monkeypatch: pytest.MonkeyPatch) -> None:
    held = hand("2C TD QS AH", monkeypatch, width=26)
    held.cursor, held.picked, held.barred = 1, {0}, {3}
    held.cards[2]["mark"] = "new"
    assert held.render().plain.split("\n") == [
        "   2♣                    ",
        "   ✓    10♦    Q♠    A♥  ",
        "               •     ×   ",
        "         ▲               ",
    ]


def test_a_hand_too_wide_for_the_terminal_has_several_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    held = hand("2C TD QS AH JK", monkeypatch, width=14)
    held.cursor = 4
    assert [row.rstrip() for row in held.render().plain.split("\n")] == [
        "", "   2♣  10♦", "", "",
        "", "   Q♠   A♥", "", "",
        "", "    Jokr", "", "     ▲",
    ]  # fmt: skip
    unfocused = hand("2C TD QS AH JK", monkeypatch, width=14, focused=False)
    assert "▲" not in unfocused.render().plain


def test_the_keys_that_are_wanted_most_are_shown_below() -> None:
    shown = [binding.description for owner in (Hand, TableApp) for binding in owner.BINDINGS
             if isinstance(binding, Binding) and binding.show]  # fmt: skip
    assert shown == ["Play", "Keys", "Undo", "Hint", "Next", "Score", "Deal", "Quit"]


def test_the_word_for_a_choice_says_how_many_cards_it_wants() -> None:
    app = TableApp(Conversation.begun("hearts/black-lady", {}, seed="1909"), lambda _: None, pace=0)

    async def choose(pilot: Played) -> None:
        app.offers.focus()
        await pilot.press("down", "enter")
        assert note(app) == "Pass three cards: 3 more to choose"

    at(app, choose)


def test_of_one_card_to_be_passed_another_takes_the_place() -> None:
    app = TableApp(Conversation.begun("hearts/black-lady", {}, seed="1909"), lambda _: None, pace=0)

    async def choose(pilot: Played) -> None:
        app.table.state["choice"]["count"] = 1
        for place in (4, 7):
            app._pick(place)
            assert app.hand.picked == {place}

    at(app, choose)


def test_a_card_that_may_not_be_chosen_is_answered_with_the_reason_for_this_choice() -> None:
    """The red 5 counts, so it may not be laid aside, although it may be played later."""
    app = TableApp(Conversation.begun("hearts/black-lady", {}, seed="1909"), lambda _: None, pace=0)
    card = {"card": "R5", "reason": "to play"}
    for choice, reason in (
        ({"kind": "cards", "barred": {"R5": "to lay aside"}}, "to lay aside"), ({"kind": "cards", "barred": {}}, None),
        ({"kind": "play"}, "to play"), (None, "to play"),
    ):  # fmt: skip
        app.table.state = {**app.table.state, "choice": choice}
        found: Any = app._reason(card)
        assert found == reason
