"""Names and files that nobody means: each is answered with a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import kibitz, written


@pytest.mark.parametrize("name", ["", ".", "/", "..", "./"])
@pytest.mark.parametrize("command", [("check",), ("check", "--fix"), ("fmt",)])
def test_a_folder_is_no_program(command: tuple[str, ...], name: str) -> None:
    result = kibitz(*command, name)
    assert result.exit_code == 1
    assert "this is a folder, not a file" in result.output


@pytest.mark.parametrize(
    "command",
    [
        ("analyze", "kuhn-poker", "--out"),
        ("site", "kuhn-poker", "--out"),
        ("train", "kuhn-poker", "--out"),
        ("tournament", "kuhn-poker", "--players", "flat,uniform", "--out"),
        ("play", "kuhn-poker", "--record"),
        ("review", "match.jsonl", "--html"),
        ("drill", "kuhn-poker", "--html"),
        ("trace", "kuhn-poker", "--record"),
        ("advise", "kuhn-poker", "--position"),
        ("replay",),
    ],
    ids=lambda command: command[0],
)
def test_an_empty_name_is_no_file(command: tuple[str, ...]) -> None:
    result = kibitz(*command, "")
    assert result.exit_code == 2
    assert "it needs a name" in result.stderr


@pytest.mark.parametrize(
    "command", [("trace", "golf-six", "--record"), ("replay", "--game", "golf-six")]
)
def test_a_record_of_another_game_is_named(command: tuple[str, ...], tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    kibitz("play", "hearts", "--players", "uniform", "--seed", "1", "--record", record)
    result = kibitz(*command, record)
    assert result.exit_code == 1
    assert "the record is of hearts, not of golf-six" in result.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it is empty"),
        ("# nothing\n", "it is empty"),
        ("player = " + "9" * 5_000, "a number in it has far too many digits"),
        ("player = " + "[" * 5_000, "lists in it are nested too deeply"),
        ("player = inf", "player"),
    ],
    ids=["empty", "comment", "digits", "brackets", "infinite"],
)
def test_a_position_that_is_none_is_refused_in_our_words(
    text: str, said: str, tmp_path: Path
) -> None:
    result = kibitz("advise", "golf-six", "--position", written(tmp_path, text, "mine.toml"))
    assert result.exit_code == 1
    assert said in result.stderr
    assert "sys." not in result.stderr
    assert "recursion" not in result.stderr


@pytest.mark.parametrize("budget", ["flat:sims=" + "9" * 5_000, "ismcts:trees=" + "9" * 5_000])
def test_a_budget_of_thousands_of_digits_is_refused(budget: str) -> None:
    result = kibitz("play", "kuhn-poker", "--players", budget)
    assert result.exit_code == 2
    assert "is a whole number above 0" in result.stderr
