"""The first screen: from nothing to a match, and to a table of friends."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

from browsing import (
    BROWSED,
    address,
    at,
    browser,
    complaints,
    fits_across,
    made_table,
    page,
    resized,
    serious,
    until,
    until_my_turn,
)
from playwright.sync_api import Browser, Page

from benchmarks.visitors import served

pytestmark = BROWSED

CONTROLS = '.home .choices button, .home a, [data-testid="join-code"], .games button, .bar button'


def test_it_fits_on_every_size_of_device(page: Page) -> None:
    page.goto("/")
    at(page, "game-golf").wait_for()
    for size in resized(page):
        assert fits_across(page, CONTROLS), size
        for name in (
            "home-friends",
            "home-ai",
            "home-companion",
            "join-code",
            "nav-home",
            "nav-settings",
        ):
            assert at(page, name).is_visible(), (size, name)


SHIFTED = """() => new Promise((done) => {
    new PerformanceObserver((list) => done(list.getEntries().reduce((sum, e) => sum + e.value, 0)))
        .observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done(0), 300);
})"""


def test_nothing_jumps_while_it_loads(page: Page) -> None:
    for width, height in ((1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/")
        at(page, "game-golf").wait_for()
        assert page.evaluate(SHIFTED) <= 0.05


TAPPED = "window.taps = 0; addEventListener('click', () => { window.taps += 1; }, true);"


def test_three_taps_lead_to_a_match_against_bots(page: Page) -> None:
    page.add_init_script(TAPPED)
    for width, height in ((1440, 900), (360, 640), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/")
        at(page, "home-ai").click()
        at(page, "game-golf").click()
        at(page, "screen-table").wait_for()
        until_my_turn(page)
        assert page.evaluate("window.taps") <= 3


def test_a_link_asks_for_a_name_and_for_nothing_else(page: Page) -> None:
    code = made_table(page, "golf", "Ann")
    page.evaluate("localStorage.clear()")
    page.goto(f"/t/{code}")
    at(page, "screen-name").wait_for()
    for size in resized(page):
        assert fits_across(page, "form.name input, form.name button"), size
    assert page.locator("main input, main select").count() == 1
    assert serious(page) == []
    at(page, "name").fill("Ben")
    at(page, "name-join").click()
    at(page, "seat-1").wait_for()


def test_a_code_is_typed_in_small_letters_or_pasted_as_a_link(page: Page, address: str) -> None:
    code = made_table(page, "golf", "Ann")
    for form in (code.lower(), f"http://{address}/t/{code}"):
        page.goto("/")
        at(page, "join-code").fill(form)
        page.keyboard.press("Enter")
        at(page, "screen-lobby").wait_for()
    page.goto("/")
    assert code in at(page, "home-resume").inner_text()
    at(page, "join-code").press_sequentially(code.lower())
    assert at(page, "join-code").input_value() == code
    at(page, "join-code").fill("nonsense")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('.toast').textContent.startsWith('a code has six')")


def test_without_a_server_the_page_opens_and_says_so(browser: Browser, tmp_path: Path) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        with served(tmp_path) as found:
            page.goto(f"http://{found}/")
            at(page, "game-golf").wait_for()
            page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        for path in ("ledger", ""):
            page.goto(f"http://{found}/{path}")
            at(page, "offline").wait_for()
        assert "nothing is lost" in at(page, "offline").inner_text()
        at(page, "game-golf").wait_for()


def test_a_german_reads_german_and_no_kind_of_game_is_cut(browser: Browser, address: str) -> None:
    for width, height in ((390, 844), (1366, 768)):
        with browser.new_context(base_url=f"http://{address}", locale="de-DE") as context:
            page = context.new_page()
            page.set_viewport_size({"width": width, "height": height})
            page.goto("/")
            at(page, "game-golf").wait_for()
            page.get_by_text("Willkommen").wait_for()
            assert "2–6 Spieler" in at(page, "game-golf").inner_text()
            assert "suchen" in at(page, "game-search").get_attribute("placeholder")
            assert page.evaluate(CUT) == []


CUT = """[...document.querySelectorAll('.kind :is(b, small), .resume-card b')].filter((node) => {
    const { right, bottom } = node.getBoundingClientRect();
    const outer = node.parentElement.getBoundingClientRect();
    return node.scrollWidth > node.clientWidth + 1 || right > outer.right || bottom > outer.bottom;
}).map((node) => node.textContent)"""
