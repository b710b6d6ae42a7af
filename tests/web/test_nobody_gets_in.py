"""Whoever has no seat gets in by no trick, and nobody else notices that they tried."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from benchmarks.visitors import Visitor, get, new_table, seated, served
from kibitz.web.messages import KINDS, Join, parse
from kibitz.web.refusal import Refused

MESSAGES = 10_000
AT_ONCE = 50
"""So many are sent before the answers are read."""
VALUES: list[object] = [
    0,
    1,
    -1,
    2**70,
    0.5,
    True,
    None,
    "",
    "1",
    "é" * 200,
    "\ud800",
    "\x00",
    "<b>",
    [],
    {},
]
VALUES += [{"HOLES": 3}, {"": None}, [[[[]]]], "../../etc", "golf", "👍"]


def messages(chance: random.Random) -> Iterator[str]:
    """Of every kind, with whatever fields and values; some are cut short or torn apart."""
    fields = ["type", "id", *{name for kind in KINDS.values() for name in kind._fields}]
    while True:
        kind = chance.choice(sorted(KINDS))
        made = {"type": kind, "id": 7} | {
            name: chance.choice(VALUES) for name in KINDS[kind]._fields
        }
        for _ in range(chance.randrange(3)):
            made[chance.choice(fields)] = chance.choice(VALUES)
        if chance.random() < 0.2:
            made.pop(chance.choice(sorted(made)))
        text = json.dumps(made)
        if chance.random() < 0.2:
            at = chance.randrange(len(text))
            text = text[:at] + chance.choice('{}[],:"\\é0') + text[at + chance.randrange(5) :]
        yield text


def expected(text: str) -> str | None:
    """Why a message of somebody who has not joined is refused; None where it would let them in."""
    try:
        _, message = parse(text)
    except Refused as fault:
        return fault.reason.slug
    return None if isinstance(message, Join) else "not-joined"


@pytest.mark.slow
def test_ten_thousand_messages_of_a_stranger_are_refused_and_nobody_else_notices(
    tmp_path: Path,
) -> None:
    made = ((text, expected(text)) for text in messages(random.Random(1)))
    wanted = ((text, reason) for text, reason in made if reason is not None)
    with served(tmp_path) as address:
        ann, ben = seated(address, "golf-six", "Ann", "Ben")
        assert all(player.say("ping")["type"] == "done" for player in (ann, ben))
        heard = [len(player.heard) for player in (ann, ben)]
        eve = Visitor(address, ann.code)
        for _ in range(MESSAGES // AT_ONCE):
            page = [next(wanted) for _ in range(AT_ONCE)]
            for text, _ in page:
                eve._socket.send(text)
            answers = [eve.hear(lambda m: m["type"] == "refused") for _ in page]
            assert [answer["reason"] for answer in answers] == [reason for _, reason in page]
        assert all(player.say("ping")["type"] == "done" for player in (ann, ben))
        assert [len(player.heard) for player in (ann, ben)] == [count + 1 for count in heard]
        assert ann.choose(0)["type"] == "done"


@pytest.mark.slow
def test_whatever_a_host_says_is_answered(tmp_path: Path) -> None:
    said = (text for text in messages(random.Random(2)) if '"leave"' not in text)
    with served(tmp_path) as address:
        ann, ben = (Visitor(address, code) for code in [new_table(address, "golf-six")] * 2)
        ann.join("Ann")
        ben.join("Ben")
        for _ in range(MESSAGES // 10):
            ann._socket.send(next(said))
            ann.hear(lambda m: m["type"] in ("done", "refused"))
        assert ben.say("ping")["type"] == "done"


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        eve = Visitor(address, new_table(address, "golf-six"))
        assert eve.send(b"\x00\xff")["reason"] == "not-understood"
        assert eve.join("Eve")["type"] == "done"


def test_an_old_secret_opens_no_seat(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        code = new_table(address, "golf-six")
        ann, ben, cleo = (Visitor(address, code) for _ in range(3))
        for player, name in ((ann, "Ann"), (ben, "Ben"), (cleo, "Cleo")):
            assert player.join(name)["type"] == "done"
        assert ann.say("remove", seat=1)["type"] == "done"
        body = json.dumps({"seats": {code: cleo.secret}}).encode()
        assert get(address, "/forget", "POST", body=body) == (200, '{"tables":1}')
        again = Visitor(address, code)
        assert again.join("", secret=cleo.secret)["reason"] == "foreign-secret"
        again.join("", secret=ben.secret)
        again.hear(lambda m: m["type"] == "room")
        assert all(chair["name"] != "Ben" for chair in again.room["chairs"])
