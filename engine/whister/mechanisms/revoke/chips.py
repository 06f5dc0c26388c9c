"""The penalties for a revoke if every deal is settled in chips. ``revoke`` decides which revokes count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from whister.clause import Clause
from whister.errors import RecordError
from whister.mechanisms.payment.bid_stake import BID_PAID
from whister.mechanisms.payment.chips import SETTLED, payable, seats_in_words
from whister.mechanisms.payment.sweepstake import JACK, won
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism
from whister.plan.play import PlayPart
from whister.plan.settlement import Settling
from whister.plan.state import DealState

_ESCAPED = "escaped"


class RevokeTrick(Mechanism):
    """Once a revoke is claimed, the trick in which it happened goes to the offender, whoever won it.

    ``to``: the ``offender``, or the ``winner``, who keeps the trick; the only effect is then that the wrong card cannot
    win.
    """

    name: ClassVar[str] = "revoke_trick"
    alone: ClassVar[str] = (
        "No other revoke here moves the cards of a trick; `revoke_tricks` moves numbers of tricks, and "
        "`revoke_claim` decides only when a claim may be made."
    )
    order: ClassVar[int] = 2
    to: Literal["offender", "winner"] = "offender"

    def setup(self, clause: Clause, play: PlayPart) -> None:
        if play.revoke is not None:
            play.revoke.loses_trick = self.to == "offender"


class RevokeEscape(Mechanism):
    """A player who revoked to avoid capturing everything pays ``chips`` to each opponent.

    This is a player who has every penalty card if the trick of the revoke is counted as theirs, or who is listed under
    ``escaping`` in ``declared``. ``instead``: nothing else is settled in that deal. ``scaled`` multiplies the chips by
    the total value of the penalty cards divided by ``of``, rounded down to whole chips.
    """

    name: ClassVar[str] = "revoke_escape"
    alone: ClassVar[str] = (
        "No other revoke here is judged by its purpose; `revoke_penalty` costs the same whatever the offender "
        "has captured."
    )
    declares: ClassVar[Mapping[str, str]] = {"escaping": "seats"}
    order: ClassVar[int] = 1
    chips: int = 8
    instead: bool = True
    scaled: bool = False
    of: int = 13

    def setup(self, clause: Clause, course: CoursePart) -> None:
        course.reporting.append(_escaping)

    def settle(self, settling: Settling, clause: Clause) -> None:
        outcome, plan = settling.outcome, settling.plan
        if outcome.void or outcome.stopped:
            return
        escaping = set(outcome.declared.get("escaping", ()))
        escaping |= {
            seat for seat, value in enumerate(settling.values()) if value == plan.worth.total_value > 0
        }
        found = {breach.seat: None for breach in outcome.breaches if breach.seat in escaping}
        settling.notes[_ESCAPED] = tuple(found)
        chips = self.chips * plan.worth.total_value // self.of if self.scaled else self.chips
        for offender in found:
            share, rest = divmod(payable(settling, offender, chips * (plan.table.n - 1)), plan.table.n - 1)
            amounts = [
                -share * (plan.table.n - 1) - rest if seat == offender else share for seat in plan.table.seats
            ]
            settling.line(
                clause, f"Seat {offender} revoked to escape: {share} to each opponent", amounts, pool=rest
            )
            if self.instead:
                settling.done.add(SETTLED)


def _escaping(deal: DealState) -> Mapping[str, Any]:
    """Return the fact ``escaping``: the seats with every penalty card, counting the trick of a claimed revoke."""
    plan, captured = deal.plan, deal.captured_in_all()
    found = [breach for breach in deal.facts.get("breaches", ()) if breach.found_by is not None]
    seats = {
        b.seat: None for b in found if plan.worth.of(captured[b.seat] | b.cards) == plan.worth.total_value > 0
    }
    return {"escaping": tuple(seats)} if seats else {}


class RevokePenalty(Mechanism):
    """A player who revoked pays ``chips``, unless they have paid for an escape.

    ``to``: the ``table`` (the pool); the ``lowest`` of the others (if several tie, they divide it, and the remainder
    goes to the table); or the ``opponents``, each of whom gets that many.
    """

    name: ClassVar[str] = "revoke_penalty"
    alone: ClassVar[str] = (
        "No other revoke here costs an agreed sum while the deal is settled as usual; `revoke_escape` is for "
        "one kind of revoke, and `revoke_covers` depends on the others' losses."
    )
    order: ClassVar[int] = 5
    chips: int = 8
    to: Literal["table", "lowest", "opponents"] = "table"

    def setup(self, clause: Clause) -> None:
        if self.chips < 0:
            raise RecordError(f"{clause.id}: revoke_penalty.chips = {self.chips}; expected 0 or more")

    def settle(self, settling: Settling, clause: Clause) -> None:
        outcome, plan = settling.outcome, settling.plan
        if outcome.void or outcome.stopped:
            return
        escaped = settling.notes.get(_ESCAPED, ())
        for offender in {breach.seat: None for breach in outcome.breaches}:
            if offender in escaped:
                continue
            payees = self._payees(settling, offender)
            each = len(payees) if self.to == "opponents" else 1
            paid = payable(settling, offender, self.chips * each)
            share, rest = divmod(paid, len(payees)) if payees else (0, paid)
            amounts = [-paid if seat == offender else share * (seat in payees) for seat in plan.table.seats]
            to = seats_in_words(payees) if payees else "the table"
            settling.line(clause, f"Seat {offender} revoked: {paid} to {to}", amounts, pool=rest)

    def _payees(self, settling: Settling, offender: int) -> tuple[int, ...]:
        others = [seat for seat in settling.plan.table.seats if seat != offender]
        if self.to == "lowest":
            values = settling.values()
            return tuple(seat for seat in others if values[seat] == min(values[s] for s in others))
        return tuple(others) if self.to == "opponents" else ()


class RevokeCovers(Mechanism):
    """If chips are paid, a player who revoked makes good everybody's losses in the deal.

    If several have revoked, each pays the losses in full. ``surplus``: what is then paid beyond the losses goes to the
    ``table``, or is divided among the ``winners`` of the pool who have not revoked. ``winnings``: players who have
    revoked ``keep`` what they won from a pool, or ``leave`` it there as a jack. A bid that they have also paid does not
    count as a loss.
    """

    name: ClassVar[str] = "revoke_covers"
    alone: ClassVar[str] = (
        "No other revoke here makes good the losses of others; `revoke_forfeit` counts in points, before the "
        "payments are known."
    )
    order: ClassVar[int] = 6
    surplus: Literal["table", "winners"] = "table"
    winnings: Literal["keep", "leave"] = "keep"

    def settle(self, settling: Settling, clause: Clause) -> None:
        outcome = settling.outcome
        offenders = {breach.seat for breach in outcome.breaches}
        if not offenders or outcome.void or outcome.stopped or settling.plan.settling.unit != "chips":
            return
        gains = won(settling)
        left = [-gain if seat in offenders else 0 for seat, gain in enumerate(gains)]
        if self.winnings == "leave" and any(left):
            settling.standing = JACK
            settling.line(
                clause, "A revoke: the winnings stay in the pool, with a jack", left, pool=-sum(left)
            )
        bids = settling.notes.get(BID_PAID, (0,) * settling.n)
        losses = [max(-int(change) - bid, 0) for change, bid in zip(settling.delta, bids, strict=True)]
        everything = sum(losses)
        amounts = [loss - everything if seat in offenders else loss for seat, loss in enumerate(losses)]
        payees = [seat for seat, gain in enumerate(gains) if gain and seat not in offenders]
        if self.surplus == "winners" and payees:
            share = -sum(amounts) // len(payees)
            amounts = [amount + share * (seat in payees) for seat, amount in enumerate(amounts)]
        if any(amounts):
            settling.line(clause, "A revoke: all the losses", amounts, pool=-sum(amounts))
