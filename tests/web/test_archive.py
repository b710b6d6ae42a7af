"""Matches that are over: told again as each seat saw them, played on, added up, forgotten."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from benchmarks.visitors import Visitor, get, play_on, seated, served
from kibitz import Rng
from kibitz.web.kept_match import KeptMatch, MatchOrigin
from kibitz.web.ledger import ledger
from kibitz.web.offers import Offers
from kibitz.web.store import EndedMatch


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("server")) as found:
        yield found


def asked(address: str, path: str, data: object = None) -> Any:
    body = None if data is None else json.dumps(data).encode()
    status, text = get(address, path, "GET" if data is None else "POST", body=body)
    assert status == 200, text
    return json.loads(text)


def replayed(address: str, code: str, view: str, match: int = 1) -> list[Any]:
    """All positions, as a page gets them."""
    path = f"/t/{code}/matches/{match}/replay.json?view={view}"
    found = asked(address, path)
    steps = found["steps"]
    while len(steps) < found["positions"]:
        steps += asked(address, f"{path}&first={len(steps)}")["steps"]
    return list(steps)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["golf-six", "president"])
def test_a_replay_shows_each_seat_what_it_saw_and_ends_as_it_was_recorded(
    address: str, game: str
) -> None:
    bots = Offers().seats(game, {}).fewest - 2
    ann, ben = seated(address, game, "Ann", "Ben", bots=bots)
    early = f"/t/{ann.code}/matches/1/replay.json"
    assert get(address, early)[0] == 403
    play_on([ann, ben], Rng(5).below)
    for seat, player in enumerate((ann, ben)):
        steps = replayed(address, ann.code, str(seat))
        seen = [json.loads(text) for text in player.heard]
        frames = [message for message in seen if message["type"] == "frame"]
        assert len(frames) > len(steps) // 2
        for frame in frames:
            told = {**frame, "options": [], "since": None, "beats": []}
            assert steps[frame["version"]]["frame"] == told
        assert [line for step in steps for line in step["lines"]] == player.log
    for view in ("all", "watch"):
        last = replayed(address, ann.code, view)[-1]["frame"]
        assert last["result"] == ann.frame["result"]


@pytest.mark.slow
def test_every_card_is_told_after_the_end_and_the_closed_ones_are_marked(address: str) -> None:
    ann, ben = seated(address, "golf-six", "Ann", "Ben")
    play_on([ann, ben], Rng(5).below)
    first = replayed(address, ann.code, "all")[0]["frame"]
    grid = next(row for row in first["areas"][1]["rows"] if row["kind"] == "grid")
    assert all(stack["cards"] and stack["hidden"] == 0 for stack in grid["stacks"])
    assert all(stack["remembered"] == [0] for stack in grid["stacks"])
    assert get(address, f"/t/{ann.code}/matches/1/replay.json?view=7")[0] == 400
    assert get(address, f"/t/{ann.code}/matches/9/replay.json")[0] == 404
    assert get(address, f"/t/{ann.code}/replay/1")[0] == 200


@pytest.mark.slow
def test_somebody_plays_on_from_the_middle_against_bots(address: str) -> None:
    ann, ben = seated(address, "golf-six", "Ann", "Ben")
    play_on([ann, ben], Rng(5).below)
    steps = replayed(address, ann.code, "0")
    at = next(n for n, s in enumerate(steps) if n > 20 and s["frame"]["turn"] == 0)
    path = f"/t/{ann.code}/matches/1/branch"
    made = asked(address, path, {"at": at, "seat": 0, "name": "Cas"})
    cas = Visitor(address, made["code"])
    assert cas.join("", secret=made["secret"])["type"] == "done"
    frame = cas.hear_frame(at)
    assert frame["areas"] == steps[at]["frame"]["areas"]
    assert [chair["name"] for chair in cas.room["chairs"]] == ["Cas", "Ben’s bot"]
    play_on([cas], Rng(1).below)
    assert cas.frame["result"]
    wrong = ({"at": len(steps) - 1, "seat": 0, "name": "Cas"}, {"at": 1, "seat": 9, "name": "C"}, 3)
    for data in wrong:
        assert get(address, path, "POST", body=json.dumps(data).encode())[0] == 400


@pytest.mark.slow
def test_a_ledger_is_told_to_whoever_holds_the_seats_and_forgets_them(address: str) -> None:
    ann, ben = seated(address, "golf-six", "Ann", "Ben")
    play_on([ann, ben], Rng(5).below)
    mine = {"seats": {ann.code: ann.secret, "XXXXXX": "guessed"}}
    found = asked(address, "/ledger.json", mine)
    assert [match["code"] for match in found["matches"]] == [ann.code]
    (group,) = found["groups"]
    assert (group["names"], sum(group["wins"])) == (["Ann", "Ben"], 1)
    replay = f"/t/{ann.code}/matches/1/replay.json"
    assert "Ann" in get(address, replay)[1]
    stolen = {"seats": {ann.code: "guessed"}}
    assert asked(address, "/ledger.json", stolen)["matches"] == []
    assert asked(address, "/forget", stolen) == {"tables": 0}
    assert asked(address, "/forget", mine) == {"tables": 1}
    assert asked(address, "/ledger.json", mine)["matches"] == []
    (after,) = asked(address, "/ledger.json", {"seats": {ann.code: ben.secret}})["matches"]
    assert after["players"] == ["somebody", "Ben"]
    assert '"Ann"' not in get(address, f"/t/{ann.code}/record.json")[1]
    assert "Ann" not in get(address, replay)[1]
    assert get(address, "/ledger.json", "POST", body=b"[]")[0] == 400


def ended(
    scores: tuple[int, ...], options: dict[str, int | str], *people: int | None
) -> EndedMatch:
    names = ("Ann", "Ben", "Ada")[: len(scores)]
    plan = {"PLAYERS": len(scores), **options}
    kept = KeptMatch(1, 1, "golf", "d", plan, 7, names, ("",), people, MatchOrigin.TABLE)
    return EndedMatch("BCDFGH", kept, 12.5, scores)


def test_a_ledger_adds_up_wins_means_and_who_was_ahead_by_rules() -> None:
    played = [
        ended((3, 9), {}, 1, 2),
        ended((4, 4), {}, 1, 2),
        ended((8, 2, 1), {}, 1, 2, None),
        ended((5, 6), {"HOLES": 3}, 1, 2),
    ]
    found = ledger(Offers(), played)
    (group,) = found["groups"]
    assert group["names"] == ["Ann", "Ben"]
    assert group["wins"] == [2.5, 0.5]
    assert group["ahead"] == [[0, 2], [1, 0]]
    by_rules = {rules["rules"]: rules for rules in group["rule_sets"]}
    standard = by_rules["standard rules"]
    assert standard["matches"] == 3
    assert [average["mean"] for average in standard["averages"]] == [5, 5]
    assert len(by_rules) == 2
    nothing = ledger(Offers(), [])
    assert nothing == {"matches": [], "groups": [], "seasons": []}
