"""Price lists in readable form: the price of each announcement, with the evidence for each cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes

from rulebook.base.nodes import Cell, paragraph, rule_link, span, table
from rulebook.sources.evidence import badge
from whister import Evidence

if TYPE_CHECKING:
    from whister import Clause, Rules

PRICE_LIST = "price_list"
"""The mechanism that gives a rule set a price list."""

SUITS = {"S": "♠", "C": "♣", "D": "♦", "H": "♥"}

MARKS = {Evidence.INFERRED: "*", Evidence.RECONSTRUCTED: "†"}
"""The mark beside a figure, which the key under the table explains."""


def price_tables(clause: Clause, rules: Rules, docname: str) -> list[nodes.Node]:
    """Return the price list that a clause sets: a row for each contract, a column for each suit.

    Empty for a clause without a price list.
    """
    if PRICE_LIST not in clause.rule:
        return []
    prices = rules.plan.settling.prices
    rows: dict[str, dict[str, Cell]] = {}
    grades: dict[Evidence, None] = {}
    for bid in rules.plan.bidding.bids:
        if bid.text in prices:
            price = prices[bid.text]
            grades[price.evidence] = None
            rows.setdefault(bid.contract, {})[bid.suit] = _figure(price.amount, price.evidence)
    columns = [suit for suit in SUITS if any(suit in row for row in rows.values())]
    flat = any("" in row for row in rows.values())
    headings = ["Announcement", *(SUITS[suit] for suit in columns), *(["Without a suit"] if flat else [])]
    body = [
        [
            Cell(_announcement(rules.contracts[contract], docname)),
            *(row.get(suit, Cell("")) for suit in [*columns, *([""] if flat else [])]),
        ]
        for contract, row in rows.items()
    ]
    key = [
        node
        for grade in sorted(grades)
        for node in (nodes.Text(f"{MARKS.get(grade, '')} "), badge(str(grade)), nodes.Text(" "))
    ]
    return [table(headings, body, classes=["price-list"]), paragraph(*key, classes=["price-key"])]


def _announcement(contract: Any, docname: str) -> nodes.Node:
    """Return a contract's name, as a link to the clause that describes it."""
    return rule_link("clause", contract.clause.id, nodes.Text(contract.title), docname=docname)


def _figure(amount: int, grade: Evidence) -> Cell:
    mark = span("price-mark", text=MARKS.get(grade, ""))
    return Cell(str(amount), *([mark] if grade in MARKS else []), classes=["price", f"price-{grade}"])
