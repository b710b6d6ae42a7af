"""`kibitz export`: a game as one file that plays in any browser, without a server."""

from __future__ import annotations

from pathlib import Path

import click

from kibitz.cli import arguments
from kibitz.web import STRENGTHS, USUAL


@arguments.command
def export_command(
    game: str = arguments.game_argument(),
    html: Path = arguments.option(
        "The file to write.", "--html", type=arguments.TO_WRITE, metavar="FILE", required=True
    ),
    python: Path = arguments.python_option("", required=True),
    write: bool = arguments.option(
        "The text of the game with the table beside it, to be changed.", "--write"
    ),
    bots: str = arguments.option(
        "How strong the bots are with which the page begins.",
        type=click.Choice(list(STRENGTHS)),
        default=USUAL,
        show_default=True,
    ),
    rules: arguments.HouseRules = arguments.house_rules,
) -> None:
    """Write a game as one file to play in a browser.

    The file has everything inside, begins with the house rules that are said here, needs no server
    and no network, and can be sent to a friend, who sits down with bots at once.
    With --write it is a workshop: the rules stand beside the table, and what they say is dealt as
    soon as they are sound. docs/embedding.md says what a table in a page can do.

    \b
    kibitz export golf-six --html golf-six.html --with-python pyodide-314.0.7.tgz
    kibitz export golf-six --html write.html --write --with-python pyodide-314.0.7.tgz
    """
    from kibitz import kept_files
    from kibitz.games import find
    from kibitz.web import exported, exported_workshop

    if write:
        page = exported_workshop([find(game)], python)
    else:
        page = exported(find(game), rules.load(game).options, python, bots)
    kept_files.write_atomically(html, page)
    click.echo(f"{html}: {len(page):,} bytes")
