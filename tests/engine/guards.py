"""The refusals in the engine's code, and which of them an error came from."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import whister

ENGINE = Path(whister.__file__).parent

Guard = tuple[str, int]  #: a file of the engine, and the line of a raise statement


@cache
def _raising(file: Path) -> tuple[ast.Raise, ...]:
    return tuple(node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Raise))


def _makers(error: str) -> set[str]:
    """Return the names of the engine's functions that make such an error for others to raise."""
    return {
        node.name
        for file in ENGINE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.returns and error in ast.unparse(node.returns)
    }


def guards(error: str) -> set[Guard]:
    """Return the places where the engine raises an error of that name."""
    named = {error, *_makers(error)}
    return {
        (file.relative_to(ENGINE).as_posix(), node.lineno)
        for file in ENGINE.rglob("*.py")
        for node in _raising(file)
        if isinstance(node.exc, ast.Call) and ast.unparse(node.exc.func).rpartition(".")[2] in named
    }


def reached(errors: Iterable[BaseException]) -> set[Guard]:
    """Return the raise statements that some errors came from."""
    return {guard for error in errors for guard in _came_from(error)}


def _came_from(error: BaseException) -> Iterator[Guard]:
    trace = error.__traceback__
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if ENGINE in file.parents:
            for node in _raising(file):
                if node.lineno <= trace.tb_lineno <= (node.end_lineno or node.lineno):
                    yield file.relative_to(ENGINE).as_posix(), node.lineno
        trace = trace.tb_next
