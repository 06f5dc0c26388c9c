"""Command line: ``python -m _offline SITE`` writes the site's service worker, the list of its files in it."""

import sys
from pathlib import Path

from .listing import write_worker

if __name__ == "__main__":
    print(write_worker(Path(sys.argv[1])))
