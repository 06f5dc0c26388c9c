"""Build the site from its sources into build/site: wheel, browser's Python, scripts, pages, compressed copies."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from bundle import editor_bundle
from environments import environment
from minify import SAME_NAME, small_static
from node import NODE_MODULES, Node, npm_packages
from placing import RUNTIME, Placed, place
from steps import (
    BUILD,
    DOCS,
    FAILED,
    ROOT,
    Command,
    Trouble,
    alone,
    at,
    call,
    digest,
    files_under,
    once,
    step,
    unchanged,
)

SITE = BUILD / "site"
PAGES = BUILD / "pages"
DOCTREES = BUILD / "doctrees"
SEARCH = BUILD / "search"
STAMPS = BUILD / "stamps"
BOOKS = BUILD / "books"  # listed by the site if they were made
BASE = "WHISTER_BASEURL"
EPOCH = "315532800"  # 1980-01-01, the earliest date that a zip file can hold
PAPERS = [
    ROOT / paper
    for paper in ("pyproject.toml", "README.md", "LICENSE", "LICENSE-CC-BY-4.0", ".locks/docs.txt")
]
SAID = (
    "engine/whister/rules",
    "engine/whister/history",
    "examples",
    "tests/proof/results",
    "tests/benchmarks/results",
)
SAYING = {".md", ".toml", ".json"}
"""The folders and suffixes of files that pages use besides the texts; each page records which of them it has used."""
ELSEWHERE = {
    "_runtime",
    "_editor",
    "_offline",
    "_books",
    "_faces",
    "_search",
    "_static",
    "_versions",
    "_watch",
}
STRICT = ("--nitpicky", "--fail-on-warning", "--quiet")


def paths() -> dict[str, str]:
    """Return the environment variables that let a program import the engine and the site's own modules."""
    own = [ROOT / "engine", DOCS / "_ext", DOCS]
    return {"PYTHONPATH": os.pathsep.join(map(str, own)), "PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": EPOCH}


KEPT = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(BUILD / "cache" / "bytecode")}
"""For programs that are started again and again: their byte-code is kept, but not beside the sources."""


def programs() -> dict[str, str]:
    """Return the variables of `paths`, and those that keep the byte-code of programs started again and again."""
    return {**paths(), **KEPT}


def engine_wheel(python: Path) -> Path:
    """Build the engine's wheel and return its path; the same sources give the same bytes."""
    folder = BUILD / "wheel"
    key = digest(ROOT / "engine", *PAPERS)

    def make() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        with records_first(python):
            call([python, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT], env=paths())

    once("engine wheel", STAMPS / "wheel", key, folder, make)
    return next(folder.glob("whister-*.whl"))


def browser_runtime(python: Path, node: Node, wheel: Path) -> Path:
    """Assemble the browser's Python with the engine in it; return its folder, which is named by its hash.

    If only records have changed, only they are replaced. The histories are left out.
    """
    folder = BUILD / "runtime"
    said = tuple(ROOT / "engine" / "whister" / place for place in ("rules", "history"))
    others = [
        file for file in files_under(ROOT / "engine", *PAPERS) if not any(map(file.is_relative_to, said))
    ]
    whole = digest(*others, DOCS / "_runtime", DOCS / "package-lock.json")
    made_whole = STAMPS / "runtime-whole"

    def make() -> None:
        command: Command = ["--wheel", wheel, "--out", folder]
        if folder.exists() and made_whole.is_file() and made_whole.read_text() == whole:
            with records_first(python):
                call([python, "-m", "_runtime", "renew", *command], env=paths())
            return
        made_whole.unlink(missing_ok=True)
        how: Command = ["--node", node.node, "--npm", NODE_MODULES]
        with records_first(python):
            call([python, "-m", "_runtime", "assemble", *how, *command], env=paths())
        made_whole.parent.mkdir(parents=True, exist_ok=True)
        made_whole.write_text(whole)

    once("browser runtime", STAMPS / "runtime", digest(wheel, also=[whole]), folder, make)
    return next(place for place in folder.iterdir() if place.is_dir())


Sphinx: TypeAlias = Callable[[Command, Mapping[str, str]], object]
"""Runs `sphinx-build` with these arguments and environment variables.

Without arguments it only checks the records for mistakes. Raises Trouble if it fails.
"""


@contextlib.contextmanager
def records_first(python: Path) -> Iterator[None]:
    """If something fails and a record has a mistake, report that mistake instead, with its file and line."""
    try:
        yield
    except Trouble as trouble:
        checking = [str(python), "-m", "_watch.checking"]
        env = {**os.environ, **programs(), "PYTHONIOENCODING": "utf-8"}
        found = subprocess.run(
            checking, cwd=ROOT, env=env, capture_output=True, encoding="utf-8", check=False
        )
        raise Trouble(found.stdout.strip() or in_short(str(trouble))) from None


def cold(python: Path) -> Sphinx:
    """Return a function that starts a new Sphinx process for each build and shows its progress."""

    def run(arguments: Command, env: Mapping[str, str]) -> None:
        if not arguments:
            return  # mistakes are reported when the build has failed
        progress = BUILD / "progress.txt"
        progress.unlink(missing_ok=True)
        told = {**programs(), **env, "WHISTER_PROGRESS": str(progress)}
        with records_first(python):
            call([python, "-m", "sphinx", *arguments], env=told, often=lambda: at(pages_done(progress)))

    return run


REPORT = re.compile(r"\n*(?:[^\n]+\n)?\nVersions\n=+\n.*?\nTraceback\n=+\n\n(.*?)\n\n\n.*", re.DOTALL)


def in_short(said: str) -> str:
    """Return what Sphinx printed about its failure, without the list of versions and without the command."""
    told, _, _ = said.partition(FAILED)
    told = REPORT.sub(lambda found: "\n" + found[1].strip().splitlines()[-1].strip(), told)
    return told.replace(f"{ROOT}{os.sep}", "").strip()


def sphinx(run: Sphinx, static: Path, pages: Path, doctrees: Path, *, base: str = "", only: str = "") -> None:
    """Build all pages, or the page of the text `only`, with scripts and styles from `static`, for a site at `base`."""
    processes = 1 if only else min(os.cpu_count() or 1, 8)
    arguments: Command = ["-b", "dirhtml", *STRICT, "-j", str(processes), "-d", doctrees, DOCS, pages]
    told = {"WHISTER_RUNTIME": RUNTIME, "WHISTER_STATIC": str(static), "WHISTER_BOOKS": str(BOOKS)}
    run(arguments, {**told, BASE: base, "WHISTER_ONLY": only})


def html(run: Sphinx, static: Path, *, base: str) -> None:
    """Build the pages with the scripts and styles in `static`.

    `base` is the address that the site will have, for use in citations, or empty.

    If records, histories, texts, examples or results of the proof change, only the pages made from them are rebuilt,
    since each page records what it is made from. Any other change rebuilds all pages.
    """
    texts = [file for file in files_under(DOCS) if file.suffix == ".md"]
    said = [
        *texts,
        *(file for file in files_under(*(ROOT / place for place in SAID)) if file.suffix in SAYING),
    ]
    recipe = [DOCS, ROOT / "engine", ROOT / "CHANGELOG.md", ROOT / ".locks/docs.txt", Path(__file__)]
    checks = (f"engine/{name}.py" for name in ("accepting", "doors", "hiding", "holding"))
    recipe += [
        ROOT / "tests" / place for place in ("proof", "house_rules.py", *checks)
    ]  # a page shows what was proved
    others = [
        file for file in files_under(*recipe) if ELSEWHERE.isdisjoint(file.parts) and file not in {*said}
    ]
    shown = [file for file in files_under(static) if file.suffix not in SAME_NAME]
    names = [str(file.relative_to(ROOT)) for file in (*said, *files_under(static))]
    whole = digest(*others, *shown, also=[*names, digest(BOOKS), base])
    made_whole = STAMPS / "site-whole"

    def make() -> None:
        if not (made_whole.is_file() and made_whole.read_text() == whole):
            run([], {})  # before anything is deleted
            shutil.rmtree(PAGES, ignore_errors=True)
            shutil.rmtree(DOCTREES, ignore_errors=True)
            made_whole.parent.mkdir(parents=True, exist_ok=True)
            made_whole.write_text(whole)
        (PAGES / ".buildinfo").unlink(
            missing_ok=True
        )  # a full disk may have left it empty, and `whole` says more
        sphinx(run, static, PAGES, DOCTREES, base=base)

    once("pages", STAMPS / "site", digest(*said, also=[whole]), PAGES / "index.html", make)


def pages_done(progress: Path) -> str:
    """Return how far a build has come, from its progress file: ``98 texts read, 120 of 475 pages written``."""
    lines = progress.read_text("ascii").splitlines() if progress.is_file() else []
    told = []
    for what, of in (("read", "texts"), ("written", "pages")):
        every = sum(int(line.rpartition(" ")[2]) for line in lines if line.startswith(f"{what} of "))
        done = lines.count(what)
        if every:
            told.append(f"{done} of {every} {of} {what}" if done < every else f"{every} {of} {what}")
    return ", ".join(told)


def search_index(python: Path, node: Node, often: Callable[[], object] | None = None) -> None:
    """Write the search index of the catalogue and of the pages; `often` can stop it by raising an error."""
    recipe = (DOCS / "_search", DOCS / "_static/search", ROOT / ".locks/docs.txt", DOCS / "package-lock.json")
    key = digest(*recipe, also=[(STAMPS / "site").read_text()])
    words = BUILD / "search-words.json"

    def make() -> None:
        call([python, "-m", "_search", PAGES, SEARCH, words], env=programs(), often=often)
        call([node.node, DOCS / "_search/index.mjs", words, SEARCH / "index.json"], often=often)

    once("search index", STAMPS / "search", key, SEARCH / "index.json", make)


def placed(runtime: Path, editor: Path, static: Path, *newer: tuple[Path, str], only: str = "") -> Placed:
    """Put the parts of the site together, `newer` pages replacing older ones; `only` limits this to a path prefix."""
    parts = [(PAGES, ""), *newer, (static, "_static/"), (editor, "_static/editor/"), (SEARCH, "_search/")]
    return place(
        [*parts, (runtime, f"_runtime/{runtime.name}/")], SITE, runtime.name, BUILD / "placed.json", only
    )


def compressed(python: Path, key: str, *, best: bool) -> None:
    """Put compressed copies beside the files of the site; `best` takes half a minute longer, once for each runtime."""
    stamp = STAMPS / "compressed"
    if stamp.is_file() and stamp.read_text() == f"{key} best":
        unchanged("compressed copies")
        return
    command: Command = [python, "-m", "_runtime", "compress", SITE, "--cache", BUILD / "compressed"]
    how, flags = ("best", ["--best"]) if best else ("quick", [])
    once("compressed copies", stamp, f"{key} {how}", SITE, lambda: call([*command, *flags], env=programs()))


def offline(python: Path, key: str) -> None:
    """Write the service worker, with the hash of every file of the site that can be read without a network."""
    once(
        "service worker",
        STAMPS / "offline",
        digest(DOCS / "_offline", also=[key]),
        SITE / "sw.js",
        lambda: call([python, "-m", "_offline", SITE], env=programs()),
    )


def compressed_copies(folder: Path) -> None:
    """Put copies with the best compression beside the files of a folder of sites."""
    with step("compressed copies"):
        command: Command = ["-m", "_runtime", "compress", folder, "--cache", BUILD / "compressed", "--best"]
        call([environment("docs"), *command], env=paths())


def publishing_options(words: Sequence[str]) -> argparse.Namespace:
    """Read the options of `publish`: the address that the folder will have, and whether to replace a version."""
    parser = argparse.ArgumentParser(prog="noxfile.py -s publish --", allow_abbrev=False)
    parser.add_argument(
        "--base", default="", type=_slashed, help="the address that build/published will have"
    )
    parser.add_argument("--again", action="store_true", help="replace what was published as this version")
    return parser.parse_args(words)


def _slashed(address: str) -> str:
    if address and not address.startswith(("https://", "http://")):
        raise argparse.ArgumentTypeError(f"{address} is no address: https://…/")
    return f"{address.rstrip('/')}/" if address else ""


def build_site(*, best: bool = False, base: str | None = None) -> Path:
    """Build the site and everything it needs; return its folder. `best` is for a site to be published.

    `base` is the address that it will have, by default `WHISTER_BASEURL`; without either, its citations have no
    address.
    """
    with alone():
        if not PAGES.exists():
            print(
                "  The first build takes about a minute and a half on two cores, and longer if packages must be downloaded.",
                flush=True,
            )
        python = environment("docs")
        node = npm_packages()
        wheel = engine_wheel(python)
        runtime = browser_runtime(python, node, wheel)
        own = os.environ.get(BASE, "") if base is None else base
        editor, static = editor_bundle(node, STAMPS), small_static(node, STAMPS)
        html(cold(python), static, base=own)
        search_index(python, node)
        key = placed(runtime, editor, static).digest
        compressed(python, key, best=best)
        offline(python, key)
    return SITE
