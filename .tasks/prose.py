"""The texts that a person reads, for the linter of prose: Markdown as it is, and the words in records, programs and scripts."""

from __future__ import annotations

import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path

from steps import BUILD, ROOT

PROSE = BUILD / "prose"
#: The sources' own titles, and tests, which quote what programs print.
LEFT_OUT = ("docs/references.bib", "tests/")
#: Strings of TOML and of scripts; a script's descriptions of what it exports are texts too.
STRINGS = {
    ".toml": re.compile(r'"""(.*?)"""|"((?:[^"\\\n]|\\.)*)"', re.DOTALL),
    ".mjs": re.compile(r'/\*\*(.*?)\*/|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', re.DOTALL),
}
WORDS = re.compile(r"[^\W\d_]{2,}[,;:]?\s+[^\W\d_]{2,}")  # a text has two words beside each other
INK = re.compile(r"[^\n]")
FILLED = re.compile(r"\$?\{[^{}]*\}")


def prose() -> list[Path]:
    """Write the texts of each file to build/prose, on the lines where they are; return them, and the pages."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found = []
    for name in listed.splitlines():
        path = ROOT / name
        if name.startswith(LEFT_OUT) or not path.is_file():
            continue
        if path.suffix == ".md":
            found.append(path)
        elif path.suffix in (".py", *STRINGS):
            written = PROSE / f"{name}.txt"
            written.parent.mkdir(parents=True, exist_ok=True)
            written.write_text(_texts(path), "utf-8")
            found.append(written)
    return found


def _texts(path: Path) -> str:
    """A file in which all but the texts is blank, so that a text keeps its line and its column."""
    source = path.read_text("utf-8")
    blank = list(INK.sub(" ", source))
    for start, end in _python(source) if path.suffix == ".py" else _matched(source, STRINGS[path.suffix]):
        text = FILLED.sub(lambda found: INK.sub("…", found[0]), source[start:end])
        if WORDS.search(text):
            blank[start:end] = text
    return "".join(blank)


def _matched(source: str, strings: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    for found in strings.finditer(source):
        yield found.span(found.lastindex or 0)


def _python(source: str) -> Iterator[tuple[int, int]]:
    """Find the strings of a Python file; from Python 3.12 on, the text of an f-string comes in pieces."""
    starts = [0, *(found.end() for found in re.finditer(r"\n", source))]
    middle = getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.STRING, middle):
            start, end = (starts[row - 1] + column for row, column in (token.start, token.end))
            quotes = (
                re.match(r'\w*("""|\'\'\'|"|\')', token.string) if token.type == tokenize.STRING else None
            )
            yield (start + quotes.end(), end - len(quotes[1])) if quotes else (start, end)
