"""Players of one's own: what they are asked, what they can see in a process of their own, and what happens if they fail.

The players are in a module that each test writes into its own folder, as a reader would.
"""

from __future__ import annotations

import math
import os
import pickle
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

import whister
from tests.engine.hiding import view_hides
from whister import Action, Deal, DealError, PlayerError, View
from whister.bots import choose
from whister.players import Clock, Forfeit, Player, player
from whister.players.apart import message
from whister.players.entrants import MAKERS, Entrant
from whister.players.protocol import ask
from whister.players.seated import Others, play

MODULE = """
import gc, os, random, subprocess, sys, time

def first(view, clock):
    return view.legal[0]

def text(view, clock):
    return " " + str(view.legal[-1]).lower()

def draws(view, clock):
    return random.choice(view.legal)

def sleeps(view, clock):
    time.sleep(60)

def spins(view, clock):
    while True:
        pass

def raises(view, clock):
    raise ValueError("I hold the " + " ".join(view.hand))

class Unsaid(Exception):
    def __str__(self):
        raise RuntimeError("no text")

def fails_twice(view, clock):
    raise Unsaid

def rambles(view, clock):
    return "🃏" * 1000

def nothing(view, clock):
    return None

def number(view, clock):
    return 7

def illegal(view, clock):
    return "give " + " ".join(view.hand)

def prints(view, clock):
    print("play", view.legal[0], flush=True)
    sys.stderr.write("play")
    os.write(1, b"\\0\\0\\0\\4+QS!")
    os.write(2, b"QS")
    assert sys.stdin.read() == ""
    return view.legal[-1]

def leaves(view, clock):
    sys.exit(3)

def ends(view, clock):
    os._exit(3)

def swells(view, clock):
    return bytearray(64 << 30) and view.legal[0]

def late(view, clock):
    while not clock.expired():
        time.sleep(0.01)
    return view.legal[-1]

def hires(view, clock):
    work = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    with open("hired", "w") as file:
        file.write(str(work.pid))
    time.sleep(60)

class Kept:
    def __init__(self):
        self.seats = set()

    def choose(self, view, clock):
        self.seats.add(view.seat)
        assert len(self.seats) == 1, "a player sees the hands of several seats"
        return view.legal[0]

def looks(view, clock):
    from whister.deal.machine import Machine
    from whister.deal.public import DealFace
    from whister.deal.view import plan_of
    from whister.plan.state import Dealt
    found, frame = [], sys._getframe()
    while frame is not None:
        found += frame.f_locals.values()
        frame = frame.f_back
    found += gc.get_objects()
    found += [getattr(view, name) for name in dir(view)] + list(vars(plan_of(view)).values())
    deals = [each for each in found if isinstance(each, (Machine, DealFace, Dealt))]
    outcomes = [each for each in found if type(each).__name__ == "Outcome"]
    views = {each.seat for each in found if type(each) is type(view)}
    raise LookupError(f"{len(deals)} deals, {len(outcomes)} outcomes, the views of {len(views)} seats")

def hires_another(view, clock):
    import whister
    whister.players.player("mine:first")

def recurses(view, clock):
    return recurses(view, clock)

class Text(str):
    pass

def borrowed(view, clock):
    return Text(view.legal[-1])

five = 5
"""
BROKEN = "import no_such_module_at_all"
FAILS = "raise OSError('the network is down')"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "mine.py").write_text(MODULE)
    (tmp_path / "broken.py").write_text(BROKEN)
    (tmp_path / "fails.py").write_text(FAILS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield tmp_path
    sys.modules.pop("mine", None)


@pytest.fixture
def seat() -> Iterator[Callable[..., Player]]:
    """Yield a function that makes a player, which is ended after the test."""
    made: list[Player] = []

    def make(name: str, seconds: float = 5, **more: bool) -> Player:
        made.append(player(f"mine:{name}", seconds=seconds, **more))
        return made[-1]

    yield make
    for each in made:
        each.close()


@cache
def _opening() -> Deal:
    return whister.load("hearts/black-lady").deal("own players", number=4)


def a_choice() -> View:
    """Return a view with several legal cards."""
    deal = _opening().copy()
    while len(deal.legal()) < 3:
        deal.act(deal.legal()[0])
    assert deal.to_act is not None
    return deal.view(deal.to_act)


def a_pass() -> View:
    """Return a view in which three cards are to be passed."""
    return whister.load("hearts/black-lady").deal("own players").view(1)


# -- the clock ---------------------------------------------------------------------------------------------------------


def test_a_clock_without_a_limit_never_runs_out() -> None:
    clock = Clock()
    assert (clock.left, clock.expired(), clock.overrun) == (math.inf, False, False)


def test_a_clock_that_has_run_out_has_nothing_left() -> None:
    clock = Clock(1e-9)
    time.sleep(0.001)
    assert (clock.left, clock.expired(), clock.overrun) == (0, True, True)
    assert not Clock(1_000).expired()


# -- what a player answers ---------------------------------------------------------------------------------------------


def test_a_card_is_taken_in_any_spelling_that_a_deal_accepts(seat: Callable[..., Player]) -> None:
    view = a_choice()
    assert ask(seat("first"), view) == (view.legal[0], None)
    assert ask(seat("text"), view) == (view.legal[-1], None)
    assert ask(seat("borrowed", trusted=True), view) == (view.legal[-1], None)


def test_the_cards_of_a_pass_are_taken_in_any_order() -> None:
    view = a_pass()
    last = view.legal[-1]
    backwards = "give " + " ".join(reversed(last.words))
    found, forfeit = ask(player(lambda view, clock: backwards, trusted=True), view)
    assert (found, forfeit) == (last, None)
    assert found != backwards


def test_the_action_taken_is_the_deals_own() -> None:
    view = a_choice()
    found, _ = ask(player(lambda view, clock: str(view.legal[0]), trusted=True), view)
    assert any(found is action for action in view.legal)


def test_a_player_is_not_asked_when_one_action_is_legal(seat: Callable[..., Player]) -> None:
    deal = _opening()
    assert deal.to_act is not None
    assert ask(seat("raises"), deal.view(deal.to_act)) == ("2C", None)


def test_a_seat_with_nothing_to_do_is_an_error() -> None:
    deal = _opening()
    assert deal.to_act is not None
    with pytest.raises(DealError, match=r"cautious: seat \d has nothing to do"):
        ask(player("cautious"), deal.view((deal.to_act + 1) % 4))


# -- choices forfeited -------------------------------------------------------------------------------------------------

WRONG = [
    ("sleeps", "took longer than 0.33 seconds", "its time is 0.3 seconds"),
    ("spins", "took longer than 0.33 seconds", "its time is 0.3 seconds"),
    ("raises", "raised ValueError", "I hold the "),
    ("fails_twice", "raised Unsaid", "an error that cannot be shown"),
    ("rambles", "did not return a legal action", "expected one of "),
    ("nothing", "did not return a legal action", "got None"),
    ("number", "did not return a legal action", "got 7"),
    ("illegal", "did not return a legal action", "expected one of "),
    ("leaves", "raised SystemExit", "3"),
    ("ends", "ended its process", "exit code 3"),
    ("recurses", "raised RecursionError", "maximum recursion depth"),
    ("hires_another", "raised PlayerError", "the process of a player cannot start another"),
]


@pytest.mark.parametrize(("name", "reason", "detail"), WRONG)
def test_a_player_that_fails_forfeits_to_the_cautious_player(
    name: str, reason: str, detail: str, seat: Callable[..., Player]
) -> None:
    wrong = seat(name, 0.3)
    for view in (a_choice(), a_pass()):  # a player that was ended is started again for its next choice
        found, forfeit = ask(wrong, view)
        assert forfeit is not None
        assert (found, forfeit.action) == (choose(view), choose(view))
        assert (forfeit.seat, forfeit.player, forfeit.reason) == (view.seat, f"mine:{name}", reason)
        assert detail in forfeit.detail
        assert str(forfeit).startswith(f"Seat {view.seat}'s player, mine:{name}, {reason} (")
        assert str(forfeit).endswith(f"so the cautious player chose {choose(view)} instead.")
        told = forfeit.told("West")  # what the table is told names no card
        assert told == f"West's player, mine:{name}, {reason}, so the cautious player chose instead."


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")
def test_a_player_that_takes_too_much_memory_forfeits(seat: Callable[..., Player]) -> None:
    _, forfeit = ask(seat("swells"), a_choice())
    assert forfeit is not None
    assert forfeit.reason == "raised MemoryError"


def test_what_a_player_prints_is_no_answer(
    seat: Callable[..., Player], capfd: pytest.CaptureFixture[str]
) -> None:
    view, printing = a_choice(), seat("prints")
    for _ in range(3):
        assert ask(printing, view) == (view.legal[-1], None)
    assert tuple(capfd.readouterr()) == ("", "")


def test_a_player_may_use_all_its_time(seat: Callable[..., Player]) -> None:
    view = a_choice()
    assert ask(seat("late", 2), view) == (view.legal[-1], None)


def test_a_trusted_player_that_takes_too_long_forfeits_as_well() -> None:
    def slow(view: View, clock: Clock) -> Action:
        while not clock.overrun:
            time.sleep(0.01)
        return view.legal[0]

    _, forfeit = ask(player(slow, seconds=0.1, trusted=True), a_choice())
    assert forfeit is not None
    assert (forfeit.player, forfeit.reason) == ("slow", "took longer than 0.11 seconds")


def test_a_trusted_player_whose_error_cannot_be_shown_forfeits_as_well() -> None:
    class Unsaid(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no text")

    def fails(view: View, clock: Clock) -> Action:
        raise Unsaid

    _, forfeit = ask(player(fails, trusted=True), a_choice())
    assert forfeit is not None
    assert (forfeit.reason, forfeit.detail) == ("raised Unsaid", "an error that cannot be shown")


def test_a_deal_is_played_to_its_end_whoever_fails(seat: Callable[..., Player]) -> None:
    deal = whister.load("hearts/black-lady").deal("whoever")
    forfeits = play(deal, {0: seat("nothing"), 1: seat("raises"), 2: seat("number"), 3: seat("first")})
    assert deal.over
    assert {forfeit.seat for forfeit in forfeits} == {0, 1, 2}
    again = whister.load("hearts/black-lady").deal("whoever")
    play(again, {3: seat("first")})
    assert again == deal, "the cautious player has played in the place of the others"


# -- its process -------------------------------------------------------------------------------------------------------


def _pid(of: object) -> int:
    found: int = of._child._process.pid  # type: ignore[attr-defined]
    return found


def _gone(pid: int) -> bool:
    """Return whether a process has ended, within a few seconds."""
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        stat = Path(f"/proc/{pid}/stat")
        if stat.exists() and ") Z " in stat.read_text():
            return True  # ended, and adopted by a process that does not wait for it
        time.sleep(0.05)
    return False


@pytest.mark.skipif(os.name == "nt", reason="processes are counted as on Unix")
def test_a_process_serves_every_choice_until_it_is_ended_and_leaves_nothing(
    seat: Callable[..., Player],
) -> None:
    good, view = seat("first"), a_choice()
    pid = _pid(good)
    for _ in range(3):
        ask(good, view)
    assert _pid(good) == pid
    good.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert ask(good, view) == (view.legal[0], None)
    assert _pid(good) != pid


@pytest.mark.skipif(os.name == "nt", reason="processes are counted as on Unix")
def test_a_player_that_is_ended_takes_what_it_started_with_it(
    seat: Callable[..., Player], here: Path
) -> None:
    _, forfeit = ask(seat("hires", 2), a_choice())
    assert forfeit is not None
    assert forfeit.reason == "took longer than 2.2 seconds"
    assert _gone(int((here / "hired").read_text()))


@pytest.mark.skipif(os.name == "nt", reason="processes are counted as on Unix")
def test_a_player_that_nobody_holds_is_ended(seat: Callable[..., Player]) -> None:
    forgotten = player("mine:first")
    pid = _pid(forgotten)
    del forgotten
    assert _gone(pid)


def test_a_player_that_draws_lots_chooses_alike_in_every_process(seat: Callable[..., Player]) -> None:
    view = a_pass()
    drawn = {ask(seat("draws"), view)[0] for _ in range(2)} | {ask(seat("draws"), view)[0]}
    assert len(drawn) == 1
    others = {
        ask(seat("draws"), whister.load("hearts/black-lady").deal(each).view(1))[0] for each in range(3)
    }
    assert len(others) == 3


def test_a_player_is_sent_to_another_process_as_its_name_and_budget(seat: Callable[..., Player]) -> None:
    view = a_choice()
    for each in (seat("first"), player("random", seed="lots"), player("cautious")):
        again = pickle.loads(pickle.dumps(each))
        assert (again.name, again.seconds, ask(again, view)) == (each.name, each.seconds, ask(each, view))
        again.close()


# -- fairness ----------------------------------------------------------------------------------------------------------


def test_a_cheat_finds_the_deal_in_our_process_and_not_in_its_own(seat: Callable[..., Player]) -> None:
    deal = whister.load("hearts/black-lady").deal("cheat", number=4)
    while len(deal.legal()) < 3:
        deal.act(deal.legal()[0])
    assert deal.to_act is not None
    views = [deal.view(each) for each in range(4)]
    _, trusted = ask(seat("looks", trusted=True), views[deal.to_act])
    assert trusted is not None
    assert not trusted.detail.startswith("0 deals")
    assert trusted.detail.endswith("the views of 4 seats")
    _, apart = ask(seat("looks"), views[deal.to_act])
    assert apart is not None
    assert (apart.reason, apart.detail) == ("raised LookupError", "0 deals, 0 outcomes, the views of 1 seats")


@pytest.mark.parametrize("name", whister.catalogue()[::6])
def test_what_is_sent_to_a_player_is_the_same_byte_for_byte_wherever_hidden_cards_lie(name: str) -> None:
    deal = whister.load(name).deal("sent")
    play(deal, {})
    assert view_hides(deal, Random(1), tries=1, look=lambda deal, seat: message((deal.view(seat), 1.0)))


def test_what_is_sent_names_the_rules_and_contains_what_the_seat_sees() -> None:
    view = a_choice()
    sent = message((view, 1.0))
    assert len(sent) < 20_000
    assert not any(word in sent for word in (b"Machine", b"DealFace", b"Dealt", b"Session", b"seed"))
    assert pickle.loads(sent)[0] == view


def test_each_seat_has_a_process_of_its_own() -> None:
    rows = whister.simulate(whister.load("hearts/black-lady"), "mine:Kept", 2, "several seats")
    assert [row["forfeit"] for row in rows if row["forfeits"]] == []


# -- names, modules and budgets ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MAKERS)
def test_a_strength_chooses_legally_and_alike_each_time(name: str) -> None:
    deal = whister.load("rook/kentucky").deal("strengths")
    assert play(deal, dict.fromkeys(range(4), player(name, seed="1", rollouts=20))) == ()
    again = whister.load("rook/kentucky").deal("strengths")
    play(again, dict.fromkeys(range(4), player(name, seed="1", rollouts=20)))
    assert deal.over
    assert deal == again


def test_random_players_with_other_seeds_play_otherwise() -> None:
    deals = [whister.load("rook/kentucky").deal("strengths") for _ in range(2)]
    for deal, seed in zip(deals, ("1", "2"), strict=True):
        play(deal, dict.fromkeys(range(4), player("random", seed=seed)))
    assert deals[0] != deals[1]


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("cautous", "no player is called 'cautous'; did you mean 'cautious'? Expected one of cautious, steady, strong, random"),
        ("", "no player is called ''. Expected one of"),
        (7, "expected a name, module:name or a function of a view and a clock, got 7"),
        (None, "expected a name, module:name or a function of a view and a clock, got None"),
        ("mine:", "expected module:name or file.py:name, such as mine:choose, got 'mine:'"),
        (":first", "expected module:name or file.py:name"),
        ("mine first:x", "expected module:name or file.py:name"),
        ("mine:frist", "mine:frist could not be loaded: mine has no 'frist'; did you mean 'first'?"),
        ("mien:first", "mien:first could not be loaded: no module is called 'mien' in this folder"),
        ("mine:five", "mine:five could not be loaded: expected a function of a view and a clock, got 5"),
        ("none.py:first", "none.py:first could not be loaded: there is no file 'none.py'"),
        ("broken:first", "broken:first could not be loaded: ModuleNotFoundError: No module named 'no_such_module_at_all'"),
        ("fails:first", "fails:first could not be loaded: OSError: the network is down"),
        (lambda view, clock: "QS", "a function runs in a process of its own only if a module or a file contains it"),
    ],
)  # fmt: skip
def test_a_player_that_cannot_be_found_is_refused(who: object, said: str) -> None:
    with pytest.raises(PlayerError) as refused:
        player(who)
    assert said in str(refused.value)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("budget", "said"),
    [
        ({"seconds": 0}, "cautious, seconds: expected a number above 0, at most 3600, got 0"),
        ({"seconds": -1.5}, "got -1.5"),
        ({"seconds": math.nan}, "got nan"),
        ({"seconds": math.inf}, "got inf"),
        ({"seconds": "1"}, "got '1'"),
        ({"seconds": True}, "got True"),
        ({"rollouts": 0}, "cautious, rollouts: expected a whole number from 1 to"),
        ({"rollouts": 1.5}, "got 1.5"),
        ({"trusted": 1}, "cautious, trusted: expected true or false, got 1"),
    ],
)  # fmt: skip
def test_a_budget_of_nothing_is_refused(budget: dict[str, object], said: str) -> None:
    with pytest.raises(PlayerError) as refused:
        player("cautious", **budget)  # type: ignore[arg-type]
    assert said in str(refused.value)


def test_a_player_in_a_file_is_found_by_the_files_name(here: Path) -> None:
    folder = here / "players"
    folder.mkdir()
    (folder / "helper.py").write_text("def best(view):\n    return view.legal[-1]\n")
    (folder / "other.py").write_text(
        "from helper import best\n\n\ndef choose(view, clock):\n    return best(view)\n"
    )
    view, found = a_choice(), player("players/other.py:choose")
    assert (found.name, ask(found, view)) == ("other.py:choose", (view.legal[-1], None))
    found.close()


def test_a_function_of_a_module_runs_apart_and_one_of_ours_if_trusted() -> None:
    view = a_choice()
    trusted = player(_ours, trusted=True)
    assert (trusted.name, ask(trusted, view)) == ("_ours", (view.legal[1], None))
    with pytest.raises(PlayerError, match="give trusted=True"):
        player(lambda view, clock: view.legal[0])


def test_a_function_that_does_not_take_a_view_and_a_clock_is_refused_at_once() -> None:
    expected = (
        "expected a function of a view and a clock, got one with the arguments (view: 'View') -> 'Action'"
    )
    with pytest.raises(PlayerError, match=re.escape(f"_clockless: {expected}")):
        player(_clockless, trusted=True)


def _clockless(view: View) -> Action:
    return view.legal[0]


def _ours(view: View, clock: Clock) -> Action:
    return view.legal[1]


SCRIPT = """
import whister

def choose(view, clock):
    return view.legal[-1]

{guard}
rows = whister.simulate(whister.load("hearts/black-lady"), choose, 1, "script")
print(len(rows), sum(row["forfeits"] for row in rows), rows[0]["player"])
"""


@pytest.mark.parametrize(
    ("guard", "said"), [('if __name__ != "__main__": raise SystemExit', ""), ("", "start another")]
)
def test_a_script_simulates_its_own_function(here: Path, guard: str, said: str) -> None:
    (here / "study.py").write_text(SCRIPT.format(guard=guard))
    path = os.pathsep.join(each for each in sys.path if each)
    done = subprocess.run(
        [sys.executable, "study.py"], capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": path}
    )  # fmt: skip
    assert said in done.stderr
    if guard:
        assert "SystemExit" in done.stderr, "the guard itself ends the player's process"
    assert done.returncode == 1


def test_a_script_with_its_work_under_a_guard_simulates_its_own_function(here: Path) -> None:
    body = (
        SCRIPT.format(guard='if __name__ == "__main__":')
        .replace("\nrows", "\n    rows")
        .replace("\nprint", "\n    print")
    )
    (here / "study.py").write_text(body)
    path = os.pathsep.join(each for each in sys.path if each)
    done = subprocess.run(
        [sys.executable, "study.py"], capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": path}
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("4 0 study.py:choose\n", "")


# -- the other seats of a table ----------------------------------------------------------------------------------------


def test_the_others_of_a_table_are_made_for_the_seats_that_ask() -> None:
    others = Others(Entrant("cautious"), {2: Entrant("mine:raises"), 3: Entrant("mine:first")})
    others.check()
    view = a_choice()
    asked: dict[int, Forfeit | None] = {}
    deal = whister.load("hearts/black-lady").deal("others")
    for seat in range(4):
        asked[seat] = others.ask(deal.view(seat))[1]
    others.close()
    assert [seat for seat, forfeit in asked.items() if forfeit is not None] == [2]
    with pytest.raises(PlayerError, match="mine has no 'frist'"):
        Others(Entrant("cautious"), {1: Entrant("mine:frist")}).check()
    assert Others(Entrant("cautious")).ask(view)[0] == choose(view)
