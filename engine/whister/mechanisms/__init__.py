"""The closed vocabulary of rules: one idea a file, each a frozen dataclass of plain parameters.

A record says ``mechanism = { parameter = value }``; this package says what each mechanism does with it. No
mechanism knows the name of a game. ``REGISTRY`` maps the names that records use to the classes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from whister.errors import RecordError
from whister.mechanisms.base import REQUIRED, Mechanism

_MODULES = (
    "table",
    "dealing",
    "pack_change",
    "passing",
    "naming",
    "auction",
    "bidding",
    "naming_again",
    "bid_stake",
    "play",
    "trick",
    "points",
    "trick_points",
    "slam",
    "telling",
    "pledge",
    "ending",
    "revoke",
    "revoke_forfeit",
    "wild",
    "nest",
    "trump",
    "redeal",
    "claims",
    "bid_score",
    "bonus",
    "blind_bidding",
    "odd_tricks",
    "revoke_choice",
    "drawing_pile",
    "dummy",
    "suitless_trump",
    "revoke_score",
    "contract",
    "preference",
    "turning",
    "supporting",
    "first_dealer",
    "top_trump",
    "call_price",
    "chicane",
    "partner",
    "laying_aside",
    "exposing",
    "reckoning",
    "honours",
    "payment",
    "sharing",
    "pool",
    "counters",
    "pool_stakes",
    "pool_doubling",
    "price_card",
    "most_tricks",
    "card_in_front",
    "undertaken_slam",
    "consolation",
    "party",
    "free_hand",
    "card_pool",
    "chips",
    "sweepstake",
    "revoke_chips",
    "gathering",
    "revoke_tricks",
    "undertaking",
    "undertaking_shared",
    "called_partner",
    "discarding",
    "drawing_out",
    "stock",
    "dropping_out",
    "cancelling",
    "suitless",
    "wild_abroad",
    "paid_to_holder",
    "multiplied",
)

REGISTRY: dict[str, type[Mechanism]] = {}
for _module in _MODULES:
    for _value in vars(import_module(f"whister.mechanisms.{_module}")).values():
        if isinstance(_value, type) and issubclass(_value, Mechanism) and _value.__dict__.get("name"):
            REGISTRY[_value.name] = _value

_FORMS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "int": ("a whole number", lambda v: isinstance(v, int) and not isinstance(v, bool)),
    "str": ("a text", lambda v: isinstance(v, str)),
    "bool": ("true or false", lambda v: isinstance(v, bool)),
    "tuple[int, ...]": ("a list of whole numbers", lambda v: all(isinstance(x, int) for x in v)),
    "tuple[str, ...]": ("a list of texts", lambda v: all(isinstance(x, str) for x in v)),
    "Mapping[str, int]": ("a table of whole numbers", lambda v: all(isinstance(x, int) for x in v.values())),
    "Mapping[str, str]": ("a table of texts", lambda v: all(isinstance(x, str) for x in v.values())),
    "Mapping[int, int]": (
        "a table from numbers to numbers",
        lambda v: all(isinstance(x, int) for x in v.values()),
    ),
    "Mapping[int, str]": (
        "a table from numbers to texts",
        lambda v: all(isinstance(x, str) for x in v.values()),
    ),
    "Mapping[str, tuple[int, ...]]": (
        "a table of lists",
        lambda v: all(isinstance(x, tuple) for x in v.values()),
    ),
}


def build(name: str, parameters: Mapping[str, Any], where: str) -> Mechanism:
    """The mechanism a record asks for. Raises ``RecordError``, naming the clause and what was expected."""
    if name not in REGISTRY:
        from difflib import get_close_matches

        near = get_close_matches(name, REGISTRY, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise RecordError(
            f"{where}: no mechanism is called {name!r}{hint} Expected one of {', '.join(REGISTRY)}"
        )
    cls = REGISTRY[name]
    known = cls.parameters
    given: dict[str, Any] = {}
    for key, value in parameters.items():
        if key not in known:
            expected = ", ".join(known) or "none"
            raise RecordError(f"{where}: {name} has no parameter {key!r}; its parameters: {expected}")
        given[key] = _checked(value, known[key].type, f"{where}: {name}.{key}")
    for key, parameter in known.items():
        if key not in given and parameter.default is REQUIRED:
            raise RecordError(f"{where}: {name} needs its parameter {key!r}, {_FORMS[parameter.type][0]}")
    return cls(**given)


def _checked(value: Any, form: str, place: str) -> Any:
    says, fits = _FORMS[form]
    if form.startswith("tuple"):
        value = tuple(value) if isinstance(value, list | tuple) else None
    elif form.startswith("Mapping"):
        value = value if isinstance(value, Mapping) else None
        if value is not None and form.startswith("Mapping[int"):
            try:
                value = {int(key): item for key, item in value.items()}
            except ValueError:
                value = None
        if value is not None:
            value = {key: tuple(item) if isinstance(item, list) else item for key, item in value.items()}
    if value is None or not fits(value):
        raise RecordError(f"{place}: expected {says}")
    return value
