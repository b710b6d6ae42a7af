"""The other side's own tests of our adapters, on every game of the library."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kibitz import Decision, KibitzError, View, load, names
from kibitz.solver import Aim, TooBig, best_response, match_value

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


WHOLE, PART = 26, 60
"""Decisions of a match that OpenSpiel goes through at once, as it plays every node again from the
start many times, and of the first part of a longer one."""


@pytest.mark.parametrize("name", names())
def test_openspiel_takes_it(spiel: Any, name: str) -> None:
    """Its own test where matches are short; else the first part of one, in the same way."""
    game = spiel.load_game(f"kibitz(game={name})")
    if load(name).playouts(50).decisions.mean() <= WHOLE:
        spiel.random_sim_test(game, 1, True, False)
        return
    state, chance = game.new_initial_state(), np.random.default_rng(1)
    for _ in range(PART):
        if state.is_terminal():
            break
        actions = state.legal_actions()
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            assert sum(odds) == pytest.approx(1)
        else:
            assert state.information_state_string(state.current_player())
        twin = state.clone()
        state.apply_action(int(chance.choice(actions)))
        twin.apply_action(state.history()[-1])
        assert twin.history() == state.history()
        assert str(twin) == str(state)


def by_order(options: int) -> list[Fraction]:
    """The later an option comes, the likelier it is."""
    return [Fraction(n + 1, options * (options + 1) // 2) for n in range(options)]


POLICIES: dict[str, Callable[[int], list[Fraction]]] = {
    "any option": lambda options: [Fraction(1, options)] * options,
    "the last option": lambda options: [Fraction(int(n == options - 1)) for n in range(options)],
    "later ones rather": by_order,
}


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker"])
def test_openspiel_finds_our_exploitability(spiel: Any, name: str) -> None:
    """Of each policy; OpenSpiel goes through the whole game once for all of them."""
    from open_spiel.python import policy as policies  # noqa: PLC0415
    from open_spiel.python.algorithms import exploitability  # noqa: PLC0415

    program = load(name).program
    game = spiel.load_game(f"kibitz(game={name})")
    theirs = policies.TabularPolicy(game)
    for odds in POLICIES.values():
        for row, is_legal in zip(
            theirs.action_probability_array, theirs.legal_actions_mask, strict=True
        ):
            row[:] = 0
            row[np.flatnonzero(is_legal)] = [float(share) for share in odds(int(sum(is_legal)))]

        def ours(
            view: View, decision: Decision, odds: Callable[[int], list[Fraction]] = odds
        ) -> list[Fraction]:
            return odds(len(decision.options))

        best = [best_response(program, seat, ours, budget=10**6) for seat in (0, 1)]
        both = match_value(program, aim=Aim.SCORE, policies={0: ours, 1: ours}, budget=10**6)
        gains = [best[seat].worth(seat, Aim.SCORE) - both.worth(seat, Aim.SCORE) for seat in (0, 1)]
        found = exploitability.exploitability(game, theirs)
        assert found == pytest.approx(float(sum(gains)) / 2, abs=1e-9)


def test_openspiel_finds_the_value_of_kuhn_poker(spiel: Any) -> None:
    from open_spiel.python.algorithms import cfr, expected_game_score  # noqa: PLC0415

    game = spiel.load_game("kibitz(game=kuhn-poker)")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [found, found])
    assert value[0] == pytest.approx(-1 / 18, abs=0.002)


def test_openspiel_sees_the_numbers_of_kibitz(spiel: Any) -> None:
    """Actions are those of the game, and tensors its observations and information states."""
    game, ours = spiel.load_game("kibitz(game=agram,recalled=3)"), load("agram")
    assert game.num_distinct_actions() == ours.actions.size
    assert game.observation_tensor_shape() == [ours.observation.size]
    assert game.information_state_tensor_shape() == [ours.information(3).size]
    state = game.new_initial_state()
    for decided in range(4):
        while state.is_chance_node():
            state.apply_action(0)
        seat = state.current_player()
        seen = dict(zip(ours.observation.names, state.observation_tensor(seat), strict=True))
        for action in state.legal_actions():
            card = ours.actions.text(action).split("=")[1]
            assert state.action_to_string(seat, action) == f"play:C={card}"
            assert seen[f"HAND: {card}"] > 0
        said = zip(ours.information(3).names, state.information_state_tensor(seat), strict=True)
        assert sum(told for name, told in said if "ago, by: " in name) == decided
        state.apply_action(state.legal_actions()[0])


def test_openspiel_deals_anew_what_a_player_cannot_know(spiel: Any) -> None:
    """Who sees two of six cards is told the same, whichever of four the other one holds; and its
    search, which deals anew every time, finds something to do."""
    from open_spiel.python.algorithms import ismcts  # noqa: PLC0415
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator  # noqa: PLC0415

    game, chance = spiel.load_game("kibitz(game=leduc-poker)"), np.random.default_rng(1)
    state = game.new_initial_state()
    for _ in range(5):  # two hands, two checks, a card of the table
        state.apply_action(0)
    player = state.current_player()
    told, others = state.information_state_string(player), Counter[str]()
    for _ in range(400):
        twin = state.resample_from_infostate(player, chance.random)
        assert twin.current_player() == player
        assert twin.information_state_string(player) == told
        others[twin.information_state_string(1 - player)] += 1
    assert sorted(others.values()) == pytest.approx([100] * 4, abs=30)
    rolled = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, RandomRolloutEvaluator(2, rolled), 2.0, 20, random_state=rolled)
    assert bot.step(state) in state.legal_actions()


def test_openspiel_hears_where_too_much_could_be_dealt_anew(
    spiel: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.openspiel._MOST_ALIKE", 5)
    state = spiel.load_game("kibitz(game=leduc-poker)").new_initial_state()
    for _ in range(3):
        state.apply_action(0)
    with pytest.raises(TooBig, match="too many nodes that look like this one"):
        state.resample_from_infostate(state.current_player(), lambda: 0.5)


def test_where_sets_are_picked_openspiel_gets_options_by_their_index(spiel: Any) -> None:
    game = spiel.load_game("kibitz(game=big-two)")
    assert game.num_distinct_actions() == load("big-two").actions.most_options


def test_options_are_said_in_the_name_of_the_game(spiel: Any) -> None:
    game = spiel.load_game("kibitz(game=golf-six,options=PLAYERS:3)")
    assert game.num_players() == 3
    assert load("golf-six", players=3).players == 3
    with pytest.raises(KibitzError, match="an option is NAME:VALUE"):
        spiel.load_game("kibitz(game=golf-six,options=PLAYERS)")
