"""Pages keep nobody out: axe decides about every word, and nothing is wider than the screen."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")
pytest.importorskip("axe_playwright_python", reason="axe is not installed")

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright
from test_game_page import report

from kibitz.analysis.report import write_report
from kibitz.analysis.site.build import summarised, write_index

CHROMIUM = shutil.which("chromium")
SIZES = [(390, 844), (1280, 900)]
PAGES = ["ace.html", "index.html", "compare.html"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # of playwright's own pipes
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    write_report(report(), folder, "index.html")
    ace = summarised(report(), "")
    write_index([ace, replace(ace, name="deuce", title="Deuce")], folder)
    return folder


def opened(browser: Browser, path: Path, size: tuple[int, int], theme: Any) -> Page:
    page = browser.new_page(
        viewport={"width": size[0], "height": size[1]}, color_scheme=theme, reduced_motion="reduce"
    )
    page.goto(path.as_uri())
    return page


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PAGES)
def test_nobody_is_kept_out_and_nothing_is_left_undecided(
    browser: Browser, site: Path, name: str, size: tuple[int, int], theme: str
) -> None:
    page = opened(browser, site / name, size, theme)
    options: dict[str, Any] = {"resultTypes": ["violations", "incomplete"]}
    if theme == "dark":
        options["runOnly"] = ["color-contrast", "link-in-text-block"]  # nothing else may differ
    found = Axe().run(page, options=options).response
    assert [
        (fault["id"], node["html"][:120])
        for kind in ("violations", "incomplete")
        for fault in found[kind]
        for node in fault["nodes"]
    ] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.close()


def test_a_table_that_is_too_wide_shows_that_there_is_more(browser: Browser, site: Path) -> None:
    page = opened(browser, site / "index.html", SIZES[0], "light")
    shadow = page.evaluate(
        """() => {
          const box = [...document.querySelectorAll('.scroll')]
            .find((one) => one.scrollWidth > one.clientWidth);
          const style = getComputedStyle(box, '::after');
          return [style.position, style.right, style.backgroundImage.slice(0, 15)];
        }"""
    )
    assert shadow == ["sticky", "0px", "radial-gradient"]
    page.close()
