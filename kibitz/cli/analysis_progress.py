"""How far an analysis has come, on a terminal's stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kibitz.cli.terminal import error_colour

if TYPE_CHECKING:
    from kibitz.analysis import Subject
    from kibitz.analysis.matches import Progress


@contextmanager
def analysis_progress(subject: Subject) -> Iterator[Progress]:
    """A bar with the time left; silence where nobody watches.

    A match between thinkers counts as many times as a match with one of them as there are seats,
    so that the time left is true from the start.
    """
    if not sys.stderr.isatty():
        yield _say_nothing
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True, no_color=not error_colour())
    columns = (
        TextColumn(subject.name),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    seats, matches = subject.program.players, subject.plan.matches
    weights = {"one thinker": (0, 1), "all thinking": (matches, seats)}
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=matches * (1 + seats if seats > 1 else 1))

        def progress(what: str, done: int, total: int) -> None:
            if what in weights:
                before, weight = weights[what]
                bar.update(task, completed=before + done * weight)
            bar.update(task, description=f"{what} {done}/{total}" if total > 1 else what)

        yield progress


def _say_nothing(what: str, done: int, total: int) -> None:
    pass
