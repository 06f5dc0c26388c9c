"""Copying a deal, as Python that is written out once: a line for each slot, so that no loop has to ask for names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

_LISTS = "_hands", "log", "open_trick", "closed_tricks", "captured", "won"  #: what changes in place
_ANEW = {"parts": "[part[:] for part in deal.parts]", "facts": "deal.facts.copy()"}


def copying_code(slots: Sequence[str]) -> str:
    """What copies a deal: lists and what else changes in place anew, the rest as it is.

    >>> print(copying_code(["ledger", "won"]))
    def copied(twin, deal):
        twin.ledger = deal.ledger
        twin.won = deal.won[:]
    """
    anew = _ANEW | {name: f"deal.{name}[:]" for name in _LISTS}
    lines = (f"    twin.{name} = {anew.get(name, f'deal.{name}')}" for name in slots)
    return "\n".join(["def copied(twin, deal):", *lines])


@cache
def copier(slots: tuple[str, ...]) -> Callable[[Any, Any], None]:
    """What copies the slots of one deal into another."""
    found: dict[str, Any] = {}
    exec(compile(copying_code(slots), "<the copy of a deal>", "exec"), found)  # its own text alone
    made: Callable[[Any, Any], None] = found["copied"]
    return made
