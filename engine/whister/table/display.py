"""What a visitor sees of a deal from one seat: plates, hand, trick, facts, story, and the legal actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from whister import words
from whister.deal.public import state_of
from whister.links.deal_record import DealRecord
from whister.links.texts import is_position
from whister.mechanisms.bidding.auction import AuctionPhase
from whister.notation import Action
from whister.plan import naming
from whister.players.seated import CAUTIOUS, Others
from whister.table import house_rules, sentences
from whister.table.offers import also, choice, due, now_or_never
from whister.table.picture import picture
from whister.table.reasons import reason_told

if TYPE_CHECKING:
    from whister.cards import Card
    from whister.clause import Verdict
    from whister.rules import Deal
    from whister.table.game import Game

Json = dict[str, Any]
NO_STRENGTHS: Mapping[int, str] = MappingProxyType({})


class Visit(NamedTuple):
    """A visitor's view of a deal: the seat, whether all hands are shown for study, the game to which the deal belongs,
    and the strengths of the other players."""

    seat: int
    study: bool = False
    game: Game | None = None  #: given if it differs from the game that the page has
    others: Others = CAUTIOUS  #: the players of the other seats, as far as no strength is chosen for them
    strengths: Mapping[int, str] = NO_STRENGTHS  #: the known names of strengths, by seat
    misnamed: str = ""  #: a sentence on a strength that does not exist, if one was chosen


def state(
    deal: Deal, visit: Visit, before: int, last: Sequence[Action] = (), pictures: Sequence[Json] = ()
) -> Json:
    """Return what the visitor sees, with the steps after the first ``before`` actions, and their pictures if there are
    any.

    ``last`` contains the actions that must be announced now or not at all.
    """
    visitor, study = visit.seat, visit.study
    plan, rules = state_of(deal).plan, deal.rules
    story = _story(deal, visitor)
    acting = visitor in deal.pending
    paid, prompt = None, ""
    if deal.over and not is_position(deal):
        from whister.table.endings import deal_ended  # loaded only when a deal has ended
        from whister.table.payment import settled

        paid, prompt = settled(deal, visitor), deal_ended(deal, visitor)
    seen = picture(deal, visitor, study=study, paid=paid)
    if acting and deal.phase == "play":
        for held in seen["hand"]:
            verdict = deal.why(held["card"], visitor)
            held |= {"playable": verdict.legal, "reason": reason_told(deal, verdict, visitor)}
    return {
        "rules": {"id": rules.id, "title": rules.title, "url": f"{rules.id}/", "options": dict(rules.chosen),
                  "players": list(rules.players), "hash": rules.behaviour_hash, "in_force": house_rules.in_force(rules),
                  "unsourced": house_rules.unsourced(rules)},
        "record": "" if is_position(deal) else str(DealRecord.of(deal)), "seat": visitor,
        "prompt": prompt or _prompt(deal, visitor, bool(last)),
        "unit": plan.settling.unit, "bids": "auction" in plan.course.phases,
        "beside": plan.dealing.widow_size > 0 or bool(plan.dealing.pile), **seen,
        "choice": now_or_never(deal, visitor, last) if last else choice(deal, visitor) if acting else None,
        "also": [] if last else also(deal, visitor),
        "steps": _steps(story[before:], pictures),
        "log": [*_opening_bid(deal, visitor), *(step["text"] for step in story)],
        "over": deal.over,
        "settlement": paid,
        "game": visit.game.told if visit.game is not None else None, "study": study, "broken": None,
        "dealt": _dealt(deal, visitor) if deal.over and not is_position(deal) else None,
    }  # fmt: skip


def _steps(story: Sequence[Json], pictures: Sequence[Json]) -> list[Json]:
    """Return steps of the story, each with the picture after it. There are no pictures if their number differs from
    that of the steps, as when a step has taken others back."""
    seen = pictures if len(pictures) == len(story) else [None] * len(story)
    return [{**step, "note": "", "picture": then} for step, then in zip(story, seen, strict=True)]


def noted(state: Json, verdict: Verdict) -> Json:
    """Return the state after the visitor's own action, with the rule that allowed it or was waived for it."""
    if verdict.exempted_by is not None and state["steps"]:
        state["steps"][0]["note"] = verdict.exempted_by.text
    elif verdict.waived and state["steps"]:
        state["steps"][0]["note"] = f"{verdict.waived[-1].title}: waived, since nothing else is held."
    return state


def forfeited(state: Json, notes: Mapping[int, str]) -> Json:
    """Return the state with a note on each step whose choice a player has forfeited, by the number of the step."""
    for at, note in notes.items():
        if at < len(state["steps"]):
            state["steps"][at]["note"] = note
    return state


def _dealt(deal: Deal, visitor: int) -> list[Json]:
    """Return every hand as it was dealt, and the other cards; shown when the deal is over."""
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
    """Return the compulsory opening bid, if there is one, in a sentence, since it is not an action of the deal."""
    auction = state_of(deal).plan.course.phases.get("auction")
    if not isinstance(auction, AuctionPhase) or auction.opens is None:
        return []
    opener, at = auction.opens(state_of(deal))
    opens = "open" if opener == visitor else "opens"
    return [
        f"{sentences.name(state_of(deal).plan, opener, visitor)} {opens} with {naming.bid(state_of(deal).plan, deal.bids[at])}."
    ]


def _drawn_after(deal: Deal, number: int, stock: Iterator[int]) -> list[tuple[int, Card]]:
    """Return who has drawn which card from the stock after a trick, beginning with the card that lay face up."""
    winner = deal.tricks[number].winner if state_of(deal).plan.dealing.pile else None
    if winner is None:
        return []
    cards = state_of(deal).plan.pack.cards
    return [
        (seat, cards[place]) for seat, place in zip(state_of(deal).order_from(winner), stock, strict=False)
    ]


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
        pack = state_of(deal).plan.pack
        # a card that follows suit, if there is one: the clause that bars it tells most
        nearest = min(barred, key=lambda card: pack.card(card).suit != deal.led)
        clause = deal.why(nearest, visitor).clause
        only = words.card_name(state_of(deal).plan.pack.card(legal.pop()))
        return f"Only {only} may be played{f', by the rule “{clause.title}”' if clause else ''}."
    if not deal.trick.cards:
        return _lead(deal, visitor)
    if state_of(deal).plan.play.lead_passes and not deal.led:
        return f"{words.card_name(deal.trick.cards[0]).capitalize()} was led: the first card of a suit sets the suit."
    return (
        f"{naming.suit(state_of(deal).plan, deal.led).capitalize()} led: play a card."
        if deal.led
        else "Play a card."
    )


def _lead(deal: Deal, visitor: int) -> str:
    """Return a sentence about what may be led: any card, any but one suit, or only some cards. A card that can be led
    as one of a suit counts as playable."""
    plan = state_of(deal).plan
    able = {word for action in deal.legal(visitor) for word in action.split()}
    held = set(deal.hands[visitor])
    if held <= able:
        return "You lead: play any card."
    suits = {plan.pack.card(card).suit for card in held - able}
    if len(suits) == 1 and not suits & {plan.pack.card(card).suit for card in held & able}:
        return f"You lead: play any suit but {naming.suit(plan, suits.pop())}."
    return "You lead, but not every card may be led now."


def _only_trump(deal: Deal, visitor: int) -> Card | None:
    """Return the wild card that must be played now as the holder's only trump; None if there is none."""
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


__all__ = ["NO_STRENGTHS", "Visit", "forfeited", "noted", "state"]
