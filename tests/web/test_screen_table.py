"""The table while a match is played."""

from __future__ import annotations

import re
from typing import Any

import pytest
from browsing import (
    BROWSED,
    RESTING,
    address,
    at,
    browser,
    complaints,
    dealt,
    made_table,
    page,
    played_on,
    until,
    until_my_turn,
)
from playwright.sync_api import Browser, Page

from benchmarks.visitors import Visitor

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
    at(page, "plate-1").click()
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


@pytest.mark.parametrize(
    ("hand", "dealer", "is_announced"),
    [
        (["2♣", "3♣", "4♣", "9♦"], 0, True),
        (["7♥", "8♥", "9♥", "10♥"], 0, False),
        (["2♣", "3♣", "4♣", "5♣"], 1, False),
    ],
)
def test_a_new_deal_of_as_many_cards_is_no_new_stock(
    page: Page, hand: list[str], dealer: int, is_announced: bool
) -> None:
    """In a game without holes other cards in a hand, or another dealer, give the deal away."""

    def table(cards: list[str], dealer: int, discard: int, stock: int) -> dict[str, Any]:
        shown = shared_table(discard, stock, 0)
        shown["areas"][1]["rows"][0]["stacks"] = [{"cards": cards, "hidden": 0}]
        return {**shown, "scorecard": None, "dealer": dealer}

    page.goto("/")
    told = page.evaluate(
        "async (frames) => (await import('/static/notices.js')).rebuilt(...frames)",
        [table(["2♣", "3♣", "4♣", "5♣"], 0, 31, 0), table(hand, dealer, 1, 30)],
    )
    assert bool(told) is is_announced


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


def version(page: Page) -> int:
    found: int = page.evaluate("window.__view.version")
    return found


def friends(page: Page, address: str, game: str) -> Visitor:
    """Ann's page and Ben at a table where the cards have been dealt."""
    ben = Visitor(address, made_table(page, game, "Ann"))
    ben.join("Ben")
    ben.say("ready", ready=True)
    at(page, "lobby-start").click()
    at(page, "screen-table").wait_for()
    ben.hear_frame(0)
    return ben


def flips_done(page: Page, ben: Visitor) -> None:
    """Both turn their first cards over, so that it is Ann's turn to draw."""
    for turned in range(4):
        if ben.hear_frame(turned)["options"]:
            assert ben.choose(0)["type"] == "done"
        else:
            until(page, f"window.__view.version === {turned} && window.__view.options.length")
            page.locator("button.glow").first.click()
    until(page, "window.__view.version === 4 && window.__view.options.length")


def test_nobody_acts_out_of_turn_and_what_is_no_option_cannot_be_reached(
    page: Page, address: str
) -> None:
    ben = friends(page, address, "golf-six")
    until_my_turn(page)
    reached = """[...document.querySelectorAll('.table .card, .table .spot')]
        .filter((node) => node.tabIndex >= 0).length"""
    assert page.evaluate(reached) == 6  # of one's own: other cards cannot be turned
    page.locator("button.glow").first.click()
    until(page, "window.__view.version === 1")
    until(page, "document.querySelectorAll('button.glow').length === 5")  # one lies open by now
    page.locator("button.glow").first.click()
    until(page, "window.__view.turn === 1")
    assert page.evaluate(reached) == 0
    assert page.locator('[data-testid^="option-"]').count() == 0
    assert "Ben’s turn" in at(page, "status").inner_text()
    assert ben.hear_frame(2)["options"]


def test_a_drawn_card_is_shown_to_nobody_else_and_a_taken_one_is_not_thrown_back(
    page: Page, address: str
) -> None:
    ben = friends(page, address, "golf-six")
    flips_done(page, ben)
    heard = len(ben.heard)
    page.keyboard.press("d")
    until(page, "window.__view.version === 5")
    hands = "window.__view.areas.find((a) => a.owner === 0).rows.filter((r) => r.kind === 'hand')"
    [drawn] = page.evaluate(f"{hands}[0].stacks[0].cards")
    ben.hear_frame(5)
    assert not any(drawn in text for text in ben.heard[heard:])
    page.keyboard.press("x")
    ben.hear_frame(6)
    assert any(drawn in text for text in ben.heard[heard:])
    for done in (7, 8):
        ben.choose(0)
        ben.hear_frame(done)
    until(page, "window.__view.version === 8 && window.__view.options.length")
    page.keyboard.press("t")
    until(page, "window.__view.version === 9 && window.__view.options.length === 6")
    spots = "window.__view.options.flatMap((o) => o.at.map((s) => s.row))"
    assert set(page.evaluate(spots)) == {"grid"}


def test_a_choice_is_acknowledged_at_once(page: Page) -> None:
    """Before anything comes back: the page says that it is on its way, and takes no other."""
    dealt(page, "golf-six", 1)
    until_my_turn(page)
    left = page.evaluate(
        """async () => {
        document.querySelector('button.glow').click();
        await null;
        await null;
        return document.querySelectorAll('button.glow').length;
    }"""
    )
    assert left == 0


def test_a_turn_is_played_by_keys_alone(page: Page) -> None:
    dealt(page, "golf-six", 1)
    for key in ("1", "2"):
        until_my_turn(page)
        page.keyboard.press(key)
        until(page, f"window.__view.version >= {key}")
    until_my_turn(page)
    page.keyboard.press("?")
    assert "draw from the stock" in at(page, "sheet-keys").inner_text()
    page.keyboard.press("Escape")
    before = version(page)
    page.keyboard.press("d")
    until(page, f"window.__view.version === {before + 1}")
    page.keyboard.press("4")
    until(page, f"window.__view.version > {before + 1}")


def turned(page: Page, bots: int) -> None:
    """Golf, when everybody has turned two cards and Ann may draw."""
    dealt(page, "golf", bots)
    until_my_turn(page)
    for key in ("1", "2", "Enter"):
        page.keyboard.press(key)
    until(page, "window.__view.options.length === 7")


def test_cells_are_read_out_with_what_counts_and_a_card_that_was_taken_up_is_put_back(
    page: Page,
) -> None:
    turned(page, 1)
    until(page, "document.querySelectorAll('.spot.mine[aria-label*=point]').length === 2")
    said = page.evaluate(
        "[...document.querySelectorAll('.cell-spot.mine')].map((n) => n.ariaLabel)"
    )
    assert [words.split(":")[0].split(", ")[:2] for words in said] == [
        [f"cell {cell}", f"row {1 + (cell > 3)} column {1 + (cell - 1) % 3}"]
        for cell in range(1, 7)
    ]
    assert sum("face down" in words for words in said) == 4
    assert sum(bool(re.search(r"of \w+, -?\d+ points?", words)) for words in said) == 2
    assert page.locator('main [role="status"]').count() == 1  # a turn is announced once
    before = version(page)
    page.keyboard.press("t")
    page.locator("button.picked").wait_for()
    assert "put it back" in at(page, "status").inner_text()
    page.keyboard.press("z")
    page.locator("button.picked").wait_for(state="detached")
    assert version(page) == before


def test_open_cards_are_counted_for_all_to_see_and_pairs_are_marked(page: Page) -> None:
    turned(page, 3)
    shown = (
        "(seat) => Number(document.querySelector(`[data-testid='pts-${seat}']`)"
        ".textContent.replace('−', '-'))"
    )
    for seat in range(4):
        assert page.evaluate(shown, seat) == page.evaluate(f"window.__view.open[{seat}].points")
    page.evaluate(
        """async () => {
        const { state, update } = await import('/static/store.js');
        const open = [{ points: 0, cancelled: [1, 2] }, ...state.frame.open.slice(1)];
        update({ frame: { ...state.frame, open } });
    }"""
    )
    until(page, "document.querySelectorAll('.card.cancelled .sign svg').length === 2")
    assert page.locator('.cell-spot.mine[aria-label*="counts nothing"]').count() == 2


def test_who_would_knock_is_asked_first(page: Page) -> None:
    dealt(page, "golf", 1, "race")
    knock = page.get_by_role("button", name="Knock", exact=True)
    until_my_turn(page)
    while not page.evaluate("window.__view.options.some(({ label }) => label === 'knock')"):
        played_on(page, 1)
    knock.wait_for()
    before = version(page)
    page.keyboard.press("k")
    at(page, "doubt").wait_for()
    assert re.search(r"nobody has seen: [12]\.", at(page, "doubt").inner_text())
    assert version(page) == before
    at(page, "doubt-change").click()
    knock.wait_for()
    page.keyboard.press("k")
    at(page, "doubt-keep").click()
    until(page, f"window.__view.version > {before}")


def test_two_devices_at_one_seat_show_the_same(page: Page, browser: Browser, address: str) -> None:
    dealt(page, "golf-six", 1)
    kept, code = page.context.storage_state(), page.url.rsplit("/", 1)[1]
    with browser.new_context(
        base_url=f"http://{address}", storage_state=kept, service_workers="block"
    ) as context:
        other = context.new_page()
        other.goto(f"/t/{code}")
        for chosen_at, seen_at in ((page, other), (other, page)):
            until_my_turn(chosen_at)
            before = version(chosen_at)
            chosen_at.locator("button.glow").first.click()
            until(seen_at, f"window.__view?.version > {before}")
        until(page, "Boolean(window.__view.options.length)")
        until(other, f"window.__view.version === {version(page)}")
        views = [device.evaluate("JSON.stringify(window.__view)") for device in (page, other)]
        assert views[0] == views[1]


def test_who_wants_no_motion_gets_none(page: Page) -> None:
    longest = """Math.max(...[...document.querySelectorAll('.table *')].flatMap((node) =>
        [null, '::before', '::after'].flatMap((part) =>
            ['animationDuration', 'transitionDuration'].flatMap((name) =>
                getComputedStyle(node, part)[name].split(', ').map(parseFloat)))))"""
    dealt(page, "golf-six", 1)
    until_my_turn(page)
    page.evaluate(
        """import('/static/store.js').then(({ change, state, update }) => {
            change('pace', 'normal');
            update({ frame: { ...state.frame, turn: 1 } });
        })"""
    )
    at(page, "thinking").wait_for(state="attached")
    assert page.evaluate(longest) > 0.1
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(longest) <= 0.001
    page.emulate_media(reduced_motion="no-preference")
    at(page, "nav-settings").click()
    at(page, "pace-none").click()
    at(page, "sheet-close").click()
    until(page, "document.documentElement.dataset.pace === 'none'")
    assert page.evaluate(longest) <= 0.001


def test_on_a_phone_what_is_pressed_lies_low_and_cards_are_legible(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    dealt(page, "golf-six", 3)
    played_on(page, 2)
    until(page, "window.__view.options.length > 1")
    for width, height in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        until(page, RESTING)
        found = page.evaluate(
            """() => ({
            top: Math.min(...[...document.querySelectorAll('.options button, .bottom button')]
                .map((n) => n.getBoundingClientRect().top)),
            size: Math.min(...[...document.querySelectorAll('.card.open')]
                .map((n) => 0.38 * n.getBoundingClientRect().height)),
        })"""
        )
        assert found["top"] >= 0.6 * height
        assert (
            found["size"] >= 16
        )  # the rank, drawn more than a third as high as a card that is small


ABOVE = """() => {
    for (const card of document.querySelectorAll('.card')) card.style.pointerEvents = 'auto';
    const { left, top, width, height } = document.querySelector('.sheet').getBoundingClientRect();
    const shares = [0.05, 0.2, 0.4, 0.6, 0.8, 0.95];
    return shares.flatMap((across) => shares.map((down) =>
        document.elementFromPoint(left + across * width, top + down * height)))
        .every((node) => node?.closest('.sheet'));
}"""


def test_no_card_lies_on_what_has_opened_over_the_table(page: Page) -> None:
    """Not even one that is on its way."""
    dealt(page, "golf-six", 1)
    until_my_turn(page)
    page.evaluate("document.querySelectorAll('.card').forEach((n) => { n.style.zIndex = 400; })")
    for size in ((390, 844), (1440, 900)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("import('/static/store.js').then((s) => s.update({ sheet: 'settings' }))")
        at(page, "sheet-settings").wait_for()
        assert page.evaluate(ABOVE), size
        at(page, "sheet-close").click()
