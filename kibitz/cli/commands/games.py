"""`kibitz games`, `show`, `players` and `completion`: what there is to play, and with whom."""

from __future__ import annotations

import sys
from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING

import click
from click.shell_completion import get_completion_class
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kibitz import games
from kibitz.cli import arguments, catalogue
from kibitz.cli.terminal import colour, output_console, print_json
from kibitz.recycle import render

if TYPE_CHECKING:
    from kibitz.engine import Program


@arguments.command
def games_command(
    words: tuple[str, ...] = arguments.argument("[WORDS]…", nargs=-1),
    kind: str | None = arguments.option(
        "Only of this kind.", type=click.Choice([str(kind) for kind in games.GameKind])
    ),
    players: int | None = arguments.count_option("Only those that so many can play."),
    as_json: bool = arguments.json_flag("the list as one JSON array"),
) -> None:
    """List the games of the library by kind.

    With WORDS, only games that speak of all of them in name, summary, kind or tags.

    \b
    kibitz games
    kibitz games --players 3 --kind trick   # tricks for three; words search, too
    """
    found = [
        game
        for game in catalogue.library()
        if kind in (None, game.kind)
        and (players is None or players in game.seats)
        and game.is_about(words)
    ]
    if as_json:
        print_json([_listed(game) for game in found])
    elif found:
        console = output_console()
        catalogue.show_list(console, found)
        console.print("kibitz show GAME tells more, kibitz play GAME deals the cards.", style="dim")
    else:
        raise games.LibraryError(
            "no game of the library is like that; `kibitz games` lists them all"
        )


def _listed(game: catalogue.GameEntry) -> dict[str, object]:
    about = asdict(game)
    seats: range = about.pop("seats")
    last = {word: about.pop(word) for word in ("tags", "options", "presets")}
    fewest, most = (seats[0], seats[-1]) if seats else (None, None)
    return {**about, "players": games.seats_said(seats), "fewest": fewest, "most": most, **last}


@arguments.command
def show_command(
    game: str = arguments.game_argument(),
    rules: arguments.HouseRules = arguments.house_rules,
    as_json: bool = arguments.json_flag("all of it as one JSON object"),
) -> int:
    """Show a game: its rules, its options, its program.

    With --option or --preset, first the rules that these make, and what is not standard in them.

    \b
    kibitz show president
    """
    from kibitz.engine import lower

    file, chosen = games.find(game), rules.options(game)
    result = file.checked
    program = None if result.game is None else lower(result.game, chosen)
    entries = [] if result.game is None else catalogue.option_entries(result.game, file.page)
    if as_json:
        _print_data(file, entries, program)
    else:
        _show(file, entries, program if chosen else None)
    if file.diagnostics:
        report = render(result.source, file.diagnostics, colour=colour(sys.stderr))
        click.echo(f"\n{report}", err=True, nl=False)
    return 1 if result.game is None else 0


def _print_data(
    file: games.GameFile, entries: list[catalogue.OptionEntry], program: Program | None
) -> None:
    page = file.page
    options = [
        {**asdict(entry), "values": dict(entry.values), "value": program.options[entry.name]}
        for entry in entries
        if program is not None
    ]
    about = {"name": file.name, "title": page.title, "summary": page.summary, "kind": page.kind}
    presets = {name: dict(preset.options) for name, preset in page.presets.items()}
    print_json(
        {
            **about,
            "tags": list(page.tags),
            "players": None if program is None else program.players,
            "rules": page.rules,
            "options": options,
            "presets": presets,
            "program": file.source.text,
        }
    )


def _show(
    file: games.GameFile, entries: list[catalogue.OptionEntry], program: Program | None
) -> None:
    """The game for reading; with a program, also what its options make of the rules."""
    from rich.markdown import Markdown

    console, page, game = output_console(), file.page, file.checked.game
    console.print(Text(page.title, style="bold"))
    if page.summary:
        console.print(page.summary)
    facts = [page.kind.heading.lower()] if page.kind else []
    facts += [", ".join(page.tags)] if page.tags else []
    facts += [f"players: {games.seats_said(games.seats(game))}"] if game else []
    if facts:
        console.print(Text(" · ".join(facts), style="dim"))
    if game is not None and program is not None:
        rules = games.rules_in_force(page, game.game, program.options)
        _heading(console, catalogue.table_title(page, program.players, rules))
        console.print(catalogue.table_rules(rules))
    if page.rules:
        _heading(console, "The rules")
        console.print(Markdown(page.rules))
    if entries:
        _heading(console, "The options")
        console.print(_options(entries))
    if page.presets:
        _heading(console, "The presets")
        console.print(_presets(page))
    _heading(console, f"The program: {file.source.name}")
    console.print(catalogue.highlighted(file.checked.source.text.rstrip("\n")), soft_wrap=True)


def _heading(console: Console, text: str) -> None:
    from rich.rule import Rule

    console.print()
    console.print(Rule(Text(text, style="bold"), align="left", style="dim"))
    console.print()


def _columns(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column(headings[0], no_wrap=True)
    for heading in headings[1:]:
        table.add_column(heading)
    return table


def _options(entries: list[catalogue.OptionEntry]) -> Table:
    table = _columns("option", "default", "possible", "meaning")
    for number, (group, listed) in enumerate(groupby(entries, key=lambda entry: entry.group)):
        if group:
            if number:
                table.add_row()
            table.add_row(Text(catalogue.capital(group), style="bold"))
        for entry in listed:
            meaning = ": ".join(filter(None, (entry.label, entry.sentence)))
            domain = "" if entry.values else entry.domain
            table.add_row(entry.name, entry.default, domain, meaning)
            for value, explained in entry.values:
                table.add_row("", "", value, Text(explained, style="dim"))
    return table


def _presets(page: games.Page) -> Table:
    table = _columns("--preset", "meaning")
    for name, preset in page.presets.items():
        table.add_row(name, preset.sentence)
        options = ", ".join(f"{option}={value}" for option, value in preset.options.items())
        if options:
            table.add_row("", Text(options, style="dim"))
    return table


@arguments.command
def players_command(as_json: bool = arguments.json_flag("the list as one JSON array")) -> None:
    """List the players that can sit at a table.

    Each with the parameters that can be said behind its name.

    \b
    kibitz players
    """
    from kibitz.cli.seating import HUMAN
    from kibitz.players import PLAYERS

    if as_json:
        kinds = {
            name: {"meaning": kind.meaning, "parameters": list(map(asdict, kind.parameters))}
            for name, kind in PLAYERS.items()
        }
        print_json([{"name": name, **kind} for name, kind in kinds.items()])
        return
    width = max(map(len, [HUMAN, *PLAYERS]))
    click.echo(f"{HUMAN:{width}}  you, at this terminal")
    for name, kind in PLAYERS.items():
        click.echo(f"{name:{width}}  {kind.meaning}")
        for parameter in kind.parameters:
            default = f" (usually {parameter.default})" if parameter.default else ""
            click.echo(f"{'':{width}}    {parameter.name}=…  {parameter.meaning}{default}")
    click.echo("\nsay it like this: ismcts:sims=20000, mcts:worlds=5,seconds=0.5")
    click.echo("your own player in Python: module.path:ClassName")


SHELLS = {
    "bash": 'eval "$(kibitz completion bash)"',
    "zsh": 'eval "$(kibitz completion zsh)"',
    "fish": "kibitz completion fish | source",
}
"""What the start-up file of each shell says."""
_WHOLE_WORDS = "COMP_WORDBREAKS=${COMP_WORDBREAKS//[=:]}\n"
"""Bash would take `players=3` and `ismcts:sims=9` for several words."""


@arguments.command
def completion_command(
    shell: str = arguments.argument(None, type=click.Choice(list(SHELLS))),
) -> None:
    """Print what makes your shell complete kibitz commands.

    Games, options with their values, presets and players are completed. Its first line says what to
    write into the start-up file of the shell.

    \b
    kibitz completion bash
    """
    made = get_completion_class(shell)
    assert made is not None, "click knows these shells"
    root = click.get_current_context().find_root().command
    script = made(root, {}, "kibitz", "_KIBITZ_COMPLETE").source()
    extra = _WHOLE_WORDS if shell == "bash" else ""
    click.echo(f"# {SHELLS[shell]}\n{extra}{script}")
