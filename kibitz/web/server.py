"""A running server: the store, the threads and the socket it listens on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from socket import socket
from typing import cast

import uvicorn
from starlette.applications import Starlette

from kibitz.web.app import make_app
from kibitz.web.guard import TimedHttp
from kibitz.web.messages import LARGEST_MESSAGE
from kibitz.web.services import Services, Settings
from kibitz.web.tables import OpenTables
from kibitz.web.worker_link import WorkerLink

PING_SECONDS = 10.0
"""A silent browser is asked so often whether it is there, and has as long to answer."""


def open_app(settings: Settings, link: WorkerLink | None = None) -> Starlette:
    """One of several processes has a link to the others.

    Raises BadAddress, StoreGone, UnknownDatabase, LibraryError and RecycleError.
    """
    return make_app(OpenTables(Services(settings, link)))


class Guided(uvicorn.Server):
    """Takes the visitors who come in by a link."""

    def __init__(self, config: uvicorn.Config, link: WorkerLink) -> None:
        super().__init__(config)
        self._link = link
        self._entering: set[asyncio.Task[object]] = set()

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets=[])
        self._link.open(self._enter, self._leave)

    def _enter(self, visitor: socket) -> None:
        visitor.setblocking(False)
        loop = asyncio.get_running_loop()
        task = loop.create_task(loop.connect_accepted_socket(self._protocol, visitor))
        self._entering.add(task)
        task.add_done_callback(self._entering.discard)

    def _protocol(self) -> asyncio.Protocol:
        kind = cast("Callable[..., asyncio.Protocol]", self.config.http_protocol_class)
        state = self.lifespan.state
        return kind(config=self.config, server_state=self.server_state, app_state=state)

    def _leave(self) -> None:
        self.should_exit = True


def make_server(
    app: Starlette,
    host: str,
    port: int,
    *,
    proxies: Sequence[str] = (),
    link: WorkerLink | None = None,
) -> uvicorn.Server:
    """It takes messages of a limited size, and asks silent browsers whether they are there.

    What one of the `proxies` says about where somebody comes from is believed.
    """
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        http=TimedHttp,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        ws_per_message_deflate=False,  # takes longer than making the frame, and 250 kB a browser
        log_config=None,
        access_log=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=5,
        server_header=False,
    )
    return Guided(config, link) if link else uvicorn.Server(config)
