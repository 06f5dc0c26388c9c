"""The figures of every kept study as files to download: two tables for each family, of its figures and of its studies.

`{rule:figure-files}` lists the files on the page of downloads, `{rule:figure-columns} figures` the columns of a table.
On other pages, `figures_link` gives a paragraph that links to the files of a family.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective
from sphinx.util.osutil import relative_uri

from rulebook.base.catalogue import families_by_renown
from rulebook.base.nodes import Cell, marked_text, paragraph, table
from rulebook.base.questions import question
from rulebook.building.writing import setup_files
from rulebook.comparing.take_away import (
    PAGE,
    TEXT_LICENCE,
    Taken,
    has_files,
    taken_files,
    taken_table,
)
from rulebook.domain.directive import RuleDirective
from rulebook.numbers.results import command, played, results
from whister.studies.chunks import searcher
from whister.studies.groups import PARTS
from whister.studies.written import table_as_csv
from whister.table.house_rules import value_word

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

    from rulebook.building.writing import File
    from whister.studies.kept import Kept

KINDS = ("set", "strong", "revokes", "field", "option", "descent")
"""What studies are for, in the order of the tables."""
FIGURES: Mapping[str, str] = {
    "kind": "What the study is for: a rule set (set), the same with stronger players (strong), the cost of a revoke (revokes), the heuristics of the field (field), an option (option), or a step of descent (descent)",
    "study": "The rule set, with the option and its value if the study is of one: hearts/black-lady#moon.new. With the kind, it is the key to the table of studies",
    "part": "What was played: deals, games, deals looked through for a revoke (revokes) or searched deals (field)",
    "group": "The quantity, as a name for programs",
    "title": "The quantity, in words",
    "about": "The seat, trick, contract or card that the figure is about; empty if it is about whole deals or games",
    "label": "The same in words",
    "of": "a or b for one of two rule sets compared, difference for b minus a; empty if there is only one",
    "unit": "The unit; share is from 0 to 1",
    "n": "The number of values or events",
    "value": "The mean of the values, or the share of the events",
    "error": "The standard error",
    "low": "The lower end of the 95 % interval",
    "high": "The upper end",
}  # fmt: skip
"""The columns of the table of figures and their contents. Those after the first two are the columns of the engine's CSV."""
STUDIES: Mapping[str, str] = {
    "kind": "As in the table of figures",
    "study": "As in the table of figures",
    "rules_a": "The rule set; of two, the first",
    "options_a": "The number of players and the options chosen",
    "behaviour_a": "The behaviour hash of the rules",
    "rules_b": "The second rule set; this and the next two are empty if there is only one",
    "options_b": "Its number of players and the options chosen",
    "behaviour_b": "Its behaviour hash",
    "players": "The strength of the players; of searched deals, that of the players who search",
    "rollouts": "The deals that they play out for each decision; empty if they do not search",
    "deals": "The number of deals",
    "games": "The number of games",
    "revokes": "The number of deals looked through for a revoke",
    "field": "The number of searched deals",
    "seed": "The seed",
    "version": "The version of Whister",
    "policy": "The hash of the players’ code",
    "revision": "The revision of the engine",
    "command": "The command that plays the study again",
}  # fmt: skip
"""The columns of the table of studies and their contents."""
_TABLES: Mapping[str, Mapping[str, str]] = {"figures": FIGURES, "studies": STUDIES}


def studies(family: str) -> Iterator[Kept]:
    """Yield every kept study of a family."""
    for kind in KINDS:
        yield from results(family, kind).values()


@question
def figures_csv(family: str) -> str:
    """Return every figure of a family's studies as CSV, a row for each."""
    rows: Iterator[dict[str, Any]] = (
        {"kind": kept.kind, "study": kept.name, **row}
        for kept in studies(family)
        for row in kept.study().rows
    )
    return table_as_csv([*FIGURES], rows)


@question
def studies_csv(family: str) -> str:
    """Return the studies of a family as CSV, a row for each, with its command."""
    return table_as_csv([*STUDIES], map(study_row, studies(family)))


def study_row(kept: Kept) -> dict[str, Any]:
    """Return the row of a study in the table of studies."""
    asked, origin = kept.asked(), kept.origin
    row: dict[str, Any] = {"kind": kept.kind, "study": kept.name}
    for of, rules, options, behaviour in zip(
        "ab", origin.rules, origin.options, origin.behaviour, strict=False
    ):
        chosen = shlex.join(f"{name}={value_word(value)}" for name, value in options.items())
        row |= {f"rules_{of}": rules, f"options_{of}": chosen, f"behaviour_{of}": behaviour}
    name, _, rollouts = origin.players[0].partition(" ")
    if "field" in kept.counts:
        searching = searcher(asked.entrants)
        name, rollouts = searching.name, str(searching.rollouts)
    row |= {"players": name, "rollouts": rollouts, **dict.fromkeys(PARTS, 0), **played(asked)}
    row |= {"seed": origin.seed, "version": origin.version, "policy": origin.policy}
    return row | {"revision": origin.revision, "command": command(asked)}


def file_name(family: str, which: str) -> str:
    """Return the name of a family's table of figures or of studies, as a file."""
    return f"{family}-{which}.csv"


def tables() -> Iterator[Taken]:
    """Yield the files of each family of which any study has been kept."""
    written: Mapping[str, tuple[str, Callable[[str], str]]] = {
        "figures": ("every figure, with its error or interval", figures_csv),
        "studies": ("every study, with its hashes and the command that repeats it", studies_csv),
    }
    for family in families_by_renown():
        for which, (what, text) in written.items() if any(studies(family)) else ():
            content = partial(_encoded, text, family)
            yield Taken(
                file_name(family, which), f"{family.capitalize()}: {what}", "CSV", TEXT_LICENCE, content
            )


def _encoded(text: Callable[[str], str], family: str) -> bytes:
    return text(family).encode()


class FigureFiles(RuleDirective):
    """List the files."""

    required_arguments = 0

    def run(self) -> list[nodes.Node]:
        """Return a table."""
        return [taken_table((taken, len(taken.content())) for taken in tables())]


class FigureColumns(SphinxDirective):
    """List the columns of a table, ``figures`` or ``studies``, and their contents."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a table."""
        columns = _TABLES[directives.choice(self.arguments[0], tuple(_TABLES))]
        rows = [
            [Cell(nodes.literal(name, name)), Cell(*marked_text(meaning))]
            for name, meaning in columns.items()
        ]
        return [table(["Column", "Contents"], rows, classes=["figure-columns"], widths=(2, 8))]


_LINKING = "figures-link"


def figures_link(family: str) -> nodes.paragraph:
    """Return a paragraph that links to the files of a family, for any page; a build without these files leaves it out."""
    figures, commands = (
        nodes.reference("", text, refuri=file_name(family, which), internal=True)
        for which, text in (
            ("figures", "All figures of this family as CSV"),
            ("studies", "the command for each study"),
        )
    )
    return paragraph(figures, ", with ", commands, ".", classes=["claim-note", _LINKING])


def _lead(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Let each link lead to its file from this page; without files, remove the paragraph."""
    builder: Builder = app.builder
    for linking in [each for each in doctree.findall(nodes.paragraph) if _LINKING in each["classes"]]:
        if not has_files(builder):
            linking.parent.remove(linking)
            continue
        for link in linking.findall(nodes.reference):
            link["refuri"] = relative_uri(builder.get_target_uri(docname), f"{PAGE}/{link['refuri']}")


def _files(app: Sphinx) -> Iterator[File]:
    if has_files(app.builder):
        yield from taken_files(app.builder, tables())


def setup_downloads(app: Sphinx) -> None:
    """Register the directives, the links and the writing of the files."""
    app.add_directive_to_domain("rule", "figure-files", FigureFiles)
    app.add_directive_to_domain("rule", "figure-columns", FigureColumns)
    app.connect("doctree-resolved", _lead)
    setup_files(app, _files)
