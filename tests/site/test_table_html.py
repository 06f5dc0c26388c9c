"""The table as HTML, before any script: the first hand, what may be done with it, and what must stay hidden."""

from __future__ import annotations

import gzip
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import whister
from rulebook.base.cards import printed, read
from rulebook.table.directive import in_words, table_html
from tests.asking import asked
from tests.site.pages import Site
from whister.cards import pack
from whister.players.strengths import STRENGTHS
from whister.reference.wording import SEEN

STATIC = Path(__file__).parents[2] / "docs" / "_static"
PACKAGES = STATIC.parent / "node_modules"
STYLES = ["table.css", "cards.css"]
"""The style sheets of every page with a table. Its other files are modules and the drawing of the French pack."""
LATER = {
    "drawings.mjs",
    "evidence.mjs",
    "ladder.mjs",
    "settlement.mjs",
    "sheet.mjs",
    "settings.mjs",
    "share.mjs",
    "options.mjs",
    "form.mjs",
    "replay.mjs",
    "hint.mjs",
    "turning.mjs",
    "thinking.mjs",
    "players.mjs",
}
"""Modules that are loaded only for an auction, the end of a deal or a worked example, or at the visitor's request."""
WISHES = [
    ("ladder.mjs", "ladder.css"),
    ("settlement.mjs", "sheet.mjs", "later.css"),
    ("case.mjs", "later.css"),
    ("options.mjs", "later.css"),
    ("settings.mjs", "later.css"),
    ("share.mjs", "later.css"),
    ("replay.mjs", "replay.css"),
    ("guide.mjs", "guide.css", "replay.css", "advised.css"),
    ("hint.mjs", "hint.css", "advised.css"),
    ("turning.mjs", "hint.css", "replay.css"),
    ("thinking.mjs",),
    ("drawings.mjs",),
    ("how.mjs",),
    ("ahead.mjs",),
]
"""The files that are loaded together, at one request of the visitor or one moment of a game."""
RULES = ["hearts/black-lady", "boston/fontainebleau", "rook/tournament"]


def first_hand(rules: str) -> dict[str, Any]:
    return asked(op="new", rules=rules, options={}, players=None, seed="1909", seat=0)


def first_refusal() -> dict[str, Any]:
    """Return a state of Black Lady in which a card of the hand may not be played."""
    state = first_hand("hearts/black-lady")
    while not any(held["reason"] for held in state["hand"]):
        choice = state["choice"]
        if choice["kind"] == "cards":
            action = " ".join([choice["verb"], *choice["allowed"][: choice["count"]]])
        else:
            action = next(held["card"] for held in state["hand"] if held["playable"])
        state = asked(op="act", record=state["record"], seat=0, action=action)
    return state


class Elements(HTMLParser):
    """Every element of a page as its tag and attributes, in order, and the texts of its scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.script = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self.script = tag == "script"

    def handle_data(self, data: str) -> None:
        if self.script:
            self.scripts.append(data)
            self.script = False

    def of(self, style: str) -> list[dict[str, str | None]]:
        return [attrs for _, attrs in self.found if style in (attrs.get("class") or "").split()]


@pytest.mark.parametrize("rules", RULES)
def test_the_hand_is_there_and_the_others_hands_are_not(rules: str) -> None:
    state = first_hand(rules)
    html = table_html(state, base="../../", runtime=None)
    buttons = re.findall(r'<li data-card="(\w+)"><button', html)
    assert buttons == [held["card"] for held in state["hand"]]
    for held in state["hand"]:
        assert f'<span class="wt-hidden">{held["name"]}</span>' in html
    backs = html.count("<i></i>")
    others = sum(seat["count"] for seat in state["seats"] if seat["seat"] != 0 and not seat["hand"])
    assert backs == others + (state["widow"]["count"] if state["widow"] else 0)


@pytest.mark.parametrize("rules", RULES)
def test_nothing_in_it_needs_a_looser_policy(rules: str) -> None:
    html = table_html(first_hand(rules), base="../../", runtime="../../_runtime/x/worker.mjs")
    elements = Elements(html)
    for tag, attrs in elements.found:
        assert tag != "style"
        assert not [name for name in attrs if name == "style" or name.startswith("on")], attrs
        assert tag != "script" or attrs["type"] == "application/json"


def test_the_state_lies_beside_it_and_no_text_can_end_the_block() -> None:
    state = first_hand("hearts/black-lady") | {"prompt": "</script><b>&amp; 'so' \"on\""}
    html = table_html(state, base="../../", runtime=None)
    (block,) = Elements(html).scripts
    assert json.loads(block) == {"state": state}
    assert "<b>" not in html


def test_a_barred_card_says_why() -> None:
    state = first_refusal()
    drawn = Elements(table_html(state, base="", runtime=None)).of("wt-card")
    barred = [attrs for attrs in drawn if "data-barred" in attrs]
    assert [attrs["title"] for attrs in barred] == [
        held["reason"]["text"] for held in state["hand"] if held["reason"]
    ]
    assert all(attrs["aria-disabled"] == "true" for attrs in barred)


def test_the_element_says_what_it_is_and_where_its_worker_is() -> None:
    html = table_html(first_hand("hearts/black-lady"), base="../../", runtime="../../_runtime/x/worker.mjs")
    tag, attrs = Elements(html).found[0]
    assert tag == "whister-table"
    assert attrs["rules"] == "hearts/black-lady"
    assert attrs["data-base"] == "../../"
    assert attrs["data-runtime"] == "../../_runtime/x/worker.mjs"
    assert "data-runtime" not in table_html(first_hand("hearts/black-lady"), base="", runtime=None)


def test_without_a_table_the_hand_is_said_in_words() -> None:
    state = first_hand("rook/tournament")
    words = " ".join(node.astext() for node in in_words(state))
    for held in state["hand"]:
        assert held["name"] in words
    assert state["prompt"] in words


@pytest.mark.parametrize("kind", ["french", "rook"])
def test_every_card_has_a_face_and_the_engines_name(kind: str) -> None:
    drawings = {name: (STATIC / name).read_text(encoding="utf-8") for name in ("cards.svg", "rook.svg")}
    symbols = {
        f"{name}#{found}"
        for name, text in drawings.items()
        for found in re.findall(r'<symbol id="(\w+)"', text)
    }
    for card in pack(kind).cards:
        assert read(card).name == card.name
        used = re.findall(r"_static/(\w+\.svg#\w+)", "".join(map(str, printed(card, ""))))
        assert len(used) == 3
        assert set(used) <= symbols


def with_imports(*names: str) -> set[str]:
    """Return these files and all modules that they import, directly or indirectly."""
    found: set[str] = set()
    waiting = [*names]
    while waiting:
        name = waiting.pop()
        found.add(name)
        text = (STATIC / "table" / name).read_text(encoding="utf-8")
        waiting += set(re.findall(r'^(?:import|export) .* from "./([\w.-]+)"', text, re.MULTILINE)) - found
    return found


def at_once() -> set[str]:
    """Return the modules that every page with a table loads: `element.mjs` and all that it imports."""
    return with_imports("element.mjs")


def test_the_tables_files_are_small(site: Site) -> None:
    """There is a limit for what a page with a table loads, for what draws the table in use, and for each addition."""
    served = site.folder / "_static"
    every = [*(served / "table").glob("*.[cm][sj]s"), served / "cards.svg", served / "rook.svg"]
    sizes = {file.name: len(gzip.compress(file.read_bytes(), 9)) for file in every}
    page = {"cards.svg", *STYLES, *at_once()}
    reached = with_imports("picture.mjs") - page
    wishes = {wish: with_imports(*wish) - page - reached for wish in WISHES}
    assert sizes.keys() >= page | reached | LATER
    assert sum(sizes[name] for name in page) <= 21 * 1024, sizes
    assert sum(sizes[name] for name in reached) <= 8 * 1024, sizes
    for wish, files in wishes.items():
        assert sum(sizes[name] for name in files) <= 8 * 1024, (wish, {name: sizes[name] for name in files})
    unbounded = sizes.keys() - page - reached - set().union(*wishes.values()) - {"rook.svg", "types.mjs"}
    assert not unbounded, "each file is counted"


def test_every_script_and_style_is_served_small(site: Site) -> None:
    every = [file for file in STATIC.rglob("*") if file.suffix in {".mjs", ".js", ".css"}]
    written = [file for file in every if file.parent.name != "parts"]
    large = [
        file.name
        for file in written
        if b"\n  " in (served := (site.folder / "_static" / file.relative_to(STATIC)).read_bytes())
        or len(served) >= sum(part.stat().st_size for part in put_together(file, site))
    ]
    assert written
    assert large == []


def put_together(sheet: Path, site: Site) -> list[Path]:
    """Return a file and its components, including those that the build generates and those from npm."""
    packages = re.findall(r'^export .* from "([\w-]+)";$', sheet.read_text("utf-8"), re.MULTILINE)
    written = [sheet, *parts_of(sheet), *(PACKAGES / name / "dist/es/index.js" for name in packages)]
    made = site.folder.parent / "faces" / "faces.css"
    return (
        [*written, made] if any('@import "faces/' in part.read_text("utf-8") for part in written) else written
    )


def parts_of(sheet: Path) -> list[Path]:
    """Return the components from which a style sheet is put together."""
    return [sheet.parent / name for name in re.findall(r'@import "(\./parts/.+?)"', sheet.read_text("utf-8"))]


def test_every_component_of_a_style_sheet_is_in_one() -> None:
    components = {file for file in STATIC.rglob("*") if file.parent.name == "parts"}
    put = [part.resolve() for sheet in STATIC.rglob("*.css") for part in parts_of(sheet)]
    assert sorted(put) == sorted(components)


def test_what_is_loaded_when_it_is_needed_is_imported_by_no_file_of_every_table() -> None:
    assert all((STATIC / "table" / name).is_file() for name in LATER)
    assert not at_once() & LATER


def test_the_directive_is_used_on_every_rule_sets_page() -> None:
    for rules in whister.catalogue():
        page = (STATIC.parent / f"{rules}.md").read_text(encoding="utf-8")
        assert f"{{rule:table}} {rules}\n" in page
        assert "\n## Rules\n" in page  # where the table's link to the rules goes


def test_how_much_of_a_source_was_read_is_said_alike_beside_house_rules_and_in_the_terminal() -> None:
    script = (STATIC / "house-rules/sources.mjs").read_text()
    (said,) = re.findall(r"const SEEN = \{(.*)\};", script)
    assert dict(re.findall(r'(\w+): "([^"]*)"', said)) == SEEN
    assert SEEN["none"] in (STATIC.parent / "evidence.md").read_text()


def test_the_settings_say_the_same_of_each_strength_as_the_engine() -> None:
    script = (STATIC / "table/players.mjs").read_text(encoding="utf-8")
    said = re.findall(r'^  (\w+): \[say\("(\w+)"\), say\("(.*)"\)\],$', script, re.MULTILINE)
    expected = [
        (name, name, f"{name.capitalize()}: {each.says[0].lower()}{each.says[1:]}")
        for name, each in STRENGTHS.items()
    ]
    assert said == expected
