"""Finding a player of one's own: in a module or a file, by name, and the module of a function."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from whister import checks
from whister.errors import PlayerError
from whister.players.protocol import Choose
from whister.spelling import near


def found(place: str) -> Choose:
    """Return the player that ``module:name`` or ``file.py:name`` names. Raises ``PlayerError`` if there is none; errors of
    the module itself are passed on."""
    where, name = parted(place)
    if str(Path.cwd()) not in sys.path and "" not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    thing: Any = _file(Path(where), place) if where.endswith(".py") else _module(where, place)
    for part in name.split("."):
        if not hasattr(thing, part):
            known = [one for one in dir(thing) if not one.startswith("_")]
            raise PlayerError(f"{place}: {where} has no {part!r}{near(part, known)}")
        thing = getattr(thing, part)
    if isinstance(thing, type):
        thing = thing()
    choose = getattr(thing, "choose", thing)
    check_arguments(choose, place)
    player: Choose = choose
    return player


def check_arguments(choose: Any, name: str) -> None:
    """Check that a player can be called with a view and a clock. Raises ``PlayerError`` if not."""
    from inspect import signature  # needed for players of one's own only

    expected = f"{name}: expected a function of a view and a clock"
    if not callable(choose):
        raise PlayerError(f"{expected}, got {checks.said(choose)}")
    try:
        takes = signature(choose)
    except (TypeError, ValueError):  # some functions written in C do not say
        return
    try:
        takes.bind(None, None)
    except TypeError:
        raise PlayerError(f"{expected}, got one with the arguments {takes}") from None


def parted(place: str) -> tuple[str, str]:
    """Return the module or file that a place names, and the name in it. Raises ``PlayerError`` for a wrong form."""
    where, _, name = place.rpartition(":")
    right = where.endswith(".py") or all(part.isidentifier() for part in where.split("."))
    if not right or not all(part.isidentifier() for part in name.split(".")) or len(place) > 1000:
        raise PlayerError(
            f"player: expected module:name or file.py:name, such as mine:choose, got {checks.said(place)}"
        )
    return where, name


def _module(where: str, place: str) -> ModuleType:
    try:
        return import_module(where)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{where}.".startswith(f"{error.name}."):
            raise
        raise PlayerError(
            f"{place}: no module is called {error.name!r} in this folder or among the installed packages"
        ) from None


def _file(path: Path, place: str) -> ModuleType:
    from importlib import util  # needed for files only

    if not path.is_file():
        raise PlayerError(f"{place}: there is no file {checks.said(str(path))}")
    if str(path.parent.resolve()) not in sys.path:
        sys.path.insert(0, str(path.parent.resolve()))
    spec = util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    sys.modules.setdefault(path.stem, module)
    spec.loader.exec_module(module)
    return module


def name_of(who: object) -> str:
    """Return the name of a player given as text or as a function; of a file, without its folders."""
    if isinstance(who, str):
        return who.replace("\\", "/").rpartition("/")[2] if ".py:" in who else who
    return str(getattr(who, "__name__", type(who).__name__))


def place_of(who: Any) -> str:
    """Return where a process of its own finds a player: ``module:name``. Raises ``PlayerError`` if it cannot."""
    if isinstance(who, str):
        parted(who)
        return who
    module, name = getattr(who, "__module__", None), getattr(who, "__qualname__", "")
    where = module
    if module == "__main__":
        main = sys.modules["__main__"]
        spec = getattr(main, "__spec__", None)
        where = spec.name if spec is not None else getattr(main, "__file__", None) or ""
    held: Any = sys.modules.get(module) if isinstance(module, str) else None
    for part in name.split(".") if where and name else ():
        held = getattr(held, part, None)
    if held is not who:
        raise PlayerError(
            f"{name_of(who)}: a function runs in a process of its own only if a module or a file contains it; give "
            "trusted=True to run it in this process"
        )
    return f"{where}:{name}"


def code_hash(who: Any) -> str:
    """Return a short hash of the file that contains a player, given as text or as a function; "" if there is none."""
    from hashlib import sha256
    from importlib import util

    if isinstance(who, str):
        where, _ = parted(who)
        spec = None if where.endswith(".py") else util.find_spec(where)
        file = where if spec is None else spec.origin
    else:
        file = getattr(sys.modules.get(getattr(who, "__module__", "")), "__file__", None)
    path = Path(file or "")
    return sha256(path.read_bytes()).hexdigest()[:8] if path.is_file() else ""


__all__ = ["code_hash", "found", "name_of", "parted", "place_of"]
