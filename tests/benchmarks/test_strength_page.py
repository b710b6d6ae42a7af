"""The page about strength: a run of one game leaves the others' rows as they were."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks import ladders
from benchmarks.ladders import Allowance
from benchmarks.strength import CONTESTS, STRENGTH, Contest, Result, ladders_of, page, row, rows_of
from kibitz import Game, load
from kibitz.learning import Net
from kibitz.players.standings import Mean

NET = Net(np.zeros(1, np.float32), "", False, 1, 2, 1500, 90.0, 0.0, 1.0)


def told(contest: Contest, gain: float) -> str:
    return row(contest, NET, Result(gain, 0.5, Mean(-0.25, 0.1)), 30)


def test_the_rows_of_a_page_are_found_again() -> None:
    rows = {contest: told(contest, 1.0) for contest in CONTESTS}
    rated = {"scopa": "| scopa | 1,500 | 30 | 5 (1 … 9) |", "whist": "| whist | 9 | 30 | 7 |"}
    text = page(rows, rated)
    assert rows_of(text) == rows
    assert ladders_of(text) == rated
    assert ladders_of(page(rows, {})) == {}
    assert len(set(rows.values())) == len(CONTESTS)


def test_the_page_has_a_row_for_every_contest() -> None:
    assert list(rows_of(STRENGTH.read_text(encoding="utf-8"))) == list(CONTESTS)


def test_a_goal_is_reached_by_the_gain_and_a_lead_only_beyond_doubt() -> None:
    goal, lead = CONTESTS[0], CONTESTS[1]
    assert told(goal, goal.goal).endswith("| yes |")
    assert told(goal, goal.goal - 0.1).endswith("| no |")
    assert told(lead, 0.6).endswith("| > 0 | yes |")
    assert told(lead, 0.4).endswith("| > 0 | no |")


def test_ladders_are_made_for_games_that_have_none_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "strength.md"
    file.write_text(page({}, {"scopa": "| scopa | 1,500 | 30 | 5 (1 … 9) |"}), encoding="utf-8")

    def rated(game: Game, allowance: Allowance) -> str:
        return f"| {game.name} | 9 | {allowance.deals} | 7 |"

    monkeypatch.setattr(ladders, "STRENGTH", file)
    monkeypatch.setattr(ladders, "names", lambda: ["scopa", "whist"])
    monkeypatch.setattr(ladders, "ladder_row", rated)
    told = CliRunner().invoke(ladders.command, ["--deals", "20"])
    assert told.output == "| whist | 9 | 20 | 7 |\n"
    assert ladders_of(file.read_text(encoding="utf-8")) == {
        "scopa": "| scopa | 1,500 | 30 | 5 (1 … 9) |",
        "whist": "| whist | 9 | 20 | 7 |",
    }
    again = CliRunner().invoke(ladders.command, ["--deals", "5", "--again"])
    assert again.output == "| scopa | 9 | 5 | 7 |\n| whist | 9 | 5 | 7 |\n"


def test_a_duel_ends_when_its_time_is_up_and_has_two_deals_at_least() -> None:
    game, pair = load("kuhn-poker"), ("uniform", "flat:sims=2")
    allowance = Allowance(deals=5, minutes=1.0, seconds=60.0, threads=1)
    assert [len(ladders.duel(game, pair, allowance, left)) for left in (-1.0, 60.0)] == [2, 5]
