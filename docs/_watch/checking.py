"""Tells a mistake in a record before anything is built: ``python -m _watch.checking`` reads every rule set and history.

Each mistake is a line: the file, the line where it can be told, and what is wrong.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import whister
from rulebook.base.questions import written_on
from whister.errors import WhisterError
from whister.rulesets.reader import sources

ENGINE = Path(whister.__file__).parent
RULES, HISTORY = ENGINE / "rules", ENGINE / "history"
DOCS = Path(__file__).parents[1]
LINE = re.compile(r"\bline (\d+)")
PLACE = re.compile(r"([a-z]+/[a-z0-9-]+)(?:#(\w[\w-]*)|, \[\[\w+\]\] number \d+ \((\w[\w-]*)\))?")


def mistakes(names: Sequence[str] = ()) -> Iterator[str]:
    """Every mistake that keeps one of these rule sets, or any and the histories, from being read."""
    yield from () if names else unwritten()
    wrong = dict[str, str]()
    for name in names or whister.catalogue():
        try:
            whister.load(name)
        except (WhisterError, OSError, ValueError) as error:
            wrong[name] = f"{where(str(error), name)}: {error}"
    for name, told in wrong.items():
        if wrong.keys().isdisjoint({*written_on(name)} - {name}):  # a parent's mistake is its children's too
            yield told
    for file in sorted(HISTORY.glob("*.toml")) if not names else ():
        try:
            for kind, told_of in tomllib.loads(file.read_text("utf-8")).items():
                for each in told_of if isinstance(told_of, list) else ():
                    sources(each.get("sources"), f"{file.stem}#{each.get('id', kind)}")
        except (WhisterError, OSError, ValueError) as error:
            yield f"{shown(file)}{at_line(str(error))}: {error}"


def unwritten() -> Iterator[str]:
    """Every rule set without a page to stand on."""
    for name in whister.catalogue():
        if not (DOCS / f"{name}.md").is_file():
            yield f"docs/{name}.md: there is no such page, and {shown(RULES / f'{name}.toml')} needs one"


def where(message: str, name: str) -> str:
    """The file that a message is about and, where it can be told, the line."""
    found = PLACE.search(message)
    named, part = (found[1], found[2] or found[3] or "") if found else (name, "")
    file = RULES / f"{named}.toml"
    if not file.is_file():
        file, part = RULES / f"{name}.toml", ""
    return f"{shown(file)}{at_line(message) or _line_of(file, part)}"


def at_line(message: str) -> str:
    """The line that a message names, as it stands after a file's name."""
    found = LINE.search(message)
    return f":{found[1]}" if found else ""


def _line_of(file: Path, part: str) -> str:
    """The line on which a clause or an option begins."""
    if part:
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            if re.match(rf'(?:slug|name)\s*=\s*"{re.escape(part)}"', line):
                return f":{number}"
    return ""


def shown(file: Path) -> str:
    """A file as a message names it: from the root of the repository."""
    return file.relative_to(ENGINE.parents[1]).as_posix()


if __name__ == "__main__":
    every = list(mistakes(sys.argv[1:]))
    print(*every, sep="\n")
    sys.exit(bool(every))
