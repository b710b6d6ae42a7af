"""The nets that come with kibitz."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibitz import load
from kibitz.engine.player_settings import read_settings
from kibitz.games import Objective, names
from kibitz.learning import Course, keeping, kept_net, learn
from kibitz.learning.keeping import SHIPPED, write_net
from kibitz.players import nets, wanting
from kibitz.players.trial import WAYS
from tools.nets import LARGEST_BYTES, LARGEST_SUM, is_current

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.net")), ids=lambda path: path.stem)
def test_a_shipped_net_is_small_fits_its_game_and_was_tried_out(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever plays for what the game is played for finds it, and trains no other."""
    game = load(path.stem)
    assert is_current(game), f"the rules of {path.stem} have changed: make nets"
    assert path.stat().st_size <= LARGEST_BYTES
    monkeypatch.setattr(nets, "learn", None)
    net = nets.net_for(game.program, read_settings(wanting("learned", game.objective)))()
    assert net.rules == json.loads(path.read_bytes().partition(b"\n")[0])["rules"]
    assert net.way in WAYS
    assert len(net.curve) > 2


def test_every_game_of_the_library_comes_with_a_net() -> None:
    assert {path.stem for path in SHIPPED.glob("*.net")} == set(names())


def test_nobody_is_guided_by_a_net_that_loses_to_chance() -> None:
    """It is kept to learn on from, and it is said that it has not learnt enough."""
    losing = 0
    for name in names():
        game = load(name)
        by_score = game.objective is Objective.SCORE
        header = json.loads((SHIPPED / f"{name}.net").read_bytes().partition(b"\n")[0])
        last = header["curve"][-1]
        if last["gain"] + last["margin"] < 0:
            losing += 1
            found = nets.guide(game.program, by_score=by_score)
            assert found.net is None, name
            assert found.familiarity is nets.Familiarity.POOR, name
    assert losing <= 3, "better ones can be shipped"


def test_all_of_them_together_are_small() -> None:
    assert sum(path.stat().st_size for path in SHIPPED.glob("*.net")) <= LARGEST_SUM


def test_what_somebody_trained_comes_before_what_came_with_kibitz(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = load("agram").program
    own = learn(program, Course(matches=40, threads=1, seed=3))
    write_net(tmp_path / "agram.net", learn(program, Course(matches=60, threads=1, seed=3)))
    keeping.keep_net(own)
    monkeypatch.setattr(keeping, "SHIPPED", tmp_path)
    found = kept_net(program, by_score=False)
    assert found is not None
    assert found.matches == 40
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    shipped = kept_net(program, by_score=False)
    assert shipped is not None
    assert shipped.matches == 60
    assert kept_net(program, by_score=True) is None
