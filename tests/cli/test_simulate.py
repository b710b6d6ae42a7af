"""`kibitz simulate`."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import mean, stdev

import numpy as np
import pytest
from commands import FAILING, TINY, kibitz, written

from kibitz import load
from kibitz.cli.commands.simulate import tallied
from kibitz.engine import Rng
from kibitz.recycle.syntax import Goal

pytestmark = pytest.mark.slow


FIELDS = [
    "game",
    "digest",
    "engine",
    "options",
    "seed",
    "games",
    "capped",
    "decisions",
    "seconds",
    "decisions_per_second",
    "decisions_per_game",
    "branching",
    "forced_share",
    "moves",
    "seats",
]


ENGINES = ["native", "reference"]

SOMETIMES_FAILING = (
    FAILING.replace("ACE, TWO", "ACE, TWO, THREE, FOUR, FIVE, SIX")
    .replace(" (stage player", " (do ((shuffle (game iloc STOCK))))\n (stage player")
    .replace(
        "(- (size (game iloc STOCK)) 1)",
        "(size (filter (game iloc STOCK) 'C (== (cardatt RANK 'C) TWO)))",
    )
)
"""Divides by zero when one of the two players draws the two."""


@pytest.mark.parametrize("engine_name", ENGINES)
def test_the_figures_are_those_of_the_matches(engine_name: str) -> None:
    arguments = ("-n", "20", "--seed", "5", "--json", "--engine", engine_name)
    result = kibitz("simulate", "golf-six", *arguments)
    figures = json.loads(result.stdout)
    assert list(figures) == FIELDS
    engine = load("golf-six").interpreter
    matches = [engine.playout(Rng(5, stream=number), 500) for number in range(20)]
    lengths = [len(match.decisions) for match in matches]
    options = [count for match in matches for _, count in match.decisions]
    assert figures["decisions"] == sum(lengths)
    assert figures["decisions_per_game"] == {
        "mean": pytest.approx(mean(lengths)),
        "min": min(lengths),
        "max": max(lengths),
    }
    assert figures["branching"] == {"mean": pytest.approx(mean(options)), "max": max(options)}
    assert figures["forced_share"] == pytest.approx(options.count(1) / len(options))
    for seat, row in enumerate(figures["seats"]):
        scores = [match.outcome.scores[seat] for match in matches]
        assert row["seat"] == seat + 1
        assert row["mean_score"] == pytest.approx(mean(scores))
        assert row["stderr"] == pytest.approx(stdev(scores) / 20**0.5)
    assert sum(row["win_share"] for row in figures["seats"]) == pytest.approx(1)
    assert (figures["game"], figures["engine"], figures["seed"]) == ("golf-six", engine_name, 5)
    assert (figures["games"], figures["options"]) == (20, {"PLAYERS": 4})


@pytest.mark.parametrize("game", ["golf-six", "president"])
def test_both_engines_come_to_the_same_figures(game: str) -> None:
    arguments = ("-n", "60", "--seed", "12", "--json", "--max-decisions", "90")
    native, reference = (
        json.loads(kibitz("simulate", game, *arguments, "--engine", name).stdout)
        for name in ENGINES
    )
    for figures in (native, reference):
        for name in ("engine", "seconds", "decisions_per_second"):
            del figures[name]
    assert native == reference


def test_the_figures_do_not_depend_on_chunks_or_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("simulate", "golf-six", "-n", "200", "--seed", "3", "--json")
    whole = json.loads(kibitz(*arguments, "--threads", "1").stdout)
    monkeypatch.setattr("kibitz.cli.commands.simulate._FIRST_CHUNK", 70)
    in_parts = json.loads(kibitz(*arguments, "--threads", "2").stdout)
    for figures in (whole, in_parts):
        del figures["seconds"], figures["decisions_per_second"]
    assert whole == in_parts


KNOCKING = """(game
 (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)))))
 (stage player
  (end (or (== (game sto KNOCKED) 1) (== (size (game iloc STOCK)) 0)))
  (choice (
   (as DRAW (move (top (game iloc STOCK)) (top ((current player) iloc HAND))))
   (as KNOCK (inc (game sto KNOCKED))))))
 (scoring max (size ((current player) iloc HAND))))
"""
"""Whoever does not knock draws one of four cards."""


@pytest.mark.parametrize("engine_name", ENGINES)
def test_moves_with_names_are_counted(engine_name: str, tmp_path: Path) -> None:
    program = tmp_path / "knocking.rcy"
    program.write_text(KNOCKING, encoding="utf-8")
    arguments = ("simulate", str(program), "-n", "64", "--seed", "2", "--engine", engine_name)
    figures = json.loads(kibitz(*arguments, "--json").stdout)
    draw, knock = figures["moves"]
    assert (draw["name"], knock["name"]) == ("DRAW", "KNOCK")
    assert draw["times_per_match"] + knock["times_per_match"] == figures["decisions"] / 64
    assert knock["match_share"] == knock["times_per_match"], "the first knock ends the match"
    engine = load(str(program)).interpreter
    matches = [engine.playout(Rng(2, stream=number)) for number in range(64)]
    assert draw["match_share"] == sum("DRAW" in match.moves for match in matches) / 64
    told = kibitz(*arguments).stdout
    assert f"{knock['match_share']:.1%}" in next(
        line for line in told.splitlines() if "knock " in line
    )


def test_squares_of_large_scores_are_added_without_loss() -> None:
    scores = np.array([[2**31 - 1, -(2**31)]] * 3 + [[2**31 - 1, 0]])
    tally = tallied(Goal.MAX, scores, np.ones((4, 4), np.int64), capped=0, moves={})
    assert tally.squares.tolist() == [4 * (2**31 - 1) ** 2, 3 * 2**62]
    assert tally.stderr(0) == 0
    twice = tally + tally
    assert twice.squares.tolist() == [8 * (2**31 - 1) ** 2, 6 * 2**62]


def test_the_reference_engine_has_no_threads() -> None:
    arguments = ("simulate", "golf-six", "-n", "1", "--engine", "reference", "--threads", "2")
    result = kibitz(*arguments)
    assert result.exit_code == 2
    assert "leave out --threads" in result.output


def test_a_shared_first_place_is_shared(tmp_path: Path) -> None:
    game = written(
        tmp_path,
        TINY.replace(
            "(scoring max (sum ((current player) iloc HAND) using (game points WORTH)))",
            "(scoring max (- (pid (current player)) (pid (current player))))",
        ),
    )
    figures = json.loads(kibitz("simulate", game, "-n", "3", "--json").stdout)
    assert [row["win_share"] for row in figures["seats"]] == [0.5, 0.5]


def test_matches_stop_at_the_limit_and_are_counted() -> None:
    result = kibitz("simulate", "golf-six", "-n", "4", "--max-decisions", "9", "--json")
    figures = json.loads(result.stdout)
    assert figures["capped"] == 4
    assert figures["decisions_per_game"]["max"] == 9


def test_the_table_is_for_reading() -> None:
    result = kibitz("simulate", "golf-six", "-n", "3", "--seed", "5", "--option", "Players=2")
    assert result.exit_code == 0
    assert "PLAYERS=2" in result.stdout
    assert "mean score" in result.stdout


@pytest.mark.parametrize("count", ["0", "-3", "many"])
def test_a_count_that_is_none_is_a_usage_error(count: str) -> None:
    assert kibitz("simulate", "golf-six", "-n", count).exit_code == 2


def test_an_engine_that_is_none_is_a_usage_error() -> None:
    assert kibitz("simulate", "golf-six", "-n", "1", "--engine", "steam").exit_code == 2


@pytest.mark.parametrize("engine", ENGINES)
def test_the_first_match_that_fails_is_named(engine: str, tmp_path: Path) -> None:
    game = written(tmp_path, SOMETIMES_FAILING)
    result = kibitz("simulate", game, "-n", "300", "--seed", "4", "--engine", engine)
    assert "in match 2 of seed 4, at decision 2: player 2 chose option 1" in result.stderr
    assert f"kibitz trace {game} --seed 4 --match 2 --from 2\n" in result.stderr


@pytest.mark.parametrize("engine", ENGINES)
def test_a_rule_that_fails_is_reported_with_match_and_seed(engine: str, tmp_path: Path) -> None:
    game = written(tmp_path, FAILING)
    result = kibitz("simulate", game, "-n", "5", "--seed", "8", "--engine", engine)
    assert result.exit_code == 1
    assert "error[" in result.stderr
    assert "in match 1 of seed 8" in result.stderr
    assert result.stdout == ""
