"""The first screen: from nothing to a match, and to a table of friends."""

from __future__ import annotations

from browsing import BROWSED, address, at, browser, complaints, page, until_my_turn
from playwright.sync_api import Page

pytestmark = BROWSED


def test_three_taps_lead_to_a_match_against_bots(page: Page) -> None:
    page.goto("/")
    at(page, "home-ai").click()
    at(page, "game-golf").click()
    at(page, "screen-table").wait_for()
    until_my_turn(page)
