"""How smoothly a table moves and how soon it answers, on a processor four times slower.

One hand of hearts is dealt and played in Chromium. Between two animation frames the page looks at
the clock; what the browser itself calls a long task is told beside it.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import click

from benchmarks import painting
from benchmarks.figures import HEADINGS, Figure
from benchmarks.report import line, padded
from benchmarks.visitors import served

MOST_GAP = MOST_ANSWER = 50.0
"""Milliseconds."""
_PATIENCE = 300.0
_BOTS = 3
_WATCH = """() => {
    const found = window.__found = { gaps: [], tasks: [], answers: [] };
    const look = ({ entries }) => entries.forEach(({ duration }) => found.tasks.push(duration));
    new PerformanceObserver((list) => look({ entries: list.getEntries() }))
        .observe({ type: 'longtask' });
    let last = performance.now();
    const step = (now) => {
        found.gaps.push(now - last);
        last = now;
        requestAnimationFrame(step);
    };
    requestAnimationFrame((now) => { last = now; requestAnimationFrame(step); });
}"""
_POINT = """() => {
    const ready = document.querySelector('[data-testid="flip-confirm"]:not(:disabled)');
    const way = ready ?? document.querySelector('button.glow:not(.picked)');
    if (!way) return;
    const begun = performance.now();
    way.click();
    requestAnimationFrame(() => {
        const channel = new MessageChannel(); // its message comes when the frame has been drawn
        channel.port1.onmessage = () => window.__found.answers.push(performance.now() - begun);
        channel.port2.postMessage(null);
    });
}"""
_IS_OVER = """() => Boolean(window.__view?.result || window.__view?.scorecard?.holes.length
    || window.__view?.settlement.length
    || document.querySelector('[data-testid="screen-hole"]'))"""


@click.command("frames")
def command() -> None:
    """Measure the gaps between frames and the answers to clicks in a dealt hand of hearts."""
    if not painting.is_possible():
        raise click.ClickException("there is no Chromium here, or no playwright to drive it")
    click.echo(padded(HEADINGS))
    for figure in figures(measured()):
        click.echo(line(figure))


def measured() -> dict[str, list[float]]:
    """Milliseconds between frames, of long tasks, and from clicks to the frame that answers."""
    with (
        TemporaryDirectory() as folder,
        served(Path(folder)) as address,
        import_module("playwright.sync_api").sync_playwright() as playwright,
    ):
        chromium = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(base_url=f"http://{address}", service_workers="block")
        _sit_down(page)
        painting.slow_processor(page.context.new_cdp_session(page))
        page.evaluate(_WATCH)
        _at(page, "lobby-start").click()
        end = time.monotonic() + _PATIENCE
        while not page.evaluate(_IS_OVER):
            if time.monotonic() > end:
                raise click.ClickException("the hand does not come to its end")
            page.evaluate(_POINT)
            page.wait_for_timeout(400)
        found: dict[str, list[float]] = page.evaluate("window.__found")
        browser.close()
    return found


def _sit_down(page: Any) -> None:
    page.goto("/")
    _at(page, "home-friends").click()
    _at(page, "game-hearts").click()
    _at(page, "name").fill("Ann")
    _at(page, "name-join").click()
    for number in range(_BOTS):
        _at(page, "ai-add-novice").click()
        _at(page, f"seat-{number + 1}").wait_for()


def _at(page: Any, name: str) -> Any:
    return page.locator(f'[data-testid="{name}"]').first


def figures(found: dict[str, list[float]]) -> Iterator[Figure]:
    gaps, answers, tasks = found["gaps"], found["answers"], found["tasks"]
    late = sum(gap > MOST_GAP for gap in gaps)
    spread = f"median {median(gaps):.0f} ms, 99 of 100 within {quantiles(gaps, n=100)[-1]:.0f} ms, "
    spread += f"{late} of {len(gaps)} over {MOST_GAP:.0f} ms"
    yield _figure("the longest gap between frames", max(gaps), MOST_GAP, spread)
    spread = f"median {median(answers):.0f} ms of {len(answers)}"
    yield _figure("from a click to its answer, longest", max(answers), MOST_ANSWER, spread)
    longest = f"{max(tasks, default=0.0):.0f} ms"
    yield Figure("long tasks", str(len(tasks)), "–", longest, "", None, "the longest of them")


def _figure(name: str, value: float, most: float, spread: str) -> Figure:
    text = f"{value:.0f} ms"
    return Figure(name, text, "–", text, f"≤ {most:.0f} ms", value <= most, spread)
