"""Items that can be cited: a rule set, a clause, a page or the whole work, each in CSL-JSON.

A rule set, a clause and a page are entries of one work of reference (``entry-encyclopedia``). Citation styles print an
entry with its version and the work that contains it; as a web page it would lose the version in APA, and as a chapter
its date in MLA. The whole work is a ``book``, since CSL has no type for a work of reference. Its version is given as an
edition, since styles treat a book with a version as a computer program.

House rules are cited by the address of the page that shows them: ``house-rules/?base=hearts/black-lady&base.moon=new``.
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
    """The error for a clause that the rule set does not have; the message suggests the nearest."""


EDITION = "Version {}"
"""The version of the whole work, as an edition."""
TOLD = 3
"""The number of choices that a title names; the others are only counted, unless there is just one more. The note lists
all of them."""


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
    """Return the rule set, or one of its clauses, as an item to cite. ``base`` is the address of the site, or "" if
    unknown: the item then has no URL, but the ID in its note still identifies it. ``date`` is the date of the version,
    ``accessed`` the date of reading, both in ISO 8601. If options are chosen, the item is house rules: its title has
    their ``name``, if any, and the choices in words; its note gives them in the engine's spelling; its address shows
    them; and the behaviour hash, which identifies exactly what was played, is in the note and in ``genre``, which every
    style prints. Without options the name is left out. Raises ``UnknownClause`` for a clause that the rule set does not
    have, and ``NotationError`` for an invalid date.
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
    """Return the address, from the site's root, of the page that shows house rules, formed as in
    `_static/compare/address.mjs`."""
    asked = [
        ("base", rules.id),
        *((f"base.{option}", value) for option, value in options_in_force(rules).items()),
    ]
    if name:
        asked.append(("name", name))
    return "house-rules/?" + "&".join(f"{key}={_quoted(value)}" for key, value in asked)


def _quoted(value: str) -> str:
    """Return a value as browsers write it in a query, but with slashes and colons unescaped."""
    return quote_plus(value, safe="*/:").replace("~", "%7E")


def _house_title(rules: Rules, name: str) -> str:
    """Return the title of house rules: their name and the choices as worded on the form."""
    told = [
        f"{one['title']}: {_said(rules, one)}" for one in sorted(house_rules.in_force(rules), key=_option)
    ]
    more = len(told) - TOLD
    said = "; ".join([*told[:TOLD], f"{more} more choices"] if more > 1 else told)
    if name:
        return f"{name} (house rules after {rules.title}; {said})"
    return f"House rules after {rules.title} ({said})"


def _said(rules: Rules, told: dict[str, Any]) -> str:
    """Return a choice as worded on the form, or its short name if the form shortens the wording; for a table, its
    beginning."""
    option, value = rules.options[_option(told)], str(told["value"])
    if option.kind != "choice" or " …" not in value:
        return value
    chosen = rules.chosen[option.name]
    return {True: "yes", False: "no"}[chosen] if isinstance(chosen, bool) else str(chosen).replace("-", " ")


def _option(told: dict[str, Any]) -> str:
    """Return the name of an option in force, taken from its address."""
    _, _, anchor = told["url"].partition("#")
    return str(anchor.removeprefix("option-").partition(".")[0])


def citable_page(
    title: str,
    address: str,
    *,
    base: str,
    note: str = "",
    version: str = VERSION,
    date: str = RELEASED,
    accessed: str | None = None,
) -> Item:
    """Return a page of the site as an item, from its title and its address relative to ``base``; an empty address means
    the whole work. ``note``, without its full stop, says what the page is based on, if a citation must give it."""
    return _item(
        key(address),
        title,
        url=_url(base, address),
        version=version,
        date=date,
        accessed=accessed,
        note=[note] if note else [],
        whole=not address.strip("/"),
    )


def options_in_force(rules: Rules) -> dict[str, str]:
    """Return the options by which these rules differ from the published rule set, by name."""
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
    """Return the version of an item, from the field that its type uses."""
    return str(item.get("version") or item["edition"].removeprefix(EDITION.format("")))


def curled(title: str) -> str:
    """Return a title with typographic quotation marks; each single quotation mark becomes an apostrophe."""
    return re.sub(r'(^|[\s(])"', r"\1“", title.replace("'", "’")).replace('"', "”")


def _url(base: str, address: str) -> str:
    return f"{base.rstrip('/')}/{address}" if base else ""


def _date(written: str) -> dict[str, list[list[int]]]:
    """Return a date in the form that CSL uses. Raises ``NotationError`` for a date that is not in ISO 8601."""
    try:
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", written):
            raise ValueError
        day = datetime.date.fromisoformat(written)
    except (TypeError, ValueError):
        raise NotationError(f"cite: expected a date such as 2026-03-01, got {checks.said(written)}") from None
    return {"date-parts": [[day.year, day.month, day.day]]}


def key(*parts: str) -> str:
    """Return a key valid in every format: letters, digits and hyphens."""
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
