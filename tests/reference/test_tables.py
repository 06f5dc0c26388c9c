"""The clauses as a table and as text: the standard library reads the table back; the text is checked line by line."""

from __future__ import annotations

import csv
import io
import re

import pytest

import whister
from whister.reference.tables import COLUMNS, clauses_csv, clauses_text


@pytest.fixture(scope="module")
def rows() -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(clauses_csv(), newline=""), strict=True))


@pytest.fixture(scope="module")
def text() -> str:
    return clauses_text()


def test_the_table_has_a_row_for_each_clause_and_source(rows: list[dict[str, str]]) -> None:
    stated = [
        (clause.id, rules.year or "", "yes" if clause.enabled else "no" if clause.barred else "by option", source.key,
         "" if source.relation else str(source.evidence), source.pages or "", source.via or "")
        for rules in map(whister.load, whister.catalogue())
        for clause in rules.clauses.values()
        for source in clause.sources
    ]  # fmt: skip
    names = ("clause", "year", "in_force", "source", "source_evidence", "pages", "via")
    assert [tuple(row[name] for name in names) for row in rows] == stated


def test_every_row_has_every_column_and_says_what_the_clause_says(rows: list[dict[str, str]]) -> None:
    for row in rows:
        assert list(row) == list(COLUMNS)
        clause = whister.load(row["rule_set"]).clauses[row["clause"].partition("#")[2]]
        assert (row["title"], row["text"], row["note"]) == (clause.title, clause.text, clause.note)
        assert row["mechanisms"].split() == list(clause.rule)


def test_the_table_is_rfc_4180() -> None:
    table = clauses_csv()
    assert table.endswith("\r\n")
    assert not re.search(r"(?<!\r)\n|\r(?!\n)", table)
    assert table.partition("\r\n")[0] == ",".join(COLUMNS)
    quoted = re.sub(r'"(?:[^"]|"")*"', "", table)
    assert '"' not in quoted


def test_the_text_has_every_clause_under_its_game(text: str) -> None:
    squeezed = " ".join(text.split())
    for name in whister.catalogue():
        rules = whister.load(name)
        assert f"\n{rules.id}\n" in text
        for clause in rules.clauses.values():
            assert " ".join(clause.text.split()) in squeezed, clause.id
            assert f"#{clause.slug} [" in squeezed


def test_its_lines_fit_a_narrow_page(text: str) -> None:
    assert max(map(len, text.splitlines())) <= 76
    assert not re.search(r"[ \t]$", text, re.MULTILINE)
    assert max(map(len, clauses_text(60).splitlines())) <= 60


def test_each_clause_is_told_once_in_the_order_of_the_sections(text: str) -> None:
    told = re.findall(r"^    #(\S+)  \[", text, re.MULTILINE)
    assert told == [
        clause.slug
        for rules in map(whister.load, whister.catalogue())
        for section, _ in rules.sections
        for clause in rules.clauses.values()
        if clause.section == section
    ]


def test_a_game_is_told_with_its_other_names_where_it_has_some(text: str) -> None:
    squeezed = " ".join(text.split())
    for rules in map(whister.load, whister.catalogue()):
        names = f"Also called {', '.join(rules.aliases)}. " if rules.aliases else ""
        assert f" {rules.id} {names}{' '.join(rules.summary.split())} " in squeezed, rules.id


def test_no_word_is_broken_however_narrow_the_page_is(text: str) -> None:
    assert {word for word in clauses_text(12).split() if word.strip("=-.")} == {
        word for word in text.split() if word.strip("=-.")
    }


def test_a_section_that_has_clauses_is_headed_by_its_title(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whister, "catalogue", lambda: ("rook/two-1914",))
    rules = whister.load("rook/two-1914")
    inside = {clause.section for clause in rules.clauses.values()}
    empty = [title for section, title in rules.sections if section not in inside]
    assert "\nRook for Two (1914) (1914)\n--------------------------\nrook/two-1914\n" in clauses_text()
    headed = re.findall(r"\n\n\n  (\S.*)\n  (\.+)\n\n", clauses_text())
    assert [title for title, _ in headed] == [title for section, title in rules.sections if section in inside]
    assert [len(dots) for _, dots in headed] == [len(title) for title, _ in headed]
    assert not set(empty) & {title for title, _ in headed}
