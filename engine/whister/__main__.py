"""The entry point of ``python -m whister``, which does the same as the command ``whister``."""

import sys

from whister.cli import main

if __name__ == "__main__":
    sys.exit(main())
