"""The file of a study: the sums of its chunks as they are finished, so that it may be interrupted and continued."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from whister import checks
from whister.errors import StudyError
from whister.studies.sums import Sums, from_json, to_json

_APPLICATION = 0x77686973  #: the mark of these files, the letters "whis"
_FORM = 2  #: the version of their form
_DAMAGE = ("malformed", "not a database", "no such column", "decode")  #: in errors of the database
_HEADER = b"SQLite format 3\0"
#: what is said first of another study; the rest are hashes and sizes
_READABLE = ("rules", "options", "players", "seed")
_WAIT = 60.0  #: how long to wait for another process that is writing, in seconds


class Store:
    """The results of one study in one file (SQLite). Several processes may write to it at the same time: each chunk is
    kept once.

    ``about`` describes the study as plain JSON data; a file that contains another study is refused. Raises
    ``StudyError`` if the file cannot be opened, is damaged, or is not a file of results. Nothing in it is changed then.
    """

    def __init__(self, file: Path, about: dict[str, Any]) -> None:
        self.file = file
        _check_header(file)
        with self._told("opened"):
            self._base = sqlite3.connect(file, timeout=_WAIT, isolation_level=None)
        try:
            self._open(about)
        except BaseException:
            self._base.close()
            raise

    def _open(self, about: dict[str, Any]) -> None:
        """Begin a file, or check one and add to its description, in a single transaction: two processes that open it at the
        same time with different parts both have theirs in it. One that is refused is closed, and so left as it was."""
        with self._told("opened"):
            self._base.execute("begin immediate")
            mark = self._base.execute("pragma application_id").fetchone()[0]
            tables = {
                name for (name,) in self._base.execute("select name from sqlite_master where type = 'table'")
            }
            if not tables and mark == 0:
                self._base.execute(f"pragma application_id = {_APPLICATION}")
                self._base.execute(f"pragma user_version = {_FORM}")
                self._base.execute("create table about (study text not null)")
                self._base.execute(
                    "create table chunks (part text, number integer, sums text not null, primary key (part, number))"
                )
                self._base.execute("insert into about values (?)", (_written(about),))
                self._base.execute("commit")
                return
            form = self._base.execute("pragma user_version").fetchone()[0]
            whole = mark == _APPLICATION and tables >= {"about", "chunks"}
            readable = whole and form == _FORM
            kept = self._base.execute("select study from about").fetchone() if readable else None
        if mark != _APPLICATION:
            raise StudyError(f"{self.file}: this is a database, but not a file of results of whister study")
        if form != _FORM:
            raise StudyError(
                f"{self.file}: expected a file of results in form {_FORM}, got form {form}; it needs another version of Whister"
            )
        if not whole:
            raise StudyError(f"{self.file}: a table is missing; the file is damaged")
        both = self._compare(kept, about)
        with self._told("written"):
            if both is not None:
                self._base.execute("update about set study = ?", (_written(both),))
            self._base.execute("commit")

    def _compare(self, kept: Any, about: dict[str, Any]) -> dict[str, Any] | None:
        """Compare two studies: of the parts, only those that both have. Return the description with the parts of both;
        None if the file has them all."""
        own = json.loads(_written(about))
        try:
            other = json.loads(kept[0])
            shared = [own[name].keys() & other[name].keys() for name in own if isinstance(own[name], dict)]
            differs = [
                name for name in own
                if (_only(own[name], shared) != _only(other.get(name), shared))
            ]  # fmt: skip
        except (TypeError, ValueError, AttributeError, KeyError):
            raise StudyError(
                f"{self.file}: the description of the study cannot be read; the file is damaged"
            ) from None
        if differs:
            told = "; ".join(
                f"{name}: {checks.said(other.get(name))} there, {checks.said(own[name])} here"
                for name in sorted(differs, key=_place)
            )
            raise StudyError(
                f"{self.file} contains another study, which is left as it is ({told}). Give another file."
            )
        for name in own:
            if isinstance(own[name], dict):
                own[name] = other[name] | own[name]
        return own if own != other else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:  # fmt: skip
        self._base.close()

    def known(self, part: str) -> set[int]:
        """Return the numbers of the chunks of a part that are finished."""
        with self._told("read"):
            return {n for (n,) in self._base.execute("select number from chunks where part = ?", (part,))}

    def done(self, counts: Mapping[str, int]) -> int:
        """Return how many chunks are finished, of so many of each part."""
        asked = "select count(*) from chunks where part = ? and number between 1 and ?"
        with self._told("read"):
            return sum(self._base.execute(asked, each).fetchone()[0] for each in counts.items())

    def sums(self, part: str, most: int, after: int = 0) -> Iterator[Sums]:
        """Yield the sums of the chunks of a part up to a number, in order; only those after another, if one is given."""
        with self._told("read"):
            rows = self._base.execute(
                "select number, sums from chunks where part = ? and number > ? and number <= ? order by number",
                (part, after, most),
            )
            for number, text in rows:
                try:
                    sums = from_json(json.loads(text))
                except (ValueError, StudyError):
                    sums = {}
                if part not in sums:  # each chunk says how much of its part it has played
                    raise StudyError(
                        f"{self.file}: chunk {number} of the {part} cannot be read; the file is damaged"
                    )
                yield sums

    def keep(self, part: str, number: int, sums: Sums) -> None:
        """Keep the sums of a chunk, unless another process has kept them. Raises ``StudyError`` if they cannot be
        written; what was kept before stays."""
        with self._told("written"):
            self._base.execute(
                "insert or ignore into chunks values (?, ?, ?)", (part, number, _written(to_json(sums)))
            )

    @contextmanager
    def _told(self, done: str) -> Iterator[None]:
        """Raise a ``StudyError`` in place of an error of the database."""
        try:
            yield
        except sqlite3.Error as error:
            with suppress(sqlite3.Error, AttributeError):
                self._base.execute("rollback")
            kept = " What was kept before is still there." if done == "written" else ""
            raise StudyError(f"{self.file} cannot be {done}: {self._why(error)}.{kept}") from None

    def _why(self, error: sqlite3.Error) -> str:
        """Return in words why the database has failed."""
        if not self.file.parent.is_dir():
            return f"there is no folder {self.file.parent}"
        if any(sign in str(error) for sign in _DAMAGE):
            return f"the file is damaged ({error})"
        if not self.file.exists() and not os.access(self.file.parent, os.W_OK):
            return f"this user has no permission to write to {self.file.parent}"
        return str(error)


def _place(name: str) -> int:
    return _READABLE.index(name) if name in _READABLE else len(_READABLE)


def _only(value: Any, shared: Sequence[Set[str]]) -> Any:
    """Return a value of the description, and of one that is given part by part only those that both studies have."""
    if not isinstance(value, dict):
        return value
    return {part: value[part] for part in value if any(part in parts for parts in shared)}


def _check_header(file: Path) -> None:
    try:
        with file.open("rb") as opened:
            begun = opened.read(len(_HEADER))
    except FileNotFoundError:
        return
    except OSError as error:
        raise StudyError(f"{file} cannot be opened: {error.strerror}.") from None
    if begun and begun != _HEADER:
        raise StudyError(f"{file}: this is not a file of results of whister study")


def _written(data: Any) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


__all__ = ["Store"]
