"""The text of the card beside a link to a clause: a small file for each rule set, fetched when it is first needed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from rulebook.base.catalogue import rule_set, rule_set_ids
from rulebook.base.nodes import curled
from rulebook.building.sheets import has_sheets, panel_page
from rulebook.building.writing import File, setup_files
from rulebook.domain.bibliography import page_text
from rulebook.domain.rule_domain import rule_domain
from whister.reference.wording import SEEN

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from whister import Clause, Rules, Source

FILE = "cards.json"


def cards(env: BuildEnvironment, rules: Rules) -> dict[str, object]:
    """Return the rule set's title and, by slug, each clause's title, text, evidence and best source."""
    return {
        "title": curled(rules.title),
        "clauses": {
            clause.slug: {
                "title": curled(clause.title),
                "text": curled(clause.text),
                "grade": str(clause.evidence),
                "weakest": str(clause.weakest),
                "source": _source(env, _best(clause)),
            }
            for clause in rules.clauses.values()
        },
    }


def _best(clause: Clause) -> Source:
    """Return the first source that gives the clause its grade."""
    graded = (each for each in clause.sources if not each.relation and each.evidence == clause.evidence)
    return next(graded, clause.sources[0])


def _source(env: BuildEnvironment, source: Source) -> str:
    named = rule_domain(env).source_labels.get(source.key, source.key)
    pages = page_text(source.pages) if source.pages else ""
    via = f"through {rule_domain(env).source_labels.get(source.via, source.via)}" if source.via else ""
    return ", ".join(filter(None, (named, source.relation, pages, SEEN[source.seen], via)))


def _files(app: Sphinx) -> Iterator[File]:
    if has_sheets(app.builder):
        for name in rule_set_ids():
            if name in app.env.found_docs:
                yield File(f"{panel_page(name)}/{FILE}", partial(_written, app.env, name))


def _written(env: BuildEnvironment, name: str) -> str:
    return json.dumps(cards(env, rule_set(name)), ensure_ascii=False, separators=(",", ":"))


def setup_clause_cards(app: Sphinx) -> None:
    """Register the files, to be written beside the pages."""
    setup_files(app, _files)
