"""The end of a hole and of a match, and the ledger."""

from __future__ import annotations

from browsing import (
    BROWSED,
    address,
    at,
    browser,
    complaints,
    dealt,
    page,
    point_at_something,
    until_my_turn,
)
from playwright.sync_api import Page

pytestmark = BROWSED


def test_results_open_again_and_the_ledger_knows_them_until_it_is_told_to_forget(
    page: Page,
) -> None:
    dealt(page, "president", 3)
    while not page.evaluate("Boolean(window.__view?.result)"):
        until_my_turn(page)
        point_at_something(page)
    at(page, "results-share").wait_for()
    at(page, "sheet-close").click()
    at(page, "results-open").click()
    at(page, "results-share").wait_for()
    at(page, "results-review").click()
    page.get_by_text("The match is being looked at").wait_for()
    page.goto("/ledger")
    assert "1 match" in at(page, "group").inner_text()
    at(page, "played").click()
    at(page, "screen-replay").wait_for()
    page.goto("/ledger")
    at(page, "forget").click()
    at(page, "forget-really").click()
    at(page, "no-games").wait_for()
    page.goto("/ledger")
    at(page, "no-games").wait_for()
