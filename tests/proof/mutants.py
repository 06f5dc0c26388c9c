"""Alters one place of the engine at a time and runs the tests that cover it, until one of them fails.

A mutant is killed when a test fails, when the module cannot be loaded, or when the tests take many times as long as they
should.
"""

from __future__ import annotations

import hashlib
import json
import signal
import tempfile
from collections import Counter
from pathlib import Path

from tests.proof.alterations import ENGINE, Mutant, chosen
from tests.proof.covered import covering, prepare, run_pytest, that_run
from tests.proof.running import Found

NOTHING_CHOSEN = 5
OUT_OF_TIME = "out of time"
CONTROL = 25
"""Of so many mutants one meets its first tests without being altered: they have to pass."""


def chunk(number: int) -> Found:
    """Try one mutant."""
    mutant = chosen()[number]
    text = mutant.altered()
    assert text is not None
    counts = Counter[str]({"mutants": 1, mutant.group: 1})
    failures = []
    if number % CONTROL == 0 and (ended := tried(mutant, mutant.source, few=True)):
        failures.append(f"{mutant.file}:{mutant.line}: without an alteration {ended} as well")
    ended = tried(mutant, text)
    if ended:
        counts.update(["killed", f"killed, {mutant.group}", *([OUT_OF_TIME] if ended == OUT_OF_TIME else [])])
        return Found(dict(counts), failures)
    was, became = _difference(mutant.source, text)
    alike = sum(line.strip() == was for line in mutant.source.splitlines()[: mutant.line - 1])
    name = hashlib.sha256("\0".join((mutant.file, was, became, str(alike))).encode()).hexdigest()[:10]
    survivor = {"mutant": name, "file": mutant.file, "line": str(mutant.line), "was": was, "became": became}
    return Found(dict(counts), failures, [survivor])


def tried(mutant: Mutant, text: str, *, few: bool = False) -> str:
    """How the tests noticed, or a few of them; "" where they did not."""
    first, others = that_run(mutant)
    seconds = {name: spent for tests in covering() for name, spent in tests.items}
    module = ".".join(("whister", *Path(mutant.file).with_suffix("").parts)).removesuffix(".__init__")
    with tempfile.TemporaryDirectory() as folder:
        altered, listed = Path(folder, "altered.py"), Path(folder, "chosen.json")
        altered.write_text(text, "utf-8")
        told = {
            "WHISTER_ALTERED": f"{module}|{ENGINE / mutant.file}|{altered}",
            "WHISTER_CHOSEN": str(listed),
        }
        for names in filter(None, (first, () if few else others)):
            listed.write_text(json.dumps(names), "utf-8")
            files = list(dict.fromkeys(name.partition("::")[0] for name in names))
            limit = 60 + 5 * sum(seconds[name] for name in names)
            status = run_pytest(files, "tests.proof.choosing", told, seconds=limit)
            if status not in {0, NOTHING_CHOSEN}:
                return OUT_OF_TIME if status in {-signal.SIGXCPU, -signal.SIGKILL} else "a test failed"
    return ""


def _difference(before: str, after: str) -> tuple[str, str]:
    """The first line that differs, as it was and as it became."""
    pairs = zip(before.splitlines(), after.splitlines(), strict=False)
    was, became = next(((one.strip(), other.strip()) for one, other in pairs if one != other), ("", ""))
    return was, became


__all__ = ["chosen", "chunk", "prepare", "tried"]
