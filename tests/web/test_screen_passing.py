"""Friends round one phone: it is handed on, and nobody sees another's cards."""

from __future__ import annotations

import json
from typing import Any

import pytest
from browsing import (
    BROWSED,
    address,
    at,
    browser,
    complaints,
    fits_across,
    made_table,
    page,
    played_until,
    resized,
    serious,
    until,
)
from playwright.sync_api import Page, WebSocket

from benchmarks.visitors import Visitor

pytestmark = BROWSED

TO_SEE = 2000
"""After so many milliseconds the curtain is down."""
Frames = dict[int, dict[str, Any]]
"""By person: what their socket was told last."""


@pytest.fixture
def told(page: Page) -> Frames:
    """What comes to this device, for everybody who sits round it."""
    found: Frames = {}

    def listen(socket: WebSocket) -> None:
        people: list[int] = []

        def hear(payload: str | bytes) -> None:
            for message in json.loads(payload):
                if message["type"] == "welcome":
                    people.append(message["person"])
                elif message["type"] == "frame":
                    found[people[0]] = message

        socket.on("framereceived", hear)

    page.on("websocket", listen)
    return found


def cards_of(frame: dict[str, Any], *, own: bool) -> set[str]:
    """The faces that a frame shows: in the seat's own places, or anywhere."""
    return {
        card
        for area in frame["areas"]
        if not own or area["owner"] == frame["seat"]
        for row in area["rows"]
        for stack in row["stacks"]
        for card in stack["cards"]
        if card is not None
    }


WATCH = """() => {
    window.drawn = new Set();
    const look = () => document.querySelectorAll('[data-card], [aria-label]').forEach((node) => {
        window.drawn.add(node.dataset.card ?? '');
        window.drawn.add(node.getAttribute('aria-label') ?? '');
    });
    new MutationObserver(look).observe(document.body,
        { subtree: true, childList: true, attributes: true, characterData: true });
    look();
}"""
"""Whatever has been drawn since, however short it was there."""


def two_at_one_phone(page: Page, game: str) -> str:
    code = made_table(page, game, "Ann")
    at(page, "beside-name").fill("Ben")
    at(page, "beside-add").click()
    at(page, "seat-1").wait_for()
    return code


def looking(page: Page) -> str:
    """Who is to choose: the one who has the device, or the one whom the curtain names."""
    there = "document.querySelector('[data-testid=curtain-lift]') || window.__view?.options.length"
    until(page, f"Boolean({there})")
    if page.evaluate("window.__view !== null"):
        return ""
    return str(at(page, "screen-curtain").locator("h1").inner_text())


def played_once(page: Page) -> None:
    before = page.evaluate("window.__view.version")
    played_until(page, f"window.__view?.version !== {before}")
    page.clock.fast_forward(TO_SEE)


def lifted(page: Page) -> None:
    at(page, "curtain-lift").click()
    page.clock.fast_forward(TO_SEE)


def test_the_device_is_handed_on_and_no_hand_is_seen_by_the_other(page: Page, told: Frames) -> None:
    page.clock.install()
    two_at_one_phone(page, "crazy-eights")
    at(page, "lobby-start").click()
    at(page, "screen-table").wait_for()
    passed, shown = 0, 1
    while passed < 4:
        page.evaluate(WATCH)
        if words := looking(page):
            assert words in ("Pass the device to Ann", "Pass the device to Ben")
            secrets = cards_of(told[1], own=True) | cards_of(told[2], own=True)
            seen = page.evaluate("[...document.querySelectorAll('[data-card]')].length")
            assert (seen, bool(secrets)) == (0, True)
            lifted(page)
            shown, passed = (1 if words.endswith("Ann") else 2), passed + 1
            until(page, f"window.__view?.version === {told[shown]['version']}")
        else:
            page.evaluate(WATCH)
            played_once(page)
            hidden = cards_of(told[3 - shown], own=True) - cards_of(told[shown], own=False)
            drawn = set(page.evaluate("[...window.drawn]"))
            assert hidden
            assert cards_of(told[shown], own=True) & drawn
            assert not any(card in words for card in hidden for words in drawn)


def test_seats_on_one_device_are_there_after_a_reload_and_the_curtain_is_down(
    page: Page, told: Frames
) -> None:
    two_at_one_phone(page, "crazy-eights")
    page.reload()
    at(page, "seat-1").get_by_text("on this device").wait_for()
    at(page, "lobby-start").click()
    at(page, "screen-table").wait_for()
    page.reload()
    words = looking(page)
    turn = told[1]["turn"]
    assert words == f"Pass the device to {('Ann', 'Ben')[turn]}"
    for size in resized(page):
        assert fits_across(page, ".curtain button"), size
    assert serious(page) == []
    at(page, "curtain-lift").click()
    until(page, "Boolean(window.__view?.options.length)")
    assert page.evaluate("window.__view.seat") == turn


def test_whoever_is_added_can_be_taken_away_again(page: Page) -> None:
    two_at_one_phone(page, "golf")
    until(page, "!document.querySelector('[data-testid=lobby-start]').disabled")
    at(page, "preset-short").click()
    until(page, "document.querySelector('.rules-bar').textContent.includes('Holes')")
    until(page, "!document.querySelector('[data-testid=lobby-start]').disabled")
    at(page, "remove-1").click()
    until(page, "document.querySelectorAll('.seats li').length === 1")
    page.reload()
    at(page, "screen-lobby").wait_for()
    assert page.locator(".seats li").count() == 1


def test_a_hole_is_read_before_the_device_is_handed_on(page: Page) -> None:
    page.clock.install()
    two_at_one_phone(page, "lock-golf")
    at(page, "lobby-start").click()
    at(page, "screen-table").wait_for()
    while not page.locator('[data-testid="screen-hole"]').count():
        if looking(page):
            lifted(page)
        else:
            played_once(page)
    names = at(page, "screen-hole").locator(".tally h3").all_inner_texts()
    assert [words.split()[0] for words in names] == ["Ann", "Ben"]
    at(page, "next-hole").click()
    looking(page)


def test_whoever_deletes_the_data_of_a_device_deletes_that_of_all_round_it(
    page: Page, address: str
) -> None:
    code = two_at_one_phone(page, "golf")
    page.goto("/ledger")
    at(page, "forget").click()
    at(page, "forget-really").click()
    page.get_by_text("your name is gone from").wait_for()
    cleo = Visitor(address, code)
    cleo.join("Cleo")
    room = cleo.hear(lambda message: message["type"] == "room")
    assert [person["name"] for person in room["people"]] == ["Cleo"]
    assert page.evaluate("Object.keys(localStorage).filter((n) => n.includes('seat')).length") == 0
