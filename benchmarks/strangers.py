"""Strangers who ask a server for everything that it can compute, while friends play.

They are a process of their own (`python -m benchmarks.strangers KIND ADDRESS COUNT SECONDS`), and
each has an address of its own, so that nobody's share is used up by another.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlencode

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.load import Guest, Load
from benchmarks.serving import Server, running
from benchmarks.trials import Row
from kibitz import Rng, load
from kibitz.engine.records import record_text

TITLE = "Strangers"
STRANGERS, TABLES = 40, 15
MOST_DELAY = 0.15
GAME = "golf"
NOTE = (
    f"Two people at each of {TABLES} tables of {GAME} choose about once a second. "
    f"Meanwhile {STRANGERS} strangers, each from an address of its own, ask without a pause; they "
    "do not heed `Retry-After`. A move is measured from the choice of one person to the frame of "
    "the other, and 95 of 100 are to take 150 ms at most. Server, players and strangers share this "
    "machine. One process serves."
)
SWITCHES = (
    *("SUPERKINGS", "TENPENNY", "LUCKYSEVENS", "ONEEYEDJACKS", "QUEENSWILD", "TIEDSHAME"),
    *("KNOCKPENALTY", "KNOCKBONUS", "UNDERDOGBONUS", "WOLFPACK", "BLACKJACK", "KNOCKEARLY"),
)
"""Options that are on or off."""


class Stranger:
    """One of them, with an address of its own."""

    def __init__(self, address: str, number: int) -> None:
        self.address = address
        self.source = f"127.0.{1 + number // 250}.{1 + number % 250}"
        self.chance = random.Random(f"{os.getpid()} {number}")
        self.told: Counter[str] = Counter()
        """How often something was answered, refused or failed."""

    def options(self) -> dict[str, int | str]:
        """Rules that nobody has asked for before, most likely."""
        switched = {name: self.chance.choice(("ON", "OFF")) for name in SWITCHES}
        return {"HOLES": self.chance.randint(1, 18), "DECKS": 2, **switched}

    async def ask(self, method: str, path: str, body: bytes = b"") -> bytes:
        """What comes back; whether it was refused is counted."""
        host, _, port = self.address.partition(":")
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(self.source, 0))
        try:
            head = f"{method} {path} HTTP/1.1\r\nHost: {self.address}\r\nConnection: close\r\n"
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            answer = await reader.read()
        finally:
            writer.close()
        status, _, rest = answer.partition(b"\r\n\r\n")
        code = int(status.split()[1])
        self.told["refused" if code in (429, 503) else "failed" if code >= 500 else "answered"] += 1
        return rest

    async def sit(self, *, bot: str, configure: bool, start: bool) -> Guest:
        """At a table of its own, with a bot."""
        code = json.loads(await self.ask("POST", f"/games/{GAME}/tables"))["code"]
        url = f"ws://{self.address}/t/{code}/socket"
        guest = Guest(await connect(url, proxy=None, local_addr=(self.source, 0)))
        await guest.say("join", name="Eve", secret=None, watching=False)
        if configure:
            await guest.say("configure", game=GAME, options=self.options())
        await guest.say("behave", turn_seconds=0, watch_late=False, advice="full")
        await guest.say("addbot", bot=bot)
        if start:
            await guest.say("start")
            await guest.hear(lambda m: m["type"] == "frame")
        return guest

    async def say(self, guest: Guest, kind: str, **fields: object) -> None:
        answer = await guest.say(kind, **fields)
        self.told["answered" if answer["type"] == "done" else "refused"] += 1


async def settlement(one: Stranger) -> None:
    while True:
        await one.ask("GET", f"/games/{GAME}/settlement.json?{urlencode(one.options())}")


async def rules(one: Stranger) -> None:
    while True:
        await one.ask("GET", f"/games/{GAME}/rules.json?{urlencode(one.options())}")


async def configure(one: Stranger) -> None:
    guest = await one.sit(bot="novice", configure=False, start=False)
    while True:
        await one.say(guest, "configure", game=GAME, options=one.options())
        await asyncio.sleep(0.1)


def played_record(seed: int) -> bytes:
    """A match of chance."""
    match, chance = load(GAME).match(seed), Rng(seed)
    while not match.is_over:
        match.play(chance.below(len(match.decision.options)))
    return record_text(match.record()).encode()


async def record(one: Stranger) -> None:
    brought = played_record(3)
    while True:
        await one.ask("POST", "/records", brought)


async def companion(one: Stranger) -> None:
    names = ["Ann", "Ben", "Cleo"]
    asked = {"id": one.source, "game": GAME, "names": names, "seat": 0, "entries": [], "card": ""}
    while True:
        body = json.dumps({**asked, "options": one.options()}).encode()
        await one.ask("POST", "/companion.json", body)
        await one.ask("POST", "/companion/advice.json", body)


async def advice(one: Stranger) -> None:
    guest = await one.sit(bot="novice", configure=False, start=True)
    while True:
        place = {"match": guest.frame["match"], "version": guest.frame["version"]}
        await one.say(guest, "advise", aim="", **place)
        await asyncio.sleep(0.05)
        if guest.frame["options"] and one.chance.random() < 0.2:
            await guest.say("choose", key=guest.frame["options"][0]["key"], **place)


async def review(one: Stranger) -> None:
    brought = played_record(3)
    while True:
        code = json.loads(await one.ask("POST", "/records", brought)).get("code")
        for _ in range(10 if code else 0):
            await one.ask("GET", f"/t/{code}/matches/1/review")
            await one.ask("POST", f"/t/{code}/matches/1/figures.json")


async def training(one: Stranger) -> None:
    guest = await one.sit(bot="expert", configure=True, start=True)
    while True:
        place = {"match": guest.frame["match"], "version": guest.frame["version"]}
        if guest.frame["options"]:
            await one.say(guest, "choose", key=guest.frame["options"][0]["key"], **place)
        await asyncio.sleep(0.1)
        await guest.say("ping")


Asking = Callable[[Stranger], Awaitable[None]]
KINDS: dict[str, tuple[Asking, str]] = {
    "settlement": (settlement, "ask how a hole is settled by fresh rules"),
    "rules": (rules, "ask what fresh rules say"),
    "configure": (configure, "change the rules of their table ten times a second"),
    "record": (record, "bring a record"),
    "companion": (companion, "ask the table companion, by fresh rules"),
    "advice": (advice, "ask for advice at their table"),
    "review": (review, "bring a record and ask for its review"),
    "training": (training, "play against an expert bot that is to be trained for fresh rules"),
}


async def strange(kind: str, address: str, count: int, seconds: float) -> Counter[str]:
    """So many strangers of a kind, for so long."""
    asking, _ = KINDS[kind]
    some = [Stranger(address, number) for number in range(count)]

    async def live(one: Stranger) -> None:
        while True:
            try:
                await asking(one)
            except (OSError, EOFError, ValueError, KeyError, IndexError, WebSocketException):
                one.told["failed"] += 1
                await asyncio.sleep(0.1)

    tasks = [asyncio.create_task(live(one)) for one in some]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return sum((one.told for one in some), Counter())


# ---------------------------------------------------------------------------- beside players


def rows(folder: Path, seconds: float) -> Iterator[Row]:
    """First nobody, then strangers of every kind, each at a server of its own."""
    tried = {"": "nobody else is there"}
    tried |= {kind: f"{STRANGERS} strangers {words}" for kind, (_, words) in KINDS.items()}
    for kind, words in tried.items():
        with running(folder) as server:
            delays, told = asyncio.run(beside(server, kind, seconds))
        late = quantiles(delays, n=20)[-1]
        yield Row(
            words,
            ", ".join(f"{number} {what}" for what, number in sorted(told.items())) or "–",
            f"moves: median {1000 * median(delays):.0f} ms, 95 of 100 within {1000 * late:.0f} ms "
            f"({len(delays)} moves, load {os.getloadavg()[0]:.1f})",
            late <= MOST_DELAY,
        )


async def beside(server: Server, kind: str, seconds: float) -> tuple[list[float], Counter[str]]:
    """How long moves take beside strangers, if any, and what these were told."""
    visitors = Load(server.address, random.Random(1))
    pairs = [await visitors.seated(GAME, 2, 0) for _ in range(TABLES)]
    playing = [asyncio.create_task(visitors.play(one, other)) for one, other in pairs]
    strangers = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.strangers", kind or "rules", server.address),
        *(str(STRANGERS if kind else 0), f"{seconds + 2:g}"),
        stdout=subprocess.PIPE,
    )
    await asyncio.sleep(2.0)
    visitors.delays.clear()
    await asyncio.sleep(seconds)
    delays = visitors.delays[:]
    told, _ = await strangers.communicate()
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return delays, Counter(json.loads(told))


if __name__ == "__main__":
    _, asked_kind, where, how_many, how_long = sys.argv
    print(json.dumps(asyncio.run(strange(asked_kind, where, int(how_many), float(how_long)))))
