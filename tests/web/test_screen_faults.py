"""What is said where something is wrong, and the way on."""

from __future__ import annotations

import re
from pathlib import Path

from browsing import (
    BROWSED,
    address,
    at,
    browser,
    complaints,
    dealt,
    fits_across,
    page,
    resized,
    until,
    until_my_turn,
)
from playwright.sync_api import Browser, Page

from benchmarks.visitors import Visitor, new_table, running, seated, served, sqlite

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
    for size in resized(page):
        assert fits_across(page, "main a.main"), size
    page.locator("main a.main").click()
    at(page, "screen-home").wait_for()


def test_who_comes_to_a_full_table_watches(page: Page, address: str) -> None:
    code = new_table(address, "kuhn-poker")
    for name in ("Ben", "Cleo"):
        Visitor(address, code).join(name)
    page.goto(f"/t/{code}")
    at(page, "name").fill("Eve")
    at(page, "name-join").click()
    page.get_by_text("All seats are taken: you are watching.").wait_for()
    assert page.locator('[data-testid="sit"]').count() == 0


def test_half_a_minute_without_a_network_costs_nobody_their_seat(
    page: Page, complaints: list[str]
) -> None:
    dealt(page, "golf-six", 1)
    until_my_turn(page)
    before = page.evaluate("JSON.stringify(window.__view)")
    page.context.set_offline(True)
    at(page, "lost").wait_for()
    page.wait_for_timeout(30_000)
    page.context.set_offline(False)
    at(page, "lost").wait_for(state="detached")
    assert page.evaluate("JSON.stringify(window.__view)") == before
    now = page.evaluate("window.__view.version")
    page.locator("button.glow").first.click()
    until(page, f"window.__view.version > {now}")
    complaints.clear()  # Chromium's own, of a network that is not there


def test_a_page_of_another_version_loads_itself_again_once_and_then_says_so(page: Page) -> None:
    loads: list[str] = []
    page.on("load", lambda opened: loads.append(opened.url))
    page.route(
        "**/static/messages.js",
        lambda route: route.fulfill(
            body=re.sub(r"VERSION = \d+", "VERSION = 1", route.fetch().text()),
            headers={"content-type": "text/javascript", "cache-control": "no-store"},
        ),
    )
    page.goto("/")
    at(page, "home-friends").click()
    at(page, "game-golf").click()
    at(page, "name").fill("Ann")
    at(page, "name-join").click()
    page.get_by_text("This page is older than the server.").wait_for()
    page.wait_for_load_state()
    assert len(loads) == 2
    page.unroute("**/static/messages.js")
    at(page, "gone-again").click()
    at(page, "screen-lobby").wait_for()


def test_a_server_that_is_started_again_goes_on_with_the_match(
    browser: Browser, tmp_path: Path
) -> None:
    with running(sqlite(tmp_path)) as server, browser.new_context() as context:
        ann, _ = seated(server.address, "golf-six", "Ann", "Ben")
        page = context.new_page()
        page.goto(f"http://{server.address}/")
        secret = f"localStorage.setItem('kibitz.seat.{ann.code}', JSON.stringify({ann.secret!r}))"
        page.evaluate(secret)
        page.goto(f"http://{server.address}/t/{ann.code}")
        until_my_turn(page)
        before = page.evaluate("JSON.stringify(window.__view)")
        server.kill()
        at(page, "lost").wait_for()
        server.start()
        at(page, "lost").wait_for(state="detached")
        until(page, "Boolean(window.__view.options.length)")
        assert page.evaluate("JSON.stringify(window.__view)") == before


def test_who_is_too_fast_is_told_when_to_try_again(browser: Browser, tmp_path: Path) -> None:
    with (
        served(tmp_path, messages_per_second=1.0) as found,
        browser.new_context(base_url=f"http://{found}", service_workers="block") as context,
    ):
        page = context.new_page()
        page.goto("/")
        at(page, "game-golf").click()
        at(page, "name").fill("Ann")
        at(page, "name-join").click()
        at(page, "screen-lobby").wait_for()
        at(page, "ai-add-novice").evaluate("button => Array(12).fill().map(() => button.click())")
        page.get_by_text("too fast; try again in a second").wait_for()
