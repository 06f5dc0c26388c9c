"""Runs what a reader types and shows what Python's own prompt would show.

The worker `console.mjs` runs this file in the browser. Every statement is run separately, as at the prompt: the value
of an expression is shown, and the next statement runs even after an error. A statement is repeated before its output,
if it has any. Nothing here depends on the browser: `handle` receives a request as JSON and a function to call with each
answer, also JSON.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import linecache
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any

OWN = (lambda: None).__code__.co_filename
"""The name of this file in tracebacks, used to leave out its frames."""

LIMIT = 20_000
"""The most characters that one run can show."""

Show = Callable[[str, str], object]
"""Takes a kind of text (`typed`, `out` or `error`) and a piece of it."""

examples: dict[str, dict[str, Any]] = {}
"""The Python names defined by each example, by its name."""


def handle(text: str, tell: Callable[[str], object]) -> None:
    """Run the sessions of a request in order, and report the output of the last one, piece by piece.

    The request has `id`, the `example` whose names are used, `anew` (true to forget them first), and `sessions`, each
    with a `name` and a `source`. Each piece is sent as `{id, show: {kind, text}}`, the end as `{id, ok: {errors,
    lost}}`. `errors` has the last line of the first error of each session, by the session's name, since later errors
    may result from it; `lost` is the number of characters beyond the limit.
    """
    request = json.loads(text)

    def show(kind: str, piece: str) -> None:
        tell(json.dumps({"id": request["id"], "show": {"kind": kind, "text": piece}}))

    if request["anew"] or request["example"] not in examples:
        examples[request["example"]] = {"__name__": "__main__", "__builtins__": __builtins__}
    names = examples[request["example"]]
    transcript = Transcript(show)
    errors = {}
    for session in request["sessions"]:
        transcript.open(silent=session is not request["sessions"][-1])
        error = run(session["source"], session["name"], names, transcript)
        if error:
            errors[session["name"]] = error.rstrip().rpartition("\n")[2]
    tell(json.dumps({"id": request["id"], "ok": {"errors": errors, "lost": transcript.lost}}))


def run(source: str, name: str, names: dict[str, Any], transcript: Transcript) -> str:
    """Run the statements of a source; return the first traceback, or an empty string. `name` appears in tracebacks."""
    file, lines, first_wrong = f"<{name}>", source.splitlines(), ""
    linecache.cache[file] = (len(source), None, [f"{line}\n" for line in lines], file)
    try:
        statements = ast.parse(source, file).body
    except (SyntaxError, ValueError) as error:
        wrong = "".join(traceback.format_exception_only(error))
        transcript.write("error", wrong)
        transcript.flush()
        return wrong
    with at_the_prompt(transcript):
        for statement in statements:
            decorators = getattr(statement, "decorator_list", [])
            first = min(each.lineno for each in [statement, *decorators])
            transcript.begin(lines, first, statement.end_lineno or first)
            try:
                exec(compile(ast.Interactive([statement]), file, "single", dont_inherit=True), names)
            except BaseException as error:
                wrong = "".join(without_own_frames(error).format())
                first_wrong = first_wrong or wrong
                transcript.write("error", wrong)
                if isinstance(error, SystemExit):
                    break
            finally:
                transcript.flush()
    return first_wrong


class Transcript:
    """The output of a run, passed on line by line after the statement that caused it, up to the limit."""

    def __init__(self, show: Show, limit: int = LIMIT) -> None:
        self.show = show
        self.left = limit
        self.lost = 0
        self._silent = False
        self._typed = ""
        self._typed_to = 0
        self._kind = "out"
        self._held = ""
        self._shown = "\n"

    def open(self, *, silent: bool) -> None:
        """Begin another session; nothing is shown of a silent one."""
        self._silent, self._typed, self._typed_to = silent, "", 0

    def begin(self, lines: list[str], first: int, last: int) -> None:
        """Note the lines of the next statement, counted from 1; lines already shown are not repeated."""
        if first != self._typed_to:
            self._typed = "".join(
                f"{'>>>' if number == 0 else '...'} {line}".rstrip() + "\n"
                for number, line in enumerate(lines[first - 1 : last])
            )
        self._typed_to = last

    def write(self, kind: str, text: str) -> None:
        """Take a piece of output."""
        if self._silent or not text:
            return
        if self._typed:
            self._pass_on("typed", self._typed)
        self._typed = ""
        if kind != self._kind:
            self.flush()
            self._kind = kind
        self._held += text
        if "\n" in text or len(self._held) > self.left:
            self.flush()

    def flush(self) -> None:
        """Pass on any output that was held back because its line had not ended."""
        held, self._held = self._held, ""
        self._pass_on(self._kind, held)

    def _pass_on(self, kind: str, text: str) -> None:
        room = max(self.left, LIMIT) if kind == "error" else self.left  # an error is always reported
        kept = text[:room]
        self.left = max(self.left - len(kept), 0)
        self.lost += len(text) - len(kept)
        if kept:
            new_line = kind != "out" and not self._shown.endswith("\n")
            self._shown = kept
            self.show(kind, f"\n{kept}" if new_line else kept)


class _Out(io.TextIOBase):
    def __init__(self, transcript: Transcript, kind: str) -> None:
        self.transcript, self.kind = transcript, kind

    def writable(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        self.transcript.write(self.kind, text)
        return len(text)

    def flush(self) -> None:
        self.transcript.flush()


class _NoKeyboard(io.TextIOBase):
    def readable(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        raise EOFError("input() does not work here: write the answer into the program instead")


@contextlib.contextmanager
def at_the_prompt(transcript: Transcript) -> Iterator[None]:
    """Send output to the transcript, and disable input."""
    before = sys.stdin, sys.stdout, sys.stderr, sys.displayhook
    sys.stdin, sys.stdout = _NoKeyboard(), _Out(transcript, "out")
    sys.stderr, sys.displayhook = _Out(transcript, "out"), sys.__displayhook__
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr, sys.displayhook = before


def without_own_frames(error: BaseException) -> traceback.TracebackException:
    """Return the traceback of an error and its causes, without the frames of this file."""
    whole = traceback.TracebackException.from_exception(error)
    waiting, seen = [whole], set[int]()
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        each.stack[:] = [frame for frame in each.stack if frame.filename != OWN]
        waiting += [other for other in (each.__cause__, each.__context__, *(each.exceptions or ())) if other]
    return whole
