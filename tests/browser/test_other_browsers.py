"""Firefox and WebKit, each with a fresh profile: a whole deal of each family, refusals, reloads and links."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from tests.browser import firefox, webkit
from tests.browser.player import RUSH, STILL
from tests.browser.visitor import Visitor

TABLE = "document.querySelector('whister-table')"
REFUSED = """
const barred = table.state.hand.find(held => held.reason);
table.querySelector(`.wt-hand li[data-card="${barred.card}"] button`).click();
const note = table.querySelector(".wt-note");
return { ...barred.reason, note: note.textContent, link: note.querySelector("a")?.getAttribute("href") };
"""
WHOLE = """
const last = ["offline", "line", "notice"].map(name => `/offline/${name}.mjs`);
const loaded = () => performance.getEntriesByType("resource").map(({ name }) => name);
const come = names => last.every(part => names.some(name => name.endsWith(part)));
while (!come(loaded())) await new Promise(done => setTimeout(done, 50));
await document.querySelector("whister-table").drawn;
"""
SETTLED = """
const totals = [...table.querySelectorAll(".wt-settlement tfoot tr:last-child td")].map(cell => cell.textContent);
return totals.slice(0, table.state.seats.length).map(text => text.replace("−", "-"));
"""
FAMILIES = {
    "/hearts/black-lady/": {"pass", "play", "over"},
    "/boston/fontainebleau/": {"auction", "play", "over"},
    "/rook/tournament/": {"auction", "nest", "trump", "play", "over"},
}


@pytest.fixture(params=[firefox, webkit], ids=["Firefox", "WebKit"])
def visitor(request: pytest.FixtureRequest, address: str) -> Iterator[Visitor]:
    """Somebody with a fresh profile. At the end, the console may contain no error."""
    browser: ModuleType = request.param
    if browser.program() is None:
        pytest.fail(browser.MISSING, pytrace=False)
    with browser.opened(address) as visitor:
        yield visitor
        assert visitor.errors() == []


def at_table(visitor: Visitor, script: str, *arguments: Any) -> Any:
    """Run a script in which `table` is the page's table."""
    return visitor.run(f"const table = {TABLE};{script}", *arguments)


def state(visitor: Visitor) -> dict[str, Any]:
    """Return the state of the table, once no request or animation is pending."""
    found: dict[str, Any] = visitor.run(f"return ({STILL})({TABLE})")
    return found


def leave(visitor: Visitor, go: Callable[[], None]) -> None:
    """Leave the page once all of it has loaded; in Firefox's console, an interrupted load is an error."""
    visitor.run(WHOLE)
    go()


def rush(visitor: Visitor, *, until_barred: bool = False) -> set[str]:
    """Play on; return the phases met."""
    return set(visitor.run(f"return ({RUSH})({TABLE}, arguments[0])", until_barred))


@pytest.mark.parametrize("path", FAMILIES)
def test_a_deal_is_played_to_the_settlement_and_kept(visitor: Visitor, path: str) -> None:
    visitor.goto(path)
    met = rush(visitor, until_barred=True)
    before = state(visitor)
    if not before["over"]:
        refused = at_table(visitor, REFUSED)
        assert refused["text"] in refused["note"]
        assert refused["clause"]["title"] in refused["note"]
        assert refused["link"].endswith(refused["clause"]["url"])
        assert state(visitor)["record"] == before["record"]

    leave(visitor, visitor.reload)
    assert state(visitor)["record"] == before["record"]
    assert state(visitor)["hand"] == before["hand"]

    met |= rush(visitor)
    assert met >= FAMILIES[path]
    end = state(visitor)
    assert at_table(visitor, SETTLED) == [str(total) for total in end["settlement"]["totals"]]

    visitor.second_page()
    visitor.goto(f"{path}#deal={before['record']}")
    opened = state(visitor)
    for part in ("record", "hand", "trick", "seats", "choice", "facts", "prompt"):
        assert opened[part] == before[part], part
    leave(visitor, visitor.first_page)
    leave(visitor, visitor.reload)
    assert state(visitor)["settlement"] == end["settlement"]


EDITED = """
const [text] = arguments, box = document.querySelector(".session");
const until = (what, found) => new Promise((done, fail) => {
  const look = left => found() ? done() : left ? setTimeout(look, 50, left - 1) : fail(new Error(`not ${what}`));
  look(600);
});
const status = () => box.querySelector("[role=status]")?.textContent ?? "";
const button = name => [...box.querySelectorAll("button")].find(one => one.textContent === name);
await until("ready", () => box.querySelector(".session-open"));
box.querySelector(".session-open").click();
await until("open and run", () => status().startsWith("Done"));
const editor = box.querySelector(".session-code").shadowRoot.querySelector("[role=textbox]");
editor.focus();
const how = { bubbles: true, cancelable: true };
editor.dispatchEvent(new KeyboardEvent("keydown", { key: "a", keyCode: 65, ctrlKey: true, ...how }));
editor.dispatchEvent(new InputEvent("beforeinput", { inputType: "insertText", data: text, ...how }));
button("Run").click();
await until("run", () => /^(Done|Running)/.test(status()) && box.querySelector("pre[role=region]").textContent.includes("\\n42\\n"));
const shown = box.querySelector("pre[role=region]").textContent;
button("Stop").click();
await until("stopped", () => status().startsWith("Stopped"));
return shown;
"""


def test_an_example_is_edited_run_and_stopped(visitor: Visitor) -> None:
    visitor.goto("/hearts/greek-1990/")
    assert visitor.run(EDITED, "6 * 7\nwhile True: pass\n").startswith(">>> 6 * 7\n42\n")
