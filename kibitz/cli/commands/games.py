"""`kibitz games`: the library at a glance."""

from __future__ import annotations

import json
from typing import Any

import click
from rich.table import Table

from kibitz.cli.arguments import json_flag
from kibitz.cli.catalogue import option_entries, player_count
from kibitz.cli.terminal import output_console
from kibitz.games import find, names
from kibitz.recycle import check


@click.command("games")
@json_flag("the list as one JSON array")
def command(as_json: bool) -> None:
    """List the games of the library."""
    rows = [_row(name) for name in names()]
    if as_json:
        click.echo(json.dumps(rows, indent=1, ensure_ascii=False))
    else:
        _print(rows)


def _print(rows: list[dict[str, Any]]) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    table.add_column("name", no_wrap=True, style="bold")
    for heading in ("title", "players", "tags"):
        table.add_column(heading)
    table.add_column("options", justify="right")
    for row in rows:
        tags, options = ", ".join(row["tags"]), str(len(row["options"]))
        table.add_row(row["name"], row["title"], row["players"], tags, options)
    console = output_console()
    console.print(table)
    console.print("\nkibitz show GAME tells more, kibitz play GAME deals the cards.", style="dim")


def _row(name: str) -> dict[str, Any]:
    file = find(name)
    game = check(file.source).game
    assert game is not None, "every game of the library is without errors"
    return {
        "name": name,
        "title": file.page.title,
        "players": player_count(game),
        "tags": list(file.page.tags),
        "options": [entry.name for entry in option_entries(game, file.page)],
        "presets": list(file.page.presets),
    }
