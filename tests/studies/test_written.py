"""The figures of a study as CSV, JSON and Parquet."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

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
