"""The entry point of the command ``whister`` and of ``python -m whister``, which do the same."""

import sys

try:
    from whister.cli import main
except KeyboardInterrupt:  # while the commands are loaded
    sys.exit(130)

if __name__ == "__main__":
    sys.exit(main())
