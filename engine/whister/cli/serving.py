"""``whister serve``: serve the site from a folder."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from whister.cli import server
from whister.cli.parser import command, exits, path, whole
from whister.cli.trouble import FOUND, MISSING, MISUSED, Trouble

NAME = "serve"
BUILT = Path("build/site")


def add(commands: Any) -> None:
    """Add ``whister serve`` to the commands."""
    parser = command(
        commands, NAME, run, summary="serve the site from a folder",
        usage="[FOLDER] [--port N]",
        about="Serve a built or downloaded copy of the site on this computer only, with the media types, compressed files and "
        "strict security policy that it needs; games can be played without a network. Press Control-C to stop.\n\n"
        "The package does not include the site. In a copy of the source, `python3 noxfile.py -s build` builds it in build/site, "
        "the folder served by default.",
        examples=("whister serve", "whister serve ~/whister-site --port 8080"),
        codes=exits((FOUND, "served, then stopped"), (MISUSED, "no such folder, or no site in it"), (MISSING, "no site found, or no port free")),
    )  # fmt: skip
    parser.add_argument(
        "folder", metavar="FOLDER", nargs="?", type=path, help="folder of the site (build/site)"
    )
    parser.add_argument(
        "--port",
        metavar="N",
        type=whole(1, 65535),
        default=server.PORT,
        help=f"the port, or the next free one ({server.PORT})",
    )


def run(asked: argparse.Namespace) -> int:
    """Serve until interrupted."""
    folder: Path = asked.folder if asked.folder is not None else BUILT
    if not (folder / "index.html").is_file():
        if asked.folder is None:
            raise Trouble(
                f"there is no site in {BUILT}: name the folder of a downloaded one, or make it in a copy of the source with "
                "`python3 noxfile.py -s build`.",
                MISSING,
            )
        why = "there is no index.html in it" if folder.is_dir() else "there is no such folder"
        raise Trouble(f"{folder}: {why}; expected the folder of a built or downloaded site.")
    try:
        server.serve(folder, asked.port)
    except SystemExit as ended:
        raise Trouble(str(ended), MISSING) from None
    except OSError as error:
        raise Trouble(f"{folder}: cannot be served: {error.strerror or error}.", MISSING) from None
    return FOUND
