"""A game in one file: a whole match in a browser that has no network, and no server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import BROWSED, CHANCE, at, browser, until
from playwright.sync_api import Browser, Page

from benchmarks.visitors import PATIENCE, served
from kibitz.engine import records
from kibitz.games import find
from kibitz.web import SHARED, exported, exported_workshop, play_page, shared_script

PYODIDE = os.environ.get("KIBITZ_PYODIDE", "")
pytestmark = [
    *BROWSED,
    pytest.mark.skipif(
        not PYODIDE, reason="KIBITZ_PYODIDE does not say where the npm package pyodide is"
    ),
]
MOST_BYTES = 12_000_000
MOST_OF_ONE = 250_000
"""Bytes of a page that has Python beside it: a fortieth part of what lies there once. Its module
and its net are most of it; `play_page` made 20,000 to 222,000 of games of the library."""
TO_BEGIN = 180_000
"""Milliseconds after which nobody waits for Python any more, on whatever machine."""
SOUND = "document.querySelector('[data-testid=write-said] .good')"

SCROLLED = """((name) => {
    const { scrollTop, scrollLeft } = document.querySelector(name);
    return [scrollTop, scrollLeft];
})"""

REACHING = """() => new Promise((told) => {
    addEventListener("securitypolicyviolation", (event) => told(event.violatedDirective));
    try { new WebSocket("ws://127.0.0.1:9"); } catch { /* told by the event */ }
})"""

LOOP = "(all (range 1..60000) '{} {})"
FOR_AGES = f"""(game
 (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (A, B, C)))))
 {LOOP.format("A", LOOP.format("B", LOOP.format("C", "(inc (game sto TURN))")))}
 (choice ((turn pass)))
 (scoring max 0))
"""


@pytest.fixture
def visits(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """A page without a network, and what it complained of or asked others for."""
    complaints: list[str] = []
    with browser.new_context(offline=True) as context:
        context.add_init_script(CHANCE.replace("SEED", "7"))
        opened = context.new_page()
        opened.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
        opened.on("pageerror", lambda fault: complaints.append(str(fault)))
        opened.on(
            "request",
            lambda asked: (
                complaints.append(asked.url[:80])
                if not asked.url.startswith(("file:", "data:", "blob:"))
                else None
            ),
        )
        yield opened, complaints


@pytest.mark.parametrize("game", ["golf-six", "crazy-eights", "kuhn-poker"])
def test_a_match_is_played_from_a_file_with_the_network_off(
    visits: tuple[Page, list[str]], tmp_path: Path, game: str
) -> None:
    page, complaints = visits
    file = tmp_path / f"{game}.html"
    players = {} if game == "kuhn-poker" else {"PLAYERS": 2}
    file.write_bytes(exported(find(game), players, Path(PYODIDE), "novice"))
    assert file.stat().st_size <= MOST_BYTES
    page.goto(file.as_uri())
    at(page, "screen-table").wait_for(timeout=TO_BEGIN)  # dealt at once, to bots and oneself
    until(page, "window.__view !== null")
    assert find(game).page.title in page.title()
    _play_on(page, "window.__view.version > 3 || window.__view.result")

    before = page.evaluate("[window.__view.match, window.__view.version]")
    page.reload()
    at(page, "screen-table").wait_for(timeout=TO_BEGIN)
    until(page, "window.__view !== null")
    after = page.evaluate("[window.__view.match, window.__view.version]")
    assert after >= before, "the table is there again as it was left"

    _play_on(page, "window.__view.result")
    told = page.evaluate("fetch('/t/PAGE/record.json').then((answer) => answer.text())")
    record = records.read_record(told.encode())
    assert record.scores == tuple(page.evaluate("window.__view.result.scores"))
    _press_everything(page)
    assert complaints == []


def test_play_on_a_page_of_a_site_opens_a_table_beside_the_python_that_all_share(
    visits: tuple[Page, list[str]], tmp_path: Path
) -> None:
    page, complaints = visits
    tables = tmp_path / "play"
    tables.mkdir()
    (tables / SHARED).write_bytes(shared_script(Path(PYODIDE)))
    for game in ("kuhn-poker", "golf-six"):
        text = play_page(find(game), {}, "novice", f"../{game}.html")
        assert len(text) < MOST_OF_ONE
        (tables / f"{game}.html").write_bytes(text)
    page.goto((tables / "kuhn-poker.html").as_uri())
    at(page, "screen-table").wait_for(timeout=TO_BEGIN)
    until(page, "window.__view !== null")
    assert at(page, "nav-home").get_attribute("href") == "../kuhn-poker.html"

    page.goto("about:blank")
    page.goto(f"{(tables / 'kuhn-poker.html').as_uri()}#DEALS=2")  # beside the table without it
    at(page, "screen-table").wait_for(timeout=TO_BEGIN)
    until(page, "window.__view")
    _play_on(page, "window.__view.result")
    at(page, "results-rules").click()
    assert at(page, "opt-DEALS").locator("output").inner_text() == "2"
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.__copied = text; }")
    at(page, "rules-share").click()
    until(page, "window.__copied === location.href")
    assert at(page, "screen-lobby").locator("a[href^='/'], img[src^='/']").count() == 0
    assert complaints == []


def test_a_table_that_does_not_answer_is_ended_and_the_page_goes_on(
    visits: tuple[Page, list[str]], tmp_path: Path
) -> None:
    """To the page, rules that take for ever are a worker that is silent. Nor can anything be sent
    to anybody."""
    page, _ = visits
    file = tmp_path / "kuhn-poker.html"
    file.write_bytes(exported(find("kuhn-poker"), {}, Path(PYODIDE), "novice"))
    page.add_init_script("Worker.prototype.postMessage = () => null;")  # it hears of nothing
    page.clock.install()
    with page.expect_worker(timeout=TO_BEGIN):
        page.goto(file.as_uri())
    page.clock.fast_forward(61_000)
    until(page, "document.body.textContent.includes('the table was ended')")
    at(page, "nav-settings").click()
    at(page, "sheet-close").wait_for()
    assert page.evaluate(REACHING) == "connect-src"


def test_a_game_is_written_cured_played_and_sent_as_a_link(
    visits: tuple[Page, list[str]], browser: Browser, tmp_path: Path
) -> None:
    page, complaints = visits
    file = tmp_path / "write.html"
    file.write_bytes(exported_workshop([find("hearts")], Path(PYODIDE)))
    assert file.stat().st_size <= MOST_BYTES
    page.goto(f"{file.as_uri()}?game=kuhn-poker")
    at(page, "write-table").wait_for(timeout=TO_BEGIN)
    text = at(page, "write-text").input_value()

    coloured = "[...document.querySelectorAll('.words .keyword')].some((one) => one.textContent"
    until(page, f"{coloured} === 'shuffle')")
    at(page, "write-text").fill(f"é\N{GAME DIE} {text}")  # what was coloured goes along
    assert page.evaluate(f"{coloured} === 'shuffle')")
    assert at(page, "write-words").inner_text().strip() == f"é\N{GAME DIE} {text}".strip()

    at(page, "write-text").evaluate("(area) => { area.scrollTop = area.scrollLeft = 9999; }")
    until(page, f"{SCROLLED}('.words').join() === {SCROLLED}('textarea').join()")

    at(page, "write-text").fill(text.replace("(shuffle", "(shufle"))
    at(page, "write-cure").click(timeout=TO_BEGIN)
    assert at(page, "write-text").input_value() == text
    until(page, SOUND)
    assert "weaker than those of that name" in at(page, "write-said").inner_text()
    table = page.frame_locator("[data-testid=write-table]")
    table.get_by_test_id("screen-table").wait_for(timeout=TO_BEGIN)

    at(page, "write-trace").click()
    page.get_by_text("Since the last choice").wait_for(timeout=TO_BEGIN)
    at(page, "write-chance").click()
    page.get_by_text("1000 matches by chance").wait_for(timeout=TO_BEGIN)

    at(page, "write-text").fill(text.replace("(shuffle", ";; mine\n  (shuffle"))
    until(page, SOUND)
    at(page, "write-share").click()
    page.get_by_text("the address is the game").wait_for()
    link = page.url
    assert len(link) < 4_000
    assert complaints == []
    at(page, "write-examples").select_option(label="A new game: trick")
    until(page, "document.querySelector('textarea').value.includes(';; My game')")
    until(page, SOUND)
    with browser.new_context(offline=True) as another:
        friend = another.new_page()
        friend.goto(link)
        at(friend, "write-text").wait_for()
        until(friend, "document.querySelector('textarea').value.includes(';; mine')")


def test_a_bomb_that_somebody_writes_is_told_and_the_workshop_goes_on(
    visits: tuple[Page, list[str]], tmp_path: Path
) -> None:
    page, _ = visits
    file = tmp_path / "write.html"
    file.write_bytes(exported_workshop([find("kuhn-poker")], Path(PYODIDE)))
    page.goto(file.as_uri())
    at(page, "write-table").wait_for(timeout=TO_BEGIN)
    text = at(page, "write-text").input_value()

    at(page, "write-text").fill(FOR_AGES)
    page.get_by_text("working this out takes more than").wait_for(timeout=TO_BEGIN)
    assert at(page, "write-table").count() == 0
    at(page, "write-text").fill(text)
    until(page, SOUND)
    at(page, "write-table").wait_for(timeout=TO_BEGIN)


def test_at_a_server_a_game_is_written_under_its_strict_policy(
    browser: Browser, tmp_path: Path
) -> None:
    complaints: list[str] = []
    with served(tmp_path, python=Path(PYODIDE)) as address, browser.new_context() as context:
        page = context.new_page()
        page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda fault: complaints.append(str(fault)))
        page.goto(f"http://{address}")
        assert at(page, "home-workshop").get_attribute("href") == "/write"
        at(page, "nav-rules").click()
        at(page, "rules-of-kuhn-poker").click()
        assert at(page, "rules-write").get_attribute("href") == "/write?game=kuhn-poker"
        page.goto(f"http://{address}/write?game=kuhn-poker")
        table = page.frame_locator("[data-testid=write-table]")
        table.get_by_test_id("screen-table").wait_for(timeout=TO_BEGIN)
        assert "kuhn" in at(page, "write-text").input_value().lower()
        assert complaints == []
        [worker] = page.workers
        assert worker.evaluate(REACHING) == "connect-src"


def _press_everything(page: Page) -> None:
    """After a match nothing is offered that a page without a server cannot do."""
    if not at(page, "screen-results").is_visible():
        at(page, "results-open").click()
    for file in ("results-picture", "results-record"):
        with page.expect_download() as kept:
            at(page, file).click()
        assert Path(kept.value.path()).stat().st_size > 0
    for missing in ("nav-home", "nav-stats", "results-replay", "results-luck", "results-review"):
        assert at(page, missing).count() == 0
    buttons = at(page, "screen-results").locator("a[href^='/']:not([download])")
    assert buttons.count() == 0, "a link to a server"


def _play_on(page: Page, until_then: str) -> None:
    """Take anything that is offered until that is so."""
    last, idle = None, 0
    while not page.evaluate(f"Boolean({until_then})"):
        page.evaluate(
            "() => { document.querySelector('[data-testid=\"sheet-close\"]')?.click();"
            " window.__point(); }"
        )
        page.wait_for_timeout(20)
        here = page.evaluate("window.__view.version")
        idle = 0 if here != last else idle + 20
        last = here
        assert idle < 1000 * PATIENCE, "the table stands still"
