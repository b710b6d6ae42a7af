"""Work that takes long, done by Python processes of low priority: nobody's move waits for them."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import asdict
from weakref import WeakSet

from kibitz.engine import Rng, cancellation, records
from kibitz.engine.native import Purpose, is_compiled, object_code
from kibitz.game import Game, load_recorded
from kibitz.games import Objective
from kibitz.learning import is_judged
from kibitz.players import ask, built_in_player, guide, wanting
from kibitz.web.refusal import Refused
from kibitz.web.work_queue import Asker, Trainings, WorkKind, WorkQueue

_PRIORITY = 10
_GRACE_SECONDS = 30.0
"""What is interrupted has so long to write down what it has."""


class BackgroundProcesses:
    """Those that this process has started, and ends."""

    def __init__(self) -> None:
        self._running: set[subprocess.Popen[bytes]] = set()
        self._is_closed = False

    def run(self, *arguments: str, told: bytes = b"", seconds: float) -> bool:
        """Whether `python ARGUMENTS` has done its work, which it is interrupted at after so many
        seconds; it reads what it is told. Whoever calls waits: a thread should.
        """
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(
            [sys.executable, *arguments], stdin=subprocess.PIPE, stdout=quiet, stderr=quiet
        )
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, process.pid, _PRIORITY)
        self._running.add(process)
        try:
            self._wait(process, told, seconds)
        finally:
            self._running.discard(process)
        return process.returncode == 0

    def _wait(self, process: subprocess.Popen[bytes], told: bytes, seconds: float) -> None:
        if self._is_closed:
            process.kill()
        try:
            process.communicate(told, seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.communicate(timeout=_GRACE_SECONDS)
            process.kill()
            process.wait()

    def close(self) -> None:
        """End all of them: what they make can be made again."""
        self._is_closed = True
        for process in list(self._running):
            process.kill()
            process.wait()


Later = Callable[[Coroutine[None, None, None]], asyncio.Task[None]]
"""Begins something, and does not wait for it."""


class Preparations:
    """What this process has had made; one game is compiled at a time, and one trained for."""

    def __init__(self, background: BackgroundProcesses, trainings: Trainings, later: Later) -> None:
        self._background, self._trainings, self._later = background, trainings, later
        self._compiling, self._training = WorkQueue(1), WorkQueue(1)
        self._compiled: WeakSet[Game] = WeakSet()

    async def compiled(self, asker: Asker, game: Game) -> None:
        """Wait until bots can search without compiling anything. Raises Refused."""
        if game not in self._compiled:
            await self._compiling.done(asker, WorkKind.COMPILING, self._compile, game)
            self._compiled.add(game)

    def _compile(self, game: Game) -> None:
        purposes, program = [Purpose.SEARCH], game.program
        by_score = game.objective is Objective.SCORE
        is_known = is_judged(program, by_score=by_score)
        if not is_known or guide(program, by_score=by_score).net is not None:
            purposes.append(Purpose.LEARN)
        are_there = all(is_compiled(program, purpose) for purpose in purposes)
        if not (is_known and are_there):
            self._run(WorkKind.COMPILING, game, purposes)

    def train(self, asker: Asker, game: Game) -> None:
        """Begin to train a net for the game, if the asker may have that and nobody has had it."""
        if self._trainings.begins(game.program, asker):
            self._later(self._trained(asker, game))

    async def _trained(self, asker: Asker, game: Game) -> None:
        with suppress(Refused):
            kind = WorkKind.TRAINING
            await self._training.done(asker, kind, self._run, kind, game, ())

    def _run(self, kind: WorkKind, game: Game, purposes: Sequence[Purpose]) -> None:
        """In a thread. What could not be made, the players do without or make themselves."""
        told = {
            "game": asdict(game.recorded),
            "options": dict(game.program.options),
            "purposes": list(purposes),
        }
        arguments = ("-m", "kibitz.web.background")
        self._background.run(*arguments, told=json.dumps(told).encode(), seconds=kind.seconds)


def prepare(text: str) -> None:
    """Compile the game for the purposes; where there are none, train for it, on one core."""
    told = json.loads(text)
    game = load_recorded(records.RecordedGame(**told["game"]), told["options"])
    for purpose in told["purposes"]:
        object_code(game.program, Purpose(purpose))
    if Purpose.LEARN in told["purposes"]:  # matches tell what nets of other tables are worth here
        guide(game.program, by_score=game.objective is Objective.SCORE)
    if not told["purposes"]:
        with cancellation.one_core():
            _train(game)


def _train(game: Game) -> None:
    """Whoever asks an expert has it train first."""
    expert, match = wanting("expert", game.page.play.objective), game.match(1)
    player = built_in_player(expert, game.program)
    ask(player, expert, match.view(match.decision.seat), match.decision, Rng(1))


if __name__ == "__main__":
    prepare(sys.stdin.read())
