"""Whatever is asked from outside is answered with a sentence, and with the headers of the page."""

from __future__ import annotations

import json
import resource
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from marks import where_there_is_one

from benchmarks.postgres import postgres
from benchmarks.visitors import PATIENCE, Visitor, new_table, running, served, sqlite, wait_for
from kibitz.web.app import QUESTIONS

pytestmark = pytest.mark.slow

MANY = "9" * 5000
HALF = '"\\ud800"'
"""Half a character, as JSON can write it."""
COMPANION = {"id": "a", "game": "golf-six", "names": ["Ann", "Ben"], "seat": 0, "entries": []}
GUARDS = ("content-security-policy", "x-content-type-options", "referrer-policy")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="module")
def on_postgres() -> Iterator[str]:
    with postgres() as database, running(database.url) as server:
        yield server.address


def refusal(address: str, path: str, body: str | None = None, **headers: str) -> int:
    """The status of an answer that says why, and has all headers."""
    data = None if body is None else body.encode()
    request = urllib.request.Request(f"http://{address}{path}", data, headers)
    with pytest.raises(HTTPError) as raised:
        urllib.request.urlopen(request, timeout=PATIENCE)
    with raised.value as fault:
        assert fault.read().strip()
        assert all(fault.headers[name] for name in GUARDS)
        return fault.code


def companion(**changes: str) -> str:
    """A question with some values as they are written."""
    asked = {name: json.dumps(value) for name, value in COMPANION.items()}
    asked |= {"options": "{}", "card": '""', **changes}
    return "{" + ",".join(f'"{name}": {value}' for name, value in asked.items()) + "}"


STRANGE = [
    ("/t/{code}/matches/1/replay.json?first=" + MANY, None),
    ("/t/{code}/matches/1/replay.json?view=" + MANY, None),
    (f"/t/{{code}}/matches/{MANY}/replay.json", None),
    (f"/t/{{code}}/matches/{'9' * 30}/review", None),
    ("/t/{code}/matches/3000000000/record.json", None),
    ("/t/{code}/matches/9223372036854775808/figures.json", None),
    ("/t/%00/matches/1/record.json", None),
    ("/t/%00/record.json", None),
    ("/t/%ED%A0%80/record.json", None),
    ("/t/%00/qr.svg", None),
    (f"/games/golf/rules.json?HOLES={MANY}", None),
    (f"/games/golf/settlement.json?HOLES={MANY}", None),
    ("/games/golf/worth.json?%00=%00", None),
    (f"/play/golf/qr.svg?HOLES={MANY}", None),
    ("/games/%00/rules", None),
    ("/ledger.json", f'{{"seats": {{"BCDFGH": {HALF}}}}}'),
    ("/ledger.json", f'{{"seats": {{{HALF}: "a"}}}}'),
    ("/forget", '{"seats": {"BCDFGH": "\\u0000"}}'),
    ("/companion.json", companion(card=HALF)),
    ("/companion.json", companion(options=f'{{"HOLES": {HALF}}}')),
    ("/companion.json", companion(options=f'{{"HOLES": "{MANY}"}}')),
    ("/companion.json", companion(options=f'{{"HOLES": {MANY}}}')),
    ("/companion.json", companion(entries=f"[{2**80}]")),
    ("/companion.json", companion(entries=f"[{2**63}]")),
    ("/companion.json", companion(seat=f"-{2**62}")),
    ("/companion.json", companion(seat="NaN")),
    ("/companion.json", "[" * 60_000),
    ("/records", "[" * 60_000),
    ("/records", f'{{"format": {MANY}}}'),
    ("/records", HALF),
]


@pytest.mark.parametrize("number", range(len(STRANGE)))
def test_strange_numbers_and_texts_are_refused_with_a_sentence(address: str, number: int) -> None:
    path, body = STRANGE[number]
    code = new_table(address, "golf-six")
    assert 400 <= refusal(address, path.format(code=code), body) < 500


@where_there_is_one
def test_they_are_refused_in_the_same_way_on_postgresql(on_postgres: str) -> None:
    code = new_table(on_postgres, "golf-six")
    for path, body in STRANGE:
        assert 400 <= refusal(on_postgres, path.format(code=code), body) < 500, path
    stranger = Visitor(on_postgres, "%00")
    assert stranger.hear(lambda m: True)["reason"] == "no-table"


def test_secrets_of_tables_that_cannot_be_are_passed_over(address: str) -> None:
    body = json.dumps({"seats": {"../..": "a", "\x7f": "b", "9" * 5000: "c"}}).encode()
    with urllib.request.urlopen(f"http://{address}/forget", body, timeout=PATIENCE) as answer:
        assert json.load(answer) == {"tables": 0}


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://elsewhere.example", "null"])
def test_a_page_from_no_place_at_all_is_a_stranger(address: str, origin: str) -> None:
    assert refusal(address, "/games/golf-six/tables", "", Origin=origin) == 400


@pytest.mark.parametrize("text", [HALF, f'"{MANY}"', MANY, str(2**63), '"\\u0000"'])
def test_strange_options_at_a_table_are_refused_and_play_goes_on(address: str, text: str) -> None:
    ann = Visitor(address, new_table(address, "golf"))
    assert ann.join("Ann")["type"] == "done"
    said = f'{{"type":"configure","id":9,"game":"golf","options":{{"HOLES":{text}}}}}'
    assert ann.send(said, 9)["reason"] in ("not-understood", "bad-rules")
    assert ann.say("ping")["type"] == "done"


def test_a_secret_that_is_half_a_character_opens_nothing(address: str) -> None:
    eve = Visitor(address, new_table(address, "golf"))
    said = f'{{"type":"join","id":1,"name":"Eve","secret":{HALF},"watching":false}}'
    assert eve.send(said, 1)["reason"] == "not-understood"
    assert eve.join("Eve")["type"] == "done"


def test_what_fails_in_the_server_has_all_headers(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(QUESTIONS, "settlement.json")
    assert refusal(address, "/games/golf/settlement.json") == 500


def test_a_server_that_can_write_nothing_is_unwell_until_it_can_again(tmp_path: Path) -> None:
    with running(sqlite(tmp_path)) as server:
        assert server.answers("/health")
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        wait_for(lambda: not server.answers("/health"))
        assert refusal(server.address, "/health") == 503
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, unlimited)
        wait_for(lambda: server.answers("/health"))
