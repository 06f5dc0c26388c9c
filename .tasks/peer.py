"""The peer in the benchmarks: a page whose doctest jupyterlite-sphinx runs, served entirely by our own server.

JupyterLite normally loads Python from a content delivery network. Here Python comes from npm, in the version that the
kernel names, and its packages come from PyPI; its lock file is patched with their hashes. The engine's wheel is added
through `piplite`.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

from building import STAMPS, engine_wheel, paths
from environments import bootstrap, environment
from node import find_node
from steps import BUILD, ROOT, Command, alone, call, digest, once

PEER_SOURCE = ROOT / "tests" / "benchmarks" / "try_examples"
PEER = BUILD / "benchmarks" / "peer"
PEER_SITE = PEER / "site"
WHEELS_LOCK = ROOT / ".locks" / "peer-wheels.txt"
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")


def peer_site() -> None:
    """Build the peer's site around the engine's wheel if it does not exist yet.

    The whole site is under ``_runtime/``, so that the server treats it like our Python: compressed and cached
    permanently.
    """
    with alone():
        python, engine = environment("peer"), engine_wheel(environment("docs"))
        key = digest(PEER_SOURCE, engine, WHEELS_LOCK, Path(__file__), ROOT / ".locks/peer.txt")
        once("the benchmarks' peer", STAMPS / "peer", key, PEER_SITE, lambda: make(python, engine))


def make(python: Path, engine: Path) -> None:
    """Delete the peer's site and build it again."""
    shutil.rmtree(PEER, ignore_errors=True)
    source = PEER / "source"
    shutil.copytree(PEER_SOURCE, source)
    comm = browser_python(source)
    carry = json.dumps({"PipliteAddon": {"piplite_urls": [str(comm), str(engine)]}})
    (source / "lite" / "jupyter_lite_config.json").write_text(carry)
    place = PEER_SITE / "_runtime"
    call([python, "-m", "sphinx", "-b", "html", "-q", "-d", PEER / "doctrees", source, place], cwd=source)
    compress: Command = ["-m", "_runtime", "compress", PEER_SITE, "--cache", BUILD / "compressed"]
    call([python, *compress], env=paths())


def browser_python(source: Path) -> Path:
    """Copy Python and the kernel's packages to where the build expects them; return the wheel of `comm`."""
    node = find_node()
    call([node.npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], cwd=source)
    core, here = source / "node_modules" / "pyodide", source / "lite" / "static" / "pyodide"
    wheels = PEER / "wheels"
    exact = ("--no-deps", "--require-hashes", "--only-binary", ":all:")
    where: Command = ["--quiet", "--dest", wheels, "--requirement", WHEELS_LOCK]
    call([bootstrap(), "-m", "pip", "download", *exact, *where])
    here.mkdir(parents=True)
    for part in PARTS:
        shutil.copy(core / part, here)
    lock = json.loads((core / "pyodide-lock.json").read_text(encoding="utf-8"))
    for package in lock["packages"].values():
        wheel = wheels / package["file_name"]
        if wheel.is_file():
            shutil.copy(wheel, here)
            package["sha256"] = hashlib.sha256(wheel.read_bytes()).hexdigest()
    (here / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    return next(wheels.glob("comm-*.whl"))
