"""Requests to end a study: held back where they would do harm, heeded once, and received by one process alone."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from whister.studies import clusters, interrupting

pytestmark = pytest.mark.usefixtures("attentive")

_LONGEST = 60.0


def test_the_processes_end_at_once_when_a_study_is_interrupted_again_and_again() -> None:
    begun = time.monotonic()

    def interrupt() -> None:
        for _ in range(5):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.02)

    def play() -> None:
        with clusters.processes(2) as pool:
            assert [pool.submit(abs, 1).result() for _ in range(9)]
            futures = [pool.submit(time.sleep, 2 * _LONGEST) for _ in range(9)]
            interrupting_thread.start()
            futures[0].result()

    interrupting_thread = threading.Thread(target=interrupt)
    with interrupting.interruptible():
        with pytest.raises(KeyboardInterrupt):
            play()
        assert not multiprocessing.active_children()
        interrupting_thread.join()
    assert time.monotonic() - begun < _LONGEST


def test_a_request_is_held_back_until_it_is_safe() -> None:
    safe = False

    def ask_to_end() -> None:
        nonlocal safe
        with interrupting.held():
            os.kill(os.getpid(), signal.SIGTERM)
            safe = interrupting.waiting()

    with interrupting.interruptible():
        with pytest.raises(KeyboardInterrupt):
            ask_to_end()
        os.kill(os.getpid(), signal.SIGINT)
        assert interrupting.heard()
    assert safe
    assert not interrupting.heard()


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no such signal")
def test_the_end_of_a_session_is_a_request_unless_it_is_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    try:
        with interrupting.interruptible():
            os.kill(os.getpid(), signal.SIGHUP)
            assert not interrupting.heard()
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        with interrupting.interruptible(), pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be blocked")
def test_no_ctrl_c_reaches_a_process_while_it_starts(tmp_path: Path) -> None:
    words = "import signal\nfrom whister.studies.clusters import processes\nwith processes(1) as pool:\n    print(*sorted(pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, []).result()))"
    script = tmp_path / "parent.py"
    script.write_text(f"if __name__ == '__main__':\n{textwrap.indent(words, '    ')}\n", "utf-8")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    blocked = subprocess.run(
        [sys.executable, script], stdout=subprocess.PIPE, env=environment, check=True
    ).stdout
    assert set(map(int, blocked.split())) == {signal.SIGHUP, signal.SIGINT}
