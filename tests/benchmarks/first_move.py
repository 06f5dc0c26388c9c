"""Milliseconds from a click on the first hand to the first card that may be played, in Chromium.

Cold: a fresh profile, nothing kept. Warm: the same profile on a later page, with Python's memory kept from before.
"""

from __future__ import annotations

import threading
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from _runtime import server
from tests.benchmarks.figures import Figure, timed
from tests.browser import chromium

PAGE = "/hearts/black-lady/"
CARD = "whister-table [data-card]"
PLAYABLE = "whister-table [data-card][data-playable='true']"
MEASURE = """
playable => {
  const count = () => document.querySelectorAll(playable).length;
  window.firstMove = new Promise(resolve => {
    addEventListener("click", () => {
      const start = performance.now();
      const look = () => {
        if (document.querySelector("whister-table[data-live]") && count()) resolve(performance.now() - start);
        else requestAnimationFrame(look);
      };
      look();
    }, {capture: true, once: true});
  });
}
"""


def click(context: BrowserContext) -> float:
    """Open the page, click on the first hand, and return the milliseconds until a card may be played."""
    page = context.new_page()
    page.goto(PAGE)
    page.evaluate(MEASURE, PLAYABLE)
    page.locator(CARD).first.click()
    spent: float = page.evaluate("firstMove")
    page.wait_for_timeout(4000)  # time to keep Python's memory
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
    with sync_playwright() as playwright:
        cold, warm = [], []
        for _ in range(rounds):
            browser = playwright.chromium.launch(executable_path=program, args=chromium.FLAGS)
            one, other = both(browser, address)
            cold.append(one)
            warm.append(other)
            browser.close()
    running.shutdown()
    return [
        timed("first move", f"{PAGE} cold", cold, "ms"),
        timed("first move", f"{PAGE} warm", warm, "ms"),
    ]


def both(browser: Browser, address: str) -> tuple[float, float]:
    """One profile: its first click, and the click on a later page."""
    context = browser.new_context(base_url=address)
    return click(context), click(context)
