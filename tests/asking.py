"""The table's requests, sent to the engine in this Python process."""

from __future__ import annotations

import json
from typing import Any

from whister.table.requests import handle


def asked(**request: Any) -> dict[str, Any]:
    """Return the engine's answer to a request; fail if it is a refusal."""
    answer = json.loads(handle(json.dumps({"id": 1, **request})))
    assert "ok" in answer, answer
    found: dict[str, Any] = answer["ok"]
    return found
