"""States drawn by a page's table, and what is wrong with how they look."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from tests.browser.player import Player

State = dict[str, Any]
OVERLAPS = """
table => {
  const box = one => one.getBoundingClientRect();
  const apart = [".wt-seat", ".wt-widow", ".wt-prompt", ".wt-trick .wt-card", ".wt-hand", ".wt-choice"];
  const parts = apart.flatMap(style => [...table.querySelectorAll(style)]).map(one =>
    [one.getAttribute("aria-label") ?? one.className, one.matches(".wt-seat, .wt-widow") ? [...one.children].map(box) : [box(one)]]);
  const felt = box(table.querySelector(".wt-felt"));
  const found = [];
  parts.forEach(([name, boxes], i) => {
    if (boxes.some(a => a.width && (a.left < felt.left - 1 || a.right > felt.right + 1))) found.push(`${name} beside the felt`);
    for (const [other, others] of parts.slice(i + 1))
      if (boxes.some(a => others.some(b => a.width && b.width
          && a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2)))
        found.push(`${name} over ${other}`);
  });
  return found;
}
"""


TOO_WIDE = "() => document.documentElement.scrollWidth > innerWidth ? ['the page'] : []"
CUT_SHORT = """
table => {
  const found = [...table.querySelectorAll(".wt-settlement")];
  if (table.state.over && !found.length) return ["no settlement"];
  return found.filter(one => one.scrollWidth > one.clientWidth).map(one => one.className);
}
"""
"""Finds a settlement that is wider than its space, or missing at the end of a deal."""
DRAWN = """
async (table, text) => {
  const { fetched } = await import("/_static/table/later.mjs");
  const looks = [%s], found = [];
  for (const state of JSON.parse(text)) {
    await fetched(state);
    table.state = state;
    await table.comeAlive();
    found.push(looks.map(look => look(table)));
  }
  return found;
}
"""


def drawn(player: Player, states: Iterable[State], *looks: str) -> list[list[Any]]:
    """Let the page's table draw some states in turn, of any rule set; return what each look finds in each state."""
    found: list[list[Any]] = player.table.evaluate(DRAWN % ", ".join(looks), json.dumps(list(states)))
    return found


def wrong_in(player: Player, states: Mapping[str, State], *looks: str) -> dict[str, list[Any]]:
    """Draw some states; return by name those in which a look finds anything, with what each look finds."""
    found = drawn(player, states.values(), *looks)
    return {name: each for name, each in zip(states, found, strict=True) if any(each)}


def show(player: Player, state: State) -> None:
    """Let the page's table draw a state."""
    drawn(player, [state])
