"""The wording of citations, which a reader can check by hand, and the origin of their facts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from bibtexparser.entrypoint import parse_string

import whister
from tests.house_rules import varied
from whister import NotationError
from whister.reference import release
from whister.reference.citable import UnknownClause, citable, citable_page, curled
from whister.reference.styles import bibtex, csl_json, plain, ris, tex

BASE = "https://whister.example/"
LADY = whister.load("hearts/black-lady")
MOON = citable(LADY, "moon", base=BASE, version="0.1.0", date="2026-11-20")
HOUSE = whister.load("hearts/black-lady", moon="new", pack_table="PT-B")
READ_AS = {
    **{f"\\{mark}": mark for mark in "#$%&_"},
    **{f"\\text{word}{{}}": mark for word, mark in (
        ("backslash", "\\"), ("braceleft", "{"), ("braceright", "}"), ("asciitilde", "~"), ("asciicircum", "^"), ("less", "<"), ("greater", ">"),
    )},
}  # fmt: skip
"""What TeX prints for a command."""
WORK = "Whister: Historical Rules of Hearts, Boston and Rook, in Play"


def test_a_clause_in_chicago_style() -> None:
    assert plain(MOON, "chicago") == (
        f"The Whister maintainers. 2026. “Black Lady: Shooting the moon.” In {WORK}, version 0.1.0. November 20. "
        "https://whister.example/hearts/black-lady/#moon."
    )


def test_a_clause_in_mla_style() -> None:
    assert plain(MOON, "mla") == (
        f"The Whister maintainers. “Black Lady: Shooting the moon.” {WORK}, version 0.1.0, 20 Nov. 2026, "
        "https://whister.example/hearts/black-lady/#moon."
    )


def test_a_clause_in_apa_style() -> None:
    assert plain(MOON, "apa") == (
        "The Whister maintainers. (2026). Black Lady: Shooting the moon. In Whister: Historical rules of Hearts, "
        "Boston and Rook, in play (Version 0.1.0). https://whister.example/hearts/black-lady/#moon"
    )


def test_a_clause_in_bibtex() -> None:
    assert bibtex(MOON) == (
        "@incollection{whister-hearts-black-lady-moon,\n"
        '    author = "{The Whister maintainers}",\n'
        '    title = "{Black Lady: Shooting the moon}",\n'
        '    booktitle = "{Whister: Historical rules of Hearts, Boston and Rook, in play}",\n'
        '    publisher = "The Whister maintainers",\n'
        '    year = "2026",\n'
        "    month = nov,\n"
        '    version = "0.1.0",\n'
        '    url = "https://whister.example/hearts/black-lady/#moon",\n'
        '    language = "english",\n'
        '    note = "Version 0.1.0, 20 November 2026. ID: hearts/black-lady\\#moon."\n'
        "}\n"
    )


def test_a_clause_in_ris() -> None:
    assert ris(MOON) == (
        "TY  - ENCYC\n"
        "ID  - whister-hearts-black-lady-moon\n"
        "AU  - The Whister maintainers\n"
        "TI  - Black Lady: Shooting the moon\n"
        "T2  - Whister: Historical rules of Hearts, Boston and Rook, in play\n"
        "PY  - 2026\n"
        "DA  - 2026/11/20\n"
        "ET  - 0.1.0\n"
        "PB  - The Whister maintainers\n"
        "LA  - en\n"
        "N1  - ID: hearts/black-lady#moon.\n"
        "UR  - https://whister.example/hearts/black-lady/#moon\n"
        "ER  - \n"
    )


def test_a_rule_set_is_cited_by_its_title() -> None:
    item = citable(whister.load("hearts/chasse-coeur"), base=BASE)
    assert item["title"] == "Chasse Cœur"
    assert item["URL"] == "https://whister.example/hearts/chasse-coeur/"
    assert "“Chasse Cœur.”" in plain(item, "mla")


def test_a_french_title_keeps_its_small_letters() -> None:
    item = citable(whister.load("boston/fontainebleau"), base=BASE)
    assert "“Boston de Fontainebleau.”" in plain(item, "chicago")


def test_house_rules_are_cited_by_their_choices_in_words_and_by_their_hash() -> None:
    item = citable(HOUSE, base=BASE)
    named = (
        "House rules after Black Lady (The moon: The value of all the penalty cards comes off the shooter’s total; "
        "Cards left out: 2♦ with three players, 2♦ 2♣ with five)"
    )
    assert HOUSE.behaviour_hash.startswith("b1-")
    assert HOUSE.behaviour_hash != LADY.behaviour_hash
    assert item["title"] == named
    for style in ("chicago", "mla", "apa"):
        line = plain(item, style)
        assert named in line
        assert f"Behaviour hash {HOUSE.behaviour_hash}" in line
    assert f"Options in force: moon=new, pack_table=PT-B. Behaviour hash: {HOUSE.behaviour_hash}." in ris(
        item
    )


def test_house_rules_are_cited_at_the_page_that_shows_them() -> None:
    assert citable(HOUSE, base=BASE)["URL"] == (
        "https://whister.example/house-rules/?base=hearts/black-lady&base.moon=new&base.pack_table=PT-B"
    )
    assert citable(HOUSE, "moon", base=BASE, name="Friday Black Lady")["URL"] == (
        "https://whister.example/house-rules/?base=hearts/black-lady&base.moon=new&base.pack_table=PT-B"
        "&name=Friday+Black+Lady#moon"
    )


def test_house_rules_are_cited_by_the_name_they_were_given() -> None:
    house = whister.load("hearts/black-lady", target=50)
    assert citable(house, base=BASE, name=" Friday  Black Lady ")["title"] == (
        "Friday Black Lady (house rules after Black Lady; The target: 50)"
    )
    assert plain(citable(house, "moon", base=BASE, name="Friday Black Lady"), "apa") == (
        "The Whister maintainers. (2026). Friday Black Lady (house rules after Black Lady; The target: 50): "
        f"Shooting the moon [Behaviour hash {house.behaviour_hash}]. In Whister: Historical rules of Hearts, Boston and "
        "Rook, in play (Version 0.1.0). https://whister.example/house-rules/?base=hearts/black-lady&base.target=50"
        "&name=Friday+Black+Lady#moon"
    )


@pytest.mark.parametrize(
    "name", ["A{B}^C", "Our <b>rules", "50% <i>off</i>", "A } B", "A ~ b ^", r"a\b ~ c_d & #1"]
)
def test_a_name_is_kept_in_every_form_and_is_code_in_none(name: str) -> None:
    item = citable(whister.load("hearts/black-lady", target=50), base=BASE, name=name)
    assert item["title"].startswith(f"{name} (house rules")
    for form in ("chicago", "mla", "apa"):
        assert f"{name} (house rules" in plain(item, form)
    for text in (ris(item), json.loads(csl_json(item))[0]["title"]):
        assert f"{name} (house rules" in text
    library = parse_string(bibtex(item))
    assert not library.failed_blocks
    title = str(library.entries[0]["title"])
    assert "".join(READ_AS.get(part, part) for part in re.split(r"(\\text\w+\{\}|\\.)", title)).startswith(
        f"{{{name} ("
    )
    assert f"{tex(name)} (house rules" in title
    assert title.count("{") == title.count("}")


def test_no_choice_is_cited_in_words_that_are_cut() -> None:
    for rules in map(whister.load, whister.catalogue()):
        for chosen in varied(rules):
            house = whister.load(rules.id, **chosen)
            if not any(house.options[name].kind == "table" for name in chosen):
                assert "…" not in citable(house, base=BASE)["title"], chosen


@pytest.mark.parametrize("day", ["2026-13-01", "yesterday", "2026", "2026-3-1", "20260301", ""])
def test_a_day_that_is_none_is_refused(day: str) -> None:
    with pytest.raises(
        NotationError, match=re.escape(f"cite: expected a date such as 2026-03-01, got {day!r}")
    ):
        citable(LADY, base=BASE, date=day)


def test_a_name_without_options_names_nothing() -> None:
    assert citable(LADY, base=BASE, name="Friday") == citable(LADY, base=BASE)


def test_of_many_choices_a_title_tells_three_and_the_note_all() -> None:
    chosen: dict[str, Any] = {
        "target": 50,
        "moon": "new",
        "pack_table": "PT-B",
        "opening_any_club": True,
        "pass_count": 4,
    }
    house = whister.load("hearts/black-lady", None, **chosen)
    item = citable(house, base=BASE)
    assert item["title"].endswith("; 2 more choices)")
    assert all(f"{name}=" in item["note"] for name in chosen)


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("Which Hearts do you play?", "“Which Hearts do you play?” In"),
        ('The "Lady" of Hearts', "“The ‘Lady’ of Hearts.” In"),
        ('On the "Lady"', "“On the ‘Lady.’” In"),
        ('Who is the "Lady?"', "“Who is the ‘Lady?’” In"),
        ("The players' Lady", "“The players’ Lady.” In"),
    ],
)
def test_stops_and_quotation_marks_stand_as_in_american_print(title: str, written: str) -> None:
    item = citable_page(title, "a/page/", base=BASE)
    assert f". 2026. {written} {WORK}" in plain(item, "chicago")
    assert f". {written.removesuffix(' In')} {WORK}" in plain(item, "mla")


def test_an_option_chosen_as_it_stands_makes_no_house_rules() -> None:
    usual = whister.load("hearts/black-lady", moon="old")
    assert citable(usual, base=BASE) == citable(LADY, base=BASE)


def test_a_table_begins_in_the_title_and_is_spelt_out_in_the_note() -> None:
    rules = whister.load("boston/fontainebleau")
    (name, option) = next((n, o) for n, o in rules.options.items() if o.kind == "table" and o.default == "")
    case = next(
        given
        for slug in option.clauses
        for case in rules.clauses[slug].cases
        if list(given := case.given.get("options", {})) == [name] and "error" not in case.expected
    )
    house = whister.load("boston/fontainebleau", **case)
    item = citable(house, base=BASE)
    assert item["title"].startswith(f"House rules after {rules.title} ({curled(option.title)}: ")
    assert f"Options in force: {name}={house.chosen[name]}" in item["note"]


def test_a_page_and_the_whole() -> None:
    page = citable_page("History of Hearts", "hearts/history/", base=BASE)
    assert page["URL"] == "https://whister.example/hearts/history/"
    assert "“History of Hearts.”" in plain(page, "chicago")
    assert plain(citable_page("Whister", "", base=BASE), "mla") == (
        f"The Whister maintainers. {WORK}. Version 0.1.0, 2026, https://whister.example/."
    )
    assert plain(citable_page("Whister", "", base=BASE), "apa") == (
        "The Whister maintainers. (2026). Whister: Historical rules of Hearts, Boston and Rook, in play (Version 0.1.0). "
        "https://whister.example/"
    )


def test_where_the_sites_address_is_not_known_the_id_still_says_what_is_cited() -> None:
    item = citable(LADY, "moon", base="")
    assert "URL" not in item
    assert item["note"] == "ID: hearts/black-lady#moon."


def test_the_day_of_reading_is_given_where_it_is_known() -> None:
    item = citable(LADY, base=BASE, accessed="2026-12-01")
    assert 'urldate = "2026-12-01"' in bibtex(item)
    assert "Y2  - 2026/12/01" in ris(item)
    assert '"accessed"' in csl_json(item)


def test_an_unknown_clause_suggests_the_nearest() -> None:
    with pytest.raises(UnknownClause, match=r"hearts/black-lady has no clause 'mon'; did you mean 'moon'\?"):
        citable(LADY, "mon", base=BASE)


@pytest.mark.parametrize("wrong", [{"slug": [1]}, {"name": 5}, {"base": 5}])
def test_what_is_no_text_is_refused(wrong: dict[str, Any]) -> None:
    (name,) = wrong
    with pytest.raises(NotationError, match=f"^{name}: expected text, got "):
        citable(LADY, **{"base": BASE, **wrong})


def test_the_facts_of_a_citation_are_those_of_the_citation_file() -> None:
    file = yaml.safe_load((Path(__file__).parents[2] / "CITATION.cff").read_text(encoding="utf-8"))
    for told in (file, file["preferred-citation"]):
        (author,) = told["authors"]
        assert (
            told["title"],
            told["version"],
            str(told["date-released"]),
            author["name"],
        ) == (release.WORK, release.VERSION, release.RELEASED, release.AUTHOR)


def test_the_citation_file_cites_the_whole_as_the_site_does() -> None:
    """CITATION.cff describes software, but its preferred citation is that of a book, as on the site."""
    file = yaml.safe_load((Path(__file__).parents[2] / "CITATION.cff").read_text(encoding="utf-8"))
    assert file["type"] == "software"
    assert file["preferred-citation"]["type"] == citable_page("", "", base="")["type"] == "book"


def test_a_style_that_there_is_not_is_refused() -> None:
    with pytest.raises(NotationError, match="cite: no style 'harvard'; expected one of chicago"):
        plain(citable(LADY, base=BASE), "harvard")
