"""`kibitz tournament`, and players where they are named."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from commands import FAILING, TINY, kibitz, written
from full_disk import FullDisk

pytestmark = pytest.mark.slow


PLAYERS = "ismcts:sims=20,uniform"


def tournament(game: Path, *arguments: str | Path) -> dict[str, Any]:
    result = kibitz("tournament", game, "--players", PLAYERS, "--json", *arguments)
    assert result.exit_code == 0, result.stderr
    figures: dict[str, Any] = json.loads(result.stdout)
    return figures


def test_the_figures_come_with_intervals_and_what_they_rest_on(tmp_path: Path) -> None:
    figures = tournament(written(tmp_path, TINY), "-n", "8", "--seed", "5")
    assert (figures["deals"], figures["matches"], figures["seed"]) == (8, 16, 5)
    assert (figures["game"], figures["options"]) == ("tiny", {"PLAYERS": 2})
    rows = figures["standings"]
    assert {row["player"] for row in rows} == {"ismcts:sims=20", "uniform"}
    assert sum(row["win_share"]["mean"] for row in rows) == pytest.approx(1)
    for row in rows:
        for measure in ("win_share", "rank", "score"):
            assert row[measure]["low"] <= row[measure]["mean"] <= row[measure]["high"]
    (pair,) = figures["differences"]
    assert pair["score"]["mean"] == pytest.approx(
        sum((1 if row["player"] != "uniform" else -1) * row["score"]["mean"] for row in rows)
    )


def test_the_number_of_threads_makes_no_difference(tmp_path: Path) -> None:
    game = written(tmp_path, TINY)
    one, three = (tournament(game, "-n", "6", "--seed", "5", "--threads", n) for n in "13")
    assert one == three


def test_an_interrupted_tournament_goes_on_from_its_file(tmp_path: Path) -> None:
    game, out = written(tmp_path, TINY), tmp_path / "kept.jsonl"
    tournament(game, "-n", "3", "--seed", "5", "--out", out)
    kept = out.read_text().splitlines()
    assert len(kept) == 4
    gone_on = tournament(game, "-n", "6", "--out", out)
    assert out.read_text().splitlines()[:4] == kept
    assert gone_on == tournament(game, "-n", "6", "--seed", "5")
    fewer = tournament(game, "-n", "2", "--out", out)
    assert fewer == tournament(game, "-n", "2", "--seed", "5")


def test_a_file_of_another_tournament_is_refused(tmp_path: Path) -> None:
    game, out = written(tmp_path, TINY), tmp_path / "kept.jsonl"
    tournament(game, "-n", "1", "--seed", "5", "--out", out)
    before = out.read_bytes()
    other = kibitz("tournament", game, "--players", "flat,uniform", "-n", "1", "--out", out)
    assert other.exit_code == 1
    assert "holds another tournament (players: ismcts:sims=20,uniform" in other.stderr
    assert out.read_bytes() == before


def test_every_seat_of_every_match_is_a_line_of_the_table(tmp_path: Path) -> None:
    table = tmp_path / "matches.csv"
    tournament(written(tmp_path, TINY), "-n", "3", "--seed", "5", "--csv", table)
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 3 * 2 * 2
    assert rows[0].keys() >= {"deal", "rotation", "seat", "player", "score", "rank"}
    assert {(row["rotation"], row["seat"], row["player"]) for row in rows} == {
        ("1", "1", "ismcts:sims=20"),
        ("1", "2", "uniform"),
        ("2", "1", "uniform"),
        ("2", "2", "ismcts:sims=20"),
    }


def test_the_table_is_for_reading(tmp_path: Path) -> None:
    game = written(tmp_path, TINY)
    shown = kibitz("tournament", game, "--players", PLAYERS, "-n", "4", "--seed", "5").stdout
    assert "4 deals, 8 matches, seed 5" in shown
    assert "high scores win" in shown
    assert "ismcts:sims=20 less uniform" in shown
    assert "±" in shown


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ("uniform", "name at least two different players"),
        ("uniform,uniform", "name at least two different players"),
        ("uniform,flat,ismcts", "one player for each of the 2 seats"),
        ("uniform,robot", "there is no player 'robot'"),
        ("uniform,flat:sims=none", "sims is a whole number above 0"),
        ("uniform,human", "only bots can play here"),
    ],
)
def test_players_that_cannot_compete_are_usage_errors(
    players: str, said: str, tmp_path: Path
) -> None:
    result = kibitz("tournament", written(tmp_path, TINY), "--players", players, "-n", "1")
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert result.stdout == ""


def test_a_folder_that_is_not_there_is_named_before_anything_is_played(tmp_path: Path) -> None:
    result = kibitz(
        *("tournament", written(tmp_path, TINY), "--players", PLAYERS, "-n", "1"),
        *("--out", tmp_path / "missing" / "kept.jsonl"),
    )
    assert result.exit_code == 1
    assert "there is no such folder" in result.stderr


def test_a_disk_that_fills_up_costs_the_file_and_not_the_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, out = written(tmp_path, TINY), tmp_path / "deals.jsonl"
    arguments = ("--players", "uniform,flat:sims=4", "-n", "6", "--seed", "3", "--out", out)
    disk = FullDisk(monkeypatch, room=700)
    full = kibitz("tournament", game, *arguments)
    assert (full.exit_code, full.stderr) == (1, f"kibitz: {out}: no space left on device\n")
    assert len(out.read_bytes().splitlines()) > 1
    disk.room = 1 << 20
    assert kibitz("tournament", game, *arguments).stdout == full.stdout


def test_a_rule_that_fails_is_reported(tmp_path: Path) -> None:
    game = written(tmp_path, FAILING)
    result = kibitz("tournament", game, "--players", "uniform,flat", "-n", "3", "--seed", "8")
    assert result.exit_code == 1
    assert "error[" in result.stderr


# ---------------------------------------------------------------------------- simulate, play


def test_players_that_think_are_simulated(tmp_path: Path) -> None:
    arguments = ("--players", "ismcts:sims=20", "-n", "5", "--seed", "3", "--json")
    game = written(tmp_path, TINY)
    one, two = (
        json.loads(kibitz("simulate", game, *arguments, "--threads", n).stdout) for n in "12"
    )
    assert one["players"] == ["ismcts:sims=20"] * 2
    assert one["games"] == 5
    assert one["seats"] == two["seats"]


def test_a_named_uniform_is_the_same_as_none(tmp_path: Path) -> None:
    game = written(tmp_path, TINY)
    named, unnamed = (
        json.loads(kibitz("simulate", game, "-n", "5", "--seed", "3", "--json", *more).stdout)
        for more in (("--players", "uniform"), ())
    )
    assert named["seats"] == unnamed["seats"]


BROKEN = """
from kibitz.players import Choice

class Fails:
    def __init__(self, program):
        pass

    def choose(self, view, decision, rng):
        raise RuntimeError("out of ideas")

class Cheats(Fails):
    def choose(self, view, decision, rng):
        return Choice(len(decision.options))
"""


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("brokenplayers:Fails", "failed: RuntimeError: out of ideas"),
        ("brokenplayers:Cheats", "chose option 2; there are options 0 to 1"),
    ],
)
def test_a_bot_that_fails_is_named_and_the_match_is_kept(
    bot: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    written(tmp_path, BROKEN, "brokenplayers.py")
    game, record = written(tmp_path, TINY), tmp_path / "match.json"
    played = kibitz("play", game, "--players", f"human,{bot}", "--record", record, typed="1\n")
    assert played.exit_code == 1
    assert f"{bot} (player 2) {said}" in played.stderr
    assert record.is_file()
    simulated = kibitz("simulate", game, "--players", bot, "-n", "3")
    assert simulated.exit_code == 1
    assert f"{bot} (player 1) {said}" in simulated.stderr
    assert simulated.stdout == ""
