"""Times the decisions of a steady player, rule set by rule set. It runs in any Python, the browser's included."""

from __future__ import annotations

import time

import whister
from whister.bots import choose
from whister.players.strengths import choose_as

DEALS = 1


def seconds_of(name: str, deals: int = DEALS) -> list[float]:
    """Return the time of each decision of a steady player in one seat, in seconds. The others are cautious."""
    rules, found = whister.load(name), list[float]()
    for number in range(1, deals + 1):
        deal = rules.deal(f"thinking/{number}", number=number)
        mine = rules.plan.table.players[number % len(rules.plan.table.players)]
        while not deal.over:
            seat = deal.to_act
            assert seat is not None
            view = deal.view(seat)
            if seat != mine or len(view.legal) == 1:
                deal.act(choose(view), seat)
                continue
            begun = time.perf_counter()
            action = choose_as(view, "steady")
            found.append(time.perf_counter() - begun)
            deal.act(action, seat)
    return found


def in_any_python() -> dict[str, list[float]]:
    """Return the times for every rule set."""
    return {name: seconds_of(name) for name in whister.catalogue()}
