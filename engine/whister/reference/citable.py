"""What a citation names: a rule set, a clause, a page or the whole, each as one item of CSL-JSON.

A rule set, a clause and a page are entries of one work of reference (``entry-encyclopedia``). Citation styles give an
entry the work it stands in with its version; as a web page it would lose the version in APA, and as a chapter its day
in MLA. The whole is that work of reference: a ``book``, for CSL has no type of its own for one, with its version as the
edition, for a book with a version is to the styles a computer program.

House rules are cited at the page that shows them: ``house-rules/?base=hearts/black-lady&base.moon=new``.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote_plus

from whister import checks
from whister.errors import NotationError, WhisterError
from whister.reference.release import AUTHOR, LANGUAGE, RELEASED, VERSION, WORK
from whister.rules import Rules
from whister.rulesets import reader
from whister.spelling import near
from whister.table import house_rules

Item = dict[str, Any]
"""One item of CSL-JSON."""


class UnknownClause(WhisterError, LookupError):
    """A clause that the rule set does not have; the message names the nearest."""


EDITION = "Version {}"
"""The version of the whole as an edition."""
TOLD = 3
"""How many choices a title tells; of more it gives the number. The note has them all."""


def citable(
    rules: Rules,
    slug: str | None = None,
    *,
    base: str,
    name: str = "",
    version: str = VERSION,
    date: str = RELEASED,
    accessed: str | None = None,
) -> Item:
    """The rule set, or one clause of it, as an item to cite.

    ``base`` is the address of the site, or "" where it is not known: then the item has no URL, and the ID in its note
    still names what is cited. ``date`` is the day of the version, ``accessed`` the day of reading, both as ISO 8601
    writes them. Where options are in force the item is house rules: its title has the ``name`` that they were given, if
    any, and the choices in words; its note has them as the engine spells them; its address shows them; and the
    behaviour hash, which says exactly what was played, stands in the note and as what kind of thing it is
    (``genre``), which every style writes. Without options a name is left out. Raises ``UnknownClause``, and ``NotationError`` for a day
    that is none.
    """
    checks.instance(base, str, "base", NotationError)
    checks.instance(name, str, "name", NotationError)
    if slug is not None and checks.instance(slug, str, "slug", NotationError) not in rules.clauses:
        raise UnknownClause(
            f"{rules.id} has no clause {slug!r}{near(slug, rules.clauses, reader.known_as(rules.family, 'clauses'))}"
        )
    chosen = options_in_force(rules)
    cited, name = f"{rules.id}#{slug}" if slug else rules.id, " ".join(name.split())
    title, note, address, genre = rules.title, [f"ID: {cited}"], f"{rules.id}/", ""
    if chosen:
        title, address = _house_title(rules, name), house_address(rules, name)
        spelt = ", ".join(f"{option}={value}" for option, value in chosen.items())
        note += [f"Options in force: {spelt}", f"Behaviour hash: {rules.behaviour_hash}"]
        genre = f"Behaviour hash {rules.behaviour_hash}"
    if slug is not None:
        title += f": {rules.clauses[slug].title}"
        address += f"#{slug}"
    return _item(
        key(cited, rules.behaviour_hash if chosen else ""),
        title,
        url=_url(base, address),
        version=version,
        date=date,
        accessed=accessed,
        note=note,
        genre=genre,
    )


def house_address(rules: Rules, name: str = "") -> str:
    """The address, from the site's root, of the page that shows house rules: as `_static/compare/address.mjs` has it."""
    asked = [
        ("base", rules.id),
        *((f"base.{option}", value) for option, value in options_in_force(rules).items()),
    ]
    if name:
        asked.append(("name", name))
    return "house-rules/?" + "&".join(f"{key}={_quoted(value)}" for key, value in asked)


def _quoted(value: str) -> str:
    """A value as browsers write it in a query, but with the slashes and colons as they are read."""
    return quote_plus(value, safe="*/:").replace("~", "%7E")


def _house_title(rules: Rules, name: str) -> str:
    """House rules by their name and their choices, in the words of the page's form."""
    told = [
        f"{one['title']}: {_said(rules, one)}" for one in sorted(house_rules.in_force(rules), key=_option)
    ]
    more = len(told) - TOLD
    said = "; ".join([*told[:TOLD], f"{more} more choices"] if more > 1 else told)
    if name:
        return f"{name} (house rules after {rules.title}; {said})"
    return f"House rules after {rules.title} ({said})"


def _said(rules: Rules, told: dict[str, Any]) -> str:
    """A choice as the form has it, but by its short name where the form cuts its words; a table by its beginning."""
    option, value = rules.options[_option(told)], str(told["value"])
    if option.kind != "choice" or " …" not in value:
        return value
    chosen = rules.chosen[option.name]
    return {True: "yes", False: "no"}[chosen] if isinstance(chosen, bool) else str(chosen).replace("-", " ")


def _option(told: dict[str, Any]) -> str:
    """The name of an option in force, from the address where it is told."""
    _, _, anchor = told["url"].partition("#")
    return str(anchor.removeprefix("option-").partition(".")[0])


def citable_page(
    title: str,
    address: str,
    *,
    base: str,
    version: str = VERSION,
    date: str = RELEASED,
    accessed: str | None = None,
) -> Item:
    """A page of the site by its title and its address under ``base``; an empty address is the whole work."""
    return _item(
        key(address),
        title,
        url=_url(base, address),
        version=version,
        date=date,
        accessed=accessed,
        whole=not address.strip("/"),
    )


def options_in_force(rules: Rules) -> dict[str, str]:
    """The options that make these rules differ from the rule set as it stands, by name."""
    return {
        name: house_rules.value_word(value)
        for name, value in sorted(rules.chosen.items())
        if value != rules.options[name].default
    }


def _item(
    key: str,
    title: str,
    *,
    url: str,
    version: str,
    date: str,
    accessed: str | None,
    note: Sequence[str] = (),
    genre: str = "",
    whole: bool = False,
) -> Item:
    item: Item = {"id": key}
    if whole:
        item |= {"type": "book", "title": WORK}
    else:
        item |= {"type": "entry-encyclopedia", "title": curled(title), "container-title": WORK}
    item |= {"author": [{"literal": AUTHOR}], "issued": _date(date)}
    item |= {"edition": EDITION.format(version)} if whole else {"version": version}
    item["language"] = LANGUAGE
    if note:
        item["note"] = ". ".join(note) + "."
    if url:
        item["URL"] = url
    if accessed:
        item["accessed"] = _date(accessed)
    if genre:
        item["genre"] = genre
    return item


def version_of(item: Item) -> str:
    """The version of what is cited, by whichever name its kind of item has for it."""
    return str(item.get("version") or item["edition"].removeprefix(EDITION.format("")))


def curled(title: str) -> str:
    """A title with the quotation marks of print; every single one is an apostrophe."""
    return re.sub(r'(^|[\s(])"', r"\1“", title.replace("'", "’")).replace('"', "”")


def _url(base: str, address: str) -> str:
    return f"{base.rstrip('/')}/{address}" if base else ""


def _date(written: str) -> dict[str, list[list[int]]]:
    """A day as CSL has it. Raises ``NotationError`` for one that is not written as ISO 8601 writes it."""
    try:
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", written):
            raise ValueError
        day = datetime.date.fromisoformat(written)
    except (TypeError, ValueError):
        raise NotationError(f"cite: expected a day such as 2026-03-01, got {checks.said(written)}") from None
    return {"date-parts": [[day.year, day.month, day.day]]}


def key(*parts: str) -> str:
    """A key that every format takes: letters, digits and hyphens."""
    return "-".join(["whister", *(re.sub(r"[^A-Za-z0-9]+", "-", part.strip("/")) for part in parts if part)])


__all__ = [
    "Item",
    "UnknownClause",
    "citable",
    "citable_page",
    "curled",
    "house_address",
    "key",
    "options_in_force",
    "version_of",
]
