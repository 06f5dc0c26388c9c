"""The rule sets as data beside the pages, for the pages that compare them without Python.

`_data/index.json` has the data that a page needs before rule sets are chosen. Each rule set has its own file, so that a
comparison loads two of them. The cases and sources of clauses, which such a page does not show, are left out.
`_data/sources.json` gives the names of the sources.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import whister
from rulebook.base.catalogue import rule_set, rule_set_ids
from rulebook.base.frame import has_frame
from rulebook.building.writing import File, setup_files
from rulebook.domain.bibliography import entries, is_paged
from rulebook.domain.rule_domain import rule_domain
from whister.errors import OptionError
from whister.mechanisms import REGISTRY
from whister.plan.mechanism import Mechanism
from whister.reference.data import FORMAT, data, mechanisms
from whister.reference.retired import moves
from whister.rules import Rules
from whister.rulesets.options import OptionChoice

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

FOLDER = "_data"
LEFT_OUT = ("cases", "sources", "change", "prose")
"""The fields of a clause that the pages do not need."""
TOLD = ("title", "aliases", "year", "family", "extends", "behaviour_hash")
"""The fields of each rule set in the index."""


def data_files() -> Iterator[File]:
    """Yield the index and a file for each rule set."""
    for name in rule_set_ids():
        yield File(f"{FOLDER}/{name}.json", partial(_of_rule_set, name))
    yield File(f"{FOLDER}/index.json", _index)


def _of_rule_set(name: str) -> str:
    found = data(rule_set(name))
    for clause in found["clauses"]:
        for key in LEFT_OUT:
            del clause[key]
    return _written(found | {"unsourced": unsourced(rule_set(name))})


def _index() -> str:
    told = {name: data(rule_set(name)) for name in rule_set_ids()}
    return _written({
        "format": FORMAT,
        "version": whister.__version__,
        "rule_sets": {name: {key: found[key] for key in TOLD} for name, found in told.items()},
        "mechanisms": _words(),
        "retired": moves(),
    })  # fmt: skip


def unsourced(rules: Rules) -> list[dict[str, Any]]:
    """Return the results that may go unpaid because no source gives a price, for each combination of relevant options.

    ``when`` is a combination of values, including the usual one, and ``said`` lists the unpaid results; combinations
    without any are left out.
    """
    mechanisms_ = (REGISTRY[name] for clause in rules.clauses.values() for name in clause.rule)
    if all(mechanism.unsourced is Mechanism.unsourced for mechanism in mechanisms_):
        return []
    offered = {
        option.name: [value.value for value in option.values if not value.excluded]
        for option in rules.options.values()
        if not option.fixed and not option.excluded
    }
    each = [{name: value} for name, values in offered.items() for value in values]
    usual = _unpaid(rules, {})
    leading = [chosen for chosen in each if _unpaid(rules, chosen) not in (None, usual)]
    beside = [
        other
        for one in leading
        for other in each
        if _unpaid(rules, one | other) not in (None, _unpaid(rules, one))
    ]
    deciding = sorted({name for chosen in (*leading, *beside) for name in chosen})
    found = []
    for values in product(*(offered[name] for name in deciding)):
        chosen = dict(zip(deciding, values, strict=True))
        if said := _unpaid(rules, chosen):
            found.append({"when": chosen, "said": said})
    return found


def _unpaid(rules: Rules, chosen: Mapping[str, OptionChoice]) -> list[dict[str, str]] | None:
    """Return the results that may go unpaid with these choices, and their clauses; None if the choices clash."""
    try:
        found = rules.vary(None, **chosen).unsourced
    except OptionError:
        return None
    return [{"text": text, "title": clause.title, "url": clause.url} for clause, text in found]


def _words() -> dict[str, Any]:
    """Return the first sentence about each mechanism, and the default values of its parameters."""
    return {
        name: {
            "said": found["text"].partition("\n\n")[0].replace("\n", " ").partition(". ")[0].rstrip(".")
            + ".",
            "usual": {key: parameter["default"] for key, parameter in found["parameters"].items()},
        }
        for name, found in mechanisms().items()
    }


def _sources(env: BuildEnvironment) -> dict[str, Any]:
    """Return the name of each source, and whether its statements are cited by page."""
    names = rule_domain(env).source_labels
    return {key: {"named": names[key], "paged": is_paged(entry)} for key, entry in entries(env).items()}


def _written(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def _files(app: Sphinx) -> Iterator[File]:
    if has_frame(app.builder):
        yield from data_files()
        yield File(f"{FOLDER}/sources.json", lambda: _written(_sources(app.env)))


def setup_rule_data(app: Sphinx) -> None:
    """Register the files, to be written after the pages."""
    setup_files(app, _files)
