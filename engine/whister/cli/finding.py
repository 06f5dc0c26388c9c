"""``whister find``: rule sets, clauses, options, claims and sources by words, names in any language, or phrases."""

from __future__ import annotations

import argparse
from typing import Any

from whister.checks import LONGEST
from whister.cli import naming
from whister.cli.paper import Paper, paper
from whister.cli.parser import add_json, command, exits, known, whole
from whister.cli.trouble import FOUND, MISUSED, NOTHING, Trouble
from whister.frozen import names
from whister.reference.entries import KINDS
from whister.reference.finding import Found, find, suggestions
from whister.reference.matching import plain

NAME = "find"
_MOST = 1000


def add(commands: Any) -> None:
    """Add ``whister find`` to the commands."""
    parser = command(
        commands, NAME, run, summary="find rules by words, names or phrases",
        usage="WORDS ... [--kind KIND] [--family FAMILY] [--limit N] [--json]",
        about="Find rule sets, clauses, options, dated claims and sources: by an ID, by a name in any language (Dama negra, "
        "Chasse-cœur, Slippery Anne), by words of a rule, or by a phrase in quotation marks. All words must occur; if "
        "nothing contains them all, similar spellings are tried.",
        examples=("whister find dama negra", "whister find slippery anne", "whister find '\"shoot the moon\"' --kind clause", "whister find pool --family boston --limit 5"),
        codes=exits((FOUND, "found"), (NOTHING, "nothing found; the nearest names are listed"), (MISUSED, "not understood")),
    )  # fmt: skip
    parser.add_argument("words", metavar="WORDS", nargs="+", help="words to search for")
    parser.add_argument(
        "--kind",
        metavar="KIND",
        type=known("kind", KINDS),
        action="append",
        help=f"only these: {', '.join(KINDS)}",
    )
    parser.add_argument("--family", metavar="FAMILY", help="search one family only")
    parser.add_argument(
        "--limit", metavar="N", type=whole(1, _MOST), default=10, help="maximum number of results (10)"
    )
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    """Print what the search finds."""
    out = paper(asked.color)
    words = " ".join(asked.words)
    if len(words) > LONGEST:
        raise Trouble(f"expected at most {LONGEST} characters to look for, got {len(words)}.")
    if not plain(words):
        raise Trouble(
            f"{words!r} contains no word to search for; expected something like: whister find dama negra"
        )
    words = naming.went(naming.typed(words)) or words
    family = naming.family(asked.family) if asked.family else None
    found = find(words, limit=asked.limit + 1, kinds=asked.kind or KINDS, family=family)
    more, found = len(found) > asked.limit, found[: asked.limit]
    near = suggestions(words, kinds=asked.kind or KINDS, family=family) if not found else []
    if asked.json:
        told = [{name: getattr(one, name) for name in names(one)} for one in found]
        out.json({"words": words, "results": told, "more": more, "near": near})
    else:
        for one in found:
            _told(out, one)
        if more and asked.limit < _MOST:
            out.line(out.style(f"There are more: --limit {min(asked.limit * 3, _MOST)}", "quiet"))
    if not found and not asked.json:
        hint = f" Did you mean {' or '.join(near)}?" if near else ""
        naming.remark(f"nothing is found for {words!r}.{hint}")
    return FOUND if found else NOTHING


def _told(out: Paper, one: Found) -> None:
    about = f" · {one.about}" if one.about and one.about != one.title else ""
    why = f" · {one.reason}" if one.reason not in ("words", "") else ""
    out.line(f"{out.style(one.title, 'strong')}  {out.style(one.id, 'name')}", 0, 4)
    out.line(out.style(f"{one.kind}{about}{why}", "quiet"), 4)
    if one.excerpt:
        out.line(one.excerpt, 4)
    if one.also:
        out.line(
            out.style(
                f"The same in {', '.join(one.also[:4])}{' and others' if len(one.also) > 4 else ''}.", "quiet"
            ),
            4,
        )
