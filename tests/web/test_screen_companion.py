"""The table companion: a match with real cards, entered with a thumb."""

from __future__ import annotations

import json

from browsing import (
    BROWSED,
    address,
    at,
    browser,
    complaints,
    fits_across,
    page,
    resized,
    serious,
    until,
)
from entering import NAMES, RULES, entered
from playwright.sync_api import Page

pytestmark = BROWSED


def asked(page: Page) -> str:
    return str(at(page, "companion-question").locator("h2").inner_text())


def tapped(page: Page, *names: str) -> None:
    """One after the other, each as soon as the one before has been followed."""
    for name in names:
        before = page.evaluate("window.__view.version")
        at(page, name).click()
        until(page, f"window.__view.version !== {before}")


def begun(page: Page) -> None:
    """Ann and Ben play golf, Ben deals, and both have turned up their first two cells."""
    page.goto("/")
    at(page, "home-companion").click()
    at(page, "preset-short").click()
    for _ in range(2):
        at(page, "companion-fewer").click()
    for seat, name in enumerate(("Ann", "Ben")):
        at(page, f"companion-name-{seat}").fill(name)
    at(page, "companion-dealer-1").click()
    at(page, "companion-begin").click()
    at(page, "pad-6").wait_for()
    tapped(page, "pad-6", "way-turn-up-cell-1", "way-turn-up-cell-2")
    tapped(page, "way-turn-up-cell-1-turn-up-cell-2", "pad-K", "pad-4", "pad-5", "pad-3")


def test_on_ones_own_turn_a_large_answer_and_an_opponents_turn_in_three_taps(page: Page) -> None:
    begun(page)
    at(page, "companion-answer").wait_for()
    size = "getComputedStyle(document.querySelector('.answer strong')).fontSize"
    assert page.evaluate(f"parseFloat({size})") >= 22
    assert "win" in at(page, "companion-answer").locator("small").first.inner_text()
    assert page.locator(".question .advised").count() == 1
    tapped(page, "way-draw-from-the-stock", "pad-2", "way-discard-2-")
    assert asked(page) == "What does Ben do?"
    tapped(page, "way-draw-from-the-stock-swap-a-card-into-cell-3", "pad-J", "pad-9")
    assert asked(page) == "What do you do?"
    tapped(page, "way-draw-from-the-stock", "pad-2", "way-discard-2-")
    assert at(page, "companion-shortest").inner_text().endswith("discard a card, and the card is")
    tapped(page, "pad-8")
    assert asked(page) == "What do you do?"


def test_a_fifth_seven_is_refused_and_what_was_not_seen_is_left_out(
    page: Page, complaints: list[str]
) -> None:
    begun(page)
    tapped(page, "way-draw-from-the-stock", "pad-2", "way-discard-2-")
    tapped(page, "companion-unseen")
    for _ in range(4):
        tapped(page, "way-draw-from-the-stock", "pad-7")
        label = page.locator('[data-testid^="way-discard-7"]').first
        tapped(page, str(label.get_attribute("data-testid")))
        if asked(page) == "What does Ben do?":
            tapped(page, "companion-unseen")
    tapped(page, "way-draw-from-the-stock")
    at(page, "pad-7").click()
    page.get_by_text("no 7 is left: every one has been seen").wait_for()
    complaints.clear()  # Chromium's own, of an answer that refuses


def test_everything_can_be_undone_and_changed_and_is_there_after_a_reload(page: Page) -> None:
    begun(page)
    page.reload()
    at(page, "companion-question").wait_for()
    assert asked(page) == "What do you do?"
    at(page, "companion-list").click()
    assert page.locator(".entries li").count() == 8
    at(page, "entry-4").click()
    tapped(page, "pad-Q")
    until(page, "document.querySelector('.felt [data-card^=Q]')")
    assert page.evaluate("window.__view.version") == 9
    for left in (8, 7, 6, 5, 3, 2, 1, 0):
        at(page, "companion-undo").click()
        until(page, f"window.__view.version === {left}")
    assert at(page, "companion-undo").is_disabled()


def test_a_match_that_is_over_shows_its_scorecard(page: Page) -> None:
    entries = [entry.value for entry in entered().entries]
    match = {"id": "ours", "game": "golf", "options": RULES, "names": NAMES, "seat": 0}
    kept = {**match, "entries": entries, "taps": [1] * len(entries)}
    page.goto("/companion")
    page.evaluate(f"localStorage.setItem('kibitz.companion', {json.dumps(json.dumps(kept))})")
    page.reload()
    at(page, "companion-over").wait_for()
    assert at(page, "companion-over").locator(".scorecard tbody tr").count() == 2
    assert page.locator("[data-testid=companion-question]").count() == 0


def test_it_fits_on_every_size_of_device_keeps_nobody_out_and_can_be_hidden(page: Page) -> None:
    page.goto("/companion")
    at(page, "companion-begin").wait_for()
    for size in resized(page):
        assert fits_across(page, "main button, main select, main input:not([type])"), size
    assert serious(page) == []
    begun(page)
    at(page, "companion-answer").wait_for()
    for size in resized(page):
        assert fits_across(page, "main button"), size
    assert serious(page) == []
    at(page, "companion-hide").click()
    assert page.locator("main [data-card], main .question").count() == 0
    at(page, "companion-show").click()
    at(page, "companion-question").wait_for()
    at(page, "companion-new").click()
    at(page, "companion-really").click()
    at(page, "companion-begin").wait_for()
