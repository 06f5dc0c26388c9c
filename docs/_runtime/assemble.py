"""Assembles the browser's Python: Pyodide's core, the needed parts of the standard library, the engine, the workers.

Everything goes into one folder named by the hash of its contents, so that a browser may cache it permanently. The same
inputs give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import marshal
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from . import archive

HERE = Path(__file__).parent
CORE = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm")
WORKERS = ("python.mjs", "worker.mjs", "console.mjs", "console.py")
AHEAD = "whister_ahead.py"
PRACTICE = "whister_practice.py"
ELSEWHERE = (
    "whister/__main__.py",
    "whister/adapters/",
    "whister/cli/",
    "whister/history/",
    "whister/reference/",
    "whister/studies/clusters.py",
    "whister/studies/estimating.py",
    "whister/studies/kept.py",
    "whister/studies/store.py",
    "whister/studies/written.py",
)
RULES = "whister/rules/"
LIBRARY = "python_stdlib.zip"
LOCK = "pyodide-lock.json"


def assemble(node: Path, npm: Path, wheel: Path, out: Path) -> Path:
    """Make the runtime under `out` and return its folder, ``out/<hash>``."""
    pyodide = npm / "pyodide"
    with tempfile.TemporaryDirectory() as temporary:
        work, made = Path(temporary, "work"), Path(temporary, "made")
        work.mkdir()
        made.mkdir()
        found = _rehearse(node, pyodide, pyodide / LIBRARY, wheel)
        archive.write(work / LIBRARY, trimmed(archive.members(pyodide / LIBRARY), found["modules"]))
        archive.write(work / wheel.name, archive.members(wheel) | practice() | ahead(found["written"]))
        _write_lock(pyodide / LOCK, work / wheel.name, work / LOCK)
        _pyodide("py-compile", "--silent", "--no-keep", "--compression-level", "0", str(work))

        (compiled,) = work.glob("*.whl")
        engine = made / compiled.name
        archive.write_wheel(engine, archive.settled(for_browsers(archive.members(compiled))))
        archive.write(made / LIBRARY, archive.settled(archive.members(work / LIBRARY)))
        for name in CORE:
            shutil.copyfile(pyodide / name, made / name)
        (made / LOCK).write_text(pinned(work / LOCK, engine), encoding="utf-8")
        for name in WORKERS:
            shutil.copyfile(HERE / name, made / name)
        (made / "sizes.mjs").write_text(sizes(made), encoding="utf-8")
        _rehearse(node, made, made / LIBRARY, engine)  # nothing that was left out is needed
        return _put(made, out)


def renew(wheel: Path, out: Path) -> Path:
    """Give the runtime under `out` the records of a wheel that differs in nothing else; return its new folder.

    The result is the same, byte for byte, as assembling it again. There is no rehearsal, since a record imports
    nothing.
    """
    (before,) = (folder for folder in out.iterdir() if folder.is_dir())
    with tempfile.TemporaryDirectory() as temporary:
        made = Path(temporary, "made")
        shutil.copytree(before, made)
        (engine,) = made.glob("*.whl")
        files = {name: body for name, body in archive.members(engine).items() if not name.startswith(RULES)}
        rules = {name: body for name, body in archive.members(wheel).items() if name.startswith(RULES)}
        archive.write_wheel(engine, files | rules)
        (made / LOCK).write_text(pinned(made / LOCK, engine), encoding="utf-8")
        (made / "sizes.mjs").write_text(sizes(made), encoding="utf-8")
        return _put(made, out)


def _put(made: Path, out: Path) -> Path:
    """Replace the previous runtime with the new one, in a folder named by its hash."""
    target = out / _hash(made)
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(made, target)
    return target


def trimmed(library: dict[str, bytes], modules: list[str]) -> dict[str, bytes]:
    """Return only the files of these modules."""
    kept = {}
    for module in modules:
        path = module.replace(".", "/")
        name = next(name for name in (f"{path}/__init__.py", f"{path}.py") if name in library)
        kept[name] = library[name]
    return kept


def for_browsers(engine: dict[str, bytes]) -> dict[str, bytes]:
    """Return the engine without the parts that only pages and the command line need."""
    return {name: body for name, body in engine.items() if not name.startswith(ELSEWHERE)}


def pinned(lock: Path, wheel: Path) -> str:
    """Return the lock file from pyodide-build with the SHA-256 of the wheel as shipped."""
    whole = json.loads(lock.read_text(encoding="utf-8"))
    (entry,) = whole["packages"].values()
    if entry["file_name"] != wheel.name:
        raise SystemExit(f"The lock names {entry['file_name']}, but the engine's wheel is {wheel.name}.")
    entry["sha256"] = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return json.dumps(whole, sort_keys=True, separators=(",", ":"))


def sizes(folder: Path) -> str:
    """Return a small script with the size of each part in bytes, from which the worker calculates its progress."""
    counts = {
        part.name: part.stat().st_size
        for part in sorted(folder.iterdir())
        if part.suffix in {".wasm", ".whl", ".zip"}
    }
    return f"/** Bytes of each part that is counted while it loads. */\nexport const SIZES = {json.dumps(counts)};\n"


def ahead(written: dict[str, list[str]]) -> dict[str, bytes]:
    """Return the module that looks up methods compiled in advance, and these methods."""
    codes = {
        source: marshal.dumps(compile(source, "<string>", mode, dont_inherit=True))
        for mode, sources in written.items()
        for source in sources
    }
    return {AHEAD: (HERE / AHEAD).read_bytes(), AHEAD.replace(".py", ".bin"): marshal.dumps(codes)}


def practice() -> dict[str, bytes]:
    """Return the module that plays a hidden game for practice."""
    return {PRACTICE: (HERE / PRACTICE).read_bytes()}


def _rehearse(node: Path, pyodide: Path, library: Path, wheel: Path) -> dict[str, Any]:
    done = subprocess.run(
        [node, HERE / "rehearse.mjs", pyodide, library, wheel],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"The engine's rehearsal under Pyodide failed:\n{done.stdout}\n{done.stderr}")
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def _write_lock(source: Path, wheel: Path, target: Path) -> None:
    """Write a lock that names only the engine, with its SHA-256."""
    whole = json.loads(source.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as temporary:
        bare = Path(temporary, LOCK)
        bare.write_text(json.dumps({**whole, "packages": {}}), encoding="utf-8")
        places = ["--input", str(bare), "--output", str(target), "--base-path", str(wheel.parent)]
        _pyodide("lockfile", "add-wheels", *places, str(wheel))


def _pyodide(*arguments: str) -> None:
    """Run a command of pyodide-build."""
    command = [sys.executable, "-m", "pyodide_cli", *arguments]
    # With a date set, py-compile writes byte-code that contains the hash of its source instead of a time.
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "315532800", "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise SystemExit(f"pyodide {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")


def _hash(folder: Path) -> str:
    total = hashlib.sha256()
    for part in sorted(folder.iterdir()):
        total.update(f"{part.name}\0".encode())
        total.update(hashlib.sha256(part.read_bytes()).digest())
    return total.hexdigest()[:16]
