"""What a cautious player does in some positions, as stored in ``moves.txt``.

Each position has a line that describes it, then a line with the link, the seat and the action. The positions were
selected so that in each of them a small change of a rule of thumb would show. ``python3 noxfile.py -s golden`` rewrites
the actions.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from whister import DealRecord
from whister.bots import choose

FILE = Path(__file__).with_name("moves.txt")


class Move(NamedTuple):
    """A deal so far, the seat that acts, and its action."""

    link: str
    seat: int
    action: str

    def again(self) -> str:
        """Return the action that the seat takes today."""
        return str(choose(DealRecord.parse(self.link).replay().view(self.seat)))

    def said(self) -> str:
        """Return the lines of the file for the move, with the action that the seat takes today."""
        deal = DealRecord.parse(self.link).replay()
        held = " ".join(map(str, deal.hands[self.seat]))
        return f"# {deal.rules.id}, {deal.phase}: seat {self.seat} holds {held}\n{self.link} {self.seat} {self.again()}\n"


def moves() -> Iterator[Move]:
    """Yield the moves of the file."""
    for line in FILE.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            link, seat, action = line.split(" ", 2)
            yield Move(link, int(seat), action)


def write() -> None:
    """Rewrite the file."""
    FILE.write_text("".join(move.said() for move in moves()), "utf-8")


if __name__ == "__main__":
    write()
