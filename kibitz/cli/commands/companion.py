"""`kibitz companion`: advice for a match that is played with real cards."""

from __future__ import annotations

import json
from pathlib import Path

import click

from kibitz.cli import arguments
from kibitz.cli.faults import Refusal
from kibitz.cli.presets import load_settled
from kibitz.cli.recordfile import stem
from kibitz.cli.table.companion import Companion
from kibitz.cli.table.terminal_match import result_table
from kibitz.cli.terminal import output_console
from kibitz.companion import BadEntry, Entry, RealTable
from kibitz.engine import data_folder, reason, write_atomically
from kibitz.game import Game


@click.command("companion")
@arguments.game_argument
@arguments.house_rules
@click.option("--seat", type=int, default=1, show_default=True, metavar="N", help="Your seat.")
@click.option("--resume", is_flag=True, help="Go on with the match that you entered last.")
def command(
    game: str, preset: str | None, settings: dict[str, int | str], seat: int, resume: bool
) -> None:
    """Follow a match with real cards, and say what to do.

    You enter what you see at the table, with few keys: what players do, and which cards turn up. On
    your own turn it says what every option is worth. What you did not see may be left out, and
    everything can be taken back or corrected.

    \b
    kibitz companion golf
    """
    loaded = load_settled(game, preset, settings)
    if not 1 <= seat <= loaded.players:
        text = f"the match has seats 1 to {loaded.players}, not {seat}"
        raise click.BadParameter(text, param_hint="--seat")
    table, path = RealTable(loaded, seat - 1), _path(loaded)
    if resume:
        _go_on(table, path)
    is_over = Companion(table, lambda: _keep(table, path)).run()
    if is_over and table.outcome is not None:
        names = tuple("" for _ in range(loaded.players))
        result = result_table(loaded.program, table.outcome, names, [table.seat])
        output_console().print(result)
    elif path is not None:
        click.echo("what you entered is kept; the same command with --resume goes on")


def _path(game: Game) -> Path | None:
    data = data_folder()
    return None if data is None else data / "companions" / f"{stem(game.name)}.json"


def _standing(table: RealTable) -> dict[str, object]:
    """What the entries belong to."""
    program = table.game.program
    return {"digest": program.digest, "options": dict(program.options), "seat": table.seat}


def _keep(table: RealTable, path: Path | None) -> None:
    if path is None:
        return
    kept = {**_standing(table), "entries": [entry.value for entry in table.entries]}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(kept).encode())
    except OSError as fault:
        raise Refusal(f"what you entered cannot be kept: {reason(fault)}") from None


def _go_on(table: RealTable, path: Path | None) -> None:
    """Raises Refusal."""
    if path is None or not path.exists():
        raise Refusal(f"no match of {table.game.title} was entered yet")
    try:
        kept = json.loads(path.read_bytes())
        entries = [Entry(None if value is None else int(value)) for value in kept["entries"]]
        standing = {name: kept[name] for name in _standing(table)}
    except (KeyError, TypeError, ValueError):
        raise Refusal(f"{path} is no match that was entered; move it away") from None
    if standing != _standing(table):
        raise Refusal("the match that was entered last had other rules, or you sat elsewhere")
    try:
        for entry in entries:
            table.enter(entry)
    except BadEntry as fault:
        raise Refusal(f"{path} is no match that can have been: {fault}") from None
