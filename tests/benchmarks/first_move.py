"""Milliseconds from a first click on a table to the next move that the engine offers, in Chromium.

The visitor makes the table's first choice without a pause, such as three cards to pass, before Python has started.
Cold: a fresh profile, nothing kept. Warm: a later page of the same profile, with Python's memory kept from before.
"""

from __future__ import annotations

import threading
from pathlib import Path

from playwright.sync_api import BrowserContext, sync_playwright

from _runtime import server
from tests.benchmarks.figures import Figure, timed
from tests.browser import chromium

PAGES = ("/hearts/black-lady/", "/boston/fontainebleau/", "/rook/tournament/")
REST = 3000  # milliseconds, time to keep Python's memory
FIRST_CHOICE = """
async () => {
  const table = document.querySelector("whister-table");
  const before = table.state;
  const { kind, count, allowed } = before.choice;
  const frame = () => new Promise(requestAnimationFrame);
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
  return performance.now() - start;
}
"""


def first_move(context: BrowserContext, address: str) -> float:
    """Open a page, make its table's first choice, and return the milliseconds until the next one is offered."""
    page = context.new_page()
    page.emulate_media(reduced_motion="reduce")
    page.goto(address)
    spent: float = page.evaluate(FIRST_CHOICE)
    page.wait_for_timeout(REST)
    page.close()
    return spent


def measure(site: Path, rounds: int) -> list[Figure]:
    """Cold and warm, some rounds each, on a server of our own."""
    program = chromium.program()
    if program is None:
        raise SystemExit(chromium.MISSING)
    running = server.start(site)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{running.server_address[1]}"
    figures = []
    with sync_playwright() as playwright:
        for page in PAGES:
            cold, warm = [], []
            for _ in range(rounds):
                browser = playwright.chromium.launch(executable_path=program, args=chromium.FLAGS)
                context = browser.new_context(base_url=address)
                cold.append(first_move(context, page))
                warm.append(first_move(context, page))
                browser.close()
            figures += [timed("first move", f"{page} cold", cold, "ms")]
            figures += [timed("first move", f"{page} warm", warm, "ms")]
    running.shutdown()
    return figures
