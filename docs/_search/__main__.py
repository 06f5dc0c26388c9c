"""Write the search records of a site: ``python -m _search PAGES FOLDER WORDS``. ``index.mjs`` indexes the words."""

from __future__ import annotations

import argparse
from pathlib import Path

from _search.index import build

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="_search", description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("folder", type=Path, help="what was there before is removed")
    parser.add_argument("words", type=Path, help="a file for index.mjs")
    asked = parser.parse_args()
    try:
        print(build(asked.site, asked.folder, asked.words), "records")
    except OSError as error:
        parser.exit(1, f"{error}\n")
