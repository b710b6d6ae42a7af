"""`kibitz tournament`: players compete over the same deals."""

from __future__ import annotations

from pathlib import Path

import click

from kibitz import __version__
from kibitz.cli.arguments import (
    NamedPath,
    fresh_seed,
    game_argument,
    house_rules,
    json_flag,
    seed_option,
    threads_option,
)
from kibitz.cli.completing import complete_players
from kibitz.cli.deals import line_up, play_all
from kibitz.cli.failing import as_said, deals_told
from kibitz.cli.faults import Refusal
from kibitz.cli.presets import load_settled
from kibitz.cli.report import print_json
from kibitz.cli.terminal import interrupted
from kibitz.cli.tournament_report import figures, print_figures, write_csv
from kibitz.players import PlayedDeals, Tournament, TournamentFile, rotations, seed_of


@click.command("tournament")
@game_argument
@click.option(
    "--players",
    required=True,
    metavar="NAMES",
    shell_complete=complete_players,
    help="One for each seat, as in ismcts,flat,uniform,uniform; or two, who sit alternately. "
    "`kibitz players` lists them.",
)
@click.option(
    "-n",
    "--deals",
    "count",
    type=click.IntRange(min=1),
    required=True,
    metavar="N",
    help="How many deals. Each is played in every rotation of the players.",
)
@house_rules
@seed_option
@threads_option
@click.option(
    "--out",
    type=NamedPath(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep finished deals there; the same command goes on where it stopped.",
)
@click.option(
    "--csv",
    "csv_path",
    type=NamedPath(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a line for every seat of every match there.",
)
@json_flag("the figures as one JSON object")
def command(
    game: str,
    players: str,
    count: int,
    preset: str | None,
    settings: dict[str, int | str],
    seed: int | None,
    threads: int | None,
    out: Path | None,
    csv_path: Path | None,
    as_json: bool,
) -> int:
    """Let players compete over the same deals.

    Each deal is played in every rotation of the players, so that neither the cards nor the seats
    favour anybody. Intervals are taken over deals and hold the truth 95 times out of 100. Ctrl-C
    ends it with the deals that are finished.

    \b
    kibitz tournament golf-six --players ismcts,flat -n 50   # who is better?
    """
    loaded = load_settled(game, preset, settings)
    program = loaded.program
    names = line_up(players, loaded, lambda names: rotations(names, program))
    for path in filter(None, (out, csv_path)):
        _refuse_missing_folder(path)
    tournament = Tournament(program, names, _seed(seed, out))
    played = PlayedDeals(tournament)
    if out is not None:
        played = TournamentFile(out, tournament, __version__)
    with deals_told(loaded.vocabulary, as_said(game, preset, settings), names):
        (deals,) = play_all([played], count, threads)
    if csv_path is not None:
        write_csv(csv_path, deals)
    found = figures(loaded, tournament, deals)
    if as_json:
        print_json(found)
    else:
        print_figures(loaded.page.title, program.goal, found)
    played.close()
    return interrupted(len(deals), count, "deals") if len(deals) < count else 0


def _seed(seed: int | None, out: Path | None) -> int:
    """As said, or as in the file that is to be gone on with, or a new one."""
    if seed is not None:
        return seed
    kept = None if out is None else seed_of(out)
    return fresh_seed() if kept is None else kept


def _refuse_missing_folder(path: Path) -> None:
    if not path.parent.is_dir():
        raise Refusal(f"{path} cannot be written: there is no such folder")
