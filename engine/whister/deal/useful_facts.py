"""The facts of a deal that a rule set uses, and why it does not use the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from whister import checks
from whister.errors import DealError

if TYPE_CHECKING:
    from whister.clause import Clause
    from whister.plan.compiled import Plan


class Use(NamedTuple):
    """The condition for giving a fact, and the message if it is not met. ``by``: the mechanisms on which it depends."""

    possible: Callable[[Plan], object]
    otherwise: str
    by: tuple[str, ...] = ()


def _has_trumps(plan: Plan) -> bool:
    return bool(
        "trump" in plan.course.phases or plan.course.when_turned or any(bid.suit for bid in plan.bidding.bids)
    )


def _has_revokes(plan: Plan) -> bool:
    """Return whether a revoke is possible or a clause in force gives its cost."""
    charged = any(mechanism.name.startswith("revoke") for _, mechanism in plan.asked.settle)
    return plan.play.revoke is not None or charged


def _counts_points(plan: Plan) -> bool:
    return bool(plan.worth.total_value or plan.worth.named_value)


_HONOURS = Use(lambda plan: plan.worth.honour_ranks, "honours do not count here", ("honours", "side_honours"))
#: Every rule set uses the facts not listed here: tricks and cards are won in each, and any deal may be void.
_USES: Mapping[str, Use] = {
    "bid": Use(lambda plan: any(bid.points for bid in plan.bidding.bids), "nobody bids points here", ("bids",)),
    "breaches": Use(_has_revokes, "under these options no revoke can happen", ("revoke", "revoke_claim")),
    "contract": Use(lambda plan: plan.bidding.contracts, "there are no contracts here", ("undertaking",)),
    "declarer": Use(
        lambda plan: plan.bidding.bids or plan.bidding.contracts,
        "there is no auction here and nobody announces anything",
        ("auction", "undertaking"),
    ),
    "honours": _HONOURS,
    "honours_counted": _HONOURS,
    "order": Use(
        lambda plan: plan.dealing.gathered, "the pack is shuffled for each deal, so that nothing keeps its order",
        ("gathering", "deal"),
    ),
    "partner": Use(
        lambda plan: plan.course.partner_seen is not None or any(c.partner for c in plan.bidding.contracts.values()),
        "no declarer chooses a partner here", ("partners", "called_partner"),
    ),
    "points": Use(_counts_points, "no card is worth points here", ("values",)),
    "stopped": Use(
        lambda plan: _has_revokes(plan) or plan.play.stops_when_decided, "nothing can end the play early here",
        ("revoke", "revoke_claim"),
    ),
    "trump": Use(_has_trumps, "no suit is trump here", ("name_trump", "trick")),
}  # fmt: skip


def useless(plan: Plan) -> frozenset[str]:
    """Return the facts that no deal of a rule set can have."""
    return frozenset(name for name, use in _USES.items() if not use.possible(plan))


def wanted(plan: Plan, facts: Mapping[str, Any], known: frozenset[str]) -> None:
    """Check that the rule set uses every given fact that is not empty. Raises ``DealError``."""
    for name in facts:
        if name in plan.once(useless) and not says_nothing(name, facts[name]):
            takes = sorted(known - plan.once(useless) - (set() if plan.declares else {"declared"}))
            raise DealError(
                f"outcome, {name}: {_USES[name].otherwise}{where(plan, *_USES[name].by)}; got "
                f"{checks.said(facts[name])}. {plan.rules.id} takes {', '.join(takes)}"
            )


def declared(plan: Plan, said: Mapping[str, Any]) -> None:
    """Check that the rule set uses every declaration given. Raises ``DealError``."""
    asked = plan.declares
    for name in said:
        clause = _declaring(plan, name) if name not in asked else None
        if clause is not None:
            takes = f"expected one of {', '.join(sorted(asked))}" if asked else "leave it out"
            raise DealError(
                f"outcome, declared: no clause in force leaves {name!r} open [{clause.id}]; "
                f"got {checks.said(said[name])}; {takes}"
            )
    checks.only(said, asked, "outcome, declared")


def says_nothing(name: str, value: Any) -> bool:
    """Return whether a fact is empty: None, False, 0, an empty string or list, or 0 for each seat."""
    if type(value) in (list, tuple):
        return all(name in _FOR_EACH and type(entry) is int and entry == 0 for entry in value)
    nothing = _NOTHING.get(name)
    return type(value) is type(nothing) and bool(value == nothing)


_NOTHING = {"bid": 0, "contract": "", "honours": 0, "honours_counted": 0, "stopped": False, "trump": ""}
_FOR_EACH = ("honours", "points")  #: the facts that may be a list with a number for each seat


def where(plan: Plan, *by: str) -> str:
    """Return, for the end of a sentence, the clause in force that has one of these mechanisms, or else one that is not
    in force."""
    ruled = (clause for clause in plan.rules.clauses.values() if not clause.rule.keys().isdisjoint(by))
    clause = next((plan.clause_of[name] for name in by if name in plan.clause_of), None) or next(ruled, None)
    return f" [{clause.id}]" if clause is not None else ""


def _declaring(plan: Plan, name: str) -> Clause | None:
    """Return the clause that would allow this declaration under other options; None if there is none."""
    from whister.mechanisms import REGISTRY

    clauses = plan.rules.clauses.values()
    return next((c for c in clauses if any(name in REGISTRY[known].declares for known in c.rule)), None)


__all__ = ["declared", "says_nothing", "useless", "wanted", "where"]
