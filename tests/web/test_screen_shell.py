"""What is there on every screen, and what is said where there is none."""

from __future__ import annotations

import json

import pytest
from browsing import (
    BROWSED,
    SMALLEST_TARGET,
    address,
    at,
    browser,
    complaints,
    dealt,
    made_table,
    page,
    resized,
    until,
)
from playwright.sync_api import Page

from benchmarks.visitors import get, new_table
from kibitz import Rng, load
from kibitz.engine.records import record_text

pytestmark = BROWSED

NAVIGATION = ("nav-home", "nav-rules", "nav-stats", "nav-settings")
REACHED = """(names) => names.map((name) => {
    const node = document.querySelector(`[data-testid="${name}"]`);
    const box = node.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return node.contains(top) && box.left >= 0 && box.right <= innerWidth
        ? Math.min(box.width, box.height) : 0;
})"""


def replayed(address: str) -> str:
    """The address of a match that is told again."""
    match, chance = load("golf-six", PLAYERS=2).match(4), Rng(4)
    while not match.is_over:
        match.play(chance.below(len(match.options)))
    body = record_text(match.record(["Ann", "Ben"])).encode()
    return f"/t/{json.loads(get(address, '/records', 'POST', body=body)[1])['code']}/replay/1"


def test_the_way_home_rules_ledger_and_settings_are_on_every_screen(
    page: Page, address: str
) -> None:
    screens = {
        "screen-home": "/",
        "screen-stats": "/ledger",
        "screen-rules": "/play/golf?HOLES=3",
        "screen-gone": "/t/XXXXXX",
        "screen-name": f"/t/{new_table(address, 'golf')}",
        "screen-replay": replayed(address),
    }
    found: dict[tuple[str, tuple[int, int]], list[float]] = {}
    for screen, path in screens.items():
        page.goto(path)
        at(page, screen).wait_for()
        found |= {(screen, size): page.evaluate(REACHED, NAVIGATION) for size in resized(page)}
    made_table(page, "golf", "Ann")
    found |= {("lobby", size): page.evaluate(REACHED, NAVIGATION) for size in resized(page)}
    dealt(page, "par-golf", 3)
    found |= {("table", size): page.evaluate(REACHED, NAVIGATION) for size in resized(page)}
    assert at(page, "conn-state").inner_text() == "live"
    short = {key: sizes for key, sizes in found.items() if min(sizes) < SMALLEST_TARGET}
    assert not short


def test_the_rules_of_every_game_are_read_from_the_first_screen(page: Page) -> None:
    page.goto("/")
    at(page, "game-golf").wait_for()
    at(page, "nav-rules").click()
    at(page, "rules-of-golf").click()
    assert "the lowest score wins" in at(page, "sheet-rules").inner_text()


FOCUSED = "document.activeElement.dataset.testid"


def test_a_dialog_takes_the_keyboard_and_gives_it_back(page: Page) -> None:
    page.goto("/")
    at(page, "game-golf").wait_for()
    at(page, "nav-settings").press("Enter")
    until(page, f"{FOCUSED} === 'sheet-settings'")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) == "sheet-close"  # the first thing in it
    page.keyboard.press("Enter")
    until(page, f"{FOCUSED} === 'nav-settings'")
    at(page, "nav-rules").press("Enter")
    at(page, "rules-of-golf").press("Enter")  # one dialog leads to the next
    until(page, f"{FOCUSED} === 'sheet-rules'")
    page.keyboard.press("Escape")
    until(page, f"{FOCUSED} === 'nav-rules'")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/t/XXXXXX", "there is no such table"),
        ("/t/12", "There is nothing at this address"),
        ("/nowhere", "There is nothing at this address"),
        ("/t/XXXXXX/replay/1", "there was no such match"),
        ("/play/nothing", "does not offer that game"),
    ],
)
def test_a_link_that_leads_nowhere_says_why_and_shows_the_way_out(
    page: Page, complaints: list[str], path: str, words: str
) -> None:
    page.goto(path)
    at(page, "screen-gone").wait_for()
    assert words in at(page, "gone-why").inner_text()
    at(page, "gone-home").click()
    at(page, "screen-home").wait_for()
    until(page, "document.querySelector('[data-testid=game-golf]')")
    complaints.clear()  # Chromium's own, of answers that refuse


def test_an_empty_ledger_says_so(page: Page) -> None:
    page.goto("/ledger")
    assert "No games yet" in at(page, "no-games").inner_text()
    at(page, "nav-home").click()
    at(page, "screen-home").wait_for()
