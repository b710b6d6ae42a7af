"""Games in which everybody wins or loses together: every command tells of the score they share."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from commands import kibitz, written

from kibitz import load
from kibitz.cli.seating import bots
from kibitz.games.page import Objective

pytestmark = pytest.mark.slow

LANTERNS = """
(game
 (declare (option 3 (range 2..4)) 'PLAYERS)
 (setup
  (create players 'PLAYERS)
  (create deck (game iloc STOCK)
   (deck (RANK (ONE, TWO, THREE, FOUR, FIVE, SIX)) (COLOUR (RED, BLUE)))))
 (do (
  (set (game points STEP)
   (((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : THREE) 3) ((RANK : FOUR) 4) ((RANK : FIVE) 5)
    ((RANK : SIX) 6)))
  (shuffle (game iloc STOCK))
  (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 (stage player
  (end (or (== (size (game iloc STOCK)) 0) (== (game sto DARK) 3)))
  (choice (
   (any ((current player) iloc HAND) 'C
    (as LIGHT (do (
     (move 'C (top (game vloc ROW)))
     (set (game sto LIT) (score (top (game vloc ROW)) using (game points STEP)))
     ((== (game sto LIT) (+ (game sto HIGH) 1)) (inc (game sto HIGH)))
     ((!= (game sto LIT) (game sto HIGH)) (inc (game sto DARK)))))))
   (any ((current player) iloc HAND) 'C (as THROW (move 'C (top (game vloc AWAY)))))))
  (do ((move (top (game iloc STOCK)) (top ((current player) iloc HAND))))))
 (scoring max (- (* 10 (game sto HIGH)) (game sto DARK))))
"""
"""Lanterns are lit in order, one to six, by whoever holds the next; a wrong one leaves all in the
dark a little more. The row of lanterns is everybody's."""

OF_RIVALS = re.compile(r"\b(wins?|won|winner|rank|ranks|place|share of the win)\b")
"""Words for what there is only where one does better than another."""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return written(tmp_path, LANTERNS, "lanterns.rcy")


def said(*arguments: str | Path) -> str:
    """What the command prints; it tells of nobody's win and nobody's place."""
    result = kibitz(*arguments)
    assert result.exit_code == 0, result.output
    assert not OF_RIVALS.search(result.stdout), result.stdout
    return result.stdout


def test_simulate_has_one_row_for_all(game: Path) -> None:
    told = said("simulate", game, "-n", "200", "--seed", "1")
    assert re.search(r"player +mean score +± error\n +all +\d", told)
    figures = json.loads(kibitz("simulate", game, "-n", "20", "--seed", "1", "--json").stdout)
    assert {seat["win_share"] for seat in figures["seats"]} == {None}
    assert len({seat["mean_score"] for seat in figures["seats"]}) == 1


def test_players_that_search_want_the_score_without_being_told(game: Path) -> None:
    told = kibitz(
        "simulate", game, "-n", "30", "--seed", "1", "--players", "flat:per_option=40", "--json"
    )
    thinking = json.loads(told.stdout)["seats"][0]["mean_score"]
    told = kibitz("simulate", game, "-n", "2000", "--seed", "1", "--json")
    by_chance = json.loads(told.stdout)["seats"][0]["mean_score"]
    assert thinking > by_chance + 10, "one lantern more at least"


def test_a_training_shows_its_gain_in_the_score(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "lanterns.net"
    told = said("train", game, "--matches", "2000", "--threads", "1", "--out", out)
    assert "over uniform" in told
    assert "over the one before" in told
    *_, last = re.findall(r"\n +\d+ +[\d,]+ +([+-]\d+\.\d+) ± ", told)
    assert float(last) > 10


def test_in_a_tournament_everyone_has_all_seats_in_turn(game: Path) -> None:
    line_up = "flat:per_option=40,uniform,flat:per_option=2"
    arguments = ("tournament", game, "--players", line_up, "-n", "20", "--seed", "1")
    told = said(*arguments)
    assert "20 deals, 60 matches" in told
    assert "high scores are better" in told
    figures = json.loads(kibitz(*arguments, "--json").stdout)
    assert [row["player"] for row in figures["standings"]][::2] == ["flat:per_option=40", "uniform"]
    assert figures["differences"][0]["score"]["low"] > 0
    assert {row["rank"] for row in figures["standings"]} == {None}
    assert figures["even_share"] is None


def test_a_ladder_rates_by_the_score(game: Path, tmp_path: Path) -> None:
    players = "uniform,flat:per_option=3,flat:per_option=40"
    arguments = ("--players", players, "-n", "10", "--out", tmp_path / "ladder", "--json")
    ratings = json.loads(kibitz("ladder", game, *arguments).stdout)["ratings"]
    assert ratings[0]["rating"] < ratings[1]["rating"] < ratings[2]["rating"]
    assert ratings[2]["gain"] > 0


def test_a_match_ends_with_scores_and_its_record_has_no_ranks(game: Path, tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    told = said("play", game, "--players", "beginner", "--seed", "3", "--record", record)
    assert re.search(r"player +score\nplayer 1 \(beginner\) +-?\d", told)
    assert json.loads(kibitz("replay", record, "--json").stdout)["ranks"] is None


def test_advice_and_a_review_tell_of_points(game: Path, tmp_path: Path) -> None:
    record, page = tmp_path / "match.jsonl", tmp_path / "review.html"
    kibitz("play", game, "--players", "uniform", "--seed", "3", "--record", record)
    told = said("advise", record, "--move", "1", "--simulations", "300")
    assert re.search(r"score +behind +5 to 95 %", told)
    options = json.loads(kibitz("advise", record, "--move", "1", "--json").stdout)["options"]
    assert {option["win"] for option in options} == {None} == {option["rank"] for option in options}
    told = said("review", record, "--simulations", "64", "--html", page)
    assert "points to player" in told
    assert not OF_RIVALS.search(
        re.sub(r"<style.*?</style>", "", page.read_text("utf-8"), flags=re.S)
    )


def test_nobody_is_advised_to_win_alone(game: Path, tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    kibitz("play", game, "--players", "uniform", "--seed", "3", "--record", record)
    result = kibitz("advise", record, "--move", "1", "--objective", "win")
    assert result.exit_code == 1
    assert "everybody wins or loses together here: play for the score, not win" in result.stderr


def test_an_analysis_says_what_chance_and_thinking_score(game: Path, tmp_path: Path) -> None:
    told = said(
        "analyze", game, "--games", "6", "--players", "flat:per_option=20", "--out", tmp_path
    )
    assert "Random players score" in told
    assert "those who think" in told
    page = (tmp_path / "lanterns.html").read_text("utf-8")
    assert "Everybody wins or loses together in this game: there is nobody to lead" in page
    assert 'id="seats"' not in page


def test_nobody_can_be_exploited(game: Path) -> None:
    result = kibitz("exploit", game, "uniform", "--option", "players=2")
    assert result.exit_code == 1
    assert "nobody plays against anybody" in result.stderr


ALIKE = LANTERNS.replace(
    "(scoring max (- (* 10 (game sto HIGH)) (game sto DARK)))",
    "(do ((all player 'P (set ('P sto SHARE) (- (* 10 (game sto HIGH)) (game sto DARK))))))\n"
    " (scoring max ((current player) sto SHARE))",
)
"""The same game; everybody writes the score down for themselves."""


def test_a_program_says_that_all_play_together(tmp_path: Path) -> None:
    game = written(tmp_path, ALIKE, "alike.rcy")
    assert "wins" in kibitz("simulate", game, "-n", "20", "--seed", "1").stdout
    assert load(game).objective is Objective.PLACE
    said_so = ALIKE.replace("max ((current player) sto", "together max ((1 player) sto")
    together = written(tmp_path, said_so, "together.rcy")
    assert "all" in said("simulate", together, "-n", "20", "--seed", "1")
    assert load(together).objective is Objective.SCORE
    assert bots(load(together), "flat") == ("flat",) * 3, "nobody has to say what it wants"
    said(
        "tournament", together, "--players", "flat:per_option=20,uniform", "-n", "3", "--seed", "1"
    )
