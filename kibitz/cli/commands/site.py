"""`kibitz site`: pages about many games, with an index."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from kibitz.analysis import CannotAnalyse, SamplePlan, refuse_unwritable
from kibitz.analysis.site.build import build_game, find_summary, refuse_names, write_index
from kibitz.cli import arguments
from kibitz.cli.analysing import sampling_options, subject_of
from kibitz.cli.commands.analyze import reported
from kibitz.cli.completing import complete_games
from kibitz.cli.failing import as_said
from kibitz.cli.faults import Refusal
from kibitz.cli.presets import settled
from kibitz.games import names

SITE_PLAYER = "mcts:per_option=200"
SITE_MATCHES = 50


@click.command("site")
@click.argument("games", metavar="[GAME|FILE]...", nargs=-1, shell_complete=complete_games)
@click.option(
    "--out",
    "folder",
    type=arguments.NamedPath(path_type=Path, file_okay=False),
    default=Path("site"),
    show_default=True,
    metavar="DIR",
    help="Where the pages go.",
)
@sampling_options(SITE_MATCHES, SITE_PLAYER)
@arguments.house_rules
def command(
    games: tuple[str, ...],
    folder: Path,
    plan: SamplePlan,
    preset: str | None,
    settings: dict[str, int | str],
) -> None:
    """Make pages about many games, with an index.

    Without names, of all games of the library. Only what has changed is made again: the rules,
    the prose, or what is asked for here. House rules are those of every game that is named.

    \b
    kibitz site --out site
    """
    chosen = games or tuple(names())
    subjects = [subject_of(game, settled(game, preset, settings), plan) for game in chosen]
    try:
        refuse_names(subjects)
    except CannotAnalyse as refusal:
        raise Refusal(str(refusal)) from None
    refuse_unwritable(folder)
    summaries = []
    for game, subject in zip(chosen, subjects, strict=True):
        made = partial(reported, as_said(game, preset, settings))
        found = find_summary(subject, folder)
        click.echo(f"{subject.name}: {'up to date' if found else 'measuring'}", err=True)
        summaries.append(found or build_game(subject, folder, made))
    click.echo(write_index(summaries, folder))
