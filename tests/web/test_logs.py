"""What a server says about itself is JSON, and tells no card."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from benchmarks.visitors import play_on, seated, served
from kibitz import Rng
from kibitz.web.logs import FIELDS, OneLine, log

CARD = re.compile(r"(?:10|[2-9AJQK])[♥♦♣♠]")


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    found = io.StringIO()
    handler = logging.StreamHandler(found)
    handler.setFormatter(OneLine())
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    yield found
    log.removeHandler(handler)
    log.setLevel(logging.NOTSET)


def test_a_fault_is_told_without_its_message(lines: io.StringIO) -> None:
    try:
        raise ValueError("7♥ lies on the pile")
    except ValueError:
        log.exception("a task failed")
    said = json.loads(lines.getvalue())
    assert (said["fault"], said["event"]) == ("ValueError", "a task failed")
    assert not CARD.search(lines.getvalue())


@pytest.mark.slow
def test_a_whole_match_is_told_in_events_without_a_card(tmp_path: Path, lines: io.StringIO) -> None:
    with served(tmp_path) as address:
        ann, ben = seated(address, "golf-six", "Ann", "Ben")
        assert ann.say("choose", match=1, version=0, key="7♥")["type"] == "refused"
        play_on([ann, ben], Rng(1).below)
    said = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert {"table made", "arrived", "match begun", "refused", "match over"} <= {
        line["event"] for line in said
    }
    assert {name for line in said for name in line} <= {"time", "level", "event", *FIELDS}
    assert not CARD.search(lines.getvalue())
    assert "Ann" not in lines.getvalue()
