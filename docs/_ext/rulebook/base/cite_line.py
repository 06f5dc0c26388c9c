"""The line with the link **Cite**: a placeholder until `cite` knows where the citation is."""

from __future__ import annotations

from docutils import nodes


class cite_line(nodes.General, nodes.Element):  # noqa: N801 (docutils names nodes so)
    """A line with the link **Cite**.

    Attributes: `cited`, the address of a clause or rule set, or the name of a page; for a page made from the records
    also `title`, by which it is cited; and for a source's page `source`, the anchor of the source's own citation.
    """

    def attributes_of_line(self) -> dict[str, str]:
        """Return the attributes that were given, by name."""
        return {name: self[name] for name in ("cited", "title", "source") if name in self}
