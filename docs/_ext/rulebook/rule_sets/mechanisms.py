"""The list of mechanisms: the purpose of each, its parameters, and the rule sets that use it."""

from __future__ import annotations

from inspect import cleandoc
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.pycode import ModuleAnalyzer

from rulebook.base.catalogue import rule_sets
from rulebook.base.nodes import Cell, joined, paragraph, table
from rulebook.base.questions import question
from rulebook.domain.directive import RuleDirective
from whister.mechanisms import REGISTRY
from whister.plan.mechanism import REQUIRED, Mechanism, Parameter
from whister.reference.comparing import in_words

if TYPE_CHECKING:
    from sphinx.application import Sphinx

Documented = type[Mechanism]


class Mechanisms(RuleDirective):
    """Show every mechanism of the engine's closed vocabulary."""

    required_arguments = 0

    def run(self) -> list[nodes.Node]:
        """Return a section for each mechanism, by name."""
        return [self._section(name, REGISTRY[name]) for name in sorted(REGISTRY)]

    def _section(self, name: str, mechanism: Documented) -> nodes.section:
        section = nodes.section("", nodes.title("", "", nodes.literal(name, name)), classes=["mechanism"])
        self.anchor(section, f"mechanism-{name}")
        section += self._paragraphs(mechanism.__doc__ or "")
        if mechanism.parameters:
            section += self._parameters(mechanism)
        users = [[self.link("set", rule_set_id)] for rule_set_id in users_of(name)]
        section += (
            paragraph("Used by ", *joined(users, "; "), ".", classes=["mechanism-users"])
            if users
            else paragraph("Not used by any rule set yet.")
        )
        section += self._paragraphs(mechanism.alone)
        return section

    def _parameters(self, mechanism: Documented) -> nodes.table:
        """Return a table with a row for each parameter; the last column is shown only if a parameter is documented."""
        docs = _parameter_docs(mechanism)
        rows = [
            [
                Cell(nodes.literal(each.name, each.name)),
                Cell(*_kind(each)),
                Cell(_default(each)),
                *([Cell(*self._inline(docs.get(each.name, "")))] if docs else []),
            ]
            for each in mechanism.parameters.values()
        ]
        return table(["Parameter", "Type", "Default", *(["Meaning"] if docs else [])], rows)

    def _paragraphs(self, doc: str) -> list[nodes.Node]:
        return [
            nodes.paragraph("", "", *self._inline(" ".join(block.split())))
            for block in cleandoc(doc).split("\n\n")
            if block
        ]

    def _inline(self, text: str) -> list[nodes.Node]:
        """Return docstring text as nodes; only code is marked up."""
        parts = text.replace("``", "`").split("`")
        return [
            nodes.literal(part, part) if odd % 2 else nodes.Text(part)
            for odd, part in enumerate(parts)
            if part
        ]


@question
def users_of(mechanism: str) -> tuple[str, ...]:
    """Return the rule sets that have a clause with a mechanism."""
    return tuple(
        rules.id for rules in rule_sets() if any(mechanism in each.rule for each in rules.clauses.values())
    )


def _parameter_docs(mechanism: Documented) -> dict[str, str]:
    """Map each parameter, including inherited ones, to the comment or docstring beside it."""
    docs: dict[str, str] = {}
    names = set(mechanism.parameters)
    for owner in reversed(mechanism.__mro__[:-1]):
        found = ModuleAnalyzer.for_module(owner.__module__).find_attr_docs()
        docs |= {
            name: " ".join(" ".join(lines).split())
            for (holder, name), lines in found.items()
            if holder == owner.__name__ and name in names
        }
    return docs


def _kind(parameter: Parameter) -> list[nodes.Node]:
    """Return the type of a parameter, or its permitted words."""
    said = [[nodes.literal(word, word)] for word in parameter.words if word] or [
        [nodes.literal(parameter.type, parameter.type)]
    ]
    return joined(said, ", ")


def _default(parameter: Parameter) -> str:
    return "required" if parameter.default is REQUIRED else in_words(parameter.default)


def setup_mechanisms(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive_to_domain("rule", "mechanisms", Mechanisms)
