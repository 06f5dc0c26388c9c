"""Reading files and TOML within limits. A path may lead to a folder or an endless device, and text may contain a number
with thousands of digits. These are refused here, before they reach a parser that would be slow or fail.
"""

from __future__ import annotations

import re
import stat
from pathlib import Path
from typing import Any

from whister.errors import WhisterError

LONGEST = 8_000_000
"""The size of the longest file that is read, in bytes: enough for thousands of deals."""
_LONGEST_TOML = 1_000_000
_NESTED = 16  # levels of nested lists and tables, and parts of a dotted name
_DIGITS = 18
_WORD = 200  # the most characters in a name

_QUOTED = re.compile(
    r'''"""(?:[^"\\]|\\.|"(?!""))*(?:"{3,5})?|\'\'\'(?:[^']|'(?!''))*(?:'{3,5})?'''
    r"""|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|#[^\n]*""",
    re.DOTALL,
)  # strings and comments, closed or not; nothing after a repetition can fail, so each character is read once
_DOTTED = re.compile(rf"[\w-]+(?:[ \t]*\.[ \t]*[\w-]+){{{_NESTED}}}")
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


class Unreadable(WhisterError):
    """The error for a file or text that cannot be read. It says what is wrong, without the file's name."""


def file(path: Path, longest: int = LONGEST) -> str:
    """Return the text of a file, in UTF-8. Raises ``Unreadable``, also for a folder, a device or a pipe."""
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            what = "folder" if stat.S_ISDIR(mode) else "pipe" if stat.S_ISFIFO(mode) else "device"
            raise Unreadable(f"cannot be read: it is a {what}, not a file")
        with path.open("rb") as opened:
            found = opened.read(longest + 1)
    except FileNotFoundError:
        raise Unreadable("there is no such file") from None
    except OSError as error:
        raise Unreadable(f"cannot be read: {error.strerror or error}") from None
    except ValueError:  # an invalid file name
        raise Unreadable("cannot be read: a file cannot have that name") from None
    return text(found, longest)


def text(found: bytes, longest: int = LONGEST) -> str:
    """Decode text. Raises ``Unreadable`` if it is too long or is not in UTF-8."""
    if len(found) > longest:
        raise Unreadable(f"is too long: it has more than {longest} bytes")
    try:
        return found.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise Unreadable("cannot be read: it is not UTF-8 text") from None


def toml(text: str) -> dict[str, Any]:
    """Parse TOML. Raises ``Unreadable``."""
    import tomllib  # slow to import, and not needed if every record is JSON

    _bounded(text)
    try:
        return tomllib.loads(text)
    except ValueError as error:  # not TOML, or not a valid number
        raise Unreadable(f"not TOML: {str(error)[:120]}") from None
    except RecursionError:
        raise Unreadable("not TOML: it is nested too deeply") from None


def _bounded(text: str) -> None:
    """Raise ``Unreadable`` for text on which a TOML parser would be slow or fail."""
    if len(text) > _LONGEST_TOML:
        raise Unreadable(f"TOML over the limits: more than {_LONGEST_TOML} characters")
    if re.search("[\ud800-\udfff]", text):
        raise Unreadable("not TOML: it contains half a character (a lone surrogate)")
    bare = _QUOTED.sub("_", text)
    if found := re.search(rf"[\w+-]{{{_WORD + 1}}}|[0-9][0-9_]{{{_DIGITS}}}", bare):
        what = "a number" if found[0][0].isdigit() else "a name"
        raise Unreadable(f"TOML over the limits: {what} that begins with {found[0][:18]} is too long")
    if found := _DOTTED.search(bare):
        raise Unreadable(f"TOML over the limits: a name of more than {_NESTED} parts")
    depth = 0
    for bracket in re.findall(r"[][{}]", bare):
        depth += _STEPS[bracket]
        if depth > _NESTED:
            raise Unreadable(f"TOML over the limits: lists or tables are nested more than {_NESTED} deep")


__all__ = ["LONGEST", "Unreadable", "file", "text", "toml"]
