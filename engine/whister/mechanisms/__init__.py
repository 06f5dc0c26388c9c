"""The closed vocabulary of rules, with one subject to a file. Each mechanism is a frozen class with plain parameters.

A record contains ``mechanism = { parameter = value }``; this package defines what each mechanism does with its
parameters. No mechanism refers to a game by name. ``REGISTRY`` maps the names that records use to the classes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any

from whister.checks import said
from whister.errors import RecordError
from whister.plan.mechanism import REQUIRED, Mechanism, Parameter
from whister.spelling import near

#: For each module, the names that records use for its mechanisms.
_MODULES: Mapping[str, tuple[str, ...]] = {
    "table.seats": ("players", "partners", "seats", "course", "rotation"),
    "pack.dealing": ("pack", "ranking", "deal", "widow", "widow_goes", "widow_look"),
    "pack.pack_change": ("pack_change",),
    "exchange.passing": ("pass",),
    "exchange.refusing": ("pass_refusal",),
    "bidding.naming": ("name_suit",),
    "bidding.auction": ("auction",),
    "bidding.bids": (
        "bids",
        "outbid",
        "once_round",
        "within_means",
        "pass_final",
        "opening_bid",
        "must_open",
        "hold",
        "speak_again",
        "own_bid",
        "jump",
        "top_closes",
        "all_pass",
    ),
    "bidding.naming_again": ("name_again", "uncounted"),
    "payment.bid_stake": ("bid_to_pool", "revoke_pays_bid"),
    "play.leading": ("turn", "lead", "declarer_leads", "follow", "first_trick", "breaking"),
    "play.trick": ("trick", "trumps"),
    "worth.points": (
        "values",
        "score_captured",
        "bonus_card",
        "no_tricks",
        "exact_total",
        "floor_total",
        "pay_difference",
    ),
    "worth.trick_points": ("trick_points",),
    "worth.slam": ("moon", "slam_needs", "sun"),
    "worth.tell_tale": ("multiplier", "canceller", "reliever"),
    "bidding.pledge": ("pledge",),
    "end.ending": ("end", "winner", "loser", "losers_pay", "exact_wins", "stakes"),
    "revoke.revoke": ("revoke", "revoke_correction", "revoke_claim"),
    "revoke.forfeit": ("revoke_forfeit", "revoke_points"),
    "play.wild": ("wild", "wild_rank", "exempt", "wild_forced", "wild_led"),
    "exchange.nest": ("nest", "nest_limit"),
    "play.trump": ("name_trump", "preferred_trump"),
    "pack.redeal": ("redeal_claim", "redeal_dealer"),
    "play.claims": ("claim_rest",),
    "worth.bid_score": ("bid_test", "bid_made", "bid_missed", "defenders_score"),
    "worth.bonus": ("first_trick_bonus", "last_trick_bonus", "most_tricks_bonus", "all_counters_bonus"),
    "bidding.blind_bidding": ("blind_bidding",),
    "worth.odd_tricks": ("book", "odd_tricks", "side_honours"),
    "revoke.choice": ("revoke_choice",),
    "pack.drawing_pile": ("drawing_pile",),
    "table.dummy": ("dummy",),
    "play.suitless_trump": ("no_trump_call",),
    "revoke.score": ("revoke_loses", "revoke_others", "revoke_offender"),
    "bidding.contract": (
        "contract",
        "number_contracts",
        "no_trumps",
        "trump_suit",
        "grand_contracts",
        "suit_order",
        "ladder",
    ),
    "bidding.preference": ("preference", "super_preference", "colour_preference", "plain_suits"),
    "pack.turning": ("turn_up", "turned_trump", "first_turn"),
    "bidding.laid_card": ("laid_card", "bid_needs"),
    "bidding.supporting": ("support", "support_after_pass", "unsupported"),
    "table.first_dealer": ("first_dealer",),
    "play.top_trump": ("top_trump", "top_trump_switch"),
    "payment.call_price": ("call_price", "all_tricks_bonus"),
    "payment.last_trick": ("last_trick_pays", "most_tricks_pay"),
    "payment.chicane": ("chicane", "chicane_paid"),
    "table.partner": ("whister", "answers", "acceptors", "bound"),
    "exchange.laying_aside": ("laying_aside",),
    "exchange.exposing": ("exposing", "early_stop"),
    "worth.reckoning": (
        "joint_target",
        "target",
        "index_made",
        "index_lost",
        "index_with_partner",
        "index_limit",
    ),
    "worth.honours": ("honours", "opposing_honours", "honours_in_slam", "honours_against_target"),
    "payment.price_list": ("price_list", "loss_per_trick", "opponents_pay", "declarer_pays"),
    "payment.sharing": ("shares", "pair_price", "odd_counter"),
    "payment.pool": (
        "dealer_stake",
        "misdeal",
        "pool_to_declarer",
        "fewest_tricks",
        "fewest_tie",
        "last_pool",
        "pool_played_for",
    ),
    "payment.conceding": ("conceded",),
    "payment.counters": ("counters", "smallest_counter", "running_out"),
    "payment.pool_stakes": ("pool_stakes", "fresh_pool"),
    "payment.pool_doubling": ("pool_doubles", "pool_limit"),
    "payment.price_card": ("price_made", "price_short", "overtrick", "own_card"),
    "worth.most_tricks": ("most_pays", "most_tie", "red_counter"),
    "exchange.card_in_front": ("laying_out", "laying_out_optional", "laying_out_limit"),
    "worth.undertaken_slam": ("undertaken_slam",),
    "payment.consolation": ("consolation", "double_payments", "consolations_returned"),
    "worth.party": ("party_value", "party_winner", "party"),
    "play.free_hand": ("free_hand", "free_hand_party", "free_hand_pool"),
    "payment.card_pool": ("card_pool_in_slam", "card_pool"),
    "payment.chips": ("starting_chips", "no_debts", "taker_of_all", "lowest_takes", "against_all"),
    "payment.sweepstake": ("pay_in", "one_clear", "two_clear", "jack"),
    "revoke.chips": ("revoke_trick", "revoke_escape", "revoke_penalty", "revoke_covers"),
    "pack.gathering": ("gathering", "cutting"),
    "revoke.paid": ("revoke_paid", "revoke_pays_all", "revoke_to_pool"),
    "revoke.tricks": (
        "both_revoke",
        "revoke_tricks",
        "revoker_wins",
        "revoke_exact",
        "revoker_pays",
        "revoke_bars",
    ),
    "worth.undertaking": ("undertaking", "undertaking_score"),
    "worth.undertaking_shared": ("undertaking_test", "undertaking_made", "undertaking_lost"),
    "table.called_partner": ("called_partner", "called_card_falls"),
    "table.missing_card": ("missing_card", "holder_names_trump", "holder_leads"),
    "play.discarding": ("forced_discard",),
    "play.drawing_out": ("draws_out",),
    "pack.stock": ("stock", "draw_to_follow", "last_holder"),
    "play.dropping_out": ("dropping_out", "last_hand"),
    "play.cancelling": ("cancelling", "cancelled_whole", "set_aside", "last_cancelled", "equal_cards"),
    "play.suitless": ("suitless_lead", "suitless_barred", "suitless_trick"),
    "play.wild_abroad": ("wild_takes", "wild_escape"),
    "payment.paid_to_holder": ("paid_to_holder",),
    "payment.suit_price": ("suit_price", "forced_alone_price", "pair_slam_price"),
    "payment.double_deals": ("double_deals",),
    "payment.dealt_card": ("dealt_card_bonus",),
    "revoke.pool": ("revoker_doubles_pool",),
    "play.renouncing": ("free_renounce",),
    "payment.multiplied": ("multipliers", "divided_price", "only_priced"),
    "exchange.exposed_cards": ("exposed_cards", "exposed_waits"),
    "worth.exposed": ("exposed_counts",),
    "worth.turning_sign": ("sign_turned", "score_multiplier"),
    "end.next_lead": ("captor_next",),
}


class Registry(Mapping[str, type[Mechanism]]):
    """Mechanisms by name. A module is imported when one of its mechanisms is first needed."""

    def __init__(self) -> None:
        self._modules = {name: module for module, names in _MODULES.items() for name in names}
        self._found: dict[str, type[Mechanism]] = {}

    def __getitem__(self, name: str) -> type[Mechanism]:
        if name not in self._found:
            self._found |= mechanisms_of(self._modules[name])
        return self._found[name]

    def known(self, name: str) -> bool:
        """Return whether the module of a mechanism has been imported."""
        return name in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)

    def __contains__(self, name: object) -> bool:
        return name in self._modules


def mechanisms_of(module: str) -> dict[str, type[Mechanism]]:
    """Return the mechanisms that a module of this package defines, by name."""
    full = f"{__name__}.{module}"
    return {
        value.name: value
        for value in vars(import_module(full)).values()
        if isinstance(value, type) and issubclass(value, Mechanism) and value.__module__ == full
        and value.__dict__.get("name")
    }  # fmt: skip


REGISTRY = Registry()
_MOST = 10**9  # the largest number allowed in a rule, such as a reader's own price
#: Other words for the mechanisms, used by players and in books.
KNOWN_AS = {
    "renege": ("revoke",), "reneging": ("revoke",), "kitty": ("widow", "nest"), "talon": ("stock", "widow"),
    "passing": ("pass",), "refusing": ("pass_refusal",), "bidding": ("auction",), "trump": ("name_trump", "trumps"), "following": ("follow",),
    "ranks": ("ranking",), "misere": ("contract",), "hold_up": ("hold",),
    "slam": ("moon", "undertaking"), "grand_slam": ("undertaking", "moon"), "kitty_limit": ("nest_limit",),
    "support_bid": ("support",), "asking": ("whister",), "price": ("price_list",), "tariff": ("price_list",),
    "dealing": ("deal",), "misdealing": ("misdeal",), "cut": ("cutting",), "dummy_hand": ("dummy",),
}  # fmt: skip


def _all(kind: type, values: Iterable[Any]) -> bool:
    """Return whether every value is of exactly the given type, so that True and False do not count as numbers."""
    return all(type(value) is kind for value in values)


#: For each type of parameter, a description of the values that a record may give, and a test for them.
_FORMS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "int": ("a whole number", lambda v: type(v) is int),
    "str": ("text", lambda v: type(v) is str),
    "bool": ("true or false", lambda v: type(v) is bool),
    "tuple[int, ...]": ("a list of whole numbers", lambda v: _all(int, v)),
    "tuple[str, ...]": ("a list of texts", lambda v: _all(str, v)),
    "Mapping[str, int]": ("a table of whole numbers", lambda v: _all(int, v.values())),
    "Mapping[str, str]": ("a table of texts", lambda v: _all(str, v.values())),
    "Mapping[int, int]": ("a table from numbers to numbers", lambda v: _all(int, v.values())),
    "Mapping[int, str]": ("a table from numbers to texts", lambda v: _all(str, v.values())),
    "Mapping[str, tuple[int, ...]]": (
        "a table of lists of whole numbers",
        lambda v: _all(tuple, v.values()) and all(_all(int, row) for row in v.values()),
    ),
}


def unstated(mechanism: str, parameter: str) -> Any:
    """Return the default of a parameter, in the form used in records; None if there is no such parameter."""
    value = (
        REGISTRY[mechanism].parameters[parameter].default
        if parameter in REGISTRY[mechanism].parameters
        else None
    )
    return _as_written(value)


def _as_written(value: Any) -> Any:
    """Return a value in the form used in records, with a tuple as a list."""
    return list(value) if isinstance(value, tuple) else value


def build(name: str, parameters: Mapping[str, Any], where: str) -> Mechanism:
    """Return the mechanism that a record names, with its parameters.

    Raises ``RecordError`` if the name or a parameter is wrong. The message begins with ``where`` and states what was
    expected.
    """
    if name not in REGISTRY:
        raise RecordError(
            f"{where}: no mechanism is called {said(name)}{near(name, REGISTRY, KNOWN_AS)} "
            f"whister.mechanisms.REGISTRY names all {len(REGISTRY)}."
        )
    cls = REGISTRY[name]
    known = cls.parameters
    given: dict[str, Any] = {}
    for key, value in parameters.items():
        if key not in known:
            expected = ", ".join(known) or "none"
            raise RecordError(f"{where}: {name} has no parameter {said(key)}; its parameters: {expected}")
        given[key] = _checked(value, known[key], f"{where}: {name}.{key}")
    for key, parameter in known.items():
        if key not in given and parameter.default is REQUIRED:
            raise RecordError(f"{where}: {name} needs the parameter {key!r}: {_expected(parameter)}")
    return cls(**given)


def _checked(value: Any, parameter: Parameter, place: str) -> Any:
    form, found = parameter.type, value
    if form.startswith("tuple"):
        found = tuple(value) if isinstance(value, list | tuple) else None
    elif form.startswith("Mapping"):
        found = value if isinstance(value, Mapping) else None
        if found is not None and form.startswith("Mapping[int"):
            try:
                found = {int(key): item for key, item in found.items()}
            except ValueError:
                found = None
        if found is not None:
            found = {key: tuple(item) if isinstance(item, list) else item for key, item in found.items()}
    wanting = parameter.default is REQUIRED and found in ("", ())
    unworded = parameter.words and not _worded(found, parameter.words)
    if found is None or not _FORMS[form][1](found) or wanting or unworded:
        raise RecordError(f"{place} = {said(_as_written(value))}; expected {_expected(parameter)}")
    numbers = found.values() if isinstance(found, Mapping) else found if isinstance(found, tuple) else [found]
    if any(isinstance(number, int) and abs(number) > _MOST for number in numbers):
        raise RecordError(f"{place} = {said(_as_written(value))}; expected numbers of at most {_MOST}")
    return found


def _worded(value: Any, words: Collection[str]) -> bool:
    return all(word in words for word in (value if isinstance(value, tuple) else (value,)))


def _expected(parameter: Parameter) -> str:
    if not parameter.words:
        return _FORMS[parameter.type][0]
    *most, last = map(repr, parameter.words)
    one = f"{', '.join(most)} or {last}" if most else last
    return one if parameter.type == "str" else f"a list of {one}"
