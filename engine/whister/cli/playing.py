"""``whister play``: a game against computer players, drawn in the terminal or printed line by line."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from whister import reading
from whister.cli import naming, opposing
from whister.cli.paper import paper
from whister.cli.parser import add_options, add_rules, command, exits, known, path, seed, whole
from whister.cli.table import words
from whister.cli.table.conversation import Conversation, Refused
from whister.cli.trouble import FOUND, INTERRUPTED, Trouble, install
from whister.players.seated import Others

NAME = "play"


def add(commands: Any) -> None:
    """Add ``whister play`` to the commands."""
    parser = command(
        commands, NAME, run, summary="play a hand or a whole game in the terminal",
        usage="RULESET|RECORD [--rules FILE] [-o NAME=VALUE ...] [--players N] [--seat N] [--bot [SEAT=]NAME ...] [--seconds N] [--rollouts N] [--seed S] [--record FILE] [--plain] [--suits N]",
        about="Play a rule set against players of a strength that you choose, deal after deal. If a card may not be played, the rule that forbids it is "
        "shown; the score cites its clauses and their evidence.\n\n"
        "Instead of a rule set, give a record, a link (w1~, w2~) or a case (c1~) to continue a deal. With --record, the game is "
        "saved to a file after each move, and continued from that file if it exists.\n\n"
        "--bot names the players of the other seats. A player of your own is a Python function choose(view, clock); it runs in a "
        "process of its own and sees only its seat's view. If it fails, chooses an illegal action or takes more than 1.1 times its "
        "seconds (1 unless given), the cautious player chooses instead, and a note says why.\n\n"
        "The drawn table needs Textual (pip install 'textual>=8.2'); --plain prints the game line by line, needs nothing else, and works with screen readers.",
        examples=(
            "whister play hearts/black-lady", "whister play fontainebleau --seed 1909 --seat 2",
            "whister play hearts/black-lady -o moon=new --players 5 --plain", "whister play rook/kentucky --record game.txt",
            "whister play hearts/black-lady --bot mine:choose --bot 2=random",
        ),
        codes=exits((0, "played to the end, or left"), (2, "no such rule set or option, or a record that cannot be read"),
                    (3, "Textual is not installed, or this is not a terminal")),
    )  # fmt: skip
    parser.add_argument("game", metavar="RULESET|RECORD", nargs="?", help="a rule set, or a deal to continue")
    add_rules(parser)
    add_options(parser)
    parser.add_argument(
        "--seat", metavar="N", type=whole(0, 20), help="your seat, from 0 in order of play (0)"
    )
    opposing.add_players(parser)
    parser.add_argument("--seed", metavar="S", type=seed, help="any text; the same text deals the same cards")
    parser.add_argument(
        "--record", metavar="FILE", type=path, help="save the game in this file, or continue from it"
    )
    parser.add_argument("--plain", action="store_true", help="print line by line, without drawing a table")
    parser.add_argument("--suits", metavar="N", type=known("number of suit colours", ("2", "4")),
                        help="number of suit colours: 2 (default) or 4")  # fmt: skip


def run(asked: argparse.Namespace) -> int:
    """Play until the player leaves."""
    if asked.rules is not None:
        mine = naming.from_file(asked.rules)  # so that a record that names it can be opened
        if asked.game is not None and "~" not in asked.game:
            raise Trouble(f"--rules is the rule set to play by: leave {shlex.quote(asked.game)} out.")
        asked.game = asked.game or mine
    if asked.game is None and (asked.record is None or not asked.record.exists()):
        raise Trouble("expected a rule set, such as: whister play hearts/black-lady")
    if asked.plain and asked.suits is not None:
        raise Trouble(
            f"--suits {asked.suits} colours the drawn table, and --plain does not draw one; leave one of them out."
        )
    if asked.color == "never":
        os.environ["NO_COLOR"] = "1"  # Textual reads this on import
    drawn = None if asked.plain else _drawn()
    if drawn is not None and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Trouble("a drawn table needs a terminal; use --plain to play line by line.", 3)
    others = opposing.others(asked)
    try:
        table = _table(asked, others)
        if opposing.slow(asked):
            naming.remark("the other players take some time to choose.")
        return _played(asked, table, drawn)
    finally:
        others.close()


def _played(asked: argparse.Namespace, table: Conversation, drawn: Callable[..., None] | None) -> int:
    """Play at a table until the player leaves."""
    keep = _keeper(asked.record)
    keep(table.record)
    try:
        if drawn is not None:
            drawn(table, keep, four_colours=asked.suits == "4")
        else:
            from whister.cli.table.plain import Plain

            Plain(table, paper(asked.color), sys.stdin, keep).play()
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        _leave(asked, table)
        return INTERRUPTED
    _leave(asked, table)
    return FOUND


def _leave(asked: argparse.Namespace, table: Conversation) -> None:
    """Print how to continue the game."""
    how = (
        (f" --seat {asked.seat}" if asked.seat else "")
        + opposing.again(asked)
        + (" --plain" if asked.plain else "")
    )
    if asked.rules is not None:
        how = f" --rules {shlex.quote(str(asked.rules))}{how}"
    if asked.record is not None:
        file = shlex.quote(str(asked.record))
        naming.remark(f"the game is saved in {file}; continue it with `whister play --record {file}{how}`.")
    elif table.under_way and asked.rules is not None:
        naming.remark("a link cannot name a rule set of your own; use --record FILE to save the game.")
    elif table.under_way:
        naming.remark(f"to continue this deal: whister play '{table.link()}'{how}")


def _drawn() -> Callable[..., None]:
    """Return the function that draws the table. Raises ``Trouble`` if Textual is not installed."""
    try:
        from whister.cli.table.app import play
    except ModuleNotFoundError:
        missing = install("the drawn table", "play", "Textual")
        raise Trouble(
            f"{missing}\nOr play at once, line by line: whister play --plain …", missing.status
        ) from None
    return play


def _table(asked: argparse.Namespace, others: Others) -> Conversation:
    """Return the game requested: from its file, from a record, or new."""
    try:
        if asked.record is not None and asked.record.exists():
            return _resumed(asked, others)
        if "~" in asked.game:
            return _opened(asked, asked.game, "this deal", others)
        try:
            rules = naming.rules_of(asked.game, asked.options, asked.players)
        except Trouble:
            if not is_file(asked.game):
                raise
            file = shlex.quote(asked.game) + (" --plain" if asked.plain else "")
            raise Trouble(
                f"{asked.game} is a file; to continue the game in it: `whister play --record {file}`."
            ) from None
        seat = asked.seat or 0
        _seated(seat, rules.plan.table.players, rules.title)
        opposing.check_seats(others, seat, rules.plan.table.players, rules.title)
        return Conversation.begun(
            rules.id,
            rules.chosen,
            players=len(rules.plan.table.players),
            seat=seat,
            seed=asked.seed,
            others=others,
        )
    except Refused as refused:
        raise Trouble(" ".join(words.refusal(str(refused), refused.clause))) from None


def _opened(asked: argparse.Namespace, text: str, what: str, others: Others) -> Conversation:
    """Return the game continued from a record, which names its rules. Raises ``Trouble`` if options, a number of
    players or a seed are requested as well."""
    given = {"-o": asked.options, "--players": asked.players, "--seed": asked.seed}
    if wishes := " and ".join(name for name, value in given.items() if value):
        raise Trouble(f"{what} already has its cards and rules; leave out {wishes} to continue it.")
    table = Conversation.opened(text, seat=asked.seat or 0, others=others)
    players = [seat["seat"] for seat in table.state["seats"] if seat["plays"]]
    _seated(asked.seat if asked.seat is not None else players[0], players, table.state["rules"]["title"])
    opposing.check_seats(others, table.state["seat"], players, table.state["rules"]["title"])
    return table


def _seated(seat: int, seats: Sequence[int], title: str) -> None:
    if seat not in seats:
        raise Trouble(f"--seat {seat}: {title} has the seats {', '.join(map(str, seats))} here.")


def _resumed(asked: argparse.Namespace, others: Others) -> Conversation:
    named = asked.game is not None
    if named and "~" in asked.game:
        raise Trouble(
            f"{asked.record} already holds a game: leave out the record to continue it, or name another file."
        )
    wanted = naming.rules_of(asked.game, asked.options, asked.players) if named else None
    text = read(asked.record)
    try:
        table = Conversation.opened(text)
    except Refused as refused:
        why = str(refused) if text.strip() else "it is empty; a new game needs a file that is not there yet."
        raise Trouble(f"{asked.record}: {why}") from None
    rules, broken = table.state["rules"], table.state["broken"]
    if wanted is not None and wanted.id != rules["id"]:
        raise Trouble(
            f"{asked.record} holds a game of {rules['id']}: leave the rule set out to go on, or name another file."
        )
    # The same command, given again, continues the same game.
    same = wanted is not None and dict(wanted.chosen) == rules["options"]
    if same and asked.players in (None, table.players):
        asked.options, asked.players = [], None
    table = _opened(asked, text, f"the game in {asked.record}", others)
    if broken:
        said = " ".join(words.refusal(broken["text"].partition(" Here is ")[0], broken["clause"]))
        raise Trouble(
            f"{asked.record}: {said} The file is as it was; `whister replay {asked.record}` shows the deal."
        )
    return table


def is_file(said: str, *, other: bool = False) -> bool:
    """Return whether a string is the name of an existing file; False if it is too long for one, as a record may be.
    ``other``: whether a folder or anything else that exists counts too."""
    try:
        return Path(said).is_file() or (other and bool(said) and Path(said).exists())
    except (OSError, ValueError):
        return False


def read(file: Path) -> str:
    """Return the text of a file. Raises ``Trouble`` if it cannot be read."""
    try:
        return reading.file(file)
    except reading.Unreadable as error:
        raise Trouble(f"{file}: {error}.") from None


def _game(record: str) -> str:
    """Return the constant part of a game's record: its first deal without the actions."""
    return record.split("\n", 1)[0].rpartition("~")[0]


def _free(file: Path) -> Path:
    """Return an unused file name for a saved game that a new one replaces: ``game-1.txt``."""
    names = (file.with_name(f"{file.stem}-{number}{file.suffix}") for number in count(1))
    return next(name for name in names if not name.exists())


def _keeper(file: Path | None) -> Callable[[str], None]:
    """Return a function that saves a game's record in one step, so that the file is never incomplete; without a file,
    the function does nothing."""
    if file is None:
        return lambda _: None

    def keep(record: str) -> None:
        beside = file.with_name(f".{file.name}.new")
        try:
            if file.exists() and _game(read(file)) != _game(record):
                file.rename(_free(file))
            try:
                beside.write_text(record + "\n", "utf-8")
                beside.replace(file)
            finally:
                beside.unlink(missing_ok=True)
        except OSError as error:
            raise Trouble(f"{file}: the game cannot be saved there: {error.strerror}.") from None

    return keep
