"""What keeps strangers out: headers, what may stand in an address, and how long a visitor may take.

uvicorn waits for a request as long as it takes: whoever sends half of one would hold a descriptor
for ever, and a few hundred of them all there are.
"""

from __future__ import annotations

import re
import socket
from asyncio import TimerHandle, Transport
from contextlib import suppress
from http import HTTPStatus
from typing import ClassVar
from urllib.parse import urlsplit

import h11
from starlette.applications import Starlette
from starlette.convertors import Convertor, StringConvertor, register_url_convertor
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    b"content-security-policy": _POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cache-control": b"no-cache",
}
"""What keeps strangers out, on every answer that does not say otherwise."""


class Guard:
    """Puts the headers on every answer that does not say otherwise."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = {name for name, _ in message["headers"]}
                rest = [(name, value) for name, value in HEADERS.items() if name not in said]
                message["headers"] = [*message["headers"], *rest]
            await send(message)

        await self._app(scope, receive, guarded)


class Guarded(Starlette):
    """An application whose answers all have those headers, also to what it fails at."""

    def build_middleware_stack(self) -> ASGIApp:
        return Guard(super().build_middleware_stack())


class Count(Convertor[int]):
    """A number in an address: small enough for every database."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


class Code(StringConvertor):
    """What may be the code of a table."""

    regex = "[A-Z0-9]{1,12}"


register_url_convertor("count", Count())
register_url_convertor("code", Code())


def fits(kind: type[Count | Code], text: str) -> bool:
    """Whether the text may stand there in an address."""
    return re.fullmatch(kind.regex, text) is not None


def host_of(origin: str) -> str | None:
    """The host that a browser says its page is from; None if that is no address."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


ASKING_SECONDS = 10.0
"""A request must be there by then, all of it."""
TAKING_SECONDS = 20.0
"""For so long an answer may wait for somebody who does not read it."""
MOST_ASKING = 128
"""Who have not yet said what they want; the one who has taken longest makes room for another."""
_HALF = (h11.IDLE, h11.SEND_BODY)
"""States of a visitor whose request is not whole."""


class TimedHttp(H11Protocol):
    """One visitor."""

    _asking: ClassVar[dict[TimedHttp, TimerHandle]] = {}
    """Those whose request is not whole yet, the oldest first, and when each is given up."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        _limit_taking(transport)
        self._wait_for_request()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state not in _HALF or self.transport.get_protocol() is not self:
            self._wait_no_more()
        elif self not in self._asking:
            self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._wait_no_more()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        self._turn_away(HTTPStatus.BAD_REQUEST, "this is no request that the server understands")

    def _wait_for_request(self) -> None:
        self._asking[self] = self.loop.call_later(ASKING_SECONDS, self._give_up)
        if len(self._asking) > MOST_ASKING:
            next(iter(self._asking))._give_up()

    def _wait_no_more(self) -> None:
        if (timer := self._asking.pop(self, None)) is not None:
            timer.cancel()

    def _give_up(self) -> None:
        self._wait_no_more()
        if self.conn.their_state is h11.IDLE:
            self._turn_away(HTTPStatus.REQUEST_TIMEOUT, "the request took too long")
        else:  # the rest of it is being waited for
            self.transport.abort()

    def _turn_away(self, status: HTTPStatus, words: str) -> None:
        body = f"{words}\n".encode()
        fields = {
            **HEADERS,
            b"content-type": b"text/plain; charset=utf-8",
            b"content-length": str(len(body)).encode(),
            b"connection": b"close",
        }
        lines = [f"HTTP/1.1 {status.value} {status.phrase}".encode()]
        lines += [name + b": " + value for name, value in fields.items()]
        self.transport.write(b"\r\n".join([*lines, b"", body]))
        self.transport.close()


def _limit_taking(transport: Transport) -> None:
    """Where the system can, it ends a connection whose other side takes nothing any more."""
    found, kind = transport.get_extra_info("socket"), getattr(socket, "TCP_USER_TIMEOUT", None)
    if found is not None and kind is not None:
        with suppress(OSError):
            found.setsockopt(socket.IPPROTO_TCP, kind, int(TAKING_SECONDS * 1000))
