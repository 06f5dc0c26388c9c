"""What every mechanism is, and what a phase of a deal is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, dataclass_transform

from whister.clause import Clause, Verdict
from whister.ledger import Ledger
from whister.notation import Action
from whister.plan.conclusion import Concluding
from whister.plan.facts import PlanFacts
from whister.plan.refusing import Barred
from whister.plan.settlement import Settling
from whister.plan.state import DealState
from whister.plan.tricks import Context

REQUIRED: Any = object()  #: stands where a parameter has no default
NO_ENTRIES: Mapping[Any, Any] = MappingProxyType({})


class Parameter(NamedTuple):
    """One parameter of a mechanism: its name, its type, its default or ``REQUIRED``, and the words it may be, if few."""

    name: str
    type: str
    default: Any
    words: tuple[str, ...] = ()

    @classmethod
    def annotated(cls, name: str, form: str, default: Any) -> Parameter:
        """The parameter of an annotation as it is written; ``Literal["a", "b"]`` is one of these words."""
        before, _, rest = form.partition("Literal[")
        if not rest:
            return cls(name, form, default)
        words, _, after = rest.partition("]")
        return cls(name, f"{before}str{after}", default, tuple(w.strip(" '") for w in words.split(",")))


#: What a mechanism may be asked to do in a deal: the name of its method, and of the list in ``Asked``.
ASKED = ("narrow", "narrow_now", "settle", "open", "conclude")


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Mechanism:
    """One kind of rule, with its parameters. ``setup`` lays it into a plan; the rest is asked of it there.

    The annotated names of a subclass are its parameters, given by keyword and never changed, as in a frozen
    dataclass; but no code is compiled for each of the many classes, since a reader waits while they load.
    """

    name: ClassVar[str] = ""
    lapses: ClassVar[bool] = False  #: a hand that cannot meet it is not excused but simply not addressed
    #: why it is a mechanism of its own although only one rule set states it, in one sentence
    alone: ClassVar[str] = ""
    order: ClassVar[int] = 1  #: 0 for what the pack and the table are, 1 for the rest
    asked_first: ClassVar[bool] = False  #: what it is asked in a deal is asked of it before the others
    dummies: ClassVar[int] = 0  #: how many seats it adds at which nobody sits
    speech: ClassVar[tuple[str, ...]] = ()  #: how that begins which it lets a player say; see ``says``
    #: facts it reads from ``Outcome.declared``, each with its kind: "seats", "yes or no", "suit", or the words it may be
    declares: ClassVar[Mapping[str, str | tuple[str, ...]]] = NO_ENTRIES
    voids: ClassVar[
        tuple[str, ...]
    ] = ()  #: the words of ``Outcome.void`` for deals that it ends without a result
    parameters: ClassVar[Mapping[str, Parameter]] = NO_ENTRIES

    def __init_subclass__(cls) -> None:
        own = {
            name: Parameter.annotated(name, str(form), cls.__dict__.get(name, REQUIRED))
            for name, form in cls.__annotations__.items()
            if not str(form).startswith("ClassVar")
        }
        cls.parameters = MappingProxyType({**cls.parameters, **own})

    def __init__(self, **given: Any) -> None:
        missing = [p.name for p in self.parameters.values() if p.default is REQUIRED and p.name not in given]
        unknown = [name for name in given if name not in self.parameters]
        if missing or unknown:
            raise TypeError(f"{type(self).__name__}: missing {missing}, unknown {unknown}")
        self.__dict__.update(given)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is never changed; {name} was to be set")

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.parameters)
        return f"{type(self).__name__}({given})"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Parameters that undo the rule where a game cannot do without the mechanism; None: leave it out."""
        return None

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of players, for the mechanism that states them."""
        return ()

    @property
    def says(self) -> tuple[str, ...]:
        """How that begins which it lets a player say, such as ``claim redeal``."""
        return self.speech

    @property
    def leaves_open(self) -> Mapping[str, str | tuple[str, ...]]:
        """What it declares, as far as these parameters leave it open."""
        return self.declares

    if TYPE_CHECKING:
        setup: ClassVar[Callable[..., None]]
    else:

        def setup(self, clause: Clause) -> None:
            """Lay the rule into those parts of the plan that the method names: ``setup(self, clause, table, worth)``.

            It may name ``pack`` and ``present`` to read them, and ``plan`` where what it lays down asks of the whole plan.
            """

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        """Once all is laid, look whether what the rule names is there. Raises ``RecordError``."""

    def narrow(self, context: Context) -> tuple[int, int] | None:
        """``(test, keep)`` masks in a situation of play: if the hand meets ``test``, only ``keep`` stays legal."""
        return None

    def narrow_now(self, deal: DealState, seat: int) -> tuple[int, int] | None:
        """As ``narrow``, for a rule that looks at the deal itself; it comes after those, and costs time."""
        return None

    def why_not(self, context: Context, card: Barred) -> str:
        """Why a card is not among those that ``narrow`` keeps, in a sentence; "" where its masks tell all there is."""
        return ""

    def why_not_now(self, deal: DealState, card: Barred) -> str:
        """As ``why_not``, for those that ``narrow_now`` keeps."""
        return ""

    def settle(self, settling: Settling, clause: Clause) -> None:
        """Add the lines this rule makes to a settlement."""

    def unsourced(self, plan: PlanFacts) -> str:
        """The results for which a price is asked of the sources, and they give none, in a sentence; "" where none may come."""
        return ""

    def open(self, ledger: Ledger, plan: PlanFacts) -> Ledger:
        """What the rule does to the ledger as a deal opens (stakes)."""
        return ledger

    def conclude(self, concluding: Concluding, clause: Clause) -> None:
        """What the rule says about the end of the game."""


class Phase:
    """One stage of a deal. Phases keep no state of their own: it stands in ``deal.facts``, in immutable values."""

    name: str
    clause: Clause
    what = ""  #: what it is called in a sentence, such as "The auction"
    says: Sequence[str] = ()  #: how that begins which is said in it
    replies: Sequence[str] = ()  #: what is said in it besides, and means nothing elsewhere
    idle = False  #: by these rules it has nothing to do in any deal
    silent = False  #: something happens in it, and nobody is asked

    def __init__(self, name: str, clause: Clause) -> None:
        self.name = name
        self.clause = clause

    def begin(self, deal: DealState) -> bool:
        """Prepare; False when there is nothing to do in this deal."""
        return True

    def pending(self, deal: DealState) -> tuple[int, ...]:
        """The seats that may act now, the first of them first; empty when the phase is done."""
        raise NotImplementedError

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        """What a pending seat may do."""
        raise NotImplementedError

    def closed(self, deal: DealState, seat: int) -> Sequence[Action]:
        """What is not open to a pending seat though a player would look for it, to be shown with its reason."""
        return ()

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        """The clause that refuses an action that is not legal, and why, in one sentence."""
        return self.clause, ""

    def judge(self, deal: DealState, seat: int, action: Action) -> Verdict:
        """Legal or not, and by which clause."""
        if seat not in self.pending(deal):
            return Verdict(False, self.clause, self.out_of_turn(deal, seat))
        if action in self.legal(deal, seat):
            return Verdict(True)
        clause, reason = self.refusal(deal, seat, action)
        return Verdict(False, clause, reason)

    def owner(self, action: Action) -> Clause:
        """The clause of the phase that lets something be said in it."""
        return self.clause

    def out_of_turn(self, deal: DealState, seat: int) -> str:
        """Why a seat that is not pending may not act, in one sentence."""
        return f"It is not the turn of seat {seat}."

    def missed(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        """The clause that refuses what is said in it when it is over or does not come in this deal, and why."""
        return self.owner(action), f"{self.what} is over."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        """Do it; the action is legal."""
        raise NotImplementedError

    def prompt(self, deal: DealState, seat: int) -> str:
        """One sentence that tells the seat what is asked of it."""
        return ""


class Aside:
    """Something that may be done beside the phase in hand, in turn or out of it: a claim, a correction.

    A mechanism puts it into ``plan.course.asides`` under each phase it belongs to.
    """

    clause: Clause
    says: Sequence[str] = ()  #: how that begins which may be said
    pays = False  #: whoever may do it gains by it, whatever the cards

    def offers(self, deal: DealState, seat: int) -> Sequence[Action]:
        """What the seat may do now."""
        raise NotImplementedError

    def instead(self, deal: DealState, seat: int) -> tuple[Clause, str] | None:
        """The clause by which what it offers must be done before anything else, and why; None when it need not."""
        return None

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str] | None:
        """The clause that refuses an action that begins as it ``says``, and why; None when it is not its business."""
        return None

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        """Do it; the action is among the offers."""
        raise NotImplementedError
