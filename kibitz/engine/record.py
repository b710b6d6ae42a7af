"""A match is its record: game, options, seed, choices. Replaying it gives the match back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from kibitz.engine.interpreter import Interpreter
from kibitz.engine.outcome import Outcome
from kibitz.engine.playing import Playing
from kibitz.engine.protocol import Decision, Step
from kibitz.engine.rng import Rng
from kibitz.recycle import KibitzError


class BadRecord(KibitzError):
    """A record that cannot be read, or that does not belong to the game at hand."""


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """What was played: a game of the library by its name, or the texts of any other."""

    name: str
    program: str | None = None
    """None for a game of the library."""
    page: str | None = None


@dataclass(frozen=True, slots=True)
class RecordedChoice:
    """What a seat chose: the index among its options, and the option's key as a check."""

    seat: int
    option: int
    key: str


@dataclass(frozen=True, slots=True)
class Record:
    """Everything needed to play the same match again. `record_text.py` writes and reads it."""

    game: RecordedGame
    digest: str
    options: Mapping[str, int | str]
    seed: int
    players: tuple[str, ...]
    choices: tuple[RecordedChoice, ...] = ()
    scores: tuple[int, ...] | None = None
    """None for a match that was not finished."""
    fingerprint: str | None = None
    """Of the state the record ends in; None for a match that was broken off."""
    deal: tuple[str, ...] = ()
    """What the seed was made of, where nobody could choose it: a secret, and the players' words."""


def replay(engine: Interpreter, record: Record) -> Iterator[Step]:
    """Every step of the match, the deal first. Raises BadRecord, as `follow` does."""
    return follow(Playing(engine, Rng(record.seed)), record)


def follow(match: Playing, record: Record) -> Iterator[Step]:
    """The steps of a match just dealt, as it is played as recorded.

    Raises BadRecord where the record and the game part ways: another game, another choice, or
    an end that is not the one recorded.
    """
    program = match.engine.program
    if record.digest != program.digest:
        raise BadRecord(f"the record is of another version of {record.game.name}")
    if dict(record.options) != dict(program.options):
        raise BadRecord(f"the record is of {record.game.name} with other options")
    steps = match.steps(lambda step: _chosen(len(match.decisions), record, step))
    yield from islice(steps, len(record.choices) + 1)
    if len(match.decisions) < len(record.choices):
        raise BadRecord(f"choice {len(match.decisions) + 1} comes after the end of the match")
    if record.fingerprint is not None:
        _check_end(record, match.step)


def _check_end(record: Record, step: Step) -> None:
    if step.state.fingerprint() != record.fingerprint:
        raise BadRecord("the match ends in another state than the record says")
    reached = step.status.scores if isinstance(step.status, Outcome) else None
    if record.scores != reached:
        raise BadRecord("the match ends with other scores than the record says")


def _chosen(number: int, record: Record, step: Step) -> int:
    """The option that was taken there, if the decision is the one it was."""
    choice, decision = record.choices[number], step.status
    fits = (
        isinstance(decision, Decision)
        and decision.seat == choice.seat
        and 0 <= choice.option < len(decision.options)
        and decision.options[choice.option].key == choice.key
    )
    if not fits:
        raise BadRecord(
            f"choice {number + 1}, {choice.key[:80]!r}, is not what player {choice.seat + 1} had"
        )
    return choice.option
