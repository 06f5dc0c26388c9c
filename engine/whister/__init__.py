"""Whister: historical rules of the Hearts, Boston and Rook families, as records that can be read, cited and played.

>>> import whister
>>> rules = whister.load("hearts/black-lady")
>>> deal = rules.deal(seed="1909")
>>> deal.phase
'pass'
"""

from typing import TYPE_CHECKING, Any

from whister.cards import Card
from whister.clause import Case, Choice, Clause, Evidence, Option, OptionValue, Source, Verdict
from whister.deal.rollout import Weights
from whister.deal.view import View
from whister.errors import (
    DealError,
    IllegalAction,
    NotationError,
    NotSourcedError,
    OptionClash,
    OptionError,
    OptionMisfit,
    PlayerError,
    RecordError,
    StudyError,
    UnknownRuleSet,
    WhisterError,
)
from whister.ledger import Ledger, Line
from whister.links.deal_record import DealRecord, ReplayError
from whister.links.record import Record
from whister.notation import Action
from whister.plan.bidding import Bid
from whister.plan.conclusion import Conclusion
from whister.plan.outcome import Breach, Outcome
from whister.plan.settlement import Settlement
from whister.plan.state import Trick
from whister.plan.table import FirstDeal
from whister.rules import Deal, Rules, Session, load
from whister.rulesets.diff import Diff, diff
from whister.rulesets.reader import catalogue

if TYPE_CHECKING:
    from whister.simulating import simulate
    from whister.studies.study import study

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name == "simulate":
        from whister.simulating import simulate  # with its players, loaded when first used

        return simulate
    if name == "study":
        from whister.studies.study import study

        return study
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Action", "Bid", "Breach", "Card", "Case", "Choice", "Clause", "Conclusion", "Deal", "DealError", "DealRecord", "Diff", "Evidence", "FirstDeal",
    "IllegalAction", "Ledger", "Line", "NotSourcedError", "NotationError", "Option", "OptionClash", "OptionError", "OptionMisfit", "OptionValue",
    "Outcome", "PlayerError", "Record", "RecordError", "ReplayError", "Rules", "Session", "Settlement", "Source", "StudyError", "Trick",
    "UnknownRuleSet", "Verdict", "View", "Weights", "WhisterError", "catalogue", "diff", "load", "simulate", "study",
]  # fmt: skip
