"""What every build of a small project would import and read first; see small.py."""

from importlib import import_module

from _watch.warm import WANTED
from rulebook.base import catalogue

for name in (
    *WANTED,
    "sphinx.builders.latex",
    "sphinx.builders.text",
    "sphinx.builders.xml",
    "sphinx.builders._epub_base",
):
    import_module(name)
for name in catalogue.rule_set_ids():
    catalogue.rule_set(name)
