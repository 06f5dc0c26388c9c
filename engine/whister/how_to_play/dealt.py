"""Sentences about the table, the pack, the deal and what else happens before the play."""

from __future__ import annotations

from typing import Any

from whister import words
from whister.how_to_play.telling import Others, tells
from whister.plan.compiled import Plan

_DIRECTIONS = {
    "left": "to the left", "right": "to the right", "across": "across the table", "hold": "nowhere",
    "second-left": "to the second seat on the left", "second-right": "to the second seat on the right",
    "each": "in equal shares to all the others",
}  # fmt: skip


@tells("players", "deal", 10)
def players(mechanism: Any, plan: Plan, others: Others) -> str:
    return f"{words.number(len(plan.table.players)).capitalize()} play."


@tells("partners", "deal", 11)
def partners(mechanism: Any, plan: Plan, others: Others) -> str:
    return "Partners sit opposite."


@tells("pack", "deal", 20, detail=2)
def pack(mechanism: Any, plan: Plan, others: Others) -> str:
    kind = "Rook cards" if mechanism.kind == "rook" else "cards"
    if plan.makeup.copies > 1:
        return f"{words.number(plan.makeup.copies).capitalize()} packs together have {plan.cards} {kind}."
    return f"The pack has {plan.cards} {kind}{_left_out(plan)}."


def _left_out(plan: Plan) -> str:
    """Return the ranks missing from the whole pack: ``, without the 1s to 4s and the Rook``; "" if the list would be
    long."""
    plain = [card for card in plan.pack.cards if card.suit]
    out = [card for card in plan.pack.cards if not plan.present >> card.index & 1]
    whole = [
        rank
        for rank in dict.fromkeys(card.rank for card in plain)
        if all(card in out for card in plain if card.rank == rank)
    ]
    single = [card for card in out if card.rank not in whole]
    joker = ""
    if plan.pack.kind == "rook":
        names = [f"{rank}s" for rank in sorted(whole, key=int)]
    else:
        joker = (
            ", including the joker"
            if any(card not in out for card in plan.pack.cards if not card.suit)
            else ""
        )
        single = [card for card in single if card.suit]
        first = {card.rank: card.name.partition(" of ")[0] for card in plain}
        names = [f"{first[rank]}{'es' if first[rank].endswith('x') else 's'}" for rank in whole]
    if len(single) > 1 or not (names or single):
        return joker
    every = [*dict.fromkeys(card.rank for card in plain)]
    places = sorted(every.index(rank) for rank in whole)
    in_a_row = len(places) > 2 and places == [*range(places[0], places[-1] + 1)]
    ranks = [f"{names[0]} to {names[-1]}"] if in_a_row else names
    ranks = [f"the {name}" if at == 0 else name for at, name in enumerate(ranks)]
    return f"{joker}, without {words.listed([*ranks, *(words.card_name(card) for card in single)])}"


@tells("deal", "deal", 30)
def deal(mechanism: Any, plan: Plan, others: Others) -> str:
    each = mechanism.each or (plan.cards - plan.dealing.widow_size) // plan.table.n
    packets = plan.dealing.packets
    dealt = f"Everyone is dealt {words.cards_in_words(each)}"
    if mechanism.to_dealer:
        more = words.number(plan.cards - plan.dealing.widow_size - each * (plan.table.n - 1))
        return f"{dealt}, but the dealer {more}."
    if set(packets) == {1}:
        return f"{dealt}."
    if packets[0] == each:
        return f"{dealt} at once."
    sizes = packets[:1] if len(set(packets)) == 1 else packets
    return f"{dealt}, {words.listed([words.number(size) for size in sizes])} at a time."


@tells("widow", "deal", 40)
def widow(mechanism: Any, plan: Plan, others: Others) -> str:
    size, name = plan.dealing.widow_size, mechanism.label.lower()
    if not size or (size == 1 and plan.dealing.turns_next):
        return ""
    is_, form, go = ("is", "forms", "goes") if size == 1 else ("are", "form", "go")
    tricks = {"first-trick": "first", "last-trick": "last"}
    goes = f", and {go} with the {tricks[mechanism.goes_to]} trick" if mechanism.goes_to in tricks else ""
    what = f"{is_} left over" if " " in name else f"{form} the {name}"
    return f"{words.capital(words.spelled(size))} {what}{goes}."


@tells("pass", "before", 10)
def passing(mechanism: Any, plan: Plan, others: Others) -> str:
    ways = mechanism.cycle[plan.table.n].split()
    count = words.cards_in_words(mechanism.count_for.get(plan.table.n, mechanism.count))
    start = f"Everybody passes {count}"
    if len(ways) == 1:
        return f"{start} {_DIRECTIONS[ways[0]]}."
    given = [
        f"{_DIRECTIONS[way]} in the {words.ordinal(place)}{' deal' if place == 1 else ''}"
        for place, way in enumerate(ways, 1)
        if way != "hold"
    ]
    held = [words.ordinal(place) for place, way in enumerate(ways, 1) if way == "hold"]
    kept = f"; in the {words.listed(held)} nothing is passed" if held else ""
    return f"{start} {words.listed(given)}{kept}. The cycle repeats."


@tells("pass_refusal", "before", 11)
def pass_refusal(mechanism: Any, plan: Plan, others: Others) -> str:
    cards = words.listed([_refusable(plan, token) for token in mechanism.cards])
    return f"Whoever is passed {cards} may refuse it, and another card must be passed instead."


def _refusable(plan: Plan, token: str) -> str:
    """Return the name of a card that may be refused, or of the cards of a suit or rank."""
    if token in plan.pack.index:
        return words.card_name(plan.pack.card(token))
    return f"one of the {plan.pack.suit_names.get(token, f'{token}s')}"
