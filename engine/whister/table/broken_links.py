"""Messages for a link, a record or a saved game that does not open as it should: what is wrong, where, and what to do.

They are written for a card player who has followed a link or pasted text without knowing its format.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whister import words
from whister.checks import LONGEST, said
from whister.clause import OWN
from whister.deal.public import state_of
from whister.errors import IllegalAction, UnknownRuleSet, WhisterError
from whister.links.deal_record import DealRecord
from whister.links.record import deals_of
from whister.links.texts import is_case, is_position
from whister.links.written import DamagedRecord
from whister.notation import mask_of, parse
from whister.rules import Rules, load, load_with
from whister.rulesets import reader
from whister.spelling import near, nearest
from whister.table import display, sentences
from whister.table.offers import SILENT
from whister.table.reasons import clause_told

if TYPE_CHECKING:
    from whister.links.deal_record import ReplayError
    from whister.rules import Deal
    from whister.table.display import Visit

Json = dict[str, Any]


def refusal(text: str, error: WhisterError) -> Json:
    """Return why text does not open, and the rule set that may be opened instead, if the text names one."""
    rules = named(text)
    message = _first_fault(text) or str(error)
    if rules is not None:
        message = sentences.seats_named(rules.plan, message, rules.plan.table.players[0])
    offered = {"title": rules.title, "url": f"{rules.id}/"} if rules is not None else None
    return {"kind": "notation", "message": message, "clause": None, "rules": offered}


def named(text: str) -> Rules | None:
    """Return the rule set that a link or a record names, or the one with the nearest name; None if none is near."""
    names = {name: name for name in reader.catalogue()}
    for word in text.replace("%23", "~").replace("#", "~").split("~")[1:4]:
        if found := nearest(word, names, 0.8):
            return load(found)
    return None


def left_standing(error: ReplayError, visit: Visit) -> Json:
    """Return the state of a deal before the step of its record that the current rules refuse, with the reason."""
    deal = error.deal
    state = display.state(deal, visit, len(deal.actions)) | {"broken": broken(error, visit.seat)}
    if visit.seat not in deal.pending and not deal.over and not is_position(deal):
        state["also"] = [{"action": SILENT, "label": "Let the others play on"}]
    return state


def broken(error: ReplayError, visitor: int) -> Json:
    """Return which step of a record the current rules refuse, by which clause, and what the table shows instead."""
    on = "Here is that deal" if error.number is not None else "Here is the deal"
    return {
        "text": f"{refused(error, visitor)} {on} as it stood before that step: play on from there, or begin a new game.",
        "clause": clause_told(error.clause),
    }


def refused(error: ReplayError, visitor: int) -> str:
    """Return which step of a record cannot be done, and why, in a sentence."""
    deal, cause = error.deal, error.cause
    step = f"Step {error.step} of {'this record' if error.number is None else f'deal {error.number} of this record'}"
    if not isinstance(cause, IllegalAction):
        return (
            f"{step}, “{error.action[:LONGEST]}”, is not possible in this deal: the record is damaged there."
        )
    done, reason = _done(deal, error.action, visitor), cause.verdict.reason
    if reason.startswith("Expected "):  # another kind of action is expected
        return f"{step}, {done}, comes at the wrong moment: the rule there is “{cause.clause.title}”. The record is damaged there, or a step is missing."
    why = sentences.seats_named(state_of(deal).plan, reason or cause.clause.text, visitor).rstrip(".")
    return (
        f"{step}, {done}, is refused by today's rules. {why.replace(f'{error.action} is not', 'It is not')}."
    )


def _done(deal: Deal, text: str, visitor: int) -> str:
    """Return an action in words: ``the two of spades``, ``“Pass”``."""
    action = parse(text, state_of(deal).plan.pack)
    if action.verb == "play":
        return words.card_name(state_of(deal).plan.pack.card(text))
    cards = [words.card_name(card) for card in state_of(deal).plan.cards_of(mask_of(action))]
    if cards and action.verb in ("give", "discard"):
        return f"to {action.verb} {words.listed(cards)}"
    try:
        label = sentences.label(state_of(deal).plan, action)
    except (LookupError, WhisterError):
        label = text  # it does not name a card, suit or contract of this deal
    return f"“{sentences.seats_named(state_of(deal).plan, label, visitor)}”"


def _first_fault(text: str) -> str | None:
    """Return what is wrong with the first faulty deal of a record; None if every deal is valid by itself."""
    if is_case(text):
        return None
    lines = deals_of(text)
    for number, line in enumerate(lines, 1):
        fault = _fault(line)
        if fault is not None:
            return f"deal {number} of this record does not open: {fault}" if len(lines) > 1 else fault
    return None


def _fault(line: str) -> str | None:
    """Return what is wrong with the text of one deal, apart from its moves."""
    try:
        record = DealRecord.parse(line)
    except WhisterError as error:
        return str(error)
    try:
        rules = load(record.rules)
    except UnknownRuleSet:
        if not record.rules:
            return "it does not say by which rule set it is played"
        if record.rules.startswith(f"{OWN}/"):
            return f"it belongs to a rule set of somebody's own, {said(record.rules)}, whose file is needed to open it"
        return f"it belongs to a rule set that this site does not have, {said(record.rules)}{reader.near(record.rules)}"
    try:
        rules = record.load()
    except WhisterError as error:
        return _house_rules(rules, record) or f"it is played by rules that do not go together. {error}"
    try:
        record.opening(rules)
    except WhisterError as error:
        if isinstance(error, DamagedRecord):
            return str(error)
        why, _, _ = str(error).partition(" [")  # without the clause's address
        return f"its cards do not make a deal of {rules.title}: {why}"
    return None


def _house_rules(rules: Rules, record: DealRecord) -> str | None:
    """Return which house rule, value or number of players of a record its rule set does not have; None if it has them
    all."""
    for name, value in record.options.items():
        if name not in rules.options:
            return f"it is played by a house rule that {rules.title} does not have, {said(name)}{near(name, rules.options, reader.known_as(rules.family, 'options'))}"
        try:
            load_with(record.rules, None, {name: value})
        except WhisterError:
            title = rules.options[name].title
            return f"{rules.title} does not have the house rule “{title}” with the choice {said(value)}, by which this was played"
    if record.players not in rules.players:
        counts = words.listed([str(count) for count in rules.players])
        return f"it is of {record.players} players, and {rules.title} is for {counts}"
    return None


__all__ = ["broken", "left_standing", "named", "refusal"]
