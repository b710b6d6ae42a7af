"""`kibitz analyze` and `kibitz site`."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from commands import FAILING, TINY, kibitz, written

pytestmark = pytest.mark.slow


QUICK = ("--games", "3", "--players", "flat:per_option=4")
NO_DECISIONS = """
(game
 (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (ACE, TWO)))))
 (do ((move (top (game iloc STOCK)) (top (game vloc TABLE)))))
 (scoring max 0))
"""
FOR_EVER = """
(game
 (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (ACE, TWO)))))
 (stage player
  (end (> (size (game iloc STOCK)) 9))
  (choice ((turn pass))))
 (scoring max 0))
"""


def test_the_page_is_written_and_the_summary_printed(tmp_path: Path) -> None:
    game, out = written(tmp_path, TINY), tmp_path / "out"
    result = kibitz("analyze", game, "--out", out, *QUICK)
    assert result.exit_code == 0
    assert "Fairness" in result.stdout
    assert str(out / "tiny.html") in result.stdout.replace("\n", "")
    assert (out / "tiny.html").is_file()
    assert (out / "tiny" / "lead.csv").is_file()


def test_options_of_the_game_are_heard(tmp_path: Path) -> None:
    game, out = written(tmp_path, TINY), tmp_path / "out"
    assert kibitz("analyze", game, "--out", out, *QUICK, "-o", "players=3").exit_code == 0
    results = (out / "tiny" / "results.csv").read_text(encoding="utf-8")
    assert "tiny,3,RRR,1,3," in results


def test_the_figures_come_as_json(tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = kibitz("analyze", written(tmp_path, TINY), "--out", out, *QUICK, "--json")
    figures = json.loads(result.stdout)
    assert (figures["game"], figures["matches"]) == ("tiny", 3)
    assert "Fairness" in figures["heuristics"]
    assert figures["page"] == str(out / "tiny.html")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (NO_DECISIONS, "nobody decides anything"),
        (FOR_EVER, "came to an end"),
        (FAILING, "error["),
        ("(game", "error["),
    ],
)
def test_what_cannot_be_measured_is_said_and_nothing_is_written(
    tmp_path: Path, text: str, words: str
) -> None:
    out = tmp_path / "out"
    result = kibitz("analyze", written(tmp_path, text), "--out", out, *QUICK)
    assert result.exit_code == 1
    assert words in result.stderr
    assert not out.exists() or list(out.iterdir()) == []


@pytest.mark.usefixtures("nothing_kept")
def test_a_folder_that_cannot_be_written_is_said_before_anything_is_played(
    tmp_path: Path, own_home: Path
) -> None:
    taken = written(tmp_path, "here", "taken")
    result = kibitz("analyze", written(tmp_path, TINY), "--out", taken / "out", *QUICK)
    assert result.exit_code == 1
    assert "taken" in result.stderr
    assert not (own_home / "cache").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to the superuser")
def test_a_folder_without_permission_is_said(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    result = kibitz("analyze", written(tmp_path, TINY), "--out", locked, *QUICK)
    assert result.exit_code == 1
    assert "permission denied" in result.stderr


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(written(tmp_path, "a file", "file")))
    for _ in range(2):
        assert kibitz("analyze", written(tmp_path, TINY), "--out", tmp_path, *QUICK).exit_code == 0
    assert sum("nothing is kept for next time" in message for message in caplog.messages) == 1


def test_a_player_that_there_is_not_is_a_usage_error(tmp_path: Path) -> None:
    result = kibitz("analyze", written(tmp_path, TINY), "--players", "wizard")
    assert result.exit_code == 2
    assert "wizard" in result.stderr


def test_a_game_that_there_is_not_is_named(tmp_path: Path) -> None:
    result = kibitz("analyze", "golfsix", "--out", tmp_path)
    assert result.exit_code == 1
    assert "golf-six" in result.stderr


def test_a_site_has_an_index_and_makes_only_what_has_changed(tmp_path: Path) -> None:
    one, two = written(tmp_path, TINY, "one.rcy"), written(tmp_path, TINY, "two.rcy")
    out = tmp_path / "site"
    first = kibitz("site", one, two, "--out", out, *QUICK)
    assert first.exit_code == 0
    assert "one: measuring" in first.stderr
    assert {path.name for path in out.glob("*.html")} == {
        *("index.html", "compare.html", "one.html", "two.html")
    }
    two.write_text(TINY.replace("ACE) 1", "ACE) 2"), encoding="utf-8")
    second = kibitz("site", one, two, "--out", out, *QUICK)
    assert "one: up to date" in second.stderr
    assert "two: measuring" in second.stderr


def test_two_games_of_one_name_cannot_share_a_site(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one, two = written(tmp_path / "a", TINY), written(tmp_path / "b", TINY)
    result = kibitz("site", one, two, "--out", tmp_path / "site", *QUICK)
    assert result.exit_code == 1
    assert "2 games are called tiny" in result.stderr
    assert not (tmp_path / "site").exists()


def test_a_house_rule_is_compared_with_the_usual_rules(tmp_path: Path) -> None:
    game = written(tmp_path, TINY)
    result = kibitz("compare", game, "--option", "players=3", "--json", *QUICK)
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert told["games"] == ["Tiny", "Tiny (PLAYERS=3)"]
    players = told["measures"]["Players"]
    assert (players["first"]["mean"], players["second"]["mean"]) == (2, 3)
    fairness = told["measures"]["Fairness"]
    assert fairness["difference"]["margin"] > 0


def test_two_games_are_laid_side_by_side(tmp_path: Path) -> None:
    one, two = written(tmp_path, TINY, "one.rcy"), written(tmp_path, TINY, "two.rcy")
    result = kibitz("compare", one, two, *QUICK)
    assert result.exit_code == 0
    assert "Luck of the deal" in result.stdout
    assert "difference" in result.stdout


@pytest.mark.parametrize("names", [("a",), ("a", "b", "c"), ()])
def test_what_is_to_be_compared_must_be_said(tmp_path: Path, names: tuple[str, ...]) -> None:
    files = [written(tmp_path, TINY, f"{name}.rcy") for name in names]
    assert kibitz("compare", *files, *QUICK).exit_code == 2


def test_a_time_is_said_once(tmp_path: Path) -> None:
    result = kibitz("analyze", written(tmp_path, TINY), "--quick", "--minutes", "2")
    assert result.exit_code == 2
    assert "either --quick or --minutes" in result.stderr


def test_a_quick_analysis_has_all_figures_and_says_how_sure_it_is(tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = kibitz("analyze", written(tmp_path, TINY), "--quick", "--games", "12", "--out", out)
    assert result.exit_code == 0
    page = (out / "tiny.html").read_text(encoding="utf-8")
    assert "shares of wins are known to" in page
    assert {path.name for path in (out / "tiny").glob("*.svg")} == {
        *("flow.svg", "branching.svg", "spread.svg", "lead.svg"),
        *("skill.svg", "lengths.svg", "scores.svg"),
    }
