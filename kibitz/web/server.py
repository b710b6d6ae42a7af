"""A running server: the store, the threads and the socket it listens on."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import uvicorn
from starlette.applications import Starlette

from kibitz.web.app import make_app
from kibitz.web.database import Database
from kibitz.web.house import House
from kibitz.web.hub import Hub
from kibitz.web.messages import LARGEST_MESSAGE
from kibitz.web.offers import Offers


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


def open_app(settings: Settings) -> Starlette:
    """Raises BadAddress, StoreGone, UnknownDatabase, LibraryError and RecycleError."""
    house = House(
        database=Database(settings.database),
        offers=Offers(settings.games),
        clerks=ThreadPoolExecutor(4, "clerk"),
        thinkers=ThreadPoolExecutor(os.cpu_count() or 1, "thinker"),
        bot_seconds=settings.bot_seconds,
        patience_seconds=settings.patience_seconds,
        messages_per_second=settings.messages_per_second,
    )
    hub = Hub(house, most_tables=settings.most_tables, most_sockets=settings.most_sockets)
    return make_app(hub, origins=settings.origins)


def make_server(
    app: Starlette, host: str, port: int, *, proxies: Sequence[str] = ()
) -> uvicorn.Server:
    """It takes messages of a limited size, and asks silent browsers whether they are there.

    What one of the `proxies` says about where somebody comes from is believed.
    """
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=20,
        ws_per_message_deflate=False,  # takes longer than making the frame, and 250 kB a browser
        log_config=None,
        access_log=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=5,
        server_header=False,
    )
    return uvicorn.Server(config)
