"""Decision spread, branching and the curves they are drawn as, by hand."""

from __future__ import annotations

import numpy as np
import pytest
from small_matches import at_stake, decided, look, match, random_match

from kibitz.analysis.measures.branching import branching, named
from kibitz.analysis.measures.histories import Spread, spread_history, spread_rows
from kibitz.analysis.measures.statistics import averaged, loess, stretched
from kibitz.analysis.page.reading import read_branching, read_spread
from kibitz.analysis.records import Gap, PlayedMatch, RecordedDecision, Stake


def test_moves_are_counted_for_each_player() -> None:
    played = match(
        at_stake(0, 3, rank_gap=0.5, error=0.25),
        at_stake(1, 0),
        decided(0, look((2, 0), (1, 2)), look((0, 0), (1, 2))),
        at_stake(0, 2),
        scores=(1, 0),
    )
    assert spread_rows(played) == [
        Spread(1, 1, 1, 3, 0.25, 0.5),
        Spread(1, 1, 2, 0, 0, 0),
        Spread(1, 3, 1, 2, 0, 0),
    ]


def test_the_rank_spread_is_on_the_scale_from_last_to_first() -> None:
    three = Stake((4.0, 1.0, 1.0), (1.0, 2.0, 3.0), Gap(4, 0), Gap(1.5, 0))
    point = RecordedDecision(0, 2, 0, (look(three.scores, three.ranks),) * 2, three)
    (row,) = spread_rows(match(point, scores=(4, 1, 1)))
    assert row.rank_spread == pytest.approx(0.75)


def rising(number: int, low: float, high: float) -> PlayedMatch:
    """A match in which more and more hangs on decisions."""
    return match(at_stake(0, low), at_stake(1, high), scores=(1, 0), number=number)


def test_the_spread_of_a_sample_has_a_mean_course_and_its_change() -> None:
    history = spread_history([rising(0, 0, 8), rising(1, 2, 6)])
    assert history is not None
    assert [run[0] for run in history.runs] == [0, 2]
    assert history.mean.mean[0] == pytest.approx(1)
    assert history.mean.mean[-1] == pytest.approx(7)
    assert history.early.value == pytest.approx((0.96 + 2.48) / 2)
    assert history.late.value == pytest.approx((7.04 + 5.52) / 2)
    assert history.change.value == pytest.approx(history.late.value - history.early.value)
    assert {len(run) for run in history.runs} == {101}


def test_the_noise_is_that_of_single_decisions() -> None:
    matches = [match(at_stake(0, 5, error=error), scores=(1, 0)) for error in (3.0, 4.0)]
    history = spread_history(matches)
    assert history is not None
    assert history.noise[50] == pytest.approx(1.96 * np.sqrt((9 + 16) / 2))


def test_a_slope_is_told_only_if_the_interval_carries_it() -> None:
    up = spread_history([rising(n, 1, 4 + n % 2) for n in range(12)])
    down = spread_history([rising(n, 4 + n % 2, 1) for n in range(12)])
    unsure = spread_history([rising(n, 5, 9 if n % 2 else 1) for n in range(12)])
    flat = spread_history([rising(n, *((2, -2) if n % 2 else (-2, 2))) for n in range(12)])
    words = ["rises over", "falls over", "cannot be told", "Nothing can be seen"]
    for history, word in zip((up, down, unsure, flat), words, strict=True):
        assert history is not None
        assert word in read_spread(history)


def test_of_few_matches_no_course_is_told() -> None:
    history = spread_history([rising(n, 1, 4 + n % 2) for n in range(9)])
    assert history is not None
    assert read_spread(history) == "9 matches are too few to say how much hangs on a decision."


def test_players_whose_thinking_has_no_parts_have_no_spread() -> None:
    assert spread_history([match(decided(0, look((1, 1), (1, 2))), scores=(1, 0))]) is None


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
    assert [(row.run, row.move, row.player, row.choices, row.portion) for row in table.rows] == [
        (1, 1, 1, 3, 0),
        (1, 2, 2, 1, 1),
        (2, 1, 1, 2, 0),
    ]
    assert (table.mean, table.most, table.matches) == (2, 3, 2)
    assert table.forced == pytest.approx(1 / 3)


def test_the_branching_curve_of_one_decision_is_one_point() -> None:
    (kind,) = branching([random_match(3)], 2).kinds
    assert kind.curve == ((1.0, 3.0),)
    assert kind.change is None


def at_lines(*decisions: tuple[int, int], number: int = 0) -> PlayedMatch:
    """A random match: the line of each choice, and its options."""
    points = tuple(RecordedDecision(0, options, line=line) for line, options in decisions)
    return PlayedMatch(number, points, (0, 0), capped=False)


def test_choices_that_alternate_have_a_curve_each() -> None:
    draws_and_swaps = ((10, 2), (20, 6)) * 5
    table = branching([at_lines(*draws_and_swaps, number=n) for n in range(3)], 2)
    assert [(kind.label, kind.mean) for kind in table.kinds] == [
        ("choose in line 10", 2),
        ("choose in line 20", 6),
    ]
    assert [options for _, options in table.kinds[0].curve] == pytest.approx([2] * 9)
    assert table.take_turns
    words = read_branching(table)
    assert "Decisions of 2 kinds take turns." in words
    assert "To choose in line 20, there are 6.0 options, and their number stays much the same." in (
        words
    )
    said = read_branching(named(table, {20: "lay down …"}))
    assert "To lay down …, there are 6.0 options, and their number stays much the same." in said


def test_choices_one_after_the_other_do_not_take_turns() -> None:
    bids_then_tricks = ((10, 4),) * 5 + ((20, 6),) * 5
    table = branching([at_lines(*bids_then_tricks)], 2)
    assert not table.take_turns
    assert "There are decisions of 2 kinds." in read_branching(table)


def test_a_choice_that_comes_round_is_parted_by_its_turns() -> None:
    table = branching([at_lines(*(((7, 2), (7, 11)) * 6), number=n) for n in range(3)], 2)
    assert [(kind.label, kind.mean) for kind in table.kinds] == [
        ("choose in line 7, 1 of 2", 2),
        ("choose in line 7, 2 of 2", 11),
    ]
    assert "comes round every 2 decisions: 2.0, 11.0" in read_branching(table)


def test_options_that_become_fewer_do_not_come_round() -> None:
    falling = [at_lines(*((7, 13 - n) for n in range(12)), number=k) for k in range(3)]
    table = branching(falling, 2)
    assert [kind.period for kind in table.kinds] == [1]
    assert "shrinks from 12.0 in the first quarter to 3.0 in the last" in read_branching(table)


def test_no_trend_is_told_that_the_matches_do_not_carry() -> None:
    wide = at_lines(*(((7, 4),) * 6 + ((7, 10),) * 6))
    narrow = at_lines(*(((7, 4),) * 6 + ((7, 1),) * 6), number=1)
    words = read_branching(branching([wide, narrow], 2))
    assert not any(verb in words for verb in ("grows", "shrinks", "stays"))
