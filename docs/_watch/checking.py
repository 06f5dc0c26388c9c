"""Report mistakes in records before a build: ``python -m _watch.checking`` reads every rule set and history.

Each mistake is a line: the file, the line if it is known, and what is wrong.
"""

from __future__ import annotations

import doctest
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from traceback import extract_tb
from typing import Any

from pybtex.database import parse_file
from pybtex.exceptions import PybtexError

import whister
from rulebook.base.catalogue import nearest
from rulebook.base.questions import written_on
from whister.errors import WhisterError
from whister.rulesets.reader import sources

ENGINE = Path(whister.__file__).parent
RULES, HISTORY = ENGINE / "rules", ENGINE / "history"
DOCS = Path(__file__).parents[1]
BIBLIOGRAPHY = DOCS / "references.bib"
LINE = re.compile(r"\bline (\d+)")
NAMED = re.compile(r'(?:^|[{,]\s*)(?:key|source|via)\s*=\s*"([^"]+)"')
"""The key of a source in a record or a history."""
KNOWN = re.compile(r"^@\w+\s*\{\s*([^,\s]+)\s*,", re.MULTILINE)
SESSION = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
CLAUSE = re.compile(r"\bclause '([\w-]+)'")
PLACE = re.compile(r"([a-z]+/[a-z0-9-]+)(?:#(\w[\w-]*)|, \[\[\w+\]\] number \d+ \((\w[\w-]*)\))?")


def mistakes(names: Sequence[str] = ()) -> Iterator[str]:
    """Yield every mistake that keeps one of these rule sets, by default any rule set or history, from being read."""
    yield from () if names else unwritten()
    try:
        if not names:
            parse_file(str(BIBLIOGRAPHY))
    except PybtexError as error:
        yield f"docs/references.bib{at_line(str(error))}: {error}"
        return
    if strangers := list(unknown_sources(names)):
        yield from strangers  # other mistakes may result from these
        return
    wrong = dict[str, str]()
    for name in names or whister.catalogue():
        try:
            whister.load(name)
        except (WhisterError, OSError, ValueError) as error:
            wrong[name] = f"{where(str(error), name)}: {error}"
    for name, told in wrong.items():
        if wrong.keys().isdisjoint({*written_on(name)} - {name}):  # a parent's mistake is reported once
            yield told
    for file in sorted(HISTORY.glob("*.toml")) if not names else ():
        try:
            for kind, told_of in tomllib.loads(file.read_text("utf-8")).items():
                for each in told_of if isinstance(told_of, list) else ():
                    sources(each.get("sources"), f"{file.stem}#{each.get('id', kind)}")
        except (WhisterError, OSError, ValueError) as error:
            yield f"{shown(file)}{at_line(str(error))}: {error}"


def unwritten() -> Iterator[str]:
    """Yield a message for every rule set without a page."""
    for name in whister.catalogue():
        if not (DOCS / f"{name}.md").is_file():
            yield f"docs/{name}.md: this page does not exist, but {shown(RULES / f'{name}.toml')} needs one"


def unknown_sources(names: Sequence[str] = ()) -> Iterator[str]:
    """Yield a message for every source of these rule sets, by default of all records and histories, that is unknown."""
    known = {*KNOWN.findall(BIBLIOGRAPHY.read_text("utf-8"))}
    if names:
        of = dict.fromkeys(chain.from_iterable(map(written_on, names)))
        files = [RULES / f"{name}.toml" for name in of]
    else:
        files = [*sorted(RULES.glob("*/*.toml")), *sorted(HISTORY.glob("*.toml"))]
    for file in filter(Path.is_file, files):
        for number, line in enumerate(file.read_text("utf-8", "replace").splitlines(), 1):
            for key in NAMED.findall(line):
                if key not in known:
                    hint = nearest(key, known)
                    yield f"{shown(file)}:{number}: unknown source {key!r}{hint}: it is not in docs/references.bib"


def wrong_examples(files: Iterable[Path]) -> Iterator[str]:
    """Yield, for each of these examples, the first result that differs from the page."""
    for file in filter(Path.is_file, files):
        told = list[str]()
        names: dict[str, object] = {}
        for found in SESSION.finditer(text := file.read_text("utf-8")):
            _run(found[1], names, told, (file, text[: found.start(1)].count("\n")))
            if told:
                break
        yield from told[:1]


def _run(block: str, names: dict[str, object], told: list[str], place: tuple[Path, int]) -> None:
    """Run a block of Python as the tests do, and add a message with the line for each mistake."""
    file, before = place
    at = file.relative_to(DOCS.parent).as_posix() if file.is_relative_to(DOCS.parent) else file.name
    if ">>>" not in block:
        try:
            exec(compile("\n" * before + block, at, "exec", dont_inherit=True), names)
        except Exception as error:
            lines = [each.lineno for each in extract_tb(error.__traceback__) if each.filename == at]
            line = error.lineno if isinstance(error, SyntaxError) else lines[-1]
            told.append(f"{at}:{line}: {type(error).__name__}: {error}")
        return

    class Told(doctest.DocTestRunner):
        def report_failure(
            self, out: object, test: doctest.DocTest, example: doctest.Example, got: str
        ) -> None:
            told.append(
                f"{at}:{before + example.lineno + 1}: {example.source.strip()}\n"
                f"  on the page: {example.want.strip() or 'nothing'}\n  result:      {got.strip() or 'nothing'}"
            )

        def report_unexpected_exception(
            self, out: object, test: doctest.DocTest, example: doctest.Example, exc_info: tuple[Any, Any, Any]
        ) -> None:
            raised = f"{exc_info[0].__name__}: {exc_info[1]}"
            told.append(f"{at}:{before + example.lineno + 1}: {example.source.strip()}\n  {raised}")

    session = doctest.DocTestParser().get_doctest(block, names, at, at, before)
    runner = Told(optionflags=doctest.ELLIPSIS | doctest.FAIL_FAST)
    runner.run(session, out=lambda _: None, clear_globs=False)
    names.update(session.globs)


def where(message: str, name: str) -> str:
    """Return the file that a message is about, with the line if it is known."""
    found = PLACE.search(message)
    named, part = (found[1], found[2] or found[3] or "") if found else (name, "")
    if not part and (clause := CLAUSE.search(message)):
        part = clause[1]
    file = RULES / f"{named}.toml"
    if not file.is_file():
        file, part = RULES / f"{name}.toml", ""
    return f"{shown(file)}{at_line(message) or _line_of(file, part)}"


def at_line(message: str) -> str:
    """Return the line that a message names in the form `:12`; empty if there is none."""
    found = LINE.search(message)
    return f":{found[1]}" if found else ""


def _line_of(file: Path, part: str) -> str:
    """Return the line on which a clause or an option begins in the form `:12`; empty if it is not found."""
    if part:
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            if re.match(rf'(?:slug|name)\s*=\s*"{re.escape(part)}"', line):
                return f":{number}"
    return ""


def shown(file: Path) -> str:
    """Return a file's path from the root of the repository, as used in messages."""
    return file.relative_to(ENGINE.parents[1]).as_posix()


if __name__ == "__main__":
    every = list(mistakes(sys.argv[1:]))
    print(*every, sep="\n")
    sys.exit(bool(every))
