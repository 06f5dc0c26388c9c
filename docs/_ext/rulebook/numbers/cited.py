"""The notes in the citations of the pages of figures: how much was played, by whom, from which seed, and the hashes.

A note says of each further study only what differs from the main one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulebook.base.catalogue import families, rule_set_ids
from rulebook.citing.pages_cited import give_note
from rulebook.numbers.downloads import file_name, studies, study_row
from rulebook.numbers.results import results

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

    from whister.studies.kept import Kept

_SECTIONS = {"strong": "Stronger players", "revokes": "Revokes", "field": "Heuristics of the field"}
"""The studies on the page of a rule set besides the main one, by kind, with their names in the note."""
_PLAYED = {"deals": "deals", "games": "games", "revokes": "deals", "field": "searched deals"}


def note_of_rule_set(rule_set_id: str) -> str:
    """Return the note for the page of a rule set's figures; empty if it has not been measured."""
    family = rule_set_id.partition("/")[0]
    main = results(family, "set").get(rule_set_id)
    if main is None:
        return ""
    known = list(_origin(main))
    told = [", ".join([_amount(main), *known])]
    for kind, name in _SECTIONS.items():
        each = [
            ", ".join([_amount(kept), *(part for part in _origin(kept) if part not in known)])
            for kept in results(family, kind).values()
            if kept.name.partition("#")[0] == rule_set_id and _shown(kept)
        ]
        told += [f"{name}: {'; '.join(each)}"] if each else []
    return ". ".join(told)


def note_of_family(family: str) -> str:
    """Return the note for the page of what a family's rules change; empty if nothing has been measured."""
    every = list(studies(family))
    if not every:
        return ""
    seeds, versions, policies = (
        " and ".join(dict.fromkeys(getattr(kept.origin, name) for kept in every))
        for name in ("seed", "version", "policy")
    )
    return (
        f"{len(every)} studies, seed “{seeds}”, Whister {versions}, players’ code {policies}; the deals, the rules and "
        f"the command of each are in the file {file_name(family, 'studies')}"
    )


def _shown(kept: Kept) -> bool:
    """Return whether a study is on the page: a revoke that nobody could make has no figures."""
    return "revokes" not in kept.counts or "revoke/offender" in kept.sums


def _amount(kept: Kept) -> str:
    """Return how much was played, and by whom."""
    row = study_row(kept)
    amounts = " and ".join(f"{row[part]:,} {_PLAYED[part]}" for part in kept.counts)
    depth = f" with {row['rollouts']} rollouts" if row["rollouts"] else ""
    return f"{amounts} of {row['players']} computer players{depth}"


def _origin(kept: Kept) -> Iterator[str]:
    """Yield the parts of a study's origin."""
    origin = kept.origin
    yield f"seed “{origin.seed}”"
    yield f"Whister {origin.version}"
    yield f"rules {' and '.join(dict.fromkeys(origin.behaviour))}"
    yield f"players’ code {origin.policy}"


def _give(app: Sphinx, doctree: nodes.document) -> None:
    """Give the page that has been read its note, if it is a page of figures."""
    page = app.env.docname
    of, _, last = page.rpartition("/")
    if last == "numbers" and of in rule_set_ids():
        note = note_of_rule_set(of)
    else:
        note = note_of_family(of) if last == "measured" and of in families() else ""
    if note:
        give_note(app.env, page, note)


def setup_cited(app: Sphinx) -> None:
    """Give each page of figures its note."""
    app.connect("doctree-read", _give)
