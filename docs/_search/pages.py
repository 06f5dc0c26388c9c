"""The prose of the built pages for search: a record for each section, without the text of the catalogue's records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from lxml import etree, html

from _search import FOLDER, Record
from rulebook.base.catalogue import families, history, rule_set_ids

#: Parts of a page that are not prose or are already in the catalogue's records: elements, classes and, on the page of a rule set, whole sections by anchor.
ELEMENTS = frozenset("script style svg template button select dialog nav".split())
CLASSES = frozenset(
    "headerlink clause claims timeline how-to-play rule-facts rule-options rule-optional games source-list "
    "citation table-wrapper which-clause highlight toctree-wrapper on-paper citation-forms cite-line chart-hint rule-summary rule-ways mechanism-users proof-remarks".split()
)
SECTIONS = frozenset("rules what-it-changes options in-numbers sources".split())
#: Pages that other records cover, or that no reader searches for.
NOT_READ = frozenset(["404.html", "search", "genindex", "embed", "bibliography", "sources", FOLDER])
BLOCKS = ("p", "li", "dt", "dd", "td", "th", "label", "div")  # elements whose texts are kept apart
MEASURED = "measured"  # the folder of a family's page of figures
SHORTEST = 40  # characters a section needs for a record
HEADINGS = ("h1", "h2", "h3", "h4")


def prose(site: Path) -> Iterator[Record]:
    """Yield a record for each section with prose on each page."""
    for file in sorted(site.rglob("index.html")):
        place = file.parent.relative_to(site).as_posix()
        parts = place.split("/")
        beside_a_rule_set = len(parts) > 2 and "/".join(parts[:2]) in rule_set_ids()
        if NOT_READ & set(parts) or parts[0].startswith("_") or beside_a_rule_set:
            continue
        address = "" if place == "." else f"{place}/"
        family = parts[0] if parts[0] in families() else ""
        title = ""
        found = sections(file, of_rule_set=place in rule_set_ids(), of_figures=parts[-1] == MEASURED)
        for number, (anchor, heading, text) in enumerate(found):
            title = title if number else heading
            if len(text) >= SHORTEST:
                where = f"{address}#{anchor}" if number else address
                about = title if number else ""
                names = _names_of_game(family, anchor) if number else ()
                yield Record(where, "page", family, heading or title, text, names, about)


@cache
def _names_of_game(family: str, anchor: str) -> tuple[str, ...]:
    """Return the name of the game that a section describes, if its anchor is the ID of a game without a rule set."""
    relatives = history(family).get("relative", ()) if family else ()
    return tuple(each["title"] for each in relatives if each["id"] == anchor)


def sections(
    page: Path, *, of_rule_set: bool = False, of_figures: bool = False
) -> Iterator[tuple[str, str, str]]:
    """Yield each section of a page's article: anchor, heading and own text; none of a page that is not indexed.

    What is folded away on a page of figures is left out: lists of options and how the figures were found.
    """
    head, article, rest = page.read_text(encoding="utf-8").partition("<article")
    if not article or re.search(r'<meta name="robots"[^>]*noindex', head):
        return
    tree = html.fromstring(article + rest.partition("</article>")[0] + "</article>")
    if of_rule_set:
        for section in tree.findall("./section/section"):
            if section.get("id") in SECTIONS:
                section.drop_tree()
    for part in list(tree.iterdescendants(etree.Element)):  # nested ones are removed with the outer one
        name, classes = str(part.tag), part.get("class", "")
        if (
            name in ELEMENTS
            or (of_figures and name == "details")
            or name.startswith("whister-")
            or (classes and not CLASSES.isdisjoint(classes.split()))
        ):
            part.drop_tree()
    for part in tree.iter(*BLOCKS):
        part.tail = f" {part.tail or ''}"
    for section in tree.iter("section"):
        heading = next((child for child in section if child.tag in HEADINGS), None)
        own = [child.text_content() for child in section if child.tag not in ("section", *HEADINGS)]
        title = _line(heading.text_content()) if heading is not None else ""
        yield section.get("id") or "", title, _line(" ".join(own))


def _line(words: str) -> str:
    return re.sub(r" (?=[,;.] )", "", re.sub(r"\s+", " ", words)).strip()
