"""`kibitz train`: nets from the command line."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from commands import FAILING, TINY, kibitz, written

pytestmark = pytest.mark.slow


def test_a_net_is_trained_kept_and_played_with(tmp_path: Path) -> None:
    game, out = written(tmp_path, TINY), tmp_path / "tiny.net"
    result = kibitz("train", game, "--matches", "300", "--threads", "1", "--out", out)
    assert result.exit_code == 0, result.stderr
    assert "against uniform" in result.stdout
    assert f"300 matches in 0 s; `learned:net={out}` plays with it" in result.stdout
    players = f"learned:net={out},uniform"
    result = kibitz("tournament", game, "--players", players, "-n", "40", "--seed", "1", "--json")
    assert result.exit_code == 0, result.stderr


def test_the_same_command_goes_on_and_then_has_nothing_to_do(tmp_path: Path) -> None:
    game = written(tmp_path, TINY)
    first = kibitz("train", game, "--matches", "100", "--threads", "1")
    assert "going on" not in first.stdout
    assert "`learned` plays with it" in first.stdout
    more = kibitz("train", game, "--matches", "200", "--threads", "1")
    assert "going on after 100 matches" in more.stdout
    assert "200 matches" in more.stdout
    again = kibitz("train", game, "--matches", "200", "--threads", "1")
    assert "that is as long as you asked for" in again.stdout


def test_an_interrupted_training_keeps_what_it_has_learnt(tmp_path: Path) -> None:
    game, out = written(tmp_path, TINY), tmp_path / "tiny.net"
    command = [sys.executable, "-m", "kibitz", "train", str(game), "--out", str(out)]
    with subprocess.Popen([*command, "--minutes", "1"], stdout=subprocess.PIPE, text=True) as ran:
        assert ran.stdout is not None
        told = [ran.stdout.readline() for _ in range(3)]
        ran.send_signal(signal.SIGINT)
        said, _ = ran.communicate(timeout=30)
    assert ran.returncode == 130
    assert "±" in told[-1], "it had come to the first point of its curve"
    assert "interrupted; the net is kept" in said
    more = kibitz("train", game, "--out", out, "--minutes", "0.0001")
    assert "going on after" in more.stdout
    assert told[-1] in more.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--out", "no/such/folder.net"), "there is no such folder"),
        (("--out", __file__), "is not a net of this kibitz"),
    ],
)
def test_a_file_that_cannot_be_a_net_is_refused(
    tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    result = kibitz("train", written(tmp_path, TINY), "--matches", "10", *arguments)
    assert result.exit_code == 1
    assert said in result.stderr


def test_a_rule_that_fails_is_named(tmp_path: Path) -> None:
    result = kibitz("train", written(tmp_path, FAILING), "--matches", "10")
    assert result.exit_code == 1
    assert "division by zero" in result.stderr
