"""Measures whether the first hand is there at first paint: from the first frame on, each frame is checked for it.

The hand is laid out when every card has a box, and drawn when every picture in it has loaded as well. The check runs
before its frame is painted, so that what it finds is visible in that frame. Each page is measured both at the machine's
full speed and over a connection of 10 Mbit/s with 40 ms to the server and back, always with a fresh profile.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.benchmarks.figures import Figure, timed
from tests.benchmarks.first_move import PAGES
from tests.benchmarks.stage import fresh_browser, served

STILL = 300  # milliseconds in which the hand must stay as it is
LINES: dict[str, dict[str, Any] | None] = {
    "no limit": None,
    "10 Mbit/s": {"offline": False, "latency": 40, "downloadThroughput": 1.25e6, "uploadThroughput": 1.25e6},
}
WATCH = """
(() => {
  const wide = it => it.getBoundingClientRect().width > 0;
  const drawn = it => it.getBBox().width > 0;
  const seen = globalThis.seen = { laid: 0, drawn: 0 };
  const look = now => {
    const cards = [...document.querySelectorAll("whister-table .wt-hand [data-card]")];
    const laid = cards.length > 0 && cards.every(wide);
    const pictures = cards.flatMap(card => [...card.querySelectorAll("use")]).filter(it => wide(it.ownerSVGElement));
    seen.laid = laid && (seen.laid || now);
    seen.drawn = laid && pictures.every(drawn) && (seen.drawn || now);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();
"""
SEEN = f"""
async () => {{
  while (!seen.drawn || performance.now() < seen.drawn + {STILL}) await new Promise(requestAnimationFrame);
  const [first] = performance.getEntriesByName("first-contentful-paint");
  return {{ ...seen, painted: first.paintTime ?? first.startTime, shown: first.startTime }};
}}
"""


def first_paint(browser: Browser, address: str, line: dict[str, Any] | None) -> tuple[float, float, float]:
    """Return the milliseconds to the first paint, from there to the hand laid out, and from there to the hand drawn.

    The last two are 0 if the first paint already had the hand.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.add_init_script(WATCH)
    if line:
        control = context.new_cdp_session(page)
        control.send("Network.enable")
        control.send("Network.emulateNetworkConditions", line)
    page.goto(address)
    found = page.evaluate(SEEN)
    context.close()
    return found["shown"], *(max(0.0, found[what] - found["painted"]) for what in ("laid", "drawn"))


def measure(site: Path, rounds: int) -> list[Figure]:
    """Measure one page of each family over each connection."""
    figures = []
    with served(site) as address, sync_playwright() as playwright, fresh_browser(playwright) as browser:
        for name, line in LINES.items():
            for page in PAGES:
                found = [first_paint(browser, address + page, line) for _ in range(rounds)]
                shown, laid, drawn = zip(*found, strict=True)
                what = f"{page} {name}"
                figures += [
                    timed("paint", f"{what}, first contentful paint", shown, "ms"),
                    timed("paint", f"{what}, from there to the hand", laid, "ms", target="0 ms"),
                    timed("paint", f"{what}, from there to its pictures", drawn, "ms"),
                ]
    return figures
