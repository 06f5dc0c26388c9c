"""Opening a deal from a seed, a pack in order, or hands, with the other arguments checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from whister import checks
from whister.deal import arguments
from whister.deal.dealing import Dealing
from whister.deal.machine import Machine
from whister.errors import DealError
from whister.ledger import Ledger
from whister.plan.compiled import Plan
from whister.plan.table import FirstDeal
from whister.shuffle import shuffled

_TO_DEAL = (
    "cuts",
    "dealer",
    "hands",
    "ledger",
    "number",
    "pack",
    "seed",
    "still",
    "still_cut",
    "turned",
    "widow",
)


def opened(
    plan: Plan, seed: str | int | None = None, *, hands: Sequence[str | Iterable[str]] | None = None,
    widow: str | Iterable[str] = (), pack: str | Iterable[str] | None = None,
    cuts: Sequence[int | None] = (), ledger: Ledger | None = None, number: int | None = None,
    dealer: int | None = None, turned: str | Iterable[str] = (), still: str | Iterable[str] | None = None,
    still_cut: int | None = None, **unknown: Any,
) -> Machine:  # fmt: skip
    """See ``Rules.deal``."""
    if unknown:
        checks.only(unknown, _TO_DEAL, "deal")
    if ledger is not None:
        arguments.ledger(ledger, plan)
    if number is not None or dealer is not None:
        if number is not None:
            checks.whole(number, "number: deals are counted from 1", 1)
        arguments.player_or_none(dealer, plan, "dealer")
        ledger = plan.ledger(number=number, dealer=dealer, base=ledger)
    elif ledger is None:
        ledger = plan.start
    if cuts != ():
        cuts = checks.cuts(cuts)
    if (seed is not None) + (hands is not None) + (pack is not None) > 1:
        raise DealError("expected a seed, hands or a pack; give only one of them")
    if still is not None:
        ledger = ledger._replace(
            still=arguments.order(plan.pack.read(checks.cards(still, "still"), "still"), plan, "still")
        )
    opened = plan.opened(ledger) if plan.asked.open else ledger
    if hands is not None:
        if cuts:
            raise DealError("cuts: given with hands already dealt; give them with a pack")
        given = checks.per_seat(hands, plan.table.n, "hands", "hands", checks.cards)
        lying, up = checks.cards(widow, "the widow"), checks.cards(turned, "turned")
        return plan.once(Dealing).given(given, lying, opened, up)
    for what, beside in (("the widow", widow), ("turned", turned)):
        if beside != () and checks.cards(beside, what):
            raise DealError(f"{what}: give it only with hands; a dealt pack has its own")
    if seed is not None:
        checks.seed(seed, numbered=True)
        if cuts:
            return plan.once(Dealing).shuffled_and_cut(seed, cuts, opened)
        return plan.once(Dealing).shuffled(seed, opened)
    if pack is None and not ledger.order:
        raise DealError("a deal needs a seed, hands, or a pack in order")
    if still_cut is not None:
        checks.whole(still_cut, "still_cut", 1)
    in_order = checks.cards(pack, "pack") if pack is not None else ledger.order
    return plan.once(Dealing).in_order(in_order, cuts, opened, still_cut)


def opened_from_seed(plan: Plan, seed: str | int, number: int | None = None) -> Machine:
    """Open a deal from a seed, with the ledger at the start of a game; ``number`` replaces the number of the deal."""
    checks.seed(seed, numbered=True)
    ledger = plan.start
    if number is not None:
        checks.whole(number, "number: deals are counted from 1", 1)
        ledger = Ledger.sure(number, *ledger[1:])
    return plan.once(Dealing).shuffled(seed, plan.opened(ledger) if plan.asked.open else ledger)


def first_dealer(
    plan: Plan, cards: str | Iterable[str] | None = None, *, seed: str | int | None = None
) -> FirstDeal:
    """See ``Rules.first_dealer``."""
    if plan.table.find_dealer is None:
        raise DealError(f"{plan.rules.id} does not say who deals first; give the dealer")
    if (cards is None) == (seed is None):
        raise DealError("expected the cards that are cut, or a seed; give one of them")
    if cards is not None:
        shown = plan.pack.read(checks.cards(cards, "cards"), "cards")
    else:
        checks.seed(seed)
        shown = shuffled(
            [card for card in plan.pack.cards if plan.present >> card.index & 1], f"{seed}/dealer"
        )
    return plan.table.find_dealer(shown, cards is not None)
