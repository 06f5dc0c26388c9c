"""The directive `rule:one-change`: what one value of an option, or one step of descent, changes.

```{rule:one-change} hearts/omnibus
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.catalogue import nearest, option_addresses, rule_set_ids
from rulebook.base.nodes import bullet_list, marked_text, paragraph
from rulebook.domain.directive import RuleDirective
from rulebook.numbers.each_rule import NAMED, differs, effects
from rulebook.numbers.results import chosen, how, not_yet, played, results

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from whister.studies.kept import Kept
    from whister.studies.study import Study


class OneChange(RuleDirective):
    """Say what a rule changes: ``hearts/microsoft#break_hearts.off``, or ``hearts/omnibus`` for a step of descent."""

    def run(self) -> list[nodes.Node]:
        """Return what is compared and a list of the differences, or the words that nothing clearly changes."""
        name = self.arguments[0]
        known = option_addresses() if "#" in name else rule_set_ids()
        if name not in known:
            kind = "option" if "#" in name else "rule set"
            raise self.error(f"unknown {kind} {name!r}{nearest(name, known)}")
        measured = results(name.partition("/")[0], "option" if "#" in name else "descent")
        if measured and name not in measured:
            raise self.error(f"{name!r} has not been measured{nearest(name, measured)}")
        if not measured:
            return [not_yet()]
        kept = measured[name]
        study = kept.study()
        told = [effect.words for effect in effects(study)][:NAMED]
        verdict = paragraph(*self._compared(kept), " ", _verdict(study, told))
        items = [bullet_list([marked_text(each) for each in told])] if told else []
        return [verdict, *items, *how(kept)]

    def _compared(self, kept: Kept) -> list[nodes.Node]:
        """Return in words what has been played."""
        asked = kept.asked()
        first, second = (self.link("set", rules.id) for rules in asked.sets)
        deals = nodes.Text(f"{played(asked)['deals']:,} deals of ")
        _, _, part = kept.name.partition("#")
        if not part:
            return [deals, second, nodes.Text(" beside as many of "), first, nodes.Text(".")]
        (title, usual), (_, other) = chosen(kept, part, of=0), chosen(kept, part)
        return [
            deals, first, nodes.Text(f" by its usual rule (“{title}: {usual}”), and the same deals by another: "),
            self.link("option", kept.name, nodes.Text(other)), nodes.Text("."),
        ]  # fmt: skip


def _verdict(study: Study, told: list[str]) -> str:
    """Return in words whether anything changes."""
    apart = "" if study.alike else "Results count otherwise, and are not compared. "
    if told:
        return f"{apart}{'Clear changes, the greatest first' if len(told) > 1 else 'One clear change'}:"
    if not differs(study):
        return f"{apart}Every deal ends the same way."
    return f"{apart}Some deals end otherwise, but no figure clearly changes.{_few(study)}"


def _few(study: Study) -> str:
    """Return in words in how many deals the tricks can differ at most; "" if that may be more than half of them.

    What one seat has more another has less, so that each such deal adds two or more to the squares of all seats.
    """
    squares = sum(each.squares for name, each in study.sums.items() if name.startswith("difference/tricks/"))
    most = int(squares // 2)
    if not most:
        return " Nobody takes more or fewer tricks in any of them."
    return (
        f" The numbers of tricks differ in {most:,} of the deals at most." if most < study.deals / 2 else ""
    )


def setup_one_change(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive_to_domain("rule", "one-change", OneChange)
