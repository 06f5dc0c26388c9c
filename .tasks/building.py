"""From sources to build/site: the engine's wheel, the browser's Python, scripts, the pages, compressed copies."""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from bundle import editor_bundle
from environments import environment
from minify import small_static
from node import NODE_MODULES, Node, npm_packages
from steps import BUILD, DOCS, ROOT, Command, alone, at, call, digest, files_under, once, step, unchanged

SITE = BUILD / "site"
STAMPS = BUILD / "stamps"
BOOKS = BUILD / "books"  # listed by the site where they were made
BASE = "WHISTER_BASEURL"
EPOCH = "315532800"  # 1980-01-01, the first day that a zip file can name
STRICT = ("--nitpicky", "--fail-on-warning", "--quiet")


def paths() -> dict[str, str]:
    """The environment variables that let a program import the engine and the site's own modules."""
    own = [ROOT / "engine", DOCS / "_ext", DOCS]
    return {"PYTHONPATH": os.pathsep.join(map(str, own)), "PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": EPOCH}


def engine_wheel(python: Path) -> Path:
    """Build the engine's wheel, the same bytes from the same sources."""
    folder = BUILD / "wheel"
    papers = ("pyproject.toml", "README.md", "LICENSE", "LICENSE-CC-BY-4.0", ".locks/docs.txt")
    key = digest(ROOT / "engine", *(ROOT / paper for paper in papers))

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


def html(python: Path, runtime: Path, editor: Path, static: Path, *, base: str) -> None:
    """Build the pages with the scripts and styles in `static`; put the runtime and the examples' editor beside them.

    `base` is the address that the site will have, or nothing; citations name it.
    A changed text is rebuilt alone. A change of anything that pages are made from (the engine, the extension, the
    configuration, the set of pages) rebuilds them all.
    """
    texts = [file for file in files_under(DOCS, ROOT / "examples") if file.suffix == ".md"]
    names = [str(file.relative_to(ROOT)) for file in texts]
    recipe = [DOCS, ROOT / "engine", ROOT / "CHANGELOG.md", ROOT / ".locks/docs.txt", Path(__file__)]
    checks = (f"engine/{name}.py" for name in ("accepting", "doors", "hiding", "holding"))
    recipe += [
        ROOT / "tests" / place for place in ("proof", "house_rules.py", *checks)
    ]  # a page says what was proved
    elsewhere = {"_runtime", "_editor", "_offline", "_books", "_search", "_static", "_versions"}
    others = [
        file for file in files_under(*recipe) if file.suffix != ".md" and elsewhere.isdisjoint(file.parts)
    ]
    whole = digest(*others, static, also=[*names, runtime.name, digest(BOOKS), base])
    doctrees, made_whole = BUILD / "doctrees", STAMPS / "site-whole"

    def make() -> None:
        if not (made_whole.is_file() and made_whole.read_text() == whole):
            made_whole.unlink(missing_ok=True)
            shutil.rmtree(SITE, ignore_errors=True)
            shutil.rmtree(doctrees, ignore_errors=True)
        cores = str(min(os.cpu_count() or 1, 8))
        command: Command = [
            python, "-m", "sphinx", "-b", "dirhtml", *STRICT, "-j", cores, "-d", doctrees, DOCS, SITE
        ]  # fmt: skip
        told = {"WHISTER_RUNTIME": runtime.name, "WHISTER_STATIC": str(static), "WHISTER_BOOKS": str(BOOKS)}
        progress = BUILD / "progress.txt"
        progress.unlink(missing_ok=True)
        call(
            command,
            env={**paths(), **told, BASE: base, "WHISTER_PROGRESS": str(progress)},
            often=lambda: at(pages_done(progress)),
        )
        for old in SITE.glob("_runtime/*"):
            if old.name != runtime.name:
                shutil.rmtree(old)
        shutil.copytree(runtime, SITE / "_runtime" / runtime.name, dirs_exist_ok=True)
        shutil.copytree(editor, SITE / "_static" / editor.name, dirs_exist_ok=True)
        made_whole.write_text(whole)

    once("pages", STAMPS / "site", digest(*texts, editor, also=[whole]), SITE / "index.html", make)


def pages_done(progress: Path) -> str:
    """How far a build is, from the file in which it tells: ``98 texts read, 120 of 475 pages written``."""
    lines = progress.read_text("ascii").splitlines() if progress.is_file() else []
    told = []
    for what, of in (("read", "texts"), ("written", "pages")):
        every = sum(int(line.rpartition(" ")[2]) for line in lines if line.startswith(f"{what} of "))
        done = lines.count(what)
        if every:
            told.append(f"{done} of {every} {of} {what}" if done < every else f"{every} {of} {what}")
    return ", ".join(told)


def search_index(python: Path) -> None:
    """Write pagefind's index of the catalogue and of the pages, for the search page."""
    key = digest(DOCS / "_search", ROOT / ".locks/docs.txt", also=[(STAMPS / "site").read_text()])
    command: Command = [python, "-m", "_search", SITE]
    once("search index", STAMPS / "search", key, SITE / "_search", lambda: call(command, env=paths()))


def compressed(python: Path, *, best: bool) -> None:
    """Put compressed copies beside the files of the site; `best` takes half a minute more, once a runtime."""
    key = digest(also=[(STAMPS / name).read_text() for name in ("site", "search")])
    stamp = STAMPS / "compressed"
    if stamp.is_file() and stamp.read_text() == f"{key} best":
        unchanged("compressed copies")
        return
    command: Command = [python, "-m", "_runtime", "compress", SITE, "--cache", BUILD / "compressed"]
    how, flags = ("best", ["--best"]) if best else ("quick", [])
    once("compressed copies", stamp, f"{key} {how}", SITE, lambda: call([*command, *flags], env=paths()))


def offline(python: Path) -> None:
    """Write the service worker, with the hash of every file of the site: what can be read without a network."""
    key = digest(DOCS / "_offline", also=[(STAMPS / name).read_text() for name in ("site", "search")])
    once(
        "service worker",
        STAMPS / "offline",
        key,
        SITE / "sw.js",
        lambda: call([python, "-m", "_offline", SITE], env=paths()),
    )


def compressed_copies(folder: Path) -> None:
    """Put compressed copies beside the files of a folder of sites, the best there are."""
    with step("compressed copies"):
        command: Command = ["-m", "_runtime", "compress", folder, "--cache", BUILD / "compressed", "--best"]
        call([environment("docs"), *command], env=paths())


def publishing_options(words: Sequence[str]) -> argparse.Namespace:
    """Read what `publish` was told: the address that the folder will have, and whether a version is replaced."""
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
    """Build everything the site needs, and the site; return its folder. `best` is for a site to be published.

    `base` is the address that it will have, or `WHISTER_BASEURL`; without either its citations have none.
    """
    with alone():
        if not (STAMPS / "site").is_file():
            print(
                "  The first build takes about two minutes on two cores, and longer to download.", flush=True
            )
        python = environment("docs")
        node = npm_packages()
        wheel = engine_wheel(python)
        runtime = browser_runtime(python, node, wheel)
        own = os.environ.get(BASE, "") if base is None else base
        html(python, runtime, editor_bundle(node, STAMPS), small_static(node, STAMPS), base=own)
        search_index(python)
        compressed(python, best=best)
        offline(python)
    return SITE
