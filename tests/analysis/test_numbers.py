"""Numbers as a page writes them."""

from __future__ import annotations

from math import inf

import pytest

from kibitz.analysis.page.reading import mean_text, part_text, points_text, share_text
from kibitz.players.standings import Mean
from kibitz.words.comparing import decimal


@pytest.mark.parametrize(
    ("mean", "text"),
    [
        (None, "–"),
        (Mean(0.5, None), "0.50"),
        (Mean(0.523, 0.031), "0.52 ± 0.03"),
        (Mean(0.5231, 0.0042), "0.523 ± 0.004"),
        (Mean(-2.0, 0.2), "−2.00 ± 0.20"),
        (Mean(0.49981, 0.000004), "0.4998 ± 0.0001"),
        (Mean(3.0, 0.0), "3.00 ± 0.00"),
        (Mean(inf, None), "∞"),
    ],
)
def test_a_mean_has_as_many_digits_as_its_interval_allows(mean: Mean | None, text: str) -> None:
    assert mean_text(mean) == text


def test_shares_are_per_cent() -> None:
    assert share_text(Mean(0.2503, 0.0027)) == "25.0 ± 0.3 %"
    assert share_text(Mean(0.25, 0.1)) == "25 ± 10 %"
    assert share_text(Mean(-0.001, 0.02)) == "0 ± 2 %"
    assert share_text(Mean(0.83, 1.0)) == "too few to tell"


def test_one_point_is_not_several() -> None:
    assert points_text(Mean(1.0, None)) == "1 point"
    assert points_text(Mean(1.0, 0.1)) == "1.00 ± 0.10 points"
    assert points_text(Mean(-3.0, None)) == "−3 points"
    assert decimal(-0.001, 2) == "0.00"


def test_a_part_of_something_is_not_less_than_nothing() -> None:
    assert part_text(Mean(0.3, 0.02)) == "30 ± 2 %"
    assert part_text(Mean(-0.02, 0.06)) == "at most 4 %"
    assert part_text(Mean(-0.06, 0.02)) == "at most 1 %"
