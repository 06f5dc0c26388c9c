"""The single entry point of the table: requests and answers as JSON text, for a page that contains no rules.

The page stores the deal as a record and sends it with every request; the record alone determines the deal. The last
deal is cached by its record, so that the same record need not be replayed. The visitor sits in one seat and sees what
that seat may see; computer players play the others (`whister.table.others`). A whole game continues from deal to deal:
the page stores the records of earlier deals (`whister.table.game`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

from whister import checks
from whister.deal.public import state_of
from whister.errors import IllegalAction, NotationError, OptionClash, OptionMisfit, WhisterError
from whister.links.deal_record import DealRecord, ReplayError
from whister.links.texts import deal_of_text, is_case
from whister.notation import Action, CardChoices
from whister.players.seated import CAUTIOUS, Others
from whister.rules import Deal, Rules, load
from whister.table import display, fields, game, house_rules, others, recorded
from whister.table.display import Visit
from whister.table.game import Game
from whister.table.offers import SILENT
from whister.table.picture import picture
from whister.table.reasons import clause_told, reason_told

Json = dict[str, Any]


def handle(text: str, others: Others = CAUTIOUS) -> str:
    """Return the answer to one request; an error is returned as an answer too.

    ``others`` plays the other seats. A request cannot name players, so no page can have code of its own loaded.
    """
    request: Json = {}
    try:
        request = {**fields.read(text), "others": others}
        name = fields.text(request, "op", tuple(OPERATIONS))
        found = _case(name, request) or OPERATIONS[name](request)
        return json.dumps({"id": fields.number(request), "ok": found}, ensure_ascii=False)
    except Exception as error:
        return json.dumps(
            {"id": fields.number(request), "error": _failure(error, request)}, ensure_ascii=False
        )


_answered: dict[str, Deal] = {}  #: the last deal, by its record; at most one


def _replayed(request: Json) -> Deal:
    """Return the deal of the request's record, replayed unless it is the cached one."""
    text = fields.text(request, "record")
    kept = _answered.get(text)
    return deal_of_text(text) if kept is None else kept.copy()


def _keep(state: Json, deal: Deal) -> Json:
    """Cache the deal by its record, unless its rules are the user's own, which may change, and return the state."""
    _answered.clear()
    if state["record"] and not deal.rules.source:
        _answered[state["record"]] = deal.copy()
    return state


def _case(operation: str, request: Json) -> Json | None:
    """Return the answer to a request about a case of a clause; None for any other request."""
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
    """Return the rules that a request names, with its options and number of players."""
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
    """Return the second deal of a session whose first deal has turned up a suit that later deals depend on."""
    rules = first.rules
    ledger = rules.ledger(number=2, dealer=first.dealer, first_turn=first.turned_suit)
    return rules.deal(f"{seed}/2", ledger=ledger)


def _next(request: Json) -> Json:
    """Return the next deal of the game."""
    deal, around = game.next_deal(game.kept(request), fields.text(request, "record"))
    return _played_on(deal, fields.visit(request, deal, around), 0)


def _open(request: Json) -> Json:
    """Return a deal or a whole session at the end of its record, or just before a step that the current rules refuse.

    With ``same`` the record is that of the deal on the table, to be shown in another way, so its game is unchanged.
    With ``game`` the seed of that game is kept.
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
    if request.get("stand") is True:  # a replay: no bot acts, and the last action is described
        return display.state(deal, visit, max(len(deal.actions) - 1, 0))
    state = _played_on(deal, visit, len(deal.actions))
    return recorded.noted(state, deal, DealRecord.parse(text.splitlines()[-1]))


def _act(request: Json) -> Json:
    deal = _replayed(request)
    visit, before = fields.visit(request, deal), len(deal.actions)
    seat = visit.seat
    if fields.text(request, "action") == SILENT and seat not in deal.pending:
        return _played_on(deal, visit, before, [], silent=True, thoughts=1)
    action = _addressed(deal, seat, fields.text(request, "action"))
    verdict = deal.why(action, seat)
    deal.act(action, seat)
    seen = [picture(deal, seat, study=visit.study)]
    return display.noted(_played_on(deal, visit, before, seen), verdict)


def _go_on(request: Json) -> Json:
    """Let the other players continue; one of them may take time to think."""
    deal = _replayed(request)
    return _played_on(deal, fields.visit(request, deal), len(deal.actions), [], thoughts=1)


def _hint(request: Json) -> Json:
    """Return advice for the visitor's next action."""
    from whister.table import advising  # loaded only for a visitor who asks

    deal = _replayed(request)
    return advising.hint(deal, fields.visit(request, deal).seat)


def _turning(request: Json) -> Json:
    """Return the decisions that cost the visitor most in a deal that is over."""
    from whister.table import advising

    deal = _replayed(request)
    return advising.turning(deal, fields.visit(request, deal).seat)


def _addressed(deal: Deal, seat: int, action: str) -> str:
    """Return the action with the next receiver added, if cards are passed to several seats in turn."""
    choices = deal.legal(seat) if deal.phase != "play" else ()
    tail = choices.tail if isinstance(choices, CardChoices) else ()
    return " ".join((action, *tail)) if tail and ">" not in action else action


def _undo(request: Json) -> Json:
    """Return the deal without the visitor's last action; if there is none, the previous deal at its end."""
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
    """Return the options of a rule set for a number of players; ``options`` in the request gives the current
    choices."""
    rules = _rules(request)
    form = house_rules.form_at_table(rules)
    return {
        "options": form,
        "groups": house_rules.grouped(rules, form),
        "unsourced": house_rules.unsourced(rules),
    }


def _how(request: Json) -> Json:
    """Return how to play by these rules, for a number of players: the stages of a deal, each sentence with its clause.

    The answer also shows how well these rules are supported: the number of clauses in force by grade, how many of them
    have a part with a weaker grade, and how many clauses are in force only with an option.
    """
    from whister.how_to_play import MOMENTS, in_short  # loaded only for a page with this list
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
    """Return the deal as text to copy: a short form for a link, and the record of the whole game."""
    record = fields.text(request, "record")
    deal = _replayed(request)
    short = record if is_case(record) else DealRecord.of(deal).link()
    return {"link": short, "record": "\n".join([*game.kept(request).before, record])}


#: The kinds of request, by name.
def _study(request: Json) -> Json:
    from whister.table import measured

    return measured.more(request, _rules(request))


OPERATIONS: dict[str, Callable[[Json], Json]] = {
    "new": _new, "next": _next, "open": _open, "act": _act, "undo": _undo, "why": _why, "options": _options, "link": _link,
    "how": _how, "go-on": _go_on, "hint": _hint, "turning": _turning, "study": _study,
}  # fmt: skip


def _played_on(
    deal: Deal,
    visit: Visit,
    before: int,
    seen: list[Json] | None = None,
    *,
    silent: bool = False,
    thoughts: int = 0,
) -> Json:
    """Let the other players act until the visitor must act, or has a last chance to act, and return what the visitor
    sees.

    ``seen`` lists the pictures of the steps so far, to which each step of a bot adds one; None if they are not shown.
    ``silent``: the visitor has already been offered what may be announced now. ``thoughts`` is the number of players
    who may take time to think; the state names the one for whom there is none left.
    """

    def act(action: Action, seat: int) -> None:
        deal.act(action, seat)
        if seen is not None:
            seen.append(picture(deal, visit.seat, study=visit.study))

    stop = others.act_on(deal, visit, act, thoughts=thoughts, silent=silent)
    state = display.state(deal, visit, before, stop.last, seen or ())
    state = display.forfeited(state, {at - before: note for at, note in stop.forfeits.items()})
    if stop.notice:
        state["notice"] = stop.notice
    if stop.thinking is not None:
        state["thinking"] = stop.thinking
    return state if stop.last else _keep(state, deal)


__all__ = ["OPERATIONS", "handle"]
