"""The worked examples of a page can be edited and run in place, while the table beside them can be played on."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.axe import look
from tests.browser.conftest import Watch
from tests.browser.player import Player

PAGE = "/hearts/greek-1990/"
PARTS = "/hearts/strategy/"

PASTE = """
(editor, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  editor.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}));
}
"""


@pytest.fixture(autouse=True)
def _unfolded(page: Page) -> None:
    """Start every test with the sessions open, as for a reader who has opened those of an example before."""
    page.add_init_script("localStorage.setItem('whister-sessions', 'open')")


class Session:
    """One session on a page, as a reader uses it. Sessions are numbered from 1."""

    def __init__(self, page: Page, number: int) -> None:
        self.page = page
        self.box = page.locator(".session").nth(number - 1)
        self.opener = self.box.get_by_role("button", name=f"Edit and run session {number}", exact=True)
        self.editor = self.box.get_by_role("textbox")
        self.status = self.box.get_by_role("status")
        self.result = self.box.get_by_role("region", name=f"Output of session {number}")

    def open(self) -> None:
        """Press the session's button, and wait until the session has run."""
        self.opener.click()
        self.is_done()

    def is_done(self) -> None:
        expect(self.status).to_contain_text(
            re.compile(r"^Done"), timeout=60_000
        )  # Python may have to wake first

    def press(self, name: str) -> None:
        self.box.get_by_role("button", name=name, exact=True).click()

    def write(self, source: str) -> None:
        """Replace the editor's contents by pasting a source."""
        self.editor.focus()
        self.page.keyboard.press("ControlOrMeta+a")
        self.editor.evaluate(PASTE, source)

    def run(self, source: str) -> None:
        self.write(source)
        self.press("Run")
        self.is_done()


def opened(page: Page, number: int = 1) -> Session:
    """Open a session of the page, which runs it once, and return it."""
    page.goto(PAGE)
    session = Session(page, number)
    session.open()
    return session


def test_a_session_runs_after_those_before_it_and_shows_what_the_page_shows(page: Page) -> None:
    session = opened(page, 2)
    expect(session.result).to_have_text(
        ">>> table.settle(facts).delta, sum(table.settle(facts).delta)\n((3, 25, 30, 33), 91)\n"
    )


def test_a_player_written_on_the_page_plays_against_others_there(page: Page) -> None:
    page.goto("/players/")
    texts = page.locator(".session").all_inner_texts()
    session = Session(page, 1 + next(at for at, text in enumerate(texts) if "[counting, " in text))
    session.open()
    expect(session.result).to_contain_text(">>> own * 2 < others\nTrue\n")


def test_what_is_edited_is_run(page: Page) -> None:
    session = opened(page, 2)
    session.run("points = rules.settle(facts).delta\nfor seat in 0, 1:\n    print(seat, points[seat])")
    expect(session.result).to_have_text(
        ">>> for seat in 0, 1:\n...     print(seat, points[seat])\n0 16\n1 25\n"
    )


def test_sessions_share_their_names_as_they_were_last_edited(page: Page) -> None:
    page.goto(PAGE)
    first, second = Session(page, 1), Session(page, 2)
    second.open()
    first.open()
    first.run("captured = 'all the hearts'")
    second.run("captured")
    expect(second.result).to_have_text(">>> captured\n'all the hearts'\n")
    first.run("nothing = 0")
    second.run("captured")
    expect(second.status).to_contain_text("NameError: name 'captured' is not defined")


def test_a_second_run_starts_from_the_top(page: Page) -> None:
    session = opened(page, 2)
    for _ in range(2):
        session.run("rules = [*rules.players]\nrules")
        expect(session.result).to_contain_text(">>> rules\n[")


def test_an_error_is_shown_as_python_shows_it(page: Page) -> None:
    session = opened(page)
    session.run("def share(points):\n    return points / 0\n\nshare(26)\n'on'")
    expect(session.result).to_have_text(
        ">>> share(26)\n"
        "Traceback (most recent call last):\n"
        '  File "<session 1>", line 4, in <module>\n'
        "    share(26)\n"
        "    ~~~~~^^^^\n"
        '  File "<session 1>", line 2, in share\n'
        "    return points / 0\n"
        "           ~~~~~~~^~~\n"
        "ZeroDivisionError: division by zero\n"
        ">>> 'on'\n"
        "'on'\n"
    )
    expect(session.status).to_have_text("Done, with an error. ZeroDivisionError: division by zero")


def test_an_edited_session_with_an_error_is_named_where_it_runs_before_another(page: Page) -> None:
    page.goto(PAGE)
    first, second = Session(page, 1), Session(page, 2)
    first.open()
    first.run("rules = 1 / 0")
    second.open()
    expect(second.status).to_contain_text(
        "Session 1, as you edited it, has an error. ZeroDivisionError: division by zero"
    )


def test_stop_ends_an_endless_loop_and_the_table_plays_on(page: Page) -> None:
    player = Player(page, PAGE)
    session = Session(page, 1)
    session.open()
    session.write("while True:\n    pass")
    session.press("Run")
    expect(session.status).to_have_text("Running …")
    played = player.choose()
    assert not set(played) & {held["card"] for held in player.state()["hand"]}
    session.press("Stop")
    expect(session.status).to_have_text("Stopped. The next run starts from the beginning.")
    assert player.state()["phase"] == "play"
    player.choose()
    session.run("6 * 7")
    expect(session.result).to_have_text(">>> 6 * 7\n42\n")


def test_prints_are_shown_while_the_program_runs_and_no_more_than_can_be_read(page: Page) -> None:
    session = opened(page)
    session.write("print('begun')\nwhile True:\n    print('a trick')")
    session.press("Run")
    expect(session.result).to_contain_text(
        "begun\n>>> while True:\n...     print('a trick')\na trick\na trick"
    )
    session.press("Stop")
    expect(session.status).to_contain_text("Stopped.")
    assert len(session.result.inner_text()) <= 20_000
    session.run("for n in range(9_000):\n    print(n)")
    expect(session.status).to_contain_text(re.compile(r"[\d,]+ more characters are not shown\."))


def test_one_session_runs_at_a_time(page: Page) -> None:
    page.goto(PAGE)
    first, second = Session(page, 1), Session(page, 2)
    second.open()
    first.open()
    first.write("while True: pass")
    first.press("Run")
    second.press("Run")
    expect(second.status).to_have_text("Session 1 is still running. Stop it first.")


def test_input_says_that_nobody_can_answer(page: Page) -> None:
    session = opened(page)
    session.run("input('Your bid? ')")
    expect(session.status).to_contain_text("input() does not work here")


def test_chance_is_not_the_same_in_every_python(page: Page) -> None:
    session = opened(page)
    found = set()
    for _ in range(2):
        session.run("import random\nrandom.random()")
        found.add(session.result.inner_text())
        session.write("while True: pass")
        session.press("Run")
        session.press("Stop")
        expect(session.status).to_contain_text("Stopped.")
    assert len(found) == 2


def test_a_recursion_without_end_is_an_error_like_any_other(page: Page) -> None:
    session = opened(page)
    session.run("def again(): return again()\n\nagain()")
    expect(session.status).to_contain_text("RecursionError")
    session.run("6 * 7")
    expect(session.result).to_contain_text("42")


def test_reset_brings_the_pages_text_back_and_close_the_page(page: Page) -> None:
    session = opened(page, 2)
    text = session.editor.inner_text()
    session.run("6 * 7")
    session.press("Reset")
    expect(session.status).to_have_text("The original text is back.")
    assert session.editor.inner_text() == text
    assert text.startswith('table = whister.load("hearts/greek-1990", spot_scale="ace1")')
    session.press("Close")
    expect(session.box.locator(".highlight")).to_be_visible()
    expect(session.opener).to_be_focused()


def test_everything_is_done_by_keyboard(page: Page) -> None:
    page.goto(PAGE)
    session = Session(page, 1)
    session.opener.focus()
    page.keyboard.press("Enter")
    expect(session.editor).to_be_focused()
    session.is_done()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(
        "if 52 / 4 == 13:\nprint('/search?')\t"
    )  # Enter indents the next line; / and ? are text here
    page.keyboard.press("ControlOrMeta+Enter")
    expect(session.result).to_contain_text("\n/search?\n")
    expect(session.editor).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    for name in ("Run", "Stop", "Reset", "Close"):
        expect(session.box.get_by_role("button", name=name, exact=True)).to_be_focused()
        page.keyboard.press("Tab")
    expect(session.result).to_be_focused()
    for _ in range(2):
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(session.editor).to_be_focused()
    expect(session.status).to_have_text("The original text is back.")


def test_the_editor_is_named_and_says_how_to_leave_it(page: Page) -> None:
    session = opened(page)
    expect(session.editor).to_have_accessible_name(
        re.compile(r"^Python, session 1\. .*-Enter runs it; Escape, then Tab leaves the editor\.$")
    )


def test_a_part_of_an_example_runs_after_the_opening_that_its_page_does_not_show(page: Page) -> None:
    page.goto(PARTS)
    for folded in page.locator("details summary").get_by_text("The proof, played out").all()[:2]:
        folded.click()
    session = Session(page, 2)
    session.open()
    expect(session.result).to_have_text(
        ">>> [(card, at_worst(deal, card)) for card in deal.legal()]\n"
        "[('AS', 1), ('2H', 5), ('6H', 3), ('KH', 3)]\n"
    )


def test_nothing_of_the_editor_is_loaded_before_it_is_used(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2].partition("?")[0]))
    page.goto(PAGE)
    Session(page, 1).opener.focus()
    page.wait_for_load_state("networkidle")
    assert "sessions.mjs" in asked
    assert not {"editor.mjs", "console.mjs", "console.py", "pyodide.mjs"} & {*asked}
    Session(page, 1).open()
    assert {"editor.mjs", "console.mjs", "console.py", "pyodide.mjs"} <= {*asked}


def test_an_editor_that_does_not_load_is_said_and_may_be_tried_again(page: Page, watch: Watch) -> None:
    watch.expect("editor.mjs")
    page.route("**/editor/editor.mjs*", lambda route: route.abort())
    page.goto(PAGE)
    session = Session(page, 1)
    session.opener.click()
    expect(session.box.get_by_role("alert")).to_contain_text("The editor did not load")
    expect(session.opener).to_be_enabled()


def test_a_python_that_does_not_start_is_said_and_may_be_tried_again(
    context: BrowserContext, page: Page, watch: Watch
) -> None:
    watch.expect("console.mjs", "no such worker")

    def broken(route: Route) -> None:
        route.fulfill(body="throw new Error('no such worker')", content_type="text/javascript")

    context.route("**/console.mjs", broken)
    page.goto(PAGE)
    session = Session(page, 1)
    session.opener.click()
    expect(session.status).to_contain_text("Choose Run to start it again.")
    context.unroute("**/console.mjs", broken)
    session.press("Run")
    session.is_done()


def test_axe_finds_nothing_in_an_open_session(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    session = opened(page)
    session.run("# a comment\nsum(range(13)), 'hearts'\nclass Trick: pass\n1 / 0")
    look(page, "an open session", ".session")


def test_everything_to_press_is_large_enough(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(PAGE)
    Session(page, 1).open()
    boxes = page.locator(".session :is(.session-open, .session-button):visible").evaluate_all(
        "all => all.map(one => [one.getBoundingClientRect().width, one.getBoundingClientRect().height])"
    )
    assert len(boxes) > 4
    assert min(min(box) for box in boxes) >= 44, json.dumps(boxes)


def test_a_page_read_without_scripts_has_its_sessions_and_no_button(browser: Browser, address: str) -> None:
    plain = browser.new_context(base_url=address, java_script_enabled=False)
    page = plain.new_page()
    page.goto(PAGE)
    expect(page.locator(".session pre").first).to_contain_text(">>> import whister")
    expect(page.get_by_role("button", name="Edit and run")).to_have_count(0)
    plain.close()
