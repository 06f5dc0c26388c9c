"""The contents of the table as text: offers, hands, the settlement and the score, for any terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from whister.cli.cards import is_card
from whister.drawing import FRENCH, face
from whister.words import choice_of

Json = dict[str, Any]
_SUITED = re.compile(r"(?:trump|name) ([A-Z])$|bid .*(?:\d|-)([CDSHcdsh])$")


class Offer(NamedTuple):
    """A call or other action offered to the visitor, with the reason if it is closed."""

    action: str
    label: str
    reason: Json | None = None  #: why it is closed; None if it is open
    group: str = ""
    note: str = ""  #: who has made a bid, and whether it is the highest so far

    @property
    def open(self) -> bool:
        """Whether the visitor may take this action now."""
        return self.reason is None


def offers(state: Json) -> list[Offer]:
    """Return all calls and other actions, including those that are closed, in the order of the table."""
    choice, found = state["choice"], list[Offer]()
    if choice is not None and choice["kind"] == "buttons":
        for group in choice["groups"]:
            label = group["label"] if len(choice["groups"]) > 1 else ""
            found += [Offer(one["action"], _named(one, label), one["reason"] if not one["legal"] else None, label) for one in group["actions"]]  # fmt: skip
    if choice is not None and choice["kind"] == "ladder":
        found += [Offer(one["action"], one["label"], None if one["legal"] else one["reason"]) for one in choice["beside"]]  # fmt: skip
        found += [_bid(bid, part, state) for part in choice["parts"] for rung in part["rungs"] for bid in rung["bids"]]  # fmt: skip
    return found + [Offer(one["action"], one["label"], None, "You may also") for one in state["also"]]


def rungs(state: Json) -> list[tuple[str, list[Offer]]]:
    """Return the open bids, one row for each contract; bids in numbers are in one row without a name."""
    choice = state["choice"]
    if choice is None or choice["kind"] != "ladder":
        return []
    rows: list[tuple[str, list[Offer]]] = []
    for part in choice["parts"]:
        for rung in part["rungs"]:
            found = [offer for bid in rung["bids"] if (offer := _bid(bid, part, state)).open]
            if found and rows and not rung["title"] and not rows[-1][0]:
                rows[-1][1].extend(found)
            elif found:
                rows.append((rung["title"], found))
    return rows


def typed(action: str) -> str:
    """Return a bid as typed, in short form: ``5H``, ``75``, ``little-misere``."""
    return action.removeprefix("bid ")


def _named(one: Json, group: str) -> str:
    return one["label"] if not group or group == one["label"] else str(one.get("name") or one["label"])


def _bid(bid: Json, part: Json, state: Json) -> Offer:
    closed = None if bid["legal"] else bid.get("reason") or part["reason"]
    by = state["seats"][bid["by"]]["name"] if bid["by"] is not None else ""
    note = f"{by}{', stands' if bid['stands'] else ''}" if by else ""
    return Offer(bid["action"], bid["name"], closed, "Bids", note)


def suit_of_offer(action: str) -> str:
    """Return the letter of the suit that an action names, if any."""
    found = _SUITED.match(action)
    return (found[1] or found[2]).upper() if found else ""


def suit_word(name: str) -> str:
    """Return the suit in a card's name: ``clubs`` for ``two of clubs``, ``green`` for ``green 5``; "" for a card
    without a suit."""
    if " of " in name:
        return name.partition(" of ")[2]
    first, _, rank = name.partition(" ")
    return first if rank.isdigit() else ""


def hand_rows(hand: list[Json]) -> list[tuple[str, list[Json]]]:
    """Return a hand by suit, in the order of the hand: each suit's name and its cards."""
    rows: list[tuple[str, list[Json]]] = []
    for card in hand:
        suit = suit_word(card["name"]).capitalize() or "Others"
        if not rows or rows[-1][0] != suit:
            rows.append((suit, []))
        rows[-1][1].append(card)
    return rows


def rank(card: str) -> str:
    """Return a card as shown within its suit: ``Q``, ``10``, ``14``."""
    shown = face(card)
    if shown and shown[-1] in FRENCH.values():
        return shown[:-1]
    return shown[1:] if shown[:1] in "RYGB" and shown[1:].isdigit() else shown


def several(count: int, thing: str) -> str:
    """Return a number of things: ``1 trick``, ``3 tricks``."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def signed(amount: int | str) -> str:
    """Return an amount with its sign; a fraction is already text, and only its minus sign is changed."""
    if isinstance(amount, str):
        return amount.replace("-", "−")
    return f"−{-amount}" if amount < 0 else f"+{amount}" if amount else "0"


def even(amount: int | str) -> str:
    """Return an amount without a plus sign."""
    return str(amount).replace("-", "−")


def clause_said(clause: Json | None) -> str:
    """Return a clause's title and address."""
    return f"{clause.get('title') or clause['slug']} [{clause['id']}]" if clause else ""


def refusal(text: str, clause: Json | None, instead: Sequence[str] = ()) -> list[str]:
    """Return a refusal: the reason, the rule with its address and text, and what may be played instead."""
    said = [text]
    if clause is not None:
        said.append(f"Refused by: {clause_said(clause)}")
        if clause["text"] != text:
            said.append(clause["text"])
    if instead:
        said.append(f"You may play {choice_of([face(card) for card in instead])}.")
    return said


def verdict(settlement: Json) -> str:
    """Return the heading of a settlement."""
    return "Score" + (f": {settlement['verdict']}" if settlement["verdict"] else "")


def scoring(state: Json) -> list[Json]:
    """Return the seats that score: all but a dummy."""
    return [seat for seat in state["seats"] if seat["plays"]]


def settlement_table(state: Json) -> list[list[str]]:
    """Return the settlement as rows: a header, the lines, this deal, and the totals; a line's clause and grade are
    below its text."""
    settled, seats = state["settlement"], scoring(state)
    if settled["unpaid"]:
        return []
    pools = settled["row"]["pools"] if settled["row"] else []
    pooled = bool(pools) or any(line["pool"] for line in settled["lines"])
    rows = [["", *(seat["name"] for seat in seats), *(["Pool"] if pooled else [])]]
    rows += [
        [f"{line['text']}\n{_shortly(line)}", *_amounts(line, seats, pooled)] for line in settled["lines"]
    ]
    opened = sum(pool["opened"] for pool in pools)
    gained = sum(pool["chips"] for pool in pools) - opened
    rows.append(["This deal", *(signed(settled["delta"][seat["seat"]]) for seat in seats), *([signed(gained)] if pooled else [])])  # fmt: skip
    rows.append(["Total", *(even(settled["totals"][seat["seat"]]) for seat in seats), *([even(settled["pool"])] if pooled else [])])  # fmt: skip
    return rows


def _amounts(line: Json, seats: list[Json], pooled: bool) -> list[str]:
    if line["kind"] == "verdict":
        return [""] * (len(seats) + pooled)
    pool = [signed(line["pool"] or 0)] if pooled else []
    return [*(signed(line["amounts"][seat["seat"]]) for seat in seats), *pool]


def settlement_lines(state: Json) -> list[str]:
    """Return the settlement in sentences, each with its clause and its evidence."""
    settled, seats = state["settlement"], scoring(state)
    said = [state["prompt"], f"{verdict(settled)}."]
    said += [f"{_sentence(line, seats)} {_rests(line)}" for line in settled["lines"]]
    if not settled["unpaid"]:
        said.append(f"This deal ({settled['unit']}): {_each(settled['delta'], seats, signed)}.")
        pools = settled["row"]["pools"] if settled["row"] else []
        held = "".join(f"; {pool['label']} {pool['chips']}" for pool in pools)
        said.append(f"Total: {_each(settled['totals'], seats, even)}{held}.")
    return [*said, *settlement_rest(state)]


def settlement_rest(state: Json) -> list[str]:
    """Return the notes on the amounts: figures that no source gives, and what is paid at the end of the game; for an
    unpaid deal, only why it is not paid."""
    settled, seats = state["settlement"], scoring(state)
    if settled["unpaid"]:
        unpaid = settled["unpaid"]
        return [f"{unpaid['text']} {clause_said(unpaid['clause'])}".strip()]
    said = []
    if settled["reconstructed"]:
        said.append("Reconstructed: no source gives these figures. The clause shows how they were built.")
    if settled["end"]:
        end = settled["end"]
        said += [f"{_sentence(line, seats)} {_rests(line)}" for line in end["lines"]]
        if end["lines"]:
            said.append(f"In the end: {_each(end['totals'], seats, even)}.")
    elif settled["ends"]:
        said.append(f"The end: {settled['ends']['text']} [{settled['ends']['clause']['id']}]")
    return said


def _sentence(line: Json, seats: list[Json]) -> str:
    text = line["text"].rstrip(".")
    paid = (
        {seat["seat"]: line["amounts"][seat["seat"]] for seat in seats} if line["kind"] != "verdict" else {}
    )
    some = [f"{seat['name']} {signed(paid[seat['seat']])}" for seat in seats if paid.get(seat["seat"])]
    some += [f"Pool {signed(line['pool'])}"] if line["pool"] else []
    return f"{text}: {', '.join(some)}." if some else f"{text}."


def _shortly(line: Json) -> str:
    return f"#{line['clause']['slug']} · {line['evidence']}" if line["clause"] else str(line["evidence"])


def _rests(line: Json) -> str:
    clause = line["clause"]
    return f"({clause['id']}, {line['evidence']})" if clause else f"({line['evidence']})"


def _each(amounts: list[int | str], seats: list[Json], how: Any) -> str:
    return ", ".join(f"{seat['name']} {how(amounts[seat['seat']])}" for seat in seats)


def score_rows(state: Json, sheet: list[Json]) -> list[list[str]]:
    """Return the score sheet of the game: a header, and a row for each deal with its payments and the totals after it."""
    seats, settled = scoring(state), state["settlement"]
    rows = [*sheet, settled["row"]] if settled and settled["row"] else list(sheet)
    if not rows:
        return []
    pooled = any(row["pools"] for row in rows)
    told = [["Deal", *(seat["name"] for seat in seats), *(["Pool"] if pooled else []), "What"]]
    if any(rows[0]["opened"]):
        told.append(["Start", *(even(rows[0]["opened"][seat["seat"]]) for seat in seats), *(["/".join(str(pool["opened"]) for pool in rows[0]["pools"])] if pooled else []), ""])  # fmt: skip
    for row in rows:
        by = state["seats"][row["declarer"]]["name"] if row["declarer"] is not None and row["what"] else ""
        cells = [
            f"{even(row['totals'][seat['seat']])} ({signed(row['delta'][seat['seat']])})" for seat in seats
        ]
        pool = ["/".join(str(pool["chips"]) for pool in row["pools"])] if pooled else []
        told.append([str(row["number"]), *cells, *pool, f"{row['what']}{f', {by}' if by else ''}"])
    return told if any(row[-1] for row in told[1:]) else [row[:-1] for row in told]


def trick_said(state: Json) -> str:
    """Return the cards on the table, in a sentence; "" between tricks."""
    plays = state["trick"]["plays"]
    if not plays:
        return ""
    return "On the table: " + ", ".join(f"{state['seats'][play['seat']]['name']} {face(play['card'])}" for play in plays) + "."  # fmt: skip


def seat_said(seat: Json) -> str:
    """Return a seat on one line: its cards and tricks, score, role and last call."""
    held = "cards not given" if seat["count"] is None else several(seat["count"], "card")
    parts = [held, several(seat["tricks"], "trick"), seat["score"], seat["total"], seat["role"], "dealer" if seat["dealer"] else ""]  # fmt: skip
    said = f"{seat['name']}: {', '.join(part for part in parts if part)}"
    if seat["call"]:
        said += f"; {seat['call']}"
    if seat["hand"] is not None and seat["exposed"]:
        said += f"; shows {' '.join(face(card) for card in seat['hand'])}"
    return said


def laid_down(state: Json) -> list[Json]:
    """Return the seats whose hands lie on the table after a claim, if the visitor's is among them; otherwise none."""
    opened = [seat for seat in state["seats"] if seat["exposed"] and seat["hand"]]
    return opened if not state["hand"] and state["seat"] in [seat["seat"] for seat in opened] else []


def facts_said(state: Json) -> list[str]:
    """Return what is known about the deal, one line for each fact."""
    heaps = [heap for heap in (state["widow"], state["pile"]) if heap]
    return [
        *(f"Dealer: {seat['name']}" for seat in state["seats"] if seat["dealer"]),
        *(f"{item['label']}: {item['value']}" for item in state["board"] if item["part"] != "goal"),
        *(f"{fact['label']}: {fact['value']}" for fact in state["facts"]),
        *(
            f"{heap['label']}: {several(heap['count'], 'card')}"
            + (f", {' '.join(face(card) for card in heap['seen'])}" if heap["seen"] else "")
            for heap in heaps
        ),
    ]


def rules_said(state: Json) -> str:
    """Return the rules by which the deal is played."""
    rules = state["rules"]
    own = [f"{one['title']}: {one['value']}" for one in rules["in_force"]]
    unpaid = "".join(f" {one['text']} [{one['clause']['id']}]" for one in rules["unsourced"])
    return f"Rules: {rules['title']} ({rules['id']}), {'with ' + '; '.join(own) if own else 'no house rules'}. {rules['hash']}{unpaid}"


def hinted(action: str, offered: list[Offer]) -> str:
    """Return the text of a hint: the label of the offer, or the cards."""
    cards = [face(word) for word in action.split() if is_card(word)]
    return next((offer.label for offer in offered if offer.action == action), " ".join(cards) or action)


def cited(reason: Json) -> str:
    """Return a reason with the address of the rule that it rests on, if any."""
    clause = reason["clause"]
    return f"{reason['text']} [{clause['id']}]" if clause else str(reason["text"])


def turning_points(found: Json) -> list[tuple[str, list[str]]]:
    """Return each turning point of a deal as a sentence, with the reasons for the better choice."""
    shown = []
    for point in found["points"]:
        place = f"Trick {point['trick']}. " if point["trick"] else ""
        shown.append((place + point["text"], [cited(reason) for reason in point["reasons"]]))
    return shown


def turning_title(found: Json) -> str:
    """Return what is said above the turning points of a deal, or in place of them."""
    if found["points"]:
        return "The decisions that cost you most:"
    return "No decision of yours was clearly worse than another."
