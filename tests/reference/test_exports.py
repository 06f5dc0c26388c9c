"""Citations as other programs read them, and patterns that, once filled in, are what the styles would write.

The libraries bibtexparser and citation-js read the citations; citeproc-js, Zotero's processor, writes them again.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import citeproc
import pytest
import rispy
from bibtexparser.entrypoint import parse_string
from pybtex.database import parse_file
from pybtex.richtext import Text

import whister
from rulebook.citing import forms, metadata, source_forms
from tests.house_rules import varied
from whister.reference.citable import citable, citable_page, curled, options_in_force
from whister.reference.release import AUTHOR, RELEASED, VERSION, WORK
from whister.reference.styles import FORMS, LOCALE, QUOTING, STYLES, bibtex, csl_json, plain, ris, style_text
from whister.table import house_rules

ROOT = Path(__file__).parents[2]
BASE = "https://whister.example/of_games/"
RULES = [whister.load(name) for name in whister.catalogue()]
ITEMS = [
    *(citable(rules, slug, base=BASE) for rules in RULES for slug in (None, *rules.clauses)),
    citable_page("The history of Hearts", "hearts/history/", base=BASE),
    citable_page("Whister", "", base=BASE),
]
"""Every rule set and clause, a page, and the whole site."""
TITLES = ("Which Hearts do you play?", 'The "Lady" of Hearts', 'On the "Lady"', "Hearts & Rook")
NAMES = (
    "Friday Black Lady",
    'The "Friday" game',
    "Who deals?",
    "Ana & Zoë’s 100% {rule} #1_ ~ a",
    "A{B}^C",
    "",
)
"""Titles with characters that a style may handle wrongly, and names that readers may give to house rules, or none."""
VARIED = [whister.load(name) for name in ("boston/fontainebleau", "hearts/black-lady", "rook/tournament")]
AMERICAN = whister.load("boston/american")
(TABLE,) = (option["example"] for option in house_rules.form(AMERICAN) if option["kind"] == "table")
HOUSES = [
    (house, slug, NAMES[number % len(NAMES)])
    for rules in [*VARIED, *RULES]
    for number, chosen in enumerate(varied(rules) if rules in VARIED else [*varied(rules)][-2:])
    for house in [whister.load(rules.id, **chosen)]
    if options_in_force(house)
    for slug in (None, next(iter(house.clauses)))
]
HOUSES.append((whister.load("boston/american", prices=TABLE), None, ""))
HOUSES.append(
    (
        whister.load(
            "hearts/black-lady", target=50, moon="new", pack_table="PT-B", opening_any_club=True, pass_count=4
        ),
        "moon",
        "Many",
    )
)
"""House rules, with or without a clause and a name: every choice in three rule sets, two in each of the others."""
SAMPLE = [
    *(citable(rules, base=BASE) for rules in RULES),
    citable(RULES[0], "players", base=BASE),
    *(citable(house, slug, base=BASE, name=name) for house, slug, name in HOUSES[: 2 * len(NAMES)]),
    *(citable_page(title, "a/page/", base=BASE) for title in TITLES),
    *ITEMS[-2:],
]
"""A sample of items: every kind, and every title of a rule set. Formatting all items would take too long."""


SOURCES = parse_file(ROOT / "docs/references.bib").entries


def unsigned(item: dict[str, Any]) -> dict[str, Any]:
    """Return an item; leave out the editor of an unsigned article, whom a style would take for its author."""
    dropped = {"editor"} if item["type"] == "chapter" and "author" not in item else set()
    return {name: value for name, value in item.items() if name not in dropped}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what citation-js reads, what citeproc-js writes, and what the forms in the browser produce."""
    job = {
        "texts": {form: "\n".join(FORMS[form](item) for item in ITEMS) for form in ("bibtex", "ris")},
        "items": SAMPLE,
        "sources": [unsigned(source_forms.item(entry)) for entry in SOURCES.values()],
        "styles": {style: style_text(style) for style in STYLES},
        "quoting": QUOTING,
        "locale": LOCALE,
        "browser": {
            "module": str(ROOT / "docs/_static/cite/forms.mjs"),
            "patterns": forms.patterns(),
            "items": [*ITEMS, *SAMPLE],
            "root": BASE,
            "played": [
                {
                    "item": citable(whister.load(rules.id), slug, base=BASE),
                    "cited": rules.id + (f"#{slug}" if slug else ""),
                    "name": name,
                    "rules": {
                        "title": rules.title,
                        "hash": rules.behaviour_hash,
                        "options": dict(rules.chosen),
                        "in_force": house_rules.in_force(rules),
                    },
                }
                for rules, slug, name in HOUSES
            ],
        },
    }
    job["texts"]["csl-json"] = json.dumps(ITEMS)  # type: ignore[index]
    file = tmp_path_factory.mktemp("citations") / "job.json"
    file.write_text(json.dumps(job), encoding="utf-8")
    node = shutil.which("node")
    assert node, "Node is needed: it runs citation-js"
    places = [
        ROOT / "docs/node_modules",
        citeproc.LOCALES_PATH,
        file,
    ]
    done = subprocess.run(
        [node, ROOT / "tests/reference/read_citations.mjs", *places],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_bibtexparser_reads_every_title_author_date_version_and_address() -> None:
    library = parse_string("\n".join(map(bibtex, ITEMS)))
    assert not library.failed_blocks
    assert [entry.key for entry in library.entries] == [item["id"] for item in ITEMS]
    for entry, item in zip(library.entries, ITEMS, strict=True):
        fields = {name: field.value.strip("{}") for name, field in entry.fields_dict.items()}
        known = (fields["title"], fields["author"], fields["version"], fields["url"])
        assert known == (item["title"], AUTHOR, VERSION, item["URL"])
        assert (fields["year"], fields["month"]) == (RELEASED[:4], "nov")
        assert "date" not in fields
        assert fields["note"].startswith(f"Version {VERSION}, 20 November 2026.")
        assert fields.get("booktitle") == item.get("container-title")


@pytest.mark.parametrize("form", ["bibtex", "ris", "csl-json"])
def test_citation_js_reads_every_title_author_date_version_and_address(
    told: dict[str, Any], form: str
) -> None:
    read = told["read"][form]
    assert [item["id"] for item in read] == [item["id"] for item in ITEMS]
    for found, item in zip(read, ITEMS, strict=True):
        (author,) = found["author"]
        assert author.get("literal", author.get("family")) == AUTHOR
        (whole,) = item["issued"]["date-parts"]
        assert found["issued"]["date-parts"] == [whole[:2] if form == "bibtex" else whole]
        assert found.get("version", found.get("edition")) in {VERSION, f"Version {VERSION}"}
        for name in ("title", "URL", "container-title"):
            assert found.get(name) == item.get(name), item["id"]


def test_every_key_is_its_own() -> None:
    assert len({item["id"] for item in ITEMS}) == len(ITEMS)


def test_zoteros_processor_writes_the_same_lines(told: dict[str, Any]) -> None:
    for item, lines in zip(SAMPLE, told["written"], strict=True):
        assert {style: plain(item, style) for style in STYLES} == lines


def test_zoteros_processor_writes_the_same_lines_of_every_source(told: dict[str, Any]) -> None:
    for entry, lines in zip(SOURCES.values(), told["sources"], strict=True):
        item = source_forms.item(entry)
        assert {style: source_forms.line(item, style) for style in STYLES} == lines


def test_the_sources_are_read_by_programs_for_bibliographies() -> None:
    library = parse_string(
        "\n".join(source_forms.forms_of_data(entry)["bibtex"] for entry in SOURCES.values())
    )
    assert not library.failed_blocks
    assert [entry.key for entry in library.entries] == list(SOURCES)
    records = rispy.loads("\n".join(source_forms.forms_of_data(entry)["ris"] for entry in SOURCES.values()))
    assert [record["id"] for record in records] == list(SOURCES)
    (britannica,) = [record for record in records if record["id"] == "britannica-hearts-1911"]
    assert britannica["secondary_authors"] == ["Chisholm, Hugh"]
    assert "authors" not in britannica
    assert (britannica["start_page"], britannica["end_page"]) == ("134", "135")


def test_no_source_is_retrieved_without_a_day() -> None:
    """In APA style the word "Retrieved" is followed by a day; without a day there is only the address."""
    for entry in SOURCES.values():
        item = source_forms.item(entry)
        assert "Retrieved" not in source_forms.line(item, "apa"), entry.key
    read = source_forms.item(SOURCES["wp-hearts"]) | {"accessed": {"date-parts": [[2026, 11, 20]]}}
    assert "Retrieved November 20, 2026, from https://en.wikipedia.org" in source_forms.line(read, "apa")


def test_programs_are_told_what_was_seen_of_every_source_and_the_lines_are_not() -> None:
    for entry in SOURCES.values():
        item, told = source_forms.item(entry), source_forms.forms_of_data(entry)
        assert item["note"] in told["csl-json"].replace('\\"', '"'), entry.key
        assert f"N1  - {item['note']}" in told["ris"], entry.key
        (read,) = parse_string(told["bibtex"]).entries
        assert read["annote"].startswith(entry.fields["note"]), entry.key
        assert item["note"] not in "".join(source_forms.line(item, style) for style in STYLES), entry.key


def test_a_title_that_nobody_has_checked_stands_in_brackets_in_every_form() -> None:
    unchecked = [entry for entry in SOURCES.values() if "titled" in entry.fields]
    assert {entry.key for entry in unchecked} >= {
        "potter-2016",
        "rice-amusements-2000",
        "bull-lockhart",
        "culbertson-hoyle-1950",
    }
    for entry in unchecked:
        title = f"[{curled(str(Text.from_latex(entry.fields['title'])))}, title {entry.fields['titled']}]"
        for form, written in source_forms.forms(entry).items():
            assert title in written.replace("'", "’"), (entry.key, form)


def test_a_page_through_which_a_work_is_known_is_not_its_address() -> None:
    for key in ("boussac-polignac-1896", "official-rules-1913"):
        item = source_forms.item(SOURCES[key])
        assert "URL" not in item
        assert "Known through https://" in item["note"]


def test_a_description_is_neither_author_nor_container() -> None:
    listing = source_forms.item(SOURCES["hoyles-oxford-rook"])
    assert (listing["container-title"], listing["medium"]) == ("hoylesoxford.com", "Dealer’s description")
    assert "T2  - hoylesoxford.com" in source_forms.forms_of_data(SOURCES["hoyles-oxford-rook"])["ris"]
    for style in STYLES:
        assert source_forms.line(source_forms.item(SOURCES["hasbro-rook-2010"]), style).startswith("Hasbro. ")


def test_only_what_bears_no_date_is_said_to_have_none() -> None:
    book, page = (source_forms.item(SOURCES[key]) for key in ("parlett-oxford-dictionary", "wp-hearts"))
    assert source_forms.line(book, "chicago").startswith("Parlett, David. Year not established. Oxford")
    assert source_forms.line(book, "apa").startswith("Parlett, D. (year not established). Oxford")
    assert "(n.d.)" in source_forms.line(page, "apa")
    assert not [
        entry.key
        for entry in SOURCES.values()
        if entry.type not in {"online", "manual"}
        and "(n.d.)" in source_forms.line(source_forms.item(entry), "apa")
    ]


def test_a_newspaper_is_cited_by_its_day_and_a_month_is_a_macro() -> None:
    told = source_forms.forms(SOURCES["journal-de-paris-1785"])
    assert "(1785, December 27)" in told["apa"]
    assert "27 Dec. 1785" in told["mla"]
    assert "DA  - 1785/12/27" in told["ris"]
    assert "SP  - 1498" in told["ris"]
    cady = source_forms.forms(SOURCES["cady-hearts-1896"])
    assert "month = aug," in cady["bibtex"]
    assert "IS  - 14" in cady["ris"]


def test_a_page_of_the_web_is_no_chapter_of_a_book_to_a_reference_manager() -> None:
    told = parse_qs(source_forms.coins(source_forms.item(SOURCES["wp-hearts"])))
    assert told["rft_val_fmt"] == ["info:ofi/fmt:kev:mtx:dc"]
    assert (told["rft.type"], told["rft.source"]) == (["webpage"], ["Wikipedia"])


def test_linked_data_keeps_the_encyclopaedia_and_its_editor_from_the_article() -> None:
    told = metadata.source(SOURCES["britannica-hearts-1911"])
    assert "editor" not in told
    assert told["isPartOf"] == {
        "@type": "Book",
        "name": "Encyclopaedia Britannica",
        "editor": ["Hugh Chisholm"],
    }
    assert metadata.source(SOURCES["wp-hearts"])["isPartOf"] == {"@type": "WebSite", "name": "Wikipedia"}


def test_a_filled_pattern_is_what_the_style_itself_writes() -> None:
    for item in SAMPLE:
        assert {form: forms.written(item, form) for form in FORMS} == {
            form: FORMS[form](item) for form in FORMS
        }


def test_a_pattern_without_an_address_is_filled_as_well() -> None:
    for item in (citable(RULES[0], base=""), citable_page("A page", "a/page/", base="")):
        assert all(forms.written(item, style) == plain(item, style) for style in STYLES)


def test_the_browser_writes_what_the_library_writes(told: dict[str, Any]) -> None:
    for item, filled in zip([*ITEMS, *SAMPLE], told["filled"], strict=True):
        assert filled == {form: forms.written(item, form) for form in FORMS}


def test_the_browser_cites_house_rules_as_the_library_does(told: dict[str, Any]) -> None:
    assert {rules.id for rules, *_ in HOUSES} == {
        rules.id for rules in RULES if any(not o.fixed and not o.excluded for o in rules.options.values())
    }
    for (rules, slug, name), filled in zip(HOUSES, told["house"], strict=True):
        item = citable(rules, slug, base=BASE, name=name)
        assert rules.behaviour_hash in filled["apa"], rules
        assert filled == {form: forms.written(item, form) for form in FORMS}


def test_house_rules_are_named_in_words_and_not_in_the_engines_spelling() -> None:
    for rules, slug, name in HOUSES:
        item = citable(rules, slug, base=BASE, name=name)
        assert "ouse rules after " in item["title"]
        assert not [f"{option}=" for option in options_in_force(rules) if f"{option}=" in item["title"]]
        assert "True" not in item["title"]
        assert "False" not in item["title"]


def test_no_line_has_a_stop_twice_or_outside_its_quotation_marks() -> None:
    for item in SAMPLE:
        for style in STYLES:
            assert not re.search(r"[?!.,][’”]*[.,](\s|$)|”[.,]", forms.written(item, style)), item["title"]


def test_csl_json_is_an_array_of_one_item_with_fields_of_the_standard() -> None:
    (item,) = json.loads(csl_json(ITEMS[0]))
    assert set(item) <= {
        "URL", "accessed", "author", "container-title", "genre", "id", "issued", "language", "note", "title", "type", "version",
    }  # fmt: skip
    assert item["container-title"] == WORK


def test_a_record_of_ris_begins_with_its_type_and_ends_with_its_end() -> None:
    assert ris(ITEMS[0]).startswith("TY  - ENCYC\n")
    assert ris(ITEMS[0]).endswith("ER  - \n")
