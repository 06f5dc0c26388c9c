"""Cards and packs.

A card is a string, its notation (``QS``, ``R14``, ``ROOK``). Inside the engine a card is a bit: a hand is one integer,
and the bits of a suit are adjacent, in rising rank, so that the higher card of a suit is the higher bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Generic, Never, TypeVar

from whister.checks import said
from whister.errors import NotationError

T = TypeVar("T")


class Card(str):
    """One card: a string equal to its notation. ``suit``, ``rank`` and ``name`` describe it; ``index`` is the number of
    its bit."""

    __slots__ = ("index", "name", "rank", "suit")
    index: int  # type: ignore[assignment]  # a card is never searched as a text
    name: str
    rank: str
    suit: str

    def __new__(cls, text: str) -> Card:
        return cls.parse(text)

    @classmethod
    def make(cls, text: str, suit: str, rank: str, name: str, index: int) -> Card:
        card = str.__new__(cls, text)
        for slot, value in zip(cls.__slots__, (index, name, rank, suit), strict=True):
            object.__setattr__(card, slot, value)
        return card

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError(f"{self}: a card cannot be changed")

    @classmethod
    def parse(cls, text: str) -> Card:
        """Return the card that a string names: ``Q♠``, ``♠Q``, ``QS``, ``10♥``, ``R14``, ``Rook``, ``joker``.

        The card belongs to a plain French pack or to a Rook pack; it equals the same card in another ranking. Raises
        ``NotationError``.
        """
        if isinstance(text, str):
            for kind, jokers in (("french", 1), ("rook", 0)):
                found = pack(kind, jokers=jokers)
                if (name := _canonical(text, kind)) in found.index:
                    return found.cards[found.index[name]]
        raise NotationError(
            f"{said(text)} is not a card; expected one such as Q♠, QS, 10♥, R14, Rook or joker"
        )

    def __reduce__(self) -> tuple[object, ...]:
        return Card.make, (str(self), self.suit, self.rank, self.name, self.index)


_FRENCH_SUITS = {"C": "clubs", "D": "diamonds", "S": "spades", "H": "hearts"}
_FRENCH_RANKS = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
    "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip
_ROOK_SUITS = {"R": "red", "Y": "yellow", "G": "green", "B": "black"}
_ROOK_RANKS = tuple(str(n) for n in range(1, 15))
_KINDS = {"french": (tuple(_FRENCH_RANKS), _FRENCH_SUITS), "rook": (_ROOK_RANKS, _ROOK_SUITS)}
_SYMBOLS = str.maketrans(
    "♣♦♠♥♧♢♤♡", "CDSHCDSH", "\ufe0e\ufe0f"
)  # and the marks that show a symbol as text or as a picture
ROOK = "ROOK"
JOKER = "JK"
ZERO = "0"  #: a rank below the lowest, for a card added to a French pack to make the deal even


class Pack:
    """A kind of pack in one ranking: all the cards that it can contain, in the order of their bits.

    ``ranks`` lists the ranks from low to high. ``suits`` is the order in which a hand is laid out. ``copies`` is the
    number of packs shuffled together, and so of equal cards, each of which has its own bit. ``jokers`` is the number of
    jokers, which have no suit.
    """

    def __init__(self, kind: str, ranks: tuple[str, ...] = (), copies: int = 1, jokers: int = 0) -> None:
        natural, suits = _KINDS[kind]
        ranks = ranks or natural
        self.kind = kind
        self.ranks = ranks
        self.suit_names = dict(suits)
        self.suits = tuple(suits)
        cards: list[Card] = []
        for suit, suit_name in suits.items():
            for rank in ranks:
                french = kind == "french"
                text = rank + suit if french else suit + rank
                name = (
                    f"{_FRENCH_RANKS.get(rank, 'zero')} of {suit_name}" if french else f"{suit_name} {rank}"
                )
                for _ in range(copies):
                    cards.append(Card.make(text, suit, rank, name, len(cards)))
        if kind == "rook":
            cards.append(Card.make(ROOK, "", ROOK, "Rook", len(cards)))
        for _ in range(jokers):
            cards.append(Card.make(JOKER, "", JOKER, "joker", len(cards)))
        self.cards = tuple(cards)
        #: by a card's notation, the places of its copies
        self.places: dict[str, tuple[int, ...]] = {}
        for card in cards:
            self.places[card] = (*self.places.get(card, ()), card.index)
        self.index: dict[str, int] = {text: places[0] for text, places in self.places.items()}
        self.equals = copies > 1 or jokers > 1  #: whether some cards are equal to others
        self.all = (1 << len(cards)) - 1
        width = len(ranks) * copies
        self.suit_masks = {suit: ((1 << width) - 1) << (i * width) for i, suit in enumerate(self.suits)}
        self.layout = Layout(self.cards, width)
        self.spread = self.layout.of  #: the cards of a mask, in the order in which a hand is laid out
        self._made = kind, self.ranks, copies, jokers

    def __reduce__(self) -> tuple[object, ...]:
        return pack, self._made

    def __repr__(self) -> str:
        return f"<Pack {self.kind}, {len(self.cards)} cards>"

    def card(self, text: str) -> Card:
        """Return the card that a string names; case is ignored, and ``10`` may be written for ``T``.

        Raises ``NotationError`` if the string does not name a card of this kind of pack.
        """
        found = self.index.get(text)
        if found is None:
            found = self.index.get(_canonical(text, self.kind))
        if found is None:
            example = "QS, TD or 2C" if self.kind == "french" else "R14, G5 or ROOK"
            raise NotationError(
                f"{said(text)} is not a card of a {self.kind.capitalize()} pack; expected a card such as {example}"
            )
        return self.cards[found]

    def read(self, cards: str | Iterable[str], where: str = "cards") -> list[Card]:
        """Return the cards named in one string, separated by spaces, or in several strings. Raises ``NotationError``,
        naming ``where``."""
        texts = cards.replace(",", " ").split() if isinstance(cards, str) else list(cards)
        try:
            return [self.card(text) for text in texts]
        except NotationError as error:
            raise NotationError(f"{where}: {error}") from None

    def mask(self, cards: str | Iterable[str], where: str = "cards", taken: int = 0) -> int:
        """Return the bits of some cards; for equal cards, those of copies not yet ``taken``.

        Raises ``NotationError`` for a card that is named more often than it occurs in the pack.
        """
        mask = 0
        for card in self.read(cards, where):
            bit = 1 << card.index
            if self.equals and bit & (mask | taken):
                bits_ = [1 << place for place in self.places[card]]
                bit = next(
                    (b for b in bits_ if not b & (mask | taken)),
                    next((b for b in bits_ if not b & mask), bit),
                )
            if mask & bit:
                often = "twice" if len(self.places[card]) == 1 else f"{len(self.places[card]) + 1} times"
                raise NotationError(f"{where}: {card} is named {often}; a card can be in one place only")
            mask |= bit
        return mask

    def equal_to(self, bit: int) -> int:
        """Return the bits of all cards equal to the one with this bit; 0 for 0."""
        if not self.equals or not bit:
            return bit
        return sum(1 << place for place in self.places[self.cards[bit.bit_length() - 1]])

    def select(self, tokens: str | Iterable[str], where: str = "cards") -> int:
        """Return the bits of the cards that tokens name: a suit (``H``), a rank (``14``) or one card (``QS``)."""
        mask = 0
        for token in tokens.split() if isinstance(tokens, str) else tokens:
            if token in self.suit_masks:
                mask |= self.suit_masks[token]
            elif token in self.ranks:
                mask |= sum(1 << card.index for card in self.cards if card.rank == token)
            else:
                mask |= sum(1 << place for place in self.places[self.read([token], where)[0]])
        return mask


# the most hands of a suit that a layout lists in full: all those of a suit of sixteen cards
_LISTED = 1 << 16
#: the most hands of a longer suit stored at a time: a long study must take no more memory than one deal
_KEPT = 1 << 13


class Layout(Generic[T]):
    """A value for each card of a pack. The values of a hand's cards are looked up together, in the order in which a
    hand is laid out.

    A hand is split into six parts, which are small numbers: the cards of each of the four suits, those of no suit, and
    a part that is always empty. Each part is looked up whole, so that a hand of thirteen cards takes four look-ups.
    """

    def __init__(self, things: Sequence[T], width: int, *, once: bool = False) -> None:
        self.things = tuple(things)
        self.width = width  #: the number of cards in a suit
        self._suit = (1 << width) - 1
        self._starts = 2 * width, 3 * width, 4 * width
        self.by_part = (
            *(things[place * width : (place + 1) * width] for place in range(4)),
            things[4 * width :],
            (),
        )
        self._once = once
        #: for each part, the values of each possible holding; None until they are first needed
        self.parts = tuple(nothing_yet(len(each)) for each in self.by_part)

    def split(self, mask: int) -> list[int]:
        """Split a hand into its parts."""
        suit, (third, fourth, odd) = self._suit, self._starts
        return [
            mask & suit,
            mask >> self.width & suit,
            mask >> third & suit,
            mask >> fourth & suit,
            mask >> odd,
            0,
        ]

    def split_each(self, masks: Sequence[int]) -> list[list[int]]:
        """Split several hands into their parts."""
        one, suit, (two, three, four) = self.width, self._suit, self._starts
        return [
            [
                mask & suit, mask >> one & suit, mask >> two & suit, mask >> three & suit, mask >> four, 0,
            ]
            for mask in masks
        ]  # fmt: skip

    def join(self, parts: Sequence[int]) -> int:
        """Join the parts of a hand into one number."""
        width = self.width
        a, b, c, d, odd, _ = parts
        return a | b << width | c << 2 * width | d << 3 * width | odd << 4 * width

    def of(self, mask: int) -> tuple[T, ...]:
        """Return the values of a hand's cards: by suit, low to high."""
        a, b, c, d, odd, _ = hand = self.split(mask)
        p, q, r, s, o, _ = self.parts
        try:
            # missing entries are filled in below
            found = p[a] + q[b] + r[c] + s[d]  # type: ignore[operator]
            return found + o[odd] if odd else found  # type: ignore[operator]
        except TypeError:
            return self.filled(hand)

    def filled(self, hand: Sequence[int]) -> tuple[T, ...]:
        """Return the values of a hand given in parts, and store them."""
        found: tuple[T, ...] = ()
        for place, mask in enumerate(hand):
            found += self.parts[place][mask] or self.fill(place, mask)
        return found

    def fill(self, place: int, mask: int) -> tuple[T, ...]:
        """Store and return the values of a part of a hand; equal cards count once or separately, as set by
        ``once``."""
        part = self.parts[place]
        if not mask:
            return ()
        if isinstance(part, _Kept):
            return keep(part, mask, self._picked(place, mask))
        rest = mask & (mask - 1)  # without its lowest card
        first = self.by_part[place][(mask ^ rest).bit_length() - 1]
        found = part[rest] or self.fill(place, rest)
        if not (self._once and first in found):
            found = (first, *found)
        return keep(part, mask, found)

    def _picked(self, place: int, mask: int) -> tuple[T, ...]:
        """Return the values of a part of a hand."""
        things = self.by_part[place]
        found = [things[at] for at in bits(mask)]
        return tuple(dict.fromkeys(found)) if self._once else tuple(found)


class _Kept(dict[int, "tuple[Any, ...] | None"]):
    """A table for the holdings in one suit of two packs, which are too many to store; it is emptied now and then."""

    def __missing__(self, mask: int) -> None:
        return None


def nothing_yet(cards: int) -> list[tuple[Any, ...] | None] | _Kept:
    """Return an empty table of the possible holdings among that many cards."""
    return [(), *[None] * ((1 << cards) - 1)] if 1 << cards <= _LISTED else _Kept({0: ()})


def keep(part: Any, mask: int, found: tuple[T, ...]) -> tuple[T, ...]:
    """Store and return the values found for one part of a hand; a full table is emptied first."""
    if isinstance(part, _Kept) and len(part) >= _KEPT:
        part.clear()
        part[0] = ()
    part[mask] = found
    return found


def bits(mask: int) -> Iterator[int]:
    """Yield the positions of the bits that are set, from low to high."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _canonical(text: str, kind: str) -> str:
    folded = text.strip().upper()
    if kind == "french":
        folded = folded.translate(_SYMBOLS)
        if folded[:1] in _FRENCH_SUITS and not text.isascii():  # the symbol first: ♠Q
            folded = folded[1:] + folded[0]
        if folded.startswith("10"):
            folded = "T" + folded[2:]
        return JOKER if folded == "JOKER" else folded
    return folded


@lru_cache(maxsize=64)
def pack(kind: str, ranks: tuple[str, ...] = (), copies: int = 1, jokers: int = 0) -> Pack:
    """Return the pack of that kind and ranking; packs are shared, since they never change."""
    return Pack(kind, ranks, copies, jokers)
