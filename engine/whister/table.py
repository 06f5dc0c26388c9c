"""The table's one entry: requests and answers as JSON text, for a page that knows no rules.

The page keeps the deal as a record and sends it with every request; nothing is remembered here. The visitor sits in
one seat and sees what that seat may see; cautious bots play the others. A whole game goes on from deal to deal: the page
keeps the records of the deals before (`whister.game`).
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from whister import checks, game, heaps, house_rules, words
from whister.bots import choose
from whister.cards import Card
from whister.clause import Clause, Verdict
from whister.deal import Deal, Trick
from whister.errors import IllegalAction, NotationError, NotSourcedError, WhisterError
from whister.game import Game, number
from whister.ladder import Ladder, beaten, besides
from whister.ledger import MAIN_POOL
from whister.mechanisms.auction import AuctionPhase
from whister.notation import Action, CardChoices, of_cards, one_of_cards, word
from whister.record import DealRecord, ReplayError
from whister.ruleset import Rules, load
from whister.settlement import Line, Settlement
from whister.standing import deal_of_text, is_case, is_position

Json = dict[str, Any]
_NESTED = 100  # more lists and objects than any request has
_BOT_LIMIT = 2000  # more actions than any deal has
_SILENT = "say nothing"  # no action of a deal: the visitor lets the others go on


def handle(text: str) -> str:
    """Answer one request; every failure is an answer too."""
    request: Json = {}
    try:
        request = _read(text)
        name = _text(request, "op", tuple(_OPERATIONS))
        found = _case(name, request) or _OPERATIONS[name](request)
        return json.dumps({"id": request.get("id"), "ok": found}, ensure_ascii=False)
    except Exception as error:
        return json.dumps({"id": request.get("id"), "error": _failure(error)}, ensure_ascii=False)


def _read(text: str) -> Json:
    try:
        if text.count("[") + text.count("{") > _NESTED:
            raise ValueError("it is nested too deeply")
        request = json.loads(text)
    except (AttributeError, TypeError, ValueError) as error:
        raise NotationError(f"request: expected an object in JSON; {str(error)[:80]}") from None
    if not isinstance(request, dict):
        raise NotationError(f"request: expected an object in JSON, got {checks.said(request)}")
    return request


def _text(request: Json, key: str, known: Sequence[str] = ()) -> str:
    """A text that the request must have. Raises ``NotationError``."""
    value = request.get(key)
    if not isinstance(value, str) or (known and value not in known):
        expected = f"one of {', '.join(known)}" if known else "a text"
        raise NotationError(f"request, {key}: expected {expected}, got {checks.said(value)}")
    return value


class Visit(NamedTuple):
    """Who looks at a deal: the seat, the game around the deal, and whether all hands are shown, for study."""

    seat: int
    study: bool = False
    game: Game | None = None  #: told where it is another than the page has


def _visit(request: Json, deal: Deal, around: Game | None = None) -> Visit:
    """The visitor of a request. Raises ``DealError`` or ``NotationError``."""
    seat = checks.player(request.get("seat", 0), deal.plan, "request, seat")
    return Visit(seat, request.get("study") is True, around)


def _replayed(request: Json) -> Deal:
    """The deal of the request's record, everything done again."""
    return deal_of_text(_text(request, "record"))


def _case(operation: str, request: Json) -> Json | None:
    """The answer to a request about a case of a clause; None for any other."""
    if not is_case(str(request.get("record", ""))):
        return None
    from whister import showcase  # most visitors play

    return showcase.answer(operation, request)


def _failure(error: Exception) -> Json:
    if isinstance(error, IllegalAction):
        return {
            "kind": "illegal",
            "message": error.verdict.reason or str(error),
            "clause": _clause(error.clause),
        }
    if isinstance(error, ReplayError):
        return {"kind": "record", "message": str(error), "clause": _clause(error.clause)}
    kind = "notation" if isinstance(error, WhisterError) else "internal"
    message = str(error) if isinstance(error, WhisterError) else f"{type(error).__name__}: {error}"
    return {"kind": kind, "message": message, "clause": None}


# -- operations -------------------------------------------------------------------------------------------------


def _rules(request: Json) -> Rules:
    """The rules that a request names, with the options and the number of players that it chooses."""
    options = checks.instance(request.get("options", {}), dict, "request, options", NotationError)
    players = {"players": request["players"]} if request.get("players") is not None else {}
    return load(_text(request, "rules"), **{**options, **players})


def _new(request: Json) -> Json:
    rules = _rules(request)
    seed = request.get("seed") or secrets.token_hex(8)
    if request.get("whole") is True:
        deal, around = game.begun(rules, str(seed))
        return _played_on(deal, _visit(request, deal, around), 0)
    deal = rules.deal(seed, number=request.get("number"), dealer=request.get("dealer"))
    if deal.plan.remembers_turn and request.get("number") is None:
        deal = _second(deal, seed)
    return _played_on(deal, _visit(request, deal, Game(str(seed))), 0)


def _second(first: Deal, seed: str | int) -> Deal:
    """The second deal of a session, where the first one has left a suit that is remembered."""
    rules = first.rules
    ledger = rules.ledger(number=2, dealer=first.dealer, first_turn=first.turned_suit)
    return rules.deal(f"{seed}/2", ledger=ledger)


def _next(request: Json) -> Json:
    """The next deal of the game."""
    deal, around = game.next_deal(game.kept(request), _text(request, "record"))
    return _played_on(deal, _visit(request, deal, around), 0)


def _open(request: Json) -> Json:
    """A deal or a whole session as its record leaves it; where today's rules refuse a step, as it stood before that.

    With ``same`` it is the deal on the table, looked at otherwise: the game around it stays. With ``game`` its seed does.
    """
    text = _text(request, "record").strip()
    seed = game.kept(request).seed if request.get("game") is not None else game.around(text).seed
    around: Game | None = None if request.get("same") is True else Game(seed)
    broken = None
    try:
        if "\n" in text:
            deal, around = game.opened(text, seed)
        else:
            deal = _replayed(request)
    except ReplayError as error:
        deal, broken = error.deal, error
    visit = _visit(request, deal, around)
    if broken is not None:
        state = _state(deal, visit, len(deal.actions)) | {"broken": _broken(broken, visit.seat)}
        if visit.seat not in deal.pending and not deal.over:
            state["also"] = [{"action": _SILENT, "label": "Let the others play on"}]
        return state
    if request.get("stand") is True:  # a replay: nobody acts, and the last action is told
        return _state(deal, visit, max(len(deal.actions) - 1, 0))
    state = _played_on(deal, visit, len(deal.actions))
    if not deal.rules.behaviour_hash.startswith(DealRecord.parse(text.splitlines()[-1]).behaviour_hash):
        state["facts"].append(
            {"label": "Note", "value": "the rules have changed since this deal was recorded"}
        )
    return state


def _broken(error: ReplayError, visitor: int) -> Json:
    """Which step of a record today's rules refuse, and by which clause."""
    cause = error.cause
    why = cause.verdict.reason if isinstance(cause, IllegalAction) else str(cause)
    text = (
        f"Step {error.step} of this record, “{error.action}”, is refused by today's rules: "
        f"{words.seats_named(error.deal.plan, why, visitor).rstrip('.')}. Here is the deal as it stood before that step."
    )
    return {"text": text, "clause": _clause(error.clause)}


def _act(request: Json) -> Json:
    deal = _replayed(request)
    visit, before = _visit(request, deal), len(deal.actions)
    seat = visit.seat
    if _text(request, "action") == _SILENT and seat not in deal.pending:
        return _played_on(deal, visit, before, silent=True)
    action = _addressed(deal, seat, _text(request, "action"))
    verdict = deal.why(action, seat)
    deal.act(action, seat)
    state = _played_on(deal, visit, before)
    if verdict.exempted_by is not None and state["steps"]:
        state["steps"][0]["note"] = verdict.exempted_by.text
    elif verdict.waived and state["steps"]:
        state["steps"][0]["note"] = f"{verdict.waived[-1].title}: waived, since nothing else is held."
    return state


def _addressed(deal: Deal, seat: int, action: str) -> str:
    """Cards that are passed to several seats in turn go to the next of them: the page need not name it."""
    choices = deal.legal(seat) if deal.phase != "play" else ()
    tail = choices.tail if isinstance(choices, CardChoices) else ()
    return " ".join((action, *tail)) if tail and ">" not in action else action


def _undo(request: Json) -> Json:
    """The visitor's last action taken back; where there is none, back to the end of the deal before."""
    deal = _replayed(request)
    visit = _visit(request, deal)
    actions = list(deal.actions)
    while actions and actions[-1][0] != visit.seat:
        actions.pop()
    if actions:
        actions.pop()
        deal.restart()
        for actor, action in actions:
            deal.act(action, actor)
    elif request.get("game") is not None and (around := game.kept(request)).before:
        deal, around = game.deal_before(around)
        visit = visit._replace(game=around)
    return _played_on(deal, visit, len(deal.actions))


def _why(request: Json) -> Json:
    deal = _replayed(request)
    verdict = deal.why(_text(request, "action"), _visit(request, deal).seat)
    return {
        "legal": verdict.legal, "clause": _clause(verdict.clause), "reason": verdict.reason,
        "exempted_by": _clause(verdict.exempted_by), "waived": [_clause(clause) for clause in verdict.waived],
    }  # fmt: skip


def _options(request: Json) -> Json:
    """The options of a rule set, to be chosen before a deal; `options` are those chosen so far."""
    return {"options": house_rules.form(_rules(request))}


def _link(request: Json) -> Json:
    """The deal as texts to take away: a short one for a link, and the record of the whole game."""
    record = _text(request, "record")
    short = record if is_case(record) else DealRecord.of(_replayed(request)).link()
    return {"link": short, "record": "\n".join([*game.kept(request).before, record])}


_OPERATIONS: dict[str, Callable[[Json], Json]] = {
    "new": _new, "next": _next, "open": _open, "act": _act, "undo": _undo, "why": _why, "options": _options, "link": _link,
}  # fmt: skip


def _played_on(deal: Deal, visit: Visit, before: int, *, silent: bool = False) -> Json:
    """Let the bots act until the visitor must, or may for the last time, and describe what the visitor sees.

    A visitor who is ``silent`` has been offered what there is to say at this moment.
    """
    visitor = visit.seat
    for _ in range(_BOT_LIMIT):
        _speak_up(deal, visitor)
        bot = next((seat for seat in deal.pending if seat != visitor), None)
        if deal.over or bot is None or (visitor in deal.pending and deal.phase == "play"):
            break
        action = choose(deal.view(bot))
        if not silent and visitor not in deal.pending and (last := _last_word(deal, visitor, action, bot)):
            return _state(deal, visit, before, last)
        deal.act(action, bot)
        silent = False
    return _state(deal, visit, before)


def _last_word(deal: Deal, visitor: int, action: Action, bot: int) -> list[Action]:
    """What pays the visitor to say, who must say it before a bot does its next action or not at all."""
    said = _profits(deal, visitor)
    if not said:
        return []
    after = deal.copy()
    after.act(action, bot)
    return [one for one in said if one not in _profits(after, visitor)]


def _profits(deal: Deal, seat: int) -> list[Action]:
    """What a seat may say, in turn or out of it, that pays whoever may say it."""
    asides = deal.plan.asides.get(deal.phase, ()) if not deal.over else ()
    return [action for aside in asides if aside.pays for action in aside.offers(deal, seat)]


def _speak_up(deal: Deal, visitor: int) -> None:
    """Let the bots say, in turn or out of it, what pays whoever may say it."""
    for seat in deal.plan.players:
        for action in _profits(deal, seat) if seat != visitor else ():
            deal.act(action, seat)


# -- what the visitor sees --------------------------------------------------------------------------------------


def _state(deal: Deal, visit: Visit, before: int, last: Sequence[Action] = ()) -> Json:
    """What the visitor sees; ``last`` is what must be said now or not at all."""
    visitor, study = visit.seat, visit.study
    plan, rules, view = deal.plan, deal.rules, deal.view(visitor)
    sentences = _story(deal, visitor)
    acting = visitor in deal.pending
    tricks = view.tricks
    marked = heaps.marks(deal, visitor)
    return {
        "rules": {"id": rules.id, "title": rules.title, "url": f"{rules.id}/", "options": dict(rules.chosen),
                  "players": list(rules.players), "hash": rules.behaviour_hash, "in_force": house_rules.in_force(rules)},
        "record": "" if is_position(deal) else str(DealRecord.of(deal)), "seat": visitor, "phase": deal.phase, "prompt": _prompt(deal, visitor, bool(last)),
        "to_act": deal.to_act, "pending": list(deal.pending), "unit": plan.unit,
        "seats": [_seat(deal, seat, visitor, study=study) for seat in plan.seats],
        "hand": [_held(deal, card, visitor, acting) | {"mark": marked.get(card, "")} for card in view.hand],
        "trick": {
            "number": view.trick.number, "leader": view.trick.leader,
            "plays": _plays(view.trick),
        },
        "last_trick": None if not tricks else {
            "number": tricks[-1].number, "leader": tricks[-1].leader, "winner": tricks[-1].winner,
            "plays": _plays(tricks[-1]),
        },
        "facts": [*_facts(deal, visitor), *heaps.told(marked)],
        "widow": heaps.widow(deal, visitor, study=study), "pile": heaps.pile(deal, visitor),
        "choice": _now_or_never(deal, visitor, last) if last else _choice(deal, visitor) if acting else None,
        "also": [] if last else _also(deal, visitor),
        "steps": [step | {"note": ""} for step in sentences[before:]],
        "log": [*_opening_bid(deal, visitor), *(step["text"] for step in sentences)],
        "over": deal.over,
        "settlement": _settled(deal, visitor) if deal.over and not is_position(deal) else None,
        "game": visit.game.told if visit.game is not None else None, "study": study, "broken": None,
        "dealt": _dealt(deal, visitor) if deal.over and not is_position(deal) else None,
    }  # fmt: skip


def _dealt(deal: Deal, visitor: int) -> list[Json]:
    """Every hand as it was dealt, and what lay beside them: shown when the deal is over."""
    plan, dealt = deal.plan, deal.dealt
    hands = [
        {"name": words.name(plan, seat, visitor), "cards": [str(card) for card in plan.cards_of(hand)]}
        for seat, hand in enumerate(dealt.hands)
    ]
    if dealt.widow and plan.widow is not None:
        hands.append({"name": plan.widow.label, "cards": [str(card) for card in plan.cards_of(dealt.widow)]})
    return hands


def _plays(trick: Trick) -> list[Json]:
    return [
        {"seat": seat, "card": str(card), "name": card.name}
        for seat, card in zip(trick.seats, trick.cards, strict=True)
    ]


def _story(deal: Deal, visitor: int) -> list[Json]:
    story: list[Json] = []
    ends = list(accumulate(len(trick.cards) for trick in deal.tricks))
    aside = {end for end, trick in zip(ends, deal.tricks, strict=True) if trick.winner is None}
    leads = {0, *ends}
    played = deal._skip
    stock = iter(deal.dealt.stock)
    for seat, action in deal.actions:
        plays = action.verb in ("play", "lead")
        leading = plays and played in leads
        played += plays
        text = words.done(deal, seat, action, visitor, leading)
        if action.verb == "draw":
            drawn = deal.plan.pack.cards[next(stock)]
            text = words.drawn(deal.plan, seat, visitor, drawn)
        if plays and played in aside:
            text += " Nobody wins the trick; it lies aside."
        if plays and played in ends and (filled := _drawn_after(deal, ends.index(played), stock)):
            text += f" {words.filled(deal.plan, filled, visitor)}"
        own = seat == visitor or action.verb not in ("give", "discard")
        story.append(
            {"seat": seat, "action": str(action) if own else action.verb, "text": text, "leads": leading}
        )
    return story


def _opening_bid(deal: Deal, visitor: int) -> list[str]:
    """The bid with which a player has opened unasked, where one must: it is no action of the deal."""
    auction = deal.plan.phases.get("auction")
    if not isinstance(auction, AuctionPhase) or auction.opens is None:
        return []
    opener, at = auction.opens(deal)
    opens = "open" if opener == visitor else "opens"
    return [f"{words.name(deal.plan, opener, visitor)} {opens} with {words.bid(deal.plan, deal.bids[at])}."]


def _drawn_after(deal: Deal, number: int, stock: Iterator[int]) -> list[tuple[int, Card]]:
    """Who has drawn which card from the stock after a trick, the one that lay open first."""
    winner = deal.tricks[number].winner if deal.plan.pile else None
    if winner is None:
        return []
    cards = deal.plan.pack.cards
    return [(seat, cards[place]) for seat, place in zip(deal._order_from(winner), stock, strict=False)]


def _seat(deal: Deal, seat: int, visitor: int, *, study: bool) -> Json:
    plan = deal.plan
    calls = [text for caller, text in deal.facts.get("calls", ()) if caller == seat]
    roles: dict[int | None, str] = {}
    if deal.declarer is not None:
        roles = {
            plan.partner_known(deal, visitor): plan.partner_called,
            deal.declarer: "bidder" if plan.named_value else "declarer",
        }
    if plan.next_leader is not None and deal.phase == "play" and not deal.hand(seat):
        roles[seat] = "out"
    exposed = seat in deal.facts.get("exposed", ())
    shown = exposed or seat == visitor or study
    totals = deal.ledger.totals
    worth = plan.worth(deal.captured[seat]) + plan.trick_value * deal.taken(seat)
    return {
        "seat": seat, "plays": seat != plan.dummy, "name": words.name(plan, seat, visitor), "position": words.place(plan, seat, visitor, deal.dealer),
        "dealer": seat == deal.dealer, "role": roles.get(seat, ""),
        "side": plan.sides[seat] if plan.sides is not None else None, "count": deal.hand(seat).bit_count(),
        "hand": [str(card) for card in plan.cards_of(deal.hand(seat))] if shown else None, "exposed": exposed,
        "tricks": deal.taken(seat), "score": words.amount(worth, plan.card_unit or plan.unit) if plan.total_value and worth and seat != plan.dummy else "",
        "call": _call(deal, seat, calls[-1], visitor) if calls else "",
        "total": f"{totals[seat]} in all".replace("-", "−") if any(totals) and seat != plan.dummy else "",
    }  # fmt: skip


def _call(deal: Deal, seat: int, text: str, visitor: int) -> str:
    """What a seat has said, after its name: ``bids five levées in hearts``, and of the visitor's own ``pass``."""
    bid = any(bid.text == text for bid in deal.bids)
    said = words.done(deal, seat, word("bid", text) if bid else word(*text.split()), visitor, leading=False)
    return said.removeprefix(words.name(deal.plan, seat, visitor)).strip(" .")


def _held(deal: Deal, card: Card, visitor: int, acting: bool) -> Json:
    held: Json = {"card": str(card), "name": card.name, "suit": card.suit, "playable": False, "reason": None}
    if acting and deal.phase == "play":
        verdict = deal.why(card, visitor)
        held["playable"] = verdict.legal
        held["reason"] = _reason(deal, verdict, visitor)
    return held


def _reason(deal: Deal, verdict: Verdict, visitor: int) -> Json | None:
    if verdict.legal or verdict.clause is None:
        return None
    return {"clause": _clause(verdict.clause), "text": words.seats_named(deal.plan, verdict.reason, visitor)}


def _clause(clause: Clause | None) -> Json | None:
    if clause is None:
        return None
    return {
        "id": clause.id,
        "slug": clause.slug,
        "title": clause.title,
        "text": clause.text,
        "url": clause.url,
    }


def _prompt(deal: Deal, visitor: int, last: bool) -> str:
    if deal.over:
        return "The deal is over."
    if visitor not in deal.pending:
        if last:
            return f"{words.name(deal.plan, deal.pending[0], visitor)} is to act. Now is the last moment to speak."
        return f"{words.name(deal.plan, deal.pending[0], visitor)} is to act."
    if deal.phase != "play":
        prompt = deal.plan.phases[deal.phase].prompt(deal, visitor)
        return words.seats_named(deal.plan, prompt, visitor) or "It is your turn."
    if (due := _due(deal, visitor)) is not None:
        return due[1]
    legal: set[str] = set(deal.legal(visitor))
    barred = [card for card in deal.hands[visitor] if card not in legal]
    if (forced := _only_trump(deal, visitor)) is not None:
        return f"Trump is led, and {words.card_name(forced)} is your only trump: it must be played."
    if len(legal) == 1 and barred:
        clause = deal.why(barred[0], visitor).clause
        only = words.card_name(deal.plan.pack.card(legal.pop()))
        return f"Only {only} may be played{f': {clause.title}' if clause else ''}."
    if not deal.trick.cards:
        free = not barred
        return "You lead: play any card." if free else "You lead: play any card that is not barred."
    if deal.plan.lead_passes and not deal.led:
        return f"{words.card_name(deal.trick.cards[0]).capitalize()} was led: the first card of a suit sets the suit."
    return f"{words.suit(deal.plan, deal.led).capitalize()} led: play a card." if deal.led else "Play a card."


def _only_trump(deal: Deal, visitor: int) -> Card | None:
    """A card outside the suits that must be played now, where it is the holder's only trump."""
    plan, legal = deal.plan, deal.legal(visitor)
    if not deal.trump or deal.led != deal.trump or len(legal) > 1 or deal.hand(visitor).bit_count() == 1:
        return None
    card = plan.pack.card(legal[0])
    joined = any(wild.mask >> card.index & 1 and wild.suit in ("", deal.trump) for wild in plan.wilds)
    return card if joined else None


def _facts(deal: Deal, visitor: int) -> list[Json]:
    plan = deal.plan
    facts = [{"label": "Dealer", "value": words.name(plan, deal.dealer, visitor)}]
    if deal.contract:
        title = words.contract_title(plan, deal.contract, deal.trump)
        by = f", by {_in_sentence(plan, deal.declarer, visitor)}" if deal.declarer is not None else ""
        facts.append({"label": "Contract", "value": title + by})
    elif deal.bid and deal.declarer is not None:
        facts.append(
            {"label": "Bid", "value": f"{deal.bid}, by {_in_sentence(plan, deal.declarer, visitor)}"}
        )
    made = [] if deal.phase == "auction" else beaten(deal)
    if made:
        said = [f"{words.bid(plan, bid)}, by {_in_sentence(plan, seat, visitor)}" for seat, bid in made[-3:]]
        facts.append({"label": "Beaten", "value": "; ".join(said)})
    partner, called = plan.partner_known(deal, visitor), deal.facts.get("called", 0)
    if partner is not None or called:
        card = " ".join(words.card_name(card) for card in plan.cards_of(called))
        holder = f"whoever holds {card}"
        if visitor == deal.declarer and called & deal.facts.get("laid_aside", {}).get(visitor, 0):
            holder = f"nobody: you have laid {card} aside"
        elif visitor == deal.declarer and called & deal.hand(visitor):
            holder = f"nobody: you hold {card}"
        who = words.name(plan, partner, visitor) if partner is not None else holder
        facts.append({"label": plan.partner_called.capitalize(), "value": who})
    if plan.named:
        facts.append({"label": "Penalty suit", "value": words.suit(plan, plan.named)})
    if deal.turn_up >= 0:
        whose = "from the other pack" if plan.turns_still else "the dealer's"
        facts.append(
            {"label": "Turned up", "value": f"{words.card_name(plan.pack.cards[deal.turn_up])}, {whose}"}
        )
    for name, known in plan.suit_classes.items():
        preferred = known.suit(deal.turned_suit, deal.ledger.first_turn)
        if plan.suit_class(preferred, deal.turned_suit, deal.ledger.first_turn) == name:
            facts.append({"label": known.title, "value": words.suit(plan, preferred)})
    if deal.trump:
        facts.append({"label": "Trump", "value": words.suit(plan, deal.trump), "suit": deal.trump})
    for name, chips in deal.ledger.pools.items():
        if chips:
            label = "Pool" if name == MAIN_POOL else f"{name.replace('-', ' ').capitalize()} pool"
            facts.append({"label": label, "value": words.amount(chips, plan.unit)})
    aside, tricks = deal.facts.get("set_aside", (0, 0))
    if tricks and not deal.over:
        lies = f"{aside.bit_count()} cards for the next winner"
        facts.append({"label": "Set aside", "value": lies})
    own = deal.facts.get("laid_aside", {}).get(visitor, 0) & ~deal.widow
    if own and not deal.over:
        cards = words.listed([words.card_name(card) for card in plan.cards_of(own)])
        facts.append({"label": "Laid aside by you", "value": cards})
    if "told" in deal.facts:
        kind, many = deal.facts["told"]
        one = kind.removesuffix("s") if many == 1 else kind
        facts.append({"label": "Announced", "value": f"{words.number(many)} {one} laid aside"})
    if deal.ledger.standing in plan.marks:
        facts.append({"label": deal.ledger.standing.capitalize(), "value": plan.marks[deal.ledger.standing]})
    return facts


def _in_sentence(plan: Any, seat: int, visitor: int) -> str:
    return words.name_within(plan, seat, visitor)


def _due(deal: Deal, visitor: int) -> tuple[Sequence[Action], str] | None:
    """What has to be done before a card is played, and why."""
    for aside in deal.plan.asides.get(deal.phase, ()) if visitor in deal.pending else ():
        found = aside.instead(deal, visitor)
        if found is not None:
            return aside.offers(deal, visitor), found[1]
    return None


def _also(deal: Deal, visitor: int) -> list[Json]:
    if deal.over or _due(deal, visitor) is not None:
        return []
    offers = [
        action for aside in deal.plan.asides.get(deal.phase, ()) for action in aside.offers(deal, visitor)
    ]
    if deal.phase != "play" and visitor in deal.pending:
        legal = deal.plan.phases[deal.phase].legal(deal, visitor)
        if (single := one_of_cards(legal, deal.plan.pack)) is not None:
            offers += [action for action in legal if action not in single]
    return [
        {
            "action": str(action),
            "label": words.seats_named(deal.plan, words.label(deal.plan, action), visitor),
        }
        for action in offers
    ]


def _choice(deal: Deal, visitor: int) -> Json | None:
    if (due := _due(deal, visitor)) is not None:
        group = {"label": "", "actions": [_button(deal, action, visitor) for action in due[0]]}
        return {"kind": "buttons", "groups": [group]}
    if deal.phase == "play":
        return {"kind": "play"}
    phase = deal.plan.phases[deal.phase]
    legal = phase.legal(deal, visitor)
    if isinstance(legal, CardChoices):
        return _card_choice(deal, visitor, legal)
    if (single := one_of_cards(legal, deal.plan.pack)) is not None:
        return _card_choice(deal, visitor, single)
    if deal.phase == "auction" and not deal.facts.get("saying"):
        return _ladder(deal, visitor, legal)
    if phase.name == "call" and len(legal) > len(deal.plan.pack.suits):
        return {"kind": "buttons", "groups": _calls(deal, legal)}
    actions = [_button(deal, action, visitor) for action in (*legal, *phase.closed(deal, visitor))]
    return {"kind": "buttons", "groups": [{"label": "", "actions": actions}]}


def _now_or_never(deal: Deal, visitor: int, last: Sequence[Action]) -> Json:
    """What must be said now or not at all, and to let it be."""
    silent = {"action": _SILENT, "label": _SILENT.capitalize(), "legal": True, "reason": None}
    return {"kind": "buttons", "groups": [
        {"label": "", "actions": [*(_button(deal, action, visitor) for action in last), silent]}
    ]}  # fmt: skip


def _card_choice(deal: Deal, visitor: int, legal: CardChoices) -> Json:
    verb, some = legal[0].verb, deal.plan.cards_of(legal[0].mask)  # a choice that is allowed stands first
    pack = deal.plan.pack
    barred: Json = {}
    for card in deal.plan.cards_of(deal.hand(visitor) & ~legal.mask):
        others = deal.plan.cards_of(legal.mask)[: legal.count - 1]
        tried = of_cards(verb, pack, 1 << card.index | sum(1 << c.index for c in others))
        barred[str(card)] = _reason(deal, deal.why(tried, visitor), visitor)
    count = words.number(legal.count)
    plural = "s" if legal.count != 1 else ""
    said = {"give": f"Pass {count} card{plural}", "discard": f"Lay {count} card{plural} aside"}
    return {
        "kind": "cards", "verb": verb, "count": legal.count, "label": said.get(verb, verb.capitalize()),
        "allowed": [str(card) for card in (*some, *deal.plan.cards_of(legal.mask & ~legal[0].mask))], "barred": barred,
    }  # fmt: skip


def _calls(deal: Deal, legal: Sequence[Action]) -> list[Json]:
    """Cards to call, a suit a row, from the highest down."""
    plan, rows = deal.plan, dict[str, list[Json]]()
    for action in reversed(legal):
        card = plan.pack.card(action.words[0])
        label = card.rank if card.suit else card.name
        told = {
            "action": str(action),
            "label": label,
            "name": words.label(plan, action),
            "legal": True,
            "reason": None,
        }
        rows.setdefault(card.suit, []).append(told)
    return [
        {"label": words.suit(plan, suit).capitalize(), "actions": rows[suit]}
        for suit in (*plan.pack.suits, "")
        if suit in rows
    ]


def _ladder(deal: Deal, visitor: int, legal: Sequence[Action]) -> Json:
    """The auction as a ladder, and beside it what may be said besides a bid."""
    ladder = Ladder(deal, visitor, legal, _clause, lambda verdict: _reason(deal, verdict, visitor))
    beside = [_button(deal, action, visitor) for action in besides(deal, legal)]
    return {"kind": "ladder", "beside": beside, "parts": ladder.parts()}


def _button(deal: Deal, action: Action, visitor: int) -> Json:
    verdict = deal.why(action, visitor)
    return {
        "action": str(action),
        "label": words.seats_named(deal.plan, words.label(deal.plan, action), visitor),
        "legal": verdict.legal,
        "reason": _reason(deal, verdict, visitor),
    }


def _settled(deal: Deal, visitor: int) -> Json:
    """What was settled, and how the game stands after it."""
    try:
        settlement = deal.settle()
    except NotSourcedError as error:
        return _unpaid(deal, error, visitor)
    ends = game.ends(deal.rules)
    return {
        "unit": settlement.unit,
        "verdict": _VERDICTS[settlement.made], "row": game.row(deal, settlement),
        "lines": [_line(deal, line, visitor) for line in settlement.lines],
        "delta": [number(amount) for amount in settlement.delta],
        "totals": [number(amount) for amount in settlement.ledger.totals],
        "pool": settlement.pool, "reconstructed": settlement.reconstructed, "unpaid": None,
        "end": _end(deal, settlement, visitor), "ends": {"clause": _clause(ends[0]), "text": ends[1]} if ends else None,
    }  # fmt: skip


def _end(deal: Deal, settlement: Settlement, visitor: int) -> Json | None:
    """The end of the game, if it has come: who has won, and what is settled then."""
    conclusion = game.outcome(deal, settlement)
    if not conclusion.over:
        return None
    totals = [total + stake for total, stake in zip(settlement.ledger.totals, conclusion.stakes, strict=True)]
    return {
        "text": game.result(deal, conclusion, totals, visitor),
        "lines": [_line(deal, line, visitor) for line in conclusion.lines],
        "delta": [number(amount) for amount in conclusion.stakes], "pool": conclusion.pool,
        "totals": [number(total) for total in totals],
        "winners": list(conclusion.winners),
    }  # fmt: skip


def _unpaid(deal: Deal, error: NotSourcedError, visitor: int) -> Json:
    """What can be said of a deal where no source gives the payment: how it ended, and which clause has no figure."""
    what = words.contract_title(deal.plan, deal.contract, deal.trump).lower()
    text = f"The payment is not sourced: no source that was read gives one for {what}, so this deal pays nothing."
    return {
        "unit": deal.plan.unit, "verdict": _VERDICTS[error.made],
        "lines": [_line(deal, line, visitor) for line in error.lines if line.kind == "verdict"],
        "row": None, "delta": [], "totals": [], "pool": None, "reconstructed": False, "end": None, "ends": None,
        "unpaid": {"text": text, "clause": _clause(error.clause)},
    }  # fmt: skip


_VERDICTS = {True: "made", False: "lost", None: ""}


def _line(deal: Deal, line: Line, visitor: int) -> Json:
    return {
        "text": words.seats_named(deal.plan, line.text, visitor), "clause": _clause(line.clause),
        "evidence": str(line.evidence), "kind": line.kind,
        "amounts": [number(amount) for amount in line.amounts], "pool": line.pool,
    }  # fmt: skip


__all__ = ["handle"]
