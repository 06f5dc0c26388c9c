"""Measures the players: duplicate deals of every rule set, kept as they are played, and one table.

Run by ``python3 noxfile.py -s arena``. After ``--``: ``--match lone`` (or another), ``--only hearts/black-lady`` (a rule
set or a family; may be repeated), ``--deals N``, ``--rollouts N``, ``--minutes N`` to stop in time, ``--table`` to print
what is known without playing, and ``--keep`` to keep it for the site. An interrupted run continues where it stopped.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import whister
from tests.arena.matches import MATCHES, rules_of
from tests.arena.store import Store
from tests.arena.summary import ENOUGH, figure, goal, told
from tests.benchmarks.figures import Figure, keep, show

HEAD = ("Rule set", "Mean, with its standard error", "Goal", "Measured on")
_AHEAD = 4  #: the deals given to the processes in advance, for each of them


def main() -> None:
    parser = argparse.ArgumentParser(prog="arena", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--file", type=Path, default=Path("build/arena/results.sqlite"))
    parser.add_argument("--match", action="append", choices=list(MATCHES))
    parser.add_argument("--only", action="append", default=[], help="a rule set or a family")
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--rollouts", type=int, default=300, help="of the steady player, for each decision")
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after this time")
    parser.add_argument("--processes", type=int, default=0)
    parser.add_argument("--keep", action="store_true", help="keep the table for the site's page")
    parser.add_argument("--table", action="store_true", help="print what is known, and play nothing")
    asked = parser.parse_args()
    store = Store(asked.file)
    matches = asked.match or ["lone", "random", "contracts"]
    names = [name for match in matches for name in [(match, each) for each in chosen(match, asked.only)]]
    if not asked.table:
        end = time.monotonic() + 60 * asked.minutes if asked.minutes else None
        run(
            store,
            names,
            asked.deals,
            asked.rollouts,
            end=end,
            processes=asked.processes or os.cpu_count() or 1,
        )
    found = figures(store, names, asked.deals, asked.rollouts)
    show(found)
    if asked.keep:
        found = figures(store, names, asked.deals, asked.rollouts, least=ENOUGH)
        keep("arena", found, command="python3 noxfile.py -s arena -- --keep", head=HEAD)


def chosen(match: str, only: list[str]) -> list[str]:
    """Return the rule sets of a match: those asked for, as far as the match is for them."""
    found = [
        name for name in whister.catalogue() if not only or name in only or name.partition("/")[0] in only
    ]
    if match == "ismcts":
        return [name for name in found if name == "hearts/black-lady"]
    if match == "contracts":
        # where Auction Hearts is bid, nothing is to be made
        return [
            name
            for name in found
            if not name.startswith("hearts/") and "auction" in rules_of(name).plan.course.phases
        ]
    return found


def rollouts_of(match: str, rollouts: int) -> int:
    """Return the number of rollouts that a match depends on; 0 if none of its players searches."""
    return 0 if match == "random" else rollouts


def run(
    store: Store, names: list[tuple[str, str]], deals: int, rollouts: int, *, end: float | None, processes: int
) -> None:  # fmt: skip
    """Play the deals that are not known yet, all the first deals before the second ones."""
    tasks = iter(_open(store, names, deals, rollouts))
    waiting: dict[Future[Any], tuple[str, str, int]] = {}
    done = 0
    with ProcessPoolExecutor(processes) as pool:
        room = _AHEAD * processes
        while True:
            while len(waiting) < room and (end is None or time.monotonic() < end):
                task = next(tasks, None)
                if task is None:
                    break
                match, name, at = task
                waiting[pool.submit(_one, match, name, at, rollouts)] = task
            if not waiting:
                return
            future = next(iter(waiting))
            match, name, at = waiting.pop(future)
            store.keep(match, rules_of(name), rollouts_of(match, rollouts), at, future.result())
            done += 1
            print(f"\r  {done} deals, {match} {name} {at + 1} of {deals}      ", end="", file=sys.stderr)


def _open(
    store: Store, names: list[tuple[str, str]], deals: int, rollouts: int
) -> Iterator[tuple[str, str, int]]:
    known = {
        (match, name): store.known(match, rules_of(name), rollouts_of(match, rollouts))
        for match, name in names
    }
    for at in range(deals):
        for match, name in names:
            if at not in known[match, name]:
                yield match, name, at


def _one(match: str, name: str, at: int, rollouts: int) -> Any:
    return MATCHES[match].play(rules_of(name), at, rollouts)


def figures(
    store: Store, names: list[tuple[str, str]], deals: int, rollouts: int, *, least: int = 1
) -> list[Figure]:  # fmt: skip
    """Return the figures of the matches, as far as they are known from at least so many deals."""
    found = []
    for match, name in names:
        rules = rules_of(name)
        known = store.known(match, rules, rollouts_of(match, rollouts))
        results = [known[at] for at in sorted(known) if at < deals]
        measured = figure(match, rules, results) if results else None
        if measured is not None and measured.deals >= least:
            found.append(
                Figure(match, name, told(measured), f"{measured.deals} deals", goal(match, measured))
            )
    return found


if __name__ == "__main__":
    main()
