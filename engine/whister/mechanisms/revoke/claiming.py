"""Claims of a revoke by the other side, during the play or after it."""

from __future__ import annotations

from collections.abc import Sequence

from whister.clause import Clause
from whister.frozen import changed
from whister.mechanisms.revoke.breaches import CLOSING, MEND, Offence, breaches, opponents, public
from whister.mechanisms.revoke.correcting import corrections
from whister.notation import Action, word
from whister.plan.mechanism import Aside, Phase
from whister.plan.state import DealState


def claimable(deal: DealState, seat: int, by: int) -> Offence | None:
    """Return the earliest revoke of ``seat`` that the seat ``by`` may claim now."""
    if seat not in opponents(deal, by):
        return None
    return next(
        (b for b in breaches(deal) if b.seat == seat and b.found_by is None and public(deal, b)), None
    )


def _claims(deal: DealState, by: int) -> list[Action]:
    return [
        word("claim", "revoke", str(s)) for s in deal.plan.table.seats if claimable(deal, s, by) is not None
    ]


def _found(deal: DealState, breach: Offence, by: int) -> None:
    complete = breach.trick <= len(deal.closed_tricks)
    cards = sum(1 << card for card in deal.closed_tricks[breach.trick - 1][1]) if complete else 0
    claimed = any(b.trick == breach.trick and b.found_by is not None for b in breaches(deal))
    rule = deal.plan.play.revoke
    if rule is not None and rule.loses_trick and cards and not claimed:
        _hand_over(deal, cards, breach.seat)
    found = changed(breach, found_by=by, cards=cards)
    deal.facts["breaches"] = tuple(found if b is breach else b for b in breaches(deal))


def _hand_over(deal: DealState, cards: int, to: int) -> None:
    """Transfer the cards of a trick to a seat, from the winner or from the cards set aside."""
    winner = next((seat for seat in deal.plan.table.seats if deal.captured[seat] & cards), None)
    if winner is not None:
        deal.captured[winner] &= ~cards
        deal.won[winner] -= 1
    else:
        aside, tricks = deal.facts.pop("set_aside")
        if tricks > 1:
            deal.facts["set_aside"] = (aside & ~cards, tricks - 1)
    deal.captured[to] |= cards
    deal.won[to] += 1


def _decides(deal: DealState) -> bool:
    """Return whether the play stops because a revoke decides the contract."""
    rule, contract = deal.plan.play.revoke, deal.plan.bidding.contracts.get(deal.contract)
    if rule is None or not rule.stops_decided or contract is None or deal.declarer is None:
        return False
    return contract.exactly or contract.id in deal.plan.bidding.decided_by_revoke


class Claim(Aside):
    """An opponent's claim of a revoke that the cards have shown."""

    says = ("claim revoke",)

    def __init__(self, clause: Clause, stops: bool) -> None:
        self.clause = clause
        self.stops = stops

    def offers(self, deal: DealState, seat: int) -> Sequence[Action]:
        return _claims(deal, seat) if breaches(deal) else ()

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str] | None:
        accused = action.words[1:]
        if accused not in [(str(s),) for s in opponents(deal, seat)]:
            return self.clause, f"Expected 'claim revoke' and the seat of an opponent of seat {seat}."
        return self.clause, f"No card played so far shows that seat {accused[0]} has revoked."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        offender = int(action.words[1])
        breach = claimable(deal, offender, seat)
        assert breach is not None
        if any(b is breach for _, b in corrections(deal, offender)):
            deal.facts["accused"] = offender
            deal.pause(MEND)
            return
        _found(deal, breach, seat)
        if self.stops or _decides(deal):
            deal.facts["stopped"] = True
            deal.end()


class ClosingPhase(Phase):
    """The claims after the last trick, with all cards known: each seat that can claim a revoke does so, or passes."""

    what = "The time for claims after the play"
    replies = (word("pass"),)

    @property
    def says(self) -> Sequence[str]:  # type: ignore[override]
        """The words of the claim; empty if revokes cannot happen."""
        return () if self.idle else ("claim revoke",)

    def __init__(self, clause: Clause) -> None:
        super().__init__(CLOSING, clause)
        self.claim: Claim | None = None

    def begin(self, deal: DealState) -> bool:
        return bool(self.pending(deal))

    def pending(self, deal: DealState) -> tuple[int, ...]:
        if self.claim is None or not breaches(deal):
            return ()
        closed = deal.facts.get("closed", frozenset())
        return tuple(s for s in deal.plan.table.seats if s not in closed and _claims(deal, s))

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        return (*_claims(deal, seat), word("pass"))

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        return self.clause, "Expected 'claim revoke' and a seat that has revoked, or 'pass'."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        if action.verb == "pass":
            deal.facts["closed"] = deal.facts.get("closed", frozenset()) | {seat}
            return
        breach = claimable(deal, int(action.words[1]), seat)
        assert breach is not None
        assert self.claim is not None
        _found(deal, breach, seat)
        if self.claim.stops:
            deal.facts["closed"] = frozenset(deal.plan.table.seats)

    def prompt(self, deal: DealState, seat: int) -> str:
        return "An opponent has revoked. Claim it, or pass."
