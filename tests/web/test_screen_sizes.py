"""Every screen on every size of device."""

from __future__ import annotations

import pytest
from browsing import (
    BROWSED,
    SIZES,
    SMALLEST_TARGET,
    address,
    browser,
    complaints,
    dealt,
    page,
    played_on,
    sizes_of,
)
from playwright.sync_api import Page

pytestmark = BROWSED


def test_golf_for_six_fits_on_every_screen_with_a_drawn_card_too(page: Page) -> None:
    dealt(page, "golf", 5)
    for _ in range(5):
        played_on(page, 1)
        for width, height, found in sizes_of(page):
            assert found["least"] >= SMALLEST_TARGET, (width, height)
            is_large, is_low = width >= 1024, height <= 700
            assert found["own"] >= (88 if is_large else 60 if is_low else 72)
            assert found["others"] >= (48 if is_large else 34)


@pytest.mark.parametrize(("game", "bots"), [("hearts", 3), ("par-golf", 3), ("president", 3)])
def test_other_games_fit_on_every_screen(page: Page, game: str, bots: int) -> None:
    dealt(page, game, bots)
    played_on(page, 6)
    assert len(list(sizes_of(page))) == len(SIZES)
