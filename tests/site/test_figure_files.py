"""The figures as files: every figure and every kept study has its row, with the command that repeats the study."""

from __future__ import annotations

import csv
from itertools import groupby
from pathlib import Path

import pytest
from lxml import html

from rulebook.base import questions
from rulebook.base.questions import Kept as Asked
from rulebook.base.questions import noting
from rulebook.numbers import downloads
from rulebook.numbers.downloads import FIGURES, STUDIES, figures_csv, figures_link, studies, studies_csv
from rulebook.numbers.results import FOLDER, command, played, results
from tests.site.pages import Site
from tests.site.test_rulebook import build
from whister import rules
from whister.studies import kept
from whister.studies.written import COLUMNS, as_csv

FAMILIES = ("hearts", "boston", "rook")


def rows_of(site: Site, name: str) -> list[dict[str, str]]:
    with (site.folder / "take-away" / name).open(newline="", encoding="utf-8") as opened:
        return list(csv.DictReader(opened))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_kept_study_has_its_row_with_its_origin_and_its_command(site: Site, family: str) -> None:
    every = {
        (each.kind, each.name): each for file in FOLDER.glob(f"{family}-*.jsonl") for each in kept.read(file)
    }
    found = {(row["kind"], row["study"]): row for row in rows_of(site, f"{family}-studies.csv")}
    assert found.keys() == every.keys()
    assert len(rows_of(site, f"{family}-studies.csv")) == len(every)
    for key, study in every.items():
        row, asked, origin = found[key], study.asked(), study.origin
        assert row["command"] == command(asked)
        assert {part: int(row[part]) for part in ("deals", "games", "revokes", "field")} == {
            "deals": 0, "games": 0, "revokes": 0, "field": 0, **played(asked),
        }  # fmt: skip
        assert (row["seed"], row["version"], row["policy"]) == (origin.seed, origin.version, origin.policy)
        assert int(row["revision"]) == origin.revision
        for name, told in (("rules", origin.rules), ("behaviour", origin.behaviour)):
            assert tuple(filter(None, (row[f"{name}_a"], row[f"{name}_b"]))) == told
        assert f"players={origin.options[0]['players']}" in row["options_a"].split()
        if "field" not in study.counts:
            assert " ".join(filter(None, (row["players"], row["rollouts"]))) == origin.players[0]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_figure_of_every_study_is_in_the_file_as_the_command_would_write_it(
    site: Site, family: str
) -> None:
    found = rows_of(site, f"{family}-figures.csv")
    by_study = {key: [*each] for key, each in groupby(found, lambda row: (row["kind"], row["study"]))}
    every = list(studies(family))
    assert list(by_study) == [(each.kind, each.name) for each in every]
    for each in every:
        written = list(csv.DictReader(as_csv(each.study()).splitlines()))
        assert by_study[each.kind, each.name] == [
            {"kind": each.kind, "study": each.name, **row} for row in written
        ]


def test_a_file_has_the_figures_of_the_page(site: Site) -> None:
    (row,) = [
        row
        for row in rows_of(site, "hearts-figures.csv")
        if (row["kind"], row["study"], row["group"], row["about"])
        == ("set", "hearts/black-lady", "moon", "shot")
    ]
    figure = results("hearts", "set")["hearts/black-lady"].study().figure("moon", "shot")
    assert (float(row["value"]), float(row["low"]), float(row["high"]), int(row["n"])) == (
        figure.value, figure.low, figure.high, figure.n,
    )  # fmt: skip
    assert (row["unit"], row["label"]) == ("share", "taken")


def test_the_columns_are_explained_and_are_those_of_the_command(site: Site) -> None:
    told = [
        [cell.get_text(strip=True) for cell in table.select("tbody th")]
        for table in site.page("numbers/").soup.select("table.figure-columns")
    ]
    assert told == [[*FIGURES], [*STUDIES]]
    assert [*FIGURES][2:] == [*COLUMNS]
    for family in FAMILIES:
        assert [[*rows_of(site, f"{family}-{which}.csv")[0]] for which in ("figures", "studies")] == told


def test_the_files_are_listed_among_the_downloads(site: Site) -> None:
    listed = [str(link["href"]) for link in site.page("take-away/").soup.select("table.take-away a")]
    for family in FAMILIES:
        for which in ("figures", "studies"):
            assert f"{family}-{which}.csv" in listed


@pytest.mark.parametrize("text", [figures_csv, studies_csv])
def test_a_file_is_written_again_when_a_study_or_a_rule_set_changes(
    text: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "_outcomes", {})
    monkeypatch.setattr(rules, "_loaded", questions._noted_load)  # as a build does
    assert callable(text)
    with noting() as asked:
        text("rook")
    known = Asked()
    known.keep("rook.csv", asked)
    known.settle()
    names = {Path(file).name for file in known.files("rook.csv")}
    assert {f"rook-{kind}.jsonl" for kind in downloads.KINDS} <= names
    assert {"buckeye.toml", "tournament.toml"} <= names


LINKING = """
from docutils.parsers.rst import Directive
from rulebook.numbers.downloads import figures_link
class Linking(Directive):
    def run(self):
        return [figures_link("rook")]
def setup(app):
    app.add_directive("linking", Linking)
"""


def test_a_page_leads_to_the_files_of_a_family(tmp_path: Path) -> None:
    """The site of a project with a page of downloads has the files; without this page there is no link."""
    assert figures_link("rook").astext() == (
        "All figures of this family as CSV, with the command for each study."
    )
    for name, downloadable in (("with", True), ("without", False)):
        folder = tmp_path / name
        (folder / "deep").mkdir(parents=True)
        (folder / "deep/page.md").write_text("# Page\n\n```{linking}\n```\n", encoding="utf-8")
        if downloadable:
            (folder / "take-away.md").write_text("# Downloads\n\nThe files.\n", encoding="utf-8")
        _, out = build(folder, "Nothing.", "dirhtml", conf=LINKING)
        page = html.fromstring((out / "deep/page/index.html").read_text(encoding="utf-8"))
        links = [str(link.get("href")) for link in page.cssselect(".figures-link a")]
        assert links == [
            f"../../take-away/rook-{which}.csv" for which in ("figures", "studies") if downloadable
        ]
        assert ("All figures of this family" in page.text_content()) == downloadable
        for link in links:
            assert (out / "deep/page" / link).resolve().is_file()
