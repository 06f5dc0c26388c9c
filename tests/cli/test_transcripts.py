"""Every command of the transcripts says what it said when they were written: each line, each space and the exit code."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from tests.cli.transcripts import FOLDER, commands, differences
from whister.cli import COMMANDS

TRANSCRIPTS = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", TRANSCRIPTS, ids=lambda file: file.stem)
def test_it_says_what_its_transcript_says(file: Path) -> None:
    changed = differences(file.read_text("utf-8"))
    assert not changed, (
        f"{file.name}\n{changed}\n(if that is meant: python3 noxfile.py -s golden, and read what has changed)"
    )


@pytest.mark.parametrize("module", COMMANDS, ids=lambda module: module.NAME)
def test_every_command_has_a_transcript(module: ModuleType) -> None:
    kept = [typed.command for file in TRANSCRIPTS for typed in commands(file.read_text("utf-8"))]
    assert any(f"whister {module.NAME} " in f"{command} " for command in kept)
