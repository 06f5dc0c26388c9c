"""The questions that distinguish one game of Hearts from another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import whister
from rulebook.comparing.which_question import Answer, Question, high_points_win, in_section, stated
from whister import Clause, Rules, words
from whister.drawing import face
from whister.plan import naming

EXCHANGES = {
    "laying_aside": "a card is laid aside",
    "laying_out": "a card is laid out for another",
    "exposed_cards": "no cards are passed, but some may be shown",
}
"""The mechanisms besides passing by which cards change hands before the play, in words."""

SLAMS = {
    "sun": "winning every trick is rewarded",
    "undertaken_slam": "winning every trick is rewarded",
    "sign_turned": "the cards count plus instead of minus",
}
"""The mechanisms besides the moon that reward taking everything, in words."""

SINGLE_TRICKS = {"first_trick_bonus": "the first trick", "last_trick_bonus": "the last trick"}
"""Mechanisms that make a single trick cost points, in words."""

DIRECTIONS = {"left": "left", "right": "right", "across": "across", "hold": "none"}


def _cards(rules: Rules) -> Iterator[Answer]:
    plan, found = rules.plan, stated(rules, "values")
    clause = found[0] if found else None
    if plan.worth.named_value:
        yield Answer("the cards of a suit that is named", clause)
        return
    sign = plan.worth.sign
    worth = {
        str(card): sign * plan.worth.values[card.index]
        for card in plan.pack.cards
        if plan.present >> card.index & 1
    }
    high = high_points_win(rules)
    worth = {card: abs(value) for card, value in worth.items() if (value < 0 if high else value > 0)}
    every_suit = [rank for rank in plan.pack.ranks if all(rank + suit in worth for suit in plan.pack.suits)]
    for rank in reversed(every_suit):
        name = plan.pack.card(rank + "S").name.partition(" ")[0]
        yield Answer(f"every {name}", clause)
    rest = {card: value for card, value in worth.items() if card[0] not in every_suit}
    hearts = {value for card, value in rest.items() if card[-1] == "H"}
    if len([card for card in rest if card[-1] == "H"]) > 2:
        yield Answer("hearts, each alike" if len(hearts) == 1 else "hearts, by their rank", clause)
    for card in rest:
        if card[-1] != "H" or sum(other[-1] == "H" for other in rest) <= 2:
            yield Answer(
                "jokers" if card == "JK" else f"the {face(card)}",
                clause,
            )
    if plan.worth.trick_value and not high:
        yield Answer("every trick", clause)
    for mechanism, trick in SINGLE_TRICKS.items():
        if (bonus := stated(rules, mechanism)) is not None:
            yield Answer(trick, bonus[0])


def _holder(rules: Rules, how: Mapping[str, Any]) -> str:
    """Return the holder of the card that decides the first lead, in words."""
    card, suit = str(how.get("card", "")), naming.card_of(rules.plan, how.get("lowest") or "C")
    named = f"the {face(card)}" if card else f"the lowest {suit}"
    with_it = "any card" if how.get("any_card") else f"any {suit}" if how.get("any_of_suit") else "it"
    return f"the holder of {named}, with {with_it}"


def _lead(rules: Rules) -> Iterator[Answer]:
    found = stated(rules, "lead")
    if found is None:
        return
    clause, how = found
    table = rules.plan.table
    by = {
        "eldest": f"the player to the dealer's {'left' if table.to_eldest == table.left else 'right'} (eldest hand)",
        "holder": _holder(rules, how),
        "declarer": "the highest bidder",
        "dealer": "the dealer",
    }
    answer = by.get(how.get("by", "eldest"), "another player")
    if (taker := stated(rules, "captor_next")) is not None:
        answer += f"; in later deals, whoever took the {face(taker[1]['card'])}"
    yield Answer(answer, clause)


def _passing(rules: Rules) -> Iterator[Answer]:
    found = stated(rules, "pass")
    others = [Answer(text, by[0]) for name, text in EXCHANGES.items() if (by := stated(rules, name))]
    if found is not None:
        clause, how = found
        cycle = how.get("cycle", {})
        words = str(cycle.get(str(rules.plan.table.n), cycle.get(rules.plan.table.n, ""))).split()
        ways = [DIRECTIONS.get(word, word) for word in words]
        count = {1: "one", 2: "two", 3: "three", 4: "four"}.get(how.get("count", 3), "some")
        cards = f"{count} card{'s' if count != 'one' else ''}"
        yield Answer(
            f"{cards}, {', '.join(ways)}" if len(ways) > 1 else f"{cards} {ways[0]}, every deal", clause
        )
    if (refusal := stated(rules, "pass_refusal")) is not None:
        yield Answer("a passed card may be refused", refusal[0])
    yield from others
    if found is None and not others:
        yield Answer("no cards are passed")


def _asked(rules: Rules, hand: str, legal: str, **situation: Any) -> Clause | bool:
    """Return whether a card can be played in a position, and the clause that forbids it, if any."""
    try:
        verdict = rules.position(hand=hand, **situation).why(legal)
    except whister.WhisterError:
        return True
    return True if verdict.legal else verdict.clause or False


def _first_trick(rules: Rules) -> Iterator[Answer]:
    thrown = _asked(rules, "KH 3D", "KH", led="KC", trick=1)
    led = _asked(rules, "4H 9S", "4H", trick=1)
    later = _asked(rules, "4H 9S", "4H", trick=3, played="5H")
    if isinstance(thrown, Clause) and _asked(rules, "KH 3D", "KH", led="KC", trick=2) is True:
        yield Answer("no penalty card may be thrown on it", thrown)
    elif isinstance(led, Clause) and later is True and _asked(rules, "4H 9S", "4H", trick=3) is True:
        yield Answer("no heart may be led to it", led)
    else:
        yield Answer("it is like any other")


def _hearts(rules: Rules) -> Iterator[Answer]:
    closed = _asked(rules, "4H 9S", "4H", trick=3, played="KC QC JC TC")
    if not isinstance(closed, Clause):
        yield Answer("at any time")
        return
    queen = _asked(rules, "4H 9S", "4H", trick=3, played="QS KC QC JC")
    yield Answer(
        "once a heart or the Q♠ has been played" if queen is True else "once a heart has been played", closed
    )


def _moon(rules: Rules) -> Iterator[Answer]:
    effects = {
        "old": "it is added to the others",
        "new": "it is taken off the shooter",
        "choice": "the shooter chooses: added to the others, or taken off",
        "void": "nobody scores for the deal",
        "plus": "it is plus points for the shooter",
    }
    found = stated(rules, "moon")
    if found is not None:
        yield Answer(effects.get(found[1].get("effect", "old"), "a rule of its own"), found[0])
    announced = stated(rules, "undertaking")
    if announced is not None:
        yield Answer("it may be announced in advance", announced[0])
    others = [] if found or announced else in_section(rules, "slam")[:1]
    for clause in others:
        yield Answer(
            next((SLAMS[name] for name in clause.rule if name in SLAMS), "a rule of its own"), clause
        )
    if not (found or announced or others):
        yield Answer("nothing special")


def _end(rules: Rules) -> Iterator[Answer]:
    found = stated(rules, "end")
    if found is not None:
        clause, how = found
        if how.get("target"):
            passed = "passes" if how.get("test") == "exceed" else "reaches"
            yield Answer(f"when a total {passed} {how['target']}", clause)
        elif how.get("floor") and not how.get("deals"):
            yield Answer(f"when a total falls to {words.figure(how['floor'])}", clause)
        elif how.get("deals"):
            yield Answer(f"after {how['deals']} deals", clause)
        elif how.get("rounds"):
            times = {1: "once", 2: "twice", 3: "three times"}.get(how["rounds"], f"{how['rounds']} times")
            yield Answer(f"when everybody has dealt {times}", clause)
    else:
        for clause in in_section(rules, "end")[:1]:
            yield Answer(clause.title[0].lower() + clause.title[1:], clause)


SETTLEMENTS = {
    "lowest_takes": "chips: the lowest is paid",
    "pay_in": "chips: a sweepstake, with a pool",
    "against_all": "chips: each against all (Howell)",
    "bonus_card": "a card is worth taking",
    "reliever": "a card is worth taking",
    "score_multiplier": "a card multiplies the score",
    "no_tricks": "winning no trick is rewarded",
    "stakes": "stakes against the average",
    "partners": "partners face each other",
    "auction": "there is an auction",
    "trumps": "there is a trump suit",
}


def _other(rules: Rules) -> Iterator[Answer]:
    answers = [
        Answer(f"{text} the difference" if found[1].get("pays") == "excess" else text, found[0])
        for name, text in SETTLEMENTS.items()
        if (found := stated(rules, name)) is not None
    ]
    tricks = stated(rules, "trick_points")
    if tricks is not None and high_points_win(rules):
        answers.insert(0, Answer("every trick is worth taking", tricks[0]))
    usual = "points only" if rules.plan.settling.unit == "points" else "chips, by a rule of its own"
    yield from answers or [Answer(usual)]


def _odd(rules: Rules) -> Iterator[Answer]:
    plan, pack = rules.plan, rules.clauses.get("pack")
    if plan.makeup.copies > 1:
        yield Answer("two packs are shuffled together", pack)
    if plan.makeup.jokers:
        yield Answer("the pack has a joker or more", pack)
    stock = stated(rules, "draw_to_follow")
    if stock is not None:
        yield Answer("the rest is a stock to draw from", stock[0])
    elif plan.dealing.turns_next and plan.dealing.widow is not None:
        yield Answer("the next card is turned up for trumps", plan.dealing.widow.clause)
    elif plan.dealing.widow is not None and plan.dealing.widow_size:
        yield Answer("the rest is a widow", plan.dealing.widow.clause)
    if len(rules.players) == 1:
        yield Answer(f"only {rules.players[0]} play", rules.clauses.get("players"))
    elif (
        plan.makeup.copies == 1
        and stock is None
        and (plan.dealing.widow is None or not plan.dealing.widow_size)
    ):
        yield Answer("low cards are left out", pack)


HEARTS = (
    Question("cards", "Scoring cards", "Which cards count against the player who takes them?", _cards),
    Question("lead", "The lead", "Who leads to the first trick?", _lead),
    Question("passing", "Passing", "Are cards passed before the play?", _passing),
    Question("first-trick", "The first trick", "Is anything barred on the first trick?", _first_trick),
    Question("hearts", "Leading hearts", "When may hearts be led?", _hearts),
    Question("moon", "The moon", "What if one player takes everything?", _moon),
    Question("end", "The end", "When is the game over?", _end),
    Question("other", "Other scoring", "How else is it scored?", _other),
    Question("odd-cards", "Odd cards", "What happens to cards left over from an even deal?", _odd),
)
