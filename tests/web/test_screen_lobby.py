"""The waiting room: who plays, and by which rules."""

from __future__ import annotations

from browsing import BROWSED, address, at, browser, complaints, made_table, page, until
from playwright.sync_api import Page
from serving import Visitor

pytestmark = BROWSED


def test_a_friend_joins_by_link_and_appears(page: Page, address: str) -> None:
    code = made_table(page, "golf", "<b>Ann</b>")
    assert at(page, "seat-0").inner_text().startswith("<b>Ann</b>")
    ben = Visitor(address, code)
    ben.join("Ben")
    at(page, "seat-1").wait_for(timeout=1000)
    assert at(page, "lobby-start").is_disabled()
    ben.say("ready", ready=True)
    at(page, "lobby-start").click()
    at(page, "screen-table").wait_for()


def test_the_rules_of_this_table_are_said_before_and_while_it_is_played(page: Page) -> None:
    made_table(page, "golf", "Ann")
    assert "standard rules" in at(page, "rules-bar").inner_text()
    at(page, "preset-family-wild").click()
    until(page, "document.querySelectorAll('.rules-bar .chip:not(.short)').length === 3")
    assert at(page, "rules-bar").inner_text().split()[-1] == "+8"
    lucky = page.locator('[data-testid="opt-JOKERS"] input[type=radio]')
    assert lucky.count() == 4
    assert page.locator('[data-testid="opt-JOKERS"] input:checked').count() == 1
    at(page, "rules-bar").click()
    assert "a ten costs 1" in at(page, "sheet-options").inner_text()


def test_a_course_is_changed_hole_by_hole_and_dealt_only_when_its_pars_add_up(page: Page) -> None:
    made_table(page, "par-golf", "Ann")
    at(page, "ai-add-novice").click()
    at(page, "seat-1").wait_for()
    sum_of_pars = at(page, "series-PARONE").get_by_test_id("par-sum")
    assert sum_of_pars.inner_text() == "36"
    page.get_by_label("less: Hole 1", exact=True).click()
    until(page, "document.querySelector('[data-testid=par-sum]').textContent === '35'")
    assert at(page, "lobby-start").is_disabled()
    assert at(page, "start-why").inner_text() == "The pars of nine holes add up to 36."
    page.get_by_label("more: Hole 2", exact=True).click()
    until(page, "!document.querySelector('[data-testid=lobby-start]').disabled")
    at(page, "shuffle").click()
    at(page, "usual").click()
    until(page, "document.querySelector('.rules-bar').textContent.includes('standard rules')")


def test_rules_are_sent_as_a_link_and_read_before_anybody_sits_down(
    page: Page, complaints: list[str]
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    made_table(page, "golf", "Ann")
    at(page, "preset-short").click()
    until(page, "document.querySelector('.rules-bar').textContent.includes('Holes')")
    at(page, "rules-share").click()
    page.get_by_text("the link to these rules is copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("/play/golf?HOLES=3")
    page.goto(link)
    assert "a game of 3 holes" in at(page, "screen-rules").inner_text()
    at(page, "rules-make").click()
    at(page, "name").fill("Ben")
    at(page, "name-join").click()
    at(page, "screen-lobby").wait_for()
    until(page, "document.querySelector('.rules-bar').textContent.includes('Holes')")
    page.goto("/play/golf?MULLIGANS=1")
    at(page, "screen-gone").wait_for()
    assert "no option MULLIGANS" in at(page, "screen-gone").inner_text()
    complaints.clear()  # Chromium's own, of an answer that refuses
