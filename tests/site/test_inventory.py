"""The inventory: other projects cite a clause by its address."""

from __future__ import annotations

from sphinx.util.inventory import InventoryFile

import whister
from tests.site.pages import Site

BASE = "https://whister.example/"


def test_every_clause_is_in_the_inventory_twice(site: Site) -> None:
    inventory = InventoryFile.loads((site.folder / "objects.inv").read_bytes(), uri=BASE).data
    for rule_set in whister.catalogue():
        for clause in whister.load(rule_set).clauses.values():
            for kind in ("rule:clause", "std:label"):
                item = inventory[kind][clause.id]
                assert item.uri == BASE + clause.url
                assert item.display_name == clause.title


def test_every_rule_set_and_option_is_in_the_inventory(site: Site) -> None:
    inventory = InventoryFile.loads((site.folder / "objects.inv").read_bytes(), uri=BASE).data
    for rule_set in whister.catalogue():
        rules = whister.load(rule_set)
        assert inventory["rule:set"][rule_set].uri == f"{BASE}{rule_set}/"
        for name in rules.options:
            assert inventory["rule:option"][f"{rule_set}#{name}"].uri == f"{BASE}{rule_set}/#option-{name}"
