"""The page itself, in a real browser, where there is one."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Iterator
from operator import itemgetter
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("playwright", reason="playwright is not installed")
pytest.importorskip("axe_playwright_python", reason="axe is not installed")

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright
from serving import PATIENCE, Visitor, get, play_on, seated, served

from kibitz import Rng, load
from kibitz.engine.record_text import record_text
from kibitz.games import find, names
from kibitz.web.bots import STRENGTHS
from kibitz.web.offers import Offers

CHROMIUM = shutil.which("chromium")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # of playwright's own pipes
]

SIZES = [(1440, 900), (1024, 768), (768, 1024), (390, 844), (360, 640), (844, 390)]
SMALLEST_TARGET = 44


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose novices play at random, so that nothing is compiled for them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(STRENGTHS, "novice", "uniform")
        with served(tmp_path_factory.mktemp("server")) as found:
            yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def complaints() -> list[str]:
    return []


@pytest.fixture
def page(browser: Browser, address: str, complaints: list[str]) -> Iterator[Page]:
    """A visitor's page; what its console complains of fails the test."""
    with browser.new_context(base_url=f"http://{address}") as context:
        opened = context.new_page()
        opened.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
        opened.on("pageerror", lambda fault: complaints.append(str(fault)))
        yield opened
    assert complaints == []


def at(page: Page, name: str) -> Any:
    return page.locator(f'[data-testid="{name}"]').first


def made_table(page: Page, game: str, name: str) -> str:
    """Somebody makes a table; its code."""
    page.goto("/")
    at(page, "home-friends").click()
    at(page, f"game-{game}").click()
    at(page, "name").fill(name)
    at(page, "name-join").click()
    return str(at(page, "room-code").inner_text())


def dealt(page: Page, game: str, bots: int) -> None:
    made_table(page, game, "Ann")
    for number in range(bots):
        at(page, "ai-add-novice").click()
        at(page, f"seat-{number + 1}").wait_for()
    at(page, "lobby-start").click()
    at(page, "screen-table").wait_for()


def until(page: Page, expression: str) -> None:
    """Wait for it; the page's policy forbids playwright's own way, which evaluates text."""
    end = time.monotonic() + PATIENCE
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(10)


def until_my_turn(page: Page) -> None:
    until(page, "Boolean(window.__view?.options.length || window.__view?.result)")


def point_at_something(page: Page) -> None:
    page.evaluate(
        """() => {
        if (window.__view.result) return;
        const close = document.querySelector('[data-testid="sheet-close"]');
        if (close) close.click();
        const ways = [...document.querySelectorAll(
            'button.glow, [data-testid^="option-"]:not(:disabled)')];
        if (ways.length) ways[Math.floor(Math.random() * ways.length)].click();
    }"""
    )


def test_three_taps_lead_to_a_match_against_bots(page: Page) -> None:
    page.goto("/")
    at(page, "home-ai").click()
    at(page, "game-golf").click()
    at(page, "screen-table").wait_for()
    until_my_turn(page)


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


def test_who_loses_the_connection_is_told_and_comes_back(page: Page, complaints: list[str]) -> None:
    dealt(page, "golf-six", 1)
    until_my_turn(page)
    page.context.set_offline(True)
    at(page, "lost").wait_for()
    assert "your seat is kept" in at(page, "lost").inner_text()
    page.context.set_offline(False)
    at(page, "lost").wait_for(state="detached")
    complaints.clear()  # Chromium's own, of a network that is not there


MEASURED = """() => {
    const box = (node) => node.getBoundingClientRect();
    const inside = (b) => b.left >= -1 && b.top >= -1
        && b.right <= innerWidth + 1 && b.bottom <= innerHeight + 1;
    const there = (names) => [...document.querySelectorAll(names)].filter((n) => box(n).width);
    const least = (node) => Math.min(box(node).width, box(node).height);
    const card = (where) => Math.min(...there(`${where} .cells .card`).map((n) => box(n).width));
    const fan = '.options button, .bottom button, .own .cells button';
    return {
        scrolls: document.documentElement.scrollHeight > innerHeight
            || document.documentElement.scrollWidth > innerWidth,
        outside: there('.table .card, .table button').filter((n) => !inside(box(n))).length,
        least: Math.min(...there(fan).map(least)),
        own: card('.own'), others: card('.others'),
    };
}"""


def sizes_of(page: Page) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """What is measured of the table on every screen."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(50)
        found: dict[str, Any] = page.evaluate(MEASURED)
        assert (found["scrolls"], found["outside"]) == (False, 0), (width, height)
        yield width, height, found


def played_on(page: Page, choices: int) -> None:
    for _ in range(choices):
        until_my_turn(page)
        before = page.evaluate("window.__view.version")
        while page.evaluate(f"window.__view.version === {before} && !window.__view.result"):
            point_at_something(page)
            page.wait_for_timeout(20)
    until_my_turn(page)
    page.evaluate("document.querySelector('[data-testid=\"sheet-close\"]')?.click()")


def test_golf_for_six_fits_on_every_screen_with_a_drawn_card_too(page: Page) -> None:
    dealt(page, "golf", 5)
    for _ in range(5):
        played_on(page, 1)
        for width, height, found in sizes_of(page):
            assert found["least"] >= SMALLEST_TARGET, (width, height)
            is_large, is_low = width >= 1024, height <= 700
            assert found["own"] >= (88 if is_large else 60 if is_low else 72)
            assert found["others"] >= (48 if is_large else 34)


@pytest.mark.parametrize(("game", "bots"), [("hearts", 3), ("par-golf", 3), ("president", 3)])
def test_other_games_fit_on_every_screen(page: Page, game: str, bots: int) -> None:
    dealt(page, game, bots)
    played_on(page, 6)
    assert len(list(sizes_of(page))) == len(SIZES)


def serious(page: Page, where: str = "#app") -> list[str]:
    """What axe finds that keeps somebody out, and where, when everything has come to rest."""
    page.evaluate("document.querySelectorAll('details').forEach((n) => { n.open = true; })")
    page.wait_for_timeout(400)
    found = Axe().run(page, where).response["violations"]
    return [
        f"{fault['id']}: {node['html']} {node['any'][0]['message'] if node['any'] else ''}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_nothing_keeps_anybody_out(page: Page, size: tuple[int, int], theme: str) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto("/")
    at(page, "game-golf").wait_for()
    at(page, "nav-settings").click()
    at(page, f"theme-{theme}").click()
    until(page, f"document.documentElement.dataset.theme === '{theme}'")
    found = {"settings": serious(page, ".sheet")}
    at(page, "sheet-close").click()
    found["home"] = serious(page)
    made_table(page, "golf", "Ann")
    found["lobby"] = serious(page)
    at(page, "ai-add-novice").click()
    at(page, "seat-1").wait_for()
    at(page, "lobby-start").click()
    at(page, "screen-table").wait_for()
    played_on(page, 3)
    found["table"] = serious(page)
    for sheet in ("card", "options", "menu"):
        at(page, f"bar-{sheet}").click()
        found[sheet] = serious(page, ".sheet")
        at(page, "sheet-close").click()
    page.goto("/ledger")
    at(page, "screen-stats").wait_for()
    found["ledger"] = serious(page)
    assert not any(found.values()), found


def advised_table(page: Page, game: str, policy: str) -> None:
    made_table(page, game, "Ann")
    at(page, "ai-add-novice").click()
    at(page, "seat-1").wait_for()
    at(page, "advisor-policy").select_option(policy)
    until(page, f"document.querySelector('[data-testid=advisor-policy]').value === '{policy}'")
    at(page, "lobby-start").click()
    at(page, "screen-table").wait_for()
    until_my_turn(page)


SAID = "!(document.querySelector('[data-testid=advice-line]')?.textContent ?? '…').includes('…')"


@pytest.mark.parametrize("size", [(360, 640), (1440, 900)])
def test_who_may_ask_is_advised_and_the_advice_is_shown_on_the_table(
    page: Page, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    advised_table(page, "golf-six", "full")
    page.keyboard.press("h")
    until(page, SAID)
    assert page.locator(".advised").count() >= 1
    assert page.evaluate(MEASURED)["outside"] == 0
    page.keyboard.press("h")
    panel = at(page, "panel-advisor")
    assert panel.locator("tbody tr").count() == page.evaluate("window.__view.options.length")
    assert serious(page, '[data-testid="panel-advisor"]') == []
    page.keyboard.press("Escape")
    at(page, "bar-menu").click()
    at(page, "sheet-close").click()
    assert "advised" in at(page, "own").text_content()


def test_without_leave_there_is_no_button_for_advice(page: Page) -> None:
    advised_table(page, "golf-six", "off")
    assert page.locator('[data-testid="bar-advisor"]').count() == 0
    page.keyboard.press("h")
    page.wait_for_timeout(100)
    assert page.locator('[data-testid="advice-line"]').count() == 0


def test_a_coach_asks_back_before_a_mistake(page: Page) -> None:
    page.add_init_script("localStorage.setItem('kibitz.settings', '{\"coach\": true}')")
    advised_table(page, "kuhn-poker", "full")
    doubted = False
    for _ in range(60):
        until_my_turn(page)
        if page.evaluate("Boolean(window.__view.result)"):
            at(page, "results-rematch").click()
            until(page, "!window.__view?.result")
            continue
        until(page, SAID)
        before = page.evaluate("window.__view.version")
        at(page, "option-0").click()
        until(page, f"window.__view?.version !== {before} || document.querySelector('.doubt')")
        if page.locator('[data-testid="doubt"]').count():
            doubted = True
            at(page, "doubt-change").click()
            at(page, "option-1").wait_for()
            break
    assert doubted


PRESSED = """() => {
    const card = document.querySelector('button.glow');
    const box = card.getBoundingClientRect();
    const at = { bubbles: true, pointerType: 'touch', clientX: box.x + 5, clientY: box.y + 5 };
    card.dispatchEvent(new PointerEvent('pointerdown', at));
    window.__press = () => {
        card.dispatchEvent(new PointerEvent('pointerup', at));
        card.click();
    };
}"""


def test_a_long_press_tells_what_a_card_is_and_chooses_nothing(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    dealt(page, "golf-six", 1)
    until_my_turn(page)
    before = page.evaluate("window.__view.version")
    page.evaluate(PRESSED)
    at(page, "card-info").wait_for()
    assert at(page, "card-info").inner_text()
    page.evaluate("window.__press()")
    page.wait_for_timeout(200)
    assert page.evaluate("window.__view.version") == before
    assert page.locator("button.picked").count() == 0
    page.locator("button.glow").first.click()
    until(page, f"window.__view.version > {before} || document.querySelector('button.picked')")


def test_on_a_phone_a_tap_enlarges_what_somebody_has(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    dealt(page, "golf-six", 1)
    until_my_turn(page)
    at(page, "player-1").locator("h3").click()
    card = at(page, "sheet-player").locator(".card").first
    assert card.bounding_box()["width"] >= 72


def shared_table(discard: int, stock: int, hand: int, hole: int = 1) -> dict[str, Any]:
    def row(name: str, kind: str, cards: int) -> dict[str, Any]:
        return {"name": name, "kind": kind, "stacks": [{"cards": [], "hidden": cards}]}

    piles = [row("discard pile", "discard", discard), row("stock", "pile", stock)]
    return {
        "match": 1,
        "scorecard": {"number": hole},
        "areas": [
            {"owner": None, "rows": piles},
            {"owner": 0, "rows": [row("hand", "hand", hand)]},
        ],
    }


@pytest.mark.parametrize(
    ("after", "words"),
    [
        ((1, 30, 6), "The discard pile has been shuffled into a new stock."),
        ((30, 0, 6), ""),
        ((1, 30, 0), ""),
        ((1, 30, 6, 2), ""),
    ],
)
def test_a_new_stock_is_announced_and_a_new_deal_is_not(
    page: Page, after: tuple[int, ...], words: str
) -> None:
    page.goto("/")
    told = page.evaluate(
        "async (frames) => (await import('/static/notices.js')).rebuilt(...frames)",
        [shared_table(31, 0, 6), shared_table(*after)],
    )
    assert told == words


def test_who_finds_no_seat_is_told_so_and_watches(page: Page, address: str) -> None:
    ann, _ = seated(address, "golf-six", "Ann", "Ben")
    page.goto(f"/t/{ann.code}")
    at(page, "name").fill("Eve")
    at(page, "name-join").click()
    page.get_by_text("A match is going on: you are watching").wait_for()


def test_a_double_tap_is_one_choice_and_a_reload_changes_nothing(page: Page) -> None:
    dealt(page, "golf-six", 1)
    until_my_turn(page)
    page.evaluate(
        "() => { const b = document.querySelector('button.glow'); b.click(); b.click(); }"
    )
    until(page, "window.__view.version >= 1 && window.__view.options.length")
    before = page.evaluate("JSON.stringify(window.__view)")
    page.reload()
    until_my_turn(page)
    assert page.evaluate("JSON.stringify(window.__view)") == before


def test_who_watches_can_point_at_nothing(page: Page, address: str) -> None:
    dealt(page, "golf-six", 1)
    code = page.url.rsplit("/", 1)[1]
    eve = Visitor(address, code)
    eve.join("Eve", watching=True)
    assert eve.hear_frame(0)["options"] == []


PLAYED = """async (seconds) => {
    const end = performance.now() + 1000 * seconds;
    const seen = () => `${window.__view?.match} ${window.__view?.version}`;
    let choices = 0, last = seen(), changed = performance.now();
    while (performance.now() < end && !window.__view?.result) {
        if (seen() !== last) { last = seen(); changed = performance.now(); choices += 1; }
        if (performance.now() - changed > 10000) return { frozen: last, choices };
        document.querySelector('[data-testid="sheet-close"]')?.click();
        const ways = [...document.querySelectorAll(
            'button.glow, [data-testid^="option-"]:not(:disabled)')];
        ways[Math.floor(Math.random() * ways.length)]?.click();
        await new Promise((done) => setTimeout(done, 1));
    }
    return { frozen: null, choices: choices + (seen() !== last) };
}"""
MATCHES = 50
FIRST_PRESETS = [(game, next(iter(find(game).page.presets), "")) for game in names()]


@pytest.mark.parametrize(
    ("game", "preset"),
    [*((game, "") for game in names()), *filter(itemgetter(1), FIRST_PRESETS)][:MATCHES],
)
def test_a_match_is_played_through_the_page_without_a_complaint(
    page: Page, game: str, preset: str
) -> None:
    """At random, until the results are shown or a good part of a long match is played."""
    made_table(page, game, "Ann")
    if preset:
        at(page, f"preset-{preset}").click()
    for number in range(1, Offers().seats(game, {}).fewest):
        at(page, "ai-add-novice").click()
        at(page, f"seat-{number}").wait_for()
    at(page, "lobby-start").click()
    at(page, "screen-table").wait_for()
    played = page.evaluate(PLAYED, 2.0)
    assert played["frozen"] is None
    assert played["choices"] > 0
    if page.evaluate("Boolean(window.__view.result)"):
        at(page, "results-share").wait_for()
        at(page, "results-deal").click()
        until(page, "document.querySelector('.toast').textContent.startsWith('the deal is')")


def test_a_match_is_told_again_and_played_on_from_the_middle(page: Page, address: str) -> None:
    ann, ben = seated(address, "golf-six", "Ann", "Ben")
    play_on([ann, ben], Rng(5).below)
    page.goto(f"/t/{ann.code}/replay/1#7")
    until(page, "window.__view?.version === 7")
    at(page, "replay-step").click()
    until(page, "window.__view.version === 8")
    assert at(page, "replay-said").inner_text()
    at(page, "replay-view").select_option("1")
    until(page, "window.__view.seat === 1")
    assert page.url.endswith("?view=1#8")
    page.reload()
    until(page, "window.__view?.version === 8 && window.__view.seat === 1")
    at(page, "replay-seek").fill("0")
    until(page, "window.__view.version === 0")
    at(page, "replay-hole").click()
    until(page, "window.__view.result !== null")
    scores = page.evaluate("window.__view.result.scores")
    assert scores == ann.frame["result"]["scores"]
    at(page, "replay-seek").fill("20")
    until(page, "window.__view.version === 20")
    at(page, "replay-play").click()
    until(page, "window.__view.version >= 22")
    at(page, "replay-branch").click()
    page.wait_for_url(re.compile(r"/t/[A-Z]{6}$"))
    until_my_turn(page)
    assert page.evaluate("window.__view.version") >= 22


def test_a_link_leads_to_where_a_hole_was_counted(page: Page, address: str) -> None:
    match, chance = load("lock-golf", PLAYERS=2, HOLES=3).match(4), Rng(4)
    while not match.is_over:
        match.play(chance.below(len(match.options)))
    body = record_text(match.record(["Ann", "Ben"])).encode()
    code = json.loads(get(address, "/records", "POST", body=body)[1])["code"]
    page.goto(f"/t/{code}/replay/1#hole-2")
    until(page, "window.__view?.scorecard.holes.length === 2")


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


def test_a_table_that_is_gone_says_so_and_shows_the_way_out(page: Page) -> None:
    page.goto("/t/XXXXXX")
    at(page, "screen-gone").wait_for()
