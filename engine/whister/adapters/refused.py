"""The errors of the adapters."""

from __future__ import annotations

from whister.errors import WhisterError
from whister.extras import installing


class IllegalIndex(WhisterError, ValueError):
    """The error for an index that is not in a table of indices, or that may not be chosen now."""


class AdapterMissing(WhisterError, ImportError):
    """The error for an adapter whose package is not installed."""

    def __init__(self, what: str, extra: str, module: str | None) -> None:
        super().__init__(
            f"{what} needs {module or 'another package'}, which is not installed. {installing(extra)}"
        )
        self.name = module


class Unbounded(WhisterError, ValueError):
    """The error for rules without a limit that an adapter must declare, such as that of the length of a deal."""


class Unknowable(WhisterError, ValueError):
    """The error for an observation that is not provided, or a deal that cannot be imagined from what a seat has seen."""
