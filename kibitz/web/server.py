"""A running server: the store, the threads and the socket it listens on."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from socket import socket
from typing import cast

import uvicorn
from starlette.applications import Starlette

from kibitz.web.app import make_app
from kibitz.web.database import Database
from kibitz.web.door import Door
from kibitz.web.house import House
from kibitz.web.hub import Hub
from kibitz.web.messages import LARGEST_MESSAGE
from kibitz.web.offers import Offers
from kibitz.web.timed_http import TimedHttp

PING_SECONDS = 10.0
"""A silent browser is asked so often whether it is there, and has as long to answer."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator can say."""

    database: str
    games: Sequence[str] = ()
    """Files to offer besides the library."""
    origins: Sequence[str] = ()
    bot_seconds: float = 0.7
    patience_seconds: float = 45.0
    messages_per_second: float = 10.0
    """From one browser."""
    most_tables: int = 10_000
    """That are touched within a day."""
    most_sockets: int = 200
    """From one address."""
    most_tables_each: int = 200
    """That one address makes within a day."""
    processes: int = 1
    """That serve together behind one address."""


def open_app(settings: Settings, door: Door | None = None) -> Starlette:
    """One of several processes has a door.

    Raises BadAddress, StoreGone, UnknownDatabase, LibraryError and RecycleError.
    """
    house = House(
        database=Database(settings.database, door),
        offers=Offers(settings.games),
        clerks=ThreadPoolExecutor(4, "clerk"),
        thinkers=ThreadPoolExecutor(max(1, (os.cpu_count() or 1) - 1), "thinker"),
        door=door,
        bot_seconds=settings.bot_seconds,
        patience_seconds=settings.patience_seconds,
        messages_per_second=settings.messages_per_second,
        processes=settings.processes,
    )
    hub = Hub(
        house,
        most_tables=settings.most_tables,
        most_sockets=settings.most_sockets,
        most_tables_each=settings.most_tables_each,
    )
    return make_app(hub, origins=settings.origins)


class Guided(uvicorn.Server):
    """Takes the visitors who come in by a door."""

    def __init__(self, config: uvicorn.Config, door: Door) -> None:
        super().__init__(config)
        self._door = door
        self._entering: set[asyncio.Task[object]] = set()

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets=[])
        self._door.open(self._enter, self._leave)

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
    app: Starlette, host: str, port: int, *, proxies: Sequence[str] = (), door: Door | None = None
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
    return Guided(config, door) if door else uvicorn.Server(config)
