"""``whister show``: a rule set clause by clause, or one clause with its sources, its rule and its cases."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from whister import checks
from whister.clause import Clause, Option
from whister.cli import naming
from whister.cli.cards import is_card, shown
from whister.cli.listing import counts
from whister.cli.paper import Paper, paper
from whister.cli.parser import add_json, add_options, add_rules, command, exits
from whister.cli.trouble import FOUND, Trouble
from whister.deal import fused
from whister.links.texts import unshown
from whister.reference.bibliography import bibliography
from whister.reference.comparing import in_words
from whister.reference.data import data
from whister.reference.entries import Entry, claims_of, option_id, resting
from whister.reference.tiers import is_tertiary
from whister.reference.wording import source_said
from whister.rules import Rules
from whister.rulesets.reader import sources
from whister.table import house_rules
from whister.table.house_rules import value_word
from whister.tally import tally

Json = dict[str, Any]
NAME = "show"
_MOST = 20  #: the largest number of addresses listed under a source


def add(commands: Any) -> None:
    """Add ``whister show`` to the commands."""
    parser = command(
        commands, NAME, run, summary="show a rule set, clause, option or source in full",
        usage="ID [-o NAME=VALUE ...] [--rules FILE] [--players N] [--sources] [--code] [--json]",
        about="Show a rule set, clause by clause; or one clause, with its sources and their evidence, what enforces it, "
        "the options that change it and the cases that show it.\n\n"
        "ID is a rule set (hearts/black-lady, or black-lady for short), a clause (hearts/black-lady#first-trick), an option "
        "(hearts/black-lady#option-moon), a dated claim (hearts#reversin-named), a source (foster-etext), or the address of a page "
        "of the site. For a retired ID, the ID that replaces it is named. With --rules, ID is a clause or an option of "
        "the rule set in that file, or is left out.",
        examples=(
            "whister show hearts/black-lady", "whister show 'hearts/black-lady#first-trick'",
            "whister show 'hearts/black-lady#moon' -o moon=new", "whister show boston/fontainebleau --sources | less",
        ),
        codes=exits((0, "shown"), (2, "no such ID")),
    )  # fmt: skip
    parser.add_argument(
        "id", metavar="ID", nargs="?",
        help="a rule set, or one with # and a clause or an option; a claim or a source",
    )  # fmt: skip
    add_rules(parser)
    add_options(parser)
    parser.add_argument(
        "--sources", action="store_true", help="list the sources under each clause of a rule set"
    )
    parser.add_argument(
        "--code", action="store_true", help="print the Python that plays whole tricks of a rule set"
    )
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    """Show what the ID names."""
    out = paper(asked.color)
    if asked.rules is not None:
        part = (asked.id or "").lstrip("#")
        asked.id = naming.from_file(asked.rules) + (f"#{part}" if part else "")
    if asked.id is None:
        raise Trouble("expected an ID, such as: whister show hearts/black-lady")
    if (entry := naming.entry_of(asked.id)) is not None:
        return _entry(out, entry, asked)
    try:
        place = naming.place_of(asked.id)
    except Trouble:
        if (near := naming.entry_near(asked.id)) is None:
            raise
        raise Trouble(f"there is nothing called {checks.said(asked.id)}; did you mean {near!r}?") from None
    rules = naming.loaded(place.rules, naming.chosen(asked.options), asked.players)
    if asked.code:
        if place.anchor:
            raise Trouble(f"--code needs a whole rule set, and {place.anchor!r} is part of one.")
        out.raw(_code(rules))
        return 0
    if not place.anchor:
        out.json(data(rules)) if asked.json else _rule_set(out, rules, sources=asked.sources)
        return 0
    found = naming.part(rules, place.anchor)
    if asked.json:
        out.json(part_told(rules, found))
    elif isinstance(found, Option):
        _option(out, rules, found)
    else:
        _clause(out, rules, found)
    return 0


def _code(rules: Rules) -> str:
    """Return the Python code that plays whole tricks of a rule set, or a comment if its cards are played one by one."""
    plan = rules.plan
    play = plan.tricks(opening=plan.opening_card(plan.present))
    if not play.plain:
        return (
            f"# {rules.id}: more than cards may be done while cards are played; they are played one by one."
        )
    odd = bool(play.layout.by_part[4])
    head = f"# {rules.id}, {len(play.after)} seats. The tables are those of whister.plan.tricks.TrickPlay."
    return f"{head}\n{fused.code(len(play.after), odd=odd, simple=play.simple)}"


# -- a rule set ------------------------------------------------------------------------------------------------------


def _rule_set(out: Paper, rules: Rules, *, sources: bool) -> None:
    out.line(f"{out.style(rules.title, 'strong')}  {out.style(rules.id, 'name')}")
    known = [rules.year or "undated", f"{counts(list(rules.players))} players"]
    if rules.aliases:
        known.append(f"also called {', '.join(rules.aliases)}")
    out.line(out.style(" · ".join(known), "quiet"))
    if rules.summary:
        out.line()
        out.line(rules.summary)
    for parent in rules.derives_from:
        if "id" in parent:
            note = f" {parent['note']}" if parent.get("note") else ""
            out.line(f"Derives from {out.style(parent['id'], 'name')} ({parent.get('source', 'no source')}, "
                     f"{parent.get('evidence', 'default')}).{note}", 0, 2)  # fmt: skip
    _in_force(out, rules)
    out.line()
    out.line(out.style(f"Evidence: {_counted(rules)}.", "quiet"), 0, 2)
    for name, title in rules.sections:
        clauses = [clause for clause in rules.clauses.values() if clause.section == name]
        if not clauses:
            continue
        out.line()
        out.line(out.style(title.upper(), "strong"))
        for clause in clauses:
            out.line(f"{out.style(clause.title, 'strong')}  {out.style('#' + clause.slug, 'name')}  "
                     f"{out.style(_standing(clause), 'quiet')}", 2, 4)  # fmt: skip
            out.line(clause.text, 4)
            if sources:
                for source in clause.sources:
                    out.line(out.style(source_said(source), "quiet"), 6, 8)
    out.line()
    options = house_rules.form(rules)
    if options:
        out.line(f"{len(options)} house rules to choose from: whister list --options {rules.id}")
    out.line(f"One clause in full: whister show '{next(iter(rules.clauses.values())).id}'")
    out.line(
        f"These rules are {out.style(rules.behaviour_hash, 'name')}, equal where mechanisms and parameters are the same, in the same order."
    )


def _in_force(out: Paper, rules: Rules) -> None:
    """Print which house rules are in force, and which results may leave a deal unpaid."""
    told = house_rules.in_force(rules)
    if told:
        out.line()
        out.line("House rules in force:")
        for one in told:
            out.line(f"{one['title']}: {one['value']}", 2, 4)
    for clause, text in rules.unsourced:
        out.line()
        out.line(f"Not every deal is paid. {text} [{clause.id}]", 0, 2)


def _counted(rules: Rules) -> str:
    """Return how many clauses in force have each grade, with remarks on weaker evidence, and how many more are in force
    only with an option."""
    found = tally(rules.clauses.values())
    grades = ", ".join(f"{number} {grade}" for grade, number in found.grades.items())
    said = found.remarks(sum(clause.enabled and is_tertiary(clause) for clause in rules.clauses.values()))
    of_these = f" ({'; '.join(said)})" if said else ""
    return f"{found.in_force} clauses in force: {grades}{of_these}"


def _graded(clause: Clause) -> str:
    """Return the grade of a clause, and of its weakest part if that is weaker."""
    best = str(clause.evidence)
    return best if clause.weakest == clause.evidence else f"{best}, in part {clause.weakest}"


def _standing(clause: Clause) -> str:
    """Return the grade of a clause, how it differs from that of the parent rule set, and whether it is in force."""
    words = [_graded(clause)]
    if clause.change != "kept":
        words.append(clause.change)
    if clause.prose:
        words.append(f"not enforced: {clause.prose}")
    if not clause.enabled:
        words.append("not part of this game" if clause.barred else "only with an option")
    return ", ".join(words)


# -- one clause ------------------------------------------------------------------------------------------------------


def _clause(out: Paper, rules: Rules, clause: Clause) -> None:
    sections = dict(rules.sections)
    out.line(f"{out.style(clause.title, 'strong')}  {out.style(clause.id, 'name')}")
    first = f", first written at {clause.origin}" if clause.origin != clause.id else ""
    where = f"{rules.title} · {sections.get(clause.section, clause.section)} · {clause.change}{first}"
    out.line(out.style(where, "quiet"))
    out.line()
    out.line(clause.text)
    if clause.note:
        out.line(f"Note: {clause.note}")
    if not clause.enabled:
        out.line(
            f"Not part of this game: {clause.barred}" if clause.barred else "In force only with an option."
        )
    _in_force(out, rules)
    out.line()
    out.line(f"Evidence: {_graded(clause)}")
    for source in clause.sources:
        out.line(source_said(source), 2, 4)
    for choice in clause.choices:
        out.line(f"By the option {choice.option} = {value_word(choice.value)}, for {', '.join(choice.parameters)}: "
                 f"{choice.evidence}", 0, 2)  # fmt: skip
        for source in choice.sources:
            out.line(source_said(source), 2, 4)
    out.line()
    if clause.rule:
        out.line("Enforced by")
        for name, parameters in clause.rule.items():
            out.line(f"{name}: {_parameters(parameters)}", 2, 4)
    else:
        out.line(f"Not enforced: {clause.prose}.")
    touching = [option.name for option in rules.options.values() if clause.slug in option.clauses]
    if touching:
        out.line(f"Changed by the options: {', '.join(touching)}", 0, 2)
    if clause.cases:
        out.line()
        out.line("Cases")
    for case in clause.cases:
        out.line(f"{out.style(case.id, 'name')}  {case.text}", 2, 4)
        case_lines(out, {**case.given, **case.expected})
    shown_one = next((case for case in clause.cases if unshown(case) is None), None)
    if shown_one is not None:
        out.line()
        out.line(f"See it played: whister replay '{clause.id}' --case {shown_one.id}")


def _parameters(parameters: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {in_words(value)}" for name, value in parameters.items()) or "as it is"


def case_lines(out: Paper, facts: Mapping[str, Any], indent: int = 4) -> None:
    """Print what a case gives and expects: each value on its own line, and each further row of the case on one line."""
    for key, value in facts.items():
        if key != "also":
            out.line(f"{key.replace('_', ' ')}: {_value_said(out, value)}", indent, indent + 2)
    for row in facts.get("also", ()):
        said = (f"{key.replace('_', ' ')}: {_value_said(out, value)}" for key, value in row.items())
        out.line(f"also, {'; '.join(said)}", indent, indent + 2)


def _value_said(out: Paper, value: Any) -> str:
    """Return a value of a case as text: cards as players write them, anything else unchanged."""
    if isinstance(value, str):
        return shown(out, value) if value and all(map(is_card, value.split())) else value
    if (
        isinstance(value, tuple)
        and (hands := [_cards(one) for one in value])
        and any(hands)
        and None not in hands
    ):
        return " | ".join(shown(out, hand) if hand else "none" for hand in hands)
    if isinstance(value, Mapping):
        return ", ".join(f"{name} = {in_words(one)}" for name, one in value.items())
    return in_words(value)


def _cards(value: Any) -> str | None:
    """Return cards separated by spaces; None for anything but a list of cards."""
    text = " ".join(map(str, value)) if isinstance(value, tuple) else value
    return text if isinstance(text, str) and all(map(is_card, text.split())) else None


# -- one option ------------------------------------------------------------------------------------------------------


def _option(out: Paper, rules: Rules, option: Option) -> None:
    out.line(f"{out.style(option.title, 'strong')}  {out.style(option_id(rules.id, option.name), 'name')}")
    out.line(option.text)
    out.line(
        f"Now {value_word(rules.chosen.get(option.name, option.default))}; usually {value_word(option.default)}."
    )
    if option.fixed or option.excluded:
        out.line(f"{rules.title} does not leave it open: {option.fixed or option.excluded}", 0, 2)
    for source in option.sources:
        out.line(source_said(source), 2, 4)
    for value in option.values:
        out.line()
        out.line(f"{out.style(value_word(value.value), 'name')}  {value.text}", 0, 2)
        if value.excluded:
            out.line(f"Not offered here: {value.excluded}", 2, 4)
        for source in value.sources:
            out.line(out.style(source_said(source), "quiet"), 2, 4)
    if option.range:
        out.line(f"A whole number from {option.range[0]} to {option.range[1]}.")
    out.line()
    out.line(
        f"It sets: {', '.join(f'{rules.id}#{slug}' for slug in option.clauses if slug in rules.clauses)}",
        0,
        2,
    )


# -- claims and sources ----------------------------------------------------------------------------------------------


def _entry(out: Paper, entry: Entry, asked: argparse.Namespace) -> int:
    """Show a dated claim or a source, and return the exit code."""
    if asked.options or asked.players is not None:
        raise Trouble(f"{entry.id} is a {entry.kind}: house rules and players belong to a rule set.")
    cited_by = resting().get(entry.id, []) if entry.kind == "source" else []
    claim = _claim(entry) if entry.kind == "claim" else {}
    if asked.json:
        out.json(
            {
                entry.kind: claim
                or {
                    "key": entry.id,
                    "label": entry.title,
                    "reference": entry.text,
                    "tier": bibliography()[entry.id].tier,
                    "treats": list(bibliography()[entry.id].treats),
                    "cited_by": cited_by,
                }
            }
        )
        return FOUND
    out.line(f"{out.style(entry.title, 'strong')}  {out.style(entry.id, 'name')}")
    if claim:
        out.line(out.style(f"dated claim · {entry.about} · {claim['status']}", "quiet"))
    out.line()
    out.line(entry.text)
    if claim:
        out.line()
        for source in sources(claim["sources"], entry.id):
            out.line(source_said(source), 2, 4)
        return FOUND
    work = bibliography()[entry.id]
    out.line(f"A {work.tier} source{' on ' + ', '.join(work.treats) if work.treats else ''}.", 0, 2)
    out.line()
    out.line(
        f"Cited for these clauses, options and dated claims ({len(cited_by)}):"
        if cited_by
        else "Cited for no clause, option or dated claim."
    )
    for address in cited_by[:_MOST]:
        out.line(out.style(address, "name"), 2, 4)
    if len(cited_by) > _MOST:
        out.line(f"and {len(cited_by) - _MOST} more: whister show {entry.id} --json", 2, 4)
    return FOUND


def _claim(entry: Entry) -> Json:
    family, _, name = entry.id.partition("#")
    return dict(next(claim for claim in claims_of(family) if claim["id"] == name))


# -- as data ---------------------------------------------------------------------------------------------------------


def part_told(rules: Rules, found: Clause | Option) -> Json:
    """Return one clause or option as data, in the form that it has in the data of its rule set."""
    whole = data(rules)
    kind, entries = ("clause", "clauses") if isinstance(found, Clause) else ("option", "options")
    key, name = ("slug", found.slug) if isinstance(found, Clause) else ("name", found.name)
    told = next(one for one in whole[entries] if one[key] == name)
    return {"rule_set": rules.id, "title": rules.title, "chosen": whole["chosen"], kind: told}
