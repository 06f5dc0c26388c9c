"""Clicks on the built site reach every phase of rule sets and house rules, with the same outcome as in this Python."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

import whister
from tests.asking import asked
from tests.browser.axe import look_at_table
from tests.browser.journeys import Journey, State, asked_in, brought, journey_with, journeys
from tests.browser.looking import show
from tests.browser.player import STILL, Player
from tests.browser.test_tables import sit_at
from whister.rules import load

FAMILIES = ("hearts", "boston", "rook")
FIRST = {
    family: next(name for name in whister.catalogue() if name.startswith(f"{family}/")) for family in FAMILIES
}
FOLLOW = """
async (table, [record, actions]) => {
  const still = () => new Promise(done => {
    const look = () => !table.state || table.request || table.showing ? setTimeout(look, 2) : done(table.state);
    setTimeout(look, 0);
  });
  const click = (control, what) => {
    if (!control) throw new Error(`nothing to click for ${what}: ${table.state.prompt}`);
    control.click();
  };
  const card = (name, at) => click(table.querySelectorAll(`.wt-hand li[data-card="${name}"] button`)[at], name);
  location.hash = `#deal=${encodeURI(record)}`;
  while ((await still()).record !== record) await new Promise(done => setTimeout(done, 5));
  const seen = {};
  const note = state => {
    if (state.choice || state.over) seen[state.phase] ??= state;
    if (state.seats.some(seat => seat.exposed)) seen.exposed ??= state;
  };
  for (const action of actions) {
    const state = await still();
    note(state);
    const button = [...table.querySelectorAll("[data-action]")].find(one => one.dataset.action === action);
    if (button) button.click();
    else if (state.choice.kind === "cards") {
      const [, ...names] = action.split(" ");
      names.forEach((name, i) => card(name, names.slice(0, i).filter(other => other === name).length));
      click(table.querySelector(".wt-confirm"), action);
    } else card(action, 0);
    if (!table.request) throw new Error(`nothing was asked by ${action}: ${state.prompt}`);
  }
  const end = await still();
  note(end);
  return { seen, end };
}
"""
OUTCOME = ("record", "settlement", "log", "seats", "hand", "facts", "over", "phase")


def walked(player: Player, journey: Journey) -> dict[str, State]:
    """Go through a deal by clicks; check that the outcome is the same as from the same record in this Python.

    Returns the first state of the page in each phase.
    """
    done: dict[str, Any] = player.table.evaluate(FOLLOW, [journey.states[0]["record"], journey.actions])
    replayed = asked(op="open", record=done["end"]["record"], seat=0)
    for part in OUTCOME:
        assert done["end"][part] == journey.states[-1][part] == replayed[part], (journey.rules, part)
    return dict(done["seen"])


@pytest.mark.parametrize("family", FAMILIES)
def test_every_phase_is_reached_and_every_outcome_is_the_engines(page: Page, family: str) -> None:
    every = [name for name in whister.catalogue() if name.startswith(f"{family}/")]
    player = Player(page, f"/{every[0]}/")
    pictures: dict[str, tuple[str, State]] = {}
    for rules in every:
        sit_at(player, f"/{rules}/")
        player.table.evaluate(STILL)
        met = dict[str, State]()
        for journey in journeys(rules):
            met |= walked(player, journey)
        assert met.keys() >= {*asked_in(load(rules)), "over"}, rules
        for phase, state in met.items():
            pictures.setdefault(phase, (rules, state))

    inspected(player, pictures)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_phase_that_only_house_rules_bring_is_reached(page: Page, family: str) -> None:
    player = Player(page, f"/{FIRST[family]}/")
    pictures: dict[str, tuple[str, State]] = {}
    for phase, places in brought(family).items():
        journey = next(filter(None, (journey_with(*place, phase) for place in places)), None)
        assert journey, f"no deal by house rules of {family} leads to {phase}"
        sit_at(player, f"/{journey.rules}/")
        player.table.evaluate(STILL)
        met = walked(player, journey)
        assert phase in met, journey.rules
        pictures[phase] = (journey.rules, met[phase])
    assert pictures
    inspected(player, pictures)


def inspected(player: Player, pictures: dict[str, tuple[str, State]]) -> None:
    """Check that axe finds no serious problem in one state of each phase, in light and dark."""
    for phase, (rules, state) in pictures.items():
        show(player, state)
        look_at_table(player.page, f"{rules}, {phase}", widths=(360,), schemes=("light", "dark"))
