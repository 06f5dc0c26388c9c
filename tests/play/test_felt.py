"""The felt, the hand and the sheets of the drawn table, each by itself: positions, colours and widths."""

from __future__ import annotations

from typing import Any

import pytest
from rich.console import Console
from rich.text import Text
from textual.geometry import Size
from textual.widgets import Static
from textual.widgets._footer import FooterKey

import whister
from tests.play.test_drawn import Played, at, table
from whister.cli.table import screens, words
from whister.cli.table.app import TableApp
from whister.cli.table.board import FeltView, light_terminal, pictures
from whister.cli.table.conversation import Conversation
from whister.cli.table.felt import BRASS, CHALK, SOFT, Play, _folded, felt
from whister.cli.table.hand import Hand
from whister.drawing import face


def styled(text: Text) -> dict[str, str]:
    """Return each run of characters that has a style, with that style."""
    return {text.plain[span.start : span.end].strip(): str(span.style) for span in _runs(text)}


def _runs(text: Text) -> list[Any]:
    """Return the styled spans of a text; adjacent spans of one style are joined."""
    found: list[Any] = []
    for span in text.spans:
        if found and found[-1].end == span.start and found[-1].style == span.style:
            found[-1] = span._replace(start=found[-1].start)
        elif str(span.style):
            found.append(span)
    return found


def boston() -> dict[str, Any]:
    """Return the state of a deal in which three players have passed and seat 0 is to speak."""
    return Conversation.begun("boston/fontainebleau", {}, seed="1").state


def test_whose_turn_it_is_is_in_brass_and_what_was_called_in_italics() -> None:
    runs = styled(felt(boston(), [], 78, 11, four=False))
    assert runs["▸ You · dealer · 13 cards · total: 1550"] == f"bold {BRASS}"
    assert runs["West"] == runs["North"] == runs["East"] == f"bold {CHALK}"
    assert runs["13 cards"] == runs["total: 1600"] == SOFT
    assert runs["“passes”"] == f"italic {CHALK}"


@pytest.mark.parametrize(
    ("card", "two", "four"),
    [("QS", "#1b1b1b", "#1b1b1b"), ("QH", "#b01822", "#b01822"), ("QD", "#b01822", "#1b48a0"), ("QC", "#1b1b1b", "#136133"),
     ("R5", "#b01822", "#b01822"), ("Y14", "#7a5a00", "#7a5a00"), ("G1", "#136133", "#136133"), ("B10", "#1b1b1b", "#1b1b1b"),
     ("JK", "#1b1b1b", "#1b1b1b"), ("ROOK", "#1b1b1b", "#1b1b1b")],
)  # fmt: skip
def test_a_card_is_printed_in_the_colour_of_its_suit(card: str, two: str, four: str) -> None:
    for wanted, colours in ((two, False), (four, True)):
        (print_,) = {style.split()[1] for text, style in styled(felt(boston(), [Play(1, card)], 78, 11, four=colours)).items() if " on " in style}  # fmt: skip
        assert print_ == wanted


def test_the_card_that_has_won_has_a_star_of_brass() -> None:
    drawn = felt(boston(), [Play(1, "QS"), Play(2, "KS", won=True)], 78, 11, four=False)
    assert "* K♠" in drawn.plain
    assert "* Q♠" not in drawn.plain
    assert styled(drawn)["*"] == f"bold {BRASS}"


def test_a_felt_without_a_deal_or_without_room_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    view = FeltView()
    for width, height in ((20, 8), (0, 8), (20, 0)):
        monkeypatch.setattr(FeltView, "content_size", Size(width, height))
        assert view.render().plain == ""
        view.seen = (boston(), [], False)
        assert bool(view.render().plain) is bool(width and height)
        view.seen = None


@pytest.mark.parametrize(
    ("cards", "width", "rows"),
    [(0, 78, 1), (13, 78, 1), (13, 52, 1), (13, 51, 2), (3, 8, 3), (1, 3, 1), (15, 58, 2)],
)
def test_a_hand_has_as_many_rows_as_it_needs(cards: int, width: int, rows: int) -> None:
    hand = Hand()
    hand.cards = [{"card": "QS"}] * cards
    assert hand.get_content_height(None, None, width) == 4 * rows


def test_the_footer_shows_the_keys_that_are_wanted_most() -> None:
    app = table("hearts/black-lady")

    async def look(pilot: Played) -> None:
        shown = [(key.key_display, key.description) for key in app.query(FooterKey)]
        assert shown == [("⏎", "Play"), ("?", "Keys"), ("u", "Undo"), ("i", "Hint"), ("n", "Next"), ("s", "Score"), ("l", "Deal"), ("q", "Quit")]  # fmt: skip

    at(app, look, (120, 24))


def test_the_table_is_light_or_dark() -> None:
    app = table("hearts/black-lady")

    async def press(pilot: Played) -> None:
        seen = [app.theme]
        for _ in range(2):
            await pilot.press("t")
            seen.append(app.theme)
        assert seen == ["textual-dark", "textual-light", "textual-dark"]

    at(app, press)


def test_a_terminal_is_light_by_the_number_of_its_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    light = []
    for ground in (*range(16), 70, "default", ""):
        monkeypatch.setenv("COLORFGBG", f"0;{ground}")
        if light_terminal():
            light.append(ground)
    assert light == [7, 9, 10, 11, 12, 13, 14, 15]


@pytest.mark.parametrize(("seat", "declarer"), [(0, ""), (1, "East")])
def test_hands_on_the_table_are_told_but_for_ones_own(seat: int, declarer: str) -> None:
    """At Grand misère on the table the declarer's hand is laid open, but he sees it as his own hand anyway."""
    deal = whister.load("boston/fontainebleau").deal(seed="1")
    for action in ("bid grand-misere-table", "pass", "pass", "pass", deal.hands[0][0]):
        deal.act(action)
    app = TableApp(Conversation.opened(whister.DealRecord.of(deal).link(), seat=seat), lambda _: None, pace=0)

    async def look(pilot: Played) -> None:
        opened = app.query_one("#open", Static)
        assert opened.display is bool(declarer)
        cards = [face(card) for card in app.table.state["seats"][0]["hand"]]
        assert str(opened.render()) == (f"{declarer}: {' '.join(cards)}" if declarer else "")

    at(app, look)


def rows(state: dict[str, Any]) -> list[list[str]]:
    """Return the last rows of a settlement at the drawn table: this deal, and the totals."""
    return words.settlement_table(state)[-2:]


def settled(name: str, seed: str) -> Conversation:
    """Return a deal that cautious players have played to the end."""
    talk = Conversation.begun(name, {}, seed=seed)
    while not talk.state["over"]:
        talk.act(talk.usual() or "")
    return talk


def test_a_settlement_has_a_column_for_the_pool_where_there_is_one() -> None:
    """The declarer and the whister made their contract: each opponent paid 80, and they shared the pool of 50."""
    state = settled("boston/fontainebleau", "1").state
    assert words.settlement_table(state)[0] == ["", "You", "West", "North", "East", "Pool"]
    assert rows(state) == [
        ["This deal", "+105", "−80", "+105", "−80", "−50"],
        ["Total", "1655", "1520", "1705", "1520", "0"],
    ]
    assert words.settlement_table(settled("hearts/black-lady", "1909").state)[0] == ["", "You", "West", "North", "East"]  # fmt: skip


def test_the_totals_of_a_settlement_are_bold_and_its_clauses_dim() -> None:
    state = settled("boston/fontainebleau", "1").state
    grid = screens.grid(words.settlement_table(state), "counters")
    assert [str(column.header) for column in grid.columns] == ["counters", "You", "West", "North", "East", "Pool"]  # fmt: skip
    assert [column.justify for column in grid.columns] == ["left", *["right"] * 5]
    assert [bool(row.style) for row in grid.rows] == [*[False] * (len(grid.rows) - 2), True, True]
    console = Console(width=90, color_system=None)
    with console.capture() as shown:
        console.print(grid)
    assert shown.get().splitlines()[0].split() == ["counters", "You", "West", "North", "East", "Pool"]


@pytest.mark.parametrize(
    ("rows", "room", "said"),
    [
        (3, 9, ["West", "13 cards", "“pass”"]),
        (2, 17, ["West", "13 cards · “pass”"]),  # it just fits
        (2, 16, ["West", "13 cards"]),
        (1, 40, ["West · 13 cards · “pass”"]),
        (1, 8, ["West"]),
    ],
)
def test_the_words_of_a_seat_share_a_line_where_they_fit_and_the_last_goes_first(
    rows: int, room: int, said: list[str]
) -> None:
    assert _folded(["West", "13 cards", "“pass”"], rows, room) == said


def test_where_ten_sit_the_visitors_card_lies_above_the_visitor() -> None:
    state = Conversation.begun("hearts/cancellation", {}, seed="1909", players=10).state
    rows = felt(state, [Play(0, "QS"), Play(1, "2C")], 90, 26, four=False).plain.split("\n")
    assert [(row.index("Q♠"), len(rows) - k) for k, row in enumerate(rows) if "Q♠" in row] == [(44, 4)]
    assert [(row.index("2♣"), k) for k, row in enumerate(rows) if "2♣" in row] == [(1, 2)]
    assert "You" in rows[-1]


def test_of_a_full_trick_the_winners_card_alone_has_a_star() -> None:
    """West's king of spades takes the first trick, which is shown for longer, and West leads to the next."""
    plays = [
        ("2S", 0, None),
        ("KS", 1, None),
        ("QS", 2, None),
        ("3S", 3, 1),
        ("4H", 1, None),
        ("5H", 2, None),
    ]
    steps = [
        {"action": card, "seat": seat, "text": card, "leads": card in ("2S", "4H"), "taker": taker}
        for card, seat, taker in plays
    ]
    before: dict[str, Any] = {"trick": {"plays": []}}
    shown = list(pictures(before, {"steps": steps, "trick": {"plays": ["4H", "5H"]}}))
    assert [text for _, text, _ in shown] == ["2S", "KS", "QS", "3S", "4H", "5H"]
    assert [[play.card for play in cards if play.won] for cards, _, _ in shown] == [
        [],
        [],
        [],
        ["KS"],
        [],
        [],
    ]
    assert [play.card for play in shown[5][0]] == ["4H", "5H"]
    usual, full = shown[0][2], shown[3][2]
    assert [rest for _, _, rest in shown] == [usual, usual, usual, full, usual, usual]
    assert 0 < usual < full


def test_who_may_speak_for_the_last_time_is_advised_to_declare_what_is_paid_for() -> None:
    """C holds no diamond, the trump of the announcement, and is paid for declaring chicane before the first card."""
    hands = [
        "AD KD QD JD 9D 8D AS KS 5S AC 4C AH 5H",
        "TD 7D 5D QS JS 9S 4S KC TC 3C KH 9H 3H",
        "TS 8S 7S 6S QC JC 9C 8C QH JH TH 8H 7H",
        "6D 4D 3D 2D 3S 2S 7C 6C 5C 2C 6H 4H 2H",
    ]
    deal = whister.load("boston/russian", chicane_until="opening-lead").deal(hands=hands, dealer=3)
    for action in ("bid 5D", "pass", "pass", "pass", "alone"):
        deal.act(action)
    table = Conversation.opened(str(whister.DealRecord.of(deal)), seat=2)
    assert table.usual() == "declare chicane"
    table.act("say nothing")
    assert table.usual() in [card["card"] for card in table.state["hand"] if card["playable"]]


def test_who_may_refuse_a_covered_queen_is_advised_to_say_nothing() -> None:
    """B has been passed the queen of spades, and holds her with five other spades, or with one."""
    for spades, others, advice in (
        ("6S 5S 4S 3S 2S", "2C 3C 4C 5C 6C", "say nothing"),
        ("6S", "2C 3C 4C 5C 6C 7C 8C 9C TC", "decline QS"),
    ):
        hands = told_apart("QS 3D 4D 5D 6D 7D 8D 9D TD JD QD KD", f"{spades} {others} 2D AD")
        deal = whister.load("hearts/rickety-kate").deal(hands=hands, dealer=3)
        for action in ("give QS KD", "give 2D AD"):
            deal.act(action)
        for seat in (2, 3):
            deal.act(deal.legal()[0], seat=seat)
        table = Conversation.opened(str(whister.DealRecord.of(deal)), seat=1)
        assert table.usual() == advice


def told_apart(*given: str) -> list[str]:
    """Return two hands, and two more of twelve cards from the rest of the pack."""
    pack = [rank + suit for suit in "CDSH" for rank in "23456789TJQKA"]
    rest = [card for card in pack if not any(card in hand.split() for hand in given)]
    return [*given, " ".join(rest[:12]), " ".join(rest[12:24])]
