"""What went wrong, said to the person at the keyboard, and the exit code that goes with it."""

from __future__ import annotations

import os
import shlex
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli.terminal import colour
from kibitz.recycle import KibitzError, RecycleError, render

if TYPE_CHECKING:
    from kibitz.engine import Interpreter, MatchError, View
    from kibitz.engine.native import NativeEngine
    from kibitz.players import BrokenMatch
    from kibitz.words import Vocabulary

WRONG_INPUT = 1
OUR_BUG = 70
UNIFORM = "uniform"


class Refusal(KibitzError):
    """The input cannot be used; the text says why, in the user's words."""


class MatchFailed(KibitzError):
    """A rule failed in play: the fault, where, the table there, and how to see it again."""

    def __init__(
        self, fault: MatchError, where: str, table: Sequence[str] = (), again: Sequence[str] = ()
    ) -> None:
        """`again`: the words of the command."""
        super().__init__(where)
        self.fault, self.where, self.table, self.again = fault, where, table, again


def refuse_missing_folder(*paths: Path | None) -> None:
    """Raises Refusal if a file could not be written, before anything is done for it."""
    for path in paths:
        if path is not None and not path.parent.is_dir():
            raise Refusal(f"{path} cannot be written: there is no such folder")


def explain(error: Exception) -> int:
    """Say on stderr what is wrong; the exit code."""
    from kibitz import kept_files
    from kibitz.engine import MatchError

    has_colour, is_debugging = colour(sys.stderr), os.environ.get("KIBITZ_DEBUG") == "1"
    match error:
        case RecycleError():
            text = render(error.source, error.diagnostics, colour=has_colour)
        case MatchError():
            text = render(error.source, (error.diagnostic,), colour=has_colour)
        case MatchFailed(fault=fault):
            text = render(fault.source, (fault.diagnostic,), colour=has_colour) + _deal(error)
        case KibitzError():
            text = f"kibitz: {error}\n"
            if isinstance(error.__cause__, Exception) and is_debugging:
                traceback.print_exception(error.__cause__)
        case OSError():
            place = f"{error.filename}: " if isinstance(error.filename, str) else ""
            text = f"kibitz: {place}{kept_files.reason(error)}\n"
        case _:
            _confess(error)
            if is_debugging:
                traceback.print_exception(error)
            return OUR_BUG
    click.echo(text, err=True, nl=False)
    return WRONG_INPUT


def _deal(error: MatchFailed) -> str:
    lines = [error.where, *(f"  {line}" for line in error.table)]
    if error.again:
        lines.append(f"to see every statement on the way: {shlex.join(error.again)}")
    return "".join(f"{line}\n" for line in lines)


def _confess(error: Exception) -> None:
    command = shlex.join(["kibitz", *sys.argv[1:]])
    click.echo(
        f"kibitz: this is a bug in kibitz, not your fault ({type(error).__name__}). Please report "
        f"it with the command `{command}` and the seed or the record of the match, if there is "
        "one; KIBITZ_DEBUG=1 shows where it happened",
        err=True,
    )


# ---------------------------------------------------------------------------- broken matches


@contextmanager
def record_told(path: Path, again: Sequence[str] = ()) -> Iterator[None]:
    """Whatever is wrong with the record, or breaks in its match, is reported with its file."""
    from kibitz.engine import BadRecord, MatchError

    try:
        yield
    except MatchError as fault:
        raise MatchFailed(fault, f"in the match of {path}", again=again) from None
    except BadRecord as fault:
        raise BadRecord(f"{path}: {fault}") from None


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
    from kibitz.players import rotations
    from kibitz.words import plain_table

    chances, number = broken.chances, broken.chances.deal + 1
    where = f"in match {number} of seed {chances.seed}"
    again = ["kibitz", "trace", *said, "--seed", str(chances.seed), "--match", str(number)]
    if line_up:
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
    from kibitz.engine import MatchError

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
