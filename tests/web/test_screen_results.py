"""The end of a hole and of a match, and the ledger."""

from __future__ import annotations

import re

import pytest
from browsing import (
    BROWSED,
    address,
    at,
    browser,
    complaints,
    dealt,
    fits_across,
    made_table,
    page,
    played_until,
    point_at_something,
    resized,
    until,
    until_my_turn,
)
from playwright.sync_api import Page

from benchmarks.visitors import Visitor

pytestmark = BROWSED


def test_results_open_again_and_the_ledger_knows_them_until_it_is_told_to_forget(
    page: Page,
) -> None:
    dealt(page, "president", 3)
    played_out(page)
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


def played_out(page: Page) -> None:
    played_until(page, "Boolean(window.__view?.result)")
    at(page, "results-share").wait_for()


COUNTED = """() => [...document.querySelectorAll('.tally')].map((tally, seat) => ({
    shown: tally.querySelector('.arithmetic').textContent.replaceAll('−', '-'),
    told: window.__view.scorecard.latest[seat],
}))"""


def test_where_nobody_is_a_rival_the_score_is_all_there_is(page: Page) -> None:
    dealt(page, "golf-patience", 0)
    played_out(page)
    sheet = at(page, "screen-results")
    assert re.fullmatch("(You|.*) scores? [−0-9]+", sheet.locator(".winner").inner_text())
    assert sheet.locator(".place").count() == 0
    page.goto("/ledger")
    assert "won" not in at(page, "group").inner_text()


def sum_of(shown: str) -> tuple[int, int]:
    """What the numbers on the left add up to, and what is said to be their sum."""
    terms, total = re.sub(r"[^\d=+-]", " ", shown).replace("+ ", "+").replace("- ", "-").split("=")
    return sum(map(int, terms.split())), int(total)


HOLES = 9
"""Of a match; after the last one there is none to go on to."""


def test_every_line_of_a_hole_adds_up_and_the_rules_that_acted_pulse(page: Page) -> None:
    dealt(page, "golf", 1, "family-wild")
    rules: set[str] = set()
    for _ in range(HOLES - 1):
        hole_counted(page)
        holes = page.evaluate(COUNTED)
        assert len(holes) == 2
        for hole in holes:
            assert sum_of(hole["shown"]) == (hole["told"]["score"],) * 2
        rules = {term["label"] for hole in holes for term in hole["told"]["terms"]} - {""}
        assert bool(rules) == (page.locator(".chip.acted").count() > 0)
        if rules:
            break
        at(page, "next-hole").click()
    assert rules
    for size in resized(page):
        assert fits_across(page, ".sheet button"), size


POINT = "() => window.__point()"
"""Nothing else: the sheet of a hole stays open."""


def hole_counted(page: Page) -> None:
    is_counted = "Boolean(document.querySelector('[data-testid=\"next-hole\"]'))"
    played_until(page, is_counted, POINT)


def test_results_fit_everywhere_are_shared_without_secrets_and_played_again_by_all(
    page: Page, address: str
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script("delete Navigator.prototype.share; delete Navigator.prototype.canShare;")
    code = made_table(page, "kuhn-poker", "Ann")
    ben = Visitor(address, code)
    ben.join("Ben")
    ben.say("ready", ready=True)
    at(page, "lobby-start").click()
    at(page, "screen-table").wait_for()
    ben.hear_frame(0)
    while not ben.frame["result"]:
        if ben.frame["options"]:
            ben.choose(0)
        elif page.evaluate("Boolean(window.__view?.options.length)"):
            point_at_something(page)
            ben.hear_frame(ben.frame["version"] + 1)
    at(page, "results-share").wait_for()
    for size in resized(page):
        assert fits_across(page, ".sheet button, .sheet a.button"), size
    at(page, "results-share").click()
    page.get_by_text("the result is copied").wait_for()
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    scores = [str(score).replace("-", "−") for score in ben.frame["result"]["scores"]]
    assert lines[0] == "Kuhn Poker"
    link = f"http://{address}/t/{code}/replay/1"
    assert lines[-1] == link
    assert {line.split(" ", 1)[1] for line in lines[1:-1]} == {
        f"{name} {score}" for name, score in zip(("Ann", "Ben"), scores, strict=True)
    }
    with page.expect_download() as download:
        at(page, "results-picture").click()
    assert download.value.suggested_filename.endswith(".png")
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    at(page, "results-rematch").click()
    until(page, "window.__view?.match === 2 && !window.__view.result")
    assert [chair["name"] for chair in ben.hear(lambda m: m.get("match") == 2)["chairs"]] == [
        "Ann",
        "Ben",
    ]


def test_who_is_equal_shares_the_win(page: Page) -> None:
    dealt(page, "president", 3)
    until_my_turn(page)
    page.evaluate(
        """async () => {
        const { state, update } = await import('/static/store.js');
        const result = { scores: [5, 5, 9, 9], ranks: [1, 1, 3, 3] };
        const lastTrick = [{ name: 'Ada', card: '2♣' }, { name: 'Blaise', card: '9♦' }];
        update({ frame: { ...state.frame, result }, lastTrick, sheet: 'results' });
    }"""
    )
    assert at(page, "screen-results").locator("h2").inner_text() == "You and Ada share the win"
    assert page.locator(".podium .rank-1").count() == 2
    first, second = page.locator(".champion").all()
    assert first.locator("[data-card]").count() > 0  # what is left in hand
    assert second.locator("[data-card]").evaluate_all(
        "(all) => all.map((n) => n.dataset.card)"
    ) == ["2♣"]


DRAWN = """async () => {
    const { resultPicture } = await import('/static/picture.js');
    const pen = CanvasRenderingContext2D.prototype, words = [], draw = pen.fillText;
    pen.fillText = (text) => { words.push(text); };
    await resultPicture('Golf Patience', [['', 'Ann', '12']], 'kibitz.example/t/ABCDEF/replay/1');
    pen.fillText = draw;
    return words;
}"""


def test_a_picture_of_a_result_has_no_place_where_nobody_is_a_rival(page: Page) -> None:
    page.goto("/")
    words = page.evaluate(DRAWN)
    assert words == ["Golf Patience", "kibitz.example/t/ABCDEF/replay/1", "Ann", "12"]


FIGURES = [
    {"is_begun": True, "is_done": False, "looked": 3, "of": 8, "seats": []},
    {"is_begun": True, "is_done": True, "looked": 8, "of": 8, "seats": [
        {"seat": 0, "luck": -2.04, "lost": 1.5}]},
]  # fmt: skip


def test_luck_and_mistakes_are_shown_as_they_are_found_and_nobody_waits(page: Page) -> None:
    dealt(page, "kuhn-poker", 1)
    told = iter(FIGURES)
    nothing = {"is_begun": False, "is_done": False, "looked": 0, "of": 0, "seats": []}
    page.route(
        "**/figures.json",
        lambda route: route.fulfill(
            json=nothing if state["asked"] is None else next(told, FIGURES[-1])
        ),
    )
    state: dict[str, object] = {"asked": None}
    played_out(page)
    assert page.locator('[data-testid="luck-0"]').count() == 0
    state["asked"] = True
    at(page, "results-luck").click()
    page.get_by_text("3 of 8 decisions looked at").wait_for()
    assert at(page, "results-rematch").is_enabled()
    at(page, "luck-0").wait_for()
    assert at(page, "luck-0").inner_text().split("\n") == ["luck took 2.0", "mistakes cost 1.5"]
    assert page.locator('[data-testid="luck-progress"]').count() == 0
    for size in resized(page):
        assert fits_across(page, ".sheet button, .sheet a.button"), size


TIED = """() => import('/static/store.js').then(({ state, update }) => {
    const card = structuredClone(state.frame.scorecard);
    const tally = { terms: [{ label: '', value: 9 }], cards: [], aside: [], cancelled: [] };
    const totals = [40, 31, 50];
    card.latest = [9, 9, 12].map((score, seat) => ({ ...tally, score, total: totals[seat] }));
    card.holes = [{ number: 1, par: null, scores: [9, 9, 12] }];
    update({ frame: { ...state.frame, scorecard: { ...card, totals } }, sheet: 'hole' });
})"""


def test_who_is_equal_in_a_hole_has_won_it_too_and_places_change(page: Page) -> None:
    dealt(page, "golf", 2)
    until_my_turn(page)
    page.evaluate(TIED)
    assert page.locator(".tally.best").count() == 2
    places = [words.split(", ", 1)[1] for words in page.locator(".tally .quiet").all_inner_texts()]
    assert places == ["2nd", "1st", "3rd"]
    at(page, "next-hole").click()
    at(page, "screen-hole").wait_for(state="detached")


def test_a_hole_that_was_counted_is_looked_at_again(page: Page) -> None:
    dealt(page, "golf", 1, "short")
    hole_counted(page)
    told = page.evaluate(COUNTED)
    at(page, "next-hole").click()
    page.set_viewport_size({"width": 390, "height": 844})
    at(page, "bar-card").click()
    at(page, "sheet-scorecard").get_by_test_id("hole-1").click()
    at(page, "sheet-past").wait_for()
    assert [tally["shown"] for tally in page.evaluate(COUNTED)] == [
        tally["shown"] for tally in told
    ]
    page.keyboard.press("Escape")
    at(page, "bar-card").click()
    at(page, "sheet-scorecard").locator("tbody td").first.click()
    at(page, "sheet-past").wait_for()
    for size in resized(page):
        assert fits_across(page, ".sheet button"), size
