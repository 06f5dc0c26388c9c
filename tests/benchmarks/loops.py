"""Random deals as a program plays them: through the public API, played out at once, and at the page's table.

Nothing here needs more than the engine, so that the browser's Python can run it too.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from contextlib import suppress

import whister

Deal = Callable[[int], None]


def by_hand(rules: whister.Rules, chance: random.Random, *, settled: bool = True) -> Deal:
    """Return a function that plays a deal through ``legal`` and ``act``; its number decides how cards are passed."""
    draw = chance.random

    def play(number: int) -> None:
        deal = rules.deal(seed=number, number=number % 4 + 1)
        while not deal.over:
            legal = deal.legal()
            deal.act(legal[int(draw() * len(legal))])
        if settled:
            rules.settle(deal.outcome)

    return play


def at_once(rules: whister.Rules, chance: random.Random) -> Deal:
    """Return a function that deals, plays out and settles one deal."""

    def play(number: int) -> None:
        deal = rules.deal(seed=number, number=number % 4 + 1)
        deal.play_out(chance)
        rules.settle(deal.outcome)

    return play


def from_a_copy(rules: whister.Rules, chance: random.Random) -> Deal:
    """Return a function that makes a rollout as a searching player does: it copies a deal and plays out the copy."""
    deal = rules.deal(seed=1909, number=4)

    def play(_number: int) -> None:
        deal.copy().play_out(chance)

    return play


def rate(play: Deal, seconds: float) -> float:
    """Return the number of deals played in a second of CPU time."""
    start, count = time.process_time(), 0
    while (spent := time.process_time() - start) < seconds:
        for _ in range(20):
            play(count)
            count += 1
    return count / spent


def per_action(rules: whister.Rules, seconds: float) -> float:
    """Return the microseconds of CPU time for each action of random deals, including dealing and settling."""
    draw = random.Random(1909).random
    start, actions, number = time.process_time(), 0, 0
    while (spent := time.process_time() - start) < seconds:
        deal = rules.deal(seed=number, number=number % 4 + 1)
        while not deal.over:
            legal = deal.legal()
            deal.act(legal[int(draw() * len(legal))])
            actions += 1
        with suppress(whister.NotSourcedError):
            rules.settle(deal.outcome)
        number += 1
    return spent / actions * 1e6


def requests(rules: str) -> list[float]:
    """Return the milliseconds of each answer to the page's table but the first, in a deal with three cautious bots."""
    from whister.links.texts import deal_of_text
    from whister.table.requests import handle

    chance, found = random.Random(5), list[float]()

    def asked(**words: object) -> dict[str, str]:
        text = json.dumps({"id": 1, "seat": 0, **words})
        start = time.perf_counter()
        said = handle(text)
        found.append((time.perf_counter() - start) * 1000)
        answer: dict[str, str] = json.loads(said)["ok"]
        return answer

    state = asked(op="new", rules=rules, seed="1909")
    while state["phase"] != "over":
        legal = deal_of_text(state["record"]).legal(0)
        state = asked(op="act", record=state["record"], action=str(legal[int(chance.random() * len(legal))]))
    return found[1:]


def in_any_python(seconds: float = 0.5) -> dict[str, float]:
    """Return the figures that both the browser's Python and this one can give."""
    chance = random.Random(1909)
    rules = whister.load("hearts/black-lady")
    for play in (by_hand(rules, chance), at_once(rules, chance)):
        rate(play, 0.2)
    answers = [each for name in REQUESTED for _ in range(3) for each in requests(name)[1:]]
    return {
        "by hand": rate(by_hand(rules, chance), seconds),
        "at once": rate(at_once(rules, chance), seconds),
        "request": sorted(answers)[len(answers) // 2],
        "slowest request": max(answers),
    }


REQUESTED = ("hearts/black-lady", "boston/fontainebleau", "rook/tournament")
