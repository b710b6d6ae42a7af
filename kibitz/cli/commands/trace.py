"""`kibitz trace`: a match, statement by statement."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from kibitz.cli.arguments import fresh_seed, house_rules, seed_option
from kibitz.cli.completing import complete_games, complete_players
from kibitz.cli.failing import UNIFORM
from kibitz.cli.presets import load_settled
from kibitz.cli.recordfile import read
from kibitz.cli.seating import bots, split_names
from kibitz.cli.tracing import TracedMatch
from kibitz.engine.playing import at_random
from kibitz.engine.protocol import Step
from kibitz.engine.record import follow
from kibitz.engine.rng import Rng
from kibitz.game import Game, load, load_recorded
from kibitz.players.matches import Chances, between
from kibitz.players.tournament import rotations


@click.command("trace")
@click.argument("game", metavar="[GAME]", required=False, shell_complete=complete_games)
@house_rules
@seed_option
@click.option(
    "number",
    "--match",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="K",
    help="Which match, or deal, of the seed.",
)
@click.option(
    "--players",
    metavar="NAMES",
    shell_complete=complete_players,
    help="Who plays, as in `simulate`; else at random.",
)
@click.option(
    "--rotation",
    type=click.IntRange(min=1),
    metavar="R",
    help="Of a tournament between these players: in which rotation.",
)
@click.option(
    "record_path",
    "--record",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Instead: the match of a record.",
)
@click.option(
    "--then",
    type=click.IntRange(min=1),
    metavar="N",
    help="Play option N where the record ends.",
)
@click.option(
    "first",
    "--from",
    type=click.IntRange(min=1),
    metavar="D",
    help="Begin to tell at decision D, not with the deal.",
)
def command(
    game: str | None,
    preset: str | None,
    settings: dict[str, int | str],
    seed: int | None,
    number: int,
    players: str | None,
    rotation: int | None,
    record_path: Path | None,
    then: int | None,
    first: int | None,
) -> None:
    """Play a match and tell every statement with what it did.

    Up to its end, or to the rule that fails. Nothing is kept secret: this is for whoever writes
    the game. A report of a rule that failed says how to trace it.

    \b
    kibitz trace golf-six --seed 4 --match 17
    """
    if record_path is not None:
        _trace_record(record_path, game, then, first or 0)
        return
    if game is None:
        raise click.UsageError("name a GAME, or a record by --record")
    loaded = load_settled(game, preset, settings)
    drawn = fresh_seed() if seed is None else seed
    names, chances = _meeting(loaded, players, rotation, drawn, number - 1)
    chance = chances.of_cards()
    click.echo(f"{loaded.title}, seed {drawn}, match {number}")
    match = TracedMatch(loaded, chance, first or 0)
    choose = at_random(chance) if {*names} == {UNIFORM} else between(match.engine, names, chances)
    _run(match.steps(choose))
    match.conclude()


def _meeting(
    game: Game, players: str | None, rotation: int | None, seed: int, number: int
) -> tuple[tuple[str, ...], Chances]:
    """Who sits where, and the chance of the match. Raises click.UsageError."""
    if rotation is None:
        return bots(game, players), Chances(seed, number, number)
    seatings = rotations(split_names(players or "", game), game.players)
    if rotation > len(seatings):
        raise click.UsageError(f"these players have {len(seatings)} rotations, not {rotation}")
    minds = number * len(seatings) + rotation - 1
    return seatings[rotation - 1], Chances(seed, number, minds)


def _trace_record(path: Path, game: str | None, then: int | None, first: int) -> None:
    record = read(path)
    if game is None:
        loaded = load_recorded(record.game, record.options)
    else:
        loaded = load(game, **record.options)
    click.echo(f"{loaded.title}, seed {record.seed}, the match of {path}")
    match = TracedMatch(loaded, Rng(record.seed), first)
    _run(follow(match, record))
    if then is not None:
        match.play(then - 1)
    match.conclude()


def _run(steps: Iterator[Step]) -> None:
    for _ in steps:
        pass
