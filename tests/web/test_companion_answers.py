"""A match with real cards, told by a browser: what follows from its entries."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from entering import NAMES, RULES, entered

from benchmarks.visitors import get, served
from kibitz.web.companion import Companions, read_asked
from kibitz.web.refusal import Reason, Refused
from kibitz.web.services import Services, Settings
from kibitz.web.work_queue import MOST_OF_ADDRESS, Asker

Told = dict[str, Any]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("server")) as found:
        yield found


def asked(entries: list[int | None], card: str = "", **changes: Any) -> Told:
    match = {"id": "ours", "game": "golf", "options": RULES, "names": NAMES}
    return {**match, "seat": 0, "entries": entries, "card": card, **changes}


def told(address: str, entries: list[int | None], card: str = "", **changes: Any) -> Told:
    body = json.dumps(asked(entries, card, **changes)).encode()
    status, text = get(address, "/companion.json", "POST", body=body)
    return {"status": status, **json.loads(text)}


def seen(address: str, cards: str, entries: list[int | None]) -> list[int | None]:
    """The entries, with these cards after them."""
    for card in cards.split():
        entries = told(address, entries, card)["entries"]
    return entries


def opened(address: str) -> list[int | None]:
    """A six lies open; everybody turns up their first two cells."""
    return seen(address, "k 4 5 3", [*seen(address, "6", []), 0, 0, 0, 0])


def done(address: str, label: str, entries: list[int | None]) -> list[int | None]:
    """The entries, with what somebody did after them: one tap."""
    ways = told(address, entries)["wanted"]["ways"]
    found = [way["entries"] for way in ways if ", ".join(way["labels"]) == label]
    assert len(found) == 1, [way["labels"] for way in ways]
    return [*entries, *found[0]]


def mine_done(address: str) -> list[int | None]:
    """It is Ben's turn: Ann has drawn a two and thrown it away."""
    entries = seen(address, "2", done(address, "draw from the stock", opened(address)))
    return done(address, "discard 2♣", entries)


@pytest.mark.slow
def test_a_turn_of_an_opponent_takes_three_taps(address: str) -> None:
    """What Ben did is one button; the two cards that came to light are one key each."""
    entries = mine_done(address)
    assert told(address, entries)["wanted"]["question"] == "What does Ben do?"
    entries = done(address, "draw from the stock, swap a card into cell 3", entries)
    assert told(address, entries)["wanted"]["question"] == "Which card is in Ben's cell 3?"
    found = told(address, seen(address, "j 9", entries))
    assert found["wanted"]["question"] == "What do you do?"
    assert found["said"][-2:] == ["Ben's cell 3: J♣", "the discard pile: 9♣"]


def test_a_fifth_seven_is_refused_with_the_reason(address: str) -> None:
    entries = seen(address, "7 7 7", [*seen(address, "7", []), 0, 0, 0, 0])
    refused = told(address, entries, "7")
    assert refused["status"] == 400
    assert refused["words"] == "no 7 is left: every one has been seen"
    keys = {key["label"]: key["left"] for key in told(address, entries)["wanted"]["keys"]}
    assert (keys["7"], keys["8"]) == (0, 4)


def test_suits_are_asked_for_only_where_they_count(address: str) -> None:
    plain = [key["label"] for key in told(address, [])["wanted"]["keys"]]
    assert plain == [*"A23456789", "10", *"JQK"]
    one_eyed = told(address, [], options={"ONEEYEDJACKS": "ON"})["wanted"]["keys"]
    assert [key["label"] for key in one_eyed if "J" in key["label"]] == ["J♣ J♦", "J♥", "J♠"]


def test_what_was_entered_before_must_go_with_what_came_later(address: str) -> None:
    entries = opened(address)
    four = entries[6]
    refused = told(address, [*entries[:5], four, *entries[6:]])
    assert refused["words"].startswith("then entry 7 of 9 cannot be")


def test_a_card_that_nobody_saw_is_left_out(address: str) -> None:
    entries = done(address, "draw from the stock, discard a card", mine_done(address))
    assert told(address, entries)["wanted"]["missed"] == [None]
    found = told(address, [*entries, None])
    assert found["said"][-1] == "the discard pile: not seen"
    assert found["wanted"]["question"] == "What do you do?"


def turned_in_order(found: Told) -> Told:
    """What is entered next where everybody turns over the first of their cells: one tap."""
    wanted = found["wanted"]
    if wanted["keys"] and (wanted["shortest"] or not wanted["ways"]):
        card = next(key["card"] for key in wanted["keys"] if key["left"])
        return {
            "entries": wanted["shortest"]["entries"] if wanted["shortest"] else [],
            "card": card,
        }
    of_cells = [way for way in wanted["ways"] if way["labels"][0].startswith("turn over")]
    return {"entries": (of_cells or wanted["ways"])[0]["entries"], "card": ""}


@pytest.mark.slow
def test_a_hole_of_lock_golf_for_four_can_be_entered_with_fewer_than_25_taps(address: str) -> None:
    rules: Told = {"game": "lock-golf", "options": {}, "names": ["Ann", "Ben", "Cleo", "Dora"]}
    found, taps = told(address, [], **rules), 0
    while not found["frame"]["scorecard"]["holes"]:
        tap = turned_in_order(found)
        found = told(address, found["entries"] + tap["entries"], tap["card"], **rules)
        taps += 1
    assert taps < 25


def test_a_whole_match_is_counted_by_the_game(address: str) -> None:
    table = entered()
    found = told(address, [entry.value for entry in table.entries])
    assert found["wanted"] is None
    assert table.outcome is not None
    assert found["frame"]["result"]["scores"] == list(table.outcome.scores)
    (hole,) = found["frame"]["scorecard"]["holes"]
    assert hole["scores"] == list(table.outcome.scores)


def test_a_turn_that_nobody_saw_is_one_tap(address: str) -> None:
    entries = mine_done(address)
    found = told(address, [*entries, *told(address, entries)["wanted"]["missed"]])
    assert found["wanted"]["question"] == "What do you do?"
    assert found["said"][-1] == "the discard pile: not seen"


def test_the_same_entries_give_the_same_answer_from_the_beginning(address: str) -> None:
    entries = opened(address)
    assert told(address, entries) == told(address, entries, id="somebody else's")


def test_a_game_that_one_seat_cannot_follow_says_so(address: str) -> None:
    changes: Told = {"game": "president", "options": {}, "names": ["Ann", "Ben", "Cleo"]}
    found = told(address, [], **changes)
    while found["status"] == 200:
        wanted = found["wanted"]
        if wanted["keys"]:
            key = next(key for key in wanted["keys"] if key["left"])
            found = told(address, found["entries"], key["card"], **changes)
        else:
            found = told(address, [*found["entries"], 0], **changes)
    assert "cannot be followed from one seat" in found["words"]


def test_rules_and_seats_that_there_are_not_are_refused(address: str) -> None:
    assert "no option MULLIGANS" in told(address, [], options={"MULLIGANS": 1})["words"]
    assert "2 to 6 players, not for 1" in told(address, [], names=["Ann"])["words"]
    assert told(address, [], seat=5)["reason"] == "no-seat"
    assert told(address, [99])["words"] == "that card cannot be there"


@pytest.mark.parametrize(
    "changes", [{"entries": ["7"]}, {"entries": None}, {"names": [3]}, {"options": {"HOLES": None}}]
)
def test_what_is_no_question_is_refused(changes: Told) -> None:
    with pytest.raises(Refused) as refusal:
        read_asked({**asked([]), **changes})
    assert refusal.value.reason is Reason.NOT_UNDERSTOOD


def test_who_asks_a_lot_at_once_is_answered_a_share_of_it(tmp_path: Path) -> None:
    async def answers() -> list[object]:
        companions = Companions(Services(Settings(f"sqlite:///{tmp_path}/tables.sqlite")))
        asker, question = Asker("here"), read_asked(asked([]))
        waiting = [asyncio.create_task(companions.told(asker, question)) for _ in range(20)]
        return list(await asyncio.gather(*waiting, return_exceptions=True))

    found = asyncio.run(answers())
    assert not [one for one in found[:MOST_OF_ADDRESS] if isinstance(one, Exception)]
    refused = [one.reason for one in found[MOST_OF_ADDRESS:] if isinstance(one, Refused)]
    assert refused == [Reason.BUSY] * 4
