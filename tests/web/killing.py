"""Kills servers at random moments under play, and looks whether anything is lost.

`python tests/web/killing.py 200` does it two hundred times on SQLite; with `--postgres`, two
servers share a PostgreSQL, and one of them is killed at a time. The tests do it a few times.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from postgres import postgres
from serving import Process, Visitor, new_table, running, sqlite
from websockets.exceptions import ConnectionClosed

GAME, BOTS = "golf-six", 3


def survive(servers: Sequence[Process], kills: int, seed: int) -> None:
    """Play and kill so often, then play to the end.

    Whoever was told `done` must find the choice there afterwards, and no match may be stuck.
    """
    chance = random.Random(seed)
    ann, known = dealt_in(servers[0], GAME, BOTS), (1, 0)
    at = servers[0]
    for _ in range(kills):
        killing = threading.Timer(chance.uniform(0.02, 0.3), at.kill)
        killing.start()
        with suppress(ConnectionClosed):
            while at.is_alive:
                known = max(known, (ann.frame["match"], step(ann)))
                if ann.frame["result"]:
                    next_match(ann)
        killing.join()
        killed, at = at, chance.choice([other for other in servers if other is not at] or [at])
        if killed is at:
            at.start()
        ann = come_back(at, ann)
        assert (ann.frame["match"], ann.frame["version"]) >= known
        if killed is not at:
            killed.start()
    while not ann.frame["result"]:
        step(ann)


def next_match(player: Visitor) -> None:
    number = player.frame["match"]
    player.say("start")
    while player.frame["match"] == number:
        player.hear(lambda m: m["type"] == "frame")


def step(player: Visitor) -> int:
    """Choose if it is the player's turn, or wait; the version that is known to be kept."""
    version: int = player.frame["version"]
    if player.frame["options"]:
        answer = player.choose(0)
        while answer.get("reason") == "too-fast":  # nobody's fingers are as quick as a test
            time.sleep(1.0)
            answer = player.choose(0)
        player.hear_frame(version + 1)
        return version + int(answer["type"] == "done")
    if not player.frame["result"]:
        player.hear_frame(version + 1)
    return version


def dealt_in(server: Process, game: str, bots: int) -> Visitor:
    ann = Visitor(server.address, new_table(server.address, game))
    ann.join("Ann")
    for _ in range(bots):
        ann.say("addbot", bot="novice")
    ann.say("start")
    ann.hear_frame(0)
    return ann


def come_back(server: Process, before: Visitor) -> Visitor:
    visitor = Visitor(server.address, before.code)
    assert visitor.join("", secret=before.secret)["type"] == "done"
    visitor.hear_frame(0)
    return visitor


def main(kills: int, is_shared: bool, seed: int) -> None:
    with ExitStack() as stack:
        if is_shared:
            database = stack.enter_context(postgres()).url
        else:
            database = sqlite(Path(stack.enter_context(tempfile.TemporaryDirectory())))
        servers = [stack.enter_context(running(database)) for _ in range(1 + is_shared)]
        began = time.monotonic()
        survive(servers, kills, seed)
        print(f"{kills} kills, nothing lost, {time.monotonic() - began:.0f} s, seed {seed}")


if __name__ == "__main__":
    seeds = [int(word) for word in sys.argv[2:] if word.isdecimal()]
    main(int(sys.argv[1]), "--postgres" in sys.argv, seeds[0] if seeds else 5)
