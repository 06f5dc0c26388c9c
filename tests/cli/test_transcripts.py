"""Every command of the transcripts prints exactly what is stored: each line, each space and the exit code."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from tests.cli.transcripts import FOLDER, again, commands
from tests.kept import as_it_was
from whister.cli import COMMANDS

TRANSCRIPTS = sorted(FOLDER.glob("*.txt"))
HELP, MISTYPED, SERVED = SHORT = [FOLDER / f"{name}.txt" for name in ("help", "whister", "serve")]


def test_the_help_of_every_command_is_as_it_was() -> None:
    as_it_was(HELP, again)


def test_what_is_mistyped_is_told_as_it_was() -> None:
    as_it_was(MISTYPED, again)


def test_what_cannot_be_served_is_told_as_it_was() -> None:
    as_it_was(SERVED, again)


@pytest.mark.parametrize(
    "file", [file for file in TRANSCRIPTS if file not in SHORT], ids=lambda file: file.stem
)
def test_it_says_what_its_transcript_says(file: Path) -> None:
    as_it_was(file, again)


@pytest.mark.parametrize("module", COMMANDS, ids=lambda module: module.NAME)
def test_every_command_has_a_transcript(module: ModuleType) -> None:
    kept = [typed.command for file in TRANSCRIPTS for typed in commands(file.read_text("utf-8"))]
    assert any(f"whister {module.NAME} " in f"{command} " for command in kept)
