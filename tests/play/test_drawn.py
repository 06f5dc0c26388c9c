"""The drawn table of `whister play`, operated by its keys. These tests need Textual, as in the site's own Python."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from tests.cli.asking import ask, play_carelessly
from whister.cli.table.app import TableApp
from whister.cli.table.board import FeltView, light_terminal, pictures
from whister.cli.table.conversation import Conversation
from whister.cli.table.felt import felt, short
from whister.cli.table.hand import Hand
from whister.cli.table.screens import Paper
from whister.cli.trouble import Trouble
from whister.deal.view import View
from whister.links.record import Record
from whister.players.entrants import Entrant
from whister.players.protocol import Clock
from whister.players.seated import Others

Played = Pilot[None]


def table(name: str, seed: str = "1909", record: list[str] | None = None, **options: int | str) -> TableApp:
    """Return a table that makes no pauses."""
    kept = record if record is not None else []
    return TableApp(Conversation.begun(name, options, seed=seed), kept.append, pace=0)


def at(app: TableApp, do: Callable[[Played], Awaitable[None]], size: tuple[int, int] = (80, 24)) -> None:
    """Sit down at the table and do something with its keys."""

    async def sitting() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await do(pilot)

    asyncio.run(sitting())


def note(app: TableApp) -> str:
    """Return the text under the hand."""
    return str(app.query_one("#note", Static).render())


async def one_choice(app: TableApp, pilot: Played) -> None:
    """Make the first choice that is allowed, with keys alone."""
    state = app.table.state
    choice = state["choice"]
    if choice is not None and choice["kind"] == "cards":
        app.hand.focus()
        await pilot.press("home")
        while len(app.hand.picked) < choice["count"]:
            await pilot.press("enter", "right")
        await pilot.press("enter")
    elif choice is not None and choice["kind"] == "play":
        assert app.hand.cursor not in app.hand.barred
        await pilot.press("enter")
    else:
        app.offers.focus()
        app.offers.highlighted = next(
            app.offers.get_option_index(str(k)) for k, offer in enumerate(app.offered) if offer.open
        )
        await pilot.press("enter")
    await pilot.pause()


@pytest.mark.parametrize("name", ["hearts/black-lady", "boston/fontainebleau", "rook/kentucky"])
def test_a_deal_of_each_family_is_played_by_keys_to_its_settlement(name: str) -> None:
    kept: list[str] = []
    app = table(name, record=kept)

    async def play(pilot: Played) -> None:
        for _ in range(60):
            if app.table.state["over"]:
                break
            before = app.table.state["record"]
            await one_choice(app, pilot)
            assert app.table.state["record"] != before, note(app)
        assert isinstance(app.screen, Paper)
        assert app.screen.head.startswith("Score")
        assert any(f"a rule of {name}," in str(part) for part in app.screen.parts)
        await pilot.press("enter")
        await pilot.pause()
        assert app.table.state["over"] is False
        assert len(app.table.game["sheet"]) == 1

    at(app, play)
    assert len(Record.parse(kept[-1]).deals) == 2


def test_a_barred_card_can_be_reached_and_names_its_clause() -> None:
    app = table("hearts/black-lady")
    for cards in ("give 2C 4C JC",):
        app.table.act(cards)

    async def reach(pilot: Played) -> None:
        assert app.hand.barred
        await pilot.press("end")
        assert "Refused by: Following suit [hearts/black-lady#follow]" in note(app)
        before = app.table.state["record"]
        await pilot.press("enter")
        assert app.table.state["record"] == before

    at(app, reach)


def test_a_click_plays_a_card() -> None:
    app = table("hearts/black-lady")
    app.table.act("give 2C 4C JC")

    async def click(pilot: Played) -> None:
        cards = len(app.hand.cards)
        width = app.hand.content_size.width
        place = next(k for k in range(cards) if k not in app.hand.barred)
        left = 1 + (width - cards * 6) // 2 + place * 6 + 2
        await pilot.click(Hand, offset=(left, 1))
        await pilot.pause()
        assert len(app.hand.cards) == cards - 1

    at(app, click)


def test_a_closed_bid_names_its_clause() -> None:
    app = table("boston/fontainebleau")

    async def bid(pilot: Played) -> None:
        app.table.act("bid 5S")
        app.settle_down()
        await pilot.pause()
        closed = next(k for k, offer in enumerate(app.offered) if not offer.open)
        app.offers.highlighted = app.offers.get_option_index(str(closed))
        await pilot.press("enter")
        assert "[boston/fontainebleau#" in note(app)

    at(app, bid)


def test_what_was_done_is_taken_back_and_a_hint_leads_to_a_card() -> None:
    app = table("hearts/black-lady")

    async def think(pilot: Played) -> None:
        await pilot.press("i")
        assert note(app).startswith("Pass the ")
        assert "deals that fit what you have seen" in " ".join(note(app).split())
        await one_choice(app, pilot)
        assert app.table.state["phase"] == "play"
        await pilot.press("u")
        await pilot.pause()
        assert app.table.state["phase"] == "pass"

    at(app, think)


def test_after_a_deal_the_decisions_that_cost_most_are_on_a_sheet() -> None:
    """The visitor plays the highest card every time, which costs a queen of spades or hearts more than once."""
    app = table("hearts/black-lady", "7")

    async def review(pilot: Played) -> None:
        await pilot.press("p")
        assert note(app) == "There are no turning points yet: the deal is not over."
        play_carelessly(app.table)
        await pilot.press("p")
        for _ in range(200):
            await pilot.pause(0.1)
            if isinstance(app.screen, Paper):
                break
        assert isinstance(app.screen, Paper)
        head, first = (part.plain for part in app.screen.parts[:2])
        assert (app.screen.head, head) == ("Turning points", "The decisions that cost you most:\n")
        assert re.match(r"1\. Trick \d+\. .* cost about \d", first)
        assert "The better choice:" in first

    at(app, review)


def test_each_sheet_opens_by_its_key_and_is_put_away() -> None:
    app = table("hearts/black-lady")

    async def read(pilot: Played) -> None:
        for key in ("question_mark", "h", "s", "l", "r", "k"):
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(app.screen, Paper), key
            await pilot.press("escape")
            await pilot.pause()
            assert not isinstance(app.screen, Paper)

    at(app, read)


def test_any_key_goes_on_while_the_others_play() -> None:
    app = table("hearts/black-lady")
    app.pace = 1000

    async def wait(pilot: Played) -> None:
        app.act("give 2C 4C JC")
        await pilot.pause()
        assert app.pictures
        await pilot.press("enter")
        await pilot.pause()
        assert not app.pictures
        assert [card["card"] for card in app.hand.cards] == [card["card"] for card in app.table.state["hand"]]
        assert app.table.state["log"][-1].startswith("East")

    at(app, wait)


def test_every_card_of_the_hand_and_every_seat_is_in_sight_at_80_by_24() -> None:
    app = table("hearts/black-lady")

    async def look(pilot: Played) -> None:
        shown = str(app.query_one(FeltView).render())
        for seat in ("West", "North", "East"):
            assert seat in shown
        for widget in (app.hand, app.offers, app.query_one("#note")):
            assert widget.region.bottom <= 24
            assert widget.region.right <= 80

    at(app, look)


def test_the_steps_of_the_others_are_shown_one_by_one() -> None:
    talk = Conversation.begun("hearts/black-lady", {}, seed="1909")
    before = talk.state
    talk.act("give 2C 4C JC")
    shown = list(pictures(before, talk.state))
    assert len(shown) == len(talk.state["steps"])
    assert [play.card for play in shown[-1][0]] == [play["card"] for play in talk.state["trick"]["plays"]]


def test_a_light_terminal_is_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORFGBG", "0;15")
    assert light_terminal()
    monkeypatch.setenv("COLORFGBG", "15;0")
    assert not light_terminal()


def test_a_citation_is_written_in_each_form() -> None:
    for style, said in (("chicago", "Black Lady"), ("bibtex", "@incollection{"), ("ris", "TY  - ENCYC")):
        answer = ask("cite", "hearts/black-lady", "--style", style)
        assert answer.status == 0, answer.err
        assert said in answer.out


def test_a_game_in_a_file_opens_at_the_drawn_table(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    ask(
        "play",
        "hearts/black-lady",
        "--plain",
        "--seed",
        "1909",
        "--record",
        str(file),
        typed="2C 4C JC\nquit\n",
    )
    app = TableApp(Conversation.opened(file.read_text("utf-8")), lambda _: None, pace=0)

    async def look(pilot: Played) -> None:
        assert app.table.state["phase"] == "play"
        assert not app.query_one(OptionList).display

    at(app, look)


def test_a_game_that_can_no_longer_be_kept_ends_and_says_why() -> None:
    def keep(record: str) -> None:
        raise Trouble("game.txt: the game cannot be saved there: No space left on device.")

    app = TableApp(Conversation.begun("hearts/black-lady", {}, seed="1909"), keep, pace=0)
    at(app, lambda pilot: one_choice(app, pilot))
    assert app.trouble is not None
    assert app.return_code == 0  # it leaves the screen in order; the command says the rest


@pytest.mark.parametrize(
    "name", ["hearts/black-lady", "boston/fontainebleau", "rook/kentucky", "rook/call-partner-5"]
)
def test_no_word_of_a_seat_lies_on_a_card(name: str) -> None:
    """At every moment of some tricks, in a wide and in a narrow terminal, each card on the felt can be read."""
    table = Conversation.begun(name, {}, seed="1909")
    for _ in range(9):
        before = table.state
        table.act(table.usual() or "")
        for plays, _, _ in pictures(before, table.state):
            for width, height in ((78, 11), (58, 7), (42, 8), (34, 7)):
                drawn = felt(table.state, plays, width, height, four=False).plain
                for card in (short(play.card) for play in plays):
                    assert re.search(rf"(?:^|  |[*] ){card}(?:  | ?$)", drawn, re.MULTILINE), (
                        f"{card}\n{drawn}"
                    )
                assert max(map(len, drawn.split("\n"))) == width


def test_what_is_laid_out_leaves_the_hand_at_once() -> None:
    app = table("hearts/black-lady")
    app.pace = 60

    async def play(pilot: Played) -> None:
        await one_choice(app, pilot)
        assert app.waiting is not None  # the others are still being looked at
        assert [card["card"] for card in app.hand.cards] == "AC 3D 8D 9D KD TS 2H 3H TH QH".split()
        assert not app.offers.display
        await pilot.press("x")
        assert len(app.hand.cards) == 13

    at(app, play)


def test_the_keys_can_all_be_read_in_a_small_terminal() -> None:
    app = table("hearts/spot")

    async def look(pilot: Played) -> None:
        await pilot.press("question_mark")
        await pilot.press("end")
        await pilot.pause()
        body, foot = app.screen.query_one("#paper-body"), app.screen.query_one("#paper-foot")
        assert body.max_scroll_y == body.scroll_y > 0
        assert body.region.bottom <= foot.region.y

    at(app, look, size=(60, 20))


def test_choices_that_players_forfeit_are_noted_under_the_hand() -> None:
    def wrong(view: View, clock: Clock) -> str:
        return "nonsense"

    others = Others(Entrant("cautious"), {2: Entrant(wrong, trusted=True)})
    app = TableApp(
        Conversation.begun("hearts/black-lady", {}, seed="1909", others=others), lambda _: None, pace=0
    )
    told = "North's player, wrong, did not return a legal action, so the cautious player chose instead."

    async def look(pilot: Played) -> None:
        assert note(app) == told
        notes = []
        for _ in range(8):
            await one_choice(app, pilot)
            notes.append(note(app))
        assert told in notes

    at(app, look)
