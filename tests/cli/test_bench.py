"""`kibitz bench`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import FAILING, TINY, kibitz, written

from kibitz.games import names

pytestmark = pytest.mark.slow


def test_a_game_is_measured_with_both_engines(tmp_path: Path) -> None:
    result = kibitz("bench", written(tmp_path, TINY), "--seconds", "0.01", "--json")
    (speed,) = json.loads(result.stdout)
    assert speed["game"] == "tiny"
    assert speed["decisions_per_game"] == 2
    for name in ("reference", "native", "native_all", "threads", "compile_seconds", "state_bytes"):
        assert speed[name] > 0


def test_the_whole_library_is_measured_unless_games_are_named() -> None:
    result = kibitz("bench", "--seconds", "0.01")
    assert result.exit_code == 0
    assert [name for name in names() if name not in result.stdout] == []
    assert "state bytes" in result.stdout


def test_a_game_that_is_none_is_refused() -> None:
    result = kibitz("bench", "bridge-on-ice")
    assert result.exit_code == 1
    assert "there is no game called" in result.stderr


def test_a_rule_that_fails_is_reported(tmp_path: Path) -> None:
    result = kibitz("bench", written(tmp_path, FAILING))
    assert result.exit_code == 1
    assert "error[division-by-zero]" in result.stderr
