"""`kibitz advise` and `drill`: what to do in a position, told or asked."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from itertools import chain
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Any

import click

from kibitz import advisor, engine, kept_files
from kibitz.cli import arguments
from kibitz.cli.faults import MatchFailed, Refusal, record_told, refuse_missing_folder
from kibitz.cli.recordfile import SUFFIX, read, records_folder, stem
from kibitz.cli.seating import HUMAN, checked_seat, learn_first
from kibitz.cli.table.answers import ChosenOption, Key, Unclear, understand
from kibitz.cli.table.drawing import coloured
from kibitz.cli.table.screen import Sight, show_table
from kibitz.cli.terminal import output_console, print_json, with_progress
from kibitz.game import Game, load, load_recorded
from kibitz.games import names
from kibitz.match import Match
from kibitz.words import offers

if TYPE_CHECKING:
    from rich.console import Console

    from kibitz import drill

AIMS = ("win", "score", "place")


@arguments.command
def advise_command(
    subject: str = arguments.game_argument("RECORD|GAME"),
    move: int | None = arguments.count_option("Before which move, from 1."),
    seat: int | None = arguments.option("From that move on, when this seat decides.", metavar="N"),
    position: Path | None = arguments.file_option(
        "A position of GAME, as docs/advice.md describes it.", type=arguments.ANY_PATH
    ),
    rules: arguments.HouseRules = arguments.house_rules,
    objective: str | None = arguments.option(
        "What is wanted. Without it, what the game is played for.", type=click.Choice(AIMS)
    ),
    seed: int = arguments.option("Which deals are tried.", default=1),
    simulations: int | None = arguments.count_option("How many, at least."),
    seconds: float | None = arguments.option(
        "Or for how long; 1 unless said.", type=click.FloatRange(0.01, 3600)
    ),
    learn: float = arguments.learning_option,
    as_json: bool = arguments.json_flag("the advice as one JSON object"),
) -> None:
    """Say what to do at a moment of a recorded match, or in a position.

    The answer rests on what the seat that decides could know, and on nothing else.

    \b
    kibitz advise match.jsonl --move 17            # what should have been done there, and why
    kibitz advise hearts --position my-hand.toml   # the same of a position written down
    """
    if position is None:
        if rules:
            raise click.UsageError("a record has its options: --preset and --option go with GAME")
        if not Path(subject).exists() and subject in names():
            raise click.UsageError(f"say with --position FILE which position of {subject} it is")
        game, view, decision = _of_record(Path(subject), move, seat)
        assumed = ""
    else:
        if move is not None or seat is not None:
            raise click.UsageError("--move and --seat are for records; a position has one moment")
        game, asked = _of_position(subject, rules, position)
        view, decision, assumed = asked.view, asked.decision, asked.assumed
    budget: dict[str, Any] = {"simulations": simulations, "seconds": seconds}
    try:
        learn_first(game, objective, learn)
        advice = game.advise(view, decision, objective=objective, seed=seed, **budget)
    except engine.MatchError as fault:
        raise MatchFailed(fault, "in a deal that was tried") from None
    if as_json:
        print_json({**advice.to_json(), "assumed": assumed})
        return
    console = output_console()
    show_table(console, game, Sight(game.title, f"player {view.seat + 1} decides", view, (), ()))
    console.print()
    if assumed:
        console.print(assumed, soft_wrap=True, markup=False)
    for text in advisor.numbers(advice):
        console.print(coloured(text), soft_wrap=True)


Asked = tuple[Game, engine.View, engine.Decision]
"""A decision of a game, as its seat sees it."""


def _of_record(path: Path, move: int | None, seat: int | None) -> Asked:
    """The next decision at or after the move, or at the end of the record; of the seat, if one is
    named. Raises BadRecord, Refusal, OSError, MatchFailed."""
    record = read(path)
    moves = len(record.choices)
    with record_told(path):
        match = load_recorded(record.game, record.options).match(record.seed)
        wanted = None if seat is None else checked_seat(seat, match.game)
        if move is not None and move > moves + 1:
            raise Refusal(f"the record has {moves} moves, so there is no move {move}")
        first = move or (1 if seat else moves + 1)
        for _ in chain([None], match.follow(record)):  # from the deal on, before every move
            if not match.is_over and match.decisions_made + 1 >= first:
                decision = match.decision
                if wanted in (None, decision.seat):
                    return match.game, match.view(decision.seat), decision
    if seat is None:
        raise Refusal(f"the match is over; --move 1 to --move {moves} says before which move")
    raise Refusal(f"player {seat} decides there no more; the record has {moves} moves")


def _of_position(
    game: str, rules: arguments.HouseRules, path: Path
) -> tuple[Game, advisor.SeatDecision]:
    """Raises BadPosition, OSError, and what loading a game raises."""
    with path.open("rb") as file:
        data = file.read(advisor.LARGEST_BYTES + 1)
    try:
        position = advisor.read_position(data)
        loaded = load(game, **{**position.settings, **rules.options(game)})
        asked = advisor.laid_out(loaded, position)
    except advisor.BadPosition as fault:
        raise advisor.BadPosition(f"{path}: {fault}") from None
    return loaded, asked


USUAL_COUNT = 5
USUAL_EXPERT = "expert:seconds=0.02"
_SEEDS = 2**32
_MATCHES_TRIED = 20
"""Matches that are made up, at most, for one task."""


@arguments.command
def drill_command(
    game: str = arguments.game_argument(),
    rules: arguments.HouseRules = arguments.house_rules,
    seed: int | None = arguments.seed_option(),
    count: int = arguments.count_option("How many positions are asked.", default=USUAL_COUNT),
    sheet: bool = arguments.option("Ask nothing; print rules of thumb for these rules."),
    player: str = arguments.option(
        "Whose choices the rules of thumb are made of.", metavar="NAME", default=USUAL_EXPERT
    ),
    matches: int = arguments.count_option(
        "How many matches the rules of thumb are made of.", default=10
    ),
    html: Path | None = arguments.file_option("Write the rules of thumb as a page."),
    learn: float = arguments.learning_option,
    as_json: bool = arguments.json_flag("the rules of thumb as one JSON object"),
) -> None:
    """Practise: positions from your own mistakes, and made-up ones.

    You answer, and hear what was right. What you know is asked less and less often; how far you are
    is kept. With --sheet it asks nothing and says what to remember, with what every line is worth,
    and what a strong player does in such matches.

    \b
    kibitz drill golf           # practise on your own mistakes
    kibitz drill golf --sheet   # rules of thumb
    """
    loaded = rules.load(game)
    learn_first(loaded, None, learn)
    first = randbelow(_SEEDS) if seed is None else seed
    if sheet:
        _print_sheet(loaded, player, matches, first, html, as_json)
    elif html is not None or as_json:
        raise click.UsageError("--html and --json are for --sheet")
    else:
        _practise(loaded, first, count)


def _practise(game: Game, seed: int, count: int) -> None:
    from kibitz import drill

    box = drill.Box(_path(game))
    _look_at_records(game, box)
    asked = right = 0
    for task, match in _tasks(game, box, seed, count):
        origin = "your own mistake" if task.origin == "mistake" else "made up"
        again = f", asked {task.asked} times before" if task.asked else ""
        grade = _ask(match, f"{asked + 1} of {count}, {origin}{again}")
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
    data, program = kept_files.data_folder(), game.program
    if data is None:
        return None
    rules = repr((program.digest, sorted(program.options.items())))
    return data / "drills" / f"{stem(game.name)}-{sha256(rules.encode()).hexdigest()[:12]}.json"


def _keep(box: drill.Box) -> None:
    try:
        box.keep()
    except OSError as fault:
        raise Refusal(f"your progress cannot be kept: {kept_files.reason(fault)}") from None


def _look_at_records(game: Game, box: drill.Box) -> None:
    """The mistakes of matches that were finished since the last time go into the box."""
    from kibitz import drill

    folder = records_folder()
    paths = sorted(folder.glob(f"{stem(game.name)}*{SUFFIX}")) if folder else []
    new = [path for path in paths if path.name not in box.looked_at]
    finder = drill.Finder(game)
    for path in with_progress(new, len(new), "records looked at"):
        for task in _mistakes(finder, game, path):
            box.add(task)
        box.looked_at.add(path.name)
    if new:
        _keep(box)


def _mistakes(finder: drill.Finder, game: Game, path: Path) -> Iterator[drill.Task]:
    """Those of people, in a match of these rules that is over."""
    try:
        record = read(path)
    except (engine.BadRecord, OSError):
        return
    seats = [seat for seat, name in enumerate(record.players) if name == HUMAN]
    if record.scores is not None and seats and record.game.name == game.name:
        yield from finder.mistakes(record, seats)


def _tasks(game: Game, box: drill.Box, seed: int, count: int) -> Iterator[tuple[drill.Task, Match]]:
    """What is due; then made-up ones."""
    from kibitz import drill

    given = 0
    for task in box.due(date.today()):
        match = drill.position(game, task)
        if match is None:
            box.drop(task)
        elif given < count:
            given += 1
            yield task, match
    finder, tries = drill.Finder(game), count * _MATCHES_TRIED
    seeds = iter(range(seed, seed + tries))
    while given < count:
        looked = (finder.made_up(number % _SEEDS) for number in seeds)
        shown = with_progress(looked, tries, "matches looked through for a position")
        found = next(filter(None, shown), None)
        match = None if found is None else drill.position(game, found)
        if found is None or match is None:
            return
        box.add(found)
        given += 1
        yield found, match


def _ask(match: Match, remark: str) -> bool | None:
    """Whether the answer is right; None if the person leaves."""
    from kibitz import drill

    game, decision = match.game, match.decision
    view, options = match.view(decision.seat), match.options
    offered = offers(game.interpreter, view, options, game.vocabulary)
    show_table(output_console(), game, Sight(game.title, remark, view, (), offered))
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
    advice = drill.answer(match)
    given = advice.option(chosen)
    is_right = chosen in advice.close
    click.echo("right" if is_right else f"{given.grade}: better is to {advice.best.label}")
    for text in advisor.numbers(advice):
        click.echo(text)
    click.echo()
    return is_right


def _print_sheet(
    game: Game, player: str, matches: int, seed: int, html: Path | None, as_json: bool
) -> None:
    from kibitz import drill

    refuse_missing_folder(html)
    watching = drill.Watching(game, player, seed)
    for _ in with_progress(watching.matches(matches), matches, "matches watched"):
        pass
    sheet = watching.sheet()
    if html is not None:
        kept_files.write_atomically(html, drill.sheet_page(sheet).encode())
    if as_json:
        print_json(sheet.to_json())
        return
    console = output_console()
    console.print(f"{game.title}: rules of thumb", style="bold")
    console.print(drill.about_lines(sheet))
    if sheet.lines:
        _print_rows(console, drill.line_rows(sheet))
    console.print()
    console.print(drill.about(sheet))
    _print_rows(console, drill.rows(sheet))
    if html is not None:
        click.echo(f"the page is {html}")


def _print_rows(console: Console, table: list[tuple[str, ...]]) -> None:
    widths = [max(len(row[n]) for row in table) for n in range(len(table[0]))]
    for first, *others in table:
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        console.print("  ".join([first.ljust(widths[0]), *cells]), soft_wrap=True, highlight=False)
