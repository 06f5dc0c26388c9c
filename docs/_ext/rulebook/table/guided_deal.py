"""A guided deal: one hand whose cards are chosen so that a newcomer learns the game by playing it.

A file beside the worked examples, `examples/<family>/<name>-first-hand.toml`, contains the cards, the visitor's seat
and up to six steps. Each step has its text, what to do, why not to do anything else, and the clauses. The other players
are the bots of `whister.bots`, which always act the same with the same cards, so the whole deal is known in advance.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulebook.base.questions import file_text
from whister import WhisterError, load
from whister.links.deal_record import DealRecord
from whister.table.requests import handle

MOST_STEPS = 6
MOST_WORDS = 40  #: in one step
MOST_IN_HINT = 16
HEAD = {
    "rules": str,
    "dealer": int,
    "seat": int,
    "hands": list,
    "aim": str,
    "end": str,
    "end-clauses": list,
    "step": list,
}
STEP = {"say": str, "do": list, "otherwise": str, "clauses": list, "expect": dict}
EXPECTED = {"said": str, "holds": str, "lacks": str, "board": str, "tricks": int, "settled": int}

State = dict[str, Any]


class BadGuide(Exception):
    """Raised for a mistake in a guided deal; the message names the file and the place."""


@dataclass(frozen=True)
class Step:
    """One step of the guide. `hints` contains one hint for each action, or is empty."""

    say: str
    do: tuple[str, ...]
    hints: tuple[str, ...]
    otherwise: str
    clauses: tuple[str, ...]
    expect: Mapping[str, Any]


@dataclass(frozen=True)
class Guide:
    """A guided deal as given in its file."""

    path: Path
    rules: str
    seat: int
    record: str  #: the cards as dealt
    aim: str
    end: str
    end_clauses: tuple[str, ...]
    steps: tuple[Step, ...]
    why: str = ""  #: the reason to start with this game, if it is the one to start with in its family


def guide_file(srcdir: Path, address: str) -> Path:
    """Return the path of the guided deal of a rule set."""
    return srcdir.parent / "examples" / f"{address}-first-hand.toml"


def read_guide(path: Path) -> Guide:
    """Read a guided deal. Raises `BadGuide` for a mistake in the file."""
    try:
        data = tomllib.loads(file_text(path))
    except FileNotFoundError:
        raise BadGuide(f"{path.name}: there is no such file in {path.parent.name}/") from None
    except tomllib.TOMLDecodeError as error:
        raise BadGuide(f"{path.name}: {error}") from error
    _shape(f"{path.name}", data, HEAD, {"widow": str, "options": dict, "why": str})
    if not 0 < len(data["step"]) <= MOST_STEPS:
        raise BadGuide(f"{path.name}: expected 1 to {MOST_STEPS} steps, got {len(data['step'])}")
    steps = tuple(_step(f"{path.name}, step {n}", found) for n, found in enumerate(data["step"], 1))
    addresses = [*data["end-clauses"], *(slug for step in steps for slug in step.clauses)]
    try:
        rules = load(data["rules"], **data.get("options", {}))
        widow = {"widow": data["widow"]} if "widow" in data else {}
        deal = rules.deal(hands=data["hands"], dealer=data["dealer"], **widow)
    except WhisterError as error:
        raise BadGuide(f"{path.name}: {error}") from error
    if missing := [slug for slug in addresses if slug not in rules.clauses]:
        raise BadGuide(f"{path.name}: {rules.id} has no clause {missing[0]!r}")
    return Guide(path, rules.id, data["seat"], str(DealRecord.of(deal)), data["aim"], data["end"],
                 tuple(data["end-clauses"]), steps, data.get("why", ""))  # fmt: skip


def _step(place: str, data: Any) -> Step:
    if not isinstance(data, dict):
        raise BadGuide(f"{place}: expected a table [[step]], got {data!r}")
    _shape(place, data, STEP, {"hints": list})
    do, hints = data["do"], data.get("hints", [])
    if not do or not data["clauses"]:
        raise BadGuide(f"{place}: `do` and `clauses` may not be empty")
    if (len(do) > 1 and not hints) or (hints and len(hints) != len(do)):
        raise BadGuide(f"{place}: {len(do)} actions, but {len(hints)} hints")
    for key, most, texts in (("say", MOST_WORDS, [data["say"]]), ("hints", MOST_IN_HINT, hints)):
        for text in texts:
            if (count := len(text.split())) > most:
                raise BadGuide(f"{place}: `{key}` has {count} words; expected at most {most}: {text!r}")
    for key, value in data["expect"].items():
        kind = EXPECTED.get(key)
        if kind is None:
            raise BadGuide(f"{place}: `expect` has no key {key!r}; expected one of {', '.join(EXPECTED)}")
        if not isinstance(value, list) or not all(type(one) is kind for one in value):
            raise BadGuide(f"{place}: `expect.{key}` must be a list of {kind.__name__}, got {value!r}")
    return Step(
        data["say"], tuple(do), tuple(hints), data["otherwise"], tuple(data["clauses"]), data["expect"]
    )


def _shape(place: str, data: Mapping[str, Any], needed: Mapping[str, type], more: Mapping[str, type]) -> None:
    """Check the keys and the type of each value; a list must contain strings, or tables for `step`."""
    if lacking := needed.keys() - data.keys():
        raise BadGuide(f"{place} lacks {', '.join(sorted(lacking))}")
    for key, value in data.items():
        kind = {**needed, **more}.get(key)
        if kind is None:
            raise BadGuide(f"{place}: unknown key {key!r}")
        words = kind is list and key != "step"
        texts = isinstance(value, list) and all(isinstance(one, str) for one in value)
        if type(value) is not kind or (words and not texts):
            expected = "list of texts" if words else kind.__name__
            raise BadGuide(f"{place}: `{key}` must be of type {expected}, got {value!r}")


@dataclass(frozen=True)
class Move:
    """One thing to do: its step, its hint, and the state that the visitor saw before and after it."""

    step: int
    do: str
    hint: str
    before: State
    after: State


def played(guide: Guide) -> list[Move]:
    """Play the guide's deal with the bots. Raises `BadGuide` if an action is refused or the deal is not finished."""
    state = _ask(f"{guide.path.name}", op="open", record=guide.record, seat=guide.seat)
    moves: list[Move] = []
    for number, step in enumerate(guide.steps):
        place = f"{guide.path.name}, step {number + 1}"
        for do, hint in zip(step.do, step.hints or [""] * len(step.do), strict=True):
            after = _ask(f"{place}, {do!r}", op="act", record=state["record"], seat=guide.seat, action=do)
            moves.append(Move(number, do, hint, state, after))
            state = after
    if not state["over"]:
        raise BadGuide(f"{guide.path.name}: the deal is not over after the last step: {state['prompt']}")
    if faults := list(unmet(guide, moves)):
        raise BadGuide(faults[0])
    return moves


def _ask(place: str, **request: Any) -> State:
    answer = json.loads(handle(json.dumps({"id": 0, **request})))
    if "error" in answer:
        raise BadGuide(f"{place}: {answer['error']['message']}")
    found: State = answer["ok"]
    return found


def unmet(guide: Guide, moves: Sequence[Move]) -> Iterator[str]:
    """Yield a message for each expectation of a step that was not met."""
    for number, step in enumerate(guide.steps):
        own = [move for move in moves if move.step == number]
        state, told = own[-1].after, own[-1].after["log"][len(own[0].before["log"]) :]
        held = [one["card"] for one in state["hand"]]
        found: dict[str, Any] = {
            "said": [text.replace("'", "’") for text in told],
            "holds": held, "lacks": held,
            "tricks": [seat["tricks"] for seat in state["seats"]],
            "board": [f"{item['label']}: {item['value']}" for item in state["board"]],
            "settled": (state["settlement"] or {}).get("delta"),
        }  # fmt: skip
        for key, wanted in step.expect.items():
            if key == "lacks":
                met = not set(held) & set(wanted)
            elif key in ("said", "holds", "board"):
                met = set(wanted) <= set(found[key])
            else:
                met = wanted == found[key]
            if not met:
                yield f"{guide.path.name}, step {number + 1}: expected {key} {wanted}, found {found[key]}"


_RANKS = "two three four five six seven eight nine ten jack queen king ace".split()
_NAMED = re.compile(
    rf"\b({'|'.join(_RANKS)}) of (clubs|diamonds|hearts|spades)\b|\b(red|yellow|green|black) (\d+)\b|\b(Rook|bird)\b"
)


def cards_named(text: str) -> set[str]:
    """Return the cards named in a text, in the engine's notation."""
    found = set()
    for rank, suit, colour, number, bird in _NAMED.findall(text):
        if rank:
            found.add("23456789TJQKA"[_RANKS.index(rank)] + suit[0].upper())
        elif colour:
            found.add(colour[0].upper() + number)
        elif bird:
            found.add("ROOK")
    return found


def cards_there(state: State) -> set[str]:
    """Return the cards that a visitor sees: those in the hand, the trick, and the last trick."""
    plays = [*state["trick"]["plays"], *(state["last_trick"] or {"plays": []})["plays"]]
    return {one["card"] for one in (*state["hand"], *plays)}
