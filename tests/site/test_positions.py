"""Positions to play: each table opens at the position of a part of a worked example, and that part is below it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from bs4 import Tag

from rulebook.table.examples import part_lines, position
from tests.site.pages import Page, Site
from tests.site.test_rulebook import build
from whister.links.deal_record import DealRecord

ROOT = Path(__file__).resolve().parents[2]
STRATEGY = ROOT / "examples" / "hearts" / "strategy.md"
PARTS = [
    "-".join(re.findall(r"\w+", heading.lower()))
    for heading in re.findall(r"^## (.+)$", STRATEGY.read_text(encoding="utf-8"), re.MULTILINE)
]


@pytest.fixture(scope="module")
def page(site: Site) -> Page:
    return site.page("hearts/strategy/")


def table_of(page: Page, part: str) -> Tag:
    """Return the table that opens at a part's position; the other players may already have passed their cards there."""
    record = str(DealRecord.of(position(STRATEGY, part)))
    (found,) = [
        table for table in page.soup.select("whister-table") if str(table["data-start"]).startswith(record)
    ]
    return found


def test_there_are_positions_enough() -> None:
    assert len(PARTS) == len(set(PARTS)) >= 6


@pytest.mark.parametrize("part", PARTS)
def test_each_part_opens_a_table_at_its_position(page: Page, part: str) -> None:
    deal = position(STRATEGY, part)
    table = table_of(page, part)
    assert table["rules"] == deal.rules.id
    data = table.find("script")
    assert isinstance(data, Tag)
    state = json.loads(data.string or "")["state"]
    assert state["seat"] in deal.pending
    assert [held["card"] for held in state["hand"]] == list(deal.view(state["seat"]).hand)
    assert state["record"] == table["data-start"]


@pytest.mark.parametrize("part", PARTS)
def test_each_part_stands_whole_under_its_table(page: Page, part: str) -> None:
    first, last = part_lines(STRATEGY, part)
    lines = STRATEGY.read_text(encoding="utf-8").splitlines()[first:last]
    code = [line.strip() for line in lines if line.startswith((">>> ", "... "))]
    table = table_of(page, part)
    section = table.find_parent("section")
    assert isinstance(section, Tag)
    proof = section.select_one("details:has(.highlight)")
    assert isinstance(proof, Tag)
    shown = [line.strip() for line in proof.get_text().splitlines()]
    assert [line for line in shown if line.startswith((">>> ", "... "))] == code


@pytest.mark.parametrize("part", PARTS)
def test_each_position_says_who_says_so(page: Page, part: str) -> None:
    table = table_of(page, part)
    section = table.find_parent("section")
    assert isinstance(section, Tag)
    (said,) = [p for p in section.find_all("p") if p.get_text().startswith("Who says so.")]
    assert said.find("a") is not None or "own analysis" in said.get_text().lower()


def test_a_table_can_be_taken_back_to_its_position(page: Page) -> None:
    for table in page.soup.select("whister-table"):
        (button,) = table.select('[data-do="start"]')
        assert button.find_parent(class_="wt") is None


def example(folder: Path, text: str) -> tuple[Path, Path]:
    """Write a worked example beside a folder for pages; return the folder and the file."""
    docs, path = folder / "docs", folder / "examples" / "hearts" / "x.md"
    docs.mkdir()
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return docs, path


SESSION = (
    "# X\n\n```python\n>>> import whister\n>>> rules = whister.load('hearts/modern')\n\n```\n\n"
    "## One trick\n\n```python\n>>> deal = rules.deal(seed='one')\n>>> deal.act('9X')\n"
    "Traceback (most recent call last):\n\n```\n"
)


def test_a_position_is_what_the_parts_first_session_sets_up(tmp_path: Path) -> None:
    text = SESSION.replace(">>> deal.act('9X')\nTraceback (most recent call last):\n", "") + (
        "\n```python\n>>> deal = 1\n\n```\n\n## Nothing\n\nNo session.\n"
    )
    _, path = example(tmp_path, text)
    assert position(path, "one-trick").to_act == 0
    with pytest.raises(LookupError, match="sets up no `deal`"):
        position(path, "nothing")
    with pytest.raises(LookupError, match="did you mean 'one-trick'"):
        position(path, "one-trik")


@pytest.mark.parametrize(
    ("rules", "where", "said"),
    [
        ("hearts/modern", "hearts/x#two-tricks", "has no part 'two-tricks'; did you mean 'one-trick'?"),
        ("hearts/black-lady", "hearts/x#one-trick", "is a position of 'hearts/modern'"),
        ("hearts/modern", "hearts/y#one-trick", "no position 'hearts/y#one-trick'"),
    ],
)
def test_a_position_that_is_not_there_is_refused_in_words(
    tmp_path: Path, rules: str, where: str, said: str
) -> None:
    docs, _ = example(
        tmp_path, SESSION.replace(">>> deal.act('9X')\nTraceback (most recent call last):\n", "")
    )
    warnings, _ = build(docs, f"```{{rule:table}} {rules}\n:position: {where}\n```")
    assert said in warnings


def test_a_position_is_said_in_words_where_there_is_no_table(tmp_path: Path) -> None:
    docs, _ = example(
        tmp_path,
        SESSION.replace("'9X'", "deal.legal()[0]").replace("Traceback (most recent call last):\n", ""),
    )
    _, out = build(docs, "```{rule:table} hearts/modern\n:position: hearts/x#one-trick\n```", "text")
    assert "On the table" in (out / "index.txt").read_text(encoding="utf-8")
