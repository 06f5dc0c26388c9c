"""Build the search index of a site: ``python -m _search PAGES FOLDER``."""

from __future__ import annotations

import argparse
from pathlib import Path

from _search.index import build

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="_search", description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("folder", type=Path, help="what was there before is removed")
    asked = parser.parse_args()
    try:
        print(build(asked.site, asked.folder), "records")
    except OSError as error:
        parser.exit(1, f"{error}\n")
