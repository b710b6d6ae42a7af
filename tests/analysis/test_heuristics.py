"""The heuristics, by hand."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import numpy as np
import pytest
from small_matches import at_stake, ended, expecting, match, random_match

from kibitz.analysis.matches import Sample
from kibitz.analysis.measures import character as heuristics
from kibitz.analysis.measures.character import ExpectationCourse, character
from kibitz.analysis.measures.movement import CardMovements
from kibitz.analysis.measures.results import Distribution, lengths, scores_by_seat, seat_shares
from kibitz.analysis.measures.statistics import MeanComparison, compared, pooled, share
from kibitz.analysis.page.reading import read_seats
from kibitz.players.standings import Mean, mean_of
from kibitz.recycle.syntax import Goal


def value(mean: Mean | None) -> float:
    assert mean is not None
    return mean.value


def won_by_first(*leads: float) -> ExpectationCourse:
    return ExpectationCourse((leads, ()), winner=0)


@pytest.mark.parametrize(
    ("share", "players", "expected"),
    [(0.25, 4, 1.0), (0.125, 4, 0.5), (0.625, 4, 0.5), (0.0, 4, 0.0), (1.0, 4, 0.0)],
)
def test_fairness_is_lost_both_ways(share: float, players: int, expected: float) -> None:
    assert value(heuristics.fairness(Mean(share, 0.01), players)) == pytest.approx(expected)


def test_the_interval_of_fairness_is_that_of_the_share_stretched() -> None:
    low, high = heuristics.fairness(Mean(0.2, 0.01), 4), heuristics.fairness(Mean(0.4, 0.03), 4)
    assert low is not None
    assert high is not None
    assert low.margin == pytest.approx(0.04)
    assert high.margin == pytest.approx(0.04)


def test_alone_at_the_table_nothing_is_fair_or_dramatic() -> None:
    assert heuristics.fairness(Mean(1.0, 0.0), 1) is None
    assert heuristics.order(Mean(1.0, 0.0), 1) is None


def test_pooled_drama_is_one_mean_over_all_decisions_behind() -> None:
    courses = [won_by_first(0.25, 0.75), won_by_first(0.5 - 0.01, 0.5, 1.0)]
    assert value(heuristics.pooled_drama(courses)) == pytest.approx((0.5 + 0.1) / 2)


def test_how_far_winners_were_behind_cannot_be_said_if_none_was() -> None:
    assert heuristics.pooled_drama([won_by_first(0.5, 0.9)]) is None
    assert value(heuristics.drama([won_by_first(0.5, 0.9)], 2)) == 0
    assert heuristics.drama([won_by_first()], 2) is None


def test_decisiveness_counts_what_comes_before_the_winner_is_all_but_sure() -> None:
    early, late, never = won_by_first(0.9, 1, 1, 1), won_by_first(0, 0, 0.81, 1), won_by_first(0, 0)
    assert value(heuristics.decisiveness([early])) == pytest.approx(0.0)
    assert value(heuristics.decisiveness([late])) == pytest.approx(0.5)
    assert value(heuristics.decisiveness([never])) == pytest.approx(0.5)
    assert value(heuristics.decisiveness([early, late])) == pytest.approx(0.25)
    assert heuristics.decisiveness([won_by_first()]) is None


def test_coolness_pools_the_pairs_of_all_players() -> None:
    course = ExpectationCourse(((0.1, 0.4, 0.2), (0.5, 0.5)), winner=0)
    assert value(heuristics.coolness([course])) == pytest.approx(1 - 1 / 3)
    assert heuristics.coolness([won_by_first(0.3)]) is None


def test_convergence_is_above_a_half_where_options_become_fewer() -> None:
    assert value(heuristics.convergence([random_match(5, 4, 3)])) == pytest.approx(1.0)
    assert value(heuristics.convergence([random_match(2, 2, 2)])) == pytest.approx(0.5)
    assert value(heuristics.convergence([random_match(3), random_match(1, 2)])) == pytest.approx(
        0.25
    )


@pytest.mark.parametrize(("players", "expected"), [(1, 0.5), (2, 0.5), (3, 0.75), (4, 5 / 6)])
def test_the_threshold_lies_between_first_and_second(players: int, expected: float) -> None:
    assert heuristics.threshold(players) == pytest.approx(expected)


def test_drama_and_security_are_taken_match_by_match() -> None:
    courses = [won_by_first(0.25, 0.5, 1, 1), won_by_first(1, 1)]
    assert value(heuristics.drama(courses, 3)) == pytest.approx((sqrt(0.5) + sqrt(0.25)) / 2 / 2)
    assert value(heuristics.security(courses, 3)) == pytest.approx((0.5 + 1) / 2)


def test_order_is_how_much_of_the_possible_the_thinker_wins() -> None:
    assert value(heuristics.order(Mean(0.25, 0.0), 4)) == pytest.approx(0)
    assert value(heuristics.order(Mean(1.0, 0.0), 4)) == pytest.approx(1)


def test_the_winner_among_equals_is_the_first_of_the_sorted_list() -> None:
    played = match(expecting(0, 1), expecting(1, 2), scores=(3, 3))
    assert heuristics.course(played, Goal.MAX).winner == 1
    assert heuristics.course(played, Goal.MIN).winner == 0
    assert heuristics.course(played, Goal.MIN).leads == ((1.0,), (0.0,))


def test_the_table_of_a_small_sample() -> None:
    thinking = (match(at_stake(0, 2, rank_gap=1), at_stake(1, 0), scores=(5, 1)),)
    sample = Sample(
        random=(random_match(3, 2, scores=(1, 0)), random_match(2, 2, scores=(0, 1), number=1)),
        thinking=thinking,
        mixed=(match(scores=(5, 1)), match(scores=(5, 2), number=1)),
        watched=CardMovements((), (), 1, Counter(), frozenset(), 1, is_tight=False),
        player="ahead",
        duels=(),
        by_chance=np.zeros((1, 1, 2), np.int32),
        results=ended((1, 0), (0, 1)),
    )
    table = character(sample, seat_shares(sample.results.scores, Goal.MAX), Goal.MAX)
    scorer = {one.name: one.value and one.value.value for one in table.scorer}
    notebook = {one.name: one.value and one.value.value for one in table.notebook}
    assert scorer == {
        "Fairness": pytest.approx(1.0),
        "Meaningful moves": pytest.approx(0.5),
        "Drama": None,
        "Decisiveness": pytest.approx(0.0),
        "Coolness": None,
    }
    assert notebook.pop("Skill (t-test)") == pytest.approx(9.0)
    assert notebook == {
        "Convergence": pytest.approx(0.75),
        "Spread": pytest.approx(1.0),
        "Drama per match": 0.0,
        "Security": pytest.approx(1.0),
        "Order": pytest.approx(1.0),
        "Gain": pytest.approx(0.5),
    }
    assert all(one.meaning for one in (*table.scorer, *table.notebook))


def test_students_t_agrees_with_the_tables() -> None:
    # Critical values for 10 degrees of freedom, two-sided: 2.228 at 0.05, 3.169 at 0.01.
    sample = [0.0, 1, 2, 3, 4, 5]
    found = compared([x + 5 for x in sample], sample)
    assert found is not None
    assert found.t == pytest.approx(5 / sqrt(3.5 / 3))
    assert found.p == pytest.approx(0.00093746, rel=1e-4)
    for t, p in ((2.228, 0.05), (3.169, 0.01)):
        shift = t * sqrt(3.5 / 3)
        found = compared([x + shift for x in sample], sample)
        assert found is not None
        assert found.p == pytest.approx(p, rel=0.01)


@pytest.mark.parametrize(
    ("p", "stars"), [(0.0001, "***"), (0.005, "**"), (0.04, "*"), (0.09, "."), (0.2, "")]
)
def test_stars_stand_for_how_sure_the_difference_is(p: float, stars: str) -> None:
    assert MeanComparison(1.0, p).stars == stars


def test_samples_without_any_difference_or_with_nothing_else() -> None:
    same = compared([1, 1], [1, 1])
    other = compared([1, 1], [2, 2])
    assert same is not None
    assert other is not None
    assert (same.p, other.p) == (1, 0)
    assert compared([1], [1, 2]) is None


def test_lengths_and_scores_have_their_five_numbers() -> None:
    matches = [
        random_match(*[1] * length, scores=(length, 0), number=length) for length in (1, 2, 3, 4)
    ]
    found = lengths("random", matches)
    assert found.values == (1, 2, 3, 4)
    assert found.five_numbers == (1, 1.75, 2.5, 3.25, 4)
    assert found.mean == 2.5
    assert [one.label for one in scores_by_seat(matches)] == ["player 1", "player 2"]
    assert Distribution("one", (3.0,)).five_numbers == (3, 3, 3, 3, 3)


def test_pooled_means_count_values_and_err_over_matches() -> None:
    found = pooled([[1.0, 2.0], [], [6.0]])
    assert found is not None
    assert found.value == 3
    # Deviations of the sums: 3 - 6, 0 and 6 - 3; t of two degrees of freedom; one value a match.
    assert found.margin == pytest.approx(4.302653 * sqrt(18 / 6))
    assert pooled([[], []]) is None


def test_one_value_a_match_is_the_usual_mean() -> None:
    values = [0.0, 1.0, 1.0, 3.0]
    assert pooled([[one] for one in values]) == mean_of(values)


def test_pooled_intervals_hold_the_truth_as_often_as_they_say() -> None:
    chance, held = np.random.default_rng(1), 0
    for _ in range(400):
        lengths = chance.integers(1, 6, 30)
        parts = [(chance.normal(0, 2) + chance.normal(7, 1, n)).tolist() for n in lengths]
        found = pooled(parts)
        assert found is not None
        assert found.margin is not None
        held += abs(found.value - 7) < found.margin
    assert 0.91 < held / 400 < 0.98


def test_what_always_happened_may_yet_fail_to() -> None:
    assert share(np.ones(100)) == Mean(1.0, 0.03)
    assert share(np.ones(1)).margin is None


def test_seats_win_their_shares_and_share_a_win() -> None:
    shares = seat_shares(ended((2, 1), (1, 1), (0, 3), (5, 0)).scores, Goal.MAX)
    assert [one.value for one in shares.by_seat] == [0.625, 0.375]
    assert seat_shares(ended((2, 1)).scores, Goal.MIN).by_seat[1].value == 1
    assert shares.advantage.value == pytest.approx(0.125)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_where_all_seats_are_alike_none_is_seen_to_have_an_advantage(seats: int) -> None:
    """The farthest of several lies outside the interval of one share much oftener than 1 in 20."""
    rng = np.random.default_rng(seats)
    held = 0
    for _ in range(400):
        scores = np.eye(seats, dtype=np.int32)[rng.integers(seats, size=1000)]
        advantage = seat_shares(scores, Goal.MAX).advantage
        assert advantage.margin is not None
        held += abs(advantage.value) <= advantage.margin
    assert 0.92 < held / 400 < 0.985


def test_a_seat_is_said_to_win_more_only_if_that_is_sure() -> None:
    sure = seat_shares(ended(*[(1, 0)] * 60, *[(0, 1)] * 20).scores, Goal.MAX)
    unsure = seat_shares(ended(*[(1, 0)] * 6, *[(0, 1)] * 4).scores, Goal.MAX)
    assert "seat 1 wins 75 ± 10 %, more than its share" in read_seats(sure, "bots")
    assert "no seat is seen to win more" in read_seats(unsure, "bots")
