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
from rulebook.numbers.each_rule import LEAST, NAMED, POOLED, differs, effects, pooled, quiet_as
from rulebook.numbers.results import chosen, how, not_yet, played, results
from whister.studies.groups import DIFFERENCE
from whister.words import capital

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
        verdict = paragraph(*self._compared(kept), " ", _verdict(kept, study, told))
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


def _verdict(kept: Kept, study: Study, told: list[str]) -> str:
    """Return in words whether anything changes."""
    apart = "" if study.alike else "Results are counted differently, and are not compared. "
    if pooled(study):
        apart = f"{capital(POOLED)}. "
    if told:
        what = "usual rule to the other" if "#" in kept.name else "older game to the newer"
        many = (
            "Clear changes from the {}, the greatest first"
            if len(told) > 1
            else "One clear change from the {}"
        )
        return f"{apart}{many.format(what)}:"
    if not differs(study):
        return f"{apart}Every deal ends the same way."
    if quiet_as(study) == "small":
        return f"{apart}What certainly changes is smaller than {LEAST:g} standard deviations."
    tricks = [each for name, each in study.sums.items() if name.startswith(f"{DIFFERENCE}/tricks/")]
    same = tricks and all(each.n == study.deals and not each.squares for each in tricks)
    also = " Nobody takes more or fewer tricks in any of them." if same else ""
    return f"{apart}Some deals end differently, but no figure certainly changes{_within(study)}.{also}"


def _within(study: Study) -> str:
    """Return in words how much the results of the seats may yet change; nothing if they are not compared."""
    seats = [each for each in study.figures if (each.of, each.group) == (DIFFERENCE, "result")]
    bounds = [abs(bound) for each in seats for bound in (each.low, each.high) if bound is not None]
    return (
        f": the mean result of a seat by no more than {max(bounds):.2g} {seats[0].unit}, if at all"
        if bounds
        else ""
    )


def setup_one_change(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive_to_domain("rule", "one-change", OneChange)
