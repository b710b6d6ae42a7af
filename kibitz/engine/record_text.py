"""Records as text: checked lines of JSON, a header first, then a line for each choice.

docs/records.md describes the format. What was written before it, one JSON object, is still read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from kibitz.engine import limits
from kibitz.engine.checksummed_jsonl import BadLine, checked_line, read_checked
from kibitz.engine.record import BadRecord, Record, RecordedChoice, RecordedGame

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
