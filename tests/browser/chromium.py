"""The Chromium that tests and benchmarks run."""

from __future__ import annotations

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
MISSING = "No Chromium found. Install it: apt-get install chromium"


def program() -> str | None:
    """The path of the system's Chromium, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)
