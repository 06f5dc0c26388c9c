"""Released versions side by side: `build/published/0.1.0/`, `latest/`, `versions.json` and a page that leads to the newest.

Every version stays where it is for ever. What is stamped on its pages when another comes is their canonical address and,
on those of an old version, a line that says so and leads to the same page of the newest. All of it is static.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from html import escape
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urljoin, urlsplit

LATEST = "latest"
LIST = "versions.json"
LIST_VERSION = 1
WORKER = "sw.js"
COPIES = (".br", ".gz")
FRAMES = "embed/"
"""Tables in other sites' frames: they name their canonical address, and have no room for a notice."""

NUMBER = re.compile(r"\d+(?:\.\d+)*")
CANONICAL = re.compile(r'\s*<link rel="canonical" href="[^"]*">')
HEAD_ENDS = re.compile(r"\s*</head>")
NOTICE = re.compile(r'<p class="old-version".*?</p>\n?', re.DOTALL)
ARTICLE = re.compile(r'<article role="main"[^>]*>\n?')


class Release(NamedTuple):
    """A published version, and the day it was published, as ISO 8601 writes it."""

    version: str
    date: str


def order(version: str) -> tuple[int, ...]:
    """The numbers of a version, to compare it with others; raises ValueError for what is no version."""
    if not NUMBER.fullmatch(version):
        raise ValueError(f"{version!r} is no version: numbers with points between them, such as 0.1.0")
    return tuple(map(int, version.split(".")))


def releases(published: Path) -> list[Release]:
    """The versions there are, newest first."""
    path = published / LIST
    told = json.loads(path.read_text(encoding="utf-8"))["versions"] if path.is_file() else []
    return [Release(each["version"], each["date"]) for each in told]


def publish(site: Path, published: Path, release: Release, *, base: str = "") -> list[Release]:
    """Put a built site beside the versions there are, and stamp them all; return them, newest first.

    `base` is the address that `published` will have, with a slash at its end; without it, addresses are relative.
    """
    order(release.version)
    kept = [each for each in releases(published) if each.version != release.version]
    every = sorted([release, *kept], key=lambda each: order(each.version), reverse=True)
    folder = published / release.version
    shutil.rmtree(folder, ignore_errors=True)
    published.mkdir(parents=True, exist_ok=True)
    shutil.copytree(site, folder)
    newest = every[0]
    shutil.rmtree(published / LATEST, ignore_errors=True)
    shutil.copytree(published / newest.version, published / LATEST)
    there = pages(published / LATEST)
    for each in every:
        stamp(published / each.version, each, newest, there, base=base)
    stamp(published / LATEST, newest, newest, there, base=base, name=LATEST)
    told = {
        "format": LIST_VERSION,
        "latest": newest.version,
        "versions": [{**each._asdict(), "path": f"{each.version}/"} for each in every],
    }
    (published / LIST).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    (published / "index.html").write_text(front_page(every), encoding="utf-8")
    _not_found(published, base)
    return every


def pages(folder: Path) -> set[str]:
    """The address of every page of a version, from its root."""
    found = (page.relative_to(folder).as_posix() for page in folder.rglob("*.html"))
    return {
        place.removesuffix("index.html") for place in found if not place.startswith(("_runtime/", "_static/"))
    }


def stamp(
    folder: Path, release: Release, newest: Release, there: set[str], *, base: str = "", name: str = ""
) -> None:
    """Stamp the pages of a version; `there` has the addresses of the newest one's pages."""
    changed = {}
    for address in sorted(pages(folder)):
        file = folder / address / "index.html" if address.endswith("/") or not address else folder / address
        before = file.read_text(encoding="utf-8")
        after = stamped(before, address, release, newest, there, base=base, name=name or release.version)
        if after != before:
            file.write_text(after, encoding="utf-8")
            for suffix in COPIES:  # they are of the page as it was
                file.with_name(file.name + suffix).unlink(missing_ok=True)
            changed[address] = after.encode()
    _tell_worker(folder / WORKER, changed)


def stamped(
    page: str, address: str, release: Release, newest: Release, there: set[str], *, base: str, name: str
) -> str:
    """Return a page with its canonical address, and with the notice that it is old if it is."""
    lives_on = address in there
    up = "../" * (address.count("/") + 1)
    canonical = f"{LATEST}/{address}" if lives_on else f"{name}/{address}"
    link = f'<link rel="canonical" href="{escape(urljoin(base, canonical) if base else up + canonical)}">'
    page = NOTICE.sub("", CANONICAL.sub("", page))
    page = HEAD_ENDS.sub(lambda _: f"\n    {link}\n  </head>", page, count=1)
    if release == newest or address.startswith(FRAMES):
        return page
    where = f"{up}{LATEST}/{address if lives_on else ''}"
    joint, link_words = (
        (": ", "this page there") if lives_on else (", which has no such page: ", "its front page")
    )
    told = (
        f'<p class="old-version" data-pagefind-ignore>This is version {release.version} of {release.date}. '
        f'The newest is {newest.version}{joint}<a href="{escape(where)}">{link_words}</a>.</p>\n'
    )
    return ARTICLE.sub(lambda start: start[0] + told, page, count=1)


def _tell_worker(worker: Path, changed: dict[str, bytes]) -> None:
    """Give the service worker the hashes of the changed pages; its own lines stay those of its version."""
    if not worker.is_file() or not changed:
        return
    first, rest = worker.read_text(encoding="utf-8").split("\n", 1)
    head, told = first.split("=", 1)
    listing: dict[str, Any] = json.loads(told.strip().removesuffix(";"))
    for address, body in changed.items():
        if address in listing["files"]:
            digits = len(listing["files"][address][0])
            listing["files"][address] = [hashlib.sha256(body).hexdigest()[:digits], len(body)]
    whole = json.dumps(listing["files"], sort_keys=True).encode()
    listing["build"] = hashlib.sha256(whole).hexdigest()[: len(listing["build"])]
    line = f"{head.strip()} = {json.dumps(listing, separators=(',', ':'))};"
    worker.write_text(f"{line}\n{rest}", encoding="utf-8")
    for suffix in COPIES:
        worker.with_name(worker.name + suffix).unlink(missing_ok=True)


def front_page(every: list[Release]) -> str:
    """The page at the root: it leads on to the newest version, and lists them all for who stays."""
    items = "\n".join(
        f'<li><a href="{each.version}/">{each.version}</a>, <time datetime="{each.date}">{each.date}</time></li>'
        for each in every
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta http-equiv="refresh" content="0; url={LATEST}/">\n'
        f'<link rel="canonical" href="{LATEST}/">\n<title>Whister</title>\n</head>\n<body>\n<main>\n<h1>Whister</h1>\n'
        f'<p><a href="{LATEST}/">The newest version</a>, {every[0].version}.</p>\n<h2>Every version</h2>\n'
        f"<ul>\n{items}\n</ul>\n</main>\n</body>\n</html>\n"
    )


def _not_found(published: Path, base: str) -> None:
    """Put the newest version's page for lost readers where hosts look for it; its links are absolute."""
    page = published / LATEST / "404.html"
    if page.is_file():
        root = urlsplit(base).path or "/"
        text = re.sub(r'(?<=[=]")/(?!/)', f"{root}{LATEST}/", page.read_text(encoding="utf-8"))
        (published / "404.html").write_text(text, encoding="utf-8")
