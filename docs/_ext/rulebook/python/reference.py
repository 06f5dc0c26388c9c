"""The Python reference lists classes without the arguments of their constructors."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def _leave_out_arguments(  # noqa: PLR0917  (Sphinx's signature)
    app: Sphinx,
    what: str,
    name: str,
    subject: object,
    options: object,
    signature: str | None,
    returns: str | None,
) -> tuple[str, str] | None:
    """Drop the signature of a class, since readers use its objects but do not make them."""
    return ("", "") if what == "class" and signature else None


def setup_reference(app: Sphinx) -> None:
    """Register the hook, if the project has a Python reference."""
    if "sphinx.ext.autodoc" in app.extensions:
        app.connect("autodoc-process-signature", _leave_out_arguments)
