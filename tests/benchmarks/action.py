"""Measures the milliseconds from a click to its answer in the page, and to the new position laid out, ready to paint.

Whole deals are played in Chromium, each choice by one click made inside the page, with a pause before it as short as a
visitor's could be. The browser shows the new position in its next frame, up to 17 ms later. The first action on each
page is left out because Python has to start for it; `first_move.py` measures that.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.benchmarks.figures import Figure, timed
from tests.benchmarks.stage import fresh_browser, served

FAMILIES = {
    "hearts": ("black-lady", "cancellation", "auction"),
    "boston": ("fontainebleau", "hoyle", "russian"),
    "rook": ("tournament", "kentucky-discard", "red-one"),
}
PAUSE = 300  # milliseconds from a position to the next click
CLOCK = """
(() => {
  const Plain = Worker;
  globalThis.Worker = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", () => { globalThis.heard = performance.now(); });
    }
  };
})();
"""
PLAY = """
async (table, pause) => {
  localStorage.setItem("whister-pace", "none");
  const sleep = time => new Promise(done => setTimeout(done, time));
  const card = (name, at) => table.querySelectorAll(`.wt-hand li[data-card="${name}"] button`)[at];
  const { paint } = table;
  const drawn = before => new Promise(done => {
    table.paint = (...given) => {
      paint.apply(table, given);
      if (table.state !== before && !table.showing) done(table.getBoundingClientRect() && performance.now());
    };
  });
  const spent = [];
  while (!table.state.over) {
    await sleep(pause);
    const before = table.state;
    const { choice, hand } = before;
    let button;
    if (choice.kind === "play") button = card(hand.find(held => held.playable).card, 0);
    else if (choice.kind === "cards") {
      choice.allowed.slice(0, choice.count).forEach((name, i, all) =>
        card(name, all.slice(0, i).filter(other => other === name).length).click());
      await sleep(pause);
      button = table.querySelector(".wt-confirm");
    } else {
      const open = [...table.querySelectorAll(".wt-choice [data-action]:not([aria-disabled])")];
      button = open.findLast(one => one.dataset.action.startsWith("bid ")) ?? open[0];
    }
    const shown = drawn(before);
    const start = performance.now();
    button.click();
    const end = await shown;
    await new Promise(requestAnimationFrame);
    await new Promise(done => { const { port1, port2 } = new MessageChannel(); port1.onmessage = done; port2.postMessage(0); });
    spent.push([heard - start, end - start, performance.now() - start]);
  }
  return spent;
}
"""
WHAT = ("click to answer", "click to position drawn", "click to the frame after")


def one_deal(browser: Browser, address: str, page: str) -> list[list[float]]:
    """Play the page's deal to the end; return the milliseconds that each action but the first took, as in ``WHAT``."""
    context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 900})
    context.add_init_script(CLOCK)
    opened = context.new_page()
    opened.goto(page)
    spent: list[list[float]] = opened.locator("whister-table").first.evaluate(PLAY, PAUSE)
    context.close()
    return spent[1:]


def measure(site: Path, rounds: int) -> list[Figure]:
    """Measure some rule sets of each family, with one or two deals each."""
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
            taken = list(zip(*(one for spent in found.values() for one in spent), strict=True))
            for what, every, target in zip(WHAT, taken, ("≤ 16 ms", "≤ 33 ms", ""), strict=True):
                figures.append(timed("action", f"{family}, {what}", every, "ms", 1, target=target))
            slowest, name = max((max(one[1] for one in spent), name) for name, spent in found.items())
            figures.append(
                Figure("action", f"{family}, the slowest drawn", f"{slowest:,.1f} ms", f"in {name}")
            )
    return figures
