"""The drawn table: a whole game in the terminal. It needs Textual, from the extra ``play``. It contains no rules: legal
actions, barred cards with reasons, and payments come from the table's state, and what the visitor does is sent back as
an action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widgets import OptionList

from whister.cli.cards import is_card
from whister.cli.table import screens, words
from whister.cli.table.board import Board, Json, pictures
from whister.cli.table.conversation import Conversation, Refused
from whister.cli.table.felt import Play
from whister.cli.table.hand import Hand
from whister.cli.trouble import Trouble


def play(table: Conversation, keep: Callable[[str], None], *, four_colours: bool = False) -> None:
    """Draw the table and play until the player leaves. Raises ``Trouble`` if the game can no longer be saved."""
    app = TableApp(table, keep, four_colours=four_colours)
    app.run()
    if app.trouble is not None:
        raise app.trouble


class TableApp(Board):
    """The application: one game at one table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,h", "keys", "Keys", key_display="?"), Binding("u", "undo", "Undo"), Binding("i", "hint", "Hint"),
        Binding("n", "next_deal", "Next"), Binding("s", "score", "Score"), Binding("p", "turning", "Turning points", show=False), Binding("l", "log", "Deal"),
        Binding("r", "rules", "Rules", show=False), Binding("k", "record", "Record", show=False), Binding("N", "new_game", "New", show=False),
        Binding("4", "four", "4 colours", show=False), Binding("t", "light", "Light", show=False),
        Binding("q,ctrl+c", "quit", "Quit"),
    ]  # fmt: skip

    def __init__(
        self,
        table: Conversation,
        keep: Callable[[str], None],
        *,
        four_colours: bool = False,
        pace: float = 1.0,
    ) -> None:
        super().__init__(table, four_colours=four_colours)
        self.keep = keep
        self.trouble: Trouble | None = None
        self.pace = pace
        self.pictures: list[tuple[list[Play], str, float]] = []
        self.waiting: Timer | None = None

    # -- what happens between two states -----------------------------------------------------------------------------

    def follow(self, before: Json, action: str) -> None:
        """Show each step of the other players in turn, then the final state; a card that the visitor plays leaves the
        hand at once."""
        if self.pace:
            self.pictures = list(pictures(before, self.table.state))
        gone = Counter(filter(is_card, action.split()))
        left = []
        for card in before["hand"]:
            if gone[card["card"]]:
                gone[card["card"]] -= 1
            else:
                left.append(card)
        self.hand.show(left, set())
        self.offers.display = False
        self._keep()
        self.note(*self.step_notes())
        self._next_picture()

    def _keep(self) -> None:
        """Save the game; if that fails, leave the table, so that no later play is lost."""
        try:
            self.keep(self.table.record)
        except Trouble as trouble:
            self.trouble = trouble
            self.exit()

    def _next_picture(self) -> None:
        self.waiting = None
        if not self.pictures:
            self.settle_down()
            return
        self.plays, said, rest = self.pictures.pop(0)
        self._draw(said)
        self.waiting = self.set_timer(rest * self.pace, self._next_picture)

    def hurry(self) -> bool:
        """Skip the remaining pictures; return whether there were any."""
        if self.waiting is None:
            return False
        self.waiting.stop()
        self.pictures = []
        self._next_picture()
        return True

    def on_key(self, event: events.Key) -> None:
        """Skip ahead if any key but those for quitting is pressed while the others play."""
        if self.waiting is not None and event.key not in ("q", "ctrl+c"):
            event.stop()
            event.prevent_default()
            self.hurry()

    # -- the visitor's actions ---------------------------------------------------------------------------------------

    def act(self, action: str) -> None:
        """Carry out an action, or show why it is refused."""
        if self.hurry():
            return
        before = self.table.state
        try:
            self.table.act(action)
        except Refused as refused:
            self.refuse(str(refused), refused.clause, refused.instead)
            return
        self.follow(before, action)

    @on(Hand.Chosen)
    def _card(self, event: Hand.Chosen) -> None:
        if self.hurry():
            return
        choice = self.table.state["choice"]
        reason = self._reason(event.card)
        if reason is not None:
            self.refuse(reason["text"], reason["clause"], reason["instead"])
        elif choice is None or choice["kind"] in ("buttons", "ladder"):
            self.note(
                "No card is asked for now."
                if not self.table.state["over"]
                else "The deal is over: n deals again."
            )
        elif choice["kind"] == "play":
            self.act(event.card["card"])
        else:
            self._pick(event.place)

    def _pick(self, place: int) -> None:
        """Select or deselect a card where one or more are to be chosen; once enough are selected, move to the offer
        that confirms the choice."""
        choice, picked = self.table.state["choice"], self.hand.picked
        if place in picked:
            picked.discard(place)
        elif choice["count"] == 1:
            picked.clear()
            picked.add(place)
        elif len(picked) < choice["count"]:
            picked.add(place)
        else:
            self.note(
                f"{words.several(choice['count'], 'card')} are chosen: put one back first, or Tab and Enter."
            )
            return
        self.hand.refresh()
        self.offers.replace_option_prompt("0", self._confirming())
        if len(picked) == choice["count"]:
            self.offers.highlighted = self.offers.get_option_index("0")
            self.offers.focus()
            self.note("Enter: so be it. Tab: back to your hand.")

    def _reason(self, card: Json) -> Json | None:
        """Return why a card may not be chosen now; None if it may."""
        choice = self.table.state["choice"]
        if choice is not None and choice["kind"] == "cards":
            found: Json | None = choice["barred"].get(card["card"])
            return found
        reason: Json | None = card["reason"]
        return reason

    @on(Hand.Reached)
    def _reached(self, event: Hand.Reached) -> None:
        reason = self._reason(event.card)
        fresh = f", {event.card['mark']}" if event.card["mark"] else ""
        said = f"{event.card['name'].capitalize()}{fresh}."
        if reason is None:
            self.note(said)
        else:
            self.refuse(f"{said} {reason['text']}", reason["clause"], reason["instead"])

    @on(OptionList.OptionHighlighted)
    def _looked_at(self, event: OptionList.OptionHighlighted) -> None:
        offer = self.offered[int(event.option_id)] if event.option_id is not None else None
        if offer is not None and offer.reason is not None and self.offers.has_focus:
            self.refuse(offer.reason["text"], offer.reason["clause"])

    @on(OptionList.OptionSelected)
    def _said(self, event: OptionList.OptionSelected) -> None:
        if self.hurry():
            return
        offer = self.offered[int(event.option_id or 0)]
        choice = self.table.state["choice"]
        if offer.reason is not None:
            self.refuse(offer.reason["text"], offer.reason["clause"])
        elif offer.action:
            self.act(offer.action)
        elif len(self.hand.picked) == choice["count"]:
            cards = [self.hand.cards[place]["card"] for place in sorted(self.hand.picked)]
            self.act(" ".join([choice["verb"], *cards]))
        else:
            self.note(self._confirming())
            self.hand.focus()

    # -- keys --------------------------------------------------------------------------------------------------------

    def after(self, word: str | None) -> None:
        """Carry out the action chosen on a sheet."""
        doing: dict[str, Callable[[], None]] = {
            "undo": self.action_undo, "next": self.action_next_deal, "new": self.action_new_game, "score": self.action_score,
            "turning": self.action_turning,
        }  # fmt: skip
        if word in doing:
            doing[word]()

    def _turned(self, turn: Callable[[], Json], said: str) -> None:
        """Change the state, and show the new one at once, without the steps in between."""
        self.hurry()
        try:
            turn()
        except Refused as refused:
            self.refuse(str(refused), refused.clause, refused.instead)
            return
        self._keep()
        self.note(*filter(None, [said]), *self.step_notes())
        self.settle_down()

    def action_undo(self) -> None:
        """Take the last action back."""
        self._turned(self.table.undo, "Taken back.")

    def action_next_deal(self) -> None:
        """Deal again, once the deal is over."""
        if self.table.state["over"]:
            self._turned(self.table.next_deal, "")
        else:
            self.note("The deal is not over yet.")

    def action_new_game(self) -> None:
        """Start a new game."""
        self._turned(self.table.new_game, "A new game.")

    def action_hint(self) -> None:
        """Advise an action, with reasons, and move the cursor to its card."""
        hint = self.table.hint()
        if hint is None:
            self.note("Nothing is asked of you now.")
            return
        cards = [card for card in hint.action.split() if is_card(card)]
        label = words.hinted(hint.action, self.offered)
        self.note(" ".join([hint.text or f"A cautious player would choose: {label}.", *hint.reasons]))
        place = next((k for k, card in enumerate(self.hand.cards) if card["card"] in cards[:1]), None)
        if place is not None:
            self.hand.cursor = place
            self.hand.refresh()

    def action_turning(self) -> None:
        """Look through a deal that is over, some decisions at a time, and show those that cost most."""
        self._look_through(self.table.turning(), self.table.record)

    def _look_through(self, rest: Iterator[Json], record: str) -> None:
        if self.table.record != record:
            return  # the visitor has gone on
        try:
            found = next(rest)
        except Refused as refused:
            self.refuse(str(refused), refused.clause)
            return
        if found["done"] == found["of"]:
            self.push_screen(screens.turning(found))
            return
        self.note(f"Looking through the deal: {found['done']} of {found['of']} decisions.")
        self.set_timer(0.01, partial(self._look_through, rest, record))

    def action_score(self) -> None:
        """Show the scores of the game so far."""
        self.push_screen(screens.score(self.table.state, self.table.game["sheet"]))

    def action_log(self) -> None:
        """Show the deal in words."""
        lines = self.table.state["log"] or ["Nothing has been done yet."]
        self.push_screen(
            screens.Paper("The deal in words", *(Text(f"{k}. {line}") for k, line in enumerate(lines, 1)))
        )

    def action_rules(self) -> None:
        """Show the rules of the deal."""
        rules = self.table.state["rules"]
        said = [words.rules_said(self.table.state), "", f"All its clauses: whister show {rules['id']}"]
        self.push_screen(screens.Paper("The rules in force", *map(Text, said)))

    def action_record(self) -> None:
        """Show the deal as a link, and the whole game as text."""
        try:
            link = self.table.link()
        except Refused as refused:
            link = str(refused)
        parts = [Text("A link to this position:"), Text(link), Text("\nThe record of the game, a line for each deal:"), Text(self.table.record)]  # fmt: skip
        self.push_screen(screens.Paper("To keep or to send", *parts))

    def action_keys(self) -> None:
        """Show the keys."""
        self.push_screen(screens.keys())

    def action_four(self) -> None:
        """Switch between two and four suit colours."""
        self.four = self.hand.four = not self.four
        self.hand.refresh()
        self._draw()

    def action_light(self) -> None:
        """Switch between a light and a dark table."""
        self.theme = "textual-dark" if self.theme == "textual-light" else "textual-light"
