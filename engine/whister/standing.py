"""A deal or a position as a text that a link may carry, by its first field.

``w1`` is the record of a deal (`whister.record`). ``c1`` is a case of a clause, and what was done since::

    c1~hearts/black-lady~first-trick~BLD-3~3D_…

version, rule set, clause, the case's ID, and actions as a record writes them; the clause's whole address, with its
``#``, is read as well. A case that deals the whole pack turns into a record once something is done in it. A study
position never does: only what its case gives is known, so it stays a case, and nobody plays on for the other seats.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from whister import checks
from whister.errors import NotationError, UnknownRuleSet, WhisterError
from whister.record import Actions, DealRecord, act_on, actions_of, actions_text, done
from whister.ruleset import Rules, load

if TYPE_CHECKING:
    from whister.clause import Case, Clause
    from whister.deal import Deal

CASE = "c1"
_FORM = "c1~rule set~clause~case~actions"


@dataclass(frozen=True, slots=True)
class Standing:
    """A case of a clause, and what was done in its position since."""

    rules: str
    clause: str  #: the clause's slug
    case: str  #: the case's ID
    actions: Actions = ()

    def __str__(self) -> str:
        return "~".join((CASE, self.rules, self.clause, self.case, actions_text(self.actions)))

    @classmethod
    def parse(cls, text: str) -> Standing:
        """A case from its text. Raises ``NotationError`` saying what was expected."""
        fields = text.strip().replace("%23", "~", 1).replace("#", "~", 1).split("~")
        if len(fields) not in (4, 5) or fields[0] != CASE:
            raise NotationError(
                f"a case has four fields or five, {_FORM}; got {len(fields)} beginning {fields[0][:20]!r}"
            )
        _, rules, clause, case, *acted = fields
        return cls(rules, clause, case, actions_of("".join(acted)))

    def load(self) -> tuple[Rules, Clause, Case]:
        """The rule set, the clause and the case that it names. Raises ``NotationError`` for an unknown one."""
        try:
            rules = load(self.rules)
        except UnknownRuleSet as error:
            raise NotationError(f"case, rule set: {error}") from None
        clause = rules.clauses.get(self.clause)
        if clause is None:
            raise NotationError(
                f"case, clause: {self.rules} has no {self.clause!r}{checks.near(self.clause, rules.clauses)}"
            )
        case = next((case for case in clause.cases if case.id == self.case), None)
        if case is None:
            known = checks.near(self.case, [case.id for case in clause.cases])
            raise NotationError(f"case: {clause.id} has no case {self.case!r}{known}")
        return rules, clause, case

    def opening(self) -> Deal:
        """The position the case describes. Raises ``NotationError`` for a case that has no cards to lay out."""
        from whister.cases import deal_of, rules_for

        rules, clause, case = self.load()
        if (why := unshown(case)) is not None:
            raise NotationError(f"case {case.id} of {clause.id} {why}")
        return deal_of(rules_for(rules, case), case.given)

    def replay(self) -> Deal:
        """The position with everything done since. Raises ``ReplayError`` for a step that today's rules refuse."""
        deal = self.opening()
        act_on(deal, self.actions)
        return deal


def unshown(case: Case) -> str | None:
    """Why a case has nothing to lay on a table; None for one that has."""
    if "error" in case.expected:
        return "shows what cannot be dealt at all"
    if "cut_for_deal" in case.given:
        return "is about the cards cut before the deal"
    if not {"hand", "hands", "seed", "pack"} & set(case.given):
        return "is a settlement of given facts, without cards"
    return None


def shown(case: Case) -> str | None:
    """The text that opens a case on a table; None for one that has nothing to lay on it."""
    return str(Standing(case.rules, case.clause, case.id)) if unshown(case) is None else None


def is_case(text: str) -> bool:
    """Whether a text is a case of a clause, rather than the record of a deal."""
    return text.lstrip().startswith(f"{CASE}~")


def deal_of_text(text: str) -> Deal:
    """The deal or position of a text, everything done in it done again.

    Raises ``NotationError`` for a text that is none, and ``ReplayError`` for a step that today's rules refuse.
    """
    checks.instance(text, str, "record", NotationError)
    return Standing.parse(text).replay() if is_case(text) else DealRecord.parse(text).replay()


def text_of(deal: Deal, opened: str) -> str:
    """The text of a deal that was opened from ``opened``, with all that was done since."""
    if not is_case(opened):
        return str(DealRecord.of(deal))
    start = Standing.parse(opened)
    before = len(start.opening().actions)
    if deal._origin is None and len(deal.actions) != before:
        return str(DealRecord.of(deal))
    return str(Standing(start.rules, start.clause, start.case, done(deal, before)))


# -- what a table needs to know of a case -----------------------------------------------------------------------


def is_study(deal: Deal) -> bool:
    """Whether only what is given is known: a seat's cards may not be, and nobody plays on for it."""
    return deal._origin is not None


def known_hands(deal: Deal) -> frozenset[int]:
    """The seats whose cards a study position gives: they lie open, and each may be played from."""
    origin = deal._origin
    return frozenset(seat for seat in deal.plan.seats if origin is not None and origin.hand(seat))


def taken_back(deal: Deal, opened: str) -> int:
    """How many actions of a deal belong to the position itself, and are not taken back."""
    return len(Standing.parse(opened).opening().actions) if is_study(deal) else 0


def seat_of(deal: Deal, text: str, asked: int) -> int:
    """The seat a table is seen from: in a study position, and where a case opens, the one that is to act."""
    if not is_study(deal) and not (is_case(text) and not Standing.parse(text).actions):
        return asked
    if is_case(text):
        holder = Standing.parse(text).load()[2].expected.get("holder")
        if isinstance(holder, int) and not Standing.parse(text).actions:
            return holder
    to_act = deal.to_act
    if to_act is None or (is_study(deal) and not deal.hand(to_act)):
        return asked
    return to_act


def settles(text: str) -> bool:
    """Whether a case says how its deal settles; a study position without that has no settlement."""
    from whister.cases import SETTLED

    return bool(SETTLED & set(Standing.parse(text).load()[2].expected))


def sentence(text: str) -> tuple[Clause, Case] | None:
    """The clause and the case of a text, for what is said of it; None for the record of a deal."""
    return Standing.parse(text).load()[1:] if is_case(text) else None


def expected_words(deal: Deal, case: Case) -> str:
    """What the case shows here, in words: which cards are refused, let pass or legal; "" where that says nothing."""
    from whister import words

    def named(value: object) -> str | None:
        texts = value.split() if isinstance(value, str) else [str(one) for one in value]  # type: ignore[attr-defined]
        try:
            cards = [words.card_name(deal.plan.pack.card(one)) for one in texts]
        except WhisterError:
            return None  # no cards, but something to be said
        return words.listed(cards) if cards else None

    said = (
        ("refused", "{} may not be played here: try it.", "{} may not be played here: try them."),
        ("exempted", "{} may be played, though another rule would bar it.",
         "{} may be played, though another rule would bar them."),
        ("waived", "{} may be played, for nothing else is held.", "{} may be played, for nothing else is held."),
    )  # fmt: skip
    found: list[str] = []
    for key, one, several in said:
        if key in case.expected and (cards := named(case.expected[key])) is not None:
            text = (several if " and " in cards or "," in cards else one).format(cards)
            found.append(text[:1].upper() + text[1:])
    if not found and "legal" in case.expected and (cards := named(case.expected["legal"])) is not None:
        found.append(f"What may be played: {cards}.")
    return " ".join(found)


__all__ = ["Standing", "deal_of_text", "is_case", "is_study", "shown", "text_of", "unshown"]
