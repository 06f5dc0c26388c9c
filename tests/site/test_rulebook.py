"""The extension on its own: helpful errors, suggestions for links that lead nowhere, and builders other than HTML."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest
from pybtex.database import Entry, Person, parse_file

import whister
from rulebook.base import catalogue
from rulebook.domain import bibliography
from tests.site.small import sphinx

ROOT = Path(__file__).resolve().parents[2]
ENGINE = Path(whister.__file__).parents[1]


def build(folder: Path, text: str, builder: str = "html", lock: str = "", conf: str = "") -> tuple[str, Path]:
    """Build one page with the extension, with `lock` added to the lock file and `conf` to the configuration; return the
    warnings and the output."""
    (folder / "conf.py").write_text(
        f"import sys\nsys.path[:0] = [{str(ENGINE)!r}, {str(ROOT / 'docs/_ext')!r}]\n"
        "extensions = ['myst_parser', 'sphinxcontrib.bibtex', 'rulebook']\n"
        "myst_enable_extensions = ['colon_fence']\n"
        + conf
        + "bibtex_bibfiles = ['references.bib']\nbibtex_default_style = 'whister'\nbibtex_cite_id = '{key}'\n"
    )
    (folder / "references.bib").write_text(
        (ROOT / "docs/references.bib").read_text(encoding="utf-8"), encoding="utf-8"
    )
    kept = (ROOT / "docs/anchors.lock").read_text(encoding="utf-8")
    (folder / "anchors.lock").write_text(kept + lock, encoding="utf-8")
    (folder / "index.md").write_text(f"# Page\n\n{text}\n", encoding="utf-8")
    out = folder / builder
    done = sphinx("-n", "-q", "-b", builder, folder, out)
    assert done.status == 0, done.said
    return done.said, out


def test_an_unknown_clause_suggests_the_nearest(tmp_path: Path) -> None:
    text = "```{rule:clauses} hearts/black-lady\n```\n\n{rule:clause}`hearts/black-lady#first-trik`"
    warnings, _ = build(tmp_path, text)
    assert (
        "unknown clause 'hearts/black-lady#first-trik'; did you mean 'hearts/black-lady#first-trick'?"
        in warnings
    )


def test_an_unknown_rule_set_suggests_the_nearest(tmp_path: Path) -> None:
    warnings, _ = build(tmp_path, "```{rule:facts} hearts/black-ladie\n```")
    assert "unknown rule set 'hearts/black-ladie'; did you mean 'hearts/black-lady'?" in warnings


RECORDS = {
    "games}": "rules/rook/buckeye.toml",
    "counts}": "rules/rook/buckeye.toml",
    "mechanisms}": "rules/rook/buckeye.toml",
    "comparisons}": "rules/rook/buckeye.toml",
    "take-away}": "rules/rook/buckeye.toml",
    "figure-files}": "rules/rook/buckeye.toml",
    "which} rook": "rules/rook/buckeye.toml",
    "matrix} rook": "rules/rook/buckeye.toml",
    "first-appearances} rook": "history/rook.toml",
    "timeline} rook": "history/rook.toml",
    "sources} rook": "history/rook.toml",
    "errata} rook": "history/rook.toml",
    "chronology}": "history/rook.toml",
    "tree}": "history/rook.toml",
}
"""Directives that show many records, and one of the records that each shows."""


def test_a_page_is_made_anew_when_a_record_that_it_tells_of_changes(tmp_path: Path) -> None:
    for name in RECORDS:
        file = tmp_path / f"{name.partition('}')[0]}.md"
        file.write_text(f"# Page\n\n```{{rule:{name}\n```\n", encoding="utf-8")
    _, out = build(tmp_path, "Nothing.")
    with (out / ".doctrees" / "environment.pickle").open("rb") as kept:
        known = pickle.load(kept).rulebook_asked
    for name, record in RECORDS.items():
        files = {Path(path) for path in known.files(name.partition("}")[0])}
        assert ENGINE / "whister" / record in files, name


def test_a_name_from_elsewhere_is_in_its_language_with_who_gives_it(tmp_path: Path) -> None:
    _, out = build(tmp_path, "```{rule:facts} hearts/black-lady\n```\n\n```{bibliography}\n:all:\n```")
    page = (out / "index.html").read_text(encoding="utf-8")
    assert '<span lang="es">Dama negra</span> (only in a translation: <a' in page
    names = page.partition('<span lang="en">Slippery Anne</span>')[2].partition(")")[0]
    assert "Black Widow" in names
    assert "Wikipedia, Black Lady" in names


def test_two_anchors_of_one_name_are_an_error(tmp_path: Path) -> None:
    twice = "```{rule:clauses} hearts/black-lady\n```\n"
    warnings, _ = build(tmp_path, twice * 2)
    assert "two anchors named" in warnings


def test_a_retired_address_still_leads_somewhere(tmp_path: Path) -> None:
    tombstone = "hearts/black-lady#opening -> hearts/black-lady#first-trick\n"
    warnings, out = build(tmp_path, "```{rule:clauses} hearts/black-lady\n```", lock=tombstone)
    assert "anchors.lock" not in warnings
    page = (out / "index.html").read_text(encoding="utf-8")
    assert 'id="opening"' in page
    assert page.index('href="#first-trick"', page.index('id="opening"'))


@pytest.mark.parametrize("builder", ["text", "latex", "xml"])
def test_the_directives_work_without_html(tmp_path: Path, builder: str) -> None:
    names = ("summary", "facts", "clauses", "changes", "options", "claims", "sources")
    page = "\n\n".join(f"```{{rule:{name}}} hearts/black-lady\n```" for name in names)
    warnings, out = build(tmp_path, page + "\n\n```{bibliography}\n:all:\n```", builder)
    wrong = [line for line in warnings.splitlines() if "unknown document" not in line and "unknown" in line]
    assert not [line for line in wrong if "Unknown node" in line or "unknown node" in line]
    text = "".join(
        path.read_text(encoding="utf-8") for path in out.glob("*") if path.suffix in {".txt", ".tex", ".xml"}
    )
    for clause in catalogue.rule_set("hearts/black-lady").clauses.values():
        assert clause.title.split()[0].partition("'")[0] in text


@pytest.mark.parametrize("family", ["boston", "rook"])
@pytest.mark.parametrize("builder", ["text", "latex"])
def test_the_timeline_works_without_html(tmp_path: Path, builder: str, family: str) -> None:
    warnings, out = build(
        tmp_path, f"```{{rule:timeline}} {family}\n```\n\n```{{bibliography}}\n:all:\n```", builder
    )
    assert "nknown node" not in warnings
    text = "".join(
        path.read_text(encoding="utf-8") for path in out.glob("*") if path.suffix in {".txt", ".tex"}
    )
    for claim in catalogue.claims(family):
        assert re.split(r"\W", claim["date"])[0] in text


def test_a_timeline_of_an_unknown_family_suggests_the_nearest(tmp_path: Path) -> None:
    warnings, _ = build(tmp_path, "```{rule:timeline} bosten\n```")
    assert "no history for 'bosten'; did you mean 'boston'?" in warnings


def test_questions_of_a_family_that_asks_none_suggest_the_nearest(tmp_path: Path) -> None:
    warnings, _ = build(tmp_path, "```{rule:which} roook\n```")
    assert "no questions for 'roook'; did you mean 'rook'?" in warnings


def entry(kind: str, author: str = "", **fields: str) -> Entry:
    found = Entry(kind, fields=fields, persons={"author": [Person(author)]} if author else {})
    found.key = fields.get("title", "x")
    return found


def test_a_source_is_called_by_author_and_year() -> None:
    assert (
        bibliography.label(entry("book", "Foster, R. F.", title="Foster's Complete Hoyle", year="1909"))
        == "Foster 1909"
    )


def test_a_source_without_a_year_is_called_by_author_and_title() -> None:
    assert (
        bibliography.label(entry("online", "{Wikipedia contributors}", title="Black Lady"))
        == "Wikipedia, Black Lady"
    )


def test_a_nameless_page_goes_by_its_site_in_the_letters_of_that_site() -> None:
    found = entry("online", title="Boston", url="https://www.xn--80aba5e.xn--p1ai/2_boston.htm")
    assert bibliography.label(found) == "Boston (буба.рф)"


def test_the_title_of_a_source_has_curled_quotation_marks() -> None:
    found = entry("book", "Foster, R. F.", title="Foster's Complete Hoyle")
    assert bibliography.label(found) == "Foster, Foster’s Complete Hoyle"


def test_sources_of_one_name_are_told_apart() -> None:
    one, other = entry("book", "Foster, R. F.", year="1897"), entry("book", "Foster, R. F.", year="1897")
    one.key, other.key = "hearts", "hoyle"
    assert bibliography.labels([one, other]) == {"hearts": "Foster 1897 (a)", "hoyle": "Foster 1897 (b)"}


@pytest.mark.parametrize(
    ("pages", "text"), [("356", "p. 356"), ("234--240", "pp. 234–240"), ("65, 67", "pp. 65, 67")]
)
def test_pages_are_given_in_the_usual_form(pages: str, text: str) -> None:
    assert bibliography.page_text(pages) == text


def test_an_unsigned_article_goes_by_the_work_it_stands_in() -> None:
    found = entry("incollection", title="Boston [2]", booktitle="Pierer's Universal-Lexikon", year="1857")
    assert bibliography.label(found) == "Pierer’s Universal-Lexikon 1857"


def test_the_editor_of_a_work_is_not_named_as_who_wrote_an_article_in_it() -> None:
    found = entry("incollection", title="Hearts", booktitle="Encyclopaedia Britannica", year="1911")
    found.persons["editor"] = [Person("Chisholm, Hugh")]
    assert bibliography.label(found) == "Encyclopaedia Britannica 1911"
    assert reference(found) == "Hearts. In Encyclopaedia Britannica, ed. Hugh Chisholm. 1911. "


def reference(found: Entry) -> str:
    return "".join(node.astext() for node in bibliography.reference_nodes(found))


@pytest.mark.parametrize("title", ["Who leads in Rook?", "Boston, subst. masc."])
def test_a_title_that_ends_with_a_stop_has_no_other(title: str) -> None:
    assert reference(entry("online", title=title, organization="ncesc.com")) == f"{title} ncesc.com. "


def test_a_description_is_not_set_as_a_title() -> None:
    titles = {
        title: type(bibliography.reference_nodes(entry("book", title=title))[0]).__name__
        for title in ("The Card Game Set", "[Title not established]")
    }
    assert titles == {"The Card Game Set": "emphasis", "[Title not established]": "Text"}


def test_a_source_in_another_language_says_which_and_curls_its_apostrophe() -> None:
    found = entry("book", title="L'Académie des jeux", year="1812", language="French")
    assert reference(found) == "L’Académie des jeux. 1812. In French. "


def test_the_year_of_a_later_edition_is_called_so() -> None:
    found = entry(
        "book", "Pushkin, Aleksandr", title="Onegin", publisher="Press", year="1975", dated="edition"
    )
    assert bibliography.label(found) == "Pushkin, edition of 1975"
    assert reference(found) == "Aleksandr Pushkin. Onegin. Press, edition of 1975. "


def test_every_label_of_the_bibliography_is_its_own() -> None:
    named = bibliography.labels(parse_file(str(ROOT / "docs/references.bib")).entries.values())
    assert len(set(named.values())) == len(named)
