"""How all tests run: memory is searched seldom for what nothing leads to any more, which else takes a tenth of the time."""

from __future__ import annotations

import gc

gc.set_threshold(100_000, 20, 20)
