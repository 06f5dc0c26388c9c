"""The documents at the top of the repository agree with the code and with each other."""

from __future__ import annotations

import datetime
import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml

import whister

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_one_version_everywhere() -> None:
    package = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    newest = re.search(r"^## ([0-9.]+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest is not None
    assert {package["project"]["version"], citation["version"], newest[1], whister.__version__} == {"0.1.0"}


def test_the_changelog_dates_the_version_as_the_citation_file_does() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    newest = re.search(
        r"^## [0-9.]+, (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    released = datetime.date.fromisoformat(str(citation["date-released"]))
    assert newest is not None
    assert newest[1] in {f"{released.day} {released:%B %Y}", "not yet released"}


def test_the_readme_names_files_that_are_there() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    places = [
        re.sub(r"<.+", "", place)
        for row in re.findall(r"^\| (`.+?) \|", README, re.MULTILINE)
        for place in row.split("`")[1::2]
    ]
    assert links
    assert places
    assert [place for place in [*links, *places] if not (ROOT / place).exists()] == []


def test_the_readmes_example_runs() -> None:
    (example,) = re.findall(r"^```python\n(.+?)^```", README, re.MULTILINE | re.DOTALL)
    space: dict[str, object] = {}
    exec(example, space)
    assert isinstance(space["deal"], whister.Deal)


@pytest.mark.parametrize("lock", sorted((ROOT / ".locks").glob("*.txt")), ids=lambda lock: lock.stem)
def test_every_locked_package_has_a_hash_and_none_an_address(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    packages = re.split(r"\n(?=[a-z])", text.strip())
    assert all("--hash=sha256:" in package for package in packages)
    assert "://" not in text


@pytest.mark.parametrize("folder", ["docs", "tests/benchmarks/try_examples"])
def test_the_npm_locks_have_hashes_and_no_addresses(folder: str) -> None:
    packages = json.loads((ROOT / folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert all(
        "integrity" in package and "resolved" not in package for name, package in packages.items() if name
    )
