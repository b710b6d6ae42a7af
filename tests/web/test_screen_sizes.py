"""Every screen on every size of device."""

from __future__ import annotations

import pytest
from browsing import (
    BROWSED,
    SIZES,
    SMALLEST_TARGET,
    address,
    at,
    browser,
    complaints,
    dealt,
    fits_across,
    page,
    played_on,
    resized,
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
            assert found["others"] >= (48 if is_large else 27 if is_low else 34)


HOLDING = """() => import('/static/store.js').then(({ state, update }) => {
    const frame = structuredClone(state.frame);
    const stack = { index: 0, cards: [], hidden: 1, remembered: [] };
    const drawn = { name: 'drawn', kind: 'hand', columns: 1, stacks: [stack] };
    const mine = frame.areas.find((area) => area.owner === 0).rows;
    mine.filter((row) => row.name === 'hand').forEach((row) => { row.stacks = []; });
    frame.areas.find((area) => area.owner === 1).rows.push(drawn);
    update({ frame });
})"""
"""Another player has drawn a card, and thinks; whoever watches holds none."""


@pytest.mark.parametrize("others", [2, 3, 5])
def test_golf_fits_while_somebody_else_holds_a_card(page: Page, others: int) -> None:
    dealt(page, "golf", others)
    played_on(page, 2)
    page.evaluate(HOLDING)
    assert len(list(sizes_of(page))) == len(SIZES)


@pytest.mark.parametrize(("game", "bots"), [("hearts", 3), ("par-golf", 3), ("president", 3)])
def test_other_games_fit_on_every_screen(page: Page, game: str, bots: int) -> None:
    dealt(page, game, bots)
    played_on(page, 6)
    assert len(list(sizes_of(page))) == len(SIZES)


def test_what_opens_over_the_table_fits_on_every_screen(page: Page) -> None:
    dealt(page, "golf", 3)
    played_on(page, 3)
    for sheet in ("card", "log", "options", "menu", "settings", "keys"):
        page.evaluate(
            "(sheet) => import('/static/store.js').then(({ update }) => update({ sheet }))", sheet
        )
        at(page, "sheet-close").wait_for()
        for size in resized(page):
            assert fits_across(page, ".sheet button"), (sheet, size)


def test_the_ledger_and_rules_that_were_sent_fit_on_every_screen(page: Page) -> None:
    for path, screen in (("/ledger", "screen-stats"), ("/play/golf?HOLES=3", "screen-rules")):
        page.goto(path)
        at(page, screen).wait_for()
        for size in resized(page):
            assert fits_across(page, "main button, .bar button"), (path, size)
