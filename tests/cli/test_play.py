"""`kibitz play` and `kibitz replay`, typed line by line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from commands import ANYTHING, FAILING, TINY, kibitz, written

from kibitz.cli.recordfile import read, records_folder

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", ["golf-six", "president"])
def test_a_match_is_played_to_its_end_and_kept(game: str, tmp_path: Path) -> None:
    record = tmp_path / "match.json"
    result = kibitz("play", game, "--seed", "3", "--record", record, typed=ANYTHING)
    assert result.exit_code == 0
    assert "the match is over; the record is in" in result.output
    assert max(map(len, result.output.splitlines())) <= max(80, len(str(record)) + 60)
    kept = read(record)
    assert kept.players[:2] == ("human", "club")
    told = kibitz("replay", record)
    assert told.exit_code == 0
    assert all(str(score) in told.output for score in kept.scores or ["none"])


def test_the_same_seed_is_the_same_match() -> None:
    first = kibitz("play", "golf-six", "--seed", "3", typed="2\nq\n")
    again = kibitz("play", "golf-six", "--seed", "3", typed="2\nq\n")
    assert first.output.split("the match was")[0] == again.output.split("the match was")[0]


def test_a_grid_is_drawn_as_a_grid_and_the_options_are_numbered() -> None:
    screen = kibitz("play", "golf-six", "--seed", "3", typed="2\n").output
    assert "╭1───╮ ╭2───╮ ╭3───╮\n│ ▒▒ │ │ ▒▒ │ │ ▒▒ │" in screen
    assert "1 turn over cell 1   3 turn over cell 3   5 turn over cell 5" in screen
    assert "you turned over cell 2: " in screen
    assert "\x1b" not in screen


def test_leaving_keeps_the_match_so_far(own_data_folder: Path) -> None:
    result = kibitz("play", "golf-six", "--seed", "3", typed="2\nq\n")
    assert result.exit_code == 0
    assert "the match was left unfinished" in result.output
    (record,) = own_data_folder.iterdir()
    assert len(read(record).choices) == 1
    assert "player 1 was to choose" in kibitz("replay", record).output


def test_the_end_of_the_input_is_a_polite_goodbye(own_data_folder: Path) -> None:
    result = kibitz("play", "golf-six", typed="")
    assert result.exit_code == 0
    assert list(own_data_folder.iterdir()) == [], "nothing was done that is worth keeping"


def test_what_is_not_understood_costs_nothing() -> None:
    typed = "\n0\n7\n99999999999999999999\nxyzzy\ncell\n²\n1\nq\n"
    result = kibitz("play", "golf-six", "--seed", "3", typed=typed.encode() + b"\xff\n")
    assert result.output.count("type 1–6, or a card") == 7
    assert result.output.count("you turned over") == 1


def test_an_option_may_be_named_and_the_only_one_taken_with_enter(tmp_path: Path) -> None:
    game = written(tmp_path, TINY)
    assert "you played" in kibitz("play", game, typed="play\n").output
    alone = written(tmp_path, TINY.replace("(turn pass)", ""), "alone.rcy")
    assert "the match is over" in kibitz("play", alone, typed="\n").output


def test_forced_decisions_can_play_themselves(tmp_path: Path) -> None:
    game = written(tmp_path, TINY.replace("(turn pass)", ""))
    result = kibitz("play", game, "--players", "human", typed="f\n")
    assert "the match is over" in result.output


def test_the_rules_the_log_and_the_program_can_be_looked_up() -> None:
    shown = kibitz("play", "golf-six", "--seed", "3", typed="?\nl\nr\nq\n").output
    assert "Everybody gets six cards face down" in shown
    assert "leave at once" in shown
    assert shown.count("everybody got 6 cards from the stock") == 2
    assert "(declare (range 1..6) 'CELLS)" in shown


def test_bots_play_among_themselves() -> None:
    result = kibitz("play", "golf-six", "--players", "uniform", "--seed", "3")
    assert result.exit_code == 0
    assert "player 1 turned over cell" in result.output
    assert "the match is over" in result.output


def test_people_can_share_a_terminal(tmp_path: Path) -> None:
    result = kibitz("play", written(tmp_path, TINY), "--players", "human,human", typed="1\n2\n")
    assert "you are player 1 of 2" in result.output
    assert "you are player 2 of 2" in result.output
    assert "player 2 (human)" in result.output


def test_a_seat_is_chosen() -> None:
    result = kibitz("play", "golf-six", "--seat", "3", "--players", "uniform", typed="1\n")
    assert "you are player 3 of 4" in result.output


@pytest.mark.parametrize(
    "arguments",
    [
        ["--seat", "5"],
        ["--seat", "0"],
        ["--players", "robot"],
        ["--players", "human,uniform"],
        ["--players", "uniform,human,uniform,uniform", "--seat", "1"],
        ["--option", "PLAYERS"],
        ["--seed", "x"],
    ],
)
def test_seats_and_players_that_do_not_exist_are_usage_errors(arguments: list[str]) -> None:
    result = kibitz("play", "golf-six", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""


def test_a_deal_that_can_be_won_is_a_seed_like_any_other(tmp_path: Path) -> None:
    """The columns of seed 1 cannot be cleared, those of seed 2 can."""
    record = tmp_path / "match.json"
    asked = ("play", "golf-patience", "--winnable", "--seed", "1", "--record", record)
    assert kibitz(*asked, typed="1\nq\n").exit_code == 0
    assert read(record).seed == 2
    assert kibitz("replay", record).exit_code == 0


def test_who_does_not_play_alone_cannot_ask_for_a_deal_that_can_be_won() -> None:
    result = kibitz("play", "hearts", "--winnable")
    assert result.exit_code == 1
    assert result.stderr == "kibitz: a deal can be won for certain only by who plays alone\n"


def test_an_impossible_option_is_refused_in_words() -> None:
    result = kibitz("play", "golf-six", "--option", "players=12")
    assert result.exit_code == 1
    assert "from 2 to 6" in result.stderr


def test_a_rule_that_fails_in_play_is_reported_with_the_record(
    tmp_path: Path, own_data_folder: Path
) -> None:
    result = kibitz("play", written(tmp_path, FAILING), "--seed", "8", typed="1\n")
    assert result.exit_code == 1
    place = "in the match of seed 8, at decision 1: player 1 chose option 1; the record is in"
    assert place in result.stderr
    assert len(list(own_data_folder.iterdir())) == 1


# ---------------------------------------------------------------------------- records


def test_a_record_never_overwrites_a_file(tmp_path: Path, own_data_folder: Path) -> None:
    taken = written(tmp_path, "mine", "taken.json")
    result = kibitz("play", "golf-six", "--record", taken, typed="1\n")
    assert result.exit_code == 1
    assert "exists already" in result.stderr
    assert taken.read_text() == "mine"
    for _ in range(2):
        kibitz("play", "golf-six", "--seed", "3", typed="1\n")
    assert sorted(path.name for path in own_data_folder.iterdir()) == [
        "golf-six-3-2.jsonl",
        "golf-six-3.jsonl",
    ]


def test_a_folder_that_takes_no_record_is_named_before_the_match(tmp_path: Path) -> None:
    result = kibitz("play", "golf-six", "--record", tmp_path / "missing" / "match.json")
    assert result.exit_code == 1
    assert "the record cannot be kept in " in result.stderr
    assert "match.json: no such file or directory" in result.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_named_before_the_match(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    result = kibitz("play", "golf-six", "--record", tmp_path / "match.json")
    tmp_path.chmod(0o700)
    assert result.exit_code == 1
    assert "match.json: permission denied" in result.stderr


def test_a_data_folder_that_cannot_be_made_costs_only_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(written(tmp_path, "a file", "data")))
    result = kibitz("play", "golf-six", "--seed", "3", typed="1\nq\n")
    assert result.exit_code == 1
    assert "the record cannot be written: " in result.stdout.split("turn over cell 1")[0]
    assert "the match was left unfinished; the record could not be saved in " in result.stderr


def test_records_go_to_the_data_folder_of_the_user(
    tmp_path: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert records_folder() == own_home / "data" / "kibitz" / "records"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert records_folder() == tmp_path / ".local" / "share" / "kibitz" / "records"


def recorded(folder: Path) -> Path:
    path = folder / "match.json"
    kibitz("play", "golf-six", "--players", "uniform", "--seed", "3", "--record", path)
    return path


def test_a_seat_is_told_what_it_saw(tmp_path: Path) -> None:
    record = recorded(tmp_path)
    everything, seat = (
        kibitz("replay", record).output,
        kibitz("replay", record, "--seat", "1").output,
    )
    assert "player 2 drew from the stock" in seat
    assert "player 2 drew from the stock" not in everything
    assert "as player 1 saw it" in seat
    assert kibitz("replay", record, "--seat", "5").exit_code == 2


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:200],
        lambda text: text.encode()[:50] + b"\xff",
        lambda text: "[]",
        lambda text: "[" * 100_000,
        lambda text: text.replace("golf-six", "golf-sixty"),
        lambda text: text.replace('"seed":3', '"seed":4'),
        lambda text: text.replace('"option":1', '"option":77'),
        lambda text: text.replace('"fingerprint":"', '"fingerprint":"0'),
    ],
)
def test_a_damaged_record_is_refused_in_words(tmp_path: Path, damage: object) -> None:
    assert callable(damage)
    path = recorded(tmp_path)
    damaged = damage(path.read_text())
    assert damaged != path.read_text()
    path.write_bytes(damaged if isinstance(damaged, bytes) else damaged.encode())
    result = kibitz("replay", path)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"kibitz: {path}: ")
