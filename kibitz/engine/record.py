"""A match is its record: game, options, seed, choices. Replaying it gives the match back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from kibitz.engine.interpreter import Interpreter
from kibitz.engine.outcome import Outcome
from kibitz.engine.playing import Playing
from kibitz.engine.protocol import Decision, Step
from kibitz.engine.rng import Rng
from kibitz.recycle.errors import KibitzError

FORMAT = "kibitz record 1"


class BadRecord(KibitzError):
    """A record that cannot be read, or that does not belong to the game at hand."""


@dataclass(frozen=True, slots=True)
class RecordedChoice:
    """What a seat chose: the index among its options, and the option's key as a check."""

    seat: int
    option: int
    key: str


@dataclass(frozen=True, slots=True)
class Record:
    """Everything needed to play the same match again."""

    game: str
    digest: str
    options: Mapping[str, int | str]
    seed: int
    players: tuple[str, ...]
    choices: tuple[RecordedChoice, ...]
    scores: tuple[int, ...] | None
    """None for a match that was not finished."""
    fingerprint: str
    """Of the state the record ends in."""

    def to_json(self) -> str:
        return json.dumps({"format": FORMAT, **asdict(self)}, indent=1, ensure_ascii=False)

    @staticmethod
    def from_json(text: str) -> Record:
        """Raises BadRecord, saying what is missing or wrong."""
        data = _object(text)
        try:
            return Record(
                game=_checked(data, "game", str),
                digest=_checked(data, "digest", str),
                options=_checked(data, "options", dict),
                seed=_checked(data, "seed", int),
                players=tuple(map(str, _checked(data, "players", list))),
                choices=tuple(map(_choice, _checked(data, "choices", list))),
                scores=_scores(data["scores"]),
                fingerprint=_checked(data, "fingerprint", str),
            )
        except KeyError as missing:
            raise BadRecord(f"the record has no {missing}") from None


def _object(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRecord("this is not a kibitz record: it is not JSON") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadRecord(f'this is not a kibitz record: it does not say "format": "{FORMAT}"')
    return data


def _checked(data: dict[str, Any], name: str, kind: type[Any]) -> Any:
    value = data[name]
    if isinstance(value, kind) and not isinstance(value, bool):
        return value
    raise BadRecord(f"the record's {name} is not what it should be")


def _scores(data: Any) -> tuple[int, ...] | None:
    if data is None:
        return None
    if isinstance(data, list) and all(type(score) is int for score in data):
        return tuple(data)
    raise BadRecord("the record's scores are not a list of numbers")


def _choice(data: Any) -> RecordedChoice:
    match data:
        case {"seat": int(seat), "option": int(option), "key": str(key)}:
            return RecordedChoice(seat, option, key)
        case _:
            raise BadRecord("a choice of the record is not a seat, an option and a key")


def replay(engine: Interpreter, record: Record) -> Iterator[Step]:
    """Every step of the match, the deal first.

    Raises BadRecord where the record and the game part ways: another game, another choice, or
    an end that is not the one recorded.
    """
    program = engine.program
    if record.digest != program.digest:
        raise BadRecord(f"the record is of another version of {record.game}")
    if dict(record.options) != dict(program.options):
        raise BadRecord(f"the record is of {record.game} with other options")
    match = Playing(engine, Rng(record.seed), most_decisions=len(record.choices))
    yield from match.steps(lambda step: _chosen(len(match.decisions), record, step))
    if len(match.decisions) < len(record.choices):
        raise BadRecord(f"choice {len(match.decisions) + 1} comes after the end of the match")
    if match.step.state.fingerprint() != record.fingerprint:
        raise BadRecord("the match ends in another state than the record says")
    _check_scores(record.scores, match.step.status)


def _check_scores(scores: tuple[int, ...] | None, end: Decision | Outcome) -> None:
    reached = end.scores if isinstance(end, Outcome) else None
    if scores != reached:
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
            f"choice {number + 1}, {choice.key!r}, is not what player {choice.seat + 1} had"
        )
    return choice.option
