"""Nobody is kept out: what axe finds."""

from __future__ import annotations

import pytest
from browsing import (
    BROWSED,
    address,
    at,
    browser,
    complaints,
    made_table,
    page,
    played_on,
    serious,
    until,
)
from playwright.sync_api import Page

pytestmark = BROWSED


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
    on_the_bar = ("options", "menu") if size[0] >= 1024 else ("card", "log", "options", "menu")
    for sheet in on_the_bar:
        at(page, f"bar-{sheet}").click()
        found[sheet] = serious(page, ".sheet")
        at(page, "sheet-close").click()
    page.goto("/ledger")
    at(page, "screen-stats").wait_for()
    found["ledger"] = serious(page)
    assert not any(found.values()), found
