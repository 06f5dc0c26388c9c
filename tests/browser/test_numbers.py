"""Pages of figures: more deals, played in the reader's browser."""

from __future__ import annotations

import shlex

import pytest
from playwright.sync_api import Page, expect

import whister
from tests.browser.axe import BOTH, violations
from tests.browser.conftest import WITH_BOTH_FACES
from tests.browser.test_whole import OVERLAPS
from whister.studies.told import value

ADDRESS = "/hearts/hearts-1887/numbers/"
RULES = whister.load("hearts/hearts-1887")


def test_200_deals_played_here_give_the_figures_of_the_command(page: Page) -> None:
    page.goto(ADDRESS)
    page.get_by_label("Seed").fill("1887")
    page.get_by_role("button", name="Play 200 deals").click()
    status = page.locator(".numbers-told")
    expect(status).to_have_text(f"200 deals of {RULES.title} played.", timeout=120_000)
    study = whister.study(RULES, deals=200, seed="1887")
    for seat in (1, 4):
        row = page.locator(
            ".numbers-here tr", has=page.get_by_role("rowheader", name=f"seat {seat}", exact=True)
        ).first
        expect(row.get_by_role("cell").first).to_have_text(value(study.figure("result", seat)))
    expect(page.locator(".numbers-here code")).to_have_text(
        "whister study hearts/hearts-1887 --deals 200 --seed 1887"
    )
    page.get_by_role("button", name="Play 200 more deals").click()
    expect(status).to_have_text(f"400 deals of {RULES.title} played.", timeout=120_000)
    expect(page.locator(".numbers-here code")).to_contain_text("--deals 400")
    for scheme in BOTH:
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == [], scheme


def test_another_seed_begins_anew(page: Page) -> None:
    page.goto(ADDRESS)
    for seed in ("a", "b c"):
        page.get_by_label("Seed").fill(seed)
        page.locator(".numbers-form button").click()
        expect(page.locator(".numbers-told")).to_have_text(
            f"200 deals of {RULES.title} played.", timeout=120_000
        )
    expect(page.locator(".numbers-here code")).to_contain_text("--seed 'b c'")


def test_a_seed_is_quoted_as_a_shell_reads_it_and_kept_in_the_address(page: Page) -> None:
    seed = "-it's $HOME `id` \\ \"!"
    page.goto(ADDRESS)
    page.get_by_label("Seed").fill(seed)
    page.locator(".numbers-form button").click()
    expect(page.locator(".numbers-told")).to_have_text(f"200 deals of {RULES.title} played.", timeout=120_000)
    words = shlex.split(page.locator(".numbers-here code").inner_text())
    assert words == ["whister", "study", "hearts/hearts-1887", "--deals", "200", f"--seed={seed}"]
    page.reload()
    expect(page.get_by_label("Seed")).to_have_value(seed)


def test_a_blank_seed_is_asked_for_and_nothing_is_lost(page: Page) -> None:
    page.goto(ADDRESS)
    page.get_by_label("Seed").fill("  ")
    page.locator(".numbers-form button").click()
    expect(page.locator(".numbers-told")).to_contain_text("Give a seed")


@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_is_accessible_and_no_wider_than_the_screen(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(ADDRESS)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@WITH_BOTH_FACES
@pytest.mark.parametrize("place", ["/boston/measured/", "/boston/russian/numbers/"])
def test_the_plots_fit_a_phone_and_no_label_overlaps(page: Page, place: str) -> None:
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(place)
        plots = page.locator(".chart").filter(visible=True)
        names = plots.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
        assert names, width
        assert len(names) == len({*names}), "each plot is shown once"
        wider = plots.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth).length")
        assert not wider, width
        assert page.evaluate(OVERLAPS) == [], width
