"""`kibitz replay`: a recorded match, told from its beginning."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.console import Console

from kibitz.cli import arguments
from kibitz.cli.faults import MatchFailed
from kibitz.cli.recordfile import played_game, read
from kibitz.cli.report import print_json
from kibitz.cli.seating import HUMAN
from kibitz.cli.table.chronicle import Chronicle
from kibitz.cli.table.drawing import coloured
from kibitz.cli.table.scorecard import ScoreLines, scoring_of
from kibitz.cli.table.screen import ScreenSize, Sight, screen
from kibitz.cli.table.terminal_match import result_table
from kibitz.cli.terminal import output_console
from kibitz.engine import (
    BadRecord,
    Event,
    Interpreter,
    MatchError,
    Outcome,
    Record,
    Step,
    replay,
    sight,
)
from kibitz.game import Game
from kibitz.words import Tableau, Teller


@click.command("replay")
@arguments.record_argument
@click.option("--seat", type=int, metavar="N", help="Tell only what this seat saw.")
@arguments.recorded_game_option
@arguments.json_flag("the result as one JSON object, and tell nothing")
def command(record_path: Path, seat: int | None, game: str | None, as_json: bool) -> None:
    """Tell a recorded match from its beginning.

    Everything is told, or with --seat only what that seat saw, and its table at the end.

    \b
    kibitz replay match.jsonl --seat 2   # as player 2 saw it
    """
    record = read(record_path)
    try:
        loaded = played_game(record, game)
        players = loaded.program.players
        if seat is not None and not 1 <= seat <= players:
            text = f"the match has seats 1 to {players}, not {seat}"
            raise click.BadParameter(text, param_hint="--seat")
        if as_json:
            print_json(_result(loaded, record))
        else:
            _tell(loaded, record, None if seat is None else seat - 1)
    except MatchError as fault:
        again = ("kibitz", "trace", *((game,) if game else ()), "--record", str(record_path))
        raise MatchFailed(fault, f"in the match of {record_path}", again=again) from None
    except BadRecord as fault:
        raise BadRecord(f"{record_path}: {fault}") from None


def _result(loaded: Game, record: Record) -> dict[str, Any]:
    *_, last = replay(loaded.interpreter, record)
    outcome = last.status if isinstance(last.status, Outcome) else None
    return {
        "game": loaded.name,
        "options": dict(record.options),
        "seed": record.seed,
        "players": list(_names(loaded.interpreter, record)),
        "decisions": len(record.choices),
        "is_over": outcome is not None,
        "scores": None if outcome is None else list(outcome.scores),
        "ranks": list(outcome.ranks) if outcome and loaded.program.has_rivals else None,
    }


def _tell(loaded: Game, record: Record, seat: int | None) -> None:
    console = output_console()
    engine = loaded.interpreter
    chronicle = Chronicle(Teller(loaded.vocabulary, seat))
    choosers: list[int | None] = [None, *(choice.seat for choice in record.choices)]
    console.print(f"{loaded.page.title}, seed {record.seed}", style="bold")
    step: Step | None = None
    names = [f"player {number + 1}" for number in range(engine.program.players)]
    scoring = scoring_of(loaded, names)
    for number, step in enumerate(replay(engine, record)):
        chronicle.hear(choosers[number], _seen(step.events, seat), step.state.kinds)
        for line in chronicle.news():
            place = f"{number:>4}  " if number else "      "
            console.print(coloured(place + line), soft_wrap=True)
        if scoring is not None:
            _show_holes(console, scoring, step)
    assert step is not None, "a replay begins with the deal"
    if seat is not None:
        _show_table(loaded, step, seat)
    _show_result(engine, record, step)


def _show_holes(console: Console, scoring: ScoreLines, step: Step) -> None:
    """Those that came to their end in the step."""
    for hole in scoring.hear(step.events):
        lines = scoring.hole(hole, step.state.kinds, step.state.points, console.width)
        for line in ["", *lines, ""]:
            console.print(line, no_wrap=True, overflow="ellipsis")


def _seen(events: tuple[Event, ...], seat: int | None) -> tuple[Event, ...]:
    return events if seat is None else tuple(sight(event, seat).event for event in events)


def _show_table(loaded: Game, step: Step, seat: int) -> None:
    console = output_console()
    tableau = Tableau(loaded.vocabulary)
    view = loaded.interpreter.view(step.state, seat)
    shown = Sight("", f"as player {seat + 1} saw it", view, (), ())
    for line in screen(tableau, shown, ScreenSize(console.width, None)):
        console.print(line, no_wrap=True, overflow="ellipsis")


def _names(engine: Interpreter, record: Record) -> tuple[str, ...]:
    players = engine.program.players
    return record.players if len(record.players) == players else (HUMAN,) * players


def _show_result(engine: Interpreter, record: Record, step: Step) -> None:
    console = output_console()
    status = step.status
    console.print()
    if isinstance(status, Outcome):
        console.print(result_table(engine.program, status, _names(engine, record), ()))
    else:
        console.print(f"the match was left unfinished; player {status.seat + 1} was to choose")
