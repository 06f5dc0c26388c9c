"""The parser of the command line, used by every command, with the same help in every version of Python."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from whister.checks import LONGEST, writable
from whister.checks import said as quoted
from whister.checks import seed as shuffled_from
from whister.cli.paper import columns, safe, wrapped
from whister.cli.trouble import MISUSED
from whister.errors import DealError, short
from whister.spelling import near

_LONGEST_PATH = 4_096
Run = Callable[[argparse.Namespace], int]


class Parser(argparse.ArgumentParser):
    """A parser whose error messages are one clear sentence with a pointer to the help."""

    def __init__(self, *args: Any, **more: Any) -> None:
        more.setdefault("formatter_class", Layout)
        super().__init__(*args, **{**more, "allow_abbrev": False})
        self._positionals.title = "arguments"
        if sys.version_info >= (3, 14):
            self.color = False

    def known_options(self) -> list[str]:
        """Return the options of the command, as typed."""
        return [option for action in self._actions for option in action.option_strings]

    def error(self, message: str) -> NoReturn:
        """Exit with an error message."""
        safe(sys.stderr)
        said = re.sub(r"^the following arguments are required: (.*)$", r"expected \1", message)
        said = said.removeprefix("argument ").replace("expected one argument", "expected a value after it")
        self.exit(MISUSED, f"{self.prog}: {short(said)}\nTry: {self.prog} --help\n")


class Layout(argparse.RawDescriptionHelpFormatter):
    """The layout of the help: as wide as the terminal, up to a readable width, and the same in every version of
    Python."""

    def __init__(self, prog: str, **_: Any) -> None:
        width = min(columns(), 90)
        super().__init__(prog, max_help_position=min(28, width // 3), width=width)

    def _format_usage(self, usage: str | None, actions: Any, groups: Any, prefix: str | None) -> str:
        """Return the usage, in lines that break only between its parts."""
        if usage is None:
            return super()._format_usage(usage, actions, groups, prefix)
        parts = re.sub(
            r"\[[^]]*\]", lambda part: part[0].replace(" ", "\xa0"), f"{prefix or 'usage: '}{usage}"
        )
        return "\n".join(wrapped(parts, self._width, 0, 7)).replace("\xa0", " ") + "\n\n"

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Wrap paragraphs; keep lines that begin with spaces unchanged."""
        lines: list[str] = []
        for line in text.split("\n"):
            lines += [line] if line.startswith(" ") else wrapped(line, width)
        return "\n".join(indent + line for line in lines)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        """Return the names of an option with its value shown once: ``-o, --option NAME=VALUE``."""
        if not action.option_strings:
            return super()._format_action_invocation(action)
        value = "" if action.nargs == 0 else " " + self._format_args(action, action.dest.upper())
        return ", ".join(action.option_strings) + value


def known(what: str, words: Sequence[str]) -> Callable[[str], str]:
    """Return a function that accepts an argument if it is one of the given words. Its error for any other word suggests
    the nearest."""

    def one(said: str) -> str:
        if said in words:
            return said
        raise argparse.ArgumentTypeError(
            f"no {what} is called {quoted(said)}{near(said, words)} Expected one of {', '.join(words)}."
        )

    return one


def whole(low: int, high: int) -> Callable[[str], int]:
    """Return a function that converts an argument to a whole number within these limits."""

    def number(said: str) -> int:
        if re.fullmatch(r"\d{1,9}", said) and low <= int(said) <= high:
            return int(said)
        raise argparse.ArgumentTypeError(f"expected a whole number from {low} to {high}, got {quoted(said)}.")

    return number


def path(said: str) -> Path:
    """Return an argument as the path of a file. Raises ``ArgumentTypeError`` if no file can have that name."""
    if not said.strip() or "\0" in said or len(said) > _LONGEST_PATH:
        raise argparse.ArgumentTypeError(f"expected the name of a file, got {quoted(said)}.")
    return Path(said)


def text(said: str) -> str:
    """Return an argument unchanged. Raises ``ArgumentTypeError`` if it is empty or too long, or cannot be written in
    UTF-8."""
    if len(said) > LONGEST:
        raise argparse.ArgumentTypeError(f"expected text of at most {LONGEST} characters.")
    if not said.strip():
        raise argparse.ArgumentTypeError("expected text, got nothing.")
    if not writable(said):
        raise argparse.ArgumentTypeError(f"expected text that can be written in UTF-8, got {quoted(said)}.")
    return said


def seed(said: str) -> str:
    """Return an argument unchanged. Raises ``ArgumentTypeError`` if it cannot be the seed of a game."""
    try:
        shuffled_from(said)
    except DealError as error:
        raise argparse.ArgumentTypeError(f"{str(error).removeprefix('seed: ')}.") from None
    return said


def common() -> argparse.ArgumentParser:
    """Return a parser of the options that every command has."""
    parent = argparse.ArgumentParser(add_help=False)
    shared = parent.add_argument_group("common options")
    shared.add_argument("-h", "--help", action="help", help="show this help and exit")
    shared.add_argument(
        "--color", "--colour", dest="color", metavar="WHEN", default=argparse.SUPPRESS,
        type=known("way of colouring", ("auto", "always", "never")),
        help="colours: auto (on a terminal), always or never; NO_COLOR and FORCE_COLOR also apply",
    )  # fmt: skip
    return parent


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the option for the user's own rule set."""
    parser.add_argument(
        "--rules",
        metavar="FILE",
        type=path,
        help="a rule set of your own, a TOML file that extends one of these",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the option that prints the result as data."""
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")


def add_options(parser: argparse.ArgumentParser, *, players: bool = True) -> None:
    """Add the options for house rules."""
    parser.add_argument(
        "-o", "--option", dest="options", metavar="NAME=VALUE", action="append", default=[],
        help="a house rule, such as -o moon=new; may be repeated",
    )  # fmt: skip
    if players:
        parser.add_argument(
            "--players", metavar="N", type=whole(1, 99), help="number of players, where it can vary"
        )


def command(
    commands: Any, name: str, run: Run, *, summary: str, usage: str, about: str, examples: Sequence[str], codes: str
) -> argparse.ArgumentParser:  # fmt: skip
    """Add a command with its summary, usage, description, examples and exit codes, and return its parser."""
    shown = "\n".join(f"  {example}" for example in examples)
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=summary, usage=f"whister {name} {usage}", description=about, parents=[common()], add_help=False,
        epilog=f"examples:\n{shown}\n\nexit codes:\n{codes}",
    )  # fmt: skip
    parser.set_defaults(run=run, parser=parser)
    return parser


def exits(*lines: tuple[int, str]) -> str:
    """Return the exit codes of a command, as shown in its help."""
    return "\n".join(f"  {code:<3} {meaning}" for code, meaning in lines)
