"""Headers that keep strangers out, on every answer: also on one that says that something failed."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
