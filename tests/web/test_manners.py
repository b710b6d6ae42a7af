"""What a table agrees on besides the rules: its clock, reminders, and who sees it late."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from benchmarks.visitors import Visitor, get, new_table, play_on, seated, served
from kibitz import Rng

pytestmark = pytest.mark.slow


def table(address: str, **manners: int | bool) -> list[Visitor]:
    return seated(address, "golf-six", "Ann", "Ben", manners={**manners, "advice": "off"})


def test_a_bot_plays_for_whoever_lets_the_time_run_out_until_they_are_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.web.room.TURN_SECONDS", (0, 1))
    with served(tmp_path) as address:
        ann, ben = table(address, turn_seconds=1, watch_late=False)
        clock = ann.hear(lambda m: m["type"] == "clock")
        assert (clock["version"], 0 < clock["seconds"] <= 1) == (0, True)
        slow = 0 if ann.frame["options"] else 1
        ben.hear(lambda m: m["type"] == "room" and m["chairs"][slow]["is_covered"])
        ben.hear_frame(1)
        player = (ann, ben)[slow]
        assert player.say("back")["type"] == "done"
        while player.room["chairs"][slow]["is_covered"]:
            player.hear(lambda m: m["type"] == "room")


def test_only_the_host_sets_the_clock_and_only_to_what_is_offered(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        code = new_table(address, "golf-six")
        ann, ben = Visitor(address, code), Visitor(address, code)
        ann.join("Ann")
        ben.join("Ben")
        assert (
            ben.say("behave", turn_seconds=20, watch_late=True, advice="off")["reason"]
            == "not-host"
        )
        assert (
            ann.say("behave", turn_seconds=7, watch_late=True, advice="off")["reason"]
            == "not-understood"
        )
        assert ann.say("behave", turn_seconds=20, watch_late=True, advice="off")["type"] == "done"
        room = ben.hear(lambda m: m["type"] == "room" and m["watch_late"])
        assert room["turn_seconds"] == 20


def test_who_is_waited_for_is_reminded_and_nobody_else(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        ann, ben = seated(address, "golf-six", "Ann", "Ben")
        waited, waiting = (ann, ben) if ann.frame["options"] else (ben, ann)
        assert waited.say("nudge")["reason"] == "nobody-waited-for"
        assert waiting.say("nudge")["type"] == "done"
        name = "Ben" if waiting is ben else "Ann"
        assert waited.hear(lambda m: m["type"] == "nudged")["name"] == name
        assert waiting.say("nudge")["reason"] == "too-fast"
        eve = Visitor(address, ann.code)
        eve.join("Eve", watching=True)
        assert eve.say("nudge")["reason"] == "not-seated"
        assert not any('"nudged"' in text for text in (*waiting.heard, *eve.heard))


def test_who_watches_late_sees_the_table_as_it_was_a_turn_ago(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        ann, ben = table(address, turn_seconds=0, watch_late=True)
        eve = Visitor(address, ann.code)
        eve.join("Eve", watching=True)
        eve.hear_frame(0)
        turns = [(0, ann.frame["turn"])]
        chance = Rng(2)
        while len(turns) < 12:
            play_on([ann, ben], chance.below, 1)
            version = max(ann.frame["version"], ben.frame["version"]) + 1
            for player in (ann, ben):
                player.hear_frame(version)
            if ann.frame["turn"] != turns[-1][1]:
                turns.append((ann.frame["version"], ann.frame["turn"]))
        eve.say("ping")
        shown = eve.hear_frame(turns[-2][0])
        assert shown["version"] == turns[-2][0] < ann.frame["version"]
        assert len(eve.log) < len(ann.log)
        play_on([ann, ben], chance.below)
        end = eve.hear(lambda m: m["type"] == "frame" and m["result"] is not None)
        assert end["result"] == ann.frame["result"]


def one_choice(players: list[Visitor], chance: Rng) -> None:
    play_on(players, chance.below, 1)
    version = max(player.frame["version"] for player in players) + 1
    for player in players:
        player.hear_frame(version)


def test_a_hole_is_looked_at_again_no_sooner_than_those_who_watch_late_see_it(
    tmp_path: Path,
) -> None:
    manners: dict[str, int | bool | str] = {"turn_seconds": 0, "watch_late": True, "advice": "off"}
    with served(tmp_path) as address:
        ann, ben = seated(address, "lock-golf", "Ann", "Ben", manners=manners)
        path, chance = f"/t/{ann.code}/matches/1/holes/1.json", Rng(2)
        while not ann.frame["scorecard"]["holes"]:
            one_choice([ann, ben], chance)
        assert get(address, path)[0] == 400  # a turn ago it was not counted
        while get(address, path)[0] == 400:
            one_choice([ann, ben], chance)
        told = json.loads(get(address, path)[1])
        [hole] = ann.frame["scorecard"]["holes"]
        assert [tally["score"] for tally in told] == hole["scores"]
