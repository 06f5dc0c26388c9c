"""Whister's tasks: ``python3 noxfile.py -s serve``, ``python3 noxfile.py -s tests``, ``python3 noxfile.py -l``.

Needs Python 3.11 or newer with pip, and nothing else: this file installs its own nox, and every environment is
installed from a lock file with hashes. A step whose inputs have not changed is not repeated.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036  (users of an older Python should see this)
    sys.exit(
        f"Whister's tools need Python 3.11 or newer; this is {sys.version.split()[0]} ({sys.executable})."
    )

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / ".tasks"))
from environments import bootstrap, environment, site_python, uv  # noqa: E402
from node import find_node, npm_packages  # noqa: E402
from steps import BUILD, DOCS, Command, Trouble, any_locale, call, step  # noqa: E402

any_locale()


def run_as_script() -> None:
    """Install nox if it is missing, and run it."""
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

from apart import run_apart  # noqa: E402
from books import check_books, make_books  # noqa: E402
from building import (  # noqa: E402
    SITE,
    browser_runtime,
    build_site,
    compressed_copies,
    engine_wheel,
    paths,
    publishing_options,
)
from changed import Asked, asked_for, check_changed  # noqa: E402
from checks import (  # noqa: E402
    Checks,
    check_browser,
    check_docs,
    check_engine,
    check_lint,
    check_proof,
    check_pyodide,
    check_types,
)
from peer import PEER_SITE, PEER_SOURCE, peer_site  # noqa: E402

nox.options.sessions = ["tests"]


def session(work: Callable[[nox.Session], None]) -> None:
    """Register a session that makes its own environments; Trouble ends the session with a plain message."""

    def run(session: nox.Session) -> None:
        try:
            work(session)
        except Trouble as trouble:
            session.error(f"\n\n{trouble}")

    run.__doc__ = work.__doc__
    nox.session(name=work.__name__, venv_backend="none")(run)


@session
def serve(session: nox.Session) -> None:
    """Build the site and serve it on http://127.0.0.1:8000 or the next free port. ``-- --watch`` shows each change."""
    if "--watch" in session.posargs:
        own = os.pathsep.join([paths()["PYTHONPATH"], str(ROOT / ".tasks")])
        command = [str(environment("docs")), "-m", "_watch"]
        sys.stdout.flush()
        with contextlib.suppress(KeyboardInterrupt):
            done = subprocess.run(
                command, cwd=ROOT, env={**os.environ, **paths(), "PYTHONPATH": own}, check=False
            )
            if done.returncode:
                raise Trouble("The site could not be built.")
        return
    folder = build_site()
    sys.path.insert(0, str(ROOT / "engine"))
    from whister.cli import server

    server.serve(folder)


@session
def build(session: nox.Session) -> None:
    """Build the site into build/site; ``-- --best`` compresses it as a published site should be."""
    print(f"\nThe site is in {build_site(best='--best' in session.posargs).relative_to(ROOT)}.")


@session
def publish(session: nox.Session) -> None:
    """Put this version of the site into build/published. ``-- --base https://…/``; ``--again`` replaces it."""
    asked = publishing_options(session.posargs)
    sys.path[:0] = [str(DOCS), str(ROOT / "engine")]
    from _versions.publishing import Altered, Release, home, publish, unreleased
    from whister.reference.release import RELEASED, VERSION

    check_books(VERSION)
    if _studies("--stale"):
        raise Trouble(
            "These figures are older than the rules or the players, and a release must not have them. Play them again: "
            "python3 noxfile.py -s studies, and then python3 noxfile.py -s studies -- --keep."
        )
    folder = build_site(best=True, base=home(asked.base, VERSION))
    published = BUILD / "published"
    with step("versions"):
        try:
            every = publish(folder, published, Release(VERSION, RELEASED), base=asked.base, again=asked.again)
        except Altered as altered:
            raise Trouble(
                f"{altered}\n\nA version stays as it was cited. Give this one a number of its own, or replace it with "
                "`-- --again` if nobody has it yet."
            ) from None
    compressed_copies(published)
    print(f"\n{published.relative_to(ROOT)} has {', '.join(each.version for each in every)}, newest first.")
    if warning := unreleased(VERSION, (ROOT / "CHANGELOG.md").read_text("utf-8")):
        print(f"\n{warning}", file=sys.stderr)


def checking(name: str, *parts: Callable[[Checks], None]) -> None:
    """Register a session of checks; arguments after ``--`` go to pytest.

    ``-s tests -- --changed`` runs the tests affected by changes since the last commit, ``-- --changed=main`` since
    another one. ``-- --apart`` runs each part that has its own session in a fresh clone.
    """

    def run(session: nox.Session) -> None:
        asked = asked_for(session.posargs) if name == "tests" else Asked("", False, session.posargs)
        checks = Checks(asked.words)
        chosen = (partial(check_changed, since=asked.since),) if asked.since else parts
        if asked.apart:
            chosen = tuple(APART.get(part, part) for part in parts)
        try:
            for part in chosen:
                part(checks)
            checks.close()
        finally:
            for begun in checks.beside:
                begun.stop()

    run.__name__ = name
    run.__doc__ = parts[0].__doc__ if len(parts) == 1 else "Every check and test there is."
    session(run)


APART: dict[Callable[[Checks], None], Callable[[Checks], None]] = {
    check_lint: run_apart("lint"),
    check_types: run_apart("types"),
    check_engine: run_apart("engine"),
    check_docs: run_apart("docs"),
}
checking("tests", check_lint, check_types, check_engine, check_pyodide, check_docs, check_browser)
checking("lint", check_lint)
checking("types", check_types)
checking("engine", check_engine)
checking("pyodide", check_pyodide)
checking("docs", check_docs)
checking("browser", check_browser)
checking("proof", check_proof)


@session
def books(session: nox.Session) -> None:
    """Make the EPUB, the PDF and the man page into build/books; the next build of the site lists them."""
    print(f"\nThe books are in {make_books().relative_to(ROOT)}.")


@session
def anchors(session: nox.Session) -> None:
    """Add new addresses to docs/anchors.lock, which only grows. ``-- --release 0.2.0`` records each clause."""
    with step("addresses"):
        call(
            [environment("docs"), "-m", "rulebook.domain.anchors", *session.posargs],
            env=paths(),
            cwd=DOCS / "_ext",
        )


@session
def golden(session: nox.Session) -> None:
    """Rewrite the golden playthroughs, moves, transcripts and screens; review the changes before you commit them."""
    with step("golden playthroughs"):
        call([site_python(), ROOT / "tests" / "engine" / "playthroughs.py"], env=paths())
    with step("revision"):
        call([environment("tests"), "-m", "tests.engine.revised"], env=paths())
    with step("moves"):
        call([environment("tests"), "-m", "tests.engine.moves"], env=paths())
    for name, module in (("transcripts", "tests.cli.transcripts"), ("screens", "tests.play.drawing")):
        with step(name):
            changed = call([environment("tests"), "-m", module], env=paths())
        print(changed)


@session
def benchmarks(session: nox.Session) -> None:
    """Measure the engine and the site against their peers, without pass or fail. ``-- --only PART --rounds N``."""
    folder = SITE if {"deals", "decisions", "build"} & {*session.posargs} else build_site(best=True)
    if "--only" not in session.posargs or "first-move" in session.posargs:
        peer_site()
    python = environment("benchmarks")
    docs, node = environment("docs"), npm_packages()
    runtime = browser_runtime(docs, node, engine_wheel(docs))
    places: Command = ["--site", folder, "--peer", PEER_SITE, "--node", node.node, "--runtime", runtime]
    command: Command = [python, "-m", "tests.benchmarks", *places, *session.posargs]
    if subprocess.run(
        [str(word) for word in command], cwd=ROOT, env={**os.environ, **paths()}, check=False
    ).returncode:
        raise Trouble("The benchmarks did not finish.")


@session
def arena(session: nox.Session) -> None:
    """Measure the computer players in duplicate deals, without pass or fail; a stopped run continues.
    ``-- --match lone --only hearts --deals N --minutes N``."""
    python = environment("benchmarks")
    command: Command = [python, "-m", "tests.arena", *session.posargs]
    if subprocess.run(
        [str(word) for word in command], cwd=ROOT, env={**os.environ, **paths()}, check=False
    ).returncode:
        raise Trouble("The arena did not finish.")


@session
def studies(session: nox.Session) -> None:
    """Play the studies of the site; a stopped run continues. ``-- --kind set --only hearts --minutes N``, then ``-- --keep``."""
    if _studies(*session.posargs):
        raise Trouble("The studies did not finish.")


def _studies(*words: str) -> int:
    """Run the studies with some words of the command line, and return the exit code."""
    command = [str(environment("tests")), "-m", "tests.studies", *words]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **paths()}, check=False).returncode


@session
def lock(session: nox.Session) -> None:
    """Rewrite .locks/*.txt from .locks/*.in: the newest compatible releases, with hashes."""
    for_every_python = {"nox", "node", "engine"}
    with step("Python locks"):
        for source in sorted((ROOT / ".locks").glob("*.in")):
            version = "3.11" if source.stem in for_every_python else "3.13"
            how = ["--universal", "--generate-hashes", "--upgrade", "--no-header", "--no-annotate", "--quiet"]
            place: Command = ["--python", site_python(), "--python-version", version]
            call([uv(), "pip", "compile", *how, *place, "--output-file", source.with_suffix(".txt"), source])
    with step("npm locks"):
        npm = find_node().npm
        for folder in (DOCS, PEER_SOURCE):
            call(
                [npm, "install", "--package-lock-only", "--omit-lockfile-registry-resolved", "--no-audit"],
                cwd=folder,
            )
