"""Every source of the bibliography: ``sources.json``, which `-s anchors` writes from `docs/references.bib`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("sources.json")


class Work(NamedTuple):
    """One source."""

    key: str
    label: str  #: what it is called in a line: "Foster 1909"
    reference: str  #: who, what, where, when, and how much of it was read
    tier: str = ""  #: "primary", "secondary" or "tertiary"
    treats: tuple[
        str, ...
    ] = ()  #: the IDs of the rule sets that it is about; it can state a rule of no other


@cache
def bibliography() -> Mapping[str, Work]:
    """Return the sources by key, in the order of the bibliography."""
    told = json.loads(FILE.read_text("utf-8"))
    return {
        key: Work(key, one["label"], one["reference"], one["tier"], tuple(one["treats"]))
        for key, one in told.items()
    }


def as_file(works: Mapping[str, Work]) -> str:
    """Return the text of the file, one source on each line."""
    lines = (
        f"{json.dumps(key)}: {json.dumps({name: told for name, told in one._asdict().items() if name != 'key'}, ensure_ascii=False)}"
        for key, one in works.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


__all__ = ["FILE", "Work", "as_file", "bibliography"]
