"""The editor of the examples: CodeMirror and our own modules in one script, with the licences of what is in it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

from node import NODE_MODULES, Node, esbuild
from steps import BUILD, DOCS, Trouble, digest, once

SOURCE = DOCS / "_editor"
SCRIPT = "editor.mjs"
LICENCES = "licences.txt"
BANNER = f"/*! Contains CodeMirror and other free software: see {LICENCES} beside this file. */"


def editor_bundle(node: Node, stamps: Path) -> Path:
    """Bundle the editor; return the folder that is to be the site's ``_static/editor``, beside the sources there."""
    folder = BUILD / "editor"
    key = digest(SOURCE, DOCS / "package-lock.json", Path(__file__))

    def make() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        facts = BUILD / "editor-facts.json"
        how = ["--bundle", "--minify", "--format=esm", "--target=es2022", f"--banner:js={BANNER}"]
        esbuild(node, SOURCE / SCRIPT, *how, f"--outfile={folder / SCRIPT}", f"--metafile={facts}", cwd=DOCS)
        (output,) = json.loads(facts.read_text(encoding="utf-8"))["outputs"].values()
        used = [DOCS / name for name, part in output["inputs"].items() if part["bytesInOutput"]]
        (folder / LICENCES).write_text(licences(used), encoding="utf-8")

    once("editor", stamps / "editor", key, folder / SCRIPT, make)
    return folder


def licences(files: Iterable[Path]) -> str:
    """The licence of every npm package that has a file among these. Raises Trouble where one has none."""
    packages = sorted({_package(file) for file in files if NODE_MODULES in file.parents})
    texts = []
    for package in packages:
        facts = json.loads((package / "package.json").read_text(encoding="utf-8"))
        papers = sorted(package.glob("LICEN[CS]E*"))
        if not papers:
            raise Trouble(f"{facts['name']} is in the editor's bundle and has no licence in its folder.")
        head = f"{facts['name']} {facts['version']}"
        texts.append(f"{head}\n{'=' * len(head)}\n\n{papers[0].read_text(encoding='utf-8').strip()}\n")
    return "\n\n".join(texts)


def _package(file: Path) -> Path:
    """The folder of the package of a file: node_modules/name or node_modules/@scope/name."""
    name = file.relative_to(NODE_MODULES).parts
    return NODE_MODULES.joinpath(*name[: 2 if name[0].startswith("@") else 1])
