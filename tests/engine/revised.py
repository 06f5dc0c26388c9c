"""The revision of the engine: raised when a golden playthrough changes, so that figures computed before count as older.

``revised.json`` has the revision and a hash of each golden file. ``python3 noxfile.py -s golden`` adds new files to it;
a file that has changed is accepted only with a new revision.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from tests.engine.playthroughs import FOLDER
from whister.studies.provenance import REVISION

FILE = Path(__file__).with_name("revised.json")


def today() -> dict[str, str]:
    """Return a short hash of each golden file."""
    files = sorted(FOLDER.rglob("*.txt"))
    return {
        file.relative_to(FOLDER).with_suffix("").as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()[
            :12
        ]
        for file in files
    }


def trouble(kept: dict[str, Any], revision: int, found: dict[str, str]) -> str:
    """Return what is wrong with the revision; "" if nothing is."""
    changed = [name for name, digest in kept["files"].items() if name in found and found[name] != digest]
    if changed and revision == kept["revision"]:
        return (
            f"{', '.join(changed)} plays otherwise than at revision {revision}: raise REVISION in "
            "engine/whister/studies/provenance.py, and run python3 noxfile.py -s golden"
        )
    if revision != kept["revision"] or set(kept["files"]) != set(found):
        return "revised.json is of other files: run python3 noxfile.py -s golden"
    return ""


def write() -> None:
    """Write the file, unless a golden file has changed and the revision has not."""
    kept, found = json.loads(FILE.read_text("utf-8")), today()
    if (said := trouble(kept, REVISION, found)) and "raise" in said:
        raise SystemExit(said)
    FILE.write_text(json.dumps({"revision": REVISION, "files": found}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    write()
