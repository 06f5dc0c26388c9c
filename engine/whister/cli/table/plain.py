"""The game line by line, without drawing, with no key but Enter and nothing to install: for screen readers, pipes and
small terminals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TextIO

from whister.checks import said
from whister.cli.cards import card, suit_of
from whister.cli.paper import Paper
from whister.cli.table import words
from whister.cli.table.conversation import Conversation, Refused
from whister.cli.table.words import Offer
from whister.drawing import face
from whister.notation import KNOWN_AS, VERBS
from whister.spelling import near

_LONGEST = 2_000  # the most characters in an answer
_FEW = 8  # the number of rungs of a ladder that are printed unless all are requested
KEYS = (
    ("hand", "your cards again"), ("table", "who holds and has taken what"), ("why {card}", "may this be played?"),
    ("hint", "what to do, and why"), ("bids", "every bid that is open"), ("undo", "take back"),
    ("next", "the next deal"), ("turning", "your costliest decisions, after a deal"), ("score", "the game so far"), ("deal", "what was done in this deal"),
    ("link", "this deal as a short text"), ("rules", "the rules in force"), ("new", "a new game"), ("quit", "end"),
)  # fmt: skip


class Plain:
    """A game in lines of text. ``keep`` is called with the record after every action."""

    def __init__(self, table: Conversation, out: Paper, answers: TextIO, keep: Callable[[str], None]) -> None:
        self.table = table
        self.out = out
        self.answers = answers
        self.keep = keep
        self.commands: dict[str, Callable[[], None]] = {
            "?": self._help, "h": self._help, "help": self._help, "hand": self._hand, "table": self._table, "hint": self._hint,
            "undo": self._undo, "next": self._next, "new": self._new, "score": self._score, "deal": self._deal,
            "rules": self._rules, "link": self._link, "bids": self._bids, "turning": self._turning,
        }  # fmt: skip

    def play(self) -> None:
        """Play until the input ends or the visitor types ``quit``."""
        self.out.line(words.rules_said(self.table.state))
        self.out.line("Type ? for help, quit to end.")
        self._told()
        for answer in self._answered():
            if answer.lower() in ("quit", "exit", "q"):
                return
            self.answer(answer)

    def _answered(self) -> Iterator[str]:
        while True:
            self.out.stream.write("> ")
            self.out.stream.flush()
            line = self.answers.readline(_LONGEST)
            if not line:
                self.out.line()
                return
            yield line.strip()

    def answer(self, answer: str) -> None:
        """Carry out what was typed, or print why it is refused."""
        verb, _, rest = answer.partition(" ")
        try:
            if not answer:
                self._enter()
            elif answer.lower() in self.commands:
                self.commands[answer.lower()]()
            elif verb.lower() == "why" and rest:
                self._why(rest)
            else:
                self._act(answer)
        except Refused as refused:
            for line in words.refusal(str(refused), refused.clause, refused.instead):
                self.out.line(line)

    # -- acting -------------------------------------------------------------------------------------------------------

    def _act(self, answer: str) -> None:
        state, offer = self.table.state, self._picked(answer)
        if offer is None and state["choice"] is None:
            over = "The deal is over: type next, new or quit."
            self.out.line(over if state["over"] else "Nothing is asked of you now.")
            return
        if offer is not None and not offer.open:
            reason = offer.reason or {}
            for line in words.refusal(reason.get("text", ""), reason.get("clause")):
                self.out.line(line)
            return
        self._done(offer.action if offer is not None else self._action(answer))

    def _action(self, answer: str) -> str:
        """Return what was typed, as an action; cards alone answer the current choice. Raises ``Refused``."""
        choice, typed = self.table.state["choice"], answer.replace(",", " ").split()
        cards = [card(word) for word in typed]
        if not all(cards):
            if not cards[0] and typed[0].lower() not in VERBS:
                self._unknown(answer, typed[0])
            return " ".join(typed)
        if choice and choice["kind"] == "cards":
            for why in (choice["barred"].get(card) for card in cards):
                if why is not None:
                    raise Refused(why["text"], why["clause"])
            if len(cards) != choice["count"]:
                asked = words.several(choice["count"], "card")
                raise Refused(f"{choice['label']}: type {asked}, not {len(cards)}.", None)
            return " ".join([choice["verb"], *cards])
        if len(cards) > 1:
            raise Refused("Play one card at a time.", None)
        return cards[0]

    def _unknown(self, answer: str, word: str) -> None:
        """Raise ``Refused`` for what was typed, suggesting the nearest word that may be typed."""
        own = (
            {said.partition(" ")[0] for said in self.table.own_words()} | set(self.commands) | {"quit", "why"}
        )
        meant = near(word, own, KNOWN_AS)
        raise Refused(
            f"{said(answer)} is neither a card nor one of the choices{meant} Type ? for help.", None
        )

    def _picked(self, answer: str) -> Offer | None:
        """Return the offer that was typed: in full, by its first words, by its action or by its number."""
        offered, said = self._offered(), answer.lower()
        for offer in offered:
            if said in (offer.label.lower(), offer.action.lower(), words.typed(offer.action).lower()):
                return offer
        begun = [offer for offer in offered if offer.label.lower().startswith(said) and not said.isdecimal()]
        if len({offer.action for offer in begun}) == 1:
            return begun[0]
        numbered = self._numbered()
        if said.isdecimal() and not self._bidding() and 0 < int(said) <= len(numbered):
            return numbered[int(said) - 1]
        return None

    def _done(self, action: str) -> None:
        before = len(self.table.state["log"])
        self.table.act(action)
        self.keep(self.table.record)
        self._told(before)

    def _enter(self) -> None:
        if self.table.state["over"] and not self._ended():
            self._next()
        else:
            self._prompt()

    def _undo(self) -> None:
        self.table.undo()
        self.keep(self.table.record)
        self.out.line("Taken back.")
        self._told(len(self.table.state["log"]))

    def _next(self) -> None:
        self.table.next_deal()
        self.keep(self.table.record)
        self._told()

    def _new(self) -> None:
        self.table.new_game()
        self.keep(self.table.record)
        self._told()

    # -- printing -----------------------------------------------------------------------------------------------------

    def _told(self, since: int | None = None) -> None:
        """Print what has happened after the first ``since`` lines of the log, or from the start of the deal, and what
        the visitor is asked to do."""
        state = self.table.state
        self.out.line()
        if since is None and self.table.game["sheet"]:
            self.out.line(f"Deal {self.table.game['sheet'][-1]['number'] + 1}.")
        if case := state.get("case"):
            self.out.line(f"Case {case['id']} of the rule {words.clause_said(case['clause'])}")
        if state["broken"]:
            self.out.line(" ".join(filter(None, (state["broken"]["text"], words.clause_said(state["broken"]["clause"])))))  # fmt: skip
        for line in state["log"][since or 0 :]:
            self.out.line(line)
        for step in state["steps"]:
            if step["note"]:
                self.out.line(step["note"])
        if state["over"]:
            self._settled()
        else:
            if since is None:
                for fact in words.facts_said(state):
                    self.out.line(fact)
            if trick := words.trick_said(state):
                self.out.line(trick)
            self._hand()
            self._prompt()

    def _prompt(self) -> None:
        state = self.table.state
        self.out.line(state["prompt"])
        choice = state["choice"]
        if choice is not None and choice["kind"] == "cards":
            example = " ".join(face(card) for card in choice["allowed"][: choice["count"]])
            self.out.line(
                f"{choice['label']}: type {words.several(choice['count'], 'card')}, such as {example}."
            )
        group = ""
        for number, offer in enumerate(self._numbered(), 1):
            if offer.group and offer.group != group:
                group = offer.group
                self.out.line(f"{group}:")
            start = "" if self._bidding() else f"{number}. "
            self.out.line(f"{start}{offer.label}{'' if offer.open else ' (closed)'}", 2, 5)
        rows = words.rungs(state)
        for title, bids in rows[:_FEW]:
            self._rung(title, bids)
        if len(rows) > _FEW:
            self.out.line(f"and higher, up to {rows[-1][0]}: type bids for all.", 2, 4)

    def _bids(self) -> None:
        rows = words.rungs(self.table.state)
        for title, bids in rows:
            self._rung(title, bids)
        if not rows:
            self.out.line("No bid is open.")

    def _rung(self, title: str, bids: list[Offer]) -> None:
        start = f"{title}: " if title else "Bids: "
        self.out.line(start + ", ".join(words.typed(bid.action) for bid in bids), 2, 4)

    def _offered(self) -> list[Offer]:
        """Return the offers except the closed bids, for which the command ``why`` gives the reasons."""
        return [offer for offer in words.offers(self.table.state) if offer.open or offer.group != "Bids"]

    def _numbered(self) -> list[Offer]:
        """Return the offers other than bids."""
        return [offer for offer in self._offered() if offer.group != "Bids"]

    def _bidding(self) -> bool:
        """Return whether bids are open; as some are numbers, offers are then not numbered."""
        return bool(words.rungs(self.table.state))

    def _hand(self) -> None:
        state = self.table.state
        if laid_down := words.laid_down(state):
            self.out.line("All hands are laid down:")
            for seat in laid_down:
                self.out.line(words.seat_said(seat), 2, 4)
            return
        playing = state["choice"] is not None and state["choice"]["kind"] == "play"
        self.out.line("Your hand" + (" (in brackets: not now)" if self._barred() else "") + ":")
        for suit, cards in words.hand_rows(state["hand"]):
            told = [f"({words.rank(card['card'])})" if playing and not card["playable"] else words.rank(card["card"]) for card in cards]  # fmt: skip
            self.out.line(f"{suit}: {'  '.join(told)}", 2, 4)
        fresh = [face(card["card"]) for card in state["hand"] if card["mark"]]
        if fresh:
            self.out.line(f"New: {' '.join(fresh)}", 2, 4)

    def _barred(self) -> bool:
        state = self.table.state
        playing = state["choice"] is not None and state["choice"]["kind"] == "play"
        return playing and any(not card["playable"] for card in state["hand"])

    def _table(self) -> None:
        state = self.table.state
        for seat in state["seats"]:
            self.out.line(words.seat_said(seat), 0, 2)
        for fact in words.facts_said(state):
            self.out.line(fact)
        if trick := words.trick_said(state):
            self.out.line(trick)
        last = state["last_trick"]
        if last is not None:
            winner = last["winner"]
            taker = {None: "nobody", state["seat"]: "you"}.get(winner) or state["seats"][winner]["name"]
            cards = ", ".join(f"{state['seats'][play['seat']]['name']} {face(play['card'])}" for play in last["plays"])  # fmt: skip
            self.out.line(f"The last trick: {cards}; taken by {taker}.")

    def _why(self, action: str) -> None:
        found = self.table.why(self._action(action))
        if found["legal"]:
            self.out.line("It may be done.")
            for clause in [found["exempted_by"], *found["waived"]]:
                if clause:
                    self.out.line(f"{words.clause_said(clause)}: {clause['text']}")
        else:
            for line in words.refusal(found["reason"] or "It is refused.", found["clause"], found["instead"]):
                self.out.line(line)

    def _hint(self) -> None:
        hint = self.table.hint()
        if hint is None:
            self.out.line("Nothing is asked of you now.")
            return
        said = words.hinted(hint.action, self._offered())
        if hint.action.startswith("bid ") and words.typed(hint.action) != said:
            said += f" ({words.typed(hint.action)})"
        self.out.line(hint.text or f"A cautious player would choose: {said}.")
        for reason in hint.reasons:
            self.out.line(reason, 2, 4)

    def _turning(self) -> None:
        found: dict[str, Any] = {}
        for found in self.table.turning():
            if found["done"] != found["of"]:
                self.out.line(f"Looking through the deal: {found['done']} of {found['of']} decisions.")
                self.out.stream.flush()
        self.out.line(words.turning_title(found))
        for number, (text, reasons) in enumerate(words.turning_points(found), 1):
            self.out.line(f"{number}. {text}", 2, 5)
            if reasons:
                self.out.line("The better choice:", 5)
            for reason in reasons:
                self.out.line(reason, 5, 7)

    def _settled(self) -> None:
        settled = self.table.state["settlement"]
        for line in words.settlement_lines(self.table.state) if settled else [self.table.state["prompt"]]:
            self.out.line(line, 0, 2)
        review = "" if self.table.position else "turning, "
        if self._ended():
            self.out.line(f"Type new for another game, undo, {review}deal, score or quit.")
        elif not self.table.position:
            self.out.line("Enter or next deals again; undo, turning, deal, score, quit.")

    def _ended(self) -> bool:
        settled = self.table.state["settlement"]
        return settled is None or settled["end"] is not None

    def _score(self) -> None:
        rows = words.score_rows(self.table.state, self.table.game["sheet"])
        if not rows:
            self.out.line("No deal has been settled yet.")
            return
        self.out.line(f"The game so far, in {self.table.state['unit']}:")
        head, *others = rows
        for row in others:
            told = [f"{name} {cell}" for name, cell in zip(head[1:], row[1:], strict=True) if name != "What"]
            what = f"; {row[-1]}" if head[-1] == "What" and row[-1] else ""
            self.out.line(f"{'Deal ' if row[0].isdecimal() else ''}{row[0]}: {', '.join(told)}{what}", 0, 2)

    def _deal(self) -> None:
        for line in self.table.state["log"] or ["Nothing has been done yet."]:
            self.out.line(line)

    def _rules(self) -> None:
        self.out.line(words.rules_said(self.table.state))
        self.out.line(f"All its clauses: whister show {self.table.state['rules']['id']}")

    def _link(self) -> None:
        self.out.raw(self.table.link())

    def _help(self) -> None:
        """Print what may be typed in this game."""
        own = self.table.own_words()
        example = next((held["card"] for held in self.table.state["hand"] if suit_of(held["card"])), "QS")
        ways = " or ".join(dict.fromkeys((face(example), example)))
        self.out.line(f"Type a card ({ways}), or the number or the words of what is offered.")
        if own:
            self.out.line(f"Said in this game: {', '.join(own)}.")
        self.out.line("Besides:")
        for key, does in KEYS:
            if key != "bids" or "bid" in own:
                self.out.line(f"{key.format(card=example):10}{does}", 2, 12)
