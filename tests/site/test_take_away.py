"""The downloads: every file is listed with its size, has two names, and contains what the list says."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import jsonschema
import pytest

import whister
from _offline.listing import listing
from rulebook.comparing.take_away import BOOK_FORMS, BOOKS, Taken, books
from tests.site.pages import Site
from whister.reference.data import FORMAT

NAMES = ("rules.json", "rules.schema.json", "clauses.csv", "clauses.txt")


def test_every_file_is_listed_and_has_two_names(site: Site) -> None:
    page = site.page("take-away/")
    listed = [str(link["href"]) for link in page.soup.select("table.take-away a")]
    folder = site.folder / "take-away"
    for name in NAMES:
        versioned = f"whister-{whister.__version__}-{name}"
        assert {name, versioned} <= set(listed)
        assert (folder / name).read_bytes() == (folder / versioned).read_bytes()
    assert all((folder / name).is_file() for name in listed)


def test_a_book_has_the_version_in_its_name_once() -> None:
    names = {name: Taken(name, "", "", "", bytes).versioned for name in ("rules.json", *BOOK_FORMS)}
    version = whister.__version__
    assert names == {
        "rules.json": f"whister-{version}-rules.json",
        "whister.pdf": f"whister-{version}.pdf",
        "whister.epub": f"whister-{version}.epub",
        "whister.1": f"whister-{version}.1",
    }


def test_only_the_books_of_this_version_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BOOKS, str(tmp_path))
    for version in (whister.__version__, "99.0"):
        (tmp_path / version).mkdir()
        (tmp_path / version / "whister.epub").write_bytes(version.encode())
    assert [(taken.name, taken.content()) for taken, _ in books()] == [
        ("whister.epub", whister.__version__.encode())
    ]
    (tmp_path / whister.__version__ / "whister.epub").unlink()
    assert not list(books())


def test_the_sizes_are_those_of_the_files(site: Site) -> None:
    for row in site.page("take-away/").soup.select("table.take-away tbody tr"):
        name = str(row.select("a")[0]["href"])
        size = (site.folder / "take-away" / name).stat().st_size
        number, unit = row.select("td, th")[2].get_text(strip=True).split()
        assert abs(float(number) * {"MB": 1e6, "kB": 1e3}[unit] - size) <= max(size * 0.06, 600)


def test_the_rules_are_valid_by_their_schema_and_of_this_version(site: Site) -> None:
    folder = site.folder / "take-away"
    rules = json.loads((folder / "rules.json").read_text(encoding="utf-8"))
    jsonschema.validate(rules, json.loads((folder / "rules.schema.json").read_text(encoding="utf-8")))
    assert (rules["format"], rules["version"]) == (FORMAT, whister.__version__)
    assert sorted(rules["rule_sets"]) == list(whister.catalogue())


def test_the_table_opens_as_a_table_and_its_columns_are_told(site: Site) -> None:
    text = (site.folder / "take-away/clauses.csv").read_bytes().decode("utf-8")
    head = next(csv.reader(io.StringIO(text, newline="")))
    told = [
        cell.get_text(strip=True)
        for cell in site.page("take-away/").soup.select("table:not(.take-away) tbody th")
    ]
    assert told == head


def test_what_is_taken_away_is_not_saved_for_reading_without_a_network(site: Site) -> None:
    saved = [place for place in listing(site.folder)["files"] if place.startswith("take-away/")]
    assert saved == ["take-away/"]
