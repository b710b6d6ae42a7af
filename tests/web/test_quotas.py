"""Nobody has more than a share of tables, sockets, places, reviews and trainings."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from benchmarks.visitors import Visitor, get, new_table, running, served, sqlite
from kibitz import load
from kibitz.web.background import BackgroundProcesses
from kibitz.web.refusal import Reason, Refused
from kibitz.web.reviews import Reviews
from kibitz.web.room import MOST_OF_ADDRESS, MOST_PEOPLE, Person, Room
from kibitz.web.tables import MOST_SOCKETS
from kibitz.web.work_queue import Asker, Quota, Trainings, share

slow = pytest.mark.slow
ANN, BEN = Asker("10.0.0.1", "BCDFGH"), Asker("10.0.0.2", "CDFGHJ")


def refusal(quota: Quota, address: str) -> Refused:
    with pytest.raises(Refused) as raised:
        quota.take(address)
    return raised.value


def test_a_quota_is_for_each_address_and_grows_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("kibitz.web.work_queue.monotonic", lambda: now)
    quota = Quota(2, 60.0)
    quota.take("one")
    now += 10
    quota.take("one")
    quota.take("other")
    assert refusal(quota, "one").seconds == 50
    now += 50
    quota.take("one")
    assert refusal(quota, "one").seconds == 10


def test_addresses_that_had_nothing_lately_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("kibitz.web.work_queue.monotonic", lambda: now)
    monkeypatch.setattr("kibitz.web.work_queue._MOST_KNOWN", 3)
    quota = Quota(2, 60.0)
    for number in range(3):
        quota.take(f"early {number}")
    now += 61
    quota.take("late")
    assert list(quota._taken) == ["late"]


def test_bots_are_trained_for_a_few_games_of_each_address() -> None:
    trainings = Trainings(most=4, most_each=2)
    programs = [load("golf", holes=holes).program for holes in range(1, 7)]
    assert [trainings.begins(program, ANN) for program in programs[:3]] == [True, True, False]
    assert not trainings.begins(programs[0], BEN)  # for which one is trained already
    assert [trainings.begins(program, BEN) for program in programs[2:5]] == [True, True, False]
    assert not trainings.begins(programs[5], Asker("10.0.0.3", "DFGHJK"))


def test_bots_are_trained_for_a_few_games_of_each_table_whoever_sits_there() -> None:
    trainings = Trainings(most=4, most_each=3, most_of_table=1)
    programs = [load("golf", holes=holes).program for holes in range(1, 5)]
    askers = [Asker(f"10.0.0.{number}", ANN.table) for number in range(1, 4)]
    begun = [
        trainings.begins(program, asker) for program, asker in zip(programs, askers, strict=False)
    ]
    assert begun == [True, False, False]
    elsewhere = [trainings.begins(program, BEN) for program in programs[1:]]
    assert elsewhere == [True, False, False]
    # Who was refused has had nothing.
    assert trainings.begins(programs[2], Asker(BEN.address, "DFGHJK"))


def test_reviews_of_one_address_or_table_do_not_fill_the_queue() -> None:
    class Task:
        def done(self) -> bool:
            return False

    def later(work: object) -> Task:
        work.close()  # type: ignore[attr-defined]
        return Task()

    reviews = Reviews(BackgroundProcesses(), later)  # type: ignore[arg-type]
    for number in range(2):
        reviews.begin(ANN, f"match {number}", "", [])
    for asker in (Asker("10.0.0.9", ANN.table), ANN):
        with pytest.raises(Refused) as raised:
            reviews.begin(asker, "another", "", [])
        assert (raised.value.reason, raised.value.seconds) == (Reason.TOO_MANY, 60)
    for code in ("D", "F", "G"):
        reviews.begin(replace(BEN, table=code), code, "", [])
    with pytest.raises(Refused):
        reviews.begin(replace(BEN, table="H"), "H", "", [])


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2, 3, 7])
def test_several_processes_allow_together_what_one_would(processes: int) -> None:
    assert processes * share(42, processes) == 42
    assert processes * share(200, processes) <= 200
    assert share(3, 64) == 1
    programs = [load("golf", holes=holes).program for holes in range(1, 19)]
    houses = [Trainings(12, 18, 18, processes=processes) for _ in range(processes)]
    begun = [trainings.begins(program, ANN) for trainings in houses for program in programs]
    assert 12 - processes < sum(begun) <= 12


@slow
def test_every_process_knows_how_many_there_are(tmp_path: Path) -> None:
    with running(sqlite(tmp_path), "--processes", "2", "--most-tables-each", "4") as server:
        found = [get(server.address, "/games/golf-six/tables", "POST")[0] for _ in range(12)]
        assert found.count(200) == 4
        assert set(found) == {200, 429}


def test_who_watched_and_has_gone_makes_room_for_a_newcomer() -> None:
    people = tuple(Person(number, f"P{number}", "") for number in range(1, MOST_PEOPLE + 1))
    room = Room("golf", {}, people=people, host=1, people_ever=MOST_PEOPLE)
    everybody = {person.number for person in people}
    with pytest.raises(Refused):
        room.joined("Zoe", "secret", everybody)
    changed = room.joined("Zoe", "secret", everybody - {1, 7})
    assert len(changed.people) == MOST_PEOPLE
    assert {person.number for person in changed.people} == everybody - {7} | {MOST_PEOPLE + 1}


def test_only_who_watches_is_dismissed() -> None:
    room = Room("golf", {}).joined("Ann", "a").joined("Eve", "e")
    assert [person.name for person in room.dismissed(2).people] == ["Ann"]
    for number in (1, 7):
        with pytest.raises(Refused) as raised:
            room.dismissed(number)
        assert raised.value.reason is Reason.NO_WATCHER


# ---------------------------------------------------------------------------- at a server


@slow
def test_one_address_makes_so_many_tables_and_no_more(tmp_path: Path) -> None:
    with served(tmp_path, most_tables_each=2) as address:
        for _ in range(2):
            new_table(address, "golf-six")
        status, text = get(address, "/games/golf-six/tables", "POST")
        assert (status, json.loads(text)["reason"]) == (429, "too-many")


@slow
@pytest.mark.parametrize(("arguments", "expected"), [((), 429), (("--proxy", "127.0.0.1"), 200)])
def test_a_proxy_is_believed_only_if_the_operator_says_so(
    tmp_path: Path, arguments: tuple[str, ...], expected: int
) -> None:
    with running(sqlite(tmp_path), "--most-tables-each", "1", *arguments) as server:
        path, found = "/games/golf-six/tables", []
        for number in (1, 2):
            said = {"X-Forwarded-For": f"192.0.2.{number}"}
            found.append(get(server.address, path, "POST", body=None, **said)[0])
        assert found == [200, expected]


@slow
def test_one_address_does_not_fill_a_table(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        code = new_table(address, "golf-six")
        guests = [Visitor(address, code) for _ in range(MOST_OF_ADDRESS + 1)]
        answers = [guest.join("Eve", watching=True) for guest in guests]
        assert all(answer["type"] == "done" for answer in answers[:-1])
        assert answers[-1]["reason"] == "too-many"
        guests[1].close()
        again = Visitor(address, code)
        assert again.join("Ann", watching=True)["type"] == "done"


@slow
def test_the_host_sends_away_who_watches(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        code = new_table(address, "golf-six")
        ann, eve = Visitor(address, code), Visitor(address, code)
        ann.join("Ann")
        eve.join("Eve", watching=True)
        assert eve.say("dismiss", person=1)["reason"] == "not-host"
        assert ann.say("dismiss", person=2)["type"] == "done"
        assert eve.hear(lambda m: m["type"] == "refused")["reason"] == "removed"
        assert eve.is_turned_away()
        ann.hear(lambda m: m["type"] == "room" and len(m["people"]) == 1)


@slow
def test_a_process_takes_no_more_sockets_than_it_has_descriptors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_SOCKETS >= 64
    monkeypatch.setattr("kibitz.web.tables.MOST_SOCKETS", 1)
    with served(tmp_path) as address:
        code = new_table(address, "golf-six")
        ann, eve = Visitor(address, code), Visitor(address, code)
        assert eve.hear(lambda m: True)["reason"] == "server-full"
        assert ann.join("Ann")["type"] == "done"
