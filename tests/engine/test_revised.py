"""The revision of the engine is raised whenever a golden playthrough changes."""

from __future__ import annotations

import json

from tests.engine.revised import FILE, today, trouble
from whister.studies.provenance import REVISION


def test_the_revision_belongs_to_the_golden_files() -> None:
    assert not (said := trouble(json.loads(FILE.read_text("utf-8")), REVISION, today())), said


def test_a_changed_file_needs_a_new_revision_and_a_new_file_does_not() -> None:
    files = {"hearts/spot": "aa", "hearts/modern": "bb"}
    kept = {"revision": 3, "files": files}
    assert "hearts/modern plays otherwise" in trouble(kept, 3, {"hearts/spot": "aa", "hearts/modern": "cc"})
    assert "run python3 noxfile.py -s golden" in trouble(
        kept, 4, {"hearts/spot": "aa", "hearts/modern": "cc"}
    )
    new = trouble(kept, 3, {**files, "hearts/new": "dd"})
    assert "raise" not in new
    assert "golden" in new
    assert not trouble(kept, 3, files)
