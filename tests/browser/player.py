"""A visitor who plays at a page's table: by mouse or by keyboard, always the first thing that is allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, Position, expect

expect.set_options(timeout=20_000)  # Python may have to wake first

CORNER: Position = {"x": 8, "y": 30}
"""Where a card can be clicked even if the next one lies over it."""

STILL = """
table => new Promise((still, never) => {
  const look = left => {
    if (table.state && !table.request && !table.showing && !table.coming) still(table.state);
    else if (left) setTimeout(look, 10, left - 1);
    else never(new Error("the table has not come to rest for a minute or longer"));
  };
  look(6_000);
})
"""

WAIT = "table => { table.pace.rest = () => new Promise(done => { table.pace.end = done; }); }"
"""Lets the others wait at each step until the felt is clicked, so that a busy machine does not miss it."""

SMALL = """
table => [...table.querySelectorAll("button, .wt-bar a, summary")]
  .filter(one => one.checkVisibility())
  .map(one => [one.textContent, one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44).map(([text, box]) => [text, box.width, box.height])
"""
"""The controls of a table that are smaller than a fingertip: the text, width and height of each."""

# Plays by clicks made inside the page, in any browser, to the end of the deal or until a card of the hand is barred:
# the highest bid, or else the first thing allowed. Returns the phases met.
RUSH = """
async (table, untilBarred = false) => {
  const still = () => new Promise(done => {
    const look = () => !table.state || table.request || table.showing || table.coming ? setTimeout(look, 2) : done(table.state);
    look();
  });
  const card = (name, at) => table.querySelectorAll(`.wt-hand li[data-card="${name}"] button`)[at].click();
  const met = [];
  for (let left = 80; left; left--) {
    const { choice, hand, over, phase, prompt } = await still();
    met.push(phase);
    if (over || (untilBarred && choice.kind === "play" && hand.some(held => held.reason))) return met;
    if (choice.kind === "play") card(hand.find(held => held.playable).card, 0);
    else if (choice.kind === "cards") {
      choice.allowed.slice(0, choice.count).forEach((name, i, all) =>
        card(name, all.slice(0, i).filter(other => other === name).length));
      table.querySelector(".wt-confirm").click();
    } else {
      const open = [...table.querySelectorAll(".wt-choice [data-action]:not([aria-disabled])")];
      (open.findLast(one => one.dataset.action.startsWith("bid ")) ?? open[0]).click();
    }
    if (!table.request) throw new Error(`nothing was asked: ${prompt}`);
  }
  throw new Error(`the deal did not end: ${table.state.prompt}`);
}
"""


ALONE = """table => {
  for (let at = table; at !== document.body; at = at.parentElement) {
    while (at.nextElementSibling) at.nextElementSibling.remove();
  }
}"""


def offered(choice: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the buttons of a choice, in groups or on a ladder, each with the reason if it is closed."""
    if choice["kind"] == "buttons":
        return [action for group in choice["groups"] for action in group["actions"]]
    bids = [
        {"reason": part["reason"], **bid}
        for part in choice["parts"]
        for rung in part["rungs"]
        for bid in rung["bids"]
    ]
    return [*choice["beside"], *bids]


class Player:
    """A visitor at the table of a page, without pauses between the steps of the other players."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        page.emulate_media(reduced_motion="reduce")
        page.goto(address)
        self.table = page.locator("whister-table").first
        self.hand = self.table.locator(".wt-hand button")
        self.note = self.table.locator(".wt-note")
        self.live = self.table.get_by_role("status")
        self.settlement = self.table.locator(".wt-settlement")

    def state(self) -> dict[str, Any]:
        """Return the state that the table shows, once no request or animation is pending."""
        found: dict[str, Any] = self.table.evaluate(STILL)
        return found

    def alone(self) -> None:
        """Remove everything below the table: thousands of elements that would be laid out again at every look."""
        self.table.evaluate(ALONE)

    def press(self, name: str) -> None:
        """Click one of the table's own buttons: those under it, and the ones that continue after a deal is over."""
        self.table.locator(".wt-bar, .wt-onward").get_by_role("button", name=name).click()

    def card(self, card: str) -> Locator:
        """Return a card of the visitor's hand, by its notation (`QS`)."""
        return self.table.locator(f'.wt-hand li[data-card="{card}"] button')

    def choose(self, prefer: Callable[[list[str]], str] | None = None) -> list[str]:
        """Make one choice of any kind by mouse; return the cards or the action taken.

        `prefer` picks one of the buttons' actions; without it, the first one is pressed.
        """
        choice = self.state()["choice"]
        if choice["kind"] == "cards":
            taken = choice["allowed"][: choice["count"]]
            for place, card in enumerate(taken):
                self.card(card).nth(taken[:place].count(card)).click(position=CORNER)
            self.table.locator(".wt-confirm").click()
        elif choice["kind"] == "play":
            taken = [next(held["card"] for held in self.state()["hand"] if held["playable"])]
            self.card(taken[0]).first.click(position=CORNER)
        else:
            legal = [act["action"] for act in offered(choice) if act["legal"]]
            taken = [prefer(legal) if prefer else legal[0]]
            self.table.locator(f'.wt-choice button[data-action="{taken[0]}"]').click()
        return list(taken)

    def choose_in_vain(self, at_once: str = "") -> None:
        """Make a choice by clicks inside the page, run the script `at_once`, and do not wait for the answer."""
        self.table.evaluate(
            f"""table => {{
              const {{ choice, hand }} = table.state;
              const card = name => table.querySelector(`.wt-hand li[data-card="${{name}}"] button`).click();
              if (choice.kind === "play") card(hand.find(held => held.playable).card);
              else if (choice.kind === "cards") {{
                choice.allowed.slice(0, choice.count).forEach(card);
                table.querySelector(".wt-confirm").click();
              }} else table.querySelector(".wt-choice [data-action]:not([aria-disabled])").click();
              {at_once};
            }}"""
        )

    def play_on(self, prefer: Callable[[list[str]], str] | None = None, at_most: int = 80) -> set[str]:
        """Play by mouse to the end of the deal; return the phases met."""
        met = set()
        for _ in range(at_most):
            state = self.state()
            met.add(state["phase"])
            if state["over"]:
                return met
            self.choose(prefer)
        raise AssertionError(f"the deal did not end within {at_most} choices: {self.state()['prompt']}")

    def rush(self) -> set[str]:
        """Play to the end of the deal by clicks made inside the page: the highest bid, or else the first thing allowed.

        Returns the phases met.
        """
        return set(self.table.evaluate(RUSH))

    def keys(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            self.page.keyboard.press(key)

    def focused(self) -> str:
        """Return what has the focus: a card, an action or the task of a button."""
        found: str = self.page.evaluate(
            "() => { const at = document.activeElement; return at.closest('li')?.dataset.card"
            " ?? at.dataset.action ?? at.dataset.do ?? at.className; }"
        )
        return found

    def walk_to(self, card: str) -> None:
        """Move to a card or a bid by keyboard. The focus must already be in the hand or on the ladder."""
        for _ in range(80):
            if self.focused() == card:
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"the arrows do not reach {card}")

    def tab_to(self, *wanted: str) -> None:
        """Press Tab until one of these has the focus."""
        for _ in range(250):
            if self.focused() in wanted:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {' or '.join(wanted)}")

    def reach(self, action: str) -> None:
        """Move to a button by Tab, or to a bid of the ladder by Tab and then the arrow keys."""
        bids = [bid["action"] for bid in offered(self.state()["choice"]) if "name" in bid]
        if action not in bids:
            self.tab_to(action)
            return
        self.tab_to(*bids)
        self.walk_to(action)

    def choose_by_keys(self, prefer: Callable[[list[str]], str] | None = None) -> None:
        """Make one choice of any kind by keyboard alone."""
        state = self.state()
        choice, held = state["choice"], [card["card"] for card in state["hand"]]
        if choice["kind"] in ("buttons", "ladder"):
            legal = [act["action"] for act in offered(choice) if act["legal"]]
            self.reach(prefer(legal) if prefer else legal[0])
            self.keys("Enter")
            return
        self.tab_to(*held)
        if choice["kind"] == "cards":
            for card in choice["allowed"][: choice["count"]]:
                self.walk_to(card)
                self.keys("Space")
            self.tab_to("confirm")
        else:
            self.walk_to(next(card["card"] for card in state["hand"] if card["playable"]))
        self.keys("Enter")

    def shows(self, words: str) -> None:
        """Check that the table's message to the visitor contains these words, and that screen readers announce them."""
        expect(self.note).to_contain_text(words)
        expect(self.live).to_contain_text(words)
