"""Parts of the whole run, each as whoever has just cloned the repository would run it: ``tests -- --apart``.

What a part needs it must install or build itself: nothing but the caches of pip, uv and npm is there before.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from building import SITE
from checks import Checks
from steps import BUILD, ROOT, Trouble, git, step

CLONES = BUILD / "apart"
MADE = shutil.ignore_patterns(".git", ".nox", "build", "node_modules", "__pycache__")
LISTED = ("--modified", "--others", "--exclude-standard", "-z")


def clone(name: str) -> Path:
    """A clone of the last commit, with what has been changed since, and nothing that git does not know.

    Where git cannot make one, as in a folder that came out of an archive, what is here is copied.
    """
    folder = CLONES / name
    shutil.rmtree(folder, ignore_errors=True)
    try:
        git("clone", "--quiet", str(ROOT), str(folder), to="make a clone")
        deleted = git("ls-files", "--deleted", "-z", to="find what was deleted")
        changed = git("ls-files", *LISTED, to="find what has changed")
    except Trouble:
        shutil.rmtree(folder, ignore_errors=True)
        return Path(shutil.copytree(ROOT, folder, ignore=MADE))
    for file in deleted:
        (folder / file).unlink()
    for file in {*changed} - {*deleted}:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, folder / file)
    return folder


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
