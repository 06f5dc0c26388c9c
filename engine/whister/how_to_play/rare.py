"""Sentences about rules that only a few games have, but without which those games cannot be played."""

from __future__ import annotations

from typing import Any

from whister import words
from whister.how_to_play.telling import Others, tells
from whister.plan import naming
from whister.plan.compiled import Plan


def _kind(plan: Plan, token: str) -> str:
    """Return the name for any card of a suit or rank: ``a heart``, ``an ace``, ``a queen``; for a single card, its own
    name."""
    if token in plan.pack.suit_masks:
        return f"a {naming.card_of(plan, token)}"
    if token in plan.pack.ranks:
        rank = plan.pack.spread(plan.pack.select([token]))[0].name.partition(" of ")[0]
        return f"{'an' if rank[0] in 'ae' else 'a'} {rank}"
    return words.card_name(plan.pack.spread(plan.pack.select([token]))[0])


def _titles(plan: Plan, wanted: str) -> str:
    """Return the titles of the bids with a given property, as the start of a sentence."""
    found = [bid.title for bid in plan.bidding.contracts.values() if getattr(bid, wanted)]
    return words.capital(words.listed(list(dict.fromkeys(found))))


@tells("dummy", "deal", 25)
def dummy_dealt(mechanism: Any, plan: Plan, others: Others) -> str:
    return "A dummy is at the dealer's right."


@tells("dummy", "play", 35)
def dummy(mechanism: Any, plan: Plan, others: Others) -> str:
    if mechanism.plays == "top":
        return "In the dummy's turn its top card is played, whatever was led; its tricks count for nobody."
    return "In the dummy's turn the first card from its top that may be played is played; its tricks count for nobody."


@tells("drawing_pile", "play", 61)
def drawing_pile(mechanism: Any, plan: Plan, others: Others) -> str:
    stock, all_draw = mechanism.label.lower(), "both draw" if plan.table.n == 2 else "all draw"
    top = ", whose top card lies open" if mechanism.face_up else ""
    return f"After each trick {all_draw} from the {stock}{top}, the winner first."


@tells("forced_discard", "play", 22)
def forced_discard(mechanism: Any, plan: Plan, others: Others) -> str:
    if mechanism.contract:
        return ""
    groups = [" or ".join(_kind(plan, token) for token in group.split()) for group in mechanism.groups]
    return f"Whoever cannot must throw {', or failing that '.join(groups)}."


@tells("set_aside", "play", 34, detail=2)
def set_aside(mechanism: Any, plan: Plan, others: Others) -> str:
    return "A trick that nobody wins goes to the winner of the next."


@tells("wild_led", "play", 54, detail=2)
def wild_led(mechanism: Any, plan: Plan, others: Others) -> str:
    if mechanism.asks == "trump":
        return "When it is led, whoever has a trump must play one."
    return "Whoever leads it names the suit to be followed."


@tells("laying_aside", "before", 33, detail=3)
def laying_aside(mechanism: Any, plan: Plan, others: Others) -> str:
    bids = _titles(plan, "discard")
    if mechanism.by == "nobody" or not bids:
        return ""
    return f"{bids} are played after everybody has laid a card aside."


@tells("exposing", "before", 34, detail=3)
def exposing(mechanism: Any, plan: Plan, others: Others) -> str:
    when = {
        "before-lead": "before the first lead",
        "after-first-trick": "after the first trick",
        "never": "",
    }[mechanism.moment]
    if not when or not any(bid.exposed for bid in plan.bidding.contracts.values()):
        return ""
    return f"Some bids are played with the bidder's hand laid open {when}."


@tells("undertaking", "before", 24)
def undertaking(mechanism: Any, plan: Plan, others: Others) -> str:
    what, title = "trick" if mechanism.takes == "tricks" else "card that counts", mechanism.title.lower()
    first = "" if mechanism.first == "eldest" else ", the dealer first,"
    helped = ", with a partner's help" if mechanism.helped else ""
    return f"Each in turn{first} may announce a {title}, to take every {what}{helped}."


@tells("honours", "score", 49, detail=3)
def honours(mechanism: Any, plan: Plan, others: Others) -> str:
    if not mechanism.scale:
        return ""
    names = words.listed([_kind(plan, rank).partition(" ")[2] for rank in mechanism.ranks.split()])
    (least, worth), *more = mechanism.scale.items()
    counts = [
        f"count as {words.number(worth)} tricks more for the bidders",
        *(f"{words.number(n)} as {words.number(w)}" for n, w in more),
    ]
    when = ", as dealt," if mechanism.held == "as-dealt" else ", once cards are laid aside,"
    return f"{words.number(least).capitalize()} of the {names} of trumps{when} {', and '.join(counts)}."


@tells("canceller", "score", 22, detail=1)
def canceller(mechanism: Any, plan: Plan, others: Others) -> str:
    card, cancelled = (words.card_name(plan.pack.card(each)) for each in (mechanism.card, mechanism.cancels))
    return f"Whoever takes {card} as well counts nothing for {cancelled}."


@tells("lowest_takes", "score", 61)
def lowest_takes(mechanism: Any, plan: Plan, others: Others) -> str:
    what = "points" if mechanism.by == "value" else "cards that count"
    if mechanism.pays == "excess":
        return f"Whoever took the fewest {what} collects the difference from each of the others."
    return f"Every other player pays whoever took the fewest {what} one chip for each of their own."


@tells("taker_of_all", "score", 62, detail=2)
def taker_of_all(mechanism: Any, plan: Plan, others: Others) -> str:
    also = ", and they also divide any chips on the table" if mechanism.table == "share" else ""
    return f"Whoever has taken everything pays the opponents for it in equal parts{also}."


@tells("pay_difference", "score", 54)
def pay_difference(mechanism: Any, plan: Plan, others: Others) -> str:
    if plan.table.n == 2:
        above = f" for what is above {words.number(mechanism.free)}" if mechanism.free else " the difference"
        return f"Whoever has taken more pays the other{above} in chips."
    return "Whoever has taken most pays each of the others the difference in chips."


@tells("most_pays", "score", 54, detail=2)
def most_pays(mechanism: Any, plan: Plan, others: Others) -> str:
    return "Without a bidder, whoever has most tricks pays each of the others the difference."


@tells("party", "score", 64, detail=1)
def party(mechanism: Any, plan: Plan, others: Others) -> str:
    if mechanism.payer == "most-points":
        return "Whoever has most points pays the party to whoever has fewest."
    return "Whoever has fewest points wins the party, and the others pay in equal parts."


@tells("loser", "end", 20)
def loser(mechanism: Any, plan: Plan, others: Others) -> str:
    if plan.settling.floor:
        return "Whoever falls that low loses."
    return "Whoever has reached the target loses."


@tells("losers_pay", "end", 21)
def losers_pay(mechanism: Any, plan: Plan, others: Others) -> str:
    return "The loser pays each of the others what they are short of it."


@tells("wild_takes", "play", 53)
def wild_takes(mechanism: Any, plan: Plan, others: Others) -> str:
    suit = naming.card_of(plan, others["wild"].suit)
    return f"Thrown on another suit it wins, unless a higher {suit} is there."


@tells("suitless_lead", "play", 53, detail=1)
def suitless_lead(mechanism: Any, plan: Plan, others: Others) -> str:
    return "When it is led, the next card sets the suit."


@tells("paid_to_holder", "score", 60, detail=1)
def paid_to_holder(mechanism: Any, plan: Plan, others: Others) -> str:
    return f"Whoever takes {words.card_name(plan.pack.card(mechanism.card))} pays whoever played it."


@tells("multiplier", "score", 22, detail=1)
def multiplier(mechanism: Any, plan: Plan, others: Others) -> str:
    card, of = words.card_name(plan.pack.card(mechanism.card)), naming.card_of(plan, mechanism.of)
    return f"Whoever takes {card} counts each {of} {words.times(mechanism.times)}."


@tells("reliever", "score", 23, detail=1)
def reliever(mechanism: Any, plan: Plan, others: Others) -> str:
    card = words.card_name(plan.pack.card(mechanism.card))
    of = "total" if mechanism.floor == "total" else "score for the deal"
    return f"Whoever takes {card} takes {mechanism.points} off their {of}, but not below nought."


@tells("exposed_cards", "before", 20, phases="exposure")
def exposed_cards(mechanism: Any, plan: Plan, others: Others) -> str:
    first, *more = [_kind(plan, token) for token in mechanism.cards.split()]
    cards = words.choice_of([first, *(name.removeprefix("the ") for name in more)])
    return f"Each in turn may show {cards}."


@tells("exposed_counts", "score", 24, detail=1)
def exposed_counts(mechanism: Any, plan: Plan, others: Others) -> str:
    own = [words.card_name(plan.pack.card(card)) for card, of in mechanism.of.items() if of == card]
    more = [
        f"{words.card_name(plan.pack.card(card))} makes {_all(plan, of)} count {words.times(mechanism.times)}"
        for card, of in mechanism.of.items()
        if of != card
    ]
    if own:
        more.append(f"{words.listed(own)} count {words.times(mechanism.times)}")
    return f"If exposed, {', and '.join(more)}."


def _all(plan: Plan, tokens: str) -> str:
    """Return the cards that tokens name: ``all hearts``, ``the queen of spades``."""
    return words.listed(
        [
            f"all {naming.cards_of(plan, token)}" if token in plan.pack.suit_masks else _kind(plan, token)
            for token in tokens.split()
        ]
    )


@tells("sign_turned", "score", 30)
def sign_turned(mechanism: Any, plan: Plan, others: Others) -> str:
    also = f", and for {_all(plan, mechanism.also)}" if mechanism.also else ""
    turned = "plus instead of minus" if plan.worth.sign < 0 else "minus instead of plus"
    return f"Whoever takes {_all(plan, mechanism.cards)} scores {turned} for them{also}."


@tells("score_multiplier", "score", 31, detail=1)
def score_multiplier(mechanism: Any, plan: Plan, others: Others) -> str:
    card = words.card_name(plan.pack.card(mechanism.card))
    alone = (
        f", or counts {words.figure(mechanism.points)} with no other scoring card" if mechanism.points else ""
    )
    return f"{words.capital(card)} makes its taker's score count {words.times(mechanism.times)}{alone}."


@tells("score_multiplier", "score", 32, detail=2)
def score_multiplier_exposed(mechanism: Any, plan: Plan, others: Others) -> str:
    more = [
        *([f"{words.times(mechanism.exposed_times)}"] if mechanism.exposed_times else []),
        *([f"{words.figure(mechanism.exposed_points)}"] if mechanism.exposed_points else []),
    ]
    return f"If exposed, it counts {' or '.join(more)}." if more and "exposed_cards" in others else ""
