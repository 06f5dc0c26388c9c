"""Build the search index of a site: ``python -m _search SITE``."""

from __future__ import annotations

import argparse
from pathlib import Path

from _search.index import build

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="_search", description=__doc__)
    parser.add_argument("site", type=Path)
    print(build(parser.parse_args().site), "records")
