"""The laws of the table on a sample of games; `python -m benchmarks layout` looks at all."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import BROWSED, address, at, browser, complaints, dealt, page, until, until_my_turn
from playwright.sync_api import Page

from benchmarks.layout import faults_of, positions, tables

pytestmark = BROWSED

SAMPLE = ("golf", "hearts", "gin-rummy", "golf-patience", "go-fish")
SOME = ((360, 640), (844, 390), (1366, 768))


@pytest.mark.parametrize("game", SAMPLE)
def test_nothing_lies_on_anything_and_nothing_is_cut_is_too_small_or_moves(
    page: Page, game: str
) -> None:
    page.goto("/")
    at(page, "screen-home").wait_for()
    found: list[Any] = []
    for table in tables(game):
        found += faults_of(page, game, table, positions(table, game, 3, 5), SOME, None)
    assert found == []


WATCHED = """() => {
    window.__whole = 0;
    window.__trick = [];
    window.__told = {};
    let last = performance.now();
    const look = async () => {
        const now = performance.now();
        const { state } = await import('/static/store.js');
        (window.__told[state.frame.version] ??= new Set()).add(state.log.length);
        const there = document.querySelectorAll('.card.open[data-place="trick"]').length;
        if (there === 4) window.__whole += now - last;
        window.__trick.push(there);
        last = now;
        setTimeout(look, 20);
    };
    look();
}"""


def test_a_trick_is_seen_whole_before_it_is_taken_and_can_be_looked_at_again(page: Page) -> None:
    """And nothing is read of it before it is seen."""
    dealt(page, "whist", 3)
    until_my_turn(page)
    page.evaluate("import('/static/store.js').then(({ change }) => change('pace', 'normal'))")
    page.evaluate(WATCHED)
    until(page, "(window.__point(), window.__whole >= 700)")
    assert page.evaluate("Math.max(...window.__trick)") == 4
    until(page, "window.__trick.at(-1) < 4")
    assert page.evaluate("Object.values(window.__told).every((lengths) => lengths.size === 1)")
    shown = page.locator('[data-testid="last-trick"] figure')
    shown.nth(3).wait_for()  # beside the felt, where there is room
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("import('/static/store.js').then(({ change }) => change('pace', 'none'))")
    at(page, "bar-log").click()
    assert at(page, "sheet-log").locator(shown).count() == 4


def test_a_card_is_one_element_for_its_life(page: Page) -> None:
    dealt(page, "golf-six", 1)
    until_my_turn(page)
    node = page.evaluate_handle("document.querySelector('.card[data-place=\"0/grid/1\"]')")
    page.keyboard.press("1")
    until(page, "window.__view.version > 0")
    same = "(node) => node === document.querySelector('.card[data-place=\"0/grid/1\"]')"
    assert page.evaluate(same, node)
    assert page.evaluate("(node) => node.localName === 'button' && node.isConnected", node)


def test_two_taps_at_one_place_draw_one_card(page: Page) -> None:
    dealt(page, "golf-six", 1)
    for key in ("1", "2"):
        until_my_turn(page)
        page.keyboard.press(key)
        until(page, f"window.__view.version >= {key}")
    until_my_turn(page)
    before = page.evaluate("window.__view.version")
    at(page, "spot-stock-0").dblclick()
    until(page, f"window.__view.version > {before}")
    page.wait_for_timeout(300)
    assert page.evaluate("window.__view.version") == before + 1
    assert page.evaluate("window.__view.turn === window.__view.seat")
