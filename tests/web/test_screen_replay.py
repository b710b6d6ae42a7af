"""A match that is over, told again."""

from __future__ import annotations

import json
import re

import pytest
from browsing import (
    BROWSED,
    SIZES,
    address,
    at,
    browser,
    complaints,
    fits_across,
    page,
    resized,
    sizes_of,
    until,
    until_my_turn,
)
from playwright.sync_api import Page

from benchmarks.visitors import get, play_on, seated
from kibitz import Rng, load
from kibitz.engine.records import record_text

pytestmark = BROWSED


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
    speeds = at(page, "replay-speed").locator("option").all_inner_texts()
    assert (speeds[0], speeds[-1]) == ("0.5×", "8×")
    at(page, "replay-speed").select_option("8")
    at(page, "replay-play").click()
    until(page, "window.__view.version >= 22")
    at(page, "replay-play").click()
    record = str(at(page, "replay-record").get_attribute("href"))
    assert f"/t/{ann.code}/matches/1/" in record
    assert get(address, record)[1] == get(address, f"/t/{ann.code}/record.json")[1]
    at(page, "replay-branch").click()
    page.wait_for_url(re.compile(r"/t/[A-Z]{6}$"))
    until_my_turn(page)
    assert page.evaluate("window.__view.version") >= 22


LOWEST = """Math.max(...[...document.querySelectorAll('.replay button')]
    .map((node) => node.getBoundingClientRect().bottom))"""


@pytest.mark.parametrize("game", ["golf-six", "lock-golf"])
def test_it_fits_on_every_size_of_device(page: Page, address: str, game: str) -> None:
    match, chance = load(game, PLAYERS=4).match(4), Rng(4)
    while not match.is_over:
        match.play(chance.below(len(match.options)))
    body = record_text(match.record(["Ann", "Ben", "Cleo", "Denis"])).encode()
    code = json.loads(get(address, "/records", "POST", body=body)[1])["code"]
    page.goto(f"/t/{code}/replay/1#30")
    until(page, "window.__view?.version === 30")
    assert len(list(sizes_of(page))) == len(SIZES)
    for size in resized(page):
        assert fits_across(page, ".replay button, .replay select"), size
        assert page.evaluate(LOWEST) <= size[1], size


def test_whoever_is_called_you_is_addressed_as_you(page: Page, address: str) -> None:
    match, chance = load("golf-six", PLAYERS=2).match(4), Rng(4)
    while not match.is_over:
        match.play(chance.below(len(match.options)))
    body = record_text(match.record(["You", "Ben"])).encode()
    code = json.loads(get(address, "/records", "POST", body=body)[1])["code"]
    page.goto(f"/t/{code}/replay/1")
    until(page, "window.__view?.turn === 0")
    assert at(page, "status").inner_text() == "Your turn"


def test_a_link_leads_to_where_a_hole_was_counted(page: Page, address: str) -> None:
    match, chance = load("lock-golf", PLAYERS=2, HOLES=3).match(4), Rng(4)
    while not match.is_over:
        match.play(chance.below(len(match.options)))
    body = record_text(match.record(["Ann", "Ben"])).encode()
    code = json.loads(get(address, "/records", "POST", body=body)[1])["code"]
    page.goto(f"/t/{code}/replay/1#hole-2")
    until(page, "window.__view?.scorecard.holes.length === 2")
    marks = "[...document.querySelectorAll('#holes option')].map((n) => Number(n.value))"
    assert len(set(page.evaluate(marks))) == 3
    for step, holes in (("hole-back", 1), ("hole", 2), ("hole", 3)):
        at(page, f"replay-{step}").click()
        until(page, f"window.__view.scorecard.holes.length === {holes}")
    page.set_viewport_size({"width": 1440, "height": 900})
    at(page, "hole-1").click()
    until(page, "window.__view.scorecard.holes.length === 1")
