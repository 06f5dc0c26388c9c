"""The drawn table: it needs Textual, the extra ``whister[play]``."""

from __future__ import annotations

from collections.abc import Callable

import textual

from whister.cli.table.conversation import Conversation


def play(table: Conversation, keep: Callable[[str], None], *, four_colours: bool = False) -> None:
    """Draw the table and play until the player leaves."""
    raise ModuleNotFoundError(f"the drawn table for Textual {textual.__version__} is to come", name="textual")
