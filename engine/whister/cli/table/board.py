"""The display of the drawn table: the felt, the cards on it, and the pictures between two states."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from whister.cli.cards import is_card
from whister.cli.table import screens, words
from whister.cli.table.conversation import Conversation
from whister.cli.table.felt import Play, felt
from whister.cli.table.hand import Hand
from whister.cli.table.words import Offer
from whister.drawing import FRENCH, face

Json = dict[str, Any]


STEP = 0.45  # how long a step of another player is shown, in seconds
FULL_TRICK = 0.9  # the same for a full trick


class FeltView(Widget):
    """The felt, drawn at the widget's size."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.seen: tuple[Json, list[Play], bool] | None = None

    def show(self, state: Json, plays: list[Play], *, four: bool) -> None:
        """Show the seats of a state, and these cards in the middle."""
        self.seen = (state, plays, four)
        self.refresh()

    def render(self) -> Text:
        width, height = self.content_size
        if self.seen is None or not width or not height:
            return Text("")
        state, plays, four = self.seen
        return felt(state, plays, width, height, four=four)


class Board(App[None]):
    """The display of the table; the actions are in ``whister.cli.table.app``."""

    TITLE = "Whister"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { layout: vertical; }
    #facts { height: auto; max-height: 3; padding: 0 1; background: #173f32; color: #f6f1e3; }
    #middle { height: 1fr; min-height: 7; background: #26604c; }
    #felt { width: 1fr; height: 100%; padding: 0 1; }
    #offers { width: 36; max-width: 46%; height: auto; max-height: 100%; border: none; padding: 0; }
    #open { height: auto; max-height: 4; padding: 0 1; background: #26604c; color: #f6f1e3; }
    #prompt { height: auto; max-height: 3; padding: 0 1; background: #26604c; color: #ecc25a; text-style: bold; }
    Hand { background: #26604c; padding: 0 1; }
    #note { height: 4; padding: 0 1; }
    Paper { align: center middle; }
    #paper { width: 90%; max-width: 96; height: auto; max-height: 95%; padding: 0 2; background: $surface; border: round $accent; }
    #paper-head { height: auto; }
    #paper-foot { height: auto; dock: bottom; }
    #paper-body { height: auto; max-height: 60vh; margin: 1 0 2 0; }
    """

    def __init__(self, table: Conversation, *, four_colours: bool = False) -> None:
        super().__init__()
        self.table = table
        self.four = four_colours
        self.plays: list[Play] = []
        self.offered: list[Offer] = []
        self.theme = "textual-light" if light_terminal() else "textual-dark"

    def compose(self) -> ComposeResult:
        yield Static(id="facts")
        with Horizontal(id="middle"):
            yield FeltView(id="felt")
            yield OptionList(id="offers", markup=False)
        yield Static(id="open")
        yield Static(id="prompt")
        yield Hand(id="hand")
        yield Static(id="note")
        yield Footer()

    def on_mount(self) -> None:
        """Show the current table."""
        self.hand.four = self.four
        self.note(*self.step_notes())
        self.settle_down()

    @property
    def hand(self) -> Hand:
        """The visitor's hand."""
        return self.query_one(Hand)

    @property
    def offers(self) -> OptionList:
        """The list of calls and other actions."""
        return self.query_one("#offers", OptionList)

    def settle_down(self) -> None:
        """Show the current state and, if the deal is over, its settlement."""
        state = self.table.state
        self.plays = on_table(state)
        case = state.get("case")
        title = f"{state['rules']['title']} · case {case['id']}: {case['clause']['title']}" if case else state["rules"]["title"]  # fmt: skip
        if state["rules"]["in_force"]:
            title += " with house rules"
        if state["rules"]["unsourced"] and state["phase"] != "play" and not state["over"]:
            title += ". " + " ".join(one["text"] for one in state["rules"]["unsourced"])
        self.query_one("#facts", Static).update(Text(" · ".join([title, *words.facts_said(state)])))
        opened = words.laid_down(state) or [seat for seat in state["seats"] if seat["exposed"] and seat["hand"] and seat["seat"] != state["seat"]]  # fmt: skip
        exposed = [f"{seat['name']}: {' '.join(map(face, seat['hand']))}" for seat in opened]
        above = self.query_one("#open", Static)
        above.display = bool(exposed)
        above.update(Text("\n".join(exposed)))
        self.hand.show(state["hand"], self._barred())
        self._offer()
        self._prompt(self._asked())
        self._draw()
        if state["broken"]:
            self.note(*words.refusal(state["broken"]["text"], state["broken"]["clause"]))
        if state["over"] and state["settlement"]:
            self.push_screen(screens.settlement(state), self.after)

    def _asked(self) -> str:
        """Return what the visitor is asked to do."""
        state = self.table.state
        if self._ended():
            return f"{state['prompt']} N begins a new game."
        again = " n deals again." if state["over"] and not self.table.position else ""
        return f"{state['prompt']}{again}"

    def _ended(self) -> bool:
        settled = self.table.state["settlement"]
        return settled is not None and settled["end"] is not None

    def _barred(self) -> set[int]:
        """Return the places of the cards that may not be chosen now."""
        state = self.table.state
        choice, hand = state["choice"], state["hand"]
        if choice is None:
            return set()
        if choice["kind"] == "play":
            return {k for k, card in enumerate(hand) if not card["playable"]}
        if choice["kind"] == "cards":
            return {k for k, card in enumerate(hand) if card["card"] in choice["barred"]}
        return set()

    def _offer(self) -> None:
        """Fill the list of actions; it is hidden when empty."""
        state, choice = self.table.state, self.table.state["choice"]
        self.offered = words.offers(state)
        if choice is not None and choice["kind"] == "cards":
            self.offered.insert(0, Offer("", self._confirming()))
        self.offers.clear_options()
        self.offers.display = bool(self.offered)
        group = ""
        for number, offer in enumerate(self.offered):
            if offer.group != group and offer.group:
                self.offers.add_option(Option(Text(offer.group, "dim"), disabled=True))
            group = offer.group
            self.offers.add_option(Option(self._label(offer), id=str(number)))
        asked = choice is not None and choice["kind"] in ("buttons", "ladder")
        if self.screen is self.screen_stack[0]:
            (self.offers if asked else self.hand).focus()
        if asked:
            first = next((k for k, offer in enumerate(self.offered) if offer.open), 0)
            self.offers.highlighted = self.offers.get_option_index(str(first))

    def _label(self, offer: Offer) -> Text:
        suit = words.suit_of_offer(offer.action)
        start = f"{FRENCH[suit]} " if suit in FRENCH else ""
        note = f" ({offer.note})" if offer.note else ""
        return (
            Text(f"{start}{offer.label}{note}")
            if offer.open
            else Text(f"× {start}{offer.label}{note}", "dim")
        )

    def _confirming(self) -> str:
        choice = self.table.state["choice"]
        left = choice["count"] - len(self.hand.picked)
        return str(choice["label"]) if not left else f"{choice['label']}: {left} more to choose"

    def _draw(self, said: str = "") -> None:
        """Draw the felt; ``said`` is the last action."""
        self.query_one(FeltView).show(self.table.state, self.plays, four=self.four)
        if said:
            self._prompt(said)

    def _prompt(self, text: str) -> None:
        self.query_one("#prompt", Static).update(Text(text))

    def step_notes(self) -> list[str]:
        """Return the notes on the last steps: what a rule has allowed, and choices that players have forfeited."""
        return [step["note"] for step in self.table.state["steps"] if step["note"]]

    def note(self, *lines: str) -> None:
        """Show a note under the hand."""
        self.query_one("#note", Static).update(Text("\n".join(lines)))

    def refuse(self, text: str, clause: Json | None, instead: Sequence[str] = ()) -> None:
        """Show a refusal. The playable cards come before the text of the rule, which may be too long to fit."""
        reason, *rule = words.refusal(text, clause, instead)
        if instead:
            rule.insert(1, rule.pop())
        self.note(reason, *rule)

    def after(self, word: str | None) -> None:
        """Do nothing; a subclass carries out the action chosen on a sheet."""


def light_terminal() -> bool:
    """Return whether the terminal reports a light background."""
    ground = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return ground.isdigit() and int(ground) in (7, 9, 10, 11, 12, 13, 14, 15)


def on_table(state: Json) -> list[Play]:
    """Return the cards on the table or, between tricks, the trick just taken."""
    if state["trick"]["plays"]:
        return [Play(play["seat"], play["card"]) for play in state["trick"]["plays"]]
    last = state["last_trick"]
    return (
        [Play(play["seat"], play["card"], play["seat"] == last["winner"]) for play in last["plays"]]
        if last
        else []
    )


def pictures(before: Json, after: Json) -> Iterator[tuple[list[Play], str, float]]:
    """Yield the pictures between two states, each as the cards on the table, the text, and the seconds for which it is
    shown."""
    plays = [Play(play["seat"], play["card"]) for play in before["trick"]["plays"]]
    steps = after["steps"]
    for k, step in enumerate(steps):
        rest = STEP
        if is_card(step["action"]):
            plays = [*([] if step["leads"] else plays), Play(step["seat"], step["action"])]
            full = steps[k + 1]["leads"] if k + 1 < len(steps) else not after["trick"]["plays"]
            if full:
                plays = [play._replace(won=play.seat == step["taker"]) for play in plays]
                rest = FULL_TRICK
        yield list(plays), step["text"], rest
