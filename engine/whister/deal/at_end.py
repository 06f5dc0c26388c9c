"""The cards at the end of a deal: those captured by each seat, its honours, and the gathered pack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from whister.cards import bits

if TYPE_CHECKING:
    from whister.deal.whereabouts import Lying


def captured_by(deal: Lying) -> list[int]:
    """Return each seat's captured cards at the end, as masks, with the widow added to the seat that takes it."""
    captured, widow = list(deal.captured), deal.plan.dealing.widow
    winners = [winner for _, _, winner in deal.closed_tricks if winner >= 0]
    if "conceded_to" in deal.facts:
        winners.append(deal.facts["conceded_to"])
    if widow is not None and deal.widow and winners:
        to = {"first-trick": winners[0], "last-trick": winners[-1], "declarer": deal.declarer}
        taker = to.get(widow.goes_to)
        if taker is not None:
            captured[taker] |= deal.widow
        if deal.plan.dealing.turn_up_taken:
            captured = [cards & ~(1 << deal.turn_up) for cards in captured]
            captured[winners[-1]] |= 1 << deal.turn_up
    for count in deal.plan.course.after_play:
        count(deal, captured)
    return captured


def honours_dealt(deal: Lying) -> tuple[int, ...]:
    """Return how many trump honours each seat was dealt, without those laid aside if these do not count."""
    pack, worth = deal.plan.pack, deal.plan.worth
    if not deal.trump:
        return deal.plan.no_honours
    mask = sum(
        1 << card.index for card in pack.cards if card.suit == deal.trump and card.rank in worth.honour_ranks
    )
    gone = deal.facts.get("laid_aside", {}) if worth.honours_kept else {}
    return tuple((hand & mask & ~gone.get(seat, 0)).bit_count() for seat, hand in enumerate(deal.dealt[0]))


def gathered(deal: Lying) -> tuple[str, ...]:
    """Return the pack as gathered for the next deal: tricks in the order won, cards in the order played; below them the
    cards laid aside, then those left in the hands, each seat by seat from eldest hand.
    """
    plan, table = deal.plan, deal.plan.table
    order = [i for _, cards, _ in deal.closed_tricks for i in cards]
    laid_aside: Mapping[int, int] = deal.facts.get("laid_aside", {})
    way = table.left * table.step(deal.dealer)
    in_turn = [(deal.eldest + way * k) % table.n for k in table.seats]
    for seat in in_turn:
        order += bits(laid_aside.get(seat, 0))
    for seat in in_turn:
        order += bits(deal.hand(seat))
    left = plan.present & ~sum(1 << i for i in order)
    return tuple(str(plan.pack.cards[i]) for i in [*order, *bits(left)])
