"""`kibitz play`: a match at the terminal."""

from __future__ import annotations

import os
from pathlib import Path

import click
from rich.console import Console

from kibitz.cli.arguments import (
    fresh_seed,
    game_argument,
    option_settings,
    preset_option,
    seed_option,
)
from kibitz.cli.faults import MatchFailed, Refusal
from kibitz.cli.presets import settled
from kibitz.cli.recordfile import refuse_unwritable, save
from kibitz.cli.seating import seated
from kibitz.cli.table.memory import ASSIST, MANUAL
from kibitz.cli.table.person import Person, PersonLeft
from kibitz.cli.table.terminal_match import TerminalMatch
from kibitz.cli.terminal import output_console
from kibitz.engine import MatchError
from kibitz.engine.record import Record
from kibitz.loading import load_game
from kibitz.match import Match
from kibitz.players.asking import PlayerFault


@click.command("play")
@game_argument
@click.option("--seat", type=int, metavar="N", help="Your seat, from 1.")
@click.option(
    "--players",
    metavar="NAMES",
    help="Who plays: one name for all the others, or one for each seat, as in human,uniform. "
    "`kibitz players` lists them.",
)
@preset_option
@option_settings
@seed_option
@click.option(
    "--memory",
    type=click.Choice([ASSIST, MANUAL]),
    default=ASSIST,
    show_default=True,
    help="Whether cards that you have looked at stay in sight, or you must remember them.",
)
@click.option(
    "record_path",
    "--record",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where to keep the record. Without it, a new file in your data folder.",
)
def command(
    game: str,
    seat: int | None,
    players: str | None,
    preset: str | None,
    settings: dict[str, int | str],
    seed: int | None,
    memory: str,
    record_path: Path | None,
) -> None:
    """Play a game at the terminal.

    You sit at seat 1 and the others search for their moves, unless you say otherwise.
    """
    loaded = load_game(game, settled(game, preset, settings))
    names = seated(loaded.engine.program.players, seat, players)
    if record_path is not None:
        refuse_unwritable(record_path)
    seed = fresh_seed() if seed is None else seed
    console = output_console()
    try:
        match = Match(loaded.engine, seed)
    except MatchError as fault:
        raise MatchFailed(fault, f"while dealing with seed {seed}") from None
    sitting = TerminalMatch(loaded, match, names, seed, Person(loaded, console))
    if memory == MANUAL:
        sitting.forget_looks()
    ending = "the match is over"
    try:
        sitting.play()
    except PersonLeft:
        ending = "the match was left unfinished"
    except MatchError as fault:
        kept = _keep(match.record(_written(game), names), record_path)
        raise MatchFailed(fault, f"in the match of seed {seed}; {kept}") from None
    except PlayerFault as fault:
        kept = _keep(match.record(_written(game), names), record_path)
        raise Refusal(f"{fault}; in the match of seed {seed}; {kept}") from fault
    if match.is_over:
        _show_end(console, sitting)
    kept = _keep(match.record(_written(game), names), record_path) if match.decisions_made else ""
    click.echo("\n" + "; ".join(filter(None, (ending, kept))))


def _show_end(console: Console, sitting: TerminalMatch) -> None:
    results = sitting.show_end()
    console.print()
    console.print(results)


def _written(game: str) -> str:
    """The game as a record names it: a file by a path that holds wherever the record is read."""
    return str(Path(game).resolve()) if game.endswith(".rcy") or os.sep in game else game.casefold()


def _keep(record: Record, path: Path | None) -> str:
    """Save the record; a sentence that says where, or why not."""
    try:
        return f"the record is in {save(record, path)}"
    except OSError as fault:
        where = f"{fault.filename}: " if fault.filename else ""
        return f"the record could not be saved: {where}{(fault.strerror or str(fault)).lower()}"
