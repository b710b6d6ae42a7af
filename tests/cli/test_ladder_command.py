"""`kibitz ladder`."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from commands import FAILING, TINY, kibitz, written

pytestmark = pytest.mark.slow

PLAYERS = "uniform,flat:sims=4,ismcts:sims=20"


def ladder(game: Path, folder: Path, *arguments: str) -> dict[str, Any]:
    result = kibitz(
        "ladder", game, "--players", PLAYERS, "--out", folder, "--json", "--seed", "5", *arguments
    )
    assert result.exit_code == 0, result.stderr
    figures: dict[str, Any] = json.loads(result.stdout)
    return figures


def test_ratings_come_with_a_picture_and_their_numbers(tmp_path: Path) -> None:
    found = ladder(written(tmp_path, TINY), tmp_path / "kept" / "here", "-n", "8")
    names = [row["player"] for row in found["ratings"]]
    assert names == ["uniform", "flat:sims=4", "ismcts:sims=20"]
    assert found["ratings"][0]["rating"] == 0
    for row in found["ratings"][1:]:
        assert row["low"] <= row["rating"] <= row["high"]
    folder = tmp_path / "kept" / "here"
    with (folder / "ladder.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["rating"]) for row in rows] == [row["rating"] for row in found["ratings"]]
    assert "ismcts:sims=20" in (folder / "ladder.svg").read_text(encoding="utf-8")
    assert (folder / "ladder.png").read_bytes().startswith(b"\x89PNG")


def test_it_goes_on_where_it_stopped_and_takes_in_new_players(tmp_path: Path) -> None:
    game, folder = written(tmp_path, TINY), tmp_path / "kept"
    ladder(game, folder, "-n", "3")
    kept = {path.name: path.read_bytes() for path in folder.glob("*.jsonl")}
    assert len(kept) == 3
    gone_on = ladder(game, folder, "-n", "6")
    for name, data in kept.items():
        assert (folder / name).read_bytes().startswith(data)
    assert gone_on == ladder(game, tmp_path / "another", "-n", "6")
    more = kibitz(
        *("ladder", game, "--players", f"{PLAYERS},mcts:sims=20", "--out", folder),
        *("-n", "6", "--seed", "5"),
    )
    assert more.exit_code == 0, more.stderr
    assert "mcts:sims=20" in more.stdout
    other = kibitz("ladder", game, "--players", PLAYERS, "--out", folder, "-n", "6", "--seed", "6")
    assert other.exit_code == 1
    assert "holds another tournament (seed: 5, not 6)" in other.stderr


@pytest.mark.parametrize(
    "players", ["uniform", "uniform,uniform", "uniform,human", "nobody,uniform"]
)
def test_who_cannot_be_rated_is_a_usage_error(tmp_path: Path, players: str) -> None:
    result = kibitz("ladder", written(tmp_path, TINY), "--players", players)
    assert result.exit_code == 2
    assert "--players" in result.stderr


def test_a_file_in_the_way_is_said(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("mine")
    result = kibitz(
        "ladder", written(tmp_path, TINY), "--players", PLAYERS, "--out", tmp_path / "kept"
    )
    assert result.exit_code in (1, 2)
    assert "kept" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_match_that_breaks_is_told_with_the_two_who_played_it(tmp_path: Path) -> None:
    rivals = FAILING.replace("(scoring max 0)", "(scoring max (pid (current player)))")
    game, players = written(tmp_path, rivals, "failing.rcy"), "uniform,flat:sims=4,flat:sims=9"
    result = kibitz("ladder", game, "--players", players, "--out", tmp_path / "ladder", "-n", "2")
    assert result.exit_code == 1
    assert "rotation" in result.stderr
    assert "--players uniform,flat:sims=4 --rotation" in result.stderr
