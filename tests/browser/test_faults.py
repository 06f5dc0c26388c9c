"""Whatever goes wrong during a game, nothing that was played is lost, and the deal can be played to the end."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Route, expect

from tests.asking import asked
from tests.browser.conftest import Watch
from tests.browser.player import Player
from whister.cli import server

HEARTS, ROOK = "/hearts/black-lady/", "/rook/tournament/"
STEPS = 5  # choices of a visitor: in Rook, the bids, the nest, the trump and a card


def began(page: Page, path: str, steps: int) -> Player:
    """Return a visitor who has made some choices."""
    player = Player(page, path)
    for _ in range(steps):
        player.choose()
    player.state()
    return player


def goes_on(player: Player, played: str) -> None:
    """Check that the table has all that was played, and that playing on leads to the settlement of this Python."""
    assert player.state()["record"].startswith(played)
    player.rush()
    end = player.state()
    assert end["record"].startswith(played)
    expect(player.settlement).to_be_visible()
    assert end["settlement"] == asked(op="open", record=end["record"], seat=0)["settlement"]


def try_again(player: Player) -> None:
    """Check that a failure was reported, and ask again, now that its cause is gone."""
    expect(player.note).to_contain_text("Your game is saved.")
    player.table.get_by_role("button", name="Try again").click()


# ---- the worker


KILL = """
async (table, loudly) => {
  while (!table.state || table.showing) await new Promise(requestAnimationFrame);
  const { worker } = table.engine;
  if (loudly) worker.dispatchEvent(new ErrorEvent("error", { message: "out of memory", cancelable: true }));
  else worker.terminate();
}
"""


def test_a_worker_that_falls_over_before_any_choice_loses_nothing(page: Page) -> None:
    player = Player(page, ROOK)
    player.choose()
    for _ in range(STEPS):
        played = player.state()["record"]
        player.table.evaluate(KILL, True)
        player.choose()
        assert player.state()["record"].startswith(played)
        expect(player.note).to_be_hidden()
    goes_on(player, player.state()["record"])


def test_a_worker_that_is_gone_without_a_word_is_missed_and_another_goes_on(page: Page) -> None:
    page.clock.install()
    player = began(page, HEARTS, 2)
    played = player.state()["record"]
    player.table.evaluate(KILL, False)
    player.choose_in_vain()
    page.clock.fast_forward(21_000)
    expect(player.note).to_contain_text("Python is not responding")
    page.clock.resume()
    try_again(player)
    goes_on(player, played)


def test_a_worker_that_dies_with_a_request_on_its_way_is_asked_again(page: Page) -> None:
    player = began(page, HEARTS, 2)
    played = player.state()["record"]
    player.choose_in_vain("table.engine.lose('out of memory')")
    assert len(player.state()["record"]) > len(played)
    goes_on(player, played)


# ---- storage


FULL = """
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
"""
REFUSED = """
for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
  Object.defineProperty(globalThis, name, { get: () => { throw new DOMException("refused", "SecurityError"); } });
"""


def in_workers(context: BrowserContext, script: str) -> None:
    """Run a script before that of the engine's worker as well."""

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=script + response.text())

    context.route("**/worker.mjs", answer)


@pytest.mark.parametrize(
    ("page_has", "worker_has"),
    [(FULL, FULL.split("\n")[2]), (REFUSED, REFUSED)],
    ids=["full", "refused"],
)
def test_without_room_to_keep_it_a_game_lasts_as_long_as_its_page(
    page: Page, context: BrowserContext, page_has: str, worker_has: str
) -> None:
    context.add_init_script(page_has)
    in_workers(context, worker_has)
    player = began(page, HEARTS, 3)
    goes_on(player, player.state()["record"])
    end = player.state()["record"]
    player.press("Undo")
    assert player.state()["record"] != end
    player.press("New game")
    page.wait_for_function("() => document.querySelector('whister-table').state.phase === 'pass'")


def test_what_was_kept_before_storage_was_full_is_still_there_after_it(page: Page) -> None:
    player = began(page, HEARTS, 3)
    kept = player.state()["record"]
    page.evaluate(f"() => {{{FULL}}}")
    player.choose()
    played = player.state()["record"]
    assert len(played) > len(kept)
    page.reload()
    goes_on(player, kept)


# ---- Python's files


def without_webassembly(route: Route) -> None:
    """Send the worker as a host would whose policy does not allow WebAssembly."""
    response = route.fetch()
    route.fulfill(
        response=response, headers={**response.headers, "content-security-policy": "script-src 'self'"}
    )


def missing(route: Route) -> None:
    route.fulfill(status=404)


def cut_short(route: Route) -> None:
    """Send the first half of a file, as if the connection had been cut."""
    response = route.fetch()
    whole = response.body()
    route.fulfill(response=response, body=whole[: len(whole) // 2])


FAULTS: dict[str, tuple[str, Callable[[Route], None]]] = {
    "WebAssembly is blocked": ("worker.mjs", without_webassembly),
    **{
        f"{part} is {'missing' if how is missing else 'cut short'}": (part, how)
        for part in ("python.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "whister-*.whl")
        for how in (missing, cut_short)
    },
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_game_waits_until_python_can_wake(
    page: Page, context: BrowserContext, watch: Watch, fault: str
) -> None:
    player = began(page, HEARTS, 2)
    played = player.state()["record"]
    hand = player.state()["hand"]
    page.evaluate(
        "() => new Promise(done => { indexedDB.deleteDatabase('whister-python').onsuccess = done; })"
    )
    part, how = FAULTS[fault]
    watch.expect("/_runtime/", "Uncaught", part)
    context.route(f"**/{part}", how)
    page.reload()
    assert player.state()["record"] == played
    player.choose_in_vain()
    expect(player.note).to_contain_text("Your game is saved.")
    assert player.state()["record"] == played
    assert player.state()["hand"] == hand
    context.unroute(f"**/{part}")
    try_again(player)
    goes_on(player, played)


# ---- the network


@pytest.mark.parametrize("steps", [0, 1, 3])
def test_a_network_that_goes_at_any_step_and_comes_back_costs_nothing(
    page: Page, context: BrowserContext, watch: Watch, steps: int
) -> None:
    """Before Python has loaded, the game waits for it; afterwards, play goes on without the network."""
    watch.expect("ERR_INTERNET_DISCONNECTED", "Failed to fetch", "worker")
    player = began(page, ROOK, steps)
    played = player.state()["record"]
    context.set_offline(True)
    if steps:
        player.choose()
        assert len(player.state()["record"]) > len(played)
    else:
        player.choose_in_vain()
        expect(player.note).to_contain_text("Your game is saved.")
    played = player.state()["record"]
    with pytest.raises(Error):
        page.reload()
    context.set_offline(False)
    page.goto(ROOK)
    goes_on(player, played)


def test_the_first_choice_of_all_is_made_again_when_the_network_is_back(
    page: Page, context: BrowserContext, watch: Watch
) -> None:
    """At that point, neither Python nor the script that draws the table has loaded."""
    watch.expect("ERR_INTERNET_DISCONNECTED", "Failed to fetch", "worker")
    player = began(page, ROOK, 0)
    before = player.state()["record"]
    context.set_offline(True)
    player.choose_in_vain()
    expect(player.note).to_contain_text("Your game is saved.")
    context.set_offline(False)
    try_again(player)
    page.wait_for_function(
        "before => document.querySelector('whister-table').state.record !== before", arg=before
    )
    player.choose()


# ---- other tabs, other versions


def test_two_tabs_of_one_game_each_end_their_own(page: Page, context: BrowserContext) -> None:
    first = began(page, HEARTS, 2)
    second = Player(context.new_page(), HEARTS)
    begun = first.state()["record"]
    assert second.state()["record"] == begun
    first.choose()
    second.choose(lambda actions: actions[-1])
    mine, other = first.state()["record"], second.state()["record"]
    first.page.reload()
    second.page.reload()
    assert first.state()["record"] == mine
    assert second.state()["record"] == other
    goes_on(second, other)
    goes_on(first, mine)


@pytest.fixture
def changing(site: Path, tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A copy of the site that may change while it is read, and its address."""
    folder = tmp_path / "site"
    shutil.copytree(site, folder, copy_function=os.link)
    running = server.start(folder)
    threading.Thread(target=running.serve_forever, args=(0.02,), daemon=True).start()
    yield folder, f"http://127.0.0.1:{running.server_address[1]}"
    running.shutdown()
    running.server_close()


def published_anew(folder: Path) -> None:
    """Give Python another address, as a new version does, and take the old one away."""
    (old,) = (folder / "_runtime").iterdir()
    new = old.rename(old.with_name("0" * len(old.name)))
    for name in ("hearts/black-lady/index.html", "rook/tournament/index.html"):
        file = folder / name
        text = file.read_text(encoding="utf-8").replace(old.name, new.name)
        for each in (file, *file.parent.glob("index.html.*")):
            each.unlink()
        file.write_text(text, encoding="utf-8")


def test_a_game_goes_on_in_the_version_that_was_published_under_it(
    context: BrowserContext, watch: Watch, changing: tuple[Path, str]
) -> None:
    """The open page still has Python; the next page finds the game and continues it with the new version."""
    folder, address = changing
    watch.expect(address)
    player = began(context.new_page(), address + HEARTS, 3)
    published_anew(folder)
    player.choose()
    played = player.state()["record"]
    player.page.reload()
    goes_on(player, played)


def test_a_page_opened_before_a_new_version_finds_no_python_and_says_so(
    context: BrowserContext, browser: Browser, watch: Watch, changing: tuple[Path, str]
) -> None:
    """On a later visit, the browser has kept the game and nothing else of the site."""
    folder, address = changing
    watch.expect(address)
    played = began(context.new_page(), address + HEARTS, 2).state()["record"]
    later = browser.new_context(storage_state=context.storage_state(), service_workers="block")
    # Otherwise the page would prepare Python as soon as it is idle, perhaps before the new version is published.
    later.add_init_script("localStorage.removeItem('whister-python')")
    try:
        player = Player(later.new_page(), address + HEARTS)
        assert player.state()["record"] == played
        published_anew(folder)
        player.choose_in_vain()
        expect(player.note).to_contain_text("Your game is saved.")
        player.page.reload()
        goes_on(player, played)
    finally:
        later.close()
