"""The inventory: other projects cite a clause by its address."""

from __future__ import annotations

from sphinx.util.inventory import InventoryFile

import whister
from tests.site.pages import Site
from whister.reference.entries import entries

BASE = "https://whister.example/"


def test_every_clause_is_in_the_inventory_twice(site: Site) -> None:
    inventory = InventoryFile.loads((site.folder / "objects.inv").read_bytes(), uri=BASE).data
    for rule_set in whister.catalogue():
        for clause in whister.load(rule_set).clauses.values():
            for kind in ("rule:clause", "std:label"):
                item = inventory[kind][clause.id]
                assert item.uri == BASE + clause.url
                assert item.display_name == clause.title


def test_what_is_found_has_the_address_of_its_page(site: Site) -> None:
    """The address that `whister find` gives for a rule set, a clause or an option is the one in the inventory."""
    inventory = InventoryFile.loads((site.folder / "objects.inv").read_bytes(), uri=BASE).data
    places = {
        item.uri for kind in ("rule:set", "rule:clause", "rule:option") for item in inventory[kind].values()
    }
    found = [one.entry for one in entries() if one.entry.kind in ("rule set", "clause", "option")]
    assert [entry.id for entry in found if BASE + entry.url not in places] == []
    assert [
        entry.id
        for entry in found
        if entry.url != f"{entry.id.replace('#', '/#')}{'' if '#' in entry.id else '/'}"
    ] == []


def test_every_rule_set_and_option_is_in_the_inventory(site: Site) -> None:
    inventory = InventoryFile.loads((site.folder / "objects.inv").read_bytes(), uri=BASE).data
    for rule_set in whister.catalogue():
        rules = whister.load(rule_set)
        assert inventory["rule:set"][rule_set].uri == f"{BASE}{rule_set}/"
        for name in rules.options:
            assert inventory["rule:option"][f"{rule_set}#{name}"].uri == f"{BASE}{rule_set}/#option-{name}"
