"""Released versions side by side: `build/published/0.1.0/`, `latest/`, `versions.json`, a page that leads to the newest.

Every version keeps its place permanently, and is built for that place (`home`), so that its citations name it. Its pages
are stamped with their canonical address, a link to the list of all versions (`versions.html`) and, on those of
an old version, a line that says so and leads to the same page of the newest. All of it is static.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import urljoin, urlsplit

LATEST = "latest"
LIST = "versions.json"
LIST_VERSION = 1
LIST_PAGE = "versions.html"
WORKER = "sw.js"
COPIES = (".br", ".gz")
NOT_FOUND = "404.html"
FRAMES = "embed/"
"""Tables in other sites' frames: they name their canonical address, and have no room for a notice."""

NUMBER = re.compile(r"\d+(?:\.\d+)*")
CANONICAL = re.compile(r'\s*<link rel="canonical" href="[^"]*">')
PREFIX = re.compile(r'(?<==")(/[^"]*?)_static/')
HEAD_ENDS = re.compile(r"\s*</head>")
NOTICE = re.compile(r'<p class="old-version".*?</p>\n?', re.DOTALL)
LISTED = re.compile(r' <a class="versions" .*?</a>')
FOOT = re.compile(r'<p class="bottom-of-page">.*?(?=</p>)', re.DOTALL)
ARTICLE = re.compile(r"<article\b[^>]*>\n?")


class Altered(Exception):
    """The contents differ from those published as the same version; the message says where."""


class Release(NamedTuple):
    """A published version, and the day it was published, as ISO 8601 writes it."""

    version: str
    date: str


def order(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, to compare it with others; raises ValueError for anything else."""
    if not NUMBER.fullmatch(version):
        raise ValueError(
            f"{version!r} is not a version: write numbers with points between them, such as 0.1.0"
        )
    return tuple(map(int, version.split(".")))


def unreleased(version: str, changelog: str) -> str | None:
    """Return a warning if the changelog says that this version is not yet released; None if it does not."""
    if not re.search(rf"^## {re.escape(version)}, not yet released$", changelog, re.MULTILINE):
        return None
    return (
        f"WARNING: CHANGELOG.md says that {version} is not yet released. A published version may be cited, and must not "
        "change. Before you serve it, write the date there and in engine/whister/reference/release.py, and publish again "
        "with --again."
    )


def releases(published: Path) -> list[Release]:
    """Return the published versions, newest first."""
    path = published / LIST
    told = json.loads(path.read_text(encoding="utf-8"))["versions"] if path.is_file() else []
    return [Release(each["version"], each["date"]) for each in told]


def home(base: str, version: str) -> str:
    """Return the permanent address for which a version is built: `base` and its folder, or nothing."""
    return urljoin(base, f"{version}/") if base else ""


def publish(
    site: Path, published: Path, release: Release, *, base: str = "", again: bool = False
) -> list[Release]:
    """Put a built site beside the versions there are, and stamp them all; return them, newest first.

    `base` is the address that `published` will have, with a slash at its end; without it, addresses are relative.
    Raises `Altered` if the version was published with other contents, unless it is to be published `again`.
    """
    order(release.version)
    kept = [each for each in releases(published) if each.version != release.version]
    every = sorted([release, *kept], key=lambda each: order(each.version), reverse=True)
    newest = every[0]
    there = pages(site if newest == release else published / newest.version)
    published.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=published) as place:
        made, folder = Path(place) / release.version, published / release.version
        shutil.copytree(site, made)
        stamp(made, release, newest, there, base=base)
        altered = differing(made, folder) if folder.exists() else []
        if altered and not again:
            raise Altered(
                f"Version {release.version} was published with other contents: {altered[0]}"
                + (f" and {len(altered) - 1} other files are different" if altered[1:] else " is different")
            )
        if altered or not folder.exists():
            shutil.rmtree(folder, ignore_errors=True)
            made.rename(folder)
    shutil.rmtree(published / LATEST, ignore_errors=True)
    shutil.copytree(published / newest.version, published / LATEST)
    for each in every:
        stamp(published / each.version, each, newest, there, base=base)
    stamp(published / LATEST, newest, newest, there, base=base, name=LATEST)
    told = {
        "format": LIST_VERSION,
        "latest": newest.version,
        "versions": [{**each._asdict(), "path": f"{each.version}/"} for each in every],
    }
    (published / LIST).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    for name, lead in (("index.html", True), (LIST_PAGE, False)):
        (published / name).write_text(front_page(every, base=base, lead=lead), encoding="utf-8")
    _not_found(published)
    return every


def differing(one: Path, other: Path) -> list[str]:
    """Return the files that only one of two folders has, or that differ, apart from compressed copies."""
    found = {
        file.relative_to(folder).as_posix()
        for folder in (one, other)
        for file in folder.rglob("*")
        if file.is_file() and file.suffix not in COPIES
    }
    return sorted(place for place in found if _content(one / place) != _content(other / place))


def _content(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None


def pages(folder: Path) -> set[str]:
    """Return the address of every page of a version, from its root."""
    found = (page.relative_to(folder).as_posix() for page in folder.rglob("*.html"))
    return {
        place.removesuffix("index.html") for place in found if not place.startswith(("_runtime/", "_static/"))
    }


def stamp(
    folder: Path, release: Release, newest: Release, there: set[str], *, base: str = "", name: str = ""
) -> None:
    """Stamp the pages of a version; `there` holds the addresses of the newest version's pages."""
    changed = {}
    for address in sorted(pages(folder)):
        file = folder / address / "index.html" if address.endswith("/") or not address else folder / address
        before = file.read_text(encoding="utf-8")
        after = stamped(before, address, release, newest, there, base=base, name=name or release.version)
        if after != before:
            file.write_text(after, encoding="utf-8")
            for suffix in COPIES:  # these are copies of the page before it was stamped
                file.with_name(file.name + suffix).unlink(missing_ok=True)
            changed[address] = after.encode()
    _tell_worker(folder / WORKER, changed)


def stamped(
    page: str, address: str, release: Release, newest: Release, there: set[str], *, base: str, name: str
) -> str:
    """Return a page with its canonical address, the link to all versions, and the notice that it is old if it is.

    The 404 page has none of them: it is shown at any address.
    """
    lives_on = address in there
    up = "../" * (address.count("/") + 1)
    canonical = f"{LATEST}/{address}" if lives_on else f"{name}/{address}"
    link = f'<link rel="canonical" href="{escape(urljoin(base, canonical) if base else up + canonical)}">'
    page = LISTED.sub("", NOTICE.sub("", CANONICAL.sub("", page)))
    if address == NOT_FOUND:
        return _led_from_root(page, f"{urlsplit(base).path or '/'}{name}/")
    listed = f' <a class="versions" href="{up}{LIST_PAGE}">All versions</a>'
    page = FOOT.sub(lambda foot: foot[0] + listed, page, count=1)
    page = HEAD_ENDS.sub(lambda _: f"\n    {link}\n  </head>", page, count=1)
    if release == newest or address.startswith(FRAMES):
        return page
    where = f"{up}{LATEST}/{address if lives_on else ''}"
    joint, link_words = (
        (": ", "this page there") if lives_on else (", which has no such page: ", "its front page")
    )
    told = (
        f'<p class="old-version">This is version {release.version} of {release.date}. '
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


def front_page(every: list[Release], *, base: str = "", lead: bool = True) -> str:
    """Return the page at the root, which leads on to the newest version, or without `lead` the list of all."""
    items = "\n".join(
        f'<li><a href="{each.version}/">{each.version}</a>, <time datetime="{each.date}">{each.date}</time></li>'
        for each in every
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        + (f'<meta http-equiv="refresh" content="0; url={LATEST}/">\n' if lead else "")
        + f'<link rel="canonical" href="{escape(urljoin(base, f"{LATEST}/" if lead else LIST_PAGE))}">\n'
        f"<title>{'Whister' if lead else 'Versions of Whister'}</title>\n</head>\n<body>\n<main>\n<h1>Whister</h1>\n"
        f'<p><a href="{LATEST}/">The newest version</a>, {every[0].version}.</p>\n<h2>Every version</h2>\n'
        f"<ul>\n{items}\n</ul>\n</main>\n</body>\n</html>\n"
    )


def _led_from_root(page: str, prefix: str) -> str:
    """Return the 404 page, whose links are absolute, with `prefix` for the folder that it was built for."""
    built_for = PREFIX.search(page)
    return re.sub(f'(?<==")(?!//){re.escape(built_for[1])}', prefix, page) if built_for else page


def _not_found(published: Path) -> None:
    """Put the newest version's 404 page where hosts look for it."""
    page = published / LATEST / NOT_FOUND
    if page.is_file():
        shutil.copy(page, published / NOT_FOUND)
