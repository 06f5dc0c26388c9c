"""What holds in every deal of every rule set, whatever the cards and whoever plays."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import whister
from whister import Deal, Record, Rules
from whister.bots import choose

ALL = whister.catalogue()
TABLES = [(name, players) for name in ALL for players in whister.load(name).players]
rule_sets = st.sampled_from(TABLES)
seeds = st.integers(min_value=0, max_value=10**9)


def play(deal: Deal, chance: random.Random, steps: int = 10_000) -> Deal:
    """Random legal actions until the deal is over, or for so many steps."""
    while not deal.over and steps:
        seat = chance.choice(deal.pending)
        legal = deal.legal(seat)
        deal.act(legal[chance.randrange(len(legal))], seat)
        steps -= 1
    return deal


def opened(table: tuple[str, int], seed: int) -> Deal:
    rules = whister.load(table[0], players=table[1])
    return rules.deal(seed, number=1 + seed % 5, dealer=rules.plan.players[seed % table[1]])


@given(rule_sets, seeds)
@settings(max_examples=40)
def test_every_card_stays_in_the_pack(table: tuple[str, int], seed: int) -> None:
    deal = opened(table, seed)
    plan = deal.plan
    chance = random.Random(seed)
    while True:
        places = [*(deal.hand(seat) for seat in plan.seats), *deal.captured]
        places.append(sum(1 << card.index for card in deal.trick.cards))
        aside = deal.widow
        for cards in deal.facts.get("laid_aside", {}).values():
            aside |= cards
        aside |= deal.facts.get("set_aside", (0, 0))[0]
        if plan.pile:
            aside |= sum(1 << place for place in deal.stock)
        seen = aside
        for cards in places:
            assert not seen & cards, "a card stands in two places"
            seen |= cards
        assert seen == plan.present, "a card is lost"
        if deal.over:
            return
        play(deal, chance, 1)


@given(rule_sets, seeds)
@settings(max_examples=60)
def test_there_is_always_something_legal(table: tuple[str, int], seed: int) -> None:
    deal = opened(table, seed)
    chance = random.Random(seed)
    while not deal.over:
        for seat in deal.pending:
            assert len(deal.legal(seat)) > 0
        play(deal, chance, 1)


@given(rule_sets, seeds, st.integers(0, 80))
def test_undo_is_exact(table: tuple[str, int], seed: int, steps: int) -> None:
    chance = random.Random(seed)
    deal = play(opened(table, seed), chance, steps)
    if deal.over:
        return
    before = [deal.view(seat) for seat in deal.plan.seats]
    record = str(Record.of(deal))
    play(deal, chance, 1)
    deal.undo()
    assert [deal.view(seat) for seat in deal.plan.seats] == before
    assert str(Record.of(deal)) == record


@given(rule_sets, seeds, st.integers(0, 80))
def test_a_copy_goes_its_own_way(table: tuple[str, int], seed: int, steps: int) -> None:
    deal = play(opened(table, seed), random.Random(seed), steps)
    before = [deal.view(seat) for seat in deal.plan.seats]
    play(deal.copy(), random.Random(seed + 1))
    assert [deal.view(seat) for seat in deal.plan.seats] == before


@given(rule_sets, seeds, st.integers(0, 80))
def test_a_record_plays_again_to_the_same_position(table: tuple[str, int], seed: int, steps: int) -> None:
    deal = play(opened(table, seed), random.Random(seed), steps)
    text = str(Record.of(deal))
    again = Record.parse(text).replay()
    assert [again.view(seat) for seat in again.plan.seats] == [deal.view(seat) for seat in deal.plan.seats]
    assert str(Record.of(again)) == text


@given(rule_sets, seeds, st.integers(0, 80))
@settings(max_examples=60)
def test_a_card_is_legal_exactly_when_it_is_listed_and_a_refusal_changes_nothing(
    table: tuple[str, int], seed: int, steps: int
) -> None:
    deal = play(opened(table, seed), random.Random(seed), steps)
    if deal.over or deal.phase != "play":
        return
    legal: set[str] = set(deal.legal())
    record = str(Record.of(deal))
    for card in deal.plan.pack.cards:
        verdict = deal.why(card)
        assert verdict.legal == (card in legal)
        if verdict.legal:
            continue
        assert verdict.clause is not None
        assert verdict.clause.id.startswith(table[0])
        with pytest.raises(whister.IllegalAction) as refusal:
            deal.act(card)
        assert refusal.value.clause == verdict.clause
    assert str(Record.of(deal)) == record


@given(rule_sets, seeds)
@settings(max_examples=60)
def test_a_settlement_is_the_sum_of_its_lines_and_chips_are_conserved(
    table: tuple[str, int], seed: int
) -> None:
    deal = play(opened(table, seed), random.Random(seed))
    settlement = deal.settle()
    for seat in deal.plan.seats:
        assert settlement.delta[seat] == sum(line.amounts[seat] for line in settlement.lines)
    if settlement.unit != "points":
        assert sum(settlement.delta) + settlement.pool - deal.ledger.pool == 0


@given(rule_sets, seeds)
@settings(max_examples=60)
def test_points_captured_add_up_to_the_pack(table: tuple[str, int], seed: int) -> None:
    deal = play(opened(table, seed), random.Random(seed))
    if deal.outcome.void or not deal.plan.total_value:
        return
    outcome = deal.outcome
    nobodys = deal.plan.pack.mask(outcome.declared.get("laid_aside", ())) | deal.widow
    for cards in outcome.captured:
        nobodys &= ~cards
    assert sum(deal.plan.worth(cards) for cards in (*outcome.captured, nobodys)) == deal.plan.total_value


def play_cautiously(deal: Deal) -> Deal:
    """Cautious players until the deal is over."""
    while not deal.over:
        seat = deal.pending[0]
        deal.act(choose(deal.view(seat)), seat)
    return deal


@given(rule_sets, seeds)
@settings(max_examples=30)
def test_cautious_players_finish_every_deal(table: tuple[str, int], seed: int) -> None:
    play_cautiously(opened(table, seed)).settle()


@given(st.sampled_from(ALL), seeds)
@settings(max_examples=10)
def test_a_game_comes_to_an_end(name: str, seed: int) -> None:
    session = whister.load(name).session(seed)
    chips = sum(session.ledger.totals) + session.ledger.pool
    while not session.over:
        play_cautiously(session.deal)
        session.advance()
        assert session.ledger.number < 100, "a game of a hundred deals is no game"
        if session.rules.plan.unit != "points":
            assert sum(session.totals) + session.ledger.pool == chips, "stakes included, no chip is lost"
    assert session.winners


@given(st.sampled_from(ALL), seeds)
def test_equal_seeds_deal_equal_hands(name: str, seed: int) -> None:
    rules: Rules = whister.load(name)
    assert rules.deal(seed).hands == rules.deal(str(seed)).hands


Look = Callable[[Deal, int], object]


def _leaks(look: Look, table: tuple[str, int], seed: int, steps: int) -> bool | None:
    """Whether a look from seat 0 changes when two unseen cards, in other hands or undealt, change places.

    None when the exchange does not leave the public record as it was, so that nothing can be said.
    """
    rules = whister.load(table[0], players=table[1])
    plan = rules.plan
    chance = random.Random(seed)
    deal = play(rules.deal(seed), chance, steps)
    if deal.over:
        return None
    moved = {card for _, action in deal.actions for card in plan.cards_of(action.mask)}
    exposed = set(deal.facts.get("exposed", ()))
    hidden = [seat for seat in plan.seats if seat and seat not in exposed]
    hands, widow, turned, stock, turn_up = deal.dealt
    ordered = [plan.pack.cards[place] for place in stock]
    piles = [list(plan.cards_of(hand)) for hand in hands]
    if plan.dummy is not None:
        piles[plan.dummy] = ordered
    piles.append(ordered if plan.stock and ordered else list(plan.cards_of(widow)))
    piles.append(ordered if plan.pile else [])
    looked = deal.facts.get("widow_seen_by") == 0
    if (plan.stock and stock) or (deal.widow == widow and not turned and not looked):
        hidden.append(plan.n)  # what was not dealt
    if plan.pile:
        hidden.append(plan.n + 1)
    up = [plan.pack.cards[turn_up]] if turn_up >= 0 else []
    drawn = len(stock) - len(deal.stock) if plan.pile else 0
    tops = ordered[: drawn + 1 : plan.n] if plan.pile else []  # each lay face up before it was drawn
    seen = moved | {*deal.hands[0], *up, *tops}
    unseen = [(pile, at) for pile in hidden for at, card in enumerate(piles[pile]) if card not in seen]
    if len({pile for pile, _ in unseen}) < 2:
        return None
    (first, here), (second, there) = chance.sample(unseen, 2)
    if first == second and piles[first] is not ordered:
        return None
    piles[first][here], piles[second][there] = piles[second][there], piles[first][here]
    shown = up or plan.cards_of(turned)
    twin = rules.deal(hands=piles[: plan.n], widow=[*piles[plan.n], *piles[plan.n + 1]], turned=shown)
    try:
        for seat, action in deal.actions:
            twin.act(action, seat)
    except whister.WhisterError:
        return None
    if twin.pending != deal.pending or twin.phase != deal.phase:
        return None
    return look(deal, 0) != look(twin, 0)


def _honest(deal: Deal, seat: int) -> object:
    return deal.view(seat)


def _leaky(deal: Deal, seat: int) -> object:
    return deal.view(seat), deal.hands[(seat + 1) % deal.plan.n]


@given(rule_sets, seeds, st.integers(0, 40))
def test_a_view_does_not_change_with_cards_it_may_not_see(
    table: tuple[str, int], seed: int, steps: int
) -> None:
    assert _leaks(_honest, table, seed, steps) is not True


def test_a_leaky_view_is_found_out() -> None:
    found = dict.fromkeys(ALL, 0)
    for name in ALL:
        for seed in range(60):
            found[name] += _leaks(_leaky, (name, whister.load(name).players[0]), seed, seed % 30) is True
    assert all(found.values()), found


def _peeking(deal: Deal, seat: int) -> object:
    """The view, and the next card that lies face down: of the stock, or of a hand that nobody holds."""
    plan = deal.plan
    lying = [place for place in deal.stock if plan.dummy is None or deal.hand(plan.dummy) >> place & 1]
    return deal.view(seat), lying[1:2] if plan.pile else lying[:1]


@pytest.mark.parametrize(
    "name", [name for name in ALL if whister.load(name).plan.dealing.ordered is not None]
)
def test_a_look_at_the_next_card_that_lies_face_down_is_found_out(name: str) -> None:
    table = name, whister.load(name).players[-1]
    assert any(_leaks(_peeking, table, seed, seed % 10) is True for seed in range(400))
