"""`kibitz advise`: a moment of a record, a position, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import TINY, kibitz, written

from kibitz import load
from kibitz.engine import Rng
from kibitz.engine.records import record_text

POSITION = """
player = 1
[players.1]
hand = "2"
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match, chance = load(written(tmp_path, TINY)).match(3), Rng(3)
    while not match.is_over:
        match.play(chance.below(len(match.options)))
    return written(tmp_path, record_text(match.record(["uniform", "uniform"])), "record.json")


@pytest.mark.slow
def test_a_moment_of_a_record_is_shown_with_what_its_seat_knew(record: Path) -> None:
    told = kibitz("advise", str(record), "--move", "2").output
    assert "player 2 decides" in told
    assert "worked out: whoever plays so cannot be beaten" in told
    first = json.loads(kibitz("advise", str(record), "--move", "1", "--json").output)
    second = json.loads(
        kibitz("advise", str(record), "--move", "1", "--seat", "2", "--json").output
    )
    assert (first["seat"], second["seat"]) == (0, 1)
    assert all(sum(option["wins"]) == pytest.approx(1) for option in first["options"])


@pytest.mark.slow
def test_a_position_is_read_from_a_file(tmp_path: Path) -> None:
    game, file = written(tmp_path, TINY), written(tmp_path, POSITION, "position.toml")
    told = kibitz("advise", str(game), "--position", str(file))
    assert told.exit_code == 0
    assert "of the time; this time" in told.output
    asked = ("advise", str(game), "--position", str(file), "--simulations", "200", "--json")
    found = json.loads(kibitz(*asked, "--objective", "win").output)
    assert found["objective"] == "win"
    assert set(found["unseen"]) == {"A", "3", "4", "5", "6"}
    assert kibitz(*asked).output == kibitz(*asked).output != kibitz(*asked, "--seed", "2").output


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        (("RECORD",), 1, "the match is over; --move 1 to --move 2 says before which move"),
        (("RECORD", "--move", "9"), 1, "the record has 2 moves, so there is no move 9"),
        (("RECORD", "--seat", "9"), 2, "the match has seats 1 to 2, not 9"),
        (("RECORD", "--move", "2", "--seat", "1"), 1, "player 1 decides there no more"),
        (("RECORD", "-o", "PLAYERS=3"), 2, "a record has its options"),
        (("golf-six",), 2, "say with --position FILE which position of golf-six it is"),
        (("golf-six", "--position", "nowhere"), 1, "nowhere: no such file"),
        (("golf-six", "--position", "RECORD"), 1, "record.json: this is not TOML"),
        (("golf-six", "--position", "x", "--move", "1"), 2, "a position has one moment"),
    ],
)
def test_what_cannot_be_answered_is_refused(
    record: Path, arguments: tuple[str, ...], code: int, reason: str
) -> None:
    said = [str(record) if argument == "RECORD" else argument for argument in arguments]
    result = kibitz("advise", *said)
    assert result.exit_code == code
    assert reason in result.output


@pytest.mark.slow
def test_what_a_position_leaves_open_is_told_and_not_made_up(tmp_path: Path) -> None:
    """No hole is named and no total: it is the first hole, and that is said."""
    file = tmp_path / "turn.toml"
    cells = 'cells = "9 4 K  ? 4 7"'
    table = '[table]\n"discard pile" = "6"\n'
    text = f'player = 1\nchoosing = "draw"\n[options]\nPLAYERS = 2\nHOLES = 9\n{table}'
    players = f"[players.1]\n{cells}\n[players.2]\n{cells}\n"
    file.write_text(text + players, encoding="utf-8")
    asking = "advise", "golf", "--position", str(file), "--simulations", "50"
    said = kibitz(*asking).output
    assert "assuming hole 1 (HOLE under [table] says which), nothing scored before" in said
    file.write_text(text + "HOLE = 4\n" + players, encoding="utf-8")
    said = kibitz(*asking).output
    assert "assuming nothing scored before" in said
    totals = "TOTAL = 30\n"
    file.write_text(
        text + "HOLE = 4\n" + players.replace(cells, f"{cells}\n{totals}"), encoding="utf-8"
    )
    assert "scored before" not in kibitz(*asking).output
