"""`kibitz simulate`."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import mean, stdev

import pytest
from commands import FAILING, TINY, kibitz, written

from kibitz import load
from kibitz.engine import Rng

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
    "seats",
]


def test_the_figures_are_those_of_the_matches() -> None:
    result = kibitz("simulate", "golf-six", "-n", "20", "--seed", "5", "--json")
    figures = json.loads(result.stdout)
    assert list(figures) == FIELDS
    engine = load("golf-six")
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
    assert (figures["game"], figures["engine"], figures["seed"]) == ("golf-six", "reference", 5)
    assert (figures["games"], figures["options"]) == (20, {"PLAYERS": 4})


def test_a_shared_first_place_is_shared(tmp_path: Path) -> None:
    game = written(
        tmp_path,
        TINY.replace(
            "(scoring max (sum ((current player) iloc HAND)", "(scoring max (sum (game iloc STOCK)"
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


def test_a_rule_that_fails_is_reported_with_match_and_seed(tmp_path: Path) -> None:
    result = kibitz("simulate", written(tmp_path, FAILING), "-n", "5", "--seed", "8")
    assert result.exit_code == 1
    assert "error[" in result.stderr
    assert "in match 1 of seed 8" in result.stderr
    assert result.stdout == ""
