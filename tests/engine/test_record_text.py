"""Records as text: they grow line by line, and nothing in them is believed unchecked."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

import pytest
from test_record import HALF, WHOLE

from kibitz.engine import limits
from kibitz.engine.journal import checked_line, read_checked
from kibitz.engine.records import (
    OLD_FORMAT,
    UNDO,
    BadRecord,
    Record,
    RecordedGame,
    read_record,
    record_text,
)

Entries = list[dict[str, Any]]

TEXT = record_text(WHOLE).encode()
LINES = TEXT.splitlines(keepends=True)


def entries() -> Entries:
    return [dict(entry) for entry in read_checked(TEXT).entries]


def lines_of(found: Entries) -> bytes:
    """The entries as lines whose checks are right."""
    lines, check = [], ""
    for entry in found:
        line, check = checked_line(entry, check)
        lines.append(line)
    return "".join(lines).encode()


def forged(change: Callable[[Entries], object]) -> bytes:
    """A record that was changed by somebody who knows how its checks are made."""
    found = entries()
    change(found)
    return lines_of(found)


def reason(data: bytes | str) -> str:
    with pytest.raises(BadRecord) as raised:
        read_record(data.encode() if isinstance(data, str) else data)
    return str(raised.value)


OWN = replace(HALF, game=RecordedGame("mine", "(game …)", "# Mine\n\u00a0♥"))


@pytest.mark.parametrize("record", [WHOLE, HALF, OWN], ids=["finished", "unfinished", "own game"])
def test_a_record_is_the_same_after_a_trip_through_its_text(record: Record) -> None:
    assert read_record(record_text(record).encode()) == record


def test_every_line_is_json_and_the_last_says_how_it_ended() -> None:
    first, *_, last = map(json.loads, LINES)
    assert (first["format"], first["game"]) == ("kibitz record 2", "golf-six")
    assert tuple(last["scores"]) == WHOLE.scores


def test_a_record_of_the_library_names_its_game_and_holds_no_program() -> None:
    assert "program" not in entries()[0]


def test_a_record_that_broke_off_holds_every_whole_line() -> None:
    for count in range(1, len(LINES)):
        whole = b"".join(LINES[:count])
        for torn in (b"", LINES[count][:1], LINES[count][:-1]):
            found = read_record(whole + torn)
            assert found.choices == WHOLE.choices[: count - 1]
            assert (found.scores, found.fingerprint) == (None, None)


def test_a_record_that_broke_off_in_its_first_line_is_refused() -> None:
    assert "first line" in reason(LINES[0][:-1])


def test_a_choice_that_was_taken_back_is_gone() -> None:
    found = read_record(lines_of([*entries()[:4], UNDO, UNDO, *entries()[3:4]]))
    assert found.choices == (WHOLE.choices[0], WHOLE.choices[2])


def test_a_match_that_was_left_can_be_gone_on_with() -> None:
    stand = {"scores": None, "fingerprint": "x"}
    found = read_record(lines_of([*entries()[:4], stand, *entries()[4:6]]))
    assert found.choices == WHOLE.choices[:5]
    assert found.fingerprint is None


@pytest.mark.parametrize("number", [1, 2, 20, len(LINES)])
def test_an_altered_line_is_named(number: int) -> None:
    lines = list(LINES)
    lines[number - 1] = lines[number - 1].replace(b"1", b"2", 1)
    assert reason(b"".join(lines)) == f"line {number} is damaged or was altered"


def test_a_line_that_was_taken_out_is_missed() -> None:
    assert reason(b"".join(LINES[:5] + LINES[6:])) == "line 6 is damaged or was altered"


# ---------------------------------------------------------------------------- forged records


@pytest.mark.parametrize("name", ["game", "digest", "options", "seed", "players"])
def test_a_header_without_something_says_what_is_missing(name: str) -> None:
    assert reason(forged(lambda found: found[0].pop(name))) == f"the record has no '{name}'"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("game", 3),
        ("game", "golf\x1b[2Jsix"),
        ("game", "x" * 10_000),
        ("seed", "five"),
        ("seed", True),
        ("seed", 1.5),
        ("options", []),
        ("options", {"PLAYERS": [4]}),
        ("options", {"PLAYERS": True}),
        ("options", {"PLAYERS": None}),
        ("options", {"a\nb": 4}),
        ("players", "ann"),
        ("players", [1]),
        ("players", ["\x1b]0;title\x07"]),
        ("digest", None),
        ("program", 7),
        ("page", ["x"]),
    ],
)
def test_a_header_with_something_else_in_it_is_refused(name: str, value: object) -> None:
    text = forged(lambda found: found[0].update({name: value}))
    assert reason(text) == f"the record's {name} is not what it should be"


@pytest.mark.parametrize("seed", [1 << 64, -(1 << 63) - 1, 10**4000])
def test_a_seed_has_64_bits(seed: int) -> None:
    text = forged(lambda found: found[0].update(seed=seed))
    assert reason(text) == "the record's seed has more than 64 bits"


@pytest.mark.parametrize("seed", [(1 << 64) - 1, -(1 << 63), 0])
def test_a_seed_of_64_bits_is_read(seed: int) -> None:
    assert read_record(forged(lambda found: found[0].update(seed=seed))).seed == seed


@pytest.mark.parametrize(
    ("name", "most"), [("program", limits.TEXT_BYTES), ("page", limits.PAGE_BYTES)]
)
def test_the_texts_of_a_game_have_their_limits(name: str, most: int) -> None:
    fitting = forged(lambda found: found[0].update({name: "x" * most}))
    assert len(getattr(read_record(fitting).game, name)) == most
    larger = forged(lambda found: found[0].update({name: "x" * (most + 1)}))
    assert reason(larger) == f"the record's {name} has more than {most} bytes"


def test_a_record_has_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RECORD_BYTES", len(TEXT) - 1)
    assert reason(TEXT) == "this file is too large for a record"


@pytest.mark.parametrize("scores", ["many", [1, "2"], [1.5], [None], [True], {"a": 1}])
def test_scores_are_numbers(scores: object) -> None:
    text = forged(lambda found: found[-1].update(scores=scores))
    assert reason(text) == "the record's scores are not a list of numbers"


@pytest.mark.parametrize(
    "choice",
    [
        {"a": 1},
        {"seat": 0, "option": "1", "key": "1"},
        {"seat": True, "option": 1, "key": "1"},
        {"seat": 0, "option": -1, "key": "1"},
        {"seat": 0, "option": 10**30, "key": "1"},
        {"seat": 99, "option": 1, "key": "1"},
        {"seat": 0, "option": 1, "key": None},
    ],
)
def test_a_choice_is_a_seat_an_option_and_a_key(choice: dict[str, Any]) -> None:
    text = forged(lambda found: found.insert(3, choice))
    assert reason(text) == "a choice of the record is not a seat, an option and a key"


def test_nothing_follows_the_end() -> None:
    text = forged(lambda found: found.append(found[1]))
    assert reason(text) == f"line {len(LINES) + 1} comes after the end of the match"


def test_what_was_not_chosen_cannot_be_taken_back() -> None:
    assert "is not a seat" in reason(forged(lambda found: found.insert(1, dict(UNDO))))


# ---------------------------------------------------------------------------- other texts


@pytest.mark.parametrize("text", ["", "golf", "[1, 2", "[" * 100_000, '{"seed": 1', "9" * 5000])
def test_what_is_not_json_is_not_a_record(text: str) -> None:
    assert reason(text) == "this is not a kibitz record: it is not JSON"


@pytest.mark.parametrize("text", ["[]", "7", "{}", '{"format": "pgn"}', '{"format": [1]}'])
def test_json_of_something_else_is_not_a_record(text: str) -> None:
    assert reason(text).startswith("this is not a kibitz record: it does not say")


def old() -> dict[str, Any]:
    """A record of the time before records grew line by line."""
    fields = asdict(WHOLE)
    return {"format": OLD_FORMAT, **fields, "game": WHOLE.game.name}


def test_an_old_record_is_still_read() -> None:
    assert read_record(json.dumps(old(), indent=1, ensure_ascii=False).encode()) == WHOLE


@pytest.mark.parametrize("name", ["game", "choices", "scores", "fingerprint"])
def test_an_old_record_without_something_says_what_is_missing(name: str) -> None:
    data = old()
    del data[name]
    assert reason(json.dumps(data)) == f"the record has no '{name}'"


@pytest.mark.parametrize("name", ["game", "program", "page"])
def test_half_a_letter_is_no_text(name: str) -> None:
    assert reason(json.dumps({**old(), name: "\ud800"})).startswith(f"the record's {name} is not")


# ---------------------------------------------------------------------------- chance


NONSENSE: list[object] = [
    None, True, -1, 3, 10**40, 1e308, "", "x", "\x1b[2J", [], [[]], {}, {"a": 1}, [None], "+++\n"
]  # fmt: skip


@pytest.mark.slow
def test_whatever_stands_in_a_field_is_read_or_refused() -> None:
    chance = random.Random(8)
    refused = 0
    for _ in range(3000):
        found = entries()[: chance.randrange(1, 6)] + entries()[-1:]
        entry = chance.choice(found)
        entry[chance.choice([*entry, "program", "page", "more"])] = chance.choice(NONSENSE)
        try:
            read_record(lines_of(found))
        except BadRecord:
            refused += 1
    assert refused > 1000


def test_whatever_byte_is_altered_the_record_is_refused_or_its_last_line_is_missed() -> None:
    chance = random.Random(9)
    for _ in range(1500):
        altered = bytearray(TEXT)
        altered[chance.randrange(len(TEXT))] = chance.randrange(256)
        if altered == TEXT:
            continue
        try:
            assert read_record(bytes(altered)) == replace(WHOLE, scores=None, fingerprint=None)
        except BadRecord:
            continue
