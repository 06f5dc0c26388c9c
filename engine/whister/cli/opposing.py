"""The players of the other seats in ``whister play``: the options that name them, and what each may use."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Sequence

from whister.checks import said as quoted
from whister.cli.parser import whole
from whister.cli.trouble import Trouble
from whister.errors import PlayerError
from whister.players.entrants import LONGEST, MOST, Entrant
from whister.players.seated import Others

_SEAT = re.compile(r"(\d{1,2})=(.*)", re.DOTALL)


def add_players(parser: argparse.ArgumentParser) -> None:
    """Add the options for the players of the other seats."""
    parser.add_argument(
        "--bot", dest="bots", metavar="[SEAT=]NAME", action="append", default=[],
        help="who plays the other seats, or one of them: cautious (default), steady, strong, random, or your own as module:name; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--seconds", metavar="N", type=_seconds, help="the time of each player for a choice, in seconds"
    )
    parser.add_argument(
        "--rollouts", metavar="N", type=whole(1, MOST), help="the rollouts of each player that searches, for a choice"
    )  # fmt: skip


def _seconds(said: str) -> float:
    """Return an argument as a time in seconds. Raises ``ArgumentTypeError`` for anything else."""
    if re.fullmatch(r"\d{1,4}(\.\d{1,3})?", said) and 0 < float(said) <= LONGEST:
        return float(said)
    raise argparse.ArgumentTypeError(f"expected seconds above 0, at most {LONGEST:g}, got {quoted(said)}.")


def named(asked: argparse.Namespace, rest: str) -> tuple[str, dict[int, str]]:
    """Return the player who is named for all seats, ``cautious`` if none is, and those named for single seats. ``rest``
    is what all seats are called in errors. Raises ``Trouble`` if a seat is given twice."""
    usual: str | None = None
    seats: dict[int, str] = {}
    for text in asked.bots:
        one = _SEAT.fullmatch(text)
        if (one is None and usual is not None) or (one is not None and int(one[1]) in seats):
            said = f"--bot {shlex.quote(text)}: a player for"
            raise Trouble(
                f"{said} {rest} is given twice; name a seat, as in --bot 2=random."
                if one is None
                else f"{said} seat {one[1]} is given twice."
            )
        if not text:
            raise Trouble("--bot: expected a player, such as --bot steady.")
        if one is None:
            usual = text
        else:
            seats[int(one[1])] = one[2]
    return usual or "cautious", seats


def others(asked: argparse.Namespace) -> Others:
    """Return the players of the other seats, once each has been loaded. Raises ``Trouble`` if one cannot be."""
    usual, seats = named(asked, "all other seats")
    made = {
        who: Entrant(who, asked.seconds, asked.rollouts, seed=asked.seed or 0)
        for who in (usual, *seats.values())
    }
    found = Others(made[usual], {seat: made[who] for seat, who in seats.items()})
    try:
        found.check()
    except PlayerError as error:
        raise Trouble(
            f"--bot: {str(error).removeprefix('player: ')}{'' if str(error)[-1] in '.?' else '.'}"
        ) from None
    return found


def seated(asked: argparse.Namespace, count: int) -> str | list[str]:
    """Return the players of a study: one name for all seats, or one for each of them. Raises ``Trouble``."""
    usual, seats = named(asked, "all seats")
    if wrong := next((seat for seat in seats if seat >= count), None):
        raise Trouble(f"--bot {wrong}=…: expected a seat from 0 to {count - 1}.")
    return [seats.get(seat, usual) for seat in range(count)] if seats else usual


def slow(asked: argparse.Namespace) -> bool:
    """Return whether a player may need time for a choice."""
    return any(text.rpartition("=")[2] not in ("cautious", "random") for text in asked.bots)


def check_seats(found: Others, own: int, seats: Sequence[int], title: str) -> None:
    """Check that players are named only for seats that others have. Raises ``Trouble``."""
    for seat in found.seats:
        if seat == own:
            raise Trouble(
                f"--bot {seat}=…: seat {seat} is your own; take another with --seat, or name another."
            )
        if seat not in seats:
            raise Trouble(f"--bot {seat}=…: {title} has the seats {', '.join(map(str, seats))} here.")


def again(asked: argparse.Namespace) -> str:
    """Return the options that name the same players again, with a space before each."""
    said = [f" --bot {shlex.quote(text)}" for text in asked.bots]
    said += [f" --seconds {asked.seconds:g}"] if asked.seconds is not None else []
    said += [f" --rollouts {asked.rollouts}"] if asked.rollouts is not None else []
    return "".join(said)


__all__ = ["add_players", "again", "check_seats", "others", "seated", "slow"]
