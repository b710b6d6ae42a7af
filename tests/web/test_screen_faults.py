"""What is said where something is wrong, and the way on."""

from __future__ import annotations

from browsing import BROWSED, address, at, browser, complaints, dealt, page, until_my_turn
from playwright.sync_api import Page
from serving import seated

pytestmark = BROWSED


def test_who_loses_the_connection_is_told_and_comes_back(page: Page, complaints: list[str]) -> None:
    dealt(page, "golf-six", 1)
    until_my_turn(page)
    page.context.set_offline(True)
    at(page, "lost").wait_for()
    assert "your seat is kept" in at(page, "lost").inner_text()
    page.context.set_offline(False)
    at(page, "lost").wait_for(state="detached")
    complaints.clear()  # Chromium's own, of a network that is not there


def test_who_finds_no_seat_is_told_so_and_watches(page: Page, address: str) -> None:
    ann, _ = seated(address, "golf-six", "Ann", "Ben")
    page.goto(f"/t/{ann.code}")
    at(page, "name").fill("Eve")
    at(page, "name-join").click()
    page.get_by_text("A match is going on: you are watching").wait_for()


def test_a_table_that_is_gone_says_so_and_shows_the_way_out(page: Page) -> None:
    page.goto("/t/XXXXXX")
    at(page, "screen-gone").wait_for()
