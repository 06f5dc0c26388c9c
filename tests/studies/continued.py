"""The file of a study of the site: it goes on from the figures that are kept in the repository."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from whister.studies.asked import Asked
from whister.studies.chunks import size_of
from whister.studies.kept import Kept
from whister.studies.store import Store
from whister.studies.sums import Sums, merged


class Continued(Store):
    """The results of a study in a file, on top of those that are kept: the chunks that made these are not played again.

    ``before`` is what is kept, if anything. Of a study with other rules, players or seed it is not used.
    """

    def __init__(self, file: Path, asked: Asked, before: Kept | None) -> None:
        super().__init__(file, asked.about())
        self.before = before if before is not None and _same(before, asked) else None
        self.begun: Mapping[str, int] = self.before.counts if self.before is not None else {}

    def known(self, part: str) -> set[int]:
        return super().known(part) | set(range(1, self.begun.get(part, 0) + 1))

    def done(self, counts: Mapping[str, int]) -> int:
        return sum(len(self.known(part) & set(range(1, most + 1))) for part, most in counts.items())

    def together(self, counts: Mapping[str, int]) -> Sums:
        """Return the sums of the first chunks of each part, what is kept included: not fewer than that."""
        begun = self.begun
        assert all(most >= begun.get(part, 0) for part, most in counts.items()), (counts, begun)
        later = (sums for part, most in counts.items() for sums in self.sums(part, most, begun.get(part, 0)))
        return merged((self.before.sums if self.before is not None else {}, *later))


def _same(before: Kept, asked: Asked) -> bool:
    """Return whether what is kept is of the same study, in chunks of the same size. The version is for information."""
    if _plain(before.origin) != _plain(asked.origin):
        return False
    return all(
        before.sums[part].n == count * size_of(part, asked.entrants) for part, count in before.counts.items()
    )


def _plain(origin: Any) -> str:
    return json.dumps(origin._replace(version=""), sort_keys=True)


__all__ = ["Continued"]
