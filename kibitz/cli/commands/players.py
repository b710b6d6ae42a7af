"""`kibitz players`: who can sit at a table."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from kibitz.cli import arguments
from kibitz.cli.report import print_json
from kibitz.cli.seating import HUMAN
from kibitz.players import PLAYERS


@click.command("players")
@arguments.json_flag("the list as one JSON array")
def command(as_json: bool) -> None:
    """List the players that can sit at a table.

    Each with the parameters that can be said behind its name.

    \b
    kibitz players
    """
    if as_json:
        print_json(_rows())
    else:
        _print()


def _rows() -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "meaning": kind.meaning,
            "parameters": [asdict(parameter) for parameter in kind.parameters],
        }
        for name, kind in PLAYERS.items()
    ]


def _print() -> None:
    width = max(map(len, [HUMAN, *PLAYERS]))
    click.echo(f"{HUMAN:{width}}  you, at this terminal")
    for name, kind in PLAYERS.items():
        click.echo(f"{name:{width}}  {kind.meaning}")
        for parameter in kind.parameters:
            default = f" (usually {parameter.default})" if parameter.default else ""
            click.echo(f"{'':{width}}    {parameter.name}=…  {parameter.meaning}{default}")
    click.echo("\nsay it like this: ismcts:sims=20000, mcts:worlds=5,seconds=0.5")
    click.echo("your own player in Python: module.path:ClassName")
