"""The table as HTML, made from the engine's state, for pages before or without scripts.

`_static/table/view.mjs` and its neighbours draw the same elements; a test checks that both agree. A page shows a deal
in progress; the score at its end is drawn only by the script.
"""

from __future__ import annotations

from typing import Any

from rulebook.base.cards import face, printed, read, suit_named, symbol
from rulebook.base.elements import Attribute, Html, h
from rulebook.table.ladder import clause_link, ladder

State = dict[str, Any]
"""A state of the table, as returned by `whister.table.requests.handle`."""

KEYS = (
    "Arrows: move through the hand or the bids",
    "Enter or space: play or choose the card",
    "U: undo",
    "H: hint",
    "N: next deal, or a new game",
    "P: pause the other players; S: play one step",
    "L: show the last trick",
    "?: show these keys",
)


def view(state: State, base: str) -> Html:
    """Return the whole table. `base` is the path from the page to the site's root."""
    own = state["seats"][state["seat"]]
    around = " ".join(seat["position"] for seat in state["seats"])
    return h("div", {"class": "wt", "data-phase": state["phase"], "data-bids": state["bids"], "data-beside": state["beside"]},
        h("div", {"class": "wt-felt", "data-part": "felt", "data-around": around},
            _facts(state, base),
            _board(state, base),
            [_plate(seat, state, base) for seat in state["seats"] if seat is not own],
            _heap(state["widow"], "widow", base),
            _heap(state["pile"], "pile", base),
            _trick(state, base),
            _cancelled(state, base),
            _come(state),
            h("p", {"class": "wt-prompt", "data-part": "prompt", "tabindex": "-1"}, state["prompt"]),
            _hand(state, base),
            _plate(own, state, base),
            _choices(state, base),
            _confirm(state["choice"]),
            h("div", {"class": "wt-note", "data-part": "note"}),
        ),
        _bar(state, base),
        h("p", {"class": "wt-rules", "data-part": "rules"}, _in_force(state["rules"], base)),
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


def _bar(state: State, base: str) -> Html:
    """Return the buttons for the table itself."""

    def press(what: str, word: str, **attrs: str) -> Html:
        named = {name.replace("_", "-"): value for name, value in attrs.items()}
        return h("button", {"type": "button", "class": "wt-button", "data-do": what, **named}, word)

    again = {} if state["last_trick"] and state["trick"]["plays"] else {"aria_disabled": "true"}
    return h("div", {"class": "wt-bar", "data-part": "bar"},
        press("new", "New game"),
        press("undo", "Undo"),
        press("hint", "Hint", aria_pressed="false"),
        press("back", "Last trick", aria_pressed="false", **again),
        press("pause", "Pause", aria_pressed="false"),
        press("share", "Share", aria_haspopup="dialog"),
        press("options", "House rules", aria_haspopup="dialog"),
        press("settings", "Settings", aria_haspopup="dialog"),
        h("a", {"class": "wt-button", "href": f"{base}{state['rules']['url']}#rules"}, "Rules"),
        _players(state),
    )  # fmt: skip


def _in_force(rules: State, base: str) -> list[Html | str]:
    """Return the rules in use; for house rules, also the hash used to cite them."""
    chosen: list[Html | str] = []
    for option in rules["in_force"]:
        chosen += [", ", h("a", {"href": base + option["url"]}, f"{option['title']}: {option['value']}")]
    if chosen:
        meant = "Behaviour hash, for citing: rules with the same mechanisms and parameters in the same order have the same hash"
        chosen += [" ", h("code", {"title": meant}, rules["hash"])]
    title = h("a", {"href": base + rules["url"]}, rules["title"])
    return ["Rules in use: ", title, *(chosen or [", usual options"]), *_unsourced(rules, base)]


def _unsourced(rules: State, base: str) -> list[Html | str]:
    """Return the results that may go unpaid under these rules, each with the rule that lacks a price."""
    said: list[Html | str] = []
    for one in rules["unsourced"]:
        said += [
            " ",
            one["text"],
            " (",
            h("a", {"href": base + one["clause"]["url"]}, one["clause"]["title"]),
            ")",
        ]
    return said


def _board(state: State, base: str) -> Html:
    """Return the progress of the deal in one line."""
    items = [item for item in state["board"] if item["part"] != "goal"]
    return h("ul", {"class": "wt-board", "data-part": "board", "aria-label": "Scoreboard"},
        [
            h("li", {"data-part": f"{item['part']}-{i}"},
                h("span", {"class": "wt-label"}, _read(item["spoken"], item["label"]) if "spoken" in item else _in_short(item["label"], item.get("brief", item["label"]))),
                " ", symbol(item["suit"], base, "wt-pip") if "suit" in item else None, _in_short(item["value"], item["short"]))
            for i, item in enumerate(items)
        ],
    )  # fmt: skip


def _in_short(value: str, short: str) -> list[Html | str]:
    """Return a text, and a shorter version for narrow screens."""
    if short == value:
        return [value]
    brief = [h("span", {"class": "wt-few", "aria-hidden": "true"}, short)] if short else []
    return [h("span", {"class": "wt-long"}, value), *brief]


def _read(spoken: str, seen: str) -> list[Html | str]:
    """Return signs with a text that screen readers read instead."""
    return [h("span", {"class": "wt-hidden"}, spoken), h("span", {"aria-hidden": "true"}, seen)]


def _facts(state: State, base: str) -> Html:
    """Return the game, its goal, and other facts."""
    goal = next((item for item in state["board"] if item["part"] == "goal"), None)
    return h("ul", {"class": "wt-facts", "data-part": "facts"},
        h("li", {}, h("strong", {}, state["rules"]["title"]), [" ", *_in_short(goal["value"], goal["short"])] if goal else None),
        [
            h("li", {"data-minor": fact.get("minor")}, h("span", {"class": "wt-label"}, fact["label"]), " ",
                symbol(fact["suit"], base, "wt-pip") if "suit" in fact else None, fact["value"])
            for fact in state["facts"] if "spoken" not in fact
        ],
    )  # fmt: skip


def _come(state: State) -> Html | None:
    """Return the cards just received and their origin, shown where the visitor's next card will be played."""
    found = [fact for fact in state["facts"] if "spoken" in fact]
    items = [h("li", {}, fact["label"], " ", _read(fact["spoken"], fact["value"])) for fact in found]
    return h("ul", {"class": "wt-come", "data-part": "come"}, items) if found else None


def _plate(seat: State, state: State, base: str) -> Html:
    """Return a player's place: name, tags, numbers of cards and tricks, scores, and last call."""
    own = seat["seat"] == state["seat"]
    ally = not own and seat["side"] is not None and seat["side"] == state["seats"][state["seat"]]["side"]
    meta = [_several(seat["count"], "card"), _several(seat["tricks"], "trick"), seat["score"], seat["total"]]
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
    """Return another player's cards: face up if known, otherwise face down."""
    seen = known or []
    backs = [h("i")] * (count - len(seen))
    return [
        h("span", {"class": "wt-open"}, [face(card, base) for card in seen]) if seen else None,
        h("span", {"class": "wt-backs", "aria-hidden": "true"}, backs) if backs else None,
    ]


def _heap(heap: State | None, part: str, base: str) -> Html | None:
    """Return the widow or the stock."""
    if not heap:
        return None
    return h("div", {"class": "wt-widow", "data-part": part, "role": "group", "aria-label": heap["label"]},
        h("span", {"class": "wt-heap"}, _cards(heap["seen"], heap["count"], base)),
        h("span", {"class": "wt-plate"},
            h("span", {"class": "wt-name"}, heap["label"]),
            h("span", {"class": "wt-meta"}, _several(heap["count"], "card")),
        ),
    )  # fmt: skip


def _looked_at(state: State) -> State:
    """Return the trick shown: the one on the table, or, between tricks, the trick just taken."""
    seen: State = (
        state["trick"] if state["trick"]["plays"] or not state["last_trick"] else state["last_trick"]
    )
    return seen


def _trick(state: State, base: str) -> Html:
    """Return the cards of a trick."""
    trick, seats, seen = state["trick"], state["seats"], _looked_at(state)
    past = seen is not trick
    winner = seen["winner"] if past else None
    if not past:
        label = f"Trick {trick['number']}"
    else:
        label = f"Last trick, {'won by nobody' if winner is None else 'taken by ' + seats[winner]['name']}"
    attrs: dict[str, Attribute] = {
        "class": "wt-trick", "data-part": "trick", "data-past": past, "aria-label": label,
    }  # fmt: skip
    return h("ol", attrs, [_play(play, seats[play["seat"]], winner, base) for play in seen["plays"]])


def _play(play: State, seat: State, winner: int | None, base: str) -> Html:
    attrs: dict[str, Attribute] = {
        "class": f"wt-play wt-{seat['position']}", "data-card": play["card"], "data-won": play["seat"] == winner,
        "data-gone": play["gone"], "data-pair": play["pair"] or None if play["gone"] else None,
    }  # fmt: skip
    gone = h("span", {"class": "wt-hidden"}, "cancelled") if play["gone"] else None
    return h(
        "li", attrs, h("span", {"class": "wt-hidden"}, f"{seat['name']}: "), face(play["card"], base), gone
    )


def _cancelled(state: State, base: str) -> Html | None:
    """Return the line naming the clause that cancels cards of the trick, if any."""
    clause = _looked_at(state)["cancelled"]
    if not clause:
        return None
    return h(
        "p", {"class": "wt-cancelled", "data-part": "cancelled"}, "Cancelled by ", clause_link(clause, base)
    )


def _choices(state: State, base: str) -> Html:
    """Return bids and answers as groups of buttons, a list of bids, and other possible actions."""
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
        ladder(choice, state, base) if choice and kind == "ladder" else None,
    )  # fmt: skip


def _players(state: State) -> Html | None:
    """Return the possible numbers of players for a new deal, if there is more than one."""
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
    """Return a group of buttons; `shown` is whether their label is visible."""
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
    """Return the visitor's own hand; the Tab key reaches its first card."""
    held = state["hand"]
    attrs: dict[str, Attribute] = {
        "class": "wt-hand", "data-part": "hand", "aria-label": "Your hand", "data-count": len(held),
        "data-many": _dealt(state) > 7,
    }  # fmt: skip
    return h("ul", attrs, [
        h("li", {"data-card": card["card"]}, _held(card, state["choice"], base, first=card is held[0])) for card in held
    ])  # fmt: skip


def _dealt(state: State) -> int:
    """Return the number of cards dealt to the visitor: those still held, and one for each trick."""
    trick = state["trick"]
    played = any(play["seat"] == state["seat"] for play in trick["plays"])
    return len(state["hand"]) + int(trick["number"]) - (not played)


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
    """Return the button that gives the chosen cards away or shows how many are still to be chosen."""
    if not choice or choice["kind"] != "cards":
        return None
    missing = choice["count"]
    label = f"{choice['label']}: {missing} more to choose" if missing else choice["label"]
    attrs: dict[str, Attribute] = {
        "type": "button", "class": "wt-button wt-confirm", "data-do": "confirm",
        "aria-disabled": "true" if missing else None,
    }  # fmt: skip
    return h("button", attrs, label)


def _several(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
