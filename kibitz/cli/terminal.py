"""What the terminal can do: colours, and how far a long command has come."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, TextIO, TypeVar

import click

from kibitz.cli.main import INTERRUPTED

if TYPE_CHECKING:
    from rich.console import Console

PATIENCE_SECONDS = 2.0
NARROWEST = 20

Item = TypeVar("Item")


def colour(stream: TextIO) -> bool:
    """Colours are for terminals and those who ask for them, not for those who ask for none."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def output_colour() -> bool:
    return colour(sys.stdout)


def error_colour() -> bool:
    return colour(sys.stderr)


def output_console() -> Console:
    """Writes to stdout, plainly where that is no terminal."""
    from rich.console import Console

    class OutputConsole(Console):
        def on_broken_pipe(self) -> None:
            """Left to whoever runs the command; rich itself would end the process."""
            raise BrokenPipeError

    no_color = not output_colour()
    console = OutputConsole(highlight=False, emoji=False, markup=False, no_color=no_color)
    console.width = max(console.width, NARROWEST)
    return console


def interrupted(done: int, wanted: int, what: str) -> int:
    """Say that Ctrl-C came before the end; the exit code."""
    click.echo(f"interrupted after {done:,} of {wanted:,} {what}", err=True)
    return INTERRUPTED


def _one(item: object) -> int:
    return 1


def with_progress(
    items: Iterable[Item], total: int, what: str, amount: Callable[[Item], int] = _one
) -> Iterator[Item]:
    """The items; once they have taken two seconds, a bar on a terminal's stderr says how far.

    `amount` says how much of the total an item is.
    """
    if not sys.stderr.isatty():
        yield from items
        return
    start = monotonic()
    remaining = iter(items)
    done = 0
    for item in remaining:
        yield item
        done += amount(item)
        if monotonic() - start > PATIENCE_SECONDS:
            break
    yield from _with_bar(remaining, total, done, what, amount)


def _with_bar(
    items: Iterator[Item], total: int, done: int, what: str, amount: Callable[[Item], int]
) -> Iterator[Item]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    if done >= total:
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True, no_color=not error_colour())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(what, total=total, completed=done)
        for item in items:
            yield item
            progress.advance(task, amount(item))
