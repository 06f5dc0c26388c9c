"""Which tests cover which lines of the engine, found once for each state of both; and how to run some of them."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rulebook.proofs.proved import code
from tests.proof.alterations import WORK, Mutant, chosen, keep

ROOT = Path(__file__).resolve().parents[2]
PLACES = (
    "tests/engine",
    "tests/adapters",
    "tests/cli",
    "tests/reference",
    "tests/play",
    "tests/proof",
    "examples",
)
"""Where the tests are that run the engine in this Python."""
NOT = ("tests/proof/test_mutants.py", "tests/proof/test_running.py")
QUICK_FILES, QUICK_TESTS = 4, 15
"""What is tried first: a few files of tests, and of each a few tests that are quick."""
BUDGET = 8.0
"""Seconds of tests after which a mutant counts as a survivor, although there are further tests."""
MEMORY = 3 << 30


@cache
def _state_of_helpers() -> str:
    """Return a hash of what any test may use: the engine, and the helper files beside the tests."""
    whole = hashlib.sha256(code("mutants").encode())
    for place in (*PLACES, "tests/house_rules.py", "tests/kept.py", "tests/narrated.py", "pyproject.toml"):
        path = ROOT / place
        for file in sorted(path.rglob("*") if path.is_dir() else [path]):
            helps = not file.name.startswith("test_") and ROOT / "tests/proof" not in file.parents
            if file.suffix in {".py", ".toml", ".txt", ".json"} and helps:
                whole.update(file.read_bytes())
    return whole.hexdigest()


def _kept(name: str) -> Path:
    """Return the path where a test file's coverage is stored for the current state of the code."""
    state = hashlib.sha256(_state_of_helpers().encode() + (ROOT / name).read_bytes()).hexdigest()[:16]
    return WORK / "covering" / f"{name.replace('/', '.')}-{state}.json"


def test_files() -> list[str]:
    """Return every file of tests that run the engine in this Python."""
    found = [
        file
        for place in PLACES
        for file in (ROOT / place).rglob("*")
        if file.name.startswith("test_") or place == "examples"
    ]
    names = sorted(file.relative_to(ROOT).as_posix() for file in found if file.suffix in {".py", ".md"})
    return [name for name in names if name not in NOT]


def prepare(jobs: int) -> None:
    """Find out which tests cover which lines: run each test file once, unless its coverage is known for its state."""
    wanted: dict[str, list[int]] = {}
    for mutant in chosen():
        first, last = mutant.span
        wanted.setdefault(mutant.file, []).extend(range(first, last + 1) if first else ())
    lines = WORK / "covering/wanted.json"
    keep(lines, wanted)

    def cover(name: str) -> None:
        kept = _kept(name)
        if not kept.is_file():
            told = {"WHISTER_LINES": str(lines), "WHISTER_COVERED": str(kept)}
            done = run_pytest([name], "tests.proof.covering", told, seconds=3_600)
            print(f"  mutants: {name} covers: status {done}", flush=True)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(cover, test_files()))


class FileOfTests(NamedTuple):
    """A file of tests: its name, its tests with the seconds that each takes, and which of them run which lines."""

    name: str
    items: list[tuple[str, float]]
    lines: Mapping[str, list[int]]


@cache
def covering() -> list[FileOfTests]:
    """Return every file of tests whose coverage is stored."""
    found = []
    for name in test_files():
        kept = _kept(name)
        if kept.is_file():
            told = json.loads(kept.read_text("utf-8"))
            found.append(
                FileOfTests(name, [(item, seconds) for item, seconds in told["items"]], told["lines"])
            )
    return found


def that_run(mutant: Mutant) -> tuple[list[str], list[str]]:
    """Return the tests that cover a place: a few quick ones to begin with, and the others up to the budget."""
    quick: list[tuple[float, list[str]]] = []
    rest: list[tuple[int, float, str]] = []
    pages: list[str] = []
    for tests in covering():
        hits = _hits(mutant, tests)
        if tests.name.endswith(".md"):  # the examples of a page share their names
            pages += [name for name, _ in tests.items] if hits else []
            continue
        functions = {tests.items[number][0].partition("[")[0] for number in hits}
        begin = _spread([tests.items[number] for number in hits])[:QUICK_TESTS]
        if begin:
            quick.append((sum(seconds for _, seconds in begin), [name for name, _ in begin]))
        hit = {tests.items[number][0] for number in hits}
        for name, seconds in tests.items:
            if name in hit or name.partition("[")[0] in functions:
                rest.append((name not in hit, seconds, name))
    first_few = [name for _, names in sorted(quick)[:QUICK_FILES] for name in names]
    spent, others = 0.0, list[str]()
    for _, seconds, name in sorted(rest):
        if name not in first_few and spent < BUDGET:
            spent += seconds
            others.append(name)
    return first_few, others + pages


def in_turns(mutant: Mutant) -> list[tuple[str, float]]:
    """Return the tests that cover a place, up to the budget: one of each function, then another of each.

    Whole pages come last.
    """
    tests, pages = list[tuple[str, float]](), list[list[tuple[str, float]]]()
    for file in covering():
        hits = _hits(mutant, file)
        if file.name.endswith(".md"):  # the examples of a page share their names
            pages += [file.items] if hits else []
        else:
            tests += [file.items[number] for number in hits]
    turns = [[item] for item in _spread(sorted(tests, key=lambda item: item[1]))]
    turns += sorted(pages, key=lambda items: sum(seconds for _, seconds in items))
    spent, found = 0.0, list[tuple[str, float]]()
    for items in turns:
        if spent < BUDGET:
            spent += sum(seconds for _, seconds in items)
            found += items
    return found


def _hits(mutant: Mutant, tests: FileOfTests) -> list[int]:
    """Return the numbers of the tests in a file that cover a place, the quickest first."""
    first, last = mutant.span
    places = [f"{mutant.file}:{line}" for line in range(first, last + 1)]
    hits = {number for place in places for number in tests.lines.get(place, ())}
    return sorted(hits, key=lambda number: tests.items[number][1])


def _spread(items: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """Return the tests in turns: one of each function, then another of each, and so on."""
    often = Counter[str]()
    order: list[tuple[int, int, tuple[str, float]]] = []
    for number, item in enumerate(items):
        function = item[0].partition("[")[0]
        order.append((often[function], number, item))
        often[function] += 1
    return [item for _, _, item in sorted(order)]


def surroundings(told: Mapping[str, str]) -> dict[str, str]:
    """Return the environment variables for the tests, with ``told`` added.

    Nothing is cached in the user's folder: the result under one alteration must not be used under the next.
    """
    paths = [ROOT / "tests/proof/altering", ROOT / "engine", ROOT / "docs/_ext", ROOT / "docs", ROOT]
    always = {"PYTHONPATH": os.pathsep.join(map(str, paths)), "PYTHONHASHSEED": "0", "CI": "1",
              "PYTHONDONTWRITEBYTECODE": "1", "XDG_CACHE_HOME": os.devnull}  # fmt: skip
    return {**os.environ, **always, **told}


def run_pytest(files: list[str], plugin: str, told: Mapping[str, str], *, seconds: float) -> int:
    """Run some tests within so many seconds of one core, and return their exit status.

    If ``told`` gives a list of chosen tests, they stop at the first failure.
    """
    env = surroundings({**told, "WHISTER_LIMITS": f"{seconds:.0f}|{MEMORY}"})
    stop = ["-x"] if "WHISTER_CHOSEN" in told else []
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        *stop,
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-p",
        plugin,
        *files,
    ]
    going = subprocess.Popen(command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, start_new_session=True)  # fmt: skip
    try:
        return going.wait(10 * seconds + 60)
    except subprocess.TimeoutExpired:
        return -signal.SIGKILL
    finally:
        if going.poll() is None:
            os.killpg(going.pid, signal.SIGKILL)
            going.wait()
