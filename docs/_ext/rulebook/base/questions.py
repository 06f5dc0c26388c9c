"""Record the questions of each page and their answers, to know which pages must be rebuilt.

A page gets everything from the records through questions: what a file contains, which rule sets take a clause over,
where an address leads. A build stores the questions of each page with a hash of each answer. The next build asks again
and rebuilds only the pages for which an answer has changed. An answer that depends on others is computed again only if
one of those has changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cache, wraps
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar, cast

import whister
from whister import rules
from whister.rulesets import choosing

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

Question = tuple[str, ...]
"""The name of a question and its arguments; also ``("file", path)`` and ``("record", rule set)``."""

Words = ParamSpec("Words")
Told = TypeVar("Told")

FILE, RECORD = "file", "record"
EXTENDS = re.compile(r'^extends\s*=\s*["\']([a-z0-9/-]+)["\']', re.MULTILINE)


class Answer(NamedTuple):
    """The hash of an answer, and the questions on which it depends, or None if it depends on pages that were read."""

    digest: str
    rests_on: frozenset[Question] | None


class Outcome(NamedTuple):
    """The outcome of a question: a value, or an error that is raised again."""

    value: Any
    error: Exception | None
    answer: Answer


@dataclass
class Kept:
    """The questions of pages, and the answers; `fresh` has the answers since this build began to write pages."""

    pages: dict[str, frozenset[Question]] = field(default_factory=dict)
    answers: dict[Question, Answer] = field(default_factory=dict)
    fresh: dict[Question, Answer] = field(default_factory=dict)

    def __getstate__(self) -> tuple[object, ...]:
        """Return the contents as plain tuples, which are written and read several times faster."""
        return (
            self.pages,
            *({each: tuple(told) for each, told in of.items()} for of in (self.answers, self.fresh)),
        )

    def __setstate__(
        self, state: tuple[dict[str, frozenset[Question]], *tuple[dict[Question, Any], ...]]
    ) -> None:
        self.pages, *answers = state
        self.answers, self.fresh = ({each: Answer(*told) for each, told in of.items()} for of in answers)

    def keep(self, page: str, asked: Set[Question]) -> None:
        """Store the questions of a page."""
        self.pages[page] = frozenset(asked)
        self._keep(asked)

    def _keep(self, asked: Iterable[Question]) -> None:
        waiting = list(asked)
        while waiting:
            if (question := waiting.pop()) not in self.fresh:
                self.fresh[question] = answer = _outcome(question).answer
                waiting += answer.rests_on or ()

    def take(self, pages: Iterable[str], other: Kept) -> None:
        """Take over what another process has stored for these pages."""
        self.pages |= {page: other.pages[page] for page in pages if page in other.pages}
        self.fresh |= other.fresh

    def settle(self) -> None:
        """Update the stored answers with the fresh ones."""
        self.answers |= self.fresh
        self.fresh = {}

    def files(self, page: str) -> set[str]:
        """Return the files on which a page depends through any of its questions."""
        waiting, seen = list(self.pages[page]), set[Question]()
        while waiting:
            if (question := waiting.pop()) not in seen:
                seen.add(question)
                waiting += self.answers[question].rests_on or ()
        return {words[0] for name, *words in seen if name == FILE}

    def stale(self) -> set[str]:
        """Return the pages for which an answer has changed. Answers that are still valid are kept."""
        self.settle()
        known: dict[Question, bool] = {}

        def changed(question: Question) -> bool:
            if question not in known:
                known[question] = self._changed(question, changed)
            return known[question]

        quick_first = {page: sorted(asked, key=_is_function) for page, asked in self.pages.items()}
        return {page for page, asked in quick_first.items() if any(map(changed, asked))}

    def _changed(self, question: Question, changed: Callable[[Question], bool]) -> bool:
        was = self.answers.get(question)
        if was is None or question[0] not in {FILE, RECORD, *_asking}:
            return True
        if question[0] != FILE and was.rests_on is not None and not any(map(changed, was.rests_on)):
            return False
        self._keep([question])
        return self.fresh[question].digest != was.digest


def _is_function(question: Question) -> bool:
    return question[0] not in {FILE, RECORD}


_noted: ContextVar[set[Question] | None] = ContextVar("noted", default=None)
_asking: dict[str, tuple[Callable[..., Any], bool]] = {}
_outcomes: dict[Question, Outcome] = {}
_bound: list[BuildEnvironment] = []
_keeping = [True]


@contextmanager
def noting() -> Iterator[set[Question]]:
    """Collect the questions asked in the `with` block. Those asked to work out an answer belong to that answer."""
    asked: set[Question] = set()
    token = _noted.set(asked)
    try:
        yield asked
    finally:
        _noted.reset(token)


def keep_nothing() -> None:
    """Stop noting questions and hashing answers, since the result of this process is thrown away."""
    _keeping[:] = [False]


def note(question: Question) -> None:
    """Note a question if a page is being made."""
    asked = _noted.get()
    if asked is not None and _keeping[0]:
        asked.add(question)


def question(function: Callable[Words, Told]) -> Callable[Words, Told]:
    """Turn a function of strings into a question: it runs once in a build, and is noted for each page that asks it."""
    return cast(Callable[Words, Told], _registered(function, of_pages=False))


def question_of_pages(function: Callable[Words, Told]) -> Callable[Words, Told]:
    """Turn a function of the environment and of strings into a question to be asked after all texts have been read."""
    return cast(Callable[Words, Told], _registered(function, of_pages=True))


def _registered(function: Callable[..., Any], *, of_pages: bool) -> Callable[..., Any]:
    name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
    _asking[name] = function, of_pages

    @wraps(function)
    def ask(*words: Any) -> Any:
        if of_pages:
            bind(words[0])
        asked = (name, *(words[1:] if of_pages else words))
        note(asked)
        outcome = _outcome(asked)
        if outcome.error is not None:
            raise outcome.error
        return outcome.value

    return ask


def bind(env: BuildEnvironment) -> None:
    """Use this environment for questions about pages."""
    if not _bound or _bound[0] is not env:
        forget_pages()
        _bound[:] = [env]


def environment() -> BuildEnvironment:
    """Return the environment of this build, for questions that need the configuration or a file named there."""
    return _bound[0]


def forget_pages() -> None:
    """Forget the answers that depend on pages, because some pages are read again."""
    for question in [each for each, outcome in _outcomes.items() if outcome.answer.rests_on is None]:
        del _outcomes[question]


def _outcome(question: Question) -> Outcome:
    if question not in _outcomes:
        kind, *words = question
        of = {FILE: _file, RECORD: _record}.get(kind)
        _outcomes[question] = of(*words) if of is not None else _asked(*question)
    return _outcomes[question]


def _file(name: str) -> Outcome:
    path = Path(name)
    body = path.read_bytes() if path.is_file() else None
    return Outcome(body, None, Answer(sha256(body).hexdigest() if body is not None else "", frozenset()))


def _asked(name: str, *words: str) -> Outcome:
    function, of_pages = _asking[name]
    value, error = None, None
    with noting() as asked:
        try:
            value = function(*_bound, *words) if of_pages else function(*words)
        except Exception as raised:  # an error is an answer, passed to the caller
            error = raised
    if not _keeping[0]:
        # it may depend on pages, since its questions are not noted
        return Outcome(value, error, Answer("", None))
    resting = (
        None
        if of_pages or any(_outcome(each).answer.rests_on is None for each in asked)
        else frozenset(asked)
    )
    return Outcome(value, error, Answer(hashed(value if error is None else repr(error)), resting))


def file_text(path: Path) -> str:
    """Return the contents of a file, as UTF-8. Raises ``FileNotFoundError``."""
    note_file(path)
    body = _outcome((FILE, str(path))).value
    if body is None:
        raise FileNotFoundError(path)
    return cast(bytes, body).decode("utf-8")


def note_file(path: Path) -> None:
    """Note that a page depends on the contents of a file, or on its absence."""
    note((FILE, str(path)))


def note_record(rule_set_id: str) -> None:
    """Note that a page depends on the record of a rule set and on those that it extends."""
    note((RECORD, rule_set_id))


def _record(rule_set_id: str) -> Outcome:
    """Hash a rule set's own and inherited contents, without the parent's wording of an amended clause."""
    family = RULES / rule_set_id.partition("/")[0]
    files = [RULES / f"{name}.toml" for name in written_on(rule_set_id)]
    files += [family / f"{common}.toml" for common in ("_family", "_names")]
    try:
        told = hashed(choosing.stack_of(rule_set_id))
    except Exception as error:  # an error counts as an answer, as for any question
        told = hashed(repr(error))
    names = _outcome((FILE, str(files[-1]))).answer.digest
    return Outcome(None, None, Answer(told + names, frozenset((FILE, str(file)) for file in files)))


def written_on(rule_set_id: str) -> Iterator[str]:
    """Yield a rule set and those that its record extends, as far as their files can be read."""
    at, seen = rule_set_id, set[str]()
    while at and at not in seen:
        seen.add(at)
        yield at
        path = RULES / f"{at}.toml"
        found = EXTENDS.search(path.read_text("utf-8", "replace")) if path.is_file() else None
        at = found[1] if found else ""


RULES = Path(whister.__file__).parent / "rules"


def hashed(value: object) -> str:
    """Return a hash of an answer made of strings, numbers and collections. Raises ``TypeError`` for anything else."""
    spelt: list[str] = []
    _spell(value, spelt.append)
    return sha256("".join(spelt).encode()).hexdigest()


PLAIN = (str, int, float, bytes, date, Path, Fraction, Enum)


def _spell(value: Any, put: Callable[[str], None]) -> None:
    kind = type(value)  # tested first: there are half a million values
    if kind is str:
        put(f"str:{value!r};")
    elif isinstance(value, (tuple, list)):  # a union takes three times as long
        put("(")
        for each in value:
            _spell(each, put)
        put(")")
    elif value is None or isinstance(value, PLAIN):
        put(f"{kind.__name__}:{value!r};")
    elif isinstance(value, Mapping):
        put("{")
        for key, each in value.items():
            _spell(key, put)
            _spell(each, put)
        put("}")
    elif isinstance(value, set | frozenset):
        _spell(sorted(map(hashed, value)), put)
    elif is_dataclass(value) and not isinstance(value, type):
        put(kind.__name__)
        _spell([getattr(value, each.name) for each in _fields(cast(Hashable, kind))], put)
    else:
        raise TypeError(f"{kind.__name__} cannot be an answer: its values cannot be compared")


_fields = cache(fields)


# ---- the questions of texts while they are read


def kept(env: BuildEnvironment) -> Kept:
    """Return the stored questions of a project's pages, with the answers."""
    if not hasattr(env, "rulebook_asked"):
        env.rulebook_asked = Kept()  # type: ignore[attr-defined]
    return cast(Kept, env.rulebook_asked)  # type: ignore[attr-defined]


def _outdated(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    bind(env)
    return sorted(kept(env).stale())


def _begin(app: Sphinx, docname: str, content: list[str]) -> None:
    _noted.set(set())


def _end(app: Sphinx, doctree: nodes.document) -> None:
    asked = _noted.get()
    _noted.set(None)
    kept(app.env).keep(app.env.docname, asked or set())


def _forget(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    kept(env).pages.pop(docname, None)


def _merge(app: Sphinx, env: BuildEnvironment, docnames: set[str], other: BuildEnvironment) -> None:
    kept(env).take(docnames, kept(other))


def _settle(app: Sphinx, env: BuildEnvironment) -> None:
    kept(env).settle()
    forget_pages()


_loaded = rules._loaded


def _noted_load(rule_set: str, *how: Any) -> Any:
    note_record(rule_set)
    return _loaded(rule_set, *how)


def setup_questions(app: Sphinx) -> None:
    """Register the record of questions, and note each rule set that an example, a table or other code loads."""
    rules._loaded = cast(Any, _noted_load)
    app.connect("env-get-outdated", _outdated)
    app.connect("source-read", _begin, priority=1)
    app.connect("doctree-read", _end, priority=999)
    app.connect("env-purge-doc", _forget)
    app.connect("env-merge-info", _merge)
    app.connect("env-updated", _settle)
