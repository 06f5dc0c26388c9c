"""The stored results of `python3 noxfile.py -s proof`, and whether the code is still the code that they measured.

`tests/proof/results/<part>.json` has the runs of a part, oldest first. A run belongs to one state of the code, named by
a hash, and is never mixed with another. It lists the numbered chunks that are done, so that it can be continued.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[4]
RESULTS = ROOT / "tests/proof/results"
READINGS = "survivors.toml"
COMMAND = "python3 noxfile.py -s proof -- --only"

_ENGINE = ("engine/whister",)
_RANDOM_DEALS = (
    *(f"tests/engine/{name}.py" for name in ("accepting", "hiding", "holding")),
    "tests/house_rules.py",
)
MEASURED: Mapping[str, tuple[str, ...]] = {
    "browser": (
        *_ENGINE,
        "docs/_ext",
        "docs/_static",
        "tests/browser/test_proof.py",
        "tests/browser/test_faults.py",
    ),
    "deals": (*_ENGINE, "tests/proof/deals.py", "tests/proof/tables.py", *_RANDOM_DEALS),
    "openspiel": (*_ENGINE, "tests/proof/openspiel.py"),
    "inputs": (
        *_ENGINE,
        "tests/proof/inputs.py",
        "tests/engine/doors.py",
        "tests/cli/doors.py",
        "tests/cli/asking.py",
    ),
    "mutants": (
        *_ENGINE,
        *(
            f"tests/proof/{name}"
            for name in (
                "mutants.py",
                "alterations.py",
                "covered.py",
                "covering.py",
                "choosing.py",
                "forked.py",
                "forking.py",
                "rewriting.py",
                "altering",
            )
        ),
    ),
}
"""The code that each part measures and the code that measures it; after any change, results are older than the code."""

BESIDE = ("engine/whister/cli", "engine/whister/reference", "engine/whister/history")
"""Parts of the engine that are not used to play a deal."""
PLAYED = {"deals", "openspiel"}
"""The parts that play deals and nothing else."""
_KEPT = 50
"""The most failures stored with a description."""


class Failure(NamedTuple):
    """A failed check: its chunk and its description."""

    chunk: int
    what: str


@dataclasses.dataclass(slots=True)
class Run:
    """The results for one state of the code."""

    code: str  #: the hash of the code measured
    whister: str  #: the version of Whister
    command: str
    began: str  #: a date in ISO 8601
    ended: str
    seconds: float = 0.0  #: of one core
    machines: list[str] = dataclasses.field(default_factory=list)
    pythons: list[str] = dataclasses.field(default_factory=list)
    chunks: str = ""  #: the chunks that are done: 0-41, 43
    counts: dict[str, int] = dataclasses.field(default_factory=dict)
    failed: int = 0  #: the number of failures
    failures: list[Failure] = dataclasses.field(default_factory=list)  #: the first failures

    remarks: list[dict[str, str]] = dataclasses.field(default_factory=list)  #: single findings to read

    @property
    def done(self) -> set[int]:
        """The numbers of the chunks that are done."""
        return set(_numbers(self.chunks))

    def add(
        self,
        chunk: int,
        counts: Mapping[str, int],
        failures: Sequence[str],
        seconds: float,
        remarks: Iterable[dict[str, str]] = (),
    ) -> None:
        """Add the result of a chunk. Raises ``ValueError`` if the chunk is already done."""
        done = self.done
        if chunk in done:
            raise ValueError(f"chunk {chunk} has already been added")
        self.chunks = _ranges(done | {chunk})
        for name, count in counts.items():
            self.counts[name] = self.counts.get(name, 0) + count
        found = [Failure(chunk, what) for what in failures]
        self.failed += len(found)
        self.failures = sorted([*self.failures, *found])[:_KEPT]
        self.remarks += remarks
        self.seconds = round(self.seconds + seconds, 1)


FIRST = "at first: "
"""The prefix of a count's name for its value before anything was retried."""


def read(part: str, folder: Path = RESULTS) -> list[Run]:
    """Return the runs of a part, oldest first."""
    file = folder / f"{part}.json"
    if not file.is_file():
        return []
    told: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))["runs"]
    return [Run(**{**run, "failures": [Failure(*one) for one in run["failures"]]}) for run in told]


def write(part: str, runs: Iterable[Run], folder: Path = RESULTS) -> None:
    """Write the runs of a part; an interrupted write leaves the file as it was."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{part}.json"
    beside = file.with_suffix(".new")
    text = json.dumps({"runs": [dataclasses.asdict(run) for run in runs]}, indent=1, ensure_ascii=False)
    with beside.open("w", encoding="utf-8", newline="\n") as out:
        out.write(text + "\n")
        out.flush()
        os.fsync(out.fileno())
    beside.replace(file)


def readings(folder: Path = RESULTS) -> dict[str, str]:
    """Return the finding on each mutant that survived: why no test can notice it, or which test notices it now."""
    file = folder / READINGS
    if not file.is_file():
        return {}
    stat = file.stat()
    return _readings(file, stat.st_mtime_ns, stat.st_size)


@cache
def _readings(file: Path, _changed: int, _size: int) -> dict[str, str]:
    survivors = tomllib.loads(file.read_text("utf-8")).get("survivor", [])
    return {one["mutant"]: one["reading"] for one in survivors}


def code(part: str, root: Path = ROOT) -> str:
    """Return a hash of the code that a part measures and of the code that measures it."""
    whole = hashlib.sha256()
    for file in files(part, root):
        whole.update(f"\0{file.relative_to(root).as_posix()}\0".encode())
        stat = file.stat()
        whole.update(_contents(file, stat.st_mtime_ns, stat.st_size))
    return whole.hexdigest()[:16]


@cache
def _contents(file: Path, _changed: int, _size: int) -> bytes:
    """Return a hash of a file that does not depend on its line endings."""
    return hashlib.sha256(file.read_bytes().replace(b"\r\n", b"\n")).digest()


def files(part: str, root: Path = ROOT) -> list[Path]:
    """Return the files that a part measures and those that measure it."""
    left_out = [root / place for place in BESIDE] if part in PLAYED else []
    found = set[Path]()
    for place in MEASURED[part]:
        path = root / place
        found |= {path} if path.is_file() else set(path.rglob("*"))
    return sorted(
        file
        for file in found
        if file.is_file()
        and file.suffix != ".pyc"
        and not any(file.is_relative_to(folder) for folder in left_out)
    )


def _numbers(ranges: str) -> Iterator[int]:
    for words in filter(None, ranges.split(", ")):
        first, _, last = words.partition("-")
        yield from range(int(first), int(last or first) + 1)


def _ranges(numbers: Iterable[int]) -> str:
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in found)
