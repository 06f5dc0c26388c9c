"""A partner determined by the one card of a set that the bidder does not hold, known to all before the play."""

from __future__ import annotations

from typing import ClassVar

from whister import words
from whister.cards import Pack
from whister.clause import Clause
from whister.errors import RecordError
from whister.mechanisms.bidding.auction import auction_of
from whister.mechanisms.play.trump import TrumpPhase
from whister.plan import naming
from whister.plan.bidding import Bid, BiddingPart
from whister.plan.course import CoursePart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import Mechanism, Phase
from whister.plan.refusing import Barred
from whister.plan.state import DealState

#: a fact of the deal: the card that the declarer does not hold, as a mask
MISSING = "missing"


class MissingCard(Mechanism):
    """One ``contract`` is bid with all the ``cards`` of a set but one; whoever holds that one is the bidder's partner.

    Everybody knows the holder before the play. With ``must`` a player with such a hand may not pass, or bid less,
    while the contract can still be bid. Provides the phase ``holder``.
    """

    name: ClassVar[str] = "missing_card"
    alone: ClassVar[str] = (
        "`called_partner` finds a partner by a card that the declarer chooses or the rules name; here the cards held "
        "decide both the bid and the partner."
    )
    order: ClassVar[int] = 2
    contract: str
    cards: str
    must: bool = True

    def setup(self, clause: Clause, pack: Pack, course: CoursePart, bidding: BiddingPart) -> None:
        rule = _Held(self.contract, pack.select(self.cards, clause.id))
        if rule.cards.bit_count() < 2:
            raise RecordError(f"{clause.id}: missing_card.cards = {self.cards!r}; expected two cards or more")
        auction = auction_of(course, clause)
        auction.barring.append((clause, rule.too_few))
        if self.must:
            auction.barring.append((clause, rule.too_low))
            auction.duties.append((clause, rule.must))
        course.phases["holder"] = HolderPhase(clause, rule)
        bidding.paired |= {self.contract}

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        plan.bidding.expect_contract(self.contract, f"{clause.id}: missing_card.contract")


class _Held:
    """The cards of which the bidder of a contract holds all but one."""

    def __init__(self, contract: str, cards: int) -> None:
        self.contract, self.cards = contract, cards

    def _enough(self, deal: DealState, seat: int) -> bool:
        return (deal.hand(seat) & self.cards).bit_count() == self.cards.bit_count() - 1

    def _own(self, deal: DealState) -> Bid | None:
        """Return the bid of the contract, if it can be bid."""
        return next((bid for bid in deal.bids if bid.contract == self.contract), None)

    def _some(self, deal: DealState) -> str:
        """Return how many of the cards are needed, in words: ``three of the four aces``."""
        cards = deal.plan.cards_of(self.cards)
        ranks = {card.name.partition(" of ")[0] for card in cards}
        named = f"{ranks.pop()}s" if len(ranks) == 1 else "cards"
        return f"{words.number(len(cards) - 1)} of the {words.number(len(cards))} {named}"

    def too_few(self, deal: DealState, seat: int, bid: Bid) -> str:
        """Return why a seat may not bid the contract; "" if it may, or for another bid."""
        if bid.contract != self.contract or self._enough(deal, seat):
            return ""
        return f"{naming.bid(deal.plan, bid)} is bid with exactly {self._some(deal)}."

    def must(self, deal: DealState, seat: int) -> str:
        """Return why a seat must bid the contract, or a higher one; "" if it need not."""
        bid, high = self._own(deal), deal.facts["high"]
        if bid is None or not self._enough(deal, seat) or (high >= 0 and deal.bids[high].rung >= bid.rung):
            return ""
        return f"Seat {seat} has {self._some(deal)}, and must bid {naming.bid(deal.plan, bid).lower()} or higher."

    def too_low(self, deal: DealState, seat: int, bid: Bid) -> str:
        """Return why a seat that must bid the contract may not make a lower bid; "" if it may."""
        own = self._own(deal)
        return self.must(deal, seat) if own is not None and bid.rung < own.rung else ""

    def settle_partner(self, deal: DealState) -> None:
        """Make the holder of the missing card the partner of the declarer."""
        if deal.declarer is None or deal.contract != self.contract:
            return
        deal.facts[MISSING] = self.cards & ~deal.hand(deal.declarer)
        deal.partner = deal.holder(deal.facts[MISSING])


class HolderPhase(Phase):
    """The moment at which the holder of the missing card is known; no player has to act."""

    silent = True

    def __init__(self, clause: Clause, rule: _Held) -> None:
        super().__init__("holder", clause)
        self._rule, self.contract = rule, rule.contract

    def begin(self, deal: DealState) -> bool:
        self._rule.settle_partner(deal)
        return False

    def pending(self, deal: DealState) -> tuple[int, ...]:
        return ()


class _OfHolder(Mechanism):
    """A rule for the holder of the missing card."""

    order: ClassVar[int] = 3

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        if MissingCard.name not in plan.clause_of:
            raise RecordError(f"{clause.id}: {self.name} needs a clause with {MissingCard.name!r}")


class HolderNamesTrump(_OfHolder):
    """The holder of the missing card names the trump suit; without ``own_suit``, not the suit of that card."""

    name: ClassVar[str] = "holder_names_trump"
    alone: ClassVar[str] = (
        "`name_trump` lets the declarer name the trump suit, and no other partner names it."
    )
    own_suit: bool = False

    def setup(self, clause: Clause, course: CoursePart) -> None:
        phase, holder = course.phases.get("trump"), course.phases.get("holder")
        if not isinstance(phase, TrumpPhase) or not isinstance(holder, HolderPhase):
            return
        phase.partner_names[holder.contract] = clause
        if not self.own_suit:
            phase.barring.append((clause, _own_suit))


def _own_suit(deal: DealState, suit: str) -> str:
    """Return why a suit may not be named; "" if it is not the suit of the missing card."""
    missing = deal.facts.get(MISSING, 0)
    if not missing & deal.plan.pack.suit_masks[suit]:
        return ""
    return f"The suit of {words.card_name(deal.plan.cards_of(missing)[0])} may not be trumps."


class HolderLeads(_OfHolder):
    """The holder of the missing card leads it to the first trick.

    With ``untrumped`` no trump may be played to that trick by a player who has other cards.
    """

    name: ClassVar[str] = "holder_leads"
    alone: ClassVar[str] = (
        "`lead` and `declarer_leads` give the first lead to another player; only here is it made by the declarer's partner."
    )
    untrumped: bool = True

    def setup(self, clause: Clause, course: CoursePart) -> None:
        usual = course.leader

        def leader(deal: DealState) -> int:
            return deal.partner if MISSING in deal.facts and deal.partner is not None else usual(deal)

        course.leader = leader

    def narrow_now(self, deal: DealState, seat: int) -> tuple[int, int] | None:
        missing = deal.facts.get(MISSING, 0)
        if not missing or deal.closed_tricks:
            return None
        if not deal.open_trick:
            return missing, missing
        if not self.untrumped:
            return None
        others = deal.plan.present & ~deal.plan.pack.suit_masks.get(deal.trump, 0)
        return others, others

    def why_not_now(self, deal: DealState, card: Barred) -> str:
        named = words.card_name(deal.plan.cards_of(deal.facts[MISSING])[0])
        if not deal.open_trick:
            return f"Seat {card.seat} must lead {named}."
        return f"{words.card_name(deal.cards_out[0]).capitalize()} may not be trumped while seat {card.seat} has other cards."


__all__ = ["HolderLeads", "HolderNamesTrump", "HolderPhase", "MissingCard"]
