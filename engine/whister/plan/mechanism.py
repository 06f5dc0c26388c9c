"""The base classes of mechanisms and of the phases of a deal."""

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

REQUIRED: Any = object()  #: the mark of a parameter without a default
NO_ENTRIES: Mapping[Any, Any] = MappingProxyType({})


class Parameter(NamedTuple):
    """One parameter of a mechanism: its name, type, default (or ``REQUIRED``) and allowed words, if any."""

    name: str
    type: str
    default: Any
    words: tuple[str, ...] = ()

    @classmethod
    def annotated(cls, name: str, form: str, default: Any) -> Parameter:
        """Return the parameter for an annotation; ``Literal["a", "b"]`` gives its allowed words."""
        before, _, rest = form.partition("Literal[")
        if not rest:
            return cls(name, form, default)
        words, _, after = rest.partition("]")
        return cls(name, f"{before}str{after}", default, tuple(w.strip(" '") for w in words.split(",")))


#: The hooks of a mechanism in a deal: names of its methods, and of the lists in ``Asked``.
ASKED = ("narrow", "narrow_now", "settle", "open", "conclude")


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Mechanism:
    """One kind of rule, with its parameters. ``setup`` enters it in a plan; the other methods are called during a deal.

    The annotated names of a subclass are its parameters, given by keyword and immutable, as in a frozen dataclass. To
    keep the loading of many classes fast, no code is compiled for each class.
    """

    name: ClassVar[str] = ""
    #: whether it does not apply at all to a hand that cannot meet it, instead of being waived
    lapses: ClassVar[bool] = False
    #: one sentence that explains why it is a separate mechanism although only one rule set uses it
    alone: ClassVar[str] = ""
    #: when it is set up and consulted: 0 for the pack and the table, 1 or more for the rest
    order: ClassVar[int] = 1
    asked_first: ClassVar[bool] = False  #: whether it is consulted in a deal before the others
    dummies: ClassVar[int] = 0  #: the number of seats without a player that it adds
    speech: ClassVar[tuple[str, ...]] = ()  #: the first words of the calls that it allows; see ``says``
    #: facts read from ``Outcome.declared``, each with its kind: "seats", "yes or no", "suit", or the allowed words
    declares: ClassVar[Mapping[str, str | tuple[str, ...]]] = NO_ENTRIES
    #: the values of ``Outcome.void`` for deals that it ends without a result
    voids: ClassVar[tuple[str, ...]] = ()
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
        raise AttributeError(f"{type(self).__name__} is immutable; {name} cannot be set")

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.parameters)
        return f"{type(self).__name__}({given})"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return parameters that undo the rule, if a game cannot do without the mechanism; None if it can."""
        return None

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of players that the mechanism allows; empty if it does not state them."""
        return ()

    @property
    def says(self) -> tuple[str, ...]:
        """The first words of the actions that it allows, such as ``claim redeal``."""
        return self.speech

    @property
    def leaves_open(self) -> Mapping[str, str | tuple[str, ...]]:
        """The declarations that may be given in an outcome under these parameters."""
        return self.declares

    if TYPE_CHECKING:
        setup: ClassVar[Callable[..., None]]
    else:

        def setup(self, clause: Clause) -> None:
            """Enter the rule in the parts of the plan that the method takes: ``setup(self, clause, table, worth)``.

            It may also take ``pack`` and ``present``, to read them, and ``plan`` if it needs the whole plan.
            """

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        """Check, once the plan is complete, that everything the rule names exists. Raises ``RecordError``."""

    def narrow(self, context: Context) -> tuple[int, int] | None:
        """Return the masks ``(test, keep)`` for a situation of play: a hand with cards of ``test`` may play only
        cards of ``keep``. None means that the rule requires nothing.
        """
        return None

    @property
    def in_contract(self) -> str:
        """The only contract in which ``narrow_now`` requires anything; "" if it may in any deal."""
        return ""

    def narrow_now(self, deal: DealState, seat: int) -> tuple[int, int] | None:
        """Return the same as ``narrow``, for a rule that depends on the whole deal; it is used later and is slower."""
        return None

    def why_not(self, context: Context, card: Barred) -> str:
        """Return a sentence that explains why ``narrow`` does not keep a card; "" if the masks alone explain it."""
        return ""

    def why_not_now(self, deal: DealState, card: Barred) -> str:
        """Return the same as ``why_not``, for ``narrow_now``."""
        return ""

    def settle(self, settling: Settling, clause: Clause) -> None:
        """Add the lines of this rule to a settlement."""

    def unsourced(self, plan: PlanFacts) -> str:
        """Return a sentence on the possible results for which no source gives a price; "" if there are none."""
        return ""

    def open(self, ledger: Ledger, plan: PlanFacts) -> Ledger:
        """Return the ledger as a deal opens, with the changes that the rule makes, such as stakes paid."""
        return ledger

    def conclude(self, concluding: Concluding, clause: Clause) -> None:
        """Apply the rule to the end of the game."""


class Phase:
    """One stage of a deal. Phases have no state: the state of a deal is in ``deal.facts``, as immutable values."""

    name: str
    clause: Clause
    what = ""  #: its name in a sentence, such as "The auction"
    says: Sequence[str] = ()  #: the first words of its calls
    replies: Sequence[str] = ()  #: other calls in it, which have no meaning elsewhere
    idle = False  #: whether, under these rules, it has nothing to do in any deal
    silent = False  #: whether something happens in it without an action by a player

    def __init__(self, name: str, clause: Clause) -> None:
        self.name = name
        self.clause = clause

    def begin(self, deal: DealState) -> bool:
        """Prepare the phase; return False if there is nothing to do in this deal."""
        return True

    def pending(self, deal: DealState) -> tuple[int, ...]:
        """Return the seats that may act now, in order; empty when the phase is over."""
        raise NotImplementedError

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        """Return the legal actions of a pending seat."""
        raise NotImplementedError

    def closed(self, deal: DealState, seat: int) -> Sequence[Action]:
        """Return actions that a player would expect but may not take now, to be shown with the reason."""
        return ()

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        """Return the clause that refuses an illegal action, and the reason in one sentence."""
        return self.clause, ""

    def judge(self, deal: DealState, seat: int, action: Action) -> Verdict:
        """Return whether an action is legal, and if not, the clause that refuses it."""
        if seat not in self.pending(deal):
            return Verdict(False, self.clause, self.out_of_turn(deal, seat))
        if action in self.legal(deal, seat):
            return Verdict(True)
        clause, reason = self.refusal(deal, seat, action)
        return Verdict(False, clause, reason)

    def owner(self, action: Action) -> Clause:
        """Return the clause that allows a call in this phase."""
        return self.clause

    def out_of_turn(self, deal: DealState, seat: int) -> str:
        """Return a sentence that explains why a seat that is not pending may not act."""
        return f"It is not the turn of seat {seat}."

    def missed(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        """Return the clause that refuses a call if the phase is over or does not occur in this deal, and the reason."""
        return self.owner(action), f"{self.what} is over."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        """Carry out a legal action."""
        raise NotImplementedError

    def prompt(self, deal: DealState, seat: int) -> str:
        """Return a sentence that asks the seat for its action."""
        return ""


class Aside:
    """An action possible in addition to those of a phase, in turn or out of turn, such as a claim or a correction.

    A mechanism adds it to ``plan.course.asides`` under each phase in which it is possible.
    """

    clause: Clause
    says: Sequence[str] = ()  #: the first words of its calls
    pays = False  #: whether it always benefits the player who may do it, whatever the cards
    weighed = False  #: whether it may help or harm, so that a player must decide before the chance is gone

    def offers(self, deal: DealState, seat: int) -> Sequence[Action]:
        """Return the actions that the seat may take now."""
        raise NotImplementedError

    def instead(self, deal: DealState, seat: int) -> tuple[Clause, str] | None:
        """Return the clause that requires this action before any other, and the reason; None if it is optional."""
        return None

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str] | None:
        """Return the clause that refuses an action whose first words are in ``says``, and why; None for any other."""
        return None

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        """Carry out one of the offered actions."""
        raise NotImplementedError
