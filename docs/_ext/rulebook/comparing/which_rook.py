"""The questions that distinguish one game of Rook from another."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.comparing.which_question import Answer, Question, stated
from whister import Clause, Rules
from whister.words import number

BIRD = "ROOK"
NO_BIRD = "it is not in the pack"

LEADERS = {
    "eldest": "the player to the dealer's left",
    "dealer": "the dealer",
    "declarer": "the declarer",
    "left-of-declarer": "the player to the declarer's left",
    "declarer-or-left": "the declarer or the player to the left, as the declarer says",
}

EXTRAS = {
    "last_trick_bonus": "the last trick",
    "most_tricks_bonus": "the most tricks",
    "trick_points": "every trick",
}
"""The mechanisms that award points besides those of the cards, and what they reward."""


def _clause(rules: Rules, mechanism: str) -> Clause | None:
    found = stated(rules, mechanism)
    return found[0] if found else None


def _has(rules: Rules, card: str) -> bool:
    plan = rules.plan
    return bool(plan.present & plan.pack.mask([card]))


def _every_suit(rules: Rules, rank: str) -> bool:
    return all(_has(rules, suit + rank) for suit in rules.plan.pack.suits)


def _runs(numbers: list[int]) -> list[str]:
    """Return numbers as text, with consecutive numbers as a range: `1`, `5 to 14`."""
    runs: list[list[int]] = []
    for each in sorted(numbers):
        if runs and each == runs[-1][-1] + 1:
            runs[-1].append(each)
        else:
            runs.append([each])
    return [f"{run[0]} to {run[-1]}" if run[1:] else str(run[0]) for run in runs]


def _players(rules: Rules) -> Iterator[Answer]:
    first, *_, last = (*rules.players, rules.players[-1])
    every = len(rules.players) > 2 and last - first + 1 == len(rules.players)
    count = f"{number(first)} to {number(last)}" if every else " or ".join(map(number, rules.players))
    called, dummy = stated(rules, "called_partner"), stated(rules, "dummy")
    if called is not None:
        yield Answer(f"{count}; a called card determines the partner", called[0])
    elif rules.plan.table.sides is not None:
        yield Answer(f"{count}, partners opposite", _clause(rules, "partners"))
    elif dummy is not None:
        yield Answer(f"{count}, with a dummy hand", dummy[0])
    else:
        yield Answer(f"{count}, each alone", _clause(rules, "players"))


def _pack(rules: Rules) -> Iterator[Answer]:
    ranks = rules.plan.pack.ranks
    parts = _runs([int(rank) for rank in ranks if _every_suit(rules, rank)])
    if _has(rules, "R1") and not _every_suit(rules, "1"):
        parts.append("the red 1")
    if _has(rules, BIRD):
        parts.append("the Rook")
    cards = " and ".join([", ".join(parts[:-1]), parts[-1]] if parts[1:] else parts)
    yield Answer(f"{cards}: {rules.plan.cards} cards", _clause(rules, "pack"))


def _ones(rules: Rules) -> Iterator[Answer]:
    here = [rank for rank in rules.plan.pack.ranks if _every_suit(rules, rank)]
    top = stated(rules, "top_trump")
    if top is not None:
        yield Answer("the red 1 is the highest trump; the others are left out", top[0])
    elif "1" not in here:
        yield Answer("they are left out", _clause(rules, "pack"))
    else:
        place = "highest" if here[-1] == "1" else "lowest"
        yield Answer(f"{place} in their colour", _clause(rules, "ranking"))


def _rook(rules: Rules) -> Iterator[Answer]:
    if not _has(rules, BIRD):
        yield Answer(NO_BIRD, _clause(rules, "pack"))
        return
    ranks, clause = rules.plan.pack.ranks, _clause(rules, "wild_rank")
    for wild in rules.plan.makeup.wilds:
        if wild.place < 0:
            yield Answer("it is the lowest trump", clause)
        elif wild.place < len(ranks):
            below = int(wild.place)
            yield Answer(f"among the trumps, between the {ranks[below]} and the {ranks[below + 1]}", clause)
        elif stated(rules, "top_trump") is not None:
            yield Answer("it is the second trump, under the red 1", clause)
        else:
            yield Answer("it is the highest trump", clause)


def _freedom(rules: Rules) -> Iterator[Answer]:
    exempt = stated(rules, "exempt")
    if not _has(rules, BIRD):
        yield Answer(NO_BIRD, _clause(rules, "pack"))
    elif exempt is not None and BIRD in exempt[1]["cards"]:
        yield Answer("at any time", exempt[0])
    else:
        yield Answer("like any other trump: its holder must follow suit", _clause(rules, "follow"))


def _nest(rules: Rules) -> Iterator[Answer]:
    plan = rules.plan
    widow = plan.dealing.widow
    if widow is not None and widow.goes_to == "first-trick":
        yield Answer("none; cards left over go with the first trick", widow.clause)
    elif widow is None or not plan.dealing.widow_size:
        yield Answer("there is no nest", _clause(rules, "deal"))
    else:
        stock = ", beside a stock to draw from" if plan.dealing.pile else ""
        yield Answer(f"{number(plan.dealing.widow_size)} cards{stock}", widow.clause)


def _laid_aside(rules: Rules) -> Iterator[Answer]:
    exchange, limit = _clause(rules, "nest"), stated(rules, "nest_limit")
    if exchange is None:
        yield Answer("nothing is laid aside")
        return
    clause, how = limit or (exchange, {})
    barred = ["no Rook" if each == BIRD else f"no {each}" for each in how.get("bars", ())]
    answers = [" and ".join(barred)] if barred else []
    answers += [f"{how['shows']} must lie face up"] if how.get("shows") else []
    answers += [f"{how['tells']} must be announced"] if how.get("tells") else []
    if how.get("swaps"):
        counts = " or ".join(number(count) for count in how["swaps"] if count)
        answers.append(f"{counts} cards are exchanged{', or none' if 0 in how['swaps'] else ''}")
    for text in answers or ["any cards, face down"]:
        yield Answer(text, clause)


def _trump(rules: Rules) -> Iterator[Answer]:
    phases, clause = rules.plan.course.order, rules.plan.course.clause
    if "trump" not in phases and stated(rules, "turn_up") is None:
        yield Answer("there are no trumps", _clause(rules, "ranking"))
    elif "trump" not in phases:
        yield Answer("the last card dealt is turned up and fixes it", _clause(rules, "turn_up"))
    elif "nest" not in phases:
        yield Answer("by the highest bidder, after the auction", clause)
    elif phases.index("nest") < phases.index("trump"):
        yield Answer("by the highest bidder, after laying cards aside", clause)
    elif "pickup" in phases:
        yield Answer("by the highest bidder, after taking the nest", clause)
    else:
        yield Answer("by the highest bidder, before taking the nest", clause)


def _bid(rules: Rules) -> Iterator[Answer]:
    bids, opening = stated(rules, "bids"), stated(rules, "opening_bid")
    if opening is not None:
        yield Answer(f"{opening[1]['bid']}, made automatically by the dealer", opening[0])
    elif bids is not None:
        yield Answer(str(bids[1]["least"]), bids[0])
    else:
        yield Answer("there is no auction", rules.plan.course.clause)


def _lead(rules: Rules) -> Iterator[Answer]:
    found = stated(rules, "lead")
    if found is not None:
        yield Answer(LEADERS[found[1].get("by", "eldest")], found[0])


def _points(rules: Rules) -> Iterator[Answer]:
    odd = stated(rules, "odd_tricks")
    if odd is not None:
        yield Answer("none in the cards: only tricks count", odd[0])
        return
    values = stated(rules, "values")
    if values is not None and values[1].get("penalties"):
        yield Answer(f"{rules.plan.all_points}, all against the players who take them", values[0])
        return
    extra = [(text, clause) for name, text in EXTRAS.items() if (clause := _clause(rules, name))]
    beside = f", with those for {extra[0][0]}" if extra else ""
    yield Answer(f"{rules.plan.all_points}{beside}", extra[0][1] if extra else _clause(rules, "values"))


def _end(rules: Rules) -> Iterator[Answer]:
    found = stated(rules, "end")
    if found is not None:
        clause, how = found
        yield Answer(f"at {how['target']}" if how.get("target") else f"after {how['deals']} rounds", clause)


ROOK = (
    Question("players", "Players", "How many play, and who is whose partner?", _players),
    Question("cards", "The pack", "Which cards are in the pack?", _pack),
    Question("ones", "The 1s", "How do the 1s rank?", _ones),
    Question("bird", "The bird", "How does the Rook rank?", _rook),
    Question("freedom", "Playing the bird", "When may the Rook be played?", _freedom),
    Question("nest", "The nest", "How many cards are in the nest?", _nest),
    Question("laid-aside", "Laying aside", "What may be laid aside in exchange?", _laid_aside),
    Question("trump", "The trump", "When is the trump named?", _trump),
    Question("bid", "The lowest bid", "What is the lowest bid?", _bid),
    Question("lead", "The first lead", "Who leads to the first trick?", _lead),
    Question("points", "Points", "How many points are in a round?", _points),
    Question("end", "The end", "When is the game over?", _end),
)
