"""How the table's sentences read to one of its players."""

from __future__ import annotations

import pytest

from whister import catalogue
from whister.deal.public import state_of
from whister.notation import parse
from whister.rules import load
from whister.rulesets.reader import path_of
from whister.table.sentences import done, drawn, filled, label, name, seats_named
from whister.words import amount, cards_in_words


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("Seat 0 pays the party of 7", "You pay the party of 7"),
        ("The jack of hearts led: seat 0 pays 26", "The jack of hearts led: you pay 26"),
        ("The lowest, seat 0, takes 104", "The lowest, you, take 104"),
        ("The lowest, seat 1 and seat 0, take 3 each", "The lowest, West and you, take 3 each"),
        (
            "The lowest, seat 1, seat 0 and seat 2, take 3 each",
            "The lowest, West, you and North, take 3 each",
        ),
        ("Seat 0 and seat 3 take 7 each", "You and East take 7 each"),
        ("seat 1 and seat 0 take 7 each", "West and you take 7 each"),
        ("The queen of hearts led by seat 0: seat 1 is paid", "The queen of hearts led by you: West is paid"),
        (
            "The queen of hearts led by seat 1: seat 0 is paid",
            "The queen of hearts led by West: you are paid",
        ),
        ("Seat 1 took the joker of seat 0", "West took your joker"),
        ("The jack of hearts of seat 0 forced by seat 1", "Your jack of hearts forced by West"),
        ("The hand of seat 0 holds 3 points.", "Your hand holds 3 points."),
        ("It is not the turn of seat 0.", "It is not your turn."),
        ("Every trick to seat 0", "Every trick to you"),
        ("Seat 0 made his part and pays nothing", "Your seat made his part and pays nothing"),
        ("Seat 2 pays seat 9", "North pays seat 9"),
    ],
)
def test_a_player_is_spoken_to_as_you(said: str, heard: str) -> None:
    assert seats_named(load("hearts/modern").plan, said, 0) == heard


@pytest.mark.parametrize(
    ("rules", "action", "button"),
    [
        ("hearts/partnership-slam", "bid slam", "Bid a slam"),
        ("hearts/chasse-coeur", "declare generale", "Announce a générale"),
        ("hearts/omnibus", "declare no-hearts", "Promise no hearts"),
        ("hearts/royal", "declare old", "Add to the others"),
        ("hearts/auction", "name C", "Clubs"),
        ("hearts/domino", "draw", "Draw a card"),
    ],
)
def test_a_button_says_what_is_done(rules: str, action: str, button: str) -> None:
    plan = load(rules).plan
    assert label(plan, parse(action, plan.pack)) == button


@pytest.mark.parametrize("rules", catalogue())
def test_a_record_writes_straight_quotation_marks_that_the_page_curls(rules: str) -> None:
    text = path_of(rules).read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if set(line) & set("‘’“”")] == []


#: A rule set, what is done, its button, and what is said when the visitor does it and when West does.
DONE = [
    ("hearts/black-lady", "QS", "QS", "You play the queen of spades.", "West plays the queen of spades."),
    ("hearts/black-lady", "give 2C 3C QS", "Give 2C 3C QS", "You pass the two of clubs, the three of clubs and the queen of spades.", "West passes three cards."),
    ("hearts/black-lady", "give QS", "Give QS", "You pass the queen of spades.", "West passes one card."),
    ("hearts/black-lady", "claim revoke 2", "Claim a revoke by seat 2", "You claim a revoke by North.", "West claims a revoke by North."),
    ("hearts/black-lady", "claim redeal", "Ask for a new deal", "You ask for a new deal.", "West asks for a new deal."),
    ("hearts/black-lady", "claim rest", "Claim the remaining tricks", "You claim the tricks that are left.", "West claims the tricks that are left."),
    ("hearts/omnibus", "declare no-hearts", "Promise no hearts", "You promise no hearts.", "West promises no hearts."),
    ("hearts/chasse-coeur", "declare generale", "Announce a générale", "You announce a générale.", "West announces a générale."),
    ("hearts/partnership-slam", "bid slam", "Bid a slam", "You bid a slam.", "West bids a slam."),
    ("hearts/partnership-slam", "pass", "Pass", "You pass.", "West passes."),
    ("hearts/auction", "bid 10", "10", "You bid 10.", "West bids 10."),
    ("hearts/auction", "name H", "Hearts", "You name hearts as the penalty suit.", "West names hearts as the penalty suit."),
    ("hearts/royal", "declare old", "Add to the others", "You choose to add to the others.", "West chooses to add to the others."),
    ("hearts/royal", "declare new", "Take off your own", "You choose to take points off the shooter.", "West chooses to take points off the shooter."),
    ("boston/fontainebleau", "bid 5H", "Hearts", "You bid five levées in hearts.", "West bids five levées in hearts."),
    ("boston/fontainebleau", "bid little-misere", "Little Misère", "You bid little misère.", "West bids little misère."),
    ("boston/fontainebleau", "ask", "Ask for a partner", "You ask for a partner.", "West asks for a partner."),
    ("boston/fontainebleau", "accept", "Accept", "You accept.", "West accepts."),
    ("boston/fontainebleau", "decline", "Decline", "You decline.", "West declines."),
    ("boston/fontainebleau", "alone", "Play alone", "You play alone.", "West plays alone."),
    ("rook/tournament", "discard R5 R10", "Discard R5 R10", "You lay the red 5 and the red 10 aside.", "West lays two cards aside."),
    ("rook/tournament", "trump G", "Green", "You name green as trumps.", "West names green as trumps."),
    ("rook/tournament", "call R1", "Call the red 1", "You call the red 1.", "West calls the red 1."),
    ("rook/tournament", "hold", "Hold your partner's bid", "You hold the partner's bid.", "West holds the partner's bid."),
    ("rook/tournament", "opening declarer", "Lead yourself", "You lead to the first trick.", "West leads to the first trick."),
    ("rook/tournament", "opening left", "Let your left lead", "You let the player at the left lead.", "West lets the player at the left lead."),
    ("rook/call-partner-5", "trump high", "High no-trump", "You call high no-trump.", "West calls high no-trump."),
    ("rook/whist-52", "declare tricks", "Take tricks from them", "You take tricks for the revoke.", "West takes tricks for the revoke."),
    ("rook/whist-52", "declare off", "Take points off their score", "You take points off for the revoke.", "West takes points off for the revoke."),
    ("rook/whist-52", "declare on", "Add points to your score", "You score points for the revoke.", "West scores points for the revoke."),
    ("rook/whist-52", "lead ROOK as Y", "Lead the Rook as yellow", "You lead the Rook as yellow.", "West leads the Rook as yellow."),
    ("rook/whist-52", "correct Y9", "Put right with the yellow 9", "You put a revoke right with the yellow 9.", "West puts a revoke right with the yellow 9."),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "action", "button", "own", "others"), DONE)
def test_an_action_has_a_button_and_a_sentence(
    rules: str, action: str, button: str, own: str, others: str
) -> None:
    deal = load(rules).deal("words")
    made = parse(action, state_of(deal).plan.pack)
    assert label(state_of(deal).plan, made) == button
    assert done(deal, 0, made, 0, leading=False) == own
    assert done(deal, 1, made, 0, leading=False) == others
    assert done(deal, 1, made, 1, leading=False) == own.replace("by North", "by West")
    assert done(deal, 0, made, state_of(deal).plan.table.n - 1, leading=False) == others.replace(
        "by North", "by East"
    )


def test_the_first_card_of_a_trick_is_led() -> None:
    deal = load("hearts/black-lady").deal("words")
    queen = parse("QS", state_of(deal).plan.pack)
    assert done(deal, 0, queen, 0, leading=True) == "You lead the queen of spades."
    assert done(deal, 3, queen, 0, leading=True) == "East leads the queen of spades."


@pytest.mark.parametrize(
    ("players", "names"),
    [
        (3, "You West East"),
        (4, "You West North East"),
        (5, "You West North-west North-east East"),
        (6, "You South-west North-west North North-east South-east"),
        (7, "You South-west West North-west North-east East South-east"),
    ],
)
def test_players_are_called_by_their_side_of_the_table_from_the_left_round(players: int, names: str) -> None:
    plan = load("hearts/black-lady", players).plan
    for viewer in plan.table.seats:
        seats = [(viewer + step) % players for step in plan.table.seats]
        assert " ".join(name(plan, seat, viewer) for seat in seats) == names


def test_where_the_game_goes_to_the_right_the_next_player_sits_in_the_east() -> None:
    plan = load("boston/nantes").plan
    assert [name(plan, seat, 0) for seat in plan.table.seats] == ["You", "East", "North", "West"]


def test_cards_are_counted_in_words_up_to_ten() -> None:
    said = [cards_in_words(count) for count in (0, 1, 2, 10, 11, 12)]
    assert said == ["no cards", "one card", "two cards", "ten cards", "11 cards", "12 cards"]


@pytest.mark.parametrize(
    ("value", "unit", "said"),
    [(1, "points", "1 point"), (-1, "chips", "-1 chip"), (0, "points", "0 points"), (2, "chips", "2 chips")],
)
def test_one_of_a_unit_is_a_single_one(value: int, unit: str, said: str) -> None:
    assert amount(value, unit) == said


def test_a_drawn_card_is_named_to_its_player_alone() -> None:
    plan = load("hearts/domino").plan
    card = plan.pack.card("QS")
    assert drawn(plan, 0, 0, card) == "You draw the queen of spades from the stock."
    assert drawn(plan, 1, 0, card) == "West draws a card from the stock."
    assert drawn(plan, 0, 1, card) == "East draws a card from the stock."


def test_cards_drawn_after_a_trick_are_told_in_turn_and_the_open_one_is_named() -> None:
    plan = load("rook/tennessee-two").plan
    red, green = plan.pack.card("R5"), plan.pack.card("G9")
    assert (
        filled(plan, [(0, red), (1, green)], 0) == "You take the red 5 from the stock, North the next card."
    )
    assert filled(plan, [(1, red), (0, green)], 0) == "North takes the red 5 from the stock, you the green 9."
