"""`kibitz show`: a game's rules, options and program."""

from __future__ import annotations

from dataclasses import asdict
from itertools import groupby
from typing import Any

import click
from rich.console import Console
from rich.markdown import Markdown
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from kibitz.cli import arguments
from kibitz.cli.catalogue import OptionEntry, option_entries
from kibitz.cli.game_text import capital, highlighted, table_rules, table_title
from kibitz.cli.presets import settled
from kibitz.cli.report import print_json
from kibitz.cli.terminal import error_colour, output_console
from kibitz.engine import Program, lower
from kibitz.games import GameFile, Page, find, rules_in_force, seats, seats_said
from kibitz.recycle import CheckedGame, CheckResult, render


@click.command("show")
@arguments.game_argument
@arguments.house_rules
@arguments.json_flag("all of it as one JSON object")
def command(game: str, preset: str | None, settings: dict[str, int | str], as_json: bool) -> int:
    """Show a game: its rules, its options, its program.

    With --option or --preset, first the rules that these make, and what is not standard in them.

    \b
    kibitz show president
    """
    file = find(game)
    chosen = settled(game, preset, settings)
    result = file.checked
    program = None if result.game is None else lower(result.game, chosen)
    if as_json:
        print_json(_as_data(file, result, program))
    else:
        _show(file, result, program if chosen else None)
    if result.diagnostics:
        report = render(result.source, result.diagnostics, colour=error_colour())
        click.echo(f"\n{report}", err=True, nl=False)
    return 1 if result.game is None else 0


def _as_data(file: GameFile, result: CheckResult, program: Program | None) -> dict[str, Any]:
    page = file.page
    entries = [] if result.game is None else option_entries(result.game, page)
    return {
        "name": file.name,
        "title": page.title,
        "summary": page.summary,
        "kind": page.kind,
        "tags": list(page.tags),
        "players": None if program is None else program.players,
        "rules": page.rules,
        "options": [
            {**asdict(entry), "values": dict(entry.values), "value": program.options[entry.name]}
            for entry in entries
            if program is not None
        ],
        "presets": {name: dict(preset.options) for name, preset in page.presets.items()},
        "program": file.source.text,
    }


def _show(file: GameFile, result: CheckResult, program: Program | None) -> None:
    """The game for reading; with a program, also what its options make of the rules."""
    console = output_console()
    _show_title(console, file, result.game)
    if result.game is not None and program is not None:
        rules = rules_in_force(file.page, result.game.game, program.options)
        _heading(console, table_title(file.page, program.players, rules))
        console.print(table_rules(rules))
    if file.page.rules:
        _heading(console, "The rules")
        console.print(Markdown(file.page.rules))
    if result.game is not None:
        _show_options(console, option_entries(result.game, file.page))
    _show_presets(console, file.page)
    _heading(console, f"The program: {file.source.name}")
    console.print(highlighted(file.source.text.rstrip("\n")), soft_wrap=True)


def _heading(console: Console, text: str) -> None:
    console.print()
    console.print(Rule(Text(text, style="bold"), align="left", style="dim"))
    console.print()


def _show_title(console: Console, file: GameFile, game: CheckedGame | None) -> None:
    page = file.page
    console.print(Text(page.title, style="bold"))
    if page.summary:
        console.print(page.summary)
    facts = [page.kind.heading.lower()] if page.kind else []
    facts += [", ".join(page.tags)] if page.tags else []
    facts += [f"players: {seats_said(seats(game))}"] if game else []
    if facts:
        console.print(Text(" · ".join(facts), style="dim"))


# ---------------------------------------------------------------------------- what may be chosen


def _show_options(console: Console, entries: list[OptionEntry]) -> None:
    if not entries:
        return
    _heading(console, "The options")
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("option", no_wrap=True)
    for heading in ("default", "possible", "meaning"):
        table.add_column(heading)
    for number, (group, listed) in enumerate(groupby(entries, key=lambda entry: entry.group)):
        if group:
            if number:
                table.add_row()
            table.add_row(Text(capital(group), style="bold"))
        for entry in listed:
            table.add_row(*_row(entry))
            for value, meaning in entry.values:
                table.add_row("", "", value, Text(meaning, style="dim"))
    console.print(table)


def _row(entry: OptionEntry) -> tuple[str, ...]:
    meaning = ": ".join(filter(None, (entry.label, entry.sentence)))
    domain = "" if entry.values else entry.domain
    return entry.name, entry.default, domain, meaning


def _show_presets(console: Console, page: Page) -> None:
    if not page.presets:
        return
    _heading(console, "The presets")
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("--preset", no_wrap=True)
    table.add_column("meaning")
    for name, preset in page.presets.items():
        table.add_row(name, preset.sentence)
        options = ", ".join(f"{option}={value}" for option, value in preset.options.items())
        if options:
            table.add_row("", Text(options, style="dim"))
    console.print(table)
