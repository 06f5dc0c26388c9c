"""``whister cite``: a rule set or a clause as a citation, in six forms."""

from __future__ import annotations

import argparse
import re
from typing import Any

from whister.checks import said as quoted
from whister.cli import naming
from whister.cli.paper import paper
from whister.cli.parser import add_json, add_options, command, exits, known, text
from whister.cli.trouble import FOUND, MISSING, MISUSED, Trouble
from whister.reference.citable import citable, options_in_force
from whister.reference.styles import FORMS, CiteExtraMissing

NAME = "cite"


def add(commands: Any) -> None:
    """Add ``whister cite`` to the commands."""
    parser = command(
        commands, NAME, run, summary="cite a rule set or a clause",
        usage="ID [--style STYLE] [-o NAME=VALUE ...] [--name NAME] [--base URL] [--accessed DATE] [--json]",
        about="Cite a rule set or one clause in Chicago (author–date), MLA or APA style, or as BibTeX, RIS or CSL-JSON for a "
        "reference manager. A citation gives the version and its date; with house rules it also gives the options, the name "
        "you choose, the behaviour hash (equal where mechanisms and parameters are the same, in the same order) and the "
        "address of the page that shows those rules.\n\n"
        "CSL-JSON needs no other package. The other styles need the libraries of the extra `cite`; any that are missing are named.",
        examples=(
            "whister cite hearts/black-lady", "whister cite 'hearts/black-lady#moon' -o moon=new --style apa",
            "whister cite hearts/black-lady -o moon=new --name 'Friday Black Lady'",
            "whister cite boston/fontainebleau --style bibtex >> references.bib", "whister cite rook/kentucky --base https://example.org/",
        ),
        codes=exits((FOUND, "cited"), (MISUSED, "no such rule set, clause, option or style"),
                    (MISSING, "the libraries for this style are not installed")),
    )  # fmt: skip
    parser.add_argument("id", metavar="ID", help="a rule set, or one with # and a clause")
    parser.add_argument("--style", metavar="STYLE", type=known("style", tuple(FORMS)),
                        help=f"{', '.join(FORMS)} (chicago)")  # fmt: skip
    add_options(parser, players=False)
    parser.add_argument(
        "--base",
        metavar="URL",
        type=_address,
        help="address of the site to cite",
    )
    parser.add_argument("--name", metavar="NAME", type=text, help="a name for the house rules")
    parser.add_argument("--accessed", metavar="DATE", type=_day, help="date of access, such as 2026-03-01")
    add_json(parser)


def _address(said: str) -> str:
    """Return an argument as the address of a site. Raises ``ArgumentTypeError`` if it is not one."""
    if re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", said) and said.isprintable():
        return said
    raise argparse.ArgumentTypeError(f"expected an address such as https://example.org/, got {quoted(said)}.")


def _day(said: str) -> str:
    """Return an argument as a date in ISO 8601. Raises ``ArgumentTypeError`` if it is not one."""
    from datetime import date

    try:
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", said):
            raise ValueError
        return date.fromisoformat(said).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a date such as 2026-03-01, got {quoted(said)}.") from None


def run(asked: argparse.Namespace) -> int:
    """Print the citation of what the ID names."""
    if asked.json and asked.style not in (None, "csl-json"):
        raise Trouble(f"--json writes CSL-JSON, not {asked.style}: give only one of --json and --style.")
    place = naming.place_of(asked.id)
    rules = naming.loaded(place.rules, naming.chosen(asked.options, counted=False))
    style = asked.style or ("csl-json" if asked.json else "chicago")
    slug = naming.clause(rules, place.anchor).slug if place.anchor else None
    if asked.name and not options_in_force(rules):
        raise Trouble(
            f"--name {asked.name}: a name is for house rules; choose an option too, with -o NAME=VALUE"
        )
    item = citable(rules, slug, base=asked.base or "", name=asked.name or "", accessed=asked.accessed)
    out = paper(asked.color)
    if style == "csl-json":
        out.json([item])
        return FOUND
    try:
        written = FORMS[style](item)
    except CiteExtraMissing as error:
        raise Trouble(f"{error}\nWithout it: whister cite '{asked.id}' --style csl-json", MISSING) from None
    out.raw(written)
    if asked.accessed and written == FORMS[style](
        {key: told for key, told in item.items() if key != "accessed"}
    ):
        naming.remark(
            f"{style} gives no day of reading for what has a day of its own; bibtex, ris and csl-json do."
        )
    return FOUND
