"""The rule sets, clauses and options to which typed names refer."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from whister import checks
from whister.clause import OWN, Clause, Option
from whister.cli.trouble import Trouble
from whister.errors import OptionError, WhisterError
from whister.reference import retired
from whister.reference.entries import Entry, entries, option_id
from whister.rules import Rules, load, load_with
from whister.rulesets import own, reader
from whister.rulesets.options import OptionChoice, Table, option_value, spelt, value_names
from whister.rulesets.reader import families
from whister.spelling import alike, did_you_mean, near, nearest
from whister.table.house_rules import value_word

_LONGEST = 1_000  # characters of an address, including its options


def brief(said: str) -> str:
    """Return what was typed, shortened if long, for an error message."""
    return said if len(said) <= checks.LONGEST else f"{said[:60]}…"


class Place(NamedTuple):
    """A rule set, and the clause or option in it, if any."""

    rules: str
    anchor: str = ""


def place_of(said: str) -> Place:
    """Return the place that an ID or a page's address names; a rule set may also be named by the last part of its ID
    or by its title. For a retired address, return its replacement and print a remark. Raises ``Trouble`` for an
    unknown name, suggesting the nearest known one.
    """
    path, _, anchor = typed(said).partition("#")
    address = f"{path}#{anchor}" if anchor else path
    if (now := went(address)) is not None:
        path, _, anchor = now.partition("#")
    return Place(rule_set(path), anchor)


def went(address: str) -> str | None:
    """Return the replacement of a retired address and print a remark, with the reason if its rule set gives one; None
    for any other address."""
    now = retired.moved(address)
    if now is not None:
        rules, _, anchor = address.partition("#")
        why = dict(load(rules).repealed).get(anchor) if rules in reader.catalogue() else ""
        remark(f"{address} is retired; it is now {now}.{f' {why}' if why else ''}")
    return now


def typed(said: str) -> str:
    """Return an address of the site as it was typed, but relative to the root of the site and without a slash at either
    end: ``hearts/spot#pack``.

    Raises ``Trouble`` for a string that is too long, or that contains ``://`` but is not a valid address.
    """
    if len(said) > _LONGEST:
        raise Trouble(f"there is nothing called {checks.said(said)}: it is too long for an address.")
    if "://" not in said:
        path, hash_, anchor = said.strip().partition("#")
        return path.strip("/") + hash_ + anchor
    try:
        address = urlsplit(said.strip())
    except ValueError:
        raise Trouble(
            f"{checks.said(said)} is not the address of a page; expected one such as https://example.org/hearts/black-lady/"
        ) from None
    parts = [part for part in unquote(address.path).split("/") if part not in ("", "index.html")]
    pairs = ["/".join(parts[at : at + 2]) for at in range(len(parts) - 1)]
    rules = [pair for pair in pairs if pair in reader.catalogue() or retired.moved(pair) is not None]
    path = "/".join(parts[-2:]) if not rules else rules[0]
    return f"{path}#{unquote(address.fragment)}" if address.fragment else path


def entry_of(said: str) -> Entry | None:
    """Return the source or dated claim that an ID or the address of its page names; None if it names neither."""
    text = typed(said).lower()
    if text.partition("#")[0] in reader.catalogue():
        return None
    return next((entry for entry in _rested_on() if text in map(str.lower, _names(entry))), None)


def entry_near(said: str) -> str | None:
    """Return the ID of the source or dated claim that a wrong ID or page address was probably meant for: one that
    contains all its words, or else the one nearest in spelling. None if there is none, or if a rule set or a family is
    nearer.
    """
    words = set(alike(said).split("-"))
    if len(words) > 1:
        for entry in _rested_on():
            if words <= set(entry.id.rpartition("#")[2].split("-")):
                return entry.id
    games = [
        name for entry in _known() for name in (entry.id, *_last(entry), *_title(entry), *_others(entry))
    ]
    known = dict.fromkeys((name.lower() for name in (*games, *families())), "")
    known |= {name.lower(): entry.id for entry in _rested_on() for name in _names(entry)}
    return nearest(typed(said), known, 0.8) or None


def _rested_on() -> list[Entry]:
    """Return the entries for the sources and for the dated claims."""
    return [one.entry for one in entries() if one.entry.kind in ("source", "claim")]


def _names(entry: Entry) -> tuple[str, ...]:
    """Return the ID of a source or a claim, and the address of its page in the forms that ``typed`` can return."""
    return entry.id, entry.url.strip("/"), entry.url.replace("/#", "#")


def rule_set(said: str) -> str:
    """Return the ID of a rule set from its ID, the last word of the ID, its title or another of its names. Raises
    ``Trouble`` if no rule set has that name, or if several have it."""
    if said in reader.catalogue() or own.is_known(said):
        return said
    if not alike(said):
        raise Trouble("expected a rule set, such as hearts/black-lady; `whister list` shows all.")
    if said.lower() in families():
        raise Trouble(
            f"{said.lower()} is a family; expected one of its rule sets. They are listed by: whister list {said.lower()}"
        )
    # The last word of an ID takes precedence over a title, and a title over another name.
    for names in (_last, _title, _others) if "/" not in said else ():
        found = [entry.id for entry in _known() if alike(said) in map(alike, names(entry))]
        if len(found) == 1:
            return found[0]
        if found:
            raise Trouble(f"{said!r} could mean {', '.join(found)}; give one of these.")
    longer = [entry.id for entry in _known() if _last(entry)[0].startswith(f"{alike(said)}-")]
    if len(longer) > 1 and "/" not in said:
        raise Trouble(f"{said!r} could mean {', '.join(longer)}; give one of these.")
    if entry_of(said):
        raise Trouble(f"{said} is not a rule set; show it with: whister show {said}")
    if said.endswith(".toml") or said.startswith(f"{OWN}/"):
        raise Trouble(f"{checks.said(said)} is not a rule set of this site; give your own with --rules FILE.")
    raise Trouble(
        f"no rule set is called {checks.said(said)}{_near(said)} `whister list` shows all {len(reader.catalogue())}."
    )


def _near(said: str) -> str:
    """Return the end of an error message, with a suggestion if there is one: the rule set, clause or option that has
    this name exactly, or else the rule set with the nearest name."""
    also: dict[str, str] = {}
    for entry in _known():
        for name in (*_title(entry), *_others(entry)):
            also.setdefault(name, entry.id)
    found = reader.named(said, also, least=1) or _part(said)
    return did_you_mean(found or reader.named(said, also))


def _part(said: str) -> str | None:
    """Return the ID of a clause or an option that has this name in some rule set; None if there is none."""
    from whister.reference.finding import find

    family, _, word = said.rpartition("/")
    known = reader.part_named(said)
    for name in (word, known[1] if known else ""):
        if family in ("", *families()) and checks.is_name(name):
            found = find(name, kinds=("clause", "option"), family=family or None, limit=1)
            if found and found[0].reason == "ID":
                return found[0].id
    return None


def _known() -> list[Entry]:
    """Return the search entry of every rule set, in order of ID."""
    return [one.entry for one in entries() if one.entry.kind == "rule set"]


def _last(rules: Entry) -> list[str]:
    return [rules.id.partition("/")[2]]


def _title(rules: Entry) -> list[str]:
    return [rules.title]


def _others(rules: Entry) -> list[str]:
    return [name for name in rules.names if name != rules.title]


def family(said: str) -> str:
    """Return the family that has this name, ignoring case. Raises ``Trouble`` if there is none."""
    known = families()
    if said.lower() in known:
        return said.lower()
    raise Trouble(
        f"no family is called {checks.said(said)}{near(said.lower(), known)} The families: {', '.join(known)}."
    )


def from_file(file: Path) -> str:
    """Read the user's own rule set from its file and return its ID. Raises ``Trouble`` if it cannot be loaded."""
    try:
        return load(file).id
    except WhisterError as error:
        raise Trouble(str(error)) from None


Chosen = Mapping[str, OptionChoice | Table]


def chosen(given: Sequence[str], how: str = "-o", *, counted: bool = True) -> dict[str, OptionChoice | Table]:
    """Return the options typed as ``name=value``; a table may be given as a TOML file. Raises ``Trouble`` for anything
    else. ``counted``: whether the number of players may be chosen too.
    """
    found: dict[str, OptionChoice | Table] = {}
    for text in given:
        name, equals, value = text.partition("=")
        name, value = name.strip().replace("-", "_"), value.strip()
        if not equals or not name or not value:
            raise Trouble(f"{how} {brief(text)}: expected NAME=VALUE, such as {how} moon=new.")
        if name in found:
            raise Trouble(f"{how} {brief(name)} is given twice.")
        if name == "players" and not counted:
            raise Trouble(
                f"{how} {brief(text)}: the number of players is not a house rule, and this command does not take it."
            )
        found[name] = Path(value) if value.endswith(".toml") else option_value(value)
    return found


def rules_of(
    said: str, options: Sequence[str] = (), players: int | None = None, *, how: str = "-o", counted: bool = True
) -> Rules:  # fmt: skip
    """Return a rule set with its options chosen. Raises ``Trouble`` if the rule set or a choice is unknown."""
    place = place_of(said)
    if place.anchor:
        raise Trouble(
            f"{brief(said)}: expected a whole rule set, such as {place.rules}, not a part of one (#{brief(place.anchor)})."
        )
    return loaded(place.rules, chosen(options, how, counted=counted), players)


def loaded(rule_set: str, options: Chosen, players: int | None = None) -> Rules:
    """Load a rule set with options. Raises ``Trouble`` if they cannot be chosen, naming the command that lists the
    options."""
    given = dict(_today(rule_set, name, value) for name, value in options.items() if name != "players")
    count = options.get("players", players)
    if "players" in options and players is not None:
        raise Trouble("players is given twice, with --players and with -o.")
    if count is not None and type(count) is not int:
        raise Trouble(f"players: expected a number, got {checks.said(count)}.")
    try:
        return load_with(rule_set, count, given)
    except OptionError as error:
        said = re.sub(r" Its options: .*", "", str(error)).replace("pathlib.Path('card.toml')", "card.toml")
        raise Trouble(
            f"{said}{'' if said[-1] in '.?' else '.'} See: whister list --options {rule_set}"
        ) from None


def _today(rule_set: str, name: str, value: OptionChoice | Table) -> tuple[str, OptionChoice | Table]:
    """Return the current names of an option and of its value, either of which may be retired. Raises ``Trouble`` if an
    option that is on or off is given any other value."""
    if isinstance(value, str | int):
        address = f"{rule_set}#{name}.{value_word(value)}"
        if (now := went(address)) is not None:
            name, _, value = now.partition("#")[2].partition(".")
    option = load(rule_set).options.get(name)
    if option is not None and isinstance(option.default, bool) and isinstance(value, str | int):
        value = spelt(option, value)
        if not isinstance(value, bool):
            raise Trouble(
                f"{rule_set}: {name}={brief(str(value))} is not offered; expected {name}=on or {name}=off. "
                f"See: whister list --options {rule_set}"
            )
    return name, value


def part(rules: Rules, anchor: str) -> Clause | Option:
    """Return the clause or option that an anchor names; for a value of an option, that option. Raises ``Trouble`` if
    the rule set has none of that name."""
    if anchor in rules.clauses:
        return rules.clauses[anchor]
    name, dot, value = anchor.removeprefix("option-").partition(".")
    if name not in rules.options:
        raise _unknown(rules, anchor)
    option = rules.options[name]
    values = [value_word(one.value) for one in option.values]
    if dot and value not in values:
        known = f" Its values: {', '.join(values)}." if values else ""
        raise Trouble(
            f"the option {option_id(rules.id, name)} has no value {checks.said(value)}{near(value, values, value_names(rules.id, name))}{known}"
        )
    return option


def clause(rules: Rules, anchor: str) -> Clause:
    """Return the clause that an anchor names. Raises ``Trouble`` if the anchor names an option or nothing."""
    found = part(rules, anchor)
    if isinstance(found, Clause):
        return found
    raise Trouble(
        f"{rules.id}#{anchor} is an option, and this command needs a clause, such as one that it sets: {rules.id}#{found.clauses[0]}."
    )


def remark(text: str) -> None:
    """Print a remark to standard error."""
    sys.stdout.flush()
    sys.stderr.write(f"whister: {text}\n")


def _unknown(rules: Rules, anchor: str) -> Trouble:
    """Return the error for a clause or option that a rule set does not have."""
    repealed = dict(rules.repealed)
    if anchor in repealed:
        why = f" {repealed[anchor]}" if repealed[anchor] else ""
        return Trouble(f"{rules.id} has no clause {anchor!r}: it repeals that one.{why}")
    known = {slug: f"{rules.id}#{slug}" for slug in rules.clauses}
    known |= {name: option_id(rules.id, name) for name in rules.options if name not in known}
    for kind in ("clauses", "options"):
        for other, meant in reader.known_as(rules.family, kind).items():
            if found := next((known[name] for name in meant if name in known), None):
                known.setdefault(other, found)
    hint = did_you_mean(nearest(anchor.removeprefix("option-"), known))
    return Trouble(
        f"{rules.id} has no clause or option {checks.said(anchor)}{hint} `whister show {rules.id}` shows all."
    )
