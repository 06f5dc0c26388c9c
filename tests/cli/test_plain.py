"""`whister play --plain`: the game line by line."""

from __future__ import annotations

import os
import random
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import whister
from tests.cli.asking import Terminal, ask, play_carelessly
from whister.cli import main, playing
from whister.cli.paper import Paper
from whister.cli.table import words
from whister.cli.table.conversation import Conversation
from whister.cli.table.plain import Plain
from whister.drawing import face
from whister.links.record import Record


def first_allowed(table: Conversation) -> str:
    """Return the first action that the visitor may take, as he would type it."""
    state = table.state
    choice = state["choice"]
    if choice is None:
        return words.offers(state)[0].action
    if choice["kind"] == "play":
        return str(next(card["card"] for card in state["hand"] if card["playable"]))
    if choice["kind"] == "cards":
        return " ".join(choice["allowed"][: choice["count"]])
    return next(offer.action for offer in words.offers(state) if offer.open)


@pytest.mark.parametrize("name", whister.catalogue())
def test_a_deal_of_every_rule_set_is_played_to_its_settlement(name: str) -> None:
    out, kept = Terminal(), list[str]()
    table = Conversation.begun(name, {}, seed="plain")
    game = Plain(table, Paper(out), Terminal(), kept.append)
    for _ in range(200):
        if table.state["over"]:
            break
        game.answer(first_allowed(table))
    assert table.state["over"]
    told = out.written()
    assert "Score" in told
    assert re.search(rf"[(\[]{name}#", told)
    assert Record.parse(kept[-1]).replay().over


def test_the_longest_seed_deals_as_it_does_in_the_library(tmp_path: Path) -> None:
    seed, file = "x" * 1_000, tmp_path / "game.txt"
    answer = ask(
        "play", "hearts/black-lady", "--plain", "--seed", seed, "--record", str(file), typed="quit\n"
    )
    assert answer.status == 0
    deal = whister.load("hearts/black-lady").session(seed).deal
    assert Record.parse(file.read_text("utf-8")).replay().dealt == deal.dealt


def test_a_barred_card_names_the_clause() -> None:
    answer = ask("play", "hearts/black-lady", "--plain", "--seed", "1909", typed="2C 4C JC\n3D\nquit\n")
    assert answer.status == 0
    assert "Refused by: Following suit [hearts/black-lady#follow]" in answer.out


def test_a_game_is_kept_in_its_file_and_goes_on_from_there(tmp_path: Path) -> None:
    file = tmp_path / "my game.txt"
    first = ask("play", "hearts/black-lady", "--plain", "--seed", "1909", "--record", str(file), typed="2C 4C JC\nquit\n")  # fmt: skip
    said = re.search(r"continue it with `whister (.*)`", first.err.replace("\n", " "))
    assert said, first.err
    again = ask(*shlex.split(said[1]), typed="deal\nquit\n")
    assert "You pass the two of clubs, the four of clubs and the jack of clubs." in again.out
    other = ask("play", "rook/kentucky", "--plain", "--record", str(file))
    assert other.status == 2
    assert "holds a game of hearts/black-lady" in other.err


def test_the_same_command_goes_on_and_another_wish_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    begun = (
        "play",
        "--plain",
        "hearts/black-lady",
        "-o",
        "moon=new",
        "--players",
        "5",
        "--record",
        str(file),
    )
    ask(*begun, "--seed", "1909", typed="hint\n")
    kept = file.read_text("utf-8")
    assert ask(*begun).status == 0
    for wish, said in (
        (("-o", "moon=old"), "leave out -o and --players"),
        (("--seed", "1909"), "leave out --seed"),
        (("--seat", "5"), "--seat 5: Black Lady has the seats 0, 1, 2, 3, 4 here."),
    ):
        words = begun if wish[0] != "-o" else tuple(word.replace("moon=new", "moon=old") for word in begun)
        answer = ask(*words, *(wish if wish[0] != "-o" else ()))
        assert (answer.status, said in answer.err) == (2, True), answer.err
    both = ask("play", "--plain", "w2~hearts/black-lady~~AAAA", "--record", str(file))
    assert "already holds a game" in both.err
    assert file.read_text("utf-8") == kept


def test_what_may_end_unpaid_is_said_before_the_deal() -> None:
    options = ("boston/fontainebleau", "-o", "payment_table=sourced-only")
    said = "a deal played for any other bid ends unpaid. [boston/fontainebleau#payment-table]"
    for command in (("play", "--plain", "--seed", "1", *options), ("show", *options)):
        told = " ".join(ask(*command).out.split())
        assert said in told
        if command[0] == "play":
            assert told.index(said) < told.index("Bid or pass."), "before anything is bid"


def test_a_file_that_begins_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    ask("play", "hearts/black-lady", "--plain", "--seed", "1909", "--record", str(file), typed="2C 4C JC\n")
    file.write_text(file.read_text("utf-8"), "utf-8-sig")
    assert ask("replay", str(file), "--verify").out.startswith("Valid: 1 deal")
    assert ask("replay", "-", "--verify", typed=file.read_text("utf-8")).out.startswith("Valid: 1 deal")
    assert ask("play", "--plain", "--record", str(file), typed="hint\nquit\n").status == 0
    assert [one.name for one in tmp_path.iterdir()] == ["game.txt"]
    table = tmp_path / "prices.toml"
    table.write_text("proposal = 6\nsolo = 12\nsuper_preference = 4\n", "utf-8-sig")
    answer = ask("show", "boston/nantes", "-o", f"prices={table}")
    assert (answer.status, answer.err) == (0, "")
    assert "proposal 6" in answer.out


def test_a_file_that_holds_no_game_is_named(tmp_path: Path) -> None:
    for name, text, said in (
        ("a.txt", "", "it is empty"),
        ("b.txt", "x y", "this is not a record of a deal"),
    ):
        (tmp_path / name).write_text(text, "utf-8")
        answer = ask("play", "--plain", "--record", str(tmp_path / name))
        assert (answer.status, f"{tmp_path / name}: {said}" in answer.err) == (2, True), answer.err
    assert f"{tmp_path / 'b.txt'}: this is not a record" in ask("replay", str(tmp_path / "b.txt")).err
    assert "it is a folder, not a file" in ask("replay", str(tmp_path)).err


def test_a_new_game_leaves_the_old_one_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    ask("play", "hearts/black-lady", "--plain", "--seed", "1909", "--record", str(file), typed="2C 4C JC\nnew\nquit\n")  # fmt: skip
    assert "give+2C+4C+JC" in (tmp_path / "game-1.txt").read_text("utf-8")
    assert "give+2C+4C+JC" not in file.read_text("utf-8")


def test_the_next_deal_of_a_game_is_kept_in_its_file(tmp_path: Path) -> None:
    keep = playing._keeper(tmp_path / "game.txt")
    for record in (
        "w1~a~2C.3C~",
        "w1~a~2C.3C~2C_3C",
        "w1~a~2C.3C~2C_3C\nw1~b~4C.5C~",
        "w1~a~2C.3C~2C_3C\nw1~b~4C.5C~4C",
    ):
        keep(record)
    assert [one.name for one in tmp_path.iterdir()] == ["game.txt"]
    keep("w1~c~6C.7C~")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["game-1.txt", "game.txt"]
    assert (tmp_path / "game-1.txt").read_text("utf-8") == "w1~a~2C.3C~2C_3C\nw1~b~4C.5C~4C\n"


def test_a_record_that_todays_rules_refuse_stays_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    ask("play", "hearts/black-lady", "--plain", "--seed", "1909", "--record", str(file), typed="2C 4C JC\n")
    refused = file.read_text("utf-8").rstrip() + "_3D\n"
    file.write_text(refused, "utf-8")
    answer = ask("play", "--plain", "--record", str(file))
    assert answer.status == 2
    assert "Following suit [hearts/black-lady#follow]" in answer.err
    assert file.read_text("utf-8") == refused


def test_a_case_that_shows_a_whole_trick_opens() -> None:
    answer = ask("play", "--plain", "c1~rook/whist-56~ranking~RK-39", typed="table\nquit\n")
    assert answer.status == 0
    assert "Case RK-39 of the rule" in answer.out


def test_the_score_tells_the_deals_so_far() -> None:
    out = Terminal()
    table = Conversation.begun("boston/fontainebleau", {}, seed="plain")
    game = Plain(table, Paper(out), Terminal(), lambda _: None)
    while not table.state["over"]:
        game.answer(first_allowed(table))
    game.answer("score")
    seats = "".join(rf", {name} −?\d+ \([+−]?\d+\)" for name in ("West", "North", "East"))
    assert re.search(rf"Deal 1: You −?\d+ \([+−]?\d+\){seats}, Pool \d+; ", " ".join(out.written().split()))


def test_undo_takes_back_and_a_hint_is_given() -> None:
    answer = ask(
        "play", "hearts/black-lady", "--plain", "--seed", "1909", typed="hint\n2C 4C JC\nundo\nquit\n"
    )
    assert re.search(
        r"Pass the [a-z]+ of [a-z]+, the [a-z ]+ and the [a-z ]+\.", " ".join(answer.out.split())
    )
    assert "deals that fit what you have seen" in " ".join(answer.out.split())
    assert answer.out.count("Choose three cards to pass") == 2


def test_after_a_deal_the_decisions_that_cost_most_are_told_with_what_was_better() -> None:
    early = ask("play", "hearts/black-lady", "--plain", "--seed", "7", typed="turning\n")
    assert "There are no turning points yet: the deal is not over." in early.out
    table, out = Conversation.begun("hearts/black-lady", {}, seed="7"), Terminal()
    play_carelessly(table)
    Plain(table, Paper(out), Terminal(), lambda _: None).answer("turning")
    told = " ".join(out.written().split())
    assert re.search(
        r"The decisions that cost you most: 1\. Trick \d+\. The \w+ of \w+ cost about [\d.]+ points? relative to the other players; the \w+ of \w+ "
        r"was better on average in \d+ deals that fit what could be seen then\. The better choice: ",
        told,
    )


def test_who_leaves_a_deal_is_told_how_to_go_on_with_it() -> None:
    left = ask("play", "hearts/black-lady", "--plain", "--seed", "1909", typed="2C 4C JC\nquit\n")
    link = re.search(r"whister play '(w2~[^']+)'", left.err)
    assert link
    again = ask("play", "--plain", link[1], typed="deal\n")
    assert "You pass the two of clubs, the four of clubs and the jack of clubs." in again.out


def test_the_end_of_what_is_typed_ends_the_game() -> None:
    assert ask("play", "hearts/black-lady", "--plain").status == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["hearts/black-lady", "--seat", "9"], "has the seats 0, 1, 2, 3"),
        (["c1~rook/whist-56~ranking~RK-39", "--seat", "9"], "has the seats 0, 1, 2, 3"),
        (["c1~rook/whist-56~ranking~RK-39", "--seed", "1909", "-o", "moon=new"], "leave out -o and --seed"),
        ([__file__], f"to continue the game in it: `whister play --record {__file__} --plain`"),
        ([], "expected a rule set"),
        (["hearts/black-lady", "--suits", "4"], "--suits 4 colours the drawn table"),
        (["w1~hearts/black-lady~x"], "cut short"),
        (["c1~hearts/black-lady~first-trick~BLD-9"], "did you mean 'BLD-3'"),
        (["hearts/black-lady", "-o", "target=x"], "is not a whole number"),
    ],
)
def test_what_cannot_be_played_says_why(arguments: list[str], said: str) -> None:
    answer = ask("play", "--plain", *arguments)
    assert answer.status == 2
    assert said in answer.err


def test_without_a_terminal_the_drawn_table_is_not_begun() -> None:
    answer = ask("play", "hearts/black-lady")
    assert answer.status == 3
    assert "--plain" in answer.err


def test_the_third_deal_is_the_third_and_the_score_begins_with_the_first() -> None:
    out = Terminal()
    table = Conversation.begun("boston/fontainebleau", {}, seed="plain")
    start = [seat["total"] for seat in table.state["seats"]]
    game = Plain(table, Paper(out, width=200), Terminal(), lambda _: None)
    for _ in range(2):
        while not table.state["over"]:
            game.answer(first_allowed(table))
        game.answer("next")
    assert set(re.findall(r"^Deal (\d)\.$", out.written(), re.MULTILINE)) == {"2", "3"}
    game.answer("score")
    told = out.written().partition("The game so far, in counters:\n")[2]
    assert re.findall(r"^(\w+(?: \d)?):", told, re.MULTILINE) == ["Start", "Deal 1", "Deal 2"]
    amounts = [total.removeprefix("total: ") for total in start]
    names = ("You", "West", "North", "East")
    assert told.startswith(
        f"Start: {', '.join(f'{n} {a}' for n, a in zip(names, amounts, strict=True))}, Pool "
    )


def test_numbers_that_may_be_bid_are_in_one_row() -> None:
    def rung(title: str, *bids: str) -> dict[str, object]:
        told = [
            {"action": f"bid {bid}", "name": bid, "legal": True, "by": None, "stands": False} for bid in bids
        ]
        return {"title": title, "bids": told}

    rungs = [rung("", "70"), rung("", "75"), rung("Misère", "misere"), rung("", "80", "85"), rung("", "90")]
    state = {"choice": {"kind": "ladder", "parts": [{"reason": None, "rungs": rungs}]}, "seats": []}
    rows = [(title, [words.typed(bid.action) for bid in bids]) for title, bids in words.rungs(state)]
    assert rows == [("", ["70", "75"]), ("Misère", ["misere"]), ("", ["80", "85", "90"])]
    assert words.rungs({"choice": {"kind": "play"}}) == words.rungs({"choice": None}) == []


def test_what_is_offered_goes_by_its_words_or_their_beginning_its_action_or_its_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Conversation.begun("hearts/black-lady", {}, seed="1909")
    game = Plain(table, Paper(Terminal()), Terminal(), lambda _: None)
    offered = [
        words.Offer("pass", "Pass"), words.Offer("accept", "Accept"), words.Offer("declare new", "Take off your own"),
        words.Offer("declare old", "Take on to the others"), words.Offer("claim rest", "5 tricks are mine"),
    ]  # fmt: skip
    monkeypatch.setattr(game, "_offered", lambda: offered)
    for said, meant in (
        ("Pass", "pass"), ("p", "pass"), ("ACC", "accept"), ("declare old", "declare old"), ("take off", "declare new"),
        ("take", None), ("1", "pass"), ("4", "declare old"), ("5", "claim rest"), ("0", None), ("6", None), ("x", None),
    ):  # fmt: skip
        found = game._picked(said)
        assert (found and found.action) == meant, said


def test_what_a_deal_was_about_stands_in_the_score_although_nothing_was_opened() -> None:
    out = Terminal()
    table = Conversation.begun("rook/kentucky", {}, seed="plain")
    game = Plain(table, Paper(out, width=200), Terminal(), lambda _: None)
    while not table.state["over"]:
        game.answer(table.usual() or "")
    game.answer("score")
    score = out.written().partition("The game so far, in points:\n")[2]
    assert re.fullmatch(r"Deal 1: You \S+ \(\S+\), .*; \d+, (You|West|North|East)\n", score), score


@pytest.mark.parametrize(("bid", "more"), [("8H", True), ("grand-misere", False), ("9H", False)])
def test_of_more_than_eight_bids_the_highest_is_told(bid: str, more: bool) -> None:
    """Nine kinds of bid rank above eight levées in hearts, eight above grand misère, and seven above nine levées."""
    deal = whister.load("boston/fontainebleau").deal(seed="1")
    deal.act(f"bid {bid}")
    out = Terminal()
    table = Conversation.opened(whister.DealRecord.of(deal).link(), seat=deal.pending[0])
    Plain(table, Paper(out), Terminal(), lambda _: None).answer("")
    assert ("and higher, up to Chelem on the table" in out.written()) is more


@pytest.mark.parametrize(("when", "said"), [("never", "1"), ("auto", ""), ("always", "")])
def test_the_drawn_table_is_told_to_do_without_colours(
    when: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "")
    assert ask("play", "black-lady", "--plain", "--color", when, typed="quit\n").status == 0
    assert os.environ["NO_COLOR"] == said


@pytest.mark.parametrize(
    ("suits", "four"), [((), False), (("--suits", "2"), False), (("--suits", "4"), True)]
)
def test_on_a_terminal_the_table_is_drawn(
    suits: tuple[str, ...], four: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[bool] = []

    def draw(table: Conversation, keep: object, *, four_colours: bool) -> None:
        table.act("give 2C 4C JC")
        drawn.append(four_colours)

    err = Terminal()
    monkeypatch.setattr("whister.cli.playing._drawn", lambda: draw)
    monkeypatch.setattr("sys.stdin", Terminal(tty=True))
    monkeypatch.setattr("sys.stdout", Terminal(tty=True))
    monkeypatch.setattr("sys.stderr", err)
    assert main(["play", "black-lady", "--seed", "1909", *suits]) == 0
    assert drawn == [four]
    assert "to continue this deal: whister play 'w2~hearts/black-lady~" in err.written()


def test_an_answer_has_two_thousand_characters_at_most() -> None:
    table = Conversation.begun("hearts/black-lady", {}, seed="1909")
    game = Plain(table, Paper(Terminal()), Terminal("x" * 3_000 + "\n"), lambda _: None)
    assert [len(answer) for answer in game._answered()] == [2_000, 1_000]


def test_a_record_is_opened_from_the_first_seat() -> None:
    record = str(whister.DealRecord.of(whister.load("hearts/black-lady").deal("seat")))
    assert Conversation.opened(record).state["seat"] == 0


def test_the_score_begins_with_the_pool_that_the_first_deal_opened_with() -> None:
    def row(number: int, opened: int, chips: int) -> dict[str, object]:
        pools = [{"label": "Pool", "opened": opened, "chips": chips}]
        return {
            "number": number,
            "opened": [10, 20],
            "totals": [11, 19],
            "delta": [1, -1],
            "pools": pools,
            "what": "",
            "declarer": None,
        }

    seats = [{"seat": 0, "name": "You", "plays": True}, {"seat": 1, "name": "West", "plays": True}]
    state = {"seats": seats, "settlement": None}
    assert words.score_rows(state, [row(1, 40, 50), row(2, 60, 70)]) == [
        ["Deal", "You", "West", "Pool"], ["Start", "10", "20", "40"],
        ["1", "11 (+1)", "19 (−1)", "50"], ["2", "11 (+1)", "19 (−1)", "70"],
    ]  # fmt: skip


def test_hands_laid_down_after_a_claim_are_all_told() -> None:
    deal = whister.load("rook/tournament", allow_claim=True).deal("1909")
    while deal.phase != "play":
        deal.act(deal.legal()[0])
    deal.act("claim rest")
    for seat in deal.pending:
        deal.act("accept", seat)
    told = Terminal()
    game = Plain(
        Conversation.opened(str(whister.DealRecord.of(deal))), Paper(told), Terminal(), lambda _: None
    )
    game._hand()
    first, *hands = told.written().splitlines()
    assert first == "All hands are laid down:"
    assert [line.split(":")[0].strip() for line in hands if " cards, " in line] == [
        "You",
        "West",
        "North",
        "East",
    ]
    assert told.written().count("shows") == 4


class Printed(NamedTuple):
    """A choice as the table prints it, and the action that it represents."""

    text: str
    action: str


def choices_printed(game: Plain, printed: str) -> Iterator[Printed]:
    """Yield the choices that have been printed: cards by their faces, offers by their words and numbers, and bids."""
    state = game.table.state
    choice = state["choice"]
    if choice is not None and choice["kind"] == "play":
        for held in state["hand"]:
            if held["playable"]:
                yield Printed(face(held["card"]), held["card"])
    if found := re.search(r": type \d+ cards?, such as (.*)\.$", printed, re.MULTILINE):
        yield Printed(found[1], " ".join([choice["verb"], *choice["allowed"][: choice["count"]]]))
        yield Printed(", ".join(reversed(found[1].split())), " ".join([choice["verb"], *choice["allowed"][: choice["count"]]]))  # fmt: skip
    for offer in words.offers(state):
        if offer.open and offer.group != "Bids":
            line = re.search(rf"^\s*(\d+)?(?:\. )?{re.escape(offer.label)}$", printed, re.MULTILINE)
            assert line, f"{offer.label}\n{printed}"
            yield Printed(offer.label, offer.action)
            if line[1]:
                yield Printed(line[1], offer.action)
    for _, bids in words.rungs(state)[:8]:
        for bid in bids:
            assert words.typed(bid.action) in printed
            yield Printed(words.typed(bid.action), bid.action)


@pytest.mark.parametrize("name", whister.catalogue())
def test_all_that_is_printed_as_a_choice_is_taken_when_it_is_typed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    for players in whister.load(name).players:
        out, chance = Terminal(), random.Random(name)
        table = Conversation.begun(name, {}, players=players, seed="typed")
        game = Plain(table, Paper(out, width=400), Terminal(), lambda _: None)
        for _ in range(60):
            if table.state["over"]:
                break
            before = len(out.written())
            game.answer("")
            printed = list(choices_printed(game, out.written()[before:]))
            with monkeypatch.context() as only:
                only.setattr(game, "_done", done.append)
                for text, _ in printed:
                    game.answer(text)
            assert [sorted(action.split()) for action in done] == [
                sorted(one.action.split()) for one in printed
            ]
            done.clear()
            assert all(table.why(one.action)["legal"] for one in printed[:3])
            if not printed:
                break
            game.answer(chance.choice(printed).text)


@pytest.mark.parametrize("asked", ["?", "h", "H", "help"])
def test_help_names_what_is_said_in_this_game_and_nothing_of_others(asked: str) -> None:
    told = {
        name: ask("play", name, "--plain", "--seed", "1909", typed=f"{asked}\nquit\n").out
        for name in ("hearts/black-lady", "hearts/domino", "rook/tournament", "boston/fontainebleau")
    }
    assert "Said in this game: give.\n" in told["hearts/black-lady"]
    assert "Said in this game: draw.\n" in told["hearts/domino"]
    assert "Said in this game: bid, pass, discard, trump, claim redeal.\n" in told["rook/tournament"]
    assert (
        "Said in this game: bid, pass, ask, alone, accept, decline, discard.\n"
        in told["boston/fontainebleau"]
    )
    for name, help_ in told.items():
        assert ("every bid that is open" in help_) is (name.split("/")[0] in ("rook", "boston")), name
        assert re.search(r"Type a card \((R\d+|\S+[♣♦♠♥] or \S+[CDSH])\)", help_), name


@pytest.mark.parametrize(
    ("typed", "said"),
    [("2♣ 4♣", "Pass three cards: type 3 cards, not 2."), ("give 2♣, 4♣, J♣", "You pass the two of clubs"),
     ("♣2 ♣4 ♣J", "You pass the two of clubs"), ("2c,4c,jc", "You pass the two of clubs"),
     ("hnt", "'hnt' is neither a card nor one of the choices; did you mean 'hint'? Type ? for help."),
     ("xyzzy 2C", "'xyzzy 2C' is neither a card nor one of the choices. Type ? for help.")],
)  # fmt: skip
def test_cards_are_typed_as_they_are_printed_or_as_the_engine_writes_them(typed: str, said: str) -> None:
    out = ask("play", "hearts/black-lady", "--plain", "--seed", "1909", typed=f"{typed}\nquit\n").out
    assert said in " ".join(out.split())


def test_one_card_is_played_at_a_time() -> None:
    out = ask(
        "play", "hearts/black-lady", "--plain", "--seed", "1909", typed="2♣ 4♣ J♣\nA♣ 3♦\nwhy ♦3\nA♣\n"
    ).out
    assert "Play one card at a time." in out
    refused = out.index("You have a club, so you must play it.")
    assert refused < out.index("Refused by: Following suit") < out.index("You may play A♣.")
    assert "You play the ace of clubs." in out


def test_a_card_that_may_not_be_laid_aside_says_why_before_their_number() -> None:
    out = Terminal()
    table = Conversation.begun("rook/three-1914", {}, seed="nest")
    game = Plain(table, Paper(out, width=200), Terminal(), lambda _: None)
    while table.state["choice"]["kind"] != "cards":
        bids = words.rungs(table.state)
        game.answer(words.typed(bids[-1][1][-1].action) if bids else first_allowed(table))
    card, why = next(iter(table.state["choice"]["barred"].items()))
    before = len(out.written())
    game.answer(face(card))
    assert out.written()[before:].startswith(why["text"])
    assert "is a counter, and counters may not be laid aside." in why["text"]
