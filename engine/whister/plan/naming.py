"""The names of suits, bids and contracts."""

from __future__ import annotations

from whister.plan.bidding import Bid
from whister.plan.facts import PlanFacts


def suit(plan: PlanFacts, letter: str) -> str:
    """Return the name of a suit: ``hearts``, ``green``."""
    return plan.pack.suit_names.get(letter, letter)


def cards_of(plan: PlanFacts, letter: str) -> str:
    """Return the name for the cards of a suit: ``hearts``, ``green cards``."""
    name = suit(plan, letter)
    return name if name.endswith("s") else f"{name} cards"


def card_of(plan: PlanFacts, letter: str) -> str:
    """Return the name for one card of a suit: ``heart``, ``green card``."""
    return cards_of(plan, letter)[:-1]


def contract_title(plan: PlanFacts, contract: str, trump: str) -> str:
    """Return the name of a contract: ``Five levées in hearts``."""
    found = plan.bidding.contracts.get(contract)
    title = str(found.title) if found is not None else contract
    return f"{title} in {suit(plan, trump)}" if trump else title


def bid(plan: PlanFacts, made: Bid) -> str:
    """Return the name of a bid: ``Five levées in hearts``, ``100``."""
    return contract_title(plan, made.contract, made.suit) if made.contract else made.text


def undertaking(plan: PlanFacts, contract: str) -> str:
    """Return the name of a contract for use within a sentence: ``a capot``."""
    title = contract_title(plan, contract, "").lower()
    return f"{'an' if title[0] in 'aeiou' else 'a'} {title}"
