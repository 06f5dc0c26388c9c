"""A deal as short text for a link: its cards and moves, in a form that does not depend on the rules.

::

    w2~hearts/black-lady~moon=new~PAYLOAD

names the version, the rule set and the chosen options; the payload encodes everything else as one number, in the 64
characters that need no escaping in a link. It contains the first 20 bits of the behaviour hash (so that a table can say
that the rules have changed since), the dealer, the pack, the hands and the actions, and ends with a checksum of four
characters. No rule set is needed to write it or to read it: see ``whister.links.steps``. Everything here is part of the
format of published links and must not change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from whister import checks
from whister.errors import NotationError
from whister.frozen import names
from whister.ledger import MAIN_POOL, Amount, Ledger
from whister.links.habits import FACES, NUMBERS, ODD, RANKINGS, Layout, Manner, Step, strengths, watched
from whister.links.numerals import Numerals, Odds, Reader, Writer
from whister.links.steps import Table
from whister.links.written import MANY, STEPS, DealText
from whister.objects import Fixed
from whister.rulesets.options import OptionChoice, option_text, option_value

VERSION = "w2"
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_VALUE = {digit: value for value, digit in enumerate(_DIGITS)}
_CHECK = 4  #: the length of the checksum
#: the largest prime below 2²⁴: the remainder of a string, read as one number, detects any change to one character or to
#: two adjacent ones, and all but one in sixteen million of other changes
_PRIME = 16_777_213
_LONGEST, _LONGEST_PAYLOAD = 20_000, 4_000
_DAMAGED = (
    "this link is damaged or cut short: its characters do not add up. Copy all of it, from w2 to the end"
)
_HASH = re.compile(r"b([1-9][0-9]?)-([0-9a-f]{5})[0-9a-f]*")
_CARDS = {"french": re.compile(r"[02-9TJQKA][CDSH]|JK"), "rook": re.compile(r"[RYGB](?:1[0-4]|[1-9])|ROOK")}

D = TypeVar("D", bound=DealText)


def encode(record: DealText) -> str:
    """Encode a record as a link. Raises ``NotationError`` for a record with cards or names that a link cannot
    contain."""
    writer = Writer()
    said = {name: option_text(value) for name, value in sorted(record.options.items())}
    for name, text in said.items():
        if not re.fullmatch(r"[^~,=\s]+", name) or not re.fullmatch(r"[^~,\s]*", text):
            raise NotationError(f"the option {checks.said(f'{name}={text}')} cannot be written in a link")
    _code(writer, record, record.rules, said)
    options = ",".join(f"{name}={text}" for name, text in said.items())
    if not re.fullmatch(r"[^~\s]+", record.rules):
        raise NotationError(f"a rule set called {checks.said(record.rules)} cannot be written in a link")
    payload = _digits(writer.number)
    text = f"{VERSION}~{record.rules}~{options}~{payload}"
    if len(payload) > _LONGEST_PAYLOAD or len(text) > _LONGEST - _CHECK:
        raise NotationError("this deal is too long for a link; copy its record instead")
    return text + check(text)


def decode(text: str, kind: type[D]) -> D:
    """Decode the record of a link. Raises ``NotationError``, saying what is wrong with the link."""
    text = text.strip()
    fields = text.split("~")
    if len(fields) < 4 or len(fields[-1]) < _CHECK:
        raise NotationError(
            "this link is cut short: it ends before the cards. Copy all of it, from w2 to the end"
        )
    if (
        len(fields) > 4
        or len(text) > _LONGEST
        or len(fields[3]) > _LONGEST_PAYLOAD + _CHECK
        or fields[0] != VERSION
    ):
        raise NotationError(_DAMAGED)
    if check(text[:-_CHECK]) != text[-_CHECK:]:
        raise NotationError(_DAMAGED)
    _, rules, options_text, payload = fields
    pairs = (pair.partition("=") for pair in options_text.split(",") if pair)
    said = {name: value for name, _, value in pairs}
    try:
        reader = Reader(_number(payload[:-_CHECK]))
        record = _code(reader, None, rules, said)
    except (NotationError, ArithmeticError, LookupError, ValueError):
        raise NotationError(_DAMAGED) from None
    if reader.number:
        raise NotationError(_DAMAGED)
    return kind(**{name: getattr(record, name) for name in names(DealText)})


def _few(number: int) -> int:
    """Return a number of things, if a deal can have that many. Raises ``NotationError``."""
    if number > MANY:
        raise NotationError(f"{number} is more than a deal can have")
    return number


def _digits(number: int) -> str:
    digits = []
    while number:
        number, value = divmod(number, 64)
        digits.append(_DIGITS[value])
    return "".join(reversed(digits))


def _number(digits: str) -> int:
    number = 0
    for digit in digits:
        number = number << 6 | _VALUE[digit]
    return number


def check(text: str) -> str:
    """Return the checksum of four characters at the end of a link."""
    return _digits(1 << 24 | int.from_bytes(text.encode(errors="replace"), "big") % _PRIME)[1:]


# -- a record, written or read ---------------------------------------------------------------------------------------


def _code(numerals: Numerals, record: DealText | None, rules: str, said: Mapping[str, str]) -> DealText:
    """Encode a record, or decode one if ``record`` is None. ``said`` are its options."""
    options: dict[str, OptionChoice] = {}
    for name, text in said.items():  # a string that would be read as another type, such as "no", is marked
        as_text = numerals.share(record is not None and record.options[name] != option_value(text), 1, 64)
        options[name] = text if as_text else option_value(text)
    behaviour = _behaviour(numerals, record.behaviour_hash if record else "")
    n = _seats(numerals, len(record.hands) if record else 0)
    players = record.players if record else 0
    players = _few(numerals.count(players)) if numerals.share(players != n, 1, 16) else n
    ledger = _ledger(numerals, record.ledger if record else None, n, players)
    kind, piles, turned, ranking = _deal(numerals, record, n)
    hands = tuple("".join(FACES[kind][card] for card in pile) for pile in piles)
    up = turned[0] // 14 if len(turned) == 1 else ODD // 14
    if turned and not any(turned[0] in pile for pile in piles):  # they lie with the undealt cards
        piles[n] += turned
    actions = _actions(numerals, record, Layout(kind, piles, ledger.dealer, strengths(ranking), up))
    still = record.ledger.still if record else ()
    if numerals.more(bool(still)):
        ledger = ledger._replace(
            still=_still(numerals, still, kind, [card for pile in piles for card in pile])
        )
    return DealText(rules, Fixed(options), players, behaviour, ledger, hands[:n], hands[n],
                      "".join(FACES[kind][card] for card in turned), actions)  # fmt: skip


def _behaviour(numerals: Numerals, text: str) -> str:
    """Encode the beginning of a behaviour hash, or any other string in full."""
    found = _HASH.fullmatch(text)
    if numerals.share(not found and bool(text), 1, 64):
        return numerals.text(text)
    version = numerals.near(int(found[1]) if found else 1, 1, 32)
    return f"b{version}-{numerals.digit(int(found[2], 16) if found else 0, 1 << 20):05x}"


_SEATS = Odds(1, 1, 8, 8, 48, 8, 8, 6, 4, 2, 2, 2, 1)


def _seats(numerals: Numerals, n: int) -> int:
    if numerals.share(n >= len(_SEATS.weights), 1, 64):
        return _few(numerals.count(n))
    return numerals.choose(n, _SEATS)


def _actions(numerals: Numerals, record: DealText | None, cards: Layout) -> tuple[Step, ...]:
    done = record.actions if record else ()
    manner = watched(cards, done) if record else Manner()
    table = Table(cards, manner.coded(numerals, len(cards.piles) - 1))
    steps: list[Step] = []
    while (step := table.coded(numerals, done[len(steps) :])) is not None:
        steps.append(step)
        if len(steps) > STEPS:
            raise NotationError(f"the record has more than {STEPS} actions, too many for a link")
    return tuple(steps)


# -- the cards -------------------------------------------------------------------------------------------------------

_COPIES = Odds(1, 24, 7)
_RANK = Odds(27, 2, 3)  # all four cards of a rank are present, none are, or some are
_MOST_CARDS = 500  # more than all the packs of any game together
_ZERO = Odds(1, 30, 1)  # cards of the extra rank below the lowest
_JOKERS = {"french": Odds(12, 3, 1), "rook": Odds(4, 11, 1)}
_RANKING = {"french": Odds(24, 1, 1, 3, 1, 1, 1), "rook": Odds(8, 8, 2, 1, 1, 1, 1)}


def _cards(text: str, kind: str) -> list[int] | None:
    found = _CARDS[kind].findall(text)
    return [NUMBERS[kind][face] for face in found] if "".join(found) == text else None


def _deal(
    numerals: Numerals, record: DealText | None, n: int
) -> tuple[str, list[list[int]], list[int], Sequence[int]]:
    """Encode the kind of pack, the hands and the undealt cards, those face up, and the ranking."""
    kind, given = _read(record) if record else ("", [])
    kind = "rook" if numerals.share(kind == "rook", 1, 2) else "french"
    turned = _turned(numerals, (_cards(record.turned, kind) or []) if record else [])
    counts = [0] * 57
    for pile in given:
        for card in pile:
            counts[card] += 1
    apart = bool(turned) and numerals.share(not any(counts[card] for card in turned), 1, 4)
    for card in turned if apart else ():
        counts[card] += 1
    counts = _pack(numerals, counts, kind)
    if sum(counts) > _MOST_CARDS:
        raise NotationError(f"{sum(counts)} cards, but a deal has at most {_MOST_CARDS}")
    for card in turned if apart else ():
        counts[card] -= 1
    sizes = _sizes(numerals, [len(pile) for pile in given[:n]], n, sum(counts))
    sizes.append(sum(counts) - sum(sizes))
    if min(sizes) < 0 or min(counts) < 0:
        raise NotationError("more cards in the hands than there are")
    where: list[list[int]] = [[] for _ in counts]
    for at, pile in enumerate(given):
        for card in pile:
            where[card].append(at)
    piles: list[list[int]] = [[] for _ in sizes]
    left = sum(sizes)
    for card, count in enumerate(counts):
        for copy in range(count):
            at = numerals.pile(where[card][copy] if given else 0, sizes, left)
            piles[at].append(card)
            sizes[at] -= 1
            left -= 1
    ordered, ranking = _ordered(numerals, kind, given, piles)
    return kind, ordered, turned, ranking


def _read(record: DealText) -> tuple[str, list[list[int]]]:
    """Return the kind of cards of a record, and its piles. Raises ``NotationError``."""
    for kind in _CARDS:
        piles = [_cards(text, kind) for text in (*record.hands, record.widow)]
        if None not in piles and _cards(record.turned, kind) is not None:
            return kind, [pile for pile in piles if pile is not None]
    raise NotationError(
        "a link can contain French cards or Rook cards, not both and no others; these hands contain something else"
    )


def _pack(numerals: Numerals, counts: list[int], kind: str) -> list[int]:
    """Encode how many copies of each card there are."""
    copies = max(1, *counts[:ODD])
    copies = numerals.choose(copies if copies < 3 else 0, _COPIES) or _few(numerals.count(copies - 3)) + 3
    for rank in range(14):
        cards = [suit * 14 + rank for suit in range(4)]
        found = {counts[card] for card in cards}
        how = 0 if found == {copies} else 1 if found == {0} else 2
        how = numerals.choose(how, _ZERO if kind == "french" and not rank else _RANK)
        for card in cards:
            counts[card] = (copies, 0)[how] if how < 2 else numerals.digit(counts[card], copies + 1)
    odd = numerals.choose(min(counts[ODD], 2), _JOKERS[kind])
    counts[ODD] = odd if odd < 2 else _few(numerals.count(counts[ODD] - 2)) + 2
    return counts


_FEWER = Odds(14, 10, 4, 2, 2)  # how many cards fewer a hand has than it would without a widow


def _sizes(numerals: Numerals, sizes: list[int], n: int, cards: int) -> list[int]:
    """Encode how many cards each hand has."""
    if not n:
        return []
    fewer = cards // n - sizes[0] if sizes else 0
    fewer = numerals.choose(fewer if 0 <= fewer < 4 else 4, _FEWER)
    first = cards // n - fewer if fewer < 4 else numerals.count(sizes[0] if sizes else 0)
    if numerals.share(len(set(sizes)) > 1, 1, 16):
        return [first, *(numerals.near(sizes[at] if sizes else 0, first, 2) for at in range(1, n))]
    return [first] * n


def _ordered(
    numerals: Numerals, kind: str, given: Sequence[Sequence[int]], piles: list[list[int]]
) -> tuple[list[list[int]], Sequence[int]]:
    """Return the piles in order, and the ranking by which hands are laid out."""
    ranking = 0
    if given:
        ranking = max(
            range(len(RANKINGS)), key=lambda at: sum(_laid_out(p, RANKINGS[at]) == p for p in given)
        )
    ranking = numerals.choose(ranking, _RANKING[kind])
    ordered = []
    for at, cards in enumerate(piles):
        pile = _laid_out(cards, RANKINGS[ranking])
        if numerals.share(bool(given) and list(given[at]) != pile, 1, 32):
            left = sorted(pile)
            pile = [
                left.pop(numerals.digit(left.index(given[at][k]) if given else 0, len(left)))
                for k in range(len(pile))
            ]
        ordered.append(pile)
    return ordered, RANKINGS[ranking]


def _laid_out(pile: Iterable[int], ranking: Sequence[int]) -> list[int]:
    strength = strengths(ranking)
    return sorted(pile, key=lambda card: card if card == ODD else card - card % 14 + strength[card % 14])


def _still(numerals: Numerals, still: Sequence[str], kind: str, dealt: Iterable[int]) -> tuple[str, ...]:
    """Encode the order of the other pack, which has the same cards as the one dealt."""
    left = sorted(dealt)
    order: list[int] = []
    given = _cards("".join(still), kind)
    if given and sorted(given) != left:
        raise NotationError("a link holds two packs only if they have the same cards")
    while left:
        order.append(left.pop(numerals.digit(left.index(given[len(order)]) if given else 0, len(left))))
    return tuple(FACES[kind][card] for card in order)


_TURNED = Odds(12, 3, 1)


def _turned(numerals: Numerals, cards: list[int]) -> list[int]:
    """Encode the cards that lie face up."""
    count = numerals.choose(min(len(cards), 2), _TURNED)
    if count == 2:
        count += _few(numerals.count(len(cards) - 2))
    return [numerals.digit(cards[at] if cards else 0, 57) for at in range(count)]


# -- the state between two deals --------------------------------------------------------------------------------------

_TOTALS = Odds(
    6, 2, 4, 4
)  # no totals; the same for every seat; the same for all but the dealer; one for each seat
_POOLS = Odds(6, 8, 2)
POOLS = (
    "",
    MAIN_POOL,
    "great-quinola",
    "little-quinola",
)  # the first stands for any other pool, which is named
_POOL = Odds(2, 12, 3, 3)


def _ledger(numerals: Numerals, ledger: Ledger | None, n: int, players: int) -> Ledger:
    seats = max(n, players)
    number, dealer = 1, max(players - 1, 0)
    plain = Ledger(number, dealer, (0,) * seats)
    given = ledger or plain
    if len(given.totals) != seats:
        raise NotationError(f"the ledger has {len(given.totals)} totals for {seats} seats")
    if not numerals.share(given != plain, 1, 2):
        return plain
    if numerals.share((given.number, given.dealer) != (number, dealer), 1, 2):
        number = numerals.count(given.number - 1) + 1
        dealer = numerals.digit(given.dealer, max(seats, 1))
    totals = _totals(numerals, given.totals, dealer)
    names = list(given.pools)
    count = numerals.choose(min(len(names), 2), _POOLS)
    if count == 2:
        count += _few(numerals.count(len(names) - 2))
    pools: dict[str, int] = {}
    for at in range(count):
        name = names[at] if names else ""
        known = numerals.choose(POOLS.index(name) if name in POOLS else 0, _POOL)
        name = POOLS[known] or numerals.text(name)
        pools[name] = numerals.count(given.pools.get(name, 0))
    if not numerals.share(
        bool(given.standing or given.last_declarer or given.first_turn or given.redeal), 1, 4
    ):
        return Ledger(number, dealer, totals, Fixed(pools))
    standing, first_turn = numerals.text(given.standing), numerals.text(given.first_turn)
    last = given.last_declarer
    size = _few(numerals.count(len(last)))
    last = tuple(numerals.digit(last[at] if last else 0, seats) for at in range(size))
    return Ledger(number, dealer, totals, Fixed(pools), redeal=numerals.share(given.redeal, 1, 2),
                  last_declarer=last, standing=standing, first_turn=first_turn)  # fmt: skip


def _totals(numerals: Numerals, totals: tuple[Amount, ...], dealer: int) -> tuple[Amount, ...]:
    others = {*totals[:dealer], *totals[dealer + 1 :]}
    how = 0 if not any(totals) else 1 if len(set(totals)) == 1 else 2 if len(others) == 1 else 3
    how = numerals.choose(how, _TOTALS)
    if how == 3:
        return tuple(_amount(numerals, total) for total in totals)
    amount = _amount(numerals, next(iter(others), totals[dealer])) if how else 0
    dealers = _amount(numerals, totals[dealer] - amount) + amount if how == 2 else amount
    return tuple(dealers if seat == dealer else amount for seat in range(len(totals)))


def _amount(numerals: Numerals, amount: Amount) -> Amount:
    if numerals.share(amount.denominator != 1, 1, 32):
        below = numerals.count(amount.denominator - 1) + 1
        return Fraction(numerals.amount(amount.numerator), below)
    return numerals.amount(amount.numerator)
