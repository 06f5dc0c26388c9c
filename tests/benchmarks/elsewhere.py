"""Measures the first move in Firefox and WebKit: cold, and on a later page of the same browser. There is no target."""

from __future__ import annotations

import time
from pathlib import Path
from types import ModuleType

from tests.benchmarks.figures import Figure, timed
from tests.benchmarks.first_move import FIRST_CHOICE, FORGET, PAGES, REST
from tests.benchmarks.stage import served
from tests.browser import firefox, webkit

BROWSERS = {"Firefox": firefox, "WebKit": webkit}


def first_moves(browser: ModuleType, address: str, page: str) -> tuple[float, float]:
    """Return the milliseconds of the first move on a first visit with a fresh profile, and on a later page."""
    with browser.opened(address) as visitor:
        visitor.goto(page)
        cold = visitor.run(FIRST_CHOICE)[0]
        time.sleep(REST / 1000)
        visitor.run(FORGET)
        visitor.goto(page)
        return cold, visitor.run(FIRST_CHOICE)[0]


def measured(name: str, browser: ModuleType, address: str, rounds: int) -> list[Figure]:
    """Measure each page in one browser for some rounds."""
    figures = []
    for page in PAGES:
        cold, later = zip(*(first_moves(browser, address, page) for _ in range(rounds)), strict=True)
        figures += [
            timed("elsewhere", f"{name}, {page} cold", cold, "ms"),
            timed("elsewhere", f"{name}, {page} later page", later, "ms"),
        ]
    return figures


def measure(site: Path, rounds: int) -> list[Figure]:
    """Measure each installed browser; if one cannot be measured, its row states why, and the others are measured."""
    figures = []
    for name, browser in BROWSERS.items():
        if browser.program() is None:
            figures.append(Figure("elsewhere", name, "not here"))
            continue
        try:
            with served(site) as address:
                figures += measured(name, browser, address, rounds)
        except Exception as error:  # whatever a browser or its driver may throw
            why = f"{type(error).__name__}: {error}".splitlines()[0]
            figures.append(Figure("elsewhere", name, "not measured", why))
    return figures
