"""The doors of the command line: what may be typed after ``whister``, damaged or wild, and the files that it names.

They are like the doors in ``tests/engine/doors.py``, and the same ``knock`` judges them: a command must end with one of
its exit codes, state on the standard error in a few words what is wrong, and leave a file that it refuses unchanged.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path

import pytest

import whister
from tests.cli.asking import Answer, ask
from tests.engine import doors
from tests.engine.doors import Call, Door, a_file, broken_link, damaged, damaged_bytes, no_file
from whister import WhisterError
from whister.cli import server
from whister.cli.trouble import FOUND, MISSING, MISUSED, NOTHING

_SAID = 1_500
"""Characters of the longest that is said on the standard error: a refusal, and what was remarked before it."""
_ODD = ("", " ", "-", "--", "--nope", "~", "#", "..", "/", "\0", "\ud800", "x" * 20_000, "x " * 5_000, "9" * 5_000, "http://[", "https://e.org/" + "a/" * 3_000,
        "%00", "[" * 9_000, "c1~", "w1~", "w2~", "w3~", "w999999~", "\u202e", "'", "\n", "a\nb", "²", "#deal=", "-o", "=", "players=9")  # fmt: skip


@cache
def _begun() -> None:
    """Read in advance what is read only once, so that it does not count as part of a call."""
    for words in (
        "list",
        "find moon",
        "find moom nothign",
        "show foster-etext",
        "cite hearts/black-lady",
        "compare hearts/black-lady",
        "show hearts/black-lady",
    ):
        assert ask(*words.split()).status in (FOUND, NOTHING, MISSING)  # it loads the citation libraries


def _asked(words: Sequence[str], typed: str = "", kept: Path | None = None) -> None:
    """Type a command; raise ``WhisterError`` with the command's own words if it refuses."""
    before = kept.read_bytes() if kept is not None and kept.is_file() else None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            server, "serve", lambda *_: None
        )  # a copy of the source may have a site, which it would serve
        answer: Answer = ask(*words, typed=typed)
    said = answer.err
    assert answer.status in (FOUND, NOTHING, MISUSED, MISSING), said[:300]
    assert "Traceback" not in said, said[-300:]
    assert len(said) <= _SAID, f"{len(said)} characters: {said[:300]}"
    assert "x" * (doors.ECHO + 1) not in said, said[:300]
    if answer.status == MISUSED:
        assert said.startswith("whister"), said[:300]
        assert answer.out == "", answer.out[:300]
        if before is not None and kept is not None:
            assert kept.read_bytes() == before, "a file that was refused has changed"
        raise WhisterError(said[: doors.LONGEST] or "nothing")


def _ids(chance: random.Random) -> str:
    rules = doors.some_rules(chance)
    slug = chance.choice(tuple(rules.clauses))
    sound = chance.choice(
        (
            rules.id,
            rules.name,
            rules.title,
            rules.family,
            f"{rules.id}#{slug}",
            f"https://example.org/{rules.id}/#{slug}",
            "foster-etext",
        )
    )
    return chance.choice((sound, sound, sound, damaged(chance, sound), chance.choice(_ODD)))


def _options(chance: random.Random) -> list[str]:
    words: list[str] = []
    while chance.random() < 0.25:
        rules = doors.some_rules(chance)
        option = chance.choice((*rules.options, "moon", "prices", "players"))
        value = chance.choice(
            ("new", "on", "5", "nope", "9" * 5_000, "x" * 900, "a:5.b:6", "none.toml", "\ud800")
        )
        words += [
            "-o",
            chance.choice((f"{option}={value}", damaged(chance, f"{option}={value}"), chance.choice(_ODD))),
        ]
    return words


def _flags(chance: random.Random, *known: str) -> list[str]:
    words: list[str] = []
    while chance.random() < 0.25:
        words.append(chance.choice(known))
        if chance.random() < 0.5:
            words.append(chance.choice((*_ODD, "3", "chicago", "csl-json", "hearts")))
    return words


def _words(command: str, *known: str) -> Door:
    """Return the door of a command that takes IDs, options and flags."""

    def door(chance: random.Random) -> Call:
        ids = [_ids(chance) for _ in range(chance.choice((0, 1, 1, 1, 2, 3)))]
        words = [command, *ids, *_options(chance), *_flags(chance, *known)]
        return partial(_asked, tuple(words))

    return door


def _study(chance: random.Random) -> Call:
    """Return a call for a study; a sound one would take too long, and is refused for that before it begins."""
    ids = [_ids(chance) for _ in range(chance.choice((0, 1, 1, 2, 3)))]
    known = ("--first", "--bot", "--games", "--seed", "--to", "--rollouts", "--json")
    limits = ("--deals", "999999999", "--hours", "0.001", "--processes", "1")
    return partial(_asked, ("study", *ids, *_options(chance), *_flags(chance, *known), *limits))


def _anything(chance: random.Random) -> Call:
    words = [
        chance.choice(("list", "show", "cite", "compare", "find", "replay", "helpp", *_ODD))
        for _ in range(chance.randrange(5))
    ]
    return partial(_asked, tuple(words))


@cache
def _game() -> str:
    """Return the record of a game of two deals, the second of which has begun."""
    session = whister.load("hearts/black-lady").session("door")
    while not session.deal.over:
        session.deal.act(session.deal.legal()[0])
    session.advance()
    session.deal.act(session.deal.legal()[0])
    return str(whister.Record.of(session))


def _replay(chance: random.Random) -> Call:
    flags = _flags(chance, "--verify", "--json", "--case", "--seat", "--step")
    how = chance.randrange(5)
    if how == 0:
        return partial(_asked, ("replay", broken_link(chance), *flags))
    if how == 1:
        return partial(
            _asked, ("replay", "-", *flags), damaged(chance, _game()).encode(errors="replace").decode()
        )
    if how == 2:
        return partial(_asked, ("replay", str(no_file(chance)), *flags))
    if how == 3:
        file = a_file(damaged_bytes(chance, _game()), "game.txt")
        return partial(_asked, ("replay", str(file), *flags), "", file)
    return partial(
        _asked,
        (
            "replay",
            chance.choice((damaged(chance, "c1~hearts/black-lady~first-trick~BLD-3~3D"), _ids(chance))),
            *flags,
        ),
    )


def _play(chance: random.Random, also: Sequence[str] = ()) -> Call:
    typed = "".join(f"{line}\n" for line in (*_typed(chance), *also))
    words = ["play", "--plain", *_flags(chance, "--seed", "--seat", "--players", "--suits")]
    how = chance.randrange(4)
    if how == 0:
        return partial(_asked, (*words, _ids(chance), *_options(chance)), typed)
    if how == 1:
        return partial(_asked, (*words, broken_link(chance)), typed)
    if how == 2:
        return partial(
            _asked, (*words, *chance.choice(((), ("black-lady",))), "--record", str(no_file(chance))), typed
        )
    file = a_file(damaged_bytes(chance, _game()), "game.txt")
    return partial(
        _asked, (*words, *chance.choice(((), ("black-lady",))), "--record", str(file)), typed, file
    )


def _play_and_think(chance: random.Random) -> Call:
    return _play(chance, also=(chance.choice(("hint", "turning")),))


def _typed(chance: random.Random) -> list[str]:
    sound = (
        "QS",
        "1",
        "hand",
        "why QS",
        "table",
        "score",
        "undo",
        "next",
        "link",
        "2C 3D 4H",
        "bids",
        "pass",
        "deal",
        "rules",
    )
    return [
        chance.choice(
            (chance.choice(sound), damaged(chance, chance.choice(sound)).encode(errors="replace").decode())
        )
        for _ in range(chance.randrange(4))
    ]


def _serve(chance: random.Random) -> Call:
    """Return a call that serves a folder without a site; the server itself has tests of its own."""
    folder = chance.choice((str(no_file(chance)), *_ODD))
    return partial(_asked, ("serve", folder, *_flags(chance, "--port")))


def _ready(door: Door) -> Door:
    def made(chance: random.Random) -> Call:
        _begun()
        return door(chance)

    return made


_COMMANDS: Mapping[str, Door] = {
    "whister": _anything,
    "whister list": _words("list", "--options", "--json"),
    "whister show": _words("show", "--sources", "--json", "--players"),
    "whister find": _words("find", "--kind", "--family", "--limit", "--json"),
    "whister cite": _words("cite", "--style", "--name", "--base", "--accessed", "--json"),
    "whister compare": _words("compare", "--first", "--kept", "--all", "--json"),
    "whister replay": _replay,
    "whister play": _play,
    "whister play, with a hint": _play_and_think,
    "whister study": _study,
    "whister serve": _serve,
}
DOORS: Mapping[str, Door] = {name: _ready(door) for name, door in _COMMANDS.items()}
"""Each command by its name: doors like those of the engine."""
