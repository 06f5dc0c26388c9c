"""Sphinx with its imports done, ready to build: ``python -m _watch.warm`` forks a child for each line of input.

Each line is JSON: the arguments of `sphinx-build`, environment variables, the rule sets and the examples to check
for mistakes first, and the file for the output. If the build fails, or there are no arguments, all rule sets are
checked, since that check gives better messages about records.

Each build gives two lines of output: the child's process ID when it begins, and its exit status when it has ended. No
record is read in this process: each child reads the current records.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import time
from importlib import import_module
from pathlib import Path

WANTED = """
furo bs4 myst_parser.parsers.sphinx_ notfound.extension rulebook.extension sphinx.builders.dirhtml sphinx.cmd.build
sphinx.domains.python sphinx.domains.std sphinx.ext.autodoc sphinx.util.parallel sphinx_copybutton sphinx_design
sphinxcontrib.bibtex sphinx.writers.html5 whister.links.deal_record whister.links.texts whister.table.requests whister.reference.citable
""".split()

TICK = 0.02  # seconds


def main() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # noticed later, when the watching process has gone
    watching = os.getppid()
    for name in WANTED:
        import_module(name)
    for line in sys.stdin:
        asked = json.loads(line)
        child = os.fork()
        if not child:
            _build(asked)
        print(child, flush=True)
        print(_status(child, watching), flush=True)


def _status(child: int, watching: int) -> int:
    """Return the exit status of a build. If the watching process has gone, end the build and this process."""
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        if os.getppid() != watching:
            for end in (os.killpg, os.kill):
                with contextlib.suppress(ProcessLookupError):
                    end(child, signal.SIGKILL)
            sys.exit("Nobody waits for this build any more.")
        time.sleep(TICK)


def _build(asked: dict[str, object]) -> None:
    """Build, as a child in its own process group."""
    from sphinx.cmd.build import main as build

    from _watch.checking import mistakes, unwritten, wrong_examples

    os.setsid()
    said = os.open(Path(str(asked["said"])), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(said, stream)
    variables = asked["env"]
    assert isinstance(variables, dict)
    os.environ.update(variables)
    arguments = asked["arguments"]
    assert isinstance(arguments, list)
    status = 1
    try:
        records = str(asked["records"]).split()
        told = list(mistakes(records) if records or not arguments else unwritten())
        if asked["examples"] and not told:
            told = list(wrong_examples(map(Path, str(asked["examples"]).split("\0"))))
        status = 1 if told else build(arguments) if arguments else 0
        told = list(mistakes()) if status and not told else told
        if told:
            _flush()
            os.truncate(said, 0)
            os.lseek(said, 0, os.SEEK_SET)
            print(*told, sep="\n")
    finally:
        _flush()
        os._exit(status)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        stream.flush()


if __name__ == "__main__":
    main()
