"""Reasons for passing cards or laying them aside: cards got rid of, suits emptied, guards kept, points put away."""

from __future__ import annotations

from collections.abc import Iterator

from whister import words
from whister.cards import bits
from whister.notation import Action, mask_of
from whister.plan import naming
from whister.players import wording
from whister.players.reasons.reason import Found
from whister.players.reasons.weighing import Weighed
from whister.players.search.searching import Considered


def reasons(weighed: Weighed, action: Action) -> Iterator[Found]:
    """Yield the reasons for a choice of several cards."""
    cards = mask_of(action) & weighed.hand
    yield from _rids(weighed, cards)
    yield from _guards(weighed, cards)
    yield from _empties(weighed, cards)
    yield from _puts_away(weighed, cards)


def _fears(weighed: Weighed, suit: str, hand: int) -> Iterator[tuple[int, int]]:
    """Yield the cards of a hand in one suit that may take a dear card of that suit, each with the dear card."""
    plan = weighed.plan
    cards = plan.pack.suit_masks[suit] & plan.present
    for dear in bits(weighed.dear & cards):
        place = plan.pack.ranks.index(plan.pack.cards[dear].rank)
        for held in bits(hand & cards):
            if plan.pack.ranks.index(plan.pack.cards[held].rank) >= place:
                yield held, dear


def _rids(weighed: Weighed, chosen: int) -> Iterator[Found]:
    """Yield the reason for giving a card that costs, or one that may take such a card."""
    verb = "passes" if weighed.best.action.verb == "give" else "lays aside"
    for suit in weighed.plan.pack.suits:
        for held, dear in _fears(weighed, suit, chosen):
            if held != dear and weighed.dear >> held & 1:
                continue  # dear itself
            takes = weighed.takes(1 << dear)

            def keeps(action: Action, held: int = held) -> bool:
                return not mask_of(action) >> held & 1

            other = weighed.rival(lower=takes, where=keeps)
            if other is None:
                continue
            name, feared = (words.card_name(weighed.plan.pack.cards[card]) for card in (held, dear))
            it = "it" if held == dear else feared
            shares = weighed.shares(other, takes, f"if you keep {name if held != dear else 'it'}")
            yield weighed.found(other, 0, "rids", f"this {verb} {name}: you take {it} {shares}.")


def _guards(weighed: Weighed, chosen: int) -> Iterator[Found]:
    """Yield the reason for keeping the low cards that guard a dear card."""
    plan = weighed.plan
    kept = weighed.hand & ~chosen
    for suit in plan.pack.suits:
        for held, dear in _fears(weighed, suit, kept):
            rank = plan.pack.ranks.index(plan.pack.cards[dear].rank)
            low = [
                card for card in bits(kept & plan.pack.suit_masks[suit])
                if plan.pack.ranks.index(plan.pack.cards[card].rank) < rank
            ]  # fmt: skip
            if not low:
                continue
            mask = sum(1 << card for card in low)

            def fewer(action: Action, held: int = held, mask: int = mask) -> bool:
                given = mask_of(action)
                return bool(given & mask) and not given >> held & 1

            takes = weighed.takes(1 << dear)
            other = weighed.rival(lower=takes, where=fewer)
            if other is None:
                continue
            name = words.card_name(plan.pack.cards[held])
            without = f"without {'them' if len(low) > 1 else 'it'}"
            yield weighed.found(
                other, 0, "guards",
                f"this keeps {wording.low_cards(plan, len(low), suit)} to guard {name}: you take "
                f"{words.card_name(plan.pack.cards[dear])} {weighed.shares(other, takes, without)}.",
            )  # fmt: skip
            break


def _empties(weighed: Weighed, chosen: int) -> Iterator[Found]:
    """Yield the reason for a choice that leaves no card of a suit."""
    plan = weighed.plan
    for suit in plan.pack.suits:
        own = weighed.hand & plan.pack.suit_masks[suit]
        if not own or own & ~chosen or suit == weighed.view.trump:
            continue
        other = _worse(weighed, own)
        if other is None:
            continue
        use = "throw other cards" if weighed.avoids else "trump"
        gained = wording.of_unit(weighed.gap(other).mean, plan.settling.unit)
        yield weighed.found(
            other, 1, "empties",
            f"this leaves you no {naming.cards_of(plan, suit)}, so that you can {use} when they are led: "
            f"{gained} better than keeping {'one' if own.bit_count() > 1 else 'it'}.",
        )  # fmt: skip


def _worse(weighed: Weighed, own: int) -> Considered | None:
    """Return the best choice that keeps one of these cards, if it is clearly worse.

    In its place it gives a card that matters little, so that nothing else makes the difference.
    """
    for other in weighed.others:
        instead = _exchanged(weighed, other.action)
        if instead is not None and own & ~mask_of(other.action):
            matters = weighed.gain(instead) or weighed.dear >> instead & 1
            if not matters and weighed.gap(other).clear:
                return other
    return None


def _exchanged(weighed: Weighed, action: Action) -> int | None:
    """Return the card that a choice has in place of one of those advised; None if more than one is different."""
    advised, chosen = mask_of(weighed.best.action), mask_of(action)
    instead = chosen & ~advised
    return instead.bit_length() - 1 if instead.bit_count() == 1 else None


def _puts_away(weighed: Weighed, chosen: int) -> Iterator[Found]:
    """Yield the reason for laying aside cards that count for the side that does so."""
    if weighed.worth.penalties or weighed.best.action.verb == "give":
        return
    value = sum(weighed.gain(card) for card in bits(chosen))
    if value <= 0:
        return

    def less(action: Action) -> bool:
        fewer = sum(weighed.gain(card) for card in bits(mask_of(action))) < value
        return fewer and _exchanged(weighed, action) is not None

    other = weighed.rival(higher=weighed.points, where=less)
    if other is None:
        return
    if told := weighed.averages(other, weighed.points, "points", "if you lay aside fewer"):
        what = wording.points(weighed.plan, value) or "cards that count"
        yield weighed.found(other, 1, "counts", f"this lays aside {what}: {weighed.you} {told}.")
