"""Games of the library in a list by kind, and the menu from which one is chosen."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import chain, count

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kibitz.cli.catalogue import GameEntry, library
from kibitz.cli.terminal import output_console
from kibitz.games import by_kind, players_said

QUIT = "q"


def show_list(console: Console, games: Sequence[GameEntry], *, numbered: bool = False) -> None:
    """By kind; with numbers, each game has its own in front of it."""
    names = max(len(game.name) for game in games)
    players = max(len(players_said(game.seats)) for game in games)
    numbers = count(1)
    for heading, listed in by_kind(games).items():
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 3, 0, 0))
        table.add_column(width=names + (6 if numbered else 2), no_wrap=True)
        table.add_column(width=players)
        table.add_column(style="dim")
        for game in listed:
            front = f"{next(numbers):4}  " if numbered else "  "
            table.add_row(front + game.name, players_said(game.seats), ", ".join(game.tags))
        console.print(Text(heading, style="bold"))
        console.print(table)
        console.print()


def chosen_game() -> str | None:
    """The name of the game that the person at this terminal picks from a menu; None for none.

    Words that several games have in common leave only those on the menu.
    """
    offered = everything = library()
    console = output_console()
    while True:
        show_list(console, offered, numbered=True)
        found = _asked(offered, everything)
        if found is None:
            return None
        if len(found) == 1:
            return found[0].name
        offered = found


def _asked(offered: Sequence[GameEntry], everything: Sequence[GameEntry]) -> list[GameEntry] | None:
    """The games that an answer means, at least one; None if the person leaves."""
    listed = chain.from_iterable(by_kind(offered).values())
    numbers = {str(number): game for number, game in enumerate(listed, 1)}
    while True:
        click.echo(f"1–{len(numbers)}, a name, or words to look for; {QUIT} to leave: ", nl=False)
        data = sys.stdin.buffer.readline()
        answer = data.decode("utf-8", errors="replace").strip().casefold()
        if not data or answer == QUIT:
            return None
        if answer in numbers:
            return [numbers[answer]]
        named = [game for game in everything if answer in (game.name, game.title.casefold())]
        about = [game for game in everything if game.is_about(tuple(answer.split()))]
        if found := named or ([] if answer.isdecimal() else about):
            return found
        click.echo("no game of the library is like that")
