"""Who comes late, who is sent away, and what everybody hears when something fails."""

from __future__ import annotations

import logging
import time
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from benchmarks.lifetimes import come_back_waiting, number_of, welcome_latecomer
from benchmarks.outages import come_back
from benchmarks.visitors import (
    Visitor,
    new_table,
    play_on,
    running,
    seated,
    served,
    sqlite,
    wait_for,
)
from kibitz import Rng
from kibitz.web.table import LiveTable

pytestmark = pytest.mark.slow

GAME = "golf-six"


def test_a_latecomer_to_a_reopened_room_is_welcomed_and_plays(tmp_path: Path) -> None:
    with running(sqlite(tmp_path)) as server:
        players = welcome_latecomer(server)
        server.kill()
        server.start()
        play_on([come_back(server, player) for player in players], Rng(1).below, 9)


def test_what_cannot_be_shown_is_logged_and_closes_the_socket_with_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(table: LiveTable, connection: object) -> list[str]:
        raise KeyError(2)

    monkeypatch.setattr(LiveTable, "frame_texts", fails)
    with served(tmp_path) as address, caplog.at_level(logging.ERROR, "kibitz.web"):
        ann = Visitor(address, new_table(address, GAME))
        ann.join("Ann")
        assert ann.secret, "who loads the page again has the same seat"
        told = ann.hear(lambda m: m["type"] == "refused")
        assert (told["reason"], told["id"]) == ("failed", None)
        assert ann.is_turned_away()
        assert ann.close_code == 1011
    [line] = [record for record in caplog.records if record.msg == "a message cannot be made"]
    assert line.exc_info is not None
    assert line.exc_info[0] is KeyError


def test_who_is_removed_by_the_host_is_told_so(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        ann, ben, cas = at_table(address, "Ann", "Ben", "Cas")
        assert ann.say("remove", seat=1)["type"] == "done"
        assert "no seat any more" in ben.hear(lambda m: m["type"] == "notice")["words"]
        assert ben.say("sit", seated=True)["type"] == "done"
        assert ben.say("sit", seated=False)["type"] == "done"  # who gets up knows it
        for visitor in (ann, cas):
            visitor.say("ping")
        heard = [text for visitor in (ann, ben, cas) for text in visitor.heard if "notice" in text]
        assert len(heard) == 1


def test_who_leaves_elsewhere_is_told_so_and_their_socket_is_closed(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        ann, ben = at_table(address, "Ann", "Ben")
        phone = come_back_waiting(ben)
        assert phone.say("leave")["type"] == "done"
        assert ben.hear(lambda m: m["type"] == "refused")["reason"] == "removed"
        assert ben.is_turned_away()
        assert not any("removed" in text for text in (*phone.heard, *ann.heard))


def at_table(address: str, *names: str) -> list[Visitor]:
    """People in the waiting room of one table."""
    code = new_table(address, GAME)
    people = [Visitor(address, code) for _ in names]
    for person, name in zip(people, names, strict=True):
        assert person.join(name)["type"] == "done"
    return people


@pytest.mark.parametrize("bot_seconds", [0.0, 0.3])
def test_a_table_that_all_have_left_is_put_away_and_its_match_stands_still(
    tmp_path: Path, bot_seconds: float
) -> None:
    """Also on a bot's turn, whether it answers at once or not."""
    with served(tmp_path, bot_seconds=bot_seconds, patience_seconds=0.2) as address:
        ann = Visitor(address, new_table(address, "president"))
        ann.join("Ann")
        for _ in range(3):
            ann.say("addbot", bot="novice")
        assert ann.say("start")["type"] == "done"
        ann.hear_frame(0)
        while not ann.frame["options"]:
            ann.hear_frame(ann.frame["version"] + 1)
        version = ann.frame["version"]
        assert ann.choose(0)["type"] == "done"  # now it is a bot's turn
        ann.close()
        wait_for(lambda: number_of(address, "open_tables") == 0)
        made = number_of(address, "choices_total")
        time.sleep(1.0)
        assert number_of(address, "choices_total") == made
        ann = come_back_waiting(ann)
        assert ann.hear_frame(version + 1)["version"] <= made
        while not ann.frame["options"]:  # the bots may have come round to her before
            ann.hear_frame(ann.frame["version"] + 1)
        assert not ann.room["chairs"][0]["is_covered"]


def test_who_leaves_on_their_own_turn_is_played_for_while_others_are_there(tmp_path: Path) -> None:
    with served(tmp_path, patience_seconds=0.2) as address:
        players = seated(address, GAME, "Ann", "Ben")
        leaving, staying = sorted(players, key=lambda player: not player.frame["options"])
        leaving.close()
        staying.hear_frame(1)


def test_a_socket_that_says_nobodys_name_lets_no_bot_play(tmp_path: Path) -> None:
    with served(tmp_path, bot_seconds=0.1, patience_seconds=0.1) as address:
        ann = Visitor(address, new_table(address, "president"))
        ann.join("Ann")
        for _ in range(3):
            ann.say("addbot", bot="novice")
        stranger = Visitor(address, ann.code)
        assert ann.say("start")["type"] == "done"
        ann.close()
        wait_for(lambda: number_of(address, "open_sockets") == 1)
        time.sleep(0.3)
        made = number_of(address, "choices_total")
        time.sleep(2.0)
        assert number_of(address, "choices_total") == made
        assert stranger.say("ping")["reason"] == "not-joined"
