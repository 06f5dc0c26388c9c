"""Every door of the package, that is, every place where it takes input, and the broken input that it must refuse.

A door takes a seeded ``random.Random``, makes one broken input from it (a sound one damaged, or something wild), and
returns the call that passes it in. ``knock`` makes that call and judges it: an error must be one of ours and short, and
must not take a thousand times the usual work; and a deal that refuses something must be unchanged. The command line has
doors of its own, in ``tests/cli/doors.py``.

``tests/engine/test_doors.py`` knocks a few thousand times; the proof of inputs does so a million times.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import repeat
from pathlib import Path
from types import FrameType, MappingProxyType
from typing import Any

import whister
from whister import Action, Breach, Clause, Deal, DealRecord, Ledger, Record, Rules, WhisterError
from whister.deal.machine import SLOTS
from whister.deal.public import state_of
from whister.links.permalink import check
from whister.links.texts import deal_of_text
from whister.rules import resolve
from whister.rulesets.reader import read
from whister.table.requests import OPERATIONS, handle

Call = Callable[[], object]
Door = Callable[[random.Random], Call]
anything: Any = whister

LONGEST = 900
"""Characters of the longest refusal, but for the text of the clause that refuses."""
ECHO = 200
"""Characters of what was given that a refusal shows at most."""
STEPS = 2_000_000
"""Calls of functions, within the call of one door: many times what the dearest sound one needs."""


DEAR: Mapping[str, int] = {
    "whister find": 20_000_000,
    "whister play, with a hint": 30_000_000,
    "a request to think": 60_000_000,
}
"""Doors whose dearest sound call needs more: a word that nothing has is compared with every word there is, and a player
who searches, as for a hint, plays many deals to the end."""
THINKING = ("go-on", "hint", "turning")
"""The operations of the table in which a player may search."""
OFTEN = 10
"""How often a door of the library is knocked at for one knock at a door of the command line, which takes longer."""


class Endless(BaseException):
    """A call that does far more than it should."""


def knock(door: str, seed: int, doors: Mapping[str, Door] | None = None) -> str:
    """Push one broken input through a door; return ``taken``, or the name of the error that refused it.

    Raise ``AssertionError`` if the error is not ours, if its message is long, or if the door made more than ``STEPS``
    function calls. The same seed always makes the same input.
    """
    _tables()  # what is read only once does not count as part of a call
    call = (DOORS if doors is None else doors)[door](random.Random(f"{door}/{seed}"))
    where = f"door {door!r}, seed {seed}"
    try:
        counted(call, DEAR.get(door, STEPS))
    except WhisterError as error:
        said, clause = str(error), getattr(error, "clause", None)
        allowed = LONGEST + (len(clause.text) if isinstance(clause, Clause) else 0)
        assert 0 < len(said) <= allowed, f"{where}: {len(said)} characters: {said[:300]}"
        assert "x" * (ECHO + 1) not in said, f"{where}: echoes what was given: {said[:300]}"
        assert "Traceback" not in said, f"{where}: {said[:300]}"
        said.encode()
        return type(error).__name__
    except Endless as error:
        raise AssertionError(f"{where}: {error}") from None
    except Exception as error:
        raise AssertionError(f"{where}: {type(error).__name__}: {str(error)[:300]}") from error
    return "taken"


def counted(call: Call, most: int = STEPS) -> None:
    """Make a call, and stop it if it calls far too many functions.

    The calls are counted, not timed, so the result is the same on every machine.
    """
    left = most

    def step(frame: FrameType, event: str, arg: object) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            left = most  # raise only once
            raise Endless(f"more than {most} calls, in {frame.f_code.co_qualname}")

    before = sys.getprofile()
    sys.setprofile(step)
    try:
        call()
    finally:
        sys.setprofile(before)


# -- what is pushed through -------------------------------------------------------------------------------------------

LONG = "x" * 20_000


class Table(dict[str, Any]):
    """A subclass of ``dict``."""


def _deep(depth: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


_WILD: Sequence[Callable[[random.Random], Any]] = (
    lambda chance: None, lambda chance: chance.random() < 0.5, lambda chance: chance.choice((-1, 0, 1, 4, 5, 99, 2**31, 2**63, 10**12, 10**19)),
    lambda chance: chance.choice((-1, 1)) * 10 ** chance.choice((100, 999, 4_299, 5_000, 20_000)),
    lambda chance: chance.choice((0.5, 1.0, -0.0, 1e300, float("nan"), float("inf"))), lambda chance: 3j,
    lambda chance: Fraction(chance.randrange(-9, 9), chance.choice((1, 2, 3, 10**400))),
    lambda chance: chance.choice(("", " ", "\0", "\n", "\ud800", "²", "٣", "~", "#", "%00", "../..", "'", "\u202e", "ß" * 70)),
    lambda chance: chance.choice(("x", "x ", "2C ", "9", "[", "{", "a.", "-", "\ud83d", "1/", '"')) * chance.choice((50, 300, 5_000, 20_000)),
    lambda chance: b"2C", lambda chance: [], lambda chance: {}, lambda chance: (), lambda chance: [None] * chance.choice((1, 4, 13, 100_000)),
    lambda chance: _deep(chance.choice((3, 200, 5_000))), lambda chance: repeat("2C"), lambda chance: iter("2C QS".split()),
    lambda chance: (card for card in ("2C", 5)), lambda chance: range(chance.choice((4, 10**9, 10**30))), lambda chance: object(),
    lambda chance: Table(a=1), lambda chance: {LONG: 1}, lambda chance: {1: 2, None: 3}, lambda chance: {"a": {"b": _deep(30)}},
    lambda chance: MappingProxyType({"pool": 10**5_000}), lambda chance: {"2C", "QS"}, lambda chance: ["2C"] * chance.choice((2, 60, 5_000)),
    lambda chance: [LONG], lambda chance: Path(chance.choice((".", "\0", "/nowhere/at/all", LONG))), lambda chance: Action("QS"),
    lambda chance: Action.make("play", ("QS",), chance.choice((0, 1, 1 << 70, -1))), lambda chance: type, lambda chance: Exception(LONG),
)  # fmt: skip


def wild(chance: random.Random) -> Any:
    """Return something that nobody could have meant."""
    return chance.choice(_WILD)(chance)


def damaged(chance: random.Random, text: str) -> str:
    """Return a text with something wrong in it, mostly in one place."""
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        at = chance.randrange(len(text) + 1)
        to = min(len(text), at + chance.choice((0, 1, 1, 2, 5, 30)))
        how = chance.randrange(8)
        if how == 0:
            text = text[:at] + text[to:]
        elif how == 1:
            text = text[:at] + text[at:to] * chance.choice((2, 3, 500)) + text[to:]
        elif how == 2:
            text = text[:at]
        elif how == 3 and len(text) > 1:
            other = chance.randrange(len(text))
            text = text[:at] + text[other : other + to - at] + text[to:]
        elif how == 4:
            text = (
                text[:at]
                + chance.choice(("9" * 30, "9" * 5_000, "-", "\ud800", "\0", "²", "1/0", "nan", LONG))
                + text[to:]
            )
        else:
            text = (
                text[:at]
                + chance.choice("0123456789 ~.,:_-+*=/!#%'\"[]{}()<>\\\nACDHJKQSTRYGBabnrtw²")
                + text[to:]
            )
    return text


def damaged_bytes(chance: random.Random, text: str) -> bytes:
    """Return a damaged text as the bytes of a file, or sometimes other bytes."""
    if chance.random() < 0.1:
        return chance.choice(
            (b"", b"\xff\xfe", b"\xef\xbb\xbf", b"\0" * 1_000, bytes(range(256)), b"\xed\xa0\x80")
        )
    return damaged(chance, text).encode(errors="surrogatepass")


def _one_wrong(chance: random.Random, sound: Mapping[str, Any]) -> dict[str, Any]:
    """Return sound values with something wild or damaged under one or two names, which may be unknown names."""
    found = dict(sound)
    for _ in range(chance.choice((1, 1, 2))):
        name = chance.choice((*found, "nope")) if found else "nope"
        now = found.get(name)
        if isinstance(now, str) and chance.random() < 0.4:
            found[name] = damaged(chance, now)
        elif isinstance(now, list) and now and chance.random() < 0.5:
            found[name] = [wild(chance) if at == 0 else one for at, one in enumerate(now)]
        else:
            found[name] = wild(chance)
    return found


@cache
def _tables() -> tuple[Rules, ...]:
    """Return every rule set for each number of players that it allows."""
    return tuple(whister.load(name, n) for name in whister.catalogue() for n in whister.load(name).players)


def some_rules(chance: random.Random) -> Rules:
    """Return a random rule set for one of its numbers of players."""
    return chance.choice(_tables())


@cache
def _begun(rules: Rules, seed: int) -> Deal:
    """Return a deal at some point of its course; it must be copied before use."""
    chance = random.Random(f"{rules.id}/{seed}")
    deal = rules.deal(seed, number=1 + seed)
    for _ in range(chance.choice((0, 3, 12, 40, 10_000))):
        if deal.over:
            break
        seat = chance.choice(deal.pending)
        legal = deal.legal(seat)
        deal.act(legal[chance.randrange(len(legal))], seat)
    return deal


def some_deal(chance: random.Random) -> Deal:
    """Return a deal at some point of its course."""
    return _begun(some_rules(chance), chance.randrange(4)).copy()


def state(deal: Deal) -> tuple[object, ...]:
    """Return the whole state of a deal."""
    kept = {
        "_menu",
        "asides",
        "fast",
        "folded",
        "left",
        "marked",
        "origin",
        "past",
        "places",
        "plan",
        "stage",
        "table",
        "tables",
    }  # found again, or never changed
    machine = state_of(deal)
    found: list[object] = [machine.plan]
    for name in SLOTS:
        if name not in kept:
            value = getattr(machine, name)
            found.append(repr(value) if isinstance(value, dict | list) else value)
    return tuple(found)


def _unmoved(deal: Deal, call: Call) -> None:
    """Make a call that may be refused; a refusal must leave the deal unchanged."""
    before = state(deal)
    try:
        call()
    except WhisterError:
        assert state(deal) == before, "what was refused has changed the deal"
        raise


# -- the library ------------------------------------------------------------------------------------------------------


def _load(chance: random.Random) -> Call:
    rules = some_rules(chance)
    how = chance.randrange(4)
    if how == 0:
        name = chance.choice((damaged(chance, rules.id), wild(chance), f"{rules.family}/{'x' * 300}"))
        return lambda: anything.load(name)
    if how == 1:
        players = wild(chance)
        return lambda: anything.load(rules.id, players)
    option = chance.choice((*rules.options, "nope", "rule_set"))
    value = wild(chance) if chance.random() < 0.7 else chance.choice(("new", "on", 5, True))
    if how == 2:
        return lambda: anything.load(rules.id, None, **{option: value})
    return lambda: rules.vary(None, **{option: value})


@cache
def _priced() -> tuple[tuple[str, str, str], ...]:
    """Return each rule set and option whose value is a table, with such a table as text, from a case if possible."""
    found: dict[tuple[str, str], str] = {}
    for name in whister.catalogue():
        rules = whister.load(name)
        for option in rules.options.values():
            if option.kind == "table" and not option.excluded:
                given = [
                    case.given.get("options", {})
                    for slug in option.clauses
                    for case in rules.clauses[slug].cases
                ]
                tables = [one[option.name] for one in given if isinstance(one.get(option.name), Mapping)]
                table = tables[0] if tables else {"5": {"C": 10, "D": [20, 30]}, "step": 5}
                found[name, option.name] = json.dumps(table)
    return tuple((name, option, table) for (name, option), table in found.items())


def _toml(table: Mapping[str, Any], prefix: str = "") -> str:
    """Return a table as TOML."""
    said = "".join(
        f"{json.dumps(key)} = {value}\n" for key, value in table.items() if not isinstance(value, Mapping)
    )
    for key, value in table.items():
        if isinstance(value, Mapping):
            said += f"[{prefix}{json.dumps(key)}]\n{_toml(value, f'{prefix}{json.dumps(key)}.')}"
    return said


_BOMBS = ("a = " + "9" * 5_000, "a = " + "[" * 100_000, "a = " + "{a=" * 3_000, "a" + ".a" * 50_000 + " = 1", "[" + "a." * 20_000 + "a]",
          'a = """' + '"' * 20_000, "a = '''" + "'" * 9_000, "a = [" + "1.5," * 5_000 + "]", '"' + '\\"' * 50_000, "a = nan\nb = -inf",
          "a = 1979-05-27T07:32:00Z", "a = 0x" + "f" * 180, "a." * 15 + "a = 5", "x" * 300 + " = 1", "a = \"" + "\\u0041" * 2_000)  # fmt: skip


def _price_mapping(chance: random.Random) -> Call:
    name, option, table = chance.choice(_priced())
    prices = json.loads(table)
    key = chance.choice((*prices, "nope", LONG, wild(chance)))
    try:
        prices[key] = wild(chance)
    except TypeError:  # what cannot be a key
        prices = Table(a=_deep(5_000))
    if chance.random() < 0.05:
        prices[""] = prices
    return lambda: anything.load(name, None, **{option: prices})


def _price_text(chance: random.Random) -> Call:
    name, option, table = chance.choice(_priced())
    flat = (
        ".".join(f"{key}:{value}" for key, value in json.loads(table).items() if isinstance(value, int))
        or "a:5.b:10"
    )
    text = chance.choice((damaged(chance, flat), "a:" + "9" * 5_000, "a:5." * 9_000, LONG))
    return lambda: anything.load(name, None, **{option: text})


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="doors-")


def a_file(content: bytes, name: str = "a file.toml") -> Path:
    """Return the path of a file with this content; the next call may overwrite it."""
    file = Path(_folder().name) / name
    file.write_bytes(content)
    return file


@cache
def _pipe() -> Path:
    """Return the path of a pipe that nobody writes to."""
    pipe = Path(_folder().name) / "pipe"
    os.mkfifo(pipe)
    return pipe


def no_file(chance: random.Random) -> Path:
    """Return a path at which there is no ordinary file."""
    there = [
        Path(_folder().name),
        Path(_folder().name) / "none",
        Path("\0"),
        Path("x" * 5_000),
        Path("/".join("x" * 1_000)),
    ]
    if hasattr(os, "mkfifo"):
        there += [Path("/dev/zero"), Path("/dev/null"), _pipe()]
    return chance.choice(there)


def _price_file(chance: random.Random) -> Call:
    name, option, table = chance.choice(_priced())
    if chance.random() < 0.2:
        file = no_file(chance)
    elif chance.random() < 0.3:
        file = a_file(chance.choice(_BOMBS).encode())
    else:
        file = a_file(damaged_bytes(chance, _toml(json.loads(table))))
    return lambda: anything.load(name, None, **{option: file})


@cache
def _rule_set_files() -> tuple[tuple[str, str], ...]:
    """Return the name and the text of each short rule-set file."""
    folder = Path(whister.__file__).parent / "rules"
    files = [
        (f"{file.parent.name}/{file.stem}", file.read_text("utf-8"))
        for file in sorted(folder.glob("*/*.toml"))
    ]
    return tuple((name, text) for name, text in files if not name.endswith("_family") and len(text) < 15_000)


def _rule_file(chance: random.Random) -> Call:
    from whister.rulesets.reader import chain

    if chance.random() < 0.15:
        bomb = chance.choice(_BOMBS)
        return lambda: resolve([("hearts/own", read(bomb, "hearts/own"))], None, {})
    name, text = chance.choice(_rule_set_files())
    broken = damaged(chance, text)
    return lambda: resolve([*chain(name)[:-1], (name, read(broken, name))], None, {})


def _hands(deal: Deal) -> dict[str, Any]:
    plan, dealt = state_of(deal).plan, state_of(deal).dealt
    hands = [" ".join(plan.cards_of(hand)) for hand in dealt.hands]
    return {
        "hands": hands,
        "widow": " ".join(plan.cards_of(dealt.widow)),
        "turned": str(plan.pack.cards[dealt.turn_up]) if dealt.turn_up >= 0 else "",
    }


def _deal(chance: random.Random) -> Call:
    rules = some_rules(chance)
    sound: dict[str, Any] = chance.choice(
        (
            {"seed": "door", "number": 2, "dealer": rules.plan.table.players[0], "cuts": [5]},
            {
                "pack": " ".join(rules.plan.cards_of(rules.plan.present)),
                "cuts": [3],
                "still_cut": 5,
                "still": list(rules.plan.cards_of(rules.plan.present)),
            },
            _hands(_begun(rules, 1)),
            {"seed": 5, "ledger": rules.ledger()},
        )
    )
    given = _one_wrong(chance, sound)
    return lambda: anything.Rules.deal(rules, **given)


def _position(chance: random.Random) -> Call:
    deal = some_deal(chance)
    rules, seat = deal.rules, state_of(deal).plan.table.players[0]
    sound: dict[str, Any] = {"hand": " ".join(state_of(deal).plan.cards_of(state_of(deal).hand(seat))), "leader": seat, "trick": 2, "trump": deal.trump,
                             "contract": deal.contract, "bid": deal.bid, "declarer": deal.declarer, "partner": None, "led": "",
                             "played": "", "widow": "", "turned": "", "ledger": deal.ledger}  # fmt: skip
    if chance.random() < 0.3:
        sound["hands"] = [
            " ".join(state_of(deal).plan.cards_of(state_of(deal).hand(one)))
            for one in state_of(deal).plan.table.seats
        ]
        del sound["hand"]
    given = _one_wrong(chance, sound)

    def play() -> None:
        made = anything.Rules.position(rules, **given)
        if made.to_act is not None and len(made.legal()):
            made.act(made.legal()[0])
            made.view(seat)
            made.undo()

    return play


def _facts(deal: Deal) -> dict[str, Any]:
    """Return the outcome of a deal that is over, as somebody would give it by hand."""
    outcome = deal.outcome
    facts: dict[str, Any] = {
        name: getattr(outcome, name)
        for name in ("declarer", "partner", "contract", "trump", "bid", "stopped", "void")
    }
    facts |= {"captured": [list(cards) for cards in outcome.captured], "tricks": list(outcome.tricks or ()),
              "honours": list(outcome.honours), "breaches": list(outcome.breaches), "declared": dict(outcome.declared)}  # fmt: skip
    return facts


@cache
def _over() -> tuple[Deal, ...]:
    """Return a deal of each rule set and number of players, played to the end."""
    found = []
    for rules in _tables():
        deal, chance = rules.deal("over"), random.Random(rules.id)
        while not deal.over:
            seat = chance.choice(deal.pending)
            legal = deal.legal(seat)
            deal.act(legal[chance.randrange(len(legal))], seat)
        found.append(deal)
    return tuple(found)


def _outcome(chance: random.Random) -> Call:
    deal = chance.choice(_over())
    facts = _one_wrong(chance, _facts(deal))
    if chance.random() < 0.3:
        facts = {
            **facts,
            "breaches": [
                chance.choice(
                    (
                        Breach(chance.choice((0, 9, -1))),
                        {"seat": wild(chance)},
                        {"seat": 0, "card": wild(chance)},
                        wild(chance),
                    )
                )
            ],
        }
    declares = list(deal.rules.declares)
    if declares and chance.random() < 0.3:
        facts["declared"] = {chance.choice(declares): wild(chance)}
    rules = deal.rules
    return lambda: rules.settle(anything.Rules.outcome(rules, **facts))


def _settle(chance: random.Random) -> Call:
    deal = chance.choice(_over())
    rules: Any = deal.rules
    changed: Any = deal.outcome if chance.random() < 0.5 else deal.ledger
    wrong = {chance.choice(changed._fields): wild(chance)}
    other = (
        (0, wild(chance)) if chance.random() < 0.05 else (1, wild(chance)) if chance.random() < 0.05 else None
    )

    def settle() -> None:
        made = changed._replace(**wrong)
        given = [made, deal.ledger] if changed is deal.outcome else [deal.outcome, made]
        if other is not None:
            given[other[0]] = other[1]
        settlement = rules.settle(*given)
        rules.conclude(settlement.ledger)
        str(settlement.ledger)

    return settle


def _ledger(chance: random.Random) -> Call:
    rules = some_rules(chance)
    plan = rules.plan
    sound: dict[str, Any] = {"number": 3, "dealer": plan.table.players[0], "totals": [5] * plan.table.n, "pool": 50, "standing": "", "last_declarer": [0],
                             "order": list(plan.cards_of(plan.present)), "first_turn": plan.pack.suits[0], "base": rules.ledger()}  # fmt: skip
    if chance.random() < 0.5:
        sound["pool"] = {"pool": 10, "great-quinola": 5}
    given = _one_wrong(chance, sound)

    def ledger() -> None:
        made = anything.Rules.ledger(rules, **given)
        rules.conclude(made)
        rules.deal("door", ledger=made._replace(order=()))

    return ledger


def _own_ledger(chance: random.Random) -> Call:
    rules = some_rules(chance)
    wrong: Any = {chance.choice(Ledger._fields): wild(chance)}
    use = chance.choice((rules.conclude, lambda made: rules.deal("x", ledger=made), lambda made: rules.session("x", ledger=made),
                         lambda made: str(Record.of(rules.deal("x", ledger=made)))))  # fmt: skip
    return lambda: use(rules.ledger()._replace(**wrong))


def _session(chance: random.Random) -> Call:
    rules: Any = some_rules(chance)
    value = wild(chance)
    use: Sequence[Call] = (
        lambda: rules.session(value), lambda: rules.session("x", ledger=value), lambda: rules.first_dealer(value),
        lambda: rules.first_dealer(seed=value), lambda: rules.first_dealer(damaged(chance, "2C 3D 4S 5H")), lambda: rules.conclude(value),
        lambda: rules.session("x").advance(value), lambda: rules.without(value), lambda: anything.diff(rules, value),
        lambda: anything.Record.of(value), lambda: anything.Record((value,)),
    )  # fmt: skip
    return chance.choice(use)


def _act(chance: random.Random) -> Call:
    deal: Any = some_deal(chance)
    texts = [str(action) for _, action in deal.actions[-5:]] + [
        str(one) for one in list(deal.legal())[:3] if len(deal.legal()) < 500
    ]
    texts += [
        "QS",
        "R14",
        "give 2C 3C 4C",
        "bid 5H",
        "claim revoke 1",
        "lead ROOK as Y",
        "discard 2C",
        "pass",
        "call R1",
        "correct 2C",
        "trump H",
        "declare old",
    ]
    how = chance.random()
    if how < 0.5:
        action = damaged(chance, chance.choice(texts))
    elif how < 0.7:
        action = chance.choice(texts)
    elif how < 0.85:
        action = wild(chance)
    else:  # one of another deal, of perhaps another pack
        other = some_deal(chance)
        action = (
            other.legal()[0]
            if not other.over and len(other.legal())
            else Action.make("play", ("2C",), 1 << chance.randrange(60))
        )
    seat = wild(chance) if chance.random() < 0.2 else chance.choice((None, *state_of(deal).plan.table.seats))
    use = chance.choice((deal.act, deal.act, deal.why))

    def act() -> None:
        use(action, seat)
        assert Record.parse(str(Record.of(deal))).deals[0].actions == DealRecord.of(deal).actions

    return lambda: _unmoved(deal, act if use == deal.act else lambda: use(action, seat))


def _look(chance: random.Random) -> Call:
    deal: Any = some_deal(chance)
    seat = wild(chance)
    use = chance.choice(
        (
            deal.legal,
            deal.view,
            lambda one: deal.why("pass", one),
            lambda one: deal.act("pass", one),
            lambda one: deal.outcome,
        )
    )
    return lambda: _unmoved(deal, lambda: use(seat))


# -- texts that are kept ----------------------------------------------------------------------------------------------


@cache
def _lines() -> tuple[str, ...]:
    """Return the records of some deals."""
    return tuple(str(DealRecord.of(_begun(rules, seed))) for rules in _tables() for seed in (0, 2))


@cache
def _link_of(line: str) -> str:
    return DealRecord.parse(line).link()


def _record(chance: random.Random) -> Call:
    line = chance.choice(_lines())
    if chance.random() < 0.3:  # one field is something else
        fields = line.split("~")
        place = chance.randrange(7)
        fields[place] = chance.choice(
            (
                damaged(chance, fields[place]),
                "",
                " ",
                "9" * 5_000,
                LONG,
                "players=4",
                "1/0",
                "\ud800",
                ":",
                "0:",
                "....!",
            )
        )
        text = "~".join(fields)
    else:
        text = chance.choice((damaged(chance, line), damaged(chance, f"{line}\n{chance.choice(_lines())}")))
    if chance.random() < 0.05:
        text = wild(chance)
    return lambda: anything.Record.parse(text).replay()


def broken_link(chance: random.Random) -> str:
    """Return a damaged link, more often than not with check characters that are right."""
    link = _link_of(chance.choice(_lines()))
    if chance.random() < 0.4:
        return damaged(chance, link)
    version, rules, options, payload = link[:-4].split("~")
    how = chance.randrange(5)
    if how == 0:
        payload = damaged(chance, payload)
    elif how == 1:
        payload = "".join(
            chance.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
            for _ in range(chance.choice((5, 80, 900, 4_000)))
        )
    elif how == 2:
        options = chance.choice(
            ("players=4", "players=x", "moon", "a=b,a=c", "=", damaged(chance, options), "9" * 5_000)
        )
    elif how == 3:
        rules = chance.choice((damaged(chance, rules), "hearts/" + "a" * 300, ""))
    else:
        payload = payload[: chance.randrange(len(payload) + 1)] + "A" * chance.randrange(200)
    text = f"{version}~{rules}~{options}~{payload}"
    return text + check(text)


def _link(chance: random.Random) -> Call:
    text = broken_link(chance)
    return lambda: Record.parse(text).replay()


def _link_of_own_record(chance: random.Random) -> Call:
    record = DealRecord.parse(chance.choice(_lines()))
    name = chance.choice(
        ("rules", "options", "players", "behaviour_hash", "ledger", "hands", "widow", "turned", "actions")
    )
    value = wild(chance)
    if chance.random() < 0.5:
        value = {"options": {"moon": wild(chance)}, "actions": ((wild(chance), wild(chance)),), "hands": [wild(chance)] * 4,
                 "ledger": record.ledger._replace(**{chance.choice(Ledger._fields): wild(chance)})}.get(name, value)  # fmt: skip

    def link() -> None:
        made: Any = replace(record, **{name: value})
        str(made)
        made.link()
        made.replay()

    return link


@cache
def _cases() -> tuple[str, ...]:
    """Return the texts of some cases that can be laid out."""
    from whister.links.texts import shown

    found = [
        shown(case)
        for name in whister.catalogue()
        for clause in whister.load(name).clauses.values()
        for case in clause.cases[:1]
    ]
    return tuple(text for text in found if text is not None)[::5]


def _case(chance: random.Random) -> Call:
    text = damaged(chance, chance.choice(_cases()) + chance.choice(("", "~", "~QS_KH", "~0:pass_1:5H")))
    return lambda: deal_of_text(text)


# -- the table --------------------------------------------------------------------------------------------------------


def answered(text: Any) -> None:
    """Give the table a request; raise its error, if it answers with one, as ``WhisterError``."""
    told = handle(text)
    assert len(told) < 400_000, f"an answer of {len(told)} characters"
    told.encode()
    answer = json.loads(told)
    if "error" in answer:
        assert answer["error"]["kind"] != "internal", answer["error"]["message"][:300]
        raise WhisterError(answer["error"]["message"])
    if (state := answer["ok"]).get("broken"):
        raise WhisterError(state["broken"]["text"])


def _sound_request(chance: random.Random, operations: Sequence[str]) -> dict[str, Any]:
    rules = some_rules(chance)
    line = chance.choice(_lines())
    first = _begun(rules, 0)
    request: dict[str, Any] = {"id": 5, "op": chance.choice(operations), "rules": rules.id, "options": {}, "players": len(rules.plan.table.players),
                               "seat": rules.plan.table.players[0], "seed": "door", "number": 1, "dealer": rules.plan.table.players[0], "study": True,
                               "record": line if chance.random() < 0.6 else chance.choice((_link_of(line), chance.choice(_cases()))), "stand": True,
                               "action": str(first.legal()[0]) if not first.over else "pass", "game": {"seed": "door", "before": [], "sheet": []}}  # fmt: skip
    for name in ("number", "dealer", "players", "study", "stand", "game", "options"):
        if chance.random() < 0.5:
            del request[name]
    if chance.random() < 0.3:
        request["whole"] = True
    return request


def _jsonable(value: Any) -> Any:
    try:
        json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        return str(type(value))
    return value


def _request(chance: random.Random) -> Call:
    return _of_request(chance, _sound_request(chance, [name for name in OPERATIONS if name not in THINKING]))


def _request_to_think(chance: random.Random) -> Call:
    request = _sound_request(chance, THINKING)
    request["strengths"] = {"others": chance.choice(("steady", "stedy", "strong", 5))}
    return _of_request(chance, request)


def _of_request(chance: random.Random, request: dict[str, Any]) -> Call:
    how = chance.random()
    if how < 0.5:
        text = json.dumps({name: _jsonable(value) for name, value in _one_wrong(chance, request).items()})
    elif how < 0.6:
        request["record"] = broken_link(chance)
        text = json.dumps(request)
    elif how < 0.7:
        before = [chance.choice(_lines()), damaged(chance, chance.choice(_lines()))][: chance.choice((1, 2))]
        request["game"] = {
            "seed": chance.choice(("door", "", LONG, "\ud800", 5)),
            "before": chance.choice((before, [5], "x", {})),
            "sheet": [],
        }
        text = json.dumps(request)
    elif how < 0.9:
        text = damaged(chance, json.dumps(request))
    else:
        text = chance.choice(
            (
                wild(chance),
                "[" * 100_000,
                '{"a":' * 50_000,
                '"' + '\\"' * 50_000,
                '{"id": ' + "9" * 5_000 + "}",
                f'{{"id": "{LONG}"}}',
            )
        )
    return lambda: answered(text)


DOORS: Mapping[str, Door] = {
    "load": _load, "prices, a mapping": _price_mapping, "prices, a text": _price_text, "prices, a file": _price_file,
    "a rule-set file": _rule_file, "deal": _deal, "position": _position, "outcome": _outcome, "settle": _settle, "ledger": _ledger,
    "an own ledger": _own_ledger, "session": _session, "act": _act, "look": _look, "record": _record, "link": _link,
    "link of an own record": _link_of_own_record, "case": _case, "request": _request,
    "a request to think": _request_to_think,
}  # fmt: skip
"""Each door by its name."""


def knocks(count: int, doors: Mapping[str, Door] = DOORS, start: int = 0) -> Iterator[tuple[str, int]]:
    """Yield ``count`` knocks from number ``start`` on, each with its door and its seed; they are always the same."""
    often = {name: 1 if name.startswith("whister") else OFTEN for name in doors}
    turn = [(name, at) for name in doors for at in range(often[name])]
    for number in range(start, start + count):
        name, at = turn[number % len(turn)]
        yield name, number // len(turn) * often[name] + at
