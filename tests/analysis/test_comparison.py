"""Differences between games: with their intervals, and sure only where these carry them."""

from __future__ import annotations

import pytest

from kibitz.analysis.key_figures import KeyFigure, MeasureDifference
from kibitz.players.standings import Mean


def pair(first: Mean | None, second: Mean | None, is_share: bool = False) -> MeasureDifference:
    return MeasureDifference(KeyFigure("It", first, is_share), KeyFigure("It", second, is_share))


def test_a_difference_is_the_second_less_the_first_and_its_errors_add_up() -> None:
    change = pair(Mean(2.0, 0.3), Mean(7.0, 0.4)).change.value
    assert change is not None
    assert change.value == 5
    assert change.margin == pytest.approx(0.5)


@pytest.mark.parametrize(("second", "sure"), [(2.7, False), (2.8, True), (1.2, True)])
def test_a_difference_is_sure_beyond_one_and_a_half_intervals(second: float, sure: bool) -> None:
    assert pair(Mean(2.0, 0.3), Mean(second, 0.4)).is_sure is sure


def test_what_was_not_measured_does_not_differ() -> None:
    assert pair(None, Mean(1.0, 0.1)).change.value is None
    assert not pair(None, Mean(1.0, 0.1)).is_sure
    assert not pair(Mean(1.0, None), Mean(2.0, None)).is_sure
    assert pair(None, None).change.text == "–"


def test_shares_are_told_in_per_cent_and_negative_ones_with_a_minus() -> None:
    assert pair(Mean(0.5, 0.03), Mean(0.25, 0.04), is_share=True).change.text == "−25 ± 5 %"


def test_a_number_of_players_is_whole() -> None:
    assert KeyFigure("Players", Mean(3.0, None)).text == "3"
    assert KeyFigure("Options a decision", Mean(3.25, None)).text == "3.25"
