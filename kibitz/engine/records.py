"""A match is its record: game, options, seed, choices. Replaying it gives the match back.

As text it is checked lines of JSON, a header first, then a line for each choice: docs/records.md
describes the format. What was written before it, one JSON object, is still read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

from kibitz.engine import inline_html, limits
from kibitz.engine.interpreter import Interpreter
from kibitz.engine.journal import BadLine, checked_line, read_checked
from kibitz.engine.playing import Playing
from kibitz.engine.protocol import Decision, Outcome, Step
from kibitz.engine.rng import Rng
from kibitz.recycle import KibitzError


class BadRecord(KibitzError):
    """A record that cannot be read, or that does not belong to the game at hand."""


_SHOWN = 10
"""Choices at either end of a record that notebooks show."""


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
    """Everything needed to play the same match again."""

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

    def _repr_html_(self) -> str:
        """The choices, for notebooks."""
        scores = ", ".join(map(str, self.scores or ()))
        ended = "not finished" if self.scores is None else f"scores {scores}"
        rows = [(number, one.seat, one.key) for number, one in enumerate(self.choices, start=1)]
        title = f"{self.game.name}, seed {self.seed}: {len(rows)} choices, {ended}"
        left_out = [("…", "", "")] if len(rows) > 2 * _SHOWN else []
        shown = [*rows[:_SHOWN], *left_out, *rows[-_SHOWN:]] if left_out else rows
        return inline_html.listing(title, ("choice", "seat", "option"), shown)


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


FORMAT = "kibitz record 2"
OLD_FORMAT = "kibitz record 1"
UNDO = {"undo": 1}
"""The choice before is taken back."""

_BEGINNING = f'{{"format":"{FORMAT}",'.encode()

Entry = Mapping[str, Any]


# ---------------------------------------------------------------------------- writing


def record_text(record: Record) -> str:
    """The record as a file holds it."""
    entries = [header_entry(record), *map(choice_entry, record.choices)]
    if record.fingerprint is not None:
        entries.append(standing_entry(record.scores, record.fingerprint))
    lines, check = [], ""
    for entry in entries:
        line, check = checked_line(entry, check)
        lines.append(line)
    return "".join(lines)


def header_entry(record: Record) -> Entry:
    """Everything that is known before the first choice."""
    texts = {"program": record.game.program, "page": record.game.page}
    return {
        "format": FORMAT,
        "game": record.game.name,
        **{name: text for name, text in texts.items() if text is not None},
        "digest": record.digest,
        "options": dict(record.options),
        "seed": record.seed,
        "players": record.players,
        **({"deal": record.deal} if record.deal else {}),
    }


def choice_entry(choice: RecordedChoice) -> Entry:
    return asdict(choice)


def standing_entry(scores: Sequence[int] | None, fingerprint: str) -> Entry:
    """Where the match stands; with scores, it is over."""
    return {"scores": scores, "fingerprint": fingerprint}


# ---------------------------------------------------------------------------- reading


def read_record(data: bytes) -> Record:
    """The record that a file holds, without a last line that was cut off.

    Raises BadRecord, saying what is missing or wrong.
    """
    if len(data) > limits.RECORD_BYTES:
        raise BadRecord("this file is too large for a record")
    if not data.startswith(_BEGINNING):
        return _old_record(data)
    try:
        return record_of(read_checked(data).entries)
    except BadLine as fault:
        raise BadRecord(str(fault)) from None


def record_of(entries: Sequence[Entry]) -> Record:
    """The record in the lines of a file. Raises BadRecord."""
    if not entries or entries[0].get("format") != FORMAT:
        raise BadRecord("the first line of the record is missing")
    choices: list[RecordedChoice] = []
    scores: tuple[int, ...] | None = None
    fingerprint: str | None = None
    for number, entry in enumerate(entries[1:], start=2):
        if scores is not None:
            raise BadRecord(f"line {number} comes after the end of the match")
        fingerprint = None
        if entry == UNDO and choices:
            choices.pop()
        elif "fingerprint" in entry:
            scores, fingerprint = _scores(entry), _field(entry, "fingerprint", str)
        else:
            choices.append(_choice(entry))
    return _record(entries[0], choices, scores, fingerprint)


def _old_record(data: bytes) -> Record:
    """Of one JSON object, as records were before they grew line by line."""
    try:
        entry = json.loads(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadRecord("this is not a kibitz record: it is not text") from None
    except (ValueError, RecursionError):
        raise BadRecord("this is not a kibitz record: it is not JSON") from None
    if not isinstance(entry, dict) or entry.get("format") != OLD_FORMAT:
        raise BadRecord(f'this is not a kibitz record: it does not say "format": "{FORMAT}"')
    choices = [_choice(choice) for choice in _field(entry, "choices", list)]
    return _record(entry, choices, _scores(entry), _field(entry, "fingerprint", str))


def _record(
    header: Entry,
    choices: Sequence[RecordedChoice],
    scores: tuple[int, ...] | None,
    fingerprint: str | None,
) -> Record:
    game = RecordedGame(
        _name(_field(header, "game", str), "game"),
        _text(header, "program", limits.TEXT_BYTES),
        _text(header, "page", limits.PAGE_BYTES),
    )
    seed = _field(header, "seed", int)
    if not limits.LOWEST_SEED <= seed <= limits.HIGHEST_SEED:
        raise BadRecord("the record's seed has more than 64 bits")
    return Record(
        game=game,
        digest=_field(header, "digest", str),
        options=dict(map(_option, _field(header, "options", dict).items())),
        seed=seed,
        players=tuple(_name(name, "players") for name in _field(header, "players", list)),
        choices=tuple(choices),
        scores=scores,
        fingerprint=fingerprint,
        deal=tuple(_name(part, "deal") for part in _field({"deal": [], **header}, "deal", list)),
    )


def _field(entry: Entry, name: str, kind: type[Any]) -> Any:
    if name not in entry:
        raise BadRecord(f"the record has no '{name}'")
    if type(entry[name]) is kind:
        return entry[name]
    raise BadRecord(f"the record's {name} is not what it should be")


def _name(name: object, field: str) -> str:
    """A name that can be printed anywhere."""
    if isinstance(name, str) and name.isprintable() and len(name) <= limits.NAME_LENGTH:
        return name
    raise BadRecord(f"the record's {field} is not what it should be")


def _text(header: Entry, name: str, most_bytes: int) -> str | None:
    if name not in header:
        return None
    text: str = _field(header, name, str)
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise BadRecord(f"the record's {name} is not text") from None
    if size > most_bytes:
        raise BadRecord(f"the record's {name} has more than {most_bytes} bytes")
    return text


def _option(setting: tuple[str, object]) -> tuple[str, int | str]:
    name, value = setting
    known = value if type(value) is int else _name(value, "options")
    return _name(name, "options"), known


def _scores(entry: Entry) -> tuple[int, ...] | None:
    if "scores" not in entry:
        raise BadRecord("the record has no 'scores'")
    match entry["scores"]:
        case None:
            return None
        case list(scores) if all(type(score) is int for score in scores):
            return tuple(scores)
        case _:
            raise BadRecord("the record's scores are not a list of numbers")


def _choice(entry: object) -> RecordedChoice:
    match entry:
        case {"seat": int(seat), "option": int(option), "key": str(key)} if (
            type(seat) is type(option) is int
            and 0 <= seat < limits.PLAYERS
            and 0 <= option < limits.OPTIONS
        ):
            return RecordedChoice(seat, option, key)
        case _:
            raise BadRecord("a choice of the record is not a seat, an option and a key")
