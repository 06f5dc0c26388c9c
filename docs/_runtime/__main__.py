"""Command line: ``python -m _runtime assemble | renew | compress | serve``."""

from __future__ import annotations

import argparse
from pathlib import Path

from whister.cli import server

from . import assemble, compress


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="_runtime", description="The Python that runs in the reader's browser."
    )
    tasks = parser.add_subparsers(dest="task", required=True)
    task = tasks.add_parser("assemble", help="put the runtime together in a folder named by its hash")
    task.add_argument(
        "--node", type=Path, required=True, help="the Node that finds out what the engine imports"
    )
    task.add_argument("--npm", type=Path, required=True, help="node_modules, with pyodide in it")
    task.add_argument("--wheel", type=Path, required=True, help="the engine's wheel")
    task.add_argument("--out", type=Path, required=True, help="what was there before is removed")
    task = tasks.add_parser("renew", help="give it the records of another wheel that differs in nothing else")
    task.add_argument("--wheel", type=Path, required=True, help="the engine's wheel")
    task.add_argument("--out", type=Path, required=True, help="where it was put together")
    task = tasks.add_parser("compress", help="put a .br and a .gz beside every file that gets smaller by it")
    task.add_argument("site", type=Path)
    task.add_argument("--cache", type=Path, required=True, help="keeps what was compressed before")
    task.add_argument(
        "--best", action="store_true", help="the smallest runtime; half a minute the first time"
    )
    task = tasks.add_parser("serve", help="serve a built site")
    task.add_argument("site", type=Path)
    task.add_argument("--port", type=int, default=server.PORT)
    chosen = parser.parse_args()
    match chosen.task:
        case "assemble":
            print(assemble.assemble(chosen.node, chosen.npm, chosen.wheel, chosen.out))
        case "renew":
            print(assemble.renew(chosen.wheel, chosen.out))
        case "compress":
            compress.compress(chosen.site, chosen.cache, best=chosen.best)
        case _:
            server.serve(chosen.site, chosen.port)


if __name__ == "__main__":
    main()
