"""Leave out of a book what is printed elsewhere in it, and what only a screen or a program needs.

On the site every rule set's page is complete, since a reader may come to it directly. In a book the pages follow each other,
so clauses taken over unchanged are named with the page where they are printed, and sources are in the bibliography.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lxml.html.builder import CLASS, SPAN, A, P

CASES = 2
"""How many cases with cards a clause keeps."""

NOT_PRINTED = (
    ".//script|.//style|.//button|.//form|.//nav|.//*[{headerlink}]|.//*[{hand}]|.//*[{mechanisms}]|.//*[{elsewhere}]"
    "|.//section[@id='sources']"
)
CARDS = re.compile(r"(On the table|In hand): .*", re.DOTALL)
"""The part of a description of a picture that lists the cards, after the part about the case."""

TAKEN_OVER = " options taken over from "


def having(name: str) -> str:
    """Return the XPath condition that an element has a class."""
    return f"contains(concat(' ', normalize-space(@class), ' '), ' {name} ')"


def shorten(chapter: Any) -> None:
    """Leave out of a page's body what a book does not print. Links are still those of the page."""
    names = {"headerlink": "headerlink", "hand": "hand-in-words", "mechanisms": "clause-mechanisms"}
    unwanted = {name: having(each) for name, each in {**names, "elsewhere": "rule-cases-elsewhere"}.items()}
    for folded in chapter.xpath(f".//details[{having('evidence')}]"):
        folded.find("summary").drop_tree()
        folded.drop_tag()
    for part in chapter.xpath(NOT_PRINTED.format(**unwanted)):
        if part.getparent() is not None:
            part.drop_tree()
    for optional in chapter.xpath(f".//details[{having('rule-optional')}]"):
        _name_options(optional, chapter)
        _name_rules(optional)
    for clause in chapter.xpath(f".//section[{having('clause')}]"):
        _shorten_clause(clause)
    _show_once(chapter)
    for folded in chapter.xpath(".//details"):
        summary = folded.find("summary")
        words = summary.text_content() if summary is not None else ""
        if len(folded) == 1 or words.startswith("Kept: "):
            folded.drop_tree()
        else:
            folded.set("open", "")


def _show_once(chapter: Any) -> None:
    """Leave out of the cases the pictures that the chapter has shown: many begin from the same hand."""
    shown: set[str] = set()
    for image in chapter.xpath(f".//ul[{having('rule-cases')}]//img"):
        words = image.get("alt", "")
        cards = CARDS.search(words)
        if (seen := cards[0] if cards else words) in shown:
            image.drop_tree()
        shown.add(seen)


def _name_options(optional: Any, chapter: Any) -> None:
    """Reduce options that are taken over unchanged to their names and a link to their chapter."""
    words = optional.findtext("summary") or ""
    count, found, rest = words.partition(TAKEN_OVER)
    names = optional.xpath(f".//*[{having('option-title')}]/span[@id]")
    if not found or not names:
        return
    title = rest.removesuffix(" without changes")
    places = chapter.xpath(f".//dl[{having('rule-facts')}]//a[normalize-space()=$title]/@href", title=title)
    link = A(title, CLASS("reference internal"), href=f"{places[0]}#options") if places else SPAN(title)
    named = [SPAN(name.text_content(), id=name.get("id")) for name in names]
    line = P(f"{count}{TAKEN_OVER}", link, " without changes: ", *_listed(named), CLASS("left-out"))
    optional.getparent().replace(optional, line)


def _name_rules(optional: Any) -> None:
    """Reduce optional rules that are taken over unchanged to their names, each a link to where it was first written."""
    named = []
    for clause in optional.xpath(f".//section[{having('clause')}]"):
        origin = _origin(clause)
        if origin is not None:
            title = clause.xpath("./h3|./h4|./h5")[0].text_content().strip()
            href, id_ = origin.get("href"), clause.get("id")
            named.append(A(title, CLASS("clause-link reference internal"), href=href, id=id_))
            clause.getparent().remove(clause)
    if named:
        begins = (
            "Also taken over without changes"
            if optional.xpath(".//section")
            else "Taken over without changes"
        )
        optional.append(P(f"{begins}: ", *_listed(named), CLASS("left-out")))


def _listed(items: list[Any]) -> Iterator[Any]:
    """Yield the items of a line, with commas between them and a full stop at the end."""
    for number, item in enumerate(items, 1):
        yield item
        yield ", " if number < len(items) else "."


def _origin(clause: Any) -> Any:
    """Return the link from a clause taken over unchanged to where it was first written; None for any other clause."""
    badge = clause.xpath(f"./p/span[{having('badge-inherited')}]")
    return badge[0].getparent().find(".//a[@href]") if badge else None


def _shorten_clause(clause: Any) -> None:
    """Reduce a clause taken over unchanged to its title, its text and where it is printed in full.

    For any other clause keep the first two cases with cards.
    """
    if _origin(clause) is not None:
        clause.set("class", f"{clause.get('class')} taken-over")
        for part in clause.xpath("./*[not(self::h3 or self::h4 or self::h5)]"):
            kept = {"clause-text", "clause-remark"} & set((part.get("class") or "").split())
            inherited = part.xpath(f"./span[{having('badge-inherited')}]")
            if not kept or ("clause-remark" in kept and not inherited):
                clause.remove(part)
        return
    shown = gone = 0
    for case in clause.xpath(f".//ul[{having('rule-cases')}]/li"):
        shown += bool(case.xpath(".//img"))
        if shown > CASES:
            case.getparent().remove(case)
            gone += 1
    summary = clause.find(".//details/summary")
    if summary is not None:
        words = (summary.text or "").removesuffix("; in the engine")
        summary.text = f"{words}; {gone} left out of the book" if gone else words
