"""The single entry to the table: requests and answers as JSON text, for a page that contains no rules.

The page keeps the deal as a record and sends it with every request; only the record counts. The deal answered last is
kept beside its record, so that the same record need not be replayed. The visitor sits in one seat and sees what that
seat may see; cautious bots play the others. A whole game continues from deal to deal: the page keeps the records of the
deals before (`whister.table.game`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

from whister import checks
from whister.bots import choose
from whister.deal.public import state_of
from whister.errors import IllegalAction, NotationError, OptionClash, OptionMisfit, WhisterError
from whister.links.deal_record import DealRecord, ReplayError
from whister.links.texts import deal_of_text, is_case
from whister.notation import Action, CardChoices
from whister.rules import Deal, Rules, load
from whister.table import display, fields, game, house_rules
from whister.table.display import Visit
from whister.table.game import Game
from whister.table.offers import SILENT
from whister.table.picture import picture
from whister.table.reasons import clause_told, reason_told

Json = dict[str, Any]
_BOT_LIMIT = 2000  # more actions than any deal has


def handle(text: str) -> str:
    """Return the answer to one request; a failure is answered, too."""
    request: Json = {}
    try:
        request = fields.read(text)
        name = fields.text(request, "op", tuple(OPERATIONS))
        found = _case(name, request) or OPERATIONS[name](request)
        return json.dumps({"id": fields.number(request), "ok": found}, ensure_ascii=False)
    except Exception as error:
        return json.dumps(
            {"id": fields.number(request), "error": _failure(error, request)}, ensure_ascii=False
        )


_answered: dict[str, Deal] = {}  #: the deal answered last, by its record: one, or none


def _replayed(request: Json) -> Deal:
    """Return the deal of the request's record, replayed unless it is the one that was answered last."""
    text = fields.text(request, "record")
    kept = _answered.get(text)
    return deal_of_text(text) if kept is None else kept.copy()


def _keep(state: Json, deal: Deal) -> Json:
    """Return the state, and keep its deal beside the record, unless the rules are the user's own, which may change."""
    _answered.clear()
    if state["record"] and not deal.rules.source:
        _answered[state["record"]] = deal.copy()
    return state


def _case(operation: str, request: Json) -> Json | None:
    """Return the answer to a request about a case of a clause; None for any other."""
    if not is_case(str(request.get("record", ""))):
        return None
    from whister.table import case_shown

    return case_shown.answer(operation, request)


def _failure(error: Exception, request: Json) -> Json:
    record = request.get("record")
    if request.get("op") == "open" and isinstance(record, str) and isinstance(error, WhisterError):
        from whister.table import broken_links

        return broken_links.refusal(record, error)
    if isinstance(error, IllegalAction):
        deal = _replayed(request)
        why = reason_told(deal, error.verdict, fields.visit(request, deal).seat)
        return {
            "kind": "illegal",
            "message": (why or {}).get("text") or str(error),
            "clause": clause_told(error.clause),
            "instead": (why or {}).get("instead", []),
        }
    if isinstance(error, ReplayError):
        from whister.table import broken_links

        seat = request.get("seat")
        message = broken_links.refused(error, seat if isinstance(seat, int) else 0)
        return {"kind": "record", "message": message, "clause": clause_told(error.clause)}
    if isinstance(error, OptionClash):
        return {"kind": "options", "message": str(error), "clause": None, "clash": house_rules.clash(error)}
    if isinstance(error, OptionMisfit):
        return {"kind": "options", "message": str(error), "clause": None, "misfit": house_rules.misfit(error)}
    if isinstance(error, WhisterError):
        return {"kind": "notation", "message": str(error), "clause": None}
    message = f"the table itself has made a mistake ({type(error).__name__}: {error})"
    return {"kind": "internal", "message": message, "clause": None}


# -- operations -------------------------------------------------------------------------------------------------


def _rules(request: Json) -> Rules:
    """Return the rules that a request names, with the options and the number of players that it chooses."""
    options = checks.instance(request.get("options", {}), dict, "request, options", NotationError)
    players = {"players": request["players"]} if request.get("players") is not None else {}
    return load(fields.text(request, "rules"), **{**options, **players})


def _new(request: Json) -> Json:
    rules = _rules(request)
    seed = request.get("seed")
    seed = os.urandom(8).hex() if seed is None or seed == "" else seed
    checks.seed(seed)
    if request.get("whole") is True:
        deal, around = game.begun(rules, str(seed))
        return _played_on(deal, fields.visit(request, deal, around), 0)
    deal = rules.deal(seed, number=request.get("number"), dealer=request.get("dealer"))
    if state_of(deal).plan.dealing.remembers_turn and request.get("number") is None:
        deal = _second(deal, seed)
    return _played_on(deal, fields.visit(request, deal, Game(str(seed))), 0)


def _second(first: Deal, seed: str | int) -> Deal:
    """Return the second deal of a session, if the first has left a suit that is remembered."""
    rules = first.rules
    ledger = rules.ledger(number=2, dealer=first.dealer, first_turn=first.turned_suit)
    return rules.deal(f"{seed}/2", ledger=ledger)


def _next(request: Json) -> Json:
    """Return the next deal of the game."""
    deal, around = game.next_deal(game.kept(request), fields.text(request, "record"))
    return _played_on(deal, fields.visit(request, deal, around), 0)


def _open(request: Json) -> Json:
    """Return a deal or a whole session at the end of its record, or just before a step that today's rules refuse.

    With ``same`` the record is of the deal on the table, seen in another way: the game around it is kept. With ``game``
    the seed of that game is kept.
    """
    text = fields.text(request, "record").strip()
    seed = game.kept(request).seed if request.get("game") is not None else game.around(text).seed
    around: Game | None = None if request.get("same") is True else Game(seed)
    try:
        if "\n" in text:
            deal, around = game.opened(text, seed)
        else:
            deal = _replayed(request)
    except ReplayError as error:
        from whister.table import broken_links

        if error.number is not None:
            around = game.before_deal(text, seed, error.number)
        return broken_links.left_standing(error, fields.guest(request, error.deal, around))
    visit = fields.guest(request, deal, around)
    if request.get("stand") is True:  # a replay: nobody acts, and the last action is described
        return display.state(deal, visit, max(len(deal.actions) - 1, 0))
    state = _played_on(deal, visit, len(deal.actions))
    if not deal.rules.behaviour_hash.startswith(DealRecord.parse(text.splitlines()[-1]).behaviour_hash):
        state["facts"].append(
            {"label": "Note", "value": "the rules have changed since this deal was recorded"}
        )
    return state


def _act(request: Json) -> Json:
    deal = _replayed(request)
    visit, before = fields.visit(request, deal), len(deal.actions)
    seat = visit.seat
    if fields.text(request, "action") == SILENT and seat not in deal.pending:
        return _played_on(deal, visit, before, [], silent=True)
    action = _addressed(deal, seat, fields.text(request, "action"))
    verdict = deal.why(action, seat)
    deal.act(action, seat)
    seen = [picture(deal, seat, study=visit.study)]
    return display.noted(_played_on(deal, visit, before, seen), verdict)


def _addressed(deal: Deal, seat: int, action: str) -> str:
    """Return the action with the next receiver added, where cards are passed to several seats in turn."""
    choices = deal.legal(seat) if deal.phase != "play" else ()
    tail = choices.tail if isinstance(choices, CardChoices) else ()
    return " ".join((action, *tail)) if tail and ">" not in action else action


def _undo(request: Json) -> Json:
    """Return the deal without the visitor's last action; where there is none, the end of the deal before."""
    deal = _replayed(request)
    visit = fields.visit(request, deal)
    own = [seat == visit.seat for seat, _ in deal.actions]
    if True in own:
        for _ in range(own[::-1].index(True) + 1):
            deal.undo()
    elif request.get("game") is not None and (around := game.kept(request)).before:
        deal, around = game.deal_before(around)
        visit = visit._replace(game=around)
    return _played_on(deal, visit, len(deal.actions))


def _why(request: Json) -> Json:
    deal = _replayed(request)
    seat = fields.visit(request, deal).seat
    verdict = deal.why(fields.text(request, "action"), seat)
    why = reason_told(deal, verdict, seat) or {"text": verdict.reason, "instead": []}
    return {
        "legal": verdict.legal, "clause": clause_told(verdict.clause), "reason": why["text"], "instead": why["instead"],
        "exempted_by": clause_told(verdict.exempted_by), "waived": [clause_told(clause) for clause in verdict.waived],
    }  # fmt: skip


def _options(request: Json) -> Json:
    """Return the options of a rule set for a number of players; ``options`` holds the present choices."""
    rules = _rules(request)
    form = house_rules.form_at_table(rules)
    return {
        "options": form,
        "groups": house_rules.grouped(rules, form),
        "unsourced": house_rules.unsourced(rules),
    }


def _how(request: Json) -> Json:
    """Return how to play by these rules, for so many players: the moments of a deal, each sentence with its clause.

    The answer also says how well these rules are supported: clauses in force by grade, and how many are not in force.
    """
    from whister.how_to_play import MOMENTS, in_short  # only a page with such a list needs it
    from whister.tally import tally

    rules = _rules(request)
    told = in_short(rules).items()
    counted = tally(rules.clauses.values())
    return {
        "tally": {
            "grades": [[str(grade), number] for grade, number in counted.grades.items()],
            "weaker": sum(counted.weaker.values()),
            "dormant": counted.dormant,
        },
        "moments": [
            {"moment": MOMENTS[moment], "sentences": [{"text": each.text, "clause": clause_told(each.clause)} for each in said]}
            for moment, said in told
        ]
    }  # fmt: skip


def _link(request: Json) -> Json:
    """Return the deal as texts to copy: a short one for a link, and the record of the whole game."""
    record = fields.text(request, "record")
    deal = _replayed(request)
    short = record if is_case(record) else DealRecord.of(deal).link()
    return {"link": short, "record": "\n".join([*game.kept(request).before, record])}


#: Every kind of request, by its name.
OPERATIONS: dict[str, Callable[[Json], Json]] = {
    "new": _new, "next": _next, "open": _open, "act": _act, "undo": _undo, "why": _why, "options": _options, "link": _link,
    "how": _how,
}  # fmt: skip


def _played_on(
    deal: Deal, visit: Visit, before: int, seen: list[Json] | None = None, *, silent: bool = False
) -> Json:
    """Let the bots act until the visitor must act, or may for the last time, and return what the visitor sees.

    ``seen`` holds the pictures of the steps so far, to which each step of a bot adds its own; None where nobody looks.
    ``silent``: the visitor has already been offered what may be announced now.
    """
    visitor = visit.seat

    def act(action: Action, seat: int) -> None:
        deal.act(action, seat)
        if seen is not None:
            seen.append(picture(deal, visitor, study=visit.study))

    for _ in range(_BOT_LIMIT):
        _speak_up(deal, visitor, act)
        bot = next((seat for seat in deal.pending if seat != visitor), None)
        if deal.over or bot is None or (visitor in deal.pending and deal.phase == "play"):
            break
        action = choose(deal.view(bot))
        if not silent and visitor not in deal.pending and (last := _last_word(deal, visitor, action, bot)):
            return display.state(deal, visit, before, last, seen or ())
        act(action, bot)
        silent = False
    return _keep(display.state(deal, visit, before, pictures=seen or ()), deal)


def _last_word(deal: Deal, visitor: int, action: Action, bot: int) -> list[Action]:
    """Return what it pays the visitor to announce before a bot's next action, after which it is too late."""
    said = _profits(deal, visitor)
    if not said:
        return []
    after = deal.copy()
    after.act(action, bot)
    return [one for one in said if one not in _profits(after, visitor)]


def _profits(deal: Deal, seat: int) -> list[Action]:
    """Return what a seat may announce, in turn or out of it, to its own profit."""
    asides = state_of(deal).plan.course.asides.get(deal.phase, ()) if not deal.over else ()
    return [action for aside in asides if aside.pays for action in aside.offers(state_of(deal), seat)]


def _speak_up(deal: Deal, visitor: int, act: Callable[[Action, int], None]) -> None:
    """Let the bots announce, in turn or out of it, what profits them."""
    for seat in state_of(deal).plan.table.players:
        for action in _profits(deal, seat) if seat != visitor else ():
            act(action, seat)


__all__ = ["OPERATIONS", "handle"]
