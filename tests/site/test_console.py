"""Code that a reader runs on a page is shown as at Python's own prompt."""

from __future__ import annotations

import json
import re
from doctest import ELLIPSIS, DocTestParser, OutputChecker
from pathlib import Path
from typing import Any

import pytest

from _runtime import console

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted(path.relative_to(ROOT / "examples") for path in (ROOT / "examples").rglob("*.md"))
SESSION = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
get = DocTestParser().get_examples


def ran(*sources: str, anew: bool = True) -> tuple[str, dict[str, Any]]:
    """Run the sources as sessions numbered from 1; return what the last one shows, and the closing message."""
    sessions = [{"name": f"session {number}", "source": source} for number, source in enumerate(sources, 1)]
    told: list[dict[str, Any]] = []
    request = {"id": 7, "example": "test", "anew": anew, "sessions": sessions}
    console.handle(json.dumps(request), lambda text: told.append(json.loads(text)))
    assert {message["id"] for message in told} == {7}
    return "".join(message["show"]["text"] for message in told[:-1]), told[-1]["ok"]


def test_a_value_stands_under_the_statement_that_gave_it() -> None:
    assert (
        ran("points = 13\npoints + 1\nprint('hearts')")[0]
        == ">>> points + 1\n14\n>>> print('hearts')\nhearts\n"
    )


def test_statements_on_one_line_are_shown_once() -> None:
    assert ran("1; 2")[0] == ">>> 1; 2\n1\n2\n"


def test_a_block_is_shown_with_the_prompts_of_its_further_lines() -> None:
    assert ran("for n in (1, 2):\n    print(n)\n")[0] == ">>> for n in (1, 2):\n...     print(n)\n1\n2\n"


def test_a_traceback_is_that_of_python_and_shows_nothing_of_ours() -> None:
    shown, end = ran("def halve(points):\n    return points / 0\n\nhalve(26)")
    assert shown == (
        ">>> halve(26)\n"
        "Traceback (most recent call last):\n"
        '  File "<session 1>", line 4, in <module>\n'
        "    halve(26)\n"
        "    ~~~~~^^^^\n"
        '  File "<session 1>", line 2, in halve\n'
        "    return points / 0\n"
        "           ~~~~~~~^~~\n"
        "ZeroDivisionError: division by zero\n"
    )
    assert end["errors"] == {"session 1": "ZeroDivisionError: division by zero"}


def test_of_several_errors_the_first_is_told_because_the_others_come_of_it() -> None:
    shown, end = ran("import whist_of_yesterday; whist_of_yesterday.deal()")
    assert "NameError" in shown
    assert end["errors"] == {"session 1": "ModuleNotFoundError: No module named 'whist_of_yesterday'"}


def test_an_error_that_comes_of_another_shows_both_and_nothing_of_ours() -> None:
    shown, _ = ran(
        "try:\n    print(input())\nexcept EOFError as error:\n    raise ValueError('no') from error"
    )
    assert shown.count("Traceback (most recent call last):") == 2
    assert console.OWN not in shown


def test_after_an_error_the_next_statement_runs_as_at_the_prompt() -> None:
    assert ran("1 / 0\n'on'")[0].endswith("ZeroDivisionError: division by zero\n>>> 'on'\n'on'\n")


def test_nothing_runs_of_what_cannot_be_read() -> None:
    shown, end = ran("print('before')\ndeal = (")
    assert (
        shown
        == "  File \"<session 1>\", line 2\n    deal = (\n           ^\nSyntaxError: '(' was never closed\n"
    )
    assert end["errors"] == {"session 1": "SyntaxError: '(' was never closed"}


def test_a_refused_card_names_its_clause() -> None:
    shown, _ = ran("import whister\ndeal = whister.load('hearts/modern').deal(seed='1')\ndeal.act('bid 5')")
    assert "IllegalAction" in shown.splitlines()[-1]


def test_sessions_share_their_names_and_only_the_last_is_shown() -> None:
    assert ran("print('first')\nsuit = 'hearts'", "suit")[0] == ">>> suit\n'hearts'\n"
    assert ran("suit", anew=False)[0] == ">>> suit\n'hearts'\n"
    assert "NameError" in ran("suit", anew=True)[0]


def test_the_first_statement_of_a_session_is_shown_wherever_the_last_one_ended() -> None:
    assert ran("\n\nx = 1", "\n\nx")[0] == ">>> x\n1\n"


def test_an_error_of_an_earlier_session_is_told_by_its_name() -> None:
    shown, end = ran("1 / 0", "2")
    assert shown == ">>> 2\n2\n"
    assert end["errors"] == {"session 1": "ZeroDivisionError: division by zero"}


def test_what_is_too_long_is_cut_and_counted() -> None:
    shown, end = ran("print('-' * 30_000)\n1 / 0")
    dashes = max(map(len, shown.splitlines()))
    assert 10_000 < dashes < console.LIMIT
    assert end["lost"] == 30_000 - dashes + len("\n>>> 1 / 0\n")
    assert shown.endswith("ZeroDivisionError: division by zero\n")


def test_input_says_that_nobody_is_there_to_answer() -> None:
    shown, _ = ran("input('Your bid? ')")
    assert "Your bid? \nTraceback" in shown
    assert (
        shown.splitlines()[-1]
        == "EOFError: input() does not work here: write the answer into the program instead"
    )


def test_exit_ends_the_session() -> None:
    assert "never" not in ran("raise SystemExit\nprint('never')")[0].splitlines()


@pytest.mark.parametrize("path", EXAMPLES, ids=str)
def test_every_session_of_an_example_shows_what_its_page_shows(path: Path) -> None:
    text = (ROOT / "examples" / path).read_text(encoding="utf-8")
    opening, *parts = ([get(session) for session in SESSION.findall(part)] for part in text.split("\n## "))
    ran("", anew=True)
    for sessions in [opening, *parts]:
        # The page shows the parts of this example separately, and each runs directly after the opening.
        if path.stem == "strategy" and sessions is not opening:
            ran(*("".join(example.source for example in session) for session in opening), anew=True)
        for session in sessions:
            shown, _ = ran("".join(example.source for example in session), anew=False)
            wanted = "".join(prompted(example.source) + example.want for example in session if example.want)
            assert OutputChecker().check_output(wanted, without_stack(shown), ELLIPSIS), shown


def prompted(source: str) -> str:
    first, *rest = source.splitlines(keepends=True)
    return f">>> {first}" + "".join(f"... {line}" for line in rest)


def without_stack(shown: str) -> str:
    """Return the output with each stack replaced by ``...``, since examples leave it out, as doctest allows."""
    return re.sub(r"^(Traceback .*\n)(?: .*\n)+", r"\1    ...\n", shown, flags=re.MULTILINE)
