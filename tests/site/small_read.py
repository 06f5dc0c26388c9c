"""The modules and records that every build of a small project needs, loaded before the fork; see small.py."""

import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# A fork server does not have the paths that pytest adds.
sys.path[:0] = [str(ROOT / place) for place in ("engine", "docs/_ext", "docs")]

from _watch.warm import WANTED  # noqa: E402
from rulebook.base import catalogue  # noqa: E402

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
