"""A pytest plugin that records which tests run which lines of the engine, and how long each test takes.

The engine's caches (of loaded rule sets, for example) are emptied before each test function, so that all the code that
it needs is recorded.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from types import CodeType

import pytest

ENGINE = str(Path(__file__).resolve().parents[2] / "engine/whister") + os.sep
A_FUNCTION = 25
"""So many tests of one function are noted for a line."""


class Covering:
    """The lines that the current test has run, and the results of the tests before it."""

    def __init__(self, wanted: dict[str, list[int]]) -> None:
        self.wanted = {ENGINE + file: (file, frozenset(lines)) for file, lines in wanted.items()}
        self.now = set[tuple[str, int]]()
        self.function = ""
        self.items: list[tuple[str, float]] = []
        self.lines: dict[str, list[int]] = {}
        self.often = Counter[tuple[str, str]]()
        self.failed = False

    def line(self, code: CodeType, line: int) -> object:
        found = self.wanted.get(code.co_filename)
        if found is not None:
            file, lines = found
            self.now.add((file, 0))
            if line in lines:
                self.now.add((file, line))
        return sys.monitoring.DISABLE

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        function = item.nodeid.partition("[")[0]
        if function != self.function:
            forget()
        self.function, self.failed = function, False
        self.now.clear()
        sys.monitoring.restart_events()
        start = time.process_time()
        result = yield
        seconds = time.process_time() - start
        if not self.failed:
            number = len(self.items)
            self.items.append((item.nodeid, round(seconds, 4)))
            for file, line in sorted(self.now):
                place = f"{file}:{line}"
                self.often[place, function] += 1
                if self.often[place, function] <= A_FUNCTION:
                    self.lines.setdefault(place, []).append(number)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.outcome != "passed"

    def pytest_sessionfinish(self) -> None:
        told = json.dumps({"items": self.items, "lines": self.lines})
        file = Path(os.environ["WHISTER_COVERED"])
        beside = file.with_suffix(".new")
        beside.write_text(told, "utf-8")
        beside.replace(file)


def forget() -> None:
    """Empty every cache of the engine's modules."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "whister":
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def pytest_configure(config: pytest.Config) -> None:
    """Start to record lines."""
    covering = Covering(json.loads(Path(os.environ["WHISTER_LINES"]).read_text("utf-8")))
    tool = sys.monitoring.COVERAGE_ID
    sys.monitoring.use_tool_id(tool, "whister-proof")
    sys.monitoring.register_callback(tool, sys.monitoring.events.LINE, covering.line)
    sys.monitoring.set_events(tool, sys.monitoring.events.LINE)
    config.pluginmanager.register(covering)
