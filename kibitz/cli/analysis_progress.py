"""How far an analysis has come, on a terminal's stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kibitz.cli.terminal import error_colour

if TYPE_CHECKING:
    from kibitz.analysis import Subject
    from kibitz.analysis.plan import Progress


@contextmanager
def analysis_progress(subject: Subject) -> Iterator[Progress]:
    """A bar for each thing that is done; silence where nobody watches."""
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
    with Progress(*columns, console=console, transient=True) as bar:
        task, doing = bar.add_task("", total=1), ""

        def progress(what: str, done: float) -> None:
            nonlocal doing
            if what != doing:
                bar.reset(task, total=1, description=what)
                doing = what
            bar.update(task, completed=done)

        yield progress


def _say_nothing(what: str, done: float) -> None:
    pass
