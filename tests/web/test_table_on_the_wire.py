"""A table as browsers meet it: people, bots and strangers at a real server on this machine."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from commands import TINY, kibitz
from websockets.exceptions import ConnectionClosed, InvalidStatus

from benchmarks.secrecy import keep_secrets
from benchmarks.visitors import Visitor, get, new_table, play_on, seated, served, wait_for
from kibitz import Match, Rng
from kibitz.engine.records import read_record
from kibitz.games import names
from kibitz.web.room import STRENGTHS

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Bots play at random, so that nothing is compiled for them."""
    with pytest.MonkeyPatch.context() as patch:
        for strength in ("novice", "regular"):
            patch.setitem(STRENGTHS, strength, "uniform")
        with served(tmp_path_factory.mktemp("server")) as found:
            yield found


def reason(answer: dict[str, object]) -> object:
    assert answer["type"] == "refused"
    assert answer["words"]
    return answer["reason"]


@pytest.mark.parametrize("game", names())
def test_a_whole_match_of_every_game_tells_nobody_too_much(address: str, game: str) -> None:
    """Two people, or one alone; a bot or as many as it takes; and somebody who watches.

    One of them loses the connection on the way.
    """
    keep_secrets(address, game)


def test_a_record_is_replayed_at_the_terminal(address: str, tmp_path: Path) -> None:
    ann, ben = seated(address, "golf-six", "Ann", "Ben")
    assert get(address, f"/t/{ann.code}/record.json")[0] == 403
    play_on([ann, ben], Rng(1).below)
    record = tmp_path / "record.jsonl"
    record.write_text(get(address, f"/t/{ann.code}/record.json")[1], encoding="utf-8")
    result = kibitz("replay", record)
    assert result.exit_code == 0
    assert "player 1 (Ann)" in result.output
    assert "the chance of 2 players" in kibitz("verify", record).output


def test_no_seed_is_told_before_the_end(address: str) -> None:
    ann, ben = seated(address, "golf-six", "Ann", "Ben")
    play_on([ann, ben], Rng(1).below)
    record = read_record(get(address, f"/t/{ann.code}/record.json")[1].encode())
    secrets = [str(record.seed), record.deal[0]]
    assert not any(secret in text for secret in secrets for text in ann.heard)


def test_another_match_is_dealt_to_the_same_players(address: str) -> None:
    ann, ben = seated(address, "golf-six", "Ann", "Ben")
    play_on([ann, ben], Rng(1).below)
    assert ann.say("start")["type"] == "done"
    again = ben.hear(lambda m: m["type"] == "frame" and m["match"] == 2)
    assert (again["version"], again["seat"]) == (0, 1)


# ---------------------------------------------------------------------------- who may do what


def test_out_of_turn_too_late_and_what_is_no_option_are_refused(address: str) -> None:
    ann, ben = seated(address, "golf-six", "Ann", "Ben")
    now = {"match": 1, "version": ann.frame["version"]}
    key = ann.frame["options"][0]["key"]
    assert reason(ben.say("choose", key=key, **now)) == "not-your-turn"
    assert reason(ann.say("choose", key="9:C=9", **now)) == "no-option"
    assert ann.choose(0)["type"] == "done"
    assert reason(ann.say("choose", key=key, **now)) == "too-late"


def test_a_spectator_plays_nothing_and_sees_no_options(address: str) -> None:
    ann, _ = seated(address, "golf-six", "Ann", "Ben")
    eve = Visitor(address, ann.code)
    eve.join("Eve", watching=True)
    frame = eve.hear_frame(0)
    assert (frame["seat"], frame["options"]) == (None, [])
    key = ann.frame["options"][0]["key"]
    assert reason(eve.say("choose", key=key, match=1, version=0)) == "not-seated"


def test_a_guest_cannot_do_what_the_host_can(address: str) -> None:
    code = new_table(address, "golf-six")
    ann, ben = Visitor(address, code), Visitor(address, code)
    ann.join("Ann")
    ben.join("Ben")
    asked = [
        ben.say("start"),
        ben.say("addbot", bot="novice"),
        ben.say("remove", seat=0),
        ben.say("moveseat", seat=1, to=0),
        ben.say("configure", game="golf", options={}),
    ]
    assert {reason(answer) for answer in asked} == {"not-host"}


def test_a_foreign_secret_opens_no_seat(address: str) -> None:
    ann, _ = seated(address, "golf-six", "Ann", "Ben")
    elsewhere = Visitor(address, new_table(address, "golf-six"))
    elsewhere.join("Eve")
    for secret in (elsewhere.secret, "guessed", "", ann.secret[:-1]):
        thief = Visitor(address, ann.code)
        assert reason(thief.join("", secret=secret)) == "foreign-secret"
        assert reason(thief.say("choose", match=1, version=0, key="1")) == "not-joined"


def test_who_has_not_said_who_they_are_is_told_nothing(address: str) -> None:
    ann, _ = seated(address, "golf-six", "Ann", "Ben")
    eve = Visitor(address, ann.code)
    assert reason(eve.say("start")) == "not-joined"
    assert ann.choose(0)["type"] == "done"
    assert [json.loads(text)["type"] for text in eve.heard] == ["refused"]


def test_a_page_from_elsewhere_is_not_let_in(address: str) -> None:
    code = new_table(address, "golf-six")
    with pytest.raises((InvalidStatus, ConnectionClosed)):
        Visitor(address, code, Origin="https://evil.example").join("Eve")
    Visitor(address, code, Origin=f"http://{address}").join("Ann")
    assert get(address, "/games/golf/tables", "POST", Origin="https://evil.example")[0] == 400


def test_nonsense_is_refused_and_too_much_of_it_at_once_closes_the_socket(address: str) -> None:
    eve = Visitor(address, new_table(address, "golf-six"))
    assert reason(eve.send("{")) == "not-understood"
    eve._socket.send("x" * 10_000)
    assert eve.is_turned_away()


def test_who_speaks_too_fast_is_told_to_wait(tmp_path: Path) -> None:
    with served(tmp_path, messages_per_second=2.0) as address:
        ann = Visitor(address, new_table(address, "golf-six"))
        ann.join("Ann")
        answers = [ann.say("ping") for _ in range(12)]
        assert reason(answers[-1]) == "too-fast"


def test_a_table_that_does_not_exist_says_so(address: str) -> None:
    assert reason(Visitor(address, "XXXXXX").hear(lambda m: True)) == "no-table"
    assert get(address, "/t/XXXXXX/record.json")[0] == 404
    assert get(address, "/games/calvinball/tables", "POST")[0] == 404


def test_a_server_has_room_for_so_many(tmp_path: Path) -> None:
    with served(tmp_path, most_tables=1, most_sockets=1) as address:
        code = new_table(address, "golf-six")
        assert get(address, "/games/golf-six/tables", "POST")[0] == 503
        first = Visitor(address, code)
        first.join("Ann")
        assert reason(Visitor(address, code).hear(lambda m: True)) == "too-many"
        first.close()


# ---------------------------------------------------------------------------- coming back


def test_two_devices_on_one_seat_stay_together(address: str) -> None:
    ann, ben = seated(address, "golf-six", "Ann", "Ben")
    phone = Visitor(address, ann.code)
    phone.join("", secret=ann.secret)
    assert phone.hear_frame(0)["options"] == ann.frame["options"]
    phone.choose(0)
    assert ann.hear_frame(1)["version"] == ben.hear_frame(1)["version"] == 1


def test_a_bot_plays_for_somebody_away_until_they_are_back(tmp_path: Path) -> None:
    with served(tmp_path, patience_seconds=0.05) as address:
        ann, ben = seated(address, "golf-six", "Ann", "Ben")
        while not ann.frame["options"]:
            ann.hear_frame(ann.frame["version"] + 1)
        ben.close()
        ann.hear(lambda m: m["type"] == "room" and m["chairs"][1]["is_covered"])
        while ann.frame["turn"] == 0:
            ann.choose(0)
            ann.hear_frame(ann.frame["version"] + 1)
        ann.hear(lambda m: m["type"] == "frame" and bool(m["options"]))
        back = Visitor(address, ann.code)
        back.join("", secret=ben.secret)
        ann.hear(lambda m: m["type"] == "room" and not m["chairs"][1]["is_covered"])
        ann.choose(0)


def test_the_host_does_not_send_a_bot_for_somebody_who_is_there(address: str) -> None:
    ann, _ = seated(address, "golf-six", "Ann", "Ben")
    assert reason(ann.say("cover", seat=1)) == "still-here"


def test_when_the_host_leaves_somebody_else_is_host(address: str) -> None:
    ann, ben = seated(address, "golf-six", "Ann", "Ben")
    ann.say("leave")
    room = ben.hear(lambda m: m["type"] == "room" and m["host"] == 2)
    assert (room["chairs"][0]["person"], room["chairs"][0]["bot"]) == (None, "regular")


def test_everybody_sees_a_reaction_and_only_those_on_the_list(address: str) -> None:
    ann, ben = seated(address, "golf-six", "Ann", "Ben")
    assert reason(ann.say("react", reaction="<script>")) == "not-understood"
    ann.say("react", reaction="👏")
    assert ben.hear(lambda m: m["type"] == "reaction")["name"] == "Ann"


# ---------------------------------------------------------------------------- by HTTP


def test_a_game_of_the_operator_is_offered_and_played(tmp_path: Path) -> None:
    file = tmp_path / "tiny.rcy"
    file.write_text(TINY, encoding="utf-8")
    with served(tmp_path, games=[str(file)]) as address:
        ann, ben = seated(address, "tiny", "Ann", "Ben")
        play_on([ann, ben], Rng(1).below)
        record = read_record(get(address, f"/t/{ann.code}/record.json")[1].encode())
        assert Match.from_record(record).is_over


def test_pages_rules_and_figures_are_served(address: str) -> None:
    assert "<script" in get(address, "/")[1]
    assert "<h2>" in get(address, "/games/golf/rules")[1]
    assert get(address, "/health") == (200, "ok\n")
    assert re.search(r"^kibitz_open_sockets \d+$", get(address, "/metrics")[1], re.MULTILINE)
    assert "<svg" in get(address, f"/t/{new_table(address, 'golf')}/qr.svg")[1]
    assert get(address, "/static/../app.py")[0] == 404


def test_tables_without_visitors_are_put_away(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        ann = Visitor(address, new_table(address, "golf-six"))
        ann.join("Ann")
        ann.close()
        wait_for(lambda: "kibitz_open_tables 0" in get(address, "/metrics")[1])
