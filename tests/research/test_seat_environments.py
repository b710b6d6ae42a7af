"""One seat as an environment of Gymnasium's: what it is told, to the end, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kibitz import KibitzError, load
from kibitz.engine import MatchOver
from kibitz.recycle import BadArgument

gym = pytest.importorskip("gymnasium", reason="the extra `gymnasium` is not installed")
seats = pytest.importorskip("kibitz.gymnasium")

GAMES = ("kuhn-poker", "leduc-poker", "agram", "golf-six")


def first(info: dict[str, Any]) -> int:
    return int(info["action_mask"].argmax())


def test_the_last_step_shows_the_end_and_not_the_next_deal() -> None:
    env = seats.SeatEnv("leduc-poker")
    _, info = env.reset(seed=3)
    is_over, reward = False, 0.0
    while not is_over:
        seen, reward, is_over, is_cut, info = env.step(first(info))
        assert not is_cut
    assert (seen == env._state.observe(0)).all()
    assert not info["action_mask"].any()
    scores = env._state.scores
    assert reward == scores[0] - sum(scores) / 2
    with pytest.raises(MatchOver):
        env.step(0)


def test_no_match_is_passed_over_between_two_episodes() -> None:
    env = seats.SeatEnv("golf-six")
    env.reset(seed=3)
    number = env._dealt
    env.reset()
    assert env._dealt == number + 1


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_is_the_same_play(name: str) -> None:
    def played(others: Any) -> list[bytes]:
        env = seats.SeatEnv(name, others=others)
        seen, info = env.reset(seed=5)
        told = [seen.tobytes()]
        for _ in range(30):
            seen, reward, is_over, _, info = env.step(first(info))
            told.append(seen.tobytes() + np.float64(reward).tobytes())
            if is_over:
                seen, info = env.reset()
        return told

    def spelt_out(seen: Any, masks: Any, chance: np.random.Generator) -> Any:
        return seats.uniform(seen, masks, chance)

    assert played(seats.uniform) == played(seats.uniform) == played(spelt_out)


@pytest.mark.parametrize("name", GAMES)
def test_many_matches_of_a_seed_are_the_same_and_tell_their_ends_as_gymnasium_does(
    name: str,
) -> None:
    def played() -> list[bytes]:
        many = seats.SeatVectorEnv(name, 8)
        seen, info = many.reset(seed=2)
        told = [seen.tobytes()]
        for _ in range(20):
            assert seen in many.observation_space
            seen, rewards, ended, _, info = many.step(info["action_mask"].argmax(axis=1))
            told.append(seen.tobytes() + rewards.tobytes())
            assert ended.any() == ("final_obs" in info)
            assert (rewards[~ended] == 0).all()
            if ended.any():
                assert (info["_final_obs"] == ended).all()
                assert (info["_final_info"] == ended).all()
                assert not info["final_info"]["action_mask"].any()
                for number, last in enumerate(info["final_obs"]):
                    assert (last is not None) == ended[number]
                    assert last is None or last in many.single_observation_space
        return told

    assert played() == played()


def test_the_names_of_what_is_told_are_those_of_gymnasium() -> None:
    """Its own vector of our single environments tells the same things."""
    theirs = gym.vector.SyncVectorEnv(
        [lambda: seats.SeatEnv("kuhn-poker")] * 4, autoreset_mode=gym.vector.AutoresetMode.SAME_STEP
    )
    ours, told = seats.SeatVectorEnv("kuhn-poker", 4), []
    for many in (theirs, ours):
        _, info = many.reset(seed=1)
        while "final_obs" not in info:
            _, _, _, _, info = many.step(info["action_mask"].argmax(axis=1))
        told.append((set(info), set(info["final_info"])))
    assert told[0] == told[1]


def test_what_is_seen_at_an_end_is_the_end_of_that_match() -> None:
    """Whoever always does the first thing there is plays the same match in a single state."""

    def first_of_all(seen: Any, masks: Any, chance: np.random.Generator) -> Any:
        return masks.argmax(axis=1)

    many = seats.SeatVectorEnv("agram", 1, others=first_of_all)
    _, info = many.reset(seed=4)
    state = load("agram").state(int(np.random.default_rng(4).integers(1 << 62)))
    while not state.is_over:
        state.apply(state.legal_actions[0])
    while "final_obs" not in info:
        seen, rewards, _, _, info = many.step(info["action_mask"].argmax(axis=1))
    assert (info["final_obs"][0] == state.observe(0)).all()
    assert (seen[0] != state.observe(0)).any()
    assert rewards[0] == pytest.approx(state.scores[0] - sum(state.scores) / len(state.scores))


@pytest.mark.parametrize("action", [-1, -2, 99, 10**6, 2**40])
def test_what_is_no_action_is_refused_and_nothing_happens(action: int) -> None:
    env, many = seats.SeatEnv("leduc-poker"), seats.SeatVectorEnv("leduc-poker", 4)
    before, _ = env.reset(seed=1)
    after, reward, is_over, _, info = env.step(action)
    assert info["refused"]
    assert (after == before).all()
    assert (reward, is_over) == (0.0, False)
    _, info = many.reset(seed=1)
    chosen = info["action_mask"].argmax(axis=1)
    chosen[0] = action
    _, _, _, _, info = many.step(chosen)
    assert info["refused"].tolist() == [True, False, False, False]


def test_too_few_actions_are_refused_in_words() -> None:
    many = seats.SeatVectorEnv("leduc-poker", 4)
    many.reset(seed=1)
    with pytest.raises(KibitzError, match="4 matches need as many whole numbers"):
        many.step([0, 0])


def test_seeds_are_one_for_all_or_one_for_each() -> None:
    many = seats.SeatVectorEnv("kuhn-poker", 4)
    first, _ = many.reset(seed=[1, 2, 3, 4])
    again, _ = many.reset(seed=[1, 2, 3, 4])
    assert (first == again).all()
    many.reset(seed=[1, None, 3, 4])
    many.reset(seed=np.int64(3))
    with pytest.raises(BadArgument, match="4 matches have as many seeds, not 2"):
        many.reset(seed=[1, 2])
    with pytest.raises(BadArgument, match="the seed is at least 0, not -1"):
        many.reset(seed=-1)


@pytest.mark.parametrize("seat", [-1, 2, 9])
def test_a_seat_that_the_game_has_not_is_refused_in_words(seat: int) -> None:
    for environment in (seats.SeatEnv, seats.SeatVectorEnv):
        with pytest.raises(BadArgument, match=f"the seats are 0 to 1, not {seat}"):
            environment("leduc-poker", seat=seat)


def test_every_game_has_a_name_at_gymnasium_and_is_loaded_when_it_is_made() -> None:
    env = gym.make("kibitz.gymnasium:kibitz/leduc-poker-v0", seat=1)
    _, info = env.reset(seed=1)
    assert env.unwrapped.game.name == "leduc-poker"
    env.step(first(info))
    many = gym.make_vec("kibitz/kuhn-poker-v0", num_envs=3)
    assert isinstance(many, seats.SeatVectorEnv)
    assert many.num_envs == 3
    assert {f"kibitz/{name}-v0" for name in GAMES} <= set(gym.registry)
