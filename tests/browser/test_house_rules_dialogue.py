"""The dialogue of house rules at the table: its headings, its buttons that stay in sight, and the changes so far."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import ANY, BOTH, violations
from tests.browser.conftest import WITH_BOTH_FACES
from tests.browser.player import ALONE, Player
from tests.browser.test_table import BOSTON, HEARTS, ROOK

PHONE, DESK = (360, 740), (1280, 900)
SCREENS = pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
BUTTONS = ("Play by these rules", "Back to the usual rules")


def opened(page: Page, path: str, screen: tuple[int, int] = DESK) -> Locator:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    Player(page, path).press("House rules")
    dialogue = page.get_by_role("dialog")
    expect(dialogue.locator(".wt-changes")).not_to_be_empty()
    return dialogue


def unfolded(dialogue: Locator) -> None:
    """Open every group."""
    dialogue.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")


def group(dialogue: Locator, title: str) -> Locator:
    return dialogue.locator("details", has=dialogue.page.get_by_text(title, exact=True))


@WITH_BOTH_FACES
@SCREENS
@pytest.mark.parametrize("path", [HEARTS, BOSTON, ROOK])
def test_the_way_to_deal_is_in_sight_wherever_the_form_is_scrolled(
    page: Page, path: str, screen: tuple[int, int]
) -> None:
    dialogue = opened(page, path, screen)
    unfolded(dialogue)
    for part in (0, 0.5, 1):
        dialogue.evaluate("(box, part) => box.scrollTo(0, part * box.scrollHeight)", part)
        for name in BUTTONS:
            button = dialogue.get_by_role("button", name=name)
            expect(button).to_be_in_viewport(ratio=1)
            assert button.evaluate("""button => {
              const {left, top, width, height} = button.getBoundingClientRect();
              return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
            }"""), (name, part)
    assert dialogue.evaluate("box => box.scrollWidth <= box.clientWidth")


@WITH_BOTH_FACES
@SCREENS
def test_no_field_is_covered_when_the_keyboard_comes_to_it(page: Page, screen: tuple[int, int]) -> None:
    """The list of changes stays above the fields and the buttons stay below; each field is visible between the two."""
    dialogue = opened(page, HEARTS, screen)
    unfolded(dialogue)
    dialogue.get_by_label("Passing", exact=True).select_option("none")
    dialogue.get_by_label("The moon", exact=True).select_option("new")
    dialogue.get_by_label("The sun", exact=True).select_option("52")
    dialogue.get_by_label("The target", exact=True).fill("50")
    dialogue.get_by_role("button", name="Close").focus()
    came = 0
    for _ in range(400):
        page.keyboard.press("Tab")
        place = page.evaluate("""() => {
          const at = document.activeElement, box = at.closest("dialog");
          if (!box || at.closest(".wt-foot")) return at.dataset.deal === undefined ? [] : null;
          const field = at.getBoundingClientRect();
          const sticky = name => box.querySelector(name).getBoundingClientRect();
          return [field.top - sticky(".wt-changes").bottom, sticky(".wt-foot").top - field.bottom];
        }""")
        if place is None:
            break
        came += 1
        assert all(room >= -0.5 for room in place), (page.evaluate("document.activeElement.outerHTML"), place)
    assert came > 60


@pytest.mark.parametrize("path", [HEARTS, BOSTON, ROOK])
def test_on_a_phone_a_thumb_comes_from_one_end_of_the_form_to_the_other(page: Page, path: str) -> None:
    dialogue = opened(page, path, PHONE)
    assert dialogue.evaluate("box => box.scrollHeight / box.clientHeight") < 4.5
    for line in dialogue.locator("summary").all():
        found = line.bounding_box()
        assert found is not None
        assert found["height"] >= 44


def test_each_group_folds_into_a_line_that_says_what_is_set_in_it(page: Page) -> None:
    dialogue = opened(page, HEARTS)
    expect(dialogue.locator("summary > span")).to_have_text(
        [
            "The moon and other slams", "Target and end of the game", "Bonuses", "The pass", "The play",
            "Points, chips and stakes", "Mistakes and penalties",
        ]
    )  # fmt: skip
    assert dialogue.locator("details").evaluate_all("all => all.map(one => one.open)") == [True, *[False] * 6]
    passing = group(dialogue, "The pass")
    line = passing.locator("summary small")
    expect(line).to_have_text("passing: left, right, across, then no pass …; cards passed: three cards")
    expect(dialogue.get_by_label("Passing", exact=True)).to_be_hidden()
    passing.locator("summary").focus()
    page.keyboard.press("Enter")
    dialogue.get_by_label("Passing", exact=True).select_option("none")
    expect(line).to_be_hidden()
    passing.locator("summary").press("Space")
    expect(line).to_have_text("no passing")
    dialogue.get_by_role("button", name="Back to the usual rules").click()
    expect(line).to_have_text(re.compile("^passing: left"))
    expect(dialogue.get_by_label("Cards left out", exact=True)).to_have_count(0)


@pytest.mark.parametrize("path", [HEARTS, BOSTON, ROOK])
def test_no_option_repeats_the_heading_of_its_group(page: Page, path: str) -> None:
    dialogue = opened(page, path)
    assert (
        dialogue.locator("details").evaluate_all(
            "all => all.filter(one => [...one.querySelectorAll('label')].some(label =>"
            " label.textContent.trim() === one.querySelector('summary > span').textContent)"
            ").map(one => one.querySelector('summary').textContent)"
        )
        == []
    )


def test_a_form_of_few_options_folds_nothing(page: Page) -> None:
    dialogue = opened(page, "/rook/three-1914/")
    assert dialogue.locator("details").evaluate_all("all => all.map(one => one.open)") == [True] * 3


def test_what_is_changed_is_said_as_it_is_chosen(page: Page) -> None:
    dialogue = opened(page, HEARTS)
    unfolded(dialogue)
    changes = dialogue.locator(".wt-changes")
    expect(changes).to_have_text("Nothing changed: these are the usual rules.")
    dialogue.get_by_label("The target", exact=True).fill("50")
    expect(changes).to_have_text("1 changed: target 50")
    dialogue.get_by_label("The target", exact=True).fill("100")
    dialogue.get_by_label("The moon", exact=True).select_option(index=2)
    expect(changes).to_have_text(
        "1 changed: moon: the value of all the penalty cards comes off the shooter's total"
    )
    dialogue.get_by_label("The moon", exact=True).select_option(index=1)
    dialogue.get_by_label("The target", exact=True).fill("50")
    dialogue.get_by_label("Passing", exact=True).select_option("none")
    expect(changes).to_have_text("2 changed: target 50; no passing")
    dialogue.get_by_label("The sun", exact=True).select_option("52")
    dialogue.get_by_label("Cards passed", exact=True).select_option("2")
    expect(changes).to_have_text("4 changed: sun: each opponent scores 52; target 50; no passing; and 1 more")
    expect(changes).to_have_attribute("aria-live", "polite")
    dialogue.get_by_role("button", name="Back to the usual rules").click()
    expect(changes).to_have_text("Nothing changed: these are the usual rules.")


def test_a_folded_option_that_is_refused_is_shown(page: Page) -> None:
    dialogue = opened(page, HEARTS)
    more = group(dialogue, "Mistakes and penalties")
    more.locator("summary").click()
    penalty = dialogue.get_by_label("The agreed penalty for a revoke", exact=True)
    penalty.fill("9999")
    more.locator("summary").click()
    expect(penalty).to_be_hidden()
    dialogue.get_by_role("button", name="Play by these rules").click()
    expect(penalty).to_be_focused()
    expect(penalty).to_be_in_viewport(ratio=1)


def test_the_form_opened_while_the_new_game_is_on_its_way_shows_the_rules_chosen_for_it(page: Page) -> None:
    dialogue = opened(page, HEARTS)
    group(dialogue, "Mistakes and penalties").locator("summary").click()
    dialogue.get_by_label("Revokes", exact=True).select_option("foster")
    page.evaluate("""() => {
      const { engine } = document.querySelector("whister-table"), ask = engine.ask.bind(engine);
      engine.ask = async request => {
        const answer = await ask(request);
        if (request.op === "new") await new Promise(done => setTimeout(done, 2000));
        return answer;
      };
    }""")
    dialogue.get_by_role("button", name="Play by these rules").click()
    expect(dialogue).to_have_count(0)
    page.get_by_role("button", name="House rules").first.click()
    expect(dialogue.get_by_label("Revokes", exact=True)).to_have_value("foster")


def test_what_was_chosen_of_the_folded_options_is_open_the_next_time(page: Page) -> None:
    dialogue = opened(page, HEARTS)
    group(dialogue, "Mistakes and penalties").locator("summary").click()
    dialogue.get_by_label("Revokes", exact=True).select_option("foster")
    dialogue.get_by_role("button", name="Play by these rules").click()
    expect(dialogue).to_have_count(0)
    page.get_by_role("button", name="House rules").first.click()
    expect(dialogue.get_by_label("Revokes", exact=True)).to_be_visible()
    expect(dialogue.locator(".wt-changes")).to_contain_text(
        "1 changed: revokes: a revoke is possible, and the offender pays"
    )


@SCREENS
@pytest.mark.parametrize("path", [HEARTS, BOSTON, ROOK])
def test_axe_finds_nothing_in_the_form(page: Page, path: str, screen: tuple[int, int]) -> None:
    dialogue = opened(page, path, screen)
    page.locator("whister-table").first.evaluate(ALONE)
    for step in (lambda _: None, unfolded):
        step(dialogue)
        for scheme in BOTH:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert violations(page, ".wt-dialogue", ANY) == [], scheme
