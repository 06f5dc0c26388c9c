"""The options of a form in groups, the most popular first, and those that apply to a number of players.

An option's group depends on the mechanisms that its values change, whatever the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from whister.clause import Option, OptionValue
from whister.errors import OptionClash, OptionError
from whister.mechanisms.exchange.passing import PassPhase
from whister.rules import Rules

Json = dict[str, Any]

HEADINGS = {
    "partners": "Sides and partners",
    "slam": "The moon and other slams",
    "wild": "The Rook",
    "nest": "The nest",
    "end": "Target and end of the game",
    "bonus": "Bonuses",
    "passing": "The pass",
    "bidding": "Bidding",
    "payment": "What is paid",
    "pool": "The pool",
    "honours": "Honours",
    "scoring": "Scoring",
    "pack": "The pack",
    "play": "The play",
    "chips": "Points, chips and stakes",
    "deal": "Shuffling and dealing",
    "mistakes": "Mistakes and penalties",
}
"""The headings of the groups by name, in the order of a form."""
FOLDED = ("chips", "deal", "mistakes")
"""Groups of interest to few players, folded at the end of a long form."""
LONG = 12
"""The number of options above which a form counts as long."""
NO_ROOK = "Jokers"

_TOUCHED: tuple[tuple[str, str], ...] = (
    ("chips", "stakes starting_chips no_debts taker_of_all lowest_takes against_all pay_in one_clear two_clear jack "
              "pay_difference party"),
    ("partners", "partners called_partner whister joint_target bound support_after_pass unsupported"),
    ("wild", "wild wild_rank wild_forced wild_led exempt suitless_lead suitless_barred suitless_trick pack.jokers"),
    ("pack", "pack pack_change ranking top_trump_switch"),
    ("slam", "moon sign_turned slam_needs sun undertaking undertaking_score undertaking_made undertaking_lost draws_out"),
    ("bonus", "bonus_card score_multiplier no_tricks pledge exact_total floor_total reliever"),
    ("passing", "pass pass_refusal exposed_cards"),
    ("honours", "honours opposing_honours honours_in_slam chicane chicane_paid index_lost index_with_partner "
                "index_limit side_honours"),
    ("scoring", "first_trick_bonus last_trick_bonus most_tricks_bonus all_counters_bonus trick_points values last_holder"),
    ("nest", "nest nest_limit widow widow_goes course"),
    ("bidding", "all_pass fewest_tie fewest_tricks most_tie auction must_open opening_bid hold jump blind_bidding "
                "contract no_trumps number_contracts suit_order ladder only_priced preference colour_preference "
                 "plain_suits turned_trump turn_up name_again bids last_trick_pays missing_card "
                 "most_tricks_pay"),
    ("payment", "call_price all_tricks_bonus price_made price_short overtrick own_card price_list loss_per_trick "
                "shares pair_price odd_counter multipliers running_out red_counter counters"),
    ("pool", "declarer_pays pool_stakes fresh_pool pool_doubles pool_limit pool_to_declarer last_pool pool_played_for"),
    ("end", "end winner loser losers_pay exact_wins"),
    ("play", "lead first_trick breaking forced_discard claim_rest early_stop exposing declarer_leads cancelling cancelled_whole "
             "set_aside last_cancelled equal_cards free_hand holder_leads"),
    ("deal", "deal seats gathering first_dealer rotation redeal_claim redeal_dealer"),
    ("mistakes", "misdeal revoke revoke_claim revoke_correction revoke_penalty revoke_trick revoke_escape "
                 "revoke_choice revoke_points revoke_loses revoke_others revoke_offender revoker_wins revoker_pays revoke_paid "
                 "revoke_pays_all revoke_to_pool"),
)  # fmt: skip
"""The mechanisms of each group; an option that changes mechanisms of several groups is in the first of them."""

_SIZED = frozenset(("pack", "widow", "pass", "players"))
"""Mechanisms whose effect may depend on the number of players."""


def groups(rules: Rules, options: Sequence[str]) -> list[Json]:
    """Return the options by name in groups, each group with its heading and whether it is folded at the end of the
    form."""
    members: dict[str, list[str]] = {name: [] for name in HEADINGS}
    for name in options:
        members[group_of(rules, rules.options[name])].append(name)
    return [
        {"title": _heading(rules, name), "folded": len(options) > LONG and name in FOLDED, "options": names}
        for name, names in members.items()
        if names
    ]


def group_of(rules: Rules, option: Option) -> str:
    """Return the name of an option's group, which is ``play`` if the option changes only prose."""
    return found(rules, option) or "play"


def found(rules: Rules, option: Option) -> str | None:
    """Return the group of the mechanisms that an option changes; None if it changes none."""
    paths = [option.parameter, *(path for value in option.values for path in value.set)]
    places = {path.partition(":")[2] for path in paths} | _switched(rules, option)
    touched = places | {place.partition(".")[0] for place in places}
    return next((name for name, mechanisms in _TOUCHED if touched & set(mechanisms.split())), None)


def _switched(rules: Rules, option: Option) -> set[str]:
    """Return the mechanisms of the clauses that an option brings into force or puts out of force."""
    slugs = {slug for value in option.values for slug in (*value.enable, *value.disable)}
    return {mechanism for slug in slugs for mechanism in rules.clauses[slug].rule}


def _heading(rules: Rules, name: str) -> str:
    if name == "wild" and rules.plan.pack.kind != "rook":
        return NO_ROOK
    if name == "nest" and rules.plan.dealing.widow is not None:
        return f"The {rules.plan.dealing.widow.label.lower()}"
    return HEADINGS[name]


def for_this_table(rules: Rules, option: Option, offered: Sequence[OptionValue]) -> list[OptionValue]:
    """Return the values available to this number of players; of several values with the same effect at this table, only
    the first.

    The default and the chosen value are always among them.
    """
    kept = (option.default, rules.chosen.get(option.name, option.default))
    sized = {path.partition(":")[2].partition(".")[0] for value in option.values for path in value.set}
    sized |= _switched(rules, option)
    if not sized & _SIZED:
        return list(offered)
    found = {value.value: _dealt(rules, option, value) for value in offered}
    known = [found[value] for value in dict.fromkeys(kept)]
    for value, dealt in list(found.items()):
        if value in kept:
            continue
        if dealt is None or (sized <= _SIZED and dealt in known):
            del found[value]
        known.append(dealt)
    return [value for value in offered if value.value in found]


def _dealt(rules: Rules, option: Option, value: OptionValue) -> object:
    """Return what is dealt and passed at this table under a value; None if this number of players cannot choose it."""
    try:
        plan = rules.vary(**{option.name: value.value}).plan
    except OptionClash as clash:  # it requires another choice as well
        return clash
    except OptionError:
        return None
    dealing, passed = plan.dealing, plan.course.phases.get("pass")
    widow = dealing.widow if dealing.widow_size else None
    aside = widow and (widow.goes_to, widow.face_up, widow.interleaved)
    way = (passed.count, passed.directions) if isinstance(passed, PassPhase) else ()
    return plan.pack.cards, plan.present, dealing.hand_size, aside, way


__all__ = ["for_this_table", "found", "group_of", "groups"]
