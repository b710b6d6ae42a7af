"""What went wrong, said to the person at the keyboard, and the exit code that goes with it."""

from __future__ import annotations

import os
import shlex
import sys
import traceback
from collections.abc import Sequence

import click

from kibitz.cli.terminal import error_colour
from kibitz.engine import MatchError, reason
from kibitz.recycle import KibitzError, RecycleError, render

WRONG_INPUT = 1
OUR_BUG = 70


class Refusal(KibitzError):
    """The input cannot be used; the text says why, in the user's words."""


class MatchFailed(KibitzError):
    """A rule failed in play: the fault, where, the table there, and how to see it again."""

    def __init__(
        self, fault: MatchError, where: str, table: Sequence[str] = (), again: Sequence[str] = ()
    ) -> None:
        """`again`: the words of the command."""
        super().__init__(where)
        self.fault = fault
        self.where = where
        self.table = table
        self.again = again


def explain(error: Exception) -> int:
    """Say on stderr what is wrong; the exit code."""
    match error:
        case RecycleError():
            text = render(error.source, error.diagnostics, colour=error_colour())
        case MatchFailed():
            text = _failed(error.fault) + _deal(error)
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


def _deal(error: MatchFailed) -> str:
    lines = [error.where, *(f"  {line}" for line in error.table)]
    if error.again:
        lines.append(f"to see every statement on the way: {shlex.join(error.again)}")
    return "".join(f"{line}\n" for line in lines)


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
