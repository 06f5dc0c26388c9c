"""``python -m whister`` is ``whister``."""

import sys

from whister.cli import main

if __name__ == "__main__":
    sys.exit(main())
