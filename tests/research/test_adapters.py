"""The other side's own tests of our adapters, on every game of the library."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kibitz import KibitzError, load, names

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # the tests of others warn of what they do themselves
]


@pytest.mark.parametrize("name", names())
def test_pettingzoo_takes_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pettingzoo", reason="the extra `pettingzoo` is not installed")
    from pettingzoo import test as zoo  # noqa: PLC0415

    from kibitz import pettingzoo  # noqa: PLC0415

    zoo.api_test(pettingzoo.env(name), num_cycles=60)
    zoo.seed_test(lambda: pettingzoo.env(name), num_cycles=20)
    zoo.parallel_api_test(pettingzoo.parallel_env(name), num_cycles=30)


@pytest.mark.parametrize("name", names())
def test_gymnasium_takes_it(name: str) -> None:
    pytest.importorskip("gymnasium", reason="the extra `gymnasium` is not installed")
    from gymnasium.utils.env_checker import check_env  # noqa: PLC0415

    from kibitz import gymnasium  # noqa: PLC0415

    check_env(gymnasium.SeatEnv(name), skip_render_check=True)


def test_many_matches_side_by_side_go_on_for_ever() -> None:
    pytest.importorskip("gymnasium", reason="the extra `gymnasium` is not installed")
    from kibitz import gymnasium  # noqa: PLC0415

    many, chance = gymnasium.SeatVectorEnv("agram", 64), np.random.default_rng(1)
    observed, info = many.reset(seed=1)
    ended = 0
    for _ in range(60):
        assert (info["action_mask"].sum(axis=1) > 0).all()
        chosen = gymnasium.uniform(observed, info["action_mask"], chance)
        observed, _, ends, _, info = many.step(chosen)
        assert not info["refused"].any()
        ended += int(ends.sum())
    assert ended > 0
    before = observed.copy()
    observed, _, _, _, info = many.step(np.full(64, info["action_mask"].argmin(axis=1)))
    assert info["refused"].all()
    assert (observed == before).all()


def test_the_page_tells_the_truth() -> None:
    pytest.importorskip("pettingzoo", reason="the extra `pettingzoo` is not installed")
    page = (Path(__file__).parents[2] / "docs/research.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    exec(compile(block, "docs/research.md", "exec"), {})


@pytest.fixture
def spiel() -> Any:
    found = pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")
    import kibitz.openspiel  # noqa: F401, PLC0415

    return found


def test_openspiel_takes_it(spiel: Any) -> None:
    for name in ("kuhn-poker", "leduc-poker", "agram", "blackjack"):
        game = spiel.load_game(f"kibitz(game={name})")
        spiel.random_sim_test(game, 2, False, False)


def test_openspiel_finds_the_value_of_kuhn_poker_and_our_exploitability(spiel: Any) -> None:
    from open_spiel.python import policy  # noqa: PLC0415
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability  # noqa: PLC0415

    game = spiel.load_game("kibitz(game=kuhn-poker)")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [found, found])
    assert value[0] == pytest.approx(-1 / 18, abs=0.002)
    uniform = policy.UniformRandomPolicy(game)
    assert exploitability.exploitability(game, uniform) == pytest.approx(11 / 24, abs=1e-9)


def test_options_are_said_in_the_name_of_the_game(spiel: Any) -> None:
    game = spiel.load_game("kibitz(game=golf-six,options=PLAYERS:3)")
    assert game.num_players() == 3
    assert load("golf-six", players=3).players == 3
    with pytest.raises(KibitzError, match="an option is NAME:VALUE"):
        spiel.load_game("kibitz(game=golf-six,options=PLAYERS)")
