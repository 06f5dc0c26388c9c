"""What is cited: the work's name, who makes it, and the day its version came out.

The same facts stand in ``CITATION.cff``, which is no part of the package; a test compares the two.
"""

from __future__ import annotations

import whister

WORK = "Whister: Historical rules of Hearts, Boston and Rook, in play"
"""The title of the whole. A capital after the colon: styles that keep a title's letters as they are want one there."""
AUTHOR = "The Whister maintainers"
"""A body, not a person: no citation may turn its name round."""
RELEASED = "2026-11-20"
"""The day of this version, as ISO 8601 writes it."""
VERSION = whister.__version__
LANGUAGE = "en"

__all__ = ["AUTHOR", "LANGUAGE", "RELEASED", "VERSION", "WORK"]
