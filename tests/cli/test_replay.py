"""`whister replay`: records, links and cases, step by step."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import whister
from tests.cli.asking import ask
from whister.links.record import Record


def played(seed: str = "1909") -> whister.Session:
    """Return a game of two deals, played with the first legal action each time."""
    session = whister.load("hearts/black-lady").session(seed)
    for number in range(2):
        while not session.deal.over:
            session.deal.act(session.deal.legal()[0])
        if number == 0:
            session.advance()
    return session


def test_a_game_is_told_deal_by_deal_with_its_settlement(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(str(Record.of(played())), "utf-8")
    answer = ask("replay", str(file))
    assert answer.status == 0
    assert "Deal 1: Black Lady" in answer.out
    assert "Deal 2: Black Lady" in answer.out
    assert answer.out.count("Score") == 2
    assert re.search(r"\n2\. West passes three cards\. \(\S+ \S+ \S+\)\n", answer.out)
    assert answer.out.count(" the trick.\n") == 26
    assert answer.out.endswith("Valid: 2 deals, 112 steps.\n")


def test_a_link_is_read_with_its_address_or_without() -> None:
    deal = whister.load("hearts/black-lady").deal(seed="1909")
    deal.act(deal.legal()[0])
    link = whister.DealRecord.of(deal).link()
    assert ask("replay", link, "--verify").out == "Valid: 1 deal, 1 step; the last deal is not over.\n"
    assert ask("replay", f"https://example.org/hearts/black-lady/#deal={link}", "--verify").status == 0
    assert ask("replay", "-", "--verify", typed=link + "\n").status == 0


def test_a_refused_step_names_its_clause() -> None:
    deal = whister.load("hearts/black-lady").deal(seed="1909")
    for _ in range(4):
        deal.act(deal.legal()[0])
    record = str(Record.of(deal)) + "_2C_3D"
    answer = ask("replay", record)
    assert answer.status == 1
    assert "[hearts/black-lady#" in answer.out
    assert ask("replay", record, "--verify").out.startswith("Refused: deal 1, step 6, 3D [hearts/black-lady#")
    assert json.loads(ask("replay", record, "--json").out)["refused"]["step"] == 6


def test_the_cases_of_a_clause_are_laid_out_and_checked() -> None:
    answer = ask("replay", "hearts/black-lady#first-trick")
    assert answer.status == 0
    assert "Q♠ is refused." in answer.out
    assert "Refused by: The first trick [hearts/black-lady#first-trick]" in answer.out
    assert answer.out.endswith("Valid: 4 cases.\n")
    one = ask("replay", "hearts/black-lady#first-trick", "--case", "BLD-3b")
    assert one.out.endswith("Valid: 1 case.\n")


def test_a_settlement_is_told_with_its_house_rules_and_its_cards() -> None:
    answer = ask("replay", "hearts/black-lady#moon", columns=200)
    assert "    options: moon = new\n    stands: totals = [30, 40, 50, 60]\n" in answer.out
    assert "    captured: none | 2♥ 3♥ 4♥" in answer.out
    assert not re.search(r"[{}]|(?<!\w)'[A-Za-z]", answer.out)
    dealt = ask("replay", "hearts/black-lady#moon", "--case", "Hx-moon-table")
    assert "  options: moon = choice, moon_decider = table, passing = none\n  West: J♣" in dealt.out


def test_what_is_allowed_in_a_case_is_told_in_lines_that_hang() -> None:
    told = ask("replay", "boston/nantes#petite", "--case", "BN-05", columns=24).out
    assert "\n  bid proposal-c:\n    allowed.\n  bid proposal-h:\n    allowed.\n" in told


def test_what_is_no_record_says_so() -> None:
    for said, why in (
        ("nothing.txt", "there is no file 'nothing.txt'"),
        ("w1~hearts/black-lady", "cut short"),
        ("w2~hearts/black-lady~~AAAA", "damaged or cut short"),
        ("hearts/black-lady#first-trik", "did you mean 'hearts/black-lady#first-trick'?"),
    ):
        answer = ask("replay", said)
        assert answer.status == 2, said
        assert why in answer.err


def test_a_text_longer_than_any_file_name_is_no_file() -> None:
    answer = ask("replay", "a" * 5000)
    assert (answer.status, answer.out) == (2, "")
    assert "there is no file" in answer.err


def test_what_is_typed_in_another_encoding_is_no_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.cli.asking.Terminal.read", lambda *_: b"\xff".decode())
    answer = ask("replay", "-")
    assert (answer.status, answer.err) == (
        2,
        "whister replay: standard input cannot be read: it is not UTF-8 text.\n",
    )


def test_a_standard_input_that_breaks_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> str:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("tests.cli.asking.Terminal.read", broken, raising=False)
    assert ask("replay", "-").err == "whister replay: standard input cannot be read: Input/output error.\n"


def a_case(given: dict[str, object], expected: dict[str, object]) -> str:
    """Return what ``whister replay`` prints for a case that a record might contain, and the exit code."""
    rules = whister.load("hearts/black-lady")
    clause = rules.clauses["first-trick"]
    case = replace(clause.cases[0], given=given, expected=expected)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("whister.cli.naming.clause", lambda *_: replace(clause, cases=(case,)))
        answer = ask("replay", clause.id, columns=34)
    return f"{answer.out}exit {answer.status}"


def test_a_case_that_does_not_come_out_says_what_does_and_ends_with_one() -> None:
    told = a_case({"hand": "3D QS", "led": "2C"}, {"legal": "QS"})
    assert "Different results: BLD-3." in told
    assert told.endswith("exit 1")
    assert "The engine gives the same result." not in told


def test_a_case_that_refuses_what_is_no_action_says_so_and_goes_on() -> None:
    told = a_case({"hand": "3D QS", "led": "2C"}, {"refused": ["sing", "QS"]})
    assert "  sing: 'sing' is not" in told
    assert "\n    " in told.partition("  sing: ")[2].partition("  Q♠ is refused")[0]
    assert "  Q♠ is refused." in told


def test_a_case_of_cards_that_cannot_be_says_why() -> None:
    told = a_case({"hand": "3D 3D", "led": "2C"}, {"legal": "3D"})
    twice = "\n  hand: 3D is named twice; the\n    pack of hearts/black-lady has\n    it once"
    assert told.count(twice) == 2
    assert "Different results: BLD-3." in told
