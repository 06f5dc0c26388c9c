"""The alterations of the engine: one place at a time, by Cosmic Ray's operators.

They are all the places in the files of ``WHOLE``, a random sample of the rest, and at least ten places in each file.
"""

from __future__ import annotations

import ast
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from rulebook.proofs.proved import code
from tests.proof.running import BUILD

ENGINE = Path(__file__).resolve().parents[2] / "engine/whister"
WORK = BUILD / "mutants"
WHOLE = ("outcome.py", "settlement.py", "sums.py", "uses.py")
"""The files of which every mutant is tried."""
SAMPLE = 1_500
"""So many are drawn from all others."""
A_FILE = 10
"""So many of each file at least, or all there are."""
OPERATORS = tuple(f"core/{name}" for name in (
    "AddNot", "ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "NumberReplacer",
    "ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ExceptionReplacer", "RemoveDecorator", "ZeroIterationForLoop",
    "ReplaceUnaryOperator_Delete_Not", "ReplaceUnaryOperator_Delete_USub", "ReplaceUnaryOperator_Delete_Invert",
    *(f"ReplaceComparisonOperator_{pair}" for pair in (
        "Eq_NotEq", "Eq_LtE", "Eq_GtE", "NotEq_Eq", "Lt_LtE", "Lt_GtE", "LtE_Lt", "LtE_Gt", "Gt_GtE", "Gt_LtE", "GtE_Gt",
        "GtE_Lt", "Is_IsNot", "IsNot_Is")),
    *(f"ReplaceBinaryOperator_{pair}" for pair in (
        "Add_Sub", "Sub_Add", "Mul_Add", "Div_Mul", "FloorDiv_Mul", "Mod_Add", "Pow_Mul", "BitOr_BitAnd", "BitAnd_BitOr",
        "BitXor_BitOr", "LShift_RShift", "RShift_LShift")),
))  # fmt: skip
"""Of Cosmic Ray's operators those that make a mistake a programmer could make; one for each arithmetical sign."""


class Mutant(NamedTuple):
    """One alteration: an operator, applied to one of the places where it fits in a file."""

    file: str  #: in the engine
    line: int
    operator: str
    occurrence: int
    span: tuple[int, int]  #: the lines of the statement; (0, 0) if it runs when the module is loaded
    group: str  #: why it was chosen

    @property
    def source(self) -> str:
        """The file's text."""
        return (ENGINE / self.file).read_text("utf-8")

    def altered(self) -> str | None:
        """Return the file's text with the alteration; None if that is not valid Python."""
        import cosmic_ray.plugins
        from cosmic_ray.mutating import mutate_code

        text: str | None = mutate_code(
            self.source, cosmic_ray.plugins.get_operator(self.operator)(), self.occurrence
        )
        try:
            compile(text or "", self.file, "exec", dont_inherit=True)
        except SyntaxError:
            return None
        return text


def every(file: Path) -> Iterator[Mutant]:
    """Yield all alterations of a file, except those that no program could notice."""
    import cosmic_ray.plugins
    from cosmic_ray.ast import ast_nodes, get_ast

    text = file.read_text("utf-8")
    tree = ast.parse(text)
    silent, statements = list(_silent(tree, text)), list(_statements(tree))
    nodes = list(ast_nodes(get_ast(text)))
    for name in OPERATORS:
        operator = cosmic_ray.plugins.get_operator(name)()
        places = (place for node in nodes for place in operator.mutation_positions(node))
        for occurrence, (start, end) in enumerate(places):
            if not any(first <= start and end <= last for first, last in silent):
                span = _statement(statements, start[0])
                yield Mutant(file.relative_to(ENGINE).as_posix(), start[0], name, occurrence, span, "")


Position = tuple[int, int]
KEPT_BY = {"cache", "lru_cache", "dataclass", "overload"}
"""Decorators that change nothing that is reckoned."""


def _silent(tree: ast.Module, text: str) -> Iterator[tuple[Position, Position]]:
    """Yield the spans that affect no result: annotations, assertions, type checkers' code, ``KEPT_BY`` decorators."""
    lines = text.splitlines()
    for node in ast.walk(tree):
        parts: list[ast.expr | None] = []
        if isinstance(node, ast.FunctionDef):
            arguments = node.args
            parts = [
                node.returns,
                *(a.annotation for a in (*arguments.args, *arguments.kwonlyargs, *arguments.posonlyargs)),
            ]
            parts += [a.annotation for a in (arguments.vararg, arguments.kwarg) if a]
        if isinstance(node, ast.AnnAssign):
            parts = [node.annotation]
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            parts += [one for one in node.decorator_list if _name(one) in KEPT_BY]
        if isinstance(node, ast.If) and _name(node.test) == "TYPE_CHECKING":
            yield (node.lineno, 0), (node.end_lineno or 0, 10_000)
        if isinstance(node, ast.Assert):
            yield (node.lineno, 0), (node.end_lineno or 0, 10_000)
        for part in filter(None, parts):
            back = 1 if part in getattr(node, "decorator_list", ()) else 0  # with its @
            first = lines[part.lineno - 1].encode()[: part.col_offset].decode()
            last = lines[(part.end_lineno or 1) - 1].encode()[: part.end_col_offset].decode()
            yield (
                (part.lineno, len(first) - back),
                (part.end_lineno or 0, len(last) + (10_000 if back else 0)),
            )


def _name(node: ast.expr) -> str:
    while isinstance(node, ast.Call):
        node = node.func
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _statements(tree: ast.Module) -> Iterator[tuple[int, int, bool]]:
    """Yield the lines of each statement, or of its head if it contains others, and whether it is in a function."""

    def within(body: Iterable[ast.stmt], inside: bool) -> Iterator[tuple[int, int, bool]]:
        for node in body:
            held = [
                child
                for name in ("body", "orelse", "finalbody", "handlers", "cases")
                for child in getattr(node, name, ())
            ]
            first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
            last = (
                min(
                    (child.pattern.lineno if isinstance(child, ast.match_case) else child.lineno)
                    for child in held
                )
                - 1
                if held
                else node.end_lineno
            )
            yield first, max(first, last or first), inside
            yield from within(
                (one for child in held for one in ([child] if isinstance(child, ast.stmt) else child.body)),
                inside or isinstance(node, ast.FunctionDef),
            )

    yield from within(tree.body, False)


def _statement(statements: list[tuple[int, int, bool]], line: int) -> tuple[int, int]:
    around = [one for one in statements if one[0] <= line <= one[1]]
    first, last, inside = min(around, key=lambda one: one[1] - one[0], default=(line, line, True))
    return (first, last) if inside else (0, 0)


def _draw() -> list[Mutant]:
    """Return all mutants of some files, a sample of the others, and at least ten of each file, in a random order."""
    chance = Random("whister")
    whole, others = list[Mutant](), list[Mutant]()
    for file in sorted(ENGINE.rglob("*.py")):
        (whole if file.name in WHOLE and file.parent == ENGINE else others).extend(every(file))
    chance.shuffle(others)
    chosen = [mutant._replace(group="settling") for mutant in whole if mutant.altered()]
    a_file = Counter[str]()
    sampled = 0
    for mutant in others:
        drawn = sampled < SAMPLE
        if (drawn or a_file[mutant.file] < A_FILE) and mutant.altered():
            sampled += drawn
            a_file[mutant.file] += 1
            chosen.append(mutant._replace(group="sample" if drawn else "ten a file"))
    chance.shuffle(chosen)
    return chosen


@cache
def chosen() -> list[Mutant]:
    """Return the mutants to try, in order.

    Drawing them takes a minute, so they are stored for this state of the engine.
    """
    kept = WORK / f"chosen-{code('mutants')}.json"
    if not kept.is_file():
        keep(kept, _draw())
    told = json.loads(kept.read_text("utf-8"))
    return [
        Mutant(file, line, name, number, (span[0], span[1]), group)
        for file, line, name, number, span, group in told
    ]


def keep(file: Path, what: Any) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f"{file.name}.{os.getpid()}")
    beside.write_text(json.dumps(what), "utf-8")
    beside.replace(file)
