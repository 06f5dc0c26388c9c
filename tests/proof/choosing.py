"""A pytest plugin that runs the tests listed in a file, in that order, and no others."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the listed items, in the order of the list; leave out any that no longer exist."""
    listed: list[str] = json.loads(Path(os.environ["WHISTER_CHOSEN"]).read_text("utf-8"))
    known = {item.nodeid: item for item in items}
    items[:] = [known[name] for name in listed if name in known]
