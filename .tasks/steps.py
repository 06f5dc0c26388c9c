"""What all tasks share: timed steps, commands, and work that is done only once."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
DOCS = ROOT / "docs"

Command: TypeAlias = "Sequence[str | Path]"


class Trouble(Exception):
    """Something that the user can fix; the message says what and how."""


class AgainError(Exception):
    """Something has changed meanwhile, so the current work is stopped and begun again."""


def any_locale() -> None:
    """Read and write files as UTF-8 in every program started from here, whatever the user's locale.

    Output keeps the terminal's encoding; a character that it cannot encode becomes a question mark.
    """
    os.environ["PYTHONUTF8"] = "1"
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if sys.stdout.encoding.lower() not in ("utf-8", "utf8"):
        os.environ.setdefault("PYTHONIOENCODING", f"{sys.stdout.encoding}:replace")


class Line:
    """The line of the current step, which a terminal can rewrite while the step goes on."""

    TICK = 0.5  # seconds
    PATIENCE = 15.0  # seconds between two reports of a long step, where the line cannot be rewritten

    def __init__(self, title: str) -> None:
        self._title = title
        self._start = self._last = time.monotonic()
        self._again = sys.stdout.isatty()
        print(f"  {title} … ", end="", flush=True)

    def tell(self, told: str) -> None:
        """Show the progress of the step and the time so far."""
        now = time.monotonic()
        if not told or (now - self._last < self.PATIENCE and not self._again):
            return
        self._last = now
        told = f"{told}, {now - self._start:.0f} s"
        print(f"\r  {self._title} … {told}\033[K" if self._again else f"\n    {told} … ", end="", flush=True)

    def end(self, told: str = "") -> None:
        """Show how the step ended: its time in seconds, or another text."""
        start = f"\r\033[K  {self._title} … " if self._again else ""
        print(f"{start}{told or f'{time.monotonic() - self._start:.1f} s'}", flush=True)


_lines: list[Line] = []


@contextlib.contextmanager
def step(title: str) -> Iterator[None]:
    """Print one line for a step: its title, then its time in seconds."""
    line = Line(title)
    _lines.append(line)
    try:
        yield
    except BaseException as error:
        line.end("stopped, to begin again" if isinstance(error, AgainError) else "failed")
        raise
    finally:
        _lines.remove(line)
    line.end()


def at(told: str) -> None:
    """Show the progress of the current step, if there is one."""
    for line in _lines[-1:]:
        line.tell(told)


def unchanged(title: str) -> None:
    """Print the line of a step that has nothing to do, unless such lines were turned off."""
    if not _silent:
        print(f"  {title} … unchanged", flush=True)


def keep_silent_of_what_stands() -> None:
    """Print no more lines for steps that have nothing to do, for programs that repeat the steps."""
    _silent.append(True)


_silent: list[bool] = []


FAILED = "This command failed"


def call(
    command: Command,
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
    often: Callable[[], object] | None = None,
) -> str:
    """Run a command quietly and return its output. Raises Trouble with that output if it fails.

    ``often`` is called every half second while it runs.
    """
    process = subprocess.Popen(
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    with process:
        try:
            while True:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    printed, _ = process.communicate(timeout=Line.TICK if often else None)
                    break
                if often:
                    often()
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        words = " ".join(str(word) for word in command)
        raise Trouble(f"{printed.strip()}\n\n{FAILED} with status {process.returncode}:\n  {words}")
    return printed


def git(*words: str, to: str) -> list[str]:
    """Return the names that a git command lists. Raises Trouble if it fails: "git cannot", then `to` and the reason."""
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    except OSError as error:
        raise Trouble(f"git cannot {to}: {error}") from None
    if done.returncode:
        raise Trouble(f"git cannot {to}:\n{done.stderr.strip()}")
    return [name for name in done.stdout.split("\0") if name]


def files_under(*places: Path) -> list[Path]:
    """Return every source file under these places, sorted, without caches and node_modules."""
    found: list[Path] = []
    for place in places:
        if place.is_file():
            found.append(place)
        for folder, names, files in os.walk(place):
            names[:] = [
                name for name in names if name not in {"node_modules", "__pycache__"} and name[0] != "."
            ]
            found += [Path(folder, file) for file in files if not file.endswith(".pyc")]
    return sorted(found)


def digest(*places: Path, also: Iterable[str] = ()) -> str:
    """Return one hash of the names and contents of all files under these places and of the strings in `also`."""
    total = hashlib.sha256("\0".join(also).encode())
    for file in files_under(*places):
        total.update(f"\0{file.relative_to(ROOT).as_posix()}\0".encode())
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def once(title: str, stamp: Path, key: str, result: Path, work: Callable[[], object]) -> None:
    """Do the work unless its result exists and its stamp contains this key."""
    if result.exists() and stamp.is_file() and stamp.read_text() == key:
        unchanged(title)
        return
    with step(title):
        stamp.unlink(missing_ok=True)
        work()
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(key)


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Keep a second run from building in the same folder at the same time (if the system supports locks)."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "lock").open("w") as handle:
        try:
            import fcntl
        except ImportError:
            yield
            return
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("  another run is building here; waiting for it", flush=True)
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
