"""Addresses that never break: `docs/anchors.lock` lists every address ever published, one to a line.

A line is an address or a tombstone. A tombstone gives the new address of a retired one: `hearts/black-lady#old-slug ->
hearts/black-lady#new-slug`, or of a whole rule set: `hearts/old -> hearts/new`. The file only grows. `python -m
rulebook.domain.anchors` in `docs/_ext`, with the engine on the path, adds new addresses; the build fails if an address
is gone without a tombstone.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.errors import ExtensionError
from sphinx.util import logging

from rulebook.base.catalogue import clause_addresses, option_addresses, rule_set_ids
from rulebook.domain import released
from rulebook.domain.bibliography import works
from whister.reference import bibliography, retired

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)

LOCK = "anchors.lock"
ARROW = " -> "
BEING_WRITTEN = "WHISTER_BEING_WRITTEN"
"""Set while a writer watches the pages: a new address may still change then, and its page must be shown."""
SHOWN = 5
"""The most broken addresses that a message names."""


class BrokenAddress(ExtensionError):
    """Raised if a published address is gone without a tombstone."""


def read_lock(path: Path) -> dict[str, str]:
    """Map each address of the lock file to its new address, or to None while it is in use."""
    found: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if line and not line.startswith("#"):
            address, _, moved_to = line.partition(ARROW)
            found[address] = moved_to
    return found


def current_addresses() -> set[str]:
    """Return every address in the engine's current records."""
    return {*rule_set_ids(), *clause_addresses(), *option_addresses()}


def went(lock: dict[str, str], address: str) -> str:
    """Return the current address for a retired one, however often it has moved."""
    seen = set()
    while lock.get(address) and address not in seen:
        seen.add(address)
        address = lock[address]
    return address


def broken(lock: dict[str, str], current: set[str]) -> list[str]:
    """Return a message for each address that is gone without a valid tombstone."""
    wrong = [
        f"{address} is gone and has no tombstone"
        for address in lock
        if address not in current and not lock[address]
    ]
    wrong += [
        f"{address} has moved to {moved_to}, which does not exist"
        for address, moved_to in lock.items()
        if moved_to and moved_to not in current and moved_to not in lock
    ]
    return wrong


def update(path: Path) -> list[str]:
    """Add new addresses to the lock file; return them."""
    lock = read_lock(path)
    new = sorted(current_addresses() - set(lock))
    if new:
        with path.open("a", encoding="utf-8") as file:
            file.writelines(f"{address}\n" for address in new)
    return new


def tombstones(lock: dict[str, str]) -> str:
    """Return only the retired addresses, as the package keeps them for its command line."""
    return "".join(f"{address}{ARROW}{moved_to}\n" for address, moved_to in lock.items() if moved_to)


def _check(app: Sphinx, env: BuildEnvironment) -> None:
    path = Path(app.srcdir) / LOCK
    if not path.exists():
        return  # a project that only cites the rules
    lock, current = read_lock(path), current_addresses()
    wrong = broken(lock, current)
    if wrong:
        more = f"; and {len(wrong) - SHOWN} more" if len(wrong) > SHOWN else ""
        raise BrokenAddress(f"{LOCK}: {'; '.join(wrong[:SHOWN])}{more}")
    new = sorted(current - set(lock))
    if new:
        tell = logger.info if os.environ.get(BEING_WRITTEN) else logger.warning
        tell(
            "%d addresses are not in %s, the first of them %s; add them with `python3 noxfile.py -s anchors`",
            len(new),
            LOCK,
            new[0],
            type="rule",
            subtype="anchors",
        )


def main(words: list[str]) -> None:
    """Add new addresses to the lock file beside this extension; report addresses that are gone.

    The data that the package needs for its command line (the tombstones and the bibliography's sources) is rewritten.
    With `--release VERSION`, the wording and the rule of each clause in that version are recorded as well.
    """
    folder = Path(__file__).resolve().parents[3]
    path = folder / LOCK
    wrong = broken(read_lock(path), current_addresses())
    if wrong:
        sys.exit("\n".join(wrong))
    for address in update(path):
        print(address)
    retired.FILE.write_text(tombstones(read_lock(path)), encoding="utf-8")
    bibliography.FILE.write_text(bibliography.as_file(works(folder / "references.bib")), encoding="utf-8")
    if words[:1] == ["--release"] and len(words) == 2:
        released.write(folder / released.LOCK, words[1], released.current())
        print(f"{released.LOCK} has the clauses of version {words[1]}")
    elif words:
        sys.exit("known words: --release VERSION")


def setup_anchors(app: Sphinx) -> None:
    """Check the lock file at every build."""
    app.connect("env-check-consistency", _check)


if __name__ == "__main__":
    main(sys.argv[1:])
