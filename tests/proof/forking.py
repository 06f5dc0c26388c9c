"""A pytest plugin that loads all its tests once, then runs some of them in a fork for each alteration requested.

A request is a line of JSON, and so is its answer: see ``Request`` and ``Answer``. The plugin ends when no more requests
can come.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import CodeType
from typing import NamedTuple

import pytest

from tests.proof.altering.sitecustomize import Altered
from tests.proof.covering import ENGINE, forget
from tests.proof.rewriting import Codes, differing, functions, rewrite

PIPES = "WHISTER_PIPES"
"""Where it is told which file descriptors it reads from and writes to."""
MEMORY = 3 << 30


class Request(NamedTuple):
    """An alteration, and the tests to run."""

    own: str  #: the file that is altered
    altered: str  #: a file with its altered text
    told: str  #: the alteration, as it is given to processes that a test starts
    tests: Sequence[
        tuple[str, float]
    ]  #: in the order in which they are run, each with the seconds of one core that it may take


class Answer(NamedTuple):
    """How the tests of a request ended."""

    ended: str  #: "a test failed", "passed", "out of time", or "cannot" if more than functions is altered
    name: str = ""  #: the test that failed, or that was running
    seconds: float = 0.0  #: of one core
    early: bool = False  #: the altered code ran before the fork, and its effects are still there


Tests = list[tuple[pytest.Item, float]]


class Early:
    """The code of the engine that runs while the tests are loaded."""

    def __init__(self) -> None:
        self.codes = set[CodeType]()
        tool = sys.monitoring.COVERAGE_ID
        sys.monitoring.use_tool_id(tool, "whister-proof")
        sys.monitoring.register_callback(tool, sys.monitoring.events.PY_START, self.start)
        sys.monitoring.set_events(tool, sys.monitoring.events.PY_START)

    def start(self, code: CodeType, _: int) -> object:
        if code.co_filename.startswith(ENGINE):
            self.codes.add(code)
        return sys.monitoring.DISABLE

    def close(self) -> None:
        """Stop recording: from now on, code runs in forks."""
        sys.monitoring.set_events(sys.monitoring.COVERAGE_ID, 0)
        sys.monitoring.free_tool_id(sys.monitoring.COVERAGE_ID)


class Forks:
    """The part of the plugin that answers requests, for one run of pytest."""

    def __init__(self, early: Early) -> None:
        self.early = early

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.session = session
        self.items = {item.nodeid: item for item in session.items}
        self.functions = functions(ENGINE)
        self.early.close()
        read, write = map(int, os.environ[PIPES].split(","))
        with os.fdopen(read, encoding="utf-8") as asked, os.fdopen(write, "w", encoding="utf-8") as out:
            for line in asked:
                answer = self.answer(Request(*json.loads(line)))
                out.write(json.dumps(answer) + "\n")
                out.flush()
        return True

    def answer(self, request: Request) -> Answer:
        """Try an alteration; a failed test counts only if it passes without the alteration."""
        before, after = (Path(file).read_text("utf-8") for file in (request.own, request.altered))
        codes = differing(before, after, request.own)
        tests = [(self.items[name], seconds) for name, seconds in request.tests if name in self.items]
        if not codes:
            return Answer("cannot")
        found = self.forked(tests, codes, request.told)
        if found.ended == "a test failed":
            alone = self.forked([test for test in tests if test[0].nodeid == found.name], [], "")
            found = found._replace(seconds=found.seconds + alone.seconds)
            if alone.ended != "passed":
                return found._replace(ended="cannot")
        return found._replace(early=any(was in self.early.codes for was, _ in codes))

    def forked(self, tests: Tests, codes: Codes, told: str) -> Answer:
        """Run some tests in a fork until one fails, and return how they ended."""
        limits = {item.nodeid: 6 * seconds for item, seconds in tests}  # by the clock: it may wait for ever
        with tempfile.TemporaryFile() as noted:
            process = os.fork()
            if not process:
                self.run(tests, codes, told, noted.fileno())
            name, since = "", time.monotonic()
            while not os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                now = os.pread(noted.fileno(), 10_000, 0).decode("utf-8", "replace")
                if now != name:
                    name, since = now, time.monotonic()
                if time.monotonic() - since > limits.get(name, 60):
                    break
                time.sleep(0.005)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process, signal.SIGKILL)
            _, status, used = os.wait4(process, 0)
            name = os.pread(noted.fileno(), 10_000, 0).decode()
        ended = "a test failed" if status else "passed"
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) in {signal.SIGXCPU, signal.SIGKILL}:
            ended = "out of time"
        return Answer(ended, name, used.ru_utime + used.ru_stime)

    def run(self, tests: Tests, codes: Codes, told: str, noted: int) -> None:
        """Run tests in this process, which ends with them; write the name of each to ``noted`` before it begins."""
        status = 1
        try:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            rewrite(codes, self.functions)
            forget()
            if told:
                os.environ["WHISTER_ALTERED"] = told
                sys.meta_path.insert(0, Altered(*told.split("|")))  # for a module that is not loaded yet
            hook = self.session.config.hook
            following = [*(item for item, _ in tests[1:]), None]
            for (item, seconds), next_one in zip(tests, following, strict=True):
                os.ftruncate(noted, 0)
                os.pwrite(noted, item.nodeid.encode(), 0)
                until = int(time.process_time() + seconds) + 1
                resource.setrlimit(resource.RLIMIT_CPU, (until, resource.RLIM_INFINITY))
                hook.pytest_runtest_protocol(item=item, nextitem=next_one)
                if self.session.testsfailed:
                    break
            status = int(self.session.testsfailed > 0)
        finally:
            os._exit(status)


def pytest_configure(config: pytest.Config) -> None:
    """Answer requests instead of running the tests."""
    config.pluginmanager.register(Forks(Early()))
