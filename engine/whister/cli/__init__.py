"""The command line: ``whister``."""

from __future__ import annotations

import argparse
import contextlib
import errno
import os
import sys
from collections.abc import Sequence

from whister.checks import said
from whister.cli import (
    citing,
    comparing,
    finding,
    listing,
    naming,
    playing,
    replaying,
    serving,
    showing,
    studying,
)
from whister.cli.paper import safe
from whister.cli.parser import Parser, common
from whister.cli.trouble import FOUND, INTERRUPTED, MISSING, MISUSED, Trouble
from whister.errors import WhisterError, short
from whister.spelling import near
from whister.studies.interrupting import deafen

COMMANDS = (listing, showing, citing, comparing, finding, playing, replaying, studying, serving)
_WITH_VALUE = ("--color", "--colour")  #: the options allowed before a command that take a value
ABOUT = """\
Historical rules of Hearts, Boston and Rook: read them, cite them, compare them, play them.

Each rule set has an ID such as hearts/black-lady, and each of its rules one such as hearts/black-lady#first-trick."""
EXAMPLES = """\
three things to try:
  whister list hearts                 the rule sets of the Hearts family
  whister show black-lady             one of them, rule by rule
  whister play black-lady             a hand of it, here in the terminal

`whister COMMAND --help` describes a command, with examples and exit codes."""


def build_parser() -> Parser:
    """Return the parser of every command, with its help."""
    from whister import __version__

    whole = Parser(
        prog="whister", usage="whister COMMAND [ARGUMENTS]", description=ABOUT, epilog=EXAMPLES,
        parents=[common()], add_help=False,
    )  # fmt: skip
    whole.add_argument(
        "--version", action="version", version=f"whister {__version__}", help="show the version and exit"
    )
    commands = whole.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser, prog="whister")
    for module in COMMANDS:
        module.add(commands)
    return whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    status = _status(list(sys.argv[1:] if arguments is None else arguments))
    if arguments is None and status == INTERRUPTED:
        deafen()
    return status


def _status(given: list[str]) -> int:
    _open_what_is_closed()
    safe(sys.stdout)
    safe(sys.stderr)
    try:
        status = _run(given)
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader has closed the pipe
        _write_no_more()
        return FOUND
    except OSError as error:  # the disk is full, or the output is gone; other errors name their file
        _write_no_more()
        if os.name == "nt" and error.errno == errno.EINVAL:  # how Windows reports a broken pipe
            return FOUND
        sys.stderr.write(f"whister: the answer cannot be written: {error.strerror or error}.\n")
        return MISSING
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return INTERRUPTED


def _open_what_is_closed() -> None:
    """Open an empty stream in place of each standard stream that the caller has closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


def _write_no_more() -> None:
    """Discard pending output, so that Python does not try to write it again on exit."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(given: list[str]) -> int:
    whole = build_parser()
    try:
        asked = _parsed(whole, given)
    except SystemExit as ended:  # help, the version, or an invalid command
        return ended.code if isinstance(ended.code, int) else MISUSED
    if not hasattr(asked, "run"):
        whole.print_help()
        return FOUND
    asked.color = getattr(asked, "color", "auto")
    try:
        status: int = asked.run(asked)
        return status
    except Trouble as trouble:
        return _told(asked.parser.prog, str(trouble), trouble.status)
    except WhisterError as error:
        return _told(asked.parser.prog, str(error), MISUSED)
    except OSError as error:
        if error.filename is None:
            raise
        return _told(asked.parser.prog, f"{error.filename}: {error.strerror}.", MISUSED)


def _parsed(whole: Parser, given: list[str]) -> argparse.Namespace:
    """Return the parsed command line, in which options may precede the command. For an unknown command, exit with an
    error that suggests the nearest one."""
    names = [_name(module) for module in COMMANDS]
    before, rest = _leading(given)
    if "--version" in before:
        rest = []
    if rest and rest[0] not in names:
        later = next((word for word in rest if word in names), None)
        hint = near(rest[0], names)
        if before and later is not None and hint == ".":
            whole.error(f"put the command first: whister {later} {before[-1]} {naming.brief(rest[0])} …")
        whole.error(f"no command is called {said(rest[0])}{hint} The commands: {', '.join(names)}.")
    if (
        before
        and not rest
        and (wrong := [word for word in _options(before) if word not in whole.known_options()])
    ):
        whole.error(f"expected a command before {naming.brief(wrong[0])}: {', '.join(names)}.")
    asked, extra = whole.parse_known_args([*rest[:1], *before, *rest[1:]])
    if extra:
        at: Parser = getattr(asked, "parser", whole)
        at.error(f"{said(extra[0])} is not expected here{near(extra[0], at.known_options())}")
    return asked


def _leading(given: list[str]) -> tuple[list[str], list[str]]:
    """Return the options before the command, and the command with everything after it."""
    at = 0
    while at < len(given) and given[at].startswith("-") and given[at] != "--":
        at += 2 if given[at] in _WITH_VALUE else 1
    return given[:at], given[at:]


def _options(before: list[str]) -> list[str]:
    """Return the names of the options in a list of words, without their values."""
    return [
        word.partition("=")[0]
        for at, word in enumerate(before)
        if at == 0 or before[at - 1] not in _WITH_VALUE
    ]


def _name(module: object) -> str:
    name: str = vars(module)["NAME"]
    return name


def _told(where: str, message: str, status: int) -> int:
    """Print an error, preceded by the name of its command, and return its exit code, even if the output is gone."""
    try:
        sys.stdout.flush()
    except OSError:
        _write_no_more()
    sys.stderr.write(f"{where}: {short(message)}\n")
    return status


__all__ = ["build_parser", "main"]
