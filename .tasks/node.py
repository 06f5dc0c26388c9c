"""Node, from the machine or from PyPI, and the npm packages."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import shutil
import subprocess
import sys
from pathlib import Path

from environments import environment
from steps import DOCS, ROOT, Command, Trouble, call, digest, once

NODE_MODULES = DOCS / "node_modules"
OLDEST_NODE = 20


@dataclasses.dataclass(frozen=True)
class Node:
    """A Node with its npm."""

    node: Path
    npm: Path

    @property
    def path(self) -> dict[str, str]:
        """The environment variable by which a program finds this Node before any other."""
        return {"PATH": os.pathsep.join([str(self.node.parent), os.environ.get("PATH", "")])}


def find_node() -> Node:
    """Return Node 20 or newer with npm from PATH, or else the one from PyPI."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        with contextlib.suppress(OSError, ValueError, subprocess.SubprocessError):
            answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
            if int(answer.stdout.strip().lstrip("v").split(".")[0]) >= OLDEST_NODE:
                return Node(Path(node), Path(npm))
    home = environment("node", Path(sys.executable)).parent
    return Node(home / "node", home / "npm")


def npm_packages() -> Node:
    """Install the packages of docs/package-lock.json if necessary; return the Node to run them with."""
    node = find_node()
    key = digest(DOCS / "package.json", DOCS / "package-lock.json")
    command: Command = [node.npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    once(
        "npm packages",
        NODE_MODULES / ".made-from",
        key,
        NODE_MODULES / "pyodide",
        lambda: call(command, cwd=DOCS, env=node.path),
    )
    return node


def esbuild(node: Node, *words: str | Path, cwd: Path = ROOT) -> None:
    """Run esbuild. Raises Trouble with its message about a mistake, without Node's stack trace."""
    try:
        call([node.node, NODE_MODULES / "esbuild/bin/esbuild", *words, "--log-level=warning"], cwd=cwd)
    except Trouble as trouble:
        raise Trouble(str(trouble).partition("\nnode:")[0].strip()) from None
