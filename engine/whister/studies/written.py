"""The figures of a study as files: CSV, JSON and Parquet."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from whister.errors import StudyError
from whister.extras import installing
from whister.studies.study import Study

COLUMNS = ("part", "group", "title", "about", "label", "of", "unit", "n", "value", "error", "low", "high")


def as_csv(study: Study) -> str:
    """Return the figures as CSV (RFC 4180), with a head; an unknown error or interval is empty."""
    return table_as_csv(COLUMNS, study.rows)


def table_as_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Return a table as CSV (RFC 4180), with the names of its columns in the first row; None is an empty field."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def as_json(study: Study) -> str:
    """Return the origin and the figures as JSON."""
    return json.dumps(study.to_dict(), ensure_ascii=False, indent=1) + "\n"


def write(study: Study, file: Path) -> None:
    """Write the figures to a file in the form that its name ends with: ``.csv``, ``.json`` or ``.parquet``.

    Raises ``StudyError`` for another ending, if the file cannot be written, or if pyarrow is missing for Parquet.
    """
    try:
        if file.suffix.lower() == ".csv":
            file.write_text(as_csv(study), "utf-8", newline="")
        elif file.suffix.lower() == ".json":
            file.write_text(as_json(study), "utf-8")
        else:
            _write_parquet(study, file)
    except OSError as error:
        raise StudyError(f"{file} cannot be written: {error.strerror or error}.") from None


def check(file: Path) -> None:
    """Check that figures can be written to a file, before they are computed. Raises ``StudyError``."""
    check_form(file)
    if file.is_dir():
        raise StudyError(f"{file} cannot be written: it is a folder.")
    if not file.parent.is_dir():
        raise StudyError(f"{file} cannot be written: there is no folder {file.parent}.")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise StudyError(f"{file} cannot be written: this user has no permission.")


def check_form(file: Path) -> None:
    """Check that figures can be written in the form of a file's name. Raises ``StudyError``."""
    if file.suffix.lower() not in (".csv", ".json", ".parquet"):
        raise StudyError(f"{file}: expected a name that ends with .csv, .json or .parquet")
    if file.suffix.lower() == ".parquet":
        _arrow()


def _arrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise StudyError(f"Parquet needs pyarrow, which is not installed. {installing('study')}") from None
    return pyarrow


def _write_parquet(study: Study, file: Path) -> None:
    check_form(file)
    arrow = _arrow()
    numbers = {"n": arrow.int64(), **dict.fromkeys(("value", "error", "low", "high"), arrow.float64())}
    about = {"origin": json.dumps(study.origin._asdict(), ensure_ascii=False)}
    form = arrow.schema([(name, numbers.get(name, arrow.string())) for name in COLUMNS], metadata=about)
    arrow.parquet.write_table(arrow.Table.from_pylist(study.rows, schema=form), file)


__all__ = ["COLUMNS", "as_csv", "as_json", "check", "check_form", "table_as_csv", "write"]
