"""Settings for all tests: the garbage collector runs seldom, as it would otherwise take a tenth of the time."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from typing import Any

import pytest

gc.set_threshold(100_000, 20, 20)


@pytest.fixture
def attentive() -> Iterator[None]:
    """Let this process listen to requests to end, though it may have been started in the background, where they are ignored."""
    usual: dict[str, Any] = {
        "SIGINT": signal.default_int_handler,
        "SIGTERM": signal.SIG_DFL,
        "SIGHUP": signal.SIG_DFL,
    }
    numbers = {getattr(signal, name): handler for name, handler in usual.items() if hasattr(signal, name)}
    before = {number: signal.signal(number, handler) for number, handler in numbers.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
