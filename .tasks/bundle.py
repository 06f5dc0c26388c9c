"""Bundles of npm packages for the site's scripts: one file each, with the licences of its contents beside it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

from node import NODE_MODULES, Node, esbuild
from steps import BUILD, DOCS, Trouble, digest, once

EDITOR = DOCS / "_editor"
SCRIPT = "editor.mjs"
LICENCES = "licences.txt"


def editor_bundle(node: Node, stamps: Path) -> Path:
    """Bundle CodeMirror and our own modules; return the folder whose files go into the site's ``_static/editor``."""
    folder = BUILD / "editor"
    key = digest(EDITOR, DOCS / "package-lock.json", Path(__file__))

    def make() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        bundle(node, EDITOR / SCRIPT, folder, "CodeMirror and other free software")

    once("editor", stamps / "editor", key, folder / SCRIPT, make)
    return folder


def bundle(node: Node, script: Path, folder: Path, what: str) -> None:
    """Bundle a script and all its imports into one script of the same name in a folder, with a file of licences.

    ``what`` names the packages for the comment at the top of the script.
    """
    folder.mkdir(parents=True, exist_ok=True)
    facts = BUILD / f"{script.stem}-facts.json"
    banner = f"--banner:js=/*! Contains {what}: see {LICENCES} beside this file. */"
    how = ["--bundle", "--minify", "--format=esm", "--target=es2022", banner]
    esbuild(node, script, *how, f"--outfile={folder / script.name}", f"--metafile={facts}", cwd=DOCS)
    (output,) = json.loads(facts.read_text(encoding="utf-8"))["outputs"].values()
    used = [DOCS / name for name, part in output["inputs"].items() if part["bytesInOutput"]]
    (folder / LICENCES).write_text(licences(used), encoding="utf-8")


def licences(files: Iterable[Path]) -> str:
    """Return the licence of every npm package that has a file among these. Raises Trouble if one has no licence."""
    packages = sorted({_package(file) for file in files if NODE_MODULES in file.parents})
    texts = []
    for package in packages:
        facts = json.loads((package / "package.json").read_text(encoding="utf-8"))
        papers = sorted(package.glob("LICEN[CS]E*"))
        if not papers:
            raise Trouble(f"{facts['name']} is in the site's scripts and has no licence in its folder.")
        head = f"{facts['name']} {facts['version']}"
        texts.append(f"{head}\n{'=' * len(head)}\n\n{papers[0].read_text(encoding='utf-8').strip()}\n")
    return "\n\n".join(texts)


def _package(file: Path) -> Path:
    """Return the folder of a file's package: node_modules/name or node_modules/@scope/name."""
    name = file.relative_to(NODE_MODULES).parts
    return NODE_MODULES.joinpath(*name[: 2 if name[0].startswith("@") else 1])
