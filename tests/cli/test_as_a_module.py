"""``python -m whister`` is ``whister``."""

from __future__ import annotations

import runpy

import pytest

from tests.cli.asking import ask


def test_python_runs_the_package_as_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["whister", "list", "hearts"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("whister", run_name="__main__")
    assert (ended.value.code, capsys.readouterr().out) == (0, ask("list", "hearts").out)


def test_nothing_is_run_where_the_module_is_only_read() -> None:
    assert "main" in runpy.run_module("whister.__main__")
