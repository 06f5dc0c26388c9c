"""Other Sphinx and MyST projects cite the rules by intersphinx, with this site's extension and without it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from sphinx.util.inventory import InventoryFile

import whister
from rulebook.base.catalogue import claims, errata, families
from tests.site.pages import Site
from tests.site.small import sphinx

ROOT = Path(__file__).resolve().parents[2]
BASE = "https://whister.example/"
CLAUSE = "hearts/black-lady#first-trick"
URL = f"{BASE}hearts/black-lady/#first-trick"
PATHS = [str(ROOT / "engine"), str(ROOT / "docs" / "_ext")]

MARKDOWN = f"""# Citing

{{external+whister:std:ref}}`{CLAUSE}`

{{external+whister:std:ref}}`our words <{CLAUSE}>`

[](inv:whister:rule:clause#{CLAUSE})

[](inv:whister:rule:set#hearts/black-lady)

[](inv:whister:rule:option#hearts/black-lady#moon.new)

[](inv:whister:rule:claim#hearts#reversin-named)

[](inv:whister:rule:erratum#hearts#lost-suit-symbols)

[](inv:whister:rule:source#foster-hearts-1895)

[](inv:whister:rule:option#hearts/black-lady#stakes.off)
"""

RESTRUCTURED = f"""
Citing
======

:external+whister:std:ref:`{CLAUSE}`
:external+whister:std:ref:`our words <{CLAUSE}>`
:external+whister:std:ref:`hearts/black-lady`
"""

ROLES = f"""# Citing

{{rule:clause}}`{CLAUSE}` {{rule:clause}}`our words <{CLAUSE}>` {{rule:set}}`hearts/black-lady`
{{rule:option}}`hearts/black-lady#moon.new` {{rule:claim}}`hearts#reversin-named`
{{rule:erratum}}`hearts#lost-suit-symbols` {{rule:source}}`foster-hearts-1895`
{{external+whister:rule:clause}}`{CLAUSE}`
"""


def project(
    folder: Path, site: Site, text: str, name: str, *extensions: str, lines: str = ""
) -> tuple[int, str, str]:
    """Build a project of one text, with warnings as errors; return the status, the messages and the page."""
    mapping = {"whister": (BASE, str(site.folder / "objects.inv"))}
    (folder / "conf.py").write_text(
        f"import sys\nsys.path[:0] = {PATHS!r}\nextensions = {['sphinx.ext.intersphinx', *extensions]!r}\n"
        f"intersphinx_mapping = {mapping!r}\n{lines}"
    )
    (folder / name).write_text(text, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-n",
        "-W",
        "-q",
        "-b",
        "html",
        str(folder),
        str(folder / "out"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    page = folder / "out" / "index.html"
    return done.returncode, done.stderr, page.read_text(encoding="utf-8") if page.exists() else ""


def links(page: str) -> list[tuple[str, str]]:
    """Return the address and the text of each link to this site."""
    found = re.findall(rf'<a [^>]*href="({BASE}[^"]*)"[^>]*>(.*?)</a>', page)
    return [(url, re.sub(r"<[^>]+>", "", words)) for url, words in found]


def test_a_markdown_project_without_the_extension_cites_every_kind(site: Site, tmp_path: Path) -> None:
    status, wrong, page = project(tmp_path, site, MARKDOWN, "index.md", "myst_parser")
    assert status == 0, wrong
    title = whister.load("hearts/black-lady").clauses["first-trick"].title
    found = links(page)
    assert found[:3] == [(URL, title), (URL, "our words"), (URL, title)]
    assert [url.removeprefix(BASE) for url, _ in found[3:]] == [
        "hearts/black-lady/",
        "hearts/black-lady/#moon.new",
        "hearts/history/#history-reversin-named",
        "hearts/errata/#erratum-lost-suit-symbols",
        "sources/foster-hearts-1895/",
        "hearts/black-lady/#stakes.off",  # retired: its line gives the new address
    ]
    assert all(words.strip() for _, words in found)


def test_a_restructured_text_project_without_the_extension_cites_a_clause(site: Site, tmp_path: Path) -> None:
    status, wrong, page = project(tmp_path, site, RESTRUCTURED, "index.rst")
    assert status == 0, wrong
    assert [url for url, _ in links(page)] == [URL, URL, f"{BASE}hearts/black-lady/"]


def test_a_project_with_the_extension_uses_its_roles(site: Site, tmp_path: Path) -> None:
    (tmp_path / "references.bib").write_text("")
    (tmp_path / "_templates").mkdir()
    lines = "bibtex_bibfiles = ['references.bib']\ntemplates_path = ['_templates']\n"
    extensions = ("myst_parser", "sphinxcontrib.bibtex", "rulebook")
    status, wrong, page = project(tmp_path, site, ROLES, "index.md", *extensions, lines=lines)
    assert status == 0, wrong
    assert (tmp_path / "out" / "searchindex.js").is_file()
    assert (tmp_path / "out" / "_static" / "searchtools.js").is_file()
    assert not (tmp_path / "out" / "_data").exists()
    for of_this_site in ("citation_author", "application/ld+json", "Z3988", 'class="cite"'):
        assert of_this_site not in page
    assert [url.removeprefix(BASE) for url, _ in links(page)] == [
        "hearts/black-lady/#first-trick",
        "hearts/black-lady/#first-trick",
        "hearts/black-lady/",
        "hearts/black-lady/#moon.new",
        "hearts/history/#history-reversin-named",
        "hearts/errata/#erratum-lost-suit-symbols",
        "sources/foster-hearts-1895/",
        "hearts/black-lady/#first-trick",
    ]


def test_an_address_that_never_was_fails_the_other_projects_build(site: Site, tmp_path: Path) -> None:
    wrong_address = "{external+whister:std:ref}`hearts/black-lady#first-trik`\n"
    status, wrong, _ = project(tmp_path, site, f"# Citing\n\n{wrong_address}", "index.md", "myst_parser")
    assert status != 0
    assert "hearts/black-lady#first-trik" in wrong


def test_every_claim_erratum_and_source_is_in_the_inventory(site: Site) -> None:
    inventory = InventoryFile.loads((site.folder / "objects.inv").read_bytes(), uri=BASE).data
    for family in families():
        for kind, told in (("claim", claims(family)), ("erratum", errata(family))):
            for each in told:
                uri = inventory[f"rule:{kind}"][f"{family}#{each['id']}"].uri.removeprefix(BASE)
                address, _, anchor = uri.partition("#")
                assert anchor in site.page(address).ids, (kind, each["id"])
    for key, item in inventory["rule:source"].items():
        assert item.uri == f"{BASE}sources/{key}/"
        assert f"sources/{key}/" in site.pages


GONE = """
hearts/old-lady -> hearts/black-lady
hearts/old-lady#first -> hearts/black-lady#earlier
hearts/black-lady#earlier -> hearts/black-lady#first-trick
"""


@pytest.fixture(scope="module")
def moved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a project with one rule set, which has replaced a retired one; return the folder of its pages."""
    folder = tmp_path_factory.mktemp("moved")
    (folder / "hearts").mkdir()
    (folder / "conf.py").write_text(
        f"import sys\nsys.path[:0] = {PATHS!r}\nextensions = ['myst_parser', 'sphinxcontrib.bibtex', 'rulebook']\n"
        "bibtex_bibfiles = ['references.bib']\n"
    )
    (folder / "references.bib").write_text("@misc{one, title = {One}}\n")
    kept = (ROOT / "docs" / "anchors.lock").read_text(encoding="utf-8")
    (folder / "anchors.lock").write_text(kept + GONE.lstrip(), encoding="utf-8")
    (folder / "index.md").write_text("# Home\n")
    (folder / "hearts" / "black-lady.md").write_text(
        "# Black Lady\n\n```{rule:clauses} hearts/black-lady\n```\n"
    )
    done = sphinx("-q", "-b", "dirhtml", folder, folder / "out")
    assert done.status == 0, done.said
    return folder / "out"


def test_a_retired_rule_set_has_a_page_that_says_where_it_and_its_clauses_went(moved: Path) -> None:
    page = Site(moved).page("hearts/old-lady/")
    links = [Site(moved).find(page, str(link["href"])) for link in page.soup.select("section a.internal")]
    assert links == [
        ("hearts/black-lady/", ""),
        ("hearts/black-lady/", "first-trick"),
    ]  # moved twice, listed once
    assert "first" in page.ids


def test_retired_addresses_stay_in_the_inventory(moved: Path) -> None:
    inventory = InventoryFile.loads((moved / "objects.inv").read_bytes(), uri=BASE).data
    for kind in ("rule:clause", "std:label"):
        assert inventory[kind]["hearts/old-lady#first"].uri == f"{BASE}hearts/old-lady/#first"
        assert inventory[kind]["hearts/black-lady#earlier"].uri == f"{BASE}hearts/black-lady/#earlier"
    assert inventory["rule:set"]["hearts/old-lady"].uri == f"{BASE}hearts/old-lady/"
