"""`kibitz drill`: positions with a right answer, asked again until they are known."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING

import click

from kibitz.cli import arguments
from kibitz.cli.faults import Refusal
from kibitz.cli.presets import load_settled
from kibitz.cli.recordfile import SUFFIX, read, records_folder, stem
from kibitz.cli.report import print_json
from kibitz.cli.seating import HUMAN
from kibitz.cli.table.answers import ChosenOption, Key, Unclear, understand
from kibitz.cli.table.screen import ScreenSize, Sight, screen
from kibitz.cli.terminal import output_console, with_progress
from kibitz.drill import Box, Task
from kibitz.engine import BadRecord, data_folder, reason, write_atomically
from kibitz.game import Game
from kibitz.words import Tableau, offers

if TYPE_CHECKING:
    from kibitz.drill import Finder
    from kibitz.match import Match

USUAL_COUNT = 5
USUAL_EXPERT = "expert:seconds=0.02"
_SEEDS = 2**32
_MATCHES_TRIED = 20
"""Matches that are made up, at most, for one task."""


@click.command("drill")
@arguments.game_argument
@arguments.house_rules
@arguments.seed_option
@arguments.count_option("--count", default=USUAL_COUNT, help="How many positions are asked.")
@click.option("--sheet", is_flag=True, help="Ask nothing; print rules of thumb for these rules.")
@click.option(
    "--player",
    metavar="NAME",
    default=USUAL_EXPERT,
    show_default=True,
    help="Whose choices the rules of thumb are made of.",
)
@arguments.count_option(
    "--matches", default=10, help="How many matches the rules of thumb are made of."
)
@arguments.file_option("--html", help="Write the rules of thumb as a page.")
@arguments.json_flag("the rules of thumb as one JSON object")
def command(
    game: str,
    preset: str | None,
    settings: dict[str, int | str],
    seed: int | None,
    count: int,
    sheet: bool,
    player: str,
    matches: int,
    html: Path | None,
    as_json: bool,
) -> None:
    """Practise: positions from your own mistakes, and made-up ones.

    You answer, and hear what was right. What you know is asked less and less often; how far you are
    is kept. With --sheet it asks nothing and tells what a strong player does in such matches.

    \b
    kibitz drill golf           # practise on your own mistakes
    kibitz drill golf --sheet   # rules of thumb
    """
    loaded = load_settled(game, preset, settings)
    first = randbelow(_SEEDS) if seed is None else seed
    if sheet:
        _print_sheet(loaded, player, matches, first, html, as_json)
    elif html is not None or as_json:
        raise click.UsageError("--html and --json are for --sheet")
    else:
        _practise(loaded, first, count)


# ---------------------------------------------------------------------------- asking


def _practise(game: Game, seed: int, count: int) -> None:
    box = Box(_path(game))
    _look_at_records(game, box)
    asked = right = 0
    for task, match in _tasks(game, box, seed, count):
        grade = _ask(match, f"{asked + 1} of {count}, {_origin(task)}")
        if grade is None:
            break
        asked, right = asked + 1, right + grade
        box.answered(task, date.today(), is_right=grade)
        _keep(box)
    if asked:
        click.echo(f"\n{right} of {asked} right today; {box.right} of {box.asked} in all")
    else:
        click.echo("nothing was asked")


def _path(game: Game) -> Path | None:
    """Where the box of these rules is kept; None for a user without a home."""
    data, program = data_folder(), game.program
    if data is None:
        return None
    rules = repr((program.digest, sorted(program.options.items())))
    return data / "drills" / f"{stem(game.name)}-{sha256(rules.encode()).hexdigest()[:12]}.json"


def _keep(box: Box) -> None:
    try:
        box.keep()
    except OSError as fault:
        raise Refusal(f"your progress cannot be kept: {reason(fault)}") from None


def _look_at_records(game: Game, box: Box) -> None:
    """The mistakes of matches that were finished since the last time go into the box."""
    from kibitz.drill import Finder

    folder = records_folder()
    paths = sorted(folder.glob(f"{stem(game.name)}*{SUFFIX}")) if folder else []
    new = [path for path in paths if path.name not in box.looked_at]
    finder = Finder(game)
    for path in with_progress(new, len(new), "records looked at"):
        for task in _mistakes(finder, game, path):
            box.add(task)
        box.looked_at.add(path.name)
    if new:
        _keep(box)


def _mistakes(finder: Finder, game: Game, path: Path) -> Iterator[Task]:
    """Those of people, in a match of these rules that is over."""
    try:
        record = read(path)
    except (BadRecord, OSError):
        return
    seats = [seat for seat, name in enumerate(record.players) if name == HUMAN]
    if record.scores is not None and seats and record.game.name == game.name:
        yield from finder.mistakes(record, seats)


def _tasks(game: Game, box: Box, seed: int, count: int) -> Iterator[tuple[Task, Match]]:
    """What is due; then made-up ones."""
    from kibitz.drill import Finder, position

    given = 0
    for task in box.due(date.today()):
        match = position(game, task)
        if match is None:
            box.drop(task)
        elif given < count:
            given += 1
            yield task, match
    finder, tries = Finder(game), count * _MATCHES_TRIED
    seeds = iter(range(seed, seed + tries))
    while given < count:
        looked = (finder.made_up(number % _SEEDS) for number in seeds)
        shown = with_progress(looked, tries, "matches looked through for a position")
        found = next(filter(None, shown), None)
        match = None if found is None else position(game, found)
        if found is None or match is None:
            return
        box.add(found)
        given += 1
        yield found, match


def _origin(task: Task) -> str:
    again = f", asked {task.asked} times before" if task.asked else ""
    return f"{'your own mistake' if task.origin == 'mistake' else 'made up'}{again}"


def _ask(match: Match, remark: str) -> bool | None:
    """Whether the answer is right; None if the person leaves."""
    from kibitz.advisor import numbers
    from kibitz.drill import answer

    game, decision = match.game, match.decision
    view, options = match.view(decision.seat), match.options
    offered = offers(game.interpreter, view, options, game.vocabulary)
    console = output_console()
    sight = Sight(game.title, remark, view, (), offered)
    for line in screen(Tableau(game.vocabulary), sight, ScreenSize(console.width, None)):
        console.print(line, no_wrap=True, overflow="ellipsis")
    while True:
        try:
            typed: str = click.prompt("your answer (q leaves)", default="", show_default=False)
        except click.Abort:
            return None
        match understand(typed, offered, options):
            case ChosenOption(option=chosen):
                break
            case Key.QUIT:
                return None
            case Unclear(hint=hint):
                click.echo(hint)
            case _:
                click.echo("type an option, or q to leave")
    advice = answer(match)
    given = advice.option(chosen)
    is_right = chosen in advice.close
    click.echo("right" if is_right else f"{given.grade}: better is to {advice.best.label}")
    for text in numbers(advice):
        click.echo(text)
    click.echo()
    return is_right


# ---------------------------------------------------------------------------- rules of thumb


def _print_sheet(
    game: Game, player: str, matches: int, seed: int, html: Path | None, as_json: bool
) -> None:
    from kibitz.drill import Watching, about, rows, sheet_page

    if html is not None and not html.parent.is_dir():
        raise Refusal(f"{html} cannot be written: there is no such folder")
    watching = Watching(game, player, seed)
    for _ in with_progress(watching.matches(matches), matches, "matches watched"):
        pass
    sheet = watching.sheet()
    if html is not None:
        write_atomically(html, sheet_page(sheet).encode())
    if as_json:
        print_json(sheet.to_json())
        return
    console = output_console()
    console.print(f"{game.title}: rules of thumb", style="bold")
    console.print(about(sheet))
    table = rows(sheet)
    widths = [max(len(row[n]) for row in table) for n in range(len(table[0]))]
    for first, *others in table:
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        console.print("  ".join([first.ljust(widths[0]), *cells]), soft_wrap=True, highlight=False)
    if html is not None:
        click.echo(f"the page is {html}")
