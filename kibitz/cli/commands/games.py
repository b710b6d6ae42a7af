"""`kibitz games`: the library at a glance."""

from __future__ import annotations

from typing import Any

import click

from kibitz.cli import arguments
from kibitz.cli.catalogue import GameEntry, library, show_list
from kibitz.cli.report import print_json
from kibitz.cli.terminal import output_console
from kibitz.games import GameKind, LibraryError, seats_said


@click.command("games")
@click.argument("words", nargs=-1, metavar="[WORDS]…")
@click.option(
    "--kind", type=click.Choice([str(kind) for kind in GameKind]), help="Only of this kind."
)
@arguments.count_option("--players", help="Only those that so many can play.")
@arguments.json_flag("the list as one JSON array")
def command(words: tuple[str, ...], kind: str | None, players: int | None, as_json: bool) -> None:
    """List the games of the library by kind.

    With WORDS, only games that speak of all of them in name, summary, kind or tags.

    \b
    kibitz games
    kibitz games --players 3 --kind trick   # tricks for three; words search, too
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
        print_json(rows)
    elif games:
        console = output_console()
        show_list(console, games)
        console.print("kibitz show GAME tells more, kibitz play GAME deals the cards.", style="dim")
    else:
        raise LibraryError("no game of the library is like that; `kibitz games` lists them all")


def _as_data(game: GameEntry) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "kind": game.kind,
        "players": seats_said(game.seats),
        "fewest": game.seats[0] if game.seats else None,
        "most": game.seats[-1] if game.seats else None,
        "tags": list(game.tags),
        "options": list(game.options),
        "presets": list(game.presets),
    }
