"""``whister replay``: a recorded deal or game, a link, or the cases of a clause, step by step, checked by the current
rules."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

from whister import cases, checks
from whister.clause import Case, Clause
from whister.cli import naming
from whister.cli.cards import is_card
from whister.cli.paper import Paper, paper
from whister.cli.parser import add_json, add_rules, command, exits, whole
from whister.cli.playing import is_file, read
from whister.cli.showing import case_lines
from whister.cli.table import words
from whister.cli.trouble import FOUND, NOTHING, Trouble
from whister.deal.public import state_of
from whister.drawing import face
from whister.errors import WhisterError
from whister.links.deal_record import DealRecord, ReplayError
from whister.links.record import Record, deals_of
from whister.links.texts import Standing, is_case, is_position, unshown
from whister.links.written import LONGEST
from whister.rules import Deal, Rules, load
from whister.spelling import near
from whister.table import broken_links, display, sentences
from whister.table.display import Visit
from whister.table.reasons import clause_told
from whister.table.recorded import corrected

Json = dict[str, Any]
NAME = "replay"


def add(commands: Any) -> None:
    """Add ``whister replay`` to the commands."""
    parser = command(
        commands, NAME, run, summary="replay a recorded deal, a link or a case step by step",
        usage="FILE|LINK|CLAUSE|- [--rules FILE] [--case ID] [--seat N] [--step] [--verify] [--json]",
        about="Replay a record under the current rules, step by step: each action, who took each trick, what was "
        "paid, by which clause and on what evidence. A step that the rules refuse is shown with the clause that refuses it.\n\n"
        "Give a file with a record (one deal a line), a link or the text after its #, a case (c1~…), the address of a clause, "
        "to replay all its cases, or - for standard input. "
        "For a record of a rule set of your own, name its file with --rules.",
        examples=(
            "whister replay game.txt", "whister replay 'hearts/black-lady#first-trick'",
            "whister replay game.txt --verify && echo valid", "whister play spot --plain --record g.txt; whister replay g.txt --step",
        ),
        codes=exits((0, "every step is allowed and every case gives its result"), (1, "a step is refused, or a case gives another result"),
                    (2, "the record is damaged, cut short, or of an unknown rule set")),
    )  # fmt: skip
    parser.add_argument("record", metavar="FILE|LINK|CLAUSE|-", help="what to replay")
    parser.add_argument("--case", metavar="ID", help="replay this case of the clause only")
    parser.add_argument("--seat", metavar="N", type=whole(0, 20), help="the seat shown as You (0)")
    parser.add_argument("--step", action="store_true", help="wait for Enter after each step")
    parser.add_argument("--verify", action="store_true", help="check only, and print the result in one line")
    add_rules(parser)
    add_json(parser)


class Told(NamedTuple):
    """A replayed deal: its state for display, and the step that is refused, if any."""

    deal: Deal
    state: Json
    refused: ReplayError | None = None


def run(asked: argparse.Namespace) -> int:
    """Replay what was requested."""
    out = paper(asked.color)
    if asked.step and (asked.json or asked.verify):
        raise Trouble("--step cannot be combined with --json or --verify, which show no steps.")
    if asked.json and asked.verify:
        raise Trouble("give only one of --json and --verify; the exit code is the same with either.")
    if asked.rules is not None:
        naming.from_file(asked.rules)  # so that a record that names it can be opened
    text = _text(asked.record)
    if is_case(text) or text.startswith("#"):
        return _cases(out, asked, text)
    if asked.case:
        raise Trouble("--case names a case of a clause; this is the record of a deal.")
    try:
        told = _replayed(text, asked.seat or 0)
    except Trouble as trouble:
        raise Trouble(
            f"{naming.brief(asked.record)}: {trouble}" if is_file(asked.record, other=True) else str(trouble)
        ) from None
    refused = told[-1].refused
    if asked.json:
        out.json(_json(told))
    elif asked.verify:
        out.line(_verdict(told, text))
    else:
        for one in told:
            _deal(out, one, step=asked.step)
        out.line(_verdict(told, text))
    return NOTHING if refused else FOUND


def _text(said: str) -> str:
    """Return the record or the case that was requested; a clause is returned as ``#rule set#clause``. Raises
    ``Trouble``."""
    if said == "-":
        try:
            read_in = sys.stdin.read(LONGEST + 1)
            if len(read_in) > LONGEST:
                raise Trouble(f"standard input is too long: more than {LONGEST} characters.")
            return read_in.lstrip("\ufeff").strip()
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
            raise Trouble(f"standard input cannot be read: {why}.") from None
    if found := re.search(r"#deal\d*=(.*)", said):
        return unquote(found[1])
    if is_file(said, other=True):
        return read(Path(said)).strip()
    if "~" in said:
        return said
    if "#" in said:
        place = naming.place_of(said)
        if not place.anchor:
            raise Trouble(
                f"{naming.brief(said)}: expected a clause after the #, such as: whister replay '{place.rules}#{next(iter(load(place.rules).clauses))}'"
            )
        return f"#{place.rules}#{place.anchor}"
    raise Trouble(
        f"there is no file {checks.said(said)}, and this is not a record (w1~…), a link or a clause (RULESET#CLAUSE)."
    )


# -- records ---------------------------------------------------------------------------------------------------------


def _replayed(text: str, seat: int) -> list[Told]:
    """Return every deal of a record, replayed as far as the rules allow. Raises ``Trouble`` for anything but a
    record."""
    try:
        session = Record.parse(text).resume("replayed")
    except ReplayError as error:
        before = deals_of(text)[: (error.number or 1) - 1]
        sound = _replayed("\n".join(before), seat) if before else []
        return [*sound, Told(error.deal, _seen(error.deal, seat), error)]
    except WhisterError as error:
        raise Trouble(str(broken_links.refusal(text, error)["message"])) from None
    return [Told(deal, _seen(deal, seat)) for deal in (*session.played, session.deal)]


def _seen(deal: Deal, seat: int) -> Json:
    if seat not in state_of(deal).plan.table.players:
        raise Trouble(
            f"--seat {seat}: this deal has the seats {', '.join(map(str, state_of(deal).plan.table.players))}."
        )
    return display.state(deal, Visit(seat, True), 0)


def _deal(out: Paper, told: Told, *, step: bool) -> None:
    _, state, refused = told
    number = re.search(r"~n(\d+)\.", state["record"])
    out.line(out.style(f"Deal {number[1] if number else 1}: {state['rules']['title']}", "strong"))
    out.line(words.rules_said(state), 0, 2)
    dealt = state["dealt"] or _dealt(told)
    for hand in dealt:
        out.line(f"{hand['name']}: {' '.join(map(face, hand['cards']))}", 2, 4)
    for place, sentence in enumerate(_sentences(told), 1):
        out.line(f"{out.style(f'{place}.', 'quiet')} {sentence}", 0, 4)
        if step:
            _wait(out)
    if refused is not None:
        _refusal(out, refused, state["seat"])
    elif state["over"]:
        out.line()
        for line in words.settlement_lines(state):
            out.line(line, 0, 2)
    else:
        out.line(f"The record ends here. {state['prompt']}")
    out.line()


def _sentences(told: Told) -> list[str]:
    """Return what was done, in sentences, including the cards passed or laid aside, and who took each trick."""
    state = told.state
    said: list[str] = state["log"][: len(state["log"]) - len(state["steps"])]
    for step, (seat, action) in zip(state["steps"], told.deal.actions, strict=True):
        hidden = (
            [card for card in str(action).split() if is_card(card)] if step["action"] == action.verb else []
        )
        aside = f" ({' '.join(map(face, hidden))})" if hidden and seat != state["seat"] else ""
        taker = step["taker"]
        name = state["seats"][taker]["name"] if taker is not None else ""
        took = f" {name} {'take' if name == 'You' else 'takes'} the trick." if name else ""
        said.append(f"{step['text']}{aside}{took}")
    return said


def _dealt(told: Told) -> list[Json]:
    deal = told.deal
    return [
        {"name": seat["name"], "cards": [str(card) for card in state_of(deal).plan.cards_of(hand)]}
        for seat, hand in zip(told.state["seats"], state_of(deal).dealt.hands, strict=True)
    ]


def _wait(out: Paper) -> None:
    """Wait until the reader presses Enter."""
    if sys.stdin.isatty():
        out.stream.flush()
        sys.stdin.readline()


def _refusal(out: Paper, refused: ReplayError, seat: int) -> None:
    out.line(out.style(broken_links.refused(refused, seat), "bad"))
    if refused.clause is not None:
        out.line(f"Refused by: {words.clause_said(clause_told(refused.clause))}", 0, 2)
        out.line(refused.clause.text, 2, 2)


def _verdict(told: list[Told], text: str) -> str:
    """Return the result of the check, on one line."""
    refused = told[-1].refused
    steps = sum(len(one.state["log"]) for one in told)
    where = f"{words.several(len(told), 'deal')}, {words.several(steps, 'step')}"
    if refused is None:
        over = "" if told[-1].state["over"] else "; the last deal is not over"
        changed = "; the rules have changed since it was recorded" if _changed(told, text) else ""
        errata = corrected(told[0].deal.rules.id) if changed else ()
        changed += f" (errata: {', '.join(errata)})" if errata else ""
        return f"Valid: {where}{over}{changed}."
    clause = f" [{refused.clause.id}]" if refused.clause else ""
    return f"Refused: deal {len(told)}, step {refused.step}, {refused.action}{clause}."


def _changed(told: list[Told], text: str) -> bool:
    """Return whether any deal was recorded under rules that play differently from the current ones."""
    recorded = (DealRecord.parse(deal).behaviour_hash for deal in deals_of(text))
    return any(
        not one.deal.rules.behaviour_hash.startswith(was) for one, was in zip(told, recorded, strict=False)
    )


def _json(told: list[Told]) -> Json:
    refused = told[-1].refused
    return {
        "rules": told[0].state["rules"],
        "deals": [
            {"record": one.state["record"], "steps": [_step(step) for step in one.state["steps"]], "over": one.state["over"],
             "settlement": one.state["settlement"]} for one in told
        ],
        "refused": None if refused is None else {
            "deal": len(told), "step": refused.step, "action": refused.action, "reason": str(refused.cause),
            "clause": clause_told(refused.clause),
        },
    }  # fmt: skip


def _step(step: Json) -> Json:
    return {key: step[key] for key in ("seat", "action", "text", "taker")}


# -- cases -----------------------------------------------------------------------------------------------------------


def _cases(out: Paper, asked: argparse.Namespace, text: str) -> int:
    """Replay every case of a clause, or only the one requested, and return the exit code."""
    if asked.seat is not None:
        raise Trouble("--seat chooses the seat shown as You in the record of a deal; this is a case.")
    try:
        if text.startswith("#"):
            rule_set, _, anchor = text[1:].partition("#")
            rules = naming.loaded(rule_set, {})
            clause, wanted = naming.clause(rules, anchor), asked.case
        else:
            start = Standing.parse(text)
            rules, clause, case = start.load()
            wanted = case.id
    except WhisterError as error:
        raise Trouble(str(error)) from None
    found = [case for case in clause.cases if wanted in (None, case.id)]
    if not found:
        ids = [case.id for case in clause.cases]
        hint = near(wanted, ids) if wanted else "."
        known = f" Its cases: {', '.join(ids)}." if ids else ""
        raise Trouble(f"{clause.id} has no case {wanted or 'at all'}{hint}{known}")
    told = [(case, _outcome(rules, case)) for case in found]
    failed = [case.id for case, fault in told if fault]
    if asked.json:
        shown = [{"id": case.id, "clause": f"{case.rules}#{case.clause}", "text": case.text, "holds": not fault, "fault": fault,
                  "given": case.given, "expected": case.expected} for case, fault in told]  # fmt: skip
        out.json({"rules": rules.id, "clause": clause_told(clause), "cases": shown})
    elif not asked.verify:
        out.line(f"{out.style(clause.title, 'strong')}  {out.style(clause.id, 'name')}")
        out.line(clause.text, 0)
        for case, fault in told:
            _case(out, rules, clause, case, fault, step=asked.step)
    if not asked.json:
        out.line(
            f"Different results: {', '.join(failed)}."
            if failed
            else f"Valid: {words.several(len(told), 'case')}."
        )
    return NOTHING if failed else FOUND


def _outcome(rules: Rules, case: Case) -> str:
    """Return how the result differs from what a case expects; "" if it does not."""
    try:
        cases.run(rules, case)
    except (AssertionError, WhisterError) as fault:
        return str(fault)
    return ""


def _case(out: Paper, rules: Rules, clause: Clause, case: Case, fault: str, *, step: bool) -> None:
    out.line()
    out.line(f"{out.style(case.id, 'name')}  {case.text}", 0, 2)
    if (why := unshown(case)) is None:
        case_lines(out, {key: case.given[key] for key in ("options", "players") if key in case.given}, 2)
        try:
            deal = cases.deal_of(cases.rules_for(rules, case), case.given)
        except WhisterError as error:
            out.line(str(error), 2, 4)
        else:
            _position(out, deal, case, step=step)
    else:
        out.line(f"It {why}.", 2, 4)
        case_lines(out, {**case.given, **case.expected})
    out.line(fault or "The engine gives the same result.", 2, 4)


def _position(out: Paper, deal: Deal, case: Case, *, step: bool) -> None:
    """Print the cards of a case, what was done, and each action that it allows or refuses."""
    seat = (
        deal.to_act
        if deal.to_act is not None and deal.to_act in state_of(deal).plan.table.players
        else state_of(deal).plan.table.players[0]
    )
    state = display.state(deal, Visit(seat, not is_position(deal)), 0)
    for one in state["seats"]:
        cards = [str(card) for card in deal.hands[one["seat"]]]
        if cards:
            out.line(f"{one['name']}: {' '.join(map(face, cards))}", 2, 4)
    for sentence in state["log"]:
        out.line(sentence, 2, 4)
        if step:
            _wait(out)
    if trick := words.trick_said(state):
        out.line(trick, 2, 4)
    for action in _tried(case.expected.get("legal")):
        out.line(f"{face(action)} may be played." if face(action) != action else f"{action}: allowed.", 2, 4)
    for action in _tried(case.expected.get("refused")):
        try:
            verdict = deal.why(action)
        except WhisterError as error:
            out.line(f"{action}: {error}", 2, 4)
            continue
        if verdict.clause is not None:
            why = sentences.seats_named(state_of(deal).plan, verdict.reason, seat)
            out.line(f"{face(action)} is refused. {why}", 2, 4)
            out.line(f"Refused by: {words.clause_said(clause_told(verdict.clause))}", 4, 6)


def _tried(value: Any) -> list[str]:
    """Return the actions that a case names: the cards in a string, or a list of actions."""
    if isinstance(value, str):
        return value.split()
    return [str(one) for one in value] if isinstance(value, tuple) else []
