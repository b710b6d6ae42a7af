"""Nobody is kept out: what axe finds."""

from __future__ import annotations

import pytest
from browsing import (
    AXE,
    BROWSED,
    COLOURS,
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
from playwright.sync_api import Page, ViewportSize
from test_screen_shell import replayed

pytestmark = BROWSED

PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1440, "height": 900}
SHEETS = (
    *("card", "log", "options", "menu", "hole", "results", "meanwhile", "library", "keys"),
    *("talk", "seat", "past", "player", "rules", "discard"),
)
COUNTED = """() => import('/static/store.js').then(async ({ state, update }) => {
    const card = structuredClone(state.frame.scorecard);
    const terms = [{ label: '', value: 9 }, { label: 'knock bonus', value: -5 }];
    const cards = [[1, '9♣'], [2, 'K♦']];
    const tally = { terms, cards, aside: [], cancelled: [2], score: 4, total: 4 };
    Object.assign(card, { latest: [tally, tally], totals: [4, 4],
        holes: [{ number: 1, par: 3, scores: [4, 4] }] });
    const { match } = state.frame;
    const seats = [{ seat: 0, luck: 2, lost: 1 }, { seat: 1, luck: -3, lost: 0 }];
    update({
        frame: { ...state.frame, scorecard: card, result: { scores: [4, 4], ranks: [1, 1] } },
        figures: { match, is_begun: true, is_done: false, looked: 2, of: 9, seats },
        past: { number: 1, tallies: [tally, tally] },
        lastTrick: [{ name: 'Ada', card: '9♣' }, { name: 'You', card: 'K♦' }],
        enlarged: 1, discard: ['9♣', 'K♦'],
        rules: await (await fetch('/games/golf/rules')).text(),
        room: { ...state.room, chat: [{ number: 1, person: 7, name: 'Ben', text: 'Well played!' }],
            people: [...state.room.people, { ...state.room.people[0], person: 7, name: 'Ben' }] },
        meanwhile: { moves: 2, lines: ['Ada drew a card', 'Ada swapped it'] },
    });
})"""
"""A match with something in all of its sheets."""
MANY = """() => import('/static/store.js').then(({ state, update }) => {
    const option = (number) => ({ key: `${number}`, label: `bid ${number}`, at: [] });
    const options = Array.from({ length: 12 }, (_, number) => option(number));
    update({ frame: { ...state.frame, options, together: 1 }, sheet: 'choices' });
})"""
HOST = """(host) => import('/static/store.js').then(({ state, update }) => {
    update({ room: { ...state.room, host } });
})"""


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_nothing_keeps_anybody_out(page: Page, address: str, theme: str) -> None:
    found: dict[str, list[str]] = {}
    asked = AXE if theme == "light" else COLOURS

    def looked_at(name: str, where: str = "#app", *, sizes: tuple[str, ...] = ("phone",)) -> None:
        for size in sizes:
            page.set_viewport_size(PHONE if size == "phone" else LAPTOP)
            found[f"{name} {size}"] = serious(page, where, asked)

    both = ("laptop", "phone")
    page.set_viewport_size(PHONE)
    page.goto("/")
    at(page, "game-golf").wait_for()
    at(page, "nav-settings").click()
    at(page, f"theme-{theme}").click()
    until(page, f"document.documentElement.dataset.theme === '{theme}'")
    looked_at("settings", ".sheet")
    at(page, "sheet-close").click()
    looked_at("home", sizes=both)
    made_table(page, "golf", "Ann")
    looked_at("lobby", sizes=both)
    host = page.evaluate("import('/static/store.js').then(({ state }) => state.room.host)")
    page.evaluate(HOST, -1)
    looked_at("lobby of a guest")
    page.evaluate(HOST, host)
    at(page, "ai-add-novice").click()
    at(page, "seat-1").wait_for()
    at(page, "lobby-start").click()
    at(page, "screen-table").wait_for()
    played_on(page, 3)
    looked_at("table", sizes=both)
    page.evaluate(MANY)
    at(page, "sheet-choices").wait_for()
    looked_at("choices", ".sheet")
    page.evaluate(COUNTED)
    for sheet in SHEETS:
        page.evaluate(
            "(sheet) => import('/static/store.js').then(({ update }) => update({ sheet }))", sheet
        )
        at(page, "sheet-close").wait_for()
        looked_at(sheet, ".sheet")
    for path, screen in (
        ("/ledger", "screen-stats"),
        ("/play/golf?HOLES=3", "screen-rules"),
        ("/t/XXXXXX", "screen-gone"),
        (replayed(address), "screen-replay"),
    ):
        page.goto(path)
        at(page, screen).wait_for()
        looked_at(path)
    assert [f"{name}: {fault}" for name, faults in found.items() for fault in faults] == []
