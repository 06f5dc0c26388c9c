"""HTML elements as values, from which the pages with a table are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape

Attribute = str | int | bool | None


@dataclass(frozen=True)
class Html:
    """One element: its tag, its attributes in order, and its children (elements and strings)."""

    tag: str
    attrs: Mapping[str, str]
    kids: tuple[Html | str, ...]

    def __str__(self) -> str:
        attrs = "".join(f' {name}="{escape(value)}"' for name, value in self.attrs.items())
        return f"<{self.tag}{attrs}>{''.join(map(markup, self.kids))}</{self.tag}>"


Kid = Html | str | bool | Iterable[Html | str | bool | None] | None


def markup(kid: Html | str) -> str:
    """Return the HTML of an element or a string."""
    return escape(kid) if isinstance(kid, str) else str(kid)


def h(tag: str, attrs: Mapping[str, Attribute] | None = None, *kids: Kid) -> Html:
    """Return one element. False and None leave an attribute or a child out; True gives an empty attribute.

    Adjacent strings are joined, as they are when a browser reads a page.
    """
    kept = {
        name: "" if value is True else str(value)
        for name, value in (attrs or {}).items()
        if value is not None and value is not False
    }
    joined: list[Html | str] = []
    for kid in _flat(kids):
        if isinstance(kid, str) and joined and isinstance(joined[-1], str):
            joined[-1] += kid
        else:
            joined.append(kid)
    return Html(tag, kept, tuple(joined))


def _flat(kids: Iterable[Kid]) -> Iterable[Html | str]:
    for kid in kids:
        if isinstance(kid, (str, Html)):
            if kid:
                yield kid
        elif kid is not None and not isinstance(kid, bool):
            yield from _flat(kid)
