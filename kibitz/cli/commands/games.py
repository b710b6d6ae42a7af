"""`kibitz games`: the library at a glance."""

from __future__ import annotations

import json
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from kibitz.cli.arguments import json_flag
from kibitz.cli.catalogue import GameEntry, library
from kibitz.cli.faults import Refusal
from kibitz.cli.terminal import output_console
from kibitz.games.kinds import Kind, by_kind


@click.command("games")
@click.argument("words", nargs=-1, metavar="[WORDS]…")
@click.option("--kind", type=click.Choice([str(kind) for kind in Kind]), help="Only of this kind.")
@click.option(
    "--players",
    type=click.IntRange(min=1),
    metavar="N",
    help="Only those that so many can play.",
)
@json_flag("the list as one JSON array")
def command(words: tuple[str, ...], kind: str | None, players: int | None, as_json: bool) -> None:
    """List the games of the library by kind.

    With WORDS, only games that speak of all of them in name, summary, kind or tags.
    """
    games = [
        game
        for game in library()
        if kind in (None, game.kind)
        and (players is None or players in game.seats)
        and game.is_about(words)
    ]
    if as_json:
        rows = [_as_data(game) for game in games]
        click.echo(json.dumps(rows, indent=1, ensure_ascii=False))
    elif games:
        _print(games)
    else:
        raise Refusal("no game of the library is like that; `kibitz games` lists them all")


def _print(games: list[GameEntry]) -> None:
    console = output_console()
    for heading, listed in by_kind(games).items():
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 3, 0, 0))
        table.add_column(width=max(len(game.name) for game in games) + 2, no_wrap=True)
        table.add_column(width=max(len(game.players) for game in games) + len(" players"))
        table.add_column()
        for game in listed:
            players = "player" if game.players == "1" else "players"
            tags = Text(", ".join(game.tags), style="dim")
            table.add_row(f"  {game.name}", f"{game.players} {players}", tags)
        console.print(Text(heading, style="bold"))
        console.print(table)
        console.print()
    console.print("kibitz show GAME tells more, kibitz play GAME deals the cards.", style="dim")


def _as_data(game: GameEntry) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "kind": game.kind,
        "players": game.players,
        "fewest": game.seats[0] if game.seats else None,
        "most": game.seats[-1] if game.seats else None,
        "tags": list(game.tags),
        "options": list(game.options),
        "presets": list(game.presets),
    }
