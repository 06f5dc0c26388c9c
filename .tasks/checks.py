"""All checks and tests, run one after the other whether or not one fails, and their totals."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import json
import os
import subprocess
import time
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from pathlib import Path

from building import KEPT, SITE, browser_runtime, build_site, engine_wheel, paths
from environments import SITE_PYTHON, environment, inside, pythons, site_python
from node import NODE_MODULES, npm_packages
from prose import PROSE, prose
from steps import BUILD, ROOT, Command, Trouble, alone, call

REPORTS = BUILD / "reports"
CORES = min(os.cpu_count() or 1, 4)
WORKERS = ("-n", str(CORES))  # a process for each core
WAITING = ("-n", str(CORES + 1))  # and one more where tests wait for other programs
WHOLE_FILES = "--dist=loadfile"  # the examples on a page share their names
SHARED = "--dist=worksteal"  # for files that take very different times
OLDEST = (3, 11)  # the oldest Python that the engine supports
CAME = Path("build", "checks.json")
NOTHING_CHOSEN = 5  # pytest's exit status when no test was selected
TESTED = ((3, 11), (3, 12), (3, 13), (3, 14))


@dataclasses.dataclass
class Check:
    """The result of one check: how many of its tests passed and failed, and how long it took."""

    title: str
    passed: int = 0
    failed: int = 0
    seconds: float = 0.0
    note: str = ""

    @property
    def ok(self) -> bool:
        return self.failed == 0


class Begun:
    """A running command, with its output shown or kept in a file."""

    def __init__(
        self,
        title: str,
        command: Command,
        report: Path | None,
        env: Mapping[str, str],
        log: Path | None = None,
    ) -> None:
        self.title = title
        self._report, self._log = report, log
        if report:
            report.parent.mkdir(parents=True, exist_ok=True)
            report.unlink(missing_ok=True)
        self._start = time.monotonic()
        with log.open("wb") if log else contextlib.nullcontext() as out:
            self._process = subprocess.Popen(
                [str(word) for word in command],
                cwd=ROOT,
                env={**os.environ, **paths(), **env},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT if out else None,
            )

    def stop(self) -> None:
        """Kill the command."""
        self._process.kill()
        self._process.wait()

    def has_ended(self) -> bool:
        """Return whether the command has ended."""
        return self._process.poll() is not None

    def said(self) -> str:
        """Return the output kept in its file; empty if it is shown instead."""
        return self._log.read_text(encoding="utf-8", errors="replace") if self._log else ""

    def ended(self, arguments: Sequence[str]) -> Check:
        """Wait for the command to end and return its result."""
        try:
            status = self._process.wait()
        except BaseException:
            self.stop()
            raise
        check = Check(self.title, seconds=time.monotonic() - self._start)
        if self._report and self._report.is_file():
            suites = list(ET.parse(self._report).getroot().iter("testsuite"))
            bad = sum(int(suite.get("failures", 0)) + int(suite.get("errors", 0)) for suite in suites)
            skipped = sum(int(suite.get("skipped", 0)) for suite in suites)
            check.failed = bad
            check.passed = sum(int(suite.get("tests", 0)) for suite in suites) - bad - skipped
            check.note = f"{skipped} skipped" if skipped else ""
        elif status == 0:
            check.passed = 1
        if status == NOTHING_CHOSEN and arguments:
            check.note = "nothing chosen"
        elif status and not check.failed:
            check.failed = 1
            check.note = f"status {status}"
        return check


@dataclasses.dataclass
class Checks:
    """The checks of one run, which goes on after one has failed."""

    arguments: Sequence[str] = ()
    done: list[Check] = dataclasses.field(default_factory=list)
    beside: list[Begun] = dataclasses.field(default_factory=list)
    notes: list[str] = dataclasses.field(default_factory=list)
    site: Path = SITE
    start: float = dataclasses.field(default_factory=time.monotonic)

    def run(
        self, title: str, command: Command, *, report: Path | None = None, env: Mapping[str, str] = {}
    ) -> None:
        """Run a command and show its output; if it writes a JUnit report, count its tests."""
        self.settle(wait=False)
        print(f"\n---- {title}", flush=True)
        begun = Begun(title, command, report, env)
        self.done.append(begun.ended(self.arguments))

    def begin(self, title: str, command: Command, *, report: Path, env: Mapping[str, str] = {}) -> None:
        """Start a command in the background; its output is shown after it has ended, between two other checks."""
        print(f"\n---- {title}: begins, beside what follows", flush=True)
        self.beside.append(Begun(title, command, report, env, report.with_suffix(".txt")))

    def settle(self, *, wait: bool = True) -> None:
        """Wait for all background commands and show their output.

        Without `wait`, show only the output of those that have already ended.
        """
        for begun in [each for each in self.beside if wait or each.has_ended()]:
            self.beside.remove(begun)
            check = begun.ended(self.arguments)
            print(f"\n---- {begun.title}\n{begun.said()}", flush=True)
            self.done.append(check)

    def pytest(self, title: str, python: Path, name: str, *arguments: str | Path, **env: str) -> None:
        """Run pytest, with Node and the npm packages available; `name` names its report."""
        command, report = self._pytest(python, name, arguments)
        self.run(title, command, report=report, env={**npm_packages().path, **KEPT, **env})

    def begin_pytest(self, title: str, python: Path, name: str, *arguments: str | Path) -> None:
        """Run pytest in the background."""
        command, report = self._pytest(python, name, arguments)
        self.begin(title, command, report=report, env={**npm_packages().path, **KEPT})

    def _pytest(self, python: Path, name: str, arguments: Sequence[str | Path]) -> tuple[Command, Path]:
        report = REPORTS / f"{name}.xml"
        options = ["-q", "-o", f"cache_dir={BUILD / 'cache' / name}", f"--junitxml={report}"]
        return [python, "-m", "pytest", *options, *WORKERS, *arguments, *self.arguments], report

    def take_over(self, name: str, command: Command, folder: Path) -> None:
        """Run a session in another folder and add its results to those of this run; background commands keep running."""
        print(f"\n---- {name}, in {folder.relative_to(ROOT)}", flush=True)
        start = time.monotonic()
        done = subprocess.run(
            [str(word) for word in command], cwd=folder, stdin=subprocess.DEVNULL, check=False
        )
        kept = folder / CAME
        came = json.loads(kept.read_text("utf-8")) if kept.is_file() else {"checks": [], "notes": []}
        found = [Check(**each) for each in came["checks"]]
        if done.returncode and all(check.ok for check in found):
            found.append(Check(name, failed=1, note=f"status {done.returncode}"))
        rest = time.monotonic() - start - sum(check.seconds for check in found)
        self.done += [*found, Check(f"{name}: its clone made ready", passed=1, seconds=rest)]
        self.notes += came["notes"]

    def site_builds(self) -> bool:
        """Build the site, which its tests need, once in each run; return whether that succeeded."""
        title = "site builds"
        for check in self.done:
            if check.title == title:
                return check.ok
        print(f"\n---- {title}", flush=True)
        start = time.monotonic()
        check = Check(title)
        try:
            build_site()
            check.passed = 1
        except Trouble as trouble:
            print(trouble, flush=True)
            check.failed = 1
            check.note = "the tests of the site were not run"
        check.seconds = time.monotonic() - start
        self.done.append(check)
        return check.ok

    def close(self) -> None:
        """Print the summary and keep its last line in build/summary.txt. Raises Trouble if a check failed."""
        self.settle()
        passed, failed = sum(c.passed for c in self.done), sum(c.failed for c in self.done)
        seconds = time.monotonic() - self.start
        print("\n---- summary")
        for check in self.done:
            mark = "passed" if check.ok else "FAILED"
            counts = f"{check.passed} passed" + (f", {check.failed} failed" if check.failed else "")
            note = f"  ({check.note})" if check.note else ""
            print(f"  {mark}  {check.title:<44} {check.seconds:7.1f} s  {counts}{note}")
        for note in self.notes:
            print(f"  note    {note}")
        counts = (f"{failed} failed, " if failed else "") + f"{passed} passed"
        line = f" {counts} in {seconds:.2f}s ".center(80, "=")
        print(f"\n{line}", flush=True)
        BUILD.mkdir(exist_ok=True)
        (BUILD / "summary.txt").write_text(f"{line}\n")
        came = {"checks": [dataclasses.asdict(check) for check in self.done], "notes": self.notes}
        (ROOT / CAME).write_text(json.dumps(came), "utf-8")
        bad = [check.title for check in self.done if not check.ok]
        if bad:
            raise Trouble("Failed: " + "; ".join(bad))


def check_lint(checks: Checks) -> None:
    """Check style, layout, the direction of imports, and the citation file."""
    python = environment("lint")
    checks.run("ruff: likely mistakes", [python, "-m", "ruff", "check", "."])
    checks.run("ruff: layout", [python, "-m", "ruff", "format", "--check", "."])
    checks.run(
        "imports: downward only",
        [inside(python.parent.parent, "lint-imports"), "--no-logo", "--cache-dir", BUILD / "cache/imports"],
        env={"PYTHONPATH": os.pathsep.join([str(ROOT / "engine"), str(ROOT / "docs/_ext")])},
    )
    schema: Command = [
        python,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        "vendor.citation-file-format",
        "CITATION.cff",
    ]
    checks.run("citation file", schema)
    check_prose(checks)


def check_prose(checks: Checks) -> None:
    """Check for phrases that the style guide ("How we write" in CONTRIBUTING.md) replaces."""
    node, texts = npm_packages(), prose()
    textlint: Command = [node.node, NODE_MODULES / "textlint/bin/textlint.js"]
    how: Command = ["--rules-base-directory", NODE_MODULES, "--config", ROOT / ".tasks" / "textlint.cjs"]
    rules = [path for path in texts if PROSE / "engine/whister/rules" in path.parents]
    others = [path for path in texts if path not in rules]
    checks.run("prose", [*textlint, *how, "--format", "unix", *others])
    checks.run("prose: rules", [*textlint, *how, "--format", "unix", *rules], env={"PROSE_OF": "rules"})


def check_types(checks: Checks) -> None:
    """Check the types in Python, for the oldest version and for the site's, and in JavaScript."""
    python = environment("tests")
    mypy: Command = [python, "-m", "mypy", "--cache-dir", BUILD / "cache/mypy"]
    checks.run("mypy: engine, as Python 3.11", [*mypy, "--python-version", "3.11", "engine"])
    checks.run("mypy: everything", mypy)
    node = npm_packages()
    for project in ("docs", "docs/_offline", "docs/_runtime"):
        checks.run(
            f"tsc: {project}", [node.node, NODE_MODULES / "typescript/bin/tsc", "--project", ROOT / project]
        )


def check_engine(checks: Checks) -> None:
    """Test the engine, the command line and the examples on the site's CPython.

    On every other one found: the cases, golden playthroughs, properties, output of commands, and examples. What the
    oldest lacks is found by mypy too, which checks the engine against its standard library.
    """
    places = ("tests/engine", "tests/cli", "examples")
    elsewhere = (
        *(f"tests/engine/test_{name}.py" for name in ("cases", "playthroughs", "properties")),
        "tests/cli/test_reading.py",  # the messages of argparse differ between versions
        "examples",
    )
    beyond = (
        "tests/adapters",
        "tests/studies",
        "tests/play",
        "tests/reference",
        "tests/proof",
    )  # they need packages that the engine's own environments lack
    checks.pytest("engine, CPython 3.13", environment("tests"), "engine", WHOLE_FILES, *places, *beyond)
    found: dict[tuple[int, int], Path] = {}
    for version, program in pythons():
        if version >= OLDEST:
            found.setdefault(version, program)
    for version in sorted({*TESTED, *found} - {SITE_PYTHON}):
        name = ".".join(map(str, version))
        if version in found:
            python = environment("engine", found[version], f"engine-{name}")
            checks.pytest(f"engine, CPython {name}", python, f"engine-{name}", WHOLE_FILES, *elsewhere)
        else:
            checks.notes.append(f"engine not tested on CPython {name}: none found")


def check_pyodide(checks: Checks) -> None:
    """Run the engine's tests on the browser's Python, under Node, from the files that the site ships."""
    python = environment("docs")
    with alone():
        node = npm_packages()
        runtime = browser_runtime(python, node, engine_wheel(python))
    pure = environment("engine", site_python(), "engine-pyodide").parent.parent
    report = REPORTS / "pyodide.xml"
    command: Command = [
        node.node,
        ROOT / "tests/pyodide/run.mjs",
        runtime,
        NODE_MODULES,
        pure,
        report,
        *checks.arguments,
    ]
    checks.begin("engine, Pyodide", command, report=report)


def check_docs(checks: Checks) -> None:
    """Build the site without a warning, and test the Python that it shows and its pages."""
    built = checks.site_builds()
    own_example = ("--doctest-modules", ROOT / "engine/whister/__init__.py")
    checks.pytest("the engine's own example", environment("tests"), "own-example", *own_example)
    if built:
        places = ("docs", "tests/site")
        checks.pytest(
            "site", environment("tests"), "site", WHOLE_FILES, *places, WHISTER_SITE=str(checks.site)
        )


def check_browser(checks: Checks) -> None:
    """Test the site in a real browser."""
    if checks.site_builds():
        places = (*WAITING, SHARED, "tests/browser")
        checks.pytest("browser", environment("tests"), "browser", *places, WHISTER_SITE=str(checks.site))


PROOFS = {"deals": "tests", "openspiel": "benchmarks", "inputs": "tests", "mutants": "mutants"}
"""The parts of the proof that keep their results, each with its environment."""


def check_proof(checks: Checks) -> None:
    """Continue the proof, which takes hours. ``-- --only PART --deals N --inputs N --mutants N --seconds N --jobs N``.

    Deals and inputs are rounded up to whole chunks. ``--again`` retries the mutants that no test detected.
    """
    parser = argparse.ArgumentParser(prog="noxfile.py -s proof --", allow_abbrev=False)
    parser.add_argument("--only", choices=("browser", *PROOFS), help="this part alone")
    sizes = ("deals", "inputs", "mutants", "seconds", "jobs")
    for size in sizes:
        parser.add_argument(f"--{size}", type=int, metavar="N")
    parser.add_argument("--again", action="store_true")
    asked, checks.arguments = parser.parse_known_args(list(checks.arguments))  # the rest is for pytest
    if asked.only in {None, "browser"} and checks.site_builds():
        places = (SHARED, "tests/browser/test_proof.py", "tests/browser/test_faults.py")
        python = environment("tests")
        checks.pytest("proof: browser", python, "proof", *places, WHISTER_SITE=str(checks.site))
        came = checks.done[-1]
        if not checks.arguments:  # all tests were run
            figures = [str(figure) for figure in (came.passed, came.failed, came.seconds)]
            call([python, "-m", "tests.proof", "browser", "--came-to", *figures], env=paths())
    for part, packages in PROOFS.items():
        if asked.only in {None, part}:
            how = [f"--{size}={getattr(asked, size)}" for size in sizes if getattr(asked, size) is not None]
            how += ["--again"] if asked.again and part == "mutants" else []
            checks.run(f"proof: {part}", [environment(packages), "-m", "tests.proof", part, *how])
