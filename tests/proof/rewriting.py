"""Changes functions in place: every reference to one of a module's functions runs the altered code from then on."""

from __future__ import annotations

import gc
import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType

Codes = list[tuple[CodeType, CodeType]]


def differing(before: str, after: str, file: str) -> Codes | None:
    """Return the code of the functions that differ, before and after.

    Return None if anything else differs, such as what a module or a class computes when it is loaded, defaults
    included.
    """
    was, becomes = (compile(text, file, "exec", dont_inherit=True) for text in (before, after))
    found: Codes = []
    return found if _compare(was, becomes, found) else None


def _compare(was: CodeType, becomes: CodeType, found: Codes) -> bool:
    inner, altered = _inner(was), _inner(becomes)
    if len(inner) != len(altered):
        return False
    if _own(was) != _own(becomes):
        if not was.co_flags & inspect.CO_OPTIMIZED or was.co_freevars != becomes.co_freevars:
            return False
        found.append((was, becomes))
    elif was != becomes and was.co_flags & inspect.CO_OPTIMIZED:  # it makes functions that differ
        found.append((was, becomes))
    return all(_compare(one, other, found) for one, other in zip(inner, altered, strict=True))


def _inner(code: CodeType) -> list[CodeType]:
    return [const for const in code.co_consts if isinstance(const, CodeType)]


def _own(code: CodeType) -> CodeType:
    """Return a function's code without that of the functions it makes, and without line numbers."""
    consts = tuple(None if isinstance(const, CodeType) else const for const in code.co_consts)
    return code.replace(co_consts=consts, co_linetable=b"")


def functions(folder: str) -> dict[CodeType, list[FunctionType]]:
    """Return every existing function whose code is from a file in a folder, by its code."""
    found: dict[CodeType, list[FunctionType]] = {}
    for function in _functions():
        if function.__code__.co_filename.startswith(folder):
            found.setdefault(function.__code__, []).append(function)
    return found


def _functions() -> Iterator[FunctionType]:
    return (one for one in gc.get_objects() if type(one) is FunctionType)


def rewrite(codes: Codes, known: dict[CodeType, list[FunctionType]]) -> None:
    """Replace the code of the functions that are known."""
    for was, becomes in codes:
        for function in known.get(was, ()):
            function.__code__ = becomes


__all__ = ["Codes", "differing", "functions", "rewrite"]
