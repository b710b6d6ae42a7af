"""`kibitz simulate`: many matches, at random or between players, and what they come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from math import sqrt
from operator import add
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click
import numpy as np
import numpy.typing as npt

from kibitz.cli import arguments, terminal
from kibitz.cli.faults import UNIFORM, broken_match, deals_told, first_broken_match
from kibitz.cli.seating import bots
from kibitz.engine import Interpreter, MatchError, Rng, first_places
from kibitz.game import Game
from kibitz.players import is_elsewhere, side_by_side, simulated
from kibitz.recycle import Goal

if TYPE_CHECKING:
    from rich.table import Table

    from kibitz.engine import Playout, Program
    from kibitz.engine.native import NativeEngine, Playouts


NATIVE = "native"
REFERENCE = "reference"
MOST_DECISIONS = 500
LARGEST_LIMIT = 1_000_000
_FIRST_CHUNK, _LARGEST_CHUNK, _CHUNK_SECONDS = 1 << 10, 1 << 22, 0.25
"""Matches that are counted together: so many that it is worth it, so few that progress is seen."""
_PIECE = 1 << 20
"""Matches of a piece that is sent somewhere else."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """How matches are played."""

    engine_name: str = arguments.option(
        "Who carries out the rules; the matches are the same.",
        "--engine",
        type=click.Choice([NATIVE, REFERENCE]),
        default=NATIVE,
    )
    threads: int | None = arguments.threads_option
    device: str = arguments.device_option()
    most_decisions: int = arguments.option(
        "Stop a match there and score it as it stands.",
        "--max-decisions",
        type=click.IntRange(min=1, max=LARGEST_LIMIT),
        default=MOST_DECISIONS,
        metavar="M",
    )

    def refuse_contradictions(self, *, is_random: bool) -> None:
        """Raises click.UsageError."""
        if self.engine_name == REFERENCE and self.threads is not None:
            raise click.UsageError("the reference engine plays on one core; leave out --threads")
        if self.device != "cpu" and (self.engine_name == REFERENCE or not is_random):
            raise click.UsageError(
                "only matches at random by the native engine are played on a GPU"
            )

    def tallies(
        self, game: Game, names: Sequence[str], seed: int, matches: range
    ) -> Iterator[MatchTally]:
        if set(names) != {UNIFORM}:
            limits: dict[str, Any] = {
                "most_decisions": self.most_decisions,
                "threads": self.threads,
            }
            return map(of_playout, simulated(game.interpreter, names, seed, matches, **limits))
        if self.engine_name == NATIVE and is_elsewhere():
            pieces = (
                range(first, min(first + _PIECE, matches.stop))
                for first in range(matches.start, matches.stop, _PIECE)
            )
            work = partial(_one_core_piece, game.program, seed, self.most_decisions)
            return side_by_side(pieces, work)
        if self.engine_name == NATIVE:
            return self._native(game.engine_on(self.device), seed, matches)
        return self._reference(game.interpreter, seed, matches)

    def _reference(self, engine: Interpreter, seed: int, matches: range) -> Iterator[MatchTally]:
        for number in matches:
            try:
                yield of_playout(engine.playout(Rng(seed, stream=number), self.most_decisions))
            except MatchError:
                raise broken_match(engine, seed, number, self.most_decisions) from None

    def _native(self, engine: NativeEngine, seed: int, matches: range) -> Iterator[MatchTally]:
        """In chunks that grow as long as they are quickly done."""
        from kibitz.engine.native import Noting

        limits: dict[str, Any] = {"most_decisions": self.most_decisions, "threads": self.threads}
        first, chunk = matches.start, _FIRST_CHUNK
        while first < matches.stop:
            size, start = min(chunk, matches.stop - first), perf_counter()
            try:
                played = engine.playouts(seed, size, first=first, noting=Noting.TALLY, **limits)
            except MatchError:
                raise first_broken_match(engine, seed, first, self.most_decisions) from None
            yield of_playouts(played, engine.program.goal)
            first += size
            if perf_counter() - start < _CHUNK_SECONDS:
                chunk = min(2 * chunk, _LARGEST_CHUNK)


def _one_core_piece(program: Program, seed: int, most_decisions: int, matches: range) -> MatchTally:
    """Random matches that are played somewhere else."""
    from kibitz.engine.native import Noting, native_engine

    engine = native_engine(program)
    limits: dict[str, Any] = {"most_decisions": most_decisions, "threads": 1}
    try:
        played = engine.playouts(
            seed, len(matches), first=matches.start, noting=Noting.TALLY, **limits
        )
    except MatchError:
        raise first_broken_match(engine, seed, matches.start, most_decisions) from None
    return of_playouts(played, program.goal)


@arguments.command
def simulate_command(
    game: str = arguments.game_argument(),
    count: int | None = arguments.count_option("How many matches.", "-n", "--games"),
    only: int | None = arguments.count_option(
        "Instead: only match number K of the seed, from 1.", metavar="K"
    ),
    players: str | None = arguments.players_option(
        "Who plays: one name for all seats, or one for each, as in ismcts,uniform. Without it, "
        "everybody plays at random. `kibitz players` lists them."
    ),
    rules: arguments.HouseRules = arguments.house_rules,
    seed: int | None = arguments.seed_option(),
    sampling: Sampling = arguments.gathered(Sampling),
    on: None = arguments.on_option,
    as_json: bool = arguments.json_flag("the figures as one JSON object"),
) -> int:
    """Play many matches and count.

    Every seat takes any of its options with equal chance, unless you say who plays. Match number
    K of a seed is always the same match. Ctrl-C ends it with the matches played so far.

    \b
    kibitz simulate golf-six -n 1000 --json       # a thousand random matches in figures
    kibitz simulate golf-six --seed 4 --only 17   # match 17 of a seed again
    """
    matches = _numbers(count, only)
    sampling.refuse_contradictions(is_random=players is None)
    loaded = rules.load(game)
    seed = arguments.fresh_seed() if seed is None else seed
    names = bots(loaded, players)
    tallies = sampling.tallies(loaded, names, seed, matches)
    start = perf_counter()
    program = loaded.program
    with deals_told(loaded.vocabulary, rules.said(game)):
        tally = _added(tallies, len(matches))
    figures: dict[str, Any] = {
        "game": loaded.name,
        "digest": program.digest,
        "engine": sampling.engine_name,
        "options": dict(program.options),
        "seed": seed,
        **tally.figures(program, perf_counter() - start),
    }
    if sampling.device != "cpu":
        figures["device"] = sampling.device
    if set(names) != {UNIFORM}:
        figures["players"] = names
    if as_json:
        terminal.print_json(figures)
    else:
        _print(loaded, figures)
    return terminal.interrupted(tally.games, len(matches), "matches")


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
        for tally in terminal.with_progress(tallies, count, "playing", lambda one: one.games):
            whole = tally if whole is None else whole + tally
    except KeyboardInterrupt:
        if whole is None:
            raise
    assert whole is not None, "one match at least is asked for"
    return whole


def _print(loaded: Game, figures: dict[str, Any]) -> None:
    console = terminal.output_console()
    length, branching = figures["decisions_per_game"], figures["branching"]
    players = [("players", ", ".join(figures["players"]))] if "players" in figures else []
    rows = [
        ("matches", f"{figures['games']:,}, seed {figures['seed']}"),
        *terminal.cut_short(figures["capped"]),
        *players,
        ("options", terminal.options_text(figures["options"])),
        ("decisions a match", f"{length['mean']:.1f} (from {length['min']} to {length['max']})"),
        ("options a decision", f"{_figure(branching['mean'], '.2f')} (at most {branching['max']})"),
        ("forced decisions", _figure(figures["forced_share"], ".1%")),
        ("speed", f"{figures['decisions_per_second']:,.0f} decisions a second"),
    ]
    console.print(loaded.page.title, style="bold")
    console.print(terminal.facts(rows))
    console.print()
    if figures["moves"]:
        table = terminal.figure_table("move", "in matches", "times a match", left=0)
        for move in figures["moves"]:
            often = f"{move['times_per_match']:.2f}"
            table.add_row(move["name"].lower(), f"{move['match_share']:.1%}", often)
        console.print(table)
        console.print()
    console.print(_seat_table(figures["seats"]))


def _figure(value: float | None, layout: str) -> str:
    return "–" if value is None else format(value, layout)


def _seat_table(seats: Sequence[dict[str, Any]]) -> Table:
    """Where nobody is a rival there are no wins, and one row for all who have the same score."""
    names, wins = [str(seat["seat"]) for seat in seats], ["wins"]
    if seats[0]["win_share"] is None:
        wins = []
        names = ["all"] if len({seat["mean_score"] for seat in seats}) == 1 < len(seats) else names
    table = terminal.figure_table("player", "mean score", "± error", *wins, left=0)
    for name, seat in zip(names, seats, strict=False):
        shares = [f"{seat['win_share']:.1%}"] if wins else []
        error = _figure(seat["stderr"], ".2f")
        table.add_row(name, f"{seat['mean_score']:.2f}", error, *shares)
    return table


Numbers = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class MatchTally:
    """Matches added up in whole numbers, so that their order makes no difference."""

    games: int
    capped: int
    """Matches that were stopped."""
    decisions: int
    shortest: int
    longest: int
    options: int
    most_options: int
    forced: int
    """Decisions that left no choice."""
    scores: Numbers
    """By seat, summed up; and so their squares."""
    squares: Numbers
    firsts: Numbers
    """(seat, how many shared the first place less one): how often."""
    moves: Counter[str]
    """By name: how often such a move was made."""
    matches_with: Counter[str]
    """By name: in how many matches."""

    def __add__(self, other: MatchTally) -> MatchTally:
        joins = {"shortest": min, "longest": max, "most_options": max}
        names = [one.name for one in fields(self)]
        pairs = ((name, getattr(self, name), getattr(other, name)) for name in names)
        return MatchTally(**{name: joins.get(name, add)(mine, its) for name, mine, its in pairs})

    def figures(self, program: Program, seconds: float) -> dict[str, Any]:
        """Everything there is to say about them, in plain values."""
        decisions, games = self.decisions, self.games
        length = {"mean": decisions / games, "min": self.shortest, "max": self.longest}
        mean_options = self.options / decisions if decisions else None
        # A shared first place is shared among the winners.
        wins = [
            float(sum(often / shared for shared, often in enumerate(row, start=1)))
            for row in self.firsts
        ]
        moves = [
            {
                "name": name,
                "match_share": self.matches_with[name] / games,
                "times_per_match": self.moves[name] / games,
            }
            for name in program.moves
        ]
        seats = [
            {
                "seat": seat + 1,
                "mean_score": self.scores[seat] / games,
                "stderr": self.stderr(seat),
                "win_share": wins[seat] / games if program.has_rivals else None,
            }
            for seat in range(program.players)
        ]
        return {
            "games": games,
            "capped": self.capped,
            "decisions": decisions,
            "seconds": seconds,
            "decisions_per_second": decisions / seconds,
            "decisions_per_game": length,
            "branching": {"mean": mean_options, "max": self.most_options},
            "forced_share": self.forced / decisions if decisions else None,
            "moves": moves,
            "seats": seats,
        }

    def stderr(self, seat: int) -> float | None:
        """Of the mean score; None for a single match."""
        if self.games < 2:
            return None
        total, squares = self.scores[seat], self.squares[seat]
        # In integers up to here, so that nothing cancels.
        spread = (self.games * squares - total * total) / (self.games * (self.games - 1))
        return sqrt(spread / self.games)


def of_playout(playout: Playout) -> MatchTally:
    """A single match."""
    options = [options for _, options in playout.decisions]
    moves = {name: np.array([often]) for name, often in Counter(playout.moves).items()}
    each = [len(options), sum(options), max(options, default=0), options.count(1)]
    scores = np.array([playout.outcome.scores], np.int64)
    return tallied(playout.outcome.goal, scores, np.array([each]).T, int(playout.capped), moves)


def of_playouts(playouts: Playouts, goal: Goal) -> MatchTally:
    """Matches with a tally."""
    tally = playouts.tally
    assert tally is not None
    each = (playouts.decisions.astype(np.int64), tally.options, tally.most_options, tally.forced)
    scores = playouts.scores.astype(np.int64)
    return tallied(goal, scores, np.stack(each), int(playouts.capped.sum()), tally.moves)


def tallied(
    goal: Goal, scores: Numbers, each: Numbers, capped: int, moves: Mapping[str, Numbers]
) -> MatchTally:
    """`scores` are (match, seat); `each` are lengths, options in all and at most, and forced
    decisions by match; `moves` how often each was made, by match."""
    lengths, options, most_options, forced = each
    is_first = first_places(scores, goal)
    # As Python's numbers if need be, so that the sum of the squares is exact.
    largest = int(np.abs(scores).max(initial=0))
    exact = scores if largest**2 * len(scores) < 2**63 else scores.astype(object)
    shared, seats = is_first.sum(axis=1) - 1, range(scores.shape[1])
    firsts = [np.bincount(shared[is_first[:, seat]], minlength=len(seats)) for seat in seats]
    return MatchTally(
        games=len(scores),
        capped=capped,
        decisions=int(lengths.sum()),
        shortest=int(lengths.min()),
        longest=int(lengths.max()),
        options=int(options.sum()),
        most_options=int(most_options.max()),
        forced=int(forced.sum()),
        scores=_exact(scores.sum(axis=0)),
        squares=_exact((exact**2).sum(axis=0)),
        firsts=_exact(np.stack(firsts)),
        moves=Counter({name: int(often.sum()) for name, often in moves.items()}),
        matches_with=Counter({name: int((often > 0).sum()) for name, often in moves.items()}),
    )


def _exact(sums: Numbers) -> Numbers:
    """As Python's numbers, which know no bounds."""
    return np.array(sums.tolist(), object)
