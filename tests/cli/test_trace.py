"""`kibitz trace`, and the reports of failed rules that lead to it."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import Result
from commands import FAILING, TINY, kibitz, written

LATE = (
    TINY.replace("(turn pass))))", "(turn pass)))\n  (do ((inc (game sto ROUND)))))")
    .replace("once", "(end (== (game sto ROUND) 4))")
    .replace(
        "(move (top ((current player) iloc HAND)) (top (game vloc TABLE)))\n",
        "(do ((set (game sto N) (// 6 (- (game sto ROUND) 3)))))\n",
    )
)
"""Whoever does anything but pass in the fourth turn divides by zero."""


def traced(report: Result) -> Result:
    """What the command in the report shows."""
    assert report.exit_code == 1
    (line,) = re.findall(r"^to see every statement on the way: kibitz (.*)$", report.stderr, re.M)
    return kibitz(*shlex.split(line))


def test_every_statement_is_told_with_what_it_did(tmp_path: Path) -> None:
    game = written(tmp_path, TINY)
    told = kibitz("trace", game, "--seed", "5", "--match", "2").stdout
    lines = [re.sub(r" {2,}", "  ", line) for line in told.splitlines()]
    assert lines[:2] == ["tiny, seed 5, match 2", ""]
    assert lines[2] == "the deal"
    assert "  8:3  (set (game points WORTH) (((RANK : ACE) 1)))  WORTH has new points" in lines
    assert "  9:3  (shuffle (game iloc STOCK))  the table's STOCK (iloc) is shuffled" in lines
    dealt = [line for line in lines if line.startswith("  10:18  (move (top (game iloc STOCK))")]
    assert [line.rpartition("→ ")[2] for line in dealt] == [
        "player 1's HAND (iloc)",
        "player 2's HAND (iloc)",
    ]
    assert lines[-1].startswith("the match is over after 2 decisions, scores ")


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 7])
def test_the_traced_match_is_the_one_that_is_simulated(number: int) -> None:
    said = ("president", "--seed", "3", "-o", "players=4")
    told = kibitz("trace", *said, "--match", str(number), "--from", "9999").stdout
    arguments = ("--only", str(number), "--engine", "reference", "--json")
    figures = json.loads(kibitz("simulate", *said, *arguments).stdout)
    scores = ", ".join(f"{seat['mean_score']:.0f}" for seat in figures["seats"])
    assert told.endswith(f"over after {figures['decisions']} decisions, scores {scores}\n")


def test_a_statement_of_a_definition_is_told_with_the_use_that_is_meant(tmp_path: Path) -> None:
    defined = TINY.replace(
        " (setup",
        " (define DEAL ('P) (move (top (game iloc STOCK)) (top ('P iloc HAND))))\n (setup",
        1,
    ).replace(
        "(all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND))))",
        "(all player 'P (DEAL 'P))",
    )
    told = kibitz("trace", written(tmp_path, defined), "--seed", "5").stdout
    assert told.count("4:20  (move (top (game iloc STOCK))") == 2
    assert "player 2's HAND (iloc), used at 11:18\n" in told


def test_a_condition_that_does_not_hold_is_told(tmp_path: Path) -> None:
    guarded = TINY.replace("(turn pass)", "((== 1 (size (game iloc STOCK))) (turn pass))").replace(
        " (scoring", " (do (((> 2 (size (game vloc TABLE))) (turn pass))))\n (scoring"
    )
    told = kibitz("trace", written(tmp_path, guarded), "--seed", "1").stdout
    assert re.search(r"\(> 2 \(size \(game vloc TABLE\)\)\) +does not hold", told)


def test_a_failed_rule_is_reported_with_its_deal_and_traced(tmp_path: Path) -> None:
    game = written(tmp_path, LATE, "a late one.rcy")
    report = kibitz(
        *("simulate", game, "-n", "50", "--seed", "8", "--engine", "reference", "-o", "players=3")
    )
    (place,) = re.findall(r"in match \d+ of seed 8, at decision (\d+): player", report.stderr)
    assert place == "4"
    assert "  STOCK            ▒▒ ▒▒ ▒▒\n" in report.stderr
    shown = traced(report)
    assert shown.exit_code == 1
    assert shown.stdout.endswith("FAILED\n")
    assert "decision 3" not in shown.stdout
    assert "decision 4: player 1 takes option 1 of 2" in shown.stdout
    assert "error[division-by-zero]" in shown.stderr


def test_a_deal_that_fails_says_so(tmp_path: Path) -> None:
    game = written(
        tmp_path, TINY.replace("(shuffle (game iloc STOCK))", "(set (game sto A) (// 1 0))")
    )
    report = kibitz("simulate", game, "-n", "1", "--seed", "8", "--engine", "reference")
    assert "in match 1 of seed 8, in the deal\n" in report.stderr
    assert "FAILED" in traced(report).stdout


def test_a_rule_that_fails_at_the_table_is_traced_from_the_record(tmp_path: Path) -> None:
    game, record = written(tmp_path, LATE), tmp_path / "match.jsonl"
    report = kibitz(
        *("play", game, "--players", "human", "--seed", "2", "--record", record),
        typed="2\n2\n2\n1\n",
    )
    assert "in the match of seed 2, at decision 4: player 2 chose option 1" in report.stderr
    shown = traced(report)
    assert "decision 3: player 1 takes option 2 of 2, pass" in shown.stdout
    assert shown.stdout.endswith("FAILED\n")


@pytest.mark.slow
@pytest.mark.parametrize("players", ["flat:sims=9", "ismcts:sims=9,uniform"])
def test_a_rule_that_fails_inside_a_search_is_reported_with_its_deal(
    players: str, tmp_path: Path
) -> None:
    game = written(tmp_path, FAILING)
    said = ("--players", players, "--seed", "8")
    report = kibitz("simulate", game, *said, "--only", "3")
    assert "in a world that a search dealt" in report.stderr
    assert "in match 3 of seed 8, at decision 1, before player 1 had chosen" in report.stderr
    shown = traced(report)
    assert "the deal" in shown.stdout
    assert "in a world that a search dealt" in shown.stderr


@pytest.mark.slow
def test_a_match_of_a_tournament_is_traced_in_its_rotation(tmp_path: Path) -> None:
    game = written(tmp_path, LATE)
    report = kibitz(
        "tournament", game, "--players", "flat:sims=2,uniform", "-n", "9", "--seed", "1"
    )
    assert re.search(r"in match \d of seed 1, rotation [12], at decision \d", report.stderr)
    shown = traced(report)
    assert shown.exit_code == 1
    assert "division" in shown.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name a GAME"),
        (("golf-six", "--players", "flat,uniform", "--rotation", "99"), "rotations, not 99"),
        (("golf-six", "--players", "uniform", "--rotation", "1"), "two different players"),
        (("golf-six", "--match", "0"), "--match"),
        (("--record", "nowhere.jsonl"), "nowhere.jsonl"),
    ],
)
def test_a_match_that_cannot_be_is_refused_in_words(arguments: tuple[str, ...], said: str) -> None:
    result = kibitz("trace", *arguments)
    assert result.exit_code in (1, 2)
    assert said in result.stderr
