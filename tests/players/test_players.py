"""Players choose from a view; by name they can be sat down at a table."""

from __future__ import annotations

from collections import Counter

import pytest

from kibitz.engine import Decision, Interpreter, Rng, lower, player_settings
from kibitz.players import PLAYERS, Uniform, UnknownPlayer, make_player
from kibitz.recycle import Source, check

TEXT = """(game (setup (create players 2) (create deck (game iloc X) (deck (RANK (A, B, C)))))
 (choice ((any (game iloc X) 'C (move 'C (top (game vloc Y))))))
 (scoring max 0))"""


def first_decision() -> tuple[Interpreter, Decision]:
    checked = check(Source("game.rcy", TEXT)).game
    assert checked is not None
    engine = Interpreter(lower(checked))
    decision = engine.deal(Rng(1)).status
    assert isinstance(decision, Decision)
    return engine, decision


def test_the_uniform_player_takes_every_option_as_often_as_another() -> None:
    engine, decision = first_decision()
    view = engine.view(engine.deal(Rng(1)).state, decision.seat)
    rng = Rng(2)
    taken = Counter(Uniform().choose(view, decision, rng).option for _ in range(3000))
    assert sorted(taken) == [0, 1, 2]
    assert all(abs(count - 1000) < 4 * 26 for count in taken.values())


def test_the_same_seed_makes_the_same_choice() -> None:
    engine, decision = first_decision()
    view = engine.view(engine.deal(Rng(1)).state, decision.seat)
    choices = [Uniform().choose(view, decision, Rng(seed)) for seed in (5, 5, 6, 6)]
    assert choices[0] == choices[1]
    assert choices[2] == choices[3]


def test_every_name_makes_a_player() -> None:
    assert "uniform" in PLAYERS
    program = first_decision()[0].program
    for name in PLAYERS:
        assert callable(make_player(name, program).choose)


def test_an_unknown_name_is_answered_with_the_names_there_are() -> None:
    with pytest.raises(UnknownPlayer, match=r"there is no player 'oracle'; there are: .*uniform"):
        make_player("oracle", first_decision()[0].program)


@pytest.mark.parametrize(
    "name",
    [
        *PLAYERS,
        "flat:rollout=learned,depth=2,ending=0.5",
        "ismcts:seconds=0.25,trees=3,exploration=0,reward=score",
        "expert:per_option=100,minutes=0.1,training=kept,net=my.net",
        "flat:device=cuda,seconds=0",
        "learned:explore=1e-07",
    ],
)
def test_settings_that_are_written_down_are_read_as_they_were(name: str) -> None:
    settings = player_settings.read_settings(name)
    assert player_settings.read_settings(str(settings)) == settings


def test_what_is_as_usual_need_not_be_said() -> None:
    assert player_settings.read_settings(
        "flat:rollout=uniform,sims="
    ) == player_settings.read_settings("flat")
    assert str(player_settings.read_settings("ismcts:rollout=uniform,sims=20")) == "ismcts:sims=20"
