"""The columns of the matrix: features that distinguish the rule sets of a family, read from the mechanisms in force.

A feature names a mechanism and describes its parameters in a few words; no rule set is named here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulebook.base.at_a_glance import cards_text, counts_text
from rulebook.comparing.which_question import Answer, high_points_win, stated
from whister import Clause, Rules
from whister.drawing import FRENCH, face

Parameters = Mapping[str, Any]
Words = Callable[[Parameters], str]


@dataclass(frozen=True)
class Feature:
    """One column: its heading, and a function that returns the entry of a rule set; None if it has no such rule."""

    title: str
    read: Callable[[Rules], Answer | None]


def told(title: str, mechanism: str, words: Words | str) -> Feature:
    """Return a feature of one mechanism; `words` is its text, or a function that makes the text from its parameters."""
    return one_of(title, {mechanism: words})


def one_of(title: str, mechanisms: Mapping[str, Words | str]) -> Feature:
    """Return a feature that shows the first of the given mechanisms found in the rule set."""

    def read(rules: Rules) -> Answer | None:
        for mechanism, words in mechanisms.items():
            found = stated(rules, mechanism)
            text = "" if found is None else words if isinstance(words, str) else words(found[1])
            if found is not None and text:
                return Answer(text, found[0])
        return None

    return Feature(title, read)


def value_of(title: str, card: str, kinds: Sequence[str] = ()) -> Feature:
    """Return a feature with the value of a card to its taker, or else the value of its kind (rank or suit)."""

    def words(parameters: Parameters) -> str:
        cards = parameters.get("cards", {})
        return next((str(abs(cards[name])) for name in (card, *kinds) if name in cards), "")

    return told(title, "values", words)


def contracts(title: str, **wanted: object) -> Feature:
    """Return a feature with the number of contracts that have these parameters; it links to the first."""

    def read(rules: Rules) -> Answer | None:
        found = [
            clause
            for clause in rules.clauses.values()
            if clause.enabled and _has(clause.rule.get("contract"), wanted)
        ]
        return Answer(str(len(found)), found[0]) if found else None

    return Feature(title, read)


def _has(parameters: Parameters | None, wanted: Mapping[str, object]) -> bool:
    return parameters is not None and all(parameters.get(name) == value for name, value in wanted.items())


def _slug(rules: Rules, slug: str) -> Clause | None:
    return rules.clauses.get(slug)


def _hearts(parameters: Parameters) -> str:
    cards = parameters.get("cards", {})
    if parameters.get("named"):
        return "of a suit named"
    if "H" in cards:
        return f"{cards['H']} each"
    worth = [value for card, value in cards.items() if card.endswith("H") and card != "H"]
    return f"{min(worth)} to {max(worth)}" if len(worth) > 2 else ""


def _card(parameters: Parameters) -> str:
    card = str(parameters["card"])
    return f"{face(card)}, {abs(parameters['points'])}"


def _number(parameters: Parameters) -> str:
    """Return a numbered card that takes points off: `yellow 10, 10 off`."""
    colours = {"R": "red", "Y": "yellow", "G": "green", "B": "black"}
    card = str(parameters["card"])
    return f"{colours[card[0]]} {card[1:]}, {abs(parameters['points'])} off"


def _tricks_cost(rules: Rules) -> Answer | None:
    """Return which tricks cost their winner points; None where tricks are worth winning."""
    every = {} if high_points_win(rules) else {"trick_points": "all"}
    return one_of("", {**every, "first_trick_bonus": "first and last"}).read(rules)


def _worth_taking(rules: Rules) -> Answer | None:
    tricks: dict[str, Words | str] = {"trick_points": "every trick"} if high_points_win(rules) else {}
    return one_of("", {"bonus_card": _card, "reliever": _card, **tricks}).read(rules)


def _passing(parameters: Parameters) -> str:
    ways = str(parameters["cycle"].get("4") or next(iter(parameters["cycle"].values()))).replace(
        "hold", "none"
    )
    return f"{parameters['count']} {', '.join(ways.split())}"


def _end(parameters: Parameters) -> str:
    if parameters.get("target"):
        return f"at {parameters['target']}"
    if parameters.get("floor") and not parameters.get("deals"):
        return f"at {parameters['floor']}".replace("-", "−")
    if parameters.get("rounds"):
        return f"{parameters['rounds']} rounds"
    return f"{parameters['deals']} deals" if parameters.get("deals") else ""


def _widow(parameters: Parameters) -> str:
    if parameters.get("size", 0) > 0:
        return f"{parameters['size']}"
    return "what is over"


def _ones(rules: Rules) -> Answer | None:
    """Return the rank of the 1s; None for a pack without them."""
    plan, ranking = rules.plan, stated(rules, "ranking")
    ones = [suit + "1" for suit in plan.pack.suits if plan.present & plan.pack.mask([suit + "1"])]
    top = stated(rules, "top_trump")
    if top is not None and str(top[1]["card"]) in ones:
        return Answer("one, the best trump", top[0])
    if not ones or ranking is None:
        return None
    return Answer("high" if str(ranking[1]["high_to_low"]).startswith("1 ") else "low", ranking[0])


def _joker(rules: Rules) -> Answer | None:
    wild = stated(rules, "wild")
    if wild is not None:
        return Answer("wild", wild[0])
    return Answer("in the pack", _slug(rules, "pack")) if rules.plan.makeup.jokers else None


def _thirteen(rules: Rules) -> Answer | None:
    """Return whether thirteen tricks can be bid, as a separate contract or as the highest number of tricks."""
    for clause in rules.clauses.values():
        last = clause.rule.get("number_contracts", {}).get("most")
        if clause.enabled and (last == 13 or _has(clause.rule.get("contract"), {"tricks": 13})):
            return Answer("yes", clause)
    return None


PLAYERS = Feature("Players", lambda rules: Answer(counts_text(rules.players), _slug(rules, "players")))
CARDS = Feature("Cards", lambda rules: Answer(cards_text(rules).replace(" cards", ""), _slug(rules, "pack")))
UNIT = Feature("Settled in", lambda rules: Answer(rules.plan.settling.unit))
END = told("Ends", "end", _end)
PARTNERS = one_of(
    "Partners",
    {
        "partners": "opposite",
        "called_partner": "by a called card",
        "support": "who supports a call",
        "whister": "a whister, asked",
        "joint_target": "for a deal",
    },
)
DIRECTION = told("Play goes", "rotation", lambda parameters: str(parameters["to"]))

MOON = {
    "old": "to the others",
    "new": "off the shooter",
    "choice": "shooter's choice",
    "void": "nobody scores",
    "plus": "plus points",
}
LEADERS = {
    "eldest": "eldest hand",
    "holder": "lowest ♣",
    "declarer": "declarer",
    "dealer": "dealer",
    "left-of-declarer": "left of declarer",
    "declarer-or-left": "declarer or left",
}


def _leader(parameters: Parameters) -> str:
    card = str(parameters.get("card", ""))
    if card:
        return face(card)
    suit = str(parameters.get("lowest") or "C")
    return LEADERS[parameters.get("by", "eldest")].replace("♣", FRENCH[suit])


LEAD = told("First lead", "lead", _leader)
ROOK_PLACES = {"highest": "highest trump", "lowest": "lowest trump", "10.5": "between 10 and 11"}
NEST_BARS = {"counters": "counters", "trumps": "trumps", "ROOK": "the Rook"}

FEATURES: Mapping[str, tuple[Feature, ...]] = {
    "hearts": (
        PLAYERS,
        CARDS,
        told("Hearts cost", "values", _hearts),
        value_of("Q♠ costs", "QS", ("Q",)),
        value_of("J♠ costs", "JS", ("J",)),
        Feature("Tricks cost", _tricks_cost),
        Feature("Worth taking", _worth_taking),
        told("Passing", "pass", _passing),
        told("Cards shown", "exposed_cards", lambda parameters: str(len(parameters["cards"].split()))),
        LEAD,
        told(
            "First trick",
            "first_trick",
            lambda parameters: "no ♥ led" if parameters["bars"] == "H" else "no penalties",
        ),
        told("Hearts", "breaking", "must be broken"),
        one_of(
            "The moon",
            {
                "moon": lambda parameters: MOON[parameters["effect"]],
                "undertaking": "announced",
                "undertaken_slam": "undertaken",
                "sun": "every trick",
                "sign_turned": "plus points",
            },
        ),
        told("Auction", "name_suit", "for the suit"),
        told("Trump", "turned_trump", "turned up"),
        one_of(
            "Widow or stock",
            {"stock": "stock", "widow": _widow},
        ),
        Feature("Joker", _joker),
        PARTNERS,
        UNIT,
        one_of(
            "Settled by",
            {
                "pay_in": "sweepstake",
                "lowest_takes": "lowest is paid",
                "party": "parties",
                "score_captured": "points taken",
            },
        ),
        END,
    ),
    "boston": (
        DIRECTION,
        told("Packets", "deal", lambda parameters: "-".join(map(str, parameters["packets"]))),
        one_of(
            "Trump",
            {
                "turned_trump": lambda parameters: (
                    "turned up or named after" if parameters.get("of") else "turned up"
                ),
                "name_trump": "named after",
                "preference": "named, with a preference",
                "suit_order": "named in the bid",
            },
        ),
        one_of(
            "Preference",
            {
                "super_preference": lambda parameters: f"{parameters['title']}, stays",
                "preference": lambda parameters: str(parameters["title"]),
                "suit_order": lambda parameters: (
                    "order " + "".join(FRENCH[s] for s in parameters["low_to_high"].split())
                ),
            },
        ),
        told(
            "Best trump",
            "top_trump",
            lambda parameters: face(parameters["card"]),
        ),
        PARTNERS,
        contracts("Calls for no trick", tricks=0, exactly=True),
        contracts("Calls shown open", exposed=True),
        Feature("All tricks called", _thirteen),
        told("Honours", "honours", lambda parameters: "".join(str(parameters["ranks"]).split())),
        one_of(
            "Price",
            {
                "price_list": "list by suit",
                "suit_price": "table by suit",
                "price_made": "table by tricks",
                "multipliers": "times a suit's number",
                "call_price": "by the call",
            },
        ),
        one_of(
            "Stakes",
            {
                "fresh_pool": lambda parameters: f"{parameters['others']}, dealer {parameters['dealer']}",
                "dealer_stake": lambda parameters: f"dealer {parameters['each']['pool']}",
            },
        ),
        told("Chicane", "chicane_paid", lambda parameters: f"{parameters['each']} each"),
        one_of(
            "All pass",
            {"all_pass": lambda parameters: {"play": "fewest tricks"}.get(parameters["then"], "new deal")},
        ),
        UNIT,
    ),
    "rook": (
        PLAYERS,
        CARDS,
        PARTNERS,
        Feature("The 1s", _ones),
        value_of("1s count", "1", ("R1",)),
        told(
            "The Rook is",
            "wild_rank",
            lambda parameters: ROOK_PLACES.get(parameters["place"], str(parameters["place"])),
        ),
        value_of("Rook counts", "ROOK"),
        told("Rook freed", "exempt", "from following"),
        told("Nest", "widow", _widow),
        told(
            "Not laid aside",
            "nest_limit",
            lambda parameters: ", ".join(NEST_BARS.get(each, each) for each in parameters["bars"]),
        ),
        told("Bids", "bids", lambda parameters: f"{parameters['least']} to {parameters['most']}"),
        one_of("Trump", {"name_trump": "named", "turned_trump": "turned up"}),
        LEAD,
        Feature(
            "Points",
            lambda rules: (
                Answer(f"{rules.plan.all_points}{' against' * bool(found[1].get('penalties'))}", found[0])
                if (found := stated(rules, "values"))
                else None
            ),
        ),
        one_of(
            "Beside cards",
            {
                "last_trick_bonus": lambda parameters: f"last trick {parameters['points']}",
                "most_tricks_bonus": lambda parameters: f"most tricks {parameters['points']}",
                "trick_points": lambda parameters: f"each trick {parameters['points']}",
                "odd_tricks": "odd tricks",
                "reliever": _number,
                "bonus_card": _number,
            },
        ),
        one_of("Poor hand", {"redeal_claim": "new deal"}),
        one_of("Renege", {"revoke_loses": "loses the bid", "revoke_choice": "costs three"}),
        END,
    ),
}
"""The columns of each family's matrix."""
