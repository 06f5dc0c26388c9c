"""Search for rules by address, by name in any language, by phrase, or by a misspelt word.

>>> [found.id for found in find("Slippery Ane", limit=1)]
['hearts/black-lady']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import islice

from whister import checks
from whister.errors import NotationError
from whister.frozen import Frozen, changed
from whister.reference.best_known import place
from whister.reference.entries import KINDS, Entry, Plain, entries, option_id
from whister.reference.matching import asked, begins, has, plain, spelt_like
from whister.reference.vocabulary import alike
from whister.rulesets.reader import families

_ROOM = 160  #: the length of an excerpt, in characters
_EXACT = 1000  #: the score if the query is the ID
_NAMED = 900  #: the score if the query is another name
_NEARER = {"title": 20, "rule set": 15, "family": 10, "clause": 10, "option": 5, "claim": -20, "source": 0}
_RANK = {"rule set": 20, "family": 20, "source": -100}  #: added to the score of the words found
_WHERE = (
    ("title", 60),
    ("name", 50),
    ("id", 40),
    ("about", 15),
    ("text", 10),
)  #: the weight of a word by where it is found


class Found(Frozen):
    """One result. ``also`` lists the IDs of other entries with the same text, such as a clause inherited by other
    games."""

    kind: str  #: "rule set", "family", "clause", "option", "claim" or "source"
    id: str
    title: str
    excerpt: str  #: a part of its text, around the words found
    url: str  #: from the site's root
    about: str  #: the title of the game to which it belongs, if any
    score: int  #: larger is better; comparable only within one search
    reason: (
        str  #: why it was found: "ID", "title", "also called Dama negra", "same as nest", "near heartsette"
    )
    also: tuple[str, ...] = ()


def find(
    words: str, *, limit: int | None = 20, kinds: Iterable[str] = KINDS, family: str | None = None
) -> list[Found]:
    """Return the results for some words, the best first; an empty list if there are none. Every word must occur, in
    full or as the beginning of a word; words in quotation marks must occur together. If nothing matches, synonyms are
    tried, and then words of similar spelling. Words that do not help the search, such as those that form a question,
    are ignored, as are accents, case and punctuation. Raises ``NotationError`` if the words are not a string or are too
    long, for an unknown kind or family, and for a limit below 0.
    """
    if limit is not None and (type(limit) is not int or limit < 0):
        raise NotationError(f"find, limit: expected a limit of 0 or more, or None; got {checks.said(limit)}")
    among = _among(words, kinds, family)
    said = plain(words)
    if not said:
        return []
    loose, phrases = asked(words)
    found: list[tuple[Found, Entry]] = []
    for spellings in (lambda word: [word], _alike, _spellings):
        meant = {word: spellings(word) for word in loose}
        found = [hit for one in among if (hit := _hit(one, words.strip(), said, meant, phrases)) is not None]
        if found:
            break
    found.sort(key=lambda hit: (-hit[0].score, *_likely(hit[1]), KINDS.index(hit[0].kind), hit[0].id))
    return _once(found)[:limit]


def suggestions(
    words: str, most: int = 3, *, kinds: Iterable[str] = KINDS, family: str | None = None
) -> list[str]:
    """Return the titles, names and IDs, of these kinds and this family, that are nearest in spelling to words without
    results. Raises ``NotationError`` as ``find`` does.
    """
    known: dict[str, str] = {}
    for entry in (one.entry for one in _among(words, kinds, family)):
        known.setdefault(entry.id.casefold(), entry.id)
        if entry.kind in ("rule set", "family"):
            known.update({plain(name): name for name in (entry.title, *entry.names)})
    return list(
        dict.fromkeys(known[near] for near in get_close_matches(words.casefold().strip(), known, most, 0.55))
    )


def _among(words: str, kinds: Iterable[str], family: str | None) -> list[Plain]:
    """Return the entries of these kinds and this family. Raises ``NotationError`` for an unknown kind or family, and
    for words that cannot be searched for."""
    if not checks.is_name(words):
        raise NotationError(
            f"find, words: expected text of at most {checks.LONGEST} characters, got {checks.said(words)}"
        )
    wanted = (
        [kinds]
        if isinstance(kinds, str) or not isinstance(kinds, Iterable)
        else list(islice(kinds, checks.MANY))
    )
    if unknown := [kind for kind in wanted if kind not in KINDS]:
        raise NotationError(
            f"find, kinds: expected kinds among {', '.join(KINDS)}; got {checks.said(unknown[0])}"
        )
    if family is not None and family not in families():
        raise NotationError(
            f"find, family: expected a family among {', '.join(families())}; got {checks.said(family)}"
        )
    return [one for one in entries() if one.entry.kind in wanted and family in (None, one.entry.family)]


def _hit(
    one: Plain, words: str, said: str, meant: dict[str, list[str]], phrases: Sequence[str]
) -> tuple[Found, Entry] | None:
    """Return the result for an entry; None if it lacks a word or a phrase."""
    entry = one.entry
    if words.casefold() in (entry.id.casefold(), entry.url.casefold()):
        return _found(entry, _EXACT, "ID", ()), entry
    if entry.kind == "option" and _of_option(words) == entry.id.casefold():
        return _found(entry, _EXACT - 1, "ID", ()), entry
    if said == one.title:
        return _found(entry, _NAMED + _NEARER["title"] + _NEARER[entry.kind], "title", ()), entry
    if said in (one.id, plain(re.split("[/#]", entry.id)[-1].removeprefix("option-"))):
        return _found(entry, _NAMED + _NEARER[entry.kind], "ID", ()), entry
    for name, written in zip(one.names, entry.names, strict=True):
        if said == name:
            return _found(entry, _NAMED + _NEARER[entry.kind], f"also called {written}", ()), entry
    places = {
        "title": one.title,
        "name": " | ".join(one.names),
        "id": one.id,
        "about": one.about,
        "text": one.text,
    }
    score, reasons, seen = 0, [], list(phrases)
    for phrase in phrases:
        where = next((weight for place, weight in _WHERE if has(phrase, places[place])), 0)
        if not where:
            return None
        score += where * 2
    own = False  # whether any word is found outside the title of its game
    for word, spellings in meant.items():
        best = max(
            (
                (weight * (2 if has(spelling, places[place]) else 1), place, spelling)
                for spelling in spellings
                for place, weight in _WHERE
                if begins(spelling, places[place])
            ),
            default=None,
        )
        if best is None:
            return None
        score += best[0]
        own = own or best[1] != "about"
        seen.append(best[2])
        if not best[2].startswith(word):
            reasons.append(f"{'same as' if best[2] in alike().get(word, ()) else 'near'} {best[2]}")
        elif best[1] == "name":
            written = next(w for n, w in zip(one.names, entry.names, strict=True) if begins(best[2], n))
            reasons.append(f"also called {written}")
    if not own and not phrases:
        return None
    score += _RANK.get(entry.kind, 0)
    return _found(entry, score, "; ".join(dict.fromkeys(reasons)) or "words", seen), entry


def _of_option(words: str) -> str:
    """Return the query in the standard form of an option's address, in case it is the address of an option or of a
    value."""
    rules, _, anchor = words.casefold().replace("/#", "#").partition("#")
    return option_id(rules, anchor.removeprefix("option-").partition(".")[0])


def _likely(entry: Entry) -> tuple[bool, int, bool]:
    """Return the sort key of an entry among others with the same words: those in force come first, then those of
    better-known games, then those not inherited."""
    return not entry.in_force, place(entry.id.partition("#")[0]), not entry.first


def _alike(word: str) -> list[str]:
    """Return a word and its synonyms."""
    return [word, *alike().get(word, ())]


def _spellings(word: str) -> list[str]:
    """Return a word, its synonyms, and similar words of the catalogue."""
    return [*_alike(word), *spelt_like(word, _vocabulary())]


@cache
def _vocabulary() -> frozenset[str]:
    """Return every word of the catalogue, normalised."""
    return frozenset(
        word
        for one in entries()
        for text in (one.id, one.title, *one.names, one.text)
        for word in text.split()
    )


def _found(entry: Entry, score: int, reason: str, seen: Sequence[str]) -> Found:
    return Found(
        entry.kind, entry.id, entry.title, excerpt(entry.text, seen), entry.url, entry.about, score, reason
    )


def excerpt(text: str, words: Sequence[str]) -> str:
    """Return the part of the text around the first of the given words, cut between words, with an ellipsis at each
    cut."""
    if len(text) <= _ROOM:
        return text
    spans = [(found.start(), found.end()) for found in re.finditer(r"\S+", text)]
    first = next(
        (
            start
            for start, end in spans
            if any(begins(word.split()[0], plain(text[start:end])) for word in words)
        ),
        0,
    )
    begin = next((start for start, _ in spans if start >= first - _ROOM // 3), 0) if first > _ROOM // 2 else 0
    end = max((end for _, end in spans if end <= begin + _ROOM), default=begin + _ROOM)
    return ("… " if begin else "") + text[begin:end] + (" …" if end < len(text) else "")


def _once(found: Sequence[tuple[Found, Entry]]) -> list[Found]:
    """Return the results without repetitions: the best of equal clauses, with the IDs of the others."""
    kept: dict[tuple[str, str, str], Found] = {}
    for hit, entry in found:
        same = (
            (entry.kind, entry.title, entry.text)
            if entry.kind in ("clause", "option")
            else (entry.id, "", "")
        )
        if same in kept:
            kept[same] = changed(kept[same], also=(*kept[same].also, hit.id))
        else:
            kept[same] = hit
    return list(kept.values())


__all__ = ["Found", "find", "suggestions"]
