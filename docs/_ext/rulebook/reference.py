"""The Python reference: records are listed by their fields, not by the arguments that make them."""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def _leave_out_arguments(  # noqa: PLR0917  (Sphinx's signature)
    app: Sphinx, what: str, name: str, subject: object, options: object, signature: str, returns: str
) -> tuple[str, str] | None:
    """Drop the signature of a dataclass: the engine makes them, readers only read their fields."""
    return ("", "") if what == "class" and is_dataclass(subject) else None


def setup_reference(app: Sphinx) -> None:
    """Register the hook, where the project has a Python reference."""
    if "sphinx.ext.autodoc" in app.extensions:
        app.connect("autodoc-process-signature", _leave_out_arguments)
