"""Milliseconds from a first tap on a table to the next move that the engine offers, beside the peer's first value.

The visitor makes the table's first choice without a pause, such as three cards to pass, before Python has started.
Cold: a fresh profile, nothing kept. Later page: another page of the same browser. Later visit: a new process of the
browser on the same profile. Looked at: the same, where the table has been in sight for two seconds before the tap, in
which Python wakes from the memory that the browser keeps. The peer is measured between ours, cold and on a second visit, in the same Chromium, from
the same kind of server; see `peer.py` for what it does. Firefox and WebKit have no profile kept: cold and later page.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import BrowserContext, Playwright, sync_playwright

from tests.benchmarks import peer
from tests.benchmarks.figures import Figure, timed
from tests.benchmarks.stage import WithoutPolicy, profile, served, visit

PAGES = ("/hearts/black-lady/", "/boston/fontainebleau/", "/rook/tournament/")
REST, SHORT = 3000, 300  # milliseconds: time to keep Python's memory; where there is no more to keep
LOOK = 2000  # milliseconds of looking before the tap
# The body of an async function; it returns [milliseconds, the cards that may be played then].
FIRST_CHOICE = """
  const frame = () => new Promise(requestAnimationFrame);
  let table;
  while (!(table = document.querySelector("whister-table"))?.state) await frame();
  localStorage.setItem("whister-pace", "none");
  const before = table.state;
  const { kind, count, allowed } = before.choice;
  const press = selector => table.querySelector(selector).click();
  await frame();
  const start = performance.now();
  if (kind === "cards") {
    for (const card of allowed.slice(0, count)) press(`.wt-hand [data-card="${card}"] button`);
    press(".wt-confirm");
  } else if (kind === "play") {
    press(".wt-hand button:not([aria-disabled])");
  } else {
    press(".wt-choice button:not([aria-disabled])");
  }
  while (table.state === before || table.request || table.showing) await frame();
  const spent = performance.now() - start;
  return [spent, table.state.hand.filter(held => held.playable).map(held => held.card)];
"""
# Else the next page goes on with this game, and not with the same first choice.
FORGET = 'Object.keys(localStorage).filter(key => key.startsWith("whister:")).forEach(key => localStorage.removeItem(key))'
IN_CHROMIUM = f"async () => {{{FIRST_CHOICE}}}"


@dataclass
class Rounds:
    """What the rounds have given: ours by page, the peer's, in milliseconds."""

    cold: dict[str, list[float]] = field(default_factory=dict)
    page: dict[str, list[float]] = field(default_factory=dict)
    visit: dict[str, list[float]] = field(default_factory=dict)
    looked: dict[str, list[float]] = field(default_factory=dict)
    peer_cold: list[float] = field(default_factory=list)
    peer_visit: list[float] = field(default_factory=list)
    peer_cells: list[float] = field(default_factory=list)
    alike: set[bool] = field(default_factory=set)


def first_move(context: BrowserContext, address: str, rest: int, look: int = 0) -> tuple[float, list[str]]:
    """Open a page, look at it, make its table's first choice, and return the milliseconds until the next one is offered."""
    page = context.new_page()
    page.goto(address)
    if look:
        page.locator("whister-table .wt").scroll_into_view_if_needed()
        page.wait_for_timeout(look)
    spent, playable = page.evaluate(IN_CHROMIUM)
    page.wait_for_timeout(rest)
    page.evaluate(FORGET)
    page.close()
    return spent, playable


def one_round(playwright: Playwright, ours: str, theirs: str, found: Rounds) -> None:
    """The peer twice, then each page four times, every one from a fresh profile."""
    with profile() as home:
        with visit(playwright, home, theirs) as context:
            value = peer.first_value(context, REST)
        with visit(playwright, home, theirs) as context:
            found.peer_visit.append(peer.first_value(context, SHORT).spent)
    found.peer_cells.append(value.cells)
    found.peer_cold.append(value.spent)
    for page in PAGES:
        with profile() as home:
            with visit(playwright, home, ours) as context:
                cold, playable = first_move(context, page, REST)
                found.cold.setdefault(page, []).append(cold)
                found.page.setdefault(page, []).append(first_move(context, page, SHORT)[0])
            with visit(playwright, home, ours) as context:
                found.visit.setdefault(page, []).append(first_move(context, page, SHORT)[0])
            with visit(playwright, home, ours) as context:
                found.looked.setdefault(page, []).append(first_move(context, page, SHORT, LOOK)[0])
        if page == PAGES[0]:
            found.alike.add(playable == value.cards)


def ratios(theirs: Sequence[float], ours: Sequence[float], what: str, target: str) -> Figure:
    """The peer's time over ours, round by round."""
    return timed(
        "first move", what, [a / b for a, b in zip(theirs, ours, strict=True)], "×", 1, target=target
    )


def told(found: Rounds) -> list[Figure]:
    """The rounds in figures."""
    part = "first move"
    same = "the same cards" if found.alike == {True} else "other cards: not the same deal"
    figures = [
        timed(part, "TryExamples, click to value, cold", found.peer_cold, "ms"),
        timed(part, "TryExamples, of this until the cells are there", found.peer_cells, "ms"),
        timed(part, "TryExamples, second visit", found.peer_visit, "ms"),
        Figure(part, f"TryExamples and {PAGES[0]} offer", same, target="the same cards"),
    ]
    for page in PAGES:
        figures += [
            timed(part, f"{page} cold", found.cold[page], "ms", target="≤ 1,200 ms"),
            timed(part, f"{page} later page", found.page[page], "ms", target="≤ 700 ms"),
            timed(part, f"{page} later visit", found.visit[page], "ms", target="≤ 700 ms"),
            timed(part, f"{page} later visit, looked at", found.looked[page], "ms", target="≤ 100 ms"),
            ratios(found.peer_cold, found.cold[page], f"{page} faster than TryExamples, cold", "≥ 12 ×"),
            ratios(found.peer_visit, found.visit[page], f"{page} faster on a later visit", "≥ 20 ×"),
            ratios(
                found.peer_visit, found.looked[page], f"{page} faster, the table looked at first", "≥ 20 ×"
            ),
        ]
    return figures


def measure(site: Path, peer_site: Path, rounds: int) -> list[Figure]:
    """All of it, some rounds each, on servers of our own."""
    found = Rounds()
    with ExitStack() as stack:
        ours = stack.enter_context(served(site))
        theirs = stack.enter_context(served(peer_site, WithoutPolicy))
        playwright = stack.enter_context(sync_playwright())
        for _ in range(rounds):
            one_round(playwright, ours, theirs, found)
    return told(found)
