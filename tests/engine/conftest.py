"""How the engine's Hypothesis tests run: without a time limit, and with the same examples in every run on a server."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("whister", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("whister")
