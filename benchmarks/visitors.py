"""A server on this machine, and players that speak to it as a browser does, one after the other."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kibitz.web.server import make_server, open_app
from kibitz.web.services import Settings

Message = dict[str, Any]
PATIENCE = 180.0
"""Seconds after which something has gone wrong, however busy the machine is."""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def sqlite(folder: Path) -> str:
    return f"sqlite:///{folder}/tables.sqlite"


@contextmanager
def served(folder: Path, **settings: Any) -> Iterator[str]:
    """A server in this process; its address."""
    plan = {"bot_seconds": 0.0, "messages_per_second": 1e6, "most_tables_each": 10**6, **settings}
    app = open_app(Settings(sqlite(folder), **plan))
    port = free_port()
    server = make_server(app, "127.0.0.1", port)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        wait_for(lambda: server.started)
        yield f"127.0.0.1:{port}"
    finally:
        send_home()
        server.should_exit = True
        thread.join()


@contextmanager
def running(database: str, *arguments: str, hook: Path | None = None) -> Iterator[Process]:
    """A server of its own, that can be killed; at last it is."""
    process = Process(database, *arguments, hook=hook)
    try:
        process.start()
        yield process
    finally:
        send_home()
        process.kill()


class Process:
    """A server that is started as an operator would."""

    def __init__(self, database: str, *arguments: str, hook: Path | None = None) -> None:
        """The `hook` is a folder with a `sitecustomize.py`, which is run before the server."""
        self.port = free_port()
        self._environment = dict(os.environ)
        if hook is not None:
            known = os.environ.get("PYTHONPATH", "")
            self._environment["PYTHONPATH"] = f"{hook}{os.pathsep}{known}"
        self.address = f"127.0.0.1:{self.port}"
        command = [sys.executable, "-m", "kibitz", "serve", "--port", str(self.port)]
        self._command = [*command, "--database", database, "--bot-seconds", "0", *arguments]

    def launch(self) -> None:
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(self._command, stdout=quiet, env=self._environment)

    def start(self) -> None:
        self.launch()
        wait_for(lambda: self.answers("/health"))

    def answers(self, path: str) -> bool:
        try:
            return get(self.address, path)[0] == 200
        except OSError:
            return False

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def stop(self) -> bool:
        """As an operator would; whether it went because it was told to, without a fault."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(PATIENCE) in (0, -signal.SIGTERM)


def wait_for(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)


def get(
    address: str, path: str, method: str = "GET", *, body: bytes | None = None, **headers: str
) -> tuple[int, str]:
    url = f"http://{address}{path}"
    request = urllib.request.Request(url, body, method=method, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            return response.status, response.read().decode()
    except HTTPError as fault:
        with fault:
            return fault.code, fault.read().decode()


def new_table(address: str, game: str) -> str:
    status, text = get(address, f"/games/{game}/tables", "POST")
    assert status == 200
    code: str = json.loads(text)["code"]
    return code


visitors: list[Visitor] = []
"""All that have come."""


def send_home() -> None:
    while visitors:
        visitors.pop().close()


def unbundled(bundle: str) -> Iterator[str]:
    """The messages that were sent together, each as it was written."""
    start = 1
    while start < len(bundle):
        _, end = json.JSONDecoder().raw_decode(bundle, start)
        yield bundle[start:end]
        start = end + 1


class Visitor:
    """Somebody at a table: keeps every byte that came."""

    def __init__(self, address: str, code: str, **headers: str) -> None:
        self.address, self.code = address, code
        self.secret = ""
        self.heard: list[str] = []
        self._unheard: deque[str] = deque()
        """Came together with what was heard last."""
        self.room: Message = {}
        self.frame: Message = {}
        self.log: list[str] = []
        self._number = 0
        url = f"ws://{address}/t/{code}/socket"
        self._open = ExitStack()
        opened = connect(url, additional_headers=headers, proxy=None, max_queue=None)
        self._socket: ClientConnection = self._open.enter_context(opened)
        visitors.append(self)

    def join(self, name: str, *, secret: str | None = None, watching: bool = False) -> Message:
        return self.say("join", name=name, secret=secret, watching=watching)

    def say(self, kind: str, **fields: Any) -> Message:
        """Ask for something; the answer."""
        self._number += 1
        return self.send(json.dumps({"type": kind, "id": self._number, **fields}), self._number)

    def send(self, text: str | bytes, number: int | None = None) -> Message:
        self._socket.send(text)
        answers = ("done", "refused")
        return self.hear(lambda m: m["type"] in answers and m["id"] in (number, None))

    def hear(self, wanted: Callable[[Message], bool]) -> Message:
        """Listen until such a message comes."""
        while True:
            if not self._unheard:
                bundle = self._socket.recv(PATIENCE)
                assert isinstance(bundle, str)
                self._unheard += unbundled(bundle)
            self.heard.append(self._unheard.popleft())
            message: Message = json.loads(self.heard[-1])
            if message["type"] == "welcome":
                self.secret = message["secret"]
            if message["type"] in ("room", "frame"):
                setattr(self, message["type"], message)
            if message["type"] == "log":
                self.log[message["first"] :] = message["lines"]
            if wanted(message):
                return message

    def hear_frame(self, version: int) -> Message:
        """The table at this version, or later."""
        if self.frame and self.frame["version"] >= version:
            return self.frame
        return self.hear(lambda m: m["type"] == "frame" and m["version"] >= version)

    def choose(self, number: int) -> Message:
        options = self.frame["options"]
        key = options[number % len(options)]["key"]
        place = {"match": self.frame["match"], "version": self.frame["version"]}
        return self.say("choose", key=key, **place)

    def is_turned_away(self) -> bool:
        """Whether the server closes the socket."""
        try:
            while True:
                self._socket.recv(PATIENCE)
        except ConnectionClosed:
            return True

    @property
    def close_code(self) -> int | None:
        """Of a socket that the server has closed."""
        return self._socket.close_code

    def close(self) -> None:
        self._open.close()


def seated(
    address: str,
    game: str,
    *people: str,
    bots: int = 0,
    also_at: str | None = None,
    manners: Mapping[str, int | bool | str] | None = None,
) -> list[Visitor]:
    """People at a table where the cards have been dealt; the second one may come elsewhere."""
    code = new_table(address, game)
    addresses = [address, also_at or address, *[address] * len(people)]
    players = [Visitor(where, code) for where, _ in zip(addresses, people, strict=False)]
    for player, name in zip(players, people, strict=True):
        assert player.join(name)["type"] == "done"
        assert player.say("words", words="0af3")["type"] == "done"
    for player in players[1:]:
        player.say("ready", ready=True)
    for _ in range(bots):
        players[0].say("addbot", bot="novice")
    if manners:
        assert players[0].say("behave", **manners)["type"] == "done"
    while not is_ready(players[0].room, len(people) + bots):
        players[0].hear(lambda m: m["type"] == "room")
    assert players[0].say("start")["type"] == "done"
    for player in players:
        player.hear_frame(0)
    return players


def is_ready(room: Message, players: int) -> bool:
    chairs = room.get("chairs", [])
    return len(chairs) == players and all(chair["is_ready"] for chair in chairs[1:])


def play_on(players: list[Visitor], chance: Callable[[int], int], most: int = 10_000) -> None:
    """Every player takes any option, until the match is over or so many choices were made."""
    version = players[0].frame["version"]
    for _ in range(most):
        frames = [player.hear_frame(version) for player in players]
        if frames[0]["result"]:
            return
        version = max(frame["version"] for frame in frames)
        if len({frame["version"] for frame in frames}) > 1:
            continue
        chooser = next((p for p in players if p.frame["options"]), None)
        if chooser is not None:
            assert chooser.choose(chance(len(chooser.frame["options"])))["type"] == "done"
        version += 1
