"""The waiting room: who plays, and by which rules."""

from __future__ import annotations

from time import monotonic

from browsing import (
    BROWSED,
    SMALLEST_TARGET,
    address,
    at,
    browser,
    complaints,
    fits_across,
    made_table,
    page,
    resized,
    until,
)
from playwright.sync_api import FloatRect, Locator, Page

from benchmarks.visitors import Visitor, new_table

pytestmark = BROWSED


def test_friends_join_by_link_and_appear_by_themselves(page: Page, address: str) -> None:
    code = made_table(page, "golf", "<b>Ann</b>")
    assert at(page, "seat-0").inner_text().startswith("<b>Ann</b>")
    friends = [Visitor(address, code) for _ in range(3)]
    for seat, friend in enumerate(friends, 1):
        friend.join(f"Friend {seat}")
        at(page, f"seat-{seat}").wait_for()
    assert at(page, "lobby-start").is_disabled()
    for friend in friends:
        friend.say("ready", ready=True)
    at(page, "lobby-start").click()
    at(page, "screen-table").wait_for()


def test_the_host_sends_away_who_only_watches(page: Page, address: str) -> None:
    code = made_table(page, "golf", "Ann")
    eve = Visitor(address, code)
    eve.join("Eve", watching=True)
    at(page, "dismiss-2").click()
    assert eve.is_turned_away()
    at(page, "watchers").wait_for(state="detached")


def test_the_rules_of_this_table_are_said_before_and_while_it_is_played(page: Page) -> None:
    made_table(page, "golf", "Ann")
    assert "standard rules" in at(page, "rules-bar").inner_text()
    at(page, "preset-family-wild").click()
    until(page, "document.querySelectorAll('.rules-bar .chip:not(.short)').length === 3")
    assert at(page, "rules-bar").inner_text().split()[-1] == "+8"
    lucky = page.locator('[data-testid="opt-JOKERS"] input[type=radio]')
    assert lucky.count() == 4
    assert page.locator('[data-testid="opt-JOKERS"] input:checked').count() == 1
    at(page, "rules-bar").click()
    assert "a ten costs 1" in at(page, "sheet-options").inner_text()


def test_a_course_is_changed_hole_by_hole_and_dealt_only_when_its_pars_add_up(page: Page) -> None:
    made_table(page, "par-golf", "Ann")
    at(page, "ai-add-novice").click()
    at(page, "seat-1").wait_for()
    sum_of_pars = at(page, "series-PARONE").get_by_test_id("par-sum")
    assert sum_of_pars.inner_text() == "36"
    page.get_by_label("less: Hole 1", exact=True).click()
    until(page, "document.querySelector('[data-testid=par-sum]').textContent === '35'")
    assert at(page, "lobby-start").is_disabled()
    assert at(page, "start-why").inner_text() == "The pars of nine holes add up to 36."
    page.get_by_label("more: Hole 2", exact=True).click()
    until(page, "!document.querySelector('[data-testid=lobby-start]').disabled")
    at(page, "shuffle").click()
    at(page, "usual").click()
    until(page, "document.querySelector('.rules-bar').textContent.includes('standard rules')")


def test_rules_are_sent_as_a_link_and_read_before_anybody_sits_down(
    page: Page, complaints: list[str]
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    made_table(page, "golf", "Ann")
    at(page, "preset-short").click()
    until(page, "document.querySelector('.rules-bar').textContent.includes('Holes')")
    at(page, "rules-share").click()
    page.get_by_text("the link to these rules is copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert page.request.get(at(page, "rules-qr").get_attribute("src")).ok
    assert link.endswith("/play/golf?HOLES=3")
    page.goto(link)
    assert "a game of 3 holes" in at(page, "screen-rules").inner_text()
    at(page, "rules-make").click()
    at(page, "name").fill("Ben")
    at(page, "name-join").click()
    at(page, "screen-lobby").wait_for()
    until(page, "document.querySelector('.rules-bar').textContent.includes('Holes')")
    page.goto("/play/golf?MULLIGANS=1")
    at(page, "screen-gone").wait_for()
    assert "no option MULLIGANS" in at(page, "screen-gone").inner_text()
    complaints.clear()  # Chromium's own, of an answer that refuses


def test_it_fits_on_every_size_of_device_in_two_columns_where_there_is_room(page: Page) -> None:
    made_table(page, "golf", "Ann")
    at(page, "beside-name").fill("Bartholomew the Younger")
    at(page, "beside-add").click()
    at(page, "remove-1").wait_for()
    at(page, "ai-add-novice").click()
    at(page, "seat-2").wait_for()
    for width, height in resized(page):
        assert box_of(at(page, "remove-1"))["x"] + SMALLEST_TARGET <= width
        assert fits_across(page, ".lobby button, .lobby select, .bar button"), (width, height)
        players, rules = (box["x"] for box in map(box_of, page.locator(".column").all()))
        assert (players < rules) == (width >= 760), (width, height)


def box_of(node: Locator) -> FloatRect:
    found = node.bounding_box()
    assert found is not None
    return found


def test_the_host_moves_players_by_hand_and_by_keys(page: Page) -> None:
    made_table(page, "golf", "Ann")
    for number in (1, 2):
        at(page, "ai-add-novice").click()
        at(page, f"seat-{number}").wait_for()
    names = "[...document.querySelectorAll('.seats .who')].map((n) => n.textContent.split(' ')[0])"
    assert page.evaluate(names) == ["Ann", "Ada", "Blaise"]
    grip, first = box_of(at(page, "grip-2")), box_of(at(page, "grip-0"))
    page.mouse.move(grip["x"] + 20, grip["y"] + 20)
    page.mouse.down()
    page.mouse.move(first["x"] + 20, first["y"] + 15, steps=3)
    assert page.locator(".seats .dragged, .seats .above").count() == 2
    page.mouse.up()
    until(page, f"{names}.join() === 'Blaise,Ann,Ada'")
    at(page, "grip-0").focus()
    page.keyboard.press("ArrowDown")
    until(page, f"{names}.join() === 'Ann,Blaise,Ada'")
    page.keyboard.press("ArrowDown")
    until(page, f"{names}.join() === 'Ann,Ada,Blaise'")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(names) == ["Ann", "Ada", "Blaise"]


def test_the_host_who_leaves_hands_the_table_on(page: Page, address: str) -> None:
    code = new_table(address, "golf")
    ben = Visitor(address, code)
    ben.join("Ben")
    page.goto(f"/t/{code}")
    at(page, "name").fill("Ann")
    at(page, "name-join").click()
    at(page, "ready").wait_for()
    assert page.locator('[data-testid="lobby-start"]').count() == 0
    ben.say("leave")
    at(page, "lobby-start").wait_for()


def test_the_waiting_room_of_a_guest_is_one_screen_on_a_phone(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    code = new_table(address, "golf")
    host = Visitor(address, code)
    host.join("Ann")
    host.say("configure", game="golf", options={"HOLES": 3})
    page.goto(f"/t/{code}")
    at(page, "name").fill("Ben")
    at(page, "name-join").click()
    different = at(page, "different")
    different.get_by_text("3").first.wait_for()
    assert page.evaluate("document.documentElement.scrollHeight") <= 844
    assert box_of(at(page, "seat-1"))["y"] < box_of(different)["y"] < box_of(at(page, "ready"))["y"]
    assert not at(page, "room-code").is_visible()
    at(page, "inviting").locator("summary").click()
    assert at(page, "room-code").inner_text() == code


def test_a_fifth_player_of_golf_brings_a_second_pack(page: Page) -> None:
    made_table(page, "golf", "Ann")
    for number in range(1, 5):
        assert at(page, "pack").inner_text() == "played with 52 cards"
        at(page, "ai-add-novice").click()
        at(page, f"seat-{number}").wait_for()
    until(page, "document.querySelector('[data-testid=pack]').textContent.endsWith('twice')")
    assert "104 cards" in at(page, "pack").inner_text()


def test_only_one_kind_of_jokers_can_be_chosen(page: Page) -> None:
    made_table(page, "golf", "Ann")
    jokers = at(page, "opt-JOKERS")
    for kind in ("eagle-eye", "lucky-swing"):
        at(page, f"preset-{kind}").click()
        until(page, f"document.querySelector('[data-testid=preset-{kind}]').ariaPressed === 'true'")
        assert jokers.locator("input:checked").count() == 1


def test_an_example_shows_what_a_rule_does(page: Page) -> None:
    made_table(page, "golf", "Ann")
    at(page, "example-TENPENNY").wait_for()
    assert at(page, "example-TENPENNY").locator(".card").count() == 6
    words = at(page, "example-TENPENNY").locator(".scores").inner_text().split()
    assert words == ["without", "it", "28", "with", "it", "19"]
    scores = at(page, "opt-JOKERS").locator(".score").all_inner_texts()
    assert scores == ["18", "16", "13", "20"]


def test_what_is_different_and_how_a_hole_is_settled_stand_beside_the_rules(page: Page) -> None:
    made_table(page, "golf", "Ann")
    assert "Everything is as in the standard rules" in at(page, "rules-summary").inner_text()
    at(page, "preset-family-wild").click()
    until(page, "document.querySelectorAll('.summary > .said > li').length > 2")
    at(page, "settlement").locator(".arithmetic .part").first.wait_for()
    assert at(page, "settlement").locator(".tally").count() == 3


def test_house_rules_are_kept_under_a_name_and_chosen_again(page: Page) -> None:
    made_table(page, "golf", "Ann")
    at(page, "preset-eagle-eye").click()
    until(page, "document.querySelector('[data-testid=preset-eagle-eye]').ariaPressed === 'true'")
    at(page, "rules-name").fill("Sundays")
    at(page, "rules-save").click()
    at(page, "preset-standard").click()
    until(page, "document.querySelector('.rules-bar').textContent.includes('standard rules')")
    at(page, "preset-saved-0").click()
    until(page, "document.querySelector('[data-testid=preset-eagle-eye]').ariaPressed === 'true'")
    assert at(page, "preset-saved-0").inner_text().startswith("Sundays")


def test_who_is_removed_from_a_seat_or_from_the_table_reads_so(page: Page, address: str) -> None:
    host = Visitor(address, new_table(address, "golf"))
    host.join("Ann")
    page.goto(f"http://{address}/t/{host.code}")
    at(page, "name").fill("Ben")
    at(page, "name-join").click()
    at(page, "seat-1").wait_for()
    assert host.say("remove", seat=1)["type"] == "done"
    page.wait_for_function("document.body.innerText.includes('You have no seat any more')")
    secret = page.evaluate(f"JSON.parse(localStorage.getItem('kibitz.seat.{host.code}'))")
    phone = Visitor(address, host.code)
    phone.join("", secret=secret)
    assert phone.say("leave")["type"] == "done"
    at(page, "screen-gone").wait_for()
    assert "left this table on another device" in at(page, "gone-why").inner_text()
    at(page, "gone-again").click()
    at(page, "name").wait_for()
