"""Retired addresses, listed on the page of their rule set or, if that is gone, on a page at its old address."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.catalogue import clause_addresses, rule_set_ids
from rulebook.base.nodes import paragraph, rule_link
from rulebook.building.sheets import Sheet, setup_sheets
from rulebook.domain.anchors import LOCK, read_lock, went
from rulebook.domain.rule_domain import rule_domain

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def retired_lines(
    env: BuildEnvironment, lock: Path, rule_set_id: str
) -> Iterator[tuple[str, nodes.paragraph]]:
    """Yield each retired fragment of a rule set and the line with its new address."""
    every = read_lock(lock)
    for address, moved_to in every.items():
        rules, _, fragment = address.partition("#")
        if moved_to and fragment and rules == rule_set_id:
            now = went(every, address)
            link = rule_link(_kind(now), now, docname=env.docname)
            yield fragment, paragraph(nodes.literal(fragment, fragment), " is now ", link, ".")
            rule_domain(env).note(_kind(now), address, env.docname, fragment, fragment)


def _kind(address: str) -> str:
    return "set" if address in rule_set_ids() else "clause" if address in clause_addresses() else "option"


def _gone(env: BuildEnvironment) -> dict[str, str]:
    """Map every rule set that is gone to its new address, taken from its own line or else from its first clause."""
    every = read_lock(Path(env.srcdir) / LOCK)
    found: dict[str, str] = {}
    for address in every:
        rules = address.partition("#")[0]
        if rules not in rule_set_ids():
            found.setdefault(rules, went(every, rules if rules in every else address).partition("#")[0])
    return found


def _sheets(env: BuildEnvironment) -> Iterator[Sheet]:
    for old, new in _gone(env).items():
        yield Sheet(old, partial("{} has moved".format, old), lambda old=old, new=new: _page(env, old, new))  # type: ignore[misc]


def _page(env: BuildEnvironment, old: str, new: str) -> Iterator[nodes.Node]:
    yield paragraph(
        "The rule set at this address is now ",
        rule_link("set", new, docname=old),
        ".",
        classes=["rule-summary"],
    )
    for fragment, line in retired_lines(env, Path(env.srcdir) / LOCK, old):
        line["ids"].append(fragment)
        yield line


def _note_gone(app: Sphinx, env: BuildEnvironment) -> None:
    """Keep the addresses of rule sets that are gone in the inventory, since other projects may link to them."""
    every = read_lock(Path(app.srcdir) / LOCK)
    gone = _gone(env)
    for old, new in gone.items():
        rule_domain(env).note("set", old, old, "", f"{old}, now {new}")
    for address in every:
        rules, _, fragment = address.partition("#")
        if rules in gone and fragment:
            rule_domain(env).note(_kind(went(every, address)), address, rules, fragment, fragment)


def setup_retired(app: Sphinx) -> None:
    """Register the pages of rule sets that are gone."""
    app.connect("env-check-consistency", _note_gone)
    setup_sheets(app, _sheets)
