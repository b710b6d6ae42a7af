"""Whole matches, played through the page."""

from __future__ import annotations

import pytest
from browsing import BROWSED, address, at, browser, complaints, dealt, page, until
from playwright.sync_api import Page

from benchmarks.visitors import PATIENCE
from kibitz.games import names
from kibitz.web.offers import Offers

pytestmark = BROWSED


PLAYED = """async ([seconds, patience]) => {
    const end = performance.now() + 1000 * seconds;
    const seen = () => `${window.__view?.match} ${window.__view?.version}`;
    let choices = 0, last = seen(), changed = performance.now();
    while ((performance.now() < end || !choices) && !window.__view?.result) {
        if (seen() !== last) { last = seen(); changed = performance.now(); choices += 1; }
        if (performance.now() - changed > 1000 * patience) return { frozen: last, choices };
        document.querySelector('[data-testid="sheet-close"]')?.click();
        window.__point();
        await new Promise((done) => setTimeout(done, 1));
    }
    return { frozen: null, choices: choices + (seen() !== last) };
}"""


@pytest.mark.parametrize("game", names())
def test_a_match_is_played_through_the_page_without_a_complaint(page: Page, game: str) -> None:
    """At random, until the results are shown or a good part of a long match is played."""
    dealt(page, game, Offers().seats(game, {}).fewest - 1)
    played = page.evaluate(PLAYED, [1.0, PATIENCE])
    assert played["frozen"] is None
    assert played["choices"] > 0
    if page.evaluate("Boolean(window.__view.result)"):
        at(page, "results-share").wait_for()
        at(page, "results-deal").click()
        until(page, "document.querySelector('.toast').textContent.startsWith('the deal is')")
