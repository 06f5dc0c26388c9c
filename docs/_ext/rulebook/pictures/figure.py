"""A position as a picture, for builders without a table: EPUB shows the cards, text and LaTeX name them.

The site's pages open positions on their tables; in print they list the cards in a line of text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.osutil import relative_uri

from rulebook.base.cards import read
from rulebook.base.elements import Html, h
from rulebook.base.questions import question
from rulebook.pictures.drawing import in_words, picture

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

IMAGES = "_images"
Cards = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]
"""A hand, and the cards on the table with their players' names."""


class cards_figure(nodes.Inline, nodes.Element):  # noqa: N801  (nodes are named like tags)
    """Cards as a picture.

    Attributes: `deal`, a deal or position in text form, and `caption`; `words`, false if other text beside it says
    the same; `shown`, true if a page of the site shows the cards as well.
    """


@question
def cards_of(deal: str) -> Cards:
    """Return the hand of the seat to act, and the cards on the table or else in the last trick, if there are any."""
    from whister.deal.public import state_of
    from whister.links.texts import deal_of_text
    from whister.table.requests import handle

    stands = deal_of_text(deal)
    players = state_of(stands).plan.table.players  # a hand without a player is not shown
    seat = next((seat for seat in stands.pending if seat in players), players[0])
    request = {"op": "open", "record": deal, "seat": seat, "stand": True}
    state: dict[str, Any] = json.loads(handle(json.dumps(request)))["ok"]
    trick = state["trick"] if state["trick"]["plays"] or not state["last_trick"] else state["last_trick"]
    names = {seat["seat"]: seat["name"] for seat in state["seats"]}
    hand = tuple(held["card"] for held in state["hand"])
    return hand, tuple((names[play["seat"]], play["card"]) for play in trick["plays"])


def _visit_html(self: HTML5Translator, node: cards_figure) -> None:
    """Show the picture from a file in an EPUB; on the site, show small cards or, in print, a line of text."""
    hand, plays = cards_of(node["deal"])
    if self.builder.name != "epub":
        if (hand or plays) and node.get("shown"):
            self.body.append(str(h("span", {"class": "cards-shown"}, _small_cards(hand, plays))))
        elif hand or plays:
            self.body.append(str(h("span", {"class": "on-paper"}, listed(hand, plays))))
    elif hand or plays:
        drawn = picture(hand, plays, node["caption"])
        name = f"{IMAGES}/cards-{sha256(drawn.encode()).hexdigest()[:16]}.svg"
        path = Path(self.builder.outdir, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(drawn, encoding="utf-8")
        page = self.builder.get_target_uri(self.builder.current_docname)
        alt = f"{node['caption']}: {in_words(hand, plays)}"
        image = h("img", {"class": "position", "src": relative_uri(page, name), "alt": alt})
        self.body.append(f"<br/>{str(image).removesuffix('></img>')}/>")
    raise nodes.SkipNode


def listed(hand: tuple[str, ...], plays: tuple[tuple[str, str], ...]) -> str:
    """Return the cards as a line of text: `On the table: East 2♣. In hand: 3♦ Q♠ K♥.`"""
    names = [read(card).short for card in hand]
    said = [
        ("On the table", ", ".join(f"{name} {read(card).short}" for name, card in plays)),
        ("In hand", (", " if any(" " in name for name in names) else " ").join(names)),
    ]
    return " ".join(f"{where}: {cards}." for where, cards in said if cards)


def _small_cards(hand: tuple[str, ...], plays: tuple[tuple[str, str], ...]) -> Iterator[Html]:
    """Yield the cards of a position side by side, those on the table with their players' names."""
    for where, cards in (("On the table", plays), ("In hand", tuple(("", card) for card in hand))):
        if cards:
            held = ((name, " ", _small_card(card), " ") for name, card in cards)
            yield h("span", {"class": "cards-where"}, f"{where}: ", *held)


def _small_card(card: str) -> Html:
    face = read(card)
    return h("span", {"class": "small-card", "data-suit": face.suit}, face.short)


def _visit_words(self: Any, node: cards_figure) -> None:
    words = in_words(*cards_of(node["deal"])) if node.get("words", True) else ""
    if words:
        self.visit_Text(nodes.Text(f" {words}"))
        self.depart_Text(nodes.Text(words))
    raise nodes.SkipNode


def setup_figure(app: Sphinx) -> None:
    """Register the figure."""
    words = (_visit_words, None)
    app.add_node(cards_figure, html=(_visit_html, None), latex=words, text=words, man=words, texinfo=words)
