"""`kibitz simulate`: many matches, at random or between players, and what they come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import arguments
from kibitz.cli.failing import UNIFORM, as_said, broken_match, deals_told, first_broken_match
from kibitz.cli.presets import load_settled
from kibitz.cli.report import cut_short, facts, figure_table, options_text, print_json
from kibitz.cli.seating import bots
from kibitz.cli.statistics import MatchTally, of_playout, of_playouts
from kibitz.cli.terminal import interrupted, output_console, with_progress
from kibitz.engine import Interpreter, MatchError, Rng
from kibitz.game import Game

if TYPE_CHECKING:
    from rich.table import Table

    from kibitz.engine.native import NativeEngine

NATIVE = "native"
REFERENCE = "reference"
MOST_DECISIONS = 500
LARGEST_LIMIT = 1_000_000
_FIRST_CHUNK, _LARGEST_CHUNK, _CHUNK_SECONDS = 1 << 10, 1 << 22, 0.25
"""Matches that are counted together: so many that it is worth it, so few that progress is seen."""


@click.command("simulate")
@arguments.game_argument
@arguments.count_option("-n", "--games", "count", help="How many matches.")
@arguments.count_option(
    "--only", metavar="K", help="Instead: only match number K of the seed, from 1."
)
@arguments.players_option(
    help="Who plays: one name for all seats, or one for each, as in ismcts,uniform. Without it, "
    "everybody plays at random. `kibitz players` lists them."
)
@arguments.house_rules
@arguments.seed_option
@click.option(
    "--engine",
    "engine_name",
    type=click.Choice([NATIVE, REFERENCE]),
    default=NATIVE,
    show_default=True,
    help="Who carries out the rules; the matches are the same.",
)
@arguments.threads_option
@arguments.device_option
@click.option(
    "--max-decisions",
    "most_decisions",
    type=click.IntRange(min=1, max=LARGEST_LIMIT),
    default=MOST_DECISIONS,
    show_default=True,
    metavar="M",
    help="Stop a match there and score it as it stands.",
)
@arguments.json_flag("the figures as one JSON object")
def command(
    game: str,
    count: int | None,
    only: int | None,
    players: str | None,
    preset: str | None,
    settings: dict[str, int | str],
    seed: int | None,
    engine_name: str,
    threads: int | None,
    device: str,
    most_decisions: int,
    as_json: bool,
) -> int:
    """Play many matches and count.

    Every seat takes any of its options with equal chance, unless you say who plays. Match number
    K of a seed is always the same match. Ctrl-C ends it with the matches played so far.

    \b
    kibitz simulate golf-six -n 1000 --json       # a thousand random matches in figures
    kibitz simulate golf-six --seed 4 --only 17   # match 17 of a seed again
    """
    matches = _numbers(count, only)
    if engine_name == REFERENCE and threads is not None:
        raise click.UsageError("the reference engine plays on one core; leave out --threads")
    if device != "cpu" and (engine_name == REFERENCE or players is not None):
        raise click.UsageError("only matches at random by the native engine are played on a GPU")
    loaded = load_settled(game, preset, settings)
    seed = arguments.fresh_seed() if seed is None else seed
    names = bots(loaded, players)
    if set(names) != {UNIFORM}:
        tallies = _between(loaded.interpreter, names, seed, matches, most_decisions, threads)
    elif engine_name == NATIVE:
        tallies = _native(loaded.engine_on(device), seed, matches, most_decisions, threads)
    else:
        tallies = _reference(loaded.interpreter, seed, matches, most_decisions)
    start = perf_counter()
    program = loaded.program
    with deals_told(loaded.vocabulary, as_said(game, preset, settings)):
        tally = _added(tallies, len(matches))
    figures: dict[str, Any] = {
        "game": loaded.name,
        "digest": program.digest,
        "engine": engine_name,
        "options": dict(program.options),
        "seed": seed,
        **tally.figures(program, perf_counter() - start),
    }
    if device != "cpu":
        figures["device"] = device
    if set(names) != {UNIFORM}:
        figures["players"] = names
    if as_json:
        print_json(figures)
    else:
        _print(loaded, figures)
    return interrupted(tally.games, len(matches), "matches") if tally.games < len(matches) else 0


def _numbers(count: int | None, only: int | None) -> range:
    """The numbers of the matches, from 0. Raises click.UsageError."""
    match count, only:
        case int(), None:
            return range(count)
        case None, int():
            return range(only - 1, only)
        case _:
            raise click.UsageError("say how many matches by -n, or which one by --only")


def _added(tallies: Iterator[MatchTally], count: int) -> MatchTally:
    """All of them; after Ctrl-C, those that came before it, if any did."""
    whole: MatchTally | None = None
    try:
        for tally in with_progress(tallies, count, "playing", lambda tally: tally.games):
            whole = tally if whole is None else whole + tally
    except KeyboardInterrupt:
        if whole is None:
            raise
    assert whole is not None, "one match at least is asked for"
    return whole


def _between(
    engine: Interpreter,
    names: Sequence[str],
    seed: int,
    matches: range,
    limit: int,
    threads: int | None,
) -> Iterator[MatchTally]:
    from kibitz.players import simulated

    played = simulated(engine, names, seed, matches, most_decisions=limit, threads=threads)
    return map(of_playout, played)


def _reference(engine: Interpreter, seed: int, matches: range, limit: int) -> Iterator[MatchTally]:
    for number in matches:
        try:
            yield of_playout(engine.playout(Rng(seed, stream=number), limit))
        except MatchError:
            raise broken_match(engine, seed, number, limit) from None


def _native(
    engine: NativeEngine, seed: int, matches: range, limit: int, threads: int | None
) -> Iterator[MatchTally]:
    """In chunks that grow as long as they are quickly done."""
    from kibitz.engine.native import Noting

    first, chunk = matches.start, _FIRST_CHUNK
    while first < matches.stop:
        size, start = min(chunk, matches.stop - first), perf_counter()
        try:
            playouts = engine.playouts(
                seed, size, first=first, most_decisions=limit, threads=threads, noting=Noting.TALLY
            )
        except MatchError:
            raise first_broken_match(engine, seed, first, limit) from None
        yield of_playouts(playouts, engine.program.goal)
        first += size
        if perf_counter() - start < _CHUNK_SECONDS:
            chunk = min(2 * chunk, _LARGEST_CHUNK)


def _print(loaded: Game, figures: dict[str, Any]) -> None:
    console = output_console()
    length, branching = figures["decisions_per_game"], figures["branching"]
    players = [("players", ", ".join(figures["players"]))] if "players" in figures else []
    rows = [
        ("matches", f"{figures['games']:,}, seed {figures['seed']}"),
        *cut_short(figures["capped"]),
        *players,
        ("options", options_text(figures["options"])),
        ("decisions a match", f"{length['mean']:.1f} (from {length['min']} to {length['max']})"),
        ("options a decision", f"{_figure(branching['mean'], '.2f')} (at most {branching['max']})"),
        ("forced decisions", _figure(figures["forced_share"], ".1%")),
        ("speed", f"{figures['decisions_per_second']:,.0f} decisions a second"),
    ]
    console.print(loaded.page.title, style="bold")
    console.print(facts(rows))
    console.print()
    if figures["moves"]:
        console.print(_move_table(figures))
        console.print()
    console.print(_seat_table(figures))


def _figure(value: float | None, layout: str) -> str:
    return "–" if value is None else format(value, layout)


def _move_table(figures: dict[str, Any]) -> Table:
    table = figure_table("move", "in matches", "times a match", left=0)
    for move in figures["moves"]:
        often = f"{move['times_per_match']:.2f}"
        table.add_row(move["name"].lower(), f"{move['match_share']:.1%}", often)
    return table


def _seat_table(figures: dict[str, Any]) -> Table:
    """Where nobody is a rival there are no wins, and one row for all who have the same score."""
    seats = figures["seats"]
    names, wins = [str(seat["seat"]) for seat in seats], ["wins"]
    if seats[0]["win_share"] is None:
        wins = []
        names = ["all"] if len({seat["mean_score"] for seat in seats}) == 1 < len(seats) else names
    table = figure_table("player", "mean score", "± error", *wins, left=0)
    for name, seat in zip(names, seats, strict=False):
        shares = [f"{seat['win_share']:.1%}"] if wins else []
        error = _figure(seat["stderr"], ".2f")
        table.add_row(name, f"{seat['mean_score']:.2f}", error, *shares)
    return table
