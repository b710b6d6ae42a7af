"""A browser that looks at a server of this process, and what tests of its screens share."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from itertools import count
from math import inf
from typing import Any
from zlib import crc32

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("playwright", reason="playwright is not installed")
pytest.importorskip("axe_playwright_python", reason="axe is not installed")

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.layout import LAWS
from benchmarks.visitors import PATIENCE, served
from kibitz.web.room import STRENGTHS

CHROMIUM = shutil.which("chromium")
BROWSED = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # of playwright's own pipes
]

SIZES = [(1440, 900), (1024, 768), (768, 1024), (412, 915), (390, 844), (360, 640), (844, 390)]
SMALLEST_TARGET = 44


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose bots play at random, so that nothing is compiled for them."""
    with pytest.MonkeyPatch.context() as patch:
        for strength in ("novice", "regular"):
            patch.setitem(STRENGTHS, strength, "uniform")
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


CHANCE = """
    try { localStorage['kibitz.settings'] ??= JSON.stringify({ pace: 'none', forced: false }); }
    catch { /* a page without an origin keeps nothing */ }
    let number = SEED;
    const next = () => {
        number = (number + 0x6D2B79F5) | 0;
        let mixed = Math.imul(number ^ (number >>> 15), 1 | number);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
        return (mixed ^ (mixed >>> 14)) >>> 0;
    };
    Math.random = () => next() / 2 ** 32;
    crypto.getRandomValues = (bytes) => bytes.map(next);
    window.__point = () => {
        const ways = [...document.querySelectorAll(['button.glow', '.plate.glow button.who',
            '[data-testid^="option-"]:not(:disabled)',
            '[data-testid="flip-confirm"]:not(:disabled)',
            '[data-testid="doubt-keep"]'].join())];
        const held = document.querySelectorAll('button.picked').length;
        const place = `${SEED} ${window.__view?.version} ${held}`;
        const mixed = [...place].reduce((sum, sign) =>
            Math.imul(sum ^ sign.charCodeAt(0), 16777619), 2166136261) >>> 0;
        if (ways.length) ways[(mixed >>> 8) % ways.length].click();
    };
"""
"""What is left to chance goes the same way at the same place of the same match, and at once: only
tests of motion wait for cards."""


@pytest.fixture
def page(
    browser: Browser,
    address: str,
    complaints: list[str],
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Page]:
    """A visitor's page; what its console complains of fails the test. It keeps nothing: every page
    would load everything a second time. Every test has deals of its own, always the same."""
    base, seed = f"http://{address}", crc32(request.node.name.encode())
    deals = count(seed)
    monkeypatch.setattr("kibitz.web.deal.token_hex", lambda size: f"{next(deals):0{2 * size}x}")
    with browser.new_context(base_url=base, service_workers="block") as context:
        context.add_init_script(CHANCE.replace("SEED", str(seed)))
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


def dealt(page: Page, game: str, bots: int, preset: str = "") -> None:
    made_table(page, game, "Ann")
    if preset:
        at(page, f"preset-{preset}").click()
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


POINT = """() => {
    if (window.__view?.result) return;
    const close = document.querySelector('[data-testid="sheet-close"]');
    if (close) close.click();
    window.__point();
}"""


def point_at_something(page: Page) -> None:
    page.evaluate(POINT)


RESTING = """() => new Promise((told) => {
    const isOver = (motion) => motion.playState !== 'running'
        || motion.effect.getComputedTiming().endTime === Infinity;
    const look = () => told(document.getAnimations().every(isOver));
    requestAnimationFrame(() => requestAnimationFrame(look));
})"""
"""Whether what was asked for has been drawn, and nothing is on its way that comes to an end."""


def resized(page: Page) -> Iterator[tuple[int, int]]:
    """The page at every size, when it has come to rest there."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        until(page, RESTING)
        yield width, height


WIDTHS = """(names) => {
    const boxes = [...document.querySelectorAll(names)].map((n) => n.getBoundingClientRect())
        .filter((box) => box.width);
    return {
        wider: [document.documentElement, ...document.querySelectorAll('.sheet')]
            .some((node) => node.scrollWidth > node.clientWidth + 1),
        count: boxes.length,
        least: Math.min(...boxes.map((box) => Math.min(box.width, box.height))),
    };
}"""


def fits_across(page: Page, controls: str) -> bool:
    """Whether the page is as wide as its device, and every one of the controls can be touched."""
    found = page.evaluate(WIDTHS, controls)
    assert found == {**found, "wider": False}, found
    return not found["wider"] and found["count"] > 0 and found["least"] >= SMALLEST_TARGET


MEASURED = """() => {
    const box = (node) => node.getBoundingClientRect();
    const there = (names) => [...document.querySelectorAll(names)].filter((n) => box(n).width);
    const least = (node) => Math.min(box(node).width, box(node).height);
    const card = (which) => Math.min(...there(`.cell-spot${which}`).map((n) => box(n).width));
    return {
        least: Math.min(...there('.options button, .bottom button, .cell-spot.mine').map(least)),
        own: card('.mine'), others: card(':not(.mine)'),
    };
}"""


def sizes_of(page: Page) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """What is measured of the table on every screen."""
    for width, height in resized(page):
        found: dict[str, Any] = page.evaluate(MEASURED)
        broken = page.evaluate(LAWS)
        assert broken == [], (width, height, broken)
        yield width, height, found


def played_until(page: Page, expression: str, pointing: str = POINT) -> None:
    """Point at something until it is so; a table that stands still fails the test."""
    last, end = None, inf
    look = (
        f"() => {{ const done = Boolean({expression}); if (!done) ({pointing})(); return done; }}"
    )
    while not page.evaluate(look):
        here = page.evaluate("window.__view?.version")
        if here != last:
            last, end = here, time.monotonic() + PATIENCE
        assert time.monotonic() < end, f"the table stands still, not yet: {expression}"
        page.wait_for_timeout(10)


def played_on(page: Page, choices: int) -> None:
    for _ in range(choices):
        until_my_turn(page)
        before = page.evaluate("window.__view.version")
        played_until(page, f"window.__view.version !== {before} || Boolean(window.__view.result)")
    until_my_turn(page)
    page.evaluate("document.querySelector('[data-testid=\"sheet-close\"]')?.click()")


AXE = {"resultTypes": ["violations"], "rules": {"label-content-name-mismatch": {"enabled": True}}}
"""What is called otherwise than it reads cannot be said to a device that listens: axe looks for
that only where it is told to."""
COLOURS = {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]}
"""What may differ in another theme."""


def serious(page: Page, where: str = "#app", asked: dict[str, Any] = AXE) -> list[str]:
    """What axe finds that keeps somebody out, and where, when everything has come to rest."""
    page.evaluate("document.querySelectorAll('details').forEach((n) => { n.open = true; })")
    until(page, RESTING)
    page.evaluate(Axe().axe_script)
    found = page.evaluate("([where, asked]) => axe.run(where, asked)", [where, asked])["violations"]
    return [
        f"{fault['id']}: {node['html']} {node['any'][0]['message'] if node['any'] else ''}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]
