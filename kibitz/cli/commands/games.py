"""`kibitz games`: the library at a glance."""

from __future__ import annotations

import click
from rich.table import Table

from kibitz.cli.catalogue import option_entries, player_count
from kibitz.cli.terminal import output_console
from kibitz.games import find, names
from kibitz.recycle import check


@click.command("games")
def command() -> None:
    """List the games of the library."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    table.add_column("name", no_wrap=True, style="bold")
    for heading in ("title", "players", "tags"):
        table.add_column(heading)
    table.add_column("options", justify="right")
    for name in names():
        table.add_row(*_row(name))
    console = output_console()
    console.print(table)
    console.print("\nkibitz show GAME tells more, kibitz play GAME deals the cards.", style="dim")


def _row(name: str) -> tuple[str, ...]:
    file = find(name)
    game = check(file.source).game
    assert game is not None, "every game of the library is without errors"
    options = option_entries(game, file.page)
    title, tags = file.page.title, ", ".join(file.page.tags)
    return name, title, player_count(game), tags, str(len(options))
