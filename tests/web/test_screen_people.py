"""People at a table, in browsers: they talk, take a move back, and go on with another device."""

from __future__ import annotations

import pytest
from browsing import BROWSED, address, at, browser, complaints, made_table, page, serious, until
from playwright.sync_api import Browser, Page

from benchmarks.visitors import play_on, seated
from kibitz import Rng

pytestmark = BROWSED


def with_ben(page: Page, browser: Browser, address: str) -> Page:
    """Ann has made a table, and Ben sits at it with a browser of his own; a match goes on."""
    code = made_table(page, "golf-six", "Ann")
    context = browser.new_context(base_url=f"http://{address}", service_workers="block")
    ben = context.new_page()
    ben.goto(f"/t/{code}")
    at(ben, "name").fill("Ben")
    at(ben, "name-join").click()
    at(ben, "ready").click()
    until(page, "!document.querySelector('[data-testid=lobby-start]').disabled")
    at(page, "lobby-start").click()
    for one in (page, ben):
        at(one, "screen-table").wait_for()
        until(one, "Boolean(window.__view)")
    return ben


def open_menu(page: Page, entry: str) -> None:
    page.evaluate("document.querySelector('[data-testid=\"sheet-close\"]')?.click()")
    at(page, "bar-menu").click()
    at(page, entry).click()


def test_what_is_said_is_read_and_who_is_not_to_be_heard_is_not(
    page: Page, browser: Browser, address: str
) -> None:
    ben = with_ben(page, browser, address)
    open_menu(ben, "menu-talk")
    at(ben, "talk-text").fill("<b>hello</b> Ann")
    at(ben, "talk-say").click()
    until(page, "document.querySelector('[data-testid=toast]').innerText.includes('hello')")
    open_menu(page, "menu-talk")
    line = at(page, "talk-lines").inner_text()
    assert "Ben" in line
    assert "<b>hello</b> Ann" in line
    assert not serious(page)
    at(page, "hear-2").click()
    at(ben, "phrase-0").click()
    until(ben, "document.querySelector('[data-testid=talk-lines]').innerText.includes('played')")
    at(page, "phrase-1").click()
    until(page, "document.querySelector('[data-testid=talk-lines]').innerText.includes('Thank')")
    assert "played" not in at(page, "talk-lines").inner_text()
    ben.context.close()


def test_a_move_is_taken_back_when_the_other_one_agrees(
    page: Page, browser: Browser, address: str
) -> None:
    ben = with_ben(page, browser, address)
    people = [page, ben]
    one = next(it for it in people if it.evaluate("window.__view.options.length > 0"))
    other = next(it for it in people if it is not one)
    one.evaluate("window.__view && document.querySelector('[data-testid=sheet-close]')?.click()")
    key = one.evaluate("window.__view.options[0].key")
    one.locator("button.glow").first.click()
    until(one, "window.__view.version > 0")
    open_menu(one, "menu-back")
    at(other, "back-agree").wait_for()
    assert not serious(other)
    at(other, "back-agree").click()
    for it in people:
        until(it, "window.__view.match === 2")
        assert it.evaluate("window.__view.version") == 0
    assert key in one.evaluate("window.__view.options.map(({ key }) => key)")
    ben.context.close()


def test_a_seat_goes_on_with_another_device(page: Page, browser: Browser, address: str) -> None:
    ben = with_ben(page, browser, address)
    open_menu(ben, "menu-seat")
    at(ben, "seat-qr").locator("svg").wait_for()
    assert not serious(ben)
    code = page.url.rpartition("/")[2]
    secret = ben.evaluate(f"JSON.parse(localStorage.getItem('kibitz.seat.{code}'))")
    phone = browser.new_context(base_url=f"http://{address}", service_workers="block").new_page()
    phone.goto(f"/t/{code}#seat={secret}")
    at(phone, "screen-table").wait_for()
    until(phone, "window.__view?.seat === 1")
    assert "#" not in phone.url
    phone.context.close()
    ben.context.close()


def test_a_season_is_told_in_the_ledger(page: Page, address: str) -> None:
    ann, ben = seated(address, "golf-six", "Ann", "Ben")
    play_on([ann, ben], Rng(5).below)
    page.goto("/")
    page.evaluate(
        "([code, secret]) => localStorage.setItem(`kibitz.seat.${code}`, JSON.stringify(secret))",
        [ann.code, ann.secret],
    )
    page.goto("/ledger")
    at(page, "season-table").wait_for()
    assert {"Ann", "Ben"} <= {*at(page, "season-ratings").inner_text().split()}
    assert not serious(page)


@pytest.mark.parametrize(
    ("language", "rules"), [("de", "Regeln"), ("fr", "Règles"), ("es", "Reglas"), ("it", "Regole")]
)
def test_the_page_speaks_the_language_that_is_chosen(page: Page, language: str, rules: str) -> None:
    page.goto("/")
    at(page, "nav-settings").click()
    at(page, "language").select_option(language)
    until(page, f"document.documentElement.lang === '{language}'")
    until(page, f"document.querySelector('[data-testid=nav-rules]').innerText === '{rules}'")
    assert not serious(page)
    page.reload()
    until(page, f"document.querySelector('[data-testid=nav-rules]')?.innerText === '{rules}'")


def test_a_name_and_seats_go_to_another_device_and_replace_none_there(
    page: Page, browser: Browser, address: str
) -> None:
    code = made_table(page, "golf-six", "Änn")
    page.evaluate("navigator.clipboard.writeText = (text) => { window.__copied = text; }")
    at(page, "nav-settings").click()
    at(page, "profile-copy").click()
    until(page, "Boolean(window.__copied)")
    link = page.evaluate("window.__copied")
    phone = browser.new_context(base_url=f"http://{address}", service_workers="block").new_page()
    phone.goto(link)
    until(phone, f"Boolean(localStorage.getItem('kibitz.seat.{code}'))")
    assert phone.evaluate("localStorage.getItem('kibitz.name')") == '"Änn"'
    assert "#" not in phone.url
    phone.goto(f"/t/{code}")
    at(phone, "lobby-start").wait_for()
    phone.evaluate(f"localStorage.setItem('kibitz.seat.{code}', '\"my own\"')")
    for more in (link, f"http://{address}/#profile=nonsense", f"http://{address}/#profile="):
        phone.goto("/health")
        phone.goto(more)
        until(phone, "document.querySelector('[data-testid=toast]').innerText !== ''")
        assert phone.evaluate(f"localStorage.getItem('kibitz.seat.{code}')") == '"my own"'
    phone.context.close()
