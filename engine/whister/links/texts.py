"""A deal or a position as text for a link; the first field gives the kind.

``w1`` is the record of a deal (`whister.links.deal_record`). ``c1`` is a case of a clause with the actions since::

    c1~hearts/black-lady~first-trick~BLD-3~3D_…

The fields are the version, the rule set, the clause, the case's ID, and the actions as in a record; the clause's full
address, with its ``#``, is accepted too. A case that deals the whole pack becomes a record after the first action, or
when the deal is over. A position never does: only what its case gives is known, so it stays a case, and the other seats
are not played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whister import checks
from whister.deal.public import state_of
from whister.errors import NotationError, UnknownRuleSet
from whister.frozen import Frozen
from whister.links.deal_record import DealRecord, act_on, as_text, done
from whister.links.written import Actions, actions_of, actions_text
from whister.rules import Rules, load
from whister.rulesets import reader
from whister.spelling import near

if TYPE_CHECKING:
    from whister.clause import Case, Clause
    from whister.rules import Deal

CASE = "c1"


class Standing(Frozen):
    """A case of a clause, and the actions taken from its position so far."""

    rules: str
    clause: str  #: the clause's slug
    case: str  #: the case's ID
    actions: Actions = ()

    def __str__(self) -> str:
        return "~".join((CASE, self.rules, self.clause, self.case, actions_text(self.actions)))

    @classmethod
    def parse(cls, text: str) -> Standing:
        """Read a case from its text. Raises ``NotationError``, saying what was expected."""
        fields = text.strip().replace("%23", "~", 1).replace("#", "~", 1).split("~")
        if len(fields) not in (4, 5) or fields[0] != CASE:
            raise NotationError(
                f"this link to a case is damaged or cut short: after {CASE} it names a rule set, a rule and a case of it. "
                "Copy all of it, from c1 to the end"
            )
        _, rules, clause, case, *acted = fields
        return cls(rules, clause, case, actions_of("".join(acted)))

    def load(self) -> tuple[Rules, Clause, Case]:
        """Return the rule set, the clause and the case that are named. Raises ``NotationError`` if one of them is
        unknown."""
        try:
            rules = load(self.rules)
        except UnknownRuleSet:
            known = reader.near(self.rules)
            raise NotationError(
                f"this case belongs to a rule set that this site does not have, {checks.said(self.rules)}{known}"
            ) from None
        clause = rules.clauses.get(self.clause)
        if clause is None:
            raise NotationError(
                f"{rules.title} has no rule {checks.said(self.clause)}{near(self.clause, rules.clauses, reader.known_as(rules.family, 'clauses'))}"
            )
        case = next((case for case in clause.cases if case.id == self.case), None)
        if case is None:
            known = near(self.case, [case.id for case in clause.cases])
            raise NotationError(
                f"the rule “{clause.title}” of {rules.title} has no case {checks.said(self.case)}{known}"
            )
        return rules, clause, case

    def opening(self) -> Deal:
        """Return the position that the case describes. Raises ``NotationError`` for a case without cards to show."""
        from whister.cases import deal_of, rules_for

        rules, clause, case = self.load()
        if (why := unshown(case)) is not None:
            raise NotationError(f"the case {case.id} of the rule “{clause.title}” {why}")
        return deal_of(rules_for(rules, case), case.given)

    def replay(self) -> Deal:
        """Return the position with all actions since. Raises ``ReplayError`` for a step that the current rules
        refuse."""
        deal = self.opening()
        act_on(deal, self.actions)
        return deal


def unshown(case: Case) -> str | None:
    """Return why a case cannot be shown on a table; None if it can."""
    if "error" in case.expected:
        return "shows what cannot be dealt at all"
    if "cut_for_deal" in case.given:
        return "is about the cards cut before the deal"
    if "ranks" in case.expected:
        return "compares the cards of a suit two at a time"
    if not {"hand", "hands", "seed", "pack"} & set(case.given):
        return "settles a given result, without cards"
    return None


def shown(case: Case) -> str | None:
    """Return the text that opens a case on a table; None if it cannot be shown."""
    return str(Standing(case.rules, case.clause, case.id)) if unshown(case) is None else None


def is_case(text: str) -> bool:
    """Return whether text is a case of a clause, not the record of a deal."""
    return text.lstrip().startswith(f"{CASE}~")


def deal_of_text(text: str) -> Deal:
    """Return the deal or position that text describes, with all its actions repeated. Raises ``NotationError`` for any
    other text, and ``ReplayError`` for a step that the current rules refuse.
    """
    as_text(text)
    return Standing.parse(text).replay() if is_case(text) else DealRecord.parse(text).replay()


def text_of(deal: Deal, opened: str) -> str:
    """Return the text of a deal that was opened from ``opened``, with all actions since."""
    if not is_case(opened):
        return str(DealRecord.of(deal))
    start = Standing.parse(opened)
    before = len(start.opening().actions)
    if state_of(deal).origin is None and (deal.over or len(deal.actions) != before):
        return str(DealRecord.of(deal))
    return str(Standing(start.rules, start.clause, start.case, done(deal, before)))


def is_position(deal: Deal) -> bool:
    """Return whether a deal is a position in which some cards may be unknown."""
    return state_of(deal).origin is not None


__all__ = ["Standing", "deal_of_text", "is_case", "is_position", "shown", "text_of", "unshown"]
