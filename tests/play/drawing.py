"""The screens of the drawn table, stored in full in ``drawn/*.txt``.

A line that begins with ``$ `` opens a table: it gives the rule set, the columns and rows of the terminal, and any other
choices. A line that begins with ``> `` lists keys that are pressed one after another. After each of these lines comes
the screen, each of its rows between two bars, without the footer, which is Textual's own.

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
    """A game at one table: the table as written after the ``$``, and the keys pressed before each further screen."""

    table: str
    keys: list[str]


def sittings(text: str) -> Iterator[Sitting]:
    """Yield the sittings of a file."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        table, *seen = part.split("\n")
        yield Sitting(table, [line[2:] for line in seen if line.startswith("> ")])


def screen(app: TableApp) -> str:
    """Return what is on the screen, without the footer."""
    rows = ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]
    rows = rows[: app.size.height - sum(footer.size.height for footer in app.query(Footer))]
    return "".join(f"|{row}|\n" for row in rows)


def seen(sitting: Sitting) -> str:
    """Return the line of a sitting, the screen at first, and the screen after each line of keys."""
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
    """Return a file's text with the screens as they look today."""
    return "\n".join(map(seen, sittings(text)))


if __name__ == "__main__":
    write(FOLDER, again)
