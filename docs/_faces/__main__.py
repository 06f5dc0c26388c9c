"""Command line: ``python -m _faces NODE_MODULES FOLDER`` writes the site's faces, their style sheet and their licences."""

import sys
from pathlib import Path

from .cutting import FACES, cut, licences
from .standing_in import style_sheet

if __name__ == "__main__":
    packages, folder = map(Path, sys.argv[1:])
    folder.mkdir(parents=True)
    for face in FACES:
        (folder / face.file).write_bytes(cut(packages, face))
    (folder / "faces.css").write_text(style_sheet(packages), encoding="utf-8")
    (folder / "faces-licences.txt").write_text(licences(packages), encoding="utf-8")
