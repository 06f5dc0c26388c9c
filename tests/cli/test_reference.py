"""`whister cite`, `compare`, `find` and `serve`."""

from __future__ import annotations

import json
import re
import socket
import sys
import threading
import urllib.request
from pathlib import Path

import pytest

import whister
from tests.cli.asking import ask
from whister.cli import server
from whister.reference.finding import find


def test_csl_json_needs_no_library_and_names_the_house_rules() -> None:
    answer = ask("cite", "hearts/black-lady#moon", "-o", "moon=new", "--style", "csl-json")
    (item,) = json.loads(answer.out)
    rules = whister.load("hearts/black-lady", moon="new")
    assert item["title"].startswith("House rules after Black Lady (The moon: ")
    assert item["genre"] == f"Behaviour hash {rules.behaviour_hash}"
    assert item["version"] == whister.__version__
    assert json.loads(ask("cite", "hearts/black-lady#moon", "-o", "moon=new", "--json").out) == [item]


def test_without_the_extra_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("citeproc", "pybtex.database", "rispy"):
        monkeypatch.setitem(sys.modules, module, None)
    for style in ("apa", "bibtex", "ris"):
        answer = ask("cite", "hearts/black-lady", "--style", style)
        assert answer.status == 3
        assert "pip install 'citeproc-py>=" in answer.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["black-lady", "--style", "apaa"], "did you mean 'apa'?"),
        (["black-lady#frist-trick"], "did you mean 'hearts/black-lady#first-trick'?"),
        (["black-lady#pack_table"], "is an option, and this command needs a clause"),
        (["black-lady", "--name", "Friday"], "a name is for house rules"),
        (["black-lady", "--base", "example"], "expected an address"),
        (["black-lady", "--base", "https://a b"], "expected an address"),
        (["black-lady", "--base", "https://example.org/?page=1"], "expected an address"),
        (["black-lady", "--players", "4"], "'--players' is not expected here"),
        (["black-lady", "--json", "--style", "apa"], "give only one of --json and --style"),
        (["black-lady", "--accessed", "1/2/26"], "expected a date such as"),
    ],
)
def test_a_citation_that_cannot_be_says_why(words: list[str], said: str) -> None:
    answer = ask("cite", *words)
    assert answer.status == 2
    assert said in answer.err


def test_house_rules_of_the_first_alone_stand_beside_the_rule_set_as_it_is() -> None:
    told = json.loads(ask("compare", "black-lady", "--first", "moon=new", "--json").out)
    assert [(side["id"], len(side["in_force"])) for side in (told["a"], told["b"])] == [
        ("hearts/black-lady", 1),
        ("hearts/black-lady", 0),
    ]


def test_a_comparison_shows_the_parameters_that_changed() -> None:
    answer = ask("compare", "hearts/black-lady", "-o", "moon=new")
    assert answer.status == 1
    assert "~ Shooting the moon  hearts/black-lady#moon  amended" in answer.out
    assert "moon.effect: old → new" in answer.out
    assert answer.out.count("~ ") == 1


def test_a_game_that_is_compared_is_named_within_the_width_of_the_terminal() -> None:
    """With the letter before them, the title and the ID take 31 characters."""
    wide, narrow = (ask("compare", "rook/kentucky", "rook/kentucky", columns=width).out for width in (31, 30))
    assert wide.splitlines()[0] == "A  Kentucky Rook  rook/kentucky"
    assert narrow.splitlines()[:2] == ["A  Kentucky Rook", "   rook/kentucky"]


def test_rules_in_force_on_neither_side_are_told_only_when_asked_for() -> None:
    brief, whole = (
        ask("compare", "rook/tournament", "rook/tournament-full", *more) for more in ((), ("--all",))
    )
    assert "Without the Rook" not in brief.out  # only an option of Tournament Rook plays so
    assert "Without the Rook" in whole.out
    assert "17 more clauses are in force on neither side; --all lists them." in brief.out


def test_a_rule_set_alone_is_compared_with_the_one_it_derives_from() -> None:
    told = json.loads(ask("compare", "boston/russian", "--json").out)
    assert (told["a"]["id"], told["b"]["id"]) == ("boston/fontainebleau", "boston/russian")
    orphan = ask("compare", "boston/hoyle")
    assert orphan.status == 2
    assert "name a second one" in orphan.err


def test_the_same_rules_are_alike() -> None:
    assert ask("compare", "rook/kentucky", "rook/kentucky").status == 0


def test_different_families_explain_themselves() -> None:
    answer = ask("compare", "boston/hoyle", "rook/kentucky")
    assert answer.status == 1
    assert "belongs to the Boston family and Kentucky Rook to the Rook family" in " ".join(answer.out.split())
    assert "13 of the same name" in answer.out
    assert "amended" not in answer.out


def test_a_name_in_another_language_finds_its_rule_set() -> None:
    assert "hearts/black-lady" in ask("find", "slippery", "anne").out
    told = json.loads(ask("find", "Dama", "negra", "--json").out)
    assert told["results"][0]["id"].startswith("hearts/black-lady")


def test_nothing_found_is_status_one_and_tells_the_nearest() -> None:
    answer = ask("find", "xyzzy plugh")
    assert answer.status == 1
    assert answer.out == ""
    assert "nothing is found for 'xyzzy plugh'" in answer.err
    assert "Did you mean Chasse-Cœur" in ask("find", "Chass Couer Domino").err
    elsewhere = ask("find", "Chass Couer Domino", "--family", "rook")
    assert elsewhere.err == "whister: nothing is found for 'Chass Couer Domino'.\n"


def test_what_is_sought_may_be_of_one_family_and_kind() -> None:
    told = json.loads(
        ask("find", "pool", "--family", "boston", "--kind", "clause", "--limit", "3", "--json").out
    )
    assert len(told["results"]) == 3
    assert {one["kind"] for one in told["results"]} == {"clause"}
    assert all(one["id"].startswith("boston/") for one in told["results"])
    wrong = ask("find", "pool", "--kind", "clauze")
    assert "did you mean 'clause'?" in wrong.err


@pytest.mark.parametrize("words", ["dama negra", "slippery anne", "chicane"])
def test_that_there_is_more_is_said_where_there_is(words: str) -> None:
    every = len(find(words, limit=None))
    for limit, more in ((every - 1, True), (every, False), (every + 1, False)):
        told = json.loads(ask("find", words, "--limit", str(limit), "--json").out)
        assert (len(told["results"]), told["more"]) == (min(limit, every), more)
        assert ("There are more" in ask("find", words, "--limit", str(limit)).out) is more


def test_where_no_more_may_be_asked_for_nothing_is_said_of_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whister.cli.finding._MOST", 4)
    told = [ask("find", "trump", "--kind", "option", "--limit", limit).out for limit in ("3", "4")]
    assert told[0].endswith("\nThere are more: --limit 4\n")
    assert "There are more" not in told[1]


def test_a_name_of_house_rules_has_two_hundred_characters_at_most() -> None:
    named = ("cite", "black-lady", "-o", "moon=new", "--json", "--name")
    (item,) = json.loads(ask(*named, "x" * 200).out)
    assert item["title"].startswith("x" * 200 + " (house rules")
    assert "expected text of at most 200 characters" in ask(*named, "x" * 201).err


def test_a_folder_without_a_site_says_where_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    default = ask("serve")
    assert default.status == 3
    assert "noxfile.py -s build" in default.err
    assert ask("serve", str(tmp_path)).status == 2
    assert "there is no such folder" in ask("serve", str(tmp_path / "none")).err


def test_a_page_is_served_with_its_type_and_the_policy(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>Whister")
    running = server.start(tmp_path)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    with urllib.request.urlopen(f"http://127.0.0.1:{running.server_address[1]}/") as answer:
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    running.shutdown()
    running.server_close()


def test_it_says_where_the_site_is_and_how_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text("<p>Whister")

    def interrupted(self: server.Server) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(server.Server, "serve_forever", interrupted)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        answer = ask("serve", str(tmp_path), "--port", str(port))
    said = re.fullmatch(
        r"\nWhister is at http://127\.0\.0\.1:(\d+)\nPress Control-C to stop\.\n\n", answer.out
    )
    assert said, answer.out
    assert port < int(said[1]) < port + 50  # that one was taken
    assert (answer.status, answer.err) == (0, "")


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError(99, "Cannot assign requested address"), "Cannot assign requested address"),
        (OSError("no network"), "no network"),
    ],
)
def test_a_computer_that_cannot_serve_says_why(
    error: OSError, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "index.html").write_text("<p>Whister")

    def failing(*_: object) -> None:
        raise error

    monkeypatch.setattr(server, "serve", failing)
    answer = ask("serve", str(tmp_path))
    assert (answer.status, answer.err) == (3, f"whister serve: {tmp_path}: cannot be served: {why}.\n")


def test_there_is_no_port_beyond_the_last(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>Whister")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 65535))
        taken.listen()
        answer = ask("serve", str(tmp_path), "--port", "65535")
    assert "No free port from 65535 to 65535" in answer.err
