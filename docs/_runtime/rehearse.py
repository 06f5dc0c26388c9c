"""Runs inside Pyodide while the runtime is assembled: makes the requests of a table, and reports what was imported.

The standard library as shipped has only the modules that this rehearsal imports.
"""

from __future__ import annotations

import collections
import dataclasses
import importlib
import json
import sys
from collections.abc import Callable
from typing import Any

# Modules that readers import in editable examples, and those that the loader and tracebacks sometimes need.
ALSO = """
ast bisect code codeop collections.abc contextlib copy csv dataclasses datetime decimal encodings.ascii
encodings.latin_1 encodings.utf_8_sig enum fractions functools heapq importlib.metadata importlib.resources inspect io
itertools json math operator pprint random secrets statistics string textwrap time tomllib traceback typing
""".split()


Json = dict[str, Any]
Ask = Callable[..., Json]

#: The sources of methods, by the builtin that received them.
WRITTEN: dict[str, list[str]] = {"exec": [], "eval": []}


def listen() -> None:
    """Record the source code that dataclasses and named tuples generate: see ``whister_ahead``."""

    def run(source: Any, *names: Any) -> None:
        WRITTEN["exec"].append(source)
        exec(source, *names)

    def value(source: Any, *names: Any) -> Any:
        WRITTEN["eval"].append(source)
        return eval(source, *names)

    vars(dataclasses)["exec"] = run
    vars(collections)["eval"] = value


def rehearse() -> None:
    """Import the modules needed, and send every kind of request for every rule set."""
    listen()
    for name in ALSO:
        importlib.import_module(name)
    whister = importlib.import_module("whister")
    table = importlib.import_module("whister.table.requests")
    sent: set[str] = set()
    for name in whister.catalogue():
        _ask_all(_asking(table.handle, name, sent), name)
        if "hint" not in sent:
            _ask_searching(_asking(table.handle, name, sent), name)
    whister.study(whister.load("hearts/black-lady"), "random", deals=1, games=1, field=1)
    _asking(table.handle, "a study", sent)(
        {"op": "study", "rules": "hearts/black-lady", "seed": "1909", "deals": 1}
    )
    if missing := table.OPERATIONS.keys() - sent:
        raise RuntimeError(f"never asked: {', '.join(sorted(missing))}")
    table.handle("not JSON")
    table.handle(json.dumps({"id": 0, "op": "open", "record": "not a record", "seat": 0}))


def _asking(handle: Callable[[str], str], name: str, sent: set[str]) -> Ask:
    """Return a function that asks the table and notes each operation; it raises an error for an unexpected answer."""

    def ask(request: Json, refused: str = "") -> Json:
        answer: Json = json.loads(handle(json.dumps({"id": 1, **request})))
        kind = answer.get("error", {}).get("kind", "")
        if kind != refused:
            raise RuntimeError(f"{name}: {request} is answered with {answer.get('error', 'a state')}")
        sent.add(request["op"])
        return dict(answer.get("ok", {}))

    return ask


def _ask_all(ask: Ask, name: str) -> None:
    """Send every kind of request about one rule set: a game, its deal seen again, a case of a clause, mistakes."""
    practice = importlib.import_module("whister_practice")
    for _ in practice.game(ask, {"rules": name}):
        pass
    state = ask({"op": "new", "rules": name, "options": {}, "players": None, "seed": "1909", "seat": 0})
    about = {"record": state["record"], "seat": 0}
    action = practice.chosen(state)
    ask({"op": "why", "action": action, **about})
    after = ask({"op": "act", "action": action, **about})
    ask({"op": "act", "action": "play", **about}, "notation")
    ask({"op": "open", "same": True, "study": True, **about})
    ask({"op": "open", "record": after["record"], "seat": 0, "stand": True})
    ask({"op": "options", "rules": name})
    ask({"op": "how", "rules": name})
    if case := _first_case(name):
        ask({"op": "open", "record": case, "seat": 0, "link": True})
    # The answer to a mistyped name suggests the nearest one, which imports modules that a deal does not need.
    ask({"op": "new", "rules": f"{name}s"}, "notation")
    ask({"op": "new", "rules": name, "options": {"no-such-option": "on"}}, "notation")


def _ask_searching(ask: Ask, name: str) -> None:
    """Send the requests that take time, for one rule set: they import the same modules for every other."""
    practice = importlib.import_module("whister_practice")
    chosen = {"strengths": {"others": "steady"}}
    state = ask({"op": "new", "rules": name, "seed": "1909", "seat": 0, **chosen})
    ask({"op": "hint", "record": state["record"], "seat": 0})
    state = ask(
        {"op": "act", "record": state["record"], "seat": 0, "action": practice.chosen(state), **chosen}
    )
    state = ask({"op": "go-on", "record": state["record"], "seat": 0, **chosen})
    state = ask({"op": "go-on", "record": state["record"], "seat": 0})  # all others cautious
    while not state["over"]:
        state = ask({"op": "act", "record": state["record"], "seat": 0, "action": practice.chosen(state)})
    ask({"op": "turning", "record": state["record"], "seat": 0})


def _first_case(name: str) -> str | None:
    """Return the first case of a rule set that a table can show, in the form used in links."""
    whister, standing = importlib.import_module("whister"), importlib.import_module("whister.links.texts")
    cases = (case for clause in whister.load(name).clauses.values() for case in clause.cases)
    return next(filter(None, map(standing.shown, cases)), None)


def told(library: str) -> str:
    """Return the results as JSON."""
    return json.dumps({"modules": imported(library), "written": WRITTEN})


def imported(library: str) -> list[str]:
    """Return the modules imported from the zip file of the standard library, sorted."""
    origins = ((name, getattr(module, "__spec__", None)) for name, module in sys.modules.items())
    return sorted(name for name, spec in origins if spec and (spec.origin or "").startswith(library + "/"))
