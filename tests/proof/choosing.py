"""A plugin of pytest: runs the tests that a file lists, in the order of the list, and no others."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep what is listed. An item that is not there any more is left out."""
    listed: list[str] = json.loads(Path(os.environ["WHISTER_CHOSEN"]).read_text("utf-8"))
    known = {item.nodeid: item for item in items}
    items[:] = [known[name] for name in listed if name in known]
