"""Writing to a terminal or a file: wrapped lines, colours if wanted, and replacements for characters that cannot be
shown."""

from __future__ import annotations

import codecs
import json
import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Mapping
from typing import TextIO

_CODE = re.compile(r"\x1b\[[0-9;]*m")
_WIDEST = 100  # longer lines of prose are hard to read
_NARROWEST = 20
STYLES = {"strong": "1", "name": "36", "quiet": "2", "good": "32", "bad": "31;1", "red": "31", "blue": "34"}
_IN_LETTERS = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "—": "-", "–": "-", "−": "-", "…": "...", "·": "-", "“": '"', "”": '"',
    "‘": "'", "’": "'", "×": "x", "→": "->", "½": "1/2", "¼": "1/4", "¾": "3/4", "œ": "oe", "Œ": "OE", "æ": "ae",
    "ß": "ss", "ø": "o", "ł": "l", "▸": ">", "✓": "yes", "✗": "no", "★": "*", "•": "*", "≥": ">=", "≤": "<=", "\xa0": " ",
}  # fmt: skip
_RED_SIGN = re.compile("[♥♦]")


class Paper:
    """The output of a command, ``width`` columns wide, with or without colour."""

    def __init__(self, stream: TextIO, *, colour: bool = False, width: int = 80) -> None:
        self.stream = stream
        self.colour = colour
        self.width = width

    def style(self, text: str, name: str) -> str:
        """Return text in one of ``STYLES``, or unchanged without colour. Each word is marked up separately, so that
        lines can break between words."""
        if not self.colour or not text:
            return text
        return re.sub(r"\S+", lambda word: f"\x1b[{STYLES[name]}m{word[0]}\x1b[0m", text)

    def line(self, text: str = "", indent: int = 0, hanging: int | None = None) -> None:
        """Write a paragraph, wrapped; its later lines are indented by ``hanging`` or, if that is None, like the first
        line."""
        later = indent if hanging is None else hanging
        if self.colour:
            text = _RED_SIGN.sub("\x1b[31m\\g<0>\x1b[39m", text)
        for row in wrapped(text, min(self.width, _WIDEST), indent, later):
            self.stream.write(row + "\n")

    def raw(self, text: str) -> None:
        """Write text unchanged, for another program to read."""
        self.stream.write(text if text.endswith("\n") else text + "\n")

    def json(self, told: object) -> None:
        """Write JSON, with escapes for characters missing from the stream's encoding."""
        unicode = codecs.lookup(self.stream.encoding or "ascii").name == "utf-8"
        self.raw(json.dumps(told, ensure_ascii=not unicode, indent=2))

    def has_room(self, rows: list[tuple[str, ...]], indent: int = 0, gap: int = 2) -> bool:
        """Return whether a table has room for its last column beside the others."""
        return self._last(rows, indent, gap) <= self.width - _NARROWEST

    def _last(self, rows: list[tuple[str, ...]], indent: int, gap: int) -> int:
        """Return where the last column of a table begins."""
        return indent + sum(width + gap for width in _widths(rows))

    def rows(self, rows: list[tuple[str, ...]], indent: int = 0, gap: int = 2) -> None:
        """Write a table: each column is as wide as its widest cell, and the last one is wrapped."""
        if not rows:
            return
        widths, last = _widths(rows), self._last(rows, indent, gap)
        if not self.has_room(rows, indent, gap):  # the last cell goes below
            for *cells, end in rows:
                self.line("  ".join(cell for cell in cells if cell), indent, indent + 2)
                if end:
                    self.line(end, indent + 4)
            return
        for *cells, end in rows:
            start = "".join(
                cell + " " * (width - len(plain(cell)) + gap)
                for cell, width in zip(cells, widths, strict=True)
            )
            taken = " " * indent + start
            lines = wrapped(end, min(self.width, _WIDEST), last, last)
            first = lines[0][last:] if lines else ""
            self.stream.write((taken + first).rstrip() + "\n")
            for row in lines[1:]:
                self.stream.write(row + "\n")


def _widths(rows: list[tuple[str, ...]]) -> list[int]:
    """Return the widths of all columns but the last."""
    return [max(len(plain(row[k])) for row in rows) for k in range(len(rows[0]) - 1)]


def plain(text: str) -> str:
    """Return text without its colours."""
    return _CODE.sub("", text)


def wrapped(text: str, width: int, indent: int = 0, hanging: int = 0) -> list[str]:
    """Return the lines of a paragraph, none wider than ``width`` unless it is a single longer word; colour codes
    do not count towards the width."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        row, used = " " * indent, indent
        start = True
        for word in paragraph.split(" "):
            size = len(plain(word))
            if not start and used + 1 + size > width:
                lines.append(row.rstrip())
                row, used, start = " " * hanging, hanging, True
            row += word if start else f" {word}"
            used += size + (not start)
            start = False
        lines.append(row.rstrip())
    return lines


def paper(colour: str = "auto", stream: TextIO | None = None) -> Paper:
    """Return a ``Paper`` for a stream, by default standard output. ``colour`` is ``auto``, ``always`` or ``never``."""
    stream = sys.stdout if stream is None else stream
    safe(stream)
    return Paper(stream, colour=coloured(colour, stream, os.environ), width=columns())


def columns() -> int:
    """Return the width of the terminal; 80 columns if there is none."""
    return max(shutil.get_terminal_size((80, 24)).columns, _NARROWEST)


def coloured(wanted: str, stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Return whether to write in colour: as requested; otherwise as NO_COLOR or FORCE_COLOR requires; otherwise only if
    the stream is a terminal that supports colour."""
    if wanted != "auto":
        return wanted == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return environment["FORCE_COLOR"] != "0"
    return stream.isatty() and environment.get("TERM") != "dumb"


def safe(stream: TextIO) -> None:
    """Make a stream write plain letters for characters missing from its encoding: ``S`` for ♠."""
    codecs.register_error("whister", _in_letters)
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="whister")


def _in_letters(error: UnicodeError) -> tuple[str, int]:
    """Return replacements for characters missing from an encoding."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    said = "".join(ascii_for(character) for character in error.object[error.start : error.end])
    return said, error.end


def ascii_for(character: str) -> str:
    """Return a character in ASCII: a letter without its accents, a word for a sign, or a question mark."""
    if character in _IN_LETTERS:
        return _IN_LETTERS[character]
    bare = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return bare or ("" if unicodedata.combining(character) else "?")
