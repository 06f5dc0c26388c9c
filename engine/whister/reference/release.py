"""The facts of a citation: the name of the work, its maker, and the date of its version. ``CITATION.cff``, outside the
package, has the same; a test compares the two.
"""

from __future__ import annotations

import whister

WORK = "Whister: Historical rules of Hearts, Boston and Rook, in play"
"""The title of the whole. A capital after the colon: styles that keep a title's letters as they are want one there."""
AUTHOR = "The Whister maintainers"
"""A body, not a person: citations must not invert its name."""
RELEASED = "2026-11-20"
"""The date of this version, in ISO 8601."""
VERSION = whister.__version__
LANGUAGE = "en"

__all__ = ["AUTHOR", "LANGUAGE", "RELEASED", "VERSION", "WORK"]
