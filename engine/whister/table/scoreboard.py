"""The scoreboard of a table: the aim and the progress of the deal, on one line.

Each item belongs to a mechanism, and is shown if the rule set has that mechanism.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from whister import words
from whister.deal.public import state_of
from whister.drawing import face
from whister.ledger import MAIN_POOL
from whister.links.texts import is_position
from whister.mechanisms.end.ending import EndOfGame, Winner
from whister.plan import naming
from whister.plan.outcome import captured_masks
from whister.plan.tricks import UNBROKEN
from whister.table import sentences
from whister.table.game import pools

if TYPE_CHECKING:
    from whister.plan.bidding import Announcement
    from whister.plan.compiled import Plan
    from whister.rules import Deal

Json = dict[str, Any]
_SIDES = 4  #: the most amounts that fit on one line
_PAIR = 2  #: the most seats of a side that are named one by one
_SINGLED = 2  #: the most single cards that the scoreboard follows


def board(deal: Deal, visitor: int, paid: Json | None = None) -> list[Json]:
    """Return the items of the scoreboard: ``{"part", "label", "value", "short"}``; ``short`` is for a narrow line.

    An item may have a ``suit``, shown as its symbol, a ``brief`` label, and a ``spoken`` form of its label. In a
    position for study, what was taken before is unknown. ``paid`` is the settlement, with the pools after it.
    """
    taken = () if is_position(deal) else (*_points(deal, visitor), *_singled(deal, visitor))
    return [
        *_goal(deal),
        *_undertaken(deal, visitor),
        *taken,
        *_broken(deal),
        *_suits(deal),
        *_pools(deal, paid),
    ]


def _item(part: str, label: str, value: str, short: str = "") -> Json:
    return {"part": part, "label": label, "value": value, "short": short or value}


def _goal(deal: Deal) -> Iterator[Json]:
    """Yield who wins the game, and when it ends."""
    plan = state_of(deal).plan
    asked = [mechanism for _, mechanism in plan.asked.conclude]
    won = next((one.total for one in asked if isinstance(one, Winner)), "")
    end = next((one for one in asked if isinstance(one, EndOfGame)), None)
    unit = plan.settling.unit
    most = "high score wins" if unit == "points" else f"most {unit} win"
    said = {"lowest": "low score wins", "highest": most}.get(won, "")
    until = short = ""
    if end is not None:
        deals = end.deals or end.rounds * plan.table.n
        if end.target and unit != "chips":
            short = str(end.target)
            until = f"{'to' if end.test == 'reach' else 'past'} {end.target}"
        elif end.floor and not deals:
            short = words.figure(end.floor)
            until = f"to {short}"
        elif deals or end.target:
            until = f"{words.number(deals or end.without_points)} deals"
            short = f"{deals or end.without_points} deals"
    if said or until:
        points = won and unit == "points"
        brief = f"{won.removesuffix('est')} wins, {short}" if points and short else short
        yield _item("goal", "Game", ", ".join(filter(None, (said, until))), brief)


def side(deal: Deal, visitor: int) -> tuple[int, ...]:
    """Return the seats that play for the contract or the bid, as far as the visitor knows; none if there is no
    declarer."""
    state, declarer = state_of(deal), deal.declarer
    if declarer is None:
        return ()
    partner = state.plan.course.partner_known(state, visitor)
    found = {declarer, partner} - {None} | {*state.plan.table.partner_of(declarer)}
    return tuple(seat for seat in state.plan.table.seats if seat in found)


def named(plan: Plan, seats: tuple[int, ...], visitor: int, *, short: bool = False) -> str:
    """Return the name of a side, with the visitor first: ``You and East``, ``The others``; ``short``: ``You+E``,
    ``others``."""
    order = sorted(seats, key=lambda seat: seat != visitor)
    if short and len(seats) > _PAIR:
        return f"You+{len(seats) - 1}" if visitor in seats else "others"
    if short:
        return "+".join(_initial(plan, seat, visitor) for seat in order)
    if len(seats) > _PAIR:
        return f"You and {words.number(len(seats) - 1)} others" if visitor in seats else "The others"
    first, *others = order
    within = [sentences.name_within(plan, seat, visitor) for seat in others]
    return words.listed([sentences.name(plan, first, visitor), *within])


def _initial(plan: Plan, seat: int, visitor: int) -> str:
    name = sentences.name(plan, seat, visitor)
    if seat in (visitor, plan.table.dummy):
        return name.removeprefix("The ").capitalize()
    number = name.removeprefix("Seat ")
    return number if number.isdigit() else "".join(part[0].upper() for part in name.split("-"))


def _undertaken(deal: Deal, visitor: int) -> Iterator[Json]:
    """Yield how many tricks towards its target the declaring side has won."""
    plan, seats = state_of(deal).plan, side(deal, visitor)
    contract = plan.bidding.contracts.get(deal.contract)
    if contract is None or deal.declarer is None:
        return
    counted = (deal.declarer,) if contract.exactly else seats
    won = sum(deal.taken(seat) for seat in counted)
    said = _wanted(deal, contract, won, alone=len(seats) == 1)
    label = named(plan, counted, visitor)
    short = (
        said.partition(",")[0].removesuffix(" tricks so far").removesuffix(" tricks").removesuffix(" trick")
    )
    yield _item("contract", label, said, short) | {
        "brief": named(plan, counted, visitor, short=len(counted) > 1)
    }


def _wanted(deal: Deal, contract: Announcement, won: int, *, alone: bool) -> str:
    """Return the tricks of a side with its target: ``4 of 9 tricks``."""
    plan = state_of(deal).plan
    if contract.takes == "penalties":
        return f"{_tricks(won)}, all penalties wanted"
    if contract.takes or (not contract.tricks and not contract.exactly):
        return f"{won} of {plan.play.most_tricks} tricks"
    if not contract.tricks:
        return "no tricks so far, none wanted" if not won else f"{_tricks(won)}, none wanted"
    together = plan.bidding.joint(contract) if plan.table.sides is None else 0
    exactly = "exactly " if contract.exactly else ""
    if not alone:
        return f"{won} of {exactly}{_tricks(together or contract.tricks)}"
    secret = together > contract.tricks and state_of(deal).facts.get("called", 0)
    also = f", {together} with a partner" if secret else ""
    return f"{won} of {exactly}{_tricks(contract.tricks)}{also}"


def _tricks(count: int) -> str:
    return f"{count} trick{'' if count == 1 else 's'}"


def worth(deal: Deal, seat: int) -> int:
    """Return what a seat has won so far in cards and tricks, in points."""
    counted = state_of(deal).plan.worth
    return counted.sign * (counted.of(_captured(deal)[seat]) + counted.trick_value * deal.taken(seat))


def _captured(deal: Deal) -> Sequence[int]:
    """Return the cards that each seat has captured, as masks; at the end these include cards awarded outside the
    tricks."""
    return captured_masks(deal.outcome) if deal.over else state_of(deal).captured


def _points(deal: Deal, visitor: int) -> Iterator[Json]:
    """Yield the points that each side has taken so far; after a bid in points, also the bid and the points left."""
    state = state_of(deal)
    plan, groups = state.plan, _sides(deal, visitor)
    if not plan.worth.total_value:
        if plan.worth.book:
            tricks = {group: str(sum(deal.taken(seat) for seat in group)) for group in groups}
            yield from _each(plan, "Tricks", tricks, visitor)
        return
    amounts = {group: sum(worth(deal, seat) for seat in group) for group in groups}
    if not deal.over and state.facts.get("widow_seen_by") == visitor:  # it counts with the tricks
        amounts[next(group for group in groups if visitor in group)] += plan.worth.of(state.widow)
    shown = {group: str(amount).replace("-", "−") for group, amount in amounts.items()}
    bid, declaring = deal.bid if not deal.contract and not plan.worth.named_value else 0, side(deal, visitor)
    if bid and declaring in shown:
        shown[declaring] += f" of {bid}"
    unit = plan.worth.card_unit or plan.settling.unit
    yield from _each(plan, "Points" if unit == "points" else "Taken", shown, visitor)
    if bid and declaring and not deal.over:
        left = plan.worth.total_value + plan.worth.trick_value * plan.play.most_tricks - sum(amounts.values())
        yield _item("left", "Left", str(left))


def listed(deal: Deal, visitor: int) -> bool:
    """Return whether the scoreboard shows the points that every side has taken."""
    return len(_sides(deal, visitor)) <= _SIDES


def _each(plan: Plan, label: str, amounts: Mapping[tuple[int, ...], str], visitor: int) -> Iterator[Json]:
    """Yield an amount for each side, if there is room for all."""
    if len(amounts) <= _SIDES:
        said = ", ".join(f"{named(plan, group, visitor)} {amount}" for group, amount in amounts.items())
        said = said.replace(", The others", ", the others")
        brief = " ".join(
            f"{named(plan, group, visitor, short=True)} {amount.replace(' of ', '/')}"
            for group, amount in amounts.items()
        )
        yield _item("points", label, said, brief) | {"brief": ""}


def _sides(deal: Deal, visitor: int) -> list[tuple[int, ...]]:
    """Return the sides whose points are added up: partners, the declarer's side and the others, or each player alone.

    The visitor's side comes first.
    """
    table = state_of(deal).plan.table
    declaring = side(deal, visitor)
    secret = len(declaring) == 1 and state_of(deal).facts.get(
        "called", 0
    )  # a secret partner is on that side too
    found = [table.side_of(seat) for seat in table.players]
    if (
        table.sides is None
        and declaring
        and deal.bid
        and not secret
        and (table.defenders_joined or len(declaring) > 1)
    ):
        others = tuple(seat for seat in table.players if seat not in declaring)
        found = [declaring, others]
    return sorted(dict.fromkeys(found), key=lambda group: visitor not in group)


def _broken(deal: Deal) -> Iterator[Json]:
    """Yield whether the suit that may not be led at first has been broken."""
    state = state_of(deal)
    breaking = state.plan.play.breaking
    closed = state.flags & UNBROKEN or deal.phase not in ("play", "over")
    for letter, cards in state.plan.pack.suit_masks.items():
        present = cards & state.plan.present
        if present and not present & ~breaking:
            said = "not broken" if closed else "broken"
            yield _item("broken", naming.suit(state.plan, letter).capitalize(), said) | {
                "suit": letter,
                "brief": "",
            }


def _singled(deal: Deal, visitor: int) -> Iterator[Json]:
    """Yield the whereabouts of each card that is the only one of its suit to count."""
    state = state_of(deal)
    plan, captured = state.plan, _captured(deal)
    counted = [card for card in plan.cards_of(plan.present) if plan.worth.values[card.index]]
    of_suit = {
        suit: {str(card) for card in counted if card.suit == suit} for suit in {card.suit for card in counted}
    }
    alone = {str(card): card for card in counted if len(of_suit[card.suit]) == 1}
    for card in alone.values() if len(alone) <= _SINGLED else ():
        copies = plan.pack.equal_to(1 << card.index) & plan.present
        takers = [seat for seat in plan.table.seats for _ in range((captured[seat] & copies).bit_count())]
        short = [_initial(plan, seat, visitor) for seat in dict.fromkeys(takers)]
        names = [sentences.name_within(plan, seat, visitor) for seat in dict.fromkeys(takers)]
        if not takers:
            here = any(copies >> at & 1 for at in state.open_trick)
            own = state.hand(visitor) & copies == copies
            said, brief = ("in your hand", "yours") if own else ("still in play", "in play")
            if here:
                said, brief = "on the table", "here"
        else:
            some = f"{len(takers)} of {copies.bit_count()} " if len(takers) < copies.bit_count() else ""
            said, brief = f"{some}taken by {words.listed(names)}", some + "+".join(short)
        yield _item("card", face(str(card)), said, brief) | {"spoken": card.name.capitalize()}


def _suits(deal: Deal) -> Iterator[Json]:
    """Yield the trump suit, and the suit named as the penalty suit."""
    plan = state_of(deal).plan
    named, trump = plan.worth.named, deal.trump
    if named:
        yield _item("named", "Penalty suit", naming.suit(plan, named)) | {"suit": named, "brief": "Penalty"}
    if trump:
        yield _item("trump", "Trump", naming.suit(plan, trump)) | {"suit": trump, "brief": ""}


def _pools(deal: Deal, paid: Json | None) -> Iterator[Json]:
    """Yield what the pools contain now; once the deal is paid, what they contain after it, or after the end of the
    game."""
    held = pools(deal.ledger, deal.ledger) if paid is None or paid["row"] is None else paid["row"]["pools"]
    end = paid["end"] if paid is not None else None
    for pool in held:
        chips = end["pool"] if end is not None and pool["label"] == words.pool(MAIN_POOL) else pool["chips"]
        if chips:
            amount = words.amount(chips, state_of(deal).plan.settling.unit)
            brief = pool["label"].partition(" ")[0]
            yield _item("pool", pool["label"], amount, str(chips)) | {"brief": brief}


__all__ = ["board", "listed", "named", "side", "worth"]
