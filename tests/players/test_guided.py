"""Searches that a net guides."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from threading import Thread

import numpy as np
import pytest
from tables import FOR_THREE, GREED, HIGH_CARD, WIN_IN_ONE, Seen, dealt

from kibitz.engine import Rng, player_settings
from kibitz.engine.native import learner
from kibitz.learning import Course, keep_net, kept_net, learn
from kibitz.learning.net import Net, from_bytes
from kibitz.players import UnknownPlayer, make_player, trial

pytestmark = pytest.mark.slow

TWO_STEPS = """(game
 (setup (create players 1) (create deck (game vloc TABLE) (deck (RANK (A)))))
 (stage player
  (end (== (game sto TIMES) 2))
  (choice (
   (do ((inc (game sto TIMES)) (inc ((1 player) sto S) 1)))
   (do ((inc (game sto TIMES)) (inc ((1 player) sto S) 3))))))
 (scoring max ((current player) sto S)))"""
"""Take one or three, twice."""

DRAW_OR_STAY = """(game
 (setup (create players 1)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F, G, H, I, J)))))
 (do (
  (set (game points V)
   (((RANK : F) 10) ((RANK : G) 20) ((RANK : H) 30) ((RANK : I) 40) ((RANK : J) 50)))
  (set (game sto S) 60)
  (shuffle (game iloc STOCK))))
 (choice (
  (as STAY (set (game sto S) 65))
  (as DRAW (move (top (game iloc STOCK)) (top (game vloc OPEN))))))
 (choice (
  ((== (size (game vloc OPEN)) 0) (turn pass))
  ((> (size (game vloc OPEN)) 0)
   (as KEEP (inc (game sto S) (sum (game vloc OPEN) using (game points V)))))
  ((> (size (game vloc OPEN)) 0) (as WASTE (set (game sto S) 20)))
  ((> (size (game vloc OPEN)) 0) (as SPILL (set (game sto S) 10)))
  ((> (size (game vloc OPEN)) 0) (as LOSE (set (game sto S) 0)))))
 (scoring max (game sto S)))"""
"""65 points at once, or a card is drawn: 75 points in the mean, unless one wastes it."""

SEARCHES = ["flat:sims=60", "mcts:sims=60,worlds=3", "ismcts:sims=60"]
DEPTHS = ("", ",depth=1", ",depth=1,ending=0.5")
GUIDED = [f"{search}{depth}" for search in SEARCHES for depth in DEPTHS]


def taught(text: str, matches: int = 200, *, by_score: bool = False) -> Seen:
    """A table whose game a net has learnt."""
    table = dealt(text)
    learn(table.engine.program, Course(matches=matches, threads=1, by_score=by_score))
    return table


@pytest.mark.parametrize("name", GUIDED)
def test_a_guided_search_takes_the_win_in_one(name: str) -> None:
    choice = taught(WIN_IN_ONE).ask(f"{name},rollout=learned")
    assert choice.option == 2
    assert sum(estimate.visits for estimate in choice.estimates) == 60


@pytest.mark.parametrize("name", GUIDED)
def test_it_sees_no_more_than_its_view_and_chooses_alike_for_a_seed(name: str) -> None:
    table, name = taught(HIGH_CARD), f"{name},rollout=learned"
    choice = table.ask(name, seed=4)
    for seed in range(3):
        world = table.engine.resample(table.view, Rng(seed))
        other = replace(table, view=table.engine.view(world, table.view.seat))
        assert other.ask(name, seed=4) == choice


@pytest.mark.parametrize("name", ["flat:sims=60,depth=1", "ismcts:sims=60,depth=1"])
def test_what_one_draws_is_not_wasted_in_a_search_that_a_net_guides(name: str) -> None:
    """Each of ten cards is met a few times: not often enough to find out what is waste."""
    stay, draw = taught(DRAW_OR_STAY, 4_000).ask(f"{name},rollout=learned").estimates
    assert draw.reward > stay.reward


def kept_as(table: Seen, net: Net, way: player_settings.PlayerSettings) -> None:
    """It was found out before how the game is best searched."""
    keep_net(replace(net, way=way))


def test_an_expert_searches_in_the_way_that_was_found_best() -> None:
    ten_cards = HIGH_CARD.replace("D, E)))", "D, E)) (SUIT (X, Y)))")
    table = dealt(ten_cards.replace("repeat 2", "repeat 4"))
    net = learn(table.engine.program, Course(matches=200, threads=1))
    choices = []
    for way, times in trial.WAYS.items():
        kept_as(table, net, way)
        choices.append(table.ask("expert:per_option=30", seed=2))
        as_much = way if way == trial.FOLLOWING else replace(way, per_option=30 * times)
        assert choices[-1] == table.ask(str(as_much), seed=2)
    assert len({choice.estimates for choice in choices}) == len(trial.WAYS)


def test_a_net_that_somebody_sent_cannot_say_whose_code_is_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trial, "TRIAL_SECONDS", 0.1)
    table = dealt(FOR_THREE)
    net = learn(table.engine.program, Course(matches=20, threads=1))
    data = net.to_bytes().replace(b'"way": null', b'"way": "somebody.bots:Spy"')
    assert b"Spy" in data
    sent = from_bytes(data, learner(table.engine.program).plan.rows)
    assert sent is not None
    keep_net(sent)
    table.ask("expert:per_option=5")
    kept = kept_net(table.engine.program, by_score=False)
    assert kept is not None
    assert kept.way in trial.WAYS


def test_the_trial_finds_the_way_that_gains_over_the_net(monkeypatch: pytest.MonkeyPatch) -> None:
    """The net knows nothing; who comes first makes no difference."""
    table = taught(WIN_IN_ONE)
    learnt = kept_net(table.engine.program, by_score=False)
    assert learnt is not None
    net = replace(learnt, weights=np.zeros_like(learnt.weights))
    keep_net(net)
    poor, good = (
        (player_settings.read_settings("mcts"), 1),
        (player_settings.read_settings("flat"), 60),
    )
    monkeypatch.setattr(trial, "_SIMULATIONS", (1, 1))
    for ways in ((poor, good), (good, poor)):
        monkeypatch.setattr(trial, "WAYS", {trial.FOLLOWING: 1, **dict(ways)})
        assert trial.best_way(table.engine.program, net, None, 2_000) == good[0]


def test_nobody_takes_the_place_of_a_net_that_plays_perfectly() -> None:
    table = taught(WIN_IN_ONE)
    net = kept_net(table.engine.program, by_score=False)
    assert net is not None
    for decisions in (0, 500):
        assert trial.best_way(table.engine.program, net, None, decisions) == trial.FOLLOWING


def test_a_trial_finds_the_same_whatever_else_the_machine_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On all cores, and on one while nobody waits."""
    table = taught(HIGH_CARD.replace("* 10", "* 11"))
    program, net = table.engine.program, kept_net(table.engine.program, by_score=False)
    assert net is not None
    found, contest = list[object](), trial._Contest(program, net, None)

    def gains() -> None:
        found.append(contest.gains(400))
        found.append(contest.duel(trial.PLAIN, 100))

    gains()
    alone = Thread(target=gains, daemon=True)
    alone.start()
    alone.join()
    assert found[0]
    assert found[:2] == found[2:]


def test_where_a_net_is_slow_fewer_matches_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that takes twenty times as long as it should is counted twenty times."""
    table = taught(HIGH_CARD.replace("* 10", "* 12"))
    program, net = table.engine.program, kept_net(table.engine.program, by_score=False)
    assert net is not None
    slow = replace(net, seconds=net.matches * trial._PLAYED / trial.PACE)
    assert trial.simulations(slow) == 20
    taken, look = list[float](), trial._Contest._match

    def noted(
        self: trial._Contest, number: int, ways: Sequence[player_settings.PlayerSettings]
    ) -> trial._TrialMatch:
        match = look(self, number, ways)
        taken.append(match.taken)
        return match

    monkeypatch.setattr(trial._Contest, "_match", noted)
    trial._Contest(program, slow, None).gains(1_000)
    assert 1 < len(taken) < trial._ROUND
    assert sum(taken) - taken[-1] < 1_000


def test_what_an_expert_found_out_about_a_game_is_kept_with_the_net(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(trial, "TRIAL_SECONDS", 0.5)
    table = taught(FOR_THREE.replace("* 10", "* 9"))
    program = table.engine.program
    with caplog.at_level(logging.WARNING):
        table.ask("expert:per_option=5")
    assert "trying out for about 0.5 seconds how to search in game" in caplog.text
    kept = kept_net(program, by_score=False)
    assert kept is not None
    assert kept.way in trial.WAYS
    caplog.clear()
    table.ask("expert:per_option=5")
    assert caplog.text == ""


@pytest.mark.parametrize("name", GUIDED)
def test_it_wants_what_the_net_learnt_to_want(name: str) -> None:
    table = taught(GREED)
    learn(table.engine.program, Course(matches=200, threads=1, by_score=True))
    assert table.ask(f"{name},rollout=learned").option == 1
    assert table.ask(f"{name},rollout=learned,reward=score").option == 0


def test_the_result_that_the_net_expects_stands_for_the_rest_of_the_match() -> None:
    """What it says of the best option when the seat is to choose again."""
    table = dealt(TWO_STEPS)
    net = learn(table.engine.program, Course(matches=30, threads=1))
    choice = table.ask("flat:sims=20,rollout=learned,depth=1")
    step = table.engine.deal(Rng(1))
    for option, estimate in enumerate(choice.estimates):
        after = table.engine.view(table.engine.apply(step, option, Rng(1)).state, 0)
        said = learner(table.engine.program).said(after, net.weights, 2) @ net.wants
        assert estimate.reward == pytest.approx(said.max(), abs=1e-6)
        assert estimate.scores == (1 + 2 * option,)
    whole = table.ask("flat:sims=20,rollout=learned")
    assert all(estimate.scores[0] >= 2 for estimate in whole.estimates)


def test_what_comes_after_that_counts_as_much_as_is_said() -> None:
    table = dealt(TWO_STEPS)
    learn(table.engine.program, Course(matches=30, threads=1))
    near, whole, both = (
        table.ask(f"flat:sims=20,rollout=learned{more}").estimates
        for more in (",depth=1", "", ",depth=1,ending=0.25")
    )
    for option, estimate in enumerate(both):
        expected = 0.75 * near[option].reward + 0.25 * whole[option].reward
        assert estimate.reward == pytest.approx(expected)
        assert estimate.scores == whole[option].scores


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("flat:rollout=perfect", "rollout is uniform or learned, not 'perfect'"),
        ("flat:rollout=learned,depth=none", "depth is a whole number above 0"),
        ("flat:rollout=learned,ending=2", "ending is a number from 0 to 1, not '2'"),
        ("uniform:depth=1", "'depth=1' is not a parameter"),
        ("mcts:rollout=learned,net=missing.net", "missing.net cannot be read"),
    ],
)
def test_what_cannot_be_is_refused(name: str, said: str) -> None:
    with pytest.raises(UnknownPlayer, match=said):
        make_player(name, dealt(WIN_IN_ONE).engine.program)
