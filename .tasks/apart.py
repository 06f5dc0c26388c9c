"""Parts of the whole run, each as whoever has just cloned the repository would run it: ``tests -- --apart``.

What a part needs it must install or build itself: nothing but the caches of pip, uv and npm is there before.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from building import SITE
from checks import Checks
from steps import BUILD, ROOT, Trouble, step

CLONES = BUILD / "apart"


MADE = shutil.ignore_patterns(".git", ".nox", "build", "node_modules", "__pycache__")


def clone(name: str) -> Path:
    """A clone of the last commit, with what has been changed since, and nothing that git does not know.

    Where this folder is no clone itself, what came with it is copied.
    """
    folder = CLONES / name
    shutil.rmtree(folder, ignore_errors=True)
    if not (ROOT / ".git").exists():
        return Path(shutil.copytree(ROOT, folder, ignore=MADE))
    _git("clone", "--quiet", str(ROOT), str(folder))
    for file in _git("ls-files", "--deleted").splitlines():
        (folder / file).unlink()
    for file in {*_git("ls-files", "--modified", "--others", "--exclude-standard").splitlines()}:
        if (ROOT / file).is_file():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, folder / file)
    return folder


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise Trouble(f"git {words[0]} fails, so that no clone can be made:\n{done.stderr.strip()}")
    return done.stdout


def run_apart(name: str) -> Callable[[Checks], None]:
    """A session as a part of the whole run, in a clone of its own; what came of its checks is taken over."""

    def part(checks: Checks) -> None:
        with step(f"a fresh clone for the session {name}"):
            folder = clone(name)
        own = getattr(sys, "_base_executable", "") or sys.executable
        checks.take_over(name, [own, "noxfile.py", "-s", name, "--", *checks.arguments], folder)
        if name == "docs":
            checks.site = folder / SITE.relative_to(ROOT)  # for the browser

    return part
