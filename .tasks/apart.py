"""Parts of the whole test run, each in a fresh clone of the repository: ``tests -- --apart``.

Each part must install or build what it needs; only the caches of pip, uv and npm exist beforehand.
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
    """Return the folder of a new clone of the last commit, with later changes added and ignored files left out.

    Where git cannot make a clone, as in a folder unpacked from an archive, the files are copied instead.
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
    """Return a function that runs a session in its own clone and adds its results to those of this run."""

    def part(checks: Checks) -> None:
        with step(f"a fresh clone for the session {name}"):
            folder = clone(name)
        own = getattr(sys, "_base_executable", "") or sys.executable
        checks.take_over(name, [own, "noxfile.py", "-s", name, "--", *checks.arguments], folder)
        if name == "docs":
            checks.site = folder / SITE.relative_to(ROOT)  # for the browser tests

    return part
