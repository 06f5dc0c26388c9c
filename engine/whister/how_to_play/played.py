"""Sentences about what may be led and played, and who wins a trick."""

from __future__ import annotations

from typing import Any

from whister import words
from whister.how_to_play.telling import Others, tells
from whister.plan import naming
from whister.plan.compiled import Plan


def _eldest(plan: Plan) -> str:
    """Return eldest hand, named by the side of the dealer on which they sit."""
    at_left = plan.table.to_eldest == plan.table.left
    return (
        "The other player"
        if plan.table.n == 2
        else f"The player {'left' if at_left else 'right'} of the dealer"
    )


@tells("lead", "play", 10)
def lead_of_a_card(mechanism: Any, plan: Plan, others: Others) -> str:
    if mechanism.by != "holder":
        return ""
    suit = naming.card_of(plan, mechanism.lowest) if mechanism.lowest else ""
    card = words.card_name(plan.pack.card(mechanism.card)) if mechanism.card else f"the lowest {suit}"
    what = "" if mechanism.any_card else f" a {suit}" if mechanism.any_of_suit else " it"
    first = " first in the first deal" if mechanism.first_deal else ""
    return f"Whoever holds {card} leads{what}{first}."


@tells("captor_next", "play", 11, detail=1)
def captor_next(mechanism: Any, plan: Plan, others: Others) -> str:
    card = words.card_name(plan.pack.card(mechanism.card))
    return f"Whoever took {card} leads first in the next deal."


@tells("exposed_waits", "play", 23, detail=1)
def exposed_waits(mechanism: Any, plan: Plan, others: Others) -> str:
    return (
        "An exposed card may not be played when its suit is first led, unless you hold no other of that suit."
    )


@tells("lead", "play", 10, detail=1)
def lead(mechanism: Any, plan: Plan, others: Others) -> str:
    who = {
        "eldest": _eldest(plan), "dealer": "The dealer", "declarer": "The bidder",
        "left-of-declarer": "The other player" if plan.table.n == 2 else "The player left of the bidder",
        "declarer-or-left": "The bidder, or at their word the next player,",
    }  # fmt: skip
    return "" if mechanism.by == "holder" else f"{who[mechanism.by]} leads."


@tells("declarer_leads", "play", 11, detail=2)
def declarer_leads(mechanism: Any, plan: Plan, others: Others) -> str:
    titles = [plan.bidding.contracts[name].title.lower() for name in mechanism.of]
    return f"In {words.choice_of([words.with_article(title) for title in titles])} the bidder leads."


@tells("follow", "play", 20)
def follow(mechanism: Any, plan: Plan, others: Others) -> str:
    if "forced_discard" in others or "draw_to_follow" in others:
        return "Follow suit if you can."
    return "Follow suit if you can; if not, play any card."


@tells("ranking", "play", 29, detail=1)
def ranking(mechanism: Any, plan: Plan, others: Others) -> str:
    ranks = mechanism.high_to_low.replace("T", "10").split()
    if plan.pack.kind == "rook":
        return "The 1 is the highest card of its suit." if ranks[0] == "1" else ""
    return "" if ranks[:2] == ["A", "K"] else f"The cards rank {' '.join(ranks)}."


@tells("trick", "play", 30)
def trick(mechanism: Any, plan: Plan, others: Others) -> str:
    if "trumps" in others:
        return (
            f"The highest trump wins, or else the {mechanism.won_by} of the suit led; the winner leads next."
        )
    return f"The {mechanism.won_by} of the suit led wins; the winner leads next."


@tells("trumps", "play", 31)
def trumps(mechanism: Any, plan: Plan, others: Others) -> str:
    of_bids = {each.trump for each in plan.bidding.contracts.values()}
    return "Some bids are played without trumps." if "none" in of_bids and "named" not in of_bids else ""


@tells("first_trick", "play", 40)
def first_trick(mechanism: Any, plan: Plan, others: Others) -> str:
    how = {"discard": "thrown on", "lead": "led to", "either": "played to"}[mechanism.when]
    if mechanism.bars == "penalties":
        what = "penalty cards"
    else:
        what = words.listed([_cards(plan, token) for token in mechanism.bars.split()])
    return f"{words.capital(what)} may not be {how} the first trick if you hold others."


@tells("breaking", "play", 41)
def breaking(mechanism: Any, plan: Plan, others: Others) -> str:
    suit = naming.cards_of(plan, mechanism.suit).capitalize()
    also = (
        f", or {words.listed([_cards(plan, card) for card in mechanism.also.split()])},"
        if mechanism.also
        else ""
    )
    return f"{suit} may not be led before one{also} has been played, unless you hold nothing else."


def _cards(plan: Plan, token: str) -> str:
    if token in plan.pack.suit_masks:
        return naming.cards_of(plan, token)
    cards = plan.pack.spread(plan.pack.select([token]))
    return words.card_name(cards[0])


def _beside(plan: Plan, place: str) -> str:
    """Return the place of a card with a special rank: ``just above the ten``."""
    whole, half, _ = place.partition(".5")
    name, of, _ = plan.pack.spread(plan.pack.select([whole]))[0].name.partition(" of ")
    rank = name if of else whole
    return f"just above the {rank}" if half else f"as a {rank}"


_ENDS = {"highest", "lowest"}


@tells("wild", "play", 50)
def wild(mechanism: Any, plan: Plan, others: Others) -> str:
    card = words.capital(words.card_name(plan.pack.card(mechanism.card)))
    if mechanism.suit:
        return f"{card} belongs to {naming.cards_of(plan, mechanism.suit)}."
    rank = others.get("wild_rank")
    return "" if rank is not None and rank.place in _ENDS else f"{card} is a trump."


@tells("wild_rank", "play", 51)
def wild_rank(mechanism: Any, plan: Plan, others: Others) -> str:
    if mechanism.place not in _ENDS:
        return f"It ranks {_beside(plan, mechanism.place)}."
    wild = others.get("wild")
    if wild is None or wild.suit:
        return f"It is the {mechanism.place}."
    place = "second highest" if mechanism.place == "highest" and "top_trump" in others else mechanism.place
    return f"{words.capital(words.card_name(plan.pack.card(wild.card)))} is the {place} trump."


@tells("exempt", "play", 52, detail=1)
def exempt(mechanism: Any, plan: Plan, others: Others) -> str:
    if "follow" not in mechanism.lifts:
        return ""
    cards = words.listed([_cards(plan, token) for token in mechanism.cards])
    return f"{words.capital(cards)} may be played at any time."


@tells("draw_to_follow", "play", 21)
def draw_to_follow(mechanism: Any, plan: Plan, others: Others) -> str:
    return "Whoever cannot follow suit draws from the stock until a card can be played, or it is empty."


@tells("dropping_out", "play", 60, detail=3)
def dropping_out(mechanism: Any, plan: Plan, others: Others) -> str:
    return "Whoever has no cards left is out of the play."


@tells("cancelling", "play", 32)
def cancelling(mechanism: Any, plan: Plan, others: Others) -> str:
    two = "Two identical cards" if mechanism.by == "card" else "Two cards of one rank"
    return f"{two} in a trick cancel each other, and neither can win it."


@tells("cancelled_whole", "play", 33, detail=2)
def cancelled_whole(mechanism: Any, plan: Plan, others: Others) -> str:
    which = "" if mechanism.pairs == "any-suit" else ", one of them of the suit led,"
    return f"Two such pairs{which} cancel the whole trick."


@tells("equal_cards", "play", 32, detail=1)
def equal_cards(mechanism: Any, plan: Plan, others: Others) -> str:
    return f"Of two equal cards the one played {mechanism.wins} wins."


@tells("top_trump", "play", 53, detail=1)
def top_trump(mechanism: Any, plan: Plan, others: Others) -> str:
    card, switch = _cards(plan, mechanism.card), others.get("top_trump_switch")
    if switch is not None and switch.when == "on-trump":
        of = naming.cards_of(plan, plan.pack.card(mechanism.card).suit)
        return f"{words.capital(card)} is the highest trump, or {_cards(plan, switch.instead)} if {of} are trumps."
    return f"{words.capital(card)} is the highest trump."
