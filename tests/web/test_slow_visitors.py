"""Visitors who send half a request, say nothing or read nothing are gone after seconds."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from benchmarks.visitors import PATIENCE, Visitor, get, new_table, running, served, sqlite, wait_for
from kibitz.web import guard

pytestmark = pytest.mark.slow

HALVES = [
    b"",
    b"GET /health HTTP/1.1\r\nHost: a\r\n",
    b"POST /records HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf",
    b"GET /health HTTP/1.1\r\nHost: a\r\n\r\nGET /heal",
]


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(guard, "ASKING_SECONDS", 0.5)
    monkeypatch.setattr("kibitz.web.app._SILENT_SECONDS", 0.5)
    with served(tmp_path) as found:
        yield found


def connected(address: str) -> socket.socket:
    host, _, port = address.partition(":")
    return socket.create_connection((host, int(port)), PATIENCE)


def told(visitor: socket.socket) -> bytes:
    """All that comes until the server closes the socket; raises TimeoutError if it does not."""
    parts = b""
    try:
        while part := visitor.recv(65_536):
            parts += part
    except ConnectionError:
        pass
    return parts


@pytest.mark.parametrize("half", HALVES)
def test_half_a_request_is_not_waited_for(address: str, half: bytes) -> None:
    with connected(address) as visitor:
        visitor.sendall(half)
        answer = told(visitor)
    if not half or half.endswith(b"a\r\n"):
        assert b"408" in answer
        assert b"the request took too long" in answer
        assert b"content-security-policy" in answer
    assert get(address, "/health")[0] == 200


def test_who_sends_a_byte_now_and_then_is_not_waited_for_either(address: str) -> None:
    with connected(address) as visitor:
        visitor.settimeout(0.1)
        for byte in b"GET /health HTTP/1.1\r\nHost: " + b"a" * 200:
            try:
                visitor.sendall(bytes([byte]))
                visitor.recv(1)
            except TimeoutError:
                continue
            except ConnectionError:
                pass
            break  # an answer, or the end, before all of it was sent
        else:
            pytest.fail("all of it was waited for")


def test_what_is_no_request_is_refused_with_all_headers(address: str) -> None:
    with connected(address) as visitor:
        visitor.sendall(b"\x16\x03\x01 no request\r\n\r\n")
        answer = told(visitor)
    assert b" 400 " in answer
    assert b"content-security-policy" in answer


def test_many_halves_take_no_more_descriptors_than_are_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "MOST_ASKING", 10)
    with served(tmp_path) as address, ExitStack() as open_sockets:
        halves = [open_sockets.enter_context(connected(address)) for _ in range(40)]
        for half in halves:
            half.sendall(b"GET /health HTTP/1.1\r\n")
        assert get(address, "/health")[0] == 200
        wait_for(lambda: len(guard.TimedHttp._asking) <= 10)
        assert b"408" in told(halves[0])


def test_who_opens_a_socket_and_says_nothing_is_sent_away(address: str) -> None:
    eve = Visitor(address, new_table(address, "golf-six"))
    assert eve.hear(lambda m: True)["reason"] == "not-joined"
    assert eve.is_turned_away()


def is_refused(visitor: socket.socket, asked: bytes) -> bool:
    """Whether the server has ended the connection."""
    try:
        visitor.sendall(asked * 1000)
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return False


def test_who_does_not_read_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "TAKING_SECONDS", 1.0)
    with served(tmp_path) as address, connected(address) as visitor:
        visitor.settimeout(2.0)
        wait_for(lambda: is_refused(visitor, b"GET /static/main.js HTTP/1.1\r\nHost: a\r\n\r\n"))


def test_half_requests_are_not_waited_for_with_several_processes(tmp_path: Path) -> None:
    with (
        running(sqlite(tmp_path), "--processes", "2") as server,
        connected(server.address) as silent,
        connected(server.address) as half,
    ):
        half.sendall(b"GET /health HTTP/1.1\r\nHost: a\r\n")
        told(silent)
        assert b"408" in told(half)
