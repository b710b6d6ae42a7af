"""Advice at the table: who gets it, who sees that, and what it is made of."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from benchmarks.visitors import Message, Visitor, seated, served, sqlite
from kibitz.advisor import Question, advise
from kibitz.advisor.wording import cells
from kibitz.game import Game, load
from kibitz.web.advising import Counsel
from kibitz.web.connection import Connection
from kibitz.web.kept_match import KeptMatch
from kibitz.web.live_match import LiveMatch
from kibitz.web.services import Services, Settings
from kibitz.web.work_queue import Asker

pytestmark = pytest.mark.slow

MANNERS = {"turn_seconds": 0, "watch_late": False}


@contextmanager
def table(folder: Path, policy: str) -> Iterator[tuple[Visitor, Visitor]]:
    """Whoever is to choose, and the other."""
    with served(folder) as address:
        ann, ben = seated(address, "golf-six", "Ann", "Ben", manners={**MANNERS, "advice": policy})
        yield (ann, ben) if ann.frame["options"] else (ben, ann)


def kept(game: Game) -> KeptMatch:
    return KeptMatch(
        id=1,
        number=1,
        game=game.name,
        digest=game.program.digest,
        options=dict(game.options),
        seed=7,
        players=("Ann", "Ben"),
        deal=("",),
        people=(1, 2),
    )


def asked(player: Visitor, **changes: Any) -> Message:
    place = {key: player.frame[key] for key in ("match", "version")}
    return player.say("advise", **{**place, "aim": "", **changes})


def last_advice(player: Visitor) -> Message:
    return player.hear(lambda m: m["type"] == "advice" and m["is_last"])


def test_who_asks_is_told_every_option_and_the_others_see_that_they_asked(tmp_path: Path) -> None:
    with table(tmp_path, "full") as (chooser, other):
        assert asked(chooser)["type"] == "done"
        advice = last_advice(chooser)
        keys = {option["key"] for option in chooser.frame["options"]}
        assert {option["key"] for option in advice["options"]} == keys
        assert (advice["match"], advice["version"]) == (1, chooser.frame["version"])
        assert advice["options"][0]["key"] == advice["best"]
        assert advice["origin"]
        assert advice["line"]
        assert sum(advice["unseen"].values()) > 30
        seat = chooser.frame["seat"]
        room = other.hear(lambda m: m["type"] == "room" and m["chairs"][seat]["is_advised"])
        assert not room["chairs"][1 - seat]["is_advised"]
        assert not any('"type":"advice"' in text for text in other.heard)


def test_its_numbers_are_those_that_the_advisor_gives_for_the_view(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load("golf-six", PLAYERS=2)
    live = LiveMatch(game, kept(game))
    decision = live.match.decision
    question = Question.of(game, live.match.view(decision.seat), decision)
    expected = advise(question, simulations=300)
    monkeypatch.setattr("kibitz.advisor.improving", lambda asked: iter([expected]))
    heard: list[str] = []

    async def listen(text: str) -> None:
        heard.append(text)

    async def asking() -> None:
        connection = Connection(listen, 10.0, Asker("here"))
        services = Services(Settings(sqlite(tmp_path)))
        await Counsel(live, "", with_numbers=True).give(connection, services)
        services.database.close()
        await connection.send_answers()

    asyncio.run(asking())
    told = json.loads(heard[-1])[-1]["options"]
    assert [(one["key"], one["win"]) for one in told] == [
        (option["key"], option["win"]) for option in expected.to_json()["options"]
    ]
    assert [one["figures"] for one in told] == [
        list(cells(expected, option)) for option in expected.options
    ]


def test_a_table_of_hints_tells_no_number(tmp_path: Path) -> None:
    with table(tmp_path, "hints") as (chooser, _):
        assert asked(chooser)["type"] == "done"
        advice = last_advice(chooser)
        assert advice["line"]
        nothing = (advice["options"], advice["reasons"], advice["unseen"], advice["origin"])
        assert nothing == ([], [], {}, "")


def test_who_may_not_ask_is_told_why(tmp_path: Path) -> None:
    with table(tmp_path, "full") as (chooser, other):
        assert asked(other)["reason"] == "not-your-turn"
        assert asked(chooser, version=7)["reason"] == "too-late"
        assert asked(chooser, aim="glory")["reason"] == "not-understood"
        eve = Visitor(other.address, other.code)
        eve.join("Eve", watching=True)
        eve.hear_frame(0)
        assert asked(eve)["reason"] == "not-seated"


@pytest.mark.parametrize("policy", ["review", "off"])
def test_a_match_without_advice_has_none(tmp_path: Path, policy: str) -> None:
    with table(tmp_path, policy) as (chooser, other):
        assert asked(chooser)["reason"] == "no-advice"
        other.say("ping")
        assert not any('"is_advised":true' in text for text in (*chooser.heard, *other.heard))
