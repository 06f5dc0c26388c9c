"""The rule sets as data beside the pages, for the pages that compare them without Python.

`_data/index.json` has what a page needs before it knows which rule sets are meant; each of these has a file of its
own, so that a comparison costs two of them. What such a page does not show, cases and sources of clauses, is left out.
`_data/sources.json` has what the sources are called.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import whister
from whister.reference.data import FORMAT, data, mechanisms
from whister.reference.retired import moves

from .bibliography import entries, is_paged
from .catalogue import rule_set, rule_set_ids
from .domain import rule_domain
from .frame import has_frame

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

FOLDER = "_data"
LEFT_OUT = ("cases", "sources", "change", "prose")
"""What the pages do not need of a clause."""
TOLD = ("title", "aliases", "year", "family", "extends", "behaviour_hash")
"""What the index says of each rule set."""


def write_data(folder: Path) -> None:
    """Write the index and a file for each rule set into `folder`."""
    told: dict[str, Any] = {}
    for name in rule_set_ids():
        found = data(rule_set(name))
        told[name] = {key: found[key] for key in TOLD}
        for clause in found["clauses"]:
            for key in LEFT_OUT:
                del clause[key]
        _write(folder / f"{name}.json", found)
    _write(
        folder / "index.json",
        {
            "format": FORMAT,
            "version": whister.__version__,
            "rule_sets": told,
            "mechanisms": _words(),
            "retired": moves(),
        },
    )


def _words() -> dict[str, Any]:
    """Each mechanism's first sentence, and what its parameters are where a record leaves them out."""
    return {
        name: {
            "said": found["text"].partition("\n\n")[0].replace("\n", " ").partition(". ")[0].rstrip(".")
            + ".",
            "usual": {key: parameter["default"] for key, parameter in found["parameters"].items()},
        }
        for name, found in mechanisms().items()
    }


def _sources(env: BuildEnvironment) -> dict[str, Any]:
    """What each source is called, and whether statements of it are cited by page."""
    names = rule_domain(env).source_labels
    return {key: {"named": names[key], "paged": is_paged(entry)} for key, entry in entries(env).items()}


def _write(file: Path, content: object) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _write_beside_the_pages(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and has_frame(app.builder):
        folder = Path(app.outdir) / FOLDER
        write_data(folder)
        _write(folder / "sources.json", _sources(app.env))


def setup_rule_data(app: Sphinx) -> None:
    """Write the files once the pages are built."""
    app.connect("build-finished", _write_beside_the_pages)
