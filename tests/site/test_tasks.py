"""The tasks themselves: they work whatever the machine that they find."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TASKS = Path(__file__).parents[2] / ".tasks"
STEP = """
import pathlib, sys
import steps
steps.any_locale()
with steps.step("pages …"):
    told = steps.call([sys.executable, "-c", "import pathlib; print(pathlib.Path('suits').read_text())"], cwd=pathlib.Path())
assert told == "♠ ♥ ♦ ♣\\n", ascii(told)
"""


def test_a_terminal_without_utf_8_shows_question_marks_and_files_are_read_as_utf_8(tmp_path: Path) -> None:
    (tmp_path / "suits").write_text("♠ ♥ ♦ ♣", "utf-8")
    (tmp_path / "task.py").write_text(STEP, "utf-8")
    bare = {"PATH": os.environ["PATH"], "PYTHONPATH": str(TASKS)}
    western = {**bare, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [sys.executable, "task.py"], cwd=tmp_path, env=western, capture_output=True, check=False
    )
    assert done.stderr == b""
    assert done.stdout.startswith(b"  pages ? ? ")
