"""The figures that each rule set's page shows at a glance."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import html

import whister
from rulebook.base.questions import Kept as Asked
from rulebook.base.questions import noting
from rulebook.numbers.glance import at_a_glance, rounded
from rulebook.numbers.results import FOLDER, results
from tests.site.pages import Site
from tests.site.test_rulebook import build

PLAIN = "What many deals between computer players show"
AMONG = "Among the computer’s cautious players, "
PAGES = ("hearts/black-lady", "boston/hoyle", "rook/kentucky")


def box(page: html.HtmlElement) -> str:
    """Return what the box of facts says of figures."""
    (link,) = [link for link in page.cssselect(".rule-facts a") if "numbers" in link.get("href")]
    return " ".join(link.xpath("ancestor::dd")[0].text_content().replace("\xa0", " ").split())


def about(figure: float, digits: int) -> str:
    return f"{figure:.{digits}f}".removesuffix(".0")


def test_each_box_has_one_or_two_figures_and_says_whose_they_are(site: Site) -> None:
    for name in whister.catalogue():
        told = at_a_glance(name)
        assert 1 <= len(told) <= 2, name
        said = f"{AMONG}{', and '.join(told)}: all figures".replace("\xa0", " ")
        page = html.fromstring(site.page(f"{name}/").path.read_bytes())
        assert box(page) == said
        assert "±" not in said
        assert "(" not in said


def test_the_figures_of_a_box_are_those_that_are_kept() -> None:
    lady, hoyle, kentucky = (results(name.partition("/")[0], "set")[name].study() for name in PAGES)
    length, shot = lady.figure("length").value, lady.figure("moon", "shot").value
    assert at_a_glance("hearts/black-lady") == (
        f"a game lasts {about(length, 0)} deals on average",
        f"one player takes all the penalty cards in {about(100 * shot, 1)}\xa0% of the deals",
    )
    passed = hoyle.figure("void", "all-pass").value
    assert at_a_glance("boston/hoyle")[1] == f"everyone passes in {about(100 * passed, 0)}\xa0% of the deals"
    contracts = {figure.about: figure.value for figure in kentucky.figures if figure.group == "contract"}
    made = {figure.about: figure.value for figure in kentucky.figures if figure.group == "made"}
    share = sum(contracts[bid] * made[bid] for bid in made) / sum(contracts[bid] for bid in made)
    assert at_a_glance("rook/kentucky")[1] == f"{about(100 * share, 0)}\xa0% of the contracts are made"


def test_what_is_a_rule_is_not_shown_as_a_figure() -> None:
    """A game of Hearts of 1887 lasts eight deals, and at Kentucky Rook whoever plays the highest trump takes it."""
    assert results("hearts", "set")["hearts/hearts-1887"].study().figure("length").value == 8
    assert not [told for told in at_a_glance("hearts/hearts-1887") if "game lasts" in told]
    assert not [told for told in at_a_glance("rook/kentucky") if "whoever" in told]


@pytest.mark.parametrize(
    ("number", "said"),
    [(10.893, "11"), (5.449, "5.4"), (5.008, "5"), (0.544, "0.54"), (99.6, "100"), (1136.0, "1,100")],
)
def test_a_figure_in_a_box_has_two_digits_that_count(number: float, said: str) -> None:
    assert rounded(number) == said


def test_a_page_that_shows_figures_is_made_again_when_they_change() -> None:
    with noting() as asked:
        at_a_glance("hearts/black-lady")
    known = Asked()
    known.keep("page", asked)
    known.settle()
    assert str(FOLDER / "hearts-set.jsonl") in known.files("page")
    assert not known.stale()


@pytest.mark.parametrize("stale", [False, True])
def test_a_game_without_present_figures_is_led_to_its_page_in_plain_words(
    tmp_path: Path, stale: bool
) -> None:
    studies = tmp_path / "studies"
    studies.mkdir()
    if stale:
        (line,) = [
            line
            for line in (FOLDER / "hearts-set.jsonl").read_text("utf-8").splitlines()
            if '"name":"hearts/black-lady",' in line
        ]
        policy = results("hearts", "set")["hearts/black-lady"].origin.policy
        (studies / "hearts-set.jsonl").write_text(line.replace(policy, "00000000") + "\n", "utf-8")
    figures = tmp_path / "hearts/black-lady/numbers.md"
    figures.parent.mkdir(parents=True)
    figures.write_text("---\norphan: true\n---\n# In numbers\n", "utf-8")
    before = f"import rulebook.numbers.results\nfrom pathlib import Path\nrulebook.numbers.results.FOLDER = Path({str(studies)!r})\n"
    _, out = build(tmp_path, "```{rule:facts} hearts/black-lady\n```", conf=before)
    assert box(html.fromstring((out / "index.html").read_text("utf-8"))) == PLAIN
