"""Sentences about the limits on laying cards aside and exchanging them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from whister.notation import Action, CardChoices, mask_of
from whister.plan.facts import PlanFacts
from whister.words import card_name, listed, number


def numbers(swaps: Sequence[int]) -> str:
    """Return a sentence with the numbers of cards that may be exchanged."""
    said = " or ".join("none" if count == 0 else number(count) for count in swaps)
    return f"{said} may be from your own hand."


def limit(plan: PlanFacts, bars: Sequence[str], barred: int, legal: Sequence[Action], *, first: bool) -> str:
    """Return a sentence that states whether a hand may lay aside ``barred`` cards.

    With ``first`` it may do so only after all its other cards.
    """
    kinds = listed([_kind(plan, token) for token in bars])
    if not _choices(legal) & barred:
        return f"{_head(kinds)} may not be laid aside."
    if first:
        return f"Your other cards are too few: {kinds} may go only after all of these."
    return f"Besides {kinds} you hold too few cards: any may go."


def why_not(plan: PlanFacts, kinds: Mapping[str, int], barred: int, legal: Sequence[Action]) -> str:
    """Return why a card may not be laid aside: the limit bars one of its ``kinds``, or the card itself."""
    card = plan.pack.spread(barred & ~_choices(legal) or barred)[0]
    what = next((kind for kind, mask in kinds.items() if mask >> card.index & 1), "")
    named = _head(card_name(card))
    said = f"{named} is a {what.removesuffix('s')}" if what else named
    if not barred & ~_choices(legal):
        return f"{said}{', and' if what else ''} may go only after all the other cards."
    return f"{said}, and {what} may not be laid aside." if what else f"{said} may not be laid aside."


def _choices(legal: Sequence[Action]) -> int:
    return mask_of(legal) if isinstance(legal, CardChoices) else 0


def _head(text: str) -> str:
    return text[:1].upper() + text[1:]


def _kind(plan: PlanFacts, token: str) -> str:
    """Return the name of what a limit bars, such as ``counters``, ``the Rook``, ``hearts`` or ``jacks``."""
    pack = plan.pack
    if token in pack.index:
        return card_name(pack.card(token))
    if token in pack.ranks and pack.kind == "french":
        return f"{pack.spread(pack.select([token]))[0].name.split()[0]}s"
    return pack.suit_names.get(token, f"{token}s" if token in pack.ranks else token)
