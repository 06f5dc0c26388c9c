"""A deal as text: everything needed to play it again, on one line that fits a link.

Seven fields stand between tildes::

    w1~hearts/black-lady~moon=new~b1-0123456789abcdef~n1.d3~2C3C….5H….….…~give+9D+KH+QS_…

version, rule set, options (``players`` among them), behaviour hash, ledger (``n`` number, ``d`` dealer, ``p`` pools,
``t`` totals, ``s`` a mark that stands with the pool, ``l`` the declarer then, ``f`` the suit turned in the first deal, ``o``
the other pack in order, where two are used and neither is shuffled), hands with the widow last, and a stock beside it in order
(turned cards after ``!``), and actions in order (``2:pass`` names a seat that acts out of turn). Nothing in it depends on a random generator. A session is its deals, one a line.

A link holds the same record in fewer characters, ``w2~…``: see `whister.links.permalink`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from whister import checks
from whister.deal import fits
from whister.deal.dealing import Dealing
from whister.deal.face import state_of
from whister.errors import IllegalAction, NotationError, WhisterError
from whister.ledger import Amount, Ledger
from whister.rules import Deal, Rules, Session, load
from whister.rulesets.options import OptionChoice, option_text, option_value

VERSION = "w1"
_SHORT = "w2"  # see whister.permalink
Actions = tuple[tuple[int | None, str], ...]
"""What was done, in order: each action's text, and its seat where it acts out of turn."""
_CARD = {"french": re.compile(r"[02-9TJQKA][CDSH]|JK"), "rook": re.compile(r"[RYGB]\d+|ROOK")}
LONGEST = 8_000_000  #: characters of a whole game's record
_LONGEST_DEAL = 100_000
STEPS = 5_000  #: more actions than any deal has
_CARDS = 2_000  #: more characters than the cards of one place have
MANY = 64  #: more than there are of anything that a record counts: seats, packs, jokers, cards face up
_FORM = "w1~rule set~options~behaviour hash~ledger~hands~actions"
_PARTS = ("rule set", "house rules", "version of the rules", "dealer and score", "cards", "moves")
_AGAIN = "Copy the whole of it once more, from w1 to the end"


class ReplayError(WhisterError, ValueError):
    """A record whose step today's rules refuse. ``deal`` stands as it was before that step."""

    number: int | None = None  #: which deal of a session it is, from 1 on

    def __init__(self, step: int, action: str, deal: Deal, cause: WhisterError) -> None:
        self.step, self.action, self.deal, self.cause = step, action, deal, cause
        self.clause = cause.clause if isinstance(cause, IllegalAction) else None
        super().__init__(step, action, deal, cause)

    def __str__(self) -> str:
        which = f"deal {self.number}, " if self.number is not None else ""
        return f"record, {which}step {self.step} ({checks.said(self.action)}): {self.cause}"


class DamagedRecord(NotationError):
    """A record that cannot be read at one place: ``where`` it does something, and what is wrong there."""

    def __init__(self, where: str) -> None:
        super().__init__(f"this record is damaged where it {where}. {_AGAIN}")


def deals_of(text: str) -> list[str]:
    """The deals of a game's record, each a line; an empty line is none."""
    return [line for line in text.splitlines() if line.strip()]


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal: its rule set and options, the ledger it opened with, the cards as dealt, and what was done."""

    rules: str
    options: Mapping[str, OptionChoice]
    players: int
    behaviour_hash: str = field(compare=False)  #: of the rules then, whole or its beginning: see ``plays_as``
    ledger: Ledger
    hands: tuple[str, ...]
    widow: str = ""
    turned: str = ""
    actions: Actions = ()

    def __post_init__(self) -> None:
        """Raises ``NotationError`` for what is no record: texts or numbers that no deal has, or too many of anything."""
        _sound(self)

    def __reduce__(self) -> tuple[object, ...]:
        fields = [getattr(self, name) for name in DealRecord.__slots__]
        return _again, tuple(
            dict(value) if isinstance(value, MappingProxyType) else value for value in fields
        )

    @classmethod
    def of(cls, deal: Deal) -> DealRecord:
        """The record of a deal as far as it has been played."""
        if state_of(deal).origin is not None:
            raise NotationError(
                "a study position has no record; only a deal whose every card is known has one"
            )
        rules, (hands, widow, turned, stock, turn_up) = deal.rules, state_of(deal).dealt
        plan, spread = state_of(deal).plan, state_of(deal).plan.cards_of
        ledger = deal.ledger._replace(order=(), last_made=None)
        if not (plan.dealing.turns_still and plan.dealing.gathered):
            ledger = ledger._replace(still=())
        if not ledger.standing:
            ledger = ledger._replace(last_declarer=())
        lying = "".join(plan.pack.cards[i] for i in stock)
        left = "" if plan.dealing.stock and stock else "".join(spread(widow & ~turned))
        return cls(
            rules.id, rules.chosen, len(plan.table.players), rules.behaviour_hash, ledger,
            tuple(lying if seat == plan.table.dummy else "".join(spread(hand)) for seat, hand in enumerate(hands)),
            left if plan.table.dummy is not None else left + lying,
            str(state_of(deal).plan.pack.cards[turn_up]) if turn_up >= 0 else "".join(spread(turned)),
            done(deal),
        )  # fmt: skip

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

    @classmethod
    def parse(cls, text: str) -> DealRecord:
        """A record from its text, whole (``w1~…``) or as a short link has it (``w2~…``, see ``link``).

        Raises ``NotationError`` saying what is wrong: that it is cut short, damaged, or of a newer version, or which
        field of it cannot be read and what was expected.
        """
        text = as_text(text).strip()
        if len(text) > _LONGEST_DEAL:
            raise NotationError(f"this is no record of a deal: it is longer than {_LONGEST_DEAL} characters")
        if re.search("%[0-9A-Fa-f]{2}", text):  # a program on the way has written it so
            text = re.sub("%([0-7][0-9A-Fa-f])", lambda found: chr(int(found[1], 16)), text)
        fields = text.split("~")
        if fields[0] == _SHORT:
            from whister.links.permalink import decode

            return decode(text)
        if fields[0] != VERSION:
            raise NotationError(_no_record(text, fields[0]))
        if len(fields) != 7:
            raise NotationError(
                f"this record is cut short: it ends before its {_PARTS[len(fields) - 1]}. {_AGAIN}"
                if len(fields) < 7
                else f"this record is damaged: something stands after its moves that does not belong there. {_AGAIN}"
            )
        _, rule_set, options_text, behaviour, ledger_text, hands_text, acted = fields
        options: dict[str, OptionChoice] = {}
        for pair in filter(None, options_text.split(",")):
            name, equals, value = pair.partition("=")
            if not equals:
                raise DamagedRecord(f"tells its house rules: {checks.said(pair)} has no choice after it")
            options[name] = option_value(value)
        players = options.pop("players", 4)
        if not isinstance(players, int) or isinstance(players, bool) or not 0 < players <= MANY:
            raise DamagedRecord(
                f"tells how many play: expected a number from 1 to {MANY}, got {checks.said(players)}"
            )
        parts = hands_text.split(".")
        widow, turned = "", ""
        if len(parts) > MANY + 1:
            raise DamagedRecord(f"lists the cards: expected at most {MANY} hands, got {len(parts)}")
        if len(parts) > players:  # and where nobody holds one of the hands, there is a widow too
            widow, _, turned = parts.pop().partition("!")
        ledger = _ledger_of(ledger_text, max(players, len(parts)))
        return cls(rule_set, MappingProxyType(options), players, behaviour, ledger, tuple(parts), widow, turned,
                   actions_of(acted))  # fmt: skip

    def link(self) -> str:
        """The record as a short text for a link, ``w2~…``; ``parse`` reads it. See ``whister.links.permalink``."""
        from whister.links.permalink import encode

        return encode(self)

    def plays_as(self, rules: Rules) -> bool:
        """Whether rules play as those of the record did; as far as it says, since a link keeps a beginning of the hash."""
        return rules.behaviour_hash.startswith(self.behaviour_hash)

    def load(self) -> Rules:
        """The rule set of the record, as it is today, with the record's options."""
        return load(self.rules, self.players, **self.options)

    def opening(self, rules: Rules | None = None, ledger: Ledger | None = None) -> Deal:
        """The deal before anything was done; with a ledger that knows more than the record's, if one is given."""
        plan = (rules or self.load()).plan
        ledger = ledger or self.ledger
        fits.ledger(ledger, plan)
        hands = [_cards(hand, plan.makeup.kind) for hand in self.hands]
        turned = _cards(self.turned, plan.makeup.kind)
        widow = _cards(self.widow, plan.makeup.kind) + ([] if plan.dealing.turn_up else turned)
        if ledger.still and (not plan.dealing.turns_still or [*ledger.still[:1]] != turned):
            raise DamagedRecord(
                f"says that {ledger.still[0]} tops the other pack, but {self.turned or 'no card'} is turned up"
            )
        if ledger.still:
            fits.order(ledger.still, plan, "the other pack")
        return Deal(plan.once(Dealing).given(hands, widow, ledger, turned))

    def replay(self, rules: Rules | None = None, opening: Deal | None = None) -> Deal:
        """The deal with everything done again, each step judged anew; from its ``opening``, if that is at hand.

        Raises ``ReplayError`` for a step that today's rules refuse, with the clause and the deal before it.
        """
        deal = opening or self.opening(rules)
        act_on(deal, self.actions)
        return deal


@dataclass(frozen=True, slots=True)
class Record:
    """A deal or a session as text: its deals in order."""

    deals: tuple[DealRecord, ...]

    def __post_init__(self) -> None:
        """Raises ``NotationError`` for what is no deals."""
        deals: Any = self.deals
        if not isinstance(deals, tuple) or not deals or not all(isinstance(one, DealRecord) for one in deals):
            raise NotationError(f"record: expected records of deals, got {checks.said(deals)}")

    @classmethod
    def of(cls, played: Deal | Session) -> Record:
        """The record of a deal, or of a session's deal in hand."""
        if isinstance(played, Deal):
            return cls((DealRecord.of(played),))
        session = checks.instance(played, Session, "record")
        return cls(tuple(DealRecord.of(deal) for deal in (*session.played, session.deal)))

    @classmethod
    def parse(cls, text: str) -> Record:
        """A record from its text. Raises ``NotationError``."""
        if len(as_text(text)) > LONGEST:
            raise NotationError(f"record: expected at most {LONGEST} characters, got {len(text)}")
        lines = deals_of(text)
        if not lines:
            raise NotationError(f"an empty text is no record; expected {_FORM}")
        return cls(tuple(DealRecord.parse(line) for line in lines))

    def __str__(self) -> str:
        return "\n".join(str(deal) for deal in self.deals)

    def resume(self, seed: str | int) -> Session:
        """The session as its record leaves it: every deal is played again, and those to come are shuffled from the seed.

        Raises ``ReplayError`` for a step that today's rules refuse, and ``NotationError`` for a deal that does not open
        with what the one before it leaves.
        """
        from whister.links.resume import resumed

        return resumed(self.deals, seed)

    def replay(self) -> Deal:
        """The last deal with everything done again; every earlier deal must settle into the next one's totals.

        Raises ``ReplayError`` or ``NotationError``.
        """
        return self.resume("replayed").deal


def as_text(given: Any) -> str:
    """What is given for a record, if it is a text. Raises ``NotationError``."""
    if isinstance(given, str):
        return given
    raise NotationError(f"record: expected a text, {_FORM}; got {checks.said(given)}")


def _again(rules: str, options: Mapping[str, OptionChoice], *others: Any) -> DealRecord:
    """A record that was pickled."""
    return DealRecord(rules, MappingProxyType(dict(options)), *others)


def done(deal: Deal, since: int = 0) -> Actions:
    """What was done in a deal, from the action at place ``since`` on."""
    twin = deal.copy()
    twin.restart()
    actions: list[tuple[int | None, str]] = []
    for seat, action in deal.actions:
        actions.append((None if seat == twin.to_act else seat, str(action)))
        twin.act(action, seat)
    return tuple(actions[since:])


def act_on(deal: Deal, actions: Actions) -> None:
    """Do them in order. Raises ``ReplayError`` for a step that today's rules refuse."""
    for step, (seat, action) in enumerate(actions, 1):
        try:
            deal.act(action, seat)
        except WhisterError as error:
            raise ReplayError(step, action, deal, error) from None


def actions_text(actions: Actions) -> str:
    """Actions as the last field of a record writes them."""
    return "_".join((f"{seat}:" if seat is not None else "") + text.replace(" ", "+").replace(">", "*")
                    for seat, text in actions)  # fmt: skip


def actions_of(text: str) -> Actions:
    """Actions from that field. Raises ``NotationError``."""
    actions: list[tuple[int | None, str]] = []
    for entry in filter(None, text.split("_")):
        seat, colon, action = entry.rpartition(":")
        if colon and not re.fullmatch(r"[0-9]{1,2}", seat):
            raise DamagedRecord(f"tells what was done: no seat is called {seat[:40]!r}, in {entry[:40]!r}")
        actions.append((int(seat) if colon else None, action.replace("+", " ").replace("*", ">")))
    return tuple(actions)


def _no_record(text: str, version: str) -> str:
    """What to say of a text that does not begin as a record does."""
    if re.fullmatch(r"w[1-9][0-9]{0,3}", version):
        return (
            f"this link is of version {version}, which is newer than what reads it here: {VERSION} and {_SHORT} are known. "
            "Load the page again, or open the link with a newer Whister"
        )
    if not text:
        return "this link is empty: it holds no cards"
    return f"this is no record of a deal: one begins with {VERSION}~ or {_SHORT}~, and this with {checks.said(text[:20])}"


def _cards(text: str, kind: str) -> list[str]:
    found = _CARD[kind].findall(text)
    if "".join(found) != text:
        wrong = next(iter(_CARD[kind].sub(" ", text).split()), " ")
        raise DamagedRecord(f"lists the cards: {checks.said(wrong)} is no {kind.capitalize()} card")
    return found


def ledger_text(ledger: Ledger) -> str:
    """What stands between deals, as a record tells it."""
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
    """A number from its text. Raises ``ValueError``, for one of too many digits as well."""
    if re.fullmatch(r"-?[0-9]{1,16}", text) is None:
        raise ValueError(text)
    return int(text)


def _sound(record: Any) -> None:
    """Raises ``NotationError`` for what is no record of a deal."""
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
            _text(value, f"option {name}", _LONGEST_DEAL)
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
        raise NotationError(f"record, hands: expected at most {MANY} texts, got {checks.said(record.hands)}")
    for hand in record.hands:
        _text(hand, "a hand", _CARDS)
    if not isinstance(record.actions, tuple) or len(record.actions) > STEPS:
        raise NotationError(f"record, actions: expected at most {STEPS}, got {checks.said(record.actions)}")
    for step in record.actions:
        if not isinstance(step, tuple) or len(step) != 2:
            raise NotationError(
                f"record, actions: expected a seat or None, and a text; got {checks.said(step)}"
            )
        _text(step[1], "an action", _CARDS)
        if step[0] is not None:
            checks.whole(step[0], "record, the seat of an action", 0, 99)


def _text(value: Any, what: str, most: int) -> None:
    """A text that can be written. Raises ``NotationError``."""
    if not isinstance(value, str) or len(value) > most:
        raise NotationError(
            f"record, {what}: expected a text of at most {most} characters, got {checks.said(value)}"
        )
    if not checks.writable(value):
        raise NotationError(
            f"record, {what}: expected a text that can be written in UTF-8, got {checks.said(value)}"
        )


def _ledger_of(text: str, players: int) -> Ledger:
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
                still = tuple(_cards(value, "rook" if value[:1] in "RYGB" else "french"))
            elif part == "r":
                redeal = True
            else:
                raise ValueError(part)
    except (ValueError, ZeroDivisionError):
        raise DamagedRecord(
            f"tells the number of the deal, the dealer and the score: expected such as n1.d3.t0,0,0,0.ppool=50, got {checks.said(text)}"
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
            f"tells the dealer and the score: {checks.said(text)} does not fit {players} players"
        )
    return Ledger(number, dealer, totals, MappingProxyType(pools), redeal=redeal,
                  last_declarer=last, standing=standing, still=still, first_turn=first_turn)  # fmt: skip
