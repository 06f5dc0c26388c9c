"""The figures of a study as CSV, JSON and Parquet."""

from __future__ import annotations

import csv
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

import whister
from whister import StudyError
from whister.studies import written
from whister.studies.study import Study


@pytest.fixture(scope="module")
def study() -> Study:
    return whister.study(whister.load("rook/kentucky"), "random", deals=200)


def test_every_form_has_the_same_figures(study: Study, tmp_path: Path) -> None:
    import pyarrow.parquet

    for form in ("csv", "json", "parquet"):
        written.write(study, tmp_path / f"study.{form}")
    with (tmp_path / "study.csv").open(newline="", encoding="utf-8") as opened:
        rows = list(csv.DictReader(opened))
    told = json.loads((tmp_path / "study.json").read_text("utf-8"))
    table = pyarrow.parquet.read_table(tmp_path / "study.parquet")
    assert table.to_pylist() == told["figures"] == study.rows
    assert [row["value"] for row in rows] == [str(row["value"]) for row in study.rows]
    assert [row["error"] or None for row in rows] == [
        None if row["error"] is None else str(row["error"]) for row in study.rows
    ]
    assert list(rows[0]) == table.column_names == list(written.COLUMNS)
    origin = json.loads(table.schema.metadata[b"origin"])
    assert (
        origin["behaviour"] == told["origin"]["behaviour"] == [whister.load("rook/kentucky").behaviour_hash]
    )


def test_another_ending_is_refused(study: Study, tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=r"expected a name that ends with \.csv, \.json or \.parquet"):
        written.write(study, tmp_path / "study.xlsx")


def test_a_folder_that_is_not_there_is_named(study: Study, tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="cannot be written: No such file"):
        written.write(study, tmp_path / "none" / "study.csv")


def test_parquet_without_pyarrow_says_what_to_install(
    study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(StudyError, match="Parquet needs pyarrow, which is not installed"):
        written.write(study, tmp_path / "study.parquet")


def listed(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_a_disk_that_is_full_leaves_the_old_file_as_it_was(
    form: str, study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pyarrow.parquet

    file = tmp_path / f"study.{form}"
    file.write_bytes(b"the figures of last year")

    def fill(first: Any, second: Any, *_: Any, **__: Any) -> None:
        """Write a part, as `Path.write_text` or as `write_table` of pyarrow is called, and fail."""
        Path(second if form == "parquet" else first).write_bytes(b"a part")
        raise OSError(28, "No space left on device")

    module, name = (pyarrow.parquet, "write_table") if form == "parquet" else (Path, "write_text")
    monkeypatch.setattr(module, name, fill)
    with pytest.raises(
        StudyError, match=r"cannot be written: No space left on device\. Nothing was written to it\."
    ):
        written.write(study, file)
    assert file.read_bytes() == b"the figures of last year"
    assert listed(tmp_path) == [file.name]


def test_a_file_that_is_written_again_keeps_its_permissions_and_its_link(
    study: Study, tmp_path: Path
) -> None:
    file, link = tmp_path / "study.csv", tmp_path / "link.csv"
    file.write_text("old", "utf-8")
    file.chmod(0o640)
    link.symlink_to(file)
    written.write(study, link)
    assert link.is_symlink()
    assert file.read_text("utf-8").startswith("part,group")
    assert file.stat().st_mode & 0o777 == 0o640
    assert listed(tmp_path) == ["link.csv", "study.csv"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="without named pipes")
def test_a_pipe_stays_a_pipe(study: Study, tmp_path: Path) -> None:
    from threading import Thread

    pipe, read = tmp_path / "study.csv", []
    os.mkfifo(pipe)
    reader = Thread(target=lambda: read.append(pipe.read_text("utf-8")), daemon=True)
    reader.start()
    written.check(pipe)
    written.write(study, pipe)
    reader.join(30)
    assert read
    assert read[0].startswith("part,group")
    assert pipe.is_fifo()


def test_a_check_leaves_nothing_behind(tmp_path: Path) -> None:
    written.check(tmp_path / "study.csv")
    assert not listed(tmp_path)
