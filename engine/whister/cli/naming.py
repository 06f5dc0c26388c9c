"""What a reader types for a rule set, a clause or an option, and what is meant by it."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from whister import checks, records
from whister.clause import Clause, Option
from whister.cli.trouble import Trouble
from whister.errors import OptionError
from whister.options import OptionChoice, Table
from whister.record import option_value
from whister.reference import retired
from whister.reference.finding import find
from whister.ruleset import Rules, load


class Place(NamedTuple):
    """A rule set, and where in it: a clause or an option, or the whole."""

    rules: str
    anchor: str = ""


def place_of(said: str) -> Place:
    """The place that an ID or an address of a page names; a rule set also goes by its last word or its title.

    Raises ``Trouble`` for an unknown one, with the nearest that there is.
    """
    text = unquote(urlsplit(said).path + "#" + urlsplit(said).fragment) if "://" in said else said
    path, _, anchor = text.strip().partition("#")
    path = path.strip("/")
    if "://" in said:
        path = "/".join(path.split("/")[-2:])
    return Place(rule_set(path), anchor)


def rule_set(said: str) -> str:
    """The ID of a rule set from its ID, the last word of it, its title or another of its names. Raises ``Trouble``."""
    if said in records.catalogue():
        return said
    if said.lower() in families():
        raise Trouble(
            f"{said.lower()} is a family, and this needs one rule set of it: whister list {said.lower()}"
        )
    # The last word of an ID goes before a title, and a title before another name.
    for names in (_last, _title, _others) if "/" not in said else ():
        found = [known for known in records.catalogue() if _plain(said) in names(known)]
        if len(found) == 1:
            return found[0]
        if found:
            raise Trouble(f"{said!r} may be any of {', '.join(found)}: say which.")
    near = _near(said)
    if near == ".":  # it may be a name in another language
        hits = [hit.id for hit in find(said, kinds=["rule set"]) if hit.reason.startswith("also called")]
        if len(hits) == 1:
            return hits[0]
        near = f"; it may be any of {', '.join(hits)}." if hits else "."
    raise Trouble(
        f"no rule set is called {checks.said(said)}{near} `whister list` shows all {len(records.catalogue())}."
    )


def _near(said: str) -> str:
    """The end of a refusal: the rule set that is spelt most like it, if one is."""
    if close := get_close_matches(said.lower(), records.catalogue(), 1, 0.85):
        return f"; did you mean {close[0]!r}?"
    known = {
        name: one for one in records.catalogue() for name in (one, *_last(one), *_title(one), *_others(one))
    }
    close = get_close_matches(said.lower(), known, 1, 0.6) or get_close_matches(_plain(said), known, 1, 0.6)
    return f"; did you mean {known[close[0]]!r}?" if close else "."


def _last(known: str) -> list[str]:
    """The last word of a rule set's ID, plainly written; nothing has to be read for it."""
    return [_plain(known.partition("/")[2])]


def _title(known: str) -> list[str]:
    return [_plain(records.chain(known)[-1][1]["title"])]


def _others(known: str) -> list[str]:
    return [_plain(name) for name in records.chain(known)[-1][1].get("aliases", ())]


def _plain(name: str) -> str:
    """A name without what is typed one way or another: case, hyphens and brackets."""
    return re.sub(r"[-_()\s]+", " ", name.lower()).strip()


def family(said: str) -> str:
    """A family from its name, in any case. Raises ``Trouble``."""
    known = families()
    if said.lower() in known:
        return said.lower()
    raise Trouble(
        f"no family is called {checks.said(said)}{checks.near(said.lower(), known)} The families: {', '.join(known)}."
    )


def families() -> list[str]:
    """The families, in order."""
    return sorted({known.partition("/")[0] for known in records.catalogue()})


Chosen = Mapping[str, OptionChoice | Table]


def chosen(given: Sequence[str]) -> dict[str, OptionChoice | Table]:
    """Options from ``name=value``, as they were typed; a table may be a TOML file. Raises ``Trouble`` for a text that is none."""
    found: dict[str, OptionChoice | Table] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise Trouble(f"-o {text}: expected NAME=VALUE, such as -o moon=new.")
        name = name.strip().replace("-", "_")
        if name in found:
            raise Trouble(f"-o {name} is given twice.")
        value = value.strip()
        found[name] = Path(value) if value.endswith(".toml") else option_value(value)
    return found


def rules_of(said: str, options: Sequence[str] = (), players: int | None = None) -> Rules:
    """A rule set with its options chosen. Raises ``Trouble``."""
    return loaded(place_of(said).rules, chosen(options), players)


def loaded(rule_set: str, options: Chosen, players: int | None = None) -> Rules:
    """A rule set with its options. Raises ``Trouble`` with the way to read about them."""
    given = {name: value for name, value in options.items() if name != "players"}
    count = options.get("players", players)
    if count is not None and type(count) is not int:
        raise Trouble(f"players: expected a number, got {checks.said(count)}.")
    try:
        return load(rule_set, count, **given)
    except OptionError as error:
        said = re.sub(r" Its options: .*", "", str(error))
        raise Trouble(f"{said} See: whister list --options {rule_set}") from None


def standing(place: Place) -> tuple[Place, str]:
    """The place that an address stands for today, and the words that say so where it is a retired one."""
    address = f"{place.rules}#{place.anchor}"
    moved = retired.moved(address)
    if moved is None:
        return place, ""
    rules, _, anchor = moved.partition("#")
    return Place(rules, anchor), f"{address} is retired; it is now {moved}."


def part(rules: Rules, anchor: str) -> Clause | Option:
    """The clause or the option that an anchor names; a value of an option names that. Raises ``Trouble``."""
    if anchor in rules.clauses:
        return rules.clauses[anchor]
    name, dot, value = anchor.removeprefix("option-").partition(".")
    if name not in rules.options:
        raise _unknown(rules, anchor)
    option = rules.options[name]
    values = [
        {True: "on", False: "off"}[v] if isinstance(v := one.value, bool) else str(v) for one in option.values
    ]
    if dot and value not in values:
        known = f" Its values: {', '.join(values)}." if values else ""
        raise Trouble(
            f"the option {rules.id}#{name} has no value {value!r}{checks.near(value, values)}{known}"
        )
    return option


def clause(rules: Rules, anchor: str) -> Clause:
    """The clause that an anchor names. Raises ``Trouble``."""
    found = part(rules, anchor)
    if isinstance(found, Clause):
        return found
    raise Trouble(
        f"{rules.id}#{anchor} is an option, and this command needs a clause: one it sets is {rules.id}#{found.clauses[0]}."
    )


def remark(text: str) -> None:
    """Say something beside the answer, on the standard error."""
    sys.stdout.flush()
    sys.stderr.write(f"whister: {text}\n")


def _unknown(rules: Rules, anchor: str) -> Trouble:
    """What to say of a clause or option that a rule set does not have."""
    repealed = dict(rules.repealed)
    if anchor in repealed:
        why = f" {repealed[anchor]}" if repealed[anchor] else ""
        return Trouble(f"{rules.id} has no clause {anchor!r}: it repeals that one.{why}")
    close = get_close_matches(anchor, [*rules.clauses, *rules.options], 1)
    near = f"; did you mean '{rules.id}#{close[0]}'?" if close else "."
    return Trouble(
        f"{rules.id} has no clause or option {anchor!r}{near} `whister show {rules.id}` shows all."
    )
