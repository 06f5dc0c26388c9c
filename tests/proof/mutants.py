"""Alters one place of the engine at a time and runs the tests that cover it, until one of them fails.

A mutant is killed when a test fails, when the module cannot be loaded, or when the tests take many times as long as they
should.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from tests.proof.alterations import ENGINE, Mutant, chosen
from tests.proof.covered import covering, in_turns, prepare, run_pytest, test_files, that_run
from tests.proof.forked import Forked
from tests.proof.forking import Answer, Request
from tests.proof.running import Found

NOTHING_CHOSEN = 5
OUT_OF_TIME = "out of time"
LEAST = 10
"""Seconds of one core that any test may take."""
CONTROL = 25
"""Of so many mutants one meets its first tests without being altered: they have to pass."""


def chunk(number: int) -> Found:
    """Try one mutant."""
    mutant = chosen()[number]
    text = mutant.altered()
    assert text is not None
    counts = Counter[str]({"mutants": 1, mutant.group: 1})
    failures = []
    if number % CONTROL == 0 and (ended := tried_anew(mutant, mutant.source, few=True)):
        failures.append(f"{mutant.file}:{mutant.line}: without an alteration {ended} as well")
    answer = tried(mutant, text)
    if ended := answer.ended:
        counts.update(["killed", f"killed, {mutant.group}", *([OUT_OF_TIME] if ended == OUT_OF_TIME else [])])
        return Found(dict(counts), failures, seconds=answer.seconds)
    was, became = _difference(mutant.source, text)
    alike = sum(line.strip() == was for line in mutant.source.splitlines()[: mutant.line - 1])
    name = hashlib.sha256("\0".join((mutant.file, was, became, str(alike))).encode()).hexdigest()[:10]
    survivor = {
        "chunk": str(number),
        "mutant": name,
        "group": mutant.group,
        "file": mutant.file,
        "line": str(mutant.line),
        "was": was,
        "became": became,
    }
    return Found(dict(counts), failures, [survivor], answer.seconds)


def tried(mutant: Mutant, text: str) -> Answer:
    """Return how the tests noticed a mutant; ``ended`` is "" if they did not.

    It is first tried in a fork of a process that has loaded everything. If that is impossible, or if it survives there
    although its code also runs during loading, it is tried in a new process that loads the altered engine.
    """
    answer = Answer("cannot")
    if hasattr(os, "fork"):
        tests = [(name, LEAST + 5 * spent) for name, spent in in_turns(mutant)]
        with _told(mutant, text) as (altered, told):
            request = Request(str(ENGINE / mutant.file), str(altered), told, tests)
            answer = waiting().ask(request)
    if answer.ended == "cannot" or (answer.ended == "passed" and answer.early):
        return answer._replace(ended=tried_anew(mutant, text, few=answer.ended == "passed"))
    return answer._replace(ended="") if answer.ended == "passed" else answer


def tried_anew(mutant: Mutant, text: str, *, few: bool = False) -> str:
    """Return how the tests, run in a separate process, detected a mutant; "" if they did not."""
    first, others = that_run(mutant)
    seconds = {name: spent for tests in covering() for name, spent in tests.items}
    with _told(mutant, text) as (altered, told):
        listed = altered.with_name("chosen.json")
        for names in filter(None, (first, () if few else others)):
            listed.write_text(json.dumps(names), "utf-8")
            files = list(dict.fromkeys(name.partition("::")[0] for name in names))
            limit = LEAST + 5 * sum(seconds[name] for name in names)
            all_told = {"WHISTER_ALTERED": told, "WHISTER_CHOSEN": str(listed)}
            status = run_pytest(files, "tests.proof.choosing", all_told, seconds=limit)
            if status not in {0, NOTHING_CHOSEN}:
                return OUT_OF_TIME if status in {-signal.SIGXCPU, -signal.SIGKILL} else "a test failed"
    return ""


@contextmanager
def _told(mutant: Mutant, text: str) -> Iterator[tuple[Path, str]]:
    """Yield a file with the altered text, and the value of ``WHISTER_ALTERED`` that makes a process load it."""
    module = ".".join(("whister", *Path(mutant.file).with_suffix("").parts)).removesuffix(".__init__")
    with tempfile.TemporaryDirectory() as folder:
        altered = Path(folder, "altered.py")
        altered.write_text(text, "utf-8")
        yield altered, f"{module}|{ENGINE / mutant.file}|{altered}"


@cache
def waiting() -> Forked:
    """Return the process that has loaded everything; each process that tries mutants has one of its own."""
    return Forked(test_files())


def _difference(before: str, after: str) -> tuple[str, str]:
    """Return the first line that differs, as it was and as it became."""
    pairs = zip(before.splitlines(), after.splitlines(), strict=False)
    was, became = next(((one.strip(), other.strip()) for one, other in pairs if one != other), ("", ""))
    return was, became


__all__ = ["chosen", "chunk", "prepare", "tried"]
