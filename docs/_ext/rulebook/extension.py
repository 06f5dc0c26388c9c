"""The list of components. Each module registers its own directives, roles and events."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from .anchors import setup_anchors
from .assets import setup_assets
from .bibliography import setup_bibliography
from .changes import setup_changes
from .chart import setup_chart
from .chronology import setup_chronology
from .cite import setup_cite
from .clause_cards import setup_clause_cards
from .clauses import setup_clauses
from .compare import setup_compare
from .corrections import setup_corrections
from .counts import setup_counts
from .domain import setup_domain
from .errata import setup_errata
from .examples import setup_examples
from .facts import setup_facts
from .family_tree import setup_family_tree
from .figure import setup_figure
from .first_appearances import setup_first_appearances
from .history import setup_history
from .lean import setup_lean
from .manual import setup_manual
from .markup import setup_markup
from .matrix import setup_matrix
from .mechanisms import setup_mechanisms
from .metadata import setup_metadata
from .navigation import setup_navigation
from .nodes import setup_nodes
from .only import setup_only
from .options import setup_options
from .panels import setup_panels
from .progress import setup_progress
from .proof import setup_proof
from .questions import setup_questions
from .reference import setup_reference
from .references import setup_references
from .replay import setup_replay
from .retired import setup_retired
from .rule_data import setup_rule_data
from .search import setup_search
from .see import setup_see
from .source_sheets import setup_source_sheets
from .sources import setup_sources
from .take_away import setup_take_away
from .timeline import setup_timeline
from .unsettled import setup_unsettled
from .which import setup_which
from .words_compared import setup_words_compared
from .writing import setup_writing

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

INTERACTIVE = ("table", "embed", "cards", "faces", "console")
"""Components with a front end of their own; each module offers `setup_<name>`."""


def setup_extension(app: Sphinx) -> ExtensionMetadata:
    """Register every component of the rulebook."""
    setup_nodes(app)
    setup_questions(app)
    setup_unsettled(app)
    setup_only(app)
    setup_progress(app)
    setup_lean(app)
    setup_writing(app)
    setup_domain(app)
    setup_bibliography(app)
    setup_clauses(app)
    setup_facts(app)
    setup_references(app)
    setup_changes(app)
    setup_compare(app)
    setup_options(app)
    setup_history(app)
    setup_timeline(app)
    setup_chart(app)
    setup_chronology(app)
    setup_family_tree(app)
    setup_first_appearances(app)
    setup_manual(app)
    setup_matrix(app)
    setup_errata(app)
    setup_corrections(app)
    setup_examples(app)
    setup_sources(app)
    setup_source_sheets(app)
    setup_counts(app)
    setup_proof(app)
    setup_mechanisms(app)
    setup_reference(app)
    setup_which(app)
    setup_see(app)
    setup_figure(app)
    setup_replay(app)
    setup_cite(app)
    setup_metadata(app)
    setup_words_compared(app)
    setup_panels(app)
    setup_clause_cards(app)
    setup_anchors(app)
    setup_navigation(app)
    setup_retired(app)
    setup_markup(app)
    setup_rule_data(app)
    setup_search(app)
    setup_take_away(app)
    setup_assets(app)
    for name in INTERACTIVE:
        if find_spec(f"{__package__}.{name}"):
            getattr(import_module(f"{__package__}.{name}"), f"setup_{name}")(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
