"""Every page has metadata for reference managers, and every page and clause can be cited without JavaScript."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import parse_qs

from lxml.html import HtmlElement

import whister
from rulebook.numbers.results import results
from tests.site.pages import Page, Site
from whister.reference.citable import citable, key
from whister.reference.release import AUTHOR, RELEASED, VERSION, WORK
from whister.reference.styles import FORMS, plain

DAY = RELEASED.replace("-", "/")
OUT = ("404.html", "embed/")


def described(site: Site) -> list[Page]:
    """Return the pages that can be cited: all except the 404 page, the tables for frames and the pages of citations."""
    return [
        page
        for address, page in site.pages.items()
        if not address.startswith(OUT) and not (address.endswith("/cite/") and address.count("/") == 3)
    ]


def meta(page: Page, name: str) -> str:
    found = page.select(f'meta[name="{name}"]')
    assert len(found) == 1, f"{page} has {len(found)} tags {name}"
    return str(found[0].get("content"))


def linked_data(page: Page) -> dict[str, Any]:
    (block,) = page.select('script[type="application/ld+json"]')
    found: dict[str, Any] = json.loads(block.text or "")
    return found


def coins(element: HtmlElement) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(element.get("title", "")).items()}


def test_every_page_tells_its_title_author_date_and_version(site: Site) -> None:
    pages = described(site)
    assert len(pages) > len(whister.catalogue())
    for page in pages:
        title = meta(page, "citation_title")
        heading = page.select("article h1")[0]
        shown = heading.text_content().removesuffix("¶").strip()
        if re.fullmatch(r"sources/.+/", page.address):
            shown += ": what rests on this source"  # its name alone would be the source itself
        assert title == (WORK if page.address == "" else shown), page
        assert meta(page, "citation_author") == meta(page, "DC.creator") == AUTHOR
        assert meta(page, "citation_publication_date") == meta(page, "citation_online_date") == DAY
        assert meta(page, "DC.date") == RELEASED
        assert meta(page, "citation_language") == meta(page, "DC.language") == "en"
        assert meta(page, "version") == VERSION


def test_every_page_has_one_span_and_one_block_of_data_that_agree_with_its_tags(site: Site) -> None:
    for page in described(site):
        whole = page.address == ""
        spans = set(page.select("span.Z3988")) - set(page.select(".citation-forms span"))
        assert len(spans) == 1, page
        told, data = coins(spans.pop()), linked_data(page)
        title = meta(page, "citation_title")
        assert data["name"] == told["rft.btitle" if whole else "rft.atitle"] == title
        assert data["version"] == told["rft.edition"] == VERSION
        assert data["dateModified"] == told["rft.date"] == RELEASED
        assert data["author"]["name"] == told["rft.aucorp"] == AUTHOR
        assert told["rft.btitle"] == WORK
        assert whole or data["isPartOf"]["name"] == WORK == meta(page, "citation_inbook_title")


def test_a_rule_set_tells_of_its_game_and_its_sources(site: Site) -> None:
    data = linked_data(site.page("hearts/black-lady/"))
    assert data["about"]["@type"] == "Game"
    assert data["about"]["alternateName"] == ["Hearts (modern American)"]
    assert (data["about"]["numberOfPlayers"]["minValue"], data["about"]["numberOfPlayers"]["maxValue"]) == (
        3,
        7,
    )
    foster = [
        source for source in data["citation"] if source.get("name", "").startswith("Foster’s Complete Hoyle")
    ]
    assert foster[0]["author"] == ["R. F. Foster"]


def test_every_rule_set_says_which_sources_its_rules_rest_on(site: Site) -> None:
    for name in whister.catalogue():
        page = site.page(f"{name}/")
        listed = page.select(".source-list > li")
        assert len(linked_data(page)["citation"]) == len(listed) > 0, name


def test_the_page_of_clauses_defines_each_of_them(site: Site) -> None:
    for name in whister.catalogue():
        data = linked_data(site.page(f"{name}/clauses/"))
        assert data["@type"] == "DefinedTermSet"
        codes = [term["termCode"] for term in data["hasDefinedTerm"]]
        assert codes == [clause.id for clause in whister.load(name).clauses.values()]


def test_every_page_and_clause_has_a_link_that_leads_to_its_citation(site: Site) -> None:
    known = {address: set(page.ids) for address, page in site.pages.items()}
    for page in described(site):
        if page.address == "cite/":
            continue
        links = page.select("article a.cite[data-cite]")
        clauses = page.select("section.clause, section.panel")
        assert len(links) == len(clauses) + 1, page
        assert links[0].get("aria-label") == "Cite this page", page
        assert len({link.get("data-cite") for link in links}) == len(links)
        for link in links:
            assert link.get("aria-label", "").startswith("Cite")
            place, anchor = site.find(page, link.get("href", ""))
            if anchor:
                assert anchor in known[place]
            else:
                assert place in site.pages


def test_the_page_of_a_source_cites_the_source_itself_and_not_only_the_page(site: Site) -> None:
    sources = [page for page in described(site) if re.fullmatch(r"sources/.+/", page.address)]
    assert sources
    for page in sources:
        (link,) = page.soup.select("article a.cite[data-forms]")
        assert link.get_text() == "Cite the source itself"
        section = page.element(str(link["href"]).removeprefix("#"))
        assert [str(form["data-form"]) for form in section.select("[data-form]")] == list(FORMS)
        assert len(section.select("span.Z3988")) == 1
        assert "The source itself: " in section.get_text(), page
    told = site.page("sources/foster-hearts-1895/").element("source-cited")
    assert "Foster, R. F. 1895. Foster on Hearts: A Description" in told.get_text()


def test_the_page_of_citations_has_every_clause_in_every_style(site: Site) -> None:
    rules = whister.load("hearts/black-lady")
    page = site.page("hearts/black-lady/cite/")
    for slug in rules.clauses:
        told = [text.get_text() for text in page.element(slug).select("dd")]
        assert len(told) == 3
        title = rules.clauses[slug].title.replace("'", "’")
        assert all(f"Black Lady: {title}" in text for text in told)
    lines = [text.get_text() for text in page.element("first-trick").select("dd")]
    item = citable(rules, "first-trick", base="")
    assert lines == [plain(item, style) for style in ("chicago", "mla", "apa")]


def test_pages_of_citations_are_not_found_by_a_search_but_lead_to_their_rules(site: Site) -> None:
    for name in whister.catalogue():
        page = site.page(f"{name}/cite/")
        assert meta(page, "robots") == "noindex"
        (canonical,) = page.soup.select("link[rel=canonical]")
        assert site.find(page, str(canonical["href"])) == (f"{name}/", "")


def test_the_files_of_citations_have_every_clause(site: Site) -> None:
    for name in whister.catalogue():
        folder = site.folder / name / "cite"
        keys = [item["id"] for item in json.loads((folder / "items.json").read_text(encoding="utf-8"))]
        assert len(keys) == len(whister.load(name).clauses) + 1
        bib, ris = ((folder / f"items.{form}").read_text(encoding="utf-8") for form in ("bib", "ris"))
        assert bib.count("@incollection{") == ris.count("TY  - ENCYC\n") == len(keys)


def test_the_page_on_citing_has_every_text(site: Site) -> None:
    page = site.page("cite/")
    listed = {
        site.find(page, str(link["href"]))[0] for link in page.soup.select(".citation-forms h3 a[href]")
    }
    told = {page.address for page in described(site)} - {f"{name}/" for name in whister.catalogue()}
    assert listed == told - {"cite/"}


def test_a_page_tells_how_wide_it_is_once(site: Site) -> None:
    for page in site.pages.values():
        meta(page, "viewport")


def test_what_is_no_title_is_not_told_as_one(site: Site) -> None:
    for name in whister.catalogue():
        for source in linked_data(site.page(f"{name}/"))["citation"]:
            assert not source.get("name", "").startswith("["), source
            assert source.get("name") or source["description"]


def test_the_editor_of_a_source_is_not_its_author(site: Site) -> None:
    cited = linked_data(site.page("hearts/spot/"))["citation"]
    (britannica,) = [
        source for source in cited if source.get("isPartOf", {}).get("editor") == ["Hugh Chisholm"]
    ]
    assert britannica["isPartOf"]["name"] == "Encyclopaedia Britannica"
    assert not {"author", "editor"} & britannica.keys()


def cited_pages(site: Site) -> dict[str, dict[str, Any]]:
    """Return the items of all pages that belong to no rule set, by ID."""
    items = json.loads((site.folder / "cite/items.json").read_text(encoding="utf-8"))
    return {item["id"]: item for item in items}


def test_the_citation_of_figures_names_the_deals_the_seed_and_the_hashes(site: Site) -> None:
    kept = results("hearts", "set")["hearts/black-lady"]
    note = cited_pages(site)[key("hearts/black-lady/numbers")]["note"]
    (behaviour,) = kept.origin.behaviour
    study = kept.study()
    assert note.startswith(
        f"{study.deals:,} deals and {study.games:,} games of cautious computer players, seed “{kept.origin.seed}”, "
        f"Whister {kept.origin.version}, rules {behaviour}, players’ code {kept.origin.policy}. "
    )
    strong = results("hearts", "strong")["hearts/black-lady"]
    assert (
        f"Stronger players: {strong.study().deals} deals of steady computer players with 100 rollouts" in note
    )
    assert f"players’ code {strong.origin.policy}" in note
    for form in ("bib", "ris"):
        written = (site.folder / f"cite/items.{form}").read_text(encoding="utf-8")
        assert written.count(note) == 1, form
    (line,) = [line for line in written.splitlines() if note in line]
    assert line.startswith("N1  - ")


def test_every_page_of_figures_and_no_other_page_has_a_note_in_its_citation(site: Site) -> None:
    items = cited_pages(site)
    hashes = {
        key(f"{name}/numbers"): kept.origin.behaviour
        for name in whister.catalogue()
        if (kept := results(name.partition("/")[0], "set").get(name))
    }
    families = {key(f"{family}/measured"): family for family in ("hearts", "boston", "rook")}
    assert hashes.keys() | families.keys() == {name for name, item in items.items() if "note" in item}
    for name, behaviour in hashes.items():
        assert all(each in items[name]["note"] for each in behaviour), name
    for name, family in families.items():
        assert items[name]["note"].endswith(f"are in the file {family}-studies.csv.")
        assert (site.folder / f"take-away/{family}-studies.csv").is_file()


def test_the_dialogue_has_what_all_pages_have_in_common(site: Site) -> None:
    """With a page's ID and title added, the common data are those of its own citation, apart from the address."""
    shared = json.loads((site.folder / "_static/cite/patterns.json").read_text(encoding="utf-8"))
    items = json.loads((site.folder / "cite/items.json").read_text(encoding="utf-8"))
    by_id = {item["id"]: item for item in items}
    for page in described(site):
        for link in page.select("article a.cite[data-title]"):
            item = by_id[key(link.get("data-cite", ""))]
            kind = "page" if link.get("data-cite") else "whole"
            told = {"id": item["id"], "title": link.get("data-title")} if kind == "page" else {}
            if note := link.get("data-note"):
                told["note"] = f"{note}."
            known = {name: value for name, value in item.items() if name != "URL"}
            assert shared["items"][kind] | told == known, page
