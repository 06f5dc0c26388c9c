"""The exchange between a terminal and the engine's table: one game, stored as records."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from whister.bots import choose
from whister.cli.table import words
from whister.deal.public import state_of
from whister.errors import WhisterError
from whister.links.texts import deal_of_text, is_case, is_position
from whister.players.cautious import speak
from whister.players.seated import CAUTIOUS, Others
from whister.table import advising, requests
from whister.table.offers import SILENT

Json = dict[str, Any]


class Refused(Exception):
    """An action refused by the table: ``clause`` is the rule that refuses it, if any; ``instead`` lists the playable
    cards."""

    def __init__(self, text: str, clause: Json | None, instead: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.clause = clause
        self.instead = instead


class Hint(NamedTuple):
    """The action advised; the advice in two or three sentences, or "" if it is only what a cautious player would do."""

    action: str
    text: str = ""
    reasons: tuple[str, ...] = ()


class Conversation:
    """A game at the table: ``state`` is the visitor's view, in the form of ``whister.table.display``."""

    def __init__(self, others: Others = CAUTIOUS) -> None:
        self.others = others  #: the players of the other seats
        self.state: Json = {}
        self.game: Json = {"seed": "", "before": [], "sheet": []}

    @classmethod
    def begun(
        cls, rules: str, options: Mapping[str, Any], *, players: int | None = None, seat: int = 0, seed: str | None = None,
        others: Others = CAUTIOUS,
    ) -> Conversation:  # fmt: skip
        """Start a new game. Raises ``Refused`` if that is impossible."""
        started = cls(others)
        started._ask({"op": "new", "rules": rules, "options": dict(options), "players": players, "seat": seat, "seed": seed, "whole": True})  # fmt: skip
        return started

    @classmethod
    def opened(cls, text: str, *, seat: int = 0, others: Others = CAUTIOUS) -> Conversation:
        """Open a game from its record, a deal from its link, or a case of a clause. Raises ``Refused`` if the text does
        not open."""
        started = cls(others)
        started._ask({"op": "open", "record": text, "seat": seat})
        return started

    @property
    def record(self) -> str:
        """The whole game as text, a line for each deal."""
        return "\n".join([*self.game["before"], self.state["record"]])

    @property
    def players(self) -> int:
        """The number of players."""
        return sum(1 for seat in self.state["seats"] if seat["plays"])

    @property
    def position(self) -> bool:
        """Whether this is the position of a case, in which the other seats do not play."""
        return bool((self.state.get("case") or {}).get("position"))

    @property
    def under_way(self) -> bool:
        """Whether the visitor would lose a deal by leaving: the visitor has acted in it, and it is not over."""
        done = any(step.startswith("You ") for step in self.state["log"])
        return done and not self.state["over"] and not self.position

    def act(self, action: str) -> Json:
        """Carry out the visitor's choice, and let the others act. Raises ``Refused`` if the rules do not allow it."""
        return self._ask({"op": "act", "action": action, **self._here()})

    def undo(self) -> Json:
        """Take back the visitor's last action. Raises ``Refused`` if there is none."""
        before = self.record
        state = self._ask({"op": "undo", "game": self._kept(), **self._here()})
        if self.record == before:
            raise Refused("You have nothing to undo.", None)
        return state

    def next_deal(self) -> Json:
        """Deal again. Raises ``Refused`` if the deal is not over yet, or if the game is already over."""
        return self._ask({"op": "next", "game": self._kept(), **self._here()})

    def new_game(self) -> Json:
        """Start a new game by the same rules, with other cards."""
        rules, seat = self.state["rules"], self.state["seat"]
        asked = {
            "op": "new",
            "rules": rules["id"],
            "options": rules["options"],
            "players": self.players,
            "seat": seat,
        }
        return self._ask({**asked, "whole": True})

    def why(self, action: str) -> Json:
        """Return the verdict of the rules on an action. Raises ``Refused`` for anything but an action."""
        return self._answer({"op": "why", "action": action, **self._here()})

    def link(self) -> str:
        """Return the deal as text for a short link. Raises ``Refused`` if that is impossible."""
        text: str = self._answer({"op": "link", "game": self._kept(), **self._here()})["link"]
        return text

    def own_words(self) -> list[str]:
        """Return the first words of every call that can be made in this game, at any stage."""
        try:
            course = state_of(deal_of_text(self.state["record"])).plan.course
        except WhisterError:
            return []
        phases = [phase.says for phase in course.phases.values() if not phase.idle]
        asides = [aside.says for some in course.asides.values() for aside in some]
        return list(dict.fromkeys(said for says in (*phases, *asides) for said in says))

    def hint(self) -> Hint | None:
        """Return the action advised in the visitor's place, the advice and its reasons; None if the visitor has nothing
        to do.

        In a case, and between the turns of others, the advice is what a cautious player would do, without reasons.
        """
        usual, seat = self.usual(), self.state["seat"]
        if usual is None or seat not in self.state["pending"]:
            return None if usual is None else Hint(usual)
        deal = deal_of_text(self.state["record"])
        if is_position(deal):
            return Hint(usual)
        found = advising.hint(deal, seat, seconds=None)
        return Hint(found["action"], found["text"], tuple(map(words.cited, found["reasons"])))

    def turning(self) -> Iterator[Json]:
        """Look for the decisions that cost the visitor most, and yield after some of them, and last after all, what was
        found: the ``points``, with ``done`` of all ``of`` decisions judged. Raises ``Refused`` if the deal is not over.
        """
        while True:
            found = self._answer({"op": "turning", **self._here()})
            yield found
            if found["done"] == found["of"]:
                return

    def usual(self) -> str | None:
        """Return the action of a cautious player in the visitor's place; None if the visitor has nothing to do."""
        state = self.state
        if state["choice"] is None:
            return None
        try:
            view = deal_of_text(state["record"]).view(state["seat"])
            said = choose(view) if state["seat"] in state["pending"] else speak(view)
            return SILENT if said is None else str(said)
        except WhisterError:
            return None

    def _here(self) -> Json:
        return {"record": self.state["record"], "seat": self.state["seat"], "study": self.state["study"]}

    def _kept(self) -> Json:
        return {"seed": self.game["seed"], "before": self.game["before"]}

    def _ask(self, request: Json) -> Json:
        """Send a request and store the resulting state."""
        found = self._answer(request)
        self.state = found
        self.game = found["game"] or self.game
        return found

    def _answer(self, request: Json) -> Json:
        answer = json.loads(requests.handle(json.dumps(request), self.others))
        if "error" in answer:
            error = answer["error"]
            raise Refused(error["message"], error.get("clause"), error.get("instead", ()))
        found: Json = answer["ok"]
        return found


__all__ = ["Conversation", "Refused", "is_case"]
