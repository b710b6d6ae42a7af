"""From a match in which a rule failed to a report that carries its deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING

from kibitz.cli.faults import MatchFailed
from kibitz.engine import Interpreter, MatchError, View
from kibitz.words import Vocabulary, plain_table

if TYPE_CHECKING:
    from kibitz.engine.native import NativeEngine
    from kibitz.players import BrokenMatch

UNIFORM = "uniform"


def as_said(game: str, preset: str | None, settings: Mapping[str, int | str]) -> list[str]:
    """The game and its house rules as they are typed."""
    chosen = [word for name, value in settings.items() for word in ("--option", f"{name}={value}")]
    return [game, *(["--preset", preset] if preset else []), *chosen]


@contextmanager
def deals_told(
    words: Vocabulary, said: Sequence[str], line_up: Sequence[str] = ()
) -> Iterator[None]:
    """Whatever match breaks meanwhile is reported with its deal.

    `words` are those of the game, `said` is how it was typed; `line_up` who competes, where deals
    are played in rotations.
    """
    from kibitz.players import BrokenMatch

    try:
        yield
    except BrokenMatch as broken:
        raise _failed(words, said, broken, line_up) from None


def _failed(
    words: Vocabulary, said: Sequence[str], broken: BrokenMatch, line_up: Sequence[str]
) -> MatchFailed:
    chances, number = broken.chances, broken.chances.deal + 1
    where = f"in match {number} of seed {chances.seed}"
    again = ["kibitz", "trace", *said, "--seed", str(chances.seed), "--match", str(number)]
    if line_up:
        from kibitz.players import rotations

        if words.program.has_rivals:  # of a ladder, the two of this duel
            line_up = [name for name in line_up if name in broken.names]
        rotation = chances.minds % len(rotations(line_up, words.program)) + 1
        where += f", rotation {rotation}"
        again += ["--players", ",".join(line_up), "--rotation", str(rotation)]
    elif set(broken.names) != {UNIFORM}:
        again += ["--players", ",".join(broken.names)]
    again += ["--from", str(broken.decisions + 1)] if broken.decisions else []
    where += told_place(broken, broken.decisions, broken.views)
    table = plain_table(words, broken.views) if broken.views else ()
    return MatchFailed(broken, where, table, again)


def broken_match(engine: Interpreter, seed: int, number: int, limit: int) -> BrokenMatch:
    """The match of that number, at random, which is known to break; it is watched this time."""
    from kibitz.players import BrokenMatch, Chances, play_through

    names = [UNIFORM] * engine.program.players
    try:
        play_through(engine, names, Chances(seed, number, number), limit)
    except BrokenMatch as broken:
        return broken
    raise AssertionError("a match that breaks unwatched breaks when it is watched, too")


def first_broken_match(engine: NativeEngine, seed: int, first: int, limit: int) -> BrokenMatch:
    """The first from that number on that breaks, where one is known to."""
    for number in count(first):
        try:
            engine.playouts(seed, 1, first=number, most_decisions=limit, threads=1)
        except MatchError:
            break
    return broken_match(engine.interpreter, seed, number, limit)


def told_place(fault: MatchError, decisions: int, views: Sequence[View]) -> str:
    """`, at decision 12: player 1 chose option 3`; without an option, a search may have failed."""
    if not views:
        return ", in the deal"
    player = f"player {views[0].current + 1}"
    if fault.option is None:
        return f", at decision {decisions + 1}, before {player} had chosen"
    return f", at decision {decisions + 1}: {player} chose option {fault.option + 1}"
