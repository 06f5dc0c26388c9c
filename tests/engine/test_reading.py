"""How a file from elsewhere is read: up to a length, as UTF-8, and as TOML that is neither too deep nor too long."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from whister import reading
from whister.reading import LONGEST, Unreadable


@pytest.mark.parametrize(
    ("found", "read"),
    [
        (b"", ""),
        (b"2C\n", "2C\n"),
        ("2♣".encode("utf-8-sig"), "2♣"),
        (b"one\r\ntwo\rthree\n", "one\ntwo\nthree\n"),
    ],
)
def test_a_text_is_utf_8_with_lines_that_end_alike(found: bytes, read: str) -> None:
    assert reading.text(found) == read


def test_bytes_that_are_no_utf_8_are_refused() -> None:
    with pytest.raises(Unreadable, match=r"^cannot be read: it is not UTF-8 text$"):
        reading.text(b"2\xe2")


def test_a_file_is_read_up_to_its_longest(tmp_path: Path) -> None:
    (tmp_path / "four").write_bytes(b"2C3C")
    assert reading.file(tmp_path / "four", 4) == "2C3C"
    with pytest.raises(Unreadable, match=r"^is too long: it has more than 3 bytes$"):
        reading.file(tmp_path / "four", 3)


def test_eight_million_bytes_are_read_and_no_more() -> None:
    assert LONGEST == 8_000_000
    assert len(reading.text(b"a" * 8_000_000)) == 8_000_000
    with pytest.raises(Unreadable, match=r"^is too long: it has more than 8000000 bytes$"):
        reading.text(b"a" * 8_000_001)


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"^there is no such file$"):
        reading.file(tmp_path / "none")
    with pytest.raises(Unreadable, match=r"^cannot be read"):
        reading.file(tmp_path)
    with pytest.raises(Unreadable, match=r"^cannot be read: [^\[]+$"):  # why, without the number of the error
        reading.file(tmp_path / ("x" * 5_000))


def dotted(parts: int) -> str:
    return ".".join(["a"] * parts) + " = 1"


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("", {}),
        ("a = 1 # and so on", {"a": 1}),
        (f"a = {'[' * 16}{']' * 16}", None),
        ("a = '" + "[" * 99 + "'", {"a": "[" * 99}),
        ('a = """' + "{" * 99 + '"""', {"a": "{" * 99}),
        ("# " + "[" * 99, {}),
        (f"a = {'9' * 18}", {"a": int("9" * 18)}),
        (f"{'x' * 200} = 1", {"x" * 200: 1}),
        (f"'{'x' * 201}' = 1", {"x" * 201: 1}),
        (dotted(16), None),
        ("a = '" + "x" * 999_994 + "'", {"a": "x" * 999_994}),
    ],
)  # fmt: skip
def test_a_table_within_the_limits_is_read(text: str, table: dict[str, Any] | None) -> None:
    found = reading.toml(text)
    assert found == table if table is not None else found.keys() == {"a"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a = = 1", "not TOML: "),
        ("a = '\ud800'", "not TOML: it contains half a character (a lone surrogate)"),
        (f"a = {'[' * 17}{']' * 17}", "TOML over the limits: lists or tables are nested more than 16 deep"),
        (f"a = {'[' * 10}{'{b=' * 7}", "TOML over the limits: lists or tables are nested more than 16 deep"),
        (f"a = {'9' * 19}", f"TOML over the limits: a number that begins with {'9' * 18} is too long"),
        (f"{'x' * 201} = 1", f"TOML over the limits: a name that begins with {'x' * 18} is too long"),
        (dotted(17), "TOML over the limits: a name of more than 16 parts"),
        ("a = '" + "x" * 999_995 + "'", "TOML over the limits: more than 1000000 characters"),
    ],
)  # fmt: skip
def test_a_table_beyond_the_limits_is_refused(text: str, says: str) -> None:
    with pytest.raises(Unreadable, match=f"^{re.escape(says)}"):
        reading.toml(text)


def test_of_what_is_wrong_with_a_table_a_hundred_and_twenty_characters_are_told() -> None:
    with pytest.raises(Unreadable, match=r"^not TOML: .{120}$"):
        reading.toml(f"[{'x' * 150}]\n" * 2)


def test_lists_beside_each_other_are_not_within_each_other() -> None:
    assert reading.toml("a = [" + "[1], " * 40 + "]")["a"] == [[1]] * 40
