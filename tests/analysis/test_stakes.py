"""What hangs on a decision: by hand, and where the truth is known."""

from __future__ import annotations

import numpy as np
import pytest
from small_matches import program

from kibitz.analysis.records import Stake, held_out, stake
from kibitz.engine import Decision, Interpreter, Program, Rng
from kibitz.game import load
from kibitz.players import Choice, make_player
from kibitz.players.standings import Mean, mean_of
from kibitz.recycle.syntax import Goal

NAN = float("nan")


def test_every_part_values_what_the_others_think_best_and_worst() -> None:
    worth = np.array([[9.0, 1.0, 5.0], [2.0, 1.0, 4.0], [3.0, 4.0, 6.0]])
    best, gaps = held_out(worth)
    # The others' means: 2.5, 2.5, 5 for the first part; 6, 2.5, 5.5; and 5.5, 1, 4.5.
    assert best is not None
    assert best.tolist() == [2, 0, 0]
    assert gaps.tolist() == [5 - 9, 2 - 1, 3 - 4]


def test_a_part_that_did_not_try_an_option_says_nothing_about_it() -> None:
    worth = np.array([[1.0, NAN, 2.0], [1.0, 9.0, 2.0], [3.0, 9.0, NAN], [1.0, 9.0, 4.0]])
    best, gaps = held_out(worth)
    assert best is not None
    assert best.tolist() == [1, 1, 1, 1]
    assert gaps.tolist() == [9 - 1, 9 - 3, 9 - 1]


def test_with_one_option_nothing_hangs_on_the_decision() -> None:
    best, gaps = held_out(np.array([[4.0], [7.0]]))
    assert best is not None
    assert best.tolist() == [0, 0]
    assert gaps.tolist() == [0, 0]


@pytest.mark.parametrize("worth", [[[1.0, 2.0]], [[NAN, NAN], [1.0, 2.0]], [[NAN, NAN]] * 2])
def test_one_part_alone_cannot_be_held_against_others(worth: list[list[float]]) -> None:
    assert held_out(np.array(worth))[0] is None
    parts = np.array(worth)[:, :, np.newaxis].repeat(2, axis=2)
    assert stake(parts, 0, Goal.MAX) is None


def of_two(*options: tuple[float, float, float, float]) -> list[tuple[float, ...]]:
    """Scores of two seats, then their ranks, for each option."""
    return list(options)


@pytest.mark.parametrize(
    ("goal", "seat", "gap", "scores"),
    [(Goal.MAX, 0, 3, (5, 1)), (Goal.MIN, 0, 3, (2, 9)), (Goal.MAX, 1, 8, (2, 9))],
)
def test_the_chooser_wants_the_best_score_for_itself(
    goal: Goal, seat: int, gap: float, scores: tuple[float, float]
) -> None:
    part = of_two((5, 1, 1, 2), (2, 9, 2, 1))
    found = stake(np.array([part, part]), seat, goal)
    assert found is not None
    assert (found.gap.value, found.gap.error) == (gap, 0)
    assert found.rank_gap.value == 1
    assert found.scores == scores


def simulated(truth: list[float], noise: float, decisions: int) -> tuple[Mean, float]:
    """Decisions of ten parts that see the truth through noise: our spread, and the simple one."""
    chance = np.random.default_rng(3)
    ours, simple = [], []
    for _ in range(decisions):
        worth = np.array(truth) + chance.normal(0, noise, (10, len(truth)))
        ours.append(float(held_out(worth)[1].mean()))
        means = worth.mean(axis=0)
        simple.append(float(means.max() - means.min()))
    return mean_of(ours), sum(simple) / decisions


def test_where_all_options_are_alike_the_spread_is_nought_whatever_the_noise() -> None:
    for noise in (1.0, 4.0, 16.0):
        ours, simple = simulated([0.0] * 6, noise, 300)
        assert ours.margin is not None
        assert abs(ours.value) < 1.5 * ours.margin
        assert simple > 0.7 * noise  # what looking for the best and the worst makes of nothing


def test_a_real_difference_is_found_with_any_budget() -> None:
    for noise in (0.5, 2.0, 4.0):
        ours, _ = simulated([0.0, 1.0, 2.0, 8.0], noise, 300)
        assert ours.margin is not None
        assert 8 - 0.5 - ours.margin < ours.value < 8 + 1.5 * ours.margin


PLAYER = "mcts:per_option=50"
BLIND_PICK = """
(game
 (declare (range 1..4) 'CELLS)
 (setup
  (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT)))))
 (do (
  (set (game points WORTH) (((RANK : EIGHT) 8) ((RANK : SEVEN) 7) ((RANK : SIX) 6)))
  (shuffle (game iloc STOCK))
  (all 'CELLS 'C (move (top (game iloc STOCK)) (top (game hloc CELL 'C))))))
 (stage player
  once
  (choice ((any 'CELLS 'C
   ((> (size (game hloc CELL 'C)) 0)
    (move (top (game hloc CELL 'C)) (top ((current player) vloc WON))))))))
 (scoring max (sum ((current player) vloc WON) using (game points WORTH))))
"""
"""Whoever is to move takes one of four cards that nobody has seen: all are alike."""


def opening_choices(of: Program, player: str, deals: int) -> list[Choice]:
    """What the player thinks of the first decision of so many deals."""
    engine = Interpreter(of)
    thinker = make_player(player, engine.program)
    found = []
    for number in range(deals):
        step = engine.deal(Rng(1, number))
        assert isinstance(step.status, Decision)
        found.append(thinker.choose(engine.view(step.state, 0), step.status, Rng(2, number)))
    return found


def opening_stakes(of: Program, player: str, deals: int) -> list[Stake]:
    found = []
    for choice in opening_choices(of, player, deals):
        assert choice.parts is not None
        held = stake(choice.parts, 0, of.goal)
        assert held is not None
        found.append(held)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("player", ["mcts:per_option=50", "mcts:per_option=400", "flat"])
def test_a_game_whose_options_are_equal_by_symmetry_has_no_spread(player: str) -> None:
    stakes = opening_stakes(program(BLIND_PICK), player, 200)
    for gaps in ([one.gap.value for one in stakes], [one.rank_gap.value for one in stakes]):
        found = mean_of(gaps)
        assert found.margin is not None
        assert abs(found.value) < 1.5 * found.margin


@pytest.mark.slow
def test_nothing_hangs_on_the_first_card_turned_over_in_golf_six() -> None:
    """By symmetry; taken simply, the best option seems better than the worst all the same."""
    of = load("golf-six").program
    found = mean_of([one.gap.value for one in opening_stakes(of, PLAYER, 60)])
    assert found.margin is not None
    assert abs(found.value) < 1.5 * found.margin
    scores = [[one.scores[0] for one in c.estimates] for c in opening_choices(of, PLAYER, 60)]
    assert mean_of([max(row) - min(row) for row in scores]).value > 1


@pytest.mark.slow
def test_nobody_thinks_too_well_of_their_own_prospects() -> None:
    """The first to take one of the four cards expects what such a card is worth: 21 / 8."""
    mean = mean_of([one.scores[0] for one in opening_stakes(program(BLIND_PICK), PLAYER, 200)])
    assert mean.margin is not None
    assert abs(mean.value - 21 / 8) < 1.5 * mean.margin
