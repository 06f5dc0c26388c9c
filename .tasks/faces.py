"""The typefaces of pages and books, reduced to the characters in use."""

from __future__ import annotations

import shutil
from pathlib import Path

from environments import environment
from node import NODE_MODULES
from steps import BUILD, DOCS, ROOT, call, digest, once

SHEET, LICENCES = "faces.css", "faces-licences.txt"


def cut_faces(stamps: Path) -> Path:
    """Make the typefaces, their style sheet and their licences; return their folder."""
    folder = BUILD / "faces"
    key = digest(DOCS / "_faces", DOCS / "package-lock.json", ROOT / ".locks/docs.txt", Path(__file__))

    def make() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        call([environment("docs"), "-m", "_faces", NODE_MODULES, folder], cwd=DOCS)

    once("faces", stamps / "faces", key, folder / SHEET, make)
    return folder
