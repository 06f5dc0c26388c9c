"""The site's own scripts and styles as served: file by file, without comments, long names and white space.

The files to read and change are in docs/_static. Modules stay modules and import one another by the same names. The
components of a style sheet, in a folder ``parts`` beside it, become one file. Typefaces are put beside them, each named
by its hash, and a module that only re-exports an npm package is replaced by the package itself.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from bundle import bundle
from faces import LICENCES, cut_faces
from node import Node, esbuild
from steps import BUILD, DOCS, digest, files_under, once

SOURCE = DOCS / "_static"
SAME_NAME = {
    ".mjs": ("--out-extension:.js=.mjs",),
    ".js": (),
    ".css": (
        "--bundle",
        "--log-override:css-syntax-error=error",
        "--loader:.woff2=file",
        "--asset-names=faces/[name]-[hash]",
    ),
}
"""The files that are minified, and the options for esbuild that keep their suffix or bundle their imports."""
PACKAGES = {"search/minisearch.mjs": "MiniSearch"}
"""The modules that re-export an npm package, and the package of each."""
PARTS = "parts"
"""The name of a folder of components from which a style sheet is put together."""


def small_static(node: Node, stamps: Path) -> Path:
    """Copy docs/_static with its scripts and style sheets minified; return the folder of the copy.

    The comments that state a licence (``/*!``, ``@license``, ``@preserve``) are kept.
    """
    folder = BUILD / "static"
    faces = cut_faces(stamps)
    key = digest(SOURCE, faces, DOCS / "package-lock.json", Path(__file__))

    def make() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(SOURCE, folder, ignore=shutil.ignore_patterns(PARTS))
        how = [
            "--minify",
            "--target=es2022",
            "--charset=utf8",
            "--legal-comments=inline",
            "--tsconfig-raw={}",
        ]
        places = [f"--outbase={SOURCE}", f"--outdir={folder}"]
        for suffix, same_name in SAME_NAME.items():
            files = [
                file for file in files_under(SOURCE) if file.suffix == suffix and file.parent.name != PARTS
            ]
            named = [f"--alias:faces={faces}"] if suffix == ".css" else []
            esbuild(node, *files, *how, *places, *same_name, *named)
        for module, what in PACKAGES.items():
            bundle(node, SOURCE / module, (folder / module).parent, what)
        shutil.copy(faces / LICENCES, folder)

    once("scripts and styles", stamps / "static", key, folder / "site.js", make)
    return folder
