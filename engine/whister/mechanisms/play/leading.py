"""The rules of leading and following."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from whister import words
from whister.cards import Pack, bits
from whister.clause import Clause
from whister.errors import RecordError
from whister.notation import Action, word
from whister.plan import naming
from whister.plan.course import Asked, CoursePart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import Mechanism, Phase
from whister.plan.play import PlayPart
from whister.plan.refusing import Barred
from whister.plan.state import DealState
from whister.plan.table import TablePart
from whister.plan.tricks import Context

OPENINGS = (word("opening", "declarer"), word("opening", "left"))


class Turn(Mechanism):
    """Each seat in turn plays one card from its own hand. The clause refuses a card that is out of turn or not held."""

    name: ClassVar[str] = "turn"

    def setup(self, clause: Clause, play: PlayPart) -> None:
        play.turn_clause = clause


class Lead(Mechanism):
    """The lead to the first trick: who makes it, and with which card.

    ``by``: ``eldest``, ``dealer``, ``declarer`` (``eldest`` if there is none), ``left-of-declarer`` (likewise),
    ``declarer-or-left`` (the declarer chooses, in the phase ``opening``, just before the play unless the course places
    it elsewhere), or the ``holder`` of the lowest card dealt in the suit ``lowest``, or of a ``card``. The holder must
    lead that card or, with ``any_of_suit``, any card of the suit, or, with ``any_card``, any card. If several players
    hold equal cards, the first from eldest hand leads. With ``first_deal`` the holder leads only in the first deal of a
    session, and eldest hand in the others, with any card.
    """

    name: ClassVar[str] = "lead"
    speech: ClassVar[tuple[str, ...]] = ("opening",)
    by: Literal["eldest", "dealer", "declarer", "left-of-declarer", "declarer-or-left", "holder"] = "eldest"
    lowest: str = ""
    any_of_suit: bool = False
    card: str = ""
    any_card: bool = False
    first_deal: bool = False

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"by": "dealer" if parameters.get("by", "eldest") == "eldest" else "eldest"}

    def setup(
        self, clause: Clause, pack: Pack, present: int, table: TablePart, course: CoursePart, play: PlayPart
    ) -> None:
        leaders = {
            "eldest": lambda deal: deal.eldest,
            "dealer": lambda deal: deal.dealer,
            "declarer": lambda deal: deal.eldest if deal.declarer is None else deal.declarer,
            "left-of-declarer": lambda deal: (
                deal.eldest if deal.declarer is None else table.eldest(deal.declarer)
            ),
            "declarer-or-left": lambda deal: deal.facts.get("opening_lead", deal.eldest),
            "holder": self._holder,
        }
        if self.lowest not in (pack.suits if self.by == "holder" and not self.card else ("",)):
            raise RecordError(
                f"{clause.id}: lead.by = {self.by!r} with lowest = {self.lowest!r}; expected "
                f"one of {', '.join(pack.suits)} with 'holder', and nothing with any other"
            )
        if self.card and (self.by != "holder" or self.any_of_suit):
            raise RecordError(
                f"{clause.id}: lead.card = {self.card!r}; expected it with by = 'holder', and without any_of_suit"
            )
        course.leader = leaders[self.by]
        if self.by == "declarer-or-left":
            course.phases["opening"] = LeaderPhase(clause)
            course.before_play.append("opening")
        else:
            course.unoffered["opening"] = clause, "Nobody chooses who leads first."
        if self.by == "holder":
            play.opening_suit, play.opens_once = self.lowest, self.first_deal
            play.opening = pack.mask([self.card], clause.id) & present if self.card else 0

    @staticmethod
    def _holder(deal: DealState) -> int:
        return deal.holder(deal.facts["opening"])

    def narrow(self, context: Context) -> tuple[int, int] | None:
        if self.by != "holder" or self.any_card or not (context.leading and context.first):
            return None
        if self.first_deal and not context.opening:
            return None
        keep = context.suit(self.lowest) if self.any_of_suit else context.opening
        return keep, keep

    def why_not(self, context: Context, card: Barred) -> str:
        if self.any_of_suit:
            led = naming.card_of(context.plan, self.lowest)
            return f"The first card led must be a {led}, and seat {card.seat} has one."
        opening = words.card_name(card.cards(context.opening)[0])
        return f"{opening.capitalize()} opens the play, and seat {card.seat} has it."


class LeaderPhase(Phase):
    """The declarer's choice of who leads to the first trick: ``opening declarer`` or ``opening left``."""

    what = "Choosing the leader"
    says = ("opening",)

    def __init__(self, clause: Clause) -> None:
        super().__init__("opening", clause)

    def begin(self, deal: DealState) -> bool:
        return deal.declarer is not None

    def pending(self, deal: DealState) -> tuple[int, ...]:
        return () if deal.declarer is None or "opening_lead" in deal.facts else (deal.declarer,)

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        return OPENINGS

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        return self.clause, f"Expected {' or '.join(repr(str(one)) for one in OPENINGS)}."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        deal.facts["opening_lead"] = seat if action == OPENINGS[0] else deal.plan.table.eldest(seat)

    def prompt(self, deal: DealState, seat: int) -> str:
        return "Who leads to the first trick: you, or the player at your left?"


class DeclarerLeads(Mechanism):
    """In the contracts listed in ``of`` the declarer makes the first lead, whoever makes it in the others."""

    name: ClassVar[str] = "declarer_leads"
    alone: ClassVar[str] = (
        "Derived rule sets inherit it unchanged; `lead` gives the first lead to the same player in every contract."
    )
    order: ClassVar[int] = 2
    of: tuple[str, ...]

    def setup(self, clause: Clause, course: CoursePart) -> None:
        usual = course.leader

        def leader(deal: DealState) -> int:
            return usual(deal) if deal.declarer is None or deal.contract not in self.of else deal.declarer

        course.leader = leader

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        for name in self.of:
            plan.bidding.expect_contract(name, f"{clause.id}: declarer_leads.of")


class Follow(Mechanism):
    """A player must play a card of the suit led, if they hold one."""

    name: ClassVar[str] = "follow"
    lapses: ClassVar[bool] = True

    def narrow(self, context: Context) -> tuple[int, int] | None:
        if context.leading:
            return None
        return context.must_follow(context.led), context.suit(context.led)

    def why_not(self, context: Context, card: Barred) -> str:
        return card.must_follow(context.led, context.must_follow(context.led))


class FirstTrick(Mechanism):
    """Cards that may not be played to the first trick unless the hand has no others.

    ``bars``: ``penalties``, or a list of cards. ``when`` they are barred: as a ``discard``, as the ``lead``, or as
    ``either``. ``forced`` decides what a hand of nothing but penalty cards must discard: ``any`` of them, the most
    costly (``queen-first``) or a heart (``hearts-first``).
    """

    name: ClassVar[str] = "first_trick"
    bars: str = "penalties"
    when: Literal["discard", "lead", "either"] = "discard"
    forced: Literal["any", "queen-first", "hearts-first"] = "any"

    def setup(self, clause: Clause, pack: Pack, asked: Asked) -> None:
        if self.bars != "penalties":
            pack.select(self.bars, clause.id)
        if self.forced != "any":
            asked.narrow.append((clause, _Forced(which=self.forced)))

    def narrow(self, context: Context) -> tuple[int, int] | None:
        if not context.first or self.when == ("discard" if context.leading else "lead"):
            return None
        plan = context.plan
        barred = plan.worth.penalties if self.bars == "penalties" else plan.pack.select(self.bars)
        safe = plan.present & ~barred
        return safe, safe if context.leading else safe | context.suit(context.led)

    def why_not(self, context: Context, card: Barred) -> str:
        what = "Penalty cards" if self.bars == "penalties" else card.name
        how = "led" if context.leading else "played"
        return card.while_others(f"{what} may not be {how} to the first trick")


class _Forced(Mechanism):
    """The penalty card that a hand of nothing but penalty cards must play to the first trick."""

    which: str

    def narrow(self, context: Context) -> tuple[int, int] | None:
        if not context.first or context.leading:
            return None
        plan = context.plan
        dearest = max(plan.worth.values[i] for i in bits(plan.worth.penalties))
        dear = sum(1 << i for i in bits(plan.worth.penalties) if plan.worth.values[i] == dearest)
        wanted = (
            dear if self.which == "queen-first" else plan.worth.penalties & plan.pack.suit_masks.get("H", 0)
        )
        return wanted, wanted | (plan.present & ~plan.worth.penalties) | context.suit(context.led)

    def why_not(self, context: Context, card: Barred) -> str:
        return card.must_throw(context.led, card.test)


class Breaking(Mechanism):
    """A suit that may not be led until one of its cards has been played to an earlier trick.

    ``suit`` is the suit barred; ``also`` lists other cards whose play opens it; ``beside`` lists cards that do not
    count as an alternative, so that a hand of only these and the suit may lead it.
    """

    name: ClassVar[str] = "breaking"
    suit: str
    also: str = ""
    beside: str = ""

    def setup(self, clause: Clause, pack: Pack, play: PlayPart) -> None:
        if self.suit not in pack.suits:
            raise RecordError(
                f"{clause.id}: breaking.suit = {self.suit!r}; expected one of {', '.join(pack.suits)}"
            )
        play.breaking |= pack.select(f"{self.suit} {self.also}", clause.id)

    def narrow(self, context: Context) -> tuple[int, int] | None:
        if not context.leading or not context.unbroken:
            return None
        pack = context.plan.pack
        others = context.plan.present & ~pack.suit_masks[self.suit] & ~context.suit(self.suit)
        return others & ~pack.select(self.beside), others

    def why_not(self, context: Context, card: Barred) -> str:
        suit = naming.cards_of(context.plan, self.suit)
        return f"{suit.capitalize()} are not broken yet, and seat {card.seat} has other suits."
