"""The built site, read once from the folder named by WHISTER_SITE, by default build/site."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.site.pages import Site

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def site() -> Site:
    """Return the built site; fail if there is none."""
    folder = Path(os.environ.get("WHISTER_SITE", ROOT / "build" / "site"))
    if not (folder / "index.html").is_file():
        pytest.fail(f"no built site in {folder}: run `python3 noxfile.py -s build`, or set WHISTER_SITE")
    return Site(folder)
