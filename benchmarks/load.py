"""Visitors of a server, many at a time: they sit down, and choose at random about once a second."""

from __future__ import annotations

import asyncio
import json
import random
import time
import urllib.request
from collections import deque
from collections.abc import AsyncIterator
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect

Message = dict[str, Any]
SECONDS_FOR_A_CHOICE = 1.0
AT_ONCE = 8
"""So many tables are made at a time."""
_LOOKS = 100
"""So often the frames of a match are measured: several times between two choices."""


class Guest:
    """One browser at a table; it knows the latest frame."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.frame: Message = {}
        self.room: Message = {}
        self._unheard: deque[Message] = deque()
        """Came together with what was heard last."""

    @property
    def frame_size(self) -> int:
        """Bytes of the latest frame, as it was written."""
        return len(json.dumps(self.frame, ensure_ascii=False, separators=(",", ":")).encode())

    async def leave(self) -> None:
        """As if the page were closed."""
        await self._socket.close()

    async def say(self, kind: str, **fields: Any) -> Message:
        """Ask for something; the answer. What comes before it is heard, too."""
        number = await self.send(kind, **fields)
        return await self.hear(lambda m: m.get("id") == number)

    async def send(self, kind: str, **fields: Any) -> int:
        self._number += 1
        await self._socket.send(json.dumps({"type": kind, "id": self._number, **fields}))
        return self._number

    async def hear(self, wanted: Any) -> Message:
        while True:
            if not self._unheard:
                text = await self._socket.recv(decode=False)
                self._unheard += orjson.loads(text)
            message = self._unheard.popleft()
            if message["type"] == "frame":
                self.frame = message
            elif message["type"] == "room":
                self.room = message
            if wanted(message):
                return message


class Load:
    """Everybody who visits, and how long they waited."""

    def __init__(self, address: str, chance: random.Random) -> None:
        self._address, self._chance = address, chance
        self.delays: list[float] = []
        self.refusals = 0

    async def table(self, game: str) -> str:
        def made() -> str:
            url = f"http://{self._address}/games/{game}/tables"
            with urllib.request.urlopen(urllib.request.Request(url, method="POST")) as answer:
                return str(json.load(answer)["code"])

        return await asyncio.to_thread(made)

    async def guest(self, code: str, name: str) -> Guest:
        url = f"ws://{self._address}/t/{code}/socket"
        guest = Guest(await connect(url, proxy=None, ping_interval=None))
        self._expect(await guest.say("join", name=name, secret=None, watching=False))
        return guest

    def _expect(self, answer: Message) -> None:
        self.refusals += answer["type"] != "done"

    async def seated(self, game: str, people: int, bots: int) -> list[Guest]:
        """At a new table, with the cards dealt."""
        code = await self.table(game)
        guests = [await self.guest(code, f"Guest {number}") for number in range(people)]
        for _ in range(bots):
            self._expect(await guests[0].say("addbot", bot="novice"))
        for guest in guests[1:]:
            self._expect(await guest.say("ready", ready=True))
        self._expect(await guests[0].say("start"))
        for guest in guests:
            if not guest.frame:
                await guest.hear(lambda m: m["type"] == "frame")
        return guests

    async def play(self, one: Guest, other: Guest) -> None:
        """Until it is stopped; a match that is over is followed by another one.

        Tables do not go in step: each begins at a moment of its own.
        """
        await asyncio.sleep(SECONDS_FOR_A_CHOICE * self._chance.random())
        while True:
            chooser, watcher = (one, other) if one.frame["options"] else (other, one)
            if chooser.frame["result"]:
                self._expect(await one.say("start"))
                match = chooser.frame["match"]
                for guest in (one, other):
                    while guest.frame["match"] == match:
                        await guest.hear(lambda m: m["type"] == "frame")
                continue
            if chooser.frame["options"]:
                await asyncio.sleep(SECONDS_FOR_A_CHOICE * self._chance.uniform(0.8, 1.2))
                await self._choose(chooser, watcher)
            else:  # a bot's turn
                version = one.frame["version"]
                for guest in (one, other):
                    await guest.hear(lambda m, v=version: m["type"] == "frame" and m["version"] > v)
            await self._even(one, other)

    async def _choose(self, chooser: Guest, watcher: Guest) -> None:
        frame = chooser.frame
        key = self._chance.choice(frame["options"])["key"]
        began = time.perf_counter()
        place = {"match": frame["match"], "version": frame["version"]}
        number = await chooser.send("choose", key=key, **place)
        while watcher.frame["version"] <= frame["version"]:
            await watcher.hear(lambda m: m["type"] == "frame")
        self.delays.append(time.perf_counter() - began)
        self._expect(await chooser.hear(lambda m: m.get("id") == number))
        while chooser.frame["version"] <= frame["version"]:
            await chooser.hear(lambda m: m["type"] == "frame")

    async def _even(self, one: Guest, other: Guest) -> None:
        """Both see the same version."""
        while one.frame["version"] != other.frame["version"]:
            behind = min((one, other), key=lambda guest: int(guest.frame["version"]))
            await behind.hear(lambda m: m["type"] == "frame")

    async def frame_of_six(self, game: str) -> int:
        """Bytes of the largest frame of a match of six, over a good part of it."""
        guests = await self.seated(game, 2, 4)
        playing = asyncio.create_task(self.play(guests[0], guests[1]))
        largest = 0
        for _ in range(_LOOKS):
            await asyncio.sleep(20 * SECONDS_FOR_A_CHOICE / _LOOKS)
            largest = max(largest, *(guest.frame_size for guest in guests))
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        self.delays.clear()
        return largest


async def seat_everybody(
    load: Load, game: str, tables: int, bots: int
) -> AsyncIterator[tuple[Guest, Guest]]:
    """Two people at every table, as soon as each is dealt."""
    for first in range(0, tables, AT_ONCE):
        some = range(min(AT_ONCE, tables - first))
        for one, other in await asyncio.gather(*(load.seated(game, 2, bots) for _ in some)):
            yield one, other
