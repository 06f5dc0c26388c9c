"""Requests to end a study: Ctrl-C, SIGTERM, or the end of the session in which it runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")  #: those of them that the system has
_DEAF = 10.0  #: for so many seconds after a request, others change nothing


class _Requests:
    """What is done about a request: it raises ``KeyboardInterrupt``, at once or as soon as it is no longer held back."""

    def __init__(self) -> None:
        self.heard: float | None = None  #: when the last request came
        self.held = False
        self.waiting = False  #: whether a request is held back

    def __call__(self, number: int, frame: object) -> None:
        import time

        now = time.monotonic()
        if self.heard is not None and now - self.heard < _DEAF:
            return
        self.heard = now
        if not self.held:
            raise KeyboardInterrupt
        self.waiting = True


_listening: list[_Requests] = []  #: one at most


@contextmanager
def interruptible() -> Iterator[None]:
    """Let a request to end raise ``KeyboardInterrupt``, and ignore those that follow it while the study is ended.

    Signals that this process ignores are still ignored, such as SIGHUP after ``nohup``. Only in the main thread, and not
    a second time within itself; otherwise nothing changes.
    """
    import signal
    import threading

    if _listening or threading.current_thread() is not threading.main_thread():
        yield
        return
    requests = _Requests()
    before: dict[int, Any] = {}
    _listening.append(requests)
    try:
        for number in (getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)):
            if signal.getsignal(number) not in (signal.SIG_IGN, None):
                before[number] = signal.signal(number, requests)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        _listening.clear()


@contextmanager
def held() -> Iterator[None]:
    """Hold a request back until the end of the block: an executor that is interrupted at any point may hang for good."""
    import threading

    if not _listening or threading.current_thread() is not threading.main_thread():
        yield
        return
    requests = _listening[0]
    before, requests.held = requests.held, True
    try:
        yield
    finally:
        requests.held = before
    if requests.waiting and not before:
        requests.waiting = False
        raise KeyboardInterrupt


def waiting() -> bool:
    """Return whether a request is held back."""
    return any(requests.waiting for requests in _listening)


def heard() -> bool:
    """Return whether the study has been asked to end."""
    return any(requests.heard is not None for requests in _listening)


def deafen() -> None:
    """Ignore every further request, so that this process can end in peace."""
    import signal

    for name in _SIGNALS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


__all__ = ["deafen", "heard", "held", "interruptible", "waiting"]
