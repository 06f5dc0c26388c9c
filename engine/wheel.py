"""The engine's wheel brings its records as JSON, checked and made of the TOML: what Python reads with Python takes long."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ENGINE = Path(__file__).parent


class RecordsAsJson(BuildHookInterface[Any]):
    """See hatchling's custom build hooks; an editable install reads the TOML itself."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, str(ENGINE))
        from whister.rulesets.reader import compiled

        self._made = TemporaryDirectory()
        rules = ENGINE / "whister" / "rules"
        for record in sorted(rules.rglob("*.toml")):
            name = record.relative_to(rules).with_suffix("")
            made = Path(self._made.name, name).with_suffix(".json")
            made.parent.mkdir(exist_ok=True)
            made.write_text(compiled(record.read_text("utf-8"), name.as_posix()), "utf-8")
            build_data["force_include"][str(made)] = f"whister/rules/{name.as_posix()}.json"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._made.cleanup()
