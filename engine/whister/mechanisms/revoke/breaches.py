"""Breaches: cards played against a rule of following, stored in the deal's facts and hidden from views."""

from __future__ import annotations

from whister.clause import Verdict
from whister.frozen import Frozen
from whister.notation import Action, mask_of
from whister.plan.play import RevokeRule
from whister.plan.state import DealState

#: The phase after the last trick in which revokes may still be claimed.
CLOSING = "closing"
#: The phase that interrupts the play until a revoke has been corrected.
MEND = "mend"


class Offence(Frozen):
    """A revoke as recorded in the deal, whether or not it is known. Fields for cards, except ``card``, are masks."""

    seat: int
    trick: int
    card: str
    found_by: int | None = None  #: the seat that claimed it; None until then
    due: int = 0  #: the cards in the hand that should have been played
    instead: int = 0  #: the cards that could legally have been played
    cards: int = 0  #: the cards of the trick, once the revoke is claimed


def suffered(rule: RevokeRule, deal: DealState, seat: int, action: Action, verdict: Verdict) -> bool:
    """Carry out an illegal action if it is a revoke that the rules allow to happen; return whether it was."""
    plan, clause = deal.plan, verdict.clause
    if clause is not None and clause is plan.play.wild_led:
        clause = plan.clause_of["follow"]  # a wild card led calls for a suit, which must be followed
    slug = clause.slug if clause is not None else ""
    revokes = (
        deal.tables is not None and seat == deal.to_act and bool(deal.open_trick) and action.verb == "play"
        and bool(mask_of(action) & deal.hand(seat)) and (slug in rule.of or not rule.of)
    )  # fmt: skip
    if revokes:
        _commit(deal, seat, action)
    return revokes


def _commit(deal: DealState, seat: int, action: Action) -> None:
    """Play the card and record the breach."""
    assert deal.tables is not None
    due, mask = 0, deal.hand(seat)
    card = (mask_of(action) & mask).bit_length() - 1
    for step in deal.tables.named[deal.flags][deal.suit_led]:
        if mask & step.test:
            if not mask_of(action) & step.keep:
                due |= mask & step.test
            mask &= step.keep
    breach = Offence(seat, len(deal.closed_tricks) + 1, str(deal.plan.pack.cards[card]), None, due, mask)
    deal.facts["breaches"] = (*breaches(deal), breach)
    deal.force(card)


def mendable(rule: RevokeRule, deal: DealState, breach: Offence) -> bool:
    """Return whether the breach may still be corrected."""
    if not rule.until or breach.found_by is not None or deal.phase == CLOSING:
        return False
    complete = len(deal.closed_tricks)
    if rule.until == "trick":
        return complete < breach.trick
    if rule.until == "next-lead":
        return complete < breach.trick or (complete == breach.trick and not deal.open_trick)
    return complete <= breach.trick


def breaches(deal: DealState) -> tuple[Offence, ...]:
    """Return every uncorrected breach of the deal, whether or not it is known."""
    found: tuple[Offence, ...] = deal.facts.get("breaches", ())
    return found


def opponents(deal: DealState, seat: int) -> tuple[int, ...]:
    """Return the opponents of a seat: the other side or, without sides, everybody else."""
    plan = deal.plan
    if plan.table.sides is not None:
        return tuple(s for s in plan.table.seats if plan.table.sides[s] != plan.table.sides[seat])
    if deal.declarer is None:
        return tuple(s for s in plan.table.seats if s != seat)
    declaring = (deal.declarer, deal.partner)
    return tuple(s for s in plan.table.seats if (s in declaring) != (seat in declaring))


def public(deal: DealState, breach: Offence) -> bool:
    """Return whether all can see the breach, because a card that was due has since been seen or the play is over."""
    if deal.phase == CLOSING:
        return True
    seen = deal.lying_open().get(breach.seat, 0)
    tricks = [(leader, cards) for leader, cards, _ in deal.closed_tricks[breach.trick :]]
    if len(deal.closed_tricks) >= breach.trick:
        tricks.append((deal.leader, tuple(deal.open_trick)))
    for at, (leader, cards) in enumerate(tricks, breach.trick + 1):
        for seat, card in zip(deal.players_of(at, leader), cards, strict=False):
            seen |= 1 << card if seat == breach.seat else 0
    return bool(seen & breach.due)
