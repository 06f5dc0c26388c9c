"""Command line: ``python -m _offline SITE`` writes the site's service worker, which includes the list of its files."""

import sys
from pathlib import Path

from .listing import write_worker

if __name__ == "__main__":
    print(write_worker(Path(sys.argv[1])))
