"""Milliseconds from an action sent to the engine's answer in the page: there by message, through Python, and back.

Whole deals are played in Chromium by clicks made inside the page. The first answer of each page is left out: Python
wakes for it, which `first_move.py` measures.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.benchmarks.figures import Figure, timed
from tests.benchmarks.stage import fresh_browser, served
from tests.browser.player import Player

FAMILIES = {
    "hearts": ("black-lady", "cancellation", "auction"),
    "boston": ("fontainebleau", "hoyle", "russian"),
    "rook": ("tournament", "kentucky-discard", "red-one"),
}
CLOCK = """
(() => {
  const Plain = Worker;
  const spent = globalThis.spent = [];
  globalThis.Worker = class extends Plain {
    asked = new Map();
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        const now = performance.now();
        const { id } = JSON.parse(data);
        if (this.asked.has(id)) spent.push(now - this.asked.get(id));
        this.asked.delete(id);
      });
    }
    postMessage(text, ...more) {
      const { id, op } = JSON.parse(text);
      if (op === "act") this.asked.set(id, performance.now());
      super.postMessage(text, ...more);
    }
  };
})();
"""


def one_deal(browser: Browser, address: str, page: str) -> list[float]:
    """Play the page's deal to its end; the milliseconds of every action but the first."""
    context = browser.new_context(base_url=address)
    context.add_init_script(CLOCK)
    player = Player(context.new_page(), page)
    player.rush()
    spent: list[float] = player.page.evaluate("spent")
    context.close()
    return spent[1:]


def measure(site: Path, rounds: int) -> list[Figure]:
    """Some rule sets of each family, some deals each."""
    figures = []
    with served(site) as address, sync_playwright() as playwright, fresh_browser(playwright) as browser:
        for family, names in FAMILIES.items():
            found = {
                name: [
                    one
                    for _ in range(min(rounds, 2))
                    for one in one_deal(browser, address, f"/{family}/{name}/")
                ]
                for name in names
            }
            every = [one for spent in found.values() for one in spent]
            worst = max(found, key=lambda name: max(found[name]))
            figures.append(timed("action", f"{family}, act to answer", every, "ms", 1, target="≤ 16 ms"))
            figures.append(Figure("action", f"{family}, the slowest", f"{max(every):,.1f} ms", f"in {worst}"))
    return figures
