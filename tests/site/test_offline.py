"""The service worker's list names every file of the site, with its hash, and nothing else."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from _offline.listing import listing, write_worker
from tests.site.pages import Site


def told(site: Path) -> dict[str, list[object]]:
    """Return the list of files in the site's service worker."""
    first = (site / "sw.js").read_text(encoding="utf-8").partition("\n")[0]
    files: dict[str, list[object]] = json.loads(first.removeprefix("const SITE = ").removesuffix(";"))[
        "files"
    ]
    return files


def test_every_page_is_in_it_and_every_file_that_a_page_loads(site: Site) -> None:
    there = told(site.folder)
    missing = [address for address in site.pages if address not in there]
    for page in site.pages.values():
        loaded = (site.find(page, link.url)[0] for link in page.links if link.loads)
        missing += [f"{page}: {place}" for place in loaded if place not in there]
    assert not missing


def test_every_file_in_it_is_there_with_its_hash_and_its_bytes(site: Site) -> None:
    for place, (hash_, size) in told(site.folder).items():
        body = site.file(place).read_bytes()
        assert (hashlib.sha256(body).hexdigest()[:16], len(body)) == (hash_, size), place


def test_nothing_foreign_is_in_it(site: Site) -> None:
    places = told(site.folder)
    assert not [place for place in places if place.startswith(("/", "http", ".")) or ".." in place]
    assert not [place for place in places if place.endswith((".br", ".gz", "sw.js"))]
    assert not [place for place in places if place.endswith("index.html")]  # readers ask for the folder


def test_the_whole_of_the_browsers_python_is_in_it(site: Site) -> None:
    runtime = {file.relative_to(site.folder).as_posix() for file in site.folder.glob("_runtime/*/*")}
    shipped = {name for name in runtime if not name.endswith((".br", ".gz"))}
    assert shipped
    assert shipped <= told(site.folder).keys()


def test_the_same_site_gives_the_same_worker_and_a_changed_file_another(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("the front page")
    (tmp_path / "hearts").mkdir()
    (tmp_path / "hearts" / "index.html").write_text("hearts")
    (tmp_path / "hearts" / "index.html.br").write_bytes(b"as brotli")
    first = write_worker(tmp_path).read_bytes()
    assert write_worker(tmp_path).read_bytes() == first
    before = listing(tmp_path)
    assert list(before["files"]) == ["hearts/", ""]
    (tmp_path / "hearts" / "index.html").write_text("Hearts")
    after = listing(tmp_path)
    assert after["build"] != before["build"]
    assert after["files"][""] == before["files"][""]
    assert after["files"]["hearts/"] != before["files"]["hearts/"]
