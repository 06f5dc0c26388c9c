"""One moment of a deal as a visitor sees it: the seats, the hand, the trick, the piles and the scoreboard.

The visitor's choices and the log of the deal are in ``display``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whister import words
from whister.deal.public import state_of
from whister.notation import word
from whister.plan import naming
from whister.table import piles, scoreboard, sentences
from whister.table.ladder import beaten
from whister.table.reasons import clause_told

if TYPE_CHECKING:
    from whister.plan.state import Trick
    from whister.rules import Deal

Json = dict[str, Any]


def picture(deal: Deal, visitor: int, *, study: bool, paid: Json | None = None) -> Json:
    """Return what lies on the table and who is to act, without the available actions. ``paid`` is the settlement at the end."""
    plan, view = state_of(deal).plan, deal.view(visitor)
    tricks, marked = view.tricks, piles.marks(deal, visitor)
    under_way = piles.under_way(deal, visitor)
    return {
        "phase": deal.phase, "to_act": deal.to_act, "pending": list(deal.pending),
        "seats": [_seat(deal, seat, visitor, study=study) for seat in plan.table.seats],
        "hand": [
            {"card": str(card), "name": card.name, "suit": card.suit, "playable": False, "reason": None,
             "mark": marked.get(card, "")}
            for card in (plan.cards_of(state_of(deal).hand(visitor) & ~under_way) if under_way else view.hand)
        ],
        "trick": {"number": view.trick.number, "leader": view.trick.leader, **_played(deal, view.trick)},
        "last_trick": None if not tricks else {
            "number": tricks[-1].number, "leader": tricks[-1].leader, "winner": tricks[-1].winner,
            **_played(deal, tricks[-1]),
        },
        "facts": [*_facts(deal, visitor), *piles.told(deal, visitor)],
        "board": scoreboard.board(deal, visitor, paid),
        "widow": piles.widow(deal, visitor, study=study), "pile": piles.pile(deal, visitor),
    }  # fmt: skip


def _played(deal: Deal, trick: Trick) -> Json:
    """Return the cards of a trick. Each card cancelled by an equal card has the number of its pair, and the trick has
    the clause that cancels them."""
    plan = state_of(deal).plan
    rule = plan.play.cancelling
    gone = rule.cancelled(trick.cards) if rule is not None else frozenset()
    pairs = (
        {at: number for number, pair in enumerate(rule.pairs(trick.cards), 1) for at in pair}
        if rule and gone
        else {}
    )
    whole = len(gone) == len(trick.cards) and "cancelled_whole" in plan.clause_of
    clause = plan.clause_of["cancelled_whole" if whole else "cancelling"] if gone else None
    return {
        "plays": [
            {"seat": seat, "card": str(card), "name": card.name, "gone": at in gone, "pair": pairs.get(at, 0)}
            for at, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True))
        ],
        "cancelled": clause_told(clause),
    }


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
    held = opened.get(seat, state_of(deal).hand(seat)) & ~piles.under_way(deal, seat)
    shown = exposed or seat == visitor or study
    face_up = 0 if shown else state_of(deal).face_up().get(seat, 0)
    totals = deal.ledger.totals
    worth = 0 if scoreboard.listed(deal, visitor) else scoreboard.worth(deal, seat)
    return {
        "seat": seat, "plays": seat != plan.table.dummy, "name": sentences.name(plan, seat, visitor), "position": sentences.place(plan, seat, visitor, deal.dealer),
        "dealer": seat == deal.dealer, "role": roles.get(seat, ""),
        "side": plan.table.sides[seat] if plan.table.sides is not None else None, "count": held.bit_count(),
        "hand": [str(card) for card in plan.cards_of(face_up or held)] if shown or face_up else None, "exposed": exposed or bool(face_up),
        "tricks": deal.taken(seat), "score": words.amount(worth, plan.worth.card_unit or plan.settling.unit).replace("-", "−") if plan.worth.total_value and worth and seat != plan.table.dummy else "",
        "call": _call(deal, seat, calls[-1], visitor) if calls else "",
        "total": f"total: {totals[seat]}".replace("-", "−") if any(totals) and seat != plan.table.dummy else "",
    }  # fmt: skip


def _call(deal: Deal, seat: int, text: str, visitor: int) -> str:
    """Return the call of a seat, without the seat's name: ``bids five levées in hearts``, or ``pass`` for the
    visitor."""
    bid = any(bid.text == text for bid in deal.bids)
    said = sentences.done(
        deal, seat, word("bid", text) if bid else word(*text.split()), visitor, leading=False
    )
    return said.removeprefix(sentences.name(state_of(deal).plan, seat, visitor)).strip(" .")


def _facts(deal: Deal, visitor: int) -> list[Json]:
    """Return the facts of the deal known to the visitor that are not on the scoreboard."""
    plan = state_of(deal).plan
    facts: list[Json] = []
    if deal.contract:
        title = naming.contract_title(plan, deal.contract, deal.trump)
        by = (
            f", by {sentences.name_within(plan, deal.declarer, visitor)}" if deal.declarer is not None else ""
        )
        facts.append({"label": "Contract", "value": title + by})
    elif deal.bid and deal.declarer is not None:
        by = sentences.name_within(plan, deal.declarer, visitor)
        facts.append({"label": "Bid", "value": f"{deal.bid}, by {by}"})
    made = [] if deal.phase == "auction" else beaten(deal)
    if made:
        said = [
            f"{naming.bid(plan, bid)}, by {sentences.name_within(plan, seat, visitor)}"
            for seat, bid in made[-3:]
        ]
        facts.append({"label": "Beaten", "value": "; ".join(said), "minor": True})
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
        seen = (
            {} if partner is None else {"minor": True}
        )  # also shown at the partner's place and on the scoreboard
        facts.append({"label": plan.table.partner_called.capitalize(), "value": who, **seen})
    if state_of(deal).turn_up >= 0:
        whose = {"still-pack": "from the other pack", "next-card": "nobody's"}.get(
            plan.dealing.turn_up, "the dealer's"
        )
        if plan.dealing.turn_up_taken:
            whose = "for the winner of the last trick"
        if "turned_trump" in plan.clause_of and not plan.bidding.contracts and not deal.trump:
            whose += "; no trumps in this deal"
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
    if exposed := state_of(deal).facts.get("face_up", {}):
        said = [
            f"{words.listed([words.card_name(card) for card in plan.cards_of(cards)])}, by {sentences.name_within(plan, seat, visitor)}"
            for seat, cards in exposed.items()
        ]
        facts.append({"label": "Exposed", "value": "; ".join(said), "minor": True})
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


__all__ = ["picture"]
