"""A hidden game for practice, played one request at a time.

Anything is slow the first time: Python imports modules, compiles a rule set's plan and warms up. The worker takes these
steps while no request is waiting, so that a visitor's own actions are fast. When the runtime is assembled, the same
steps show which parts of the standard library a game needs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from whister.mechanisms import REGISTRY
from whister.table.requests import handle

Json = dict[str, Any]
LONGEST = 120  # more choices than one player has in any deal


class Stopped(Exception):
    """Raised when a request is refused, so that the practice cannot continue."""


def asked(request: Json) -> Json:
    """Return the table's answer. Raises ``Stopped`` if there is none."""
    answer: Json = json.loads(handle(json.dumps(request)))
    if "ok" not in answer:
        raise Stopped(f"{request}: {answer['error']['message']}")
    return dict(answer["ok"])


def ahead(text: str, everything: bool) -> Iterator[None]:
    """Play a deal by the rules that a JSON request names; then, with `everything`, import what other games need.

    Each step is short, and it is safe to stop after any of them. Ends if the table refuses a request.
    """
    try:
        request = json.loads(text)
        if "rules" not in request:
            rules = asked({"op": "open", "record": request["record"], "seat": 0, "stand": True})["rules"]
            request = {"rules": rules["id"], "options": rules["options"]}
            yield
        yield from game(asked, request)
    except (Stopped, KeyError, TypeError, ValueError):
        return
    for name in REGISTRY if everything else ():
        if not REGISTRY.known(name):
            REGISTRY[name]
            yield


def game(ask: Callable[[Json], Json], request: Json) -> Iterator[None]:
    """Play a deal and open the next one, one request a step, and make the other requests about it."""
    rules = {key: request[key] for key in ("rules", "options", "players") if request.get(key)}
    state = ask({"op": "new", "whole": True, "seed": "practice", "seat": 0, **rules})
    around = state["game"]
    yield
    for _ in range(LONGEST):
        if state["over"]:
            break
        state = ask({"op": "act", "record": state["record"], "seat": 0, "action": chosen(state)})
        yield
    about = {"record": state["record"], "seat": 0, "game": around}
    for operation in ("link", "undo", *(["next"] if state["over"] else [])):
        ask({"op": operation, **about})
        yield


def chosen(state: Json) -> str:
    """Return the first action that a choice allows. Raises ``Stopped`` if there is nothing to choose."""
    choice = state["choice"] or {"kind": "none"}
    if choice["kind"] == "play":
        return next(str(held["card"]) for held in state["hand"] if held["playable"])
    if choice["kind"] == "cards":
        return " ".join((choice["verb"], *choice["allowed"][: choice["count"]]))
    legal = [str(one["action"]) for one in _buttons(choice) if one["legal"]]
    bids = [action for action in legal if action.startswith("bid ")]
    if not legal:
        raise Stopped(state["prompt"])
    return (bids or legal)[0]


def _buttons(choice: Json) -> Iterator[Json]:
    """Yield the buttons of a choice, or the bids of its ladder and the buttons beside it."""
    for group in choice.get("groups", ()):
        yield from group["actions"]
    for part in choice.get("parts", ()):
        for rung in part["rungs"]:
            yield from rung["bids"]
    yield from choice.get("beside", ())
