"""People at a table: what they say, what they take back together, and how a seat travels."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from benchmarks.visitors import Visitor, get, new_table, play_on, seated, served
from kibitz import Rng
from kibitz.engine.records import read_record
from kibitz.match import Match

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("server")) as found:
        yield found


def reason(answer: dict[str, Any]) -> Any:
    assert answer["type"] == "refused"
    return answer["reason"]


def posted(address: str, path: str, body: object) -> tuple[int, str]:
    request = Request(f"http://{address}{path}", data=json.dumps(body).encode(), method="POST")
    try:
        with urlopen(request) as response:
            return response.status, response.read().decode()
    except HTTPError as fault:
        return fault.code, fault.read().decode()


def room(visitor: Visitor, wanted: Any) -> dict[str, Any]:
    return visitor.hear(lambda m: m["type"] == "room" and wanted(m))


# ---------------------------------------------------------------------------- what they say


def test_what_somebody_says_is_heard_by_all_and_by_who_comes_later(address: str) -> None:
    ann, ben = seated(address, "golf-six", "Ann", "Ben")
    assert ann.say("chat", text="  well   played\u202e ")["type"] == "done"
    [line] = room(ben, lambda m: m["chat"])["chat"]
    assert (line["name"], line["text"]) == ("Ann", "well played")
    eve = Visitor(address, ann.code)
    eve.join("Eve", watching=True)
    assert room(eve, lambda m: m["chat"])["chat"] == [line]


def test_what_is_no_text_or_too_long_is_not_said(address: str) -> None:
    ann, _ = seated(address, "golf-six", "Ann", "Ben")
    for text in ("", "   ", "\u200b", "x" * 141):
        assert reason(ann.say("chat", text=text)) == "no-text"
    assert reason(ann.say("chat", text=7)) == "not-understood"


def test_who_talks_too_much_has_to_wait_and_only_the_latest_is_kept(address: str) -> None:
    ann, ben = seated(address, "golf-six", "Ann", "Ben")
    answers = [ann.say("chat", text=f"text {number}")["type"] for number in range(8)]
    assert answers == ["done"] * 6 + ["refused"] * 2
    assert ben.say("chat", text="enough")["type"] == "done"


def test_who_is_forgotten_has_said_nothing(address: str) -> None:
    ann, ben = seated(address, "golf-six", "Ann", "Ben")
    ben.say("chat", text="I was never here")
    ann.say("chat", text="good bye")
    assert posted(address, "/forget", {"seats": {ben.code: ben.secret}})[0] == 200
    told = room(ann, lambda m: len(m["people"]) == 1)
    assert [line["text"] for line in told["chat"]] == ["good bye"]


# ---------------------------------------------------------------------------- taking back


def chooser(people: list[Visitor]) -> Visitor:
    for person in people:
        if person.frame["options"]:
            return person
    raise AssertionError("nobody is to choose")


def made_a_choice(people: list[Visitor]) -> Visitor:
    """Who has just made one; all have seen it."""
    one = chooser(people)
    version = one.frame["version"]
    assert one.choose(0)["type"] == "done"
    for person in people:
        person.hear_frame(version + 1)
    return one


def test_a_choice_is_taken_back_when_all_agree_and_the_log_keeps_it(address: str) -> None:
    ann, ben = people = seated(address, "golf-six", "Ann", "Ben")
    before = [person.frame for person in people]
    one = made_a_choice(people)
    other = ben if one is ann else ann
    asked = one.say("takeback", match=1, version=one.frame["version"])
    assert asked["type"] == "done"
    undo = room(other, lambda m: m["undo"])["undo"]
    assert undo["version"] == one.frame["version"]
    assert other.say("agree", agree=True)["type"] == "done"
    for person, then in zip(people, before, strict=True):
        now = person.hear(lambda m: m["type"] == "frame" and m["match"] == 2)
        assert now == {**then, "match": 2, "since": None, "beats": []}
    play_on(people, Rng(4).below)
    record = read_record(get(address, f"/t/{ann.code}/record.json")[1].encode())
    assert Match.from_record(record).is_over
    assert get(address, f"/t/{ann.code}/matches/1/record.json")[0] == 403


def test_one_no_is_enough(address: str) -> None:
    ann, ben = people = seated(address, "golf-six", "Ann", "Ben")
    one = made_a_choice(people)
    other = ben if one is ann else ann
    one.say("takeback", match=1, version=one.frame["version"])
    assert other.say("agree", agree=False)["type"] == "done"
    room(one, lambda m: m["match"] == 1 and m["undo"] is None)
    assert reason(other.say("agree", agree=True)) == "nothing-to-agree"


def test_who_is_alone_with_bots_asks_nobody(address: str) -> None:
    [ann] = people = seated(address, "golf-six", "Ann", bots=1)
    while not ann.frame["options"]:
        ann.hear_frame(ann.frame["version"] + 1)
    ann.choose(0)
    ann.hear(lambda m: m["type"] == "frame" and bool(m["options"]) and m["version"] > 0)
    assert ann.say("takeback", match=1, version=ann.frame["version"])["type"] == "done"
    again = ann.hear(lambda m: m["type"] == "frame" and m["match"] == 2)
    assert again["options"]
    assert again["since"] is None
    play_on(people, Rng(4).below)


def test_only_who_plays_and_has_chosen_takes_back_and_nobody_too_late(address: str) -> None:
    ann, ben = people = seated(address, "golf-six", "Ann", "Ben")
    eve = Visitor(address, ann.code)
    eve.join("Eve", watching=True)
    assert reason(ann.say("takeback", match=1, version=0)) == "nothing-to-take-back"
    assert reason(eve.say("takeback", match=1, version=0)) == "not-seated"
    assert reason(eve.say("agree", agree=True)) == "nothing-to-agree"
    one = made_a_choice(people)
    assert reason(one.say("takeback", match=1, version=7)) == "too-late"
    one.say("takeback", match=1, version=one.frame["version"])
    assert reason(eve.say("agree", agree=True)) == "not-seated"
    made_a_choice(people)
    other = ben if one is ann else ann
    assert reason(other.say("agree", agree=True)) == "too-late"


# ---------------------------------------------------------------------------- doors and devices


def test_who_has_the_link_reads_what_is_played_and_who_is_there(address: str) -> None:
    code = new_table(address, "golf-six")
    ann = Visitor(address, code)
    ann.join("Ann")
    told = json.loads(get(address, f"/t/{code}/door.json")[1])
    assert told == {
        "game": "golf-six",
        "title": "Golf Six",
        "host": "Ann",
        "here": ["Ann"],
        "players": ["Ann"],
        "free": 5,
        "phase": "waiting",
    }
    assert get(address, "/t/XXXXXX/door.json")[:2] == (204, "")


def test_a_seat_is_drawn_for_its_holder_alone(address: str) -> None:
    ann, ben = seated(address, "golf-six", "Ann", "Ben")
    status, drawing = posted(address, f"/t/{ann.code}/seat.svg", {"secret": ann.secret})
    assert status == 200
    assert "<svg" in drawing
    elsewhere = new_table(address, "golf-six")
    for code, secret in ((elsewhere, ben.secret), (ann.code, "guessed"), ("XXXXXX", ann.secret)):
        status, told = posted(address, f"/t/{code}/seat.svg", {"secret": secret})
        assert (status, json.loads(told)["reason"]) == (400, "foreign-secret")
    assert posted(address, f"/t/{ann.code}/seat.svg", {"secret": 7})[0] == 400


def test_who_is_sent_away_is_told_who_did_it(address: str) -> None:
    ann, _ = seated(address, "golf-six", "Ann", "Ben")
    eve = Visitor(address, ann.code)
    eve.join("Eve", watching=True)
    eve.hear_frame(0)
    ann.say("dismiss", person=3)
    told = eve.hear(lambda m: m["type"] == "refused")
    assert (told["reason"], told["words"]) == (
        "removed",
        "The host has sent you away from this table.",
    )


def test_who_leaves_on_one_device_is_told_so_on_the_other(address: str) -> None:
    ann, ben = seated(address, "golf-six", "Ann", "Ben")
    phone = Visitor(address, ben.code)
    phone.join("", secret=ben.secret)
    phone.hear_frame(0)
    ben.say("leave")
    told = phone.hear(lambda m: m["type"] == "refused")
    assert told["words"] == "You have left this table on another device."
    assert ann.say("ping")["type"] == "done"
