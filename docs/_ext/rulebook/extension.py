"""The list of components. Each module registers its own directives, roles and events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.base.cards import setup_cards
from rulebook.base.markup import setup_markup
from rulebook.base.nodes import setup_nodes
from rulebook.base.questions import setup_questions
from rulebook.building.assets import setup_assets
from rulebook.building.lean import setup_lean
from rulebook.building.man_page import setup_man_page
from rulebook.building.navigation import setup_navigation
from rulebook.building.only import setup_only
from rulebook.building.progress import setup_progress
from rulebook.building.search import setup_search
from rulebook.building.unfinished import setup_unfinished
from rulebook.building.writing import setup_writing
from rulebook.citing.cite import setup_cite
from rulebook.citing.metadata import setup_metadata
from rulebook.comparing.changes import setup_changes
from rulebook.comparing.compare import setup_compare
from rulebook.comparing.matrix import setup_matrix
from rulebook.comparing.rule_data import setup_rule_data
from rulebook.comparing.take_away import setup_take_away
from rulebook.comparing.which import setup_which
from rulebook.domain.anchors import setup_anchors
from rulebook.domain.bibliography import setup_bibliography
from rulebook.domain.references import setup_references
from rulebook.domain.retired import setup_retired
from rulebook.domain.rule_domain import setup_domain
from rulebook.door.games import setup_games
from rulebook.door.start_here import setup_start_here
from rulebook.history.claims import setup_history
from rulebook.history.corrections import setup_corrections
from rulebook.history.errata import setup_errata
from rulebook.history.words_compared import setup_words_compared
from rulebook.numbers.cited import setup_cited
from rulebook.numbers.downloads import setup_downloads
from rulebook.numbers.each_rule import setup_each_rule
from rulebook.numbers.games_measured import setup_games_measured
from rulebook.numbers.here import setup_here
from rulebook.numbers.in_numbers import setup_in_numbers
from rulebook.numbers.one_change import setup_one_change
from rulebook.pictures.chart import setup_chart
from rulebook.pictures.chronology import setup_chronology
from rulebook.pictures.faces import setup_faces
from rulebook.pictures.family_tree import setup_family_tree
from rulebook.pictures.figure import setup_figure
from rulebook.pictures.first_appearances import setup_first_appearances
from rulebook.pictures.timeline import setup_timeline
from rulebook.proofs.measured import setup_measured
from rulebook.proofs.proof import setup_proof
from rulebook.python.console import setup_console
from rulebook.python.reference import setup_reference
from rulebook.rule_sets.clause_cards import setup_clause_cards
from rulebook.rule_sets.clauses import setup_clauses
from rulebook.rule_sets.facts import setup_facts
from rulebook.rule_sets.how_to_play import setup_how_to_play
from rulebook.rule_sets.layers import setup_layers
from rulebook.rule_sets.mechanisms import setup_mechanisms
from rulebook.rule_sets.options import setup_options
from rulebook.rule_sets.panels import setup_panels
from rulebook.sources.evidence_counts import setup_evidence_counts
from rulebook.sources.listing import setup_sources
from rulebook.sources.source_sheets import setup_source_sheets
from rulebook.table.directive import setup_table
from rulebook.table.embed import setup_embed
from rulebook.table.examples import setup_examples
from rulebook.table.first_hand import setup_first_hand
from rulebook.table.replay import setup_replay
from rulebook.table.see import setup_see

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup_extension(app: Sphinx) -> ExtensionMetadata:
    """Register every component of the rulebook."""
    setup_nodes(app)
    setup_questions(app)
    setup_unfinished(app)
    setup_only(app)
    setup_progress(app)
    setup_lean(app)
    setup_writing(app)
    setup_domain(app)
    setup_bibliography(app)
    setup_clauses(app)
    setup_facts(app)
    setup_how_to_play(app)
    setup_layers(app)
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
    setup_man_page(app)
    setup_matrix(app)
    setup_errata(app)
    setup_corrections(app)
    setup_examples(app)
    setup_sources(app)
    setup_source_sheets(app)
    setup_evidence_counts(app)
    setup_measured(app)
    setup_proof(app)
    setup_in_numbers(app)
    setup_here(app)
    setup_games_measured(app)
    setup_each_rule(app)
    setup_one_change(app)
    setup_downloads(app)
    setup_cited(app)
    setup_mechanisms(app)
    setup_reference(app)
    setup_which(app)
    setup_see(app)
    setup_figure(app)
    setup_replay(app)
    setup_first_hand(app)
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
    setup_table(app)
    setup_start_here(app)
    setup_games(app)
    setup_embed(app)
    setup_cards(app)
    setup_faces(app)
    setup_console(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
