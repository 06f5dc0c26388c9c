"""The fields of a deal's record, and how they are written and read without rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from whister import checks
from whister.errors import NotationError
from whister.frozen import Frozen, field
from whister.ledger import Amount, Ledger
from whister.objects import Fixed
from whister.rulesets.options import OptionChoice, option_text, option_value

VERSION = "w1"
SHORT = "w2"  # see whister.links.permalink
Actions = tuple[tuple[int | None, str], ...]
"""The actions in order: the text of each, and the seat if it acts out of turn."""
_CARD = {"french": re.compile(r"[02-9TJQKA][CDSH]|JK"), "rook": re.compile(r"[RYGB]\d+|ROOK")}
LONGEST = 8_000_000  #: the most characters in the record of a whole game
LONGEST_DEAL = 100_000
STEPS = 5_000  #: more actions than any deal has
_CARDS = 2_000  #: more characters than the cards of one hand or pile take
MANY = 64  #: more than a record has of anything that it counts: seats, packs, jokers, cards face up
FORM = "w1~rule set~options~behaviour hash~ledger~hands~actions"
_PARTS = ("rule set", "house rules", "version of the rules", "dealer and score", "cards", "moves")
_AGAIN = "Copy all of it again, from w1 to the end"


class DamagedRecord(NotationError):
    """The error for a record that cannot be read: ``where`` says which field is damaged, and how."""

    def __init__(self, where: str) -> None:
        super().__init__(f"this record is damaged where it {where}. {_AGAIN}")


class DealText(Frozen):
    """One deal: its rule set and options, the ledger with which it opened, the cards as dealt, and its actions."""

    rules: str
    options: Mapping[str, OptionChoice]
    players: int
    behaviour_hash: str = field(
        compare=False
    )  #: of the rules at the time, in full or in part; see ``plays_as``
    ledger: Ledger
    hands: tuple[str, ...]
    widow: str = ""
    turned: str = ""
    actions: Actions = ()

    def __post_init__(self) -> None:
        """Raise ``NotationError`` for invalid text or numbers, or for too many of anything."""
        _sound(self)

    def __str__(self) -> str:
        options = [
            f"players={self.players}",
            *(f"{k}={option_text(v)}" for k, v in sorted(self.options.items())),
        ]
        hands = ".".join(self.hands)
        if self.widow or self.turned:
            hands += "." + self.widow + (f"!{self.turned}" if self.turned else "")
        fields = [
            VERSION,
            self.rules,
            ",".join(options),
            self.behaviour_hash,
            ledger_text(self.ledger),
            hands,
            actions_text(self.actions),
        ]
        return "~".join(fields)


def actions_text(actions: Actions) -> str:
    """Return actions as written in the last field of a record."""
    return "_".join((f"{seat}:" if seat is not None else "") + text.replace(" ", "+").replace(">", "*")
                    for seat, text in actions)  # fmt: skip


def actions_of(text: str) -> Actions:
    """Read actions from the last field of a record. Raises ``NotationError``."""
    actions: list[tuple[int | None, str]] = []
    for entry in filter(None, text.split("_")):
        seat, colon, action = entry.rpartition(":")
        if colon and not re.fullmatch(r"[0-9]{1,2}", seat):
            raise DamagedRecord(f"gives the actions: no seat is called {seat[:40]!r} (in {entry[:40]!r})")
        actions.append((int(seat) if colon else None, action.replace("+", " ").replace("*", ">")))
    return tuple(actions)


def cards_of(text: str, kind: str) -> list[str]:
    found = _CARD[kind].findall(text)
    if "".join(found) != text:
        wrong = next(iter(_CARD[kind].sub(" ", text).split()), " ")
        raise DamagedRecord(f"lists the cards: {checks.said(wrong)} is not a {kind.capitalize()} card")
    return found


def ledger_text(ledger: Ledger) -> str:
    """Return the ledger as written in a record."""
    text = f"n{ledger.number}.d{ledger.dealer}"
    if any(ledger.totals):
        text += ".t" + ",".join(str(total) for total in ledger.totals)
    for name, chips in ledger.pools.items():
        text += f".p{name}={chips}"
    if ledger.standing:
        text += f".s{ledger.standing}"
        if ledger.last_declarer:
            text += ".l" + ",".join(map(str, ledger.last_declarer))
    if ledger.first_turn:
        text += f".f{ledger.first_turn}"
    if ledger.still:
        text += f".o{''.join(ledger.still)}"
    return text + (".r" if ledger.redeal else "")


def _amount(text: str) -> Amount:
    above, fraction, below = text.partition("/")
    if not fraction:
        return _whole(text)
    from fractions import Fraction

    return Fraction(_whole(above), _whole(below))


def _whole(text: str) -> int:
    """Read a number. Raises ``ValueError`` for anything else, and for a number with too many digits."""
    if re.fullmatch(r"-?[0-9]{1,16}", text) is None:
        raise ValueError(text)
    return int(text)


def _sound(record: Any) -> None:
    """Raise ``NotationError`` for anything but a valid record of a deal."""
    said = (("rule set", record.rules, 200), ("behaviour hash", record.behaviour_hash, 200), ("widow", record.widow, _CARDS),
            ("turned cards", record.turned, _CARDS))  # fmt: skip
    for what, found, most in said:
        _text(found, what, most)
    if not isinstance(record.options, Mapping) or len(record.options) > MANY or "players" in record.options:
        raise NotationError(
            f"record, options: expected house rules by name, got {checks.said(record.options)}"
        )
    for name, value in record.options.items():
        _text(name, "the name of an option", 200)
        if not isinstance(value, int) or value.bit_length() > MANY:
            _text(value, f"option {name}", LONGEST_DEAL)
    checks.whole(record.players, "record, players", 0, MANY)
    checks.instance(record.ledger, Ledger, "record, ledger", NotationError)
    checks.numbers(record.ledger)
    for seat in (
        record.ledger.dealer,
        *checks.items(record.ledger.last_declarer, "record, the last declarer"),
    ):
        checks.whole(seat, "record, a seat", 0, MANY)
    for card in checks.items(record.ledger.still, "record, the other pack"):
        _text(card, "a card of the other pack", 200)
    checks.yes_or_no(record.ledger.redeal, "record, a second deal")
    _text(record.ledger.standing, "the mark that stands", 200)
    _text(record.ledger.first_turn, "the first suit turned up", 200)
    if not isinstance(record.hands, tuple) or len(record.hands) > MANY:
        raise NotationError(
            f"record, hands: expected a tuple of at most {MANY} strings, got {checks.said(record.hands)}"
        )
    for hand in record.hands:
        _text(hand, "a hand", _CARDS)
    if not isinstance(record.actions, tuple) or len(record.actions) > STEPS:
        raise NotationError(
            f"record, actions: expected a tuple of at most {STEPS} actions, got {checks.said(record.actions)}"
        )
    for step in record.actions:
        if not isinstance(step, tuple) or len(step) != 2:
            raise NotationError(
                f"record, actions: expected a seat or None, and the action in text; got {checks.said(step)}"
            )
        _text(step[1], "an action", _CARDS)
        if step[0] is not None:
            checks.whole(step[0], "record, the seat of an action", 0, 99)


def _text(value: Any, what: str, most: int) -> None:
    """Check that a value is a string that can be written. Raises ``NotationError``."""
    if not isinstance(value, str) or len(value) > most:
        raise NotationError(
            f"record, {what}: expected text of at most {most} characters, got {checks.said(value)}"
        )
    if not checks.writable(value):
        raise NotationError(
            f"record, {what}: expected text that can be written in UTF-8, got {checks.said(value)}"
        )


def ledger_of(text: str, players: int) -> Ledger:
    number, dealer, redeal, standing, first_turn = 1, players - 1, False, "", ""
    last: tuple[int, ...] = ()
    still: tuple[str, ...] = ()
    totals: tuple[Amount, ...] = (0,) * players
    pools: dict[str, int] = {}
    try:
        for part in text.split("."):
            kind, value = part[:1], part[1:]
            if kind == "n":
                number = _whole(value)
            elif kind == "d":
                dealer = _whole(value)
            elif kind == "t":
                totals = tuple(_amount(x) for x in value.split(","))
            elif kind == "p":
                name, _, chips = value.partition("=")
                pools[name] = _whole(chips)
            elif kind == "s" and value.isalpha():
                standing = value
            elif kind == "l":
                last = tuple(_whole(x) for x in value.split(","))
            elif kind == "f" and re.fullmatch("[A-Z]", value):
                first_turn = value
            elif kind == "o":
                still = tuple(cards_of(value, "rook" if value[:1] in "RYGB" else "french"))
            elif part == "r":
                redeal = True
            else:
                raise ValueError(part)
    except (ValueError, ZeroDivisionError):
        raise DamagedRecord(
            f"gives the number of the deal, the dealer and the score: expected text such as n1.d3.t0,0,0,0.ppool=50, got {checks.said(text)}"
        ) from None
    fits = (
        len(totals) == players
        and 0 <= dealer < players
        and number > 0
        and min(pools.values(), default=0) >= 0
        and len(last) <= players
        and all(0 <= seat < players for seat in last)
    )
    if not fits:
        raise DamagedRecord(
            f"gives the dealer and the score: {checks.said(text)} does not fit {players} players"
        )
    return Ledger(number, dealer, totals, Fixed(pools), redeal=redeal,
                  last_declarer=last, standing=standing, still=still, first_turn=first_turn)  # fmt: skip


def fields_of(text: str) -> dict[str, Any]:
    """Return the fields of a full record. Raises ``NotationError``, saying what was expected, for a field that cannot
    be read."""
    fields = text.split("~")
    if fields[0] != VERSION:
        raise NotationError(_no_record(text, fields[0]))
    if len(fields) != 7:
        raise NotationError(
            f"this record is cut short: it ends before its {_PARTS[len(fields) - 1]}. {_AGAIN}"
            if len(fields) < 7
            else f"this record is damaged: it has something after its moves that does not belong there. {_AGAIN}"
        )
    _, rule_set, options_text, behaviour, stands, hands_text, acted = fields
    options: dict[str, OptionChoice] = {}
    for pair in filter(None, options_text.split(",")):
        name, equals, value = pair.partition("=")
        if not equals:
            raise DamagedRecord(f"gives its house rules: {checks.said(pair)} has no value")
        options[name] = option_value(value)
    players = options.pop("players", 4)
    if not isinstance(players, int) or isinstance(players, bool) or not 0 < players <= MANY:
        raise DamagedRecord(
            f"gives the number of players: expected a number from 1 to {MANY}, got {checks.said(players)}"
        )
    parts = hands_text.split(".")
    widow, turned = "", ""
    if len(parts) > MANY + 1:
        raise DamagedRecord(f"lists the cards: expected at most {MANY} hands, got {len(parts)}")
    if len(parts) > players:  # a game with a dummy has a widow too
        widow, _, turned = parts.pop().partition("!")
    ledger = ledger_of(stands, max(players, len(parts)))
    return {
        "rules": rule_set, "options": Fixed(options), "players": players, "behaviour_hash": behaviour,
        "ledger": ledger, "hands": tuple(parts), "widow": widow, "turned": turned, "actions": actions_of(acted),
    }  # fmt: skip


def _no_record(text: str, version: str) -> str:
    """Return the error message for text that does not begin like a record."""
    if re.fullmatch(r"w[1-9][0-9]{0,3}", version):
        return (
            f"this link is of version {version}, which is newer than what reads it here: {VERSION} and {SHORT} are known. "
            "Load the page again, or open the link with a newer Whister"
        )
    if not text:
        return "this link is empty: it holds no cards"
    return f"this is not a record of a deal: one begins with {VERSION}~ or {SHORT}~, and this with {checks.said(text[:20])}"
