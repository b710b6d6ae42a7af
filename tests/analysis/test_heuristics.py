"""The heuristics, by hand."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest
from small_matches import decided, expecting, look, match, random_match

from kibitz.analysis.card_movements import CardMovements
from kibitz.analysis.matches import Sample
from kibitz.analysis.measures import heuristics
from kibitz.analysis.measures.character import character
from kibitz.analysis.measures.distributions import Distribution, lengths, scores_by_seat
from kibitz.analysis.measures.heuristics import Course
from kibitz.analysis.measures.spread import spread_history
from kibitz.analysis.measures.student import Comparison, compared
from kibitz.recycle.syntax import Goal


def won_by_first(*leads: float) -> Course:
    return Course((leads, ()), winner=0)


@pytest.mark.parametrize(
    ("share", "players", "expected"),
    [(0.25, 4, 1.0), (0.125, 4, 0.5), (0.625, 4, 0.5), (0.0, 4, 0.0), (1.0, 4, 0.0), (1.0, 1, 1.0)],
)
def test_fairness_is_lost_both_ways(share: float, players: int, expected: float) -> None:
    assert heuristics.fairness(share, players) == pytest.approx(expected)


def test_pooled_drama_is_one_mean_over_all_decisions_behind() -> None:
    courses = [won_by_first(0.25, 0.75), won_by_first(0.5 - 0.01, 0.5, 1.0)]
    assert heuristics.pooled_drama(courses) == pytest.approx((0.5 + 0.1) / 2)


def test_winners_who_were_never_behind_make_no_drama() -> None:
    assert heuristics.pooled_drama([won_by_first(0.5, 0.9)]) == 0
    assert heuristics.drama([won_by_first(0.5, 0.9)], 2) == 0


def test_decisiveness_counts_what_comes_before_the_winner_is_all_but_sure() -> None:
    early, late, never = won_by_first(0.9, 1, 1, 1), won_by_first(0, 0, 0.81, 1), won_by_first(0, 0)
    assert heuristics.decisiveness([early]) == pytest.approx(0.0)
    assert heuristics.decisiveness([late]) == pytest.approx(0.5)
    assert heuristics.decisiveness([never]) == pytest.approx(0.5)
    assert heuristics.decisiveness([early, late]) == pytest.approx(0.25)
    assert heuristics.decisiveness([won_by_first()]) is None


def test_coolness_pools_the_pairs_of_all_players() -> None:
    course = Course(((0.1, 0.4, 0.2), (0.5, 0.5)), winner=0)
    assert heuristics.coolness([course]) == pytest.approx(1 - 1 / 3)
    assert heuristics.coolness([won_by_first(0.3)]) is None


def test_convergence_is_above_a_half_where_options_become_fewer() -> None:
    assert heuristics.convergence([random_match(5, 4, 3)]) == pytest.approx(1.0)
    assert heuristics.convergence([random_match(2, 2, 2)]) == pytest.approx(0.5)
    assert heuristics.convergence([random_match(3), random_match(1, 2)]) == pytest.approx(0.25)


@pytest.mark.parametrize(("players", "expected"), [(1, 0.5), (2, 0.5), (3, 0.75), (4, 5 / 6)])
def test_the_threshold_lies_between_first_and_second(players: int, expected: float) -> None:
    assert heuristics.threshold(players) == pytest.approx(expected)


def test_drama_and_security_are_taken_match_by_match() -> None:
    courses = [won_by_first(0.25, 0.5, 1, 1), won_by_first(1, 1)]
    assert heuristics.drama(courses, 3) == pytest.approx((sqrt(0.5) + sqrt(0.25)) / 2 / 2)
    assert heuristics.security(courses, 3) == pytest.approx((0.5 + 1) / 2)


def test_order_is_how_much_of_the_possible_the_thinker_wins() -> None:
    assert heuristics.order(0.25, 4) == 0
    assert heuristics.order(1.0, 4) == 1
    assert heuristics.order(0.0, 1) == 1


def test_the_winner_among_equals_is_the_first_of_the_sorted_list() -> None:
    played = match(expecting(0, 1), expecting(1, 2), scores=(3, 3))
    assert heuristics.course(played, Goal.MAX).winner == 1
    assert heuristics.course(played, Goal.MIN).winner == 0
    assert heuristics.course(played, Goal.MIN).leads == ((1.0,), (0.0,))


def test_the_table_of_a_small_sample() -> None:
    thinking = (
        match(
            decided(0, look((4, 0), (1, 2)), look((2, 0), (2, 1))), expecting(1, 2), scores=(5, 1)
        ),
    )
    sample = Sample(
        random=(
            random_match(3, 2, scores=(1, 0)),
            random_match(2, 2, scores=(0, 1), number=1),
        ),
        thinking=thinking,
        mixed=(
            match(scores=(5, 1)),
            match(scores=(5, 2), number=1),
        ),
        watched=CardMovements((), (), 1, Counter(), frozenset(), 1, 0),
    )
    table = character(sample, spread_history(thinking, 2), Goal.MAX)
    scorer = {one.name: one.value for one in table.scorer}
    notebook = {one.name: one.value for one in table.notebook}
    assert scorer == {
        "Fairness": pytest.approx(1.0),
        "Meaningful moves": pytest.approx(0.5),
        "Drama": 0.0,
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
    assert Comparison(1.0, p).stars == stars


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
