"""The tests affected by a change, to run before all the others."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from building import SITE
from checks import SHARED, WHOLE_FILES, Checks, check_lint, check_types
from environments import environment
from steps import ROOT, Trouble, git

RULES = "engine/whister/rules/"
EXTENDS = re.compile(r'^extends\s*=\s*"([a-z0-9/-]+)"', re.MULTILINE)
EVERYWHERE = ("test_anchors.py", "test_links.py", "test_inventory.py", "test_pages.py")
"""The tests of the site that check every page within a moment."""
HISTORIES = "history or claim or timeline or picture or erratum or errata or source"


def changed_files(since: str) -> list[str]:
    """Return the files that differ from a commit or are new. Raises Trouble if git fails."""
    to = f"find what has changed since {since}"
    differ = git("diff", "--name-only", "-z", since, to=to)
    return sorted({*differ, *git("ls-files", "--others", "--exclude-standard", "-z", to=to)})


class Asked(NamedTuple):
    """The tests to run: all, or those affected by changes since a commit; and the arguments for pytest."""

    since: str
    apart: bool
    words: list[str]


def asked_for(words: Sequence[str]) -> Asked:
    """Read the arguments after ``-s tests --``."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--changed", nargs="?", const="HEAD", default="")
    parser.add_argument("--apart", action="store_true")
    asked, others = parser.parse_known_args(list(words))
    return Asked(asked.changed, asked.apart, others)


def rule_sets_of(files: Iterable[str]) -> list[str]:
    """Return the rule sets whose records or examples are among these files, and those that extend them."""
    records = [Path(file) for file in files if file.startswith((RULES, "examples/"))]
    found = {f"{file.parent.name}/{file.stem}" for file in records}
    for family in {file.parent.name for file in records if file.stem.startswith("_")}:
        found |= {f"{family}/{each.stem}" for each in (ROOT / RULES / family).glob("[!_]*.toml")}
    every = {f"{file.parent.name}/{file.stem}": file for file in (ROOT / RULES).glob("*/[!_]*.toml")}
    parents = {name: EXTENDS.search(file.read_text("utf-8")) for name, file in every.items()}
    while more := {name for name, parent in parents.items() if parent and parent[1] in found} - found:
        found |= more
    return sorted(found & every.keys())


def check_changed(checks: Checks, since: str) -> None:
    """Run the tests affected by changes since a commit; list those not run. Raises Trouble if nothing has changed."""
    files = changed_files(since)
    if not files:
        raise Trouble(f"Nothing has changed since {since}.")
    print("\n".join(["", "Changed:", *(f"  {file}" for file in files)]), flush=True)
    python = environment("tests")
    check_lint(checks)
    if any(file.endswith((".py", ".mjs", ".js", ".ts")) for file in files):
        check_types(checks)
    own = [file for file in files if re.search(r"tests/.*/test_\w+\.py$", file) and (ROOT / file).is_file()]
    names = rule_sets_of(files)
    site = any(file.startswith(("docs/", "engine/", "examples/", "tests/site/")) for file in files)
    if names:
        examples = [f"examples/{name}.md" for name in names if (ROOT / "examples" / f"{name}.md").is_file()]
        which = ("-k", " or ".join([*names, *(Path(file).name for file in examples)]))
        places = ("tests/engine", "tests/reference", *examples)
        if site:
            # A build keeps the other cores busy, and each process would have to collect all the tests first.
            checks.begin_pytest("rule sets", python, "changed-rules", "-n0", *places, *which)
        else:
            checks.pytest("rule sets", python, "changed-rules", WHOLE_FILES, *places, *which)
    if code := [file for file in files if re.match(r"engine/whister/.*\.py$", file)]:
        checks.pytest(
            "engine",
            python,
            "changed-engine",
            WHOLE_FILES,
            *(f"tests/{folder}" for folder in ("engine", "adapters", "cli", "reference")),
        )
        checks.notes.append(f"not run for {len(code)} files of the engine: other Pythons, Pyodide, browsers")
    if site:
        _site(checks, files, names, python)
    for folder in ("engine", "adapters", "cli", "reference", "play", "proof"):
        if mine := [file for file in own if file.startswith(f"tests/{folder}/")]:
            checks.pytest(folder, python, f"changed-{folder}", WHOLE_FILES, *mine)


def _site(checks: Checks, files: list[str], names: list[str], python: Path) -> None:
    if not checks.site_builds():
        return
    where = {"WHISTER_SITE": str(SITE)}
    code = any(re.match(r"docs/(_ext|_templates|conf\.py|_search|_offline|_runtime)", file) for file in files)
    if code:
        checks.pytest("site", python, "changed-site", WHOLE_FILES, "docs", "tests/site", **where)
    else:
        which = [*names, *([HISTORIES] if any("whister/history/" in file for file in files) else [])]
        everywhere = [f"tests/site/{name}" for name in EVERYWHERE]
        chosen = ("tests/site", "-k", " or ".join([*EVERYWHERE, *which])) if which else everywhere
        checks.pytest("site", python, "changed-site", WHOLE_FILES, *chosen, **where)
    browser = [file for file in files if file.startswith("tests/browser/test_") and (ROOT / file).is_file()]
    if any(file.startswith("docs/_static/") for file in files):
        browser = ["tests/browser"]
    if browser:
        checks.pytest("browser", python, "changed-browser", SHARED, *browser, **where)
    else:
        checks.notes.append("not run: the browser's tests, which nothing here touches by itself")
