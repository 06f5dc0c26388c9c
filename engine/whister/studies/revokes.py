"""What a revoke costs: deals played twice, once as the rules require and once with a revoke that is claimed."""

from __future__ import annotations

from whister.cards import Card
from whister.deal.view import View
from whister.errors import DealError, NotSourcedError, StudyError
from whister.ledger import Amount
from whister.notation import Action
from whister.plan.course import PLAY
from whister.players.cautious import choose
from whister.players.protocol import chance_of
from whister.players.seated import play
from whister.rules import Deal, Rules
from whister.studies.recorded import places
from whister.studies.sums import Data, mean

_MOST = 1_000  #: more actions than any deal has


def check(rules: Rules) -> None:
    """Check that revokes can happen. Raises ``StudyError``."""
    if rules.plan.course.suffered is None:
        raise StudyError(
            f"{rules.id}: no player can revoke with these options; an option such as revoke allows it (see: whister list "
            f"--options {rules.id})"
        )


def revoke_of(straight: Deal, crooked: Deal, seed: str) -> Data:
    """Play one deal twice, the second time with a revoke, and return what it cost.

    The player at place 1, 2, … by the number of the deal revokes at the first opportunity after the first trick, with a
    card drawn from those that may not be played, and another player claims the revoke as soon as the rules allow it. All
    play cautiously otherwise. There are no values if there was no opportunity.
    """
    play(straight, {})
    seats = [*places(crooked)]
    offender = seats[crooked.ledger.number % len(seats)]
    found: Data = {}
    if not _crookedly(crooked, offender, seed):
        return found
    found["claimed"] = int(bool(crooked.outcome.breaches))
    before, after = _result(straight), _result(crooked)
    if before is None or after is None:
        return found
    cost = [now - then for then, now in zip(before, after, strict=True)]
    side = crooked.rules.plan.table.side_of(offender)
    found["revoke/offender"] = cost[offender]
    for about, group in (("partner", set(side) - {offender}), ("others", set(seats) - set(side))):
        if group:
            found[f"revoke/{about}"] = mean(cost[seat] for seat in group)
    return found


def _result(deal: Deal) -> tuple[Amount, ...] | None:
    try:
        return deal.settle().delta
    except (
        NotSourcedError,
        DealError,
    ):  # no source gives the price, or what a claim is worth must still be chosen
        return None


def _crookedly(deal: Deal, offender: int, seed: str) -> bool:
    """Play a deal in which a seat revokes; return whether it did."""
    revoked = False
    for _ in range(_MOST):
        if deal.over:
            return revoked
        seat = deal.to_act
        assert seat is not None
        if revoked and (claim := _claim(deal, offender)) is not None:
            deal.act(claim[1], claim[0])
            continue
        view = deal.view(seat)
        if not revoked and seat == offender and (wrong := _wrong(view)):
            deal.act(str(chance_of(view, seed).choice(wrong)), seat)
            revoked = True
            continue
        deal.act(choose(view), seat)
    raise StudyError(f"{deal.rules.id}: a deal with a revoke does not end")


def _wrong(view: View) -> list[Card]:
    """Return the cards with which the seat would revoke now: held, but not of the suit led, when it can follow."""
    if view.phase != PLAY or not view.trick.cards or not view.tricks or not view.led:
        return []
    allowed = {action.words[0] for action in view.legal if action.verb == "play"}
    if not any(card.suit == view.led for card in view.hand if card in allowed):
        return []
    return [card for card in view.hand if card not in allowed and card.suit and card.suit != view.led]


def _claim(deal: Deal, offender: int) -> tuple[int, Action] | None:
    """Return who may claim the revoke now, and how; None if nobody may."""
    for seat in places(deal):
        if seat != offender:
            for action in deal.legal(seat):
                if str(action) == f"claim revoke {offender}":
                    return seat, action
    return None


__all__ = ["check", "revoke_of"]
