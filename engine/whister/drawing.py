"""Hands and accounts as text, for a terminal, and as HTML in the style of the site, for a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple

from whister.cards import Card
from whister.objects import LINE

FRENCH = {"C": "♣", "D": "♦", "S": "♠", "H": "♥"}
_COLOURS = {"R": "Red", "Y": "Yellow", "G": "Green", "B": "Black"}
_ODD = {"ROOK": "Rook", "JK": "Joker"}
_RED = ("D", "H", "R")
_WIDE, _NARROW, _LEAST = 46, 34, 25  # widths of the text of a line in an account, in characters
_SERIF = "'Iowan Old Style', 'Palatino Linotype', Palatino, 'URW Palladio L', P052, Georgia, serif"


class Row(NamedTuple):
    """A line of an account: its text, an amount for each column, and its source."""

    said: str
    amounts: tuple[str, ...]
    source: str = ""


def hand(cards: Sequence[Card]) -> str:
    """Return cards on one line, by suit: ``♣ 3 K  ♥ 10 A``, ``Red 5 14  Rook``."""
    return "  ".join(
        " ".join([name, *ranks]) if name else " ".join(ranks) for name, ranks, _ in _by_suit(cards)
    )


def trick(seats: Iterable[int], cards: Iterable[Card]) -> str:
    """Return the cards of a trick in the order of play: ``seat 1 3♣, seat 2 K♣``."""
    return ", ".join(f"seat {seat} {face(card)}" for seat, card in zip(seats, cards, strict=False))


def face(card: str) -> str:
    """Return a card as players write it: ``QS`` as ``Q♠``, ``TH`` as ``10♥``, ``R14``, ``Rook``; any other string
    unchanged."""
    if card in _ODD:
        return _ODD[card]
    rank, suit = card[:-1], card[-1:]
    return _ranked(rank) + FRENCH[suit] if rank and suit in FRENCH else str(card)


def account(
    title: str, columns: Sequence[str], rows: Sequence[Row], below: Sequence[Row], notes: Sequence[str]
) -> str:
    """Return an account in columns: its rows, a horizontal line, and the rows below that. If there is too little room,
    the text of the rows is first wrapped to a narrower column, then the column headings are wrapped, and then each
    source is put on a separate line.
    """
    amounts = [*(each for row in (*rows, *below) for each in row.amounts), ""]
    heads = [name.split() for name in columns]
    whole = max(map(len, (*columns, *amounts)))
    narrow = max(map(len, (*(word for words in heads for word in words), *amounts)))
    beside = max((len(row.source) + 2 for row in rows if row.source), default=0)
    ways = (False, whole, 2, beside, _NARROW), (True, narrow, 2, beside, _LEAST), (True, narrow, 1, 0, 0)
    for fold, width, gap, source, least in ways:  # noqa: B007  # the first that fits, or the last
        wide = min(_WIDE, LINE - (width + gap) * len(columns) - source)
        if wide >= least:
            break
    wide = max(wide, _LEAST)

    def lines(row: Row) -> list[str]:
        first, *more = _folded(row.said, wide) or [""]
        amounts = "".join(f"{'':{gap}}{each:>{width}}" for each in row.amounts)
        beside, below = (f"  {row.source}", []) if source else ("", [row.source] if row.source else [])
        return [f"{first:<{wide}}{amounts}{beside}".rstrip(), *(f"  {each}" for each in [*more, *below])]

    names = zip_longest(*heads, fillvalue="") if fold else [tuple(columns)]
    head = [line for each in names for line in lines(Row("", each))]
    body = [line for row in rows for line in lines(row)]
    rule = "-" * (wide + (width + gap) * len(columns))
    return "\n".join([title, *head, *body, rule, *(line for row in below for line in lines(row)), *notes])


def folded(text: str, indent: int) -> str:
    """Wrap text, with all lines but the first indented."""
    return "\n".join(_folded(text, LINE, " " * indent))


def account_html(
    title: str, columns: Sequence[str], rows: Sequence[Row], below: Sequence[Row], notes: Sequence[str]
) -> str:
    """Return an account as a self-contained HTML table."""
    thin = "1px solid rgba(128,128,128,.45)"
    number = "text-align:right;font-variant-numeric:tabular-nums;padding:.2em .7em"
    words = "text-align:left;padding:.2em .7em .2em 0"

    def row(each: Row, style: str = "") -> str:
        source = f'<td style="{words};opacity:.7;font-size:.85em">{_escaped(each.source)}</td>'
        cells = "".join(f'<td style="{number}">{_escaped(amount)}</td>' for amount in each.amounts)
        return f'<tr style="{style}"><td style="{words}">{_escaped(each.said)}</td>{cells}{source}</tr>'

    heads = "".join(
        f'<th scope="col" style="{number};font-weight:600">{_escaped(name)}</th>' for name in columns
    )
    body = "".join(row(each) for each in rows)
    foot = "".join(row(each, f"border-top:{thin};font-weight:600") for each in below)
    told = "".join(f'<p style="margin:.3em 0;font-size:.9em">{_escaped(note)}</p>' for note in notes)
    return (
        f'<div style="font-family:{_SERIF};line-height:1.45"><table style="border-collapse:collapse">'
        f'<caption style="text-align:left;font-weight:600;padding:.3em 0">{_escaped(title)}</caption>'
        f'<thead><tr style="border-bottom:{thin}"><td></td>{heads}<td></td></tr></thead>'
        f"<tbody>{body}</tbody><tfoot>{foot}</tfoot></table>{told}</div>"
    )


def hands_html(title: str, rows: Sequence[tuple[str, Sequence[Card]]], notes: Sequence[str]) -> str:
    """Return hands as a self-contained HTML table, with one row for each hand."""
    cells = "".join(
        f'<tr><th scope="row" style="text-align:left;font-weight:600;padding:.2em 1em .2em 0">{_escaped(name)}</th>'
        f'<td style="text-align:left;padding:.2em 0">{_hand_html(cards)}</td></tr>'
        for name, cards in rows
    )
    told = "".join(f'<p style="margin:.3em 0">{_escaped(note)}</p>' for note in notes)
    return (
        f'<div style="font-family:{_SERIF};line-height:1.45"><table style="border-collapse:collapse">'
        f'<caption style="text-align:left;font-weight:600;padding:.3em 0">{_escaped(title)}</caption>'
        f"<tbody>{cells}</tbody></table>{told}</div>"
    )


def _hand_html(cards: Sequence[Card]) -> str:
    suits = []
    for name, ranks, suit in _by_suit(cards):
        colour = ' style="color:#c0392b"' if suit in _RED else ""
        head = f"<span{colour}>{_escaped(name)}</span> " if name else ""
        suits.append(f'<span style="white-space:nowrap">{head}{_escaped(" ".join(ranks))}</span>')
    return " &ensp; ".join(suits) or "—"


def _by_suit(cards: Sequence[Card]) -> list[tuple[str, list[str], str]]:
    """Return the cards by suit: the suit's name, the ranks, and the suit's letter."""
    found = []
    for suit, group in groupby(cards, key=lambda card: card.suit):
        of = list(group)
        name = (FRENCH | _COLOURS).get(suit, "")
        found.append((name, [_ODD.get(card) or _ranked(card.rank) for card in of], suit))
    return found


def _ranked(rank: str) -> str:
    return "10" if rank == "T" else rank


def _escaped(text: str) -> str:
    from html import escape  # imported late: it is rarely needed, and would delay every start

    return escape(text)


def _folded(text: str, wide: int, indent: str = "") -> list[str]:
    from textwrap import wrap

    return wrap(text, wide, subsequent_indent=indent)
