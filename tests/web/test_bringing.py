"""A record of the terminal becomes a table; what is none is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from benchmarks.visitors import Visitor, get, served
from kibitz import Match, Rng, load
from kibitz.engine.records import read_record, record_text
from kibitz.web.archive import LARGEST_RECORD, brought
from kibitz.web.offers import Offers
from kibitz.web.refusal import Reason, Refused


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("server")) as found:
        yield found


def played(most: int = 10_000) -> Match:
    match, chance = load("golf-six", PLAYERS=2).match(3), Rng(1)
    for _ in range(most):
        if match.is_over:
            break
        match.play(chance.below(len(match.decision.options)))
    return match


@pytest.mark.slow
def test_a_record_of_the_terminal_becomes_a_table_that_is_over(address: str) -> None:
    match = played()
    text = record_text(match.record(("Ann", "<b>" + "x" * 40)))
    status, answer = get(address, "/records", "POST", body=text.encode())
    assert status == 200
    code = json.loads(answer)["code"]
    eve = Visitor(address, code)
    eve.join("Eve")
    frame = eve.hear_frame(0)
    assert frame["result"]["scores"] == list(match.outcome.scores)
    assert eve.room["chairs"][1]["name"] == "<b>" + "x" * 21
    again = read_record(get(address, f"/t/{code}/record.json")[1].encode())
    assert (again.choices, again.seed, again.deal) == (match.record().choices, 3, ())
    large = b"x" * (LARGEST_RECORD + 1)
    assert get(address, "/records", "POST", body=large)[0] == 413
    assert get(address, "/records", "POST", Origin="https://evil.example", body=b"")[0] == 400


def test_what_is_no_record_of_a_match_that_is_over_is_refused() -> None:
    whole = record_text(played().record(("Ann", "Ben"))).encode()
    cheat = whole.replace(b'"seed":3', b'"seed":4')
    wrong = {
        b"": Reason.BAD_RECORD,
        b"\xff\xfe": Reason.BAD_RECORD,
        cheat: Reason.BAD_RECORD,
        record_text(played(5).record(("Ann", "Ben"))).encode(): Reason.NOT_OVER,
    }
    for data, reason in wrong.items():
        with pytest.raises(Refused) as refusal:
            brought(Offers(), data)
        assert refusal.value.reason is reason
