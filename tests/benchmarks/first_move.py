"""Measures the milliseconds from the first tap on a table to the next choice, and those to the peer's first value.

The visitor makes the table's first choice, such as three cards to pass, without a pause, before Python has started.
Cold: a fresh profile with nothing stored. Later page: another page in the same browser. Later visit: a new process of
the browser on the same profile. Looked at: a later visit on which the table is in sight for two seconds before the tap,
while Python starts from the memory that the browser has stored. The peer is measured in the same rounds, cold and on a
second visit, in the same Chromium and from the same kind of server; see `peer.py` for what it does. Firefox and WebKit,
whose profiles are not kept, are measured only cold and on a later page, by `elsewhere.py`.
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
REST, SHORT = 3000, 300  # milliseconds: time to store Python's memory; when nothing is left to store
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
# Otherwise the next page would continue this game instead of offering the same first choice.
FORGET = 'Object.keys(localStorage).filter(key => key.startsWith("whister:")).forEach(key => localStorage.removeItem(key))'
IN_CHROMIUM = f"async () => {{{FIRST_CHOICE}}}"


@dataclass
class Rounds:
    """The results of the rounds: our milliseconds by page, the peer's, and whether both offered the same cards."""

    cold: dict[str, list[float]] = field(default_factory=dict)
    page: dict[str, list[float]] = field(default_factory=dict)
    visit: dict[str, list[float]] = field(default_factory=dict)
    looked: dict[str, list[float]] = field(default_factory=dict)
    peer_cold: list[float] = field(default_factory=list)
    peer_visit: list[float] = field(default_factory=list)
    peer_cells: list[float] = field(default_factory=list)
    alike: set[bool] = field(default_factory=set)


def first_move(context: BrowserContext, address: str, rest: int, look: int = 0) -> tuple[float, list[str]]:
    """Open a page, look at it, and make its table's first choice.

    Returns the milliseconds until the next choice is offered, and the cards that may be played then.
    """
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
    """Measure the peer twice, then each of our pages four times; the peer and each page begin with a fresh profile."""
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
    """Return the peer's time divided by ours, round by round, as a figure."""
    return timed(
        "first move", what, [a / b for a, b in zip(theirs, ours, strict=True)], "×", 1, target=target
    )


def told(found: Rounds) -> list[Figure]:
    """Return the figures of the rounds."""
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
    """Measure the peer and our pages for some rounds, each from a server started here."""
    found = Rounds()
    with ExitStack() as stack:
        ours = stack.enter_context(served(site))
        theirs = stack.enter_context(served(peer_site, WithoutPolicy))
        playwright = stack.enter_context(sync_playwright())
        for _ in range(rounds):
            one_round(playwright, ours, theirs, found)
    return told(found)
