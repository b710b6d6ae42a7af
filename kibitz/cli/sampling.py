"""What commands that measure games have in common: who plays how often, or for how long."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from kibitz.analysis import MOST_MATCHES, QUICK_SECONDS, USUAL_SEED, SamplePlan
from kibitz.cli.completing import complete_players

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
