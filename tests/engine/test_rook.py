"""Tournament Rook, played by hand: the deal of the sources' worked example, and the reneges that may befall it."""

from __future__ import annotations

import random
import re

import pytest

import whister
from whister import Deal, IllegalAction, Record, Rules
from whister.bots import choose
from whister.deal.public import state_of
from whister.plan.outcome import captured_masks
from whister.rules import load_with

ROOK = "rook/tournament"
HANDS = [
    "R13 R11 R7 Y12 Y10 Y7 B9 B8 B5",
    "R8 Y11 Y9 Y8 G12 G8 G7 B12 B11",
    "R14 R10 Y14 Y13 Y6 G10 G6 B14 B10",
    "R9 R6 R5 Y5 G13 G9 B7 B6 ROOK",
]
NEST = "R12 G14 G11 G5 B13"
AUCTION = "bid 70, pass, bid 75, bid 80, pass, bid 85, bid 90, bid 95, pass"
EXCHANGE = "discard R12 R10 Y13 Y6 B10, trump G"
#: Seat 2 takes the bid at 80; seats 0 and 2 are its side.
AT_80 = f"pass, pass, bid 80, pass, {EXCHANGE}"


def dealt(**options: str | int | bool) -> Deal:
    return load_with(ROOK, None, options).deal(hands=HANDS, widow=NEST, dealer=3)


def do(deal: Deal, *actions: str) -> Deal:
    """Take actions in order, written as in a case: several in a text, ``2: pass`` out of turn."""
    for text in actions:
        for entry in re.split(r", ", text):
            seat, _, action = entry.rpartition(": ")
            deal.act(action, int(seat) if seat else None)
    return deal


def adjudicated(*actions: str, **options: str | int | bool) -> Deal:
    """Return the deal after a bid of 80 and some actions, under rules by which reneges can happen."""
    return do(dealt(revoke="adjudicate", **options), AT_80, *actions)


def cards(text: str) -> set[str]:
    return set(text.split())


# -- the pack and a whole deal --------------------------------------------------------------------------------------


def test_RK_01_the_pack_has_41_cards_and_13_counters_worth_120() -> None:
    deal = whister.load(ROOK).deal("1906")
    deal.act("bid 120")
    pack = [*deal.hands[0], *deal.hands[1], *deal.hands[2], *deal.hands[3]]
    assert len(pack) == len(set(pack)) == 41
    assert min(int(card[1:]) for card in pack if card != "ROOK") == 5
    counters = [card for card in pack if card == "ROOK" or card[1:] in ("5", "10", "14")]
    assert len(counters) == 13
    rules = whister.load(ROOK)
    assert rules.settle(rules.outcome(captured=[counters, [], [], []], declarer=0, bid=120)).delta == (
        120,
        0,
        120,
        0,
    )


@pytest.mark.parametrize(
    ("name", "cards", "points"),
    [
        ("tournament", 41, 120), ("kentucky-discard", 40, 100), ("tournament-full", 57, 120), ("red-one", 42, 150),
        ("buckeye", 45, 180), ("kentucky", 45, 180), ("county-40", 40, 100), ("series-200", 45, 200),
        ("one-high-200", 57, 200), ("western-new-york", 57, 180), ("streetsboro", 57, 180),
        ("call-partner", 57, 200), ("call-partner-5", 53, 180), ("regular", 56, 120), ("dixie", 56, 120),
        ("three-1914", 44, 126), ("two-1914", 44, 126), ("tennessee-two", 45, 160), ("whist-56", 56, 0),
        ("whist-52", 52, 0),
    ],
)  # fmt: skip
def test_the_pack_of_each_game_and_the_points_of_its_round(name: str, cards: int, points: int) -> None:
    plan = whister.load(f"rook/{name}").plan
    assert (plan.cards, plan.all_points) == (cards, points)


@pytest.mark.parametrize(
    ("calls", "declarer", "bid"),
    [
        ("bid 70, bid 80, pass, bid 85, bid 90, bid 95, pass, pass", 1, 95),
        ("bid 70, bid 120", 1, 120),
        ("pass, pass, pass, bid 70", 3, 70),
    ],
)
def test_the_declarer_has_the_bid_that_he_made(calls: str, declarer: int, bid: int) -> None:
    deal = do(dealt(), calls)
    assert (deal.phase, deal.declarer, deal.bid) == ("nest", declarer, bid)


def test_the_cards_laid_aside_are_worth_what_they_were() -> None:
    deal = do(dealt(), AUCTION, "discard R12 R10 Y13 Y6 B10")
    assert (state_of(deal).plan.worth.of(state_of(deal).widow), len(deal.hands[2]), deal.phase) == (
        20,
        9,
        "trump",
    )


def test_WD_1_every_play_is_legal_and_every_trick_goes_where_it_should() -> None:
    deal = do(dealt(), AUCTION)
    assert (deal.phase, deal.to_act, deal.declarer, deal.bid) == ("nest", 2, 2, 95)
    assert len(deal.legal()) == 2002
    do(deal, EXCHANGE)
    assert cards(" ".join(deal.hands[2])) == cards("R14 Y14 G14 G11 G10 G6 G5 B14 B13")
    assert deal.to_act == 0
    tricks = [
        ("R13 R8 R14 R6", 2, 10, "R9 R6 R5 ROOK"),
        ("G14 G9 Y10 G7", 2, 20, "G13 G9 ROOK"),
        ("G11 G13 Y7 G8", 3, 0, "G13 ROOK"),
        ("R9 R11 G12 B13", 1, 0, None),
        ("B12 B14 B6 B5", 2, 15, None),
        ("Y14 Y5 Y12 Y8", 2, 15, None),
        ("G6 ROOK R7 Y9", 3, 20, "ROOK"),
        ("B7 B9 B11 G10", 2, 10, None),
        ("G5 R5 B8 Y11", 2, 10, None),
    ]
    for plays, winner, points, legal_of_seat_3 in tricks:
        for card in plays.split():
            if deal.to_act == 3 and legal_of_seat_3 is not None:
                assert set(deal.legal()) == cards(legal_of_seat_3)
            deal.act(card)
        assert (deal.tricks[-1].winner, deal.tricks[-1].value) == (winner, points)
    settlement = deal.settle()
    assert settlement.delta == (100, 20, 100, 20)
    assert settlement.made is True
    assert settlement.ledger.dealer == 0


def test_the_worked_deal_round_trips_as_a_record() -> None:
    deal = do(dealt(), AUCTION, EXCHANGE, "R13, R8, R14, R6, G14, G9")
    again = Record.parse(str(Record.of(deal))).replay()
    assert again.hands == deal.hands
    assert again.legal() == deal.legal()


def test_the_forced_rook_names_its_clause() -> None:
    deal = do(
        dealt(), AUCTION, EXCHANGE, "R13, R8, R14, R6, G14, G9, Y10, G7, G11, G13, Y7, G8, R9, R11, G12, B13"
    )
    do(deal, "B12, B14, B6, B5, Y14, Y5, Y12, Y8, G6")
    with pytest.raises(IllegalAction) as refused:
        deal.act("R5")
    assert refused.value.clause.id == "rook/tournament#forced-rook"


def test_only_the_declarer_knows_what_lies_in_the_nest() -> None:
    deal = do(dealt(), AUCTION, EXCHANGE)
    assert set(deal.view(2).widow) == cards("R12 R10 Y13 Y6 B10")
    assert [deal.view(seat).widow for seat in (0, 1, 3)] == [(), (), ()]
    assert all("R12" not in action for _, action in deal.view(0).events)


def test_a_card_turned_in_the_nest_is_hidden_once_the_declarer_has_it() -> None:
    deal = whister.load(ROOK, nest_face_up=1).deal("1906")
    (turned,) = deal.view(3).widow
    deal.act("bid 120")
    others = [card for card in deal.hands[0] if card != turned][:4]
    deal.act(" ".join(["discard", turned, *others]))
    assert deal.view(3).widow == ()


def test_a_session_goes_to_300_or_more() -> None:
    session = whister.load(ROOK).session("1906")
    while not session.over:
        while not session.deal.over:
            assert session.deal.to_act is not None
            session.deal.act(choose(session.deal.view(session.deal.to_act)))
        session.advance()
    a, b = session.totals[:2]
    assert max(a, b) >= 300
    assert session.winners == ((0, 2) if a > b else (1, 3))
    assert session.totals == (a, b, a, b)


# -- reneges --------------------------------------------------------------------------------------------------------

#: The first three tricks; seat 1 holds back G8 and G12 in the third, which seat 3 wins.
RENEGED = "R13, R8, R14, R6, G14, G9, Y10, G7, G11, G13, Y7, Y9"


def test_by_default_the_card_is_refused() -> None:
    deal = do(dealt(), AT_80, "R13, R8, R14, R6, G14, G9, Y10, G7, G11, G13, Y7")
    with pytest.raises(IllegalAction) as refused:
        deal.act("Y9")
    assert refused.value.clause.slug == "follow"


def test_the_list_of_legal_cards_does_not_know_of_reneges() -> None:
    deal = adjudicated("R13, R8, R14, R6, G14, G9, Y10, G7, G11, G13, Y7")
    assert set(deal.legal()) == {"G8", "G12"}
    assert not deal.why("Y9").legal
    do(deal, "Y9")
    assert deal.tricks[2].cards == ("G11", "G13", "Y7", "Y9")


def test_a_card_that_is_not_held_is_refused_all_the_same() -> None:
    deal = adjudicated("R13")
    with pytest.raises(IllegalAction) as refused:
        deal.act("R14")
    assert refused.value.clause.slug == "turn"


def test_only_the_offender_is_offered_a_correction_and_no_view_tells() -> None:
    reneged = adjudicated(RENEGED)
    assert set(reneged.legal(1)) == {"correct G8", "correct G12"}
    assert [list(reneged.legal(seat)) for seat in (0, 2)] == [[], []]
    assert set(reneged.legal(3)) == cards("R9 R5 Y5 B7 B6 ROOK")
    honest = [*HANDS]
    honest[1] = "R8 Y11 Y9 Y8 R10 B10 G7 B12 B11"  # the same plays by a hand that has no other green
    honest[2] = "R14 G8 Y14 Y13 Y6 G10 G6 B14 G12"
    twin = whister.load(ROOK, revoke="adjudicate").deal(hands=honest, widow=NEST, dealer=3)
    do(twin, "pass, pass, bid 80, pass, discard R12 G8 Y13 Y6 G12, trump G", RENEGED)
    assert twin.view(0) == reneged.view(0)
    assert twin.view(3) == reneged.view(3)


def test_RK_29_a_renege_put_right_in_time_costs_nothing() -> None:
    deal = adjudicated(RENEGED, "R9, R11, 1: correct G8")
    assert deal.tricks[2].cards == ("G11", "G13", "Y7", "G8")
    assert deal.tricks[2].winner == 3
    assert deal.trick.cards == ("R9", "R11")
    assert deal.to_act == 1
    do(
        deal,
        "G12, B13, B12, B14, B6, B5, Y14, Y5, Y12, Y8, G6, ROOK, R7, Y9, B7, B9, B11, G10, G5, R5, B8, Y11",
    )
    assert deal.over
    assert deal.settle().delta == (100, 20, 100, 20)


def test_a_correction_that_wins_the_trick_takes_up_the_next_one() -> None:
    deal = adjudicated("R11, R8, B13, R6")
    assert deal.tricks[0].winner == 0
    do(deal, "Y12, Y8")
    do(deal, "2: correct R14")
    assert (deal.tricks[0].cards, deal.tricks[0].winner) == (("R11", "R8", "R14", "R6"), 2)
    assert deal.trick.cards == ()
    assert deal.to_act == 2
    assert {"Y12"} <= set(deal.hands[0])
    assert {"Y8"} <= set(deal.hands[1])
    assert "B13" in deal.hands[2]


def test_the_card_called_for_may_already_lie_in_the_next_trick() -> None:
    deal = adjudicated(RENEGED, "R9, R11, G12")
    do(deal, "1: correct G12")
    assert deal.tricks[2].cards == ("G11", "G13", "Y7", "G12")
    assert deal.trick.cards == ("R9", "R11")
    assert deal.to_act == 1
    assert "Y9" in deal.hands[1]


def test_a_renege_in_the_open_trick_is_replaced_where_it_lies() -> None:
    deal = adjudicated("R13, R8, B13, 2: correct R14")
    assert deal.trick.cards == ("R13", "R8", "R14")
    assert deal.to_act == 3


def test_a_later_card_falls_when_the_hand_put_right_had_to_follow() -> None:
    # Seat 1 throws its only red card on a black trick, and is then void in red; with the card back it is not.
    deal = adjudicated("B5, R8, B13, ROOK, R9, R7, Y8, 1: correct B11")
    assert deal.tricks[0].cards == ("B5", "B11", "B13", "ROOK")
    assert deal.trick.cards == ("R9", "R7")
    assert deal.to_act == 1
    assert list(deal.legal()) == ["R8"]


def test_a_claim_in_time_only_obliges_the_offender() -> None:
    deal = adjudicated(RENEGED, "R9, R11")
    with pytest.raises(IllegalAction) as refused:
        deal.act("claim revoke 1", 2)
    assert refused.value.clause.slug == "renege-stops"
    do(deal, "G12")
    assert "claim revoke 1" in deal.legal(2)
    assert "claim revoke 1" not in deal.legal(3)
    do(deal, "2: claim revoke 1")
    assert (deal.phase, deal.pending) == ("mend", (1,))
    assert set(deal.legal(1)) == {"correct G8", "correct G12"}
    with pytest.raises(IllegalAction) as refused:
        deal.act("pass", 1)
    assert refused.value.clause.slug == "renege-correction"
    do(deal, "1: correct G8")
    assert (deal.phase, deal.to_act, deal.trick.cards) == ("play", 2, ("R9", "R11", "G12"))


def test_RK_27_a_renege_by_the_defenders_found_after_trick_6() -> None:
    deal = adjudicated(RENEGED, "R9, R11, G12, B13, B12, B14, B6, B5, Y14, Y5, Y12, Y8")
    do(deal, "0: claim revoke 1")
    assert deal.over
    # Tricks 1, 2, 5 and 6 are seat 2's: 10 + 20 + 15 + 15. The 40 points not captured yet are nobody's.
    settlement = deal.settle()
    assert settlement.delta == (60, -80, 60, -80)
    assert [line.clause.slug for line in settlement.lines] == ["renege-penalty", "renege-opponents"]
    (breach,) = deal.outcome.breaches
    assert (breach.seat, breach.trick, breach.card, breach.found_by) == (1, 3, "Y9", 0)


def test_RK_28_a_renege_by_the_declaring_side() -> None:
    deal = adjudicated("R13, R8, G5, R6", "G6, G13, Y7, G7", "ROOK, B8, G8, G10", "R9, R7, Y8, R14")
    do(deal, "3: claim revoke 2")
    assert deal.over
    # Seat 3 has taken the Rook and the green 10; seat 2 keeps none of its 15.
    assert deal.settle().delta == (-80, 30, -80, 30)
    assert deal.settle().made is False


def test_the_rook_held_back_is_a_renege_too() -> None:
    deal = adjudicated("R13, R8, R14, R6, G14, G9, Y10, G7, G11, G13, Y7, G8, R9, R11, G12, B13")
    do(deal, "B12, B14, B6, B5, Y14, Y5, Y12, Y8, G6, R5")
    assert list(deal.legal(3)) == ["correct ROOK"]
    do(deal, "R7, Y9, G10, ROOK")
    assert "claim revoke 3" in deal.legal(2)


def test_a_renege_that_comes_out_with_the_last_card_is_claimed_when_the_play_is_over() -> None:
    deal = adjudicated("R13, R8, R14, R6, G14, G9, Y10, G7, G11, G13, Y7, G8, R9, R11, G12, B13")
    do(deal, "B12, B14, B6, B5, Y14, Y5, Y12, Y8, G6, ROOK, R7, Y9, B7, B9, Y11, G10, G5, R5, B8, B11")
    assert (deal.phase, deal.pending) == ("closing", (0, 2))
    waived = do(deal.copy(), "0: pass, 2: pass")
    assert waived.settle().delta == (100, 20, 100, 20)
    do(deal, "2: claim revoke 1")
    assert deal.over
    # The nest went with the last trick before the renege was found.
    assert deal.settle().delta == (100, -80, 100, -80)


def test_a_renege_nobody_claims_changes_nothing() -> None:
    deal = adjudicated("R13, R8, R14, R6, G14, G9, Y10, G7, G11, G13, Y7, Y9, R9, R11, G12, B13")
    do(deal, "B12, B14, B6, B5, Y14, Y5, Y12, Y8, G6, ROOK, R7, G8, B7, B9, B11, G10, G5, R5, B8, Y11")
    assert deal.phase == "closing"
    do(deal, "0: pass, 2: pass")
    assert deal.outcome.breaches == ()
    assert deal.settle().made is True


def test_the_rook_led_as_a_colour_is_still_led_so_when_the_trick_is_mended() -> None:
    deal = do(dealt(revoke="adjudicate", rook_led="leader-names-colour"), "pass, pass, pass, bid 70")
    do(deal, "discard R12 R9 R6 R5 G9, trump B, R13, R8, R14, B7, lead ROOK as Y, Y12, B11")
    do(deal, "1: correct Y8")
    assert deal.trick.cards == ("ROOK", "Y12", "Y8")
    assert set(deal.legal()) == {"Y6", "Y13", "Y14"}
    do(deal, "Y14")
    assert (deal.tricks[1].winner, deal.tricks[1].value) == (3, 30)


def test_undo_takes_back_reneges_corrections_and_claims_exactly() -> None:
    steps = [*RENEGED.split(", "), "R9", "R11", "G12", "2: claim revoke 1", "1: correct G12", "Y8", "B13"]
    deal = adjudicated()
    for step in steps:
        before = [deal.view(seat) for seat in range(4)]
        do(deal, step)
        after = [deal.view(seat) for seat in range(4)]
        deal.undo()
        assert [deal.view(seat) for seat in range(4)] == before
        do(deal, step)
        assert [deal.view(seat) for seat in range(4)] == after


@pytest.mark.parametrize("window", ["next-trick", "next-lead"])
@pytest.mark.parametrize("rook_led", ["trump", "leader-names-colour"])
def test_careless_players_never_lose_a_card(window: str, rook_led: str) -> None:
    """They play random cards, legal or not, and make claims and corrections whenever these are open."""
    rules = whister.load(
        ROOK, None, revoke="adjudicate", renege_window=window, rook_led=rook_led, allow_claim=True
    )
    for seed in range(60):
        deal = rules.deal(seed)
        chance = random.Random(seed)
        while not deal.over:
            before = [deal.view(seat) for seat in range(4)] if chance.random() < 0.1 else None
            _carelessly(deal, chance)
            if before is not None:
                record = str(Record.of(deal))
                assert Record.parse(record).replay().hands == deal.hands
                twin = deal.copy()
                twin.undo()
                assert [twin.view(seat) for seat in range(4)] == before
            held = [card for hand in deal.hands for card in hand] + list(deal.trick.cards)
            held += [card for trick in deal.tricks for card in trick.cards]
            assert len(held) == len(set(held))
        _check_end(rules, deal)


def _carelessly(deal: Deal, chance: random.Random) -> None:
    extra = [(seat, action) for seat in range(4) for action in _asides(deal, seat)]
    if extra and chance.random() < 0.2:
        seat, action = chance.choice(extra)
        deal.act(action, seat)
        return
    assert deal.to_act is not None
    if deal.phase == "play" and deal.trick.cards:
        deal.act(chance.choice(deal.hands[deal.to_act]))
        return
    legal = deal.legal()
    deal.act(legal[chance.randrange(len(legal))])


def _asides(deal: Deal, seat: int) -> list[str]:
    if deal.phase != "play":
        return []
    return [action for action in deal.legal(seat) if action.startswith(("correct", "claim"))]


def _check_end(rules: Rules, deal: Deal) -> None:
    settlement = deal.settle()
    assert settlement.delta[:2] == settlement.delta[2:]
    if deal.outcome.void:
        assert settlement.delta == (0, 0, 0, 0)
    elif not deal.outcome.breaches:
        captured = sum(rules.plan.worth.of(mask) for mask in captured_masks(deal.outcome))
        assert captured == 120


def test_a_trump_that_is_not_named_is_refused_in_words() -> None:
    deal = whister.load("rook/tournament").deal("1906")
    deal.act("bid 120")
    deal.act(deal.legal()[0])
    assert not deal.why("trump").legal
    with pytest.raises(IllegalAction) as refused:
        deal.act("trump")
    assert "Expected 'trump' and one of R, Y, G, B." in str(refused.value)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("rook/tennessee-two", {"The declarer loses the bid", "The other player scores"}),
        ("rook/two-1914", {"The declarer loses the bid", "The other player scores"}),
        ("rook/three-1914", {"The declarer loses the bid", "The defenders score"}),
        ("rook/tournament", {"The declaring side loses the bid", "The defenders score"}),
    ],
)
def test_the_settlement_speaks_of_as_many_as_there_are(name: str, said: set[str]) -> None:
    deal = whister.load(name).deal("1906")
    deal.act([action for action in deal.legal() if str(action).startswith("bid ")][-1])
    while not deal.over:
        deal.act(deal.legal()[0])
    assert said <= {line.text for line in deal.settle().lines}


@pytest.mark.parametrize(("led", "clause"), [("ROOK", "rook-led"), ("R9", "follow")])
def test_a_trump_is_followed_by_the_clause_of_the_card_led(led: str, clause: str) -> None:
    rules = whister.load("rook/tournament")
    deal = rules.position(hand="R7 B9", led=led, trump="R", trick=3)
    assert deal.legal() == ("R7",)
    assert deal.why("B9").clause == rules.clauses[clause]
