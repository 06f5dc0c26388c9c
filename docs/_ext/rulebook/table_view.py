"""The table as HTML, from the engine's state: what a page shows before, and without, any script.

`_static/table/view.mjs` and its neighbours draw the same elements; a test holds the two together.
"""

from __future__ import annotations

from typing import Any

from .cards import face, printed, read, suit_named, symbol
from .elements import Attribute, Html, h
from .table_ladder import clause_link, ladder

State = dict[str, Any]
"""A state of the table, as `whister.table.handle` answers it."""

WORDS = {
    "described": "described",
    "reported": "reported",
    "inferred": "inferred",
    "default": "our reading",
    "reconstructed": "reconstructed",
}
"""What the grades of evidence are called."""

VERDICTS = {"": "What was settled", "made": "What was settled: made", "lost": "What was settled: lost"}
"""The captions of a settlement, for contracts made and lost and for deals without one."""

KEYS = (
    "Arrows: move through the hand or the bids",
    "Enter or space: play or choose the card",
    "U: undo",
    "N: new deal",
    "?: these keys",
)


def view(state: State, base: str) -> Html:
    """The whole table. `base` is the way from the page to the site's root."""
    own = state["seats"][state["seat"]]
    return h("div", {"class": "wt", "data-phase": state["phase"]},
        h("div", {"class": "wt-felt", "data-part": "felt"},
            _facts(state, base),
            [_plate(seat, state, base) for seat in state["seats"] if seat is not own],
            _heap(state["widow"], "widow", base),
            _heap(state["pile"], "pile", base),
            _trick(state, base),
            h("p", {"class": "wt-prompt", "data-part": "prompt", "tabindex": "-1"}, state["prompt"]),
            _hand(state, base),
            _plate(own, state, base),
            _choices(state, base),
            _confirm(state["choice"]),
            h("div", {"class": "wt-note", "data-part": "note"}),
        ),
        h("div", {"class": "wt-bar", "data-part": "bar"},
            h("button", {"type": "button", "class": "wt-button", "data-do": "new"}, "New deal"),
            h("button", {"type": "button", "class": "wt-button", "data-do": "undo"}, "Undo"),
            h("button", {"type": "button", "class": "wt-button", "data-do": "link"}, "Link"),
            h("a", {"class": "wt-button", "href": f"{base}{state['rules']['url']}#rules"}, "Rules"),
            _players(state),
        ),
        state["settlement"] and _settlement(state["settlement"], state["seats"], base),
        h("details", {"class": "wt-log", "data-part": "log"},
            h("summary", {}, "The deal in words"),
            h("ol", {}, [h("li", {}, line) for line in state["log"]]),
        ),
        h("details", {"class": "wt-keys", "data-part": "keys"},
            h("summary", {}, "Keys"),
            h("ul", {}, [h("li", {}, line) for line in KEYS]),
        ),
        h("p", {"class": "wt-hidden", "role": "status", "data-part": "live"}),
    )  # fmt: skip


def _facts(state: State, base: str) -> Html:
    return h("ul", {"class": "wt-facts", "data-part": "facts"},
        h("li", {}, h("strong", {}, state["rules"]["title"])),
        [
            h("li", {}, h("span", {"class": "wt-label"}, fact["label"]), " ",
                symbol(fact["suit"], base, "wt-pip") if "suit" in fact else None, fact["value"])
            for fact in state["facts"]
        ],
    )  # fmt: skip


def _plate(seat: State, state: State, base: str) -> Html:
    """A player's place: name, tags, what they hold and have won, and their last call."""
    own = seat["seat"] == state["seat"]
    ally = not own and seat["side"] is not None and seat["side"] == state["seats"][state["seat"]]["side"]
    meta = [_several(seat["count"], "card"), _several(seat["tricks"], "trick"), seat["score"]]
    attrs: dict[str, Attribute] = {
        "class": f"wt-seat wt-{seat['position']}", "data-seat": seat["seat"],
        "data-turn": state["to_act"] == seat["seat"], "role": "group", "aria-label": seat["name"],
    }  # fmt: skip
    return h("div", attrs,
        None if own else _cards(seat["hand"], seat["count"], base),
        h("span", {"class": "wt-plate"},
            h("span", {"class": "wt-name"}, seat["name"]),
            seat["dealer"] and h("span", {"class": "wt-tag"}, "dealer"),
            seat["role"] and h("span", {"class": "wt-tag wt-role"}, seat["role"]),
            ally and h("span", {"class": "wt-tag"}, "your side"),
            h("span", {"class": "wt-meta"}, [h("span", {}, text) for text in meta if text]),
        ),
        seat["call"] and h("span", {"class": "wt-call"}, seat["call"]),
    )  # fmt: skip


def _cards(known: list[str] | None, count: int, base: str) -> list[Html | None]:
    """Cards that are not the visitor's: face up as far as they are known, else their backs."""
    seen = known or []
    backs = [h("i")] * (count - len(seen))
    return [
        h("span", {"class": "wt-open"}, [face(card, base) for card in seen]) if seen else None,
        h("span", {"class": "wt-backs", "aria-hidden": "true"}, backs) if backs else None,
    ]


def _heap(heap: State | None, part: str, base: str) -> Html | None:
    """The widow or the stock."""
    if not heap:
        return None
    return h("div", {"class": "wt-widow", "data-part": part, "role": "group", "aria-label": heap["label"]},
        h("span", {"class": "wt-heap"}, _cards(heap["seen"], heap["count"], base)),
        h("span", {"class": "wt-plate"},
            h("span", {"class": "wt-name"}, heap["label"]),
            h("span", {"class": "wt-meta"}, _several(heap["count"], "card")),
        ),
    )  # fmt: skip


def _trick(state: State, base: str) -> Html:
    """The cards on the table, or, between tricks, the trick just taken."""
    trick, seats = state["trick"], state["seats"]
    past = None if trick["plays"] else state["last_trick"]
    winner = past["winner"] if past else None
    if past is None:
        label = f"Trick {trick['number']}"
    else:
        label = f"Last trick, {'won by nobody' if winner is None else 'taken by ' + seats[winner]['name']}"
    attrs: dict[str, Attribute] = {
        "class": "wt-trick", "data-part": "trick", "data-past": past is not None, "aria-label": label,
    }  # fmt: skip
    return h(
        "ol", attrs, [_play(play, seats[play["seat"]], winner, base) for play in (past or trick)["plays"]]
    )


def _play(play: State, seat: State, winner: int | None, base: str) -> Html:
    attrs: dict[str, Attribute] = {
        "class": f"wt-play wt-{seat['position']}", "data-card": play["card"], "data-won": play["seat"] == winner,
    }  # fmt: skip
    return h("li", attrs, h("span", {"class": "wt-hidden"}, f"{seat['name']}: "), face(play["card"], base))


def _choices(state: State, base: str) -> Html:
    """Bids and answers as groups of buttons, a ladder of bids, and what may be done besides."""
    choice = state["choice"]
    kind = choice["kind"] if choice else ""
    groups = list(choice["groups"]) if choice and kind == "buttons" else []
    if choice and kind == "ladder" and choice["beside"]:
        groups.append({"label": "", "actions": choice["beside"]})
    if state["also"]:
        actions = [{**also, "legal": True, "reason": None} for also in state["also"]]
        groups.append({"label": "You may also", "actions": actions})
    return h("div", {"class": "wt-choice", "data-part": "choice"},
        [_group(group, base) for group in groups],
        ladder(choice["parts"], state, base) if choice and kind == "ladder" else None,
    )  # fmt: skip


def _players(state: State) -> Html | None:
    """The numbers of players that a new deal may be for, where there is more than one."""
    counts = state["rules"]["players"]
    buttons = [
        h("button", {
            "type": "button", "class": "wt-button", "data-do": f"deal-{count}",
            "aria-label": f"Deal for {count} players",
            "aria-current": "true" if count == len(state["seats"]) else None,
        }, str(count))
        for count in counts
    ]  # fmt: skip
    return _grouped("Players", buttons) if len(counts) > 1 else None


def _group(group: State, base: str) -> Html:
    label, actions = group["label"], group["actions"]
    buttons = [_action(action, base) for action in actions]
    return _grouped(label, buttons, shown=label != actions[0]["label"])


def _grouped(label: str, buttons: list[Html], *, shown: bool = True) -> Html:
    """Buttons that belong together; `shown`: whether their label is."""
    attrs: dict[str, Attribute] = {
        "class": "wt-group", "role": "group" if label else None, "aria-label": label or None,
        "data-part": f"group-{label}",
    }  # fmt: skip
    seen = h("span", {"class": "wt-label", "aria-hidden": "true"}, label) if label and shown else None
    return h("div", attrs, seen, buttons)


def _action(action: State, base: str) -> Html:
    suit = suit_named(action["action"])
    attrs: dict[str, Attribute] = {
        "type": "button", "class": "wt-button", "data-action": action["action"], "data-suit": suit,
        "aria-label": action.get("name"), "aria-disabled": None if action["legal"] else "true",
        "title": action["reason"]["text"] if action["reason"] else None,
    }  # fmt: skip
    if suit is None:
        return h("button", attrs, action["label"])
    return h("button", attrs, symbol(suit, base, "wt-pip"), h("span", {}, action["label"]))


def _hand(state: State, base: str) -> Html:
    """The visitor's own hand; its first card is the one that Tab reaches."""
    held = state["hand"]
    attrs: dict[str, Attribute] = {"class": "wt-hand", "data-part": "hand", "aria-label": "Your hand", "data-count": len(held)}  # fmt: skip
    return h("ul", attrs, [
        h("li", {"data-card": card["card"]}, _held(card, state["choice"], base, first=card is held[0])) for card in held
    ])  # fmt: skip


def _held(held: State, choice: State | None, base: str, *, first: bool) -> Html:
    card = held["card"]
    picking = choice if choice and choice["kind"] == "cards" else None
    able = card in picking["allowed"] if picking else held["playable"]
    barred = picking["barred"].get(card) if picking else held["reason"]
    attrs: dict[str, Attribute] = {
        "type": "button", "class": "wt-card", "data-suit": read(card).suit,
        "tabindex": "0" if first else "-1",
        "aria-disabled": None if able else "true",
        "aria-pressed": "false" if picking else None,
        "data-barred": not able and bool(barred),
        "data-mark": bool(held["mark"]),
        "title": None if able or not barred else barred["text"],
    }  # fmt: skip
    return h(
        "button",
        attrs,
        h("span", {"class": "wt-hidden"}, ", ".join(filter(None, (held["name"], held["mark"])))),
        printed(card, base),
    )


def _confirm(choice: State | None) -> Html | None:
    """The button that gives the chosen cards away, or says how many are missing."""
    if not choice or choice["kind"] != "cards":
        return None
    missing = choice["count"]
    label = f"{choice['label']}: {missing} more to choose" if missing else choice["label"]
    attrs: dict[str, Attribute] = {
        "type": "button", "class": "wt-button wt-confirm", "data-do": "confirm",
        "aria-disabled": "true" if missing else None,
    }  # fmt: skip
    return h("button", attrs, label)


def _settlement(settled: State, seats: list[State], base: str) -> Html:
    """What was paid, by which clause, on what evidence."""
    attrs: dict[str, Attribute] = {
        "class": "wt-settlement", "data-part": "settlement", "role": "region", "tabindex": "0",
        "aria-label": "What was settled",
    }  # fmt: skip
    return h("div", attrs, _unpaid(settled, base) if settled["unpaid"] else _paid(settled, seats, base))


def _unpaid(settled: State, base: str) -> list[Html]:
    """How a deal ended whose payment no source gives."""
    reason = settled["unpaid"]
    return [
        h("p", {"class": "wt-caption"}, VERDICTS.get(settled["verdict"], settled["verdict"])),
        *[h("p", {}, _said(line, base)) for line in settled["lines"]],
        h("p", {"class": "wt-unpaid"}, reason["text"], " ", clause_link(reason["clause"], base)),
    ]


def _said(line: State, base: str) -> list[Html | str | None]:
    """A line's words, its clause and its evidence."""
    return [
        line["text"],
        " ",
        line["clause"] and clause_link(line["clause"], base),
        " ",
        _badge(line["evidence"]),
    ]


def _paid(settled: State, seats: list[State], base: str) -> list[Html | None]:
    pooled = bool(settled["pool"] or any(line.get("pool") for line in settled["lines"]))

    def cells(amounts: list[int | str], pool: int | str | None) -> list[Html | None]:
        shown = [h("td", {}, _signed(amount)) for amount in amounts]
        return [*shown, h("td", {}, "" if pool is None else _signed(pool)) if pooled else None]

    return [
        h("table", {},
            h("caption", {}, VERDICTS.get(settled["verdict"], settled["verdict"])),
            h("thead", {}, h("tr", {},
                h("th", {"scope": "col"}, settled["unit"]),
                [h("th", {"scope": "col"}, seat["name"]) for seat in seats],
                h("th", {"scope": "col"}, "Pool") if pooled else None,
            )),
            h("tbody", {}, [
                h("tr", {"data-evidence": line["evidence"]},
                    h("td", {"colspan": len(seats) + 1 + pooled}, _said(line, base)) if line["kind"] == "verdict"
                    else [h("th", {"scope": "row"}, _said(line, base)), *cells(line["amounts"], line.get("pool"))],
                )
                for line in settled["lines"]
            ]),
            h("tfoot", {},
                h("tr", {}, h("th", {"scope": "row"}, "This deal"), cells(settled["delta"], None)),
                h("tr", {},
                    h("th", {"scope": "row"}, "Total"),
                    [h("td", {}, str(total).replace("-", "−")) for total in settled["totals"]],
                    h("td", {}, str(settled["pool"])) if pooled else None),
            ),
        ),
        h("p", {"class": "wt-reconstructed"},
            "Reconstructed: no source gives these figures. The clause shows how they were built.")
        if settled["reconstructed"] else None,
    ]  # fmt: skip


def _badge(evidence: str) -> Html:
    return h("span", {"class": "wt-evidence", "data-evidence": evidence}, WORDS.get(evidence, evidence))


def _signed(amount: int | str) -> str:
    """An amount with its sign; fractions come as text and stay so."""
    if isinstance(amount, str):
        return amount
    return f"−{-amount}" if amount < 0 else f"+{amount}" if amount > 0 else "0"


def _several(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
