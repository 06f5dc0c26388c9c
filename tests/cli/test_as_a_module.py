"""``python -m whister`` is ``whister``."""

from __future__ import annotations

import runpy
import sys

import pytest

from tests.cli.asking import ask
from whister.cli.trouble import INTERRUPTED


def test_python_runs_the_package_as_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["whister", "list", "hearts"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("whister", run_name="__main__")
    assert (ended.value.code, capsys.readouterr().out) == (0, ask("list", "hearts").out)


def test_nothing_is_run_where_the_module_is_only_read() -> None:
    assert "main" in runpy.run_module("whister.__main__")


def test_an_interruption_while_the_commands_are_loaded_needs_no_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Interrupted:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "whister.cli":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "whister.cli")
    monkeypatch.setattr(sys, "meta_path", [Interrupted(), *sys.meta_path])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("whister", run_name="__main__")
    assert ended.value.code == INTERRUPTED
