"""HTML without inline styles: the site's Content-Security-Policy allows none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class AutomaticColumns(SphinxPostTransform):
    """A transform that lets the browser size table columns, since given widths would become `style` attributes."""

    default_priority = 400
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Mark each table, and put wide ones into a scrolling box that the keyboard can reach."""
        for table in self.document.findall(nodes.table):
            classes = [name for name in table["classes"] if not name.startswith("colwidths-")]
            table["classes"] = [*classes, "colwidths-auto"]


def setup_markup(app: Sphinx) -> None:
    """Register the transform."""
    app.add_post_transform(AutomaticColumns)
