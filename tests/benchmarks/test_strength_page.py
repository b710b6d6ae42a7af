"""The page about strength: a run of one game leaves the others' rows as they were."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks import ladders
from benchmarks.contests import CONTESTS, HOUSE, OTHERS, Contest
from benchmarks.ladders import Allowance
from benchmarks.strength import DEALS, STRENGTH, Result, ladders_of, page, row, rows_of, table_of
from kibitz import Game, load
from kibitz.games import names
from kibitz.learning import Net
from kibitz.players.matches import simulated
from kibitz.players.standings import Mean

NET = Net(np.zeros(1, np.float32), "", False, 1, 2, 1500, 90.0, 0.0, 1.0)


def told(contest: Contest, gain: float, deals: int = DEALS) -> str:
    return row(contest, NET, Result(gain, 0.5, Mean(-0.25, 0.1)), deals * contest.times)


def test_the_rows_of_a_page_are_found_again() -> None:
    rows = {contest: told(contest, 1.0) for contest in CONTESTS}
    rated = {"scopa": "| scopa | 1,500 | 30 | 5 (1 … 9) |", "whist": "| whist | 9 | 30 | 7 |"}
    text = page(rows, rated)
    assert rows_of(text) == rows
    assert ladders_of(text) == rated
    assert ladders_of(page(rows, {})) == {}
    assert len(set(rows.values())) == len(CONTESTS)


def test_the_page_says_how_many_contests_were_run_and_has_a_row_for_each_of_them() -> None:
    text = STRENGTH.read_text(encoding="utf-8")
    rows = list(rows_of(text))
    assert rows == [contest for contest in CONTESTS if contest in rows]
    assert f"; {len(rows)} of " in text


def test_everybody_who_is_to_be_beaten_has_a_contest_in_every_game() -> None:
    beaten = {(one.game, one.others) for one in CONTESTS if one.player == "expert"}
    assert beaten >= {(game, other) for game in names() for other in OTHERS}
    for other in (*HOUSE, "learned"):
        tables = {one.table for one in CONTESTS if one.is_one_of("golf", other) and one.preset}
        assert len(tables) == 2 * 5 * 2


def test_a_table_of_a_contest_is_found_by_the_beginning_of_its_name() -> None:
    asked = [one for one in CONTESTS if one.is_one_of("golf, race, PLAYERS=2", HOUSE[0])]
    assert [one.table for one in asked] == [
        "golf, race, PLAYERS=2, HOLES=1",
        "golf, race, PLAYERS=2, HOLES=9",
    ]
    assert {one.game for one in CONTESTS if one.is_one_of("golf", None)} == {"golf"}


def test_other_peoples_bots_can_play_by_every_house_rule_of_golf() -> None:
    tables = [one for one in CONTESTS if one.is_one_of("golf", HOUSE[2])]
    for contest in tables:
        if dict(contest.options) == {"PLAYERS": 2, "HOLES": 1}:
            engine = table_of(contest).interpreter
            (match,) = simulated(engine, (HOUSE[2], HOUSE[0]), 1, range(1), threads=1)
            assert match.outcome is not None


def test_a_goal_is_reached_by_the_gain_and_a_lead_only_beyond_doubt() -> None:
    goal, lead = CONTESTS[0], CONTESTS[1]
    assert told(goal, goal.goal).endswith("| yes |")
    assert told(goal, goal.goal - 0.1).endswith("| no |")
    assert told(lead, 0.6).endswith("| > 0 | yes |")
    assert told(lead, 0.4).endswith("| > 0 | no |")
    assert told(lead, 0.5).endswith("| > 0 | no |"), "who is level is not ahead"


def test_not_to_be_worse_is_asked_beyond_doubt_and_few_deals_say_so() -> None:
    level = next(contest for contest in CONTESTS if contest.may_be_level)
    assert told(level, -0.4).endswith("| ≥ 0 | yes |")
    assert told(level, -0.6).endswith("| ≥ 0 | no |")
    assert told(level, -0.4, deals=DEALS - 1).endswith("| ≥ 0 | yes, few deals |")


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
