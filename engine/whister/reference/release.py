"""The facts of a citation: the name of the work, its maker, and the date of its version. ``CITATION.cff``, outside the
package, gives the same facts; a test checks that they agree.
"""

from __future__ import annotations

import whister

WORK = "Whister: Historical rules of Hearts, Boston and Rook, in play"
"""The title of the whole work. The word after the colon has a capital, for styles that print a title unchanged."""
AUTHOR = "The Whister maintainers"
"""The author. It is a body, not a person, so citations must not invert its name."""
RELEASED = "2026-11-20"
"""The date of this version, in ISO 8601."""
VERSION = whister.__version__
LANGUAGE = "en"

__all__ = ["AUTHOR", "LANGUAGE", "RELEASED", "VERSION", "WORK"]
