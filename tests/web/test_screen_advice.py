"""Advice at the table."""

from __future__ import annotations

import pytest
from browsing import (
    BROWSED,
    RESTING,
    address,
    at,
    browser,
    complaints,
    made_table,
    page,
    serious,
    until,
    until_my_turn,
)
from playwright.sync_api import Page

from benchmarks.layout import LAWS

pytestmark = BROWSED


def advised_table(page: Page, game: str, policy: str) -> None:
    made_table(page, game, "Ann")
    at(page, "ai-add-novice").click()
    at(page, "seat-1").wait_for()
    at(page, "advisor-policy").select_option(policy)
    until(page, f"document.querySelector('[data-testid=advisor-policy]').value === '{policy}'")
    at(page, "lobby-start").click()
    at(page, "screen-table").wait_for()
    until_my_turn(page)


COVERED = """() => {
    const sheet = document.querySelector('.docked').getBoundingClientRect();
    return [...document.querySelectorAll('.card[data-place^="0/"]')].filter((node) => {
        const box = node.getBoundingClientRect();
        return Math.min(box.right, sheet.right) - Math.max(box.left, sheet.left) > 1
            && Math.min(box.bottom, sheet.bottom) - Math.max(box.top, sheet.top) > 1;
    }).length;
}"""


def lies_beside_ones_cards(page: Page) -> bool:
    """All the numbers, on every device that has no room for them anyway."""
    for width, height in ((390, 844), (844, 390), (768, 1024), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        until(page, RESTING)
        assert page.evaluate(COVERED) == 0, (width, height)
        assert at(page, "panel-advisor").bounding_box()["height"] >= 120, (width, height)
    return True


BARS = """() => import('/static/store.js').then(({ state }) => {
    const bars = [...document.querySelectorAll('.worth tbody i')];
    return bars.length > 0 && bars.every((bar, place) => {
        const whole = bar.parentElement.clientWidth, { width } = bar.getBoundingClientRect();
        const isPainted = getComputedStyle(bar).backgroundColor !== 'rgba(0, 0, 0, 0)';
        return isPainted && Math.abs(width / whole - state.advice.options[place].win) < 0.12;
    });
})"""
"""Whether every option's bar is as long as its chances are good."""

VALUES = """() => import('/static/store.js').then(({ state }) => {
    const shown = (names) => [...document.querySelectorAll(names)].map((node) => node.textContent);
    const wins = new Map(state.advice.options.map(({ key, win }) => [key, Math.round(100 * win)]));
    const cells = shown('.card[data-place^="0/grid/"] .value:not([hidden])');
    return [cells.length === wins.size, cells.includes(`${wins.get(state.advice.best)}`)];
})"""
"""Whether every card that can be pointed at says what it is worth, and the best one its chances."""

SAID = "!(document.querySelector('[data-testid=advice-line]')?.textContent ?? '…').includes('…')"


@pytest.mark.parametrize("size", [(360, 640), (1440, 900)])
def test_who_may_ask_is_advised_and_the_advice_is_shown_on_the_table(
    page: Page, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    advised_table(page, "golf-six", "full")
    page.keyboard.press("h")
    until(page, SAID)
    assert page.locator(".advised").count() >= 1
    assert page.evaluate(LAWS) == []
    assert page.evaluate(VALUES) == [True, True]
    page.keyboard.press("h")
    panel = at(page, "panel-advisor")
    assert panel.locator("tbody tr").count() == page.evaluate("window.__view.options.length")
    assert page.evaluate(BARS)
    assert serious(page, '[data-testid="panel-advisor"]') == []
    assert size[0] >= 1024 or lies_beside_ones_cards(page)
    page.keyboard.press("Escape")
    at(page, "bar-menu").click()
    at(page, "sheet-close").click()
    assert "advised" in at(page, "player-0").text_content()


def test_without_leave_there_is_no_button_for_advice(page: Page) -> None:
    advised_table(page, "golf-six", "off")
    assert page.locator('[data-testid="bar-advisor"]').count() == 0
    page.keyboard.press("h")
    page.wait_for_timeout(100)
    assert page.locator('[data-testid="advice-line"]').count() == 0


def test_a_coach_asks_back_before_a_mistake(page: Page) -> None:
    page.add_init_script("localStorage.setItem('kibitz.settings', '{\"coach\": true}')")
    advised_table(page, "kuhn-poker", "full")
    doubted = False
    for _ in range(60):
        until_my_turn(page)
        if page.evaluate("Boolean(window.__view.result)"):
            at(page, "results-rematch").click()
            until(page, "!window.__view?.result")
            continue
        until(page, SAID)
        before = page.evaluate("window.__view.version")
        at(page, "option-0").click()
        until(page, f"window.__view?.version !== {before} || document.querySelector('.doubt')")
        if page.locator('[data-testid="doubt"]').count():
            doubted = True
            at(page, "doubt-change").click()
            at(page, "option-1").wait_for()
            break
    assert doubted
