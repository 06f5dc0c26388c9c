"""The auction's ladder as HTML; `_static/table/ladder.mjs` draws the same elements, and a test compares them."""

from __future__ import annotations

from typing import Any

from rulebook.base.cards import symbol
from rulebook.base.elements import Attribute, Html, h

State = dict[str, Any]


def ladder(choice: State, state: State, base: str) -> Html:
    """Return the rungs from low to high. `choice` is the ladder as returned by the engine."""
    parts = choice["parts"]
    suits = any(bid["suit"] for part in parts for rung in part["rungs"] for bid in rung["bids"])
    attrs: dict[str, Attribute] = {
        "class": "wt-ladder", "data-part": "ladder", "data-suits": suits, "aria-label": "The bids, from low to high",
    }  # fmt: skip
    cursor = _reached([part for part in parts if not part["reason"]])
    items: list[Html] = []
    if choice["about"]:
        items.append(h("li", {"class": "wt-what", "data-part": "what"}, _about(choice["about"], [], base)))
    for part in parts:
        if part["reason"]:
            items.append(_closed(part, state, base))
        else:
            items += [_rung(rung, state, cursor, base) for rung in part["rungs"]]
    return h("ol", attrs, items)


def _reached(parts: list[State]) -> str | None:
    """Return the bid that the Tab key reaches: the lowest one available."""
    bids = [bid for part in parts for rung in part["rungs"] for bid in rung["bids"]]
    return next((bid["action"] for bid in [*filter(_legal, bids), *bids]), None)


def _legal(bid: State) -> bool:
    return bool(bid["legal"])


def _closed(part: State, state: State, base: str) -> Html:
    """Return rungs that are unavailable for the same reason, on one line that can be opened."""
    line = f"Not available: {part['label']}"
    rungs = [_rung(rung, state, _reached([part]), base) for rung in part["rungs"]]
    reason = part["reason"]
    return h("li", {"class": "wt-closed", "data-part": f"closed-{part['label']}"},
        h("details", {}, h("summary", {}, line), h("ol", {}, rungs)) if rungs else h("span", {}, line),
        h("p", {}, reason["text"], " ", reason["clause"] and clause_link(reason["clause"], base)),
    )  # fmt: skip


def _rung(rung: State, state: State, cursor: str | None, base: str) -> Html:
    title, bids = rung["title"], rung["bids"]
    attrs: dict[str, Attribute] = {
        "class": "wt-rung", "data-part": f"rung-{title or bids[0]['action']}",
        "data-stands": any(bid["stands"] for bid in bids),
    }  # fmt: skip
    made = [_maker(bid, state, base) for bid in bids if bid["by"] is not None]
    return h("li", attrs,
        _about(rung, made, base) if rung["note"] else h("span", {"class": "wt-rung-title"}, made) if made else None,
        h("span", {"class": "wt-bids"}, [_bid(bid, cursor, base) for bid in bids]),
    )  # fmt: skip


def _about(rung: State, made: list[Html], base: str) -> Html:
    """Return the name of a rung as a summary that opens details: obligations, payments, and the clause."""
    note, clause = rung["note"], rung["clause"]
    return h("details", {"class": "wt-about", "data-part": f"about-{rung['title']}"},
        h("summary", {"class": "wt-rung-title", "tabindex": "-1"},
            h("span", {"class": "wt-rung-name"}, rung["title"]), " ",
            h("span", {"class": "wt-brief"}, note["short"]), made),
        h("div", {"class": "wt-bid-note"},
            h("p", {}, note["text"]),
            h("p", {"class": "wt-terms"}, " ".join(note["terms"])) if note["terms"] else None,
            _prices(note["prices"], base) if note["prices"] else None,
            h("p", {"class": "wt-fine"}, " ".join(note["notes"])) if note["notes"] else None,
            h("p", {"class": "wt-fine"}, clause["text"], " ", clause_link(clause, base))),
    )  # fmt: skip


def _prices(prices: State, base: str) -> Html:
    """Return the payments for a bid: a row for each result and, where suits matter, a column for each suit."""
    head = [
        h(
            "th",
            {"scope": "col", "data-suit": one["suit"]},
            symbol(one["suit"], base, "wt-pip"),
            h("span", {"class": "wt-hidden"}, one["label"]),
        )
        for one in prices["columns"]
    ]
    rows = [
        h("tr", {}, h("th", {"scope": "row"}, row["label"]), [h("td", {}, cell) for cell in row["cells"]])
        for row in prices["rows"]
    ]
    return h("table", {},
        h("caption", {}, prices["caption"]),
        h("thead", {}, h("tr", {}, h("td", {}), head)) if head else None,
        h("tbody", {}, rows),
    )  # fmt: skip


def _maker(bid: State, state: State, base: str) -> Html:
    """Return who made a bid."""
    pip = [symbol(bid["suit"], base, "wt-pip"), h("span", {"class": "wt-hidden"}, f"{bid['label']} ")]
    said = f"{state['seats'][bid['by']]['name']}: {'stands' if bid['stands'] else 'outbid'}"
    attrs: dict[str, Attribute] = {
        "class": "wt-by", "data-suit": bid["suit"] or None, "data-stands": bid["stands"],
    }  # fmt: skip
    return h("span", attrs, pip if bid["suit"] else None, said)


def _bid(bid: State, cursor: str | None, base: str) -> Html:
    attrs: dict[str, Attribute] = {
        "type": "button", "class": "wt-button wt-bid", "data-action": bid["action"], "data-suit": bid["suit"] or None,
        "data-equal": bid["equal"],
        "tabindex": "0" if bid["action"] == cursor else "-1",
        "aria-label": None if bid["name"] == bid["label"] else bid["name"],
        "aria-disabled": None if bid["legal"] else "true", "aria-current": "true" if bid["stands"] else None,
        "title": bid["reason"]["text"] if "reason" in bid else None,
    }  # fmt: skip
    return h("button", attrs, symbol(bid["suit"], base, "wt-pip") if bid["suit"] else bid["label"])


def clause_link(clause: State, base: str) -> Html:
    """Return a clause as a link to its place in the rules."""
    return h(
        "a",
        {"class": "clause-link", "href": base + clause["url"]},
        clause.get("title") or clause["slug"].replace("-", " "),
    )
