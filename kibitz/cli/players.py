"""`kibitz players`: who can sit at a table."""

from __future__ import annotations

from inspect import getdoc

import click

from kibitz.cli.seating import HUMAN
from kibitz.players import make_player, player_names


@click.command("players")
def command() -> None:
    """List the players that can sit at a table."""
    width = max(map(len, [HUMAN, *player_names()]))
    click.echo(f"{HUMAN:{width}}  you, at this terminal")
    for name in player_names():
        words = (getdoc(type(make_player(name))) or "").partition("\n")[0].rstrip(".")
        click.echo(f"{name:{width}}  {words[:1].lower()}{words[1:]}")
