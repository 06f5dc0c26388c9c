"""Announcements before the play, as a short ladder, with what each undertakes, what it scores, and its clause."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from whister import words
from whister.deal.public import state_of
from whister.table import sentences
from whister.table.reasons import clause_told

if TYPE_CHECKING:
    from whister.clause import Clause
    from whister.ledger import Amount
    from whister.notation import Action
    from whister.plan.bidding import Announcement
    from whister.plan.compiled import Plan
    from whister.plan.settlement import Settlement
    from whister.rules import Deal

Json = dict[str, Any]
PHASES = ("announce", "pledge")  #: the phases in which each player announces something or passes
_TARGETS = {"tricks": "all the tricks", "penalties": "all the penalty cards"}


def ladder(deal: Deal, legal: Sequence[Action], button: Callable[[Action], Json]) -> Json:
    """Return what may be announced, with one rung for each announcement, and the other actions."""
    said = [action for action in legal if action.words]
    return {
        "kind": "ladder", "about": None, "beside": [button(action) for action in legal if action not in said],
        "parts": [{"label": "", "reason": None, "rungs": [_rung(deal, action) for action in said]}],
    }  # fmt: skip


def _rung(deal: Deal, action: Action) -> Json:
    plan = state_of(deal).plan
    name = sentences.label(plan, action)
    contract = plan.bidding.contracts.get(action.words[0])
    if contract is not None:
        title, clause, short = contract.title, contract.clause, _TARGETS[contract.takes]
        text = _undertaken(deal, contract)
    else:
        title = action.words[0].replace("-", " ").capitalize()
        clause, short = plan.course.phases[deal.phase].clause, f"to take {title.lower()}"
        text = _promised(deal, short, clause)
    bid = {
        "action": str(action), "label": name.partition(" ")[0].lower(), "name": name, "suit": "", "legal": True,
        "by": None, "stands": False, "equal": False,
    }  # fmt: skip
    note: Json = {"short": short, "text": text, "terms": [], "prices": None, "notes": []}
    return {"title": title, "clause": clause_told(clause), "note": note, "bids": [bid]}


def _undertaken(deal: Deal, contract: Announcement) -> str:
    """Return what is undertaken, the score if it is made, and the score if it is lost because the other side takes one
    trick, which contains one penalty card, unless the cards are then scored as usual."""
    from whister.table.undertaking import silent_partner  # loaded only when needed

    plan = state_of(deal).plan
    verb = "Win" if contract.takes == "tricks" else "Take"
    helped = f" {silent_partner(plan)}" if contract.partner else ""
    made, lost, lower = (
        _settled(deal, others, contract=contract.id) for others in (0, 1, plan.play.most_tricks // 2)
    )
    alike = lost.delta == lower.delta != _settled(deal, 1).delta
    missed = _scored(plan, lost.delta) if alike else "what you score depends on the cards that you take"
    return f"{verb} {_TARGETS[contract.takes]}.{helped} If you do, {_scored(plan, made.delta)}. If not, {missed}."


def _promised(deal: Deal, short: str, clause: Clause) -> str:
    """Return what is promised, and the score for the promise alone if it is kept or broken."""
    plan, tricks = state_of(deal).plan, state_of(deal).plan.play.most_tricks
    kept, broken = (
        next(line.amounts for line in settled.lines if line.clause == clause and line.amounts)
        for settled in (_settled(deal, others, declared={"pledged": [0]}) for others in (tricks, 0))
    )
    return f"Promise {short}. If you keep to it, {_scored(plan, kept)}. If not, {_scored(plan, broken)}."


def _settled(deal: Deal, others: int, **facts: Any) -> Settlement:
    """Return the settlement of a deal in which seat 1 takes ``others`` tricks, one with a penalty card, and seat 0 the
    rest."""
    plan, rules = state_of(deal).plan, deal.rules
    n, tricks = plan.table.n, plan.play.most_tricks
    plain = sorted(rules.cards, key=lambda card: abs(plan.worth.values[card.index]))[-n * tricks :]
    first = next(at for at, card in enumerate(plain) if plan.worth.values[card.index])
    dearer = [plain[first], *plain[:first], *plain[first + 1 :]]
    taken, rest = dearer[: n * others], dearer[n * others :]
    captured = [[str(card) for card in cards] for cards in (rest, taken, *[[]] * (n - 2))]
    if "contract" in facts:
        facts["declarer"] = 0
    return rules.settle(
        rules.outcome(captured=captured, tricks=[tricks - others, others, *[0] * (n - 2)], **facts)
    )


def _scored(plan: Plan, delta: Sequence[Amount]) -> str:
    """Return the score for a deal, from the declarer's point of view: ``each of the others scores 64 points``."""
    own, each, *rest = delta
    if any(amount != each for amount in rest):
        each = 0

    def told(who: str, s: str, amount: Amount) -> str:
        much = words.amount(amount if amount > 0 else -amount, plan.settling.unit)
        return f"{who} score{s} {much}" if amount > 0 else f"{who} take{s} {much} off"

    said = [told("you", "", own)] if own else []
    if each:
        said.append(told("each of the others", "s", each))
    return ", and ".join(said) or "you score nothing"


__all__ = ["PHASES", "ladder"]
