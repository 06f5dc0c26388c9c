"""Actions as text: one spelling each, however they are typed; and choices of cards that are never all listed."""

from __future__ import annotations

import pickle
from itertools import combinations

import pytest

import whister
from whister import NotationError
from whister.notation import Action, CardChoices, mask_of, one_of_cards, parse, word

FRENCH = whister.load("hearts/black-lady").plan.pack
ROOK = whister.load("rook/tournament").plan.pack
TWO_PACKS = whister.load("hearts/cancellation").plan.pack
FIVE = FRENCH.mask("2C 5D 9S QS AH".split(), "hand")


@pytest.mark.parametrize(
    ("typed", "action", "verb", "cards"),
    [
        ("QS", "QS", "play", "QS"),
        ("qs", "QS", "play", "QS"),
        ("  QS  ", "QS", "play", "QS"),
        ("PASS", "pass", "pass", ""),
        ("give qs 2c 9S", "give 2C 9S QS", "give", "2C 9S QS"),
        ("give QS > 2", "give QS > 2", "give", "QS"),
        ("Discard AH 2D", "discard 2D AH", "discard", "2D AH"),
        ("call qs", "call QS", "call", ""),
        ("correct qs", "correct QS", "correct", "QS"),
        ("bid 75", "bid 75", "bid", ""),
        ("bid 5h", "bid 5H", "bid", ""),
        ("bid Little-Misere", "bid little-misere", "bid", ""),
        ("Claim Revoke 2", "claim revoke 2", "claim", ""),
        ("name h", "name H", "name", ""),
        ("trump HIGH", "trump high", "trump", ""),
    ],
)
def test_an_action_has_one_spelling(typed: str, action: str, verb: str, cards: str) -> None:
    found = parse(typed, FRENCH)
    assert (found, found.verb) == (action, verb)
    assert " ".join(map(str, FRENCH.spread(mask_of(found)))) == cards


def test_a_card_without_a_suit_is_led_as_one_of_a_suit() -> None:
    found = parse("LEAD rook as y", ROOK)
    assert (found, found.verb, mask_of(found)) == ("lead ROOK as Y", "lead", ROOK.mask(["ROOK"], "card"))


@pytest.mark.parametrize(
    ("typed", "words"),
    [("QS", ("QS",)), ("give QS 2C > 1", ("2C", "QS", ">", "1")), ("pass", ()), ("bid 5H", ("5H",))],
)
def test_the_words_of_an_action_follow_its_verb(typed: str, words: tuple[str, ...]) -> None:
    action = parse(typed, FRENCH)
    assert action.words == words
    again = pickle.loads(pickle.dumps(action))
    assert (again, again.verb, mask_of(again)) == (action, action.verb, mask_of(action))


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "empty text is not an action; expected a card or a verb such as 'pass'"),
        ("   ", "empty text is not an action; expected a card or a verb such as 'pass'"),
        ("1S", "'1S' is not a card of a French pack"),
        ("skip", "'skip' is not a card of a French pack.*; did you mean 'pass'"),
        ("play QS", "'play QS': 'play' is not a verb; to play a card, give the card alone, such as 'QS'. Expected a card or one of give, bid"),
        ("bury QS 2C", "'bury QS 2C': 'bury' is not a verb; did you mean 'discard'"),
        ("give 1S", "'1S' is not a card of a French pack"),
        ("give QS QS", "'give QS QS': QS is named twice"),
        ("QS" + " " * 399, "an action has at most 400 characters; got 'QS "),
    ],
)  # fmt: skip
def test_a_text_that_is_no_action_is_refused_with_what_was_expected(typed: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        parse(typed, FRENCH)


def test_an_action_of_four_hundred_characters_is_read() -> None:
    assert parse("QS" + " " * 398, FRENCH) == "QS"


def test_three_of_five_cards_are_chosen_in_ten_ways_in_the_order_of_the_pack() -> None:
    choices = CardChoices("give", FRENCH, FIVE, 3)
    ways = ["give " + " ".join(three) for three in combinations("2C 5D 9S QS AH".split(), 3)]
    assert (len(choices), choices.count, choices.cards) == (10, 3, FRENCH.spread(FIVE))
    assert [*choices] == [choices[at] for at in range(10)] == ways
    assert [choices[at] for at in range(-10, 0)] == ways
    assert choices[1:4] == ways[1:4]
    assert choices[::-3] == ways[::-3]
    assert [mask_of(action).bit_count() for action in choices] == [3] * 10
    for at in (10, -11):
        with pytest.raises(IndexError, match="of 10"):
            choices[at]
    assert repr(choices) == "<10 ways to give 3 of 2C 5D 9S QS AH>"


def test_cards_that_must_be_chosen_are_in_every_choice() -> None:
    queen = FRENCH.mask(["QS"], "card")
    choices = CardChoices("discard", FRENCH, FIVE, 3, always=queen)
    ways = [f"discard {one} {other}" for one, other in combinations("2C 5D 9S AH".split(), 2)]
    assert len(choices) == len(ways) == 6
    assert [set(action.words) for action in choices] == [{"QS", *way.split()[1:]} for way in ways]
    assert [choices[at] for at in range(6)] == [*choices]
    assert "discard 2C 5D 9S" not in choices
    assert "discard QS 2C 5D" in choices


def test_only_the_choices_that_are_open_are_there() -> None:
    masks = [FRENCH.mask(cards.split(), "cards") for cards in ("QS AH", "2C 5D")]
    choices = CardChoices("give", FRENCH, FIVE, 2, only=masks)
    assert [*choices] == [choices[0], choices[1]] == ["give QS AH", "give 2C 5D"]
    assert "give 2C QS" not in choices
    assert "give AH QS" in choices


def test_a_choice_is_named_by_its_cards_in_any_order() -> None:
    choices = CardChoices("give", FRENCH, FIVE, 2, tail=(">", "1"))
    assert choices[0] == "give 2C 5D > 1"
    assert choices.own("give 5D 2C > 1") == "give 2C 5D > 1"
    for other in (
        "give 2C 5D",
        "give 2C 5D > 2",
        "give 2C 5D 9S > 1",
        "give 2C > 1",
        "give 2C 3C > 1",
        "discard 2C 5D",
        "XX",
    ):
        assert choices.own(other) is None
        assert other not in choices
    assert CardChoices("give", FRENCH, FIVE, 2).own("give 2C 5D > 1") is None


def test_equal_choices_are_equal() -> None:
    one, same = (CardChoices("give", FRENCH, FIVE, 2) for _ in range(2))
    others = [
        CardChoices("discard", FRENCH, FIVE, 2),
        CardChoices("give", FRENCH, FIVE, 3),
        CardChoices("give", FRENCH, FIVE, 2, tail=(">", "1")),
        CardChoices("give", FRENCH, FIVE, 2, always=FRENCH.mask(["QS"], "card")),
        CardChoices("give", FRENCH, FIVE & ~FRENCH.mask(["QS"], "card"), 2),
    ]
    assert one == same
    assert hash(one) == hash(same)
    assert one not in others
    assert one != [*one]


def test_of_two_equal_cards_either_does() -> None:
    first, second = [1 << place for place in TWO_PACKS.places["QS"]]
    five = TWO_PACKS.mask("5C".split(), "card")
    choices = CardChoices("give", TWO_PACKS, first | second | five, 2)
    assert [*choices] == [choices[0], choices[1]] == ["give 5C QS", "give QS QS"]
    assert choices.own("give QS QS") is not None
    assert CardChoices("give", TWO_PACKS, first | five, 2) == CardChoices("give", TWO_PACKS, second | five, 2)


def test_many_choices_are_indexed_without_a_list_of_them() -> None:
    hand = (1 << 40) - 1
    choices = CardChoices("give", FRENCH, hand, 4)
    cards = [str(card) for card in FRENCH.spread(hand)]
    assert len(choices) == 91_390
    for at, four in enumerate(combinations(cards, 4)):
        if at % 30_000 == 5_000:
            assert choices[at] == "give " + " ".join(four)


def test_one_card_among_other_actions_is_a_choice_of_its_own() -> None:
    actions = [word("pass"), parse("give QS", FRENCH), parse("give 2C", FRENCH), parse("give 5D 9S", FRENCH)]
    found = one_of_cards(actions, FRENCH)
    assert found is not None
    assert [*found] == ["give 2C", "give QS"]
    assert one_of_cards([Action.make("pass")], FRENCH) is None
    assert one_of_cards(found, FRENCH) is None
