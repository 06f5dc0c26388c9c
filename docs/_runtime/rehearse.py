"""Runs inside Pyodide while the runtime is put together: plays as the table will, and tells what was imported.

The standard library that is shipped has the modules that this rehearsal imports, and no others.
"""

from __future__ import annotations

import collections
import dataclasses
import importlib
import json
import sys
from collections.abc import Callable
from typing import Any

# What readers import in the examples that they may edit, and what the loader and tracebacks need at odd moments.
ALSO = """
ast bisect code codeop collections.abc contextlib copy csv dataclasses datetime decimal encodings.ascii
encodings.latin_1 encodings.utf_8_sig enum fractions functools heapq importlib.metadata importlib.resources inspect io
itertools json math operator pprint random secrets statistics string textwrap time tomllib traceback typing
""".split()


#: The source texts of methods, by the builtin that got them.
WRITTEN: dict[str, list[str]] = {"exec": [], "eval": []}


def listen() -> None:
    """Note what dataclasses and named tuples write as source text: see ``whister_ahead``."""

    def run(source: Any, *names: Any) -> None:
        WRITTEN["exec"].append(source)
        exec(source, *names)

    def value(source: Any, *names: Any) -> Any:
        WRITTEN["eval"].append(source)
        return eval(source, *names)

    vars(dataclasses)["exec"] = run
    vars(collections)["eval"] = value


def rehearse() -> None:
    """Import what is wanted, and send every kind of request for every rule set."""
    listen()
    for name in ALSO:
        importlib.import_module(name)
    whister = importlib.import_module("whister")
    table = importlib.import_module("whister.table")
    for name in whister.catalogue():
        _play(table.handle, name)
    table.handle("not JSON")
    table.handle(json.dumps({"id": 0, "op": "open", "record": "not a record", "seat": 0}))


def _play(handle: Callable[[str], str], name: str) -> None:
    def ask(**request: Any) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(handle(json.dumps({"id": 1, **request})))
        if answer.get("error", {}).get("kind") == "internal":
            raise RuntimeError(f"{name}: {request['op']} fails: {answer['error']['message']}")
        return answer

    started = ask(op="new", rules=name, options={}, players=None, seed="1909", seat=0)
    if "ok" not in started:
        raise RuntimeError(f"{name} does not start: {started}")
    record = started["ok"]["record"]
    for card in started["ok"]["hand"][:1]:
        ask(op="why", record=record, seat=0, action=card["card"])
        ask(op="act", record=record, seat=0, action=card["card"])
    ask(op="act", record=record, seat=0, action="pass")
    ask(op="undo", record=record, seat=0)
    ask(op="open", record=record, seat=0)
    # A mistyped name is answered with the nearest one: that imports what a deal does not need.
    ask(op="new", rules=f"{name}s")
    ask(op="new", rules=name, options={"no-such-option": "on"})


def told(library: str) -> str:
    """What has been found out, as JSON."""
    return json.dumps({"modules": imported(library), "written": WRITTEN})


def imported(library: str) -> list[str]:
    """The modules that came out of the zip file of the standard library, sorted."""
    origins = ((name, getattr(module, "__spec__", None)) for name, module in sys.modules.items())
    return sorted(name for name, spec in origins if spec and (spec.origin or "").startswith(library + "/"))
