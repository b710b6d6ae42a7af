"""Decision spread, branching and the curves they are drawn as, by hand."""

from __future__ import annotations

import numpy as np
import pytest
from small_matches import decided, look, match, random_match

from kibitz.analysis.measures.branching import Branch, branching
from kibitz.analysis.measures.curves import averaged, loess, stretched
from kibitz.analysis.measures.spread import rank_spread, spread, spread_history, spread_rows


def test_the_spread_is_the_choosers_best_score_minus_its_worst() -> None:
    point = decided(1, look((90, 4), (1, 2)), look((0, -3), (1, 2)), look((0, 1), (1, 2)))
    assert spread(point) == 7


def test_with_one_option_nothing_hangs_on_the_decision() -> None:
    point = decided(0, look((4, 1), (1, 2)))
    assert spread(point) == 0
    assert rank_spread(point, 2) == 0


def test_the_rank_spread_is_on_the_scale_from_last_to_first() -> None:
    point = decided(0, look((4, 1, 1), (1.0, 2, 3)), look((0, 1, 1), (2.5, 1, 2)))
    assert rank_spread(point, 3) == pytest.approx(0.75)


def test_options_that_were_never_tried_do_not_count() -> None:
    point = decided(0, look((4, 0), (1, 2)), None, look((1, 0), (1, 2)))
    assert spread(point) == 3


def test_moves_are_counted_for_each_player() -> None:
    played = match(
        decided(0, look((4, 0), (1, 2)), look((1, 0), (1, 2))),
        decided(1, look((4, 0), (1, 2))),
        decided(0, look((2, 0), (1, 2)), look((0, 0), (1, 2))),
        scores=(1, 0),
    )
    rows = spread_rows(played, 2)
    assert [(row.run, row.player, row.pmove, row.spread) for row in rows] == [
        (1, 1, 1, 3),
        (1, 2, 1, 0),
        (1, 1, 2, 2),
    ]


def test_both_normalisations() -> None:
    def of(points: float) -> tuple[float, float]:
        return (points, 0.0)

    small = match(
        decided(0, look(of(1), (1, 2)), look(of(0), (1, 2))),
        decided(0, look(of(2), (1, 2)), look(of(0), (1, 2))),
        scores=(1, 0),
    )
    large = match(
        decided(0, look(of(0), (1, 2)), look(of(0), (1, 2))),
        decided(0, look(of(8), (1, 2)), look(of(0), (1, 2))),
        scores=(1, 0),
        number=1,
    )
    history = spread_history([small, large], 2)
    assert history is not None
    assert history.highest == 8
    assert (history.runs[0][0], history.runs[0][-1]) == (1, 2)
    assert (history.of_match[0][0], history.of_match[0][-1]) == (0.5, 1)
    assert (history.of_game[0][0], history.of_game[0][-1]) == (0.125, 0.25)
    assert (history.of_game[1][0], history.of_game[1][-1]) == (0, 1)
    assert history.mean.mean[-1] == pytest.approx(0.625)
    assert history.mean_of_match.mean[-1] == pytest.approx(1)
    assert {len(run) for run in history.of_game} == {101}


def test_where_nothing_ever_hangs_on_anything_the_spread_is_nought() -> None:
    history = spread_history([match(decided(0, look((1, 1), (1, 2))), scores=(1, 0))], 2)
    assert history is not None
    assert set(history.of_game[0]) == set(history.of_match[0]) == {0.0}


def test_matches_are_stretched_by_straight_lines() -> None:
    values = stretched([0, 10, 0])
    assert (values[0], values[25], values[50], values[75], values[100]) == (0, 5, 10, 5, 0)
    assert set(stretched([3]).tolist()) == {3.0}


def test_the_smooth_curve_follows_a_straight_line_exactly() -> None:
    x = np.arange(20, dtype=float)
    assert loess(x, 3 * x - 1, x, 0.3) == pytest.approx(3 * x - 1)


def test_the_smooth_curve_of_points_on_one_spot_is_their_mean() -> None:
    x = np.zeros(4)
    assert loess(x, np.array([1.0, 2, 3, 6]), np.zeros(1), 0.5)[0] == 3


def test_the_band_is_the_confidence_of_the_mean() -> None:
    curve = averaged([np.full(101, 1.0), np.full(101, 3.0)], 0.1)
    half = 1.96 * np.sqrt(2) / np.sqrt(2)
    assert curve.mean[50] == pytest.approx(2)
    assert curve.high[50] == pytest.approx(2 + half)
    assert curve.low[50] == pytest.approx(2 - half)


def test_branching_has_a_row_for_every_decision_point_forced_ones_too() -> None:
    table = branching([random_match(3, 1), random_match(2, number=1)], 2)
    assert table.rows == (Branch(1, 1, 1, 3), Branch(1, 2, 2, 1), Branch(2, 1, 1, 2))
    assert (table.mean, table.most, table.matches) == (2, 3, 2)
    assert table.forced == pytest.approx(1 / 3)


def test_the_branching_curve_of_one_decision_is_one_point() -> None:
    assert branching([random_match(3)], 2).curve == ((1.0, 3.0),)
