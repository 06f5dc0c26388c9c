"""Words for numbers, cards and amounts."""

from __future__ import annotations

from collections.abc import Sequence

from whister.cards import Card
from whister.ledger import MAIN_POOL, Amount

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

_ORDINALS = (
    "",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)
_PARTS = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾"}


def number(count: int) -> str:
    """Return a small number in words; a larger one in figures."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def spelled(count: int) -> str:
    """Return a number of tricks in words, up to the size of a hand, to match titles that spell out numbers."""
    return {11: "eleven", 12: "twelve", 13: "thirteen"}.get(count) or number(count)


def times(count: int) -> str:
    """Return a number of times: ``once``, ``twice``, ``three times``."""
    return {1: "once", 2: "twice"}.get(count) or f"{number(count)} times"


def cards_in_words(count: int) -> str:
    """Return a number of cards: ``one card``, ``three cards``."""
    return f"{number(count)} card{'' if count == 1 else 's'}"


def card_name(card: Card) -> str:
    """Return the name of a card with its article: ``the queen of spades``."""
    return f"the {card.name}"


def pool(name: str) -> str:
    """Return the label of a pool: ``Pool``, ``Great quinola pool``."""
    return "Pool" if name == MAIN_POOL else f"{name.replace('-', ' ').capitalize()} pool"


def listed(words: list[str]) -> str:
    """Return words joined as a list in a sentence."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


_TOLD = 4  # the most items of a longer list that are named; a list with just one more is given in full


def choice_of(things: Sequence[str]) -> str:
    """Return a choice among several things: ``4♣, J♣ or K♣``; of many, the first four: ``4♣, 5♣, 7♣, J♣ or 2 more``."""
    told = list(things if len(things) <= _TOLD + 1 else things[:_TOLD])
    if len(things) > len(told):
        told.append(f"{len(things) - len(told)} more")
    return f"{', '.join(told[:-1])} or {told[-1]}" if len(told) > 1 else told[0]


def either(counts: Sequence[int]) -> str:
    """Return a choice among numbers: "3, 4 or 5"."""
    return ", ".join(map(str, counts[:-1])) + f" or {counts[-1]}" if len(counts) > 1 else str(counts[0])


def ordinal(place: int) -> str:
    """Return a place in words: ``second``, ``11th``."""
    return _ORDINALS[place] if place < len(_ORDINALS) else f"{place}th"


def tricks(count: int) -> str:
    """Return a number of tricks: ``one trick``, ``12 tricks``."""
    return f"{number(count)} trick{'' if count == 1 else 's'}"


def capital(sentence: str) -> str:
    """Return a sentence with a capital first letter and the rest unchanged."""
    return sentence[:1].upper() + sentence[1:]


def figure(value: Amount) -> str:
    """Return an amount as printed: ``120``, ``−13``, ``6½``, ``−8 2/7``."""
    if isinstance(value, int):
        return str(value).replace("-", "−")
    whole, rest = divmod(abs(value), 1)
    part = _PARTS.get(str(rest)) or f"{' ' if whole else ''}{rest}"
    return f"{'−' if value < 0 else ''}{whole or ''}{part if rest else ''}"


def amount(value: Amount, unit: str) -> str:
    """Return an amount with its unit."""
    return f"{value} {singular(unit) if value in (1, -1) else unit}"


def singular(unit: str) -> str:
    """Return the name of one of a unit: ``point``, ``white counter``, ``penny``."""
    return "penny" if unit == "pence" else unit.removesuffix("s")


def with_article(noun: str) -> str:
    """Return a noun in the singular with its indefinite article: ``a solo``, ``an abundance``."""
    return f"{'an' if noun[:1].casefold() in 'aeiou' else 'a'} {noun}"
