"""What went wrong, said to the person at the keyboard, and the exit code that goes with it."""

from __future__ import annotations

import os
import shlex
import sys
import traceback

import click

from kibitz.cli.terminal import error_colour
from kibitz.engine.errors import MatchError
from kibitz.engine.kept_files import reason
from kibitz.recycle import RecycleError, render
from kibitz.recycle.errors import KibitzError

WRONG_INPUT = 1
OUR_BUG = 70


class Refusal(KibitzError):
    """The input cannot be used; the text says why, in the user's words."""


class MatchFailed(KibitzError):
    """A rule failed in play: the fault, and how to see it again."""

    def __init__(self, fault: MatchError, again: str) -> None:
        super().__init__(again)
        self.fault = fault
        self.again = again


def explain(error: Exception) -> int:
    """Say on stderr what is wrong; the exit code."""
    match error:
        case RecycleError():
            text = render(error.source, error.diagnostics, colour=error_colour())
        case MatchFailed():
            text = _failed(error.fault) + f"{error.again}\n"
        case MatchError():
            text = _failed(error)
        case KibitzError():
            text = f"kibitz: {error}\n"
            if isinstance(error.__cause__, Exception) and _is_debugging():
                traceback.print_exception(error.__cause__)
        case OSError():
            place = f"{error.filename}: " if isinstance(error.filename, str) else ""
            text = f"kibitz: {place}{reason(error)}\n"
        case _:
            _confess(error)
            return OUR_BUG
    click.echo(text, err=True, nl=False)
    return WRONG_INPUT


def _failed(fault: MatchError) -> str:
    return render(fault.source, (fault.diagnostic,), colour=error_colour())


def _confess(error: Exception) -> None:
    command = shlex.join(["kibitz", *sys.argv[1:]])
    click.echo(
        f"kibitz: this is a bug in kibitz, not your fault ({type(error).__name__}). Please report "
        f"it with the command `{command}` and the seed or the record of the match, if there is "
        "one; KIBITZ_DEBUG=1 shows where it happened",
        err=True,
    )
    if _is_debugging():
        traceback.print_exception(error)


def _is_debugging() -> bool:
    return os.environ.get("KIBITZ_DEBUG") == "1"
