"""A player in a process of its own, which receives views and returns the text of actions, and nothing else.

The process is started without anything of this one: it is a new Python, which loads the player's module and waits. A view
is sent as a pickle, which names the rules and contains what the seat sees; the answer is read as text and never unpickled.
What the player prints is discarded. A player that takes more than 1.1 times its time is ended, with every process that it
has started, and a new process is started for its next choice.

This keeps the cards of the other seats out of the player's memory. It does not protect the machine: the process has the
rights of the user, and a module that cannot be trusted with files should not be run at all.
"""

from __future__ import annotations

import os
import pickle
import random
import signal
import subprocess
import sys
import weakref
from contextlib import suppress
from faulthandler import cancel_dump_traceback_later, dump_traceback_later
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any, Protocol

from whister import checks
from whister.deal.view import View, plan_of
from whister.errors import PlayerError
from whister.players import finding
from whister.players.protocol import GRACE, Choose, Clock, Failed, Player, chance_of, overrun, raised

LOADING = 20.0  #: the most seconds that a module may take to load
MEMORY = 2 << 30  #: the most bytes that a player may use, on systems that can limit it
_LONGEST = 4_000  #: the most bytes of an answer
_PATIENCE = 5.0  #: the most seconds to wait for an ended process

_inside = False  #: whether this process is a player's own

# The first byte of an answer.
_DONE, _RAISED, _OTHER = b"+", b"!", b"?"


class Entrant(Protocol):
    """Who is to play; see ``whister.players.entrants``."""

    @property
    def name(self) -> str:
        """The name of the player."""

    def player(self) -> Player:
        """Return a new player."""


class Apart:
    """A player in a process of its own. The process is started at once and loads the module meanwhile."""

    def __init__(self, entrant: Entrant, place: str, seconds: float) -> None:
        if _inside:
            raise PlayerError(
                f"{entrant.name}: the process of a player cannot start another; in a script, put what plays the deals "
                'under `if __name__ == "__main__":`'
            )
        if not sys.executable:
            raise PlayerError(
                f"{entrant.name}: a player of your own runs in a process of its own, and this Python cannot start one; "
                "give trusted=True to run it in this one"
            )
        self.entrant, self.name, self.seconds, self._place = entrant, entrant.name, seconds, place
        self._child: _Child | None = _Child(place)

    def __repr__(self) -> str:
        return f"<Player {self.name}, in a process of its own>"

    def __reduce__(self) -> tuple[object, ...]:
        return self.entrant.player, ()

    def ready(self) -> None:
        """Wait until the module is loaded. Raises ``PlayerError`` if that fails."""
        try:
            self._loaded()
        except Failed as failed:
            raise PlayerError(f"{self.name} {failed.reason}: {failed.detail}") from None

    def _loaded(self) -> _Child:
        if self._child is None:
            self._child = _Child(self._place)
        if not self._child.ready:
            answer = self._child.answer(LOADING)
            if answer[:1] != _DONE:
                why = f"it takes longer than {LOADING:g} seconds" if answer == b"" else _text(answer)
                self.close()
                raise Failed("could not be loaded", why)
            self._child.ready = True
        return self._child

    def __call__(self, view: View, clock: Clock) -> str:
        """Send the view, and return what the player answers. Raises ``Failed``."""
        if clock.seconds is None:  # a process may not run for ever
            clock = Clock(self.seconds)
        assert clock.seconds is not None
        child = self._loaded()
        self._send_rules(child, view)
        clock.start()
        child.send((view, clock.seconds))
        answer = child.answer(GRACE * clock.seconds - clock.spent)
        if answer == b"":
            self.close()
            raise Failed(*overrun(clock))
        kind, text = answer[:1], _text(answer)
        if kind == _RAISED:
            error, _, said = text.partition("\n")
            raise Failed(*raised(error, said))
        if kind == _OTHER:
            raise Failed("did not return a legal action", f"expected an action or its text; got {text}")
        if kind != _DONE:
            self.close()
            raise Failed("ended its process", text)
        return text

    def _send_rules(self, child: _Child, view: View) -> None:
        """Let the process load the rules of a view, if they are new to it, before its clock starts."""
        rules = plan_of(view).rules
        if child.rules is not rules:
            child.send((None, rules))
            if child.answer(LOADING) != _DONE:
                self.close()
                raise Failed("ended its process", "while the rules were loaded")
            child.rules = rules

    def close(self) -> None:
        """End the process. The next call starts another."""
        if self._child is not None:
            self._child.end()
            self._child = None


def _text(answer: bytes) -> str:
    return answer[1:].decode("utf-8", "replace")


class _Child:
    """The process of a player, with a thread that writes to it and reads from it."""

    def __init__(self, place: str) -> None:
        self.ready = False
        self.rules: object = None  #: the rules that the process has loaded last
        path = [os.path.abspath(each) for each in sys.path]  # noqa: PTH100 (an entry need not be a folder)
        start = f"import sys; sys.path[:] = {path!r}; from whister.players.apart import serve; serve()"
        environment = {"PYTHONHASHSEED": "0"} | os.environ
        group: dict[str, Any] = {} if os.name == "nt" else {"start_new_session": True}
        self._process = subprocess.Popen(
            [sys.executable, "-c", start], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            bufsize=0, env=environment, **group,
        )  # fmt: skip
        self._asked: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._thread = Thread(
            target=_converse, args=(self._process, self._asked, self._answers), daemon=True, name=f"player {place}"
        )  # fmt: skip
        self._thread.start()
        self.end = weakref.finalize(self, _end, self._process, self._asked, self._thread)
        self.send((place, MEMORY))

    def send(self, what: object) -> None:
        """Send something to the process, without waiting."""
        self._asked.put(message(what))

    def answer(self, seconds: float) -> bytes:
        """Return the next answer of the process; an answer of another kind if the process has ended, and an empty one if
        none comes in time."""
        try:
            return self._answers.get(timeout=max(0.0, seconds))
        except Empty:
            return b""


def message(what: object) -> bytes:
    """Return what is sent to a process: all that its player can learn."""
    return pickle.dumps(what, pickle.HIGHEST_PROTOCOL)


def _converse(
    process: subprocess.Popen[bytes], asked: SimpleQueue[bytes | None], answers: SimpleQueue[bytes]
) -> None:
    """Write each request to the process and read its answer, until there is no other or the process ends."""
    assert process.stdin is not None
    assert process.stdout is not None
    with process.stdin, process.stdout, suppress(OSError):
        while (request := asked.get()) is not None:
            _write(process.stdin, request)
            answer = _read(process.stdout, _LONGEST)
            if not answer:
                break
            answers.put(answer)
    with suppress(subprocess.TimeoutExpired):
        code = process.wait(_PATIENCE)
        answers.put(f"-exit code {code}".encode())


def _end(process: subprocess.Popen[bytes], asked: SimpleQueue[bytes | None], thread: Thread) -> None:
    """End a process and those that it has started, and wait until they are gone."""
    asked.put(None)
    with suppress(OSError):
        if os.name == "nt":
            process.kill()
        elif process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(_PATIENCE)
    thread.join(_PATIENCE)


def _write(pipe: IO[bytes], sent: bytes) -> None:
    left = memoryview(len(sent).to_bytes(4) + sent)
    while left:
        left = left[pipe.write(left) :]


def _read(pipe: IO[bytes], longest: int) -> bytes:
    """Return the next message; empty at the end of the stream, or if the message is too long."""
    size = int.from_bytes(_exactly(pipe, 4))
    return _exactly(pipe, size) if size <= longest else b""


def _exactly(pipe: IO[bytes], size: int) -> bytes:
    found = b""
    while len(found) < size:
        if not (part := pipe.read(size - len(found))):
            return b""
        found += part
    return found


# -- in the player's own process ---------------------------------------------------------------------------------------


def serve() -> None:
    """Load the player that the first message names, and answer each view, until there is no other."""
    global _inside  # noqa: PLW0603 (there is one process)
    _inside = True
    source, sink = _own_streams()
    place, memory = pickle.loads(_read(source, 1 << 20))
    _limit(memory)
    try:
        choose = finding.found(place)
    except BaseException as error:
        said = checks.told(error).removeprefix(f"{place}: ")
        _write(
            sink,
            _answer(_RAISED, said if isinstance(error, PlayerError) else f"{type(error).__name__}: {said}"),
        )
        return
    _write(sink, _DONE)
    while sent := _read(source, 1 << 28):
        view, seconds = pickle.loads(sent)
        if view is None:  # it was sent for its rules, which are loaded now
            _write(sink, _DONE)
            continue
        dump_traceback_later(2 * seconds + _PATIENCE, exit=True, file=sink)  # if the other process is gone
        answer = _choice(choose, view, seconds)
        cancel_dump_traceback_later()
        _write(sink, answer)


def _own_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Return the streams to and from the other process; what the player reads is empty, and what it prints is lost."""
    source, sink = os.fdopen(os.dup(0), "rb", 0), os.fdopen(os.dup(1), "wb", 0)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 (open to the end)
    return source, sink


def _limit(memory: int) -> None:
    """Limit the memory of this process, where the system can."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))


def _choice(choose: Choose, view: View, seconds: float) -> bytes:
    """Return the answer of the player. Python's own random generator is set by what the seat sees, so that a player that
    uses it chooses alike in every process."""
    random.seed(chance_of(view, "choose").random())
    try:
        said: object = choose(view, Clock(seconds))
        return _answer(_DONE, said) if isinstance(said, str) else _answer(_OTHER, checks.said(said))
    except BaseException as error:
        return _answer(_RAISED, f"{type(error).__name__}\n{checks.told(error)}")


def _answer(kind: bytes, text: str) -> bytes:
    return kind + text[: (_LONGEST - 1) // 4].encode("utf-8", "replace")


__all__ = ["LOADING", "MEMORY", "Apart", "message", "serve"]
