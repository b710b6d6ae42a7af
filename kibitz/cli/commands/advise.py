"""`kibitz advise`: what to do at a moment of a recorded match, or in a position written down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from kibitz.cli import arguments
from kibitz.cli.completing import complete_games
from kibitz.cli.faults import MatchFailed, Refusal
from kibitz.cli.presets import settled
from kibitz.cli.recordfile import read
from kibitz.cli.report import print_json
from kibitz.cli.table.drawing import coloured
from kibitz.cli.table.screen import ScreenSize, Sight, screen
from kibitz.cli.terminal import output_console
from kibitz.engine import BadRecord, Decision, MatchError, Record, View
from kibitz.game import Game, load, load_recorded
from kibitz.games import names
from kibitz.match import Match
from kibitz.words import Tableau

AIMS = ("win", "score", "place")


@click.command("advise")
@click.argument("subject", metavar="RECORD|GAME", shell_complete=complete_games)
@arguments.count_option("--move", help="Before which move, from 1.")
@click.option("--seat", type=int, metavar="N", help="From that move on, when this seat decides.")
@click.option(
    "--position",
    type=arguments.NamedPath(path_type=Path),
    metavar="FILE",
    help="A position of GAME, as docs/advice.md describes it.",
)
@arguments.house_rules
@click.option(
    "--objective",
    type=click.Choice(AIMS),
    help="What is wanted. Without it, what the game is played for.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Which deals are tried.")
@arguments.count_option("--simulations", help="How many, at least.")
@click.option(
    "--seconds", type=click.FloatRange(0.01, 3600), help="Or for how long; 1 unless said."
)
@arguments.json_flag("the advice as one JSON object")
def command(
    subject: str,
    move: int | None,
    seat: int | None,
    position: Path | None,
    preset: str | None,
    settings: dict[str, int | str],
    objective: str | None,
    seed: int,
    simulations: int | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Say what to do at a moment of a recorded match, or in a position.

    The answer rests on what the seat that decides could know, and on nothing else.

    \b
    kibitz advise match.jsonl --move 17            # what should have been done there, and why
    kibitz advise hearts --position my-hand.toml   # the same of a position written down
    """
    if position is None:
        if preset or settings:
            raise click.UsageError("a record has its options: --preset and --option go with GAME")
        if not Path(subject).exists() and subject in names():
            raise click.UsageError(f"say with --position FILE which position of {subject} it is")
        asked = _of_record(Path(subject), move, seat)
    else:
        if move is not None or seat is not None:
            raise click.UsageError("--move and --seat are for records; a position has one moment")
        asked = _of_position(subject, preset, settings, position)
    budget = {"simulations": simulations, "seconds": seconds}
    _answer(asked, objective, seed, budget, as_json=as_json)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A decision of a game, as its seat sees it."""

    game: Game
    view: View
    decision: Decision


# ---------------------------------------------------------------------------- a moment of a record


def _of_record(path: Path, move: int | None, seat: int | None) -> _Asked:
    """Raises BadRecord, Refusal, OSError, MatchFailed."""
    record = read(path)
    try:
        match = load_recorded(record.game, record.options).match(record.seed)
        _check(record, match, move, seat)
        for _ in _moments(match, record):
            if _is_meant(match, record, move, seat):
                decision = match.decision
                return _Asked(match.game, match.view(decision.seat), decision)
    except MatchError as fault:
        raise MatchFailed(fault, f"in the match of {path}") from None
    except BadRecord as fault:
        raise BadRecord(f"{path}: {fault}") from None
    moves = len(record.choices)
    if seat is None:
        raise Refusal(f"the match is over; --move 1 to --move {moves} says before which move")
    raise Refusal(f"player {seat} decides there no more; the record has {moves} moves")


def _check(record: Record, match: Match, move: int | None, seat: int | None) -> None:
    if seat is not None and not 1 <= seat <= match.game.players:
        text = f"the match has seats 1 to {match.game.players}, not {seat}"
        raise click.BadParameter(text, param_hint="--seat")
    if move is not None and move > len(record.choices) + 1:
        raise Refusal(f"the record has {len(record.choices)} moves, so there is no move {move}")


def _moments(match: Match, record: Record) -> Iterator[None]:
    """From the deal on, the match as it was recorded, stopped before every move."""
    yield
    for _ in match.follow(record):
        yield


def _is_meant(match: Match, record: Record, move: int | None, seat: int | None) -> bool:
    """Whether the next move is the one before which advice is wanted."""
    if match.is_over:
        return False
    first = move or (1 if seat else len(record.choices) + 1)
    return match.decisions_made + 1 >= first and seat in (None, match.decision.seat + 1)


# ---------------------------------------------------------------------------- a position


def _of_position(
    game: str, preset: str | None, settings: dict[str, int | str], path: Path
) -> _Asked:
    """Raises BadPosition, OSError, and what loading a game raises."""
    from kibitz.advisor import LARGEST_BYTES, BadPosition, laid_out, read_position

    with path.open("rb") as file:
        data = file.read(LARGEST_BYTES + 1)
    try:
        position = read_position(data)
        loaded = load(game, **{**position.settings, **settled(game, preset, settings)})
        asked = laid_out(loaded, position)
    except BadPosition as fault:
        raise BadPosition(f"{path}: {fault}") from None
    return _Asked(loaded, asked.view, asked.decision)


# ---------------------------------------------------------------------------- the answer


def _answer(
    asked: _Asked, objective: str | None, seed: int, budget: Mapping[str, Any], *, as_json: bool
) -> None:
    from kibitz.advisor import numbers

    game, view = asked.game, asked.view
    try:
        advice = game.advise(view, asked.decision, objective=objective, seed=seed, **budget)
    except MatchError as fault:
        raise MatchFailed(fault, "in a deal that was tried") from None
    if as_json:
        print_json(advice.to_json())
        return
    console = output_console()
    place = f"player {view.seat + 1} decides"
    for line in screen(Tableau(game.vocabulary), Sight(game.title, place, view, (), ()), _wide()):
        console.print(line, no_wrap=True, overflow="ellipsis")
    console.print()
    for text in numbers(advice):
        console.print(coloured(text), soft_wrap=True)


def _wide() -> ScreenSize:
    return ScreenSize(output_console().width, None)
