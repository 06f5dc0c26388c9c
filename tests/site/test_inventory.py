"""The inventory: other projects cite a clause by its address."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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


def test_another_project_cites_a_clause(site: Site, tmp_path: Path) -> None:
    clause = next(iter(whister.load("hearts/black-lady").clauses.values()))
    inventory = site.folder / "objects.inv"
    (tmp_path / "conf.py").write_text(
        "extensions = ['myst_parser', 'sphinx.ext.intersphinx']\n"
        f"intersphinx_mapping = {{'whister': ({BASE!r}, {str(inventory)!r})}}\n"
    )
    (tmp_path / "index.md").write_text(
        f"# Citing\n\n{{external+whister:std:ref}}`{clause.id}`\n\n[](inv:whister:rule:clause#{clause.id})\n"
    )
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-n",
        "-W",
        "-q",
        "-b",
        "html",
        str(tmp_path),
        str(tmp_path / "out"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert page.count(f'href="{BASE}{clause.url}"') == 2
    assert page.count(clause.title) >= 2
