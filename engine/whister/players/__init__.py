"""Computer players, which are given only views of a deal: those of this package by name, and your own.

`protocol` describes a player, `entrants` makes one from its name, `apart` runs one in a process of its own, and `seated`
plays a deal with a player in each seat. The cautious player follows rules of thumb: one for each kind of decision, and
none for a particular game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whister.players.cautious import choose

if TYPE_CHECKING:
    from whister.players.entrants import player
    from whister.players.protocol import Clock, Forfeit, Player

#: The names that are loaded when they are first used, with their modules.
_LATER = {"Clock": "protocol", "Forfeit": "protocol", "Player": "protocol", "player": "entrants"}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)


__all__ = ["Clock", "Forfeit", "Player", "choose", "player"]
