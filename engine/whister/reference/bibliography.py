"""The sources of the bibliography, from ``sources.json``, which `-s anchors` writes from `docs/references.bib`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("sources.json")


class Work(NamedTuple):
    """One source of the bibliography."""

    key: str
    label: str  #: its short name: "Foster 1909"
    reference: str  #: the full reference, and how much of the source was read
    tier: str = ""  #: "primary", "secondary" or "tertiary"
    treats: tuple[
        str, ...
    ] = ()  #: the IDs of the rule sets that it describes; it cannot support a rule of any other


@cache
def bibliography() -> Mapping[str, Work]:
    """Return the sources by key, in the order of the bibliography."""
    told = json.loads(FILE.read_text("utf-8"))
    return {
        key: Work(key, one["label"], one["reference"], one["tier"], tuple(one["treats"]))
        for key, one in told.items()
    }


def as_file(works: Mapping[str, Work]) -> str:
    """Return the contents of ``sources.json``, with one source on each line."""
    lines = (
        f"{json.dumps(key)}: {json.dumps({name: told for name, told in one._asdict().items() if name != 'key'}, ensure_ascii=False)}"
        for key, one in works.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


__all__ = ["FILE", "Work", "as_file", "bibliography"]
