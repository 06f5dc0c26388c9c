"""Whister: historical rules of the Hearts, Boston and Rook families, as records that can be read, cited and played.

>>> import whister
>>> rules = whister.load("hearts/black-lady")
>>> deal = rules.deal(seed="1909")
>>> deal.phase
'pass'
"""

from whister.cards import Card
from whister.clause import Case, Clause, Evidence, Option, OptionValue, Source, Verdict
from whister.deal import Deal, Trick
from whister.errors import (
    DealError,
    IllegalAction,
    NotationError,
    NotSourcedError,
    OptionClash,
    OptionError,
    OptionMisfit,
    RecordError,
    UnknownRuleSet,
    WhisterError,
)
from whister.ledger import Ledger
from whister.mechanisms.auction import Bid
from whister.mechanisms.first_dealer import FirstDeal
from whister.notation import Action
from whister.outcome import Breach, Outcome
from whister.record import DealRecord, Record, ReplayError
from whister.records import catalogue
from whister.ruleset import Diff, Rules, diff, load
from whister.session import Conclusion, Session
from whister.settlement import Line, Settlement
from whister.view import View

__version__ = "0.1.0"

__all__ = [
    "Action", "Bid", "Breach", "Card", "Case", "Clause", "Conclusion", "Deal", "DealError", "DealRecord", "Diff", "Evidence", "FirstDeal",
    "IllegalAction", "Ledger", "Line", "NotSourcedError", "NotationError", "Option", "OptionClash", "OptionError", "OptionMisfit", "OptionValue",
    "Outcome", "Record", "RecordError", "ReplayError", "Rules", "Session", "Settlement", "Source", "Trick",
    "UnknownRuleSet", "Verdict", "View", "WhisterError", "catalogue", "diff", "load",
]  # fmt: skip
