"""A visitor who neither sees the page nor has a mouse, but hears the accessibility tree and presses keys."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

CELLS = {"cell", "columnheader", "rowheader", "gridcell"}
PATIENCE = 30  # seconds: Python may have to wake first


@dataclass(frozen=True)
class Heard:
    """One element as a screen reader announces it."""

    role: str
    name: str
    description: str
    disabled: bool
    pressed: bool | None
    focused: bool
    within: tuple[str, ...]  #: the elements that contain it, outermost first, as role and name

    @property
    def open(self) -> bool:
        """Whether it is a button that is not disabled."""
        return self.role == "button" and not self.disabled


class Listener:
    """A visitor who can only hear a page's table and press keys."""

    def __init__(self, page: Page, address: str) -> None:
        self._page = page
        page.emulate_media(reduced_motion="reduce")
        page.goto(address)
        self._tree = page.context.new_cdp_session(page)
        self._tree.send("Accessibility.enable")
        self._region = self._find()
        self._heard: list[Heard] | None = None

    def _find(self) -> int:
        """Return the node of the landmark that is the table: a region whose name ends with ": a table"."""
        for node in self._tree.send("Accessibility.getFullAXTree")["nodes"]:
            if _word(node, "role") == "region" and _word(node, "name").endswith(": a table"):
                return int(node["backendDOMNodeId"])
        raise AssertionError("no landmark of the page is a table")

    def table(self) -> list[Heard]:
        """Return everything in the table's landmark, in reading order, read again only after a key press or a wait."""
        if self._heard is None:
            nodes = self._tree.send("Accessibility.queryAXTree", {"backendNodeId": self._region})["nodes"]
            self._heard = _read(nodes)
        return self._heard

    def listen(self) -> None:
        """Have the table's landmark read again at the next use, with whatever has happened there meanwhile."""
        self._heard = None

    def hand(self) -> list[Heard]:
        """Return the cards of the visitor's hand."""
        return [one for one in self.table() if one.role == "button" and "list Your hand" in one.within]

    def choices(self) -> list[Heard]:
        """Return the buttons of the current choice: those between the hand and the table's own buttons."""
        found = [one for one in self.table() if one.role == "button" and "list Your hand" not in one.within]
        names = [one.name for one in found]
        first = next(names.index(name) for name in ("Next deal", "New game") if name in names)
        return found[:first]

    def told(self) -> str:
        """Return the text of the live region."""
        return " ".join(one.name for one in self.table() if any(p.startswith("status") for p in one.within))

    def rows(self, region: str) -> list[list[str]]:
        """Return the rows of the table in a region, each as the texts of its cells."""
        found: dict[str, list[str]] = {}
        for one in self.table():
            row = next((place for place in one.within if place.startswith("row ")), "")
            if row and f"region {region}" in one.within and one.role in CELLS:
                found.setdefault(row, []).append(one.name)
        return list(found.values())

    def press(self, *keys: str) -> None:
        for key in keys:
            self._page.keyboard.press(key)
        self.listen()

    def press_and_listen(self, key: str) -> str:
        """Press a key, wait until something new is announced, and return it."""
        before = self.told()
        self.press(key)
        return self.wait(lambda: "" if (said := self.told()) == before else said)

    def wait(self, heard: Callable[[], str]) -> str:
        """Listen until `heard` returns a text, and return that text."""
        until = time.monotonic() + PATIENCE
        while not (said := heard()):
            if time.monotonic() > until:
                raise AssertionError(f"nothing more is said after: {self.told()}")
            self._page.wait_for_timeout(100)
            self.listen()
        return said

    def focused(self) -> Heard | None:
        """Return the element that has the focus, or None if it is not in the table."""
        return next((one for one in self.table() if one.focused), None)

    def tab_to(self, wanted: Callable[[Heard], bool]) -> Heard:
        """Press Tab until a wanted element has the focus, and return that element."""
        for _ in range(250):
            at = self.focused()
            if at and wanted(at):
                return at
            self.press("Tab")
        raise AssertionError("Tab does not reach it")

    def walk_to(self, name: str) -> None:
        """Move from the focused card of the hand to the card of this name with the arrow keys."""
        at = self.tab_to(lambda one: "list Your hand" in one.within)
        names = [one.name for one in self.hand()]
        steps = names.index(name) - names.index(at.name)
        self.press(*["ArrowRight" if steps > 0 else "ArrowLeft"] * abs(steps))
        reached = self.focused()
        assert reached is not None
        assert reached.name == name, f"the arrows lead from {at.name} to {reached.name}, not to {name}"


def _word(node: dict[str, Any], what: str) -> str:
    return str(node.get(what, {}).get("value", ""))


def _read(nodes: list[dict[str, Any]]) -> list[Heard]:
    """Return the nodes of a tree, each with the elements that contain it; a row is named by its node's ID."""
    within: dict[str, tuple[str, ...]] = {}
    found = []
    for node in nodes:
        role, name = _word(node, "role"), _word(node, "name")
        known = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
        outside = within.get(node.get("parentId", ""), ())
        within[node["nodeId"]] = (*outside, f"{role} {node['nodeId'] if role == 'row' else name}")
        pressed = known.get("pressed")
        found.append(
            Heard(
                role,
                name,
                _word(node, "description"),
                bool(known.get("disabled")),
                None if pressed is None else pressed == "true",
                bool(known.get("focused")),
                outside,
            )
        )
    return found
