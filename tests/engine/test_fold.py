"""The compiled fold says what a slow reference says, card by card and trick by trick.

The reference is written from the books' own words, on plain texts of cards: suits are letters, each rule is an ``if``,
and it uses nothing of the engine.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

import whister
from whister import Deal

FRENCH_ORDER = "23456789TJQKA"
ORDER_OF_FOUR_JACKS = "789TAJQK"


def penalty(card: str) -> bool:
    """A heart or the queen of spades."""
    return card.endswith("H") or card == "QS"


def black_lady_legal(hand: Sequence[str], trick: Sequence[str], first: bool, broken: bool) -> set[str]:
    """Two of clubs led; no penalty card to trick one; no heart led until one has been thrown."""
    if not trick:
        if first:
            return {min((c for c in hand if c.endswith("C")), key=lambda c: FRENCH_ORDER.index(c[0]))}
        others = {c for c in hand if not c.endswith("H")}
        return others if others and not broken else set(hand)
    follow = {c for c in hand if c[1] == trick[0][1]}
    if follow:
        return follow
    safe = {c for c in hand if not penalty(c)}
    return safe if first and safe else set(hand)


#: Rule sets that lead, break hearts and guard the first trick as Black Lady does.
GUARDED = {"hearts/black-lady", "hearts/microsoft", "hearts/partnership", "hearts/partnership-individual"}


def unguarded_legal(hand: Sequence[str], trick: Sequence[str], first: bool, broken: bool) -> set[str]:
    """Two of clubs led and anything thrown on it; no heart led until they are broken."""
    return follow_suit_legal(hand, trick) if trick else black_lady_legal(hand, trick, first, broken)


def follow_suit_legal(hand: Sequence[str], trick: Sequence[str]) -> set[str]:
    """Follow suit if able, else anything."""
    follow = {c for c in hand if trick and c[1] == trick[0][1]}
    return follow or set(hand)


def drawing_legal(hand: Sequence[str], trick: Sequence[str], stock: int) -> set[str]:
    """Follow suit if able; if not, draw while there is a stock, and throw anything when there is none."""
    follow = {c for c in hand if not trick or c[1] == trick[0][1]}
    return follow or ({"draw"} if stock else set(hand))


def chasse_coeur_legal(
    hand: Sequence[str], trick: Sequence[str], announced: bool, dragging: bool
) -> set[str]:
    """Follow suit; failing that a heart, failing that a queen. A générale frees the order and arms a king."""
    if not trick:
        return set(hand)
    queen = "Q" + trick[0][1]
    if dragging and trick[0][0] == "K" and queen in hand:
        return {queen}
    follow = {c for c in hand if c[1] == trick[0][1]}
    hearts = {c for c in hand if c[1] == "H"}
    queens = {c for c in hand if c[0] == "Q"}
    return follow or (hearts | queens if announced else hearts or queens) or set(hand)


#: Rook games in which the 1 is the highest of its colour, those in which the Rook follows suit, and its place there.
HIGH_ONES = {
    "buckeye", "kentucky", "series-200", "one-high-200", "western-new-york", "streetsboro", "call-partner",
    "call-partner-5", "whist-56", "whist-52",
}  # fmt: skip
ROOK_FOLLOWS = {
    "kentucky": 99.0, "one-high-200": 10.5, "western-new-york": 0.0, "streetsboro": 0.0, "call-partner": 10.5,
    "call-partner-5": 0.0,
}  # fmt: skip


def rook_suit_in(name: str, card: str, trump: str) -> str:
    """The colour a card belongs to: the Rook is a trump, and so is the red 1 in the game named after it."""
    return trump if card == "ROOK" or (name == "red-one" and card == "R1") else card[0]


def rook_legal(name: str, hand: Sequence[str], trick: Sequence[str], trump: str) -> set[str]:
    """The table of the six situations, in its two columns: the Rook may be played at any time, or follows suit."""
    led = rook_suit_in(name, trick[0], trump) if trick else ""
    if not led:  # a lead, or the Rook led where there are no other trumps
        return set(hand)
    follow = {c for c in hand if c != "ROOK" and rook_suit_in(name, c, trump) == led}
    rook = {c for c in hand if c == "ROOK"}
    if led != trump:
        free = rook if name not in ROOK_FOLLOWS else set()
        return follow | free if follow else set(hand)
    if follow:
        return follow | rook
    return rook or set(hand)


def french_winner(trick: Sequence[str], trump: str = "", order: str = FRENCH_ORDER) -> int:
    """The place of the winning card in the trick."""
    best = 0
    for place, card in enumerate(trick):
        champion = trick[best]
        higher = order.index(card[0]) > order.index(champion[0])
        if (card[1] == champion[1] and higher) or (card[1] == trump and champion[1] != trump):
            best = place
    return best


def cancelling_winner(trick: Sequence[str]) -> int | None:
    """The place of the highest card of the suit led that is there once; nobody wins a trick with two pairs."""
    twice = {c for c in trick if trick.count(c) == 2}
    standing = [c for c in trick if c[1] == trick[0][1] and c not in twice]
    if len(twice) > 1 or not standing:
        return None
    return list(trick).index(max(standing, key=lambda c: FRENCH_ORDER.index(c[0])))


JOKER = "JK"
ABOVE_JOKER = ("JH", "QH", "KH", "AH")


def suit_led(trick: Sequence[str]) -> str:
    """The suit of the first card that is no joker; none while there is no such card."""
    return next((c[1] for c in trick if c != JOKER), "")


def joker_legal(hand: Sequence[str], trick: Sequence[str]) -> set[str]:
    """Follow the first card that is no joker, or play a joker at any time."""
    follow = {c for c in hand if c != JOKER and c[1] == suit_led(trick)}
    return follow | {c for c in hand if c == JOKER} if follow else set(hand)


def joker_winner(trick: Sequence[str]) -> int | None:
    """The place of the highest card of the suit led; a joker never wins, and a trick of jokers goes to nobody."""
    following = [c for c in trick if c != JOKER and c[1] == suit_led(trick)]
    return list(trick).index(max(following, key=lambda c: FRENCH_ORDER.index(c[0]))) if following else None


def is_heart(card: str) -> bool:
    return card == JOKER or card[1] == "H"


def heart_joker_legal(hand: Sequence[str], trick: Sequence[str]) -> set[str]:
    """The joker is a heart; on another suit it is free while the jack of hearts or a better one lies there."""
    if not trick:
        return set(hand)
    if is_heart(trick[0]):
        return {c for c in hand if is_heart(c)} or set(hand)
    follow = {c for c in hand if c != JOKER and c[1] == trick[0][1]}
    saved = {c for c in hand if c == JOKER and any(heart in trick for heart in ABOVE_JOKER)}
    return follow | saved if follow else set(hand)


def heart_joker_winner(trick: Sequence[str]) -> int:
    """Hearts led: the joker stands between jack and ten. Else a joker wins, or the best of the hearts above it."""
    cards = list(trick)
    if is_heart(cards[0]):
        order = ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", JOKER, *ABOVE_JOKER]
        return cards.index(max((c for c in cards if is_heart(c)), key=order.index))
    if JOKER in cards:
        above = [heart for heart in ABOVE_JOKER if heart in cards]
        return cards.index(above[-1] if above else JOKER)
    return french_winner(cards)


def rook_winner(name: str, trick: Sequence[str], trump: str, low: bool) -> int:
    """The place of the winning card: the highest trump, the Rook in its place among them, else the highest of the led.

    Without trumps the Rook wins; in a low game the lowest card of the colour led does otherwise.
    """

    def height(card: str) -> float:
        if card == "ROOK":
            return ROOK_FOLLOWS.get(name, 99.0)
        if name == "red-one" and card == "R1":
            return 100.0
        return 15.0 if card[1:] == "1" and name in HIGH_ONES else float(card[1:])

    cards = list(trick)
    if not trump and "ROOK" in cards:
        return cards.index("ROOK")
    trumps = [c for c in cards if rook_suit_in(name, c, trump) == trump]
    led = [c for c in cards if c[0] == cards[0][0]]
    best = min(led, key=height) if low and not trumps else max(trumps or led, key=height)
    return cards.index(best)


seeds = st.integers(min_value=0, max_value=10**9)


def expected(deal: Deal) -> set[str]:
    hand, trick = [str(c) for c in deal.hands[deal.to_act or 0]], [str(c) for c in deal.trick.cards]
    family = deal.rules.family
    if deal.rules.id == "boston/nantes":
        read = dict(zip(with_boston_card(hand, deal.trump), hand, strict=True))
        return {read[card] for card in follow_suit_legal(list(read), with_boston_card(trick, deal.trump))}
    if deal.rules.id == "hearts/domino":
        return drawing_legal(hand, trick, len(deal.stock))
    if deal.rules.id == "hearts/chasse-coeur":
        return chasse_coeur_legal(hand, trick, deal.declarer is not None, deal.trick.leader == deal.declarer)
    if deal.rules.id == "hearts/joker":
        return joker_legal(hand, trick)
    if deal.rules.id == "hearts/joker-1897":
        return heart_joker_legal(hand, trick)
    if deal.to_act == deal.plan.dummy:
        return top_of_dummy(deal)
    if family == "rook":
        return rook_legal(deal.rules.name, hand, trick, deal.trump)
    earlier = [str(card) for done in deal.tricks for card in done.cards]
    broken = any(card.endswith("H") for card in earlier)
    if deal.rules.id in GUARDED:
        return black_lady_legal(hand, trick, not deal.tricks, broken)
    if deal.rules.id == "hearts/royal":
        return unguarded_legal(hand, trick, not deal.tricks, broken or "QS" in earlier)
    if deal.rules.id == "hearts/greek-2008":
        return unguarded_legal(hand, trick, not deal.tricks, broken)
    if deal.rules.id == "hearts/greek-1950" and not trick and not deal.tricks:
        return {card for card in hand if not card.endswith("H")} or set(hand)
    return follow_suit_legal(hand, trick)


def chicane(deal: Deal, seat: int) -> set[str]:
    """Russian Boston: whoever was dealt no trump may say so, once, until he plays his first card."""
    hand = [str(card) for card in deal.hands[seat]]
    dealt = len(hand) == 13 and deal.rules.id == "boston/russian" and deal.trump is not None
    silent = seat not in deal.facts.get("chicane", ())
    return {"declare chicane"} if dealt and silent and all(c[1] != deal.trump for c in hand) else set()


def top_of_dummy(deal: Deal) -> set[str]:
    """The next card of the pile that nobody holds, in the order in which it was dealt."""
    pile = [str(deal.plan.pack.cards[place]) for place in deal.dealt.stock]
    played = sum(1 for done in deal.tricks for seat in done.seats if seat == deal.plan.dummy)
    return {pile[played]}


def with_boston_card(cards: Sequence[str], trump: str) -> list[str]:
    """The cards with the carte de Boston read as a fourteenth trump, above the ace: the jack of diamonds, or of hearts."""
    boston = "JH" if trump == "D" else "JD"
    return ["B" + trump if card == boston else card for card in cards]


def winner(deal: Deal) -> int | None:
    last = deal.tricks[-1]
    cards = [str(c) for c in last.cards]
    if deal.rules.id == "boston/nantes":
        return last.seats[french_winner(with_boston_card(cards, deal.trump), deal.trump, FRENCH_ORDER + "B")]
    if deal.rules.id == "hearts/cancellation":
        standing = cancelling_winner(cards)
        return last.seats[standing] if standing is not None else last.leader if deal.over else None
    if deal.rules.id == "hearts/joker":
        won = joker_winner(cards)
        return last.seats[won] if won is not None else last.leader if deal.over else None
    if deal.rules.id == "hearts/joker-1897":
        place = heart_joker_winner(cards)
    elif deal.rules.family == "rook":
        place = rook_winner(deal.rules.name, cards, deal.trump, deal.contract == "low")
    elif deal.rules.id == "hearts/four-jacks":
        place = french_winner(cards, order=ORDER_OF_FOUR_JACKS)
    elif (
        deal.rules.id == "hearts/chasse-coeur"
        and last.leader == deal.declarer
        and cards[0][0] == "K"
        and "Q" + cards[0][1] in cards
    ):
        place = 0  # the king of a générale has dragged out his queen
    else:
        place = french_winner(cards, deal.trump)
    return last.seats[place]


@given(st.sampled_from((3, 4, 6, 9)), st.sampled_from((1, 2, 3, 4)), seeds)
def test_a_table_of_several_jokers_plays_as_the_slow_reference_says(
    players: int, jokers: int, seed: int
) -> None:
    deal = whister.load("hearts/joker", players, jokers=jokers, passing="none").deal(seed)
    chance = random.Random(seed)
    while not deal.over:
        legal = deal.legal()
        assert set(legal) == expected(deal)
        tricks = len(deal.tricks)
        deal.act(legal[chance.randrange(len(legal))])
        if len(deal.tricks) > tricks:
            assert deal.tricks[-1].winner == winner(deal)


@given(st.sampled_from(whister.catalogue()), seeds)
def test_legal_cards_and_winners_are_those_of_the_slow_reference(name: str, seed: int) -> None:
    deal = whister.load(name).deal(seed, number=1 + seed % 4)
    chance = random.Random(seed)
    while not deal.over:
        seat = chance.choice(deal.pending)
        legal = deal.legal(seat)
        if deal.phase == "play":
            assert set(legal) == expected(deal) | chicane(deal, seat)
        tricks = len(deal.tricks)
        deal.act(legal[chance.randrange(len(legal))], seat)
        if len(deal.tricks) > tricks:
            assert deal.tricks[-1].winner == winner(deal)
