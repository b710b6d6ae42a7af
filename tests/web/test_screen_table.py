"""The table while a match is played."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import BROWSED, address, at, browser, complaints, dealt, page, until, until_my_turn
from playwright.sync_api import Page
from serving import Visitor

pytestmark = BROWSED


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
