"""Nothing that was played is lost: matches are killed, hung up and left, and go on."""

from __future__ import annotations

import json
import random
import signal
import time
from dataclasses import asdict
from pathlib import Path

import pytest
from commands import TINY, kibitz, written
from pseudo_terminal import PROMPT, QUESTION, PseudoTerminal

from kibitz.cli.recordfile import read
from kibitz.engine.records import OLD_FORMAT

pytestmark = pytest.mark.slow

LONG = """
(game
 (setup
  (create players 3)
  (create deck (game iloc STOCK) (deck (RANK (ACE, TWO, THREE, FOUR, FIVE, SIX)))))
 (stage player
  (end (>= (game sto TURNS) 600))
  (do ((shuffle (game iloc STOCK)) (inc (game sto TURNS) 1)))
  (choice (
   (inc ((current player) sto SCORE) 1)
   (inc ((current player) sto SCORE) 2)
   (turn pass))))
 (scoring max ((current player) sto SCORE)))
"""
"""Two hundred turns for each of three players, who may score."""

BOTS = ("--players", "uniform", "--seed", "3")
SEATS = ("--players", "human,uniform,uniform")
ENDS = [signal.SIGKILL, signal.SIGHUP, signal.SIGTERM, signal.SIGINT, None]
"""None: the terminal is closed."""


def test_whenever_a_match_is_killed_every_move_that_was_answered_is_there(tmp_path: Path) -> None:
    game, record = written(tmp_path, LONG, "long.rcy"), tmp_path / "match.jsonl"
    chance = random.Random(1)
    answers = "".join(chance.choice("123") for _ in range(200))
    made = 0
    for number in range(35):
        start = (
            ("--resume", record) if number else (game, *SEATS, "--seed", "5", "--record", record)
        )
        with PseudoTerminal("play", *start) as table:
            typed = chance.randrange(1, 6)
            for turn in range(typed):
                table.wait_for(PROMPT, turn + 1)
                table.type(answers[made + turn])
            time.sleep(chance.random() * 0.03)
            end = ENDS[number % len(ENDS)]
            if end is None:
                table.close()
            else:
                table.process.send_signal(end)
            table.wait_for_the_end(press_again=end is signal.SIGINT)
        moves = sum(choice.seat == 0 for choice in read(record).choices)
        assert made + typed - 1 <= moves <= made + typed
        made = moves
    assert made > 60
    whole = tmp_path / "whole.jsonl"
    typed_in_one_go = "".join(f"{answer}\n" for answer in answers[:made])
    kibitz("play", game, *SEATS, "--seed", "5", "--record", whole, typed=typed_in_one_go)
    choices = read(record).choices
    assert choices == read(whole).choices[: len(choices)], "bots go on as they would have"


def test_a_match_that_was_killed_is_offered_and_goes_on(own_data_folder: Path) -> None:
    arguments = ("play", "golf-six", "--players", "human,uniform,uniform,uniform")
    with PseudoTerminal(*arguments) as table:
        table.wait_for(PROMPT)
        table.type("2")
        table.wait_for(PROMPT, 2)
    with PseudoTerminal("play", "golf-six") as table:
        table.wait_for(QUESTION)
        assert b"an unfinished match of Golf Six from " in table.shown
        assert b", 1 move: go on? [Y/n] " in table.shown
        table.type("what?")
        table.wait_for(QUESTION, 2)
        table.type("")
        table.wait_for(PROMPT)
        assert b"you turned over cell 2" in table.shown
        table.type("q")
        assert table.read_to_the_end() == 0
    (record,) = own_data_folder.iterdir()
    assert len(read(record).choices) == 1


def test_who_does_not_want_to_go_on_begins_anew(own_data_folder: Path) -> None:
    kibitz("play", "golf-six", "--players", "human,uniform,uniform,uniform", typed="1\nq\n")
    with PseudoTerminal("play", "golf-six", "--players", "human,uniform,uniform,uniform") as table:
        table.wait_for(QUESTION)
        table.type("n")
        table.wait_for(PROMPT)
        table.type("3")
        table.wait_for(PROMPT, 2)
    assert sorted(len(read(path).choices) for path in own_data_folder.iterdir()) == [1, 1]


UNIFORM = ("--players", "human,uniform")


def test_a_match_that_was_left_is_named_where_nobody_can_be_asked(
    tmp_path: Path, own_data_folder: Path
) -> None:
    game = written(tmp_path, TINY)
    left = kibitz("play", game, "--players", "human,human", typed="1\nq\n")
    assert "the match was left unfinished; the record is in" in left.output
    (record,) = own_data_folder.iterdir()
    again = kibitz("play", game, typed="")
    assert "an unfinished match of tiny from " in again.stderr
    assert f"1 move, is in {record}; `kibitz play --resume {record}` goes on" in again.stderr
    for said in (["--seed", "4"], ["--players", "uniform"], ["-o", "players=3"]):
        assert "unfinished match of" not in kibitz("play", game, *said, typed="").stderr


def test_a_match_that_was_left_goes_on_to_its_end(tmp_path: Path, own_data_folder: Path) -> None:
    game = written(tmp_path, TINY)
    kibitz("play", game, "--players", "human,human", typed="2\nq\n")
    game.unlink()
    resumed = kibitz("play", "--resume", typed="1\n")
    assert "you are player 2 of 2" in resumed.output
    assert "the match is over" in resumed.output
    (record,) = own_data_folder.iterdir()
    assert [choice.option for choice in read(record).choices] == [1, 0]
    assert read(record).scores is not None
    nothing = kibitz("play", "--resume")
    assert (nothing.exit_code, nothing.stderr) == (
        1,
        "kibitz: there is no unfinished match to go on with\n",
    )
    over = kibitz("play", "--resume", record)
    assert (over.exit_code, "is over" in over.stderr) == (1, True)


def test_a_finished_match_later_on_leaves_the_older_one_in_peace(
    tmp_path: Path, own_data_folder: Path
) -> None:
    game = written(tmp_path, TINY)
    kibitz("play", game, *UNIFORM, typed="1\nq\n")
    kibitz("play", game, "--players", "human,human", typed="1\nq\n")
    kibitz("play", game, *UNIFORM, typed="1\n")
    assert "unfinished match of" not in kibitz("play", game, typed="").stderr
    assert "you are player 2 of 2" in kibitz("play", game, "--resume", typed="").output


def test_a_match_whose_last_line_was_not_written_is_over_when_gone_on_with(tmp_path: Path) -> None:
    game, record = written(tmp_path, TINY), tmp_path / "match.jsonl"
    kibitz("play", game, "--players", "human,human", "--record", record, typed="1\n2\n")
    whole = record.read_bytes()
    record.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    assert "rank" in kibitz("replay", record).output
    assert kibitz("play", "--resume", record).exit_code == 0
    assert record.read_bytes() == whole


def test_a_match_that_is_being_played_is_not_played_twice(own_data_folder: Path) -> None:
    with PseudoTerminal("play", "golf-six", "--players", "human,uniform,uniform,uniform") as table:
        table.wait_for(PROMPT)
        table.type("2")
        table.wait_for(PROMPT, 2)
        (record,) = own_data_folder.iterdir()
        refused = kibitz("play", "--resume", record)
        assert (refused.exit_code, refused.stderr) == (
            1,
            f"kibitz: {record}: another kibitz is writing to it\n",
        )
        assert "unfinished match of" not in kibitz("play", "golf-six", typed="").stderr
        assert "no unfinished match" in kibitz("play", "--resume").stderr


@pytest.mark.parametrize(
    "said", [["--seed", "3"], ["--seat", "2"], ["--record", "new.jsonl"], ["-o", "PLAYERS=3"]]
)
def test_a_match_goes_on_as_it_began(said: list[str]) -> None:
    result = kibitz("play", "golf-six", *said, "--resume")
    assert result.exit_code == 2
    assert "--resume goes on as the match began" in result.stderr


OWN_BOT = """
from pathlib import Path
from kibitz.players import Choice

class First:
    def __init__(self, program):
        Path("ran").touch()

    def choose(self, view, decision, rng):
        return Choice(0)
"""


def test_a_record_names_no_code(
    tmp_path: Path, own_data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module lies beside the record, and only who types its name has it run."""
    monkeypatch.chdir(tmp_path)
    game, record, ran = written(tmp_path, TINY), tmp_path / "match.jsonl", tmp_path / "ran"
    written(tmp_path, OWN_BOT, "resumedbots.py")
    typed = ("--players", "resumedbots:First,human")
    kibitz("play", game, *typed, "--record", record, typed="q\n")
    own_data_folder.mkdir(parents=True)
    copies = [own_data_folder / "tiny-1.jsonl", tmp_path / "second.jsonl", tmp_path / "third.jsonl"]
    for copy in copies:
        copy.write_bytes(record.read_bytes())
    ran.unlink()
    refused = kibitz("play", "--resume", copies[1], typed="1\n")
    assert refused.exit_code == 1
    assert "a record is not trusted to name code" in refused.stderr
    assert "add --players resumedbots:First,human" in refused.stderr
    assert "unfinished match of" not in kibitz("play", game, typed="").stderr
    others = kibitz("play", "--resume", copies[2], "--players", "human,uniform")
    assert others.exit_code == 1
    assert "was begun with --players resumedbots:First,human" in others.stderr
    assert not ran.exists()
    assert "the match is over" in kibitz("play", "--resume", record, *typed, typed="1\n").output
    assert ran.exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is not JSON"),
        (b"precious", "is not JSON"),
        (b"precious\n", "is not JSON"),
        (b'{"format":"kibitz record 2",', "first line"),
        (b'{"format":"kibitz record 2","game":"golf-six"}\n', "line 1 is damaged"),
    ],
)
def test_what_is_no_unfinished_match_is_refused_and_left_alone(
    content: bytes, said: str, tmp_path: Path
) -> None:
    path = written(tmp_path, content, "mine")
    result = kibitz("play", "--resume", path)
    assert result.exit_code == 1
    assert said in result.stderr
    assert path.read_bytes() == content


def test_an_old_record_can_only_be_replayed(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    kibitz("play", "golf-six", *BOTS, "--record", record)
    kept = read(record)
    old = {"format": OLD_FORMAT, **asdict(kept), "game": kept.game.name}
    path = written(tmp_path, json.dumps({**old, "scores": None}), "old.json")
    refused = kibitz("play", "--resume", path)
    assert (refused.exit_code, "it can only be replayed" in refused.stderr) == (1, True)
    whole = written(tmp_path, json.dumps(old), "whole.json")
    assert kibitz("replay", whole).output == kibitz("replay", record).output


def test_a_match_that_only_bots_play_is_not_offered(tmp_path: Path, own_data_folder: Path) -> None:
    record = tmp_path / "match.jsonl"
    kibitz("play", "golf-six", *BOTS, "--record", record)
    own_data_folder.mkdir(parents=True)
    half = record.read_bytes().splitlines(keepends=True)[:9]
    (own_data_folder / "golf-six-3.jsonl").write_bytes(b"".join(half))
    assert "unfinished match of" not in kibitz("play", "golf-six", typed="").stderr
    again = kibitz("play", "golf-six", "--players", "uniform")
    assert "an unfinished match of Golf Six from" in again.stderr
    assert ", 8 moves, is in " in again.stderr


def test_no_game_and_no_match_is_a_usage_error() -> None:
    assert kibitz("play").exit_code == 2
