"""Tries alterations in a pytest process that has already loaded all its tests: a fork of it starts at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import IO

from tests.proof.covered import ROOT, surroundings
from tests.proof.forking import PIPES, Answer, Request


class Forked:
    """A pytest process that waits for requests until this process ends."""

    def __init__(self, files: Sequence[str]) -> None:
        read, its_write = os.pipe()
        its_read, write = os.pipe()
        env = surroundings({PIPES: f"{its_read},{its_write}"})
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "tests.proof.forking", *files]  # fmt: skip
        self.process = subprocess.Popen(command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, pass_fds=(its_read, its_write))  # fmt: skip
        os.close(its_read)
        os.close(its_write)
        self.answers: IO[str] = os.fdopen(read, encoding="utf-8")
        self.requests: IO[str] = os.fdopen(write, "w", encoding="utf-8")

    def ask(self, request: Request) -> Answer:
        """Send a request and return the answer. Raise ``RuntimeError`` if the process has ended."""
        self.requests.write(json.dumps(request) + "\n")
        self.requests.flush()
        line = self.answers.readline()
        if not line:
            raise RuntimeError(
                f"the tests that wait for alterations have ended: status {self.process.wait()}"
            )
        return Answer(*json.loads(line))

    def end(self) -> None:
        """End the process."""
        self.requests.close()
        self.answers.close()
        self.process.wait()


__all__ = ["Forked"]
