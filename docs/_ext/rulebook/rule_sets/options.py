"""The options of a rule set: the meaning of each, its default, and its values, each with its own anchor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.catalogue import option_anchors, option_value, rule_set, title_of
from rulebook.base.nodes import Cell, details, joined, marked_text, paragraph, span, table
from rulebook.comparing.compare import page_link
from rulebook.domain.directive import RuleDirective
from rulebook.sources.evidence import badge, source_line
from whister.table.house_rules import line_of, value_word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

    from whister import Option, OptionValue, Rules


class Options(RuleDirective):
    """Show every option of a rule set, each with its values in a table."""

    def run(self) -> list[nodes.Node]:
        """Return the options in folded groups: new or changed here, offered only here, and taken over unchanged."""
        rules = self.rules()
        if not rules.options:
            return [paragraph("This rule set has no options.")]
        parent = rule_set(rules.extends).options if rules.extends else {}
        taken_over = [o for o in rules.options.values() if o.name in parent and _alike(o, parent[o.name])]
        here = [option for option in rules.options.values() if option not in taken_over]
        first, more = [o for o in here if not o.own], [o for o in here if o.own]
        found: list[nodes.Node] = []
        if first:
            count = "One option" if len(first) == 1 else f"{len(first)} options"
            found.append(
                details(
                    f"{count} and their choices",
                    *(self._option(o, rules) for o in first),
                    classes=["rule-own"],
                )
            )
        if more:
            alone = f"{len(more)} more options, offered only in this game"
            found.append(details(alone, *(self._option(o, rules) for o in more), classes=["rule-optional"]))
        if taken_over:
            family = (
                f"{len(taken_over)} options taken over from {title_of(str(rules.extends))} without changes"
            )
            found.append(
                details(family, *(self._option(o, rules) for o in taken_over), classes=["rule-optional"])
            )
        own = page_link(
            "", "Make house rules from these options", page="house-rules", query=[("base", rules.id)]
        )
        return [*found, paragraph(own, classes=["house-rules-from"])]

    def _option(self, option: Option, rules: Rules) -> nodes.Element:
        """Return an option, folded away under its title and its value in this game."""
        anchor = option_anchors(rules)[option.name]
        title = span(
            "option-title",
            children=[self._anchored(option.title, anchor, f"{rules.id}#{option.name}", option.title)],
        )
        values = [self._table(option, rules)] if option.values else self._range(option)
        chosen = line_of(option, option.default) or "none"
        line = [title, nodes.Text(" "), span("option-chosen", text=chosen)]
        return details(line, *self._about(option, rules, anchor), *values, classes=["rule-option"])

    def _table(self, option: Option, rules: Rules) -> nodes.table:
        rows = [[self._value(option, value, rules), Cell(*self._meaning(value))] for value in option.values]
        return table(["Value", "Meaning and sources"], rows, classes=["rule-options"], stub=False)

    def _about(self, option: Option, rules: Rules, anchor: str) -> Iterator[nodes.Node]:
        yield paragraph(option.text, self.permalink(anchor, "Link to this option"))
        if option.fixed:
            yield paragraph(badge("fixed"), f" {option.fixed}")
        if option.excluded:
            yield paragraph(badge("excluded"), f" {option.excluded}")
        clauses = [
            [self.link("clause", f"{rules.id}#{slug}")] for slug in option.clauses if slug in rules.clauses
        ]
        name = nodes.literal(option.name, option.name)
        sets = [nodes.Text(", sets "), *joined(clauses, ", ")] if clauses else []
        yield paragraph("Name in links and in Python: ", name, *sets, classes=["option-sets"])

    def _value(self, option: Option, value: OptionValue, rules: Rules) -> Cell:
        fragment = option_value(option, value.value)
        word = value_word(value.value)
        shown = self._anchored(word, fragment, f"{rules.id}#{fragment}", f"{option.title}: {word}")
        mark = [nodes.Text(" "), badge("chosen")] if value.value == option.default else []
        return Cell(shown, self.permalink(fragment, "Link to this value"), *mark, classes=["option-value"])

    def _range(self, option: Option) -> list[nodes.Node]:
        offered = (
            f"{option.range[0]} to {option.range[1]}"
            if option.range
            else "A table, or the path of a TOML file that contains one"
        )
        default = value_word(option.default) or "none"
        sources = [span("option-source", children=source_line(self.env, source)) for source in option.sources]
        return [paragraph(f"{offered}. Usual value: {default}.", *sources)]

    def _meaning(self, value: OptionValue) -> list[nodes.Node]:
        sources = [
            [span("option-source", children=source_line(self.env, source))] for source in value.sources
        ]
        left_out = [paragraph(badge("excluded"), f" {value.excluded}")] if value.excluded else []
        return [*marked_text(value.text), *(node for source in sources for node in source), *left_out]

    def _anchored(self, text: str, anchor: str, address: str, title: str) -> nodes.inline:
        node = nodes.inline(text, "", *marked_text(text))
        self.anchor(node, anchor)
        self.domain.note("option", address, self.env.docname, anchor, title)
        return node


def _alike(option: Option, parents: Option) -> bool:
    """Return whether an option has the same text and values as the parent's."""
    said = (option.default, option.fixed, option.excluded, option.text)
    return said == (parents.default, parents.fixed, parents.excluded, parents.text) and [
        value.value for value in option.values
    ] == [value.value for value in parents.values]


def setup_options(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive_to_domain("rule", "options", Options)
