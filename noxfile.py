"""Whister's tasks: ``python3 noxfile.py -s serve``, ``python3 noxfile.py -s tests``, ``python3 noxfile.py -l``.

Needs Python 3.11 or newer with pip, and nothing else: the file brings its own nox, and every environment is
installed from a lock with hashes. A step whose inputs have not changed is not done again.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import logging
import os
import re
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).resolve().parent
BUILD = ROOT / "build"
SITE = BUILD / "site"
REPORTS = BUILD / "reports"
STAMPS = BUILD / "stamps"
ENVIRONMENTS = ROOT / ".nox"
DOCS = ROOT / "docs"
NODE_MODULES = DOCS / "node_modules"

OLDEST = (3, 11)  # the engine's oldest Python
SITE_PYTHON = (3, 13)  # Pyodide 0.29 runs 3.13: what is byte-compiled for it must be compiled by 3.13
TESTED = ((3, 11), (3, 12), (3, 13), (3, 14))
OLDEST_NODE = 20
EPOCH = "315532800"  # 1980-01-01, the first day that a zip file can name


Command: TypeAlias = "Sequence[str | Path]"


class Trouble(Exception):
    """Something the reader can mend; the message says what and how."""


# ---- telling what goes on ------------------------------------------------------------------------------------


@contextlib.contextmanager
def step(title: str) -> Iterator[None]:
    """Print one line for a piece of work: its title, then its seconds."""
    start = time.monotonic()
    print(f"  {title} … ", end="", flush=True)
    try:
        yield
    except BaseException:
        print("failed", flush=True)
        raise
    print(f"{time.monotonic() - start:.1f} s", flush=True)


def unchanged(title: str) -> None:
    """Print the line of a step that has nothing to do."""
    print(f"  {title} … unchanged", flush=True)


def call(command: Command, *, env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> str:
    """Run a command quietly and return what it printed; where it fails, raise Trouble with its own words."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        words = " ".join(str(word) for word in command)
        raise Trouble(
            f"{done.stdout.strip()}\n\nThis command failed with status {done.returncode}:\n  {words}"
        )
    return done.stdout


# ---- what has changed ----------------------------------------------------------------------------------------


def files_under(*places: Path) -> list[Path]:
    """Every source file of the places, sorted; caches and node_modules are left out."""
    found: list[Path] = []
    for place in places:
        if place.is_file():
            found.append(place)
        for folder, names, files in os.walk(place):
            names[:] = [
                name for name in names if name not in {"node_modules", "__pycache__"} and name[0] != "."
            ]
            found += [Path(folder, file) for file in files if not file.endswith(".pyc")]
    return sorted(found)


def digest(*places: Path, also: Iterable[str] = ()) -> str:
    """One hash of the names and contents of all files of the places, and of some words."""
    total = hashlib.sha256("\0".join(also).encode())
    for file in files_under(*places):
        total.update(f"\0{file.relative_to(ROOT).as_posix()}\0".encode())
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def once(title: str, stamp: Path, key: str, result: Path, work: Callable[[], object]) -> None:
    """Do the work unless its result stands and its stamp bears this key."""
    if result.exists() and stamp.is_file() and stamp.read_text() == key:
        unchanged(title)
        return
    with step(title):
        stamp.unlink(missing_ok=True)
        work()
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(key)


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Keep a second run from building in the same folder at the same time (where the system can)."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "lock").open("w") as handle:
        try:
            import fcntl  # noqa: PLC0415  (not on Windows)
        except ImportError:
            yield
            return
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("  another run is building here; waiting for it", flush=True)
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


# ---- Pythons and their environments --------------------------------------------------------------------------


def inside(environment: Path, program: str) -> Path:
    """The path of a program of a virtual environment."""
    return environment / ("Scripts" if os.name == "nt" else "bin") / program


def bootstrap() -> Path:
    """Make the small environment that holds nox and pip, unless it stands; return its Python."""
    home = ENVIRONMENTS / "bootstrap"
    python = inside(home, "python")
    lock = ROOT / ".locks" / "nox.txt"
    stamp = home / "made-from"
    key = digest(lock, also=[sys.version, sys.base_prefix])

    def make() -> None:
        shutil.rmtree(home, ignore_errors=True)
        own_pip = subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, check=False)
        if own_pip.returncode == 0:
            call([sys.executable, "-m", "venv", "--without-pip", home])
            call([sys.executable, "-m", "pip", "--python", python, *INSTALL, lock])
        else:
            call([sys.executable, "-m", "venv", home])
            call([python, "-m", "pip", *INSTALL, lock])

    if not (python.exists() and stamp.is_file() and stamp.read_text() == key):
        once("nox, for this folder alone", stamp, key, python, make)
    return python


INSTALL = (
    "--disable-pip-version-check",
    "install",
    "--quiet",
    "--no-deps",
    "--require-hashes",
    "--requirement",
)


def environment(name: str, interpreter: Path | None = None, folder: str | None = None) -> Path:
    """Make the virtual environment of a lock, unless it stands; return its Python.

    The Python of the site's tools by default; `folder` tells apart several environments of one lock.
    """
    home = ENVIRONMENTS / (folder or name)
    python = inside(home, "python")
    lock = ROOT / ".locks" / f"{name}.txt"
    stamp = home / "made-from"
    key = digest(lock, also=[str(interpreter or "")])
    if not (stamp.is_file() and stamp.read_text() == key and python.exists()):
        base = interpreter or site_python()
        pip = inside(ENVIRONMENTS / "bootstrap", "python")
        if not pip.exists():
            pip = bootstrap()
        with step(f"Python packages: {folder or name}"):
            shutil.rmtree(home, ignore_errors=True)
            call([base, "-m", "venv", "--without-pip", home])
            call([pip, "-m", "pip", "--python", python, *INSTALL, lock, "--no-compile"])
            stamp.write_text(key)
    return python


def candidate_pythons() -> Iterator[Path]:
    """Programs that may be a CPython: this one, those on PATH, pyenv's and uv's."""
    yield Path(sys.executable)
    for folder in os.get_exec_path():
        with contextlib.suppress(OSError):
            names = [path.name for path in Path(folder or ".").iterdir()]
            yield from (
                Path(folder, n) for n in sorted(names) if re.fullmatch(r"python(3(\.\d+)?)?(\.exe)?", n)
            )
    pyenvs = {
        Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv"),
        *Path(sys.base_prefix).parents[1:2],
    }
    for pyenv in pyenvs:
        yield from sorted(pyenv.glob("versions/*/bin/python3"))
    uvs = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share", "uv/python")
    yield from sorted(uvs.glob("*/bin/python3"))
    if uv := shutil.which("uv"):
        listed = subprocess.run(
            [uv, "python", "list", "--only-installed", "--output-format", "json"],
            capture_output=True,
            text=True,
            check=False,
        )
        with contextlib.suppress(ValueError, TypeError, KeyError):
            yield from (Path(entry["path"]) for entry in json.loads(listed.stdout))


ASK = """
import platform, sys, sysconfig, venv
assert platform.python_implementation() == "CPython" and sys.version_info.releaselevel == "final"
assert not sysconfig.get_config_var("Py_GIL_DISABLED")
print(sys.version_info[0], sys.version_info[1], getattr(sys, "_base_executable", "") or sys.executable, sep="|")
"""


def pythons() -> Iterator[tuple[tuple[int, int], Path]]:
    """Every released CPython that can be found and runs, as (3, 13) and its program, without repeats."""
    seen: set[Path] = set()
    for program in candidate_pythons():
        with contextlib.suppress(OSError, subprocess.SubprocessError, ValueError):
            real = program.resolve()
            if real in seen:
                continue
            # A shim of pyenv is a shell script: its path says nothing about what it runs.
            if real.suffix in {"", ".exe"} and "shims" not in real.parts:
                seen.add(real)
            answer = subprocess.run(
                [str(program), "-I", "-c", ASK], capture_output=True, text=True, timeout=20, check=True
            )
            major, minor, path = answer.stdout.strip().split("|")
            yield (int(major), int(minor)), Path(path)


def site_python() -> Path:
    """The Python 3.13 that runs the site's tools, or Trouble that says how to get one."""
    for version, program in pythons():
        if version == SITE_PYTHON:
            return program
    raise Trouble(
        "The site's tools need CPython 3.13, and none was found.\n"
        "Looked at: this Python, every python3 on PATH, pyenv's versions, uv's Pythons.\n"
        "Install one in any of these ways, then run the same command again:\n"
        "  uv python install 3.13\n"
        "  pyenv install 3.13\n"
        "  apt install python3.13 python3.13-venv      (where the system has it)\n"
        "  https://www.python.org/downloads/"
    )


# ---- Node ----------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Node:
    """A Node to run, with its npm."""

    node: Path
    npm: Path


def find_node() -> Node:
    """Node 20 or newer with npm from PATH, or else the one that PyPI carries."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        with contextlib.suppress(OSError, ValueError, subprocess.SubprocessError):
            answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
            if int(answer.stdout.strip().lstrip("v").split(".")[0]) >= OLDEST_NODE:
                return Node(Path(node), Path(npm))
    home = environment("node", Path(sys.executable)).parent
    return Node(home / "node", home / "npm")


def npm_packages() -> Node:
    """Install what docs/package-lock.json pins, unless it is installed; return the Node to run it with."""
    node = find_node()
    key = digest(DOCS / "package.json", DOCS / "package-lock.json")
    path = os.pathsep.join([str(node.node.parent), os.environ.get("PATH", "")])
    command: Command = [node.npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    once(
        "npm packages",
        NODE_MODULES / ".made-from",
        key,
        NODE_MODULES / "pyodide",
        lambda: call(command, cwd=DOCS, env={"PATH": path}),
    )
    return node


# ---- the site ------------------------------------------------------------------------------------------------


def paths(*extra: Path) -> dict[str, str]:
    """The environment variables that let a program import the engine and the site's own modules."""
    own = [ROOT / "engine", DOCS / "_ext", DOCS, *extra]
    return {"PYTHONPATH": os.pathsep.join(map(str, own)), "PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": EPOCH}


def engine_wheel(python: Path) -> Path:
    """Build the engine's wheel, the same bytes from the same sources."""
    folder = BUILD / "wheel"
    key = digest(
        ROOT / "engine",
        *(
            ROOT / name
            for name in ("pyproject.toml", "README.md", "LICENSE", "LICENSE-CC-BY-4.0", ".locks/docs.txt")
        ),
    )

    def make() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        call([python, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT], env=paths())

    once("engine wheel", STAMPS / "wheel", key, folder, make)
    return next(folder.glob("whister-*.whl"))


def browser_runtime(python: Path, node: Node, wheel: Path) -> Path:
    """Assemble the browser's Python with the engine in it; return its folder, named by its hash."""
    folder = BUILD / "runtime"
    key = digest(wheel, DOCS / "_runtime", DOCS / "package-lock.json", ROOT / ".locks/docs.txt")
    command: Command = [python, "-m", "_runtime", "assemble", "--node", node.node, "--npm", NODE_MODULES]
    once(
        "browser runtime",
        STAMPS / "runtime",
        key,
        folder,
        lambda: call([*command, "--wheel", wheel, "--out", folder], env=paths()),
    )
    return next(place for place in folder.iterdir() if place.is_dir())


def html(python: Path, runtime: Path) -> None:
    """Build the pages and put the runtime beside them.

    A changed text is rebuilt alone. A change of anything that pages are made from (the engine, the extension, the
    configuration, the set of pages) rebuilds them all.
    """
    texts = [file for file in files_under(DOCS, ROOT / "examples") if file.suffix == ".md"]
    names = [str(file.relative_to(ROOT)) for file in texts]
    others = [
        file
        for file in files_under(DOCS, ROOT / "engine", ROOT / "CHANGELOG.md", ROOT / ".locks/docs.txt")
        if file.suffix != ".md" and file.parent.name != "_runtime"
    ]
    whole = digest(*others, also=[*names, runtime.name])
    doctrees, made_whole = BUILD / "doctrees", STAMPS / "site-whole"

    def make() -> None:
        if not (made_whole.is_file() and made_whole.read_text() == whole):
            made_whole.unlink(missing_ok=True)
            shutil.rmtree(SITE, ignore_errors=True)
            shutil.rmtree(doctrees, ignore_errors=True)
        sphinx: Command = [
            python,
            "-m",
            "sphinx",
            "--builder",
            "dirhtml",
            "--nitpicky",
            "--fail-on-warning",
            "--quiet",
        ]
        call(
            [*sphinx, "--doctree-dir", doctrees, DOCS, SITE], env={**paths(), "WHISTER_RUNTIME": runtime.name}
        )
        for old in SITE.glob("_runtime/*"):
            if old.name != runtime.name:
                shutil.rmtree(old)
        shutil.copytree(runtime, SITE / "_runtime" / runtime.name, dirs_exist_ok=True)
        made_whole.write_text(whole)

    once("pages", STAMPS / "site", digest(*texts, also=[whole]), SITE / "index.html", make)


def compressed(python: Path, *, best: bool) -> None:
    """Put compressed copies beside the files of the site; `best` takes half a minute more, once a runtime."""
    key = (STAMPS / "site").read_text()
    stamp = STAMPS / "compressed"
    if stamp.is_file() and stamp.read_text() == f"{key} best":
        unchanged("compressed copies")
        return
    command: list[str | Path] = [python, "-m", "_runtime", "compress", SITE, "--cache", BUILD / "compressed"]
    if best:
        command.append("--best")
    once(
        "compressed copies",
        stamp,
        f"{key} {'best' if best else 'quick'}",
        SITE,
        lambda: call(command, env=paths()),
    )


def build_site(*, best: bool = False) -> Path:
    """Build everything the site needs, and the site; return its folder. `best` is for a site to be published."""
    with alone():
        python = environment("docs")
        node = npm_packages()
        wheel = engine_wheel(python)
        html(python, browser_runtime(python, node, wheel))
        compressed(python, best=best)
    return SITE


# ---- checks --------------------------------------------------------------------------------------------------


@dataclasses.dataclass
class Check:
    """What came of one check: how many of its tests passed and failed, and how long it took."""

    title: str
    passed: int = 0
    failed: int = 0
    seconds: float = 0.0
    note: str = ""

    @property
    def ok(self) -> bool:
        return self.failed == 0 and self.passed > 0


@dataclasses.dataclass
class Checks:
    """The checks of one run; each goes on after another has failed."""

    arguments: Sequence[str] = ()
    done: list[Check] = dataclasses.field(default_factory=list)
    notes: list[str] = dataclasses.field(default_factory=list)

    def run(
        self,
        title: str,
        command: Command,
        *,
        report: Path | None = None,
        env: Mapping[str, str] = {},
    ) -> None:
        """Run a command in sight of the reader; where it writes a JUnit report, count its tests."""
        print(f"\n---- {title}", flush=True)
        if report:
            report.parent.mkdir(parents=True, exist_ok=True)
            report.unlink(missing_ok=True)
        start = time.monotonic()
        words = [str(word) for word in command]
        status = subprocess.run(
            words, cwd=ROOT, env={**os.environ, **paths(), **env}, stdin=subprocess.DEVNULL, check=False
        ).returncode
        check = Check(title, seconds=time.monotonic() - start)
        if report and report.is_file():
            suites = list(ET.parse(report).getroot().iter("testsuite"))
            bad = sum(int(suite.get("failures", 0)) + int(suite.get("errors", 0)) for suite in suites)
            skipped = sum(int(suite.get("skipped", 0)) for suite in suites)
            check.failed = bad
            check.passed = sum(int(suite.get("tests", 0)) for suite in suites) - bad - skipped
            check.note = f"{skipped} skipped" if skipped else ""
        elif status == 0:
            check.passed = 1
        if status and not check.failed:
            check.failed = 1
            check.note = f"status {status}"
        self.done.append(check)

    def pytest(self, title: str, python: Path, name: str, *arguments: str | Path, **env: str) -> None:
        """Run pytest; `name` names its report."""
        report = REPORTS / f"{name}.xml"
        cache = f"cache_dir={BUILD / 'cache' / name}"
        command: Command = [
            python,
            "-m",
            "pytest",
            "-q",
            "-o",
            cache,
            f"--junitxml={report}",
            *arguments,
            *self.arguments,
        ]
        self.run(title, command, report=report, env=env)

    def attempt(self, title: str, work: Callable[[], object]) -> None:
        """Do a piece of work that other checks need; Trouble is a failed check."""
        print(f"\n---- {title}", flush=True)
        start = time.monotonic()
        check = Check(title)
        try:
            work()
            check.passed = 1
        except Trouble as trouble:
            print(trouble, flush=True)
            check.failed = 1
        check.seconds = time.monotonic() - start
        self.done.append(check)

    def close(self) -> None:
        """Print the summary, keep its last line in build/summary.txt, and end with an error if a check failed."""
        passed, failed = sum(c.passed for c in self.done), sum(c.failed for c in self.done)
        seconds = sum(c.seconds for c in self.done)
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
        bad = [check.title for check in self.done if not check.ok]
        if bad:
            raise Trouble("Failed: " + "; ".join(bad))


def check_lint(checks: Checks) -> None:
    """Style, layout and the citation file."""
    python = environment("tests")
    checks.run("ruff: likely mistakes", [python, "-m", "ruff", "check", "."])
    checks.run("ruff: layout", [python, "-m", "ruff", "format", "--check", "."])
    schema: Command = [
        python,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        "vendor.citation-file-format",
        "CITATION.cff",
    ]
    checks.run("citation file", schema)


def check_types(checks: Checks) -> None:
    """Types of the Python, as its oldest version and as the site's, and of the JavaScript."""
    python = environment("tests")
    mypy: Command = [python, "-m", "mypy", "--cache-dir", BUILD / "cache/mypy"]
    checks.run("mypy: engine, as Python 3.11", [*mypy, "--python-version", "3.11", "engine"])
    checks.run("mypy: everything", mypy)
    node = npm_packages()
    for project in ("docs", "docs/_runtime"):
        checks.run(
            f"tsc: {project}", [node.node, NODE_MODULES / "typescript/bin/tsc", "--project", ROOT / project]
        )


def check_engine(checks: Checks) -> None:
    """The engine's tests and the examples, on every CPython there is from 3.11 on."""
    places = ("tests/engine", "examples")
    checks.pytest("engine, CPython 3.13", environment("tests"), "engine", *places)
    found: dict[tuple[int, int], Path] = {}
    for version, program in pythons():
        if version >= OLDEST:
            found.setdefault(version, program)
    for version in sorted({*TESTED, *found} - {SITE_PYTHON}):
        name = ".".join(map(str, version))
        if version in found:
            python = environment("engine", found[version], f"engine-{name}")
            checks.pytest(f"engine, CPython {name}", python, f"engine-{name}", *places)
        else:
            checks.notes.append(f"engine not tested on CPython {name}: none found")


def check_pyodide(checks: Checks) -> None:
    """The engine's tests on the browser's Python, under Node, from the files that the site ships."""
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
    checks.run("engine, Pyodide", command, report=report)


def check_docs(checks: Checks) -> None:
    """The site builds without a warning, its doctests hold, and so do the tests of its pages."""
    checks.attempt("site builds", build_site)
    python = environment("docs")
    sphinx: Command = [
        python,
        "-m",
        "sphinx",
        "--builder",
        "doctest",
        "--nitpicky",
        "--fail-on-warning",
        "--quiet",
    ]
    checks.run(
        "sphinx doctest", [*sphinx, "--doctree-dir", BUILD / "doctrees-doctest", DOCS, BUILD / "doctest"]
    )
    checks.pytest("site", environment("tests"), "site", "docs", "tests/site", WHISTER_SITE=str(SITE))


def check_browser(checks: Checks) -> None:
    """The site in a real browser."""
    if not any(check.title == "site builds" for check in checks.done):
        checks.attempt("site builds", build_site)
    checks.pytest("browser", environment("tests"), "browser", "tests/browser", WHISTER_SITE=str(SITE))


# ---- sessions ------------------------------------------------------------------------------------------------


def run_as_script() -> None:
    """Bring nox if it is missing, and hand over to it."""
    if sys.version_info < OLDEST:
        sys.exit(
            f"Whister's tools need Python 3.11 or newer; this is {sys.version.split()[0]} ({sys.executable})."
        )
    try:
        python = bootstrap()
    except Trouble as trouble:
        sys.exit(f"\n{trouble}\n\nWhister's tools could not be installed; pip's words are above.")
    command = [str(python), "-m", "nox", "--noxfile", str(Path(__file__).resolve()), *sys.argv[1:]]
    sys.stdout.flush()
    if os.name == "nt":
        sys.exit(subprocess.run(command, check=False).returncode)
    os.execv(python, command)


if __name__ == "__main__":
    run_as_script()

import nox  # noqa: E402

nox.options.sessions = ["tests"]
# Environments are made here with pip; that nox finds no uv is nothing to tell.
logging.getLogger("nox").addFilter(lambda record: "uv binary" not in record.getMessage())


def session(work: Callable[[nox.Session], None]) -> None:
    """Register a session that makes its own environments; Trouble ends it with a plain message."""

    def run(session: nox.Session) -> None:
        try:
            work(session)
        except Trouble as trouble:
            session.error(f"\n\n{trouble}")

    run.__doc__ = work.__doc__
    nox.session(name=work.__name__, venv_backend="none")(run)


@session
def serve(session: nox.Session) -> None:
    """Build the site and serve it on http://127.0.0.1:8000, or on the next free port."""
    folder = build_site()
    sys.path.insert(0, str(DOCS))
    from _runtime import server  # noqa: PLC0415  (found only now)

    server.serve(folder)


@session
def build(session: nox.Session) -> None:
    """Build the site into build/site; ``-- --best`` compresses it as a published site should be."""
    print(f"\nThe site is in {build_site(best='--best' in session.posargs).relative_to(ROOT)}.")


def checking(name: str, *parts: Callable[[Checks], None]) -> None:
    """Register a session of checks; what follows ``--`` goes to pytest."""

    def run(session: nox.Session) -> None:
        checks = Checks(session.posargs)
        for part in parts:
            part(checks)
        checks.close()

    run.__name__ = name
    run.__doc__ = parts[0].__doc__ if len(parts) == 1 else "Every check and test there is."
    session(run)


checking("tests", check_lint, check_types, check_engine, check_pyodide, check_docs, check_browser)
checking("lint", check_lint)
checking("types", check_types)
checking("engine", check_engine)
checking("pyodide", check_pyodide)
checking("docs", check_docs)
checking("browser", check_browser)


@session
def benchmarks(session: nox.Session) -> None:
    """Measure the engine and the site beside their peers; nothing is asserted."""
    folder = SITE if "deals" in session.posargs else build_site(best=True)
    python = environment("benchmarks")
    command: Command = [python, "-m", "tests.benchmarks", "--site", folder, *session.posargs]
    if subprocess.run(
        [str(word) for word in command], cwd=ROOT, env={**os.environ, **paths()}, check=False
    ).returncode:
        raise Trouble("The benchmarks did not finish.")


@session
def lock(session: nox.Session) -> None:
    """Write .locks/*.txt anew from .locks/*.in: the newest releases that fit, with hashes."""
    uv = inside(environment("lock").parent.parent, "uv")
    for_every_python = {"nox", "node", "engine", "lock"}
    with step("Python locks"):
        for source in sorted((ROOT / ".locks").glob("*.in")):
            version = "3.11" if source.stem in for_every_python else "3.13"
            how = ["--universal", "--generate-hashes", "--upgrade", "--no-header", "--no-annotate", "--quiet"]
            place: Command = ["--python", site_python(), "--python-version", version]
            call([uv, "pip", "compile", *how, *place, "--output-file", source.with_suffix(".txt"), source])
    with step("npm lock"):
        npm = find_node().npm
        call(
            [npm, "install", "--package-lock-only", "--omit-lockfile-registry-resolved", "--no-audit"],
            cwd=DOCS,
        )
