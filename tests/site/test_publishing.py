"""Released versions are side by side; each page names its newest version, and an old page is marked as old."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

import building
from _offline.listing import write_worker
from _versions import publishing
from _versions.publishing import Release
from rulebook.citing.cite import rule_items
from tests.site.pages import Site

BASE = "https://whister.example/rules/"
FRAME = """<!doctype html>
<html lang="en"><head><title>{title}</title>
    <link rel="canonical" href="elsewhere">
</head><body><a href="{prefix}_static/icon.svg"></a><a href="{prefix}hearts/">Hearts</a><article role="main" id="furo-main-content" tabindex="-1">
<h1>{title}</h1></article><p class="bottom-of-page">Small.</p></body></html>
"""


def built(folder: Path, *addresses: str, prefix: str = "/") -> Path:
    """Write a small site with these pages and a service worker; the links of every page start with `prefix`."""
    for address in addresses:
        page = folder / address / "index.html" if address.endswith("/") or not address else folder / address
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(FRAME.format(title=address or "home", prefix=prefix), encoding="utf-8")
        page.with_name(page.name + ".gz").write_bytes(b"as it was")
    write_worker(folder)
    return folder


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """Publish versions 0.9 and 0.10, each with a game that is not in the other; return the folder."""
    folder = tmp_path / "published"
    first = built(tmp_path / "first", "", "hearts/spot/", "hearts/gone/", "404.html", "embed/hearts/spot/")
    publishing.publish(first, folder, Release("0.9", "2026-01-02"), base=BASE)
    second = built(tmp_path / "second", "", "hearts/spot/", "hearts/new/", "404.html", "embed/hearts/spot/")
    publishing.publish(second, folder, Release("0.10", "2026-03-04"), base=BASE)
    return folder


def soup(folder: Path, place: str) -> BeautifulSoup:
    return BeautifulSoup((folder / place / "index.html").read_bytes(), "html.parser")


def canonical(folder: Path, place: str) -> list[str]:
    return [str(link["href"]) for link in soup(folder, place).select('link[rel="canonical"]')]


def test_versions_stand_side_by_side_with_the_newest_as_latest(published: Path) -> None:
    told = json.loads((published / "versions.json").read_text(encoding="utf-8"))
    assert told["latest"] == "0.10"  # and not 0.9, which a dictionary would put last
    assert [each["path"] for each in told["versions"]] == ["0.10/", "0.9/"]
    assert (published / "0.9/hearts/gone/index.html").is_file()
    assert (published / "latest/hearts/new/index.html").is_file()
    assert not (published / "latest/hearts/gone").exists()


def test_every_page_has_one_canonical_address_that_of_the_newest_if_it_lives_on(published: Path) -> None:
    assert canonical(published, "0.9/hearts/spot/") == [f"{BASE}latest/hearts/spot/"]
    assert canonical(published, "0.10/hearts/spot/") == [f"{BASE}latest/hearts/spot/"]
    assert canonical(published, "latest/hearts/spot/") == [f"{BASE}latest/hearts/spot/"]
    assert canonical(published, "0.9/hearts/gone/") == [f"{BASE}0.9/hearts/gone/"]
    assert canonical(published, "0.9/embed/hearts/spot/") == [f"{BASE}latest/embed/hearts/spot/"]


def test_an_old_page_says_so_and_leads_to_itself_in_the_newest(published: Path) -> None:
    (notice,) = soup(published, "0.9/hearts/spot/").select("article > .old-version")
    assert notice.get_text().startswith("This is version 0.9 of 2026-01-02")
    (link,) = notice.select("a")
    assert (published / "0.9/hearts/spot" / str(link["href"])).resolve() == (
        published / "latest/hearts/spot"
    ).resolve()
    (gone,) = soup(published, "0.9/hearts/gone/").select(".old-version a")
    assert (published / "0.9/hearts/gone" / str(gone["href"])).resolve() == (published / "latest").resolve()


def test_the_newest_pages_and_frames_say_nothing(published: Path) -> None:
    for place in ("latest/hearts/spot/", "0.10/hearts/spot/", "0.9/embed/hearts/spot/"):
        assert not soup(published, place).select(".old-version")


def test_publishing_again_changes_nothing(published: Path, tmp_path: Path) -> None:
    def everything() -> dict[str, bytes]:
        return {str(file): file.read_bytes() for file in sorted(published.rglob("*")) if file.is_file()}

    before = everything()
    publishing.publish(tmp_path / "second", published, Release("0.10", "2026-03-04"), base=BASE)
    assert everything() == before


def test_an_old_version_that_comes_late_is_old(published: Path, tmp_path: Path) -> None:
    publishing.publish(tmp_path / "first", published, Release("0.8", "2026-05-06"), base=BASE)
    assert json.loads((published / "versions.json").read_text())["latest"] == "0.10"
    assert soup(published, "0.8/hearts/spot/").select(".old-version")


def test_the_service_worker_of_each_version_knows_its_pages_as_they_are(published: Path) -> None:
    for version in ("0.9", "0.10", "latest"):
        first = (published / version / "sw.js").read_text(encoding="utf-8").partition("\n")[0]
        files = json.loads(first.removeprefix("const SITE = ").removesuffix(";"))["files"]
        for address, (hash_, size) in files.items():
            file = published / version / address
            body = (file if address.endswith("html") else file / "index.html").read_bytes()
            assert (hashlib.sha256(body).hexdigest()[:16], len(body)) == (hash_, size), (version, address)


def test_no_compressed_copy_is_of_the_page_as_it_was(published: Path) -> None:
    assert not [file for file in published.rglob("*.html.gz") if file.read_bytes() == b"as it was"]


def test_the_root_leads_to_the_newest_without_a_script(published: Path) -> None:
    page = BeautifulSoup((published / "index.html").read_bytes(), "html.parser")
    (refresh,) = page.select('meta[http-equiv="refresh"]')
    assert refresh["content"] == "0; url=latest/"
    assert [link["href"] for link in page.select("li a")] == ["0.10/", "0.9/"]
    assert not page.select("script, style, [style]")
    assert [link["href"] for link in page.select('link[rel="canonical"]')] == [f"{BASE}latest/"]


def test_the_list_of_versions_stays_and_every_page_leads_to_it(published: Path) -> None:
    page = BeautifulSoup((published / "versions.html").read_bytes(), "html.parser")
    assert not page.select("meta[http-equiv]")
    assert [link["href"] for link in page.select("li a")] == ["0.10/", "0.9/"]
    for place in ("0.9/", "0.9/hearts/gone/", "0.10/hearts/spot/", "latest/"):
        (link,) = soup(published, place).select(".bottom-of-page a")
        assert (published / place / str(link["href"])).resolve() == (published / "versions.html").resolve()


def test_the_page_for_lost_readers_is_shown_at_any_address_so_it_names_none(published: Path) -> None:
    for place in ("", "0.9/", "latest/"):
        page = BeautifulSoup((published / place / "404.html").read_bytes(), "html.parser")
        assert not page.select('link[rel="canonical"], .old-version, .bottom-of-page a')


@pytest.mark.parametrize(
    ("base", "prefix", "root"),
    [
        ("", "/", "/"),
        ("https://whister.example/", "/1.2/", "/"),
        (BASE, "/rules/1.2/", "/rules/"),
        (BASE, "/", "/rules/"),  # built for no address
    ],
)
def test_a_lost_reader_is_led_within_the_newest_version(
    tmp_path: Path, base: str, prefix: str, root: str
) -> None:
    site = built(tmp_path / "site", "", "404.html", prefix=prefix)
    folder = tmp_path / "published"
    for _ in range(2):
        publishing.publish(site, folder, Release("1.2", "2026-01-02"), base=base)
        for place in ("", "latest/", "1.2/"):
            page = BeautifulSoup((folder / place / "404.html").read_bytes(), "html.parser")
            version = place or "latest/"
            assert [str(link["href"]) for link in page.select("body > a")] == [
                f"{root}{version}_static/icon.svg",
                f"{root}{version}hearts/",
            ]


def test_a_published_version_is_not_replaced_unless_that_is_asked_for(
    published: Path, tmp_path: Path
) -> None:
    site = built(tmp_path / "second", "hearts/new/")
    (site / "hearts/new/index.html").write_text("Something else")
    release = Release("0.10", "2026-03-04")
    before = (published / "0.10/hearts/new/index.html").read_bytes()
    with pytest.raises(publishing.Altered, match=r"Version 0\.10 .*hearts/new/index\.html"):
        publishing.publish(site, published, release, base=BASE)
    assert (published / "0.10/hearts/new/index.html").read_bytes() == before
    assert sorted(place.name for place in published.iterdir() if place.is_dir()) == ["0.10", "0.9", "latest"]
    publishing.publish(site, published, release, base=BASE, again=True)
    assert (published / "0.10/hearts/new/index.html").read_text().startswith("Something else")
    assert (published / "latest/hearts/new/index.html").read_text().startswith("Something else")


@pytest.mark.parametrize("name", ["hearts/black-lady", "boston/hoyle", "rook/tournament"])
def test_what_a_version_cites_of_itself_is_in_its_own_folder(site: Site, name: str) -> None:
    here = publishing.home(BASE, "1.2")
    assert here == f"{BASE}1.2/"
    for item in rule_items(name, here).values():
        assert item["URL"].startswith(here)
        place, _, anchor = item["URL"].removeprefix(here).partition("#")
        assert not anchor or anchor in site.page(place).ids, item["URL"]


def test_the_pages_are_built_anew_for_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = []
    monkeypatch.setattr(building, "once", lambda title, stamp, key, result, work: keys.append(key))
    for base in ("", BASE, BASE):
        building.html(lambda *_: None, Path("nowhere"), base=base)
    assert keys[0] != keys[1] == keys[2]


def test_the_address_of_what_is_published_ends_with_a_slash(capsys: pytest.CaptureFixture[str]) -> None:
    assert building.publishing_options([]).base == ""
    assert building.publishing_options(["--base", BASE.rstrip("/")]).base == BASE
    with pytest.raises(SystemExit):
        building.publishing_options(["--base", "whister.example"])
    assert "whister.example is no address" in capsys.readouterr().err


def test_a_version_is_numbers(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"'new' is not a version"):
        publishing.publish(tmp_path, tmp_path / "out", Release("new", "2026-01-01"))


def test_every_page_of_the_site_can_be_stamped(site: Site) -> None:
    old, new = Release("0.0.1", "2026-01-01"), Release("99", "2026-02-02")
    for address in (
        "",
        "hearts/black-lady/",
        "hearts/black-lady/clauses/",
        "hearts/black-lady/cite/",
        "search/",
        "genindex/",
        "sources/foster-etext/",
        "bibliography/",
    ):
        text = site.page(address).path.read_text(encoding="utf-8")
        page = publishing.stamped(text, address, old, new, {address}, base="", name="0.0.1")
        found = BeautifulSoup(page, "html.parser")
        assert len(found.select("article > p.old-version:first-child")) == 1, address
        (link,) = found.select('link[rel="canonical"]')
        assert str(link["href"]) == "../" * (address.count("/") + 1) + f"latest/{address}"
        again = [
            publishing.stamped(each, address, new, new, {address}, base="", name="99")
            for each in (page, text)
        ]
        assert again[0] == again[1], address


def test_a_version_that_is_not_yet_released_is_warned_of() -> None:
    changelog = "# Changelog\n\n## 0.2.0, not yet released\n\n## 0.1.0, 3 March 2026\n"
    warning = publishing.unreleased("0.2.0", changelog) or ""
    assert "CHANGELOG.md says that 0.2.0 is not yet released" in warning
    assert publishing.unreleased("0.1.0", changelog) is None
