"""From what was typed to a game that is measured, with its faults told."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING, TypeVar

import click

from kibitz.analysis import CannotAnalyse, Progress, SamplePlan, Subject, titled
from kibitz.cli.failing import deals_told, first_broken_match
from kibitz.cli.faults import Refusal
from kibitz.cli.terminal import error_colour
from kibitz.engine import MatchError, Program
from kibitz.engine.native import native_engine
from kibitz.game import load
from kibitz.players import BrokenMatch, Mean, UnknownPlayer, make_player, wanting
from kibitz.words import Vocabulary

if TYPE_CHECKING:
    from kibitz.analysis import Progress, Subject


Done = TypeVar("Done")


def subject_of(game: str, settings: Mapping[str, int | str], plan: SamplePlan) -> Subject:
    """The game of that name or path with these options.

    Raises what `load` does, and click.BadParameter for a player that there is not.
    """
    loaded = load(game, **settings)
    program, usual = loaded.program, load(game).options
    objective = loaded.page.play.objective
    player = plan.player and wanting(plan.player, objective)
    if player is not None:
        _check_player(player, program)
    wanted = replace(plan, player=player, objective=objective)
    return Subject(loaded.name, titled(loaded.page, loaded.name), program, usual, wanted)


def _check_player(player: str, program: Program) -> None:
    try:
        make_player(player, program)
    except UnknownPlayer as unknown:
        raise click.BadParameter(str(unknown), param_hint="--players") from unknown


def carefully(said: Sequence[str], subject: Subject, work: Callable[[Progress], Done]) -> Done:
    """What the work comes to, done while a bar says how far it is.

    `said` is the game as it was typed.
    """
    words = Vocabulary(subject.program, subject.page.layout)
    with deals_told(words, said), analysis_progress(subject) as progress:
        try:
            return work(progress)
        except CannotAnalyse as refusal:
            raise Refusal(f"{subject.name}: {refusal}") from None
        except BrokenMatch:
            raise
        except MatchError:  # in the matches at random, which come first
            plan, engine = subject.plan, native_engine(subject.program)
            raise first_broken_match(engine, plan.seed, 0, plan.most_decisions) from None


def interval_json(mean: Mean | None) -> dict[str, float | None] | None:
    """The mean, and what it may be off by (95 %); JSON knows no infinite ones."""
    if mean is None or not isfinite(mean.value):
        return None
    return {"mean": mean.value, "margin": mean.margin}


# ---------------------------------------------------------------------------- analysis progress


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
