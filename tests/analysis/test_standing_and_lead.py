"""Ranks, lead estimates and lead history, by hand."""

from __future__ import annotations

import pytest
from small_matches import decided, look, match

from kibitz.analysis.measures.histories import (
    Lead,
    LeadHistory,
    best_outlook,
    lead,
    lead_history,
    lead_rows,
    own_leads,
)
from kibitz.analysis.measures.statistics import Curve
from kibitz.analysis.page.reading import read_lead
from kibitz.engine import Outcome
from kibitz.recycle.syntax import Goal


def test_where_most_points_win_the_higher_seat_comes_first_among_equals() -> None:
    outcome = Outcome((5, 9, 5, 9), Goal.MAX)
    assert outcome.ranks == (3, 1, 3, 1)
    assert outcome.order == (3, 1, 2, 0)


def test_where_fewest_points_win_the_lower_seat_comes_first_among_equals() -> None:
    outcome = Outcome((5, 9, 5, 9), Goal.MIN)
    assert outcome.ranks == (1, 3, 1, 3)
    assert outcome.order == (0, 2, 1, 3)


def test_a_shared_win_is_shared() -> None:
    assert Outcome((5, 9, 9), Goal.MAX).win_shares == (0, 0.5, 0.5)
    assert Outcome((5, 9, 9), Goal.MIN).win_shares == (1, 0, 0)


@pytest.mark.parametrize(("rank", "expected"), [(1, 1.0), (2, 2 / 3), (2.5, 0.5), (4, 0.0)])
def test_the_lead_runs_from_last_to_first(rank: float, expected: float) -> None:
    assert lead(rank, 4) == pytest.approx(expected)


def test_alone_at_the_table_everybody_leads() -> None:
    assert lead(1, 1) == 1.0


def test_the_best_option_is_the_first_with_the_best_score_of_the_chooser() -> None:
    poor, good = look((1, 8), (2, 1)), look((3, 5), (1.5, 1.5))
    twin = look((3, 6), (1, 2))
    assert best_outlook(decided(0, poor, good, twin), Goal.MAX) is good
    assert best_outlook(decided(0, poor, good, twin), Goal.MIN) is poor
    assert best_outlook(decided(1, poor, good, twin), Goal.MAX) is poor


def test_an_option_that_was_never_tried_is_not_the_best() -> None:
    tried = look((-4, 0), (2, 1))
    assert best_outlook(decided(0, None, tried), Goal.MAX) is tried


def test_every_recorded_decision_tells_where_everybody_is_expected_and_the_end_where_they_are() -> (
    None
):
    played = match(
        decided(0, look((4, 2), (1.25, 1.75)), look((1, 2), (2, 1))),
        decided(1, look((6, 3), (1, 2))),
        scores=(7, 7),
    )
    assert lead_rows(played, Goal.MAX) == [
        Lead(1, 1, 1, 1, 4, 1.25, 0.75),
        Lead(1, 1, 1, 2, 2, 1.75, 0.25),
        Lead(1, 2, 2, 1, 6, 1, 1.0),
        Lead(1, 2, 2, 2, 3, 2, 0.0),
        Lead(1, 3, None, 1, 7, 1, 1.0),
        Lead(1, 3, None, 2, 7, 1, 1.0),
    ]


def test_a_seats_own_leads_are_those_at_its_own_decisions() -> None:
    played = match(
        decided(0, look((4, 2), (1.25, 1.75))),
        decided(1, look((6, 3), (1.5, 1.5))),
        decided(0, look((4, 2), (2, 1))),
        scores=(7, 9),
    )
    assert own_leads(played, 0, Goal.MAX) == [0.75, 0.0]
    assert own_leads(played, 1, Goal.MAX) == [0.5]


def test_curves_are_grouped_by_final_place() -> None:
    even = decided(0, look((0, 0), (1.5, 1.5)))
    won_by_one = match(even, scores=(9, 1))
    won_by_two = match(even, scores=(1, 9), number=1)
    history = lead_history([won_by_one, won_by_two], Goal.MAX)
    assert history is not None
    first, last = history.curves
    assert first.mean[0] == pytest.approx(0.5)
    assert first.mean[50] == pytest.approx(0.75)
    assert first.mean[-1] == pytest.approx(1.0)
    assert last.mean[-1] == pytest.approx(0.0)
    assert first.low == pytest.approx(first.mean)  # both matches went the same way
    assert len(history.rows) == 2 * (2 + 2)


def test_without_anybody_looking_ahead_there_is_no_history() -> None:
    assert lead_history([match(scores=(1, 2))], Goal.MAX) is None


def parting_at(portion: float, band: float, matches: int = 50) -> LeadHistory:
    """Winners and losers are level up to a moment, and then go apart along straight lines."""
    x = tuple(n / 100 for n in range(101))
    rise = [max(0.0, one - portion) for one in x]
    first = Curve(
        x,
        tuple(0.5 + r for r in rise),
        tuple(0.5 + r - band for r in rise),
        tuple(0.5 + r + band for r in rise),
    )
    last = Curve(
        x,
        tuple(0.5 - r for r in rise),
        tuple(0.5 - r - band for r in rise),
        tuple(0.5 - r + band for r in rise),
    )
    return LeadHistory((), (first, last), matches)


def test_when_winners_emerge_is_told_as_exactly_as_the_bands_allow() -> None:
    # They are apart once 0.15 lies between them: 0.075 later; bands of 0.025 make that 0.05 to 0.1.
    assert "until 47 % of the match" in read_lead(parting_at(0.4, 0.0)).replace("\u00a0", " ")
    assert "until 44 to 50 % of the match" in read_lead(parting_at(0.4, 0.025)).replace("\xa0", " ")


def test_bands_that_always_overlap_tell_nothing_before_the_end() -> None:
    assert "Until the very end" in read_lead(parting_at(0.9, 0.2))


def test_few_matches_do_not_tell_when_winners_emerge() -> None:
    assert read_lead(parting_at(0.4, 0.0, 4)).startswith("4 matches are too few")
