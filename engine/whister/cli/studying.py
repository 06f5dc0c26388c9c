"""``whister study``: what a rule set, or a pair of them, shows in many deals between computer players."""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from whister.checks import said as quoted
from whister.cli import naming
from whister.cli.figures import show
from whister.cli.opposing import seated
from whister.cli.paper import paper
from whister.cli.parser import add_json, add_options, add_rules, command, exits, path, seed, text, whole
from whister.cli.trouble import FOUND, INTERRUPTED, MISUSED, Trouble
from whister.errors import PlayerError, StudyError
from whister.players.entrants import MOST
from whister.rules import Rules
from whister.studies import clusters, written
from whister.studies.asked import Asked, asked_of
from whister.studies.estimating import Estimate, estimate, in_words
from whister.studies.running import Progress
from whister.studies.running import run as play_chunks
from whister.studies.store import Store
from whister.studies.study import DEALS, Study, deals_of, read

NAME = "study"
_MOST = 10**9  #: the most deals
_HOURS = 24.0
_OFTEN = 30.0  #: the seconds between two reports of progress, without a terminal
_SHORT = 60.0  #: a study of so few seconds begins without a word
_LONG = 120.0  #: a study of so many seconds should have a file
#: how the arguments that errors name are typed
_TYPED = {
    "study, rollouts: ": "--rollouts: ",
    "study, players: ": "--bot: ",
    "trusted=True and without seconds": "--trusted",
    "trusted=True": "--trusted",
}


def add(commands: Any) -> None:
    """Add ``whister study`` to the commands."""
    parser = command(
        commands, NAME, run, summary="measure what a rule does, in many deals between computer players",
        usage="A [B] [-o NAME=VALUE ...] [--first NAME=VALUE ...] [--bot [SEAT=]NAME ...] [--deals N] [--games N] [--revokes N] [--field N] "
        "[--seed SEED] [--rollouts N] [--processes N | --scheduler ADDRESS] [--file FILE] [--to FILE ...] [--hours N] [--json]",
        about="Play many deals of a rule set between computer players, and print the results with their errors. With B, both are "
        "played on the same cards, and the differences are given too. To compare a rule set with its own house rules, name it twice.\n\n"
        "--deals are played apart, each as if nothing had been scored before; --games are played to their ends; --field plays so many "
        "deals with players who search, for the heuristics of the field (fairness, order, spread, drama, security). With --file, an "
        "interrupted study goes on where it stopped, and a finished one can be extended. -o sets house rules of the last rule set, --first those of A.\n\n"
        "Numbers are rounded up to whole chunks: 200 deals, 20 games, 100 revokes, or one deal or game if a player searches. A figure "
        "after ± is a standard error, and a range in brackets a 95 per cent interval.",
        examples=(
            "whister study hearts/black-lady --deals 10000", "whister study hearts/black-lady hearts/black-lady -o moon=new",
            "whister study boston/hoyle --deals 100000 --games 1000 --file hoyle.sqlite --to hoyle.csv",
            "whister study rook/kentucky --bot steady --deals 200", "whister study hearts/modern --scheduler tcp://10.0.0.1:8786",
        ),
        codes=exits((FOUND, "the study was played"), (MISUSED, "no such rule set or player, or the study cannot be played"),
                    (INTERRUPTED, "interrupted; what was finished is in the file")),
    )  # fmt: skip
    parser.add_argument("first_set", metavar="A", help="a rule set")
    parser.add_argument("second_set", metavar="B", nargs="?", help="a rule set to compare with it")
    add_rules(parser)
    add_options(parser)
    parser.add_argument(
        "--first", metavar="NAME=VALUE", action="append", default=[], help="a house rule of A"
    )
    parser.add_argument(
        "--bot", dest="bots", metavar="[SEAT=]NAME", action="append", default=[],
        help="who plays: cautious (default), steady, strong, random, or your own as module:name; may be repeated. Every player sits in every "
        "seat in turn, so that SEAT only says how many there are of each",
    )  # fmt: skip
    parser.add_argument(
        "--rollouts",
        metavar="N",
        type=whole(1, MOST),
        help="the rollouts of each player that searches, for a choice",
    )
    parser.add_argument(
        "--trusted", action="store_true", help="run players of your own in the processes of the study"
    )
    parser.add_argument(
        "--deals",
        metavar="N",
        type=whole(0, _MOST - 1),
        help=f"the number of deals (default {DEALS:,}, or none if something else is played)",
    )
    for name, what in (
        ("games", "games"),
        ("revokes", "deals looked through for a revoke"),
        ("field", "searched deals"),
    ):
        parser.add_argument(
            f"--{name}", metavar="N", type=whole(0, _MOST - 1), default=0, help=f"the number of {what} (default 0)"
        )  # fmt: skip
    parser.add_argument(
        "--seed",
        metavar="SEED",
        type=seed,
        default="0",
        help="the seed from which the cards are shuffled (default 0)",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--processes",
        metavar="N",
        type=whole(1, 4096),
        help="how many processes play (default: one for each core)",
    )
    where.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        type=text,
        help="a Dask scheduler whose workers play, such as tcp://10.0.0.1:8786",
    )
    parser.add_argument(
        "--file", metavar="FILE", type=path, help="keep the results in this file, and go on from those in it"
    )
    parser.add_argument(
        "--to",
        metavar="FILE",
        type=path,
        action="append",
        default=[],
        help="write the figures to a .csv, .json or .parquet file; may be repeated",
    )
    parser.add_argument(
        "--hours",
        metavar="N",
        type=_hours,
        default=_HOURS,
        help="do not begin what would take longer (default 24)",
    )
    add_json(parser)


def _hours(said: str) -> float:
    if re.fullmatch(r"\d{1,6}(\.\d{1,3})?", said) and float(said) > 0:
        return float(said)
    raise argparse.ArgumentTypeError(f"expected a number of hours above 0, got {quoted(said)}.")


def run(asked: argparse.Namespace) -> int:
    """Play the study, write its figures to files and print them."""
    for file in asked.to:
        if asked.file is not None and _same(file, asked.file):
            raise Trouble(
                f"--to {file}: the results are kept in this file (--file); give the figures another name."
            )
        written.check(file)
    asked.deals = deals_of(asked.deals, asked.games, asked.revokes, asked.field)
    wanted = _wanted(asked)
    with nullcontext() if asked.file is None else Store(asked.file, wanted.about()) as store:
        with clusters.interruptible():
            try:
                with _workers(asked, wanted.total) as (executor, workers):
                    _begin(asked, estimate(wanted, workers, store))
                    with _progress(asked) as tell:
                        found = play_chunks(wanted, store, executor=executor, workers=workers, told=tell)
            except KeyboardInterrupt:
                return _interrupted(asked, wanted, store)
        study = Study(wanted, found) if store is None else read(wanted, store)
    troubles = []
    for file in asked.to:
        try:
            written.write(study, file)
        except StudyError as error:
            troubles.append(str(error))
    out = paper(asked.color)
    try:
        if asked.json:
            out.json(study.to_dict())
        else:
            show(out, study)
    except OSError:
        if not troubles:
            raise
    if troubles:
        raise StudyError(" ".join(troubles))
    return FOUND


def _same(file: Path, other: Path) -> bool:
    """Return whether two paths are of one file, which may not be there yet."""
    return file.resolve() == other.resolve() or (file.exists() and other.exists() and file.samefile(other))


def _wanted(asked: argparse.Namespace) -> Asked:
    """Return the study that is to be played. In errors, arguments are called as they are typed."""
    sets = _sets(asked)
    try:
        return asked_of(
            sets, seated(asked, len(sets[0].plan.table.players)), asked.seed, deals=asked.deals, games=asked.games, revokes=asked.revokes,
            field=asked.field, trusted=asked.trusted, rollouts=asked.rollouts,
        )  # fmt: skip
    except (PlayerError, StudyError) as error:
        said = f"--bot: {error}" if isinstance(error, PlayerError) else str(error)
        for name, typed in _TYPED.items():
            said = said.replace(name, typed)
        raise Trouble(f"{said}{'' if said[-1] in '.?' else '.'}") from None


def _sets(asked: argparse.Namespace) -> tuple[Rules, ...]:
    """Return the rule set, or the two, that are to be played."""
    if asked.rules is not None:
        if asked.second_set is not None:
            raise Trouble("--rules is the second rule set: name at most one other.")
        asked.second_set = naming.from_file(asked.rules)
    if asked.second_set is None:
        if asked.first:
            raise Trouble("--first is for the first of two rule sets: give the house rules of one with -o.")
        return (naming.rules_of(asked.first_set, asked.options, asked.players),)
    return (
        naming.rules_of(asked.first_set, asked.first, asked.players, how="--first"),
        naming.rules_of(asked.second_set, asked.options, asked.players),
    )


@contextmanager
def _workers(asked: argparse.Namespace, chunks: int) -> Iterator[tuple[Any, int]]:
    """Give the executor that plays the chunks, None for this process alone, and the number of its workers."""
    if asked.scheduler is not None:
        with clusters.dask(asked.scheduler) as found:
            yield found
        return
    number = min(asked.processes or clusters.cores(), chunks)
    if number == 1:
        yield None, 1
        return
    with clusters.processes(number) as pool:
        yield pool, number


def _begin(asked: argparse.Namespace, expected: Estimate) -> None:
    """Say how long the study will take; refuse one that takes too long."""
    if expected.seconds > asked.hours * 3600:
        raise StudyError(
            f"this study would take too long: {expected}. The most is --hours {asked.hours:g}; give fewer deals, more "
            "processes, or more hours."
        )
    if expected.seconds > _SHORT:
        naming.remark(f"{expected}.")
        if expected.seconds > _LONG and asked.file is None:
            naming.remark("give --file to be able to interrupt it and go on later.")


def _interrupted(asked: argparse.Namespace, wanted: Asked, store: Store | None) -> int:
    with suppress(OSError):  # the terminal may be closed
        sys.stderr.write("\n")
        if store is None:
            naming.remark("interrupted; without --file nothing is kept.")
        else:
            naming.remark(
                f"interrupted; {store.done(wanted.counts)} of {wanted.total} chunks are in {asked.file}, and the same command goes on."
            )
    return INTERRUPTED


@contextmanager
def _progress(asked: argparse.Namespace) -> Iterator[Any]:
    """Give a function that reports progress: a bar on a terminal if Rich is installed, otherwise a line now and then."""
    if asked.json and not sys.stderr.isatty():
        yield None
        return
    try:
        if not sys.stderr.isatty():
            raise ImportError
        from rich import progress
        from rich.console import Console
    except ImportError:
        yield _Lines()
        return
    columns = (
        progress.TextColumn("{task.fields[deals]:,} deals, {task.fields[rate]}"), progress.BarColumn(),
        progress.TaskProgressColumn(), progress.TimeRemainingColumn(compact=True),
    )  # fmt: skip
    with progress.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, deals=0, rate="")
        begun = time.monotonic()

        def tell(now: Progress) -> None:
            rate = _rate(now.deals, time.monotonic() - begun)
            bar.update(task, total=now.of, completed=now.done, deals=now.deals, rate=rate)

        yield tell


class _Lines:
    """Progress in lines, for a file or a terminal without a bar."""

    def __init__(self) -> None:
        self.begun = self.last = time.monotonic()

    def __call__(self, now: Progress) -> None:
        """Print a line if the last one is some time ago."""
        at = time.monotonic()
        if at - self.last < _OFTEN:
            return
        self.last = at
        spent = at - self.begun
        left = in_words(spent / now.new * (now.of - now.done))
        rate = _rate(now.deals, spent, "deals ")
        naming.remark(f"{now.done:,} of {now.of:,} chunks, {rate}, {left} left.")


def _rate(deals: int, seconds: float, unit: str = "") -> str:
    """Return how many deals are played in a second, or in a minute if that is less than one: ``2.4 deals a second``."""
    each, time_unit = deals / max(seconds, 1e-9), "second"
    if each < 1:
        each, time_unit = 60 * each, "minute"
    return f"{each:,.0f} {unit}a {time_unit}" if each >= 10 else f"{each:.2g} {unit}a {time_unit}"


__all__ = ["add", "run"]
