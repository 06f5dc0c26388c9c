"""Notes on a deal that was opened from a record: that the rules have changed since, by which erratum, and which cards the
record has beyond the end of the play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whister import words
from whister.deal.public import state_of
from whister.links.deal_record import beyond
from whister.rulesets import reader

if TYPE_CHECKING:
    from whister.links.deal_record import DealRecord
    from whister.rules import Deal

Json = dict[str, Any]


def noted(state: Json, deal: Deal, record: DealRecord) -> Json:
    """Add to the state of a deal what is to be said of its record: nothing if the rules still play as they did."""
    found: list[Json] = []
    if not record.plays_as(deal.rules):
        errata = [
            {"title": f"erratum {name}", "url": f"corrections/#correction-{name}"}
            for name in corrected(record.rules)
        ]
        note = "the rules have changed since this deal was recorded"
        found.append({"label": "Note", "value": note, "links": errata})
    if cards := beyond(deal, record):
        pack = state_of(deal).plan.pack
        listed = words.listed([words.card_name(pack.card(card)) for card in cards])
        state["log"] = [*state["log"], f"The record goes on after the end of the play: {listed}."]
        many = words.cards_in_words(len(cards))
        found.append(
            {"label": "Also recorded", "value": f"{many} after the end, listed under “The deal in words”"}
        )
    return state | {"facts": [*state["facts"], *found]}


def corrected(rule_set: str) -> tuple[str, ...]:
    """Return the errata by which a rule set was changed, newest first; none for a rule set of the user's own."""
    if rule_set not in reader.catalogue():
        return ()
    _, record = reader.chain(rule_set)[-1]
    return tuple(record.get("corrected", ()))


__all__ = ["corrected", "noted"]
