"""What the card beside a link to a clause says: a small file for each rule set, fetched when a reader rests on a link."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from whister.reference.wording import SEEN

from .bibliography import page_text
from .catalogue import rule_set, rule_set_ids
from .domain import rule_domain
from .nodes import curled
from .sheets import has_sheets, panel_page

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from whister import Clause, Rules, Source

FILE = "cards.json"


def cards(env: BuildEnvironment, rules: Rules) -> dict[str, object]:
    """Return the rule set's title, and by slug each clause's title, text, evidence and the source of that."""
    return {
        "title": curled(rules.title),
        "clauses": {
            clause.slug: {
                "title": curled(clause.title),
                "text": curled(clause.text),
                "grade": str(clause.evidence),
                "source": _source(env, _best(clause)),
            }
            for clause in rules.clauses.values()
        },
    }


def _best(clause: Clause) -> Source:
    """The first of the sources that the clause's grade comes from."""
    graded = (each for each in clause.sources if not each.relation and each.evidence == clause.evidence)
    return next(graded, clause.sources[0])


def _source(env: BuildEnvironment, source: Source) -> str:
    named = rule_domain(env).source_labels.get(source.key, source.key)
    pages = page_text(source.pages) if source.pages else ""
    via = f"through {rule_domain(env).source_labels.get(source.via, source.via)}" if source.via else ""
    return ", ".join(filter(None, (named, source.relation, pages, SEEN[source.seen], via)))


def _write(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or not has_sheets(app.builder):
        return
    for name in rule_set_ids():
        folder = Path(app.outdir) / panel_page(name)
        if folder.is_dir():
            text = json.dumps(cards(app.env, rule_set(name)), ensure_ascii=False, separators=(",", ":"))
            (folder / FILE).write_text(text, encoding="utf-8")


def setup_clause_cards(app: Sphinx) -> None:
    """Write the files beside the pages."""
    app.connect("build-finished", _write)
