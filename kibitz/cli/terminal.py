"""What the terminal can do: colours, figures and facts, and how far a long command has come."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, TextIO, TypeVar

import click

from kibitz.cli.main import INTERRUPTED

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from kibitz.players import Mean

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


def output_console() -> Console:
    """Writes to stdout, plainly where that is no terminal."""
    from rich.console import Console

    class OutputConsole(Console):
        def on_broken_pipe(self) -> None:
            """Left to whoever runs the command; rich itself would end the process."""
            raise BrokenPipeError

    no_color = not colour(sys.stdout)
    console = OutputConsole(highlight=False, emoji=False, markup=False, no_color=no_color)
    console.width = max(console.width, NARROWEST)
    return console


# ---------------------------------------------------------------------------- progress


def interrupted(done: int, wanted: int, what: str) -> int:
    """The exit code; where Ctrl-C came before the end, that is said."""
    if done >= wanted:
        return 0
    click.echo(f"interrupted after {done:,} of {wanted:,} {what}", err=True)
    return INTERRUPTED


Tell = Callable[[float | None, str], None]
"""Told how much is done, from 0 to 1 or None where nobody knows, and where that is."""


@contextmanager
def progress_bar(what: str) -> Iterator[Tell]:
    """Once it has taken two seconds, a terminal's stderr says how far it is."""
    if not sys.stderr.isatty():
        yield lambda done, place: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    texts = (TextColumn(what), TextColumn("{task.description}"))
    console = Console(stderr=True, no_color=not colour(sys.stderr))
    columns = (texts[0], BarColumn(), TimeRemainingColumn(), texts[1])
    bar = Progress(*columns, console=console, transient=True)
    task, start, latest = bar.add_task("", total=None), monotonic(), 0.0

    def tell(done: float | None, place: str) -> None:
        nonlocal latest
        if done is not None and done < latest:  # another part of the work begins
            bar.reset(task)
        latest = done or 0.0
        total = None if done is None else 1.0
        bar.update(task, completed=latest, total=total, description=place)
        if monotonic() - start > PATIENCE_SECONDS:
            bar.start()

    try:
        yield tell
    finally:
        if bar.live.is_started:
            bar.stop()


def with_progress(
    items: Iterable[Item], total: int, what: str, amount: Callable[[Item], int] = lambda item: 1
) -> Iterator[Item]:
    """The items; `amount` says how much of the total an item is."""
    done = 0
    with progress_bar(what) as tell:
        for item in items:
            yield item
            done += amount(item)
            tell(done / total, f"{done:,} of {total:,}")


# ---------------------------------------------------------------------------- figures


def print_json(data: object) -> None:
    click.echo(json.dumps(data, indent=1, ensure_ascii=False))


def options_text(options: Mapping[str, int | str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items()) or "none"


def cut_short(capped: int) -> list[tuple[str, str]]:
    """The row that tells of matches that were stopped, if any were."""
    return [("cut short", f"{capped:,}, scored as they stood")] if capped else []


def facts(rows: Iterable[tuple[str, str]]) -> Table:
    from rich.table import Table

    grid = Table.grid(padding=(0, 3, 0, 0))
    for row in rows:
        grid.add_row(*row)
    return grid


def figure_table(*headings: str, left: int = 1, gap: int = 3) -> Table:
    """A table without lines; the first columns are texts, the others numbers."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, gap, 0, 0))
    for heading in headings[:left]:
        table.add_column(heading, overflow="fold")
    for heading in headings[left:]:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def with_margin(mean: Mean, layout: str, scale: float = 1, unit: str = "") -> str:
    """`31.2 ± 4.5 %`, of a mean with its interval."""
    unsigned = layout.lstrip("+")
    margin = "" if mean.margin is None else f" ± {scale * mean.margin:{unsigned}}"
    return f"{scale * mean.value:{layout}}{margin}{unit}"
