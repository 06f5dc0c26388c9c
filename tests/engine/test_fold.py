"""The compiled fold agrees with a slow reference, card by card and trick by trick, in every rule set."""

from __future__ import annotations

from random import Random

import pytest

import whister
from tests.engine import slow
from tests.engine.holding import act, dealt
from tests.house_rules import together
from whister import Deal, Rules
from whister.deal.machine import Machine
from whister.deal.public import state_of
from whister.plan.state import Dealt

ALL = whister.catalogue()


def table(deal: Deal, trick: list[str], seat: int | None) -> slow.Table:
    """Return a deal in the form of the reference: the cards on the table as texts, and the hand of the seat to act."""
    rules, last = deal.rules, deal.trick if deal.trick.cards or not deal.tricks else deal.tricks[-1]
    if seat is not None:
        last = deal.trick
    done = deal.tricks if seat is not None else deal.tricks[:-1]
    earlier = [
        (player, str(card)) for past in done for player, card in zip(past.seats, past.cards, strict=True)
    ]
    own = [
        card
        for player, card in [*earlier, *zip(last.seats, map(str, last.cards), strict=True)]
        if player == seat
    ]
    pile = [str(state_of(deal).plan.pack.cards[place]) for place in state_of(deal).stock]
    nobodys = seat is not None and seat == state_of(deal).plan.table.dummy
    return slow.Table(
        game=rules.id, house=rules.chosen, hand=[str(card) for card in deal.hands[seat]] if seat is not None else (),
        trick=trick, earlier=[card for _, card in earlier], own=own, trump=deal.trump, turned=deal.turned_suit,
        contract=deal.contract, declaring=seat is not None and seat == deal.declarer, declarer_led=deal.declarer is not None and last.leader == deal.declarer,
        called=next((action.words[0] for _, action in deal.actions if action.verb == "call"), "") if rules.id == "boston/rikken" else "",
        stock=len(state_of(deal).stock), named=state_of(deal).facts.get("led_as", {}).get(last.number, ""),
        penalty_suit=next((action[-1] for _, action in deal.actions if action.verb == "name"), ""),
        dummy=pile[len(own):] if nobodys else None, number=deal.ledger.number, opened=[str(past.cards[0]) for past in done],
        exposed=[action.words[0] for player, action in deal.actions if action.verb == "expose" and player == seat],
    )  # fmt: skip


def expected(deal: Deal, seat: int) -> set[str]:
    """Return the cards that the reference lets a seat play, and what else it may say during the play."""
    hand = [str(card) for card in deal.hands[seat]]
    found = slow.legal(table(deal, [str(card) for card in deal.trick.cards], seat))
    if deal.rules.id == "boston/russian" and len(hand) == 13 and deal.trump:
        late = deal.rules.chosen.get("chicane_until") == "opening-lead" and deal.trick.cards
        if (
            not late
            and seat not in state_of(deal).facts.get("chicane", ())
            and all(c[1] != deal.trump for c in hand)
        ):
            found.add("declare chicane")
    before_lead = not (deal.tricks or deal.trick.cards)
    if deal.rules.id == "hearts/rickety-kate" and before_lead and "QS" in deal.view(seat).received:
        found.add("decline QS")
    if deal.rules.chosen.get("allow_claim") and seat not in state_of(deal).facts.get("declined", ()):
        found.add("claim rest")
    return found


def takes(deal: Deal) -> int | None:
    """Return the seat to which the reference gives the last trick; None if the trick is set aside."""
    last = deal.tricks[-1]
    told = table(deal, [str(card) for card in last.cards], None)
    place = slow.winner(told)
    if place is None and deal.over:
        place = slow.last_cancelled(told)
    return None if place is None else last.seats[place]


def bunched(deal: Deal, chance: Random) -> Deal:
    """Return the same deal from a badly shuffled pack, so that hands are short of suits or rich in one rank."""
    plan, (hands, _, turned, stock, turn_up) = state_of(deal).plan, state_of(deal).dealt
    if turned or turn_up >= 0 or deal.ledger.order:
        return deal
    cards, by_rank = plan.cards_of(plan.present), chance.random() < 0.3
    near = {
        card.index: (plan.pack.ranks.index(card.rank) if by_rank and card.suit else card.index)
        for card in cards
    }
    badly = chance.choice((1, 2, 6))
    order = sorted(near, key=lambda card: chance.gauss(near[card], badly))
    sizes = [hand.bit_count() for hand in hands]
    dealt = [sum(1 << order.pop() for _ in range(size)) for size in sizes]
    if plan.table.dummy is not None:
        stock = tuple(card for card in reversed(near) if dealt[plan.table.dummy] >> card & 1)
    elif plan.dealing.pile:
        stock = tuple(order.pop() for _ in stock)
    elif stock:
        stock = tuple(order)
    return Deal(Machine(plan, Dealt(tuple(dealt), sum(1 << card for card in order), 0, stock), deal.ledger))


def plays_as_the_reference_says(deal: Deal, chance: Random) -> bool:
    """Compare every choice and every trick of a deal with the reference; return whether there was a trick."""
    while not deal.over:
        seat = deal.pending[0]
        tricks = len(deal.tricks)
        if deal.phase == "play":
            legal = deal.legal(seat)
            assert set(legal) == expected(deal, seat), (deal, deal.trick, deal.hands[seat])
            deal.act(legal[chance.randrange(len(legal))], seat)
        else:
            act(deal, chance)
        if len(deal.tricks) > tricks:
            assert deal.tricks[-1].winner == takes(deal), (deal, deal.tricks[-1])
    return bool(deal.tricks)


def some_deals(rules: Rules, chance: Random) -> None:
    """Compare a deal from a well-shuffled pack and one from a badly shuffled pack, both with tricks in them."""
    for shuffle in (lambda deal: deal, lambda deal: bunched(deal, chance)):
        deals = (shuffle(dealt(rules, chance)) for _ in range(20))
        assert any(plays_as_the_reference_says(deal, chance) for deal in deals), (
            f"nothing was played: {rules}"
        )


@pytest.mark.parametrize("name", ALL)
def test_legal_cards_and_winners_are_those_of_the_slow_reference(name: str) -> None:
    for players in whister.load(name).players:
        some_deals(whister.load(name, players), Random(f"{name}, {players} players"))


@pytest.mark.parametrize("name", ALL)
def test_and_so_they_are_under_house_rules(name: str) -> None:
    """The house rules chosen are those that affect the cards played: all values that are offered, several at once."""
    rules, chance = whister.load(name), Random(name)
    for house in together(rules, chance, among=slow.OF_PLAY):
        some_deals(house, chance)


def test_the_reference_refuses_a_house_rule_that_it_does_not_know() -> None:
    with pytest.raises(slow.UnheardOf, match="trump_is_always_hearts"):
        slow.Table("hearts/modern", {"trump_is_always_hearts": True})


def test_the_reference_knows_every_house_rule_there_is_and_no_other() -> None:
    offered = {name for rule_set in ALL for name in whister.load(rule_set).options}
    assert offered == slow.OF_PLAY | slow.OF_OTHER_THINGS
    assert not slow.OF_PLAY & slow.OF_OTHER_THINGS
