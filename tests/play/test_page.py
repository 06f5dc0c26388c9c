"""The commands on the page about the command line print what the page shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.play.console import Shown, commands, run, same
from whister.cli import COMMANDS

PAGE = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text("utf-8")
SHOWN = list(commands(PAGE))


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: str(shown.command))
def test_the_page_shows_real_output(shown: Shown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = run(shown.command, shown.typed)
    assert same(shown.said, said), "\n".join(said)


def test_the_page_shows_every_command() -> None:
    told = {vars(module)["NAME"] for module in COMMANDS}
    assert {name for name in told if f"whister {name} " in PAGE} == told
