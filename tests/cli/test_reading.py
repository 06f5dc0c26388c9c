"""What `whister list` and `whister show` print, and how they answer a mistyped name."""

from __future__ import annotations

import json
import re

import pytest

import whister
from tests.cli.asking import Terminal, ask
from whister.cli import naming
from whister.cli.listing import _limits, counts
from whister.cli.paper import Paper
from whister.cli.parser import Parser
from whister.cli.showing import case_lines
from whister.reference.bibliography import bibliography
from whister.reference.entries import entries, resting
from whister.reference.retired import moves, tombstones


def test_alone_it_shows_what_it_does_and_three_things_to_try() -> None:
    answer = ask()
    assert answer.status == 0
    assert answer.out.count("  whister ") == 3
    assert "list" in answer.out


def test_the_list_holds_every_rule_set() -> None:
    told = json.loads(ask("list", "--json").out)["rule_sets"]
    assert [one["id"] for one in told] == list(whister.catalogue())
    assert next(one for one in told if one["id"] == "boston/russian")["derives_from"] == [
        "boston/fontainebleau"
    ]


def test_a_familys_list_holds_that_family_alone() -> None:
    answer = ask("list", "Boston")
    assert "boston/hoyle" in answer.out
    assert "hearts/" not in answer.out


@pytest.mark.parametrize("said", ["hearts/black-lady", "black-lady", "Black Lady", "Hearts (modern American)", "https://example.org/hearts/black-lady/", "https://example.org/latest/hearts/black-lady/clauses/"])  # fmt: skip
def test_a_rule_set_goes_by_its_id_its_title_and_its_page(said: str) -> None:
    answer = ask("show", said)
    assert answer.out.startswith("Black Lady  hearts/black-lady\n")


def test_a_clause_shows_its_text_its_sources_its_mechanism_and_its_cases() -> None:
    answer = ask("show", "hearts/black-lady#first-trick")
    assert "Neither a heart nor the queen of spades may be discarded" in answer.out
    assert "uspc-hearts: described, primary, read in part" in answer.out
    assert "first_trick: bars = penalties" in answer.out
    assert "refused: Q♠ K♥" in answer.out


def test_an_option_in_force_changes_what_the_clause_says() -> None:
    usual = json.loads(ask("show", "black-lady#moon", "--json").out)
    chosen = json.loads(ask("show", "black-lady#moon", "-o", "moon=new", "--json").out)
    assert usual["chosen"] == {}
    assert chosen["chosen"] == {"moon": "new"}
    assert usual["clause"]["rule"] != chosen["clause"]["rule"]


def test_the_data_of_a_rule_set_is_that_of_the_reference() -> None:
    told = json.loads(ask("show", "rook/kentucky", "--json").out)
    assert told["id"] == "rook/kentucky"
    assert told["behaviour_hash"] == whister.load("rook/kentucky").behaviour_hash


def test_what_is_found_is_what_is_shown() -> None:
    """Every clause and option is found under its address, and `show` prints an option, a claim and a source."""
    for entry in (one.entry for one in entries() if one.entry.kind in ("clause", "option")):
        rules, _, anchor = entry.id.partition("#")
        part = naming.part(whister.load(rules), anchor)
        assert (type(part).__name__.lower(), part.title) == (entry.kind, entry.title), entry.id
    for said in ("hearts/black-lady#option-moon", "hearts#reversin-named", "katz-2012"):
        entry = next(one.entry for one in entries() if one.entry.id == said)
        assert ask("show", said).out.startswith(f"{entry.title}  {said}\n")
        assert entry.kind in json.loads(ask("show", said, "--json").out)


def test_a_source_shows_what_was_seen_of_it_and_what_rests_on_it() -> None:
    known = bibliography()
    assert naming.entry_of(
        "https://example.org/latest/sources/foster-complete-hoyle-1914/"
    ) == naming.entry_of("foster-complete-hoyle-1914")
    assert {key for key in known if naming.entry_of(key) is None} == set()
    answer = ask("show", "foster-complete-hoyle-1914", columns=400)
    assert known["foster-complete-hoyle-1914"].reference in " ".join(answer.out.split())
    told = json.loads(ask("show", "foster-complete-hoyle-1914", "--json").out)["source"]
    assert f"options and dated claims ({len(told['cited_by'])}):" in answer.out
    for address in told["cited_by"]:
        rules, _, anchor = address.partition("#")
        if "/" in rules:
            part = naming.part(whister.load(rules), anchor)
            stated = [*part.sources, *(one for value in getattr(part, "values", ()) for one in value.sources)]
            assert "foster-complete-hoyle-1914" in {key for one in stated for key in (one.key, one.via)}, (
                address
            )
    assert "Cited for no clause, option or dated claim." in ask("show", "katz-2012").out


def test_of_a_source_twenty_addresses_are_told_and_how_many_more_there_are() -> None:
    told = ask("show", "foster-complete-hoyle-1914", columns=30).out
    rest = len(resting()["foster-complete-hoyle-1914"]) - 20
    assert told.endswith(f"\n  and {rest} more: whister show\n    foster-complete-hoyle-1914\n    --json\n")


@pytest.mark.parametrize(
    "words",
    [
        ("show", "hearts/gone"), ("cite", "hearts/gone", "--json"), ("compare", "hearts/gone", "hearts/spot"), ("list", "--options", "hearts/gone"),
        ("play", "hearts/gone", "--plain"), ("replay", "hearts/gone#first-trick"), ("find", "hearts/gone"), ("show", "https://example.org/hearts/gone/#moon"),
    ],
    ids=lambda words: words[0],
)  # fmt: skip
def test_every_command_follows_a_rule_set_that_is_retired(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = {"hearts/gone": "hearts/went", "hearts/went": "hearts/black-lady"}
    monkeypatch.setattr("whister.reference.retired.tombstones", lambda: lock)
    answer = ask(*words)
    assert answer.status in (0, 1)
    assert re.search(
        r"whister: hearts/gone\S* is retired; it is now hearts/black-lady(#\S+)?\.\n", answer.err
    )
    assert "Black Lady" in answer.out or "hearts/black-lady" in answer.out


def test_a_clause_that_is_repealed_and_retired_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    lock = {"boston/american#suit-rank": "boston/american#auction"}
    monkeypatch.setattr("whister.reference.retired.tombstones", lambda: lock)
    said = (
        " is retired; it is now boston/american#auction. The trump is fixed by a cut, so bids have no suit.\n"
    )
    assert said in ask("show", "boston/american#suit-rank").err


def test_a_retired_value_of_an_option_is_chosen_by_its_name_of_today() -> None:
    answer = ask("show", "black-lady", "-o", "stakes=off", "--json")
    assert (
        "hearts/black-lady#stakes.off is retired; it is now hearts/black-lady#settlement.points."
        in answer.err
    )
    assert json.loads(answer.out)["chosen"] == {"settlement": "points"}


@pytest.mark.parametrize("word", ["on", "yes", "true", "On"])
def test_an_option_that_is_on_or_off_takes_either_word(word: str) -> None:
    told = json.loads(ask("show", "black-lady", "-o", f"exact_100_wins={word}", "--json").out)
    assert told["chosen"] == {"exact_100_wins": True}
    assert "exact_100_wins=on" in ask("cite", "black-lady", "-o", f"exact_100_wins={word}", "--json").out


def test_an_option_may_call_a_value_of_its_own_no() -> None:
    assert ask("show", "fontainebleau", "-o", "early_stop=no").status == 0


def test_options_may_stand_before_the_command() -> None:
    assert json.loads(ask("--json", "list", "rook").out) == json.loads(ask("list", "rook", "--json").out)
    assert ask("--color", "never", "list", "rook").out == ask("list", "rook").out


def test_a_retired_id_says_where_it_went() -> None:
    answer = ask("show", "hearts/black-lady#stakes.off")
    assert answer.status == 0
    assert "is retired; it is now hearts/black-lady#settlement.points." in answer.err
    assert answer.out.startswith("Points or chips")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["shwo"], "did you mean 'show'?"),
        (["show", "hearts/blck-lady"], "did you mean 'hearts/black-lady'?"),
        (["show", "renege"], "did you mean 'rook/tournament#renege'?"),
        (["show", "rook/reneging"], "did you mean 'rook/tournament#option-revoke'?"),
        (["show", "kitty"], "did you mean 'hearts/cancellation#kitty'?"),
        (["show", "misere"], "did you mean 'boston/american#option-misere_bids'?"),
        (["show", "kd-original"], "did you mean 'rook/kentucky-discard'?"),
        (["show", "team"], "did you mean 'hearts/partnership'?"),
        (["show", "black-lady#frist-trick"], "did you mean 'hearts/black-lady#first-trick'?"),
        (
            ["show", "rook"],
            "rook is a family; expected one of its rule sets. They are listed by: whister list rook",
        ),
        (["show", "black-lady#moon_late_new.zzz"], "has no value 'zzz'"),
        (["show", "black-lady", "-o", "mon=new"], "did you mean 'moon'?"),
        (["show", "black-lady", "-o", "moon=nw"], "expected one of 'off', 'old', 'new'"),
        (["show", "black-lady", "-o", "moon"], "expected NAME=VALUE"),
        (["show", "black-lady", "--players", "9"], "[hearts/black-lady#players]"),
        (["list", "herts"], "did you mean 'hearts'?"),
        (["list", "--color", "sometimes"], "Expected one of auto, always, never."),
        (["show"], "expected an ID"),
        (["list", "--jsn"], "did you mean '--json'?"),
        (["--color", "never", "lst"], "no command is called 'lst'; did you mean 'list'?"),
        (
            ["--seat", "2", "play", "spot"],
            "put the command first: whister play --seat 2",
        ),
        (["--json"], "expected a command before --json"),
        (["show", ""], "expected a rule set, such as hearts/black-lady"),
        (["show", "#moon"], "expected a rule set, such as hearts/black-lady"),
        (["find", "?!"], "'?!' contains no word to search for"),
        (["list", "--options"], "whister list: --options: expected a value after it"),
        (["play"], "expected a rule set, such as"),
        (["show", "black-lady", "-o", "moon="], "expected NAME=VALUE"),
        (
            ["show", "black-lady", "-o", "jd_needed_for_moon=so"],
            "expected jd_needed_for_moon=on or jd_needed_for_moon=off",
        ),
        (["show", "foster-etext", "-o", "moon=new"], "house rules and players belong to a rule set"),
        (["cite", "foster-etext"], "foster-etext is not a rule set; show it with: whister show foster-etext"),
        (["compare", "black-lady#moon", "spot"], "expected a whole rule set, such as hearts/black-lady"),
        (["play", "--plain", "black-lady#moon"], "expected a whole rule set, such as hearts/black-lady"),
        (["replay", "black-lady#first-trick", "--seat", "2"], "this is a case"),
        (["replay", "black-lady#first-trick", "--step", "--verify"], "cannot be combined"),
        (["list", "hearts", "rook"], "'rook' is not expected here"),
    ],
)
def test_a_mistake_ends_with_one_clear_message_and_status_two(words: list[str], said: str) -> None:
    answer = ask(*words)
    assert answer.status == 2
    assert answer.out == ""
    assert said in answer.err
    assert answer.err.startswith("whister")
    assert "Traceback" not in answer.err


@pytest.mark.parametrize("command", ["list", "show", "cite", "compare", "find", "play", "replay", "serve"])
def test_the_help_of_each_command_has_examples_and_exit_codes(command: str) -> None:
    answer = ask(command, "--help")
    assert answer.status == 0
    assert f"usage: whister {command}" in answer.out
    assert f"examples:\n  whister {command}" in answer.out
    assert "exit codes:\n  0 " in answer.out
    assert max(map(len, answer.out.splitlines())) <= 80


def test_how_many_play_is_told_shortly() -> None:
    told = [counts(players) for players in ([4], [4, 6], [3, 4, 5, 6, 7], [2, 3, 4], [3, 4, 6])]
    assert told == ["4", "4, 6", "3-7", "2-4", "3, 4, 6"]


def test_a_number_or_a_table_for_an_option_is_told_by_its_limits_or_an_example() -> None:
    option = {"default": 100, "range": [1, 1000], "example": ""}
    assert _limits(option) == "A whole number from 1 to 1000; usually 100."
    table = "A table, written NAME:NUMBER with full stops between. For example: solo:8"
    assert _limits({"range": None, "example": "solo:8"}) == table
    assert _limits({"range": None, "example": ""}) == "A table."


def test_a_long_text_is_repeated_by_its_beginning() -> None:
    assert naming.brief("x" * 200) == "x" * 200
    assert naming.brief("x" * 201) == f"{'x' * 60}…"


@pytest.mark.parametrize("version", [(3, 14), (3, 15)])
def test_argparse_has_no_colours_of_its_own(
    version: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From Python 3.14 on, argparse would colour every help text on a terminal."""
    monkeypatch.setattr("sys.version_info", version)
    assert vars(Parser(prog="whister"))["color"] is False


def test_the_version_is_the_packages() -> None:
    assert ask("--version").out == f"whister {whister.__version__}\n"
    assert ask("--version", "list").out == ask("--version").out


# -- the paper -------------------------------------------------------------------------------------------------------

COLOURED = "\x1b["


@pytest.mark.parametrize(
    ("tty", "words", "environment", "coloured"),
    [
        (False, [], {}, False),
        (True, [], {}, True),
        (True, [], {"TERM": "dumb"}, False),
        (True, [], {"NO_COLOR": "1"}, False),
        (False, [], {"FORCE_COLOR": "1"}, True),
        (True, ["--color", "never"], {}, False),
        (False, ["--colour", "always"], {"NO_COLOR": "1"}, True),
    ],
)
def test_colours_come_on_a_terminal_and_where_they_are_asked_for(tty: bool, words: list[str], environment: dict[str, str], coloured: bool) -> None:  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        answer = ask("show", "hearts/black-lady#first-trick", *words, tty=tty)
    assert (COLOURED in answer.out) == coloured
    assert "\nNeither a heart nor" in answer.out


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_no_line_is_wider_than_the_terminal(columns: int) -> None:
    answer = ask("show", "hearts/black-lady#first-trick", columns=columns)
    assert max(map(len, answer.out.splitlines())) <= columns


def test_where_the_encoding_has_no_suits_letters_stand_for_them() -> None:
    answer = ask("show", "hearts/black-lady#first-trick", encoding="ascii")
    assert "refused: QS KH" in answer.out
    assert "The 2C is led. The 3D must be discarded, not the QS or the KH." in answer.out


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
@pytest.mark.parametrize(
    "words",
    [
        ("show", "hearts/black-lady#moon", "-o", "moon=new"),
        ("compare", "hearts/black-lady", "-o", "moon=new"),
        ("list", "--options", "hearts/black-lady"),
        ("find", "queen of spades"),
        ("cite", "hearts/chasse-coeur", "--style", "csl-json"),
    ],
    ids=lambda words: words[0],
)
def test_json_says_the_same_in_every_encoding(words: tuple[str, ...], encoding: str) -> None:
    answer = ask(*words, "--json", encoding=encoding)
    assert json.loads(answer.out) == json.loads(ask(*words, "--json").out)


def test_every_retired_address_leads_to_something_there_is() -> None:
    found = moves()
    assert found
    assert found.keys() == tombstones().keys()
    for old, new in found.items():
        assert new not in found, old
        rules, _, anchor = new.partition("#")
        assert naming.part(whister.load(rules), anchor) if anchor else rules in whister.catalogue(), old


def test_a_further_row_of_a_case_is_told_in_one_line() -> None:
    out = Terminal()
    case_lines(Paper(out), {"tricks": 7, "also": [{"tricks": 8, "led_by": 1}, {"tricks": 9}]}, 2)
    assert out.written() == "  tricks: 7\n  also, tricks: 8; led by: 1\n  also, tricks: 9\n"


def test_an_option_that_a_rule_set_fixes_says_so() -> None:
    told = ask("show", "boston/hoyle#option-gather", columns=40).out
    assert (
        "\nBoston after Hoyle does not leave it\n  open: In the book the second pack is\n  shuffled during every deal.\n"
        in told
    )
