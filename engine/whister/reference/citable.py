"""What a citation names: a rule set, a clause, a page or the whole, each as one item of CSL-JSON.

A rule set, a clause and a page are entries of one work of reference (``entry-encyclopedia``). Citation styles give an
entry the work it stands in with its version; as a web page it would lose the version in APA, and as a chapter its day
in MLA. The whole is ``software``, as in ``CITATION.cff``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from whister.checks import near
from whister.errors import WhisterError
from whister.options import OptionChoice
from whister.reference.release import AUTHOR, LANGUAGE, RELEASED, VERSION, WORK
from whister.ruleset import Rules

Item = dict[str, Any]
"""One item of CSL-JSON."""


class UnknownClause(WhisterError, LookupError):
    """A clause that the rule set does not have; the message names the nearest."""


def citable(
    rules: Rules,
    slug: str | None = None,
    *,
    base: str,
    version: str = VERSION,
    date: str = RELEASED,
    accessed: str | None = None,
) -> Item:
    """The rule set, or one clause of it, as an item to cite.

    ``base`` is the address of the site, or "" where it is not known: then the item has no URL, and the ID in its note
    still names what is cited. ``date`` is the day of the version, ``accessed`` the day of reading, both as ISO 8601
    writes them. Where options are in force the title has the behaviour hash and their names, so that the citation says
    exactly what was played; a table, which may be long, is spelt out in the note. Raises ``UnknownClause``.
    """
    if slug is not None and slug not in rules.clauses:
        raise UnknownClause(f"{rules.id} has no clause {slug!r}{near(slug, rules.clauses)}")
    chosen = options_in_force(rules)
    title, cited, note = rules.title, rules.id, []
    if chosen:
        tables = {name for name in chosen if rules.options[name].kind == "table"}
        named = ", ".join(name if name in tables else f"{name}={value}" for name, value in chosen.items())
        title += f", house rules {rules.behaviour_hash} ({named})"
        spelt = ", ".join(f"{name}={value}" for name, value in chosen.items())
        note = [f"Options in force: {spelt}", f"Behaviour hash: {rules.behaviour_hash}"]
    if slug is not None:
        title += f": {rules.clauses[slug].title}"
        cited = f"{rules.id}#{slug}"
    address = f"{rules.id}/" + (f"#{slug}" if slug else "")
    return _item(
        key(cited, rules.behaviour_hash if chosen else ""),
        title,
        url=_url(base, address),
        version=version,
        date=date,
        accessed=accessed,
        note=[f"ID: {cited}", *note],
    )


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
        name: _spelt(value)
        for name, value in sorted(rules.chosen.items())
        if value != rules.options[name].default
    }


def _spelt(value: OptionChoice) -> str:
    """A value as an address has it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _item(
    key: str,
    title: str,
    *,
    url: str,
    version: str,
    date: str,
    accessed: str | None,
    note: Sequence[str] = (),
    whole: bool = False,
) -> Item:
    item: Item = {"id": key}
    if whole:
        item |= {"type": "software", "title": WORK}
    else:
        named = title.replace("'", "’")  # every one is an apostrophe
        item |= {"type": "entry-encyclopedia", "title": named, "container-title": WORK}
    item |= {"author": [{"literal": AUTHOR}], "issued": _date(date), "version": version, "language": LANGUAGE}
    if note:
        item["note"] = ". ".join(note) + "."
    if url:
        item["URL"] = url
    if accessed:
        item["accessed"] = _date(accessed)
    return item


def _url(base: str, address: str) -> str:
    return f"{base.rstrip('/')}/{address}" if base else ""


def _date(written: str) -> dict[str, list[list[int]]]:
    return {"date-parts": [[int(part) for part in written.split("-")]]}


def key(*parts: str) -> str:
    """A key that every format takes: letters, digits and hyphens."""
    return "-".join(["whister", *(re.sub(r"[^A-Za-z0-9]+", "-", part.strip("/")) for part in parts if part)])


__all__ = ["Item", "UnknownClause", "citable", "citable_page", "key", "options_in_force"]
