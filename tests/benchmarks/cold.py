"""Measures cold starts (importing the engine and loading a rule set in a fresh process) and the memory of rule sets."""

from __future__ import annotations

import compileall
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import whister
from tests.benchmarks.figures import Figure, timed

PART = "cold"
MIB = 1 << 20
STARTS = {
    "": "pass",
    "import whister": "import whister",
    "import and load of one rule set": "import whister; whister.load('hearts/black-lady')",
    "import, load and first deal": "import whister; whister.load('hearts/black-lady').deal('1')",
}
READ = """
import sys
read = set()
sys.addaudithook(lambda event, args: read.add(str(args[0])) if event == "open" else None)
import whister
whister.load("hearts/black-lady")
print(len([each for each in read if "/rules/" in each]))
"""
MEMORY = """
import gc, json, random, sys, tracemalloc
tracemalloc.start()
import whister
gc.collect()
imported = tracemalloc.get_traced_memory()[0]

def played(name, deals):
    rules = whister.load(name)
    for number in range(deals):
        deal = rules.deal(number, number=number % 4 + 1)
        deal.play_out(random.Random(number))
    return rules

kept = [whister.load("hearts/black-lady")]
gc.collect()
loaded = tracemalloc.get_traced_memory()[0]
kept.append(played("hearts/black-lady", 200))
gc.collect()
one = tracemalloc.get_traced_memory()[0]
kept += [played(name, 20) for name in whister.catalogue()]
gc.collect()
every = tracemalloc.get_traced_memory()[0]
print(json.dumps([imported, loaded - imported, one - imported, every - imported]))
"""


def measure(rounds: int) -> list[Figure]:
    """Measure how much longer fresh processes take than bare Python, and the memory used."""
    with TemporaryDirectory() as place:
        engine = _installed(Path(place))
        times: dict[str, list[float]] = {name: [] for name in STARTS}
        for _ in range(max(rounds, 5)):
            for name, code in STARTS.items():
                times[name].append(_seconds(code, engine) * 1000)
        bare = statistics.median(times.pop(""))
        read = int(_said(READ, engine))
        imported, loaded, one, every = (each / MIB for each in json.loads(_said(MEMORY, engine)))
    return [
        Figure(PART, "bare Python", f"{bare:.1f} ms"),
        *(
            timed(PART, f"{name}, beyond bare Python", [each - bare for each in found], "ms", 1, target="≤ 60" if "one" in name else "")
            for name, found in times.items()
        ),
        Figure(PART, "files of rule sets read for one, with its two ancestors", str(read), target="3"),
        Figure(PART, "memory: import and load of one", f"{imported + loaded:.1f} MiB", target="≤ 8 MiB"),
        Figure(PART, "memory: a rule set with its tables, 200 deals", f"{one:.1f} MiB", target="≤ 6 MiB"),
        Figure(PART, "memory: all rule sets with tables, 20 deals each", f"{every:.1f} MiB", target="≤ 120 MiB"),
    ]  # fmt: skip


def _installed(place: Path) -> Path:
    """Install the engine as a wheel does, with records as JSON and byte-code; return the folder to import it from."""
    import shutil

    from whister.rulesets.reader import compiled

    source = Path(whister.__file__).parent
    engine = place / "whister"
    shutil.copytree(source, engine, ignore=shutil.ignore_patterns("__pycache__"))
    for record in (engine / "rules").rglob("*.toml"):
        record.with_suffix(".json").write_text(compiled(record.read_text("utf-8"), record.stem), "utf-8")
        record.unlink()
    compileall.compile_dir(engine, quiet=1)
    return place


def _command(code: str, engine: Path) -> tuple[Sequence[str], dict[str, str]]:
    return [sys.executable, "-c", code], {**os.environ, "PYTHONPATH": str(engine)}


def _seconds(code: str, engine: Path) -> float:
    command, env = _command(code, engine)
    start = time.perf_counter()
    subprocess.run(command, env=env, check=True)
    return time.perf_counter() - start


def _said(code: str, engine: Path) -> str:
    command, env = _command(code, engine)
    return subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout
