"""The Pythons on this machine, and the virtual environments made from the lock files."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from steps import ROOT, Trouble, call, digest, once, step

ENVIRONMENTS = ROOT / ".nox"
SITE_PYTHON = (3, 13)  # as in Pyodide 0.29, whose byte-code must be compiled by the same version
LOCKED = ("install", "--quiet", "--no-deps", "--require-hashes", "--requirement")
PIP = ("-m", "pip", "--disable-pip-version-check")


def inside(environment: Path, program: str) -> Path:
    """Return the path of a program in a virtual environment."""
    return environment / ("Scripts" if os.name == "nt" else "bin") / program


def bootstrap() -> Path:
    """Make the small environment that holds nox, uv and pip if it does not exist yet; return its Python."""
    home = ENVIRONMENTS / f"bootstrap-{sys.version_info.major}.{sys.version_info.minor}"
    python = inside(home, "python")
    lock = ROOT / ".locks" / "nox.txt"
    stamp = home / "made-from"
    key = digest(lock, also=[sys.version, sys.base_prefix])

    def make() -> None:
        shutil.rmtree(home, ignore_errors=True)
        own_pip = subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, check=False)
        if own_pip.returncode == 0:
            call([sys.executable, "-m", "venv", "--without-pip", home])
            call([sys.executable, *PIP, "--python", python, *LOCKED, lock])
        else:
            call([sys.executable, "-m", "venv", home])
            call([python, *PIP, *LOCKED, lock])

    if not (python.exists() and stamp.is_file() and stamp.read_text() == key):
        once("nox, for this folder alone", stamp, key, python, make)
    return python


def environment(name: str, interpreter: Path | None = None, folder: str | None = None) -> Path:
    """Make the virtual environment of a lock file if it does not exist yet; return its Python.

    By default it uses the Python of the site's tools; `folder` distinguishes several environments of one lock.
    """
    home = ENVIRONMENTS / (folder or name)
    python = inside(home, "python")
    lock = ROOT / ".locks" / f"{name}.txt"
    stamp = home / "made-from"
    key = digest(lock, also=[str(interpreter or "")])
    if not (stamp.is_file() and stamp.read_text() == key and python.exists()):
        base = interpreter or site_python()
        with step(f"Python packages: {folder or name}"):
            shutil.rmtree(home, ignore_errors=True)
            call([base, "-m", "venv", "--without-pip", home])
            _install(lock, python)
            stamp.write_text(key)
    return python


def uv() -> Path:
    """Return the path of uv, which resolves and installs packages."""
    return inside(bootstrap().parent.parent, "uv")


def _install(lock: Path, python: Path) -> None:
    """Install the packages of a lock file for one version of Python."""
    try:
        call([uv(), "pip", *LOCKED, lock, "--python", python])
    except Trouble:  # pip reads settings that uv does not, and may find what uv has not found
        call([bootstrap(), *PIP, "--python", python, *LOCKED, lock, "--no-compile"])


def candidate_pythons() -> Iterator[Path]:
    """Yield programs that may be a CPython: this one, those on PATH, pyenv's and uv's."""
    yield Path(sys.executable)
    for folder in os.get_exec_path():
        with contextlib.suppress(OSError):
            names = [path.name for path in Path(folder or ".").iterdir()]
            yield from (
                Path(folder, n) for n in sorted(names) if re.fullmatch(r"python(3(\.\d+)?)?(\.exe)?", n)
            )
    pyenvs = {
        Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv"),
        *Path(sys.base_prefix).parents[1:2],
    }
    for pyenv in pyenvs:
        yield from sorted(pyenv.glob("versions/*/bin/python3"))
    uvs = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share", "uv/python")
    yield from sorted(uvs.glob("*/bin/python3"))
    if own := shutil.which("uv"):
        listed = subprocess.run(
            [own, "python", "list", "--only-installed", "--output-format", "json"],
            capture_output=True,
            text=True,
            check=False,
        )
        with contextlib.suppress(ValueError, TypeError, KeyError):
            yield from (Path(entry["path"]) for entry in json.loads(listed.stdout))


ASK = """
import platform, sys, sysconfig, venv
assert platform.python_implementation() == "CPython" and sys.version_info.releaselevel == "final"
assert not sysconfig.get_config_var("Py_GIL_DISABLED")
print(sys.version_info[0], sys.version_info[1], getattr(sys, "_base_executable", "") or sys.executable, sep="|")
"""


def pythons() -> Iterator[tuple[tuple[int, int], Path]]:
    """Yield the version, such as (3, 13), and the program of every released CPython that can be found and runs."""
    seen: set[Path] = set()
    for program in candidate_pythons():
        with contextlib.suppress(OSError, subprocess.SubprocessError, ValueError):
            real = program.resolve()
            if real in seen:
                continue
            # A pyenv shim is a shell script: its path does not show which Python it runs.
            if real.suffix in {"", ".exe"} and "shims" not in real.parts:
                seen.add(real)
            answer = subprocess.run(
                [str(program), "-I", "-c", ASK], capture_output=True, text=True, timeout=20, check=True
            )
            major, minor, path = answer.stdout.strip().split("|")
            yield (int(major), int(minor)), Path(path)


def site_python() -> Path:
    """Return the Python 3.13 that runs the site's tools. Raises Trouble, with ways to install it, if there is none."""
    for version, program in pythons():
        if version == SITE_PYTHON:
            return program
    raise Trouble(
        "The site's tools need CPython 3.13, and none was found.\n"
        "Looked at: this Python, every python3 on PATH, pyenv's versions, uv's Pythons.\n"
        "Install one in any of these ways, then run the same command again:\n"
        "  uv python install 3.13\n"
        "  pyenv install 3.13\n"
        "  an installer from https://www.python.org/downloads/\n"
        "  apt install python3.13 python3.13-venv (where the system has it)"
    )
