"""The felt drawn from above: where each seat's words are, how they are wrapped and cut, and where a card lies."""

from __future__ import annotations

from typing import Any

from whister.cli.table.conversation import Conversation
from whister.cli.table.felt import Canvas, Play, felt


def seats(players: int, rules: str = "hearts/black-lady", **told: str) -> dict[str, Any]:
    """Return the state of a deal without any actions, in which the same words are given for every seat."""
    state = Conversation.begun(rules, {}, seed="1909", players=players).state
    for seat in state["seats"]:
        seat.update(told)
    return state


def drawn(state: dict[str, Any], width: int, height: int, *plays: Play) -> list[str]:
    """Return the rows of the felt, without trailing blanks."""
    rows = felt(state, list(plays), width, height, four=False).plain.split("\n")
    assert [len(row) for row in rows] == [width] * height
    return [row.rstrip() for row in rows]


def test_six_sit_around_in_two_rows() -> None:
    """A seat has a third of the width. The visitor's cards are in sight below, and counted only if there is room."""
    assert drawn(seats(6, total="total: 26", score="13 points", call="passes"), 69, 9) == [
        "North-west                      North                      North-east",
        "5 cards                        5 cards                        5 cards",
        "13 points · total: 26   13 points · total: 26   13 points · total: 26",
        "                              “passes”",
        "",
        "",
        "South-west                                        South-east · dealer",
        "5 cards                                                       5 cards",
        "13 points · total: 26     ▸ You · “passes”      13 points · total: 26",
    ]


def test_in_a_small_terminal_the_words_of_four_seats_are_folded_and_cut() -> None:
    """North has at most half of the rows, and a text that is too long for its place ends in dots."""
    told = {"total": "total: 26", "score": "13 points", "call": "passes with a sigh"}
    assert drawn(seats(4, **told), 40, 6) == [
        "                  North",
        "West            10 cards   East · dealer",
        "10 cards  13 points · total: 26 10 cards",
        "13 points · total:…  13 points · total:…",
        "“passes with a sig…  “passes with a sig…",
        "      ▸ You · “passes with a sigh”",
    ]
    assert drawn(seats(4, **told), 60, 6) == [
        "                            North",
        "West                      10 cards             East · dealer",
        "10 cards            13 points · total: 26           10 cards",
        "13 points · total: 26 “passes with a … 13 points · total: 26",
        "“passes with a sigh”                    “passes with a sigh”",
        "    ▸ You · 13 points · total: 26 · “passes with a sigh”",
    ]


def test_north_has_half_of_the_rows_also_where_the_visitor_has_not_been_drawn_yet() -> None:
    """Seat 2 looks at the table, so North is seat 0. Beside North's words there is little room for others."""
    state = Conversation.begun("hearts/black-lady", {}, seed="1909", seat=2).state
    for seat in state["seats"]:
        seat |= {"total": "total: 26", "score": "13 points", "call": "passes with a sigh"}
    assert drawn(state, 60, 6) == [
        "                            North",
        "West · dealer             10 cards                      East",
        "0 won   13 points · total: 26 · “passes with a sigh”   0 won",
        "13 points · total: 26                  13 points · total: 26",
        "“passes with a sigh”                    “passes with a sigh”",
        "    ▸ You · 13 points · total: 26 · “passes with a sigh”",
    ]


def test_ten_sit_in_rows_of_three_with_the_visitor_below_and_each_card_at_its_seat() -> None:
    plays = [Play(seat, "QS") for seat in (0, 1, 5, 9)]
    rows = drawn(seats(10, "hearts/cancellation"), 90, 26, *plays)
    assert {number: row for number, row in enumerate(rows) if row} == {
        0: "Seat 1                                    Seat 2                                    Seat 3",
        1: "10 cards                                 10 cards                                 10 cards",
        2: " Q♠",
        8: "Seat 4                                    Seat 5                                    Seat 6",
        9: "10 cards                                 10 cards                                 10 cards",
        10: "                                            Q♠",
        16: "Seat 7                                    Seat 8                           Seat 9 · dealer",
        17: "10 cards                                 10 cards                                 10 cards",
        18: "                                                                                       Q♠",
        22: "                                            Q♠",
        25: "                                     ▸ You · 10 cards",
    }


def test_ones_own_cards_are_counted_where_there_is_room_for_it() -> None:
    """All that is written about the visitor takes 63 characters; with fewer, the number of his cards is left out."""
    told = {"total": "total: 26", "score": "13 points", "call": "passes with a sigh"}
    said = "▸ You · 13 cards · 13 points · total: 26 · “passes with a sigh”"
    assert drawn(seats(4, **told), len(said), 9)[-1] == said
    assert drawn(seats(4, **told), len(said) - 1, 9)[-1].strip() == said.replace(" 13 cards ·", "")


def test_four_cards_lie_in_the_middle_each_towards_its_seat() -> None:
    plays = [Play(1, "QS"), Play(2, "KS", won=True), Play(3, "2S"), Play(0, "TS")]
    assert drawn(seats(4), 60, 9, *plays) == [
        "                            North",
        "                          10 cards",
        "",
        "                           * K♠",
        "West                Q♠                2♠       East · dealer",
        "10 cards                     10♠                    10 cards",
        "",
        "",
        "                      ▸ You · 13 cards",
    ]


def test_what_fits_beside_cards_leaves_a_column_free() -> None:
    """The first row has twenty columns, with cards in columns 8 to 12, across the middle; the second row is empty."""
    canvas = Canvas(20, 2)
    canvas.put(8, 0, "QS KS")
    assert [canvas.room(0, fx) for fx in (0, 0.5, 1)] == [7, -2, 6]
    assert [canvas.room(1, fx) for fx in (0, 0.5, 1)] == [20, 20, 20]
    apart = Canvas(20, 1)
    apart.put(0, 0, "QS")
    apart.put(18, 0, "KS")
    assert apart.room(0, 0.5) == 14
    apart.put(19, 0, "too long")
    apart.put(-1, 0, "xy")
    assert apart.text().plain == "yS                Kt"
