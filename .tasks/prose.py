"""Text that people read, for the prose linter: Markdown files, and the strings in records, programs and scripts."""

from __future__ import annotations

import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path

from steps import BUILD, ROOT

PROSE = BUILD / "prose"
#: Files that are not checked: titles of sources, and tests, which quote the output of programs.
LEFT_OUT = ("docs/references.bib", "tests/")
#: Strings in TOML and scripts; the JSDoc comments of a script are also checked.
STRINGS = {
    ".toml": re.compile(r'"""(.*?)"""|"((?:[^"\\\n]|\\.)*)"', re.DOTALL),
    ".mjs": re.compile(r'/\*\*(.*?)\*/|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', re.DOTALL),
}
WORDS = re.compile(r"[^\W\d_]{2,}[,;:]?\s+[^\W\d_]{2,}")  # prose has at least two words in a row
INK = re.compile(r"[^\n]")
FILLED = re.compile(r"\$?\{[^{}]*\}")


def prose() -> list[Path]:
    """Write the prose of each file to build/prose, on its original lines; return these files and the Markdown files."""
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
    """Return a file's contents with everything but prose blanked out, so that lines and columns stay the same."""
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
    """Yield the span of each string in a Python file; from Python 3.12 on, an f-string is several tokens."""
    starts = [0, *(found.end() for found in re.finditer(r"\n", source))]
    middle = getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.STRING, middle):
            start, end = (starts[row - 1] + column for row, column in (token.start, token.end))
            quotes = (
                re.match(r'\w*("""|\'\'\'|"|\')', token.string) if token.type == tokenize.STRING else None
            )
            yield (start + quotes.end(), end - len(quotes[1])) if quotes else (start, end)
