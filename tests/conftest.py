"""Settings for all tests: the garbage collector runs seldom, as it would otherwise take a tenth of the time."""

from __future__ import annotations

import gc

gc.set_threshold(100_000, 20, 20)
