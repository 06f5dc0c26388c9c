"""What the table asks the engine, asked of the engine in this Python."""

from __future__ import annotations

import json
from typing import Any

from whister.table.requests import handle


def asked(**request: Any) -> dict[str, Any]:
    """The engine's answer, which must be none of its refusals."""
    answer = json.loads(handle(json.dumps({"id": 1, **request})))
    assert "ok" in answer, answer
    found: dict[str, Any] = answer["ok"]
    return found
