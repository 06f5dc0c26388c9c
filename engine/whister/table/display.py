"""What a visitor sees of a deal from one seat: plates, hand, trick, facts, story, and what the moment asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from whister import words
from whister.deal.public import state_of
from whister.links.deal_record import DealRecord
from whister.links.texts import is_position
from whister.mechanisms.bidding.auction import AuctionPhase
from whister.notation import Action, word
from whister.plan import naming
from whister.table import house_rules, piles, sentences
from whister.table.game import pools
from whister.table.ladder import beaten
from whister.table.offers import also, choice, due, now_or_never
from whister.table.payment import settled
from whister.table.reasons import reason_told

if TYPE_CHECKING:
    from whister.cards import Card
    from whister.clause import Verdict
    from whister.plan.state import Trick
    from whister.rules import Deal
    from whister.table.game import Game

Json = dict[str, Any]


class Visit(NamedTuple):
    """Who looks at a deal: the seat, the game around the deal, and whether all hands are shown, for study."""

    seat: int
    study: bool = False
    game: Game | None = None  #: told where it is another than the page has


def state(deal: Deal, visit: Visit, before: int, last: Sequence[Action] = ()) -> Json:
    """What the visitor sees; ``last`` is what must be said now or not at all."""
    visitor, study = visit.seat, visit.study
    plan, rules, view = state_of(deal).plan, deal.rules, deal.view(visitor)
    sentences = _story(deal, visitor)
    acting = visitor in deal.pending
    tricks = view.tricks
    marked = piles.marks(deal, visitor)
    paid = settled(deal, visitor) if deal.over and not is_position(deal) else None
    return {
        "rules": {"id": rules.id, "title": rules.title, "url": f"{rules.id}/", "options": dict(rules.chosen),
                  "players": list(rules.players), "hash": rules.behaviour_hash, "in_force": house_rules.in_force(rules),
                  "unsourced": house_rules.unsourced(rules)},
        "record": "" if is_position(deal) else str(DealRecord.of(deal)), "seat": visitor, "phase": deal.phase, "prompt": _prompt(deal, visitor, bool(last)),
        "to_act": deal.to_act, "pending": list(deal.pending), "unit": plan.settling.unit,
        "seats": [_seat(deal, seat, visitor, study=study) for seat in plan.table.seats],
        "hand": [_held(deal, card, visitor, acting) | {"mark": marked.get(card, "")} for card in view.hand],
        "trick": {
            "number": view.trick.number, "leader": view.trick.leader,
            "plays": _plays(view.trick),
        },
        "last_trick": None if not tricks else {
            "number": tricks[-1].number, "leader": tricks[-1].leader, "winner": tricks[-1].winner,
            "plays": _plays(tricks[-1]),
        },
        "facts": [*_facts(deal, visitor, paid), *piles.told(marked)],
        "widow": piles.widow(deal, visitor, study=study), "pile": piles.pile(deal, visitor),
        "choice": now_or_never(deal, visitor, last) if last else choice(deal, visitor) if acting else None,
        "also": [] if last else also(deal, visitor),
        "steps": [step | {"note": ""} for step in sentences[before:]],
        "log": [*_opening_bid(deal, visitor), *(step["text"] for step in sentences)],
        "over": deal.over,
        "settlement": paid,
        "game": visit.game.told if visit.game is not None else None, "study": study, "broken": None,
        "dealt": _dealt(deal, visitor) if deal.over and not is_position(deal) else None,
    }  # fmt: skip


def noted(state: Json, verdict: Verdict) -> Json:
    """The state after the visitor's own action, told which rule has let it pass, or was waived for it."""
    if verdict.exempted_by is not None and state["steps"]:
        state["steps"][0]["note"] = verdict.exempted_by.text
    elif verdict.waived and state["steps"]:
        state["steps"][0]["note"] = f"{verdict.waived[-1].title}: waived, since nothing else is held."
    return state


def _dealt(deal: Deal, visitor: int) -> list[Json]:
    """Every hand as it was dealt, and what lay beside them: shown when the deal is over."""
    plan, dealt = state_of(deal).plan, state_of(deal).dealt
    hands = [
        {"name": sentences.name(plan, seat, visitor), "cards": [str(card) for card in plan.cards_of(hand)]}
        for seat, hand in enumerate(dealt.hands)
    ]
    if dealt.widow and plan.dealing.widow is not None:
        hands.append(
            {"name": plan.dealing.widow.label, "cards": [str(card) for card in plan.cards_of(dealt.widow)]}
        )
    return hands


def _plays(trick: Trick) -> list[Json]:
    return [
        {"seat": seat, "card": str(card), "name": card.name}
        for seat, card in zip(trick.seats, trick.cards, strict=True)
    ]


def _story(deal: Deal, visitor: int) -> list[Json]:
    story: list[Json] = []
    ends = list(accumulate(len(trick.cards) for trick in deal.tricks))
    takers = {end: trick.winner for end, trick in zip(ends, deal.tricks, strict=True)}
    leads = {0, *ends}
    played = state_of(deal).skipped
    stock = iter(state_of(deal).dealt.stock)
    for seat, action in deal.actions:
        plays = action.verb in ("play", "lead")
        leading = plays and played in leads
        played += plays
        text = sentences.done(deal, seat, action, visitor, leading)
        if action.verb == "draw":
            drawn = state_of(deal).plan.pack.cards[next(stock)]
            text = sentences.drawn(state_of(deal).plan, seat, visitor, drawn)
        taker = takers.get(played) if plays else None
        if plays and played in takers and taker is None:
            text += " Nobody wins the trick; it lies aside."
        if plays and played in ends and (filled := _drawn_after(deal, ends.index(played), stock)):
            text += f" {sentences.filled(state_of(deal).plan, filled, visitor)}"
        own = seat == visitor or action.verb not in ("give", "discard")
        done = str(action) if own else action.verb
        story.append({"seat": seat, "action": done, "text": text, "leads": leading, "taker": taker})
    return story


def _opening_bid(deal: Deal, visitor: int) -> list[str]:
    """The bid with which a player has opened unasked, where one must: it is no action of the deal."""
    auction = state_of(deal).plan.course.phases.get("auction")
    if not isinstance(auction, AuctionPhase) or auction.opens is None:
        return []
    opener, at = auction.opens(state_of(deal))
    opens = "open" if opener == visitor else "opens"
    return [
        f"{sentences.name(state_of(deal).plan, opener, visitor)} {opens} with {naming.bid(state_of(deal).plan, deal.bids[at])}."
    ]


def _drawn_after(deal: Deal, number: int, stock: Iterator[int]) -> list[tuple[int, Card]]:
    """Who has drawn which card from the stock after a trick, the one that lay open first."""
    winner = deal.tricks[number].winner if state_of(deal).plan.dealing.pile else None
    if winner is None:
        return []
    cards = state_of(deal).plan.pack.cards
    return [
        (seat, cards[place]) for seat, place in zip(state_of(deal).order_from(winner), stock, strict=False)
    ]


def _seat(deal: Deal, seat: int, visitor: int, *, study: bool) -> Json:
    plan = state_of(deal).plan
    calls = [text for caller, text in state_of(deal).facts.get("calls", ()) if caller == seat]
    roles: dict[int | None, str] = {}
    if deal.declarer is not None:
        roles = {
            plan.course.partner_known(state_of(deal), visitor): plan.table.partner_called,
            deal.declarer: "bidder" if plan.worth.named_value else "declarer",
        }
    if plan.course.next_leader is not None and deal.phase == "play" and not state_of(deal).hand(seat):
        roles[seat] = "out"
    opened = state_of(deal).lying_open()
    exposed = seat in opened
    held = opened.get(seat, state_of(deal).hand(seat))
    shown = exposed or seat == visitor or study
    totals = deal.ledger.totals
    worth = plan.worth.of(state_of(deal).captured[seat]) + plan.worth.trick_value * deal.taken(seat)
    return {
        "seat": seat, "plays": seat != plan.table.dummy, "name": sentences.name(plan, seat, visitor), "position": sentences.place(plan, seat, visitor, deal.dealer),
        "dealer": seat == deal.dealer, "role": roles.get(seat, ""),
        "side": plan.table.sides[seat] if plan.table.sides is not None else None, "count": held.bit_count(),
        "hand": [str(card) for card in plan.cards_of(held)] if shown else None, "exposed": exposed,
        "tricks": deal.taken(seat), "score": words.amount(worth, plan.worth.card_unit or plan.settling.unit) if plan.worth.total_value and worth and seat != plan.table.dummy else "",
        "call": _call(deal, seat, calls[-1], visitor) if calls else "",
        "total": f"{totals[seat]} in all".replace("-", "−") if any(totals) and seat != plan.table.dummy else "",
    }  # fmt: skip


def _call(deal: Deal, seat: int, text: str, visitor: int) -> str:
    """What a seat has said, after its name: ``bids five levées in hearts``, and of the visitor's own ``pass``."""
    bid = any(bid.text == text for bid in deal.bids)
    said = sentences.done(
        deal, seat, word("bid", text) if bid else word(*text.split()), visitor, leading=False
    )
    return said.removeprefix(sentences.name(state_of(deal).plan, seat, visitor)).strip(" .")


def _held(deal: Deal, card: Card, visitor: int, acting: bool) -> Json:
    held: Json = {"card": str(card), "name": card.name, "suit": card.suit, "playable": False, "reason": None}
    if acting and deal.phase == "play":
        verdict = deal.why(card, visitor)
        held["playable"] = verdict.legal
        held["reason"] = reason_told(deal, verdict, visitor)
    return held


def _prompt(deal: Deal, visitor: int, last: bool) -> str:
    if deal.over:
        return "The deal is over."
    if visitor not in deal.pending:
        if last:
            return f"{sentences.name(state_of(deal).plan, deal.pending[0], visitor)} is to act. Now is the last moment to speak."
        return f"{sentences.name(state_of(deal).plan, deal.pending[0], visitor)} is to act."
    if deal.phase != "play":
        prompt = state_of(deal).plan.course.phases[deal.phase].prompt(state_of(deal), visitor)
        return sentences.seats_named(state_of(deal).plan, prompt, visitor) or "It is your turn."
    if (first := due(deal, visitor)) is not None:
        return first[1]
    legal: set[str] = set(deal.legal(visitor))
    barred = [card for card in deal.hands[visitor] if card not in legal]
    if (forced := _only_trump(deal, visitor)) is not None:
        return f"Trump is led, and {words.card_name(forced)} is your only trump: it must be played."
    if len(legal) == 1 and barred:
        clause = deal.why(barred[0], visitor).clause
        only = words.card_name(state_of(deal).plan.pack.card(legal.pop()))
        return f"Only {only} may be played{f', by the rule “{clause.title}”' if clause else ''}."
    if not deal.trick.cards:
        free = not barred
        return "You lead: play any card." if free else "You lead: play any card that is not barred."
    if state_of(deal).plan.play.lead_passes and not deal.led:
        return f"{words.card_name(deal.trick.cards[0]).capitalize()} was led: the first card of a suit sets the suit."
    return (
        f"{naming.suit(state_of(deal).plan, deal.led).capitalize()} led: play a card."
        if deal.led
        else "Play a card."
    )


def _only_trump(deal: Deal, visitor: int) -> Card | None:
    """A card outside the suits that must be played now, where it is the holder's only trump."""
    plan, legal = state_of(deal).plan, deal.legal(visitor)
    if (
        not deal.trump
        or deal.led != deal.trump
        or len(legal) > 1
        or state_of(deal).hand(visitor).bit_count() == 1
    ):
        return None
    card = plan.pack.card(legal[0])
    joined = any(wild.mask >> card.index & 1 and wild.suit in ("", deal.trump) for wild in plan.makeup.wilds)
    return card if joined else None


def _facts(deal: Deal, visitor: int, paid: Json | None) -> list[Json]:
    """What is known to all, and to the visitor, of the deal; the pools as they stand when it is paid."""
    plan = state_of(deal).plan
    facts = [{"label": "Dealer", "value": sentences.name(plan, deal.dealer, visitor)}]
    if deal.contract:
        title = naming.contract_title(plan, deal.contract, deal.trump)
        by = (
            f", by {sentences.name_within(plan, deal.declarer, visitor)}" if deal.declarer is not None else ""
        )
        facts.append({"label": "Contract", "value": title + by})
    elif deal.bid and deal.declarer is not None:
        facts.append(
            {"label": "Bid", "value": f"{deal.bid}, by {sentences.name_within(plan, deal.declarer, visitor)}"}
        )
    made = [] if deal.phase == "auction" else beaten(deal)
    if made:
        said = [
            f"{naming.bid(plan, bid)}, by {sentences.name_within(plan, seat, visitor)}"
            for seat, bid in made[-3:]
        ]
        facts.append({"label": "Beaten", "value": "; ".join(said)})
    partner, called = (
        plan.course.partner_known(state_of(deal), visitor),
        state_of(deal).facts.get("called", 0),
    )
    if partner is not None or called:
        card = " ".join(words.card_name(card) for card in plan.cards_of(called))
        holder = f"whoever holds {card}"
        if visitor == deal.declarer and called & state_of(deal).facts.get("laid_aside", {}).get(visitor, 0):
            holder = f"nobody: you have laid {card} aside"
        elif visitor == deal.declarer and called & state_of(deal).hand(visitor):
            holder = f"nobody: you hold {card}"
        who = sentences.name(plan, partner, visitor) if partner is not None else holder
        facts.append({"label": plan.table.partner_called.capitalize(), "value": who})
    if plan.worth.named:
        facts.append({"label": "Penalty suit", "value": naming.suit(plan, plan.worth.named)})
    if state_of(deal).turn_up >= 0:
        whose = "from the other pack" if plan.dealing.turns_still else "the dealer's"
        facts.append(
            {
                "label": "Turned up",
                "value": f"{words.card_name(plan.pack.cards[state_of(deal).turn_up])}, {whose}",
            }
        )
    for name, known in plan.bidding.suit_classes.items():
        preferred = known.suit(deal.turned_suit, deal.ledger.first_turn)
        if plan.bidding.suit_class(preferred, deal.turned_suit, deal.ledger.first_turn) == name:
            facts.append({"label": known.title, "value": naming.suit(plan, preferred)})
    if deal.trump:
        facts.append({"label": "Trump", "value": naming.suit(plan, deal.trump), "suit": deal.trump})
    held = pools(deal.ledger, deal.ledger) if paid is None or paid["row"] is None else paid["row"]["pools"]
    facts += [
        {"label": pool["label"], "value": words.amount(pool["chips"], plan.settling.unit)}
        for pool in held
        if pool["chips"]
    ]
    aside, tricks = state_of(deal).facts.get("set_aside", (0, 0))
    if tricks and not deal.over:
        lies = f"{aside.bit_count()} cards for the next winner"
        facts.append({"label": "Set aside", "value": lies})
    own = state_of(deal).facts.get("laid_aside", {}).get(visitor, 0) & ~state_of(deal).widow
    if own and not deal.over:
        cards = words.listed([words.card_name(card) for card in plan.cards_of(own)])
        facts.append({"label": "Laid aside by you", "value": cards})
    if "told" in state_of(deal).facts:
        kind, many = state_of(deal).facts["told"]
        one = kind.removesuffix("s") if many == 1 else kind
        facts.append({"label": "Announced", "value": f"{words.number(many)} {one} laid aside"})
    if deal.ledger.standing in plan.settling.marks:
        facts.append(
            {"label": deal.ledger.standing.capitalize(), "value": plan.settling.marks[deal.ledger.standing]}
        )
    return facts


__all__ = ["Visit", "noted", "state"]
