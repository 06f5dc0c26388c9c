"""The Sphinx process that waits for work: if it cannot start, the reason is reported, and it is started again later."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

import building
from _watch import waiting
from _watch.__main__ import meant, page_of
from steps import DOCS, ROOT, AgainError, Command, Trouble, at, step

ENDED = "exit 1"
BUILT = 'read -r line; sh -c "exit 0" & echo $!; echo 0; read -r line'
FAILED = 'read -r line; sh -c "exit 0" & echo $!; echo 1; read -r line'


class Program:
    """A program in place of Python, which does what a test specifies when it is next started."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "python"

    def does(self, what: str) -> Program:
        self.file.write_text(f"#!/bin/sh\necho 'NameError: no such thing' >&2\n{what}\n")
        self.file.chmod(0o755)
        return self


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    monkeypatch.setattr(waiting, "BUILD", tmp_path / "build")
    (tmp_path / "build").mkdir()
    (tmp_path / "build/said.txt").write_text("rook/tournament.md:7: a mistake")
    return Program(tmp_path)


def test_code_that_stops_is_told_and_the_next_build_is_done_by_what_is_there_then(program: Program) -> None:
    warm = waiting.Warm(program.does(ENDED).file)
    build = warm.running(lambda: False)
    for _ in range(2):
        with pytest.raises(Trouble, match=r"(?s)own code failed with an error:.*NameError: no such thing"):
            build([], {})
    program.does(BUILT)
    build([], {})
    warm.end()


def test_a_build_that_fails_tells_what_sphinx_has_said(program: Program) -> None:
    warm = waiting.Warm(program.does(FAILED).file)
    with pytest.raises(Trouble, match=r"rook/tournament\.md:7: a mistake"):
        warm.running(lambda: False)([], {})
    warm.end()


def test_what_is_no_longer_wanted_is_stopped(program: Program) -> None:
    long = 'read -r line; setsid sh -c "sleep 60" & echo $!; wait $!; echo 1; read -r line'
    warm = waiting.Warm(program.does(long).file)
    with pytest.raises(AgainError), step("pages"):
        warm.running(lambda: True)([], {})
    warm.end()


def test_a_fresh_clone_has_no_folder_for_what_is_said_yet(program: Program, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "build")
    waiting.Warm(program.does(BUILT).file).end()
    assert (tmp_path / "build/warm.txt").is_file()


def test_what_is_being_built_ends_with_the_watching(program: Program, tmp_path: Path) -> None:
    long = 'read -r line; setsid sh -c "sleep 60 & echo \\$! > pid; wait" & echo $!; wait $!; echo 1; read -r line'
    warm = waiting.Warm(program.does(f"cd {tmp_path}; {long}").file)
    pid = tmp_path / "pid"

    begun: list[bool] = []

    def interrupted() -> bool:
        if not begun and pid.is_file() and pid.read_text():
            begun.append(True)
            os.kill(os.getpid(), signal.SIGINT)
        return False

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a background program may ignore it
    try:
        with pytest.raises(KeyboardInterrupt), step("pages"):
            warm.running(interrupted)([], {})
    finally:
        signal.signal(signal.SIGINT, before)
        os.kill(int(pid.read_text()), 0)
        warm.end()
    ends = time.monotonic() + 5
    while _runs(int(pid.read_text())):
        assert time.monotonic() < ends
        time.sleep(0.02)


WAITS = """
import os, time
from _watch import warm
if not (child := os.fork()):
    os.setsid()
    time.sleep(60)
open("pid.new", "w").write(str(child))
os.replace("pid.new", "pid")
warm._status(child, os.getppid())
"""


def test_what_is_being_built_ends_with_a_watching_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "waits.py").write_text(WAITS)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT / "engine", DOCS / "_ext", DOCS)))}
    command = f'"{sys.executable}" waits.py; true'
    with subprocess.Popen(
        ["sh", "-c", command], cwd=tmp_path, env=env, stderr=subprocess.DEVNULL
    ) as watching:
        pid, ends = tmp_path / "pid", time.monotonic() + 20
        while not pid.is_file():
            assert time.monotonic() < ends
            time.sleep(0.02)
        child = int(pid.read_text())
        assert _runs(child)
        watching.kill()
    while _runs(child):
        assert time.monotonic() < ends
        time.sleep(0.02)


def _runs(process: int) -> bool:
    """Return whether a process is still running; one that has ended but keeps its number does not count."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.is_file() or state.read_text().rpartition(")")[2].split()[0] != "Z"


def test_nothing_is_said_of_a_step_that_has_just_ended() -> None:
    at("12 pages")


def test_of_an_error_in_the_sites_code_only_its_own_lines_are_told(program: Program) -> None:
    program.file.write_text(
        "#!/bin/sh\ncat >&2 <<'END'\nTraceback (most recent call last):\n"
        '  File "<frozen runpy>", line 198, in _run_module_as_main\n'
        f'  File "{ROOT}/docs/_watch/warm.py", line 26, in main\n    import_module(name)\n    ~~~~^^^^^^\n'
        '  File "/usr/lib/python3.13/importlib/__init__.py", line 88, in import_module\n    return _bootstrap()\n'
        f'  File "{ROOT}/docs/_ext/rulebook/base/cards.py", line 104\n    def broken(:\n               ^\n'
        "SyntaxError: invalid syntax\nEND\nexit 1\n"
    )
    program.file.chmod(0o755)
    with pytest.raises(Trouble) as raised:
        waiting.Warm(program.file).running(lambda: False)([], {})
    assert str(raised.value).splitlines()[2:] == [
        '  File "docs/_ext/rulebook/base/cards.py", line 104',
        "    def broken(:",
        "               ^",
        "SyntaxError: invalid syntax",
    ]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("engine/whister/rules/hearts/modern.toml", "hearts/modern"),
        ("engine/whister/history/rook.toml", "rook/history"),
        ("examples/hearts/strategy.md", "hearts/strategy"),
        ("docs/hearts/_history-modern.md", "hearts/modern"),
        ("docs/references.bib", "bibliography"),
        ("docs/index.md", "index"),
        ("docs/conf.py", ""),
    ],
)
def test_what_a_page_shows_first_is_known_by_its_file(file: str, text: str) -> None:
    assert page_of(ROOT / file) == text
    assert not text or (DOCS / f"{text}.md").is_file()


def test_what_an_editor_writes_for_a_moment_is_no_change(tmp_path: Path) -> None:
    (tmp_path / "modern.toml").touch()
    (tmp_path / "LICENSE").touch()
    found = {tmp_path / name for name in ("modern.toml", "LICENSE", "gone.md", "4913", "sedAb12Cd")}
    assert {path.name for path in meant(found)} == {"modern.toml", "LICENSE", "gone.md"}


def test_nothing_is_thrown_away_for_what_cannot_be_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PAGES", "DOCTREES", "STAMPS"):
        monkeypatch.setattr(building, name, tmp_path / name)
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.html").touch()
    monkeypatch.setattr(building, "files_under", lambda *places: [])

    def refuses(arguments: Command, env: Mapping[str, str]) -> None:
        raise Trouble("docs/hearts/domino.md: there is no such page")

    with pytest.raises(Trouble, match="no such page"):
        building.html(refuses, tmp_path, base="")
    assert all((tmp_path / name / "index.html").is_file() for name in ("PAGES", "DOCTREES"))
    assert not (tmp_path / "STAMPS/site-whole").exists()
