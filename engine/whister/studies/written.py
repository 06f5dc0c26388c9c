"""The figures of a study as files: CSV, JSON and Parquet."""

from __future__ import annotations

import csv
import io
import json
import os
import secrets
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
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
    """Write the figures to a file in the form that its name ends with: ``.csv``, ``.json`` or ``.parquet``. They are
    written as a whole or not at all: what the file contained before is replaced at the end.

    Raises ``StudyError`` for another ending, if the file cannot be written, or if pyarrow is missing for Parquet.
    """
    check_form(file)
    try:
        with _replacing(file) as new:
            if file.suffix.lower() == ".csv":
                new.write_text(as_csv(study), "utf-8", newline="")
            elif file.suffix.lower() == ".json":
                new.write_text(as_json(study), "utf-8")
            else:
                _write_parquet(study, new)
    except OSError as error:
        raise StudyError(f"{file} cannot be written: {_why(error)}. Nothing was written to it.") from None


@contextmanager
def _replacing(file: Path) -> Iterator[Path]:
    """Give a new file in the same folder, which takes the place of ``file`` at the end, and is removed on an error. What is
    there but is not a file, such as a pipe, is given itself. Raises ``OSError``."""
    place = Path(os.path.realpath(file))  # a link stays one
    if place.exists() and not place.is_file():
        yield place
        return
    new = _beside(place)
    try:
        new.touch(exist_ok=False)
        if place.exists():
            shutil.copymode(place, new)
        yield new
        new.replace(place)
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def _beside(place: Path) -> Path:
    """Return a name that no file in the same folder has."""
    return place.with_name(f".whister-{secrets.token_hex(8)}")


def _why(error: OSError) -> str:
    return str(error.strerror or error).rstrip(".")


def check(file: Path) -> None:
    """Check that figures can be written to a file, before they are computed: a file is made beside it, and removed. Raises
    ``StudyError``."""
    check_form(file)
    if file.is_dir():
        raise StudyError(f"{file} cannot be written: it is a folder.")
    if not file.parent.is_dir():
        raise StudyError(f"{file} cannot be written: there is no folder {file.parent}.")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise StudyError(f"{file} cannot be written: this user has no permission.")
    place = Path(os.path.realpath(file))
    if place.exists() and not place.is_file():
        return
    tried = _beside(place)
    try:
        tried.touch(exist_ok=False)
        tried.unlink()
    except OSError as error:
        raise StudyError(f"{file} cannot be written: {_why(error)}.") from None


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
    arrow = _arrow()
    numbers = {"n": arrow.int64(), **dict.fromkeys(("value", "error", "low", "high"), arrow.float64())}
    about = {"origin": json.dumps(study.origin._asdict(), ensure_ascii=False)}
    form = arrow.schema([(name, numbers.get(name, arrow.string())) for name in COLUMNS], metadata=about)
    arrow.parquet.write_table(arrow.Table.from_pylist(study.rows, schema=form), file)


__all__ = ["COLUMNS", "as_csv", "as_json", "check", "check_form", "table_as_csv", "write"]
