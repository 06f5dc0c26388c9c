"""The drawn table, screen by screen, kept whole in ``drawn/*.txt``.

A line after ``$ `` sits down at a table: a rule set, the columns and rows of the terminal, and what else is chosen. After
``> `` stand the keys that are pressed one after another. What is seen then follows line by line between two bars, without the
footer, which is Textual's own.

``python3 noxfile.py -s golden`` presses every key again and shows what has changed.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from textual.widgets import Footer

from tests.kept import write
from whister.cli.table.app import TableApp
from whister.cli.table.conversation import Conversation

FOLDER = Path(__file__).parent / "drawn"


class Sitting(NamedTuple):
    """One game at one table, as it stands after the ``$``, and the keys that are pressed before each further look."""

    table: str
    keys: list[str]


def sittings(text: str) -> Iterator[Sitting]:
    """The sittings of a file."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        table, *seen = part.split("\n")
        yield Sitting(table, [line[2:] for line in seen if line.startswith("> ")])


def screen(app: TableApp) -> str:
    """What is on the screen, without the footer."""
    rows = ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]
    rows = rows[: app.size.height - sum(footer.size.height for footer in app.query(Footer))]
    return "".join(f"|{row}|\n" for row in rows)


def seen(sitting: Sitting) -> str:
    """The line of the sitting, and what is seen at first and after each line of keys."""
    name, size, *chosen = sitting.table.split()
    columns, rows = map(int, size.split("x"))
    options = dict(word.split("=") for word in chosen)
    four, seed = options.pop("suits", "2") == "4", options.pop("seed")
    players = int(options.pop("players")) if "players" in options else None
    table = Conversation.begun(name, options, seed=seed, players=players)
    app = TableApp(table, lambda _: None, four_colours=four, pace=0)
    looks = [f"$ {sitting.table}\n"]

    async def sit() -> None:
        async with app.run_test(size=(columns, rows)) as pilot:
            await pilot.pause()
            looks.append(screen(app))
            for keys in sitting.keys:
                for key in keys.split():
                    await pilot.press(key)
                    await pilot.pause()
                looks.append(f"> {keys}\n{screen(app)}")

    asyncio.run(sit())
    return "".join(looks)


def again(text: str) -> str:
    """A file as its tables look today."""
    return "\n".join(map(seen, sittings(text)))


if __name__ == "__main__":
    write(FOLDER, again)
