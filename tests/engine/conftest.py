"""How the engine's tests run: no test is timed, and a run on a server repeats itself exactly."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("whister", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("whister")
