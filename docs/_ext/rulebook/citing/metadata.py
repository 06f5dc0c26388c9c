"""The metadata of a page for reference managers: Highwire and Dublin Core tags, a COinS span, JSON-LD.

A rule set's page also describes the game and the sources of its rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from rulebook.base.catalogue import rule_set, rule_set_ids
from rulebook.base.elements import h
from rulebook.base.frame import has_frame
from rulebook.base.nodes import curled
from rulebook.building.sheets import panel_page
from rulebook.citing.pages_cited import PLAIN, page_item
from rulebook.domain.bibliography import entries, titled, without_latex
from rulebook.domain.rule_domain import rule_domain, title_of_page
from whister.reference.citable import Item, citable, version_of
from whister.reference.release import AUTHOR, WORK

if TYPE_CHECKING:
    from docutils import nodes
    from pybtex.database import Entry
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from whister import Rules

LICENCE = "https://creativecommons.org/licenses/by/4.0/"
FRAMED = ("page.html", "sheet.html", "search.html", "genindex.html")
"""The templates of the pages that have citations."""
NOT_CITED = ("404",)

Json = dict[str, Any]


def coins(item: Item) -> str:
    """Return an item as an OpenURL context object, for the title of a COinS span."""
    inside = "container-title" in item
    pairs = [
        ("ctx_ver", "Z39.88-2004"),
        ("rft_val_fmt", "info:ofi/fmt:kev:mtx:book"),
        ("rft.genre", "bookitem" if inside else "book"),
        ("rft.atitle" if inside else "rft.btitle", item["title"]),
        ("rft.btitle", item.get("container-title")),
        ("rft.aucorp", item["author"][0]["literal"]),
        ("rft.date", day(item)),
        ("rft.edition", version_of(item)),
        ("rft.language", item["language"]),
        ("rft_id", item.get("URL")),
    ]
    return urlencode([(name, value) for name, value in pairs if value])


def day(item: Item, separator: str = "-") -> str:
    """Return the date of an item's version, year first."""
    return separator.join(f"{part:02}" for part in item["issued"]["date-parts"][0])


def tags(item: Item) -> list[tuple[str, str]]:
    """Return the names and contents of an item's meta tags."""
    pairs = [
        ("citation_title", item["title"]),
        ("citation_author", item["author"][0]["literal"]),
        ("citation_inbook_title", item.get("container-title")),
        ("citation_publication_date", day(item, "/")),
        ("citation_online_date", day(item, "/")),
        ("citation_language", item["language"]),
        ("citation_public_url", item.get("URL")),
        ("DC.title", item["title"]),
        ("DC.creator", item["author"][0]["literal"]),
        ("DC.date", day(item)),
        ("DC.language", item["language"]),
        ("DC.type", "Text"),
        ("DC.rights", LICENCE),
        ("DC.identifier", item.get("URL")),
        ("DCTERMS.isPartOf", item.get("container-title")),
        ("DCTERMS.modified", day(item)),
        ("prism.edition", version_of(item)),  # Zotero reads it here
        (
            "z.itemType",
            None if "container-title" in item else item["type"],
        ),  # otherwise Zotero assumes an article
        ("version", version_of(item)),
    ]
    return [(name, content) for name, content in pairs if content]


def linked_data(item: Item, base: str) -> Json:
    """Return the description of a page in the vocabulary of schema.org."""
    author = {"@type": "Organization", "name": AUTHOR}
    page: Json = {
        "@context": "https://schema.org",
        "@type": "CreativeWork",
        "name": item["title"],
        "author": author,
        "datePublished": day(item),
        "dateModified": day(item),
        "version": version_of(item),
        "inLanguage": item["language"],
        "license": LICENCE,
    }
    if "URL" in item:
        page |= {"@id": item["URL"], "url": item["URL"]}
    if "container-title" in item:
        whole = {"@type": "CreativeWork", "name": WORK, "version": version_of(item), "author": author}
        page["isPartOf"] = whole | ({"@id": base, "url": base} if base else {})
    return page


def about(rules: Rules) -> Json:
    """Return the description of a rule set's game in the vocabulary of schema.org."""
    game: Json = {"@type": "Game", "name": curled(rules.title), "identifier": rules.id}
    if rules.aliases:
        game["alternateName"] = [curled(alias) for alias in rules.aliases]
    few, many = min(rules.players), max(rules.players)
    game["numberOfPlayers"] = {"@type": "QuantitativeValue", "minValue": few, "maxValue": many}
    return game


def terms(rules: Rules, base: str) -> Iterator[Json]:
    """Yield the clauses of a rule set as defined terms, each with its own address."""
    for clause in rules.clauses.values():
        placed = {"url": citable(rules, clause.slug, base=base)["URL"]} if base else {}
        yield {"@type": "DefinedTerm", "name": curled(clause.title), "termCode": clause.id, **placed}


def source(entry: Entry) -> Json:
    """Return the description of a source of the bibliography in the vocabulary of schema.org."""
    found: Json = {"@type": "Book" if entry.type == "book" else "CreativeWork"}
    title = titled(entry)
    if described := re.fullmatch(r"\[(.*)\]", title):  # a description instead of a title
        found["description"] = described[1]
    else:
        found["name"] = title or entry.key
    if people := _named(entry, "author"):
        found["author"] = people
    organization = entry.fields.get("organization")
    if entry.type == "manual" and organization:
        found["author"] = {"@type": "Organization", "name": without_latex(organization)}
    if whole := _whole(entry):
        found["isPartOf"] = whole
    elif people := _named(entry, "editor"):
        found["editor"] = people
    for field, name in (("year", "datePublished"), ("url", "url")):
        if value := entry.fields.get(field):
            found[name] = without_latex(value) if field == "year" else value
    return found


WHOLES = {
    "incollection": ("Book", "booktitle"),
    "article": ("Periodical", "journal"),
    "online": ("WebSite", "organization"),
}
"""The kind of work that contains a source of each kind, and the field that names it."""


def _whole(entry: Entry) -> Json:
    """Return the work that contains a source, with its editor."""
    kind, field = WHOLES.get(entry.type, ("", ""))
    if not (name := entry.fields.get(field)):
        return {}
    whole: Json = {"@type": kind, "name": curled(without_latex(name))}
    if people := _named(entry, "editor"):
        whole["editor"] = people
    return whole


def _named(entry: Entry, role: str) -> list[str]:
    return [
        without_latex(" ".join([*p.first_names, *p.middle_names, *p.prelast_names, *p.last_names]))
        for p in entry.persons.get(role, ())
    ]


def _sources(env: BuildEnvironment, page: str) -> list[Json]:
    known: Mapping[str, Entry] = entries(env)
    return [source(known[key]) for key in sorted(rule_domain(env).source_lists.get(page, ())) if key in known]


def data_block(content: Json) -> str:
    """Return JSON-LD as a data block, which is never run and which no text inside can close."""
    written = json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/ld+json">{written}</script>'


def _describe(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Add the metadata of a page to its head, and the COinS span to its end."""
    if templatename not in FRAMED or pagename in NOT_CITED or not has_frame(app.builder):
        return
    base = app.config.html_baseurl
    if pagename in rule_set_ids():
        rules = rule_set(pagename)
        item = citable(rules, base=base)
        told = linked_data(item, base) | {"about": about(rules)}
        if sources := _sources(app.env, pagename):
            told["citation"] = sources
    else:
        title = (
            context["cited_as"]
            if "cited_as" in context
            else PLAIN.get(pagename) or title_of_page(app.env, pagename)
        )
        item = page_item(app.builder, pagename, curled(title))
        told = linked_data(item, base)
        name = pagename.rpartition("/")[0]
        if name in rule_set_ids() and pagename == panel_page(name):
            told |= {"@type": "DefinedTermSet", "hasDefinedTerm": list(terms(rule_set(name), base))}
    metas = [f'    <meta name="{name}" content="{escape(content)}">' for name, content in tags(item)]
    context["metatags"] = "\n".join([context.get("metatags", ""), *metas, f"    {data_block(told)}"])
    context["body"] = context.get("body", "") + str(h("span", {"class": "Z3988", "title": coins(item)}))


def setup_metadata(app: Sphinx) -> None:
    """Connect the handler to an event that comes after a page has its body."""
    app.connect("html-page-context", _describe)
