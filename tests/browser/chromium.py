"""The Chromium that tests and benchmarks run."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Browser, Playwright

from tests.browser.surroundings import USUAL, Faces, surroundings

WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BARE = "chromium-headless-shell"  # without the parts that draw a window: it needs a third less processor time
FOR_TESTS = (BARE, *WHOLE)
FOR_BENCHMARKS = (*WHOLE, BARE)
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --no-proxy-server"
).split()
# A test is short: optimising Python's compiled code further while it runs would not pay.
QUICK = ("--js-flags=--liftoff-only", "--in-process-gpu")
MISSING = "No Chromium found. Install it: apt-get install chromium-headless-shell"


def program(names: Sequence[str] = FOR_TESTS) -> str | None:
    """Return the path of the system's Chromium under the first of these names that is installed, or None."""
    return next(filter(None, map(shutil.which, names)), None)


@contextmanager
def started(
    playwright: Playwright, found: str, flags: Sequence[str], faces: Faces = USUAL
) -> Iterator[Browser]:
    """Yield one process of the Chromium at this path, for any number of fresh profiles."""
    with surroundings(faces) as env:
        opened = playwright.chromium.launch(executable_path=found, args=[*FLAGS, *flags], env={**env})
        try:
            yield opened
        finally:
            opened.close()
