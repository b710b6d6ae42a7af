"""What a browser may say, and what it may not."""

from __future__ import annotations

import json
import random
import re
from contextlib import suppress
from importlib.resources import files
from typing import get_args, get_type_hints

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from kibitz.web.messages import KINDS, REACTIONS, VERSION, Choose, HostChange, Start, parse
from kibitz.web.refusal import Reason, Refused
from kibitz.web.room import ADVICE, STRENGTHS, TURN_SECONDS

GOOD = {"type": "choose", "id": 3, "match": 1, "version": 7, "key": "1"}


def test_a_message_is_read() -> None:
    assert parse(json.dumps(GOOD)) == (3, Choose(match=1, version=7, key="1"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no json",
        "[]",
        "null",
        "7",
        "[" * 3000,
        json.dumps({**GOOD, "type": "cheat"}),
        json.dumps({**GOOD, "type": ["choose"]}),
        json.dumps({**GOOD, "id": "3"}),
        json.dumps({**GOOD, "id": True}),
        json.dumps({**GOOD, "id": 10**17}),
        json.dumps({**GOOD, "id": -(10**30)}),
        json.dumps({**GOOD, "version": 7.0}),
        json.dumps({**GOOD, "version": True}),
        json.dumps({**GOOD, "key": None}),
        json.dumps({**GOOD, "seat": 2}),
        json.dumps({"type": "choose", "id": 3}),
        '{"type": "configure", "id": 1, "game": "golf", "options": {"HOLES": [3]}}',
        '{"type": "configure", "id": 1, "game": "golf", "options": {"HOLES": NaN}}',
    ],
)
def test_what_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        parse(text)
    assert refusal.value.reason is Reason.NOT_UNDERSTOOD


@pytest.mark.slow
def test_ten_thousand_wrong_messages_are_refused_or_read_and_nothing_else() -> None:
    chance = random.Random(1)
    pieces = [
        "{",
        "}",
        "[",
        "]",
        '"',
        ":",
        ",",
        "type",
        "choose",
        "id",
        "1",
        "true",
        "\\u",
        "é",
        " ",
    ]
    whole = json.dumps(GOOD)
    for _ in range(10_000):
        text = "".join(chance.choices(pieces, k=chance.randrange(30)))
        if chance.random() < 0.5:
            at = chance.randrange(len(whole))
            text = whole[:at] + chance.choice(pieces) + whole[at + chance.randrange(4) :]
        with suppress(Refused):
            number, message = parse(text)
            assert (type(number), type(message)) == (int, Choose)


def client(name: str) -> str:
    return files("kibitz.web").joinpath("static", name).read_text(encoding="utf-8")


def test_the_browser_knows_the_same_messages() -> None:
    text = client("messages.js")
    lines = re.findall(r"^  (\w+): \[(.*)\],$", text, re.MULTILINE)
    known = {name: json.loads(f"[{fields}]") for name, fields in lines}
    assert known == {name: list(get_type_hints(kind)) for name, kind in KINDS.items()}
    assert json.dumps(REACTIONS, ensure_ascii=False) in text
    assert json.dumps(list(STRENGTHS)) in text
    assert json.dumps(TURN_SECONDS) in text
    assert json.dumps(ADVICE) in text
    of_host = [kind.__name__.lower() for kind in (*get_args(HostChange), Start)]
    assert f"HOST_MESSAGES = {json.dumps(of_host)};" in text
    assert f"VERSION = {VERSION};" in text


def test_every_reason_has_a_name_and_a_sentence_of_its_own() -> None:
    assert len({reason.slug for reason in Reason}) == len(Reason)
    assert len({reason.words for reason in Reason}) == len(Reason)
