"""What a bid undertakes, in plain words: its tricks or points, alone and with a partner, and how it is played."""

from __future__ import annotations

from whister import words
from whister.mechanisms.bidding.auction import AuctionPhase
from whister.mechanisms.exchange.exposing import ExposingPhase
from whister.mechanisms.exchange.laying_aside import LayingAsidePhase
from whister.mechanisms.exchange.nest import MidwayNestPhase, NestPhase
from whister.mechanisms.play.trump import TrumpPhase
from whister.mechanisms.table.called_partner import CallPhase
from whister.mechanisms.table.partner import PartnerPhase
from whister.plan import naming
from whister.plan.bidding import FIXED, HIDDEN, LATER, NAMED, Announcement
from whister.plan.compiled import Plan

_TRUMPS = {
    NAMED: "with a trump suit that you name in the bid",
    LATER: "with a trump suit that you name after the auction",
    HIDDEN: "with the suit of a card that you lay face down as trumps",
    FIXED: "with the suit turned up as trumps",
}
_CALLED = "You call a card, and whoever holds it is your partner, in secret until it is played."
_MISSING = "Whoever holds the card that you do not is your partner."
_EXPOSED = {
    "before-lead": "with your hand face up on the table",
    "after-first-trick": "with your hand face up on the table from the second trick on",
}
_ALL_EXPOSED = {
    "before-lead": "with every hand face up on the table",
    "after-first-trick": "with every hand face up on the table from the second trick on",
}


def in_short(plan: Plan, contract: Announcement) -> str:
    """Return a contract in a few words: ``5 tricks alone, 8 with a partner``, ``no trick, a card laid aside``."""
    target = f"{several(contract.tricks)}"
    if contract.exactly:
        target = f"exactly {target}" if contract.tricks else target
    elif contract.tricks == plan.dealing.hand_size:
        target = f"all {target}"
    together = plan.bidding.joint(contract)
    if together and needs_partner(plan, contract):
        more = [f"{several(together)} with a partner"]
    else:
        more = [f"{target} alone, {together} with a partner" if together else target]
    if laid := _laid_aside(plan, contract):
        more.append(f"{'a card' if laid == 1 else words.cards_in_words(laid)} laid aside")
    if _exposed(plan, contract):
        more.append("every hand face up" if _all_exposed(plan, contract) else "hand face up")
    return ", ".join(more)


def in_words(plan: Plan, contract: Announcement) -> str:
    """Return what the bidder of a contract must do, in sentences."""
    laid = _laid_aside(plan, contract)
    there_are = plan.dealing.hand_size - laid
    if needs_partner(plan, contract):
        together = plan.bidding.joint(contract)
        aim = f"Win at least {together} of the {several(there_are)} with a partner, {_trumps(plan, contract)}"
        return f"{aim}. {_company(plan, contract)}"
    if contract.exactly:
        target = f"Win exactly {contract.tricks} of the" if contract.tricks else "Win none of the"
    else:
        target = "Win all" if contract.tricks == there_are else f"Win at least {contract.tricks} of the"
    alone = " alone" if plan.bidding.joint(contract) else ""
    how = [f"{target} {several(there_are)}{alone}", _trumps(plan, contract)]
    if exposed := _exposed(plan, contract):
        how.append(exposed)
    if laid:
        how.append(f"after every player has laid {words.cards_in_words(laid)} aside")
    return f"{', '.join(how)}. {_company(plan, contract)}"


def _trumps(plan: Plan, contract: Announcement) -> str:
    """Return how the trump suit of a contract is decided."""
    phase = plan.course.phases.get("trump")
    if isinstance(phase, TrumpPhase) and contract.id in phase.partner_names:
        return "with a trump suit that your partner names"
    if contract.suit:
        return f"with {naming.suit(plan, contract.suit)} as trumps"
    return _TRUMPS.get(contract.trump, "without trumps")


def needs_partner(plan: Plan, contract: Announcement) -> bool:
    """Return whether a contract is played only with a partner."""
    if contract.id in plan.bidding.paired:
        return True
    auction = plan.course.phases.get("auction")
    support = auction.support if isinstance(auction, AuctionPhase) else None
    return contract.partner and support is not None and support.needed


def _company(plan: Plan, contract: Announcement) -> str:
    """Return whether a contract is played alone or with a partner, and what each requires."""
    others = f"the other {words.number(len(plan.table.players) - 1)}"
    if not contract.partner:
        if plan.table.sides is None or contract.exactly:
            return f"You play alone against {others}."
        return "The tricks of your partner, opposite, count with yours."
    if contract.id in plan.bidding.paired:
        call = plan.course.phases.get("call")
        return _CALLED if isinstance(call, CallPhase) and contract.id in call.of else _MISSING
    auction, asking = plan.course.phases.get("auction"), plan.course.phases.get("partner")
    together = f"the two of you need {plan.bidding.joint(contract)} together"
    if isinstance(auction, AuctionPhase) and auction.support is not None:
        said = auction.support.verb
        without = {
            "plays": "If nobody does, you play alone.",
            "may-raise": "If nobody does, you may bid higher, or play alone.",
            "throw-in": "If nobody does, the cards are thrown in.",
            "raise-or-throw-in": "If nobody does, you may bid higher; if you do not, the cards are thrown in.",
        }[auction.support.unsupported]
        return f"Another player may {said} the bid: then {together}. {without}"
    if not isinstance(asking, PartnerPhase):
        return f"You play alone against {others}."
    called = plan.table.partner_called
    partner = "a partner" if called == "partner" else f"a partner, the {called}"
    when = "As you bid, you" if asking.said_in_auction else "You"
    return f"{when} may ask for {partner}: if one accepts, {together}."


def _laid_aside(plan: Plan, contract: Announcement) -> int:
    phase = plan.course.phases.get("discard")
    return contract.discard if isinstance(phase, LayingAsidePhase) and phase.in_force else 0


def _exposed(plan: Plan, contract: Announcement) -> str:
    phase = plan.course.phases.get("expose")
    shown = contract.exposed and isinstance(phase, ExposingPhase)
    if not shown or not isinstance(phase, ExposingPhase):
        return ""
    return (_ALL_EXPOSED if contract.id in phase.every_hand else _EXPOSED).get(phase.moment, "")


def _all_exposed(plan: Plan, contract: Announcement) -> bool:
    phase = plan.course.phases.get("expose")
    return isinstance(phase, ExposingPhase) and contract.id in phase.every_hand


def several(count: int) -> str:
    """Return a number of tricks in words: ``no trick``, ``1 trick``, ``5 tricks``."""
    return f"{count or 'no'} trick{'s' if count > 1 else ''}"


# ---- bids in numbers


def number_in_short(plan: Plan) -> str:
    """Return what a bid in numbers undertakes, in a few words."""
    if plan.worth.named_value:
        return f"{plan.settling.unit} that you pay to name the suit"
    partner = ", with your partner" if _with(plan) else ""
    return f"points to capture, of {all_points(plan)}{partner}"


def number_in_words(plan: Plan) -> str:
    """Return sentences about what the highest bidder must do if bids are numbers."""
    if plan.worth.named_value:
        each = words.amount(plan.worth.named_value, plan.settling.unit)
        return (
            "The highest bidder pays the bid into the pool and names a suit. Each card of it then costs its taker "
            f"{each}; you try to take none, and so win the pool."
        )
    call = plan.course.phases.get("call")
    does = [*_exchange(plan)]
    if isinstance(call, CallPhase) and not call.card:
        does.append("call a card whose holder is your partner")
    if "trump" in plan.course.phases:
        does.append("name the trump")
    text = f"Capture at least as many of the {all_points(plan)} points in the deal as you bid{_with(plan)}."
    if does:
        text += f" Before the play you {words.listed(does)}."
    return f"{text} {silent_partner(plan)}".rstrip()


def silent_partner(plan: Plan) -> str:
    """Return a sentence about the card that makes its holder the declarer's partner; "" if there is none."""
    call = plan.course.phases.get("call")
    if not isinstance(call, CallPhase) or not call.card:
        return ""
    card = words.card_name(plan.cards_of(call.card)[0])
    return f"Whoever holds {card} is your partner, in secret until it is played."


def _exchange(plan: Plan) -> list[str]:
    """Return what the declarer does with the undealt cards, if the declarer takes them up."""
    phase, widow = plan.course.phases.get("nest"), plan.dealing.widow
    if (
        widow is None
        or not isinstance(phase, NestPhase)
        or phase.by_dealer
        or isinstance(phase, MidwayNestPhase)
    ):
        return []
    return [f"exchange cards with the {widow.label.lower()}"]


def _with(plan: Plan) -> str:
    """Return a phrase that names the partner with whom points are captured; "" if there is none."""
    return ", together with your partner" if plan.table.sides or "call" in plan.course.phases else ""


def all_points(plan: Plan) -> int:
    """Return the number of points that can be captured in a deal."""
    return plan.worth.in_all(plan.play.most_tricks)


__all__ = [
    "all_points",
    "in_short",
    "in_words",
    "needs_partner",
    "number_in_short",
    "number_in_words",
    "several",
    "silent_partner",
]
