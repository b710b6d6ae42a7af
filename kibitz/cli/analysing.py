"""From what was typed to a game that is measured, with its faults told."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kibitz.analysis import (
    MOST_MATCHES,
    QUICK_SECONDS,
    USUAL_SEED,
    CannotAnalyse,
    Progress,
    SamplePlan,
    Subject,
    titled,
)
from kibitz.cli.completing import complete_players
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


# ---------------------------------------------------------------------------- sampling options


_SHORTEST = 0.3
"""Minutes that anything can be measured in."""


def sampling_options(
    usual_matches: int, usual_player: str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The options, which reach the command as one argument `plan`."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def planned(
            *args: Any,
            count: int | None,
            player: str | None,
            minutes: float | None,
            quick: bool,
            seed: int,
            **rest: Any,
        ) -> None:
            if quick and minutes is not None:
                raise click.UsageError("say either --quick or --minutes")
            seconds = QUICK_SECONDS if quick else None if minutes is None else 60 * minutes
            if seconds is None:
                plan = SamplePlan(player or usual_player, matches=count or usual_matches, seed=seed)
            else:
                plan = SamplePlan(player, matches=count or MOST_MATCHES, seconds=seconds, seed=seed)
            command(*args, plan=plan, **rest)

        return _with_options(planned, usual_matches, usual_player)

    return decorate


def _with_options(
    command: Callable[..., None], usual_matches: int, usual_player: str
) -> Callable[..., None]:
    options = (
        click.option(
            "--minutes",
            type=click.FloatRange(min=_SHORTEST),
            metavar="M",
            help="Take at most so long for a game: players think, and samples grow, as it allows.",
        ),
        click.option(
            "--quick", is_flag=True, help=f"All figures of a game in {QUICK_SECONDS:g} seconds."
        ),
        click.option(
            "--games",
            "count",
            type=click.IntRange(min=2),
            metavar="N",
            help=f"Matches of each kind; with a time, at most.  [default: {usual_matches}]",
        ),
        click.option(
            "--players",
            "player",
            metavar="PLAYER",
            shell_complete=complete_players,
            help="Who thinks, as in mcts:per_option=1000; `kibitz players` lists them.  "
            f"[default: {usual_player}, or what the time allows]",
        ),
        click.option(
            "--seed",
            type=int,
            default=USUAL_SEED,
            show_default=True,
            help="The same seed gives the same matches.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command
