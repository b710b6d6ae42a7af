"""`kibitz show`: a game's rules, options and program."""

from __future__ import annotations

from collections.abc import Mapping

import click
from rich.console import Console
from rich.markdown import Markdown
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from kibitz.cli.arguments import game_argument, option_settings
from kibitz.cli.catalogue import OptionEntry, option_entries, player_count
from kibitz.cli.highlight import highlighted
from kibitz.cli.terminal import error_colour, output_console
from kibitz.engine import Program, lower
from kibitz.games import GameFile, find
from kibitz.recycle import CheckedGame, check, render


@click.command("show")
@game_argument
@option_settings
def command(game: str, settings: dict[str, int | str]) -> int:
    """Show a game: its rules, its options, its program."""
    file = find(game)
    result = check(file.source)
    program = None if result.game is None else lower(result.game, settings)
    console = output_console()
    _show_page(console, file, result.game)
    if result.game is not None and program is not None:
        _show_options(console, option_entries(result.game, file.page), program)
    _heading(console, f"The program: {file.source.name}")
    console.print(highlighted(file.source.text.rstrip("\n")), soft_wrap=True)
    if result.diagnostics:
        report = render(result.source, result.diagnostics, colour=error_colour())
        click.echo(f"\n{report}", err=True, nl=False)
    return 1 if result.game is None else 0


def _heading(console: Console, text: str) -> None:
    console.print()
    console.print(Rule(Text(text, style="bold"), align="left", style="dim"))
    console.print()


def _show_page(console: Console, file: GameFile, game: CheckedGame | None) -> None:
    page = file.page
    console.print(Text(page.title, style="bold"))
    if page.summary:
        console.print(page.summary)
    facts = [", ".join(page.tags)] if page.tags else []
    facts += [f"players: {player_count(game)}"] if game else []
    if facts:
        console.print(Text(" · ".join(facts), style="dim"))
    if page.rules:
        _heading(console, "The rules")
        console.print(Markdown(page.rules))


def _show_options(console: Console, entries: list[OptionEntry], program: Program) -> None:
    if not entries:
        return
    _heading(console, "The options")
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("option", no_wrap=True)
    for heading in ("now", "default", "possible", "meaning"):
        table.add_column(heading)
    for entry in entries:
        table.add_row(*_row(entry, program.options))
        for value, meaning in entry.values:
            table.add_row("", "", "", value, Text(meaning, style="dim"))
    console.print(table)


def _row(entry: OptionEntry, chosen: Mapping[str, int | str]) -> tuple[str, ...]:
    meaning = ": ".join(filter(None, (entry.label, entry.sentence)))
    domain = "" if entry.values else entry.domain
    return entry.name, str(chosen[entry.name]), entry.default, domain, meaning
